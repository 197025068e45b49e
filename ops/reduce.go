package ops

import (
	"math"
	"math/cmplx"
	"slices"
	"sort"

	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// reduceSizes drops (or keeps as 1) the reduced dimensions.
func reduceSizes(f *Fake, dims []int, keep bool) []symbolic.Int {
	drop := make([]bool, len(f.Sizes)+1)
	for _, d := range dims {
		drop[d] = true
	}
	var out []symbolic.Int
	for i, s := range f.Sizes {
		switch {
		case !drop[i]:
			out = append(out, s)
		case keep:
			out = append(out, one)
		}
	}
	return out
}

// reduced is the description of a reduction's result; it keeps the order of the argument's strides.
func reduced(f *Fake, dims []int, keep bool, dtype tensor.DType) *Fake {
	sizes := reduceSizes(f, dims, keep)
	r := NewFake(dtype, sizes)
	r.Device = f.Device
	return r
}

// sumType is the type of sums and products: integers become int64.
func sumType(d tensor.DType) tensor.DType {
	if d.IsIntOrBool() {
		return tensor.Int64
	}
	return d
}

// lanes brings the reduced dimensions last and gives the argument as [outer][inner] elements of class E.
func lanes[E elem](t *tensor.Tensor, dims []int) (data []E, outer, inner int) {
	drop := make([]bool, t.Dim()+1)
	for _, d := range dims {
		drop[d] = true
	}
	var sizes, strides, tailSizes, tailStrides []int
	outer, inner = 1, 1
	for i, s := range t.Sizes() {
		if drop[i] {
			tailSizes, tailStrides = append(tailSizes, s), append(tailStrides, t.Strides()[i])
			inner *= s
		} else {
			sizes, strides = append(sizes, s), append(strides, t.Strides()[i])
			outer *= s
		}
	}
	if outer*inner == 0 {
		return nil, outer, inner
	}
	sizes, strides = append(sizes, tailSizes...), append(strides, tailStrides...)
	v := t.Window(sizes, strides, t.Offset())
	class := classDType[E]()
	if t.DType() == class {
		c := v.Contiguous()
		return tensor.View[E](c.Storage())[c.Offset() : c.Offset()+outer*inner], outer, inner
	}
	c := v.To(class)
	return tensor.View[E](c.Storage())[:outer*inner], outer, inner
}

// reduceComplex fills out with f over each lane.
func reduceComplex(out *tensor.Tensor, t *tensor.Tensor, dims []int, f func([]complex128) complex128) {
	if out.Numel() == 0 {
		return
	}
	data, outer, inner := lanes[complex128](t, dims)
	values := make([]complex128, outer)
	for i := range values {
		values[i] = f(data[i*inner : (i+1)*inner])
	}
	tensor.StoreComplexes(out, values)
}

// reduceFloats is the same for real tensors.
func reduceFloats(out *tensor.Tensor, t *tensor.Tensor, dims []int, f func([]float64) float64) {
	if out.Numel() == 0 {
		return
	}
	data, outer, inner := lanes[float64](t, dims)
	values := make([]float64, outer)
	for i := range values {
		values[i] = f(data[i*inner : (i+1)*inner])
	}
	tensor.StoreFloats(out, values)
}

func sumOf[E float32 | float64](v []E) float64 {
	var a, b, c, d float64
	i := 0
	for ; i+4 <= len(v); i += 4 {
		a += float64(v[i])
		b += float64(v[i+1])
		c += float64(v[i+2])
		d += float64(v[i+3])
	}
	for ; i < len(v); i++ {
		a += float64(v[i])
	}
	return (a + b) + (c + d)
}

func total(v []complex128) complex128 {
	var s complex128
	for _, x := range v {
		s += x
	}
	return s
}

func product(v []complex128) complex128 {
	p := complex128(1)
	for _, x := range v {
		p *= x
	}
	return p
}

// reduceDims reads an optional list of dimensions; nil and empty mean all.
func reduceDims(a Args, i, n int) []int {
	dims := wrapDims(a.ints(i), n, true)
	if n == 0 { // there is none, though 0 and -1 may be named
		return nil
	}
	return dims
}

func sumMeta(dim, keep, dtype int) func(*Context, Args) []*Fake {
	return func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		dims, k := allOr(a, dim, len(f.Sizes)), keep >= 0 && a.bool(keep)
		return fakes(reduced(f, dims, k, a.dtype(dtype, sumType(f.DType))))
	}
}

func allOr(a Args, dim, n int) []int {
	if dim < 0 {
		return wrapDims(nil, n, true)
	}
	return reduceDims(a, dim, n)
}

// cast converts a tensor for a dtype argument.
func cast(t *tensor.Tensor, d tensor.DType) *tensor.Tensor {
	if t.DType() == d {
		return t
	}
	return t.To(d)
}

func sumKernel(dim int) func(*Context, Args, []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		t := a.tensor(0)
		d := out[0].DType()
		dims := allOr(a, dim, t.Dim())
		if d.IsComplex() || d.IsIntOrBool() && !t.DType().IsIntOrBool() {
			t = cast(t, d)
		}
		if !cascadeSum(ctx, out[0], t, dims, 1) && !reduceRows(ctx, "sum", out[0], t, dims) {
			reduceComplex(out[0], t, dims, total)
		}
	}
}

// expandBack repeats a gradient over the reduced dimensions.
func expandBack(ctx *Context, g Value, sizes []symbolic.Int, dims []int, keep bool) Value {
	if !keep && len(sizes) > 0 {
		g = unsqueezeMany(ctx, g, dims, len(sizes))
	}
	return ctx.expand(g, sizes)
}

func unsqueezeMany(ctx *Context, g Value, dims []int, n int) Value {
	if len(dims) == n && dimOf(g) == 0 && n > 1 {
		return g
	}
	sorted := append([]int(nil), dims...)
	sort.Ints(sorted)
	for _, d := range sorted {
		g = ctx.unsqueeze(g, d)
	}
	return g
}

// logCumSumExpGrad sums the gradients behind each element, weighted by exp(x - y), in logarithms, where nothing overflows: those of
// the positive and the negative gradients apart, as real numbers have no logarithm otherwise.
func logCumSumExpGrad(ctx *Context, x, y, g Value, d int) Value {
	behind := func(logarithm Value) Value {
		flip := func(v Value) Value { return ctx.call1("flip", v, ints(d)) }
		sums := flip(ctx.call1("logcumsumexp", flip(ctx.sub(logarithm, y)), int64(d)))
		return ctx.exp(ctx.add(sums, x))
	}
	if dimOf(x) == 0 {
		return g
	}
	if dtypeOf(x).IsComplex() || ctx.gradEnabled { // logarithms of gradients have no derivative at 0
		return logCumSumExpPairs(ctx, x, y, g, d)
	}
	size := ctx.log(ctx.abs(g))
	positive := behind(ctx.where(ctx.gt(g, 0.0), size, -math.MaxFloat32))
	return ctx.sub(positive, behind(ctx.where(ctx.lt(g, 0.0), size, -math.MaxFloat32)))
}

// logCumSumExpPairs sums over all pairs of an element and a result that it is in, which is linear in the gradient.
func logCumSumExpPairs(ctx *Context, x, y, g Value, d int) Value {
	last := func(v Value) Value { return ctx.call1("movedim.int", v, int64(d), int64(-1)) }
	share := ctx.sub(ctx.unsqueeze(last(x), -1), ctx.unsqueeze(last(y), -2))
	n := intValue(sizeOf(x, d))
	before := ctx.call1("tril", ctx.call1("ones", []Value{n, n}, tensor.Bool), int64(-1))
	share = ctx.exp(ctx.maskedFill(share, before, math.Inf(-1)))
	if dtypeOf(x).IsComplex() {
		share = ctx.maskedFill(share, before, int64(0)) // exp(-inf + 0j) is 0 where the imaginary part is a number
	}
	sums := ctx.sumDim(ctx.mul(ctx.unsqueeze(last(g), -2), ctx.conj(share)), false, -1)
	return ctx.call1("movedim.int", sums, int64(-1), int64(d))
}

func sumDimGrad(ctx *Context, s *Saved, g []Value) []Value {
	m := s.InMeta(0)
	dims := reduceDims(s.Args(), 1, len(m.Sizes))
	return []Value{expandBack(ctx, g[0], m.Sizes, dims, s.Args().bool(2))}
}

func meanMeta(dim, keep, dtype int) func(*Context, Args) []*Fake {
	return func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		d := a.dtype(dtype, f.DType)
		if d.IsIntOrBool() {
			which := "Input"
			if a[dtype] != nil {
				which = "Optional"
			}
			throwRuntime("mean(): could not infer output dtype. %s dtype must be either a floating point or complex dtype. Got: %s", which, d.ScalarName())
		}
		return fakes(reduced(f, allOr(a, dim, len(f.Sizes)), keep >= 0 && a.bool(keep), d))
	}
}

func meanKernel(dim int) func(*Context, Args, []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		t := a.tensor(0)
		dims := allOr(a, dim, t.Dim())
		n := rowsAlong(t.Sizes(), dims).length()
		if !cascadeSum(ctx, out[0], t, dims, n) && !reduceRows(ctx, "mean", out[0], t, dims, float64(n)) {
			reduceComplex(out[0], t, dims, func(v []complex128) complex128 { return total(v) / complex(float64(len(v)), 0) })
		}
	}
}

// countOf is the product of the reduced sizes.
func countOf(m *Fake, dims []int) symbolic.Int {
	n := one
	for _, d := range dims {
		if d < len(m.Sizes) {
			n = n.Mul(m.Sizes[d])
		}
	}
	return n
}

// divCount divides by a number of elements.
func divCount(ctx *Context, g Value, n symbolic.Int) Value { return ctx.div(g, intValue(n)) }

// variance of a lane with a correction, by Welford's update in float64.
func variance(v []float64, correction float64) float64 {
	mean, m2 := 0.0, 0.0
	for i, x := range v {
		d := x - mean
		mean += d / float64(i+1)
		m2 += d * (x - mean)
	}
	n := float64(len(v)) - correction
	return m2 / math.Max(n, 0)
}

func varMeta(ctx *Context, a Args) []*Fake {
	f := a.fake(0)
	check(f.DType.IsFloat() || f.DType.IsComplex(), "std and var only support floating point and complex dtypes")
	return fakes(reduced(f, reduceDims(a, 1, len(f.Sizes)), a.bool(3), f.DType.ToReal()))
}

func varKernel(name string, finish func(float64) float64) func(*Context, Args, []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		t := a.tensor(0)
		c := a.floatOr(2, 1)
		dims := reduceDims(a, 1, t.Dim())
		if t.DType().IsComplex() {
			data, outer, inner := lanes[complex128](t, dims)
			values := make([]float64, outer)
			for i := range values {
				re, im := make([]float64, inner), make([]float64, inner)
				for k, z := range data[i*inner : (i+1)*inner] {
					re[k], im[k] = real(z), imag(z)
				}
				values[i] = finish(variance(re, c) + variance(im, c))
			}
			tensor.StoreFloats(out[0], values)
			return
		}
		n := float64(rowsAlong(t.Sizes(), dims).length())
		reduceRows(ctx, name, out[0], t, dims, n, math.Max(n-c, 0))
	}
}

func varGrad(ctx *Context, s *Saved, g []Value) []Value { return []Value{spreadGrad(ctx, s, g[0])} }

// spreadGrad is the gradient of a variance, 2 g / (n - correction) times the distance from the mean.
func spreadGrad(ctx *Context, s *Saved, g Value) Value {
	x, m := s.In(0), s.InMeta(0)
	dims := reduceDims(s.Args(), 1, len(m.Sizes))
	if len(m.Sizes) == 0 || len(s.Args().ints(1)) == 0 {
		mean := ctx.call1("mean", x)
		if c, ok := countOf(m, dims).Const(); ok && float64(c) <= s.Args().floatOr(2, 1) && (s.Args().none(1) || len(m.Sizes) == 0) {
			// over all elements without a degree of freedom: a slope without a sign
			slope := ctx.where(ctx.eq(x, mean), ctx.scalarTensor(math.NaN(), m.DType), ctx.scalarTensor(math.Inf(1), m.DType))
			return ctx.mul(g, slope)
		}
		centered := ctx.sub(x, mean)
		return ctx.mul(varScaled(ctx, g, s, m, dims), centered)
	}
	g = restore(ctx, g, s, dims)
	centered := ctx.sub(x, ctx.call1("mean.dim", x, s.Arg(1), true))
	return ctx.mul(varScaled(ctx, g, s, m, dims), centered)
}

// varScaled is 2 g / (n - correction), for any number n of elements. Without a degree of freedom each element has a slope of
// its own, which is infinite: tangents are weighed by it before they are added up.
func varScaled(ctx *Context, g Value, s *Saved, m *Fake, dims []int) Value {
	n, correction := countOf(m, dims), s.Args().floatOr(2, 1)
	if c, ok := n.Const(); ok {
		if float64(c) == correction {
			g = ctx.expand(g, m.Sizes)
		}
		return ctx.mul(g, 2/(float64(c)-correction))
	}
	if whole := math.Trunc(correction); whole == correction {
		return ctx.div(ctx.mul(g, int64(2)), intValue(n.Sub(sym(int(whole)))))
	}
	return ctx.mul(g, 2/(float64(ctx.fixed(n))-correction))
}

// restore gives a gradient the reduced dimensions back with size 1.
func restore(ctx *Context, g Value, s *Saved, dims []int) Value {
	if s.Args().bool(3) || len(s.InMeta(0).Sizes) == 0 {
		return g
	}
	return unsqueezeMany(ctx, g, dims, len(s.InMeta(0).Sizes))
}

func stdGrad(ctx *Context, s *Saved, g []Value) []Value {
	out := s.Out(0)
	quotient := ctx.div(g[0], ctx.mul(out, int64(2)))
	return []Value{spreadGrad(ctx, s, ctx.zeroed(quotient, ctx.eq(out, int64(0))))}
}

// correctionArgs turns the overloads with `unbiased` into those with `correction`.
func unbiasedArgs(a Args, dims Value, unbiased bool, keep bool) []Value {
	c := int64(0)
	if unbiased {
		c = 1
	}
	return []Value{a[0], dims, c, keep}
}

// boolReduce is all and any.
func boolReduceMeta(dim, keep int) func(*Context, Args) []*Fake {
	return func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		d := tensor.Bool
		if f.DType == tensor.Uint8 {
			d = tensor.Uint8
		}
		dims := wrapDims(nil, len(f.Sizes), true)
		if dim >= 0 {
			dims = truthDims(a, dim, len(f.Sizes))
		}
		return fakes(reduced(f, dims, keep >= 0 && a.bool(keep), d))
	}
}

// truthDims are the dimensions that all and any reduce: an empty list is none here, not all of them.
func truthDims(a Args, i, n int) []int {
	if noDims(a, i) {
		return nil
	}
	return reduceDims(a, i, n)
}

// reducesNothing tells whether a reduction is asked for no dimension at all: all and any take an empty list, argument i, for that, where others take it for every dimension.
func reducesNothing(name string, a Args, i int) bool {
	return (name == "any" || name == "all") && i > 0 && noDims(a, i)
}

// noDims tells whether an empty list of dimensions is given.
func noDims(a Args, i int) bool {
	list, given := a[i].([]Value)
	return given && len(list) == 0
}

func boolReduceKernel(dim int, any bool) func(*Context, Args, []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		t := a.tensor(0)
		if t.DType().IsComplex() {
			t = t.To(tensor.Bool)
		}
		name := "all"
		if any {
			name = "any"
		}
		dims := wrapDims(nil, t.Dim(), true)
		if dim >= 0 {
			dims = truthDims(a, dim, t.Dim())
		}
		reduceRows(ctx, name, out[0], t, dims)
	}
}

func logSumExp(v []float64) float64 {
	m := math.Inf(-1)
	for _, x := range v {
		m = maxNaN(m, x)
	}
	if math.IsInf(m, 0) {
		return m
	}
	s := 0.0
	for _, x := range v {
		s += math.Exp(x - m)
	}
	return m + math.Log(s)
}

// normOf is the p-norm of a lane.
func normOf(p float64) func([]float64) float64 {
	return func(v []float64) float64 {
		switch {
		case p == 0:
			n := 0.0
			for _, x := range v {
				if x != 0 {
					n++
				}
			}
			return n
		case math.IsInf(p, 1):
			m := 0.0
			for _, x := range v {
				m = maxNaN(m, math.Abs(x))
			}
			return m
		case math.IsInf(p, -1):
			m := math.Inf(1)
			for _, x := range v {
				m = minNaN(m, math.Abs(x))
			}
			return m
		case p == 2:
			s := 0.0
			for _, x := range v {
				s += x * x
			}
			return math.Sqrt(s)
		case p == 1:
			s := 0.0
			for _, x := range v {
				s += math.Abs(x)
			}
			return s
		}
		s := 0.0
		for _, x := range v {
			s += math.Pow(math.Abs(x), p)
		}
		return math.Pow(s, 1/p)
	}
}

func vectorNormKernel(ctx *Context, a Args, out []*tensor.Tensor) {
	t := a.tensor(0)
	dims := reduceDims(a, 2, t.Dim())
	p := a.floatOr(1, 2)
	if t.DType().IsComplex() {
		data, outer, inner := lanes[complex128](t, dims)
		values := make([]float64, outer)
		for i := range values {
			m := make([]float64, inner)
			for k, z := range data[i*inner : (i+1)*inner] {
				m[k] = cmplx.Abs(z)
			}
			values[i] = normOf(p)(m)
		}
		tensor.StoreFloats(out[0], values)
		return
	}
	if (p == 1 || p == 2) && normFloat32(ctx, out[0], t, dims, p) {
		return
	}
	name := map[float64]string{1: "norm 1", 2: "norm 2", math.Inf(1): "norm inf"}[p]
	if name != "" && rowsAlong(t.Sizes(), dims).length() > 0 {
		reduceRows(ctx, name, out[0], t, dims)
		return
	}
	reduceFloats(out[0], t, dims, normOf(p))
}

func vectorNormGrad(ctx *Context, s *Saved, g []Value) []Value {
	m := s.InMeta(0)
	dims := reduceDims(s.Args(), 2, len(m.Sizes))
	x, norm, grad := s.In(0), s.Out(0), g[0]
	if !s.Args().bool(3) && len(m.Sizes) > 0 && !s.Args().none(2) {
		grad = unsqueezeMany(ctx, grad, dims, len(m.Sizes))
		norm = unsqueezeMany(ctx, norm, dims, len(m.Sizes))
	}
	byNorm := func(p float64) Value {
		if ctx.shown() {
			return ctx.maskedFill(ctx.div(grad, ctx.powScalar(norm, p-1)), ctx.eq(norm, int64(0)), int64(0))
		}
		none := ctx.eq(norm, int64(0)) // where nothing is divided by 0 the second derivative is a number too
		return ctx.zeroed(ctx.div(grad, ctx.powScalar(ctx.maskedFill(norm, none, int64(1)), p-1)), none)
	}
	switch p := s.Args().floatOr(1, 2); {
	case p == 0: // a count
		return []Value{nil}
	case p == 1:
		return []Value{ctx.mul(ctx.call1("sgn", x), grad)}
	case p == 2:
		scaled := ctx.div(x, norm)
		return []Value{ctx.mul(grad, ctx.zeroed(scaled, ctx.eq(norm, int64(0))))}
	case math.IsInf(p, 0):
		absX := ctx.abs(x)
		mask := ctx.call1("logical_or", ctx.eq(absX, norm), ctx.call1("isnan", absX))
		share := ctx.mul(ctx.div(grad, ctx.sumDim(mask, true, dims...)), mask)
		return []Value{ctx.mul(ctx.call1("sgn", x), share)}
	case p < 1:
		size := ctx.maskedFill(ctx.powScalar(ctx.abs(x), p-1), ctx.eq(x, int64(0)), int64(0))
		scaled := ctx.mul(ctx.call1("sgn", x), size)
		power := ctx.powScalar(norm, 1-p)
		return []Value{ctx.mul(ctx.mul(scaled, grad), power)}
	case p < 2:
		size := ctx.powScalar(ctx.abs(x), p-1)
		scaled := ctx.mul(ctx.call1("sgn", x), size)
		return []Value{ctx.mul(scaled, byNorm(p))}
	default:
		scaled := ctx.mul(x, ctx.powScalar(ctx.abs(x), p-2))
		return []Value{ctx.mul(scaled, byNorm(p))}
	}
}

var _ = addTable([]entry{
	{S: "sum(Tensor self, *, ScalarType? dtype=None) -> Tensor", In: asFunction | asMethod | asOut, Meta: sumMeta(-1, -1, 1), Kernel: sumKernel(-1), Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return []Value{ctx.expand(g[0], s.InMeta(0).Sizes)}
	}},
	{S: "sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor", Fills: true, In: asFunction | asMethod | asOut, Meta: sumMeta(1, 2, 3), Kernel: sumKernel(1), Grad: sumDimGrad, GradNo: 1},
	{S: "nansum(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor", In: asFunction | asMethod | asOut, Decomp: func(ctx *Context, a Args) []Value {
		if dtypeOf(a[0]).IsIntOrBool() {
			return ctx.call("sum.dim_IntList", a...)
		}
		if to := a.dtype(3, dtypeOf(a[0])); to.IsComplex() {
			notImplemented("nansum_cpu", to)
		}
		x := ctx.maskedFill(a[0], ctx.call1("isnan", a[0]), 0.0)
		return ctx.call("sum.dim_IntList", x, a[1], a[2], a[3])
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		numbers := ctx.call1("logical_not", ctx.call1("isnan", s.In(0)))
		return []Value{ctx.mul(sumDimGrad(ctx, s, g)[0], numbers)}
	}, Saves: in0},
	{S: "mean(Tensor self, *, ScalarType? dtype=None) -> Tensor", In: asFunction | asMethod | asOut, Meta: meanMeta(-1, -1, 1), Kernel: meanKernel(-1), Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		m := s.InMeta(0)
		return []Value{divCount(ctx, ctx.expand(g[0], m.Sizes), m.Numel())}
	}},
	{S: "mean.dim(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor", Fills: true, In: asFunction | asMethod | asOut, Meta: meanMeta(1, 2, 3), Kernel: meanKernel(1), Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		m := s.InMeta(0)
		dims := reduceDims(s.Args(), 1, len(m.Sizes))
		return []Value{divCount(ctx, expandBack(ctx, g[0], m.Sizes, dims, s.Args().bool(2)), countOf(m, dims))}
	}, GradNo: 1},
	{S: "nanmean(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor", In: asFunction | asMethod | asOut, Decomp: func(ctx *Context, a Args) []Value {
		if to := a.dtype(3, dtypeOf(a[0])); to.IsIntOrBool() {
			throwRuntime("nanmean(): could not infer output dtype. Optional dtype must be either a floating point or complex dtype. Got: %s", to.ScalarName())
		}
		count := ctx.call1("sum.dim_IntList", ctx.call1("logical_not", ctx.call1("isnan", a[0])), a[1], a[2])
		return result(ctx.div(ctx.call1("nansum", a[0], a[1], a[2], a[3]), count))
	}},
	{S: "prod(Tensor self, *, ScalarType? dtype=None) -> Tensor", In: asFunction | asMethod | asOut, Meta: sumMeta(-1, -1, 1), Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		t := cast(a.tensor(0), out[0].DType())
		dims := wrapDims(nil, t.Dim(), true)
		if !reduceRows(ctx, "prod", out[0], t, dims) {
			reduceComplex(out[0], t, dims, product)
		}
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		x := s.In(0)
		if withoutZeros(x) {
			return []Value{ctx.mul(g[0], ctx.conj(ctx.div(s.Out(0), x)))}
		}
		if !isContiguousFake(metaOf(x)) {
			x = ctx.call1("contiguous", x)
		}
		flat := ctx.call1("view", x, ints(-1))
		return ctx.call("view", prodGrad(ctx, flat, g[0], 0, sizesOf(flat)), sizeList(s.InMeta(0).Sizes))
	}, Saves: in0 | out0},
	{S: "prod.dim_int(Tensor self, int dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor", In: asFunction | asMethod | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		return fakes(reduced(f, []int{wrapDim(a.int(1), len(f.Sizes))}, a.bool(2), a.dtype(3, sumType(f.DType))))
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		t := cast(a.tensor(0), out[0].DType())
		dims := []int{wrapDim(a.int(1), t.Dim())}
		if t.Dim() == 0 {
			dims = nil
		}
		if !reduceRows(ctx, "prod", out[0], t, dims) {
			reduceComplex(out[0], t, dims, product)
		}
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		m := s.InMeta(0)
		d := wrapDim(s.Args().int(1), len(m.Sizes))
		x, product, grad := s.In(0), s.Out(0), g[0]
		if !s.Args().bool(2) && len(m.Sizes) > 0 {
			product, grad = ctx.unsqueeze(product, d), ctx.unsqueeze(grad, d)
		}
		if withoutZeros(x) {
			return []Value{ctx.mul(grad, ctx.conj(ctx.div(product, x)))}
		}
		return []Value{prodGrad(ctx, x, grad, d, m.Sizes)}
	}, Saves: in0 | out0, GradNo: 1},
	{S: "var.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> Tensor", In: asFunction | asMethod | asOut, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("var.correction", unbiasedArgs(a, a[1], a.bool(2), a.bool(3))...)
	}},
	{S: "var.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> Tensor", In: asFunction | asMethod | asOut, Meta: varMeta, Kernel: varKernel("var", func(v float64) float64 { return v }), Grad: varGrad, Saves: in0},
	{S: "std.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> Tensor", In: asFunction | asMethod | asOut, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("std.correction", unbiasedArgs(a, a[1], a.bool(2), a.bool(3))...)
	}},
	{S: "std.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> Tensor", In: asFunction | asMethod | asOut, Meta: varMeta, Kernel: varKernel("std", math.Sqrt), Grad: stdGrad, Saves: in0 | out0},
	{S: "var(Tensor self, bool unbiased=True) -> Tensor", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("var.correction", unbiasedArgs(a, nil, a.bool(1), false)...)
	}},
	{S: "std(Tensor self, bool unbiased=True) -> Tensor", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("std.correction", unbiasedArgs(a, nil, a.bool(1), false)...)
	}},
	{S: "var_mean.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> (Tensor, Tensor)", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("var_mean.correction", unbiasedArgs(a, a[1], a.bool(2), a.bool(3))...)
	}},
	{S: "std_mean.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> (Tensor, Tensor)", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("std_mean.correction", unbiasedArgs(a, a[1], a.bool(2), a.bool(3))...)
	}},
	{S: "var_mean.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> (Tensor, Tensor)", In: asFunction, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		return []Value{ctx.call1("var.correction", a...), ctx.call1("mean.dim", a[0], a[1], a[3])}
	}},
	{S: "var_mean(Tensor self, bool unbiased=True) -> (Tensor, Tensor)", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("var_mean.correction", unbiasedArgs(a, nil, a.bool(1), false)...)
	}},
	{S: "std_mean.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> (Tensor, Tensor)", In: asFunction, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		return []Value{ctx.call1("std.correction", a...), ctx.call1("mean.dim", a[0], a[1], a[3])}
	}},
	{S: "std_mean(Tensor self, bool unbiased=True) -> (Tensor, Tensor)", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("std_mean.correction", unbiasedArgs(a, nil, a.bool(1), false)...)
	}},
	{S: "max(Tensor self) -> Tensor", In: asFunction | asMethod | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		if n, ok := a.fake(0).Numel().Const(); ok && n == 0 {
			throwRuntime("max(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the 'dim' argument.")
		}
		return fakes(NewFake(dtypeOf(a[0]), nil))
	}, Kernel: fullExtremumKernel(true), Grad: fullExtremumGrad, Saves: in0 | out0, GradNo: 1},
	{S: "max.other(Tensor self, Tensor other) -> Tensor", In: asFunction | asMethod | asOut, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("maximum", a[0], a[1]) }},
	{S: "max.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)", In: asFunction | asMethod | asOut, Meta: dimExtremumMeta("max"), Kernel: dimExtremumKernel(true), Grad: valueSelectedGrad, Saves: out1},
	{S: "min(Tensor self) -> Tensor", In: asFunction | asMethod | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		if n, ok := a.fake(0).Numel().Const(); ok && n == 0 {
			throwRuntime("min(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the 'dim' argument.")
		}
		return fakes(NewFake(dtypeOf(a[0]), nil))
	}, Kernel: fullExtremumKernel(false), Grad: fullExtremumGrad, Saves: in0 | out0, GradNo: 1},
	{S: "min.other(Tensor self, Tensor other) -> Tensor", In: asFunction | asMethod | asOut, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("minimum", a[0], a[1]) }},
	{S: "min.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)", In: asFunction | asMethod | asOut, Meta: dimExtremumMeta("min"), Kernel: dimExtremumKernel(false), Grad: valueSelectedGrad, Saves: out1},
	{S: "value_selecting_reduction_backward(Tensor grad, int dim, Tensor indices, SymInt[] sizes, bool keepdim) -> Tensor", In: 0, Decomp: func(ctx *Context, a Args) []Value {
		g, index := a[0], a[2]
		if len(a.list(3)) > 0 && !a.bool(4) {
			g, index = ctx.call1("unsqueeze", g, a[1]), ctx.call1("unsqueeze", index, a[1])
		}
		return ctx.call("scatter.src", ctx.call1("new_zeros", g, a[3]), a[1], index, g)
	}},
	{S: "amax(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor", In: asFunction | asMethod | asOut, Meta: amaxMeta("amax"), Kernel: amaxKernel(true), Grad: amaxGrad, Saves: in0 | out0},
	{S: "amin(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor", In: asFunction | asMethod | asOut, Meta: amaxMeta("amin"), Kernel: amaxKernel(false), Grad: amaxGrad, Saves: in0 | out0},
	{S: "aminmax(Tensor self, *, int? dim=None, bool keepdim=False) -> (Tensor min, Tensor max)", In: asFunction | asMethod | asOut, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		var dims []Value
		if !a.none(1) {
			dims = []Value{a[1]}
			checkNotEmpty("aminmax: Expected reduction dim %d to have non-zero size.", metaOf(a[0]), wrapDim(a.int(1), dimOf(a[0])))
		} else {
			check(!ctx.is(numelOf(a[0]).Eq(zero)), "aminmax(): cannot compute aminmax over an empty dimension as the operation has no identity.")
		}
		return []Value{ctx.call1("amin", a[0], dims, a[2]), ctx.call1("amax", a[0], dims, a[2])}
	}},
	{S: "argmax(Tensor self, int? dim=None, bool keepdim=False) -> Tensor", In: asFunction | asMethod | asOut, Meta: argMeta("argmax"), Kernel: argKernel(true), NonDiff: true},
	{S: "argmin(Tensor self, int? dim=None, bool keepdim=False) -> Tensor", In: asFunction | asMethod | asOut, Meta: argMeta("argmin"), Kernel: argKernel(false), NonDiff: true},
	{S: "all(Tensor self) -> Tensor", In: asFunction | asMethod | asOut, Meta: boolReduceMeta(-1, -1), Kernel: boolReduceKernel(-1, false), NonDiff: true},
	{S: "_is_all_true(Tensor self) -> Tensor", In: asFunction, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		check(dtypeOf(a[0]) == tensor.Bool, "Expected boolean tensor")
		return ctx.call("all", a[0])
	}},
	{S: "_is_any_true(Tensor self) -> Tensor", In: asFunction, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		check(dtypeOf(a[0]) == tensor.Bool, "Expected boolean tensor")
		return ctx.call("any", a[0])
	}},
	{S: "all.dim(Tensor self, int dim, bool keepdim=False) -> Tensor", In: asFunction | asMethod | asOut, Meta: boolReduceMeta(1, 2), Kernel: boolReduceKernel(1, false), NonDiff: true},
	{S: "all.dims(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor", In: asFunction | asMethod | asOut, Meta: boolReduceMeta(1, 2), Kernel: boolReduceKernel(1, false), NonDiff: true},
	{S: "any(Tensor self) -> Tensor", In: asFunction | asMethod | asOut, Meta: boolReduceMeta(-1, -1), Kernel: boolReduceKernel(-1, true), NonDiff: true},
	{S: "any.dim(Tensor self, int dim, bool keepdim=False) -> Tensor", In: asFunction | asMethod | asOut, Meta: boolReduceMeta(1, 2), Kernel: boolReduceKernel(1, true), NonDiff: true},
	{S: "any.dims(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor", In: asFunction | asMethod | asOut, Meta: boolReduceMeta(1, 2), Kernel: boolReduceKernel(1, true), NonDiff: true},
	{S: "cumsum(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Meta: scanMeta(2, func(_ *Context, d tensor.DType) tensor.DType { return sumType(d) }), Scan: ir.ScanAdd, Kernel: scanKernel(func(s, x float64) float64 { return s + x }, func(s, x int64) int64 { return s + x }, cumulative(func(s, x complex128) complex128 { return s + x })),
		Grad: func(ctx *Context, s *Saved, g []Value) []Value {
			d := wrapDim(s.Args().int(1), len(s.InMeta(0).Sizes))
			return []Value{reverseCumsum(ctx, ctx.toDType(g[0], s.InMeta(0).DType), d)}
		}},
	{S: "cumprod(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Meta: scanMeta(2, func(_ *Context, d tensor.DType) tensor.DType { return sumType(d) }), Scan: ir.ScanMul, Kernel: scanKernel(func(s, x float64) float64 { return s * x }, func(s, x int64) int64 { return s * x }, cumulative(func(s, x complex128) complex128 { return s * x })),
		Grad: func(ctx *Context, s *Saved, g []Value) []Value {
			d := wrapDim(s.Args().int(1), len(s.InMeta(0).Sizes))
			return []Value{cumprodGrad(ctx, s.In(0), g[0], d)}
		}, Saves: in0},
	{S: "logcumsumexp(Tensor self, int dim) -> Tensor", In: asFunction | asMethod | asOut, Meta: scanMeta(-1, (*Context).floatType), Kernel: scanKernel(func(s, x float64) float64 { return logSumExp([]float64{s, x}) }, nil, logCumSumExpComplex),
		Grad: func(ctx *Context, s *Saved, g []Value) []Value {
			d := wrapDim(s.Args().int(1), len(s.InMeta(0).Sizes))
			return []Value{logCumSumExpGrad(ctx, s.In(0), s.Out(0), g[0], d)}
		}, Saves: in0 | out0},
	{S: "cummax(Tensor self, int dim) -> (Tensor values, Tensor indices)", In: asFunction | asMethod | asOut, Meta: cumExtremumMeta, Kernel: cumExtremum(true), Grad: cumExtremumGrad, Saves: out1},
	{S: "cummin(Tensor self, int dim) -> (Tensor values, Tensor indices)", In: asFunction | asMethod | asOut, Meta: cumExtremumMeta, Kernel: cumExtremum(false), Grad: cumExtremumGrad, Saves: out1},
	{S: "logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor", Fills: true, In: asFunction | asMethod | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		return fakes(reduced(f, reduceDims(a, 1, len(f.Sizes)), a.bool(2), ctx.floatType(f.DType)))
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		t := a.tensor(0)
		dims := reduceDims(a, 1, t.Dim())
		inSteps := (t.DType() == tensor.Float32 || t.DType() == tensor.Float64) && t.Numel() > 0 && t.Numel() <= cascadeLimit && !ctx.WideSums
		if inSteps || !reduceRows(ctx, "logsumexp", out[0], t, dims) {
			largest := ctx.call1("amax", ctx.call1("real", t), ints(dims...), true)
			largest = ctx.maskedFill(largest, ctx.eq(ctx.abs(largest), math.Inf(1)), int64(0))
			sum := ctx.log(ctx.sumDim(ctx.exp(ctx.sub(t, largest)), true, dims...))
			tensor.Copy(out[0], ctx.reshape(ctx.add(sum, largest), symbolic.Ints(out[0].Sizes())).(*tensor.Tensor))
		}
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		m := s.InMeta(0)
		dims := reduceDims(s.Args(), 1, len(m.Sizes))
		y, grad := s.Out(0), g[0]
		if !s.Args().bool(2) && len(m.Sizes) > 0 {
			grad = unsqueezeMany(ctx, grad, dims, len(m.Sizes))
			y = unsqueezeMany(ctx, y, dims, len(m.Sizes))
		}
		return []Value{ctx.mul(grad, ctx.conj(ctx.exp(ctx.sub(s.In(0), y))))}
	}, Saves: in0 | out0},
	{S: "linalg_vector_norm(Tensor self, Scalar ord=2, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor", In: asLinalg | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		d := a.dtype(4, f.DType)
		if f.DType.IsIntOrBool() {
			throwRuntime("linalg.vector_norm: Expected a floating point or complex tensor as input. Got %s", f.DType.ScalarName())
		}
		if d.IsComplex() && !f.DType.IsComplex() {
			throwRuntime("linalg.vector_norm: dtype should be real for real inputs, but got %s", d.ScalarName())
		}
		return fakes(reduced(f, reduceDims(a, 2, len(f.Sizes)), a.bool(3), d.ToReal()))
	}, Kernel: vectorNormKernel, Grad: vectorNormGrad, Saves: in0 | out0},
	{S: "count_nonzero.dim_IntList(Tensor self, int[] dim) -> Tensor", In: asFunction | asMethod | asOut, Whole: true, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("sum.dim_IntList", ctx.ne(a[0], int64(0)), a[1]) }},
	{S: "count_nonzero(Tensor self, int? dim=None) -> Tensor", In: asFunction | asMethod | asOut, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		if d := dtypeOf(a[0]); a.none(1) && (d.IsWideUnsigned() || d.IsFloat8()) {
			notImplemented("nonzero_count_cpu", d)
		}
		nz := ctx.ne(a[0], int64(0))
		if a.none(1) {
			return ctx.call("sum", nz)
		}
		return ctx.call("sum.dim_IntList", nz, []Value{a[1]})
	}},
	{S: "trace(Tensor self) -> Tensor", Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		check(dimOf(a[0]) == 2, "trace: expected a matrix, but got tensor with dim %d", dimOf(a[0]))
		return ctx.call("sum", ctx.call1("diagonal", a[0]))
	}, In: asFunction | asMethod},
	{S: "dist(Tensor self, Tensor other, Scalar p=2) -> Tensor", In: asFunction | asMethod, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("linalg_vector_norm", ctx.sub(a[0], a[1]), a[2])
	}},
	{S: "equal(Tensor self, Tensor other) -> bool", In: asFunction | asMethod, Answer: true, Eager: func(ctx *Context, a Args) []Value {
		x, y := a.tensor(0), a.tensor(1)
		if !expectSameSizes(ctx, sizesOf(x), sizesOf(y)) {
			return []Value{false}
		}
		if x.DType().IsFloat8() && x.Storage() == y.Storage() { // of tensors in one place only NaN is looked for
			notImplemented("equal_notnan_cpu", x.DType())
		}
		return []Value{ctx.call1("all", ctx.eq(x, y)).(*tensor.Tensor).Item()}
	}, NonDiff: true},
	{S: "allclose(Tensor self, Tensor other, float rtol=1.0000000000000001e-05, float atol=1e-08, bool equal_nan=False) -> bool", In: asFunction | asMethod, Answer: true, Eager: func(ctx *Context, a Args) []Value {
		return []Value{ctx.call1("all", ctx.call1("isclose", a...)).(*tensor.Tensor).Item()}
	}, NonDiff: true},
})

// withoutZeros says whether the elements of x are known, and none is 0.
func withoutZeros(x Value) bool {
	t, ok := readable(x)
	if ok && t.DType().IsComplex() {
		return !slices.Contains(t.Complexes(), 0)
	}
	return ok && !slices.Contains(t.Floats(), 0)
}

// prodGrad multiplies, for each element, the product of those before it with that of those after it, so that zeros do
// no harm.
func prodGrad(ctx *Context, x, g Value, d int, sizes []symbolic.Int) Value {
	if dimOf(x) == 0 {
		return reshapeView(ctx, g, sizes)
	}
	n := sizeOf(x, d)
	if !ctx.is(n.Gt(zero)) {
		return reshapeView(ctx, ctx.zerosLike(x), sizes)
	}
	first := append([]symbolic.Int(nil), sizesOf(x)...)
	first[d] = one
	ones := ctx.call1("ones", sizeList(first), dtypeOf(x), tensor.Strided, metaOf(x).Device)
	products := func(rest Value) Value { return ctx.call1("cumprod", ctx.cat([]Value{ones, rest}, d), int64(d)) }
	before := products(ctx.narrow(x, d, zero, n.Sub(one)))
	after := ctx.call1("flip", products(ctx.call1("flip", ctx.narrow(x, d, one, n.Sub(one)), ints(d))), ints(d))
	return reshapeView(ctx, ctx.mul(g, ctx.conj(ctx.mul(before, after))), sizes)
}
