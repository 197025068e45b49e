package ops

import (
	"math"
	"math/cmplx"
	"strings"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// floatOnly is the meta of functions that integers do not have.
func floatOnly(name string) func(*Context, Args) []*Fake {
	return func(ctx *Context, a Args) []*Fake {
		if d := dtypeOf(a[0]); !d.IsFloat() {
			notImplemented(name, d)
		}
		return sameUnary(ctx, a)
	}
}

// withArgs makes a kernel whose scalar function depends on the number arguments.
func withArgs(name string, f func(ctx *Context, a Args) func(float64) float64) func(*Context, Args, []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		runUnary(name, out[0].DType(), out[0], a.tensor(0), unaryFuncs{f: f(ctx, a)})
	}
}

// backwardKernel makes a kernel of (gradient, tensor, numbers...).
func backwardKernel(name string, f func(ctx *Context, a Args) func(g, x float64) float64) func(*Context, Args, []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		runBinary(name, out[0].DType(), out[0], a.tensor(0), a.tensor(1), binaryFuncs{f: f(ctx, a)})
	}
}

// preluSlopes are the gradients of the input and of the weight.
func preluSlopes(ctx *Context, g, x, w Value) []Value {
	positive := ctx.gt(x, int64(0))
	return []Value{ctx.where(positive, g, ctx.mul(w, g)), ctx.where(positive, 0.0, ctx.mul(x, g))}
}

func preluBackGrad(ctx *Context, s *Saved, g []Value) []Value {
	g0, x, w := s.In(0), s.In(1), s.In(2)
	negative := ctx.le(x, int64(0))
	byInput, byWeight := g[0], g[1]
	if byInput == nil {
		byInput = ctx.zerosLike(g0)
	}
	if byWeight == nil {
		byWeight = ctx.zerosLike(g0)
	}
	both := ctx.add(ctx.mul(byInput, w), ctx.mul(byWeight, x))
	return []Value{
		ctx.where(negative, both, byInput),
		ctx.where(negative, ctx.mul(byWeight, g0), 0.0),
		ctx.where(negative, ctx.mul(byInput, g0), 0.0),
	}
}

// shrinkBackward stops the gradient where an activation shrinks to 0.
func shrinkBackward(schema string) entry {
	name := schema[:strings.IndexByte(schema, '(')]
	return entry{S: schema, In: 0, Meta: firstLike, Kernel: backwardKernel(name, func(ctx *Context, a Args) func(g, x float64) float64 {
		k := a.float(2)
		return func(g, x float64) float64 {
			if x >= -k && x <= k {
				return 0
			}
			return g
		}
	}), Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return []Value{ctx.call1(name, g[0], s.In(1), s.Arg(2)), s.unmoved(ctx, 1)}
	}, Saves: in1}
}

const (
	kBeta     = math.Sqrt2 * 2 / 1.7724538509055160273 * 0.5 // sqrt(2/pi)
	geluCube  = 0.044715
	seluAlpha = 1.6732632423543772848170429916717
	seluScale = 1.0507009873554804934193349852946
)

func geluOf(tanhForm bool) func(float64) float64 {
	if tanhForm {
		return func(x float64) float64 { return 0.5 * x * (1 + math.Tanh(kBeta*(x+geluCube*x*x*x))) }
	}
	return func(x float64) float64 { return 0.5 * x * (1 + math.Erf(x/math.Sqrt2)) }
}

func geluBackOf(tanhForm bool) func(g, x float64) float64 {
	if tanhForm {
		return func(g, x float64) float64 {
			inner := kBeta * (x + geluCube*x*x*x)
			t := math.Tanh(inner)
			return g * (0.5*(1+t) + 0.5*x*(1-t*t)*kBeta*(1+3*geluCube*x*x))
		}
	}
	return func(g, x float64) float64 {
		cdf := 0.5 * (1 + math.Erf(x/math.Sqrt2))
		return g * (cdf + x*math.Exp(-0.5*x*x)/math.Sqrt(2*math.Pi))
	}
}

// geluTanhCurve is the second derivative of 0.5 x (1 + tanh(u)), u = kBeta (x + geluCube x^3).
func geluTanhCurve(ctx *Context, x Value) Value {
	xx := ctx.mul(x, x)
	t := ctx.tanh(ctx.mul(ctx.add(x, ctx.mul(ctx.mul(xx, x), geluCube)), kBeta))
	du := ctx.mul(ctx.add(ctx.mul(xx, 3*geluCube), int64(1)), kBeta)
	ddu := ctx.mul(x, 6*geluCube*kBeta)
	dt := ctx.add(ctx.neg(ctx.mul(t, t)), int64(1)) // dt/du
	bend := ctx.sub(ddu, ctx.mul(ctx.mul(ctx.mul(t, du), du), int64(2)))
	return ctx.mul(dt, ctx.add(du, ctx.mul(ctx.mul(x, bend), 0.5)))
}

func geluForm(s string) bool {
	if s != "none" && s != "tanh" {
		throwRuntime("approximate argument must be either none or tanh.")
	}
	return s == "tanh"
}

// softmaxKernel computes softmax or log_softmax.
func softmaxKernel(logarithm bool) func(*Context, Args, []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		t := a.tensor(0)
		softmaxRows(ctx, out[0], resolved(t), wrapDim(a.int(1), t.Dim()), logarithm)
	}
}

func softmaxMeta(name string) func(*Context, Args) []*Fake {
	return func(ctx *Context, a Args) []*Fake {
		name := name
		f := a.fake(0)
		d := wrapDim(a.int(1), len(f.Sizes))
		if !f.DType.IsFloat() {
			if d+1 < len(f.Sizes) {
				name = strings.Replace(name, "lastdim_", "", 1)
			}
			notImplemented(name, f.DType)
		}
		return fakes(NewFake(f.DType, f.Sizes))
	}
}

func backMeta(ctx *Context, a Args) []*Fake { return fakes(like(ctx, a.fake(0), dtypeOf(a[0]))) }

func softmaxBackMeta(ctx *Context, a Args) []*Fake {
	return fakes(NewFake(dtypeOf(a[0]), sizesOf(a[0])))
}

// selfFirst is the meta of derivatives whose strides follow argument 1 before argument 0.
func selfFirst(ctx *Context, a Args) []*Fake {
	return fakes(elementwise(ctx, dtypeOf(a[0]), a[1], a[0]))
}

// softmaxBackKernel computes the gradient from that of the result and the result.
func softmaxBackKernel(logarithm bool) func(*Context, Args, []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		y := resolved(a.tensor(1))
		softmaxBackRows(ctx, out[0], resolved(a.tensor(0)), y, wrapDim(a.int(2), y.Dim()), logarithm)
	}
}

// softmaxInput is withDType of the softmax functions.
func softmaxInput(ctx *Context, a Args, at int) Value {
	if d, ok := a[at].(tensor.DType); ok {
		return ctx.toOptions(a[0], d)
	}
	return a[0]
}

// withDType converts before an operator that has a dtype argument.
func withDType(ctx *Context, a Args, at int) Value {
	if d, ok := a[at].(tensor.DType); ok {
		return ctx.toDType(a[0], d)
	}
	return a[0]
}

var _ = addTable([]entry{
	{S: "threshold(Tensor self, Scalar threshold, Scalar value) -> Tensor", In: asFunction | asInPlaceFunction, Meta: sameUnary, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		t, v := a.float(1), a.float(2)
		runUnary("threshold", out[0].DType(), out[0], a.tensor(0), unaryFuncs{f: func(x float64) float64 {
			if x <= t {
				return v
			}
			return x
		}, i: func(x int64) int64 {
			if float64(x) <= t {
				return int64(v)
			}
			return x
		}})
	}, Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
		return ctx.call1("threshold_backward", g, s.In(0), s.Arg(1))
	}), Saves: in0},
	{S: "threshold_backward(Tensor grad_output, Tensor self, Scalar threshold) -> Tensor", In: 0, Meta: selfFirst, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		t := a.float(2)
		runBinary("threshold", out[0].DType(), out[0], a.tensor(0), a.tensor(1), binaryFuncs{f: func(g, x float64) float64 {
			if x <= t {
				return 0
			}
			return g
		}, i: func(g, x int64) int64 {
			if float64(x) <= t {
				return 0
			}
			return g
		}})
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return []Value{ctx.call1("threshold_backward", g[0], s.In(1), s.Arg(2)), ctx.zerosLike(g[0])}
	}, Saves: in1},
	{S: "leaky_relu(Tensor self, Scalar negative_slope=0.01) -> Tensor", In: asNN | asInPlaceNN, Meta: floatOnly("leaky_relu_cpu"), Kernel: withArgs("leaky_relu_cpu", func(ctx *Context, a Args) func(float64) float64 {
		k := a.float(1)
		return func(x float64) float64 {
			if x > 0 {
				return x
			}
			return x * k
		}
	}), Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
		return ctx.call1("leaky_relu_backward", g, s.In(0), s.Arg(1), false)
	}), Saves: in0},
	{S: "leaky_relu_backward(Tensor grad_output, Tensor self, Scalar negative_slope, bool self_is_result) -> Tensor", In: 0, Meta: selfFirst, Kernel: backwardKernel("leaky_relu", func(ctx *Context, a Args) func(g, x float64) float64 {
		k := a.float(2)
		return func(g, x float64) float64 {
			if x > 0 {
				return g
			}
			return g * k
		}
	}), Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return []Value{ctx.call1("leaky_relu_backward", g[0], s.In(1), s.Arg(2), false), ctx.zerosLike(g[0])}
	}, Saves: in1},
	{S: "elu(Tensor self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1) -> Tensor", In: asNN | asInPlaceNN, Meta: floatOnly("elu_cpu"), Kernel: withArgs("elu_cpu", func(ctx *Context, a Args) func(float64) float64 {
		alpha, scale, in := a.float(1), a.float(2), a.float(3)
		return func(x float64) float64 {
			if x > 0 {
				return x * scale
			}
			return math.Expm1(x*in) * alpha * scale
		}
	}), Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
		return ctx.call1("elu_backward", g, s.Arg(1), s.Arg(2), s.Arg(3), false, s.In(0))
	}), Saves: in0},
	{S: "elu_backward(Tensor grad_output, Scalar alpha, Scalar scale, Scalar input_scale, bool is_result, Tensor self_or_result) -> Tensor", In: 0, Meta: backMeta, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		alpha, scale, in, fromResult := a.float(1), a.float(2), a.float(3), a.bool(4)
		runBinary("elu", out[0].DType(), out[0], a.tensor(0), a.tensor(5), binaryFuncs{f: func(g, x float64) float64 {
			switch {
			case x > 0:
				return g * scale
			case fromResult:
				return g * in * (x + alpha*scale)
			}
			return g * in * alpha * scale * math.Exp(x*in)
		}})
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		a, x := s.Args(), s.In(5)
		curve := ctx.mul(ctx.mul(g[0], s.In(0)), a.float(3))
		if !a.bool(4) {
			curve = ctx.mul(ctx.mul(curve, a.float(3)*a.float(1)*a.float(2)), ctx.exp(ctx.mul(x, a.float(3))))
		}
		return []Value{ctx.call1("elu_backward", g[0], a[1], a[2], a[3], a[4], x), nil, nil, nil, nil, ctx.where(ctx.lt(x, 0.0), curve, 0.0)}
	}, Saves: in0 | in5},
	{S: "selu(Tensor self) -> Tensor", In: asFunction | asInPlaceFunction, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("elu", a[0], seluAlpha, seluScale, int64(1)) }},
	{S: "celu(Tensor self, Scalar alpha=1.) -> Tensor", In: asFunction | asInPlaceFunction, Decomp: func(ctx *Context, a Args) []Value {
		alpha := ctx.number(a[1])
		check(alpha != 0, "ZeroDivisionError: alpha cannot be 0 for CELU")
		return ctx.call("elu", a[0], a[1], 1.0, 1/alpha)
	}, Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
		return ctx.call1("elu_backward", g, s.Arg(1), int64(1), 1/ctx.number(s.Arg(1)), false, s.In(0))
	}), Saves: in0},
	{S: `gelu(Tensor self, *, str approximate="none") -> Tensor`, In: asNN | asOut, Meta: func(ctx *Context, a Args) []*Fake { geluForm(a.str(1)); return floatOnly("GeluKernelImpl")(ctx, a) }, Kernel: geluKernel,
		Grad: grad1(func(ctx *Context, s *Saved, g Value) Value { return ctx.call1("gelu_backward", g, s.In(0), s.Arg(1)) }), Saves: in0},
	{S: `gelu_backward(Tensor grad_output, Tensor self, *, str approximate="none") -> Tensor`, In: 0, Meta: firstLike, Kernel: geluBackKernel,
		Grad: func(ctx *Context, s *Saved, g []Value) []Value {
			x := s.In(1)
			if geluForm(s.Args().str(2)) {
				return []Value{ctx.call1("gelu_backward", g[0], x, s.Arg(2)), ctx.mul(ctx.mul(g[0], s.In(0)), geluTanhCurve(ctx, x))}
			}
			pdf := ctx.mul(ctx.exp(ctx.mul(ctx.square(x), -0.5)), 1/math.Sqrt(2*math.Pi))
			second := ctx.mul(pdf, ctx.sub(ctx.mul(ctx.onesLike(x), int64(2)), ctx.square(x)))
			return []Value{ctx.call1("gelu_backward", g[0], x, s.Arg(2)), ctx.mul(ctx.mul(g[0], s.In(0)), second)}
		}, Saves: in0 | in1},
	{S: "silu(Tensor self) -> Tensor", RealGrad: true, In: asNN | asInPlaceNN, Meta: func(ctx *Context, a Args) []*Fake {
		if dtypeOf(a[0]).IsComplex() {
			return sameUnary(ctx, a)
		}
		return floatOnly("silu_cpu")(ctx, a)
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		runUnary("silu_cpu", out[0].DType(), out[0], a.tensor(0), unaryFuncs{f: func(x float64) float64 { return x / (1 + math.Exp(-x)) }, c: func(x complex128) complex128 { return x / (1 + cmplx.Exp(-x)) }})
	},
		Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
			if ctx.gradEnabled || dtypeOf(g).IsComplex() {
				x := s.In(0)
				y := ctx.sigmoid(x)
				return ctx.mul(g, ctx.conj(ctx.mul(y, ctx.add(ctx.mul(x, ctx.add(ctx.neg(y), int64(1))), int64(1)))))
			}
			return ctx.call1("silu_backward", g, s.In(0))
		}), Saves: in0},
	{S: "silu_backward(Tensor grad_output, Tensor self) -> Tensor", In: 0, Meta: firstLike, Kernel: backwardKernel("silu", func(ctx *Context, a Args) func(g, x float64) float64 {
		return func(g, x float64) float64 { s := sigmoidOf(x); return g * s * (1 + x*(1-s)) }
	}), Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		x := s.In(1)
		y := ctx.sigmoid(x)
		rest := ctx.add(ctx.neg(y), int64(1))
		curve := ctx.mul(ctx.mul(y, rest), ctx.add(ctx.mul(x, ctx.sub(rest, y)), int64(2)))
		return []Value{ctx.call1("silu_backward", g[0], x), ctx.mul(ctx.mul(g[0], s.In(0)), curve)}
	}, Saves: in0 | in1},
	{S: "mish(Tensor self) -> Tensor", In: asNN | asInPlaceNN, Meta: floatOnly("mish_cpu"), Kernel: floats("mish", func(x float64) float64 { return x * math.Tanh(math.Log1p(math.Exp(x))) }),
		Grad: backwardOrFormula("mish_backward", mishBack), Saves: in0},
	{S: "softplus(Tensor self, Scalar beta=1, Scalar threshold=20) -> Tensor", In: asNN | asOut, Meta: floatOnly("softplus_cpu"), Kernel: withArgs("softplus_cpu", func(ctx *Context, a Args) func(float64) float64 {
		b, t := a.float(1), a.float(2)
		return func(x float64) float64 {
			if x*b > t {
				return x
			}
			return math.Log1p(math.Exp(x*b)) / b
		}
	}), Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
		return ctx.call1("softplus_backward", g, s.In(0), s.Arg(1), s.Arg(2))
	}), Saves: in0},
	{S: "softplus_backward(Tensor grad_output, Tensor self, Scalar beta, Scalar threshold) -> Tensor", In: 0, Meta: firstLike, Kernel: backwardKernel("softplus", func(ctx *Context, a Args) func(g, x float64) float64 {
		b, t := a.float(2), a.float(3)
		return func(g, x float64) float64 {
			if x*b > t {
				return g
			}
			return g * sigmoidOf(x*b)
		}
	}), Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		x, b := s.In(1), s.Args().float(2)
		scaled := ctx.mul(x, b)
		y := ctx.sigmoid(scaled)
		curve := ctx.mul(ctx.mul(ctx.mul(g[0], s.In(0)), b), ctx.mul(y, ctx.add(ctx.neg(y), int64(1))))
		return []Value{ctx.call1("softplus_backward", g[0], x, s.Arg(2), s.Arg(3)), ctx.where(ctx.gt(scaled, s.Args().float(3)), 0.0, curve)}
	}, Saves: in0 | in1},
	{S: "hardtanh(Tensor self, Scalar min_val=-1, Scalar max_val=1) -> Tensor", In: asNN | asInPlaceNN, Meta: sameUnary, Kernel: withArgs("hardtanh_cpu", func(ctx *Context, a Args) func(float64) float64 {
		lo, hi := a.float(1), a.float(2)
		return func(x float64) float64 { return min(max(x, lo), hi) }
	}), Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
		return ctx.call1("hardtanh_backward", g, s.In(0), s.Arg(1), s.Arg(2))
	}), Saves: in0},
	{S: "hardtanh_backward(Tensor grad_output, Tensor self, Scalar min_val, Scalar max_val) -> Tensor", In: 0, Meta: firstLike, Kernel: backwardKernel("hardtanh", func(ctx *Context, a Args) func(g, x float64) float64 {
		lo, hi := a.float(2), a.float(3)
		return func(g, x float64) float64 {
			if x <= lo || x >= hi {
				return 0
			}
			return g
		}
	}), Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return []Value{ctx.call1("hardtanh_backward", g[0], s.In(1), s.Arg(2), s.Arg(3)), ctx.zerosLike(g[0])}
	}, Saves: in1},
	{S: "relu6(Tensor self) -> Tensor", In: asNN | asInPlaceNN, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("hardtanh", a[0], int64(0), int64(6)) }},
	{S: "hardsigmoid(Tensor self) -> Tensor", In: asNN | asInPlaceNN, Meta: floatOnly("hardsigmoid_cpu"), Kernel: floats("hardsigmoid", func(x float64) float64 { return min(max(x+3, 0), 6) / 6 }),
		Grad: backwardOperator("hardsigmoid_backward"), Saves: in0},
	{S: "hardswish(Tensor self) -> Tensor", In: asNN | asInPlaceNN, Meta: floatOnly("hardswish_cpu"), Kernel: floats("hardswish", func(x float64) float64 { return x * min(max(x+3, 0), 6) / 6 }),
		Grad: backwardOperator("hardswish_backward"), Saves: in0},
	{S: "hardshrink(Tensor self, Scalar lambd=0.5) -> Tensor", In: asFunction | asMethod | asOut, Meta: floatOnly("hardshrink_cpu"), Kernel: withArgs("hardshrink_cpu", func(ctx *Context, a Args) func(float64) float64 {
		k := a.float(1)
		return func(x float64) float64 {
			if x >= -k && x <= k {
				return 0
			}
			return x
		}
	}), Grad: backwardOperator("hardshrink_backward"), Saves: in0},
	shrinkBackward("hardshrink_backward(Tensor grad_out, Tensor self, Scalar lambd) -> Tensor"),
	{S: "softshrink(Tensor self, Scalar lambd=0.5) -> Tensor", In: asNN | asOut, Meta: floatOnly("softshrink_cpu"), Kernel: withArgs("softshrink_cpu", func(ctx *Context, a Args) func(float64) float64 {
		k := a.float(1)
		check(k >= 0, "lambda must be greater or equal to 0, but found to be %g.", k)
		return func(x float64) float64 {
			switch {
			case x > k:
				return x - k
			case x < -k:
				return x + k
			}
			return x * 0 // NaN stays
		}
	}), Grad: backwardOperator("softshrink_backward"), Saves: in0},
	shrinkBackward("softshrink_backward(Tensor grad_output, Tensor self, Scalar lambd) -> Tensor"),
	{S: "log_sigmoid(Tensor self) -> Tensor", In: asNN | asOut, Seen: func(ctx *Context, a Args) []Value { return ctx.call("log_sigmoid_forward", a[0])[:1] }, Meta: func(ctx *Context, a Args) []*Fake {
		return fakes(NewFake(floatOnly("log_sigmoid_cpu")(ctx, a)[0].DType, sizesOf(a[0])))
	}, Kernel: floats("log_sigmoid", func(x float64) float64 {
		return math.Min(0, x) - math.Log1p(math.Exp(-math.Abs(x)))
	}), Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
		x := s.In(0)
		buffer := ctx.call1("detach", ctx.exp(ctx.neg(ctx.abs(x)))) // which PyTorch keeps from the forward pass
		return ctx.call1("log_sigmoid_backward", g, x, buffer)
	}), Saves: in0},
	{S: "_prelu_kernel(Tensor self, Tensor weight) -> Tensor", In: asFunction, Meta: promoted, Kernel: binaryKernel("prelu", binaryFuncs{f: func(x, w float64) float64 {
		if x > 0 {
			return x
		}
		return w * x
	}}), Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return ctx.call("_prelu_kernel_backward", g[0], s.In(0), s.In(1))
	}, Saves: in0 | in1},
	{S: "_prelu_kernel_backward(Tensor grad_output, Tensor self, Tensor weight) -> (Tensor, Tensor)", In: asFunction, Meta: func(ctx *Context, a Args) []*Fake {
		return fakes(NewFake(dtypeOf(a[1]), broadcast2(ctx, sizesOf(a[1]), sizesOf(a[2]))), NewFake(dtypeOf(a[2]), broadcast2(ctx, sizesOf(a[1]), sizesOf(a[2]))))
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		for i, v := range preluSlopes(ctx, a[0], a[1], a[2]) {
			tensor.Copy(out[i], v.(*tensor.Tensor))
		}
	}, Fills: true, Decomp: func(ctx *Context, a Args) []Value { return preluSlopes(ctx, a[0], a[1], a[2]) }, Grad: preluBackGrad, Saves: in0 | in1 | in2},
	{S: "prelu(Tensor self, Tensor weight) -> Tensor", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value {
		x, w := a[0], a[1]
		if n, ok := numelOf(w).Const(); !ok || n != 1 {
			check(dimOf(x) > 0, "Not allow zero-dim input tensor.")
			channels := one
			if dimOf(x) >= 2 {
				channels = sizeOf(x, 1)
			}
			check(expectSame(ctx, channels, numelOf(w)), "Mismatch of parameter numbers and input channel size. Found parameter numbers = %s and channel size = %s.", numelOf(w), channels)
			sizes := make([]symbolic.Int, max(dimOf(x), 1))
			for i := range sizes {
				sizes[i] = one
			}
			if len(sizes) >= 2 {
				sizes[1] = numelOf(w)
			} else {
				sizes[0] = numelOf(w)
			}
			w = ctx.reshape(w, sizes)
		} else if dimOf(w) != dimOf(x) {
			sizes := make([]symbolic.Int, dimOf(x))
			for i := range sizes {
				sizes[i] = one
			}
			w = ctx.reshape(w, sizes)
		}
		return ctx.call("_prelu_kernel", x, w)
	}},
	{S: "glu(Tensor self, int dim=-1) -> Tensor", In: asNN, Grad: backwardOperator("glu_backward"), Saves: in0, Decomp: func(ctx *Context, a Args) []Value {
		d := wrapDim(a.int(1), dimOf(a[0]))
		n := sizeOf(a[0], d)
		check(ctx.expect(n.Mod(sym(2)).Eq(zero)), "Halving dimension must be even, but dimension %d is size %s", d, n)
		parts := ctx.call("chunk", a[0], int64(2), int64(d))[0].([]Value)
		return result(ctx.toDType(ctx.mul(inSingle(ctx, parts[0]), ctx.sigmoid(inSingle(ctx, parts[1]))), dtypeOf(a[0])))
	}},
	{S: "_softmax(Tensor self, int dim, bool half_to_float) -> Tensor", In: asFunction, Meta: softmaxMeta("softmax_lastdim_kernel_impl"), Kernel: softmaxKernel(false), Fills: true, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return ctx.call("_softmax_backward_data", g[0], s.Out(0), s.Arg(1), s.InMeta(0).DType)
	}, Saves: out0},
	{S: "_softmax_backward_data(Tensor grad_output, Tensor output, int dim, ScalarType input_dtype) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		g, y := a[0], a[1]
		gy := ctx.mul(g, y)
		return result(ctx.sub(gy, ctx.mul(y, ctx.sumDim(gy, true, a.int(2)))))
	}, Meta: softmaxBackMeta, Kernel: softmaxBackKernel(false), Fills: true, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		grad, y, d := s.In(0), s.In(1), s.Args().int(2)
		return []Value{ctx.call1("_softmax_backward_data", g[0], y, s.Arg(2), s.Arg(3)), ctx.sub(ctx.mul(g[0], ctx.sub(grad, ctx.sumDim(ctx.mul(grad, y), true, d))), ctx.mul(grad, ctx.sumDim(ctx.mul(g[0], y), true, d)))}
	}, Saves: in0 | in1},
	{S: "_log_softmax(Tensor self, int dim, bool half_to_float) -> Tensor", In: asFunction, Meta: softmaxMeta("log_softmax_lastdim_kernel_impl"), Kernel: softmaxKernel(true), Fills: true, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return ctx.call("_log_softmax_backward_data", g[0], s.Out(0), s.Arg(1), s.InMeta(0).DType)
	}, Saves: out0},
	{S: "_log_softmax_backward_data(Tensor grad_output, Tensor output, int dim, ScalarType input_dtype) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		g, y := a[0], a[1]
		return result(ctx.sub(g, ctx.mul(ctx.exp(y), ctx.sumDim(g, true, a.int(2)))))
	}, Meta: softmaxBackMeta, Kernel: softmaxBackKernel(true), Fills: true, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		grad, y, d := s.In(0), s.In(1), s.Args().int(2)
		p := ctx.exp(y)
		gp := ctx.sumDim(ctx.mul(g[0], p), true, d)
		return []Value{ctx.sub(g[0], gp), ctx.neg(ctx.mul(ctx.mul(g[0], p), ctx.sumDim(grad, true, d)))}
	}, Saves: in0 | in1},
	{S: "softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor", In: asFunction | asMethod | asOut, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("_softmax", softmaxInput(ctx, a, 2), a[1], false) }},
	{S: "log_softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor", In: asFunction | asMethod | asOut, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("_log_softmax", softmaxInput(ctx, a, 2), a[1], false)
	}},
	{S: "special_softmax(Tensor self, int dim, ScalarType? dtype=None) -> Tensor", In: asSpecial, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("_softmax", softmaxInput(ctx, a, 2), a[1], false) }},
	{S: "special_log_softmax(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor", In: asSpecial, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("_log_softmax", softmaxInput(ctx, a, 2), a[1], false)
	}},
})
