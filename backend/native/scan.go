package native

import (
	"slices"

	"github.com/magneto-go/magneto/backend/graph"
	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/ops"
)

// Cumulative sums and products are pointwise items whose elements are taken in order along one dimension, so that a row of their kernel is that dimension. They fuse with what
// makes their operand, with what reads the result element by element, and with reductions over the same rows. Reversed tensors are copies of views that run backwards.

// scanWeight is what an element of a scan takes, in values of the loop IR.
const scanWeight = 16

// asScan lowers cumulative operators.
func (p *plan) asScan(n *graph.Node, args []ops.Value, out *graph.Value) bool {
	x, ok := first(args).(*value)
	if !ok || !x.plain || len(x.meta.Sizes) == 0 || len(args) < 2 {
		return false
	}
	write := func(l *ops.Lowering, in []ir.ID) (ir.ID, bool) { return l.Scanned(n.Op, in[0], out.Meta.DType) }
	if _, ok := p.trial([]*value{x}, write); !ok {
		return false
	}
	d := wrapped(args[1], len(x.meta.Sizes))
	if x.meta.Sizes[d] == one { // there is nothing to go along
		return p.pointwise(n, []*value{x}, out, func(l *ops.Lowering, in []ir.ID) (ir.ID, bool) { return l.Converted(in[0], out.Meta.DType), true })
	}
	length := p.hint(x.meta.Sizes[d])
	alone := x.meta.Strides[d] == one && out.Meta.DType.IsFloat() && length > ops.LongScan
	if alone || length > ops.LongestScan || !p.pointwise(n, []*value{x}, out, write) {
		return false
	}
	i := p.byID[out].def
	i.scans, i.scanned, i.weight = true, d, i.weight+scanWeight
	return true
}

// scans says whether a member is taken in order along the rows.
func (g *group) scans() bool {
	return slices.ContainsFunc(g.items, func(i *item) bool { return i.scans })
}

// asFlip lowers what runs backwards along some dimensions.
func (p *plan) asFlip(n *graph.Node, args []ops.Value, out *graph.Value) bool {
	x, ok := first(args).(*value)
	if !ok || n.Op.Name != "flip" || !x.plain || out.Meta.DType != x.meta.DType {
		return false
	}
	meta := *x.meta
	meta.Strides = slices.Clone(meta.Strides)
	v := p.newValue(x.name+"_reversed", &meta)
	v.base, v.of, v.def, v.elem, v.plain = x.root(), x, x.def, x.elem, true
	v.look = make(place, len(meta.Sizes))
	for d, size := range meta.Sizes {
		if size != one {
			v.look[d] = onAxis(d)
		}
	}
	for _, a := range args[1].([]ops.Value) {
		if len(meta.Sizes) == 0 {
			break
		}
		d := wrapped(a, len(meta.Sizes))
		if size := meta.Sizes[d]; size != one {
			meta.Offset = meta.Offset.Add(size.Sub(one).Mul(meta.Strides[d]))
			meta.Strides[d] = meta.Strides[d].Mul(minusOne)
			v.look[d] = at(size.Sub(one)).times(onAxis(d), minusOne)
		}
	}
	return p.pointwise(n, []*value{v}, out, func(l *ops.Lowering, in []ir.ID) (ir.ID, bool) { return l.Converted(in[0], out.Meta.DType), true })
}
