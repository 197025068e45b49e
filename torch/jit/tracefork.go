package jit

import (
	"slices"

	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// This file follows calls that are forked within a trace: what a call does becomes the graph of a node prim::fork, whose operands are what the call
// reads of the graph around. The call itself runs at once.

// forkedCall is a call that a trace forked.
type forkedCall struct {
	node *ir.Node
	of   *ir.Type
}

// traceForkEnter begins the graph of a forked call. It gives a token for traceForkLeave, None where no trace is taken.
func traceForkEnter(th *object.Thread, _, _ []Value) (Value, error) {
	t := states.Of(th).tracer
	if t == nil || t.paused > 0 {
		return object.None, nil
	}
	f := &traceFrame{g: ir.NewGraph(), values: map[*tensor.Tensor]*ir.Value{}, getattrs: map[string]*ir.Value{}, parent: t.frame, path: t.frame.path}
	f.g.ContinueIDs(t.frame.g)
	f.g.SkipIDs(1) // the node's
	if outer := t.frame.self; outer != nil {
		f.self = t.handIn(f, outer)
		f.captured = append(f.captured, outer)
	}
	t.frame = f
	return object.NewNative(exec.FutureType, f), nil
}

// traceForkLeave ends the graph of a forked call: args are the token and what the call gave, nothing where it failed. It gives the future.
func traceForkLeave(th *object.Thread, args, _ []Value) (Value, error) {
	t := states.Of(th).tracer
	f, ok := payload[*traceFrame](args[0])
	if t == nil || !ok {
		return object.None, nil
	}
	if len(args) == 1 {
		t.frame = f.parent
		return object.None, nil
	}
	v, err := t.value(args[1]) // where it fails, the caller leaves once more
	t.frame = f.parent
	if err != nil {
		return object.Null, err
	}
	f.g.Block.AddOutput(v)
	ir.EliminateDead(f.g, true)
	f.operandsAsRead()
	outer := f.parent.g
	outer.ContinueIDs(f.g)
	of := v.Type
	if of.Kind == ir.ListKind {
		of = of.Unshaped()
	}
	n := outer.CreateTyped("prim::fork", ir.FutureOf(of), f.captured...)
	n.SetAttr("Subgraph", f.g)
	outer.Insert(n)
	outer.SkipIDs(-1)
	future := &exec.Future{V: args[1]}
	if t.forks == nil {
		t.forks = map[*exec.Future]forkedCall{}
	}
	t.forks[future] = forkedCall{n, of}
	return object.NewNative(exec.FutureType, future), nil
}

// operandsAsRead drops inputs that nothing reads and puts the others in the order in which they are read first.
func (f *traceFrame) operandsAsRead() {
	var read []*ir.Value
	f.g.Block.Walk(func(n *ir.Node) { read = append(read, n.Inputs...) })
	read = append(read, f.g.Block.Outputs()...)
	ins := slices.Clone(f.g.Inputs())
	var order []int
	for _, v := range read {
		if i := slices.Index(ins, v); i >= 0 && !slices.Contains(order, i) {
			order = append(order, i)
		}
	}
	outer := make([]*ir.Value, len(order))
	for k, i := range order {
		fresh := f.g.Block.AddInput("", ins[i].Type)
		ins[i].ReplaceAll(fresh)
		outer[k] = f.captured[i]
	}
	for range ins {
		f.g.Block.EraseInput(0)
	}
	f.g.SkipIDs(-len(order)) // operands are values of the graph around
	f.captured = outer
}

// traceWait is a wait for a future in a trace: what it stands for is the result of a node from here on.
func (t *tracer) traceWait(future *exec.Future) {
	call, ok := t.forks[future]
	if !ok || t.paused > 0 {
		return
	}
	n := t.frame.g.CreateTyped("aten::wait", call.of, call.node.Outputs[0])
	t.frame.g.Insert(n)
	t.bindResult(n.Outputs[0], future.V)
}

// arrangeForks gives the operands of forked calls the names that they have outside, and numbers their graphs by themselves; the nodes come last.
func arrangeForks(g *ir.Graph) {
	for _, n := range g.FindNodes("prim::fork", true) {
		v := n.Outputs[0]
		v.ID = g.SkipIDs(0)
		g.SkipIDs(1)
		sub := n.Attr("Subgraph").(*ir.Graph)
		next := len(sub.Inputs())
		for i, in := range sub.Inputs() {
			in.ID = i
			if outer := n.Inputs[i]; outer.HasName() {
				in.SetName(outer.Name())
			}
		}
		sub.Block.Walk(func(m *ir.Node) {
			for _, out := range m.Outputs {
				out.ID = next
				next++
			}
		})
		arrangeForks(sub)
	}
}
