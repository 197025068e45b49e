package ops

import (
	"math"

	"github.com/magneto-go/magneto/tensor"
)

// fftScale is the factor of a transform of n points under a normalisation mode.
func fftScale(mode string, n int, inverse bool) float64 {
	switch mode {
	case "", "backward":
		if inverse {
			return 1 / float64(n)
		}
		return 1
	case "ortho":
		return 1 / math.Sqrt(float64(n))
	case "forward":
		if inverse {
			return 1
		}
		return 1 / float64(n)
	}
	throwRuntime("Invalid normalization mode: \"%s\"", mode)
	return 0
}

// complexType is the type of a transform's result.
func complexType(ctx *Context, d tensor.DType) tensor.DType {
	if d.IsComplex() {
		return d
	}
	return ctx.floatType(d).ToComplex()
}

// resizeDim crops or pads a dimension with zeros.
func resizeDim(ctx *Context, x Value, d int, n int) Value {
	size := ctx.fixed(sizeOf(x, d))
	switch {
	case n < size:
		return ctx.slice(x, d, int64(0), int64(n))
	case n > size:
		pad := make([]Value, 2*(dimOf(x)-d))
		for i := range pad {
			pad[i] = int64(0)
		}
		pad[len(pad)-1] = int64(n - size)
		return ctx.call1("constant_pad_nd", x, pad, int64(0))
	}
	return x
}

// resizeDims is resizeDim for several dimensions.
func resizeDims(ctx *Context, x Value, dims, sizes []int) Value {
	for i, d := range dims {
		x = resizeDim(ctx, x, d, sizes[i])
	}
	return x
}

// fft1 transforms along one dimension.
func fft1(ctx *Context, x Value, d int, n int, mode string, inverse bool) Value {
	isReal := !dtypeOf(x).IsComplex()
	x = resizeDim(ctx, x, d, n)
	x = ctx.toDType(x, complexType(ctx, dtypeOf(x)))
	if isReal && inverse { // of real numbers: the conjugate of the forward transform, with the other scale
		return ctx.conj(ctx.call1("_fft_c2c", x, ints(d), int64(0), otherMode(mode)))
	}
	return ctx.call1("_fft_c2c", x, ints(d), int64(boolInt(inverse)), mode)
}

// otherMode puts the factor on the transform in the other direction.
func otherMode(mode string) string {
	switch mode {
	case "", "backward":
		return "forward"
	case "forward":
		return "backward"
	}
	return mode
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
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

// lengthArg is n, by default the size of the dimension.
func lengthArg(ctx *Context, a Args, i int, d int) int {
	n := 0
	if a.none(i) {
		n = ctx.fixed(sizeOf(a[0], d))
	} else {
		n = a.int(i)
	}
	check(n >= 1, "Invalid number of data points (%d) specified", n)
	return n
}

// hermitian drops or restores the redundant half of a real transform.
func rfft1(ctx *Context, x Value, d, n int, mode string) Value {
	return clone2(ctx, ctx.slice(fft1(ctx, x, d, n, mode, false), d, int64(0), int64(n/2+1)))
}

func irfft1(ctx *Context, x Value, d, n int, mode string) Value {
	check(n >= 1, "Invalid number of data points (%d) specified", n)
	x = ctx.toDType(x, complexType(ctx, dtypeOf(x)))
	half := n/2 + 1
	x = resizeDim(ctx, x, d, half)
	if n > 1 {
		tail := ctx.slice(x, d, int64(1), int64(n-half+1))
		x = ctx.cat([]Value{x, ctx.conj(ctx.call1("flip", tail, ints(d)))}, d)
	}
	return clone2(ctx, ctx.call1("real", fft1(ctx, x, d, n, mode, true)))
}

func fftDims(ctx *Context, a Args, s, dim int) (dims []int, sizes []int) {
	n := dimOf(a[0])
	if !a.none(s) {
		given := len(a.ints(s))
		check(a.none(dim) || given == len(a.ints(dim)), "When given, dim and shape arguments must have the same length")
		check(given <= n, "Got shape with %d values but input tensor only has %d dimensions.", given, n)
	}
	switch {
	case !a.none(dim):
		dims = wrapDims(a.ints(dim), n, false)
	case !a.none(s):
		dims = dimsFrom(n-len(a.ints(s)), n)
	default:
		dims = dimsFrom(0, n)
	}
	for i, d := range dims {
		size := ctx.fixed(sizeOf(a[0], d))
		if !a.none(s) && a.ints(s)[i] != -1 {
			size = a.ints(s)[i]
		}
		sizes = append(sizes, size)
	}
	return dims, sizes
}

// fftInFull transforms dimensions of whatever size.
func fftInFull(ctx *Context, x Value, dims []int, mode string, inverse bool) Value {
	if inverse && !dtypeOf(x).IsComplex() && len(dims) == 1 {
		return ctx.conj(fftInFull(ctx, x, dims, otherMode(mode), false))
	}
	x = ctx.toDType(x, complexType(ctx, dtypeOf(x)))
	for _, d := range dims {
		x = ctx.call1("_fft_c2c", x, ints(d), int64(boolInt(inverse)), mode)
	}
	return x
}

func fftN(inverse bool) func(ctx *Context, a Args) []Value {
	return func(ctx *Context, a Args) []Value {
		if a.none(1) && ctx.onlyDescribes(a[0]) {
			dims := dimsFrom(0, dimOf(a[0]))
			if !a.none(2) {
				dims = wrapDims(a.ints(2), dimOf(a[0]), false)
			}
			return result(fftInFull(ctx, a[0], dims, a.str(3), inverse))
		}
		dims, sizes := fftDims(ctx, a, 1, 2)
		x := resizeDims(ctx, ctx.toDType(a[0], complexType(ctx, dtypeOf(a[0]))), dims, sizes)
		for i, d := range dims {
			x = fft1(ctx, x, d, sizes[i], a.str(3), inverse)
		}
		return result(x)
	}
}

// fromRealN transforms several dimensions of real numbers: the last by fromReal1, which gives half a spectrum, the others in full; refusal is the error for complex numbers.
func fromRealN(refusal string, inverse bool, fromReal1 func(ctx *Context, x Value, d, n int, mode string) Value) func(ctx *Context, a Args) []Value {
	return func(ctx *Context, a Args) []Value {
		realOnly(a[0], refusal)
		dims, sizes := fftDims(ctx, a, 1, 2)
		last := len(dims) - 1
		x := fromReal1(ctx, resizeDims(ctx, a[0], dims, sizes), dims[last], sizes[last], a.str(3))
		for i := last - 1; i >= 0; i-- {
			x = fft1(ctx, x, dims[i], sizes[i], a.str(3), inverse)
		}
		return result(x)
	}
}

// toRealN transforms several dimensions of half a spectrum: all but the last in full, the last by toReal1, whose length is twice that of the half where none is given.
func toRealN(inverse bool, toReal1 func(ctx *Context, x Value, d, n int, mode string) Value) func(ctx *Context, a Args) []Value {
	return func(ctx *Context, a Args) []Value {
		dims, sizes := fftDims(ctx, a, 1, 2)
		last := len(dims) - 1
		if a.none(1) {
			sizes[last] = 2 * (sizes[last] - 1)
		}
		x := resizeDims(ctx, ctx.toDType(a[0], complexType(ctx, dtypeOf(a[0]))), dims[:last], sizes)
		for i := range last {
			x = fft1(ctx, x, dims[i], sizes[i], a.str(3), inverse)
		}
		return result(toReal1(ctx, x, dims[last], sizes[last], a.str(3)))
	}
}

// realOnly refuses complex numbers; text has a place for the type.
func realOnly(x Value, text string) {
	if d := dtypeOf(x); d.IsComplex() {
		throw("TypeError", text, d.ScalarName())
	}
}

// hermitian1 is the transform, of n real numbers, of a signal that is the conjugate of itself reversed: the first half of it is given.
func hermitian1(ctx *Context, x Value, d, n int, mode string) Value {
	return irfft1(ctx, ctx.conj(x), d, n, otherMode(mode))
}

func inverseHermitian1(ctx *Context, x Value, d, n int, mode string) Value {
	return ctx.conj(rfft1(ctx, x, d, n, otherMode(mode)))
}

func shiftDecomp(inverse bool) func(ctx *Context, a Args) []Value {
	return func(ctx *Context, a Args) []Value {
		if dimOf(a[0]) == 0 && !a.none(1) {
			throw("IndexError", "Dimension specified as %d but tensor has no dimensions", a.ints(1)[0])
		}
		dims := wrapDims(a.ints(1), dimOf(a[0]), true)
		var shifts []Value
		for _, d := range dims {
			n := int64(ctx.factor(a[0], sizeOf(a[0], d)))
			if inverse {
				shifts = append(shifts, (n+1)/2)
			} else {
				shifts = append(shifts, n/2)
			}
		}
		return ctx.call("roll", a[0], shifts, ints(dims...))
	}
}

const fftSig = "(Tensor self, int? n=None, int dim=-1, str? norm=None) -> Tensor"
const fftNSig = "(Tensor self, int[1]? s=None, int[1]? dim=None, str? norm=None) -> Tensor"
const fft2Sig = "(Tensor self, int[1]? s=None, int[1] dim=[-2,-1], str? norm=None) -> Tensor"

var _ = addTable([]entry{
	{S: "_fft_c2c(Tensor self, int[] dim, int inverse, str mode) -> Tensor", In: asFunction, Meta: func(ctx *Context, a Args) []*Fake { return fakes(NewFake(dtypeOf(a[0]), sizesOf(a[0]))) }, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		d := a.ints(1)[0]
		inverse := a.int(2) == 1
		t := a.tensor(0)
		if t.Numel() == 0 {
			return
		}
		scan(out[0], t, d, fftLane(inverse, fftScale(a.str(3), t.Size(d), inverse)))
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		a := s.Args()
		return ctx.call("_fft_c2c", g[0], a[1], int64(1-a.int(2)), otherMode(a.str(3)))
	}},
	{S: "fft_fft" + fftSig, In: asFFT | asOut, Decomp: func(ctx *Context, a Args) []Value {
		d := wrapDim(a.int(2), dimOf(a[0]))
		if a.none(1) && ctx.onlyDescribes(a[0]) {
			return result(fftInFull(ctx, a[0], []int{d}, a.str(3), false))
		}
		return result(fft1(ctx, a[0], d, lengthArg(ctx, a, 1, d), a.str(3), false))
	}},
	{S: "fft_ifft" + fftSig, In: asFFT | asOut, Decomp: func(ctx *Context, a Args) []Value {
		d := wrapDim(a.int(2), dimOf(a[0]))
		if a.none(1) && ctx.onlyDescribes(a[0]) {
			return result(fftInFull(ctx, a[0], []int{d}, a.str(3), true))
		}
		return result(fft1(ctx, a[0], d, lengthArg(ctx, a, 1, d), a.str(3), true))
	}},
	{S: "fft_rfft" + fftSig, In: asFFT | asOut, Decomp: func(ctx *Context, a Args) []Value {
		realOnly(a[0], "rfft expects a real input tensor, but got %s")
		d := wrapDim(a.int(2), dimOf(a[0]))
		return result(rfft1(ctx, a[0], d, lengthArg(ctx, a, 1, d), a.str(3)))
	}},
	{S: "fft_irfft" + fftSig, In: asFFT | asOut, Decomp: func(ctx *Context, a Args) []Value {
		d := wrapDim(a.int(2), dimOf(a[0]))
		n := 2 * (ctx.fixed(sizeOf(a[0], d)) - 1)
		if !a.none(1) {
			n = a.int(1)
		}
		return result(irfft1(ctx, a[0], d, n, a.str(3)))
	}},
	{S: "fft_fft2" + fft2Sig, In: asFFT | asOut, Decomp: fftN(false)},
	{S: "fft_ifft2" + fft2Sig, In: asFFT | asOut, Decomp: fftN(true)},
	{S: "fft_fftn" + fftNSig, In: asFFT | asOut, Decomp: fftN(false)},
	{S: "fft_ifftn" + fftNSig, In: asFFT | asOut, Decomp: fftN(true)},
	{S: "fft_rfft2" + fft2Sig, In: asFFT | asOut, Decomp: fromRealN("rfftn expects a real-valued input tensor, but got %s", false, rfft1)},
	{S: "fft_rfftn" + fftNSig, In: asFFT | asOut, Decomp: fromRealN("rfftn expects a real-valued input tensor, but got %s", false, rfft1)},
	{S: "fft_irfft2" + fft2Sig, In: asFFT | asOut, Decomp: toRealN(true, irfft1)},
	{S: "fft_irfftn" + fftNSig, In: asFFT | asOut, Decomp: toRealN(true, irfft1)},
	{S: "fft_hfft" + fftSig, In: asFFT | asOut, Decomp: func(ctx *Context, a Args) []Value {
		d := wrapDim(a.int(2), dimOf(a[0]))
		n := 2 * (ctx.fixed(sizeOf(a[0], d)) - 1)
		if !a.none(1) {
			n = a.int(1)
		}
		return result(hermitian1(ctx, a[0], d, n, a.str(3)))
	}},
	{S: "fft_ihfft" + fftSig, In: asFFT | asOut, Decomp: func(ctx *Context, a Args) []Value {
		realOnly(a[0], "ihfft expects a real input tensor, but got %s")
		d := wrapDim(a.int(2), dimOf(a[0]))
		return result(inverseHermitian1(ctx, a[0], d, lengthArg(ctx, a, 1, d), a.str(3)))
	}},
	{S: "fft_hfft2" + fft2Sig, In: asFFT | asOut, Decomp: toRealN(false, hermitian1)},
	{S: "fft_hfftn" + fftNSig, In: asFFT | asOut, Decomp: toRealN(false, hermitian1)},
	{S: "fft_ihfft2" + fft2Sig, In: asFFT | asOut, Decomp: fromRealN("Only supports floating-point dtypes, but found: %s", true, inverseHermitian1)},
	{S: "fft_ihfftn" + fftNSig, In: asFFT | asOut, Decomp: fromRealN("Only supports floating-point dtypes, but found: %s", true, inverseHermitian1)},
	{S: "fft_fftshift(Tensor self, int[1]? dim=None) -> Tensor", In: asFFT, Decomp: shiftDecomp(false)},
	{S: "fft_ifftshift(Tensor self, int[1]? dim=None) -> Tensor", In: asFFT, Decomp: shiftDecomp(true)},
	{S: "fft_fftfreq(int n, float d=1.0, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asFFT | asOut, Decomp: func(ctx *Context, a Args) []Value {
		n := binCount(a.int(0))
		positive, negative := frequencies(ctx, a, "fftfreq", 0, n-n/2), frequencies(ctx, a, "fftfreq", -(n/2), 0)
		return result(ctx.call1("cat", []Value{positive, negative}, int64(0)))
	}},
	{S: "fft_rfftfreq(int n, float d=1.0, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asFFT | asOut, Decomp: func(ctx *Context, a Args) []Value {
		return result(frequencies(ctx, a, "rfftfreq", 0, binCount(a.int(0)/2+1)))
	}},
})

// frequencies are those of the bins from lo to hi of a transform: the number of each over the length of the signal.
func frequencies(ctx *Context, a Args, name string, lo, hi int) Value {
	d := a.dtype(2, ctx.DefaultDType())
	check(d.IsFloat() || d.IsComplex(), "%s requires a floating point or complex dtype", name)
	return ctx.mul(ctx.call1("arange.start", int64(lo), int64(hi), d, a[3], a[4]), 1/(float64(a.int(0))*a.float(1)))
}

func binCount(n int) int {
	check(n >= 0, "Trying to create tensor with negative dimension %d: [%d]", n, n)
	return n
}

func floatList(v []Value, d tensor.DType) Value {
	t := tensor.New(d, len(v))
	f := make([]float64, len(v))
	for i, x := range v {
		f[i] = toFloat(x)
	}
	tensor.StoreFloats(t, f)
	return t
}
