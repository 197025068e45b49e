package jit

import (
	"strings"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/object"
)

// roles say how the number of a parameter is to be read.
type role uint8

const (
	plain role = iota
	dtypeRole
	layoutRole
	formatRole
)

// rolesOf reads the declaration of an operator, which tells dtypes from numbers.
func rolesOf(s *ir.Schema) []role {
	parsed, err := ops.ParseSchema(s.Text[strings.Index(s.Text, "::")+2:])
	out := make([]role, len(s.Args))
	if err != nil {
		return out
	}
	for i := range parsed.Params {
		if i >= len(out) {
			break
		}
		switch parsed.Params[i].Type.Base {
		case "ScalarType":
			out[i] = dtypeRole
		case "Layout":
			out[i] = layoutRole
		case "MemoryFormat":
			out[i] = formatRole
		}
		if out[i] == plain && parsed.Params[i].Name == "dtype" && parsed.Params[i].Type.Base == "int" {
			out[i] = dtypeRole
		}
	}
	return out
}

// argument converts an operand for the operators of the table.
func argument(th *object.Thread, v Value, r role) (ops.Value, error) {
	if r != plain && v.IsSmallInt() {
		switch r {
		case dtypeRole:
			d, ok := dtypeOfNumber(v.SmallInt())
			if !ok {
				return nil, object.RuntimeErrorf("unknown dtype %d", v.SmallInt())
			}
			return d, nil
		case layoutRole:
			return nil, nil
		case formatRole:
			if i := v.SmallInt(); i >= 0 && i < int64(len(memoryFormats)) {
				return memoryFormats[i], nil
			}
		}
	}
	return torch.ToOps(th, v)
}

// tensorOperator is an operator of the table.
func tensorOperator(n *ir.Node) exec.Operator {
	name := n.Kind[strings.Index(n.Kind, "::")+2:]
	s := ir.MatchSchema(n)
	if s == nil {
		return nil
	}
	roles := rolesOf(s)
	full := name
	if s.Overload != "" {
		full += "." + s.Overload
	}
	op := ops.Lookup(full)
	if op != nil && len(op.Schema().Params) != len(s.Args) {
		op = nil
	}
	var packet *ops.Packet
	if op == nil {
		if packet = torch.PacketNamed(name); packet == nil {
			return nil
		}
	}
	lists := listReturns(s)
	return func(th *object.Thread, a []Value) (Value, error) {
		args := make([]ops.Value, len(a))
		for i, v := range a {
			var r role
			if i < len(roles) {
				r = roles[i]
			}
			x, err := argument(th, v, r)
			if err != nil {
				return object.Null, err
			}
			args[i] = x
		}
		for len(args) < len(s.Args) && op != nil {
			args = append(args, op.Schema().Params[len(args)].Default)
		}
		use := op
		if use == nil {
			var err error
			given := args
			if use, args, err = bindPacket(packet, s, given); err != nil && s.Overload == "Scalar_out" {
				if use, args = outOfNumber(name, s, given); use != nil {
					err = nil
				}
			}
			if err != nil {
				return object.Null, torch.Raised(err)
			}
		}
		out, err := torch.Context(th).Call(use, args)
		if err != nil {
			return object.Null, torch.Raised(err)
		}
		return results(th, out, lists), nil
	}
}

// bindPacket finds the overload of the table for operands of another schema: positional ones first, the rest by name where they are not the
// defaults.
func bindPacket(p *ops.Packet, s *ir.Schema, args []ops.Value) (*ops.Op, []ops.Value, error) {
	var positional []ops.Value
	var kws []ops.KW
	for i, v := range args {
		if i >= len(s.Args) {
			positional = append(positional, v)
			continue
		}
		p := &s.Args[i]
		if p.KwOnly {
			if v != nil {
				kws = append(kws, ops.KW{Name: p.Name, Value: v})
			}
			continue
		}
		positional = append(positional, v)
	}
	op, bound, err := p.Bind(positional, kws)
	if err == nil {
		return op, bound, nil
	}
	// without trailing defaults
	for len(positional) > 1 {
		last := len(positional) - 1
		if last >= len(s.Args) || !s.Args[last].HasDef {
			break
		}
		positional = positional[:last]
		if op, bound, again := p.Bind(positional, kws); again == nil {
			return op, bound, nil
		}
	}
	return nil, nil, err
}

// outOfNumber is the overload that puts the result for two tensors into a third, with its operands for a number in the place of the second one; nil where
// there is none.
func outOfNumber(name string, s *ir.Schema, given []ops.Value) (*ops.Op, []ops.Value) {
	op := ops.Lookup(name + ".out")
	if op == nil || len(given) < 2 {
		return nil, nil
	}
	dtype := elementOfNumber(given[1])
	if dtype == tensor.Float64 {
		dtype = tensor.Float32
	}
	args := make([]ops.Value, len(op.Schema().Params))
	for i, p := range op.Schema().Params {
		args[i] = p.Default
		if k := s.Find(p.Name); k >= 0 && k < len(given) && (given[k] != nil || k < 2) {
			args[i] = given[k]
		}
	}
	args[1] = tensor.Scalar(dtype, given[1])
	return op, args
}

// listReturns says for each result whether it is a list.
func listReturns(s *ir.Schema) []bool {
	out := make([]bool, len(s.Returns))
	for i := range s.Returns {
		out[i] = s.Returns[i].Type.Kind == ir.ListKind
	}
	return out
}

// results are the results of an operator as one value: several make a tuple.
func results(th *object.Thread, out []ops.Value, lists []bool) Value {
	one := func(v ops.Value, list bool) Value {
		if items, ok := v.([]ops.Value); ok && list {
			vals := make([]Value, len(items))
			for i, x := range items {
				vals[i] = torch.FromOps(th, x)
			}
			return object.NewList(vals...).Ref()
		}
		return torch.FromOps(th, v)
	}
	switch {
	case len(lists) == 0 || len(out) == 0:
		return object.None
	case len(lists) == 1 && len(out) == 1:
		return one(out[0], lists[0])
	case len(lists) == 1 && lists[0]:
		return one(out, true)
	case len(lists) == 1:
		return one(out[0], false)
	}
	vals := make([]Value, len(out))
	for i, v := range out {
		vals[i] = one(v, i < len(lists) && lists[i])
	}
	return object.NewTuple(vals...).Ref()
}

// customOperator is an operator that scripts have defined.
func customOperator(n *ir.Node) exec.Operator {
	kind := n.Kind
	var s []*ir.Schema // of the overloads that there were at the last call
	return func(th *object.Thread, a []Value) (Value, error) {
		p := torch.Context(th).DefinedPacket(kind)
		if p == nil {
			return object.Null, object.RuntimeErrorf("Unknown builtin op: %s", kind)
		}
		if len(s) != len(p.Ops) {
			if s = customSchemas(th, kind); len(s) == 0 {
				return object.Null, object.RuntimeErrorf("Unknown builtin op: %s", kind)
			}
		}
		at := 0
		for i, x := range p.Ops {
			if n.Schema != nil && x.Overload == n.Schema.Overload {
				at = i
			}
		}
		args := make([]ops.Value, len(a))
		for i, v := range a {
			var err error
			if args[i], err = torch.ToOps(th, v); err != nil {
				return object.Null, err
			}
		}
		op := p.Ops[at]
		args = args[:min(len(args), len(op.Schema().Params))]
		out, err := torch.Context(th).Call(op, args)
		if err != nil {
			return object.Null, torch.Raised(err)
		}
		return results(th, out, listReturns(s[min(at, len(s)-1)])), nil
	}
}
