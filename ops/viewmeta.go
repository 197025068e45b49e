package ops

import (
	"slices"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// This file gives the geometry of views: sizes, strides and offset from those of the base.

// withGeometry is a view description of f with other sizes and strides.
func withGeometry(f *Fake, sizes, strides []symbolic.Int, offset symbolic.Int) *Fake {
	return &Fake{Sizes: sizes, Strides: strides, Offset: offset, DType: f.DType, Device: f.Device, Conj: f.Conj, Neg: f.Neg}
}

// inferSize replaces a -1 among sizes; numel is the number of elements to fit.
func inferSize(ctx *Context, sizes []symbolic.Int, numel symbolic.Int) []symbolic.Int {
	out := append([]symbolic.Int(nil), sizes...)
	hole := -1
	product := one
	for i, s := range sizes {
		c, ok := s.Const()
		if !ok && ctx.isHole(s) {
			c, ok = -1, true
		}
		if ok && c == -1 {
			check(hole < 0, "only one dimension can be inferred")
			hole = i
			continue
		} else if ok && c < 0 {
			throwRuntime("invalid shape dimension %d at index %d of shape %s", c, i, sizesText(sizes))
		} else if !ok && ctx.Numbers() != nil {
			checkGiven(ctx, nil, s)
		}
		product = product.Mul(s)
	}
	if hole >= 0 {
		if pc, ok := product.Const(); ok && pc == 0 || !ok && ctx.is(product.Eq(zero)) {
			if n, known := numel.Const(); known && n != 0 {
				throwRuntime("shape '%s' is invalid for input of size %s", sizesText(sizes), numel)
			}
			throwRuntime("cannot reshape tensor of 0 elements into shape %s because the unspecified dimension size -1 can be any value and is ambiguous", sizesText(sizes))
		}
		if pc, ok := product.Const(); !ok || pc != 1 {
			if !ctx.expect(numel.Mod(product).Eq(zero)) {
				throwRuntime("shape '%s' is invalid for input of size %s", sizesText(sizes), numel)
			}
		}
		out[hole] = numel.FloorDiv(product)
		return out
	}
	if product != numel && !ctx.expect(product.Eq(numel)) {
		throwRuntime("shape '%s' is invalid for input of size %s", sizesText(sizes), numel)
	}
	return out
}

// isHole says whether a number that a script chooses stands for the size to be inferred; what depends on data does not.
func (ctx *Context) isHole(s symbolic.Int) bool {
	if c, ok := s.Const(); ok {
		return c == -1
	}
	hole := s.Eq(symbolic.IntOf(-1))
	if ctx.sizeEnv() == nil {
		return false
	}
	if _, open := ctx.undecided(hole); open {
		return false
	}
	return ctx.is(hole)
}

// viewStrides finds strides for the same elements in other sizes, or says that a copy is needed.
func viewStrides(ctx *Context, f *Fake, sizes []symbolic.Int) ([]symbolic.Int, bool) {
	if equalSyms(f.Sizes, sizes) {
		return append([]symbolic.Int(nil), f.Strides...), true
	}
	numel := f.Numel()
	if n, ok := numel.Const(); (ok && n == 0) || isContiguousFake(f) {
		return contiguousStrides(sizes), true
	}
	out := make([]symbolic.Int, len(sizes))
	if len(f.Sizes) == 0 {
		for i := range out {
			out[i] = one
		}
		return out, true
	}
	at := len(sizes) - 1
	chunkStride := f.Strides[len(f.Strides)-1]
	tensorNumel, viewNumel := one, one
	for d := len(f.Sizes) - 1; d >= 0; d-- {
		tensorNumel = tensorNumel.Mul(f.Sizes[d])
		if d > 0 && (isOne(ctx, f.Sizes[d-1]) || f.Strides[d-1] == tensorNumel.Mul(chunkStride) || ctx.is(f.Strides[d-1].Eq(tensorNumel.Mul(chunkStride)))) {
			continue
		}
		for at >= 0 && (ctx.is(viewNumel.Lt(tensorNumel)) || isOne(ctx, sizes[at])) {
			out[at] = viewNumel.Mul(chunkStride)
			viewNumel = viewNumel.Mul(sizes[at])
			at--
		}
		if viewNumel != tensorNumel && !ctx.is(viewNumel.Eq(tensorNumel)) {
			return nil, false
		}
		if d > 0 {
			chunkStride = f.Strides[d-1]
			tensorNumel, viewNumel = one, one
		}
	}
	return out, at == -1
}

func viewMeta(ctx *Context, a Args) []*Fake {
	f := a.fake(0)
	sizes := inferSize(ctx, a.syms(1), f.Numel())
	settleView(ctx, f.Sizes, sizes)
	strides, ok := viewStrides(ctx, f, sizes)
	check(ok, "view size is not compatible with input tensor's size and stride (at least one dimension spans across two contiguous subspaces). Use .reshape(...) instead.")
	return fakes(withGeometry(f, sizes, strides, f.Offset))
}

func reshapeDecomp(ctx *Context, a Args) []Value {
	f := a.fake(0)
	sizes := inferSize(ctx, a.syms(1), f.Numel())
	if isContiguousFake(f) {
		return ctx.call("view", a[0], a[1]) // with the size -1 as it was given, as PyTorch does
	}
	if strides, ok := viewStrides(ctx, f, sizes); ok {
		if t, real := a[0].(*tensor.Tensor); real && ctx.IsPlain() && !t.IsMeta() && !IsWrapped(t) { // who looks at operators is shown a view
			return ctx.call("_reshape_alias", a[0], sizeList(sizes), sizeList(strides))
		}
		return ctx.call("view", a[0], sizeList(sizes))
	}
	return ctx.call("_unsafe_view", ctx.call1("clone", a[0], tensor.ContiguousFormat), sizeList(sizes))
}

func viewBack(ctx *Context, s *Saved, g []Value) []Value {
	return []Value{ctx.reshape(g[0], s.InMeta(0).Sizes)}
}

func permuteMeta(f *Fake, dims []int) *Fake {
	sizes, strides := make([]symbolic.Int, len(dims)), make([]symbolic.Int, len(dims))
	for i, d := range dims {
		sizes[i], strides[i] = f.Sizes[d], f.Strides[d]
	}
	return withGeometry(f, sizes, strides, f.Offset)
}

func permuteDims(a Args) []int {
	dims := a.ints(1)
	n := dimOf(a[0])
	check(len(dims) == n, "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired ordering of dimensions i.e. input.dim() = %d is not equal to len(dims) = %d", n, len(dims))
	out := make([]int, n)
	seen := make([]bool, n)
	for i, d := range dims {
		out[i] = wrapDim(d, n)
		check(!seen[out[i]], "permute(): duplicate dims are not allowed.")
		seen[out[i]] = true
	}
	return out
}

func swap(n, d0, d1 int) []int {
	dims := make([]int, n)
	for i := range dims {
		dims[i] = i
	}
	if n > 0 {
		dims[d0], dims[d1] = d1, d0
	}
	return dims
}

func transposeMeta(ctx *Context, a Args) []*Fake {
	f := a.fake(0)
	d0, d1 := wrapDim(a.int(1), len(f.Sizes)), wrapDim(a.int(2), len(f.Sizes))
	return fakes(permuteMeta(f, swap(len(f.Sizes), d0, d1)))
}

func expandMeta(ctx *Context, a Args) []*Fake {
	f := a.fake(0)
	want := a.syms(1)
	if ctx.Numbers() != nil {
		checkGiven(ctx, nil, slices.DeleteFunc(slices.Clone(want), func(n symbolic.Int) bool { return !n.IsSymbolic() })...)
	}
	lead := len(want) - len(f.Sizes)
	check(lead >= 0, "expand(%s{%s}, size=%s): the number of sizes provided (%d) must be greater or equal to the number of dimensions in the tensor (%d)", LegacyTypeName(f.DType), sizesText(f.Sizes), sizesText(want), len(want), len(f.Sizes))
	sizes, strides := make([]symbolic.Int, len(want)), make([]symbolic.Int, len(want))
	if len(f.Sizes) == 0 {
		copy(sizes, want) // nothing to step over
		return fakes(withGeometry(f, sizes, strides, f.Offset))
	}
	for i := len(want) - 1; i >= 0; i-- {
		size, stride := one, zero
		if i >= lead {
			size, stride = f.Sizes[i-lead], f.Strides[i-lead]
		}
		target := want[i]
		if ctx.isHole(target) {
			check(i >= lead, "The expanded size of the tensor (-1) isn't allowed in a leading, non-existing dimension %d", i)
			target = size
		}
		if size != target {
			if i >= lead && !isOne(ctx, size) {
				if !ctx.is(size.Eq(target)) {
					throwRuntime("The expanded size of the tensor (%s) must match the existing size (%s) at non-singleton dimension %d.  Target sizes: %s.  Tensor sizes: %s", target, size, i, sizesText(want), sizesText(f.Sizes))
				}
			} else {
				checkGiven(ctx, want[i:i+1], target)
				isOne(ctx, target)
				stride = zero
			}
			size = target
		} else if i < lead {
			if isOne(ctx, size) {
				// a new leading dimension of size 1 steps over the whole of the next one
				if i+1 < len(want) {
					stride = sizes[i+1].Mul(strides[i+1])
				} else {
					stride = one
				}
			}
		}
		sizes[i], strides[i] = size, stride
	}
	return fakes(withGeometry(f, sizes, strides, f.Offset))
}

func selectMeta(ctx *Context, a Args) []*Fake {
	f := a.fake(0)
	if len(f.Sizes) == 0 {
		throw("IndexError", "select() cannot be applied to a 0-dim tensor.")
	}
	d := wrapDim(a.int(1), len(f.Sizes))
	i := a.sym(2)
	size := f.Sizes[d]
	if env, ok := ctx.fakeEnv.(orderingEnv); ok && (env.OfData(i) || env.Unordered(i, size)) {
		offset := f.Offset.Add(i.Mul(f.Strides[d]))
		if !env.AtMost(zero, i) {
			offset = env.FreshUnbacked("item")
		}
		return fakes(withGeometry(f, without(f.Sizes, d), without(f.Strides, d), offset))
	}
	if _, open := ctx.undecided(i.Lt(zero), i.Lt(size)); open { // where in its memory the part begins is known when it runs
		return fakes(withGeometry(f, without(f.Sizes, d), without(f.Strides, d), f.Offset.Add(i.Mul(f.Strides[d]))))
	}
	if ctx.is(i.Lt(zero)) {
		if ctx.is(i.Lt(size.Neg())) {
			throw("IndexError", "select(): index %s out of range for tensor of size %s at dimension %d", i, sizesText(f.Sizes), d)
		}
		i = i.Add(size)
	} else if !ctx.expect(i.Lt(size)) {
		throw("IndexError", "select(): index %s out of range for tensor of size %s at dimension %d", i, sizesText(f.Sizes), d)
	}
	return fakes(withGeometry(f, without(f.Sizes, d), without(f.Strides, d), f.Offset.Add(i.Mul(f.Strides[d]))))
}

func without(s []symbolic.Int, d int) []symbolic.Int {
	out := make([]symbolic.Int, 0, len(s)-1)
	out = append(out, s[:d]...)
	return append(out, s[d+1:]...)
}

func insertAt(s []symbolic.Int, d int, v symbolic.Int) []symbolic.Int {
	out := make([]symbolic.Int, 0, len(s)+1)
	out = append(out, s[:d]...)
	out = append(out, v)
	return append(out, s[d:]...)
}

const maxInt64 = int64(1<<63 - 1)

// sliceBounds normalises start and end as Python does.
func sliceBounds(ctx *Context, size symbolic.Int, start, end Value) (lo, hi symbolic.Int) {
	lo, hi = zero, size
	clampTo := func(v symbolic.Int) symbolic.Int {
		if c, ok := v.Const(); ok && c == maxInt64 {
			return size
		}
		if v == size {
			return size
		}
		if ctx.is(v.Lt(zero)) {
			v = v.Add(size)
			if ctx.is(v.Lt(zero)) {
				return zero
			}
			return v
		}
		beyond := v.Gt(size)
		if _, constant := v.Const(); constant {
			beyond = size.Lt(v)
		}
		if ctx.is(beyond) {
			return size
		}
		return v
	}
	if start != nil {
		lo = clampTo(toSym(start))
	}
	if end != nil {
		hi = clampTo(toSym(end))
	}
	if ctx.is(hi.Lt(lo)) {
		hi = lo
	}
	return lo, hi
}

// sliceOfUnknown is the size of a slice whose bounds depend on data, so that nothing tells which of them lie within the dimension: that of a slice
// from the front up to a number that is no less than 0 is known, others are numbers of their own.
func (ctx *Context) sliceOfUnknown(size symbolic.Int, start, end Value, step symbolic.Int) (n symbolic.Int, open bool) {
	lo, hi := zero, size
	if start != nil {
		lo = toSym(start)
	}
	if c, ok := toSym(orDefault(end, maxInt64)).Const(); !ok || c != maxInt64 {
		hi = toSym(end)
	}
	env, open := ctx.undecided(lo.Lt(zero), size.Lt(lo), hi.Lt(zero), hi.Gt(size))
	if !open {
		return size, false
	}
	if c, ok := lo.Const(); ok && c == 0 && step == one && !env.Undecided(hi.Lt(zero)) && !ctx.is(hi.Lt(zero)) {
		return hi.Min(size), true
	}
	return env.Unknown("slice", size), true
}

// sliceOfData is the size and the begin of a slice from one constant to another of a size that depends on data: bounds that may lie beyond it are cut off there.
func (ctx *Context) sliceOfData(size symbolic.Int, start, end Value) (n, lo symbolic.Int, open bool) {
	env, ok := ctx.fakeEnv.(interface {
		NumberEnv
		OfData(n symbolic.Int) bool
	})
	if !ok || !size.IsSymbolic() || !env.OfData(size) {
		return n, lo, false
	}
	bound := func(v Value, otherwise symbolic.Int) (symbolic.Int, bool) {
		if v == nil {
			return otherwise, true
		}
		s := toSym(v)
		c, constant := s.Const()
		switch {
		case !constant:
			return s, false
		case c == 0:
			return zero, true
		case c == maxInt64:
			return size, true
		case c < 0:
			return zero.Max(size.Add(s)), true
		}
		return s.Min(size), true
	}
	lo, known := bound(start, zero)
	hi, alsoKnown := bound(end, size)
	if !known || !alsoKnown {
		return n, lo, false
	}
	if c, constant := lo.Const(); constant && c == 0 {
		return hi, lo, true
	}
	return zero.Max(hi.Sub(lo)), lo, true
}

// orderingEnv is an environment that says whether it is not known where a number lies between 0 and a size, and what is known to be at most something.
type orderingEnv interface {
	NumberEnv
	Unordered(n, size symbolic.Int) bool
	OfData(n symbolic.Int) bool
	AtMost(n, most symbolic.Int) bool
}

// sliceOfUnordered is a slice from a begin or to an end that depends on data, or of which it is not known where it lies: what is known not to be negative is cut off at the size.
func (ctx *Context) sliceOfUnordered(f *Fake, d int, step symbolic.Int, a Args) (s *Fake, open bool) {
	env, ok := ctx.fakeEnv.(orderingEnv)
	if !ok {
		return nil, false
	}
	size := f.Sizes[d]
	unordered := func(i int) bool { return a[i] != nil && env.Unordered(a.sym(i), size) }
	fromUnordered, toUnordered := unordered(2), unordered(3)
	ofData := func(i int) bool { return a[i] != nil && env.OfData(a.sym(i)) }
	if !fromUnordered && !toUnordered && !ofData(2) && !ofData(3) {
		return nil, false
	}
	bound := func(i int, otherwise symbolic.Int, unordered bool) (n symbolic.Int, known bool) {
		switch {
		case a[i] == nil:
			return otherwise, true
		case !unordered:
			_, n = sliceBounds(ctx, size, nil, a[i])
			return n, true
		case env.AtMost(zero, a.sym(i)):
			return a.sym(i).Min(size), true
		}
		return n, false
	}
	lo, fromKnown := bound(2, zero, fromUnordered)
	hi, toKnown := bound(3, size, toUnordered)
	sizes, strides := slices.Clone(f.Sizes), slices.Clone(f.Strides)
	switch {
	case fromKnown && toKnown:
		if sizes[d] = zero.Max(hi.Sub(lo)); env.AtMost(lo, hi) {
			sizes[d] = hi.Sub(lo)
		}
		if c, ok := step.Const(); !ok || c != 1 {
			sizes[d] = sizes[d].Add(step).Sub(one).FloorDiv(step)
		}
	default:
		sizes[d] = env.FreshUnbacked("slice.Tensor")
		if _, known := size.Const(); known {
			env.Bound(sizes[d], zero, size)
		} else {
			ctx.Assume(sizes[d].Le(size))
		}
	}
	strides[d] = strides[d].Mul(step)
	offset := f.Offset.Add(lo.Mul(f.Strides[d]))
	if !fromKnown {
		offset = env.FreshUnbacked("slice.Tensor")
	}
	return withGeometry(f, sizes, strides, offset), true
}

// narrowUnordered is a part of length elements from a begin of which it is not known where it lies: that it lies within the dimension, from its front or its end, becomes an assertion.
func (ctx *Context) narrowUnordered(x Value, d int, start, length symbolic.Int, env orderingEnv) Value {
	size := sizesOf(x)[d]
	within := start.Le(size).And(start.Add(size).Ge(zero))
	check(ctx.expect(within), "start out of range (expected to be in range of [-%s, %s], but got %s)", size, size, start)
	fits, fromFront := start.Add(length).Le(size), env.AtMost(zero, start)
	if !fromFront {
		fromEnd := start.Add(length).Le(zero)
		fits = start.Ge(zero).Or(fromEnd).And(start.Lt(zero).Or(fits)).And(fromEnd.Or(fits))
	}
	check(ctx.expect(fits), "start (%s) + length (%s) exceeds dimension size (%s).", start, length, size)
	part := ctx.narrow(x, d, start, length)
	if !fromFront {
		ctx.expect(sizesOf(part)[d].Eq(length))
	}
	return part
}

func sliceMeta(ctx *Context, a Args) []*Fake {
	f := a.fake(0)
	check(len(f.Sizes) > 0, "slice() cannot be applied to a 0-dim tensor.")
	d := wrapDim(a.int(1), len(f.Sizes))
	step := a.sym(4)
	check(ctx.expect(step.Gt(zero)), "slice step must be positive")
	if s, open := ctx.sliceOfUnordered(f, d, step, a); open {
		return fakes(s)
	}
	if n, open := ctx.sliceOfUnknown(f.Sizes[d], a[2], a[3], step); open {
		return fakes(sliceOf(f, d, n, step, a))
	}
	if n, lo, open := ctx.sliceOfData(f.Sizes[d], a[2], a[3]); open {
		if c, ok := step.Const(); !ok || c != 1 {
			n = n.Add(step).Sub(one).FloorDiv(step)
		}
		sizes, strides := slices.Clone(f.Sizes), slices.Clone(f.Strides)
		sizes[d], strides[d] = n, strides[d].Mul(step)
		return fakes(withGeometry(f, sizes, strides, f.Offset.Add(lo.Mul(f.Strides[d]))))
	}
	lo, hi := sliceBounds(ctx, f.Sizes[d], a[2], a[3])
	sizes, strides := append([]symbolic.Int(nil), f.Sizes...), append([]symbolic.Int(nil), f.Strides...)
	n := hi.Sub(lo)
	if c, ok := step.Const(); !ok || c != 1 {
		n = n.Add(step).Sub(one).FloorDiv(step)
	}
	sizes[d], strides[d] = n, strides[d].Mul(step)
	return fakes(withGeometry(f, sizes, strides, f.Offset.Add(lo.Mul(f.Strides[d]))))
}

// sliceOf is a slice of n elements, whose bounds depend on data.
func sliceOf(f *Fake, d int, n, step symbolic.Int, a Args) *Fake {
	sizes, strides := slices.Clone(f.Sizes), slices.Clone(f.Strides)
	offset := f.Offset
	if a[2] != nil {
		offset = offset.Add(a.sym(2).Mul(strides[d]))
	}
	sizes[d], strides[d] = n, strides[d].Mul(step)
	return withGeometry(f, sizes, strides, offset)
}

func squeezeMeta(ctx *Context, f *Fake, drop func(i int) bool) *Fake {
	var sizes, strides []symbolic.Int
	for i := range f.Sizes {
		if drop(i) && isOne(ctx, f.Sizes[i]) {
			continue
		}
		sizes, strides = append(sizes, f.Sizes[i]), append(strides, f.Strides[i])
	}
	return withGeometry(f, sizes, strides, f.Offset)
}

// unsqueezeBackTo puts the dimensions of size 1 back that squeezing has taken, one after the other.
func unsqueezeBackTo(ctx *Context, s *Saved, g Value) Value {
	sizes := s.InMeta(0).Sizes
	for d := range sizes {
		if tookAt(s, d) {
			g = ctx.unsqueeze(g, d)
		}
	}
	return reshapeView(ctx, g, sizes) // a symbolic size may have turned out to be 1
}

// tookAt tells whether squeezing has taken dimension d.
func tookAt(s *Saved, d int) bool {
	sizes := s.InMeta(0).Sizes
	if n, ok := sizes[d].Const(); !ok || n != 1 {
		return false
	}
	args := s.Args()
	if len(args) == 1 {
		return true
	}
	if _, several := args[1].([]Value); !several {
		return wrapDim(args.int(1), len(sizes)) == d
	}
	return slices.ContainsFunc(args.ints(1), func(i int) bool { return wrapDim(i, len(sizes)) == d })
}

// reshapeView brings a gradient back to sizes that differ by dimensions of size 1.
func reshapeView(ctx *Context, g Value, sizes []symbolic.Int) Value {
	if equalSyms(sizesOf(g), sizes) {
		return g
	}
	return ctx.reshape(g, sizes)
}

func diagonalMeta(ctx *Context, a Args) []*Fake {
	f := a.fake(0)
	n := len(f.Sizes)
	offset := a.int(1)
	d1, d2 := wrapDim(a.int(2), n), wrapDim(a.int(3), n)
	check(d1 != d2, "diagonal dimensions cannot be identical %d, %d", a.int(2), a.int(3))
	length := func(s symbolic.Int) symbolic.Int { return s.Max(zero) }
	var size symbolic.Int
	start := f.Offset
	if offset >= 0 {
		size = length(f.Sizes[d1].Min(f.Sizes[d2].Sub(sym(offset))))
		if offset > 0 && ctx.is(size.Gt(zero)) {
			start = start.Add(sym(offset).Mul(f.Strides[d2]))
		}
	} else {
		size = length(f.Sizes[d1].Add(sym(offset)).Min(f.Sizes[d2]))
		if ctx.is(size.Gt(zero)) {
			start = start.Sub(sym(offset).Mul(f.Strides[d1]))
		}
	}
	stride := f.Strides[d1].Add(f.Strides[d2])
	hi, lo := max(d1, d2), min(d1, d2)
	sizes := append(without(without(f.Sizes, hi), lo), size)
	strides := append(without(without(f.Strides, hi), lo), stride)
	return fakes(withGeometry(f, sizes, strides, start))
}

// splitMetas cuts f along d at the given lengths.
func splitMetas(f *Fake, d int, lengths []symbolic.Int) []*Fake {
	var out []*Fake
	at := zero
	for _, n := range lengths {
		sizes := append([]symbolic.Int(nil), f.Sizes...)
		sizes[d] = n
		offset := f.Offset.Add(at.Mul(f.Strides[d]))
		out = append(out, withGeometry(f, sizes, append([]symbolic.Int(nil), f.Strides...), offset))
		at = at.Add(n)
	}
	return out
}

// splitLengths cuts size into parts of the given length, the last one smaller.
func splitLengths(ctx *Context, size, part symbolic.Int) []symbolic.Int {
	if c, ok := size.Const(); ok && c == 0 {
		return []symbolic.Int{zero}
	}
	n := ctx.fixed(size.Add(part).Sub(one).FloorDiv(part))
	lengths := make([]symbolic.Int, n)
	for i := range lengths {
		lengths[i] = part
	}
	lengths[n-1] = size.Sub(part.Mul(sym(n - 1)))
	return lengths
}
