package native

import (
	"fmt"
	"slices"

	"github.com/magneto-go/magneto/backend/graph"
	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/ops"
)

// asProduct lowers products of real matrices. A bias that is added becomes an item of its own where the result is the same.
func (p *plan) asProduct(n *graph.Node, args []ops.Value, out *graph.Value) bool {
	i := &item{kind: product, name: n.Op.Name, node: n, alpha: 1}
	k := 0
	switch n.Op.String() {
	case "mm", "bmm":
	case "addmm", "baddbmm":
		k = 1
		var ok, ok2 bool
		i.beta, ok = number(args[3])
		i.alpha, ok2 = number(args[4])
		if !ok || !ok2 {
			return false
		}
	default:
		return false
	}
	for _, a := range args[:k+2] {
		if v, ok := a.(*value); !ok || !v.plain || v.elem == ir.Bool8 || v.meta.DType != out.Meta.DType { // the operator refuses factors of several types
			return false
		}
	}
	i.in = []*value{args[k].(*value), args[k+1].(*value)}
	if k == 1 && i.beta != 0 {
		if elem := i.in[0].elem; elem != ir.Float32 && elem != ir.Float64 {
			return false // rounded once, at the end
		}
		i.third = args[0].(*value)
		i.in = append(i.in, i.third)
	}
	i.out = p.newValue(out.Name, out.Meta)
	p.byID[out] = i.out
	p.add(i)
	return true
}

// foldAdds makes products add what is added to them and nothing else: on their accumulators that costs nothing.
func (p *plan) foldAdds() {
	p.items = slices.DeleteFunc(p.items, p.foldAdd)
}

// number gives the items that are left their numbers.
func (p *plan) number() {
	for id, i := range p.items {
		i.id = id
	}
}

// foldAdd does so for an addition; false if it is none of a product.
func (p *plan) foldAdd(i *item) bool {
	if i.node == nil || i.node.Op.String() != "add.Tensor" || len(i.in) != 2 || i.in[0] == i.in[1] {
		return false
	}
	if alpha, ok := number(i.node.Args[2]); !ok || alpha != 1 {
		return false
	}
	for k, v := range i.in {
		d, other := v.def, i.in[1-k]
		if v.base != nil || d == nil || d.kind != product || d.third != nil || d.out != v || v.escapes || len(v.users) != 1 || other.root() == v ||
			other.elem != v.elem || v.elem != ir.Float32 && v.elem != ir.Float64 || len(other.meta.Sizes) > len(v.meta.Sizes) ||
			!slices.Equal(i.out.meta.Sizes, v.meta.Sizes) || !slices.Equal(i.out.meta.Strides, v.meta.Strides) || i.out.elem != v.elem {
			continue
		}
		for d, n := range other.meta.Sizes {
			if n != one && n != v.meta.Sizes[len(v.meta.Sizes)-len(other.meta.Sizes)+d] {
				return false
			}
		}
		d.third, d.beta, d.in, d.out = other, 1, append(slices.Clone(d.in), other), i.out
		i.out.def = d
		rename := func(list []*item) {
			for n := range list {
				if list[n] == i {
					list[n] = d
				}
			}
		}
		rename(other.root().users)
		for _, j := range p.items {
			if j != nil {
				rename(j.after)
			}
		}
		for _, w := range p.values { // views of the sum
			if w.def == i {
				w.def = d
			}
		}
		if p.explain {
			p.log = append(p.log, fmt.Sprintf("%s adds %s", d.name, other.name))
		}
		return true
	}
	return false
}

// readDirectly lets products read what has only been copied for them. Batches of attention are [batch, head, …] with strides that no three
// dimensions have, so that eager operators copy them; here the product has two dimensions of batches.
func (p *plan) readDirectly() {
	for _, i := range p.items {
		if i.kind != product || len(i.out.meta.Sizes) != 3 {
			continue
		}
		for k, v := range i.in[:2] {
			r := v.root()
			if v.of != r || r.def == nil || r.def.node == nil || r.def.node.Op.Name != "clone" || r.escapes || len(r.meta.Sizes) != 4 ||
				!slices.Equal(r.meta.Sizes[2:], v.meta.Sizes[1:]) || slices.ContainsFunc(r.users, func(u *item) bool { return u.kind != product }) {
				continue
			}
			x := r.def.in[0]
			if !slices.Equal(x.meta.Sizes, r.meta.Sizes) || x.elem != r.elem || x.def != x.root().def {
				continue
			}
			if i.batch != nil && !slices.Equal(i.batch, r.meta.Sizes[:2]) {
				continue
			}
			i.batch = r.meta.Sizes[:2]
			i.in[k] = x
			if !slices.Contains(i.in, v) {
				r.users = slices.DeleteFunc(r.users, func(u *item) bool { return u == i })
			}
			if users := &x.root().users; !slices.Contains(*users, i) {
				*users = append(*users, i)
			}
			if p.explain {
				p.log = append(p.log, fmt.Sprintf("%s reads %s without a copy", i.name, x.name))
			}
		}
	}
	p.dropUnused()
}

// dropUnused removes the pointwise items whose results nobody reads.
func (p *plan) dropUnused() {
	for n := len(p.items) - 1; n >= 0; n-- {
		i := p.items[n]
		if i.kind != pointwise || i.scatter != nil || len(i.out.users) > 0 || i.out.escapes {
			continue
		}
		for _, v := range i.in {
			r := v.root()
			r.users = slices.DeleteFunc(r.users, func(u *item) bool { return u == i })
		}
		p.items = slices.Delete(p.items, n, n+1)
		for _, j := range p.items {
			j.after = slices.DeleteFunc(j.after, func(u *item) bool { return u == i })
		}
	}
}
