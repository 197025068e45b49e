package ops

import (
	"fmt"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/loop/conv"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// pad3 widens a list for k spatial dimensions to three; a single number counts for all.
func pad3(v []int, k, def int) [3]int {
	out := [3]int{def, def, def}
	for i := range k {
		switch {
		case len(v) == 0:
		case len(v) == 1:
			out[3-k+i] = v[0]
		default:
			out[3-k+i] = v[i]
		}
	}
	return out
}

func pad3List(v []int, k int) [3]int {
	out := [3]int{1, 1, 1}
	copy(out[3-k:], v)
	return out
}

func listAt(v []symbolic.Int, i int) symbolic.Int {
	if len(v) == 1 {
		return v[0]
	}
	return v[i]
}

// convMeta checks shapes and computes the size of the result.
func convMeta(ctx *Context, a Args) []*Fake {
	x, w := a.fake(0), a.fake(1)
	k := len(w.Sizes) - 2
	stride, padding, dilation, extra := a.syms(3), a.syms(4), a.syms(5), a.syms(7)
	isTransposed, groups := a.bool(6), ctx.fixed(a.sym(8))
	if len(x.Sizes) != len(w.Sizes) {
		throwRuntime("Expected %dD (unbatched) or %dD (batched) input to conv%s%dd, but got input of size: %s", k+1, k+2, pick(isTransposed, "_transpose", ""), k, sizesText(x.Sizes))
	}
	check(groups > 0, "non-positive groups is not supported")
	if !a.none(2) && dtypeOf(a[2]) != x.DType && x.DType == w.DType && isTransposed && k == 3 {
		throwRuntime("expected scalar type %s but found %s", x.DType.ScalarName(), dtypeOf(a[2]).ScalarName())
	}
	if d := x.DType; d != w.DType {
		half := d == tensor.Float16 || d == tensor.BFloat16
		check(!half, "Input type (%s) and weight type (%s) should be the same or input should be a MKLDNN tensor and weight is a dense tensor", typeText(d), typeText(w.DType))
		check(!d.IsComplex(), "Input type (%s) and weight type (%s) should be the same", typeText(d), typeText(w.DType))
		throwRuntime("expected scalar type %s but found %s", d.ScalarName(), w.DType.ScalarName())
	}
	if x.DType.IsComplex() {
		notImplemented("slow_conv2d_cpu", x.DType)
	}
	if !a.none(2) && dtypeOf(a[2]) != x.DType {
		throwRuntime("Input type (%s) and bias type (%s) should be the same", x.DType.CName(), dtypeOf(a[2]).CName())
	}
	checkConvWeight(ctx, w, isTransposed, groups)
	g := sym(groups)
	var sizes []symbolic.Int
	if isTransposed {
		if !sameSize(ctx, x.Sizes[1], w.Sizes[0]) {
			throwRuntime("Given transposed=1, weight of size %s, expected input%s to have %s channels, but got %s channels instead", sizesText(w.Sizes), sizesText(x.Sizes), w.Sizes[0], x.Sizes[1])
		}
		sizes = []symbolic.Int{x.Sizes[0], w.Sizes[1].Mul(g)}
	} else {
		if !sameSize(ctx, x.Sizes[1], w.Sizes[1].Mul(g)) {
			throwRuntime("Given groups=%d, weight of size %s, expected input%s to have %s channels, but got %s channels instead", groups, sizesText(w.Sizes), sizesText(x.Sizes), w.Sizes[1].Mul(g), x.Sizes[1])
		}
		sizes = []symbolic.Int{x.Sizes[0], w.Sizes[0]}
	}
	if !a.none(2) && (dimOf(a[2]) != 1 || !sameSize(ctx, numelOf(a[2]), sizes[1])) {
		throwRuntime("Given "+pick(isTransposed, "transposed=1, ", "")+"weight of size %s, expected bias to be 1-dimensional with %s elements, but got bias of size %s instead", sizesText(w.Sizes), sizes[1], sizesText(sizesOf(a[2])))
	}
	if !isTransposed && isConst(x.Sizes[1], 0) {
		sizes[1] = zero // of no channels come none
	}
	var padded, kernels []symbolic.Int
	bad := false
	for i := range k {
		n, ker := x.Sizes[2+i], w.Sizes[2+i]
		st, pd, dl := listAt(stride, i), listAt(padding, i), listAt(dilation, i)
		span := dl.Mul(ker.Sub(one)).Add(one)
		if isTransposed {
			op := zero
			if len(extra) > 0 {
				op = listAt(extra, i)
			}
			sizes = append(sizes, n.Sub(one).Mul(st).Sub(pd.Mul(sym(2))).Add(span).Add(op))
			continue
		}
		full := n.Add(pd.Mul(sym(2)))
		padded, kernels = append(padded, full), append(kernels, span)
		if ctx.is(full.Lt(span)) {
			bad = true
		}
		sizes = append(sizes, full.Sub(span).FloorDiv(st).Add(one))
	}
	if bad {
		throwRuntime("Calculated padded input size per channel: %s. Kernel size: %s. Kernel size can't be greater than actual input size", timesText(padded), timesText(kernels))
	}
	if isTransposed {
		checkTransposedSizes(ctx, x.Sizes[2:], sizes[2:])
	}
	if isConst(x.Numel(), 0) && !isConst(x.Sizes[0], 0) && !isConst(x.Sizes[1], 0) {
		throwRuntime("Only zero batch or zero channel inputs are supported, but got input shape: [%s]", strings.Trim(sizesText(x.Sizes), "[]"))
	}
	f := NewFake(x.DType, sizes)
	if channelsLastOnly(x) || channelsLastOnly(w) {
		f.Strides = channelsLastStrides(sizes)
	}
	return fakes(f)
}

// checkConvWeight refuses weights whose rows are not the same for each group, and kernels without elements, as the kernels say it that PyTorch takes: lines are
// images of one row.
func checkConvWeight(ctx *Context, w *Fake, transposed bool, groups int) {
	if !ctx.is(w.Sizes[0].Mod(sym(groups)).Eq(zero)) {
		throwRuntime("Given groups=%d, expected weight to be divisible by %d at dimension 0, but got weight of size [%s] instead", groups, groups, sizesText(w.Sizes))
	}
	kernel := w.Sizes[2:]
	if !slices.ContainsFunc(kernel, func(n symbolic.Int) bool { return isConst(n, 0) }) {
		return
	}
	if len(kernel) == 1 {
		kernel = []symbolic.Int{one, kernel[0]}
	}
	if len(kernel) == 2 {
		throwRuntime("kernel size should be greater than zero, but got kernel_height: %s kernel_width: %s", kernel[0], kernel[1])
	}
	check(!transposed, "non-empty 5D (n_output_plane x n_input_plane x kernel_depth x kernel_height x kernel_width) tensor expected for weight, but got: %s", sizesText(w.Sizes))
	throwRuntime("kernel size should be greater than zero, but got: %s x %s x %s (TxHxW)", kernel[0], kernel[1], kernel[2])
}

// checkTransposedSizes refuses results of a transposed convolution without elements; PyTorch computes those in one dimension in two.
func checkTransposedSizes(ctx *Context, in, out []symbolic.Int) {
	if !slices.ContainsFunc(out, func(n symbolic.Int) bool { return ctx.is(n.Lt(one)) }) {
		return
	}
	if len(in) == 1 {
		in, out = []symbolic.Int{one, in[0]}, []symbolic.Int{one, out[0]}
	}
	throwRuntime("Given input size per channel: %s. Calculated output size per channel: %s. Output size is too small", timesText(in), timesText(out))
}

// timesText prints "(4 x 4)".
func timesText(s []symbolic.Int) string {
	out := "("
	for i, v := range s {
		if i > 0 {
			out += " x "
		}
		out += v.String()
	}
	return out + ")"
}

// convBackwardGrad differentiates the gradients of a convolution again.
func convBackwardGrad(ctx *Context, s *Saved, g []Value) []Value {
	a := s.Args()
	geometry := []Value{a[4], a[5], a[6], a[7], a[8], a[9]}
	conv := func(ctx *Context, x, w Value) Value {
		return ctx.call1("convolution", append([]Value{x, w, nil}, geometry...)...)
	}
	back := func(gy, x, w Value, i int) Value {
		mask := []Value{i == 0, i == 1, false}
		return ctx.call("convolution_backward", append(append([]Value{gy, x, w, nil}, geometry...), mask)...)[i]
	}
	mask := s.Arg(10).([]Value)
	out := []Value{nil, nil, nil}
	sum := func(i int, v Value) {
		if out[i] == nil {
			out[i] = v
		} else {
			out[i] = ctx.add(out[i], v)
		}
	}
	if g[0] != nil && mask[0].(bool) {
		sum(0, conv(ctx, g[0], s.In(2)))
		sum(2, back(s.In(0), g[0], s.In(2), 1))
	}
	if g[1] != nil && mask[1].(bool) {
		sum(0, conv(ctx, s.In(1), g[1]))
		sum(1, back(s.In(0), s.In(1), g[1], 0))
	}
	if len(g) > 2 && g[2] != nil && mask[2].(bool) {
		shape := channelShape(numelOf(g[2]), dimOf(s.In(0)))
		sum(0, ctx.expand(ctx.view(g[2], shape), sizesOf(s.In(0))))
	}
	return out
}

// unbatched lifts an input without a batch dimension.
func convUnbatched(ctx *Context, x Value, spatial int, run func(ctx *Context, x Value) Value) []Value {
	if dimOf(x) == spatial+1 {
		return result(ctx.squeeze(run(ctx, ctx.unsqueeze(x, 0)), 0))
	}
	return result(run(ctx, x))
}

// convolve calls convolution; a complex one is three real ones (Gauss): with a, b and c the products of the real parts,
// of the imaginary parts and of their sums, it is a - b + i (c - a - b).
func convolve(ctx *Context, x, w, bias Value, geometry ...Value) Value {
	call := func(x, w, bias Value) Value {
		return ctx.call1("convolution", append([]Value{x, w, bias}, geometry...)...)
	}
	if !dtypeOf(w).IsComplex() || !dtypeOf(x).IsComplex() {
		return call(x, w, bias)
	}
	parts := func(v Value) (re, im, sum Value) {
		if v == nil {
			return nil, nil, nil
		}
		pair := ctx.call1("view_as_real", ctx.call1("resolve_conj", v))
		re, im = ctx.selectAt(pair, -1, int64(0)), ctx.selectAt(pair, -1, int64(1))
		return re, im, ctx.add(re, im)
	}
	xr, xi, xs := parts(x)
	wr, wi, ws := parts(w)
	br, _, bs := parts(bias)
	a, b, c := call(xr, wr, br), call(xi, wi, nil), call(xs, ws, bs)
	return ctx.add(ctx.sub(a, b), ctx.mul(ctx.sub(ctx.sub(c, a), b), complex(0, 1)))
}

func convDecomp(spatial int) func(*Context, Args) []Value {
	return func(ctx *Context, a Args) []Value {
		sameBias(a)
		return convolveAlong(ctx, spatial, a)
	}
}

// convolveAlong convolves along the spatial dimensions of an image, or of each of a batch.
func convolveAlong(ctx *Context, spatial int, a Args) []Value {
	w := a[1]
	if k := dimOf(w) - 2; k > 0 && k != spatial { // numbers are counted by the dimensions of the weight first
		check(spatial == 1, "expected stride to be a single integer value or a list of %d values to match the convolution dimensions, but got stride=%s", k, sizesText(Args{repeatList(a.list(3), spatial)}.syms(0)))
	}
	if n := dimOf(a[0]); n != spatial+1 && n != spatial+2 {
		throwRuntime("Expected %dD (unbatched) or %dD (batched) input to conv%dd, but got input of size: %s", spatial+1, spatial+2, spatial, sizesText(sizesOf(a[0])))
	}
	return convUnbatched(ctx, a[0], spatial, func(ctx *Context, x Value) Value {
		return convolve(ctx, x, w, a[2], repeatList(a.list(3), spatial), repeatList(a.list(4), spatial), repeatList(a.list(5), spatial), false, zerosList(spatial), a[6])
	})
}

// sameBias refuses a bias of another type than the input of a convolution.
func sameBias(a Args) {
	if d := dtypeOf(a[0]); !a.none(2) && dtypeOf(a[2]) != d {
		throwRuntime("Input type (%s) and bias type (%s) should be the same", d.CName(), dtypeOf(a[2]).CName())
	}
}

// spreadOver refuses inputs that have no place for the sizes of a transposed convolution over k dimensions.
func spreadOver(a Args, k int) {
	if n := dimOf(a[0]); n != k+1 && n != k+2 {
		throwRuntime("Expected %dD (unbatched) or %dD (batched) input to conv_transpose%dd, but got input of size: %s", k+1, k+2, k, sizesText(sizesOf(a[0])))
	}
}

func repeatList(v []Value, n int) []Value {
	if len(v) == 1 {
		out := make([]Value, n)
		for i := range out {
			out[i] = v[0]
		}
		return out
	}
	return v
}

func zerosList(n int) []Value { return ints(make([]int, n)...) }

// convPaddingDecomp handles padding given as "same" or "valid".
func convPaddingDecomp(spatial int) func(*Context, Args) []Value {
	return func(ctx *Context, a Args) []Value {
		mode := a.str(4)
		x := a[0]
		if n := dimOf(a[1]); n != spatial+2 && n > 2 && dimOf(x) != n {
			throwRuntime("Expected %d-dimensional input for %d-dimensional weight%s, but got %d-dimensional input of size %s instead", n, n, sizesText(sizesOf(a[1])), dimOf(x), sizesText(sizesOf(x)))
		}
		padding := zerosList(spatial)
		dilation := repeatList(a.list(5), spatial)
		switch mode {
		case "valid":
		case "same":
			for _, s := range a.list(3) {
				check(ctx.is(toSym(s).Eq(one)), "padding='same' is not supported for strided convolutions")
			}
			var pad []Value
			symmetric := true
			for i := range spatial {
				total := toSym(dilation[i]).Mul(sizeOf(a[1], 2+i).Sub(one))
				left := total.FloorDiv(symbolic.IntOf(2))
				padding[i] = intValue(left)
				if !ctx.is(total.Mod(symbolic.IntOf(2)).Eq(symbolic.IntOf(0))) {
					symmetric = false
					ctx.warnOnce("%s", evenKernel)
				}
				pad = append([]Value{int64(0), intValue(total.Sub(left).Sub(left))}, pad...)
			}
			if !symmetric {
				x = ctx.call1("constant_pad_nd", x, pad, int64(0))
			}
		default:
			throwRuntime("Invalid padding string: '%s'", mode)
		}
		return convolveAlong(ctx, spatial, Args{x, a[1], a[2], a[3], padding, a[5], a[6]})
	}
}

func convTransposeDecomp(spatial int) func(*Context, Args) []Value {
	return func(ctx *Context, a Args) []Value {
		spreadOver(a, spatial)
		return convUnbatched(ctx, a[0], spatial, func(ctx *Context, x Value) Value {
			checkOutputPadding(spatial, repeatList(a.list(5), spatial), repeatList(a.list(3), spatial), repeatList(a.list(7), spatial))
			bias := a[2]
			if d := dtypeOf(x); bias != nil && spatial < 3 && dtypeOf(bias) != d && dtypeOf(a[1]) == d {
				bias = ctx.toDType(bias, d)
			}
			return convolve(ctx, x, a[1], bias, repeatList(a.list(3), spatial), repeatList(a.list(4), spatial), repeatList(a.list(7), spatial), true, repeatList(a.list(5), spatial), a[6])
		})
	}
}

// checkOutputPadding refuses padding of an output that reaches beyond what a step or a gap between weights covers.
func checkOutputPadding(spatial int, padding, stride, dilation []Value) {
	if len(padding) != spatial || len(stride) != spatial || len(dilation) != spatial {
		return // which is told elsewhere
	}
	fits, told := true, make([]string, 3)
	names := []string{"depth", "height", "width"}[3-max(spatial, 2):]
	for k, list := range [][]Value{padding, stride, dilation} {
		if spatial == 1 { // one dimension is computed as two
			list = append([]Value{int64([]int{0, 1, 1}[k])}, list...)
		}
		for i, name := range names {
			told[k] += fmt.Sprintf(" %s_%s: %v", []string{"output_padding", "stride", "dilation"}[k], name, list[i])
		}
	}
	for i, p := range padding {
		pad, known := p.(int64)
		step, knownStep := stride[i].(int64)
		gap, knownGap := dilation[i].(int64)
		fits = fits && (!known || !knownStep || !knownGap || pad < 0 || pad < step || pad < gap)
	}
	check(fits, "output padding must be smaller than either stride or dilation, but got%s", strings.Join(told, ""))
}

var _ = addTable([]entry{
	{S: "convolution(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, SymInt[] padding, SymInt[] dilation, bool transposed, SymInt[] output_padding, SymInt groups) -> Tensor", In: asFunction, Fills: true, Meta: convMeta, Kernel: convKernel, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		var bias Value
		switch {
		case !s.Args().none(2):
			bias = sizeList(s.InMeta(2).Sizes)
		case ctx.shown():
			bias = ints(0)
		}
		r := ctx.call("convolution_backward", g[0], s.In(0), s.In(1), bias, s.Arg(3), s.Arg(4), s.Arg(5), s.Arg(6), s.Arg(7), s.Arg(8),
			[]Value{s.Need(0), s.Need(1), s.Need(2)})
		out := []Value{nil, nil, nil}
		for i := range out {
			if s.Need(i) {
				out[i] = r[i]
			}
		}
		return out
	}, Saves: in0 | in1},
	{S: "convolution_backward(Tensor grad_output, Tensor input, Tensor weight, SymInt[]? bias_sizes, SymInt[] stride, SymInt[] padding, SymInt[] dilation, bool transposed, SymInt[] output_padding, SymInt groups, bool[3] output_mask) -> (Tensor, Tensor, Tensor)", Fills: true, In: 0, Meta: func(ctx *Context, a Args) []*Fake {
		g, groups := a.fake(0), ctx.fixed(a.sym(9))
		check(groups > 0, "expected groups to be greater than 0, but got groups=%d", groups)
		channels := a.fake(2).Sizes[0] // those of the gradient, which has none where the input has none
		if a.bool(7) {
			channels = a.fake(2).Sizes[1].Mul(sym(groups))
		}
		bias := NewFake(g.DType, []symbolic.Int{channels})
		x, w := NewFake(g.DType, a.fake(1).Sizes), NewFake(g.DType, a.fake(2).Sizes)
		if channelsLastOnly(a.fake(1)) || channelsLastOnly(a.fake(2)) { // one of them is enough for both gradients
			x.Strides, w.Strides = channelsLastStrides(x.Sizes), channelsLastStrides(w.Sizes)
		}
		return fakes(x, w, bias)
	}, Kernel: convBackward, Grad: convBackwardGrad, Saves: in0 | in1 | in2},
	{S: "conv1d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[1] stride=[1], SymInt[1] padding=[0], SymInt[1] dilation=[1], SymInt groups=1) -> Tensor", In: asFunction, Decomp: convDecomp(1)},
	{S: `conv1d.padding(Tensor input, Tensor weight, Tensor? bias=None, SymInt[1] stride=[1], str padding="valid", SymInt[1] dilation=[1], SymInt groups=1) -> Tensor`, In: asFunction, Decomp: convPaddingDecomp(1)},
	{S: "conv2d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[2] stride=[1, 1], SymInt[2] padding=[0, 0], SymInt[2] dilation=[1, 1], SymInt groups=1) -> Tensor", In: asFunction, Decomp: convDecomp(2)},
	{S: `conv2d.padding(Tensor input, Tensor weight, Tensor? bias=None, SymInt[2] stride=[1, 1], str padding="valid", SymInt[2] dilation=[1, 1], SymInt groups=1) -> Tensor`, In: asFunction, Decomp: convPaddingDecomp(2)},
	{S: "conv3d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[3] stride=[1, 1, 1], SymInt[3] padding=[0, 0, 0], SymInt[3] dilation=[1, 1, 1], SymInt groups=1) -> Tensor", In: asFunction, Decomp: convDecomp(3)},
	{S: `conv3d.padding(Tensor input, Tensor weight, Tensor? bias=None, SymInt[3] stride=[1, 1, 1], str padding="valid", SymInt[3] dilation=[1, 1, 1], SymInt groups=1) -> Tensor`, In: asFunction, Decomp: convPaddingDecomp(3)},
	{S: "conv_transpose1d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[1] stride=[1], SymInt[1] padding=[0], SymInt[1] output_padding=[0], SymInt groups=1, SymInt[1] dilation=[1]) -> Tensor", In: asFunction, Decomp: convTransposeDecomp(1)},
	{S: "conv_transpose2d.input(Tensor input, Tensor weight, Tensor? bias=None, SymInt[2] stride=[1, 1], SymInt[2] padding=[0, 0], SymInt[2] output_padding=[0, 0], SymInt groups=1, SymInt[2] dilation=[1, 1]) -> Tensor", In: asFunction, Decomp: convTransposeDecomp(2)},
	{S: "conv_transpose3d.input(Tensor input, Tensor weight, Tensor? bias=None, SymInt[3] stride=[1, 1, 1], SymInt[3] padding=[0, 0, 0], SymInt[3] output_padding=[0, 0, 0], SymInt groups=1, SymInt[3] dilation=[1, 1, 1]) -> Tensor", In: asFunction, Decomp: convTransposeDecomp(3)},
	{S: "im2col(Tensor self, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride) -> Tensor", In: asNN, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		kernel, dilation, padding, stride := a.ints(1), a.ints(2), a.ints(3), a.ints(4)
		checkBlocks(a[0], kernel, dilation, padding, stride)
		return convUnbatched(ctx, a[0], 2, func(ctx *Context, x Value) Value {
			p := ctx.call1("constant_pad_nd", x, ints(at2(padding, 1), at2(padding, 1), at2(padding, 0), at2(padding, 0)), int64(0))
			s := sizesOf(p)
			span := func(i int) int { return at2(dilation, i)*(at2(kernel, i)-1) + 1 }
			w := ctx.call1("unfold", ctx.call1("unfold", p, int64(2), int64(span(0)), int64(at2(stride, 0))), int64(3), int64(span(1)), int64(at2(stride, 1)))
			// [N, C, oh, ow, span, span]: keep every dilation-th element
			w = ctx.call1("slice.Tensor", w, int64(4), int64(0), maxInt64, int64(at2(dilation, 0)))
			w = ctx.call1("slice.Tensor", w, int64(5), int64(0), maxInt64, int64(at2(dilation, 1)))
			o := sizesOf(w)
			w = ctx.permute(w, 0, 1, 4, 5, 2, 3)
			return ctx.reshape(w, []symbolic.Int{s[0], s[1].Mul(sym(at2(kernel, 0) * at2(kernel, 1))), o[2].Mul(o[3])})
		})
	}},
	{S: "col2im(Tensor self, SymInt[2] output_size, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride) -> Tensor", In: asNN, Meta: func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		out := a.syms(1)
		k := a.ints(2)
		n := len(f.Sizes)
		c := f.Sizes[n-2].FloorDiv(sym(at2(k, 0) * at2(k, 1)))
		sizes := append(append([]symbolic.Int(nil), f.Sizes[:n-2]...), c)
		return fakes(NewFake(f.DType, append(sizes, out...)))
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		size, kernel, dilation, padding, stride := a.ints(1), a.ints(2), a.ints(3), a.ints(4), a.ints(5)
		s := &conv.Shape{Groups: 1, Input: [3]int{1, size[0], size[1]}, Kernel: [3]int{1, at2(kernel, 0), at2(kernel, 1)}, Output: [3]int{1, 1, 1},
			Stride: [3]int{1, at2(stride, 0), at2(stride, 1)}, Padding: [3]int{0, at2(padding, 0), at2(padding, 1)}, Dilation: [3]int{1, at2(dilation, 0), at2(dilation, 1)}}
		for i := 1; i < 3; i++ {
			s.Output[i] = (s.Input[i]+2*s.Padding[i]-s.Dilation[i]*(s.Kernel[i]-1)-1)/s.Stride[i] + 1
		}
		t := a.tensor(0)
		n := t.Dim()
		taps, positions := s.Kernel[1]*s.Kernel[2], s.Output[1]*s.Output[2]
		check(t.Size(n-1) == positions, "Given output_size=(%d, %d), kernel_size=(%d, %d), dilation=(%d, %d), padding=(%d, %d), stride=(%d, %d), expected size of input's dimension 2 to match the calculated number of sliding blocks %d * %d = %d, but got input.size(2)=%d.",
			size[0], size[1], s.Kernel[1], s.Kernel[2], s.Dilation[1], s.Dilation[2], s.Padding[1], s.Padding[2], s.Stride[1], s.Stride[2], s.Output[1], s.Output[2], positions, t.Size(n-1))
		channels := t.Size(n-2) / taps
		batch := t.Numel() / (t.Size(n-2) * t.Size(n-1))
		cols := t.Floats()
		image := channels * size[0] * size[1]
		y := make([]float64, batch*image)
		for b := range batch {
			fold(s, cols[b*channels*taps*positions:][:channels*taps*positions], y[b*image:], channels)
		}
		tensor.StoreFloats(out[0], y)
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return ctx.call("im2col", g[0], s.Arg(2), s.Arg(3), s.Arg(4), s.Arg(5))
	}},
	{S: "constant_pad_nd(Tensor self, SymInt[] pad, Scalar value=0) -> Tensor", In: asFunction, Meta: func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		pad := a.syms(1)
		check(len(pad)%2 == 0, "Length of pad must be even but instead it equals %d", len(pad))
		check(len(pad)/2 <= len(f.Sizes), "Padding length should be less than or equal to two times the input dimension but got padding length %d and input of dimension %d", len(pad), len(f.Sizes))
		sizes := append([]symbolic.Int(nil), f.Sizes...)
		for i := range len(pad) / 2 {
			d := len(sizes) - 1 - i
			rest := sizes[d]
			for _, p := range pad[2*i : 2*i+2] { // negative padding narrows the input first
				if c, ok := p.Const(); ok && c < 0 {
					rest = rest.Add(p)
					left, known := rest.Const()
					check(!known || left >= 0, "narrow(): length must be non-negative.")
				}
			}
			sizes[d] = sizes[d].Add(pad[2*i]).Add(pad[2*i+1])
			if c, ok := sizes[d].Const(); ok && c < 0 {
				throwRuntime("The input size %s, plus negative padding %s and %s, resulted in a negative output size, which is invalid. Check dimension %d of your input.", f.Sizes[d], pad[2*i], pad[2*i+1], d)
			}
		}
		r := NewFake(f.DType, sizes)
		if !slices.ContainsFunc(pad, func(p symbolic.Int) bool { c, ok := p.Const(); return !ok || c > 0 }) {
			r.Strides = likeStrides(ctx, &Fake{Sizes: sizes, Strides: f.Strides}) // only cut: a copy of a view
		} else if channelsLastOnly(f) {
			r.Strides = channelsLastStrides(sizes)
		}
		return fakes(r)
	}, Fills: true, Kernel: constantPadKernel, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		var back []Value
		for _, p := range s.Args().syms(1) {
			back = append(back, intValue(p.Neg()))
		}
		return ctx.call("constant_pad_nd", g[0], back, int64(0))
	}},
	{S: "pixel_shuffle(Tensor self, int upscale_factor) -> Tensor", In: asFunction, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		s := sizesOf(a[0])
		n := len(s)
		r := a.int(1)
		c, h, w := s[n-3], s[n-2], s[n-1]
		if !ctx.is(c.Mod(sym(r * r)).Eq(zero)) {
			throwRuntime("pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of upscale_factor, but input.size(-3)=%s is not divisible by %d", c, r*r)
		}
		oc := c.FloorDiv(sym(r * r))
		lead := append([]symbolic.Int(nil), s[:n-3]...)
		x := ctx.reshape(a[0], append(append([]symbolic.Int(nil), lead...), oc, sym(r), sym(r), h, w))
		b := n - 3
		x = ctx.permute(x, append(dimsFrom(0, b), b, b+3, b+1, b+4, b+2)...)
		return result(inFormatOf(ctx, ctx.reshape(clone2(ctx, x), append(lead, oc, h.Mul(sym(r)), w.Mul(sym(r)))), a[0]))
	}},
	{S: "pixel_unshuffle(Tensor self, int downscale_factor) -> Tensor", In: asFunction, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		s := sizesOf(a[0])
		n := len(s)
		r := a.int(1)
		for i, name := range []string{"height", "width"} {
			if size := s[n-2+i]; !ctx.is(size.Mod(sym(r)).Eq(zero)) {
				throwRuntime("pixel_unshuffle expects %s to be divisible by downscale_factor, but input.size(%d)=%s is not divisible by %d", name, i-2, size, r)
			}
		}
		if isConst(numelOf(a[0]), 0) {
			return result(ctx.clone(a[0]))
		}
		c, h, w := s[n-3], s[n-2].FloorDiv(sym(r)), s[n-1].FloorDiv(sym(r))
		lead := append([]symbolic.Int(nil), s[:n-3]...)
		x := ctx.reshape(a[0], append(append([]symbolic.Int(nil), lead...), c, h, sym(r), w, sym(r)))
		b := n - 3
		x = ctx.permute(x, append(dimsFrom(0, b), b, b+2, b+4, b+1, b+3)...)
		return result(inFormatOf(ctx, ctx.reshape(clone2(ctx, x), append(lead, c.Mul(sym(r*r)), h, w)), a[0]))
	}},
})

// at2 reads a list where one number counts for all positions.
func at2(v []int, i int) int {
	if len(v) == 1 {
		return v[0]
	}
	return v[i]
}
