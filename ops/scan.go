package ops

import (
	"math"
	"slices"

	"github.com/magneto-go/magneto/precise/complexes"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// This file computes cumulative operators: cumsum, cumprod, cummax, logcumsumexp.

// scanMeta is the meta of cumulative operators.
func scanMeta(dtype int, turn func(*Context, tensor.DType) tensor.DType) func(*Context, Args) []*Fake {
	return func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		wrapDim(a.int(1), len(f.Sizes))
		d := turn(ctx, f.DType)
		if dtype >= 0 {
			d = a.dtype(dtype, d)
		}
		return fakes(NewFake(d, f.Sizes))
	}
}

// scan runs f over each lane of the dimension, in place, in class E.
func scan[E elem](out, t *tensor.Tensor, dim int, f func(in, out []E)) {
	if t.Dim() == 0 {
		data, _, _ := lanes[E](t, nil)
		r := make([]E, 1)
		f(data, r)
		store(out, r)
		return
	}
	data, outer, n := lanes[E](t, []int{dim})
	r := make([]E, outer*n)
	for i := range outer {
		f(data[i*n:(i+1)*n], r[i*n:(i+1)*n])
	}
	storeLanes(out, dim, r)
}

// storeLanes writes [outer][n] lanes of a dimension back in index order.
func storeLanes[E elem](out *tensor.Tensor, dim int, r []E) {
	var sizes, strides []int
	for i, s := range out.Sizes() {
		if i != dim {
			sizes, strides = append(sizes, s), append(strides, out.Strides()[i])
		}
	}
	sizes, strides = append(sizes, out.Sizes()[dim]), append(strides, out.Strides()[dim])
	temp := tensor.New(classDType[E](), sizes...)
	copy(tensor.View[E](temp.Storage()), r)
	tensor.Copy(out.Window(sizes, strides, out.Offset()), temp)
}

func cumulative[E elem](step func(acc, x E) E) func(in, out []E) {
	return func(in, out []E) {
		var acc E
		for i, x := range in {
			if i == 0 {
				acc = x
			} else {
				acc = step(acc, x)
			}
			out[i] = acc
		}
	}
}

func scanKernel(f func(acc, x float64) float64, i func(acc, x int64) int64, c func(in, out []complex128)) func(*Context, Args, []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		t := a.tensor(0)
		d := wrapDim(a.int(1), t.Dim())
		switch k := out[0].DType(); {
		case k.IsComplex():
			scan(out[0], t, d, c)
		case k.IsIntOrBool():
			scan(out[0], t, d, cumulative(i))
		default:
			scan(out[0], t, d, cumulative(f))
		}
	}
}

// cumExtremum is cummax and cummin: the last position among equals.
func cumExtremum(largest bool) func(*Context, Args, []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		t := a.tensor(0)
		d := wrapDim(a.int(1), t.Dim())
		if t.Dim() > 0 && !t.Neg && t.IsContiguous() && t.Numel() > 0 {
			places, inner := flat[int64](out[1]), tensor.Numel(t.Sizes()[d+1:])
			switch t.DType() {
			case tensor.Float32:
				extremes(flat[float32](out[0]), places, flat[float32](t), t.Size(d), inner, largest)
				return
			case tensor.Float64:
				extremes(flat[float64](out[0]), places, flat[float64](t), t.Size(d), inner, largest)
				return
			case tensor.Int64:
				extremes(flat[int64](out[0]), places, flat[int64](t), t.Size(d), inner, largest)
				return
			}
		}
		atLeast := func(x, y float64) bool { return x >= y }
		if !largest {
			atLeast = func(x, y float64) bool { return x <= y }
		}
		index := func(in, ix []float64) {
			at := 0
			for i, x := range in {
				if math.IsNaN(x) || (!math.IsNaN(in[at]) && atLeast(x, in[at])) {
					at = i
				}
				ix[i] = float64(at)
			}
		}
		scan(out[1], comparableOf(t)[0], d, index)
		if t.Dim() == 0 {
			tensor.Copy(out[0], t)
			return
		}
		tensor.Copy(out[0], ctx.call1("gather", t, int64(d), out[1]).(*tensor.Tensor))
	}
}

// extremes finds them over the middle dimension of [outer, n, inner]; a NaN is one from where it is on.
func extremes[E float32 | float64 | int64](out []E, places []int64, in []E, n, inner int, largest bool) {
	for first := range len(in) / n {
		at := first/inner*n*inner + first%inner
		best, place := in[at], int64(0)
		for i := range n {
			if x := in[at]; x != x || best == best && (largest && x >= best || !largest && x <= best) {
				best, place = x, int64(i)
			}
			out[at], places[at] = best, place
			at += inner
		}
	}
}

func cumExtremumMeta(ctx *Context, a Args) []*Fake {
	f := a.fake(0)
	wrapDim(a.int(1), len(f.Sizes))
	return fakes(NewFake(f.DType, f.Sizes), NewFake(tensor.Int64, f.Sizes))
}

func cumExtremumGrad(ctx *Context, s *Saved, g []Value) []Value {
	zeros := ctx.call1("new_zeros", g[0], sizeList(s.InMeta(0).Sizes))
	return ctx.call("scatter_add", zeros, s.Arg(1), s.Out(1), g[0])
}

func reverseCumsum(ctx *Context, g Value, d int) Value {
	if dimOf(g) == 0 {
		return g
	}
	return ctx.call1("flip", ctx.call1("cumsum", ctx.call1("flip", g, ints(d)), int64(d)), ints(d))
}

// cumprodGrad is the derivative of cumulative products: where the data are at hand and none is zero, each product is divided by the
// element; else by cumprodGradAtZeros.
func cumprodGrad(ctx *Context, x, g Value, d int) Value {
	if dimOf(x) == 0 {
		return g
	}
	if t, ok := readable(x); ok && !hasZero(t) {
		y := ctx.call1("cumprod", x, int64(d))
		return ctx.div(reverseCumsum(ctx, ctx.mul(ctx.conj(y), g), d), ctx.conj(x))
	}
	return cumprodGradAtZeros(ctx, x, g, d)
}

// hasZero says whether an element is zero.
func hasZero(t *tensor.Tensor) bool {
	if t.DType().IsComplex() {
		return slices.Contains(t.Complexes(), 0)
	}
	return slices.Contains(t.Floats(), 0)
}

// cumprodGradAtZeros sums, for each element k, the products of the prefixes j >= k without it: row k of a matrix is the lane with
// a 1 in place k, its prefix products count from the diagonal on. Zeros do no harm.
func cumprodGradAtZeros(ctx *Context, x, g Value, d int) Value {
	lane := ctx.call1("movedim.int", x, int64(d), int64(-1))
	n := sizeOf(lane, -1)
	square := append(append([]symbolic.Int(nil), sizesOf(lane)...), n)
	rows := ctx.expand(ctx.unsqueeze(lane, -2), square)
	own := ctx.call1("eye", intValue(n), tensor.Bool)
	prefixes := ctx.call1("triu", ctx.call1("cumprod", ctx.maskedFill(rows, own, int64(1)), int64(-1)))
	lanes := ctx.sumDim(ctx.mul(ctx.unsqueeze(ctx.call1("movedim.int", g, int64(d), int64(-1)), -2), ctx.conj(prefixes)), false, -1)
	return ctx.call1("contiguous", ctx.call1("movedim.int", lanes, int64(-1), int64(d)))
}

// logAddExpComplex is log(exp a + exp b) without overflow.
func logAddExpComplex(a, b complex128) complex128 {
	if isNaNPart(a) || isNaNPart(b) {
		return complex(math.NaN(), math.NaN())
	}
	switch {
	case real(a) == real(b) && math.IsInf(real(a), -1): // logarithms of zeros, which have no angle
		return b
	case real(a) == real(b) && math.IsInf(real(a), 1):
		return complexes.Log(complexes.Exp(b) + complexes.Exp(a))
	case real(a) < real(b):
		a, b = b, a
	}
	return a + log1pComplex(complexes.Exp(b-a))
}

func isNaNPart(c complex128) bool { return math.IsNaN(real(c)) || math.IsNaN(imag(c)) }

// logCumSumExpComplex is the scan of logAddExpComplex, which begins with the logarithm of 0.
func logCumSumExpComplex(in, out []complex128) {
	acc := complex(math.Inf(-1), 0)
	for i, x := range in {
		acc = logAddExpComplex(x, acc)
		out[i] = acc
	}
}
