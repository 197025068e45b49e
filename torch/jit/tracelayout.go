package jit

import (
	"slices"

	"github.com/magneto-go/magneto/script/ir"
)

// Names and numbers in traces of modules. PyTorch traces a module with all its submodules into one graph, and makes methods of it when that is
// done: values are named as values of one graph, calls of methods and reads of attributes get the last numbers. Here the methods have graphs of
// their own from the start, which are given these names and numbers at the end.

// traceLayout is what is noted for that while a trace is taken.
type traceLayout struct {
	flat  *ir.Graph // has a value for each that was named, with the name that it would have if all were in one graph
	names []namedValue
	reads int // of attributes, in all graphs
	calls []tracedCall
}

type namedValue struct{ v, flat *ir.Value }

// tracedCall is the call of a submodule, with the node that takes its result apart, nil for none.
type tracedCall struct {
	g            *ir.Graph
	call, unpack *ir.Node
}

func newTraceLayout() traceLayout { return traceLayout{flat: ir.NewGraph()} }

func (l *traceLayout) call(g *ir.Graph, n *ir.Node) {
	l.calls = append(l.calls, tracedCall{g: g, call: n})
}

func (l *traceLayout) unpack(call, n *ir.Node) {
	for i := range l.calls {
		if l.calls[i].call == call {
			l.calls[i].unpack = n
		}
	}
}

// setName names a value.
func (t *tracer) setName(v *ir.Value, name string) {
	flat := t.layout.flat.Block.AddInput("", v.Type).SetName(name)
	t.layout.names = append(t.layout.names, namedValue{v, flat})
	v.SetName(name)
}

// attributesBelow counts the attributes that PyTorch's modules have for a module and those below it: none of None, and one that is not kept here.
func attributesBelow(c *ir.Class) int {
	n := 1
	for _, a := range c.Attrs {
		if !a.Type.IsNone() {
			n++
		}
		if a.Type.IsModule() {
			n += attributesBelow(a.Type.Class)
		}
	}
	return n
}

// scopeOf is the scope of the nodes of a submodule: the submodules that lead to it.
func scopeOf(f *traceFrame) string {
	own := "__module"
	for _, part := range f.path {
		own += "." + part
	}
	if f.parent == nil || f.parent.parent == nil {
		return own
	}
	return scopeOf(f.parent) + "/" + own
}

// arrange gives all values their names and numbers.
func (t *tracer) arrange() {
	if t.root == nil {
		return
	}
	for _, n := range t.layout.names {
		if !n.v.Node().Dead() {
			n.v.SetName("")
		}
	}
	for _, n := range t.layout.names {
		if !n.v.Node().Dead() {
			n.v.SetName(n.flat.Name())
		}
	}
	next := t.frame.g.SkipIDs(0)
	next += t.layout.reads + 2*len(t.layout.calls) // a read, the module and the result of each call
	for _, c := range t.layout.calls {
		if c.unpack == nil {
			continue
		}
		k := len(c.unpack.Outputs)
		next += 2 + k - 1 // its parts were results, become a tuple, and are taken out of it again
		if c.g == t.frame.g {
			for i, v := range c.unpack.Outputs {
				v.ID = next + i
			}
		}
		next += k
	}
	for _, c := range t.layout.calls {
		if c.g == t.frame.g {
			c.call.Outputs[0].ID = next
			next++
		}
	}
	for i := len(t.methods) - 1; i >= 0; i-- { // those around others come later
		fn := t.methods[i]
		t.numberMethod(fn.Graph)
		for _, in := range fn.Graph.Inputs() {
			if outer := t.outside[in]; outer != nil && outer.HasName() && !in.HasName() {
				in.SetName(outer.Name())
			}
		}
		schemaOf(fn)
	}
}

// numberMethod numbers the values of a submodule: an input follows the node that reads it first, and the results of calls come last.
func (t *tracer) numberMethod(g *ir.Graph) {
	next := 0
	done := map[*ir.Value]bool{}
	give := func(v *ir.Value) {
		if !done[v] {
			done[v] = true
			v.ID = next
			next++
		}
	}
	inputs := g.Inputs()
	give(inputs[0])
	var calls []*ir.Node
	for _, n := range g.Nodes() {
		for _, v := range n.Outputs {
			if n.Kind == "prim::CallMethod" {
				next++
				continue
			}
			give(v)
		}
		if n.Kind == "prim::CallMethod" {
			calls = append(calls, n)
		}
		for _, v := range n.Inputs {
			if slices.Contains(inputs, v) {
				give(v)
			}
		}
	}
	for _, v := range inputs {
		give(v)
	}
	for _, n := range calls {
		give(n.Outputs[0])
	}
}
