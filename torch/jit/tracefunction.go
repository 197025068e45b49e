package jit

import (
	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/object"
)

// This file follows calls of autograd.Function within a trace: such a call is one node that calls Python again, and what it did is the node's subgraph.

// functionCall is a call that is running: what it gets, and the node in front of what it does.
type functionCall struct {
	frame  *traceFrame
	inputs []*ir.Value
	before *ir.Node
}

// traceFunctionEnter begins a call with a list of tensors. It gives a token for traceFunctionLeave, None where no trace is taken.
func traceFunctionEnter(th *object.Thread, args, _ []Value) (Value, error) {
	t := states.Of(th).tracer
	if t == nil || t.paused > 0 {
		return object.None, nil
	}
	tensors, err := object.ToSlice(th, args[0])
	if err != nil {
		return object.Null, err
	}
	c := &functionCall{frame: t.frame}
	above := t.above
	t.above = max(above-1, 0) // apply is a function of its own that the tensors have passed
	for _, v := range tensors {
		x, _ := torch.Unwrap(v)
		c.inputs = append(c.inputs, t.operand(x, true, nil))
	}
	t.above = above
	c.before = t.frame.g.At().Prev()
	return object.NewNative(exec.FutureType, c), nil
}

// traceFunctionLeave ends a call. args are the token, the name and the module of the function, the texts of its arguments that are no tensors, what calls
// it again, whether it changes what it gets, what it gave, and what its forward gave.
func traceFunctionLeave(th *object.Thread, args, _ []Value) (Value, error) {
	t := states.Of(th).tracer
	c, ok := payload[*functionCall](args[0])
	if t == nil || !ok || t.frame != c.frame || t.err != nil {
		return object.None, nil
	}
	results, single := []Value{args[6]}, true
	if tuple, ok := object.AsTuple(args[6]); ok {
		results, single = tuple.Items, false
	}
	tensors := make([]*tensor.Tensor, len(results))
	for i, v := range results {
		if tensors[i], ok = torch.Unwrap(v); !ok {
			return object.None, nil // it stays what it did
		}
	}
	g := t.frame.g
	function, ok := object.AsFunction(args[4])
	if !ok {
		return object.None, nil
	}
	sub := t.subgraph(c, args[7])
	name := textArg(args[1])
	n := g.Create("prim::PythonOp", c.inputs, 0)
	inplace := int64(0)
	if args[5] == object.True {
		inplace = 1
	}
	n.SetAttr("name", ir.Constant{V: name})
	n.SetAttr("function", ir.Constant{V: &ir.FunctionConst{F: &ir.Function{Name: name, Source: function}}})
	n.SetAttr("scalars", ir.Constant{V: textArg(args[3])})
	n.SetAttr("inplace", ir.Constant{V: inplace})
	n.SetAttr("module", ir.Constant{V: textArg(args[2])})
	n.SetAttr("Subgraph", sub)
	n.Range = callerRange(th)
	g.Insert(n)
	if single {
		t.result(n, tensors[0])
		return object.None, nil
	}
	types := make([]*ir.Type, len(tensors))
	for i, x := range tensors {
		types[i] = tensorType(x)
	}
	u := g.Create("prim::TupleUnpack", []*ir.Value{n.AddOutput(ir.TupleOf(types...))}, 0)
	u.Range = n.Range
	g.Insert(u)
	for _, x := range tensors {
		t.result(u, x)
	}
	return object.None, nil
}

// tracePause has what follows left out of the trace that is being taken, or noted again.
func tracePause(th *object.Thread, args, _ []Value) (Value, error) {
	if t := states.Of(th).tracer; t != nil && args[0] == object.True {
		t.paused++
	} else if t != nil {
		t.paused--
	}
	return object.None, nil
}

// subgraph moves what a call did into a graph of its own.
func (t *tracer) subgraph(c *functionCall, results Value) *ir.Graph {
	g, sub := t.frame.g, ir.NewGraph()
	local := map[*ir.Value]*ir.Value{}
	inner := func(v *ir.Value) *ir.Value {
		if local[v] == nil {
			local[v] = sub.Block.AddInput("", v.Type)
		}
		return local[v]
	}
	for _, v := range c.inputs {
		inner(v)
	}
	var nodes []*ir.Node
	for n := g.At().Prev(); n != c.before; n = n.Prev() {
		nodes = append(nodes, n)
	}
	for i := len(nodes) - 1; i >= 0; i-- {
		m := sub.CopyNode(nodes[i], inner)
		sub.Insert(m)
		for k, v := range nodes[i].Outputs {
			local[v] = m.Outputs[k]
		}
	}
	list := []Value{results}
	if tuple, ok := object.AsTuple(results); ok {
		list = tuple.Items
	}
	for _, r := range list {
		if x, ok := torch.Unwrap(r); ok && t.frame.values[x] != nil {
			sub.Block.AddOutput(inner(t.frame.values[x]))
		}
	}
	gone := map[*ir.Node]bool{}
	for _, n := range nodes {
		gone[n] = true
		n.Destroy()
	}
	for x, v := range t.frame.values {
		if gone[v.Node()] {
			delete(t.frame.values, x)
		}
	}
	return sub
}
