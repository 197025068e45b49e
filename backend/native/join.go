package native

import (
	"github.com/magneto-go/magneto/backend/graph"
	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
)

// asJoin lowers cat: each tensor is written to its part of the result, by the kernel that computes it if it is computed by one.
func (p *plan) asJoin(n *graph.Node, args []ops.Value, out *graph.Value) bool {
	if n.Op.String() != "cat" {
		return false
	}
	list, ok := args[0].([]ops.Value)
	d, ok2 := args[1].(int64)
	rank := len(out.Meta.Sizes)
	if !ok || !ok2 || rank == 0 {
		return false
	}
	if _, ok := ops.ElemOf(out.Meta.DType); !ok {
		return false
	}
	if d < 0 {
		d += int64(rank)
	}
	if d < 0 || int(d) >= rank { // tensors without elements are joined along any dimension
		return false
	}
	for _, a := range list {
		v, ok := a.(*value)
		if !ok || !v.plain || len(v.meta.Sizes) != rank {
			return false
		}
		for k, size := range v.meta.Sizes {
			if int64(k) != d && size != out.Meta.Sizes[k] {
				return false
			}
		}
	}
	whole := p.newValue(out.Name, out.Meta)
	p.byID[out] = whole
	i := &item{kind: join, name: n.Op.Name, node: n, out: whole}
	start := zero
	for _, a := range list {
		v := a.(*value)
		meta := &ops.Fake{Sizes: append([]symbolic.Int(nil), out.Meta.Sizes...), Strides: out.Meta.Strides, DType: out.Meta.DType, Device: out.Meta.Device,
			Offset: out.Meta.Offset.Add(start.Mul(out.Meta.Strides[d]))}
		meta.Sizes[d] = v.meta.Sizes[d]
		part := p.newValue(out.Name+"_part", meta)
		part.inside = whole
		start = start.Add(v.meta.Sizes[d])
		p.add(&item{kind: pointwise, name: "cat", node: n, in: []*value{v}, out: part, emit: func(l *ops.Lowering, in []ir.ID) ir.ID {
			return l.Converted(in[0], meta.DType)
		}})
		i.in = append(i.in, part)
	}
	p.add(i)
	return true
}
