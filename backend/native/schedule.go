package native

import (
	"fmt"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/symbolic"
)

// The rules by which items become kernels.
//
// Each item begins as a group of its own. Groups merge where that saves memory traffic and changes nothing:
//
//   - Vertically: a group that makes a value merges with one that reads it. The reader's accesses must be the writer's own elements, so that
//     what the kernel has just computed is what it needs; views are looked through, as functions of indices. The axes of both are then the same
//     ones; axes that only one has are matched by size, in order (it does not matter which element of a row a later pass meets first).
//   - Horizontally: groups over the same space that read the same elements of a value merge, to read it once.
//
// A merged group must be one kernel: what it reduces, it reduces over the same axes, always whole rows; each value that is kept in memory has one
// element for each of the space, or one for each row. A value with fewer axes that is not kept is computed again for each element it is
// used for; that is allowed up to repeatWeight operations, or where a row computes it once.
//
// Passes after the first read their row again, from the cache if it stays there: no group has more than one pass whose rows are longer than
// rowBytes, counting all that it reads. (Rows that do not lie along contiguous memory take a cache line for each element.) Then two kernels
// are better, of which the reduction can be cut into parts.
//
// The pairs with most bytes to save come first. Groups have at most mostItems items and mostBuffers buffers, and no merge may make two
// groups wait for each other.
const (
	mostItems    = 192
	mostBuffers  = 64
	mostPasses   = 8
	mostWeight   = 6000 // values of the loop IR
	repeatWeight = 12
	rowBytes     = 384 << 10
	mostOutputs  = 12 // of groups that merge only because they read the same
)

// schedule makes groups and puts them in an order in which they can run.
func (p *plan) schedule() []*group {
	groups := make([]*group, len(p.items))
	for k, i := range p.items {
		if groups[k] = alone(i); i.kind == reduction && !groups[k].walkable() {
			p.leave(i)
			groups[k] = alone(i)
		}
	}
	for round := 0; round < 4; round++ {
		changed := p.vertical()
		changed = p.horizontal() || changed
		if !changed {
			break
		}
	}
	return p.ordered()
}

// pair is two groups that could merge.
type pair struct {
	a, b  *group // a before b
	saved int64  // bytes
}

// vertical merges writers with readers.
func (p *plan) vertical() (changed bool) {
	for {
		var pairs []pair
		seen := map[[2]*group]int{}
		for _, i := range p.items {
			if !i.group.fuses() {
				continue
			}
			for k, v := range i.in {
				d := v.root().def
				if d == nil || d.group == i.group || !d.group.fuses() || slices.Contains(i.in[:k], v) {
					continue
				}
				key := [2]*group{d.group, i.group}
				at, known := seen[key]
				if !known {
					at = len(pairs)
					seen[key] = at
					pairs = append(pairs, pair{a: d.group, b: i.group})
				}
				pairs[at].saved += p.bytes(v)
			}
		}
		if !p.mergeBest(pairs, "uses") {
			return changed
		}
		changed = true
	}
}

// horizontal merges groups that read the same.
func (p *plan) horizontal() (changed bool) {
	for {
		var pairs []pair
		seen := map[[2]*group]int{}
		for _, v := range p.values {
			if v.base != nil || len(v.users) < 2 {
				continue
			}
			var readers []*group
			for _, u := range v.users {
				if u.group.fuses() && !slices.Contains(readers, u.group) {
					readers = append(readers, u.group)
				}
			}
			if len(readers) > 8 {
				readers = readers[:8]
			}
			for k, a := range readers {
				for _, b := range readers[k+1:] {
					if a.first > b.first {
						a, b = b, a
					}
					key := [2]*group{a, b}
					at, known := seen[key]
					if !known {
						at = len(pairs)
						seen[key] = at
						pairs = append(pairs, pair{a: a, b: b})
					}
					pairs[at].saved += p.bytes(v)
				}
			}
		}
		if !p.mergeBest(pairs, "reads what is read by") {
			return changed
		}
		changed = true
	}
}

// mergeBest tries pairs, those that save most first. A group that has changed waits for the next call.
func (p *plan) mergeBest(pairs []pair, why string) (changed bool) {
	slices.SortStableFunc(pairs, func(a, b pair) int {
		switch {
		case a.saved != b.saved:
			if a.saved > b.saved {
				return -1
			}
			return 1
		default: // near ones first
			return (a.b.first - a.a.last) - (b.b.first - b.a.last)
		}
	})
	touched := map[*group]bool{}
	for _, c := range pairs {
		if touched[c.a] || touched[c.b] {
			continue
		}
		key := [2]*group{c.a, c.b}
		if p.refused[key] {
			continue
		}
		var m *group
		var reason string
		if why == "uses" {
			m, reason = p.fuse(c.a, c.b)
		} else {
			m, reason = p.join(c.a, c.b)
		}
		if m == nil {
			p.refused[key] = true
			p.decide("%s | %s apart: %s (%d bytes)", c.a.describe(), c.b.describe(), reason, c.saved)
			continue
		}
		p.decide("%s + %s: the second %s the first, %d bytes saved", c.a.describe(), c.b.describe(), why, c.saved)
		touched[c.a], touched[c.b], touched[m] = true, true, true
		c.a.gone, c.b.gone = true, true
		changed = true
	}
	return changed
}

func (p *plan) decide(format string, args ...any) {
	if p.explain {
		p.log = append(p.log, fmt.Sprintf(format, args...))
	}
}

// describe is a group for the log.
func (g *group) describe() string {
	var names []string
	for _, i := range g.items {
		if len(names) == 4 {
			names = append(names, "…")
			break
		}
		names = append(names, i.name)
	}
	return fmt.Sprintf("%s#%d", strings.Join(names, ","), g.items[0].id)
}

// fuse merges a writer with a reader.
func (p *plan) fuse(a, b *group) (*group, string) {
	x, y, match, taken, reason := connect(a, b)
	if reason != "" {
		return nil, reason
	}
	return p.merge(a, b, x, y, match, taken)
}

// connect matches the axes of two groups by what one of them makes and the other reads; match gives for each axis of a that of b, or -1. Where a
// view between them joins or splits dimensions, x and y are the groups with axes in finer parts.
func connect(a, b *group) (x, y *group, match []int, taken []bool, reason string) {
	x, y = a, b
	for range 8 {
		match, taken = make([]int, len(x.axes)), make([]bool, len(y.axes))
		for k := range match {
			match[k] = -1
		}
		ofX, ofY, reason := cross(x, y, a, b, match, taken)
		switch {
		case ofX != nil:
			x = x.refined(ofX)
		case ofY != nil:
			y = y.refined(ofY)
		default:
			return x, y, match, taken, reason
		}
	}
	return x, y, match, taken, "too many shapes"
}

// cross goes through all that one of two groups reads of the other; x and y are a and b, perhaps refined.
func cross(x, y, a, b *group, match []int, taken []bool) (ofX, ofY *refinement, reason string) {
	for _, i := range y.items {
		for _, v := range i.in {
			d := v.root().def
			if v.def != d && v.def != nil && v.def.group == a {
				return nil, nil, "memory changes in between"
			}
			if d == nil || d.group != a {
				continue
			}
			if v.def != d {
				return nil, nil, "memory changes in between"
			}
			read, ok, finer := y.access(i, v)
			if !ok {
				return nil, finer, v.name + " is seen in another shape"
			}
			if ofX, ofY, reason = agree(x, y, x.outPlace(d), read, match, taken); reason != "" {
				return ofX, ofY, reason
			}
		}
	}
	for _, i := range x.items {
		for _, v := range i.in {
			d := v.root().def
			if v.def != d && v.def != nil && v.def.group == b {
				return nil, nil, "memory changes in between"
			}
			if d == nil || d.group != b {
				continue
			}
			if v.def != d {
				return nil, nil, "memory changes in between"
			}
			read, ok, finer := x.access(i, v)
			if !ok {
				return finer, nil, v.name + " is seen in another shape"
			}
			if ofX, ofY, reason = agree(x, y, read, y.outPlace(d), match, taken); reason != "" {
				return ofX, ofY, reason
			}
		}
	}
	return nil, nil, ""
}

// join merges groups that read the same value at what may be the same elements.
func (p *plan) join(a, b *group) (*group, string) {
	x, y, match, taken, reason := connect(a, b)
	if reason != "" {
		return nil, reason
	}
	if !shares(x, y, match, taken) {
		return nil, "nothing is read alike"
	}
	outputs := 0
	for _, g := range []*group{a, b} {
		for _, i := range g.items {
			if g.kept(i) {
				outputs++
			}
		}
	}
	if outputs > mostOutputs {
		return nil, "too many results"
	}
	return p.merge(a, b, x, y, match, taken)
}

// shares matches the axes of two groups by the first value that both read alike.
func shares(x, y *group, match []int, taken []bool) bool {
	for _, i := range y.items {
		for _, v := range i.in {
			for _, j := range x.items {
				for _, w := range j.in {
					if w.root() != v.root() {
						continue
					}
					from, ok, _ := x.access(j, w)
					to, ok2, _ := y.access(i, v)
					if !ok || !ok2 {
						continue
					}
					m, t := slices.Clone(match), slices.Clone(taken)
					if _, _, reason := agree(x, y, from, to, m, t); reason == "" {
						copy(match, m)
						copy(taken, t)
						return true
					}
				}
			}
		}
	}
	return false
}

// agree matches the axes of a value where it is in x with those where it is in y.
func agree(x, y *group, from, to place, match []int, taken []bool) (ofX, ofY *refinement, reason string) {
	for d := range from {
		i, j := from[d], to[d]
		if len(i.terms) != len(j.terms) {
			// One axis on one side, its parts on the other.
			if len(i.terms) == 1 && i.axis() >= 0 {
				ofX = parts(j, y, i.axis(), x.axes[i.axis()])
			} else if len(j.terms) == 1 && j.axis() >= 0 {
				ofY = parts(i, x, j.axis(), y.axes[j.axis()])
			}
			return ofX, ofY, "other elements are read"
		}
		if i.start != j.start {
			return nil, nil, "other elements are read"
		}
		for _, t := range i.terms {
			k := slices.IndexFunc(j.terms, func(u term) bool { return u.coef == t.coef })
			if k < 0 {
				return nil, nil, "other elements are read"
			}
			a, b := t.axis, j.terms[k].axis
			if match[a] == b {
				continue
			}
			if match[a] >= 0 || taken[b] {
				return nil, nil, "elements are read in two orders"
			}
			match[a], taken[b] = b, true
		}
	}
	return nil, nil, ""
}

// parts is the refinement of an axis of size n into the axes of an index that runs over as much.
func parts(i index, g *group, axis int, n symbolic.Int) *refinement {
	if i.start != zero || len(i.terms) < 2 {
		return nil
	}
	step := one
	var sizes []symbolic.Int
	for range i.terms {
		k := slices.IndexFunc(i.terms, func(t term) bool { return t.coef == step })
		if k < 0 {
			return nil
		}
		size := g.axes[i.terms[k].axis]
		sizes = append([]symbolic.Int{size}, sizes...)
		step = step.Mul(size)
	}
	if step != n {
		return nil
	}
	return &refinement{axis, sizes}
}

// merge makes one group of two, whose axes (those of x and y, which are a and b, perhaps refined) are matched as far as they must be; nil and
// why where it is no kernel.
func (p *plan) merge(of, with, a, b *group, match []int, taken []bool) (*group, string) {
	for x, y := range match {
		if y >= 0 && a.axes[x] != b.axes[y] {
			return nil, "sizes that differ"
		}
	}
	// The rest by size, in order, reduced with reduced ones where both reduce.
	for x := range match {
		for y := 0; match[x] < 0 && y < len(b.axes); y++ {
			if !taken[y] && a.axes[x] == b.axes[y] && (!a.rows || !b.rows || a.reduced[x] == b.reduced[y]) {
				match[x], taken[y] = y, true
			}
		}
	}
	m := &group{id: a.id, items: mergedItems(a, b), axes: slices.Clone(b.axes), reduced: slices.Clone(b.reduced), rows: a.rows || b.rows,
		first: min(a.first, b.first), last: max(a.last, b.last), places: make(map[*item]place, len(a.places)+len(b.places))}
	for x, y := range match {
		if y < 0 {
			match[x] = len(m.axes)
			m.axes, m.reduced = append(m.axes, a.axes[x]), append(m.reduced, a.reduced[x])
		} else if a.rows && !b.rows {
			m.reduced[y] = a.reduced[x]
		}
	}
	if a.rows && b.rows {
		for x, y := range match {
			if a.reduced[x] != m.reduced[y] {
				return nil, "rows in other directions"
			}
		}
		if a.reducedAxes() != b.reducedAxes() || b.reducedAxes() != m.reducedAxes() {
			return nil, "rows in other directions"
		}
	}
	for i, at := range a.places {
		m.places[i] = at.renamed(match)
	}
	for i, at := range b.places {
		m.places[i] = at
	}
	if reason := p.fits(m, of, with); reason != "" {
		return nil, reason
	}
	if p.waits(of, with) {
		return nil, "each would wait for the other"
	}
	for _, i := range m.items {
		i.group = m
	}
	return m, ""
}

// fits checks that a merged group is a kernel that pays.
func (p *plan) fits(m *group, parts ...*group) string {
	if len(m.items) > mostItems {
		return "too many items"
	}
	weight := 0
	for _, i := range m.items {
		weight += i.weight
	}
	if weight > mostWeight {
		return "too much work"
	}
	// Until it is known that the group stays, its items say that they belong to its parts.
	for _, i := range m.items {
		i.group = m
	}
	defer func() {
		for _, g := range parts {
			for _, i := range g.items {
				i.group = g
			}
		}
	}()
	buffers := map[*value]bool{}
	for _, i := range m.items {
		elements, rows := m.covers(i)
		kept := m.kept(i)
		if kept {
			buffers[i.out] = true
			if !elements && !rows {
				return i.out.name + " would be stored again and again"
			}
		}
		if i.kind == reduction {
			on := m.places[i].axes(len(m.axes))
			if slices.Contains(on, false) {
				return i.out.name + " would be reduced again and again"
			}
		} else if !elements && !rows && !m.perRow(i) && i.weight > repeatWeight {
			return i.out.name + " would be computed again and again"
		}
		for _, v := range i.in {
			if d := v.root().def; d == nil || m.places[d] == nil {
				buffers[v] = true
			}
		}
		if reason := m.writesSafely(i); reason != "" {
			return reason
		}
	}
	if len(buffers) > mostBuffers {
		return "too many buffers"
	}
	if m.rows && m.scatters() {
		return "elements that an index places are written one by one"
	}
	if m.scans() && m.reducedAxes() != 1 {
		return "what is taken in order has one dimension"
	}
	if m.rows {
		if !m.walkable() {
			return "its rows have too many dimensions"
		}
		if _, passes := m.levels(); passes > mostPasses {
			return "too many passes"
		} else if passes > 1 {
			if n := p.rowBytes(m); n > rowBytes {
				return fmt.Sprintf("rows of %d bytes do not stay in the cache for another pass", n)
			}
		}
	}
	return ""
}

// walkable says whether the reduced axes come down to two that can be walked, as kernels need it: axes in which all buffers run on merge.
func (g *group) walkable() bool {
	var axes []int
	for a, r := range g.reduced {
		if r {
			axes = append(axes, a)
		}
	}
	if len(axes) <= 2 {
		return true
	}
	left := len(axes)
	for k := range axes[1:] {
		outer, inner := axes[k], axes[k+1]
		joined := true
		check := func(v *value, at place) {
			along := [2]symbolic.Int{}
			for d, i := range at {
				for _, t := range i.terms {
					for side, a := range []int{outer, inner} {
						if t.axis == a {
							along[side] = along[side].Add(t.coef.Mul(v.meta.Strides[d]))
						}
					}
				}
			}
			joined = joined && along[0] == along[1].Mul(g.axes[inner])
		}
		for _, i := range g.items {
			for _, v := range i.in {
				if d := v.root().def; d == nil || g.places[d] == nil {
					check(v, g.inPlace(i, v))
				}
			}
			if g.kept(i) {
				check(i.out, g.outPlace(i))
			}
		}
		if joined {
			left--
		}
	}
	return left <= 2
}

// writesSafely checks that a member that writes into an input meets only reads of the element that it writes, in one pass.
func (g *group) writesSafely(w *item) string {
	if w.out.input < 0 {
		return ""
	}
	to := g.outPlace(w)
	for _, i := range g.items {
		for _, v := range i.in {
			if r := v.root(); r.input != w.out.input {
				continue
			}
			at, ok, _ := g.access(i, v)
			if g.rows || !ok || !at.equal(to) {
				return w.out.name + " would write over what is still read"
			}
		}
	}
	return ""
}

// rowBytes is what one row reads and writes.
func (p *plan) rowBytes(g *group) int64 {
	length := int64(1)
	for a, n := range g.axes {
		if g.reduced[a] {
			length *= max(p.hint(n), 1)
		}
	}
	total := int64(0)
	seen := map[*value]bool{}
	add := func(v *value, at place) {
		if seen[v] {
			return
		}
		seen[v] = true
		each := int64(0)
		for d, i := range at {
			for _, t := range i.terms {
				if !g.reduced[t.axis] {
					continue
				}
				size := int64(v.meta.DType.Size())
				if stride, ok := v.meta.Strides[d].Const(); ok && stride == 1 {
					size = -size // contiguous along the row
				}
				if each >= 0 {
					each = size
				}
			}
		}
		if each > 0 {
			each = 64
		}
		total += max(each, -each) * length
	}
	for _, i := range g.items {
		for _, v := range i.in {
			if d := v.root().def; d == nil || g.places[d] == nil {
				add(v, g.inPlace(i, v))
			}
		}
		if g.kept(i) {
			add(i.out, g.outPlace(i))
		}
	}
	return total
}

// needs visits the groups that must run before g.
func (g *group) needs(visit func(*group)) {
	for _, i := range g.items {
		for _, v := range i.in {
			if d := v.root().def; d != nil && d.group != g {
				visit(d.group)
			}
			if v.def != nil && v.def.group != g {
				visit(v.def.group)
			}
		}
		for _, d := range i.after {
			if d.group != g {
				visit(d.group)
			}
		}
	}
}

// waits says whether b depends on a, or a on b, by way of a third group.
func (p *plan) waits(a, b *group) bool {
	seen := map[*group]bool{a: true, b: true}
	found := false
	var walk func(g, goal *group)
	walk = func(g, goal *group) {
		g.needs(func(d *group) {
			if d == goal && g != a && g != b {
				found = true
			}
			if !found && !seen[d] {
				seen[d] = true
				walk(d, goal)
			}
		})
	}
	walk(b, a)
	clear(seen)
	seen[a], seen[b] = true, true
	if !found {
		walk(a, b)
	}
	return found
}

// ordered lists the groups so that each comes after what it needs, and otherwise in the order of the program.
func (p *plan) ordered() []*group {
	var list []*group
	done := map[*group]bool{}
	var visit func(g *group)
	visit = func(g *group) {
		if done[g] {
			return
		}
		done[g] = true
		var needs []*group
		g.needs(func(d *group) { needs = append(needs, d) })
		slices.SortFunc(needs, func(a, b *group) int { return a.first - b.first })
		for _, d := range needs {
			visit(d)
		}
		list = append(list, g)
	}
	for _, i := range p.items {
		visit(i.group)
	}
	return list
}
