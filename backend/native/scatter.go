package native

import (
	"slices"

	"github.com/magneto-go/magneto/backend/graph"
	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
)

// Elements that go where other elements say: scatter, index_add, index_copy, index_fill, index_put by one tensor and the derivative of embeddings are two items. The first makes
// the memory, as a copy of what is scattered into, or zeros; the second, over the elements of the source, writes into it, and fuses with what makes source and index. Whoever
// reads the result waits for the second. Elements that go to the same place do so in the order of the source.

// scattering says how an item writes through an index.
type scattering struct {
	into  *value         // the memory, also an operand
	index *value         // an operand
	sizes []symbolic.Int // of the source: one element of it goes at a time
	dim   int            // of the memory, that the index runs over
	wrap  bool           // negative indices count from the end
	add   bool           // what comes is added to what is there
	// broadcasts: the tensor that elements come from is broadcast to sizes; else it has as many dimensions, and may be larger.
	broadcasts bool
	// at gives, for the place of an element of the source, that in the memory with dim at 0, and that of the index.
	at func(p place) (target, index place)
}

// scatterWeight is what putting an element takes, in values of the loop IR.
const scatterWeight = 8

// space is the sizes of what an item has one element for each of.
func (i *item) space() []symbolic.Int {
	if i.scatter != nil {
		return i.scatter.sizes
	}
	return i.out.meta.Sizes
}

// scattersInto says whether v is the memory that an item scatters into.
func (i *item) scattersInto(v *value) bool { return i.scatter != nil && v == i.scatter.into }

// scatters says whether a member writes through an index.
func (g *group) scatters() bool {
	return slices.ContainsFunc(g.items, func(i *item) bool { return i.scatter != nil })
}

// asScatter lowers operators that put elements where an index says.
func (p *plan) asScatter(n *graph.Node, args []ops.Value, out *graph.Value) bool {
	name := n.Op.String()
	if name == "embedding_dense_backward" {
		return p.asEmbeddingBackward(n, args, out)
	}
	self, ok := first(args).(*value)
	if !ok || !self.plain || len(self.meta.Sizes) == 0 || out.Meta.DType != self.meta.DType {
		return false
	}
	rank := len(self.meta.Sizes)
	s := &scattering{}
	tensorAt := func(k int) *value { v, _ := args[k].(*value); return v }
	var source *value
	var fill ops.Value
	switch name {
	case "scatter.src", "scatter_add", "scatter.value", "scatter.reduce", "scatter.value_reduce", "scatter_reduce.two":
		s.dim, s.index = wrapped(args[1], rank), tensorAt(2)
		if s.index == nil || len(s.index.meta.Sizes) != rank {
			return false
		}
		switch name {
		case "scatter_add":
			s.add = true
		case "scatter.reduce", "scatter.value_reduce":
			if s.add = args[4] == "add"; !s.add {
				return false
			}
		case "scatter_reduce.two":
			if s.add = args[4] == "sum" && args[5] == true; !s.add {
				return false
			}
		}
		s.sizes = s.index.meta.Sizes
		s.at = func(p place) (place, place) { return without(p, s.dim, s.dim+1), p }
		if source = tensorAt(3); source == nil {
			fill = args[3]
		} else if len(source.meta.Sizes) != rank {
			return false
		}
	case "index_add", "index_copy", "index_fill.int_Scalar":
		s.dim, s.index = wrapped(args[1], rank), tensorAt(2)
		if s.index == nil || len(s.index.meta.Sizes) != 1 {
			return false
		}
		s.at = func(p place) (place, place) { return without(p, s.dim, s.dim+1), p[s.dim : s.dim+1] }
		if name == "index_fill.int_Scalar" {
			fill = args[3]
			s.sizes = slices.Clone(self.meta.Sizes)
			s.sizes[s.dim] = s.index.meta.Sizes[0]
			break
		}
		if source = tensorAt(3); source == nil || len(source.meta.Sizes) != rank {
			return false
		}
		if s.add = name == "index_add"; s.add && args[4] != int64(1) {
			return false
		}
		s.sizes = source.meta.Sizes
	case "index_put":
		list, _ := args[1].([]ops.Value)
		for d, a := range list {
			if a == nil {
				continue
			}
			if s.index != nil {
				return false
			}
			s.dim = d
			if s.index, ok = a.(*value); !ok {
				return false
			}
		}
		if source = tensorAt(2); source == nil || s.index == nil {
			return false
		}
		s.wrap, s.broadcasts, s.add = true, true, args[3] == true
		of := len(s.index.meta.Sizes)
		s.sizes = slices.Concat(self.meta.Sizes[:s.dim], s.index.meta.Sizes, self.meta.Sizes[s.dim+1:])
		if len(source.meta.Sizes) > len(s.sizes) {
			return false
		}
		s.at = func(p place) (place, place) { return without(p, s.dim, s.dim+of), p[s.dim : s.dim+of] }
	default:
		return false
	}
	d := out.Meta.DType
	if source != nil && (source.meta.DType != d || !source.plain) {
		return false
	}
	write := func(l *ops.Lowering, in []ir.ID) (ir.ID, bool) {
		if source == nil {
			return l.Constant(fill, d)
		}
		return in[0], true
	}
	return p.scatter(n, s, source, self, out, write)
}

// asEmbeddingBackward lowers the derivative of embeddings: rows of gradients are added to the rows that they come from, but for those of the padding.
func (p *plan) asEmbeddingBackward(n *graph.Node, args []ops.Value, out *graph.Value) bool {
	g, ok := args[0].(*value)
	index, ok2 := args[1].(*value)
	padding, ok3 := args[3].(int64)
	if !ok || !ok2 || !ok3 || args[4] == true || !g.plain || len(g.meta.Sizes) != len(index.meta.Sizes)+1 {
		return false
	}
	of := len(index.meta.Sizes)
	s := &scattering{index: index, sizes: g.meta.Sizes, add: true, at: func(p place) (place, place) { return without(p, 0, of), p[:of] }}
	return p.scatter(n, s, g, nil, out, func(l *ops.Lowering, in []ir.ID) (ir.ID, bool) {
		if padding < 0 {
			return in[0], true
		}
		k := l.Kernel
		isPadding := k.Do(ir.Eq, in[1], k.Const(k.TypeOf(in[1]), float64(padding)))
		return k.Do(ir.Select, isPadding, k.Const(k.TypeOf(in[0]), 0), in[0]), true
	})
}

// scatter adds the two items: what makes the memory, a copy of self or zeros, and what writes into it. write gives the element that goes out, of those of source, if there is one,
// and index.
func (p *plan) scatter(n *graph.Node, s *scattering, source, self *value, out *graph.Value, write func(l *ops.Lowering, in []ir.ID) (ir.ID, bool)) bool {
	elem, ok := ops.ElemOf(out.Meta.DType)
	if !ok || !s.index.plain || s.index.elem != ir.Int64 && s.index.elem != ir.Int32 || s.add && elem.Size() < 4 {
		return false
	}
	in := []*value{s.index}
	if source != nil {
		in = []*value{source, s.index}
	}
	weight, ok := p.trial(in, write)
	if !ok {
		return false
	}
	var copied []*value
	if self != nil {
		copied = []*value{self}
	}
	memory := &graph.Value{Name: out.Name + "_memory", Meta: out.Meta}
	if !p.pointwise(&graph.Node{Op: n.Op, Place: n.Place}, copied, memory, func(l *ops.Lowering, in []ir.ID) (ir.ID, bool) {
		if self == nil {
			return l.Constant(int64(0), out.Meta.DType)
		}
		return l.Converted(in[0], out.Meta.DType), true
	}) {
		return false
	}
	s.into = p.byID[memory]
	s.into.def.constant = false // it is written to in each call
	v := p.newValue(out.Name, out.Meta)
	v.base, v.of = s.into, s.into
	v.look = make(place, len(out.Meta.Sizes))
	for d, size := range out.Meta.Sizes {
		if size != one {
			v.look[d] = onAxis(d)
		}
	}
	p.byID[out] = v
	p.add(&item{kind: pointwise, name: n.Op.Name, node: n, in: append(in, s.into), out: v, weight: weight + scatterWeight, scatter: s, emit: func(l *ops.Lowering, in []ir.ID) ir.ID {
		id, _ := write(l, in)
		return id
	}})
	return true
}

// wrapped is a dimension of a tensor of some rank.
func wrapped(d ops.Value, rank int) int {
	n, _ := d.(int64)
	if n < 0 {
		n += int64(rank)
	}
	return int(n)
}

// without is p with the dimensions of an index taken together, at 0.
func without(p place, from, to int) place { return slices.Concat(p[:from], place{{}}, p[to:]) }

// put writes a scatter. Its buffer is declared by target.
func (e *emitter) put(i *item) {
	var in []ir.ID
	for _, v := range i.in {
		switch v {
		case i.scatter.into:
		case i.scatter.index:
			in = append(in, e.index(i, v))
		default:
			in = append(in, e.operand(i, v))
		}
	}
	index := e.ranged(e.index(i, i.scatter.index), i.scatter.into.meta.Sizes[i.scatter.dim], i.scatter.wrap)
	e.ir.Scatter(e.targets[i], index, i.emit(e.l, in), i.scatter.add)
}

// target declares the memory that a member scatters into. It comes before all other buffers, since the first one that is written decides the order of the loops.
func (e *emitter) target(i *item) {
	into := i.scatter.into
	at, _ := i.scatter.at(e.group.places[i])
	a := access{root: into.memory(), elem: into.elem, indexStride: into.meta.Strides[i.scatter.dim], indexCount: into.meta.Sizes[i.scatter.dim], indexed: true}
	a.offset, a.strides = e.along(into, a.root, at)
	e.bufs = append(e.bufs, a)
	e.targets[i] = e.ir.InOut(e.bufferName(into), a.elem)
}

// operandPlace is where operand v is read for the element of the source at p.
func (s *scattering) operandPlace(p place, v *value) place {
	target, index := s.at(p)
	switch v {
	case s.into:
		return target
	case s.index:
		return index
	}
	if s.broadcasts {
		return aligned(p, s.sizes, v.meta.Sizes)
	}
	return p
}
