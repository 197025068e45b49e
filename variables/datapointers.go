package variables

import (
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/vm/object"
)

// DataPointer is the address of a tensor's memory, which is known only when the graph has run. Tracing can pass it on, and tells that it is another one where both
// are of the same memory.
type DataPointer struct {
	sourced
	Of    *Tensor
	epoch int // the trace's count of in-place operators when it was asked for
}

// Kind is the tracker's name in logs.
func (*DataPointer) Kind() string { return "DataPtrVariable" }

func tensorDataPointer(_ *object.Thread, t *Trace, x *Tensor, _ []Tracker, _ []KW) (Tracker, error) {
	return &DataPointer{Of: x, epoch: t.epoch}, nil
}

// comparePointers is a ⋈ b where one of them is an address.
func (t *Trace) comparePointers(th *object.Thread, op object.CompareOp, a, b Tracker) (Tracker, error) {
	if op != object.Eq && op != object.Ne {
		name := op.String()
		return nil, object.TypeErrorf("'%s' not supported between instances of '%s' and '%s'", name, t.TypeOf(a).Name, t.TypeOf(b).Name)
	}
	x, okX := a.(*DataPointer)
	y, okY := b.(*DataPointer)
	if okX && okY && x.epoch == y.epoch && attachedTo(x.Of.Node) == attachedTo(y.Of.Node) {
		return NewConstant(object.Bool(op == object.Eq)), nil
	}
	return nil, Unsupportedf("Data pointer comparison", "tp_richcompare_impl "+t.Describe(th, a, false)+" __"+compareNames[op]+"__ "+t.Describe(th, b, false),
		"Dynamo can only trace data pointer comparisons when it can prove both operands have the same data pointer.")
}

// attachedTo is the node of the tensor that a detached one shows.
func attachedTo(n *fxgraph.Node) *fxgraph.Node {
	for n.Op == fxgraph.CallMethod && n.Target == "detach" && len(n.Args) > 0 {
		of, ok := n.Args[0].(*fxgraph.Node)
		if !ok {
			break
		}
		n = of
	}
	return n
}
