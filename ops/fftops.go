package ops

import (
	"slices"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// The transforms of torch.fft, in terms of the three that have kernels (fftkernels.go).

// complexType is the type of a transform's result.
func complexType(ctx *Context, d tensor.DType) tensor.DType {
	if d.IsComplex() {
		return d
	}
	if d == tensor.BFloat16 {
		throw("NotImplementedError", "Unsupported dtype %s", d.ScalarName())
	}
	return ctx.floatType(d).ToComplex()
}

// resizeDim crops or pads a dimension with zeros.
func resizeDim(ctx *Context, x Value, d int, n symbolic.Int) Value {
	size := sizeOf(x, d)
	switch {
	case ctx.is(n.Eq(size)):
		return x
	case ctx.is(n.Lt(size)):
		return ctx.slice(x, d, int64(0), intValue(n))
	}
	return padDim(ctx, x, d, n)
}

// resizeDims is resizeDim for several dimensions.
func resizeDims(ctx *Context, x Value, dims []int, sizes []symbolic.Int) Value {
	for i, n := range sizes {
		x = resizeDim(ctx, x, dims[i], n)
	}
	return x
}

// fftNorm is how the transforms with kernels count a normalisation mode: not at all, by the root of the number of elements, or by
// that number.
func fftNorm(mode string, forward bool) int64 {
	switch {
	case mode == "ortho":
		return byRoot
	case mode != "" && mode != "forward" && mode != "backward":
		throwRuntime("Invalid normalization mode: \"%s\"", mode)
	case (mode == "forward") == forward:
		return byCount
	}
	return unscaled
}

// points checks the number of points of a transform.
func points(n symbolic.Int) symbolic.Int {
	if c, ok := n.Const(); ok && c < 1 {
		throwRuntime("Invalid number of data points (%d) specified", c)
	}
	return n
}

// fft1 transforms along dimension 2 of the arguments, to the length that argument 1 may give. Real numbers have a transform of
// their own, in the forward direction: the other one is its conjugate.
func fft1(ctx *Context, a Args, forward, onesided bool) Value {
	d := wrapDim(a.int(2), dimOf(a[0]))
	x := fftInput(ctx, a[0], false)
	if a.none(1) {
		points(sizeOf(x, d))
	} else {
		x = resizeDim(ctx, x, d, points(a.sym(1)))
	}
	norm := fftNorm(a.str(3), forward)
	if dtypeOf(x).IsComplex() {
		return ctx.call1("_fft_c2c", x, ints(d), norm, forward)
	}
	out := ctx.call1("_fft_r2c", x, ints(d), norm, onesided)
	if !forward {
		out = ctx.conj(out)
	}
	return out
}

// toReal1 transforms half a spectrum along dimension 2 of the arguments to real numbers, as many as argument 1 may say.
func toReal1(ctx *Context, a Args, forward bool) Value {
	d := wrapDim(a.int(2), dimOf(a[0]))
	x := fftInput(ctx, a[0], true)
	n := sizeOf(x, d).Sub(one).Mul(sym(2))
	if !a.none(1) {
		n = points(a.sym(1))
		x = resizeDim(ctx, x, d, n.FloorDiv(sym(2)).Add(one))
	}
	if forward {
		x = conjugated(ctx, x)
	}
	return ctx.call1("_fft_c2r", x, ints(d), fftNorm(a.str(3), forward), intValue(points(n)))
}

// fftInput is a tensor of numbers that transforms take: whole numbers become floats, and real ones complex where they must be.
func fftInput(ctx *Context, x Value, complex bool) Value {
	d := dtypeOf(x)
	switch {
	case complex:
		d = complexType(ctx, d)
	case !d.IsComplex():
		d = ctx.floatType(d)
	}
	return ctx.toDType(x, d)
}

// conjugated is the conjugate as numbers of its own.
func conjugated(ctx *Context, x Value) Value { return ctx.call1("clone", ctx.conj(x), nil) }

// fftDims are the dimensions that a transform of several names, or has by default, and the lengths they are brought to; none where
// they keep theirs. -1 keeps one.
func fftDims(ctx *Context, a Args) (dims []int, sizes []symbolic.Int) {
	n := dimOf(a[0])
	if !a.none(1) {
		given := len(a.syms(1))
		check(a.none(2) || given == len(a.ints(2)), "When given, dim and shape arguments must have the same length")
		check(given <= n, "Got shape with %d values but input tensor only has %d dimensions.", given, n)
	}
	switch {
	case !a.none(2):
		for _, d := range a.ints(2) {
			d = wrapDim(d, n)
			check(!slices.Contains(dims, d), "FFT dims must be unique")
			dims = append(dims, d)
		}
	case !a.none(1):
		dims = dimsFrom(n-len(a.syms(1)), n)
	default:
		dims = dimsFrom(0, n)
	}
	if a.none(1) {
		for _, d := range dims {
			points(sizeOf(a[0], d))
		}
		return dims, nil
	}
	for i, d := range dims {
		size := a.syms(1)[i]
		if ctx.isHole(size) {
			size = sizeOf(a[0], d)
		}
		sizes = append(sizes, points(size))
	}
	return dims, sizes
}

// fftN transforms several dimensions in full.
func fftN(forward bool) func(ctx *Context, a Args) []Value {
	return func(ctx *Context, a Args) []Value {
		dims, sizes := fftDims(ctx, a)
		x := resizeDims(ctx, fftInput(ctx, a[0], true), dims, sizes)
		return ctx.call("_fft_c2c", x, ints(dims...), fftNorm(a.str(3), forward), forward)
	}
}

// fromRealN transforms several dimensions of real numbers to half a spectrum; refusal is the error for complex numbers. The inverse
// of a Hermitian transform is the conjugate of the transform of the last dimension, followed by the inverse ones of the others.
func fromRealN(refusal string, forward bool) func(ctx *Context, a Args) []Value {
	return func(ctx *Context, a Args) []Value {
		if forward {
			realOnly(a[0], refusal)
		}
		dims, sizes := fftDims(ctx, a)
		check(len(dims) > 0, pick(forward, "rfftn", "ihfftn")+" must transform at least one axis")
		realOnly(a[0], refusal)
		x := resizeDims(ctx, fftInput(ctx, a[0], false), dims, sizes)
		norm, last := fftNorm(a.str(3), forward), len(dims)-1
		if forward {
			return ctx.call("_fft_r2c", x, ints(dims...), norm, true)
		}
		x = ctx.call1("_fft_r2c", x, ints(dims[last]), norm, true)
		if last == 0 {
			return result(ctx.conj(x))
		}
		return ctx.call("_fft_c2c", ctx.call1("conj_physical", x), ints(dims[:last]...), norm, false)
	}
}

// toRealN transforms several dimensions of half a spectrum to real numbers, whose number in the last one is twice that of the half
// where none is given; those of the Hermitian transform are the real transform of conjugates.
func toRealN(forward bool) func(ctx *Context, a Args) []Value {
	return func(ctx *Context, a Args) []Value {
		dims, sizes := fftDims(ctx, a)
		check(len(dims) > 0, pick(forward, "hfftn", "irfftn")+" must transform at least one axis")
		x := fftInput(ctx, a[0], true)
		norm, last := fftNorm(a.str(3), forward), len(dims)-1
		n := sizeOf(x, dims[last]).Sub(one).Mul(sym(2))
		if sizes != nil {
			if !ctx.isHole(a.syms(1)[last]) {
				n = sizes[last]
			}
			sizes[last] = n.FloorDiv(sym(2)).Add(one)
			x = resizeDims(ctx, x, dims, sizes)
		}
		points(n)
		if forward {
			if last > 0 {
				x = ctx.call1("_fft_c2c", x, ints(dims[:last]...), norm, true)
			}
			x, dims = conjugated(ctx, x), dims[last:]
		}
		return ctx.call("_fft_c2r", x, ints(dims...), norm, intValue(n))
	}
}

// realOnly refuses complex numbers; text has a place for the type.
func realOnly(x Value, text string) {
	if d := dtypeOf(x); d.IsComplex() {
		throw("TypeError", text, d.ScalarName())
	}
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

const fftSig = "(Tensor self, SymInt? n=None, int dim=-1, str? norm=None) -> Tensor"
const fftNSig = "(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None) -> Tensor"
const fft2Sig = "(Tensor self, SymInt[1]? s=None, int[1] dim=[-2,-1], str? norm=None) -> Tensor"

// alone gives the operators of one dimension.
func alone(f func(ctx *Context, a Args) Value) func(ctx *Context, a Args) []Value {
	return func(ctx *Context, a Args) []Value { return result(f(ctx, a)) }
}

var _ = addTable([]entry{
	{S: "fft_fft" + fftSig, In: asFFT | asOut, Decomp: alone(func(ctx *Context, a Args) Value { return fft1(ctx, a, true, false) })},
	{S: "fft_ifft" + fftSig, In: asFFT | asOut, Decomp: alone(func(ctx *Context, a Args) Value { return fft1(ctx, a, false, false) })},
	{S: "fft_rfft" + fftSig, In: asFFT | asOut, Decomp: alone(func(ctx *Context, a Args) Value {
		realOnly(a[0], "rfft expects a real input tensor, but got %s")
		return fft1(ctx, a, true, true)
	})},
	{S: "fft_irfft" + fftSig, In: asFFT | asOut, Decomp: alone(func(ctx *Context, a Args) Value { return toReal1(ctx, a, false) })},
	{S: "fft_fft2" + fft2Sig, In: asFFT | asOut, Decomp: fftN(true)},
	{S: "fft_ifft2" + fft2Sig, In: asFFT | asOut, Decomp: fftN(false)},
	{S: "fft_fftn" + fftNSig, In: asFFT | asOut, Decomp: fftN(true)},
	{S: "fft_ifftn" + fftNSig, In: asFFT | asOut, Decomp: fftN(false)},
	{S: "fft_rfft2" + fft2Sig, In: asFFT | asOut, Decomp: fromRealN("rfftn expects a real-valued input tensor, but got %s", true)},
	{S: "fft_rfftn" + fftNSig, In: asFFT | asOut, Decomp: fromRealN("rfftn expects a real-valued input tensor, but got %s", true)},
	{S: "fft_irfft2" + fft2Sig, In: asFFT | asOut, Decomp: toRealN(false)},
	{S: "fft_irfftn" + fftNSig, In: asFFT | asOut, Decomp: toRealN(false)},
	{S: "fft_hfft" + fftSig, In: asFFT | asOut, Decomp: alone(func(ctx *Context, a Args) Value { return toReal1(ctx, a, true) })},
	{S: "fft_ihfft" + fftSig, In: asFFT | asOut, Decomp: alone(func(ctx *Context, a Args) Value {
		realOnly(a[0], "ihfft expects a real input tensor, but got %s")
		return fft1(ctx, a, false, true)
	})},
	{S: "fft_hfft2" + fft2Sig, In: asFFT | asOut, Decomp: toRealN(true)},
	{S: "fft_hfftn" + fftNSig, In: asFFT | asOut, Decomp: toRealN(true)},
	{S: "fft_ihfft2" + fft2Sig, In: asFFT | asOut, Decomp: fromRealN("Only supports floating-point dtypes, but found: %s", false)},
	{S: "fft_ihfftn" + fftNSig, In: asFFT | asOut, Decomp: fromRealN("Only supports floating-point dtypes, but found: %s", false)},
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
