package ops

import (
	"math"
	"slices"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// normalized splits the sizes for layer norm into [rows, features].
func layerNormSplit(ctx *Context, f *Fake, shape []symbolic.Int, name string) (outer []symbolic.Int, axis int) {
	k := len(shape)
	check(k >= 1, "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but got normalized_shape = %s", sizesText(shape))
	ok := len(f.Sizes) >= k
	for i := range shape {
		if ok {
			s := f.Sizes[len(f.Sizes)-k+i]
			ok = s == shape[i] || ctx.is(s.Eq(shape[i]))
		}
	}
	if !ok {
		text := sizesText(shape)
		after := ", "
		if name == "rms_norm" {
			if len(f.Sizes) < k {
				throw("ValueError", "Input tensor must have at least %d dimensions, but got %d", k, len(f.Sizes))
			}
			after = ""
		}
		throwRuntime("Given normalized_shape=%s, expected input with shape [*%s%s, but got input of size%s", text, after, text[1:], sizesText(f.Sizes))
	}
	return f.Sizes[:len(f.Sizes)-k], len(f.Sizes) - k
}

func dimsFrom(lo, hi int) []int {
	var out []int
	for i := lo; i < hi; i++ {
		out = append(out, i)
	}
	return out
}

// onesAfter appends 1s up to n dimensions.
func onesAfter(s []symbolic.Int, n int) []symbolic.Int {
	out := append([]symbolic.Int(nil), s...)
	for len(out) < n {
		out = append(out, one)
	}
	return out
}

// channelShape is [1, C, 1, ...] with n dimensions.
func channelShape(c symbolic.Int, n int) []symbolic.Int {
	out := make([]symbolic.Int, n)
	for i := range out {
		out[i] = one
	}
	out[1] = c
	return out
}

// layerNormGrad works on tensors so that it can be differentiated again.
func layerNormGrad(ctx *Context, s *Saved, g []Value) []Value {
	x := s.In(0)
	f := s.InMeta(0)
	_, axis := layerNormSplit(ctx, f, s.Args().syms(1), "layer_norm")
	n := len(f.Sizes)
	inner := dimsFrom(axis, n)
	count := countOf(f, inner)
	mean, rstd := s.Out(1), s.Out(2)
	if !ctx.gradEnabled && (plainPair(x, g[0]) || ctx.shown()) {
		a := s.Args()
		need := []Value{s.Need(0), !a.none(2) && s.Need(2), !a.none(3) && s.Need(3)}
		var weight Value
		if !a.none(2) {
			weight = s.In(2)
		}
		var bias Value
		if !a.none(3) {
			bias = s.In(3)
		}
		r := ctx.call("native_layer_norm_backward", g[0], x, a[1], mean, rstd, weight, bias, need)
		out := make([]Value, 4)
		for i, at := range []int{0, 2, 3} {
			if need[i] == true {
				out[at] = r[i]
			}
		}
		return out
	}
	if ctx.gradEnabled {
		mean = ctx.meanDim(x, true, inner...)
		centered := ctx.sub(x, mean)
		rstd = ctx.rsqrt(ctx.add(ctx.meanDim(ctx.mul(centered, centered), true, inner...), s.Args().float(4)))
	}
	xhat := ctx.mul(ctx.sub(x, mean), rstd)
	gy := g[0]
	out := make([]Value, 4)
	if !s.Args().none(2) {
		if s.Need(2) {
			out[2] = reshapeView(ctx, sumLead(ctx, ctx.mul(gy, xhat), axis), s.InMeta(2).Sizes)
		}
	}
	if !s.Args().none(3) && s.Need(3) {
		out[3] = reshapeView(ctx, sumLead(ctx, gy, axis), s.InMeta(3).Sizes)
	}
	if s.Need(0) {
		if !s.Args().none(2) {
			gy = ctx.mul(gy, s.In(2))
		}
		m1 := divCount(ctx, ctx.sumDim(gy, true, inner...), count)
		m2 := divCount(ctx, ctx.sumDim(ctx.mul(gy, xhat), true, inner...), count)
		out[0] = ctx.mul(rstd, ctx.sub(ctx.sub(gy, m1), ctx.mul(xhat, m2)))
	}
	return []Value{out[0], nil, out[2], out[3]}
}

func sumLead(ctx *Context, v Value, axis int) Value {
	if axis == 0 {
		return v
	}
	return ctx.sumDim(v, false, dimsFrom(0, axis)...)
}

// batchNormStats are the statistics that normalise: of the batch when training, else the running ones.
func batchDims(n int) []int {
	dims := []int{0}
	for i := 2; i < n; i++ {
		dims = append(dims, i)
	}
	return dims
}

func nativeBatchNorm(ctx *Context, a Args, out []*tensor.Tensor) {
	y := out[0]
	training, momentum, eps := a.bool(5), a.floatOr(6, 0.1), a.float(7)
	weight, bias := a.optional(1), a.optional(2)
	if training && y.Numel() == 0 {
		throwRuntime("input tensor must have at least one element, but got input_sizes = %s", sizesText(sizesOf(a[0])))
	}
	c := y.Size(1)
	rstdOf := func(variance *tensor.Tensor) []float64 {
		rstds := slices.Clone(variance.Floats())
		for k, v := range rstds {
			rstds[k] = 1 / math.Sqrt(v+eps)
		}
		return rstds
	}
	if !training {
		if y.Numel() > 0 && batchNormEvaluated(ctx, a, alike(a.tensor(0), y), y, eps) {
			return
		}
		normByChannel(ctx, y, resolved(a.tensor(0)), weight, bias, a.tensor(3).Floats(), rstdOf(a.tensor(4)))
		return
	}
	if y.Numel() > 0 && batchNormTrained(ctx, a, alike(a.tensor(0), y), out, momentum, eps) {
		return
	}
	mean, variance := tensor.New(tensor.Float64, c), tensor.New(tensor.Float64, c)
	n := 0
	if y.Numel() > 0 {
		x := alike(a.tensor(0), y)
		r := rowsAlong(x.Sizes(), batchDims(x.Dim()))
		n = r.length()
		normRows(ctx, r, x, weight, bias, y, mean, nil, variance, eps, true)
	}
	if out[1].DType() == tensor.BFloat16 {
		batchStatsBFloat16(a, out, mean.Floats(), variance.Floats(), n, rstdOf)
		normByChannel(ctx, y, resolved(a.tensor(0)), weight, bias, out[1].Floats(), out[2].Floats())
		return
	}
	tensor.StoreFloats(out[1], mean.Floats())
	tensor.StoreFloats(out[2], rstdOf(variance))
	if isHalf(out[1].DType()) { // PyTorch computes with the statistics that it gives
		normByChannel(ctx, y, resolved(a.tensor(0)), weight, bias, out[1].Floats(), out[2].Floats())
	}
	if !a.none(3) {
		storeRunning(a.tensor(3), momentum, mean.Floats(), 1)
		if n > 0 { // the variance of nothing changes nothing
			storeRunning(a.tensor(4), momentum, variance.Floats(), float64(n)/float64(n-1))
		}
	}
}

// batchStatsBFloat16 stores the statistics of a batch of n values for each channel, and moves the running ones, by PyTorch's steps: in bfloat16 are
// not only the results, but the sum of squares, the counts that divide it, and the parts of the running statistics; the new variance's share is not.
func batchStatsBFloat16(a Args, out []*tensor.Tensor, mean, variance []float64, n int, rstdOf func(*tensor.Tensor) []float64) {
	round := roundingTo(tensor.BFloat16)
	divided := func(count int) []float64 {
		v := make([]float64, len(variance))
		for k := range v {
			v[k] = round(round(variance[k]*float64(n)) / round(float64(count)))
		}
		return v
	}
	biased := tensor.New(tensor.Float64, len(variance))
	tensor.StoreFloats(biased, divided(n))
	tensor.StoreFloats(out[1], mean)
	tensor.StoreFloats(out[2], rstdOf(biased))
	if a.none(3) {
		return
	}
	momentum := round(a.floatOr(6, 0.1))
	move := func(t *tensor.Tensor, batch []float64, share func(float64) float64) {
		running := slices.Clone(t.Floats())
		for k := range running {
			running[k] = share(momentum*batch[k]) + round(round(1-momentum)*running[k])
		}
		storeAll(t, running)
	}
	move(a.tensor(3), out[1].Floats(), round)
	if n > 0 {
		move(a.tensor(4), divided(n-1), func(x float64) float64 { return x })
	}
}

// normByChannel computes y = (x − mean)·rstd·weight + bias for statistics [channels]; weight and bias may be nil.
func normByChannel(ctx *Context, y, x, weight, bias *tensor.Tensor, mean, rstd []float64) {
	if y.Numel() == 0 {
		return
	}
	scale, shift := slices.Clone(rstd), make([]float64, len(mean))
	for k := range shift {
		if weight != nil {
			scale[k] *= weight.Floats()[k]
		}
		shift[k] = -mean[k] * scale[k]
		if bias != nil {
			shift[k] += bias.Floats()[k]
		}
	}
	scaleShift(ctx, y, x, channelFloats(y, scale), channelFloats(y, shift))
}

// channelFloats lays values out along the channels of y, for broadcasting, in float64 for float64 and else in float32.
func channelFloats(y *tensor.Tensor, values []float64) *tensor.Tensor {
	d := tensor.Float32
	if y.DType() == tensor.Float64 {
		d = tensor.Float64
	}
	sizes := slices.Repeat([]int{1}, y.Dim())
	sizes[1] = len(values)
	t := tensor.NewUninit(d, sizes...)
	tensor.StoreFloats(t, values)
	return t
}

// storeRunning moves running statistics towards those of a batch, times a factor.
func storeRunning(t *tensor.Tensor, momentum float64, batch []float64, factor float64) {
	running := slices.Clone(t.Floats())
	for k := range running {
		running[k] = (1-momentum)*running[k] + momentum*batch[k]*factor
	}
	storeAll(t, running)
}

// storeAll writes the elements of a tensor, wherever they lie.
func storeAll(t *tensor.Tensor, values []float64) {
	c := tensor.NewUninit(t.DType(), t.Sizes()...)
	tensor.StoreFloats(c, values)
	tensor.Copy(t, c)
}

// batchNormalised is native_batch_norm for who does not know yet whether it trains: without training nothing is written, which only
// an operator of its own can say.
func batchNormalised(ctx *Context, a Args) Value {
	if isConst(numelOf(a[0]), 0) {
		return scaledByFirst(ctx, ctx.clone(a[0]), a[1], a[2])
	}
	functional := slices.ContainsFunc(ctx.levels, func(l Level) bool { _, ok := l.(*functionalize); return ok })
	if ctx.lookedOn() || ctx.recorderSees() && !functional { // what PyTorch reserves for kernels of other devices
		ctx.call("empty.memory_format", ints(0), tensor.Uint8, tensor.Strided, metaOf(a[0]).Device)
	}
	if a.bool(5) {
		return ctx.call("native_batch_norm", a...)[0]
	}
	return ctx.call("_native_batch_norm_legit_no_training", append(append([]Value(nil), a[:5]...), a[6:]...)...)[0]
}

// scaledByFirst is an empty x with a history that leads to the first elements of weight and bias, where they are given.
func scaledByFirst(ctx *Context, x, weight, bias Value) Value {
	if weight != nil {
		x = ctx.mul(x, ctx.selectAt(weight, 0, int64(0)))
	}
	if bias != nil {
		x = ctx.add(x, ctx.selectAt(bias, 0, int64(0)))
	}
	return x
}

// evaluating turns the arguments of _native_batch_norm_legit_no_training to those of native_batch_norm.
func evaluating(a Args) Args {
	return append(append(append(Args(nil), a[:5]...), false), a[5:]...)
}

// normGradShown calls the operator of the derivative.
func normGradShown(ctx *Context, s *Saved, g Value) []Value {
	given := func(i int) Value {
		if s.Args().none(i) {
			return nil
		}
		return s.In(i)
	}
	mask := []Value{s.Need(0), !s.Args().none(1) && s.Need(1), !s.Args().none(2) && s.Need(2)}
	grads := ctx.call("native_batch_norm_backward", g, s.In(0), given(1), given(3), given(4), s.Out(1), s.Out(2), s.Arg(5), s.Arg(7), mask)
	for i := range grads {
		if mask[i] != true {
			grads[i] = nil
		}
	}
	return grads
}

func batchNormGrad(ctx *Context, s *Saved, g []Value) []Value {
	x := s.In(0)
	f := s.InMeta(0)
	n := len(f.Sizes)
	dims := batchDims(n)
	shape := channelShape(f.Sizes[1], n)
	args := s.Args()
	if len(args) == 7 { // those of the operator that does not train
		args = evaluating(args)
	}
	training, eps := args.bool(5), args.float(7)
	if ctx.shown() && len(s.Args()) == 8 {
		return normGradShown(ctx, s, g[0])
	}
	if training && !ctx.gradEnabled && plainPair(x, g[0]) {
		var weight Value
		if !s.Args().none(1) {
			weight = s.In(1)
		}
		r := ctx.call("_batch_norm_train_backward", g[0], x, weight, eps)
		for i := range r {
			if !s.Need(i) {
				r[i] = nil
			}
		}
		return r
	}
	var mean, rstd Value
	if training {
		mean = ctx.meanDim(x, true, dims...)
		centered := ctx.sub(x, mean)
		rstd = ctx.rsqrt(ctx.add(ctx.meanDim(ctx.mul(centered, centered), true, dims...), eps))
	} else {
		mean = ctx.reshape(s.In(3), shape)
		variance := ctx.reshape(s.In(4), shape)
		if !ctx.gradEnabled && plainPair(x, g[0]) && dtypeOf(variance) == tensor.Float32 { // once, from float64
			rstd = ctx.toDType(ctx.rsqrt(ctx.add(ctx.toDType(variance, tensor.Float64), eps)), tensor.Float32)
		} else {
			rstd = ctx.rsqrt(ctx.add(variance, eps))
		}
	}
	xhat := ctx.mul(ctx.sub(x, mean), rstd)
	gy := g[0]
	out := make([]Value, 3)
	if !s.Args().none(1) && s.Need(1) {
		out[1] = ctx.sumDim(ctx.mul(gy, xhat), false, dims...)
	}
	if !s.Args().none(2) && s.Need(2) {
		out[2] = ctx.sumDim(gy, false, dims...)
	}
	if s.Need(0) {
		weigh := func(v Value) Value {
			if s.Args().none(1) {
				return v
			}
			return ctx.mul(v, ctx.reshape(s.In(1), shape))
		}
		if training {
			gy = weigh(gy)
			count := countOf(f, dims)
			m1 := divCount(ctx, ctx.sumDim(gy, true, dims...), count)
			m2 := divCount(ctx, ctx.sumDim(ctx.mul(gy, xhat), true, dims...), count)
			out[0] = ctx.mul(rstd, ctx.sub(ctx.sub(gy, m1), ctx.mul(xhat, m2)))
		} else {
			out[0] = inFormat(ctx, weigh(ctx.mul(gy, rstd)), f)
		}
	}
	return out
}

var _ = addTable([]entry{
	{S: "native_layer_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight, Tensor? bias, float eps) -> (Tensor, Tensor, Tensor)", In: asFunction, Meta: func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		outer, _ := layerNormSplit(ctx, f, a.syms(1), "layer_norm")
		checkMixed(a[0], a[2], a[3])
		stat := NewFake(statType(a[0], a[2], a[3]), onesAfter(outer, len(f.Sizes)))
		return fakes(NewFake(f.DType, f.Sizes), stat, NewFake(stat.DType, stat.Sizes))
	}, Kernel: nativeLayerNorm, Fills: true, Grad: layerNormGrad, Stats: out1 | out2, Saves: in0 | in2 | in3 | out1 | out2},
	{S: "native_layer_norm_backward(Tensor grad_out, Tensor input, SymInt[] normalized_shape, Tensor mean, Tensor rstd, Tensor? weight, Tensor? bias, bool[3] output_mask) -> (Tensor, Tensor, Tensor)", In: 0, Meta: func(ctx *Context, a Args) []*Fake {
		f := a.fake(1)
		parameter := NewFake(f.DType, a.syms(2))
		return fakes(NewFake(f.DType, f.Sizes), parameter, NewFake(f.DType, a.syms(2)))
	}, Kernel: layerNormBackward, Grad: notDerived("native_layer_norm_backward"), GradName: notImplementedNode},
	{S: "_batch_norm_train_backward(Tensor grad_out, Tensor input, Tensor? weight, float eps) -> (Tensor, Tensor, Tensor)", In: 0, Meta: func(ctx *Context, a Args) []*Fake {
		f := a.fake(1)
		channels := []symbolic.Int{f.Sizes[1]}
		return fakes(suggested(f, f.DType, f.Sizes), NewFake(f.DType, channels), NewFake(f.DType, channels))
	}, Kernel: batchNormBackward, Fills: true, Grad: notDerived("native_batch_norm_backward"), GradName: notImplementedNode},
	{S: "layer_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight=None, Tensor? bias=None, float eps=1.0000000000000001e-05, bool cudnn_enable=True) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		return result(ctx.call("native_layer_norm", a[0], a[1], a[2], a[3], a[4])[0])
	}},
	{S: "rms_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight=None, float? eps=None) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		x := a[0]
		f := metaOf(x)
		_, axis := layerNormSplit(ctx, f, a.syms(1), "rms_norm")
		x = inSingle(ctx, x)
		eps := a.floatOr(3, epsOf(dtypeOf(x)))
		r := ctx.rsqrt(ctx.add(ctx.meanDim(ctx.powScalar(x, int64(2)), true, dimsFrom(axis, len(f.Sizes))...), eps))
		y := ctx.mul(x, r)
		if !a.none(2) {
			y = ctx.mul(y, a[2])
		}
		if dtypeOf(y) == f.DType && !channelsLastOnly(f) {
			y = ctx.call1("contiguous", y)
		}
		return result(ctx.toDType(y, f.DType))
	}},
	{S: "native_batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor(a!)? running_mean, Tensor(b!)? running_var, bool training, float momentum, float eps) -> (Tensor, Tensor, Tensor)", In: asFunction | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		checkMixed(a[0], a[1], a[2], a[3], a[4])
		stats := []symbolic.Int{zero}
		if a.bool(5) {
			stats = []symbolic.Int{f.Sizes[1]}
		}
		kind := statType(a[0], a[1], a[2], a[3], a[4])
		return fakes(suggested(f, f.DType, f.Sizes), NewFake(kind, stats), NewFake(kind, stats))
	}, Kernel: nativeBatchNorm, Fills: true, Grad: batchNormGrad, Stats: out1 | out2, Saves: in0 | in1 | in3 | in4 | out1 | out2},
	{S: "_native_batch_norm_legit_no_training(Tensor input, Tensor? weight, Tensor? bias, Tensor running_mean, Tensor running_var, float momentum, float eps) -> (Tensor, Tensor, Tensor)", In: asFunction, Meta: func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		checkMixed(a[0], a[1], a[2], a[3], a[4])
		none := []symbolic.Int{zero}
		return fakes(suggested(f, f.DType, f.Sizes), NewFake(f.DType, none), NewFake(f.DType, none))
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) { nativeBatchNorm(ctx, evaluating(a), out) }, Fills: true, Grad: batchNormGrad, Saves: in0 | in1 | in3 | in4, GradName: "NativeBatchNormBackward0"},
	{S: "_native_batch_norm_legit_functional(Tensor input, Tensor? weight, Tensor? bias, Tensor running_mean, Tensor running_var, bool training, float momentum, float eps) -> (Tensor, Tensor, Tensor, Tensor running_mean_out, Tensor running_var_out)", Meta: func(ctx *Context, a Args) []*Fake {
		f, mean, variance := a.fake(0), a.fake(3), a.fake(4)
		stats := []symbolic.Int{zero}
		if a.bool(5) {
			stats = []symbolic.Int{f.Sizes[1]}
		}
		return fakes(suggested(f, f.DType, f.Sizes), NewFake(f.DType, stats), NewFake(f.DType, stats), NewFake(mean.DType, mean.Sizes), NewFake(variance.DType, variance.Sizes))
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		written := slices.Clone(a)
		for i := range 2 { // the kernel updates these in place
			tensor.Copy(out[3+i], a.tensor(3+i))
			written[3+i] = out[3+i]
		}
		nativeBatchNorm(ctx, written, out[:3])
	}, Fills: true, Grad: batchNormGrad, Stats: out1 | out2 | out3 | out4, Saves: in0 | in1 | in3 | in4 | out1 | out2, GradName: "NativeBatchNormBackward0"},
	{S: "batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool training, float momentum, float eps, bool cudnn_enabled) -> Tensor", In: asFunction, Writes: true, Decomp: func(ctx *Context, a Args) []Value {
		f := a.fake(0)
		if isConst(numelOf(a[0]), 0) && len(f.Sizes) < 2 {
			return result(ctx.clone(a[0]))
		}
		return result(batchNormalised(ctx, a[:8]))
	}},
	{S: "instance_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool use_input_stats, float momentum, float eps, bool cudnn_enabled) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		x, w, b, mean, va := a[0], a[1], a[2], a[3], a[4]
		useStats, momentum, eps := a.bool(5), a[6], a[7]
		s := sizesOf(x)
		flat := append([]symbolic.Int{one, s[0].Mul(s[1])}, s[2:]...)
		rep := func(ctx *Context, v Value) Value {
			if v == nil {
				return nil
			}
			return ctx.call1("repeat", v, sizeList([]symbolic.Int{s[0]}))
		}
		w, b = rep(ctx, w), rep(ctx, b)
		m2, v2 := rep(ctx, mean), rep(ctx, va)
		y := batchNormalised(ctx, []Value{ctx.reshape(ctx.call1("contiguous", x), flat), w, b, m2, v2, useStats, momentum, eps})
		if useStats && mean != nil {
			ctx.call("copy_", mean, ctx.meanDim(ctx.view(m2, []symbolic.Int{s[0], s[1]}), false, 0))
			ctx.call("copy_", va, ctx.meanDim(ctx.view(v2, []symbolic.Int{s[0], s[1]}), false, 0))
		}
		return result(ctx.reshape(y, s))
	}},
	{S: "native_group_norm(Tensor input, Tensor? weight, Tensor? bias, SymInt N, SymInt C, SymInt HxW, int group, float eps) -> (Tensor, Tensor, Tensor)", In: asFunction, Whole: true, Saves: in0, Decomp: func(ctx *Context, a Args) []Value {
		y, mean, rstd := groupNorm(ctx, a[0], a.int(6), a[1], a[2], a.float(7))
		groups := []symbolic.Int{a.sym(3), sym(a.int(6))}
		kind := statType(a[0], a[1], a[2])
		return []Value{y, ctx.toDType(ctx.reshape(mean, groups), kind), ctx.toDType(ctx.reshape(rstd, groups), kind)}
	}},
	{S: "group_norm(Tensor input, int num_groups, Tensor? weight=None, Tensor? bias=None, float eps=1.0000000000000001e-05, bool cudnn_enabled=True) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		x, groups := a[0], a.int(1)
		s := sizesOf(x)
		check(len(s) >= 2, "Expected at least 2 dimensions for input tensor but received %d", len(s))
		n, c := s[0], s[1]
		checkMixed(x, a[2], a[3])
		if !ctx.is(c.Mod(sym(groups)).Eq(zero)) {
			throwRuntime("Expected number of channels in input to be divisible by num_groups, but got input of shape %s and num_groups=%d", sizesText(s), groups)
		}
		for i, name := range []string{"weight", "bias"} {
			if p := a[2+i]; p != nil && (dimOf(p) != 1 || !ctx.is(sizeOf(p, 0).Eq(c))) {
				throwRuntime("Expected %s to be a vector of size equal to the number of channels in input, but got %s of shape %s and input of shape %s", name, name, sizesText(sizesOf(p)), sizesText(s))
			}
		}
		if ctx.recorderSees() || ctx.fakeEnv == nil && !anyFake(a) && (ctx.lookedOn() || ctx.dispatchers && dispatcherAmong(a) != nil || ctx.gradEnabled && anyRequiresGrad(a)) {
			return ctx.call("native_group_norm", x, a[2], a[3], intValue(n), intValue(c), intValue(symbolic.Product(s[2:])), a[1], a[4])[:1]
		}
		if groupNormFuses(ctx, x, a[2], a[3]) {
			return ctx.call("_fused_group_norm", x, a[2], a[3], a[1], a[4])[:1]
		}
		if y := fusedGroupNorm(ctx, x, groups, a[2], a[3], a.float(4)); y != nil {
			return result(y)
		}
		y, _, _ := groupNorm(ctx, x, groups, a[2], a[3], a.float(4))
		return result(y)
	}},
})

// groupNorm is x [batch, channels, ...] with each group of channels brought to mean 0 and deviation 1, then scaled; mean and reciprocal deviation [batch, groups, 1].
func groupNorm(ctx *Context, x Value, groups int, weight, bias Value, eps float64) (y, mean, rstd Value) {
	if groupNormFuses(ctx, x, weight, bias) {
		r := ctx.call("_fused_group_norm", x, weight, bias, int64(groups), eps)
		return r[0], r[1], r[2]
	}
	return groupNormOfParts(ctx, x, groups, weight, bias, eps)
}

// groupNormOfParts is the same in operators.
func groupNormOfParts(ctx *Context, x Value, groups int, weight, bias Value, eps float64) (y, mean, rstd Value) {
	s := sizesOf(x)
	c := s[1]
	flat := ctx.reshape(inSingle(ctx, x), []symbolic.Int{s[0], sym(groups), c.FloorDiv(sym(groups)).Mul(symbolic.Product(s[2:]))})
	mean = ctx.meanDim(flat, true, 2)
	centered := ctx.sub(flat, mean)
	rstd = ctx.rsqrt(ctx.add(ctx.meanDim(ctx.mul(centered, centered), true, 2), eps))
	y = ctx.reshape(ctx.mul(centered, rstd), s)
	shape := channelShape(c, len(s))
	if weight != nil {
		y = ctx.mul(y, ctx.reshape(weight, shape))
	}
	if bias != nil {
		y = ctx.add(y, ctx.reshape(bias, shape))
	}
	y = ctx.toDType(y, dtypeOf(x))
	if !isContiguousFake(metaOf(y)) {
		y = ctx.call1("contiguous", y)
	}
	return inFormatOf(ctx, y, x), mean, rstd
}

// statType is the element type of the means and deviations that a normalization gives: that of x, or of parameters that have single precision where x has half.
func statType(x Value, parameters ...Value) tensor.DType {
	for _, p := range parameters {
		if p != nil && dtypeOf(p) == tensor.Float32 && dtypeOf(x).Size() == 2 {
			return tensor.Float32
		}
	}
	return dtypeOf(x)
}

// inSingle is v with single precision if it has half: what PyTorch computes at once is rounded once.
func inSingle(ctx *Context, v Value) Value {
	if v == nil || dtypeOf(v) != tensor.Float16 && dtypeOf(v) != tensor.BFloat16 {
		return v
	}
	return ctx.toDType(v, tensor.Float32)
}

// epsOf is the machine epsilon of a type.
func epsOf(d tensor.DType) float64 {
	switch d {
	case tensor.Float64:
		return 0x1p-52
	case tensor.Float16:
		return 0x1p-10
	case tensor.BFloat16:
		return 0x1p-7
	}
	return 0x1p-23
}

// checkMixed refuses parameters of a norm in another type than the input; those of float16 and bfloat16 may be float32. The first parameter that
// is given says which of the two is meant.
func checkMixed(x Value, parameters ...Value) {
	d := dtypeOf(x)
	given := slices.DeleteFunc(slices.Clone(parameters), func(p Value) bool { return p == nil })
	mixed := len(given) > 0 && dtypeOf(given[0]) != d
	for _, p := range given {
		check(!mixed || dtypeOf(p) == tensor.Float32, "mixed dtype (CPU): expect parameter to have scalar type of Float")
		check(mixed || dtypeOf(p) == d, "expected scalar type %s but found %s", d.ScalarName(), dtypeOf(p).ScalarName())
	}
	check(!mixed || d == tensor.Float16 || d == tensor.BFloat16, "mixed dtype (CPU): all inputs must share same datatype.")
}
