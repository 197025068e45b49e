package ops

import (
	"math"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Short-time Fourier transforms, out of frames and the transform of each; and small forms of signals and channels.

const windowOptions = "ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None"

const (
	stftArgs    = "int? hop_length=None, int? win_length=None, Tensor? window=None, "
	centred     = "bool center=True, str pad_mode=\"reflect\", "
	stftResults = "bool normalized=False, bool? onesided=None, bool? return_complex=None, bool? align_to_window=None) -> Tensor"
)

var _ = addTable([]entry{
	{S: "stft.form(Tensor self, int n_fft, " + stftArgs + centred + stftResults, In: asTorchFunctional | asMethod | onlyScripts, Decomp: centredStft},
	{S: "stft(Tensor self, int n_fft, " + stftArgs + stftResults, Decomp: stftDecomp},
	{S: "stft.center(Tensor self, int n_fft, " + stftArgs + centred + stftResults, Decomp: centredStft},
	{S: "istft(Tensor self, int n_fft, " + stftArgs + "bool center=True, bool normalized=False, bool? onesided=None, int? length=None, bool return_complex=False) -> Tensor",
		In: asFunction | asMethod, Decomp: istftDecomp},
	{S: "channel_shuffle(Tensor self, SymInt groups) -> Tensor", In: asFunction, Whole: true, Decomp: channelShuffle},
	{S: "native_channel_shuffle(Tensor self, SymInt groups) -> Tensor", In: asFunction, Decomp: channelShuffle},
	{S: "kaiser_window(int window_length, *, " + windowOptions + ") -> Tensor", In: asFunction, Meta: windowMeta(1), Eager: kaiserWindow(1)},
	{S: "kaiser_window.periodic(int window_length, bool periodic, *, " + windowOptions + ") -> Tensor", In: asFunction, Meta: windowMeta(2), Eager: kaiserWindow(2)},
	{S: "kaiser_window.beta(int window_length, bool periodic, float beta, *, " + windowOptions + ") -> Tensor", In: asFunction, Meta: windowMeta(3), Eager: kaiserWindow(3)},
})

func channelShuffle(ctx *Context, a Args) []Value {
	x, groups := a[0], a.sym(1)
	s := sizesOf(x)
	check(len(s) > 2, "channel_shuffle expects input with > 2 dims, but got input with sizes %s", sizesText(s))
	check(ctx.expect(groups.Gt(zero)), "Number of groups to divide channels in must be positive. Value of groups:%s", groups)
	check(ctx.expect(s[1].Mod(groups).Eq(zero)), "Number of channels must be divisible by groups. Got %s channels and %s groups.", s[1], groups)
	split := append([]symbolic.Int{s[0], groups, s[1].FloorDiv(groups)}, s[2:]...)
	return result(ctx.reshape(clone2(ctx, ctx.transpose(ctx.reshape(x, split), 1, 2)), s))
}

// spectrum is what stft and istft read from their arguments.
type spectrum struct {
	size, hop, window int
	weights           Value // of n_fft elements
}

func readSpectrum(a Args) spectrum {
	s := spectrum{size: a.int(1)}
	s.hop, s.window = s.size/4, s.size
	if !a.none(2) {
		s.hop = a.int(2)
	}
	if !a.none(3) {
		s.window = a.int(3)
	}
	return s
}

// frameWeights pads a window to both sides, to the size of a frame.
func (s *spectrum) frameWeights(ctx *Context, window Value, d tensor.DType) {
	if window == nil {
		if s.window == s.size {
			return
		}
		window = ctx.call1("ones", ints(s.window), d)
	}
	s.weights = window
	if s.window < s.size {
		left := (s.size - s.window) / 2
		s.weights = ctx.call1("constant_pad_nd", window, ints(left, s.size-s.window-left), 0.0)
	}
}

// centredWindow is a window, ones where there is none, in the middle of zeros of the size of a frame.
func (s *spectrum) centredWindow(ctx *Context, window Value, d tensor.DType) Value {
	if window != nil {
		d = dtypeOf(window)
	}
	frame, left := ctx.call1("zeros", ints(s.size), d), (s.size-s.window)/2
	middle := ctx.slice(frame, 0, int64(left), int64(left+s.window))
	if window == nil {
		ctx.call1("fill_.Scalar", middle, int64(1))
	} else {
		ctx.call1("copy_", middle, window)
	}
	return frame
}

// optionText shows an option in an error; None and bools as PyTorch's C++ prints them.
func optionText(v Value) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case bool:
		return pick(v, "1", "0")
	}
	return defaultText(v)
}

// centredStft pads the signal by half a frame at both ends, unless center is false, as functions in Python do before they call the operator.
func centredStft(ctx *Context, a Args) []Value {
	x := a[0]
	if n := dimOf(x); a.bool(5) {
		check(a.none(10), "stft align_to_window should only be set when center = false")
		lead := []symbolic.Int{one, one}[:max(3-n, 0)]
		half := a.int(1) / 2
		padded := ctx.call1("pad", ctx.view(x, append(lead, sizesOf(x)...)), ints(half, half), a[6], nil)
		x = ctx.view(padded, sizesOf(padded)[max(3-n, 0):])
	}
	return ctx.call("stft", x, a[1], a[2], a[3], a[4], a[7], a[8], a[9], a[10])
}

func stftDecomp(ctx *Context, a Args) []Value {
	x, d := a[0], dtypeOf(a[0])
	fail := func(why string, args ...any) {
		window := "None"
		if w := a[4]; w != nil {
			window = "torch." + LegacyTypeName(dtypeOf(w))[len("torch."):] + "{" + sizesText(sizesOf(w)) + "}"
		}
		s := readSpectrum(a)
		sizes := sizesText(sizesOf(x))
		throwRuntime("stft("+LegacyTypeName(d)+sizes+", n_fft=%d, hop_length=%d, win_length=%d, window=%s, normalized=%s, onesided=%s, return_complex=%s, align_to_window=%s) : "+why,
			append([]any{s.size, s.hop, s.window, window, optionText(a[5]), optionText(a[6]), optionText(a[7]), optionText(a[8])}, args...)...)
	}
	complexInput := d.IsComplex() || a[4] != nil && dtypeOf(a[4]).IsComplex()
	returnComplex := complexInput
	if !a.none(7) {
		if returnComplex = a.bool(7); !returnComplex {
			ctx.warnOnce("stft with return_complex=False is deprecated. In a future pytorch release, stft will return complex tensors for all inputs, and return_complex=False will raise an error.\nNote: you can still call torch.view_as_real on the complex output to recover the old return format.")
		}
	} else {
		check(complexInput, "stft requires the return_complex parameter be given for real inputs, and will further require that return_complex=True in a future PyTorch release.")
	}
	s := readSpectrum(a)
	n := dimOf(x)
	if !d.IsFloat() && !d.IsComplex() || n > 2 || n < 1 {
		fail("expected a tensor of floating point or complex values")
	}
	length := ctx.fixed(sizeOf(x, -1))
	switch {
	case s.size <= 0 || s.size > length:
		fail("expected 0 < n_fft < %d, but got n_fft=%d", length, s.size)
	case s.hop <= 0:
		fail("expected hop_length > 0, but got hop_length=%d", s.hop)
	case s.window <= 0 || s.window > s.size:
		fail("expected 0 < win_length <= n_fft, but got win_length=%d", s.window)
	case a[4] != nil && (dimOf(a[4]) != 1 || ctx.fixed(sizeOf(a[4], 0)) != s.window):
		fail("expected a 1D window tensor of size equal to win_length=%d, but got window with size %s", s.window, sizesText(sizesOf(a[4])))
	}
	if n == 1 {
		x = ctx.unsqueeze(x, 0)
	}
	weights := a[4]
	if s.window < s.size {
		weights = s.centredWindow(ctx, weights, d)
	}
	strides := metaOf(x).Strides
	count := sym((length-s.size)/s.hop + 1)
	frames := ctx.call1("as_strided", x, sizeList([]symbolic.Int{sizeOf(x, 0), count, sym(s.size)}), sizeList([]symbolic.Int{strides[0], strides[1].Mul(sym(s.hop)), strides[1]}), nil)
	if weights != nil {
		frames = ctx.mul(frames, weights)
	}
	onesided := !complexInput
	if !a.none(6) {
		onesided = a.bool(6)
	}
	if onesided && complexInput {
		fail("Cannot have onesided output if window or input is complex")
	}
	norm := int64(0)
	if a.bool(5) {
		norm = 1 // by the root of the number of elements
	}
	var out Value
	if complexInput {
		out = ctx.call1("_fft_c2c", frames, ints(2), norm, true)
	} else {
		out = ctx.call1("_fft_r2c", frames, ints(2), norm, onesided)
	}
	out = ctx.call1("transpose_", out, int64(1), int64(2))
	if n == 1 {
		out = ctx.call1("squeeze_.dim", out, int64(0))
	}
	if returnComplex {
		return result(out)
	}
	return ctx.call("view_as_real", out)
}

func istftDecomp(ctx *Context, a Args) []Value {
	x, d := a[0], dtypeOf(a[0])
	s := readSpectrum(a)
	sizes := sizesText(sizesOf(x))
	fail := func(why string, args ...any) {
		window := "None"
		if w := a[4]; w != nil {
			window = LegacyTypeName(dtypeOf(w)) + "{" + sizesText(sizesOf(w)) + "}"
		}
		throwRuntime("istft(CPU"+d.ScalarName()+"Type"+sizes+", n_fft=%d, hop_length=%d, win_length=%d, window=%s, center=%s, normalized=%s, onesided=%s, length=%s, return_complex=%s) "+why,
			append([]any{s.size, s.hop, s.window, window, optionText(a[5]), optionText(a[6]), optionText(a[7]), optionText(a[8]), optionText(a[9])}, args...)...)
	}
	if !d.IsComplex() {
		throw("TypeError", "istft requires a complex-valued input tensor matching the output from stft with return_complex=True.")
	}
	n := dimOf(x)
	if n < 2 || n > 3 {
		fail(": expected a tensor with 2 or 3 dimensions, but got %d", n)
	}
	complexWindow := a[4] != nil && dtypeOf(a[4]).IsComplex()
	bins, frames := ctx.fixed(sizeOf(x, -2)), ctx.fixed(sizeOf(x, -1))
	onesided := bins != s.size
	if !a.none(7) {
		onesided = a.bool(7)
	}
	switch {
	case onesided && bins != s.size/2+1:
		fail(": expected the frequency dimension (3rd to the last) of the input tensor to match n_fft / 2 + 1 when onesided=True, but got %d", bins)
	case !onesided && bins != s.size:
		fail(": expected the frequency dimension (3rd to the last) of the input tensor to match n_fft when onesided=False, but got %d", bins)
	case s.hop <= 0 || s.hop > s.window:
		fail(": expected 0 < hop_length <= win_length")
	case s.window <= 0 || s.window > s.size:
		fail(": expected 0 < win_length <= n_fft")
	case a[4] != nil && (dimOf(a[4]) != 1 || ctx.fixed(sizeOf(a[4], 0)) != s.window):
		fail(": Invalid window shape. window has to be 1D and length of `win_length`")
	}
	if n == 2 {
		x = ctx.unsqueeze(x, 0)
	}
	real := d.ToReal()
	window := a[4]
	if window == nil {
		window = ctx.call1("ones", ints(s.window), real)
	}
	s.frameWeights(ctx, window, real)
	norm := "backward"
	if a.bool(6) {
		norm = "ortho"
	}
	spectra := ctx.transpose(x, 1, 2)
	var parts Value
	switch {
	case a.bool(9):
		check(!onesided, "cannot have onesided output if window or input is complex")
		parts = ctx.call1("fft_ifft", spectra, nil, int64(2), norm)
	default:
		check(!complexWindow, "Complex windows are incompatible with return_complex=False")
		if !onesided {
			spectra = ctx.narrow(spectra, 2, zero, sym(s.size/2+1))
		}
		parts = ctx.call1("fft_irfft", spectra, int64(s.size), int64(2), norm)
	}
	parts = ctx.mul(parts, s.weights)
	length := s.size + s.hop*(frames-1)
	signal := overlapAdd(ctx, parts, length, s.hop)
	squares := ctx.expand(ctx.mul(s.weights, s.weights), []symbolic.Int{one, sym(frames), sym(s.size)})
	envelope := overlapAdd(ctx, squares, length, s.hop)
	start, end := 0, length
	if a.bool(5) {
		start = s.size / 2
		end = length - s.size/2
	}
	if !a.none(8) {
		end = start + a.int(8)
	}
	have := min(end, length)
	signal, envelope = ctx.narrow(signal, 1, sym(start), sym(have-start)), ctx.narrow(envelope, 1, sym(start), sym(have-start))
	if t, ok := ctx.call1("abs", ctx.detach(envelope)).(*tensor.Tensor); ok {
		for _, v := range ctx.Plainest(t).Floats() {
			if v <= 1e-11 {
				fail("window overlap add min: 1\n[ CPUBoolType{} ]")
			}
		}
	}
	out := ctx.div(signal, envelope)
	if n == 2 {
		out = ctx.squeeze(out, 0)
	}
	if end > length {
		out = ctx.call1("constant_pad_nd", out, ints(0, end-length), 0.0)
	}
	return result(out)
}

// overlapAdd adds frames [batch, frames, size] to a signal at steps of hop.
func overlapAdd(ctx *Context, frames Value, length, hop int) Value {
	batch, count, size := sizeOf(frames, 0), ctx.fixed(sizeOf(frames, 1)), ctx.fixed(sizeOf(frames, 2))
	at := make([]int64, 0, count*size)
	for f := range count {
		for i := range size {
			at = append(at, int64(f*hop+i))
		}
	}
	signal := ctx.call1("new_zeros", frames, []Value{intValue(batch), int64(length)})
	return ctx.call1("index_add", signal, int64(1), ctx.lifted(intTensor(at, len(at))), ctx.reshape(frames, []symbolic.Int{batch, sym(len(at))}))
}

// kaiserWindow is the window of the Bessel function I0 (Kaiser, 1974); opt is where the type of the result stands.
func kaiserWindow(opt int) func(ctx *Context, a Args) []Value {
	return func(ctx *Context, a Args) []Value {
		n, beta := a.int(0), 12.0
		if opt > 2 {
			beta = a.float(2)
		}
		check(n >= 0, "kaiser_window requires non-negative window_length, got window_length=%d", n)
		last := float64(max(n-1, 1))
		if opt == 1 || a.bool(1) {
			last = float64(n)
		}
		out := make([]float64, n)
		for i := range out {
			r := 2*float64(i)/last - 1
			if n == 1 {
				r = 0
			}
			out[i] = besselI0(beta*math.Sqrt(max(0, 1-r*r))) / besselI0(beta)
		}
		return result(writeBatch(a.dtype(opt, ctx.DefaultDType()), nil, []int{n}, out))
	}
}
