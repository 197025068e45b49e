package dynamo

import "github.com/magneto-go/magneto/vm/object"

// What a compiled graph gives has no other owner than the code that called it, so that code can count the references to it and
// give its memory back (object/counted.go). It gets the outputs in a container that hands out each one that the code reads once
// as something fresh, and keeps no reference to it.

// graphOutputs are the results of one call of a compiled graph.
type graphOutputs struct {
	object.Native // whose V is the graphOutputs itself
	items         []object.Value
	left          int // reads to come, after which the next call uses the object again
	graph         *compiledGraph
}

// compiledGraph is what the new code calls for a graph.
type compiledGraph struct {
	run   DirectFunc
	loads []int         // how often the code reads each output
	total int           // how often it reads any, once it is complete
	free  *graphOutputs // to be used again, nil for none
}

var graphOutputsType = newGraphOutputsType()

func newGraphOutputsType() *object.Type {
	t := object.NewType("graph_outputs", "magneto", nil, object.Spec{
		Layout: object.LayoutNative,
		Slots: object.Slots{GetItem: func(th *object.Thread, self, index object.Value) (object.Value, error) {
			n, _ := object.AsNative(self)
			i, ok := index.AsInt()
			return n.V.(*graphOutputs).take(int(i), ok)
		}},
	})
	t.SetBorrows()
	return t
}

func (o *graphOutputs) take(i int, ok bool) (object.Value, error) {
	if !ok || i < 0 || i >= len(o.items) || o.items[i].IsNull() {
		return object.Null, object.Raisef(object.IndexError, "graph outputs index out of range")
	}
	v := o.items[i]
	if o.graph.loads[i] == 1 {
		o.items[i] = object.Null
	}
	if o.left--; o.left == 0 {
		clear(o.items)
		o.graph.free = o
	}
	return v, nil
}

// outputsOf is the function that the new code calls for a compiled graph.
func outputsOf(name string, run DirectFunc, loads []int) object.Value {
	g := &compiledGraph{run: run, loads: loads}
	fn := object.NewFunc(name, g.call)
	fn.Borrows, fn.Tag = true, g
	return fn.Ref()
}

func (g *compiledGraph) call(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	outer := Activate(th, nil)
	defer Activate(th, outer)
	o := g.free
	if g.free = nil; o == nil {
		o = &graphOutputs{Native: object.Native{Header: object.NewHeader(graphOutputsType)}, graph: g}
		o.V = o
		g.total = 0
		for _, n := range g.loads {
			g.total += n
		}
	}
	var err error
	if o.items, err = g.run(th, args, o.items[:0], false); err != nil {
		return object.Null, err
	}
	for i, v := range o.items {
		if g.loads[i] != 1 {
			object.Escape(v)
		}
	}
	o.left = g.total
	return o.Ref(), nil
}
