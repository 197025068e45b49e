// Package fx shows graphs to scripts as torch.fx does: Graph, Node and
// GraphModule objects over package fxgraph, and the interpreter that runs a
// graph node by node.
//
// It is a part of this module; package magneto is for use from outside.
package fx

import (
	"fmt"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/object"
)

// program is a graph prepared for running: one step a node, values in
// registers.
type program struct {
	inputs int
	names  []string // of the placeholders
	steps  []step
	result operand
	values int
}

// operand makes an argument from the registers.
type operand func(th *object.Thread, regs []object.Value) (object.Value, error)

// step computes one node.
type step struct {
	node    *fxgraph.Node
	fn      object.Value
	method  string
	args    []operand
	kwNames []object.Value
	out     int
	dead    []int // registers that nothing reads behind this step
}

// prepare compiles the graph of m.
func prepare(th *object.Thread, g *fxgraph.Graph, attribute func(th *object.Thread, path string) (object.Value, error)) (*program, error) {
	p := &program{}
	register := map[*fxgraph.Node]int{}
	last := map[*fxgraph.Node]int{}
	nodes := g.Nodes()
	for i, n := range nodes {
		for _, in := range n.Inputs() {
			last[in] = i
		}
	}
	for _, n := range nodes {
		if n.Op == fxgraph.Placeholder { // they need not come first
			register[n] = p.values
			p.names = append(p.names, n.Target.(string))
			p.values++
			p.inputs++
		}
	}
	for i, n := range nodes {
		if n.Op == fxgraph.Placeholder {
			continue
		}
		if n.Op == fxgraph.Output {
			o, err := argument(n.Args[0], register)
			if err != nil {
				return nil, err
			}
			p.result = o
			continue
		}
		s := step{node: n, out: p.values}
		args := n.Args
		switch n.Op {
		case fxgraph.CallFunction:
			v, ok := n.Target.(*fxgraph.Function).Impl.(object.Value)
			if !ok || v.IsNull() {
				return nil, fmt.Errorf("graph node %s has no callable target (%s)", n.Name, fxgraph.TargetText(n.Target))
			}
			s.fn = v
		case fxgraph.CallMethod:
			s.method = n.Target.(string)
		case fxgraph.GetAttr, fxgraph.CallModule:
			v, err := attribute(th, n.Target.(string))
			if err != nil {
				return nil, err
			}
			s.fn = v
			if n.Op == fxgraph.GetAttr {
				args = nil
			}
		}
		for _, a := range args {
			o, err := argument(a, register)
			if err != nil {
				return nil, err
			}
			s.args = append(s.args, o)
		}
		for _, kw := range n.Kwargs {
			o, err := argument(kw.Value, register)
			if err != nil {
				return nil, err
			}
			s.args = append(s.args, o)
			s.kwNames = append(s.kwNames, object.StrValue(kw.Name))
		}
		for _, in := range n.Inputs() {
			if last[in] == i && in.Op != fxgraph.Placeholder {
				s.dead = append(s.dead, register[in])
			}
		}
		register[n] = p.values
		p.values++
		p.steps = append(p.steps, s)
	}
	return p, nil
}

// Evaluate computes the graph on values for its placeholders as Call does, with other values for what the graph reads by path.
// before sees each node that computes something when its turn comes, also those of graphs that these call.
func (m *Module) Evaluate(th *object.Thread, args []object.Value, attribute func(th *object.Thread, path string) (object.Value, error), before func(*fxgraph.Node)) (object.Value, error) {
	p, err := prepare(th, m.Graph, attribute)
	if err != nil {
		return object.Null, object.RuntimeErrorf("%s", err.Error())
	}
	watcher := watchers.Of(th)
	outer := *watcher
	*watcher = before
	defer func() { *watcher = outer }()
	return p.run(th, args)
}

// watchers is what sees nodes when their turn comes, nil for nobody.
var watchers = object.NewState(func(*object.Thread) *func(*fxgraph.Node) { return new(func(*fxgraph.Node)) })

// run computes the graph on values for its placeholders.
func (p *program) run(th *object.Thread, args []object.Value) (object.Value, error) {
	before := *watchers.Of(th)
	regs := make([]object.Value, p.values)
	copy(regs, args)
	var scratch []object.Value
	for i := range p.steps {
		s := &p.steps[i]
		if before != nil {
			before(s.node)
		}
		scratch = scratch[:0]
		for _, a := range s.args {
			v, err := a(th, regs)
			if err != nil {
				return object.Null, err
			}
			scratch = append(scratch, v)
		}
		v, err := s.compute(th, scratch)
		if err != nil {
			return object.Null, err
		}
		regs[s.out] = v
		for _, d := range s.dead {
			regs[d] = object.Null
		}
	}
	if p.result == nil {
		return object.None, nil
	}
	return p.result(th, regs)
}

func (s *step) compute(th *object.Thread, args []object.Value) (object.Value, error) {
	switch s.node.Op {
	case fxgraph.GetAttr:
		return s.fn, nil
	case fxgraph.CallMethod:
		m, err := object.GetAttr(th, args[0], s.method)
		if err != nil {
			return object.Null, err
		}
		return object.CallArgs(th, m, args[1:], s.kwNames)
	}
	return object.CallArgs(th, s.fn, args, s.kwNames)
}

// argument prepares an argument tree.
func argument(a any, register map[*fxgraph.Node]int) (operand, error) {
	if n, ok := a.(*fxgraph.Node); ok {
		i, defined := register[n]
		if !defined {
			return nil, fmt.Errorf("graph node %s is used before it is defined", n.Name)
		}
		return func(th *object.Thread, regs []object.Value) (object.Value, error) { return regs[i], nil }, nil
	}
	if v, ok := constant(a); ok {
		return func(*object.Thread, []object.Value) (object.Value, error) { return v, nil }, nil
	}
	var children []any
	var build func(th *object.Thread, own []object.Value) object.Value
	switch a := a.(type) {
	case fxgraph.List:
		children = a
		build = func(th *object.Thread, own []object.Value) object.Value { return object.NewList(own...).Ref() }
	case fxgraph.Tuple:
		children = a
		build = func(th *object.Thread, own []object.Value) object.Value { return object.NewTuple(own...).Ref() }
	case fxgraph.Slice:
		children = []any{a.Start, a.Stop, a.Step}
		build = func(th *object.Thread, i []object.Value) object.Value { return object.NewSlice(i[0], i[1], i[2]) }
	case fxgraph.Dict:
		for _, e := range a {
			children = append(children, e.Value)
		}
		build = func(th *object.Thread, items []object.Value) object.Value {
			d := object.NewDict()
			for i, e := range a {
				k, _ := constant(e.Key)
				_ = d.Set(th, k, items[i])
			}
			return d.Ref()
		}
	default:
		return nil, fmt.Errorf("graph argument of type %T", a)
	}
	operands := make([]operand, len(children))
	for i, c := range children {
		o, err := argument(c, register)
		if err != nil {
			return nil, err
		}
		operands[i] = o
	}
	return func(th *object.Thread, regs []object.Value) (object.Value, error) {
		items := make([]object.Value, len(operands))
		for i, o := range operands {
			v, err := o(th, regs)
			if err != nil {
				return object.Null, err
			}
			items[i] = v
		}
		return build(th, items), nil
	}, nil
}

// constant is the object of a leaf that is no node.
func constant(a any) (object.Value, bool) {
	switch a := a.(type) {
	case nil:
		return object.None, true
	case bool:
		return object.Bool(a), true
	case int64:
		return object.Int(a), true
	case int:
		return object.Int(int64(a)), true
	case float64:
		return object.Float(a), true
	case complex128:
		return object.NewComplex(a), true
	case string:
		return object.NewStr(a), true
	case fxgraph.EllipsisType:
		return object.Ellipsis, true
	case variables.Literal:
		return a.V, true
	case *fxgraph.Function:
		v, ok := a.Impl.(object.Value)
		return v, ok
	case object.Value:
		return a, true
	}
	return object.Null, false
}
