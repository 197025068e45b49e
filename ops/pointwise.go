package ops

import (
	"math"
	"math/cmplx"

	"github.com/magneto-go/magneto/precise/complexes"
	"github.com/magneto-go/magneto/tensor"
)

// floatUnary is the meta of functions that turn integers into floats.
func floatUnary(ctx *Context, a Args) []*Fake {
	return fakes(elementwise(ctx, ctx.floatType(dtypeOf(a[0])), a[0]))
}

// sameUnary is the meta of functions that keep the type.
func sameUnary(ctx *Context, a Args) []*Fake { return fakes(elementwise(ctx, dtypeOf(a[0]), a[0])) }

// boolUnary is the meta of predicates.
func boolUnary(ctx *Context, a Args) []*Fake { return fakes(elementwise(ctx, tensor.Bool, a[0])) }

// unary makes a kernel that computes in the type of the result.
func unary(name string, f unaryFuncs) func(*Context, Args, []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		x := a.tensor(0)
		if x.DType().IsIntOrBool() && out[0].DType().IsFloat() { // integers are floats of the result's type
			x = cast(x, out[0].DType())
		}
		runUnary(name, out[0].DType(), out[0], x, f)
	}
}

func floats(name string, f func(float64) float64) func(*Context, Args, []*tensor.Tensor) {
	return unary(name+"_cpu", unaryFuncs{f: f})
}

func floatsComplex(name string, f func(float64) float64, c func(complex128) complex128) func(*Context, Args, []*tensor.Tensor) {
	return unary(name+"_cpu", unaryFuncs{f: f, c: c})
}

// testKernel makes the kernel of a predicate on one tensor.
func testKernel(f func(float64) bool, i func(int64) bool, c func(complex128) bool) func(*Context, Args, []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		x := a.tensor(0)
		switch d := x.DType(); {
		case d.IsComplex():
			predicate(out[0], x, x, func(v, _ complex128) bool { return c(v) })
		case d.IsIntOrBool():
			predicate(out[0], x, x, func(v, _ int64) bool { return i(v) })
		default:
			predicate(out[0], x, x, func(v, _ float64) bool { return f(v) })
		}
	}
}

func identityInt(v int64) int64 { return v }

// grad1 is the derivative of a function of one tensor.
func grad1(f func(ctx *Context, s *Saved, g Value) Value) GradFunc {
	return func(ctx *Context, s *Saved, g []Value) []Value { return []Value{f(ctx, s, g[0])} }
}

// zeroGrad is the derivative of step functions.
var zeroGrad = grad1(func(ctx *Context, s *Saved, g Value) Value { return ctx.zerosLike(g) })

// zerosForEach is the derivative of steps of several tensors, as in-place operators have it.
func zerosForEach(ctx *Context, s *Saved, g []Value) []Value {
	out := make([]Value, len(s.in))
	for i := range out {
		if s.Need(i) {
			out[i] = ctx.zerosLike(g[0])
		}
	}
	return out
}

// notImplementedNode is the name of the node of operators that have no derivative.
const notImplementedNode = "torch::autograd::NotImplemented"

// notDerived is the derivative of operators for which PyTorch has none: results carry a node, going through it is an
// error. Their entries have the GradName "torch::autograd::NotImplemented".
func notDerived(name string) GradFunc {
	return func(ctx *Context, s *Saved, g []Value) []Value {
		throwRuntime("derivative for aten::%s is not implemented", name)
		return nil
	}
}

// notWritten is the derivative of operators whose nodes PyTorch has, without what they would do.
func notWritten(name string) GradFunc {
	return func(ctx *Context, s *Saved, g []Value) []Value {
		throw("NotImplementedError", "the derivative for '%s' is not implemented.", name)
		return nil
	}
}

// times multiplies by a function of the input.
func times(f func(ctx *Context, x Value) Value) GradFunc {
	return grad1(func(ctx *Context, s *Saved, g Value) Value { return ctx.mul(g, ctx.conj(f(ctx, s.In(0)))) })
}

func roundEven(v float64) float64 { return math.RoundToEven(v) }

func signFloat(v float64) float64 {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0 // also of a NaN, and no negative zero
}

func signInt(v int64) int64 {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}

func absInt(v int64) int64 {
	if v < 0 {
		return -v
	}
	return v
}

func sigmoidOf(v float64) float64 { return 1 / (1 + math.Exp(-v)) }

func sgn(c complex128) complex128 {
	if c == 0 {
		return 0
	}
	n := cmplx.Abs(c)
	return complex(real(c)/n, imag(c)/n)
}

var _ = addTable([]entry{
	{S: "neg(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		if dtypeOf(a[0]) == tensor.Bool {
			throw("NotImplementedError", "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use the `~` or `logical_not()` operator instead.")
		}
		return sameUnary(ctx, a)
	}, Kernel: unary("neg", unaryFuncs{func(v float64) float64 { return -v }, func(v int64) int64 { return -v }, func(c complex128) complex128 { return -c }}),
		Grad: grad1(func(ctx *Context, s *Saved, g Value) Value { return ctx.neg(g) })},
	{S: "positive(Tensor(a) self) -> Tensor(a)", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value {
		check(dtypeOf(a[0]) != tensor.Bool, "The `+` operator, on a bool tensor is not supported.")
		return result(a[0])
	}},
	{S: "abs(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: func(ctx *Context, a Args) []*Fake { return fakes(elementwise(ctx, dtypeOf(a[0]).ToReal(), a[0])) },
		Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
			x := a.tensor(0)
			if x.DType().IsComplex() {
				temp := tensor.New(tensor.Complex128, x.Sizes()...)
				mapUnary(temp, x, func(c complex128) complex128 { return complex(cmplx.Abs(c), 0) })
				tensor.Copy(out[0], temp)
				return
			}
			runUnary("abs_cpu", x.DType(), out[0], x, unaryFuncs{f: math.Abs, i: absInt})
		},
		Grad: grad1(func(ctx *Context, s *Saved, g Value) Value { return ctx.mul(g, ctx.call1("sgn", s.In(0))) }), Saves: in0},
	{S: "exp(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: floatUnary, Kernel: floatsComplex("exp", math.Exp, complexes.Exp), Grad: grad1(func(ctx *Context, s *Saved, g Value) Value { return ctx.mul(g, ctx.conj(s.Out(0))) }), Saves: out0},
	{S: "exp2(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: floatUnary, Kernel: floatsComplex("exp2", math.Exp2, func(c complex128) complex128 { return complexes.Exp(complex(real(c)*math.Ln2, imag(c)*math.Ln2)) }), Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
		return ctx.mul(ctx.mul(g, ctx.conj(s.Out(0))), math.Ln2)
	}), Saves: out0},
	{S: "expm1(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: floatUnary, Kernel: floatsComplex("expm1", math.Expm1, complexes.Expm1), Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
		return ctx.mul(g, ctx.add(ctx.conj(s.Out(0)), int64(1)))
	}), Saves: out0},
	{S: "log(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: floatUnary, Kernel: floatsComplex("log", math.Log, complexes.Log), Grad: grad1(func(ctx *Context, s *Saved, g Value) Value { return ctx.div(g, ctx.conj(s.In(0))) }), Saves: in0},
	{S: "log2(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: floatUnary, Kernel: floatsComplex("log2", math.Log2, func(c complex128) complex128 {
		l := complexes.Log(c)
		return complex(real(l)/math.Ln2, imag(l)/math.Ln2)
	}), Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
		return ctx.div(g, ctx.mul(ctx.conj(s.In(0)), math.Ln2))
	}), Saves: in0},
	{S: "log10(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: floatUnary, Kernel: floatsComplex("log10", math.Log10, complexes.Log10), Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
		return ctx.div(g, ctx.mul(ctx.conj(s.In(0)), math.Ln10))
	}), Saves: in0},
	{S: "log1p(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: floatUnary, Kernel: floatsComplex("log1p", math.Log1p, log1pComplex), Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
		return ctx.div(g, ctx.conj(ctx.add(s.In(0), int64(1))))
	}), Saves: in0},
	{S: "sqrt(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: floatUnary, Kernel: floatsComplex("sqrt", math.Sqrt, complexes.Sqrt), Grad: grad1(func(ctx *Context, s *Saved, g Value) Value { return ctx.div(g, ctx.mul(ctx.conj(s.Out(0)), int64(2))) }), Saves: out0},
	{S: "rsqrt(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: floatUnary, Kernel: floatsComplex("rsqrt", func(v float64) float64 { return 1 / math.Sqrt(v) }, func(c complex128) complex128 { return 1 / complexes.Sqrt(c) }),
		Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
			cube := ctx.conj(ctx.powScalar(s.Out(0), int64(3)))
			return ctx.mul(ctx.mul(g, -0.5), cube)
		}), Saves: out0},
	{S: "reciprocal(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: floatUnary, Kernel: floatsComplex("reciprocal", func(v float64) float64 { return 1 / v }, reciprocalComplex),
		Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
			r := s.Out(0)
			square := ctx.conj(ctx.mul(r, r))
			return ctx.mul(ctx.neg(g), square)
		}), Saves: out0},
	{S: "square(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Decomp: func(ctx *Context, a Args) []Value { return result(ctx.square(a[0])) }},
	{S: "sin(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: floatUnary, Kernel: floatsComplex("sin", math.Sin, complexes.Sin), Grad: times((*Context).cos), Saves: in0},
	{S: "cos(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: floatUnary, Kernel: floatsComplex("cos", math.Cos, complexes.Cos), Grad: grad1(func(ctx *Context, s *Saved, g Value) Value { return ctx.mul(g, ctx.neg(ctx.conj(ctx.sin(s.In(0))))) }), Saves: in0},
	{S: "tan(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: floatUnary, Kernel: floatsComplex("tan", math.Tan, complexes.Tan), Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
		return ctx.mul(g, ctx.conj(ctx.add(ctx.square(s.Out(0)), int64(1))))
	}), Saves: out0},
	{S: "asin(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: floatUnary, Kernel: floatsComplex("asin", math.Asin, complexes.Asin), Grad: times(func(ctx *Context, x Value) Value { return ctx.rsqrt(ctx.add(ctx.mul(ctx.neg(x), x), int64(1))) }), Saves: in0},
	{S: "acos(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: floatUnary, Kernel: floatsComplex("acos", math.Acos, complexes.Acos), Grad: times(func(ctx *Context, x Value) Value {
		return ctx.neg(ctx.rsqrt(ctx.add(ctx.mul(ctx.neg(x), x), int64(1))))
	}), Saves: in0},
	{S: "atan(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: floatUnary, Kernel: floatsComplex("atan", math.Atan, complexes.Atan), Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
		return ctx.div(g, ctx.conj(ctx.add(ctx.mul(s.In(0), s.In(0)), int64(1))))
	}), Saves: in0},
	{S: "sinh(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: floatUnary, Kernel: floatsComplex("sinh", math.Sinh, complexes.Sinh), Grad: times(func(ctx *Context, x Value) Value { return ctx.call1("cosh", x) }), Saves: in0},
	{S: "cosh(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: floatUnary, Kernel: floatsComplex("cosh", math.Cosh, complexes.Cosh), Grad: times(func(ctx *Context, x Value) Value { return ctx.call1("sinh", x) }), Saves: in0},
	{S: "tanh(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: floatUnary, Kernel: floatsComplex("tanh", math.Tanh, complexes.Tanh), Grad: grad1(func(ctx *Context, s *Saved, g Value) Value { return ctx.call1("tanh_backward", g, s.Out(0)) }), Saves: out0},
	{S: "tanh_backward(Tensor grad_output, Tensor output) -> Tensor", In: 0, Meta: firstLike, Kernel: binaryKernel("tanh_backward", binaryFuncs{
		f: func(g, y float64) float64 { return g * (1 - y*y) },
		c: func(g, y complex128) complex128 { return g * cmplx.Conj(1-y*y) },
	}), Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		y := ctx.conj(s.In(1))
		return []Value{ctx.call1("tanh_backward", g[0], y), ctx.mul(ctx.mul(ctx.mul(ctx.conj(g[0]), s.In(0)), y), int64(-2))}
	}, Saves: in0 | in1},
	{S: "asinh(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, PlainGrad: true, Meta: floatUnary, Kernel: floatsComplex("asinh", math.Asinh, complexes.Asinh), Grad: times(func(ctx *Context, x Value) Value { return ctx.rsqrt(ctx.add(ctx.powScalar(x, int64(2)), int64(1))) }), Saves: in0},
	{S: "acosh(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, PlainGrad: true, Meta: floatUnary, Kernel: floatsComplex("acosh", math.Acosh, complexes.Acosh), Grad: times(func(ctx *Context, x Value) Value { return ctx.rsqrt(ctx.sub(ctx.mul(x, x), int64(1))) }), Saves: in0},
	{S: "atanh(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, PlainGrad: true, Meta: floatUnary, Kernel: floatsComplex("atanh", math.Atanh, complexes.Atanh), Grad: times(func(ctx *Context, x Value) Value { return ctx.reciprocal(ctx.add(ctx.neg(ctx.mul(x, x)), int64(1))) }), Saves: in0},
	{S: "sigmoid(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: floatUnary, Kernel: floatsComplex("sigmoid", sigmoidOf, func(c complex128) complex128 { return 1 / (1 + complexes.Exp(-c)) }),
		Grad: grad1(func(ctx *Context, s *Saved, g Value) Value { return ctx.call1("sigmoid_backward", g, s.Out(0)) }), Saves: out0},
	{S: "sigmoid_backward(Tensor grad_output, Tensor output) -> Tensor", In: 0, Meta: firstLike, Kernel: binaryKernel("sigmoid_backward", binaryFuncs{
		f: func(g, y float64) float64 { return g * ((1 - y) * y) },
		c: func(g, y complex128) complex128 { return g * cmplx.Conj((1-y)*y) },
	}), Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		y := ctx.conj(s.In(1))
		return []Value{ctx.call1("sigmoid_backward", g[0], y), ctx.mul(ctx.mul(ctx.conj(g[0]), s.In(0)), ctx.add(ctx.mul(y, int64(-2)), int64(1)))}
	}, Saves: in0 | in1},
	{S: "erf(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: floatUnary, Kernel: floats("erf", math.Erf), Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
		return ctx.mul(ctx.mul(ctx.exp(ctx.neg(ctx.square(s.In(0)))), 2/math.Sqrt(math.Pi)), g)
	}), Saves: in0},
	{S: "erfc(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: floatUnary, Kernel: floats("erfc", math.Erfc), Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
		return ctx.mul(ctx.mul(ctx.exp(ctx.neg(ctx.square(s.In(0)))), -2/math.Sqrt(math.Pi)), g)
	}), Saves: in0},
	{S: "erfinv(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Meta: floatUnary, Kernel: floats("erfinv", math.Erfinv), Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
		return ctx.mul(ctx.mul(ctx.exp(ctx.square(s.Out(0))), math.Sqrt(math.Pi)/2), g)
	}), Saves: out0},
	{S: "lgamma(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Meta: floatUnary, Kernel: floats("lgamma", lgamma), Grad: times(func(ctx *Context, x Value) Value { return ctx.call1("digamma", x) }), Saves: in0},
	{S: "digamma(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Meta: floatUnary, Kernel: floats("digamma", digammaOf), Grad: times(func(ctx *Context, x Value) Value { return ctx.call1("polygamma", int64(1), x) }), Saves: in0},
	{S: "polygamma(int n, Tensor self) -> Tensor", In: asFunction | asOut, Meta: func(ctx *Context, a Args) []*Fake { return fakes(elementwise(ctx, ctx.floatType(dtypeOf(a[1])), a[1])) }, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		n := a.int(0)
		inOwnPrecision("polygamma", unaryFuncs{f: func(x float64) float64 { return polygammaOf(n, x) }}, func(x float32) float32 { return polygammaOf(n, x) })(ctx, a[1:], out)
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return []Value{nil, ctx.mul(g[0], ctx.call1("polygamma", int64(s.Args().int(0)+1), s.In(1)))}
	}, Saves: in1},
	{S: "i0(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: floatUnary, Kernel: floats("i0", finiteOnly(besselI0)), Grad: times(func(ctx *Context, x Value) Value { return ctx.call1("special_i1", x) }), Saves: in0},
	{S: "special_i1(Tensor self) -> Tensor", In: asSpecial | asOut, Meta: floatUnary, Kernel: floats("special_i1", finiteOnly(besselI1)), Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
		return ctx.mul(g, offZero(ctx, "i1_backward", s.In(0), func(x Value) Value { // i1' = i0 - i1/x, and 1/2 at 0
			return ctx.sub(ctx.call1("i0", x), ctx.mul(s.Out(0), ctx.reciprocal(x)))
		}))
	}), Saves: in0 | out0},
	{S: "sinc(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: floatUnary, Kernel: inOwnPrecision("sinc_cpu", unaryFuncs{f: sincOf[float64], c: func(c complex128) complex128 {
		if c == 0 {
			return 1
		}
		return complexes.Sin(math.Pi*c) / (math.Pi * c)
	}}, sincOf[float32]), Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
		x := s.In(0)
		p := ctx.mul(x, math.Pi)
		square := ctx.mul(ctx.mul(x, x), math.Pi)
		sine := ctx.sin(p)
		slope := ctx.mul(g, ctx.conj(ctx.div(ctx.sub(ctx.mul(p, ctx.cos(p)), sine), square)))
		none := ctx.scalarTensor(0.0, dtypeOf(slope))
		return ctx.where(ctx.eq(square, 0.0), none, slope)
	}), Saves: in0},
	{S: "floor(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: sameUnary, Kernel: unary("floor_vml_cpu", unaryFuncs{f: math.Floor, i: identityInt}), Grad: zeroGrad},
	{S: "ceil(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: sameUnary, Kernel: unary("ceil_vml_cpu", unaryFuncs{f: math.Ceil, i: identityInt}), Grad: zeroGrad},
	{S: "round(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: sameUnary, Kernel: unary("round_vml_cpu", unaryFuncs{f: roundEven, i: identityInt}), Grad: zeroGrad},
	{S: "round.decimals(Tensor self, *, int decimals) -> Tensor", GradNo: 1, In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: sameUnary, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		p := math.Pow(10, math.Abs(a.float(1)))
		up := a.float(1) >= 0
		runUnary("round_cpu", out[0].DType(), out[0], a.tensor(0), unaryFuncs{f: func(v float64) float64 {
			if up {
				return roundEven(v*p) / p
			}
			return roundEven(v/p) * p
		}})
	}, Grad: zeroGrad},
	{S: "trunc(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: sameUnary, Kernel: unary("trunc_vml_cpu", unaryFuncs{f: math.Trunc, i: identityInt}), Grad: zeroGrad},
	{S: "frac(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: sameUnary, Kernel: unary("frac_cpu", unaryFuncs{f: func(v float64) float64 { return v - math.Trunc(v) }}), Grad: grad1(func(ctx *Context, s *Saved, g Value) Value { return g })},
	{S: "sign(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Meta: sameUnary, Kernel: unary("sign_cpu", unaryFuncs{f: signFloat, i: signInt}), Grad: zeroGrad},
	{S: "sgn(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Meta: sameUnary, Kernel: unary("sgn_cpu", unaryFuncs{f: signFloat, i: signInt, c: sgn}), Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
		x := s.In(0)
		if !s.InMeta(0).DType.IsComplex() {
			return ctx.zerosLike(g)
		}
		y := s.Out(0) // only the part of g that turns the direction counts
		r := ctx.abs(x)
		along := ctx.mul(ctx.call1("real", ctx.div(g, y)), y)
		return ctx.maskedFill(ctx.div(ctx.sub(g, along), r), ctx.eq(r, 0.0), int64(0))
	}), Saves: in0 | out0},
	{S: "signbit(Tensor self) -> Tensor", In: asFunction | asMethod | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		if dtypeOf(a[0]).IsComplex() {
			throw("NotImplementedError", "signbit is not implemented for complex tensors.")
		}
		return boolUnary(ctx, a)
	}, Kernel: testKernel(math.Signbit, func(v int64) bool { return v < 0 }, nil), NonDiff: true},
	{S: "deg2rad(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: floatUnary, Kernel: floats("deg2rad", func(v float64) float64 { return v * (math.Pi / 180) }), Grad: grad1(func(ctx *Context, s *Saved, g Value) Value { return ctx.mul(g, math.Pi/180) })},
	{S: "rad2deg(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: floatUnary, Kernel: floats("rad2deg", func(v float64) float64 { return v * (180 / math.Pi) }), Grad: grad1(func(ctx *Context, s *Saved, g Value) Value { return ctx.mul(g, 180/math.Pi) })},
	{S: "logit(Tensor self, float? eps=None) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: floatUnary, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		eps, round := a.floatOr(1, -1), stepRounding(out[0].DType())
		runUnary("logit_cpu", out[0].DType(), out[0], a.tensor(0), unaryFuncs{f: func(v float64) float64 {
			if eps >= 0 {
				switch {
				case v < eps:
					v = eps
				case v > 1-eps:
					v = 1 - eps
				}
			}
			return math.Log(round(v / round(1-v)))
		}})
	}, Grad: backwardOrFormula("logit_backward", logitBack), Saves: in0},
	{S: "nan_to_num(Tensor self, float? nan=None, float? posinf=None, float? neginf=None) -> Tensor", Fills: true, In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: sameUnary, Kernel: nanToNum, Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
		x := s.In(0)
		return ctx.mul(g, ctx.call1("logical_not", ctx.call1("logical_or", ctx.call1("isinf", x), ctx.call1("isnan", x))))
	}), Saves: in0},
	{S: "bitwise_not(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		intOnly("bitwise_not_cpu", dtypeOf(a[0]))
		return sameUnary(ctx, a)
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		f := func(v int64) int64 { return ^v }
		if out[0].DType() == tensor.Bool {
			f = func(v int64) int64 { return 1 - v }
		}
		runUnary("bitwise_not_cpu", out[0].DType(), out[0], a.tensor(0), unaryFuncs{i: f})
	}},
	{S: "logical_not(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Meta: boolUnary, Kernel: testKernel(func(v float64) bool { return v == 0 }, func(v int64) bool { return v == 0 }, func(c complex128) bool { return c == 0 }), NonDiff: true},
	{S: "isnan(Tensor self) -> Tensor", In: asFunction | asMethod, Meta: boolUnary, Kernel: testKernel(math.IsNaN, func(int64) bool { return false }, func(c complex128) bool { return math.IsNaN(real(c)) || math.IsNaN(imag(c)) }), NonDiff: true},
	{S: "isinf(Tensor self) -> Tensor", In: asFunction | asMethod, Meta: boolUnary, Kernel: testKernel(func(v float64) bool { return math.IsInf(v, 0) }, func(int64) bool { return false }, cmplx.IsInf), NonDiff: true},
	{S: "isfinite(Tensor self) -> Tensor", In: asFunction | asMethod, Seen: seenFinite, Meta: boolUnary, Kernel: testKernel(func(v float64) bool { return !math.IsInf(v, 0) && !math.IsNaN(v) }, func(int64) bool { return true }, func(c complex128) bool { return !cmplx.IsInf(c) && !cmplx.IsNaN(c) }), NonDiff: true},
	{S: "isposinf(Tensor self) -> Tensor", In: asFunction | asMethod | asOut, Meta: realPredicate("isposinf"), Kernel: testKernel(func(v float64) bool { return math.IsInf(v, 1) }, func(int64) bool { return false }, nil), NonDiff: true},
	{S: "isneginf(Tensor self) -> Tensor", In: asFunction | asMethod | asOut, Meta: realPredicate("isneginf"), Kernel: testKernel(func(v float64) bool { return math.IsInf(v, -1) }, func(int64) bool { return false }, nil), NonDiff: true},
	{S: "isreal(Tensor self) -> Tensor", In: asFunction | asMethod, Seen: seenReal, Meta: boolUnary, Kernel: testKernel(func(float64) bool { return true }, func(int64) bool { return true }, func(c complex128) bool { return imag(c) == 0 }), NonDiff: true},
	{S: "angle(Tensor self) -> Tensor", In: asFunction | asMethod | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		d := ctx.floatType(dtypeOf(a[0])).ToReal()
		if dtypeOf(a[0]).IsComplex() {
			return fakes(NewFake(d, sizesOf(a[0])))
		}
		return fakes(elementwise(ctx, d, a[0]))
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		x, plain := a.tensor(0).Complexes(), !a.tensor(0).DType().IsComplex()
		temp := tensor.New(tensor.Float64, out[0].Sizes()...)
		values := make([]float64, len(x))
		for i, c := range x {
			values[i] = cmplx.Phase(c)
			if plain && real(c) == 0 { // the angle of −0 is 0, too, where it is no complex number
				values[i] = 0
			}
		}
		tensor.StoreFloats(temp, values)
		tensor.Copy(out[0], temp)
	}, Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
		x := s.In(0)
		if !dtypeOf(x).IsComplex() {
			return ctx.zerosLike(g)
		}
		r := ctx.abs(x)
		turn := ctx.mul(ctx.div(ctx.mul(g, x), ctx.mul(r, r)), 1i)
		return ctx.maskedFill(turn, ctx.eq(r, 0.0), int64(0))
	}), Saves: in0},
	{S: "relu(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: sameUnary, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		x := a.tensor(0)
		check(x.DType() != tensor.Bool, "Boolean inputs not supported for relu")
		if x.DType() == tensor.Float32 {
			mapUnary(out[0], x, func(v float32) float32 {
				if v < 0 {
					return 0
				}
				return v
			})
			return
		}
		runUnary("relu", x.DType(), out[0], x, unaryFuncs{f: func(v float64) float64 {
			if v < 0 {
				return 0
			}
			return v
		}, i: func(v int64) int64 { return max(v, 0) }})
	}, Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
		return ctx.call1("threshold_backward", g, s.Out(0), int64(0))
	}), Saves: out0},
})

// firstLike is the meta of a derivative that looks like its first argument.
func firstLike(ctx *Context, a Args) []*Fake {
	return fakes(elementwise(ctx, dtypeOf(a[0]), a[0], a[1]))
}

// realPredicate is the meta of predicates that complex numbers do not have.
func realPredicate(name string) func(*Context, Args) []*Fake {
	return func(ctx *Context, a Args) []*Fake {
		check(!dtypeOf(a[0]).IsComplex(), "%s does not support complex inputs.", name)
		return boolUnary(ctx, a)
	}
}

func intOnly(name string, d tensor.DType) {
	if !d.IsIntOrBool() {
		notImplemented(name, d)
	}
}

func nanToNum(ctx *Context, a Args, out []*tensor.Tensor) {
	d := out[0].DType()
	_, limit := finiteRange(d)
	if d == tensor.Complex64 {
		limit = math.MaxFloat32
	}
	nan, pos, negative := a.floatOr(1, 0), a.floatOr(2, limit), a.floatOr(3, -limit)
	number := func(v float64) float64 {
		switch {
		case math.IsNaN(v):
			return nan
		case math.IsInf(v, 1):
			return pos
		case math.IsInf(v, -1):
			return negative
		}
		return v
	}
	parts := func(v complex128) complex128 { return complex(number(real(v)), number(imag(v))) }
	runUnary("nan_to_num", d, out[0], a.tensor(0), unaryFuncs{f: number, i: identityInt, c: parts})
}

// digammaOf uses the recurrence up to 6 and then the asymptotic series.
func digammaOf(x float64) float64 {
	if x == 0 {
		return math.Copysign(math.Inf(1), -x)
	}
	if x < 0 {
		if x == math.Floor(x) {
			return math.NaN()
		}
		return digammaOf(1-x) - math.Pi/math.Tan(math.Pi*x)
	}
	sum := 0.0
	for x < 10 {
		sum -= 1 / x
		x++
	}
	z := 1 / (x * x)
	return sum + math.Log(x) - 0.5/x - z*(1.0/12-z*(1.0/120-z*(1.0/252-z*(1.0/240-z*(1.0/132-z*(691.0/32760))))))
}

// log1pComplex is log(1 + c) without loss of digits near 0: |1+c|^2 = 1 + x(2+x) + y^2.
func log1pComplex(c complex128) complex128 {
	x, y := real(c), imag(c)
	if y == 0 && x > -1 {
		return complex(math.Log1p(x), y)
	}
	if math.Abs(x)+math.Abs(y) > 0.5 {
		return complexes.Log(complex(1+x, y)) // the sign of a zero kept
	}
	return complex(0.5*math.Log1p(x*(2+x)+y*y), math.Atan2(y, 1+x))
}

// lgamma is the logarithm of the absolute value of the gamma function.
func lgamma(v float64) float64 {
	if math.IsInf(v, 0) {
		return math.Inf(1)
	}
	l, _ := math.Lgamma(v)
	return l
}
