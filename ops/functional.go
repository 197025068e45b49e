package ops

import (
	"fmt"
	"math"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Functions of torch.nn.functional that PyTorch writes in Python: composites with their Python signatures.

// inplaceOr runs the in-place overload when the flag at position i is set.
func inplaceOr(i int, functional, inPlace string, args func(ctx *Context, a Args) []Value) func(*Context, Args) []Value {
	return func(ctx *Context, a Args) []Value {
		if a.bool(i) {
			return ctx.call(inPlace, args(ctx, a)...)
		}
		return ctx.call(functional, args(ctx, a)...)
	}
}

func firstArgs(n int) func(ctx *Context, a Args) []Value {
	return func(ctx *Context, a Args) []Value { return a[:n] }
}

// reductionOf reads the reduction argument, after the two legacy flags.
func reductionOf(ctx *Context, a Args, legacySize, legacyReduce, at int) Value {
	r := a.str(at)
	if !a.none(legacySize) || !a.none(legacyReduce) {
		size, reduce := a.none(legacySize) || a.bool(legacySize), a.none(legacyReduce) || a.bool(legacyReduce)
		switch {
		case size && reduce:
			r = "mean"
		case reduce:
			r = "sum"
		default:
			r = "none"
		}
		ctx.warn("size_average and reduce args will be deprecated, please use reduction='%s' instead.", r)
	}
	switch r {
	case "none":
		return int64(reduceNone)
	case "elementwise_mean":
		ctx.warn("reduction='elementwise_mean' is deprecated. Please use reduction='mean' instead.")
		return int64(reduceMean)
	case "mean":
		return int64(reduceMean)
	case "sum":
		return int64(reduceSum)
	}
	throw("ValueError", "%s is not a valid value for reduction", r)
	return nil
}

// weightedLoss multiplies elementwise losses by weights of the input's size.
func weightedLoss(ctx *Context, v, weight, input Value) Value {
	if !expectSameSizes(ctx, sizesOf(weight), sizesOf(input)) {
		throw("ValueError", "Weights and input must have the same size.")
	}
	return ctx.mul(v, weight)
}

// softmaxDim is the dimension that softmax takes when none is given.
func softmaxDim(a Args, i int) Value {
	if !a.none(i) {
		return a[i]
	}
	switch dimOf(a[0]) {
	case 0, 1, 3:
		return int64(0)
	}
	return int64(1)
}

func checkP(p float64) {
	if p < 0 || p > 1 {
		throw("ValueError", "dropout probability has to be between 0 and 1, but got %s", pyFloat(p))
	}
}

func pyFloat(v float64) string { return defaultText(v) + pick(v == math.Trunc(v), ".0", "") }

func dropoutFn(op string) func(*Context, Args) []Value {
	return func(ctx *Context, a Args) []Value {
		checkP(a.float(1))
		if a.bool(3) {
			return ctx.call(op+"_", a[0], a[1], a[2])
		}
		return ctx.call(op, a[0], a[1], a[2])
	}
}

// dropoutNd drops whole channels of inputs with n spatial dimensions.
func dropoutNd(op string, n int) func(*Context, Args) []Value {
	return func(ctx *Context, a Args) []Value {
		checkP(a.float(1))
		x, name := a[0], op
		if n == 1 && dimOf(x) != 2 && dimOf(x) != 3 {
			throwRuntime("dropout1d: Expected 2D or 3D input, but received a %dD input. Note that dropout1d exists to provide channel-wise dropout on inputs with 1 spatial dimension, a channel dimension, and an optional batch dimension (i.e. 2D or 3D inputs).", dimOf(x))
		}
		if a.bool(3) {
			name += "_"
		}
		if n != 2 && dimOf(x) != n+2 {
			return result(ctx.squeeze(ctx.call1(name, ctx.unsqueeze(x, 0), a[1], a[2]), 0))
		}
		return ctx.call(name, x, a[1], a[2])
	}
}

// expandLossTargets broadcasts input and target as the losses do.
func broadcastPair(ctx *Context, a Args) (Value, Value) {
	if ctx.recordsWhole() {
		pair := ctx.call1("broadcast_tensors", []Value{a[0], a[1]}).([]Value)
		return pair[0], pair[1]
	}
	s := broadcast2(ctx, append([]symbolic.Int(nil), sizesOf(a[0])...), append([]symbolic.Int(nil), sizesOf(a[1])...))
	return expandIf(ctx, a[0], s), expandIf(ctx, a[1], s)
}

func expandIf(ctx *Context, v Value, s []symbolic.Int) Value {
	if equalSyms(sizesOf(v), s) {
		return v
	}
	return ctx.expand(v, s)
}

func poolFn(name string, ndim string, k int) entry {
	return entry{S: name + "(Tensor input, int[" + ndim + "] kernel_size, int[" + ndim + "]? stride=None, int[" + ndim + "] padding=0, int[" + ndim + "] dilation=1, bool ceil_mode=False, bool return_indices=False) -> Tensor", In: asFunctional,
		Decomp: func(ctx *Context, a Args) []Value {
			stride := a[2]
			if stride == nil {
				stride = []Value{}
			}
			x := a[0]
			if !a.bool(6) {
				return ctx.call(name, x, a[1], stride, a[3], a[4], a[5])
			}
			return ctx.call(name+"_with_indices", x, a[1], stride, a[3], a[4], a[5])
		}}
}

// lpPool is the p-norm over windows.
func lpPool(k int) func(*Context, Args) []Value {
	return func(ctx *Context, a Args) []Value {
		p := a.float(1)
		if p == 0 {
			throw("ValueError", "norm_type must be a non-zero value, but got 0.0")
		}
		if math.IsInf(p, 0) {
			return result(extremePool(ctx, a, k, p < 0))
		}
		kernel := a.ints(2)
		n := 1
		for i := range k {
			n *= at2(kernel, i)
		}
		stride := a[3]
		if stride == nil {
			stride = []Value{}
		}
		x := ctx.powScalar(a[0], p)
		var out Value
		if k == 1 {
			out = ctx.call1("avg_pool1d", x, a[2], stride, ints(0), a[4], true)
		} else {
			out = ctx.call1("avg_pool2d", x, repeatList(a.list(2), 2), stride, ints(0, 0), a[4], true, nil)
		}
		return result(ctx.powScalar(ctx.call1("mul.Tensor", ctx.mul(ctx.sign(out), ctx.call1("relu", ctx.abs(out))), n), 1/p))
	}
}

// extremePool is the largest magnitude in each window, or the smallest: the limits of pooling by powers.
func extremePool(ctx *Context, a Args, k int, least bool) Value {
	stride := a[3]
	if stride == nil {
		stride = []Value{}
	}
	turned := func(v Value) Value {
		if least {
			return ctx.neg(v)
		}
		return v
	}
	name := fmt.Sprintf("max_pool%dd", k)
	return turned(ctx.call1(name, turned(ctx.abs(a[0])), a[2], stride, ints(0), ints(1), a[4]))
}

// renormLooked is the renormalisation of a weight that may have a history, which does not see it.
func renormLooked(ctx *Context, weight, indices Value, most, p float64) {
	saved := ctx.gradEnabled
	ctx.gradEnabled = false
	defer func() { ctx.gradEnabled = saved }()
	ctx.call("embedding_renorm_", ctx.call1("detach", weight), ctx.call1("contiguous", indices), most, p)
}

// renormEmbedding scales the rows that are looked up, in place, to a norm of at most most.
func renormEmbedding(ctx *Context, weight, indices Value, most, p float64) {
	saved := ctx.gradEnabled
	ctx.gradEnabled = false
	defer func() { ctx.gradEnabled = saved }()
	norms := ctx.call1("linalg_vector_norm", weight, p, ints(-1), true, nil)
	factor := ctx.where(ctx.gt(norms, most), ctx.div(most, ctx.add(norms, 1e-7)), 1.0)
	used := ctx.call1("index_fill.int_Scalar", ctx.call1("zeros_like", norms), int64(0), ctx.reshape(indices, []symbolic.Int{symbolic.IntOf(-1)}), 1.0)
	ctx.call("mul_.Tensor", weight, ctx.where(ctx.gt(used, 0.0), factor, 1.0))
}

// divides says whether the heads of queries are groups, one for each head of x.
func divides(q, x Value) bool {
	heads, known := sizeOf(q, -3).Const()
	n, ok := sizeOf(x, -3).Const()
	return known && ok && n > 0 && heads%n == 0
}

func attention(ctx *Context, a Args) []Value {
	checkAttention(a)
	q, k, v, mask := a[0], a[1], a[2], a[3]
	p, causal := a.float(4), a.bool(5)
	if grouped := len(a) > 7 && a.bool(7); (ctx.recorderSees() || ctx.lookedOn() && !anyFake(a)) && !isConst(numelOf(q), 0) && !isConst(numelOf(k), 0) {
		check(mask == nil || !causal, "_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True")
		if !grouped || divides(q, k) && divides(q, v) {
			return result(seenAttention(ctx, q, k, v, mask, p, causal, a[6], grouped))
		}
	}
	scale := a.floatOr(6, 0)
	if a.none(6) {
		scale = 1 / math.Sqrt(ctx.factor(q, sizeOf(q, -1)))
	}
	if len(a) > 7 && a.bool(7) {
		if heads, ok := sizeOf(q, -3).Const(); ok {
			for _, t := range []Value{k, v} {
				n, ok := sizeOf(t, -3).Const()
				check(!ok || n > 0 && heads%n == 0, "Number of heads in key and value must divide the number of heads in ")
			}
		}
		rep := func(ctx *Context, t Value) Value {
			n := sizeOf(q, -3).FloorDiv(sizeOf(t, -3))
			return ctx.call1("repeat_interleave.self_int", t, intValue(n), int64(-3))
		}
		k, v = rep(ctx, k), rep(ctx, v)
	}
	check(mask == nil || !causal, "_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True")
	if p == 0 && attentionFuses(ctx, q, k, v, mask) {
		if dimOf(q) == 3 && dimOf(k) == 3 && dimOf(v) == 3 && ctx.IsPlain() {
			for mask != nil && (dimOf(mask) == 2 || dimOf(mask) == 3) {
				mask = ctx.unsqueeze(mask, 0)
			}
			out := ctx.call1("_fused_attention", ctx.unsqueeze(q, 0), ctx.unsqueeze(k, 0), ctx.unsqueeze(v, 0), mask, causal, scale)
			return result(ctx.squeeze(out, 0))
		}
		return ctx.call("_fused_attention", q, k, v, mask, causal, scale)[:1]
	}
	w := attentionWeights(ctx, inSingle(ctx, q), inSingle(ctx, k), inSingle(ctx, mask), causal, scale)
	if p > 0 {
		w = ctx.call1("dropout", w, p, true)
	}
	out := ctx.toDType(ctx.matmul(w, inSingle(ctx, v)), dtypeOf(q))
	if f := a.fake(0); p == 0 && ctx.belowRecorder() && !(ctx.gradEnabled && RequiresGrad(mask)) && goesByHeads(ctx, f, a.fake(1), a.fake(2)) {
		out = inOrderOf(ctx, out, f) // as the kernel gives it that a recording does not see
	}
	return result(out)
}

// attentionWeights is the softmax of the masked scores.
func attentionWeights(ctx *Context, q, k, mask Value, causal bool, scale float64) Value {
	return softmaxOfScores(ctx, attentionScores(ctx, q, k, mask, causal, scale), mask)
}

// attentionScores are the masked products of queries and keys.
func attentionScores(ctx *Context, q, k, mask Value, causal bool, scale float64) Value {
	scores := ctx.mul(ctx.matmul(q, ctx.transpose(k, -2, -1)), scale)
	if causal {
		keep := ctx.call1("tril", ctx.call1("ones", []Value{intValue(sizeOf(q, -2)), intValue(sizeOf(k, -2))}, tensor.Bool))
		scores = ctx.maskedFill(scores, ctx.call1("logical_not", keep), math.Inf(-1))
	}
	if mask != nil {
		if dtypeOf(mask) == tensor.Bool {
			scores = ctx.maskedFill(scores, ctx.call1("logical_not", mask), math.Inf(-1))
		} else {
			scores = ctx.add(scores, mask)
		}
	}
	return scores
}

// softmaxOfScores gives zeros for a row that a mask of truth values hides whole.
func softmaxOfScores(ctx *Context, scores, mask Value) Value {
	w := ctx.call1("softmax.int", scores, int64(-1))
	if mask != nil && dtypeOf(mask) == tensor.Bool {
		w = ctx.maskedFill(w, ctx.call1("isnan", w), 0.0)
	}
	return w
}

var _ = addTable([]entry{
	{S: "relu(Tensor input, bool inplace=False) -> Tensor", In: asFunctional, Decomp: inplaceOr(1, "relu", "relu_", firstArgs(1))},
	{S: "relu6(Tensor input, bool inplace=False) -> Tensor", In: asFunctional, Decomp: inplaceOr(1, "relu6", "relu6_", firstArgs(1))},
	{S: "elu(Tensor input, Scalar alpha=1.0, bool inplace=False) -> Tensor", In: asFunctional, Decomp: inplaceOr(2, "elu", "elu_", firstArgs(2))},
	{S: "selu(Tensor input, bool inplace=False) -> Tensor", In: asFunctional, Decomp: inplaceOr(1, "selu", "selu_", firstArgs(1))},
	{S: "celu(Tensor input, float alpha=1.0, bool inplace=False) -> Tensor", In: asFunctional, Decomp: inplaceOr(2, "celu", "celu_", firstArgs(2))},
	{S: "leaky_relu(Tensor input, Scalar negative_slope=0.01, bool inplace=False) -> Tensor", In: asFunctional, Decomp: inplaceOr(2, "leaky_relu", "leaky_relu_", firstArgs(2))},
	{S: "hardtanh(Tensor input, Scalar min_val=-1.0, Scalar max_val=1.0, bool inplace=False) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		if a.float(1) > a.float(2) {
			throw("ValueError", "min_val cannot be greater than max_val")
		}
		return inplaceOr(3, "hardtanh", "hardtanh_", firstArgs(3))(ctx, a)
	}},
	{S: "threshold(Tensor input, Scalar threshold, Scalar value, bool inplace=False) -> Tensor", In: asFunctional, Decomp: inplaceOr(3, "threshold", "threshold_", firstArgs(3))},
	{S: "hardsigmoid(Tensor input, bool inplace=False) -> Tensor", In: asFunctional, Decomp: inplaceOr(1, "hardsigmoid", "hardsigmoid_", firstArgs(1))},
	{S: "hardswish(Tensor input, bool inplace=False) -> Tensor", In: asFunctional, Decomp: inplaceOr(1, "hardswish", "hardswish_", firstArgs(1))},
	{S: "silu(Tensor input, bool inplace=False) -> Tensor", In: asFunctional, Decomp: inplaceOr(1, "silu", "silu_", firstArgs(1))},
	{S: "mish(Tensor input, bool inplace=False) -> Tensor", In: asFunctional, Decomp: inplaceOr(1, "mish", "mish_", firstArgs(1))},
	{S: "rrelu(Tensor input, float lower=0.125, float upper=0.3333333333333333, bool training=False, bool inplace=False) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		return inplaceOr(4, "rrelu", "rrelu_", firstArgs(4))(ctx, a)
	}},
	{S: "rrelu(Tensor self, Scalar lower=0.125, Scalar upper=0.3333333333333333, bool training=False) -> Tensor", In: asFunction | asInPlaceFunction, Decomp: func(ctx *Context, a Args) []Value {
		if !a.bool(3) {
			return ctx.call("leaky_relu", a[0], (a.float(1)+a.float(2))/2)
		}
		return ctx.call("mul.Tensor", a[0], ctx.call1("_rrelu_slopes", a[0], a[1], a[2]))
	}},
	{S: "_rrelu_slopes(Tensor self, float lower, float upper) -> Tensor", Meta: func(ctx *Context, a Args) []*Fake {
		return fakes(NewFake(dtypeOf(a[0]), sizesOf(a[0])))
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) { // draws for the elements that are not positive
		lo, hi := a.float(1), a.float(2)
		slopes := append([]float64(nil), a.tensor(0).Floats()...)
		for i, v := range slopes {
			slopes[i] = 1
			if v <= 0 {
				slopes[i] = lo + ctx.Generator.Float64()*(hi-lo)
			}
		}
		tensor.StoreFloats(out[0], slopes)
	}, NonDiff: true, Seeded: true},
	{S: "glu(Tensor input, int dim=-1) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		check(dimOf(a[0]) > 0, "glu does not support scalars because halving size must be even")
		return ctx.call("glu", a[0], a[1])
	}},
	{S: "tanhshrink(Tensor input) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value { return result(ctx.sub(a[0], ctx.tanh(a[0]))) }},
	{S: "softsign(Tensor input) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		return result(ctx.div(a[0], ctx.call1("add.Tensor", ctx.abs(a[0]), int64(1))))
	}},
	{S: "tanh(Tensor input) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value { return result(ctx.tanh(a[0])) }},
	{S: "sigmoid(Tensor input) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value { return result(ctx.sigmoid(a[0])) }},
	{S: "softmax(Tensor input, int? dim=None, int _stacklevel=3, ScalarType? dtype=None) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("softmax.int", a[0], softmaxDim(a, 1), a[3])
	}},
	{S: "log_softmax(Tensor input, int? dim=None, int _stacklevel=3, ScalarType? dtype=None) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("log_softmax.int", a[0], softmaxDim(a, 1), a[3])
	}},
	{S: "softmin(Tensor input, int? dim=None, int _stacklevel=3, ScalarType? dtype=None) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("softmax.int", ctx.neg(a[0]), softmaxDim(a, 1), a[3])
	}},
	{S: "gumbel_softmax(Tensor logits, float tau=1, bool hard=False, float eps=1e-10, int dim=-1) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		if a.float(3) != 1e-10 {
			ctx.warn("`eps` parameter is deprecated and has no effect.")
		}
		noise := ctx.neg(ctx.log(ctx.call1("exponential_", ctx.call1("empty_like", a[0], nil, nil, nil, nil, tensor.ContiguousFormat), int64(1), nil)))
		soft := ctx.call1("softmax.int", ctx.call1("div.Tensor", ctx.add(a[0], noise), a.float(1)), a[4])
		if !a.bool(2) {
			return result(soft)
		}
		index := ctx.call("max.dim", soft, a[4], true)[1]
		hard := ctx.call1("scatter.value", ctx.zerosLike(a[0]), a[4], index, 1.0)
		return result(ctx.add(ctx.sub(hard, ctx.detach(soft)), soft))
	}},
	{S: "dropout(Tensor input, float p=0.5, bool training=True, bool inplace=False) -> Tensor", In: asFunctional, Decomp: dropoutFn("dropout")},
	{S: "alpha_dropout(Tensor input, float p=0.5, bool training=False, bool inplace=False) -> Tensor", In: asFunctional, Decomp: dropoutFn("alpha_dropout")},
	{S: "feature_alpha_dropout(Tensor input, float p=0.5, bool training=False, bool inplace=False) -> Tensor", In: asFunctional, Decomp: dropoutFn("feature_alpha_dropout")},
	{S: "dropout1d(Tensor input, float p=0.5, bool training=True, bool inplace=False) -> Tensor", In: asFunctional, Decomp: dropoutNd("feature_dropout", 1)},
	{S: "dropout2d(Tensor input, float p=0.5, bool training=True, bool inplace=False) -> Tensor", In: asFunctional, Decomp: dropoutNd("feature_dropout", 2)},
	{S: "dropout3d(Tensor input, float p=0.5, bool training=True, bool inplace=False) -> Tensor", In: asFunctional, Decomp: dropoutNd("feature_dropout", 3)},
	{S: "layer_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight=None, Tensor? bias=None, float eps=1e-05) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("layer_norm", a[0], a[1], a[2], a[3], a[4], true) }},
	{S: "rms_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight=None, float? eps=None) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("rms_norm", a...) }},
	{S: "group_norm(Tensor input, int num_groups, Tensor? weight=None, Tensor? bias=None, float eps=1e-05) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		s := sizesOf(a[0])
		if len(s) < 2 {
			throwRuntime("Expected at least 2 dimensions for input tensor but received %d", len(s))
		}
		if groups := a.int(1); groups > 0 {
			rows := append([]symbolic.Int{s[0].Mul(s[1]).FloorDiv(sym(groups)), sym(groups)}, s[2:]...)
			if n, known := rows[0].Mul(symbolic.Product(s[2:])).Const(); known && n == 1 {
				throw("ValueError", "Expected more than 1 value per channel when training, got input size %s", sizesText(rows))
			}
		}
		return ctx.call("group_norm", a[0], a[1], a[2], a[3], a[4], true)
	}},
	{S: "batch_norm(Tensor input, Tensor? running_mean, Tensor? running_var, Tensor? weight=None, Tensor? bias=None, bool training=False, float? momentum=0.1, float eps=1e-05) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		if a.bool(5) {
			if eps := a.float(7); eps <= 0 {
				throw("ValueError", "batch_norm eps must be positive during training, but got %s", pyFloat(eps))
			}
			if dimOf(a[0]) > 1 {
				checkManyValues(sizesOf(a[0]))
			}
		}
		return ctx.call("batch_norm", a[0], a[3], a[4], a[1], a[2], a[5], orDefault(a[6], 0.0), a[7], true)
	}},
	{S: "instance_norm(Tensor input, Tensor? running_mean=None, Tensor? running_var=None, Tensor? weight=None, Tensor? bias=None, bool use_input_stats=True, float momentum=0.1, float eps=1e-05) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		if a.bool(5) {
			s := sizesOf(a[0])
			if n, ok := symbolic.Product(s[2:]).Const(); ok && n == 1 {
				throw("ValueError", "Expected more than 1 spatial element when training, got input size torch.Size(%s)", sizesText(s))
			}
		}
		return ctx.call("instance_norm", a[0], a[3], a[4], a[1], a[2], a[5], a[6], a[7], true)
	}},
	{S: "local_response_norm(Tensor input, int size, float alpha=0.0001, float beta=0.75, float k=1.0) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		x := a[0]
		n := a.int(1)
		if dimOf(x) < 3 {
			throw("ValueError", "Expected 3D or higher dimensionality                          input (got %d dimensions)", dimOf(x))
		}
		if ctx.is(numelOf(x).Eq(zero)) {
			return result(x)
		}
		sq := ctx.mul(x, x)
		var d Value
		if dimOf(x) == 3 {
			d = ctx.call1("constant_pad_nd", ctx.unsqueeze(sq, 1), ints(0, 0, n/2, (n-1)/2), 0.0)
			d = ctx.squeeze(ctx.call1("avg_pool2d", d, ints(n, 1), ints(1, 1), ints(0, 0), false, true, nil), 1)
		} else {
			s := sizesOf(x)
			d = ctx.reshape(sq, []symbolic.Int{s[0], one, s[1], s[2], symbolic.Product(s[3:])})
			d = ctx.call1("constant_pad_nd", d, ints(0, 0, 0, 0, n/2, (n-1)/2), 0.0)
			d = ctx.squeeze(ctx.call1("avg_pool3d", d, ints(n, 1, 1), ints(1, 1, 1), ints(0, 0, 0), false, true, nil), 1)
			d = ctx.reshape(d, s)
		}
		d = ctx.powScalar(ctx.call1("add.Tensor", ctx.call1("mul.Tensor", d, a.float(2)), a.float(4)), a.float(3))
		return result(ctx.div(x, d))
	}},
	{S: "normalize(Tensor input, float p=2.0, int dim=1, float eps=1e-12, Tensor? out=None) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		norm := ctx.call1("linalg_vector_norm", a[0], a[1], []Value{a[2]}, true, nil)
		least := ctx.call1("expand_as", ctx.call1("clamp_min", norm, a[3]), a[0])
		if a.none(4) {
			return result(ctx.div(a[0], least))
		}
		return ctx.call("div.out", a[0], least, a[4])
	}},
	{S: "embedding(Tensor input, Tensor weight, int? padding_idx=None, float? max_norm=None, float norm_type=2.0, bool scale_grad_by_freq=False, bool sparse=False) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		pad := int64(-1)
		if !a.none(2) {
			pad = int64(a.int(2))
			n := int64(ctx.fixed(sizeOf(a[1], 0)))
			if pad >= n || pad < -n {
				throw("AssertionError", "Padding_idx must be within num_embeddings")
			}
			if pad < 0 {
				pad += n
			}
		}
		if !a.none(3) {
			renormLooked(ctx, a[1], a[0], a.float(3), a.float(4))
		}
		return ctx.call("embedding", a[1], a[0], pad, a[5], a[6])
	}},
	{S: `embedding_bag(Tensor input, Tensor weight, Tensor? offsets=None, float? max_norm=None, float norm_type=2, bool scale_grad_by_freq=False, str mode="mean", bool sparse=False, Tensor? per_sample_weights=None, bool include_last_offset=False, int? padding_idx=None) -> Tensor`, In: asFunctional, Decomp: embeddingBag},
	poolFn("max_pool1d", "1", 1),
	poolFn("max_pool2d", "2", 2),
	poolFn("max_pool3d", "3", 3),
	{S: "adaptive_avg_pool2d(Tensor input, SymInt?[1] output_size) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("adaptive_avg_pool2d", a[0], fillNone(a, 2)) }},
	{S: "adaptive_avg_pool3d(Tensor input, SymInt?[1] output_size) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("adaptive_avg_pool3d", a[0], fillNone(a, 3)) }},
	{S: "adaptive_max_pool1d(Tensor input, int[1] output_size, bool return_indices=False) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value { return pickIndices(a, ctx.call("adaptive_max_pool1d", a[0], a[1])) }},
	{S: "adaptive_max_pool2d(Tensor input, int?[1] output_size, bool return_indices=False) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		return pickIndices(a, ctx.call("adaptive_max_pool2d", a[0], fillNone(a, 2)))
	}},
	{S: "adaptive_max_pool3d(Tensor input, int?[1] output_size, bool return_indices=False) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		return pickIndices(a, ctx.call("adaptive_max_pool3d", a[0], fillNone(a, 3)))
	}},
	{S: "max_unpool2d(Tensor input, Tensor indices, int[2] kernel_size, int[2]? stride=None, int[2] padding=0, int[]? output_size=None) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		size := unpooledSize(a)
		return ctx.call("max_unpool2d", a[0], a[1], sizeList(size))
	}},
	{S: "lp_pool1d(Tensor input, float norm_type, int[1] kernel_size, int[1]? stride=None, bool ceil_mode=False) -> Tensor", In: asFunctional, Decomp: lpPool(1)},
	{S: "lp_pool2d(Tensor input, float norm_type, int[2] kernel_size, int[2]? stride=None, bool ceil_mode=False) -> Tensor", In: asFunctional, Decomp: lpPool(2)},
	{S: `interpolate(Tensor input, SymInt[1]? size=None, float[1]? scale_factor=None, str mode="nearest", bool? align_corners=None, bool? recompute_scale_factor=None, bool antialias=False) -> Tensor`, In: asFunctional, Decomp: interpolateDecomp},
	{S: "unfold(Tensor input, int[2] kernel_size, int[2] dilation=1, int[2] padding=0, int[2] stride=1) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("im2col", a...) }},
	{S: "fold(Tensor input, SymInt[2] output_size, int[2] kernel_size, int[2] dilation=1, int[2] padding=0, int[2] stride=1) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("col2im", a...) }},
	{S: "mse_loss(Tensor input, Tensor target, bool? size_average=None, bool? reduce=None, str reduction='mean', Tensor? weight=None) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		r := reductionOf(ctx, a, 2, 3, 4)
		x, y := broadcastPair(ctx, a)
		if a[5] != nil {
			v := ctx.mul(ctx.call1("mse_loss", x, y, int64(reduceNone)), a[5])
			if r == int64(reduceMean) {
				return result(ctx.div(ctx.sumAll(v), ctx.sumAll(expandIf(ctx, a[5], sizesOf(v)))))
			}
			return result(applyReduction(ctx, v, int(r.(int64))))
		}
		return ctx.call("mse_loss", x, y, r)
	}},
	{S: "l1_loss(Tensor input, Tensor target, bool? size_average=None, bool? reduce=None, str reduction='mean', Tensor? weight=None) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		x, y := broadcastPair(ctx, a)
		r := reductionOf(ctx, a, 2, 3, 4)
		if a[5] == nil {
			return ctx.call("l1_loss", x, y, r)
		}
		v := weightedLoss(ctx, ctx.abs(ctx.sub(x, y)), a[5], a[0])
		if r == int64(reduceMean) {
			return result(ctx.div(ctx.sumAll(v), ctx.sumAll(a[5])))
		}
		return result(applyReduction(ctx, v, int(r.(int64))))
	}},
	{S: "smooth_l1_loss(Tensor input, Tensor target, bool? size_average=None, bool? reduce=None, str reduction='mean', float beta=1.0) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		x, y := broadcastPair(ctx, a)
		if a.float(5) == 0 {
			return ctx.call("l1_loss", x, y, reductionOf(ctx, a, 2, 3, 4))
		}
		return ctx.call("smooth_l1_loss", x, y, reductionOf(ctx, a, 2, 3, 4), a[5])
	}},
	{S: "huber_loss(Tensor input, Tensor target, str reduction='mean', float delta=1.0, Tensor? weight=None) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		x, y := broadcastPair(ctx, a)
		r := reductionOf(ctx, a, len(a), len(a), 2)
		if a[4] == nil {
			return ctx.call("huber_loss", x, y, r, a[3])
		}
		v := weightedLoss(ctx, ctx.call1("huber_loss", x, y, int64(reduceNone), a[3]), a[4], a[0])
		return result(applyReduction(ctx, v, int(r.(int64))))
	}},
	{S: "soft_margin_loss(Tensor input, Tensor target, bool? size_average=None, bool? reduce=None, str reduction='mean') -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("soft_margin_loss", a[0], a[1], reductionOf(ctx, a, 2, 3, 4))
	}},
	{S: "nll_loss(Tensor input, Tensor target, Tensor? weight=None, bool? size_average=None, int ignore_index=-100, bool? reduce=None, str reduction='mean') -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("nll_loss_nd", a[0], a[1], a[2], reductionOf(ctx, a, 3, 5, 6), a[4])
	}},
	{S: "cross_entropy(Tensor input, Tensor target, Tensor? weight=None, bool? size_average=None, int ignore_index=-100, bool? reduce=None, str reduction='mean', float label_smoothing=0.0) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("cross_entropy_loss", a[0], a[1], a[2], reductionOf(ctx, a, 3, 5, 6), a[4], a[7])
	}},
	{S: "binary_cross_entropy(Tensor input, Tensor target, Tensor? weight=None, bool? size_average=None, bool? reduce=None, str reduction='mean') -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		r, w := reductionOf(ctx, a, 3, 4, 5), a[2]
		bceSizes(ctx, sizesOf(a[0]), sizesOf(a[1]))
		if w != nil {
			w = expandIf(ctx, w, joinedShape(ctx, [][]symbolic.Int{sizesOf(a[1]), sizesOf(w)}, func(s []symbolic.Int) string { return "torch.Size(" + sizesText(s) + ")" }))
		}
		return ctx.call("binary_cross_entropy", a[0], a[1], w, r)
	}},
	{S: "binary_cross_entropy_with_logits(Tensor input, Tensor target, Tensor? weight=None, bool? size_average=None, bool? reduce=None, str reduction='mean', Tensor? pos_weight=None) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("binary_cross_entropy_with_logits", a[0], a[1], a[2], a[6], reductionOf(ctx, a, 3, 4, 5))
	}},
	{S: "kl_div(Tensor input, Tensor target, bool? size_average=None, bool? reduce=None, str reduction='mean', bool log_target=False) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		if a.str(4) == "batchmean" {
			v := ctx.call1("kl_div", a[0], a[1], int64(reduceSum), a[5])
			if dimOf(a[0]) == 0 {
				return result(v)
			}
			return result(ctx.call1("div.Tensor", v, intValue(sizeOf(a[0], 0))))
		}
		return ctx.call("kl_div", a[0], a[1], reductionOf(ctx, a, 2, 3, 4), a[5])
	}},
	{S: "poisson_nll_loss(Tensor input, Tensor target, bool log_input=True, bool full=False, bool? size_average=None, float eps=1e-08, bool? reduce=None, str reduction='mean') -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		x, y := a[0], a[1]
		var v Value
		if a.bool(2) {
			product := ctx.mul(y, x)
			v = ctx.sub(ctx.exp(x), product)
		} else {
			v = ctx.sub(x, ctx.mul(y, ctx.log(ctx.add(x, a.float(5)))))
		}
		if a.bool(3) {
			rest := ctx.mul(ctx.log(ctx.mul(y, 2*math.Pi)), 0.5)
			st := ctx.add(ctx.sub(ctx.mul(y, ctx.log(y)), y), rest)
			v = ctx.add(v, ctx.maskedFill(st, ctx.le(y, int64(1)), int64(0)))
		}
		return result(applyReduction(ctx, v, int(reductionOf(ctx, a, 4, 6, 7).(int64))))
	}},
	{S: "gaussian_nll_loss(Tensor input, Tensor target, Any var, bool full=False, float eps=1e-06, str reduction='mean') -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		v := gaussianVariance(ctx, a[0], a[2], a[4])
		if r := a.str(5); r != "mean" && r != "sum" && r != "none" {
			throw("ValueError", "%s is not valid", r)
		}
		d := ctx.sub(a[0], a[1])
		loss := ctx.call1("mul.Tensor", ctx.add(ctx.log(v), ctx.div(ctx.mul(d, d), v)), 0.5)
		if a.bool(3) {
			loss = ctx.call1("add.Tensor", loss, 0.5*math.Log(2*math.Pi))
		}
		return result(applyReduction(ctx, loss, int(reductionOf(ctx, a, len(a), len(a), 5).(int64))))
	}},
	{S: "margin_ranking_loss(Tensor input1, Tensor input2, Tensor target, float margin=0, bool? size_average=None, bool? reduce=None, str reduction='mean') -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("margin_ranking_loss", a[0], a[1], a[2], a[3], reductionOf(ctx, a, 4, 5, 6))
	}},
	{S: "hinge_embedding_loss(Tensor input, Tensor target, float margin=1.0, bool? size_average=None, bool? reduce=None, str reduction='mean') -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("hinge_embedding_loss", a[0], a[1], a[2], reductionOf(ctx, a, 3, 4, 5))
	}},
	{S: "cosine_embedding_loss(Tensor input1, Tensor input2, Tensor target, float margin=0, bool? size_average=None, bool? reduce=None, str reduction='mean') -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("cosine_embedding_loss", a[0], a[1], a[2], a[3], reductionOf(ctx, a, 4, 5, 6))
	}},
	{S: "triplet_margin_loss(Tensor anchor, Tensor positive, Tensor negative, float margin=1.0, float p=2, float eps=1e-06, bool swap=False, bool? size_average=None, bool? reduce=None, str reduction='mean') -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("triplet_margin_loss", a[0], a[1], a[2], a[3], a[4], a[5], a[6], reductionOf(ctx, a, 7, 8, 9))
	}},
	{S: "multi_margin_loss(Tensor input, Tensor target, int p=1, float margin=1.0, Tensor? weight=None, bool? size_average=None, bool? reduce=None, str reduction='mean') -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("multi_margin_loss", a[0], a[1], a[2], a[3], a[4], reductionOf(ctx, a, 5, 6, 7))
	}},
	{S: "one_hot(Tensor self, int num_classes=-1) -> Tensor", In: asNN, Decomp: func(ctx *Context, a Args) []Value {
		check(dtypeOf(a[0]) == tensor.Int64, "one_hot is only applicable to index tensor of type LongTensor.")
		n := a.sym(1)
		if c, ok := n.Const(); ok && c == -1 {
			t, isReal := readable(a[0])
			var most Value
			if _, shell := a[0].(*tensor.Tensor); shell && !isReal {
				most = ctx.call("_local_scalar_dense", ctx.call1("max", a[0]))[0] // who stands before the elements tells, or says why not
			}
			if m, told := most.(int64); told {
				n = symbolic.IntOf(m + 1)
			} else if !isReal {
				if ctx.fakeEnv == nil {
					throwRuntime("one_hot(): the number of classes is not known of a tensor without data")
				}
				n = ctx.fakeEnv.FreshUnbacked("one_hot")
			} else {
				check(t.Numel() > 0, "Can not infer total number of classes from empty tensor.")
				m := int64(-1)
				for _, v := range t.Ints() {
					check(v >= 0, "Class values must be non-negative.")
					m = max(m, v)
				}
				n = symbolic.IntOf(m + 1)
			}
		} else if t, isReal := readable(a[0]); isReal {
			check(c > 0, "num_classes should be positive")
			for _, v := range t.Ints() {
				check(v >= 0, "Class values must be non-negative.")
				check(v < c, "Class values must be smaller than num_classes.")
			}
		}
		s := append(append([]symbolic.Int(nil), sizesOf(a[0])...), n)
		return ctx.call("scatter.value", ctx.call1("zeros", sizeList(s), tensor.Int64), int64(-1), ctx.unsqueeze(a[0], -1), int64(1))
	}},
	{S: "scaled_dot_product_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float dropout_p=0., bool is_causal=False, *, float? scale=None, bool enable_gqa=False) -> Tensor", In: asNN, Decomp: attention},
})

func checkManyValues(s []symbolic.Int) {
	n := s[0]
	for _, d := range s[2:] {
		n = n.Mul(d)
	}
	if c, ok := n.Const(); ok && c == 1 {
		throw("ValueError", "Expected more than 1 value per channel when training, got input size torch.Size(%s)", sizesText(s))
	}
}

// fillNone replaces None among output sizes by the input's size.
func fillNone(a Args, k int) []Value {
	list, ok := a[1].([]Value)
	if !ok {
		list = repeatList([]Value{a[1]}, k)
	} else if dimOf(a[0]) <= len(list) && (len(list) != 1 || list[0] == nil) {
		throw("ValueError", "Input dimension should be at least %d", len(list)+1)
	}
	if len(list) == 1 {
		list = repeatList(list, k)
	}
	out := make([]Value, k)
	for i := range out {
		out[i] = list[i]
		if out[i] == nil {
			out[i] = intValue(sizeOf(a[0], i-k))
		}
	}
	return out
}

func pickIndices(a Args, r []Value) []Value {
	if a.bool(2) {
		return r
	}
	return r[:1]
}

// cFunctionals lists the names of torch.nn.functional that are the C functions themselves.
var cFunctionals = map[string]string{
	"conv1d": "conv1d", "conv2d": "conv2d", "conv3d": "conv3d", "conv_transpose1d": "conv_transpose1d", "conv_transpose2d": "conv_transpose2d",
	"conv_transpose3d": "conv_transpose3d", "avg_pool1d": "avg_pool1d", "adaptive_avg_pool1d": "adaptive_avg_pool1d",
	"avg_pool2d": "_C._nn.avg_pool2d", "avg_pool3d": "_C._nn.avg_pool3d", "linear": "_C._nn.linear", "gelu": "_C._nn.gelu",
	"softplus": "_C._nn.softplus", "logsigmoid": "_C._nn.log_sigmoid", "hardshrink": "hardshrink", "softshrink": "_C._nn.softshrink",
	"bilinear": "bilinear", "one_hot": "_C._nn.one_hot", "pixel_shuffle": "pixel_shuffle", "pixel_unshuffle": "pixel_unshuffle",
	"cosine_similarity": "cosine_similarity", "pairwise_distance": "pairwise_distance", "pdist": "pdist", "pad": "_C._nn.pad",
	"scaled_dot_product_attention": "_C._nn.scaled_dot_product_attention", "prelu": "prelu",
	"elu_": "_C._nn.elu_", "leaky_relu_": "_C._nn.leaky_relu_", "hardtanh_": "_C._nn.hardtanh_", "relu_": "relu_", "celu_": "celu_", "selu_": "selu_", "threshold_": "threshold_",
}

// Functional is what torch.nn.functional.<name> binds to: a function of its own or the C function.
func Functional(name string) *Packet {
	if p := Function("nn.functional." + name); p != nil {
		return p
	}
	if c, ok := cFunctionals[name]; ok {
		return Function(c)
	}
	return nil
}

// FunctionalNames lists the names that Functional knows.
func FunctionalNames() []string {
	var out []string
	for name := range cFunctionals {
		out = append(out, name)
	}
	for _, k := range FunctionNames() {
		if len(k) > 14 && k[:14] == "nn.functional." {
			out = append(out, k[14:])
		}
	}
	return out
}

// oneSpread says whether the sizes differ in one dimension, which is 1 in the second.
func oneSpread(ctx *Context, sx, sv []symbolic.Int) bool {
	spread := 0
	for i := range sx {
		switch {
		case sx[i] == sv[i]:
		case isOne(ctx, sv[i]):
			spread++
		default:
			return false
		}
	}
	return spread == 1
}

// gaussianVariance is the variance of gaussian_nll_loss, a number or a tensor, lined up with x and at least eps.
func gaussianVariance(ctx *Context, x, v, eps Value) Value {
	if !isTensor(v) {
		if toFloat(v) < 0 {
			throw("ValueError", "var has negative entry/entries")
		}
		v = ctx.mul(ctx.onesLike(x), v)
	} else if t, ok := readable(v); ok {
		for _, f := range t.Floats() {
			if f < 0 {
				throw("ValueError", "var has negative entry/entries")
			}
		}
	}
	sx, sv := sizesOf(x), sizesOf(v)
	if !equalSyms(sx, sv) {
		n := len(sx) - 1
		switch {
		case n >= 0 && equalSyms(sx[:n], sv):
			v = ctx.unsqueeze(v, -1)
		case len(sv) != n+1 || !oneSpread(ctx, sx, sv):
			throw("ValueError", "var is of incorrect size")
		}
	}
	// The gradient is that of the variance as it was given.
	low := ctx.lt(ctx.detach(v), eps)
	return ctx.add(v, ctx.where(low, ctx.sub(eps, ctx.detach(v)), ctx.zerosLike(ctx.detach(v))))
}
