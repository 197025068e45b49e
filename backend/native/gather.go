package native

import (
	"github.com/magneto-go/magneto/backend/graph"
	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
)

// Elements that other elements name: gather, index_select, embeddings and indexing by one tensor are pointwise items whose first operand is read where the second one says. They
// fuse with what makes the index and with what reads the result; what is gathered from is in memory.

// gathering says how an item reads its first operand, x, by the index, its second.
type gathering struct {
	dim int // of x, that the index runs over
	// at gives, for the place of an element of the result, that of x with dim at 0, and that of the index.
	at   func(p place) (x, index place)
	wrap bool // negative indices count from the end
}

// gathers says whether operand v is read by an index.
func (i *item) gathers(v *value) bool { return i.gather != nil && v == i.in[0] }

// asGather lowers operators that pick elements by an index.
func (p *plan) asGather(n *graph.Node, args []ops.Value, out *graph.Value) bool {
	x, ok := first(args).(*value)
	if !ok || !x.plain || len(x.meta.Sizes) == 0 {
		return false
	}
	g := &gathering{}
	var index *value
	rank := len(x.meta.Sizes)
	switch n.Op.String() {
	case "gather", "index_select":
		g.dim = wrapped(args[1], rank)
		index, _ = args[2].(*value)
	case "embedding":
		index, _ = args[1].(*value)
	case "index.Tensor":
		g.wrap = true
		list, _ := args[1].([]ops.Value)
		for d, a := range list {
			if a == nil {
				continue
			}
			if index != nil {
				return false
			}
			g.dim = d
			if index, ok = a.(*value); !ok {
				return false
			}
		}
	default:
		return false
	}
	if index == nil || !index.plain || index.elem != ir.Int64 && index.elem != ir.Int32 || index.root() == x.root() {
		return false
	}
	switch of := len(index.meta.Sizes); {
	case n.Op.Name == "gather":
		if of != rank {
			return false
		}
		g.at = func(p place) (place, place) { return without(p, g.dim, g.dim+1), p }
	case n.Op.Name == "index_select" && of != 1:
		return false
	default:
		g.at = func(p place) (place, place) { return without(p, g.dim, g.dim+of), p[g.dim : g.dim+of] }
	}
	v := p.newValue(out.Name, out.Meta)
	if !v.plain {
		return false
	}
	p.byID[out] = v
	p.add(&item{kind: pointwise, name: n.Op.Name, node: n, in: []*value{x, index}, out: v, weight: gatherWeight, gather: g})
	return true
}

// gatherWeight is what picking an element takes, in values of the loop IR.
const gatherWeight = 8

// pick writes a gathered element.
func (e *emitter) pick(i *item) ir.ID {
	x, index := i.in[0], e.index(i, i.in[1])
	size := x.meta.Sizes[i.gather.dim]
	index = e.ranged(index, size, i.gather.wrap)
	at := e.group.inPlace(i, x)
	a := access{root: x.memory(), elem: x.elem, indexStride: x.meta.Strides[i.gather.dim], indexCount: size, indexed: true}
	a.offset, a.strides = e.along(x, a.root, at)
	row := e.group.perRow(i)
	if row {
		a.strides = a.strides[:len(e.keep)]
	}
	for b, known := range e.bufs {
		if known.same(&a) && e.ir.Bufs[b].Row == row {
			return e.ir.Gather(b, index)
		}
	}
	e.bufs = append(e.bufs, a)
	declare := e.ir.In
	if row {
		declare = e.ir.RowIn
	}
	return e.ir.Gather(declare(e.bufferName(x), a.elem), index)
}

// index is what member i is indexed by, in 32 bits where it comes from memory: no dimension has more elements than they count (see kernelCall), and 64 bits in a kernel
// would halve the elements of each vector.
func (e *emitter) index(i *item, v *value) ir.ID {
	if d := v.root().def; d != nil && d.group == e.group || v.elem != ir.Int64 {
		return e.operand(i, v)
	}
	narrow := *v
	narrow.elem = ir.Index64
	return e.ir.Load(e.buffer(&narrow, v.memory(), e.group.inPlace(i, v), false))
}

// ranged is an index into a dimension of some size, in which negative ones may count from the end.
func (e *emitter) ranged(index ir.ID, size symbolic.Int, wrap bool) ir.ID {
	if !wrap {
		return index
	}
	t := e.ir.TypeOf(index)
	return e.ir.Do(ir.Select, e.ir.Do(ir.Lt, index, e.ir.Const(t, 0)), e.ir.Do(ir.Add, index, e.size(size, t)), index)
}

// size is a size as a constant or a scalar.
func (e *emitter) size(n symbolic.Int, t ir.Type) ir.ID {
	if c, ok := n.Const(); ok {
		return e.ir.ConstBits(t, ir.IntBits(t, c))
	}
	return e.number(n, t)
}
