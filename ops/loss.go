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
func applyReduction(v Value, reduction int) Value {
	switch reduction {
	case reduceMean:
		return meanAll(v)
	case reduceSum:
		return sumAll(v)
	}
	return v
}

// lossGrad scales the gradient of a reduced loss: derivative gives d loss / d input for each element.
func lossGrad(reductionAt int, derivative func(s *Saved, x, y Value) Value) GradFunc {
	return func(s *Saved, g []Value) []Value {
		d := derivative(s, s.In(0), s.In(1))
		if s.Args().int(reductionAt) == reduceMean {
			d = divCount(d, numelOf(d))
		}
		gx := mul(d, g[0])
		out := []Value{gx, nil}
		if s.Need(1) {
			out[1] = neg(gx)
		}
		return out
	}
}

// checkTarget is the meta of nll_loss_forward.
func nllMeta(a Args) []*Fake {
	x, t := a.fake(0), a.fake(1)
	check(len(x.Sizes) > 0 && len(x.Sizes) <= 2, "input tensor should be 1D or 2D")
	check(len(t.Sizes) <= 1, "0D or 1D target tensor expected, multi-target not supported")
	if !(len(x.Sizes) == 1 && len(t.Sizes) == 0) && !(len(t.Sizes) == 1 && sameSize(x.Sizes[0], t.Sizes[0])) {
		throwRuntime("size mismatch (got input: %s, target: %s)", sizesText(x.Sizes), sizesText(t.Sizes))
	}
	if t.DType != tensor.Int64 && t.DType != tensor.Uint8 {
		throwRuntime("expected target dtype to be Long or Byte, but got %s", t.DType.ScalarName())
	}
	c := x.Sizes[len(x.Sizes)-1]
	if !a.none(2) && !sameSize(numelOf(a[2]), c) {
		throwRuntime("weight tensor should be defined either for all %s classes or no classes but got weight tensor of shape: %s", c, sizesText(sizesOf(a[2])))
	}
	total := NewFake(x.DType, nil)
	if a.int(3) == reduceNone && len(x.Sizes) == 2 {
		return fakes(NewFake(x.DType, []symbolic.Int{x.Sizes[0]}), total)
	}
	return fakes(NewFake(x.DType, nil), total)
}

func nllKernel(a Args, out []*tensor.Tensor) {
	x, t := a.tensor(0), a.tensor(1).Ints()
	classes := x.Size(x.Dim() - 1)
	v := x.Floats()
	var w []float64
	if !a.none(2) {
		w = a.tensor(2).Floats()
	}
	ignore := int64(a.int(4))
	losses := make([]float64, len(t))
	total, weight := 0.0, 0.0
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
		losses[i] = -f * v[i*classes+int(k)]
		total += losses[i]
		weight += f
	}
	switch a.int(3) {
	case reduceNone:
		tensor.StoreFloats(out[0], losses)
	case reduceMean:
		tensor.StoreFloats(out[0], []float64{total / weight})
	default:
		tensor.StoreFloats(out[0], []float64{total})
	}
	tensor.StoreFloats(out[1], []float64{weight})
}

func nllBackward(a Args, out []*tensor.Tensor) {
	g, t := a.tensor(0).Floats(), a.tensor(2).Ints()
	classes := a.tensor(1).Size(a.tensor(1).Dim() - 1)
	var w []float64
	if !a.none(3) {
		w = a.tensor(3).Floats()
	}
	ignore := int64(a.int(5))
	total := a.tensor(6).Floats()[0]
	values := make([]float64, out[0].Numel())
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
			grad /= total
		}
		values[i*classes+int(k)] = -f * grad
	}
	tensor.StoreFloats(out[0], values)
}

// bce is the elementwise binary cross entropy with the logarithms clamped.
func bceMeta(a Args) []*Fake {
	x, y := a.fake(0), a.fake(1)
	if !sameSizes(x.Sizes, y.Sizes) {
		throw("ValueError", "Using a target size (torch.Size(%s)) that is different to the input size (torch.Size(%s)) is deprecated. Please ensure they have the same size.", sizesText(y.Sizes), sizesText(x.Sizes))
	}
	if a.int(3) == reduceNone {
		return fakes(elementwise(x.DType, a[0], a[1]))
	}
	return fakes(NewFake(x.DType, nil))
}

func bceKernel(a Args, out []*tensor.Tensor) {
	x, y := a.tensor(0).Floats(), a.tensor(1).Floats()
	for _, v := range x {
		if !(v >= 0 && v <= 1) {
			throwRuntime("all elements of input should be between 0 and 1")
		}
	}
	var w []float64
	if !a.none(2) {
		w = expandTensor(a.tensor(2), a.tensor(0).Sizes()).Floats()
	}
	losses := make([]float64, len(x))
	for i := range x {
		losses[i] = (y[i]-1)*math.Max(math.Log1p(-x[i]), -100) - y[i]*math.Max(math.Log(x[i]), -100)
		if w != nil {
			losses[i] *= w[i]
		}
	}
	switch a.int(3) {
	case reduceNone:
		storeInOrder(out[0], losses)
	case reduceMean:
		tensor.StoreFloats(out[0], []float64{sumOf(losses) / float64(len(losses))})
	default:
		tensor.StoreFloats(out[0], []float64{sumOf(losses)})
	}
}

var _ = addTable([]entry{
	{S: "mse_loss(Tensor self, Tensor target, int reduction=1) -> Tensor", P: "n", Decomp: func(a Args) []Value {
		d := sub(a[0], a[1])
		return result(applyReduction(mul(d, d), a.int(2)))
	}, Grad: lossGrad(2, func(s *Saved, x, y Value) Value { return mul(sub(x, y), int64(2)) })},
	{S: "l1_loss(Tensor self, Tensor target, int reduction=1) -> Tensor", P: "n", Decomp: func(a Args) []Value { return result(applyReduction(abs(sub(a[0], a[1])), a.int(2))) }},
	{S: "smooth_l1_loss(Tensor self, Tensor target, int reduction=1, float beta=1.) -> Tensor", P: "n", Decomp: func(a Args) []Value {
		beta := a.float(3)
		d := abs(sub(a[0], a[1]))
		if beta == 0 {
			return result(applyReduction(d, a.int(2)))
		}
		check(beta >= 0, "smooth_l1_loss does not support negative values for beta.")
		return result(applyReduction(where(lt(d, beta), div(mul(mul(d, d), 0.5), beta), sub(d, 0.5*beta)), a.int(2)))
	}, Grad: lossGrad(2, func(s *Saved, x, y Value) Value {
		beta := s.Args().float(3)
		d := sub(x, y)
		if beta == 0 {
			return sign(d)
		}
		return where(lt(abs(d), beta), div(d, beta), sign(d))
	})},
	{S: "huber_loss(Tensor self, Tensor target, int reduction=1, float delta=1.) -> Tensor", P: "n", Decomp: func(a Args) []Value {
		delta := a.float(3)
		check(delta > 0, "huber_loss does not support non-positive values for delta.")
		d := abs(sub(a[0], a[1]))
		return result(applyReduction(where(le(d, delta), mul(mul(d, d), 0.5), mul(sub(d, 0.5*delta), delta)), a.int(2)))
	}, Grad: lossGrad(2, func(s *Saved, x, y Value) Value {
		delta := s.Args().float(3)
		d := sub(x, y)
		return where(le(abs(d), delta), d, mul(sign(d), delta))
	})},
	{S: "soft_margin_loss(Tensor self, Tensor target, int reduction=1) -> Tensor", P: "n", Decomp: func(a Args) []Value {
		return result(applyReduction(call1("log1p", exp(mul(neg(a[1]), a[0]))), a.int(2)))
	}},
	{S: "nll_loss_forward(Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index) -> (Tensor output, Tensor total_weight)", P: "", Meta: nllMeta, Kernel: nllKernel, GradName: "NllLossBackward0", Grad: func(s *Saved, g []Value) []Value {
		return call("nll_loss_backward", g[0], s.In(0), s.In(1), s.Arg(2), s.Arg(3), s.Arg(4), s.Out(1))
	}},
	{S: "nll_loss_backward(Tensor grad_output, Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index, Tensor total_weight) -> Tensor", P: "", Meta: func(a Args) []*Fake { return fakes(like(a.fake(1), dtypeOf(a[1]))) }, Kernel: nllBackward, Grad: func(s *Saved, g []Value) []Value {
		return []Value{call("nll_loss_forward", g[0], s.In(2), s.Arg(3), s.Arg(4), s.Arg(5))[0]}
	}},
	{S: "nll_loss(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, SymInt ignore_index=-100) -> Tensor", P: "n", Decomp: func(a Args) []Value { return call("nll_loss_forward", a...)[:1] }},
	{S: "nll_loss_nd(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, SymInt ignore_index=-100) -> Tensor", P: "n", Decomp: func(a Args) []Value {
		x, t := a[0], a[1]
		n := dimOf(x)
		check(n >= 1, "Expected 1 or more dimensions (got %d)", n)
		if n > 1 && !sameSize(sizeOf(x, 0), sizeOf2(t, 0)) {
			throw("ValueError", "Expected input batch_size (%s) to match target batch_size (%s).", sizeOf(x, 0), sizeOf2(t, 0))
		}
		if n <= 2 {
			return call("nll_loss_forward", a...)[:1]
		}
		c := sizeOf(x, 1)
		x = call1("movedim.int", x, int64(1), int64(-1))
		out := sizesOf(t)
		r := call("nll_loss_forward", reshape(x, []symbolic.Int{symbolic.IntOf(-1), c}), reshape(t, []symbolic.Int{symbolic.IntOf(-1)}), a[2], a[3], a[4])[0]
		if a.int(3) == reduceNone {
			r = reshape(r, out)
		}
		return result(r)
	}},
	{S: "cross_entropy_loss(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, SymInt ignore_index=-100, float label_smoothing=0.) -> Tensor", P: "n", Decomp: crossEntropy},
	{S: "binary_cross_entropy(Tensor self, Tensor target, Tensor? weight=None, int reduction=1) -> Tensor", P: "n", Meta: bceMeta, Kernel: bceKernel, Grad: func(s *Saved, g []Value) []Value {
		x, y := s.In(0), s.In(1)
		safe := call1("clamp", mul(add(neg(x), int64(1)), x), 1e-12, nil)
		d := div(sub(x, y), safe)
		if !s.Args().none(2) {
			d = mul(d, s.Arg(2))
		}
		if s.Args().int(3) == reduceMean {
			d = divCount(d, numelOf(x))
		}
		out := []Value{mul(d, g[0]), nil}
		if s.Need(1) {
			t := sub(log(add(neg(x), int64(1))), log(x))
			if !s.Args().none(2) {
				t = mul(t, s.Arg(2))
			}
			if s.Args().int(3) == reduceMean {
				t = divCount(t, numelOf(x))
			}
			out[1] = mul(t, g[0])
		}
		return out
	}},
	{S: "binary_cross_entropy_with_logits(Tensor self, Tensor target, Tensor? weight=None, Tensor? pos_weight=None, int reduction=1) -> Tensor", P: "f", Decomp: func(a Args) []Value {
		x, y := a[0], a[1]
		if !sameSizes(sizesOf(x), sizesOf(y)) {
			throw("ValueError", "Target size (torch.Size(%s)) must be the same as input size (torch.Size(%s))", sizesText(sizesOf(y)), sizesText(sizesOf(x)))
		}
		soft := call1("log_sigmoid", x)
		if !a.none(3) {
			soft = mul(soft, add(mul(sub(a[3], int64(1)), y), int64(1)))
		}
		loss := sub(mul(add(neg(y), int64(1)), x), soft)
		if !a.none(2) {
			loss = mul(loss, a[2])
		}
		return result(applyReduction(loss, a.int(4)))
	}, Grad: func(s *Saved, g []Value) []Value {
		x, y := s.In(0), s.In(1)
		var d Value
		if s.Args().none(3) {
			d = sub(sigmoid(x), y)
		} else {
			t := mul(s.Arg(3), y)
			d = sub(mul(sub(add(t, int64(1)), y), sigmoid(x)), t)
		}
		if !s.Args().none(2) {
			d = mul(d, s.Arg(2))
		}
		if s.Args().int(4) == reduceMean {
			d = divCount(d, numelOf(x))
		}
		out := []Value{mul(d, g[0]), nil}
		if s.Need(1) {
			t := neg(x)
			if s.Args().int(4) == reduceMean {
				t = divCount(t, numelOf(x))
			}
			out[1] = mul(t, g[0])
		}
		return out
	}},
	{S: "kl_div(Tensor self, Tensor target, int reduction=1, *, bool log_target=False) -> Tensor", P: "f", Decomp: func(a Args) []Value {
		x, y := a[0], a[1]
		var out Value
		if a.bool(3) {
			out = mul(exp(y), sub(y, x))
		} else {
			out = sub(call1("xlogy.Tensor", y, y), mul(y, x))
		}
		return result(applyReduction(out, a.int(2)))
	}},
	{S: "margin_ranking_loss(Tensor input1, Tensor input2, Tensor target, float margin=0., int reduction=1) -> Tensor", P: "f", Decomp: func(a Args) []Value {
		r := call1("clamp", add(mul(neg(a[2]), sub(a[0], a[1])), a.float(3)), int64(0), nil)
		return result(applyReduction(r, a.int(4)))
	}},
	{S: "hinge_embedding_loss(Tensor self, Tensor target, float margin=1., int reduction=1) -> Tensor", P: "f", Decomp: func(a Args) []Value {
		x, y := a[0], a[1]
		z := zerosLike(x)
		margin := where(ne(y, int64(1)), call1("clamp", add(neg(x), a.float(2)), int64(0), nil), z)
		self := where(ne(y, int64(-1)), x, z)
		return result(applyReduction(add(margin, self), a.int(3)))
	}},
	{S: "cosine_similarity(Tensor x1, Tensor x2, int dim=1, float eps=1e-08) -> Tensor", P: "f", Decomp: func(a Args) []Value {
		x, y := a[0], a[1]
		d := ResultType(x, y)
		check(d.IsFloat(), "expected common dtype to be floating point, yet common dtype is %s", d.ScalarName())
		sizes := broadcast(sizesOf(x), sizesOf(y))
		dim := wrapDim(a.int(2), len(sizes))
		x, y = toDType(expand(x, sizes), d), toDType(expand(y, sizes), d)
		eps := a.float(3)
		norm := func(v Value) Value {
			return call1("clamp", call1("linalg_vector_norm", v, int64(2), ints(dim), true, nil), eps, nil)
		}
		return result(sumDim(mul(div(x, norm(x)), div(y, norm(y))), false, dim))
	}},
	{S: "cosine_embedding_loss(Tensor input1, Tensor input2, Tensor target, float margin=0., int reduction=1) -> Tensor", P: "f", Decomp: func(a Args) []Value {
		sim := call1("cosine_similarity", a[0], a[1], int64(dimOf(a[2])), 1e-8)
		z := zerosLike(sim)
		pos := add(neg(sim), int64(1))
		negative := call1("clamp", sub(sim, a.float(3)), int64(0), nil)
		return result(applyReduction(add(where(eq(a[2], int64(1)), pos, z), where(eq(a[2], int64(-1)), negative, z)), a.int(4)))
	}},
	{S: "pairwise_distance(Tensor x1, Tensor x2, float p=2., float eps=9.9999999999999995e-07, bool keepdim=False) -> Tensor", P: "f", Decomp: func(a Args) []Value {
		d := add(sub(a[0], a[1]), a.float(3))
		return call("linalg_vector_norm", d, a.float(2), ints(-1), a.bool(4), nil)
	}},
	{S: "triplet_margin_loss(Tensor anchor, Tensor positive, Tensor negative, float margin=1., float p=2., float eps=9.9999999999999995e-07, bool swap=False, int reduction=1) -> Tensor", P: "f", Decomp: func(a Args) []Value {
		dist := func(x, y Value) Value { return call1("pairwise_distance", x, y, a[4], a[5], false) }
		pos, negative := dist(a[0], a[1]), dist(a[0], a[2])
		if a.bool(6) {
			negative = call1("minimum", negative, dist(a[1], a[2]))
		}
		return result(applyReduction(call1("clamp", add(sub(pos, negative), a.float(3)), int64(0), nil), a.int(7)))
	}},
	{S: "multi_margin_loss(Tensor self, Tensor target, Scalar p=1, Scalar margin=1, Tensor? weight=None, int reduction=1) -> Tensor", P: "n", Decomp: func(a Args) []Value {
		x, t := a[0], a[1]
		p, margin := a.float(2), a.float(3)
		if dimOf(x) == 1 {
			x, t = unsqueeze(x, 0), reshape(t, []symbolic.Int{one})
		}
		col := unsqueeze(t, 1)
		own := call1("gather", x, int64(1), col)
		z := call1("clamp", add(sub(x, own), margin), int64(0), nil)
		if p == 2 {
			z = mul(z, z)
		}
		if !a.none(4) {
			z = mul(z, unsqueeze(call1("index_select", a[4], int64(0), t), 1))
		}
		z = call1("scatter.value", z, int64(1), col, int64(0))
		return result(applyReduction(divCount(sumDim(z, false, 1), sizeOf(x, 1)), a.int(5)))
	}},
	{S: "pdist(Tensor self, float p=2.) -> Tensor", P: "f", Decomp: func(a Args) []Value {
		n := int(hint(sizeOf(a[0], 0)))
		var rows []Value
		for i := range n - 1 {
			d := sub(selectAt(a[0], 0, int64(i)), slice(a[0], 0, int64(i+1), maxInt64))
			rows = append(rows, call1("linalg_vector_norm", d, a.float(1), ints(1), false, nil))
		}
		if len(rows) == 0 {
			return result(call1("new_zeros", a[0], ints(0)))
		}
		return result(cat(rows, 0))
	}},
	{S: "cdist(Tensor x1, Tensor x2, float p=2.0, str? compute_mode=None) -> Tensor", P: "f", Decomp: func(a Args) []Value {
		check(dimOf(a[0]) >= 2, "cdist only supports at least 2D tensors, X1 got: %dD", dimOf(a[0]))
		check(dimOf(a[1]) >= 2, "cdist only supports at least 2D tensors, X2 got: %dD", dimOf(a[1]))
		check(sameSize(sizeOf(a[0], -1), sizeOf(a[1], -1)), "X1 and X2 must have the same number of columns. X1: %s X2: %s", sizeOf(a[0], -1), sizeOf(a[1], -1))
		d := sub(unsqueeze(a[0], -2), unsqueeze(a[1], -3))
		return call("linalg_vector_norm", d, a.float(2), ints(-1), false, nil)
	}},
})

func sizeOf2(v Value, d int) symbolic.Int {
	if dimOf(v) == 0 {
		return one
	}
	return sizeOf(v, d)
}

// crossEntropy takes class indices, or probabilities when the target has the shape of the input.
func crossEntropy(a Args) []Value {
	x, t, w := a[0], a[1], a[2]
	reduction, smoothing := a.int(3), a.floatOr(5, 0)
	n := dimOf(x)
	dim := 1
	if n == 1 {
		dim = 0
	}
	check(smoothing >= 0 && smoothing <= 1, "label_smoothing must be between 0.0 and 1.0. Got: %g", smoothing)
	if dimOf(t) == n && dtypeOf(t).IsFloat() && sameSizes(sizesOf(x), sizesOf(t)) {
		logp := call1("log_softmax.int", x, int64(dim))
		c := sizeOf(x, dim)
		if smoothing > 0 {
			t = add(mul(t, 1-smoothing), smoothing/float64(hint(c)))
		}
		prod := mul(logp, t)
		if w != nil {
			prod = mul(prod, weightShape(w, n, dim))
		}
		r := neg(sumDim(prod, false, dim))
		switch reduction {
		case reduceMean:
			return result(divCount(sumAll(r), numelOf(x).FloorDiv(c)))
		case reduceSum:
			return result(sumAll(r))
		}
		return result(r)
	}
	if dtypeOf(t).IsFloat() && dimOf(t) == n-1 {
		throwRuntime("expected target dtype to be Long or Byte, but got %s", dtypeOf(t).ScalarName())
	}
	logp := call1("log_softmax.int", x, int64(dim))
	ignore := a[4]
	nll := call1("nll_loss_nd", logp, t, w, int64(reduction), ignore)
	if smoothing == 0 {
		return result(nll)
	}
	c := sizeOf(x, dim)
	var smooth Value
	if w != nil {
		smooth = neg(sumDim(mul(logp, weightShape(w, n, dim)), false, dim))
	} else {
		smooth = neg(sumDim(logp, false, dim))
	}
	mask := eq(t, ignore)
	smooth = maskedFill(smooth, mask, 0.0)
	switch reduction {
	case reduceMean:
		if w != nil {
			safe := maskedFill(t, mask, int64(0))
			total := sumAll(maskedFill(call1("index.Tensor", w, []Value{safe}), mask, 0.0))
			smooth = div(sumAll(smooth), total)
		} else {
			smooth = div(sumAll(smooth), sumAll(call1("logical_not", mask)))
		}
	case reduceSum:
		smooth = sumAll(smooth)
	}
	return result(add(mul(nll, 1-smoothing), mul(smooth, smoothing/float64(hint(c)))))
}

func weightShape(w Value, n, dim int) Value {
	sizes := make([]symbolic.Int, n)
	for i := range sizes {
		sizes[i] = one
	}
	sizes[dim] = numelOf(w)
	return reshape(w, sizes)
}
