package ops

import (
	"math"

	"github.com/magneto-go/magneto/tensor"
)

// Functions of torch.special beyond those that torch itself has; the numbers come from specialfuncs.go and bessel.go.

// wideOnly refuses the element types that a special function has no loop for.
func wideOnly(name string, d tensor.DType) {
	if d == tensor.Float16 || d == tensor.BFloat16 || d.IsComplex() {
		notImplemented(name, d)
	}
}

// wideUnary makes the kernel of a function of float32 and float64.
func wideUnary(name string, f func(float64) float64) func(*Context, Args, []*tensor.Tensor) {
	name += "_cpu"
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		wideOnly(name, out[0].DType())
		runUnary(name, out[0].DType(), out[0], a.tensor(0), unaryFuncs{f: f})
	}
}

func wideBinary(name string, f func(x, y float64) float64) func(*Context, Args, []*tensor.Tensor) {
	name += "_cpu"
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		wideOnly(name, out[0].DType())
		runBinary(name, out[0].DType(), out[0], a.tensor(0), a.tensor(1), binaryFuncs{f: f})
	}
}

// ungraded is an entry of a function that no gradient flows through.
func ungraded(schema, name string, f func(float64) float64) entry {
	return entry{S: "special_" + schema, In: asSpecial | asOut, Meta: floatUnary, Kernel: wideUnary(name, f), NonDiff: true}
}

var _ = addTable([]entry{
	{S: "special_entr(Tensor self) -> Tensor", In: asSpecial | asOut, Meta: floatUnary, Kernel: floats("entr", entropyTerm), Grad: times(func(ctx *Context, x Value) Value {
		return ctx.neg(ctx.add(ctx.log(x), int64(1)))
	}), Saves: in0},
	{S: "special_erfcx(Tensor self) -> Tensor", In: asSpecial | asOut, Meta: floatUnary, Kernel: wideUnary("erfcx", erfcx), Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
		return ctx.mul(ctx.sub(ctx.mul(ctx.mul(s.In(0), s.Out(0)), 2.0), 2/math.Sqrt(math.Pi)), g)
	}), Saves: in0 | out0},
	{S: "special_i0e(Tensor self) -> Tensor", In: asSpecial | asOut, Meta: floatUnary, Kernel: floats("i0e", besselI0e), Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
		x := s.In(0)
		return ctx.mul(g, ctx.sub(ctx.call1("special_i1e", x), ctx.mul(ctx.call1("sgn", x), s.Out(0))))
	}), Saves: in0 | out0},
	{S: "special_i1e(Tensor self) -> Tensor", In: asSpecial | asOut, Meta: floatUnary, Kernel: floats("i1e", besselI1e), Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
		return ctx.mul(g, offZero(ctx, "i1e_backward", s.In(0), func(x Value) Value { // i1e' = i0e - i1e (sgn x + 1/x), and 1/2 at 0
			return ctx.sub(ctx.call1("special_i0e", x), ctx.mul(s.Out(0), ctx.add(ctx.call1("sgn", x), ctx.reciprocal(x))))
		}))
	}), Saves: in0 | out0},
	{S: "special_ndtr(Tensor self) -> Tensor", In: asSpecial | asOut, Meta: floatUnary, Kernel: floats("ndtr", func(x float64) float64 { return 0.5 * (1 + math.Erf(x/math.Sqrt2)) }),
		Grad: times(func(ctx *Context, x Value) Value {
			return ctx.mul(ctx.exp(ctx.mul(ctx.square(x), -0.5)), 1/math.Sqrt(2*math.Pi))
		}), Saves: in0},
	{S: "special_log_ndtr(Tensor self) -> Tensor", In: asSpecial | asOut, Meta: floatUnary, Kernel: wideUnary("log_ndtr", logNdtr), Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
		log := ctx.neg(ctx.add(s.Out(0), ctx.mul(ctx.square(s.In(0)), 0.5))) // of the density over the distribution, but for a factor
		return ctx.mul(ctx.mul(g, 1/math.Sqrt(2*math.Pi)), ctx.exp(log))
	}), Saves: in0 | out0},
	{S: "special_ndtri(Tensor self) -> Tensor", In: asSpecial | asOut, Meta: floatUnary, Kernel: wideUnary("ndtri", ndtri),
		Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
			return ctx.mul(g, ctx.mul(ctx.exp(ctx.mul(ctx.square(s.Out(0)), 0.5)), math.Sqrt(2*math.Pi)))
		}), Saves: out0},

	{S: "special_xlog1py(Tensor self, Tensor other) -> Tensor", In: asSpecial | asOut, Meta: promotedFloat, Kernel: stepwise("xlog1py_cpu", xlog1py), Grad: xlog1pyGrad, Saves: in0 | in1},
	{S: "special_xlog1py.self_scalar(Scalar self, Tensor other) -> Tensor", In: asSpecial | asOut, Meta: promotedFloat, Kernel: stepwise("xlog1py_cpu", xlog1py), Grad: xlog1pyGrad, Saves: in0 | in1},
	{S: "special_xlog1py.other_scalar(Tensor self, Scalar other) -> Tensor", In: asSpecial | asOut, Meta: promotedFloat, Kernel: stepwise("xlog1py_cpu", xlog1py), Grad: xlog1pyGrad, Saves: in0 | in1},
	{S: "special_zeta(Tensor self, Tensor other) -> Tensor", In: asSpecial | asOut, Meta: promotedFloat, Kernel: wideBinary("zeta", hurwitzZeta), Grad: zetaGrad, Saves: in0 | in1},
	{S: "special_zeta.self_scalar(Scalar self, Tensor other) -> Tensor", In: asSpecial | asOut, Meta: promotedFloat, Kernel: wideBinary("zeta", hurwitzZeta), Grad: zetaGrad, Saves: in0 | in1},
	{S: "special_zeta.other_scalar(Tensor self, Scalar other) -> Tensor", In: asSpecial | asOut, Meta: promotedFloat, Kernel: wideBinary("zeta", hurwitzZeta), Grad: zetaGrad, Saves: in0 | in1},
	{S: "igamma(Tensor self, Tensor other) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Meta: promotedFloatOnly("igamma_cpu"), Kernel: binaryKernel("igamma_cpu", binaryFuncs{f: lowerGamma}), Grad: igammaGrad("igamma", 1), Saves: in0 | in1},
	{S: "igammac(Tensor self, Tensor other) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Meta: promotedFloatOnly("igammac_cpu"), Kernel: binaryKernel("igammac_cpu", binaryFuncs{f: upperGamma}), Grad: igammaGrad("igammac", -1), Saves: in0 | in1},
	{S: "mvlgamma(Tensor self, int p) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Whole: true, Decomp: multivariateLogGamma},

	ungraded("bessel_j0(Tensor self) -> Tensor", "bessel_j0", finiteOnly(math.J0)),
	ungraded("bessel_j1(Tensor self) -> Tensor", "bessel_j1", finiteOnly(math.J1)),
	ungraded("bessel_y0(Tensor self) -> Tensor", "bessel_y0", finiteOnly(math.Y0)),
	ungraded("bessel_y1(Tensor self) -> Tensor", "bessel_y1", finiteOnly(math.Y1)),
	ungraded("modified_bessel_i0(Tensor self) -> Tensor", "modified_bessel_i0", finiteOnly(besselI0)),
	ungraded("modified_bessel_i1(Tensor self) -> Tensor", "modified_bessel_i1", finiteOnly(besselI1)),
	ungraded("modified_bessel_k0(Tensor self) -> Tensor", "modified_bessel_k0", func(x float64) float64 { return besselK(0, x, false) }),
	ungraded("modified_bessel_k1(Tensor self) -> Tensor", "modified_bessel_k1", func(x float64) float64 { return besselK(1, x, false) }),
	ungraded("scaled_modified_bessel_k0(Tensor x) -> Tensor", "scaled_modified_bessel_k0", func(x float64) float64 { return besselK(0, x, true) }),
	ungraded("scaled_modified_bessel_k1(Tensor x) -> Tensor", "scaled_modified_bessel_k1", func(x float64) float64 { return besselK(1, x, true) }),
	ungraded("spherical_bessel_j0(Tensor x) -> Tensor", "spherical_bessel_j0", sphericalJ0),
	ungraded("airy_ai(Tensor x) -> Tensor", "airy_ai", airyAi),
})

var _ = addTable(polynomialEntries())

// polynomialEntries are the families of orthogonal polynomials: each takes points and degrees, one of which may be a number.
func polynomialEntries() []entry {
	var all []entry
	for _, family := range polynomials {
		name := family.name
		f := func(x, n float64) float64 { return family.at(x, int(n)) }
		for _, form := range []string{"(Tensor x, Tensor n)", ".x_scalar(Scalar x, Tensor n)", ".n_scalar(Tensor x, Scalar n)"} {
			all = append(all, entry{S: "special_" + name + form + " -> Tensor", In: asSpecial | asOut, Meta: promotedFloat, Kernel: wideBinary(name, f), NonDiff: true})
		}
	}
	return all
}

// promotedFloatOnly refuses integers, which the incomplete gamma functions do not turn into floats.
func promotedFloatOnly(kernel string) func(*Context, Args) []*Fake {
	return func(ctx *Context, a Args) []*Fake {
		if d := ctx.ResultType(a[0], a[1]); !d.IsFloat() {
			notImplemented(kernel, d)
		}
		return promoted(ctx, a)
	}
}

func xlog1pyGrad(ctx *Context, s *Saved, g []Value) []Value {
	out := []Value{nil, nil}
	x, y := s.In(0), s.In(1)
	if s.Need(0) {
		if isTensor(y) {
			none := ctx.logicalAnd(ctx.eq(x, 0.0), ctx.le(y, -1.0))
			out[0] = ctx.maskedFill(ctx.call1("special_xlog1py", g[0], y), none, 0.0)
		} else {
			out[0] = ctx.mul(g[0], math.Log1p(toFloat(y)))
		}
	}
	if s.Need(1) {
		out[1] = ctx.div(ctx.mul(g[0], x), ctx.add(y, int64(1)))
	}
	return out
}

// zetaGrad uses that zeta falls with its second argument as its own successor in the first.
func zetaGrad(ctx *Context, s *Saved, g []Value) []Value {
	if s.Need(0) {
		throw("NotImplementedError", "the derivative for 'zeta' is not implemented.")
	}
	x, q := s.In(0), s.In(1)
	if !isTensor(x) {
		order := toFloat(x)
		return []Value{nil, ctx.mul(ctx.mul(g[0], ctx.call1("special_zeta.self_scalar", order+1, q)), -order)}
	}
	return []Value{nil, ctx.mul(ctx.mul(g[0], ctx.neg(x)), ctx.call1("special_zeta", ctx.add(x, 1.0), q))}
}

// igammaGrad is the derivative by the second argument: the integrand of the gamma function, of the sign given.
func igammaGrad(name string, sign float64) GradFunc {
	return func(ctx *Context, s *Saved, g []Value) []Value {
		if s.Need(0) {
			throw("NotImplementedError", "the derivative for '%s: input' is not implemented.", name)
		}
		a, x := s.In(0), s.In(1)
		power := ctx.sub(ctx.mul(ctx.sub(a, 1.0), ctx.log(x)), ctx.add(x, ctx.call1("lgamma", a)))
		return []Value{nil, ctx.mul(g[0], ctx.mul(ctx.exp(power), sign))}
	}
}

func multivariateLogGamma(ctx *Context, a Args) []Value {
	x, p := a[0], a.int(1)
	check(p >= 1, "p has to be greater than or equal to 1")
	if d := dtypeOf(x); !d.IsFloat() {
		x = ctx.toDType(x, ctx.floatType(d))
	}
	sum := ctx.call1("lgamma", x)
	for j := 1; j < p; j++ {
		sum = ctx.add(sum, ctx.call1("lgamma", ctx.sub(x, float64(j)/2)))
	}
	return result(ctx.add(sum, float64(p*(p-1))/4*math.Log(math.Pi)))
}

// offZero is a slope where x is not near 0, and 1/2 elsewhere; the function is given numbers that it can divide by. PyTorch's kernel has no 16-bit floats.
func offZero(ctx *Context, kernel string, x Value, slope func(x Value) Value) Value {
	if d := dtypeOf(x); d == tensor.Float16 || d == tensor.BFloat16 {
		throw("NotImplementedError", "\"%s\" not implemented for '%s'", kernel, d.ScalarName())
	}
	off := ctx.gt(ctx.abs(x), epsOf(dtypeOf(x)))
	return ctx.where(off, slope(ctx.where(off, x, ctx.scalarTensor(epsOf(dtypeOf(x)), dtypeOf(x)))), ctx.scalarTensor(0.5, dtypeOf(x)))
}
