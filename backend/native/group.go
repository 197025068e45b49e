package native

import (
	"slices"

	"github.com/magneto-go/magneto/symbolic"
)

// group is what runs as one unit: items that become one kernel over a common space, or one item that runs by itself. Its axes are the
// dimensions of the space; those that its reductions run over are reduced, and a row is all elements that share the other ones.
type group struct {
	id      int
	items   []*item // in order
	axes    []symbolic.Int
	reduced []bool // by axis
	rows    bool   // something is reduced, be it over no axis
	// places are, of pointwise items, where their result is, and of reductions, where their operand is.
	places map[*item]place
	first  int // the lowest and highest numbers of items
	last   int
	gone   bool
	once   bool // see runsOnce
}

func (g *group) fuses() bool { return g.items[0].kind == pointwise || g.items[0].kind == reduction }

// alone is the group of one item.
func alone(i *item) *group {
	g := &group{id: i.id, items: []*item{i}, first: i.id, last: i.id, places: map[*item]place{}}
	i.group = g
	if !g.fuses() {
		return g
	}
	sizes := i.space()
	if i.kind == reduction {
		sizes = i.in[0].meta.Sizes
	}
	g.rows = i.kind == reduction || i.scans
	p := make(place, len(sizes))
	for d, n := range sizes {
		isReduced := i.kind == reduction && slices.Contains(i.reduce.Dims, d) || i.scans && d == i.scanned
		if n == one {
			continue
		}
		p[d] = onAxis(len(g.axes))
		g.axes, g.reduced = append(g.axes, n), append(g.reduced, isReduced)
	}
	g.places[i] = p
	return g
}

// reducedAxes is how many axes are reduced.
func (g *group) reducedAxes() (n int) {
	for _, r := range g.reduced {
		if r {
			n++
		}
	}
	return n
}

// runsOnce says whether a group follows from the sizes alone, as do those that it needs, which come before it, and makes nothing that is
// seen outside.
func (g *group) runsOnce() bool {
	g.once = true
	g.needs(func(d *group) { g.once = g.once && d.once })
	if !g.once {
		return false
	}
	g.once = false
	for _, i := range g.items {
		seen := !i.constant
		i.eachOut(func(v *value) { seen = seen || v.escapes })
		if seen {
			return false
		}
	}
	g.once = true
	return true
}

// outPlace is where the result of a member is.
func (g *group) outPlace(i *item) place {
	p := g.places[i]
	if i.kind != reduction {
		return p
	}
	var out place
	for d := range p {
		switch {
		case !slices.Contains(i.reduce.Dims, d):
			out = append(out, p[d])
		case i.reduce.Keep:
			out = append(out, index{})
		}
	}
	return out
}

// inPlace is where operand v of a member is read.
func (g *group) inPlace(i *item, v *value) place {
	p := g.places[i]
	if i.kind == reduction {
		return p
	}
	if i.gather != nil {
		x, index := i.gather.at(p)
		if i.gathers(v) {
			return x
		}
		return index
	}
	if i.scatter != nil {
		return i.scatter.operandPlace(p, v)
	}
	return aligned(p, i.out.meta.Sizes, v.meta.Sizes)
}

// refinement says that an axis of a group should become several, of these sizes, outermost first.
type refinement struct {
	axis  int
	sizes []symbolic.Int
}

// access is where in its root an operand is read; ok is false where that is not affine, with a refinement of g's axes if it would be then.
func (g *group) access(i *item, v *value) (p place, ok bool, finer *refinement) {
	if i.gathers(v) || i.scattersInto(v) {
		return nil, false, nil
	}
	p = g.inPlace(i, v)
	for ; v.base != nil; v = v.of {
		switch {
		case v.look != nil:
			p = p.through(v.look)
		case v.splits != nil:
			out := make(place, len(v.of.meta.Sizes))
			for _, s := range v.splits {
				if s.to-s.from == 1 { // split by the view
					step := one
					for d := s.end - 1; d >= s.into; d-- {
						out[s.from] = out[s.from].times(p[d], step)
						step = step.Mul(v.meta.Sizes[d])
					}
					continue
				}
				if finer = g.apart(p[s.into], v.of.meta.Sizes[s.from:s.to], out[s.from:s.to]); finer != nil {
					return nil, false, finer
				}
				for d := s.from; d < s.to; d++ {
					if v.of.meta.Sizes[d] != one && len(out[d].terms) == 0 {
						return nil, false, nil
					}
				}
			}
			p = out
		default:
			return nil, false, nil
		}
	}
	return p, true, nil
}

// apart takes an index over joined dimensions of these sizes apart into out; what does not come out stays 0. A refinement says what would help.
func (g *group) apart(i index, sizes []symbolic.Int, out place) *refinement {
	if i.start != zero {
		return nil
	}
	for _, t := range i.terms {
		step := one
		for d := len(sizes) - 1; d >= 0; d-- {
			if sizes[d] != one && t.coef == step {
				n := g.axes[t.axis]
				if n == sizes[d] {
					out[d] = onAxis(t.axis)
					break
				}
				// The axis may run over several of the dimensions.
				all := sizes[d]
				for first := d - 1; first >= 0; first-- {
					if all = all.Mul(sizes[first]); all == n {
						var parts []symbolic.Int
						for _, s := range sizes[first : d+1] {
							if s != one {
								parts = append(parts, s)
							}
						}
						return &refinement{t.axis, parts}
					}
				}
				return nil
			}
			step = step.Mul(sizes[d])
		}
	}
	return nil
}

// refined is g with an axis in parts. Items belong to g still.
func (g *group) refined(r *refinement) *group {
	m := &group{id: g.id, items: g.items, rows: g.rows, first: g.first, last: g.last, places: make(map[*item]place, len(g.places))}
	var to []place // for each axis, as an index of new axes
	for a, n := range g.axes {
		if a != r.axis {
			to = append(to, place{onAxis(len(m.axes))})
			m.axes, m.reduced = append(m.axes, n), append(m.reduced, g.reduced[a])
			continue
		}
		i, step := index{}, one
		for k := len(r.sizes) - 1; k >= 0; k-- {
			i = i.times(onAxis(len(m.axes)+k), step)
			step = step.Mul(r.sizes[k])
		}
		for _, n := range r.sizes {
			m.axes, m.reduced = append(m.axes, n), append(m.reduced, g.reduced[a])
		}
		to = append(to, place{i})
	}
	whole := make(place, len(to))
	for a := range to {
		whole[a] = to[a][0]
	}
	for i, at := range g.places {
		m.places[i] = whole.through(at)
	}
	return m
}

// covers says how the result of a member relates to the space: one element for each of it, or one for each row.
func (g *group) covers(i *item) (elements, rows bool) {
	on := g.outPlace(i).axes(len(g.axes))
	elements, rows = true, g.rows
	for a := range g.axes {
		elements = elements && on[a]
		rows = rows && on[a] != g.reduced[a]
	}
	return elements && (!g.rows || i.kind != reduction), rows
}

// perRow says whether a member is computed once for each row.
func (g *group) perRow(i *item) bool {
	if !g.rows {
		return false
	}
	if i.kind == reduction {
		return true
	}
	on := g.places[i].axes(len(g.axes))
	for a := range g.axes {
		if on[a] && g.reduced[a] {
			return false
		}
	}
	return true
}

// kept says whether the result of a member has to be in memory.
func (g *group) kept(i *item) bool {
	if i.out.escapes || i.scatter != nil {
		return true
	}
	for _, u := range i.out.users {
		if u.group != g {
			return true
		}
	}
	return false
}

// level numbers the pass in which an item's result can be used, or in which a reduction begins.
func (g *group) levels() (begin map[*item]int, passes int) {
	begin = map[*item]int{}
	ready := map[*item]int{}
	passes = 1
	for _, i := range g.items {
		n := 0
		for _, v := range i.in {
			if d := v.root().def; d != nil {
				n = max(n, ready[d]) // 0 for what is no member
			}
		}
		begin[i], ready[i] = n, n
		if i.kind == reduction {
			ready[i] = n + i.reduce.Passes()
			passes = max(passes, ready[i])
		} else if !g.perRow(i) && g.kept(i) {
			passes = max(passes, n+1)
		}
	}
	return begin, passes
}

// merge orders the items of two groups.
func mergedItems(a, b *group) []*item {
	list := append(slices.Clone(a.items), b.items...)
	slices.SortFunc(list, func(a, b *item) int { return a.id - b.id })
	return list
}

// bytes is how much memory a value moves, by hint. A dimension that is repeated moves once.
func (p *plan) bytes(v *value) int64 {
	n := int64(v.meta.DType.Size())
	for d, s := range v.meta.Sizes {
		if v.meta.Strides[d] != zero {
			n *= max(p.hint(s), 1)
		}
	}
	return n
}
