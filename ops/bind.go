package ops

import (
	"fmt"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/tensor"
)

// Foreign is a script value that no operator parameter accepts; only its type's name is known here.
type Foreign interface{ TypeName() string }

// ListArg is a list of a script where errors are worded; calls that fit take lists and tuples alike, as []Value.
type ListArg []Value

// Bind matches call arguments against the overloads in order and returns the chosen one with one value for each
// parameter. For methods args[0] is the tensor. Errors are TypeErrors with PyTorch's text.
func (p *Packet) Bind(args []Value, kwargs []KW) (op *Op, bound []Value, err error) {
	return p.BindFollowing(args, kwargs, nil)
}

// Follow is what a tensor becomes that was given where a parameter of the base int, float or Scalar takes a number: a symbolic size
// that stands for it, or false for its value.
type Follow func(t *tensor.Tensor, param *Param) (Value, bool)

// BindFollowing is Bind for a trace, which must know which numbers were tensors. follow is asked for the parameters from the last to
// the first, only for the overload that is chosen; it may be nil.
func (p *Packet) BindFollowing(args []Value, kwargs []KW, follow Follow) (op *Op, bound []Value, err error) {
	defer catch(&err)
	if first := p.Ops[0]; len(args) == 1 && len(kwargs) == 0 && len(first.Schema().Params) == 1 && isTensor(args[0]) && first.e.Arrange == nil && !first.Schema().Params[0].Type.List {
		return first, args, nil
	}
	var out Value
	rest := kwargs
	for i, kw := range kwargs {
		if kw.Name == "out" && !p.IsMethod && !p.takesOut() {
			out = kw.Value
			rest = append(append([]KW(nil), kwargs[:i]...), kwargs[i+1:]...)
			break
		}
	}
	var chosen *Op
	for _, candidate := range p.Ops {
		if out != nil && candidate.out == nil {
			continue
		}
		values, mismatch := p.match(candidate, args, rest, follow != nil)
		if mismatch != nil {
			continue
		}
		if chosen != nil && tensorsIn(values) <= tensorsIn(bound) {
			continue
		}
		chosen, bound = candidate, values
		if len(p.Ops) == 1 || tensorsIn(values) >= tensorsIn(args) {
			break // else an overload may take as a tensor what this one takes as a number
		}
	}
	if chosen == nil {
		if args, kwargs, ok := p.factorsLast(args, kwargs); ok {
			return p.BindFollowing(args, kwargs, follow)
		}
		p.throwMismatch(args, kwargs, rest)
	}
	if follow != nil {
		followNumbers(chosen, bound, follow)
	}
	if out != nil {
		return chosen.out, append(bound, p.outs(chosen, out)...), nil
	}
	return chosen, bound, nil
}

// tensorsIn counts the tensors among arguments.
func tensorsIn(args []Value) int {
	n := 0
	for _, v := range args {
		if isTensor(v) {
			n++
		}
	}
	return n
}

// takesOut says whether out is a parameter like any other, of a function that PyTorch writes in Python.
func (p *Packet) takesOut() bool {
	params := p.Ops[0].Schema().Params
	last := params[len(params)-1]
	return last.Name == "out" && (p.Ops[0].Variant == Plain || len(p.Ops) == 1)
}

// outs are the tensors that out= gives an operator to write to.
func (p *Packet) outs(op *Op, out Value) []Value {
	list, ok := out.([]Value)
	if l, isList := out.(ListArg); isList {
		list, ok = l, true
	}
	switch n := len(op.Schema().Returns); {
	case n == 1 && isTensor(out):
		return []Value{out}
	case n == 1 && len(p.Ops) == 1:
		throw("TypeError", "%s(): argument 'out' must be Tensor, not %s", p.Name, TypeName(out))
	case n == 1:
		throw("TypeError", "%s() received an invalid combination of arguments - out must be Tensor, not %s", p.Name, TypeName(out))
	case !ok || slices.ContainsFunc(list, func(v Value) bool { return !isTensor(v) }):
		throw("TypeError", "%s(): argument 'out' must be tuple of Tensors, not %s", p.Name, TypeName(out))
	case len(list) != n:
		throw("TypeError", "expected tuple of %d elements but got %d", n, len(list))
	}
	return list
}

// givenTensor is a tensor where a number is wanted, with its value.
type givenTensor struct {
	t     *tensor.Tensor
	value Value
}

// numberOf keeps the tensor v beside the number that it was converted to.
func numberOf(v, converted Value) Value {
	if t, ok := v.(*tensor.Tensor); ok && t != nil && !isTensor(converted) {
		return givenTensor{t, converted}
	}
	return converted
}

// markNumbers is numberOf for an argument or the elements of a list.
func markNumbers(v, converted Value) Value {
	out, ok := converted.([]Value)
	if !ok {
		return numberOf(v, converted)
	}
	list, isList := v.([]Value)
	for i := range out {
		switch {
		case !isList:
			out[i] = numberOf(v, out[i])
		case i < len(list):
			out[i] = numberOf(list[i], out[i])
		}
	}
	return out
}

// followNumbers replaces what markNumbers has kept.
func followNumbers(op *Op, bound []Value, follow Follow) {
	params := op.Schema().Params
	replace := func(v Value, q *Param) Value {
		n, ok := v.(givenTensor)
		if !ok {
			return v
		}
		if followed, ok := follow(n.t, q); ok {
			return followed
		}
		return n.value
	}
	for i := len(params) - 1; i >= 0; i-- {
		bound[i] = replace(bound[i], &params[i])
		if list, ok := bound[i].([]Value); ok {
			for j := range list {
				if _, ok := list[j].(givenTensor); ok { // defaults are shared, and hold none
					list[j] = replace(list[j], &params[i])
				}
			}
		}
	}
}

// match returns the bound arguments, or what says what is wrong with them: most mismatches are of overloads before the right one.
// With mark, tensors that became numbers are kept beside them.
func (p *Packet) match(op *Op, args []Value, kwargs []KW, mark bool) ([]Value, func() string) {
	params := op.Schema().Params
	positional := 0
	for _, q := range params {
		if !q.KwOnly {
			positional++
		}
	}
	if op.e.Arrange != nil && !strings.HasPrefix(p.PyName, "torch.ops.") {
		args = op.e.Arrange(args)
	}
	args = p.packVarargs(params, positional, args)
	if len(args) > positional {
		positional, n := positional, len(args)
		return nil, func() string { return p.tooMany(op, positional, n) }
	}
	bound := make([]Value, len(params))
	used := 0
	for i := range params {
		q := &params[i]
		var v Value
		given := false
		if i < len(args) {
			v, given = args[i], true
		} else {
			for _, kw := range kwargs {
				if p.names(q, kw.Name) {
					v, given = kw.Value, true
					used++
					break
				}
			}
		}
		if !given {
			if !q.HasDef && !(q.Type.Optional && q.KwOnly) {
				args := args
				return nil, func() string { return p.missing(op, args, kwargs) }
			}
			if bound[i] = q.Default; p.Unreduced && q.Name == "reduction" {
				bound[i] = int64(0)
			}
			continue
		}
		if on, plain := truth(v); plain && op.e.In&asFunctional != 0 && testedFlags[q.Name] {
			v = on
		}
		if op.e.Wraps && q.Type.Base == "Tensor" {
			if d, number := scalarDType(v); number {
				v = tensor.Scalar(d, v)
			}
		}
		value, ok := convert(v, q, op.e.Num, p.Name)
		if !ok || p.boolForInt(op, v, q) {
			place, given := i < len(args), v
			return nil, func() string { return p.badType(q, i, given, place) }
		}
		if mark && value != nil {
			value = markNumbers(v, value)
		}
		bound[i] = value
	}
	if used < len(kwargs) {
		for _, kw := range kwargs {
			known := false
			for i := range params {
				known = known || (p.names(&params[i], kw.Name) && i >= len(args))
			}
			if !known && p.IsMethod && len(params) == 1 {
				return nil, func() string { return fmt.Sprintf("TensorBase.%s() takes no keyword arguments", p.Name) }
			}
			if !known {
				return nil, func() string { return fmt.Sprintf("%s() got an unexpected keyword argument '%s'", p.Name, kw.Name) }
			}
		}
	}
	return bound, nil
}

// testedFlags are flags of torch.nn.functional that PyTorch only tests, in Python: any value is true or false.
var testedFlags = map[string]bool{"inplace": true, "return_indices": true, "hard": true}

// truth is whether Python takes a plain value for true.
func truth(v Value) (on, plain bool) {
	switch x := v.(type) {
	case nil:
		return false, true
	case int64:
		return x != 0, true
	case float64:
		return x != 0, true
	case string:
		return x != "", true
	}
	return false, false
}

// boolForInt says whether a bool is given for an integer, or leads a list of them, which only torch.ops and call forms take.
func (p *Packet) boolForInt(op *Op, v Value, q *Param) bool {
	if q.Type.Base != "int" || op.OnlyScripts() || strings.HasPrefix(p.PyName, "torch.ops.") {
		return false
	}
	list, ok := v.([]Value)
	if l, isList := v.(ListArg); isList {
		list, ok = l, true
	}
	if ok && len(list) > 0 {
		v = list[0]
	}
	_, is := v.(bool)
	return is
}

// names says whether a keyword names the parameter, allowing NumPy's spellings but in calls of torch.ops, which go by the schema.
func (p *Packet) names(q *Param, kw string) bool {
	if strings.HasPrefix(p.PyName, "torch.ops.") {
		return q.Name == kw
	}
	if q.Name == kw {
		return !(kw == "self" && q.Type.Base == "Tensor")
	}
	switch kw {
	case "input":
		return q.Name == "self" && !p.IsMethod
	case "axis":
		return q.Name == "dim" || q.Name == "dims"
	case "keepdims":
		return q.Name == "keepdim"
	case "x1":
		return q.Name == "self"
	case "x2":
		return q.Name == "other"
	}
	return false
}

// packVarargs turns x.view(2, 3) into x.view([2, 3]) when the only positional parameter is a list of integers.
func (p *Packet) packVarargs(params []Param, positional int, args []Value) []Value {
	first := 0
	if p.IsMethod {
		first = 1
	}
	if positional != first+1 || len(args) <= first {
		return args
	}
	q := params[first]
	if !q.Type.List || q.Type.Base != "int" {
		return args
	}
	if !isInteger(sized(args[first], q.Type)) {
		return args
	}
	for i, v := range args[first:] {
		if !isIntegerOrBool(sized(v, q.Type)) {
			throw("TypeError", "%s(): argument '%s' failed to unpack the object at pos %d with error \"type must be tuple of ints,but got %s\"", p.Name, q.Name, i+1, TypeName(v))
		}
	}
	packed := append([]Value(nil), args[:first]...)
	list := append([]Value(nil), args[first:]...)
	return append(packed, list)
}
