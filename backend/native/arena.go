package native

import "slices"

// Temporaries lie in one block of memory for each call in progress: those that do not live at the same time share bytes. They begin at multiples of
// 64 bytes; large ones also at different distances from multiples of a page, since arrays that begin alike get into each
// other's way in the first-level cache.
const (
	arenaAlign  = 64
	largeBuffer = 64 << 10
	stagger     = 256
)

// lifetime is a temporary: the steps from the one that makes it to the last that uses it.
type lifetime struct {
	v           *value
	bytes       int
	first, last int
	offset      int
}

// place puts the temporaries of a binding into the arena, the largest first, each at the lowest place that is free in its time.
func (b *binding) place() {
	p := b.program
	live := map[*value]*lifetime{}
	var list []*lifetime
	for s, step := range p.steps {
		touch := func(v *value, makes bool) {
			v = v.root()
			if l := live[v]; l != nil {
				l.last = s
				return
			}
			if makes && v.def != nil && !p.once[v] && !v.def.allocates() && !v.escapes && v.input < 0 {
				l := &lifetime{v: v, bytes: b.bytesOf(v), first: s, last: s}
				live[v] = l
				list = append(list, l)
			}
		}
		if step.kernel != nil {
			for _, buf := range step.kernel.bufs {
				touch(buf.root, true)
			}
			continue
		}
		for _, v := range step.item.in {
			touch(v, false)
		}
		step.item.eachOut(func(v *value) { touch(v, true) })
	}
	slices.SortStableFunc(list, func(x, y *lifetime) int { return y.bytes - x.bytes })
	large := 0
	for n, l := range list {
		size := (l.bytes + arenaAlign - 1) &^ (arenaAlign - 1)
		shift := 0
		if l.bytes >= largeBuffer {
			shift = large * stagger % 4096
			large++
		}
		var taken [][2]int
		for _, o := range list[:n] {
			if o.first <= l.last && l.first <= o.last {
				taken = append(taken, [2]int{o.offset, o.offset + (o.bytes+arenaAlign-1)&^(arenaAlign-1)})
			}
		}
		slices.SortFunc(taken, func(x, y [2]int) int { return x[0] - y[0] })
		at := shift
		for _, t := range taken {
			if at+size <= t[0] {
				break
			}
			at = max(at, t[1]+(shift-t[1]%4096+4096)%4096*boolInt(l.bytes >= largeBuffer))
		}
		l.offset = at
		b.arena = max(b.arena, at+size)
		f := b.forms[l.v]
		f.arena = at
		b.forms[l.v] = f
	}
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
