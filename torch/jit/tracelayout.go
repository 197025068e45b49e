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
	names []namedValue
	reads []namedValue // of attributes, in all graphs
	calls []tracedCall
}

type namedValue struct {
	v    *ir.Value
	name string
}

// tracedCall is the call of a submodule, with the node that takes its result apart, nil for none.
type tracedCall struct {
	g            *ir.Graph
	call, unpack *ir.Node
}

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
	t.layout.names = append(t.layout.names, namedValue{v, name})
	v.SetName(name)
}

// nameAll gives all values the names that they would have if they were in one graph, where a name goes to the last that takes it: reads of attributes are
// named when all else is.
func (l *traceLayout) nameAll() {
	flat := ir.NewGraph()
	named := slices.Concat(l.names, l.reads)
	in := make([]*ir.Value, len(named))
	for i, n := range named {
		in[i] = flat.Block.AddInput("", n.v.Type).SetName(n.name)
		if !n.v.Node().Dead() {
			n.v.SetName("")
		}
	}
	for i, n := range named {
		if !n.v.Node().Dead() {
			n.v.SetName(in[i].Name())
		}
	}
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
	t.layout.nameAll()
	next := t.frame.g.SkipIDs(0)
	next += len(t.layout.reads) + 2*len(t.layout.calls) // a read, the module and the result of each call
	for _, c := range t.layout.calls {
		if c.unpack != nil {
			next += len(c.unpack.Outputs) - 1 // its parts are results
		}
	}
	for _, c := range t.layout.calls {
		if c.unpack == nil {
			continue
		}
		k := len(c.unpack.Outputs)
		next += 2 // they become a tuple, and are taken out of it again
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
		for _, in := range fn.Graph.Inputs() {
			if outer := t.outside[in]; outer != nil && outer.HasName() && !in.HasName() {
				in.SetName(outer.Name())
			}
		}
		schemaOf(fn)
	}
}

// numberMethod numbers the values of a submodule: an input follows the node that reads it first, and the results of calls come last. The graph of a module
// further in has been copied, with its inputs first.
func numberMethod(f *traceFrame) {
	g := f.g
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
	if f.parent.parent != nil {
		for _, v := range inputs {
			give(v)
		}
	}
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
