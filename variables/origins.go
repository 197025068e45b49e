package variables

import (
	"slices"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/vm/object"
)

// Origin is where a node was recorded and in which state: nodes that agree in it are the same step of a program, taken more than once.
type Origin struct {
	State object.Value // what the settings of the machine were
	File  string
	Pos   bytecode.Pos
	// Changes are the places, among the leaves of the node's arguments, of the tensors whose memory it writes to.
	Changes []int
}

// TrackOrigins has the nodes of the graph, and of the bodies in it, know their origin.
func (t *Trace) TrackOrigins(th *object.Thread) {
	state := t.Host.Attribute(th, "torch._dynamo.graph_region_tracker.get_global_state_key")
	t.Graph.Made = func(n *fxgraph.Node) {
		th := th.Running()
		o := &Origin{State: object.None}
		if settings, err := object.Call(th, state); err == nil {
			o.State = object.NewTuple(settings, object.Bool(t.GradMode)).Ref()
		}
		place := t.Inliner.Place()
		o.File, o.Pos = place.Filename, place.Pos
		if t.writing != nil {
			o.Changes = leavesIn(n, t.writing)
			t.writing = nil
		}
		n.Meta.Origin = o
	}
}

// leavesIn are the places of tensors that lie in a memory among the leaves of a node's arguments.
func leavesIn(n *fxgraph.Node, memory *ops.Fake) (places []int) {
	at := 0
	var visit func(a any)
	visit = func(a any) {
		switch a := a.(type) {
		case fxgraph.Tuple:
			for _, x := range a {
				visit(x)
			}
			return
		case fxgraph.List:
			for _, x := range a {
				visit(x)
			}
			return
		case *fxgraph.Node:
			if f, tensor := a.Meta.Example.(*ops.Fake); tensor && memoryOf(f) == memory {
				places = append(places, at)
			}
		}
		at++
	}
	for _, a := range n.Args {
		visit(a)
	}
	for _, kw := range n.Kwargs {
		visit(kw.Value)
	}
	return slices.Compact(places)
}
