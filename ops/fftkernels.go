package ops

import (
	"math"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// The transforms that have kernels: of complex numbers, of real ones, whose spectrum is the conjugate of itself reversed, and of such a
// spectrum, of which half is given. They take several dimensions at once, the last one named being the one that is halved.

// How results are scaled.
const (
	unscaled = iota
	byRoot   // of the number of elements
	byCount
)

var _ = addTable([]entry{
	{S: "_fft_c2c(Tensor self, SymInt[] dim, int normalization, bool forward) -> Tensor", In: asFunction, Fills: true,
		Meta: func(ctx *Context, a Args) []*Fake { return fakes(NewFake(dtypeOf(a[0]), sizesOf(a[0]))) },
		Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
			transformAll(out[0], a.tensor(0), wrapDims(a.ints(1), out[0].Dim(), false), fftScale(a.int(2), a.tensor(0), a.ints(1)), !a.bool(3))
		}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
			return ctx.call("_fft_c2c", g[0], s.Arg(1), s.Arg(2), !s.Args().bool(3))
		}},
	{S: "_fft_r2c(Tensor self, int[] dim, int normalization, bool onesided) -> Tensor", In: asFunction, Fills: true,
		Meta: func(ctx *Context, a Args) []*Fake {
			f := a.fake(0)
			sizes := append([]symbolic.Int(nil), f.Sizes...)
			if _, d := halvedDim(a, len(sizes)); a.bool(3) {
				sizes[d] = sizes[d].FloorDiv(sym(2)).Add(one)
			}
			return fakes(NewFake(f.DType.ToComplex(), sizes))
		}, Kernel: fromReals, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
			grad := g[0]
			if s.Args().bool(3) {
				_, d := halvedDim(s.Args(), dimOf(grad))
				grad = padDim(ctx, grad, d, s.InMeta(0).Sizes[d])
			}
			return result(ctx.call1("real", ctx.call1("_fft_c2c", grad, s.Arg(1), s.Arg(2), false)))
		}},
	{S: "_fft_c2r(Tensor self, int[] dim, int normalization, SymInt last_dim_size) -> Tensor", In: asFunction, Fills: true,
		Meta: func(ctx *Context, a Args) []*Fake {
			f := a.fake(0)
			sizes := append([]symbolic.Int(nil), f.Sizes...)
			_, d := halvedDim(a, len(sizes))
			sizes[d] = a.sym(3)
			return fakes(NewFake(f.DType.ToReal(), sizes))
		}, Kernel: toReals, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
			grad := ctx.call1("_fft_r2c", g[0], s.Arg(1), s.Arg(2), true)
			_, d := halvedDim(s.Args(), dimOf(grad))
			return result(twiceInside(ctx, grad, d, sizeOf(g[0], d)))
		}},
})

// halvedDim is the dimension of n that is halved, the last one that a transform names, and those it names before it.
func halvedDim(a Args, n int) (others []int, d int) {
	dims := wrapDims(a.ints(1), n, false)
	return dims[:len(dims)-1], dims[len(dims)-1]
}

// padDim appends zeros to a dimension until it has n elements.
func padDim(ctx *Context, x Value, d int, n symbolic.Int) Value {
	pad := make([]Value, 2*dimOf(x))
	for i := range pad {
		pad[i] = int64(0)
	}
	pad[2*(dimOf(x)-1-d)+1] = intValue(n.Sub(sizeOf(x, d)))
	return ctx.call1("constant_pad_nd", x, pad, int64(0))
}

// twiceInside doubles the elements of half a spectrum along dimension d that stand for two of the whole one of n.
func twiceInside(ctx *Context, x Value, d int, n symbolic.Int) Value {
	half := sizeOf(x, d)
	inside := n.Sub(half)
	if isConst(inside, 0) {
		return x
	}
	first, last := ctx.narrow(x, d, zero, one), ctx.narrow(x, d, inside.Add(one), half.Sub(inside).Sub(one))
	return ctx.cat([]Value{first, ctx.mul(ctx.narrow(x, d, one, inside), int64(2)), last}, d)
}

// fftScale is the factor of a transform over these dimensions.
func fftScale(normalization int, t *tensor.Tensor, dims []int) float64 {
	n := 1
	for _, d := range dims {
		n *= t.Size(wrapDim(d, t.Dim()))
	}
	switch normalization {
	case byRoot:
		return 1 / math.Sqrt(float64(n))
	case byCount:
		return 1 / float64(n)
	}
	return 1
}

// transformAll transforms dimensions of complex numbers one after the other.
func transformAll(out, t *tensor.Tensor, dims []int, scale float64, inverse bool) {
	if out.Numel() == 0 {
		return
	}
	if len(dims) == 0 {
		tensor.Copy(out, t)
	}
	for _, d := range dims {
		scan(out, t, d, fftLane(inverse, scale))
		t, scale = out, 1
	}
}

// fftLane transforms lanes, which are all of one length.
func fftLane(inverse bool, scale float64) func(in, out []complex128) {
	var plan *fftPlan
	return func(in, out []complex128) {
		if plan == nil {
			plan = newFFTPlan(len(in))
		}
		plan.transform(out, in, inverse)
		if scale != 1 {
			for i, v := range out {
				out[i] = complex(real(v)*scale, imag(v)*scale)
			}
		}
	}
}

func fromReals(ctx *Context, a Args, out []*tensor.Tensor) {
	t, o := a.tensor(0), out[0]
	if o.Numel() == 0 {
		return
	}
	others, d := halvedDim(a, t.Dim())
	data, outer, n := lanes[float64](t, []int{d})
	plan, bins := newRealPlan(n), o.Size(d)
	scale := fftScale(a.int(2), t, a.ints(1))
	spectra := make([]complex128, outer*bins)
	for i := range outer {
		spectrum := spectra[i*bins:][:bins]
		plan.forward(spectrum[:n/2+1], data[i*n:][:n])
		for k, v := range spectrum[:n/2+1] {
			spectrum[k] = complex(real(v)*scale, imag(v)*scale)
		}
		for k := n/2 + 1; k < bins; k++ { // the other half
			v := spectrum[n-k]
			spectrum[k] = complex(real(v), -imag(v))
		}
	}
	storeLanes(o, d, spectra)
	if len(others) > 0 {
		transformAll(o, o, others, 1, false)
	}
}

func toReals(ctx *Context, a Args, out []*tensor.Tensor) {
	t, o := a.tensor(0), out[0]
	if o.Numel() == 0 {
		return
	}
	others, d := halvedDim(a, t.Dim())
	if len(others) > 0 {
		all := tensor.New(t.DType(), t.Sizes()...)
		transformAll(all, t, others, 1, true)
		t = all
	}
	spectra, outer, bins := lanes[complex128](t, []int{d})
	n := o.Size(d)
	plan := newRealPlan(n)
	scale := fftScale(a.int(2), o, a.ints(1))
	half, values := make([]complex128, n/2+1), make([]float64, outer*n)
	for i := range outer {
		clear(half)
		copy(half, spectra[i*bins:][:bins])
		signal := values[i*n:][:n]
		plan.inverse(signal, half)
		for k := range signal {
			signal[k] *= scale
		}
	}
	storeLanes(o, d, values)
}
