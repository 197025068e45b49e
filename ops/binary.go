package ops

import (
	"math"
	"math/cmplx"
	"strings"

	"github.com/magneto-go/magneto/precise/complexes"
	"github.com/magneto-go/magneto/tensor"
)

// promoted is the meta of arithmetic: the promoted type of both arguments.
func promoted(ctx *Context, a Args) []*Fake {
	return fakes(elementwise(ctx, ctx.ResultType(a[0], a[1]), a[0], a[1]))
}

// promotedFloat turns integers into floats.
func promotedFloat(ctx *Context, a Args) []*Fake {
	return fakes(elementwise(ctx, ctx.floatType(ctx.ResultType(a[0], a[1])), a[0], a[1]))
}

// comparison is the meta of predicates of two tensors.
func comparison(ctx *Context, a Args) []*Fake {
	return fakes(elementwise(ctx, tensor.Bool, a[0], a[1]))
}

// binaryKernel computes in the type of the result.
func binaryKernel(name string, f binaryFuncs) func(*Context, Args, []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		runBinary(name, out[0].DType(), out[0], a.tensor(0), a.tensor(1), f)
	}
}

// compareKernel computes in the promoted type of the operands.
func compareKernel(name string, f func(x, y float64) bool, i func(x, y int64) bool, c func(x, y complex128) bool) func(*Context, Args, []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		x, y := a.tensor(0), a.tensor(1)
		switch d := ctx.ResultType(a[0], a[1]); {
		case d.IsComplex():
			if c == nil {
				notImplemented(name, d)
			}
			predicate(out[0], x, y, c)
		case d.IsIntOrBool(): // a number that does not fit the type is wrapped first
			if d != tensor.Int64 && d != tensor.Bool {
				x, y = x.To(d), y.To(d)
			}
			predicate(out[0], x, y, i)
		case d == tensor.Float64:
			predicate(out[0], x, y, f)
		default:
			predicate(out[0], x, y, func(x, y float32) bool { return f(float64(x), float64(y)) })
		}
	}
}

// alphaOf is the factor of add and sub, 1 when not given.
func alphaOf(a Args) Value {
	if len(a) < 3 || a[2] == nil {
		return int64(1)
	}
	return a[2]
}

func isOneScalar(v Value) bool { return v == int64(1) || v == 1.0 }

func checkAlpha(a Args, d tensor.DType) {
	alpha, ok := scalarDType(alphaOf(a))
	check(!ok || !alpha.IsFloat() && !alpha.IsComplex() || !d.IsIntOrBool(), "For integral input tensors, argument alpha must not be a floating point number.")
	check(!ok || alpha != tensor.Bool || d == tensor.Bool, "Boolean alpha only supported for Boolean results.")
}

func addMeta(ctx *Context, a Args) []*Fake {
	f := elementwise(ctx, ctx.ResultType(a[0], a[1]), a[0], a[1])
	checkAlpha(a, f.DType)
	return fakes(f)
}

func subMeta(ctx *Context, a Args) []*Fake {
	if dtypeOf(a[1]) == tensor.Bool && dtypeOf(a[0]) == tensor.Bool {
		throw("NotImplementedError", "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` operator instead.")
	}
	if dtypeOf(a[1]) == tensor.Bool || dtypeOf(a[0]) == tensor.Bool {
		throw("NotImplementedError", "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, use the `~` or `logical_not()` operator instead.")
	}
	return addMeta(ctx, a)
}

func addKernel(ctx *Context, a Args, out []*tensor.Tensor) {
	alpha := alphaOf(a)
	if isOneScalar(alpha) {
		runBinary("add_stub", out[0].DType(), out[0], a.tensor(0), a.tensor(1), binaryFuncs{
			f:   func(x, y float64) float64 { return x + y },
			i:   func(x, y int64) int64 { return x + y },
			c:   func(x, y complex128) complex128 { return x + y },
			f32: addLoop, c64s: complexSums,
		})
		return
	}
	addScaled(out[0], a.tensor(0), a.tensor(1), alpha, 1)
}

func addScaled(out, x, y *tensor.Tensor, alpha Value, sign float64) {
	f := toFloat(alpha) * sign
	i := int64(f)
	if v, ok := alpha.(int64); ok {
		i = v * int64(sign)
	}
	c := complex(f, 0)
	if v, ok := alpha.(complex128); ok {
		c = v * complex(sign, 0)
	}
	if out.DType() == tensor.Float32 {
		f = float64(float32(f))
	}
	runBinary("add_stub", out.DType(), out, x, y, binaryFuncs{
		f: func(x, y float64) float64 { return math.FMA(f, y, x) },
		i: func(x, y int64) int64 { return x + i*y },
		c: func(x, y complex128) complex128 { return x + c*y },
	})
}

func subKernel(ctx *Context, a Args, out []*tensor.Tensor) {
	alpha := alphaOf(a)
	if isOneScalar(alpha) {
		runBinary("add_stub", out[0].DType(), out[0], a.tensor(0), a.tensor(1), binaryFuncs{
			f:   func(x, y float64) float64 { return x - y },
			i:   func(x, y int64) int64 { return x - y },
			c:   func(x, y complex128) complex128 { return x - y },
			f32: subLoop, c64s: complexDifferences,
		})
		return
	}
	addScaled(out[0], a.tensor(0), a.tensor(1), alpha, -1)
}

// scaledGrad multiplies a gradient by alpha unless that is 1.
func scaledGrad(ctx *Context, g, alpha Value) Value {
	if isOneScalar(alpha) {
		return g
	}
	return ctx.mul(g, alpha)
}

func addGrad(ctx *Context, s *Saved, g []Value) []Value {
	return []Value{g[0], scaledGrad(ctx, g[0], alphaOf(s.Args()))}
}

func subGrad(ctx *Context, s *Saved, g []Value) []Value {
	other := Value(nil)
	if s.Need(1) {
		other = ctx.neg(scaledGrad(ctx, g[0], alphaOf(s.Args())))
	}
	return []Value{g[0], other}
}

func mulGrad(ctx *Context, s *Saved, g []Value) []Value {
	out := make([]Value, 2)
	if s.Need(1) {
		out[1] = ctx.call1("mul.Tensor", g[0], conj2(ctx, s.In(0)))
	}
	if s.Need(0) {
		out[0] = ctx.call1("mul.Tensor", g[0], conj2(ctx, s.In(1)))
	}
	return out
}

// conj2 conjugates tensors and numbers.
func conj2(ctx *Context, v Value) Value {
	if c, ok := v.(complex128); ok {
		return cmplx.Conj(c)
	}
	if isTensor(v) {
		return ctx.conj(v)
	}
	return v
}

func divGrad(ctx *Context, s *Saved, g []Value) []Value {
	out := make([]Value, 2)
	if s.Need(1) {
		other := s.In(1)
		quotient := ctx.div(ctx.div(s.In(0), other), other)
		out[1] = ctx.mul(ctx.neg(g[0]), conj2(ctx, quotient))
	}
	if s.Need(0) {
		out[0] = ctx.call1("div.Tensor", g[0], conj2(ctx, s.In(1)))
	}
	return out
}

var mulFuncs = binaryFuncs{
	f:    func(x, y float64) float64 { return x * y },
	i:    func(x, y int64) int64 { return x * y },
	c:    func(x, y complex128) complex128 { return x * y },
	c64s: complexProducts,
	f32:  mulLoop,
}

var divFuncs = binaryFuncs{
	f:   func(x, y float64) float64 { return x / y },
	c:   divComplex,
	f32: divLoop,
}

// floorDivFuncs and truncDivFuncs are integer quotients whose steps are rounded.
func floorDivFuncs(round func(float64) float64) binaryFuncs {
	return binaryFuncs{f: func(x, y float64) float64 { return floorDivFloat(x, y, round) }, i: floorDivInt}
}

func truncDivFuncs(round func(float64) float64) binaryFuncs {
	return binaryFuncs{f: func(x, y float64) float64 { return math.Trunc(round(x / y)) }, i: truncDivInt}
}

var remainderFuncs = binaryFuncs{f: remainderFloat, i: remainderInt}
var fmodFuncs = binaryFuncs{f: math.Mod, i: fmodInt}

func divModeMeta(ctx *Context, a Args) []*Fake {
	switch a.str(2) {
	case "":
		return promotedFloat(ctx, a)
	case "floor", "trunc":
		return promoted(ctx, a)
	}
	throwRuntime("div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '%s'", a.str(2))
	return nil
}

func divModeKernel(ctx *Context, a Args, out []*tensor.Tensor) {
	switch a.str(2) {
	case "":
		binaryKernel("div_true_cpu", divFuncs)(ctx, a, out)
	case "floor":
		floorDivKernel(ctx, a, out)
	case "trunc":
		binaryKernel("div_trunc_cpu", truncDivFuncs(stepsOf(a, out[0].DType())))(ctx, a, out)
	}
}

func floorDivKernel(ctx *Context, a Args, out []*tensor.Tensor) {
	binaryKernel("div_floor_cpu", floorDivFuncs(stepsOf(a, out[0].DType())))(ctx, a, out)
}

// stepsOf is how the steps of a quotient of type d are rounded: to that type, but single precision where it has half and the divisor is one number.
func stepsOf(a Args, d tensor.DType) func(float64) float64 {
	switch {
	case !d.IsFloat():
		return roundingTo(tensor.Float64)
	case isHalf(d) && a.tensor(1).Numel() == 1:
		return roundingTo(tensor.Float32)
	}
	return roundingTo(d)
}

func divModeGrad(ctx *Context, s *Saved, g []Value) []Value {
	if s.Arg(2) == nil {
		return divGrad(ctx, s, g)
	}
	return []Value{ctx.zerosLike(g[0]), ctx.zerosLike(g[0])}
}

func remainderGrad(ctx *Context, s *Saved, g []Value) []Value {
	out := []Value{g[0], nil}
	if s.Need(1) {
		quotient := ctx.call1("div.Tensor_mode", s.In(0), s.In(1), "floor")
		out[1] = ctx.mul(ctx.neg(g[0]), quotient)
	}
	return out
}

func fmodGrad(ctx *Context, s *Saved, g []Value) []Value {
	out := []Value{g[0], nil}
	if s.Need(1) {
		quotient := ctx.call1("div.Tensor_mode", s.In(0), s.In(1), "trunc")
		out[1] = ctx.mul(ctx.neg(g[0]), quotient)
	}
	return out
}

var powFuncs = binaryFuncs{f: powFloat, i: powInt, c: powComplex}

// powsOfTensors have no exponents of their own ways: roots of minus infinity and of negative zero are those of C's pow.
var powsOfTensors = binaryFuncs{f: func(x, y float64) float64 {
	if math.IsInf(x, -1) || x == 0 {
		return math.Pow(x, y)
	}
	return powFloat(x, y)
}, i: powInt, c: powByLogarithm, c64s: powsByLogarithm}

func powMeta(ctx *Context, a Args) []*Fake {
	if d := dtypeOf(a[0]); isTensor(a[0]) && d.IsIntOrBool() {
		if e, ok := a[1].(int64); ok && e < 0 {
			throwRuntime("Integers to negative integer powers are not allowed.")
		}
	}
	return promoted(ctx, a)
}

// powSelfMeta: the power of a number is contiguous, unless the number is 1.
func powSelfMeta(ctx *Context, a Args) []*Fake {
	f := powMeta(ctx, a)[0]
	if !isOneScalar(a[0]) {
		f.Strides = contiguousStrides(f.Sizes)
	}
	return fakes(f)
}

func powScalarGrad(ctx *Context, s *Saved, g []Value) []Value {
	e := s.Arg(1)
	if f, ok := e.(complex128); ok {
		return []Value{ctx.mul(g[0], ctx.conj(ctx.mul(ctx.powScalar(s.In(0), f-1), f))), nil}
	}
	if toFloat(e) == 0 {
		return []Value{ctx.zerosLike(g[0]), nil}
	}
	var less Value
	switch e := e.(type) {
	case int64:
		less = float64(e - 1)
	default:
		less = toFloat(e) - 1
	}
	return []Value{ctx.mul(g[0], ctx.mul(ctx.conj(ctx.powScalar(s.In(0), less)), toFloat(e))), nil}
}

func powTensorGrad(ctx *Context, s *Saved, g []Value) []Value {
	out := make([]Value, 2)
	zero := func() Value { return ctx.scalarTensor(0.0, dtypeOf(g[0])) }
	if s.Need(1) {
		y, x, e := s.Out(0), s.In(0), s.In(1)
		constant := notNegative(ctx, e)
		constant = ctx.logicalAnd(ctx.eq(x, int64(0)), constant)
		if dtypeOf(e).IsComplex() { // below 0 only the complex logarithm is one
			x = ctx.toDType(x, dtypeOf(y))
		}
		slope := ctx.conj(ctx.mul(y, ctx.log(x)))
		out[1] = ctx.mul(g[0], ctx.where(constant, zero(), slope))
	}
	if s.Need(0) {
		x, e := s.In(0), s.In(1)
		slope := ctx.mul(g[0], ctx.conj(ctx.mul(e, ctx.call1("pow.Tensor_Tensor", x, ctx.sub(e, int64(1))))))
		none := zero()
		out[0] = ctx.where(ctx.eq(e, 0.0), none, slope)
	}
	return out
}

func powSelfScalarGrad(ctx *Context, s *Saved, g []Value) []Value {
	base := s.Arg(0)
	c, ok := base.(complex128)
	if !ok && toFloat(base) < 0 && dtypeOf(s.In(1)).IsComplex() { // below 0 only the complex logarithm is one
		c, ok = complex(toFloat(base), 0), true
	}
	if ok && c != 0 {
		return []Value{nil, ctx.mul(g[0], ctx.conj(ctx.mul(s.Out(0), complexes.Log(c))))}
	}
	if toFloat(base) == 0 {
		e := s.In(1)
		return []Value{nil, ctx.where(notNegative(ctx, e), ctx.scalarTensor(0.0, dtypeOf(g[0])), ctx.mul(g[0], ctx.mul(s.Out(0), math.Inf(-1))))}
	}
	return []Value{nil, ctx.mul(g[0], ctx.conj(ctx.mul(s.Out(0), math.Log(toFloat(base)))))}
}

// notNegative says where a power of 0 is constant: real exponents from 0 upwards.
func notNegative(ctx *Context, e Value) Value {
	if !dtypeOf(e).IsComplex() {
		return ctx.ge(e, int64(0))
	}
	return ctx.logicalAnd(ctx.eq(ctx.call1("imag", e), int64(0)), ctx.ge(ctx.call1("real", e), int64(0)))
}

// extremumGrad shares the gradient at equal values; wins and loses say of the first operand that it is, or is not, the extremum.
func extremumGrad(wins, loses func(ctx *Context, a, b Value) Value) GradFunc {
	return func(ctx *Context, s *Saved, g []Value) []Value {
		out := make([]Value, 2)
		a, b := s.In(0), s.In(1)
		share := func(none Value) Value {
			half := ctx.div(g[0], int64(2))
			return ctx.zeroed(ctx.where(ctx.eq(a, b), half, g[0]), none)
		}
		if s.Need(1) {
			out[1] = share(wins(ctx, a, b))
		}
		if s.Need(0) {
			out[0] = share(loses(ctx, a, b))
		}
		return out
	}
}

func bitwiseMeta(name string) func(*Context, Args) []*Fake {
	return func(ctx *Context, a Args) []*Fake {
		intOnly(name, ctx.ResultType(a[0], a[1]))
		return promoted(ctx, a)
	}
}

func bitwise(name string, f func(x, y int64) int64) (func(*Context, Args) []*Fake, func(*Context, Args, []*tensor.Tensor)) {
	return bitwiseMeta(name), binaryKernel(name, binaryFuncs{i: f})
}

func bitEntry(s, name string, f func(x, y int64) int64) entry {
	m, k := bitwise(name, f)
	return entry{S: s, In: asFunction | asMethod | asInPlace | asOut, Meta: m, Kernel: k}
}

// scalarFirst is a bitwise operator whose first operand is a number.
func scalarFirst(name string) entry {
	return entry{S: name + ".Scalar_Tensor(Scalar self, Tensor other) -> Tensor", In: asFunction, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call(name+".Tensor", ctx.scalarTensor(a[0], ctx.ResultType(a[0], a[1])), a[1])
	}}
}

func compareEntry(s, name string, f func(x, y float64) bool, i func(x, y int64) bool, c func(x, y complex128) bool) entry {
	no := 0
	if strings.Contains(s, "Tensor other") {
		no = 1
	}
	return entry{S: s, In: asFunction | asMethod | asInPlace | asOut, Meta: comparison, Kernel: compareKernel(name, f, i, c), NonDiff: true, Grad: zerosForEach, GradNo: no}
}

func logical(f func(x, y bool) bool) func(*Context, Args, []*tensor.Tensor) {
	return compareKernel("logical", func(x, y float64) bool { return f(x != 0, y != 0) }, func(x, y int64) bool { return f(x != 0, y != 0) }, func(x, y complex128) bool { return f(x != 0, y != 0) })
}

var _ = addTable([]entry{
	{S: "add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Num: true, Meta: addMeta, Kernel: addKernel, Grad: addGrad},
	{S: "add.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor", In: asInPlaceOperator, Meta: addMeta, Kernel: addKernel, Grad: addGrad, GradNo: 1},
	{S: "sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Num: true, Meta: subMeta, Kernel: subKernel, Grad: subGrad},
	{S: "sub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor", In: 0, Meta: subMeta, Kernel: subKernel, Grad: subGrad, GradNo: 1},
	{S: "rsub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor", In: asFunction, Whole: true, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("sub.Tensor", a[1], a[0], a[2]) }},
	{S: "rsub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor", In: asFunction, Meta: subMeta, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		subKernel(ctx, Args{a[1], a[0], alphaOf(a)}, out)
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return []Value{ctx.neg(scaledGrad(ctx, g[0], alphaOf(s.Args())))}
	}, GradNo: 1},
	{S: "mul.Tensor(Tensor self, Tensor other) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Num: true, Meta: promoted, Kernel: binaryKernel("mul_cpu", mulFuncs), Grad: mulGrad, SavesFor: []slots{in1, in0}},
	{S: "mul.Scalar(Tensor self, Scalar other) -> Tensor", In: asInPlaceOperator, Meta: promoted, Kernel: binaryKernel("mul_cpu", mulFuncs), Grad: mulGrad, SavesFor: []slots{in1, in0}, GradNo: 1},
	{S: "div.Tensor(Tensor self, Tensor other) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Num: true, Meta: promotedFloat, Kernel: binaryKernel("div_true_cpu", divFuncs), Grad: divGrad, SavesFor: []slots{in1, in0 | in1}},
	{S: "div.Scalar(Tensor self, Scalar other) -> Tensor", In: asInPlaceOperator, Meta: promotedFloat, Kernel: binaryKernel("div_true_cpu", divFuncs), Grad: divGrad, SavesFor: []slots{in1, in0 | in1}, GradNo: 1},
	{S: "div.Tensor_mode(Tensor self, Tensor other, *, str? rounding_mode) -> Tensor", Fills: true, In: asFunction | asMethod | asInPlace | asOut, Num: true, Meta: divModeMeta, Kernel: divModeKernel, Grad: divModeGrad, Saves: in0 | in1, GradNo: 2},
	{S: "floor_divide(Tensor self, Tensor other) -> Tensor", Fills: true, In: asFunction | asMethod | asInPlace | asOut, Num: true, Meta: promoted, Kernel: floorDivKernel, Grad: notDerived("floor_divide"), GradName: notImplementedNode},
	{S: "remainder.Tensor(Tensor self, Tensor other) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Meta: promoted, Kernel: binaryKernel("remainder_cpu", remainderFuncs), Grad: remainderGrad, Saves: in0 | in1, GradNo: 1},
	{S: "remainder.Scalar_Tensor(Scalar self, Tensor other) -> Tensor", In: asFunction, Meta: promoted, Kernel: binaryKernel("remainder_cpu", remainderFuncs), Grad: remainderGrad, Saves: in0 | in1},
	{S: "remainder.Scalar(Tensor self, Scalar other) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Meta: promoted, Kernel: binaryKernel("remainder_cpu", remainderFuncs), Grad: remainderGrad, Saves: in0 | in1},
	{S: "fmod.Tensor(Tensor self, Tensor other) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Meta: promoted, Kernel: binaryKernel("fmod_cpu", fmodFuncs), Grad: fmodGrad, Saves: in0 | in1, GradNo: 1},
	{S: "fmod.Scalar(Tensor self, Scalar other) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Meta: promoted, Kernel: binaryKernel("fmod_cpu", fmodFuncs), Grad: fmodGrad, Saves: in0 | in1},
	{S: "pow.Tensor_Tensor(Tensor self, Tensor exponent) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Meta: powMeta, Kernel: binaryKernel("pow", powsOfTensors), Grad: powTensorGrad, Saves: in0 | in1 | out0, GradNo: 1},
	{S: "pow.Scalar(Scalar self, Tensor exponent) -> Tensor", In: asFunction | asOut, Meta: powSelfMeta, Kernel: binaryKernel("pow", powsOfTensors), Grad: powSelfScalarGrad, Saves: in1 | out0, GradNo: 2},
	{S: "pow.Tensor_Scalar(Tensor self, Scalar exponent) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Meta: powMeta, Kernel: powKernel(binaryKernel("pow", powFuncs)), Grad: powScalarGrad, Saves: in0},
	{S: "float_power.Tensor_Tensor(Tensor self, Tensor exponent) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Decomp: floatPower},
	{S: "float_power.Scalar(Scalar self, Tensor exponent) -> Tensor", In: asFunction, Decomp: floatPower},
	{S: "float_power.Tensor_Scalar(Tensor self, Scalar exponent) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Decomp: floatPower},
	{S: "maximum(Tensor self, Tensor other) -> Tensor", In: asFunction | asMethod | asOut, Meta: promoted, Kernel: binaryKernel("maximum", binaryFuncs{f: maxNaN, i: func(x, y int64) int64 { return max(x, y) }}), Grad: extremumGrad((*Context).gt, (*Context).lt), Saves: in0 | in1},
	{S: "minimum(Tensor self, Tensor other) -> Tensor", In: asFunction | asMethod | asOut, Meta: promoted, Kernel: binaryKernel("minimum", binaryFuncs{f: minNaN, i: func(x, y int64) int64 { return min(x, y) }}), Grad: extremumGrad((*Context).lt, (*Context).gt), Saves: in0 | in1},
	{S: "fmax(Tensor self, Tensor other) -> Tensor", In: asFunction | asMethod | asOut, Meta: promoted, Kernel: binaryKernel("fmax", binaryFuncs{f: func(x, y float64) float64 {
		if math.IsNaN(x) {
			return y
		}
		if math.IsNaN(y) {
			return x
		}
		return math.Max(x, y)
	}, i: func(x, y int64) int64 { return max(x, y) }}), Grad: extremumGrad((*Context).gt, (*Context).lt), Saves: in0 | in1},
	{S: "fmin(Tensor self, Tensor other) -> Tensor", In: asFunction | asMethod | asOut, Meta: promoted, Kernel: binaryKernel("fmin", binaryFuncs{f: func(x, y float64) float64 {
		if math.IsNaN(x) {
			return y
		}
		if math.IsNaN(y) {
			return x
		}
		return math.Min(x, y)
	}, i: func(x, y int64) int64 { return min(x, y) }}), Grad: extremumGrad((*Context).lt, (*Context).gt), Saves: in0 | in1},
	{S: "atan2(Tensor self, Tensor other) -> Tensor", Fills: true, In: asFunction | asMethod | asInPlace | asOut, Meta: promotedFloat, Kernel: binaryKernel("atan2_cpu", binaryFuncs{f: math.Atan2}), Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		y, x := s.In(0), s.In(1)
		square := ctx.mul(x, x)
		square = ctx.add(ctx.mul(y, y), square)
		r := ctx.maskedFill(ctx.reciprocal(square), ctx.eq(square, int64(0)), int64(0))
		return []Value{ctx.mul(ctx.mul(g[0], x), r), ctx.mul(ctx.mul(g[0], ctx.neg(y)), r)}
	}, Saves: in0 | in1},
	{S: "hypot(Tensor self, Tensor other) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Meta: promoted, Kernel: binaryKernel("hypot_cpu", binaryFuncs{f: math.Hypot}), Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		other := ctx.div(ctx.mul(g[0], s.In(1)), s.Out(0))
		return []Value{ctx.div(ctx.mul(g[0], s.In(0)), s.Out(0)), other}
	}, Saves: in0 | in1 | out0},
	{S: "copysign.Tensor(Tensor self, Tensor other) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Meta: promotedFloat, Kernel: binaryKernel("copysign", binaryFuncs{f: math.Copysign}), Grad: copysignGrad, Saves: in0 | out0},
	{S: "copysign.Scalar(Tensor self, Scalar other) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Meta: promotedFloat, Kernel: binaryKernel("copysign", binaryFuncs{f: math.Copysign}), Grad: copysignGrad, Saves: in0 | out0, GradNo: 1},
	{S: "nextafter(Tensor self, Tensor other) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Meta: promoted, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		if out[0].DType() == tensor.Float32 {
			mapBinary(out[0], a.tensor(0), a.tensor(1), func(x, y float32) float32 {
				if x == y { // of zeros the second
					return y
				}
				return math.Nextafter32(x, y)
			})
			return
		}
		next := func(x, y float64) float64 {
			if x == y {
				return y
			}
			return math.Nextafter(x, y)
		}
		if d := out[0].DType(); d == tensor.Float16 || d == tensor.BFloat16 {
			next = nextInSmall(d)
		}
		binaryKernel("nextafter_cpu", binaryFuncs{f: next})(ctx, a, out)
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return []Value{ctx.mul(g[0], ctx.ne(s.In(0), s.In(1))), ctx.zerosLike(g[0])}
	}, Saves: in0 | in1},
	{S: "logaddexp(Tensor self, Tensor other) -> Tensor", In: asFunction | asMethod | asOut, Meta: promoted, Kernel: binaryKernel("logaddexp_cpu", binaryFuncs{f: func(x, y float64) float64 {
		if math.IsInf(x, 0) && x == y {
			return x
		}
		m := math.Max(x, y)
		return m + math.Log1p(math.Exp(-math.Abs(x-y)))
	}, c: logAddExpComplex}), Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return sharesOfSum(ctx, s, g[0], ctx.exp)
	}, Saves: in0 | in1},
	{S: "logaddexp2(Tensor self, Tensor other) -> Tensor", In: asFunction | asMethod | asOut, Meta: promoted, Kernel: binaryKernel("logaddexp2_cpu", binaryFuncs{f: func(x, y float64) float64 {
		if math.IsInf(x, 0) && x == y {
			return x
		}
		m := math.Max(x, y)
		return m + math.Log1p(math.Exp2(-math.Abs(x-y)))/math.Ln2
	}}), Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return sharesOfSum(ctx, s, g[0], func(v Value) Value { return ctx.call1("pow.Scalar", int64(2), v) })
	}, Saves: in0 | in1},
	{S: "xlogy.Tensor(Tensor self, Tensor other) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: promotedFloat, Kernel: stepwise("xlogy", xlogy), Grad: xlogyGrad, Saves: in0 | in1},
	{S: "xlogy.Scalar_Self(Scalar self, Tensor other) -> Tensor", In: asFunction | asOut, Meta: promotedFloat, Kernel: stepwise("xlogy", xlogy), Grad: xlogyGrad, Saves: in0 | in1},
	{S: "xlogy.Scalar_Other(Tensor self, Scalar other) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: promotedFloat, Kernel: stepwise("xlogy", xlogy), Grad: xlogyGrad, Saves: in0 | in1},
	{S: "gcd(Tensor self, Tensor other) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: promoted, Kernel: binaryKernel("gcd_cpu", binaryFuncs{i: gcdInt})},
	{S: "lcm(Tensor self, Tensor other) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: promoted, Kernel: binaryKernel("lcm_cpu", binaryFuncs{i: func(x, y int64) int64 {
		g := gcdInt(x, y)
		if g == 0 {
			return 0
		}
		return absInt(x / g * y)
	}})},
	{S: "heaviside(Tensor self, Tensor values) -> Tensor", Fills: true, In: asFunction | asMethod | asInPlace | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		check(dtypeOf(a[0]) == dtypeOf(a[1]), "heaviside is not yet implemented for tensors with different dtypes.")
		return promoted(ctx, a)
	}, Kernel: binaryKernel("heaviside", binaryFuncs{f: func(x, y float64) float64 {
		switch {
		case x == 0:
			return y
		case x > 0:
			return 1
		}
		return 0
	}, i: func(x, y int64) int64 {
		switch {
		case x == 0:
			return y
		case x > 0:
			return 1
		}
		return 0
	}}), Grad: notDerived("heaviside"), GradName: notImplementedNode},
	{S: "ldexp.Tensor(Tensor self, Tensor other) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		power := a[1]
		if d := dtypeOf(a[0]); (d.IsFloat() || d.IsComplex()) && !dtypeOf(power).IsFloat() && !dtypeOf(power).IsComplex() {
			power = ctx.toDType(power, d) // so that the type of self stays
		}
		return result(ctx.mul(a[0], ctx.call1("pow.Scalar", 2.0, power)))
	}},
	bitEntry("bitwise_and.Tensor(Tensor self, Tensor other) -> Tensor", "bitwise_and_cpu", func(x, y int64) int64 { return x & y }),
	bitEntry("bitwise_and.Scalar(Tensor self, Scalar other) -> Tensor", "bitwise_and_cpu", func(x, y int64) int64 { return x & y }),
	scalarFirst("bitwise_and"),
	bitEntry("bitwise_or.Tensor(Tensor self, Tensor other) -> Tensor", "bitwise_or_cpu", func(x, y int64) int64 { return x | y }),
	bitEntry("bitwise_or.Scalar(Tensor self, Scalar other) -> Tensor", "bitwise_or_cpu", func(x, y int64) int64 { return x | y }),
	scalarFirst("bitwise_or"),
	bitEntry("bitwise_xor.Tensor(Tensor self, Tensor other) -> Tensor", "bitwise_xor_cpu", func(x, y int64) int64 { return x ^ y }),
	bitEntry("bitwise_xor.Scalar(Tensor self, Scalar other) -> Tensor", "bitwise_xor_cpu", func(x, y int64) int64 { return x ^ y }),
	scalarFirst("bitwise_xor"),
	bitEntry("bitwise_left_shift.Tensor(Tensor self, Tensor other) -> Tensor", "lshift_cpu", shiftLeft),
	bitEntry("bitwise_left_shift.Tensor_Scalar(Tensor self, Scalar other) -> Tensor", "lshift_cpu", shiftLeft),
	scalarFirst("bitwise_left_shift"),
	bitEntry("bitwise_right_shift.Tensor(Tensor self, Tensor other) -> Tensor", "rshift_cpu", shiftRight),
	bitEntry("bitwise_right_shift.Tensor_Scalar(Tensor self, Scalar other) -> Tensor", "rshift_cpu", shiftRight),
	scalarFirst("bitwise_right_shift"),
	compareEntry("eq.Tensor(Tensor self, Tensor other) -> Tensor", "eq_cpu", func(x, y float64) bool { return x == y }, func(x, y int64) bool { return x == y }, func(x, y complex128) bool { return x == y }),
	compareEntry("eq.Scalar(Tensor self, Scalar other) -> Tensor", "eq_cpu", func(x, y float64) bool { return x == y }, func(x, y int64) bool { return x == y }, func(x, y complex128) bool { return x == y }),
	compareEntry("ne.Tensor(Tensor self, Tensor other) -> Tensor", "ne_cpu", func(x, y float64) bool { return x != y }, func(x, y int64) bool { return x != y }, func(x, y complex128) bool { return x != y }),
	compareEntry("ne.Scalar(Tensor self, Scalar other) -> Tensor", "ne_cpu", func(x, y float64) bool { return x != y }, func(x, y int64) bool { return x != y }, func(x, y complex128) bool { return x != y }),
	compareEntry("lt.Tensor(Tensor self, Tensor other) -> Tensor", "lt_cpu", func(x, y float64) bool { return x < y }, func(x, y int64) bool { return x < y }, nil),
	compareEntry("lt.Scalar(Tensor self, Scalar other) -> Tensor", "lt_cpu", func(x, y float64) bool { return x < y }, func(x, y int64) bool { return x < y }, nil),
	compareEntry("le.Tensor(Tensor self, Tensor other) -> Tensor", "le_cpu", func(x, y float64) bool { return x <= y }, func(x, y int64) bool { return x <= y }, nil),
	compareEntry("le.Scalar(Tensor self, Scalar other) -> Tensor", "le_cpu", func(x, y float64) bool { return x <= y }, func(x, y int64) bool { return x <= y }, nil),
	compareEntry("gt.Tensor(Tensor self, Tensor other) -> Tensor", "gt_cpu", func(x, y float64) bool { return x > y }, func(x, y int64) bool { return x > y }, nil),
	compareEntry("gt.Scalar(Tensor self, Scalar other) -> Tensor", "gt_cpu", func(x, y float64) bool { return x > y }, func(x, y int64) bool { return x > y }, nil),
	compareEntry("ge.Tensor(Tensor self, Tensor other) -> Tensor", "ge_cpu", func(x, y float64) bool { return x >= y }, func(x, y int64) bool { return x >= y }, nil),
	compareEntry("ge.Scalar(Tensor self, Scalar other) -> Tensor", "ge_cpu", func(x, y float64) bool { return x >= y }, func(x, y int64) bool { return x >= y }, nil),
	{S: "logical_and(Tensor self, Tensor other) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Meta: comparison, Kernel: logical(func(x, y bool) bool { return x && y }), NonDiff: true},
	{S: "logical_or(Tensor self, Tensor other) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Meta: comparison, Kernel: logical(func(x, y bool) bool { return x || y }), NonDiff: true},
	{S: "logical_xor(Tensor self, Tensor other) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Meta: comparison, Kernel: logical(func(x, y bool) bool { return x != y }), NonDiff: true},
	{S: "isclose(Tensor self, Tensor other, float rtol=1.0000000000000001e-05, float atol=1e-08, bool equal_nan=False) -> Tensor", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value {
		x, y := a[0], a[1]
		check(dtypeOf(x) == dtypeOf(y), "%s did not match %s", dtypeOf(x).ScalarName(), dtypeOf(y).ScalarName())
		close := ctx.eq(x, y)
		if a.bool(4) {
			close = ctx.call1("logical_or", close, ctx.logicalAnd(ctx.call1("isnan", x), ctx.call1("isnan", y)))
		}
		if a.float(2) == 0 && a.float(3) == 0 {
			return result(close)
		}
		if dtypeOf(x).IsIntOrBool() {
			x, y = ctx.toDType(x, tensor.Float64), ctx.toDType(y, tensor.Float64)
		}
		allowed := ctx.add(ctx.abs(ctx.mul(y, a.float(2))), a.float(3))
		diff := ctx.abs(ctx.sub(x, y))
		finite := ctx.call1("isfinite", diff)
		near := ctx.le(diff, allowed)
		return result(ctx.onFresh("bitwise_or.Tensor", close, ctx.onFresh("bitwise_and.Tensor", finite, near)))
	}},
	{S: "addcmul(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Meta: ternaryPromoted, Kernel: ternaryKernel(func(v float64) func(x, y, z float64) float64 {
		return func(x, y, z float64) float64 { return math.FMA(v*y, z, x) }
	}, func(v, x, y, z int64) int64 { return x + v*y*z }, func(v, x, y, z complex128) complex128 { return x + v*y*z }),
		Grad: func(ctx *Context, s *Saved, g []Value) []Value {
			v := s.Arg(3)
			return []Value{g[0], ctx.mul(g[0], ctx.conj(scaledGrad(ctx, s.In(2), v))), ctx.mul(g[0], ctx.conj(scaledGrad(ctx, s.In(1), v)))}
		}, Saves: in1 | in2},
	{S: "addcdiv(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Meta: ternaryPromoted, Kernel: ternaryKernel(func(v float64) func(x, y, z float64) float64 {
		return func(x, y, z float64) float64 { return x + v*y/z }
	}, nil, func(v, x, y, z complex128) complex128 { return x + v*y/z }),
		Grad: func(ctx *Context, s *Saved, g []Value) []Value {
			v := s.Arg(3)
			a, b := s.In(1), s.In(2)
			return []Value{g[0], ctx.mul(g[0], ctx.conj(ctx.div(scaledGrad(ctx, ctx.onesLike(b), v), b))), ctx.neg(ctx.mul(g[0], ctx.conj(ctx.div(ctx.mul(a, v), ctx.mul(b, b)))))}
		}, Saves: in1 | in2},
	{S: "lerp.Scalar(Tensor self, Tensor end, Scalar weight) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		check(dtypeOf(a[0]) == dtypeOf(a[1]), "expected dtype %s for `end` but got dtype %s", dtypeOf(a[0]).CName(), dtypeOf(a[1]).CName())
		return promoted(ctx, a)
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		weight := tensor.Scalar(tensor.Float64, a.float(2))
		if w, ok := a[2].(complex128); ok {
			weight = tensor.Scalar(tensor.Complex128, w)
		}
		mapLerp(out[0], a.tensor(0), a.tensor(1), weight)
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		if w, ok := s.Arg(2).(complex128); ok {
			end := ctx.mul(g[0], cmplx.Conj(w))
			return []Value{ctx.mul(g[0], cmplx.Conj(1-w)), end}
		}
		w := s.Args().float(2)
		end := ctx.mul(g[0], w)
		return []Value{ctx.mul(g[0], 1-w), end}
	}},
	{S: "lerp.Tensor(Tensor self, Tensor end, Tensor weight) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		d := dtypeOf(a[0])
		check(d == dtypeOf(a[1]), "expected dtype %s for `end` but got dtype %s", d.CName(), dtypeOf(a[1]).CName())
		check(dimOf(a[2]) == 0 || d == dtypeOf(a[2]), "expected dtype %s for `weight` but got dtype %s", d.CName(), dtypeOf(a[2]).CName())
		return fakes(elementwise(ctx, d, a[0], a[1], a[2]))
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		mapLerp(out[0], a.tensor(0), a.tensor(1), a.tensor(2))
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		w := s.In(2)
		end := ctx.mul(g[0], ctx.conj(w))
		return []Value{ctx.mul(g[0], ctx.conj(ctx.call1("rsub.Scalar", w, int64(1)))), end, ctx.mul(g[0], ctx.conj(ctx.sub(s.In(1), s.In(0))))}
	}, Saves: in0 | in1 | in2, GradNo: 1},
	{S: "where(Tensor condition) -> Tensor[]", In: asFunction, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("nonzero_numpy", a[0]) }},
	{S: "where.self(Tensor condition, Tensor self, Tensor other) -> Tensor", In: asFunction | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		check(dtypeOf(a[0]) == tensor.Bool || dtypeOf(a[0]) == tensor.Uint8, "where expected condition to be a boolean tensor, but got a tensor with dtype %s", dtypeOf(a[0]).ScalarName())
		return fakes(elementwise(ctx, ctx.ResultType(a[1], a[2]), a[0], a[1], a[2]))
	}, Kernel: whereKernel, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		c := s.In(0)
		out := []Value{nil, nil, nil}
		if s.Need(2) {
			out[2] = ctx.where(c, ctx.scalarTensor(int64(0), dtypeOf(g[0])), g[0])
		}
		if s.Need(1) {
			out[1] = ctx.where(c, g[0], ctx.scalarTensor(int64(0), dtypeOf(g[0])))
		}
		return out
	}, Saves: in0},
	{S: "where.ScalarSelf(Tensor condition, Scalar self, Tensor other) -> Tensor", In: asFunction, Decomp: whereScalars},
	{S: "where.ScalarOther(Tensor condition, Tensor self, Scalar other) -> Tensor", In: asFunction, Decomp: whereScalars},
	{S: "where.Scalar(Tensor condition, Scalar self, Scalar other) -> Tensor", In: asFunction, Decomp: whereScalars},
	{S: "clamp.Tensor(Tensor self, Tensor? min=None, Tensor? max=None) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		check(!a.none(1) || !a.none(2), "torch.clamp: At least one of 'min' or 'max' must not be None")
		return fakes(elementwise(ctx, ctx.ResultType(a[0], a[1], a[2]), a[0], a[1], a[2]))
	}, Kernel: clampTensorKernel, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return clampGrad(ctx, s, g[0])
	}, Saves: in0 | in1 | in2},
	{S: "clamp(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		check(!a.none(1) || !a.none(2), "torch.clamp: At least one of 'min' or 'max' must not be None")
		return fakes(elementwise(ctx, ctx.ResultType(a[0], a[1], a[2]), a[0]))
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		b := Args{a[0], nil, nil}
		for i := 1; i <= 2; i++ {
			if !a.none(i) {
				b[i] = tensor.Scalar(out[0].DType(), a[i])
			}
		}
		clampTensorKernel(ctx, b, out)
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		x, lo, hi := s.In(0), s.In(1), s.In(2)
		none := ctx.scalarTensor(0.0, dtypeOf(g[0]))
		var inside Value
		switch {
		case lo != nil && hi != nil:
			above := ctx.gt(x, lo)
			inside = ctx.logicalAnd(above, ctx.lt(x, hi))
		case lo != nil:
			inside = ctx.gt(x, lo)
		default:
			inside = ctx.lt(x, hi)
		}
		return []Value{ctx.where(inside, g[0], none)}
	}, Saves: in0, GradNo: 1},
	clampedFrom("clamp_min(Tensor self, Scalar min) -> Tensor", "gt", 1),
	clampedFrom("clamp_max(Tensor self, Scalar max) -> Tensor", "lt", 2),
	{S: "clamp_min.Tensor(Tensor self, Tensor min) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Whole: true, GradNo: 1, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("clamp.Tensor", a[0], a[1], nil) }},
	{S: "clamp_max.Tensor(Tensor self, Tensor max) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Whole: true, GradNo: 1, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("clamp.Tensor", a[0], nil, a[1]) }},
	{S: "complex(Tensor real, Tensor imag) -> Tensor", Fills: true, In: asFunction | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		d := dtypeOf(a[0])
		check(d.IsFloat() && d != tensor.BFloat16, "Expected both inputs to be Half, Float or Double tensors but got %s and %s", d.ScalarName(), dtypeOf(a[1]).ScalarName())
		check(d == dtypeOf(a[1]), "Expected object of scalar type %s but got scalar type %s for second argument", d.ScalarName(), dtypeOf(a[1]).ScalarName())
		return fakes(elementwise(ctx, d.ToComplex(), a[0], a[1]))
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		mapBinary(out[0], a.tensor(0), a.tensor(1), func(x, y complex128) complex128 { return complex(real(x), real(y)) })
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		imag := ctx.call1("imag", g[0])
		return []Value{ctx.call1("real", g[0]), imag}
	}},
	{S: "polar(Tensor abs, Tensor angle) -> Tensor", Fills: true, In: asFunction | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		d := dtypeOf(a[0])
		check(d.IsFloat() && d != tensor.BFloat16, "Expected both inputs to be Half, Float or Double tensors but got %s and %s", d.ScalarName(), dtypeOf(a[1]).ScalarName())
		check(d == dtypeOf(a[1]), "Expected object of scalar type %s but got scalar type %s for second argument", d.ScalarName(), dtypeOf(a[1]).ScalarName())
		return fakes(elementwise(ctx, dtypeOf(a[0]).ToComplex(), a[0], a[1]))
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		mapBinary(out[0], a.tensor(0), a.tensor(1), func(x, y complex128) complex128 { return cmplx.Rect(real(x), real(y)) })
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		y, turned := s.Out(0), ctx.conj(g[0])
		return []Value{ctx.call1("real", ctx.mul(turned, ctx.call1("sgn", y))), ctx.call1("real", ctx.mul(turned, ctx.mul(y, 1i)))}
	}, Saves: out0},
})

func floatPower(ctx *Context, a Args) []Value {
	d := tensor.Float64
	for _, v := range a[:2] {
		if ctx.ResultType(v).IsComplex() {
			d = tensor.Complex128
		}
	}
	conv := func(ctx *Context, v Value) Value {
		if isTensor(v) {
			return ctx.toDType(v, d)
		}
		return v
	}
	x, e := conv(ctx, a[0]), conv(ctx, a[1])
	switch {
	case !isTensor(x):
		return ctx.call("pow.Scalar", x, e)
	case isTensor(e):
		return ctx.call("pow.Tensor_Tensor", x, e)
	}
	return ctx.call("pow.Tensor_Scalar", x, e)
}
