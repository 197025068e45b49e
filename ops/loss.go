package ops

import (
	"math"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Reductions of losses, as the aten operators number them.
const (
	reduceNone = 0
	reduceMean = 1
	reduceSum  = 2
)

// applyReduction reduces elementwise losses.
func applyReduction(ctx *Context, v Value, reduction int) Value {
	switch reduction {
	case reduceMean:
		return ctx.meanAll(v)
	case reduceSum:
		return ctx.sumAll(v)
	}
	return v
}

// lossGrad scales the gradient of a reduced loss: derivative gives d loss / d input for each element.
func lossGrad(reductionAt int, derivative func(ctx *Context, s *Saved, x, y Value) Value) GradFunc {
	return func(ctx *Context, s *Saved, g []Value) []Value {
		d := derivative(ctx, s, s.In(0), s.In(1))
		if s.Args().int(reductionAt) == reduceMean {
			d = divCount(ctx, d, numelOf(d))
		}
		gx := ctx.mul(d, g[0])
		out := []Value{gx, nil}
		if s.Need(1) {
			out[1] = ctx.neg(gx)
		}
		return out
	}
}

// checkTarget is the meta of nll_loss_forward.
func nllMeta(ctx *Context, a Args) []*Fake {
	x, t := a.fake(0), a.fake(1)
	check(len(x.Sizes) > 0 && len(x.Sizes) <= 2, "input tensor should be 1D or 2D")
	check(len(t.Sizes) <= 1, "0D or 1D target tensor expected, multi-target not supported")
	single := len(x.Sizes) == 1 && (len(t.Sizes) == 0 || isOne(ctx, t.Sizes[0]))
	if !single && !(len(t.Sizes) == 1 && expectSame(ctx, x.Sizes[0], t.Sizes[0])) {
		throwRuntime("size mismatch (got input: %s, target: %s)", sizesText(x.Sizes), sizesText(t.Sizes))
	}
	if t.DType != tensor.Int64 && t.DType != tensor.Uint8 {
		throwRuntime("expected target dtype to be Long or Byte, but got %s", t.DType.ScalarName())
	}
	c := x.Sizes[len(x.Sizes)-1]
	if !a.none(2) && (dimOf(a[2]) != 1 || !sameSize(ctx, numelOf(a[2]), c)) {
		throwRuntime("weight tensor should be defined either for all %s classes or no classes but got weight tensor of shape: %s", c, sizesText(sizesOf(a[2])))
	}
	total := NewFake(x.DType, nil)
	if a.int(3) == reduceNone && len(x.Sizes) == 2 {
		return fakes(NewFake(x.DType, []symbolic.Int{x.Sizes[0]}), total)
	}
	return fakes(NewFake(x.DType, nil), total)
}

// checkClassWeights has weights of classes be of the type of the scores.
func checkClassWeights(a Args) {
	if w := a[2]; !a.none(2) && dtypeOf(w) != dtypeOf(a[0]) {
		throwRuntime("expected scalar type %s but found %s", dtypeOf(a[0]).ScalarName(), dtypeOf(w).ScalarName())
	}
}

func nllKernel(ctx *Context, a Args, out []*tensor.Tensor) {
	x, t := a.tensor(0), a.tensor(1).Ints()
	if !x.DType().IsFloat() {
		notImplemented("nll_loss_out_frame", x.DType())
	}
	checkClassWeights(a)
	classes := x.Size(x.Dim() - 1)
	v := elementAt(x)
	var w []float64
	if !a.none(2) {
		w = a.tensor(2).Floats()
	}
	ignore := int64(a.int(4))
	losses := make([]float64, len(t))
	total, weights := newLevelSum(x.DType()), newLevelSum(x.DType())
	for i, k := range t {
		if k == ignore {
			continue
		}
		if k < 0 || k >= int64(classes) {
			throw("IndexError", "Target %d is out of bounds.", k)
		}
		f := 1.0
		if w != nil {
			f = w[k]
		}
		losses[i] = -f * v(i, int(k))
		total.add(i, losses[i])
		weights.add(i, f)
	}
	weight := weights.result()
	switch a.int(3) {
	case reduceNone:
		tensor.StoreFloats(out[0], losses)
		if x.Dim() == 2 {
			weight = 0
		}
	case reduceMean:
		tensor.StoreFloats(out[0], []float64{total.result() / weight})
	default:
		tensor.StoreFloats(out[0], []float64{total.result()})
	}
	tensor.StoreFloats(out[1], []float64{weight})
}

// elementAt reads single elements of a matrix, or of a row.
func elementAt(x *tensor.Tensor) func(i, j int) float64 {
	n := x.Dim()
	row, column := 0, x.Strides()[n-1]
	if n > 1 {
		row = x.Strides()[0]
	}
	if x.DType() == tensor.Float32 && !x.Neg {
		data := tensor.View[float32](x.Storage())
		return func(i, j int) float64 { return float64(data[x.Offset()+i*row+j*column]) }
	}
	data, classes := x.Floats(), x.Size(n-1)
	return func(i, j int) float64 { return data[i*classes+j] }
}

// elementSetter writes single elements of a contiguous tensor.
func elementSetter(t *tensor.Tensor) func(i int, v float64) {
	if t.DType() == tensor.Float32 && t.Numel() > 0 {
		data := tensor.View[float32](t.Storage())[t.Offset():]
		return func(i int, v float64) { data[i] = float32(v) }
	}
	return func(i int, v float64) {
		tensor.StoreFloats(t.Window(nil, nil, t.Offset()+i), []float64{v})
	}
}

func nllBackward(ctx *Context, a Args, out []*tensor.Tensor) {
	classes := a.tensor(1).Size(a.tensor(1).Dim() - 1)
	eachNLLGradient(a, func(i, class int, v float64, put func(int, float64)) { put(i*classes+class, v) }, out[0])
}

// eachNLLGradient places the gradient of each target that counts, where the arguments are those of nll_loss_backward.
func eachNLLGradient(a Args, place func(i, class int, v float64, put func(int, float64)), out *tensor.Tensor) {
	g, t := a.tensor(0).Floats(), a.tensor(2).Ints()
	var w []float64
	if !a.none(3) {
		w = a.tensor(3).Floats()
	}
	ignore := int64(a.int(5))
	total := a.tensor(6).Floats()[0]
	put, round := elementSetter(out), roundingTo(out.DType())
	for i, k := range t {
		if k == ignore {
			continue
		}
		f := 1.0
		if w != nil {
			f = w[k]
		}
		grad := g[0]
		switch a.int(4) {
		case reduceNone:
			grad = g[i]
		case reduceMean:
			grad = round(grad / total)
		}
		place(i, int(k), -f*grad, put)
	}
}

// bce is the elementwise binary cross entropy with the logarithms clamped.
func bceMeta(ctx *Context, a Args) []*Fake {
	x, y := a.fake(0), a.fake(1)
	bceSizes(ctx, x.Sizes, y.Sizes)
	if !a.none(2) {
		ctx.scaledInPlace(x, a[2])
	}
	if a.int(3) == reduceNone {
		return fakes(elementwise(ctx, x.DType, a[0], a[1]))
	}
	return fakes(NewFake(x.DType, nil))
}

func bceSizes(ctx *Context, x, y []symbolic.Int) {
	if !expectSameSizes(ctx, x, y) {
		throw("ValueError", "Using a target size (torch.Size(%s)) that is different to the input size (torch.Size(%s)) is deprecated. Please ensure they have the same size.", sizesText(y), sizesText(x))
	}
}

// scaledInPlace checks that a loss can be multiplied by factors in place: neither its sizes nor its type change.
func (ctx *Context) scaledInPlace(loss, factors Value) {
	s := sizesOf(loss)
	if b := broadcast2(ctx, append([]symbolic.Int(nil), s...), append([]symbolic.Int(nil), sizesOf(factors)...)); !equalSyms(b, s) {
		throwRuntime("output with shape %s doesn't match the broadcast shape %s", sizesText(s), sizesText(b))
	}
	ctx.fitsFirst(loss, factors)
}

// fitsFirst refuses operands whose common type the first cannot hold.
func (ctx *Context) fitsFirst(first, second Value) {
	if d := ctx.ResultType(first, second); !tensor.CanCast(d, dtypeOf(first)) {
		throwRuntime("result type %s can't be cast to the desired output type %s", d.ScalarName(), dtypeOf(first).ScalarName())
	}
}

// oneType gives two operands their common type, where they differ.
func (ctx *Context) oneType(x, y Value) (Value, Value) {
	if dtypeOf(x) == dtypeOf(y) {
		return x, y
	}
	d := ctx.ResultType(x, y)
	return ctx.toDType(x, d), ctx.toDType(y, d)
}

// checkFound refuses a target of another type than the input.
func checkFound(want, found tensor.DType) {
	check(found == want, "Found dtype %s but expected %s", found.ScalarName(), want.ScalarName())
}

func bceKernel(ctx *Context, a Args, out []*tensor.Tensor) {
	x, y := a.tensor(0).Floats(), a.tensor(1).Floats()
	checkFound(a.tensor(0).DType(), a.tensor(1).DType())
	for i, v := range x {
		check(v >= 0 && v <= 1, "all elements of input should be between 0 and 1")
		check(y[i] >= 0 && y[i] <= 1, "all elements of target should be between 0 and 1")
	}
	var w []float64
	if !a.none(2) {
		w = expandTensor(a.tensor(2), a.tensor(0).Sizes()).Floats()
	}
	losses := make([]float64, len(x))
	round := roundingTo(a.tensor(0).DType())
	for i := range x {
		no, yes := math.Max(round(math.Log1p(-x[i])), -100), math.Max(round(math.Log(x[i])), -100)
		losses[i] = round(round(round(y[i]-1)*no) - round(y[i]*yes))
		if w != nil {
			losses[i] = round(losses[i] * w[i])
		}
	}
	if a.int(3) == reduceNone {
		storeInOrder(out[0], losses)
		return
	}
	each := tensor.New(out[0].DType(), len(losses))
	tensor.StoreFloats(each, losses)
	tensor.Copy(out[0], applyReduction(ctx, each, a.int(3)).(*tensor.Tensor))
}

var _ = addTable([]entry{
	{S: "mse_loss(Tensor self, Tensor target, int reduction=1) -> Tensor", In: asNN, Decomp: func(ctx *Context, a Args) []Value {
		if v := meanSquare.reduced(ctx, a[0], a[1], a.int(2), 1); v != nil {
			return result(v)
		}
		d := ctx.sub(ctx.oneType(a[0], a[1]))
		return result(applyReduction(ctx, ctx.mul(d, d), a.int(2)))
	}, Grad: meanSquare.grad(-1, func(ctx *Context, s *Saved, x, y Value) Value { return ctx.mul(ctx.sub(x, y), int64(2)) }), Saves: in0 | in1},
	{S: "l1_loss(Tensor self, Tensor target, int reduction=1) -> Tensor", In: asNN, Decomp: func(ctx *Context, a Args) []Value {
		return result(applyReduction(ctx, ctx.abs(ctx.sub(a[0], a[1])), a.int(2)))
	}},
	{S: "smooth_l1_loss(Tensor self, Tensor target, int reduction=1, float beta=1.) -> Tensor", In: asNN, Decomp: func(ctx *Context, a Args) []Value {
		beta := a.float(3)
		if beta > 0 {
			if v := smoothDistance.reduced(ctx, a[0], a[1], a.int(2), beta); v != nil {
				return result(v)
			}
		}
		d := ctx.abs(ctx.sub(ctx.oneType(a[0], a[1])))
		if beta == 0 {
			return result(applyReduction(ctx, d, a.int(2)))
		}
		check(beta >= 0, "smooth_l1_loss does not support negative values for beta.")
		return result(applyReduction(ctx, ctx.where(ctx.lt(d, beta), ctx.div(ctx.mul(ctx.mul(d, d), 0.5), beta), ctx.sub(d, 0.5*beta)), a.int(2)))
	}, Grad: smoothDistance.grad(3, func(ctx *Context, s *Saved, x, y Value) Value {
		return smoothSlope(ctx, ctx.sub(x, y), s.Args().float(3))
	}), Saves: in0 | in1},
	{S: "huber_loss(Tensor self, Tensor target, int reduction=1, float delta=1.) -> Tensor", In: asNN, Decomp: func(ctx *Context, a Args) []Value {
		delta := a.float(3)
		check(delta > 0, "huber_loss does not support non-positive values for delta.")
		if v := huberDistance.reduced(ctx, a[0], a[1], a.int(2), delta); v != nil {
			return result(v)
		}
		d := ctx.abs(ctx.sub(ctx.oneType(a[0], a[1])))
		loss := ctx.where(ctx.le(d, delta), ctx.mul(ctx.mul(d, d), 0.5), ctx.mul(ctx.sub(d, 0.5*delta), delta))
		return result(applyReduction(ctx, ctx.toDType(loss, dtypeOf(a[0])), a.int(2)))
	}, Grad: huberDistance.grad(3, func(ctx *Context, s *Saved, x, y Value) Value {
		checkFound(dtypeOf(x), dtypeOf(y))
		return huberSlope(ctx, ctx.sub(x, y), s.Args().float(3))
	}), Saves: in0 | in1},
	{S: "soft_margin_loss(Tensor self, Tensor target, int reduction=1) -> Tensor", In: asNN, Grad: softMarginGrad, Saves: in0 | in1, Decomp: func(ctx *Context, a Args) []Value {
		x := a[0]
		ctx.scaledInPlace(x, a[1])
		product := ctx.toDType(ctx.mul(ctx.neg(x), a[1]), dtypeOf(x))
		return result(applyReduction(ctx, ctx.call1("log1p", ctx.exp(product)), a.int(2)))
	}},
	{S: "nll_loss_forward(Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index) -> (Tensor output, Tensor total_weight)", In: 0, Meta: nllMeta, Kernel: nllKernel, GradName: "NllLossBackward0", Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return ctx.call("nll_loss_backward", g[0], s.In(0), s.In(1), s.In(2), s.Arg(3), s.Arg(4), s.Out(1))
	}, Stats: out1, Saves: in0 | in1 | in2 | out1},
	{S: "nll_loss_backward(Tensor grad_output, Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index, Tensor total_weight) -> Tensor", In: 0, Meta: func(ctx *Context, a Args) []*Fake { return fakes(NewFake(dtypeOf(a[1]), sizesOf(a[1]))) }, Kernel: nllBackward, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return []Value{ctx.call("nll_loss_forward", g[0], s.In(2), s.In(3), s.Arg(4), s.Arg(5))[0], s.unmoved(ctx, 1)}
	}, Saves: in2 | in3},
	{S: "nll_loss(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, SymInt ignore_index=-100) -> Tensor", In: asNN, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("nll_loss_forward", a...)[:1] }},
	{S: "nll_loss_nd(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, SymInt ignore_index=-100) -> Tensor", In: asNN, Decomp: func(ctx *Context, a Args) []Value {
		x, t := a[0], a[1]
		n := dimOf(x)
		if n < 1 {
			throw("ValueError", "Expected 1 or more dimensions (got %d)", n)
		}
		if n == 1 && dimOf(t) == 1 && !isOne(ctx, sizeOf(t, 0)) {
			throw("ValueError", "For 1D input, 1D target must have size 1, but got target size: %s", sizeOf(t, 0))
		}
		if n > 1 && !expectSame(ctx, sizeOf(x, 0), sizeOf2(t, 0)) {
			throw("ValueError", "Expected input batch_size (%s) to match target batch_size (%s).", sizeOf(x, 0), sizeOf2(t, 0))
		}
		if n <= 2 {
			return ctx.call("nll_loss_forward", a...)[:1]
		}
		if n == 4 {
			return ctx.call("nll_loss2d_forward", a...)[:1]
		}
		places := sizesOf(t)
		if want := append([]symbolic.Int{sizeOf(x, 0)}, sizesOf(x)[2:]...); !expectSameSizes(ctx, want, places) {
			throwRuntime("Expected target size %s, got %s", sizesText(want), sizesText(places))
		}
		one, row := symbolic.IntOf(1), symbolic.Product(places[1:])
		if !isConst(row, 0) && !isConst(places[0], 0) {
			row = symbolic.IntOf(-1)
		}
		x = ctx.view(ctx.call1("contiguous", x), []symbolic.Int{sizeOf(x, 0), sizeOf(x, 1), one, row})
		t = ctx.view(ctx.call1("contiguous", t), []symbolic.Int{sizeOf(t, 0), one, row})
		r := ctx.call("nll_loss2d_forward", x, t, a[2], a[3], a[4])[0]
		if a.int(3) == reduceNone {
			r = ctx.view(r, places)
		}
		return result(r)
	}},
	{S: "cross_entropy_loss(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, SymInt ignore_index=-100, float label_smoothing=0.) -> Tensor", In: asNN, Decomp: crossEntropy},
	{S: "binary_cross_entropy(Tensor self, Tensor target, Tensor? weight=None, int reduction=1) -> Tensor", In: asNN, Meta: bceMeta, Kernel: bceKernel, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		x, y := s.In(0), s.In(1)
		out := []Value{ctx.call1("binary_cross_entropy_backward", g[0], x, y, s.In(2), s.Arg(3)), nil}
		if s.Need(1) {
			t := ctx.sub(ctx.log(ctx.add(ctx.neg(x), int64(1))), ctx.log(x))
			if !s.Args().none(2) {
				t = ctx.mul(t, s.In(2))
			}
			if s.Args().int(3) == reduceMean {
				t = divCount(ctx, t, numelOf(x))
			}
			out[1] = ctx.mul(t, g[0])
		}
		return out
	}, Saves: in0 | in1 | in2},
	{S: "binary_cross_entropy_with_logits(Tensor self, Tensor target, Tensor? weight=None, Tensor? pos_weight=None, int reduction=1) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		x, y := a[0], a[1]
		if !sameSizes(ctx, sizesOf(x), sizesOf(y)) {
			throw("ValueError", "Target size (torch.Size(%s)) must be the same as input size (torch.Size(%s))", sizesText(sizesOf(y)), sizesText(sizesOf(x)))
		}
		if !dtypeOf(x).IsFloat() {
			notImplemented("log_sigmoid_cpu", dtypeOf(x))
		}
		if dtypeOf(y) == tensor.Bool {
			throw("NotImplementedError", "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` operator instead.")
		}
		ctx.scaledInPlace(y, x) // 1 - target is multiplied in place, as is the loss
		soft := ctx.call1("log_sigmoid", x)
		if !a.none(3) {
			weights := ctx.mul(ctx.sub(a[3], int64(1)), y)
			ctx.scaledInPlace(y, a[3])
			soft = ctx.mul(soft, ctx.add(weights, int64(1)))
		}
		loss := ctx.toDType(ctx.sub(ctx.mul(ctx.add(ctx.neg(y), int64(1)), x), soft), dtypeOf(y))
		if !a.none(2) {
			ctx.scaledInPlace(y, a[2])
			loss = ctx.toDType(ctx.mul(loss, a[2]), dtypeOf(y))
		}
		return result(applyReduction(ctx, loss, a.int(4)))
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		x, y := s.In(0), s.In(1)
		var d Value
		if s.Args().none(3) {
			d = ctx.sub(ctx.sigmoid(x), y)
		} else {
			t := ctx.mul(s.In(3), y)
			d = ctx.sub(ctx.mul(ctx.sub(ctx.add(t, int64(1)), y), ctx.sigmoid(x)), t)
		}
		if !s.Args().none(2) {
			d = ctx.mul(d, s.In(2))
		}
		d = ctx.mul(d, g[0])
		if s.Args().int(4) == reduceMean {
			d = divCount(ctx, d, numelOf(x))
		}
		out := []Value{d, nil}
		if s.Need(1) {
			t := ctx.neg(x)
			if !s.Args().none(3) {
				t = ctx.sub(ctx.call1("log_sigmoid", t), ctx.mul(s.In(3), ctx.call1("log_sigmoid", x)))
			}
			if !s.Args().none(2) {
				t = ctx.mul(t, s.In(2))
			}
			if s.Args().int(4) == reduceMean {
				t = divCount(ctx, t, numelOf(x))
			}
			out[1] = ctx.mul(t, g[0])
		}
		return out
	}, Saves: in0 | in1 | in2 | in3},
	{S: "kl_div(Tensor self, Tensor target, int reduction=1, *, bool log_target=False) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		x, y := a[0], a[1]
		var out Value
		if a.bool(3) {
			difference := ctx.sub(y, x)
			out = ctx.mul(ctx.exp(y), difference)
		} else {
			product := ctx.mul(y, x)
			out = ctx.sub(ctx.call1("xlogy.Tensor", y, y), product)
		}
		return result(applyReduction(ctx, out, a.int(2)))
	}},
	{S: "margin_ranking_loss(Tensor input1, Tensor input2, Tensor target, float margin=0., int reduction=1) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		difference := ctx.sub(a[0], a[1])
		r := ctx.call1("clamp_min_", ctx.add(ctx.mul(ctx.neg(a[2]), difference), a.float(3)), int64(0))
		return result(applyReduction(ctx, r, a.int(4)))
	}},
	{S: "hinge_embedding_loss(Tensor self, Tensor target, float margin=1., int reduction=1) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		x, y := a[0], a[1]
		z := ctx.call1("zeros_like", x, nil, nil, nil, nil, tensor.ContiguousFormat)
		below := ctx.onFresh("clamp_min", ctx.lessFrom(a[2], x), int64(0)) // the margin is a number of the input's type
		margin := ctx.where(ctx.ne(y, int64(1)), below, z)
		self := ctx.where(ctx.ne(y, int64(-1)), x, z)
		return result(applyReduction(ctx, ctx.add(margin, self), a.int(3)))
	}},
	{S: "cosine_similarity(Tensor x1, Tensor x2, int dim=1, float eps=1e-08) -> Tensor", In: asFunction, Decomp: cosineSimilarity},
	{S: "cosine_embedding_loss(Tensor input1, Tensor input2, Tensor target, float margin=0., int reduction=1) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		checkCosineTarget(a[0], a[1], a[2])
		d := dimOf(a[2])
		const eps = float64(float32(1e-12)) // PyTorch has it in single precision
		length := func(v Value) Value { return ctx.add(ctx.sumDim(ctx.mul(v, v), false, d), eps) }
		product := ctx.sumDim(ctx.mul(a[0], a[1]), false, d)
		first := length(a[0])
		sim := ctx.div(product, ctx.onFresh("sqrt", ctx.mul(first, length(a[1]))))
		z := ctx.call1("zeros_like", sim, nil, nil, nil, nil, tensor.ContiguousFormat)
		pos := ctx.lessFrom(int64(1), sim)
		negative := ctx.onFresh("clamp_min", ctx.sub(sim, a.float(3)), int64(0))
		return result(applyReduction(ctx, ctx.add(ctx.where(ctx.eq(a[2], int64(1)), pos, z), ctx.where(ctx.eq(a[2], int64(-1)), negative, z)), a.int(4)))
	}},
	{S: "pairwise_distance(Tensor x1, Tensor x2, float p=2., float eps=9.9999999999999995e-07, bool keepdim=False) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		d := ctx.add(ctx.sub(a[0], a[1]), a.float(3))
		return ctx.call("norm.ScalarOpt_dim", d, a[2], ints(dimOf(d)-1), a.bool(4))
	}},
	{S: "triplet_margin_loss(Tensor anchor, Tensor positive, Tensor negative, float margin=1., float p=2., float eps=9.9999999999999995e-07, bool swap=False, int reduction=1) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		dist := func(ctx *Context, x, y Value) Value { return ctx.call1("pairwise_distance", x, y, a[4], a[5], false) }
		pos, negative := dist(ctx, a[0], a[1]), dist(ctx, a[0], a[2])
		if a.bool(6) {
			negative = ctx.call1("minimum", negative, dist(ctx, a[1], a[2]))
		}
		return result(applyReduction(ctx, ctx.call1("clamp_min", ctx.sub(ctx.add(pos, a.float(3)), negative), int64(0)), a.int(7)))
	}},
	{S: "multi_margin_loss(Tensor self, Tensor target, Scalar p=1, Scalar margin=1, Tensor? weight=None, int reduction=1) -> Tensor", NoTangent: "multi_margin_loss", In: asNN, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		x, t := a[0], a[1]
		p, margin := a.float(2), a.float(3)
		check(p == 1 || p == 2, "only p == 1 and p == 2 supported")
		checkMarginTarget(ctx, sizesOf(x), t, a, 4)
		single := dimOf(x) <= 1
		if single {
			x, t = ctx.reshape(x, []symbolic.Int{one, numelOf(x)}), ctx.reshape(t, []symbolic.Int{one})
		}
		col := ctx.unsqueeze(t, 1)
		own := ctx.call1("gather", x, int64(1), col)
		z := ctx.call1("clamp", ctx.add(ctx.sub(x, own), margin), int64(0), nil)
		if p == 2 {
			z = ctx.mul(z, z)
		}
		if !a.none(4) {
			z = ctx.mul(z, ctx.unsqueeze(ctx.call1("index_select", a[4], int64(0), t), 1))
		}
		z = ctx.call1("scatter.value", z, int64(1), col, int64(0))
		loss := divCount(ctx, ctx.sumDim(z, false, 1), sizeOf(x, 1))
		if single && dimOf(a[1]) == 0 {
			loss = ctx.squeeze(loss, 0)
		}
		return result(applyReduction(ctx, loss, a.int(5)))
	}},
	{S: "pdist(Tensor self, float p=2.) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("_pdist_forward", ctx.call1("contiguous", a[0]), a[1])
	}},
	{S: "_pdist_forward(Tensor self, float p=2.) -> Tensor", NoTangent: "_pdist_forward", In: 0, Whole: true, GradName: "PdistBackward0", Decomp: func(ctx *Context, a Args) []Value {
		n := ctx.fixed(sizeOf(a[0], 0))
		var rows []Value
		for i := range n - 1 {
			d := ctx.sub(ctx.selectAt(a[0], 0, int64(i)), ctx.slice(a[0], 0, int64(i+1), maxInt64))
			rows = append(rows, ctx.call1("linalg_vector_norm", d, a.float(1), ints(1), false, nil))
		}
		if len(rows) == 0 {
			return result(ctx.reshape(ctx.slice(a[0], 0, int64(0), int64(0)), []symbolic.Int{zero}))
		}
		return result(ctx.cat(rows, 0))
	}},
	{S: "cdist.form(Tensor x1, Tensor x2, float p=2.0, str? compute_mode=None) -> Tensor", In: asTorchFunctional | onlyScripts, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("cdist", a[0], a[1], a[2], distanceMode(a[3]))
	}},
	{S: "cdist(Tensor x1, Tensor x2, float p=2.0, int? compute_mode=None) -> Tensor", In: 0, Decomp: func(ctx *Context, a Args) []Value {
		check(dimOf(a[0]) >= 2, "cdist only supports at least 2D tensors, X1 got: %dD", dimOf(a[0]))
		check(dimOf(a[1]) >= 2, "cdist only supports at least 2D tensors, X2 got: %dD", dimOf(a[1]))
		check(dtypeOf(a[1]).IsFloat() || dtypeOf(a[0]) == dtypeOf(a[1]), "cdist only supports floating-point dtypes, X2 got: %s", dtypeOf(a[1]).ScalarName())
		check(expectSame(ctx, sizeOf(a[0], -1), sizeOf(a[1], -1)), "X1 and X2 must have the same number of columns. X1: %s X2: %s", sizeOf(a[0], -1), sizeOf(a[1], -1))
		if x, y := a[0], a[1]; a.float(2) == 2 && distancesByProduct(ctx, x, y, a[3]) {
			n := dimOf(x)
			batch := broadcast2(ctx, sizesOf(x)[:n-2], sizesOf(y)[:dimOf(y)-2])
			return ctx.call("_euclidean_dist", expandBatch(ctx, x, batch), expandBatch(ctx, y, batch))
		}
		return ctx.call("_cdist_forward", a[0], a[1], a[2], nil)
	}},
	{S: "_cdist_forward(Tensor x1, Tensor x2, float p, int? compute_mode) -> Tensor", NoTangent: "_cdist_forward", In: asFunction, Whole: true, Saves: in0 | in1, GradName: "CdistBackward0", Decomp: func(ctx *Context, a Args) []Value {
		d := ctx.sub(ctx.unsqueeze(a[0], -2), ctx.unsqueeze(a[1], -3))
		return ctx.call("linalg_vector_norm", d, a.float(2), ints(-1), false, nil)
	}},
	{S: "_euclidean_dist(Tensor x1, Tensor x2) -> Tensor", In: asFunction, Meta: func(ctx *Context, a Args) []*Fake {
		sizes := append([]symbolic.Int(nil), sizesOf(a[0])...)
		sizes[len(sizes)-1] = sizeOf(a[1], -2)
		return fakes(NewFake(dtypeOf(a[0]), sizes))
	}, Decomp: euclideanDistances, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		x, y, d := s.In(0), s.In(1), s.Out(0)
		ratio := ctx.maskedFill(ctx.div(g[0], d), ctx.eq(d, int64(0)), int64(0))
		back := func(x, y, ratio Value) Value {
			return ctx.sub(ctx.mul(x, ctx.sumDim(ratio, true, -1)), ctx.call1("matmul", ratio, y))
		}
		return []Value{back(x, y, ratio), back(y, x, ctx.transpose(ratio, -2, -1))}
	}, Saves: in0 | in1 | out0},
})

// checkMarginTarget checks the scores [classes] or [batch, classes] of multi_margin_loss, one target for each row, and the weights of classes.
func checkMarginTarget(ctx *Context, x []symbolic.Int, target Value, a Args, weightAt int) {
	n := len(x)
	check(n <= 2 && (n == 0 || !ctx.is(x[n-1].Eq(zero))), "Expected non-empty vector or matrix with optional 0-dim batch size, but got: %s", sizesText(x))
	rows, classes := one, one
	if n > 0 {
		classes = x[n-1]
	}
	if n == 2 {
		rows = x[0]
	}
	t := sizesOf(target)
	if len(t) > 1 || !expectSame(ctx, numelOf(target), rows) {
		throwRuntime("multi_margin_loss: target tensor should be 1-D with size equal to the number of input samples (batch size). Expected target size %s, but got %s. Input has shape %s.", sizesText([]symbolic.Int{rows}), sizesText(t), sizesText(x))
	}
	if !a.none(weightAt) && (dimOf(a[weightAt]) != 1 || !sameSize(ctx, numelOf(a[weightAt]), classes)) {
		throwRuntime("inconsistent weight size, expected %s but got %s", classes, sizesText(sizesOf(a[weightAt])))
	}
	expectsLong(target)
	if known, ok := readable(target); ok {
		if limit, ok := classes.Const(); ok {
			for _, i := range known.Ints() {
				check(i >= 0 && i < int64(limit), "target out of range")
			}
		}
	}
}

// expectsLong refuses class numbers of another type than int64.
func expectsLong(target Value) {
	if d := dtypeOf(target); d != tensor.Int64 {
		throwRuntime("expected scalar type Long but found %s", d.ScalarName())
	}
}

// checkCosineTarget compares the dimensions of a target [] or [batch] with inputs [features] or [batch, features].
func checkCosineTarget(x, y, target Value) {
	n := dimOf(target)
	check(n <= 1, "0D or 1D target tensor expected, multi-target not supported")
	check(dimOf(x) == n+1 && dimOf(y) == n+1, "%dD target tensor expects %dD input tensors, but found inputs with sizes %s and %s.", n, n+1, sizesText(sizesOf(x)), sizesText(sizesOf(y)))
}

func sizeOf2(v Value, d int) symbolic.Int {
	if dimOf(v) == 0 {
		return one
	}
	return sizeOf(v, d)
}

// crossEntropy takes class indices, or probabilities when the target has the shape of the input.
func crossEntropy(ctx *Context, a Args) []Value {
	x, t, w := a[0], a[1], a[2]
	reduction, smoothing := a.int(3), a.floatOr(5, 0)
	n := dimOf(x)
	dim := 1
	if n == 1 {
		dim = 0
	}
	if !(smoothing > 0) {
		smoothing = 0
	}
	check(smoothing <= 1, "label_smoothing must be between 0.0 and 1.0. Got: %g", smoothing)
	if dimOf(t) == n && sameSizes(ctx, sizesOf(x), sizesOf(t)) {
		check(dtypeOf(t).IsFloat(), "Expected floating point type for target with class probabilities, got %s", dtypeOf(t).ScalarName())
		check(a.int(4) < 0, "ignore_index is not supported for floating point target")
		logp := ctx.call1("log_softmax.int", x, int64(dim))
		c := sizeOf(x, dim)
		if smoothing > 0 {
			t = ctx.add(ctx.mul(t, 1-smoothing), smoothing/ctx.factor(x, c))
		}
		prod := ctx.mul(logp, t)
		if w != nil {
			prod = ctx.mul(prod, weightShape(ctx, w, n, dim))
		}
		switch reduction {
		case reduceMean:
			return result(divCount(ctx, ctx.neg(ctx.sumAll(prod)), numelOf(x).FloorDiv(c)))
		case reduceSum:
			return result(ctx.neg(ctx.sumAll(prod)))
		}
		return result(ctx.neg(ctx.sumDim(prod, false, dim)))
	}
	if dtypeOf(t).IsFloat() && dimOf(t) == n-1 {
		throwRuntime("expected target dtype to be Long or Byte, but got %s", dtypeOf(t).ScalarName())
	}
	logp := ctx.call1("log_softmax.int", x, int64(dim))
	ignore := a[4]
	nll := ctx.call1("nll_loss_nd", logp, t, w, int64(reduction), ignore)
	if smoothing == 0 {
		return result(nll)
	}
	c := sizeOf(x, dim)
	var smooth Value
	if w != nil {
		smooth = ctx.neg(ctx.sumDim(ctx.mul(logp, weightShape(ctx, w, n, dim)), false, dim))
	} else {
		smooth = ctx.neg(ctx.sumDim(logp, false, dim))
	}
	mask := ctx.eq(t, ignore)
	smooth = ctx.call1("masked_fill_.Scalar", smooth, mask, 0.0)
	switch reduction {
	case reduceMean:
		if w != nil {
			safe := ctx.maskedFill(t, mask, int64(0))
			total := ctx.sumAll(ctx.maskedFill(ctx.call1("index.Tensor", w, []Value{safe}), mask, 0.0))
			smooth = ctx.div(ctx.sumAll(smooth), total)
		} else {
			counted := ctx.sumAll(ctx.call1("bitwise_not", mask))
			smooth = ctx.div(ctx.sumAll(smooth), counted)
		}
	case reduceSum:
		smooth = ctx.sumAll(smooth)
	}
	smooth = ctx.mul(smooth, smoothing/ctx.factor(x, c))
	return result(ctx.add(ctx.mul(nll, 1-smoothing), smooth))
}

func weightShape(ctx *Context, w Value, n, dim int) Value {
	sizes := make([]symbolic.Int, n)
	for i := range sizes {
		sizes[i] = one
	}
	sizes[dim] = numelOf(w)
	return ctx.reshape(w, sizes)
}
