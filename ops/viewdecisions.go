package ops

import (
	"slices"

	"github.com/magneto-go/magneto/symbolic"
)

// settleView asks of the sizes of a view what PyTorch's walk over its dimensions asks of them, so that a trace relies on the same: from the front, a dimension is
// left as it is where it has the new size, else as many of them as a multiple of the new size takes are made one, which is split. What depends on data is not asked.
func settleView(ctx *Context, from, to []symbolic.Int) {
	if env := ctx.sizeEnv(); env == nil || len(from) == 0 || len(to) < 2 || len(from) == 1 && len(to) == 2 || equalSyms(from, to) || ofData(env, from) || ofData(env, to) {
		return
	}
	count, product := one, one
	for _, n := range from {
		count = count.Mul(n)
	}
	for _, n := range to {
		product = product.Mul(n)
	}
	w := &viewWalk{ctx: ctx, sizes: append([]symbolic.Int(nil), from...)}
	if empty, ok := w.ask(count.Eq(zero)); empty || !ok {
		return
	}
	if _, ok := w.ask(count.Eq(product)); !ok {
		return
	}
	for place, length := range to {
		if place >= len(w.sizes) || !w.step(place, length) {
			return
		}
	}
}

// ofData tells whether one of some sizes depends on data.
func ofData(env Env, sizes []symbolic.Int) bool {
	e, ok := env.(interface{ OfData(symbolic.Int) bool })
	return ok && slices.ContainsFunc(sizes, func(n symbolic.Int) bool { return n.IsSymbolic() && e.OfData(n) })
}

// viewWalk is the walk, with the sizes as they are so far.
type viewWalk struct {
	ctx   *Context
	sizes []symbolic.Int
}

// ask decides a condition; ok is false where it depends on data.
func (w *viewWalk) ask(b symbolic.Bool) (yes, ok bool) {
	if c, known := b.Const(); known {
		return c, true
	}
	if _, open := w.ctx.undecided(b); open {
		return false, false
	}
	return w.ctx.is(b), true
}

// step makes the dimension at a place as long as is wanted; it says whether the walk goes on.
func (w *viewWalk) step(place int, length symbolic.Int) bool {
	same, ok := w.equal(length, w.sizes[place])
	if same || !ok {
		return ok
	}
	total, end := w.sizes[place], place
	for {
		whole, ok := w.multiple(total, length)
		if !ok {
			return false
		}
		if whole {
			break
		}
		if end++; end >= len(w.sizes) {
			return false
		}
		total = total.Mul(w.sizes[end])
	}
	rest := append([]symbolic.Int{total}, w.sizes[end+1:]...)
	same, ok = w.equal(total, length)
	if ok && !same {
		rest = append([]symbolic.Int{length, total.FloorDiv(length)}, w.sizes[end+1:]...)
	}
	w.sizes = append(w.sizes[:place:place], rest...)
	return ok
}

// equal tells whether two sizes are the same.
func (w *viewWalk) equal(a, b symbolic.Int) (yes, ok bool) {
	if exceeds(a, b) || exceeds(b, a) {
		return false, true
	}
	return w.ask(a.Eq(b))
}

// exceeds tells whether a size is seen to be a product of another one and of others, of which each is 2 or more.
func exceeds(a, b symbolic.Int) bool {
	n, known := a.Mod(b).Const()
	if !known || n != 0 || a == b {
		return false
	}
	c, constant := b.Const()
	return !constant || c > 1
}

// multiple tells whether a size is a multiple of another one.
func (w *viewWalk) multiple(total, length symbolic.Int) (yes, ok bool) {
	if exceeds(length, total) {
		return false, true
	}
	if c, known := total.Const(); known && c == 1 { // a multiple of 1 alone, which ranges decide
		return w.equal(length, one)
	}
	return w.ask(total.Mod(length).Eq(zero))
}
