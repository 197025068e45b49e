package ops

import (
	"math"
	"strings"

	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/loop/maths"
	"github.com/magneto-go/magneto/tensor"
)

// loopTable gives the loop bodies of elementwise operators by their full names. They are attached to the entries when the
// registry is built.
var loopTable = func() map[string]*loopBody {
	t := map[string]*loopBody{}
	for name, f := range unaryBodies {
		t[name] = &loopBody{result: f, compute: computeOut}
	}
	for _, name := range []string{"exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sinh", "cosh", "tanh", "sigmoid", "silu", "rsqrt", "erf"} {
		t[name] = &loopBody{result: mathBody(name), compute: computeOut}
	}
	for _, name := range []string{"sin", "cos", "tan"} {
		t[name] = &loopBody{result: angleBody(name), compute: computeOut, within: smallAngles}
	}
	for name, f := range binaryBodies {
		for _, overload := range []string{".Tensor", ".Scalar"} {
			t[name+overload] = &loopBody{result: f, compute: computeOut, form: alphaForm}
		}
	}
	for name, f := range predicateBodies {
		for _, overload := range []string{".Tensor", ".Scalar"} {
			t[name+overload] = &loopBody{result: f, compute: computePromoted}
		}
	}
	for name, f := range activationBodies {
		t[name] = &loopBody{result: floatsOnly(f), compute: computeOut}
	}
	for name, f := range logicBodies {
		t[name] = &loopBody{result: f, compute: computeOut}
	}
	for name, o := range bitBodies {
		for _, overload := range []string{".Tensor", ".Scalar"} {
			t[name+overload] = &loopBody{result: numbersOr(o, o), compute: computeOut}
		}
	}
	for name, body := range otherBodies {
		t[name] = body
	}
	for _, name := range strings.Fields(withEnds) {
		t[name].ends = true
	}
	return t
}()

// withEnds lists the operators whose functions PyTorch computes otherwise at the end of a run.
const withEnds = "exp2 sigmoid silu silu_backward mish softplus softplus_backward elu elu_backward gelu gelu_backward pow.Tensor_Scalar pow.Tensor_Tensor pow.Scalar logaddexp"

// computeOut computes in the type of the result.
func computeOut(ctx *Context, a Args, out tensor.DType) tensor.DType { return out }

// computePromoted computes in the common type of the arguments, for results of another type.
func computePromoted(ctx *Context, a Args, out tensor.DType) tensor.DType {
	return ctx.ResultType(a...)
}

func mathBody(name string) func(b *bodyBuilder) ir.ID {
	return func(b *bodyBuilder) ir.ID {
		if !b.isFloat() {
			return 0
		}
		v, err := maths.Named(b.k, name, b.x(0))
		if err != nil {
			return 0
		}
		return v
	}
}

// floatsOnly is for bodies whose operations integers have not.
func floatsOnly(f func(b *bodyBuilder) ir.ID) func(b *bodyBuilder) ir.ID {
	return func(b *bodyBuilder) ir.ID {
		if !b.isFloat() {
			return 0
		}
		return f(b)
	}
}

// numbersOnly is for bodies that bools have not.
func numbersOnly(f func(b *bodyBuilder) ir.ID) func(b *bodyBuilder) ir.ID {
	return func(b *bodyBuilder) ir.ID {
		if b.t == ir.Bool {
			return 0
		}
		return f(b)
	}
}

func one1(o ir.Op) func(b *bodyBuilder) ir.ID {
	return func(b *bodyBuilder) ir.ID { return b.do(o, b.x(0)) }
}

var unaryBodies = map[string]func(b *bodyBuilder) ir.ID{
	"neg":        numbersOnly(one1(ir.Neg)),
	"abs":        numbersOnly(one1(ir.Abs)),
	"sqrt":       floatsOnly(one1(ir.Sqrt)),
	"floor":      floatsOnly(one1(ir.Floor)),
	"ceil":       floatsOnly(one1(ir.Ceil)),
	"trunc":      floatsOnly(one1(ir.Trunc)),
	"round":      floatsOnly(one1(ir.Round)),
	"reciprocal": floatsOnly(func(b *bodyBuilder) ir.ID { return b.do(ir.Div, b.c(1), b.x(0)) }),
	"relu":       numbersOnly(func(b *bodyBuilder) ir.ID { return b.do(ir.Max, b.x(0), b.c(0)) }),
	"frac":       floatsOnly(func(b *bodyBuilder) ir.ID { return b.do(ir.Sub, b.x(0), b.do(ir.Trunc, b.x(0))) }),
	"sign":       signBody,
	"sgn":        signBody,
	"fill.Scalar": func(b *bodyBuilder) ir.ID {
		return b.number(1, b.t)
	},
	"clone": func(b *bodyBuilder) ir.ID { return b.x(0) },
}

var signBody = numbersOnly(func(b *bodyBuilder) ir.ID {
	x, zero := b.x(0), b.c(0)
	return b.pick(b.do(ir.Lt, zero, x), b.c(1), b.pick(b.do(ir.Lt, x, zero), b.c(-1), zero))
})

// alphaForm tells whether add and sub scale their second operand.
func alphaForm(a Args) string {
	if len(a) > 2 && !isOneScalar(a[2]) {
		return "scaled"
	}
	return ""
}

// plusScaled is x + y·alpha, or x − y·alpha, which floats round once, as in PyTorch's kernels.
func plusScaled(b *bodyBuilder, x, y ir.ID, minus bool) ir.ID {
	sum, fused := ir.Add, ir.FMA
	if minus {
		sum, fused = ir.Sub, ir.FNMA
	}
	if len(b.args) < 3 || isOneScalar(b.args[2]) {
		return b.do(sum, x, y)
	}
	alpha := b.number(2, b.t)
	if b.isFloat() {
		return b.do(fused, y, alpha, x)
	}
	return b.do(sum, x, b.do(ir.Mul, y, alpha))
}

var binaryBodies = map[string]func(b *bodyBuilder) ir.ID{
	"add": numbersOnly(func(b *bodyBuilder) ir.ID { return plusScaled(b, b.x(0), b.x(1), false) }),
	"sub": numbersOnly(func(b *bodyBuilder) ir.ID { return plusScaled(b, b.x(0), b.x(1), true) }),
	"mul": numbersOr(ir.Mul, ir.And),
	"div": floatsOnly(func(b *bodyBuilder) ir.ID { return b.do(ir.Div, b.x(0), b.x(1)) }),
}

// predicateBodies compare in the promoted type.
var predicateBodies = map[string]func(b *bodyBuilder) ir.ID{
	"eq": comparing(ir.Eq, 0, 1),
	"ne": comparing(ir.Ne, 0, 1),
	"lt": comparing(ir.Lt, 0, 1),
	"le": comparing(ir.Le, 0, 1),
	"gt": comparing(ir.Lt, 1, 0),
	"ge": comparing(ir.Le, 1, 0),
}

// pickBody is where(cond, x, y).
func pickBody(b *bodyBuilder) ir.ID {
	cond, ok := b.loaded[0]
	if !ok || b.k.TypeOf(cond) != ir.Bool {
		return 0
	}
	if b.t == ir.Bool {
		return b.do(ir.Or, b.do(ir.And, cond, b.x(1)), b.do(ir.And, b.do(ir.Not, cond), b.x(2)))
	}
	return b.pick(cond, b.x(1), b.x(2))
}

// geluDerivative is g·(Φ(x) + x·φ(x)).
func geluDerivative(b *bodyBuilder) ir.ID {
	g, x := b.x(0), b.x(1)
	if b.args[2] != "none" {
		return geluTanhDerivative(b, g, x)
	}
	twice := maths.NormalCDF(b.k, x)
	exp, err := maths.Named(b.k, "exp", b.do(ir.Mul, b.do(ir.Mul, x, x), b.c(-0.5)))
	if twice == 0 || err != nil {
		return 0
	}
	cdf := b.do(ir.Mul, b.c(0.5), twice)
	pdf := b.do(ir.Mul, exp, b.c(0.39894228040143267794))
	return b.do(ir.Mul, g, b.do(ir.Add, cdf, b.do(ir.Mul, x, pdf)))
}

// geluTanhDerivative is that of the approximation by tanh.
func geluTanhDerivative(b *bodyBuilder, g, x ir.ID) ir.ID {
	beta, kappa := b.c(math.Sqrt2/math.SqrtPi), 0.044715
	square := b.do(ir.Mul, x, x)
	t, err := maths.Named(b.k, "tanh", b.do(ir.Mul, beta, b.do(ir.FMA, b.c(kappa), b.do(ir.Mul, square, x), x)))
	if err != nil {
		return 0
	}
	half := b.do(ir.Mul, b.c(0.5), x)
	left := b.do(ir.Mul, b.c(0.5), b.do(ir.Add, b.c(1), t))
	slope := b.do(ir.Mul, beta, b.do(ir.FMA, b.do(ir.Mul, b.c(3), b.c(kappa)), square, b.c(1)))
	right := b.do(ir.Mul, b.do(ir.Mul, half, b.do(ir.FNMA, t, t, b.c(1))), slope)
	return b.do(ir.Mul, g, b.do(ir.Add, left, right))
}

var otherBodies = map[string]*loopBody{
	"rsub.Scalar": {compute: computeOut, form: alphaForm, result: numbersOnly(func(b *bodyBuilder) ir.ID {
		return plusScaled(b, b.x(1), b.x(0), true)
	})},
	"remainder.Scalar": {compute: computeOut, form: divisorForm, result: quotients(floorRest)},
	"fmod.Scalar": {compute: computeOut, form: divisorForm, result: quotients(func(b *bodyBuilder, x, y ir.ID) ir.ID {
		return b.do(ir.Rem, x, y)
	})},
	"floor_divide": {compute: computeOut, form: divisorForm, result: quotients(func(b *bodyBuilder, x, y ir.ID) ir.ID {
		quotient := b.do(ir.Div, x, y)
		return b.pick(roundsDown(b, b.do(ir.Rem, x, y), y), b.do(ir.Sub, quotient, b.c(1)), quotient)
	})},
	"maximum":    {compute: computeOut, result: numbersOr(ir.Max, ir.Or)},
	"minimum":    {compute: computeOut, result: numbersOr(ir.Min, ir.And)},
	"where.self": {compute: computeOut, result: pickBody},
	"masked_fill.Scalar": {compute: computeOut, result: func(b *bodyBuilder) ir.ID {
		mask, ok := b.loaded[1]
		if !ok || b.k.TypeOf(mask) != ir.Bool || b.t == ir.Bool {
			return 0
		}
		return b.pick(mask, b.number(2, b.t), b.x(0))
	}},
	"_to_copy": {compute: computeOut, form: targetForm, result: func(b *bodyBuilder) ir.ID {
		return b.as(b.t, b.loaded[0])
	}},
	"addcmul": {compute: computeOut, result: floatsOnly(func(b *bodyBuilder) ir.ID {
		return b.do(ir.FMA, b.do(ir.Mul, b.number(3, b.t), b.x(1)), b.x(2), b.x(0))
	})},
	"addcdiv": {compute: computeOut, result: floatsOnly(func(b *bodyBuilder) ir.ID {
		return b.do(ir.Add, b.x(0), b.do(ir.Div, b.do(ir.Mul, b.number(3, b.t), b.x(1)), b.x(2)))
	})},
	"nan_to_num": {compute: computeOut, form: givenForm, result: floatsOnly(numberBody)},
	"logaddexp":  {compute: computeOut, result: floatsOnly(logAddExpBody)},
	"tanh_backward": {compute: computeOut, result: floatsOnly(func(b *bodyBuilder) ir.ID {
		y := b.x(1)
		return b.do(ir.Mul, b.x(0), b.do(ir.FNMA, y, y, b.c(1)))
	})},
	"sigmoid_backward": {compute: computeOut, result: floatsOnly(func(b *bodyBuilder) ir.ID {
		y := b.x(1)
		return b.do(ir.Mul, b.do(ir.Mul, b.x(0), b.do(ir.Sub, b.c(1), y)), y)
	})},
	"threshold_backward": {compute: computeOut, result: numbersOnly(func(b *bodyBuilder) ir.ID {
		return b.pick(b.do(ir.Le, b.x(1), b.number(2, b.t)), b.c(0), b.x(0))
	})},
	"leaky_relu": {compute: computeOut, result: floatsOnly(func(b *bodyBuilder) ir.ID {
		x := b.x(0)
		return b.pick(b.do(ir.Lt, b.c(0), x), x, b.do(ir.Mul, x, b.number(1, b.t)))
	})},
	"gelu": {compute: computeOut, form: func(a Args) string { return a.str(1) }, result: floatsOnly(func(b *bodyBuilder) ir.ID {
		name := "gelu"
		if b.args[1] == "tanh" {
			name = "gelu_tanh"
		}
		v, err := maths.Named(b.k, name, b.x(0))
		if err != nil {
			return 0
		}
		return v
	})},
	"gelu_backward": {compute: computeOut, form: func(a Args) string { return a.str(2) }, result: floatsOnly(geluDerivative)},
	"pow.Tensor_Scalar": {compute: computeOut, form: powForm, result: numbersOnly(func(b *bodyBuilder) ir.ID {
		if b.elem == ir.BFloat16 && stepwisePower(b.args) {
			return 0
		}
		x := b.x(0)
		switch powForm(b.args) {
		case "square":
			return b.do(ir.Mul, x, x)
		case "cube":
			return b.do(ir.Mul, b.do(ir.Mul, x, x), x)
		case "root":
			if b.isFloat() {
				return b.do(ir.Sqrt, x)
			}
		case "inverse":
			if b.isFloat() {
				return b.do(ir.Div, b.c(1), x)
			}
		case "inverse root":
			if b.isFloat() {
				return maths.Rsqrt(b.k, x)
			}
		}
		return power(b, x, b.number(1, b.t))
	})},
	"pow.Tensor_Tensor": {compute: computeOut, result: floatsOnly(func(b *bodyBuilder) ir.ID { return power(b, b.x(0), b.x(1)) })},
	"pow.Scalar":        {compute: computeOut, result: floatsOnly(func(b *bodyBuilder) ir.ID { return power(b, b.number(0, b.t), b.x(1)) })},
	"elu_backward":      {compute: computeOut, form: eluForm, result: floatsOnly(eluBack)},
}

// divisorForm tells what may raise, division by zero and by what becomes zero in 32 bits, from the rest.
func divisorForm(a Args) string {
	if n, ok := a[1].(int64); ok && n != 0 && n == int64(int32(n)) {
		return ""
	}
	return "zero"
}

// quotients is for what divides integers of 32 or 64 bits by a number that is known not to be zero in either.
func quotients(f func(b *bodyBuilder, x, y ir.ID) ir.ID) func(b *bodyBuilder) ir.ID {
	return func(b *bodyBuilder) ir.ID {
		if b.elem != ir.Int32 && b.elem != ir.Int64 || divisorForm(b.args) != "" {
			return 0
		}
		return f(b, b.x(0), b.number(1, b.t))
	}
}

// floorRest is what division that rounds down leaves: it has the sign of the divisor.
func floorRest(b *bodyBuilder, x, y ir.ID) ir.ID {
	rest := b.do(ir.Rem, x, y)
	return b.pick(roundsDown(b, rest, y), b.do(ir.Add, rest, y), rest)
}

// roundsDown says whether rounding down makes the quotient that leaves rest, rounded to zero, one less.
func roundsDown(b *bodyBuilder, rest, y ir.ID) ir.ID {
	zero := b.c(0)
	otherSign := b.do(ir.Xor, b.do(ir.Lt, rest, zero), b.do(ir.Lt, y, zero))
	return b.do(ir.And, otherSign, b.do(ir.Ne, rest, zero))
}

// targetForm is the type that _to_copy converts to, if it does.
func targetForm(a Args) string {
	if d, ok := a[1].(tensor.DType); ok {
		return d.Name()
	}
	return ""
}

// powForm names the exponents that need no logarithm.
func powForm(a Args) string {
	if isSymbol(a[1]) {
		return ""
	}
	switch toFloat(a[1]) {
	case 2:
		return "square"
	case 3:
		return "cube"
	case 0.5:
		return "root"
	case -1:
		return "inverse"
	case -0.5:
		return "inverse root"
	case -2:
		return "inverse square"
	}
	return ""
}

// stepwisePower says whether PyTorch's kernel multiplies for an exponent, in bfloat16 by products that are rounded one by one.
func stepwisePower(a Args) bool {
	form := powForm(a)
	return form == "cube" || form == "inverse square"
}

// powKernel is the power of a tensor by a number, by a function of its elements where it is not multiplied.
func powKernel(byFunction func(ctx *Context, a Args, out []*tensor.Tensor)) func(ctx *Context, a Args, out []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		x := a.tensor(0)
		if x.DType() != tensor.BFloat16 || out[0].DType() != tensor.BFloat16 || !stepwisePower(a) {
			byFunction(ctx, a, out)
			return
		}
		r := ctx.withoutGrad(func() []Value {
			square := ctx.mul(x, x)
			if powForm(a) == "cube" {
				return []Value{ctx.mul(square, x)}
			}
			return []Value{ctx.call1("reciprocal", square)}
		})
		tensor.Copy(out[0], r[0].(*tensor.Tensor))
	}
}

// givenForm says which optional arguments are given.
func givenForm(a Args) string {
	form := make([]byte, len(a))
	for i, v := range a {
		form[i] = '0'
		if v != nil {
			form[i] = '1'
		}
	}
	return string(form)
}

// numberBody is nan_to_num, where infinities become the largest numbers of the type unless others are given.
func numberBody(b *bodyBuilder) ir.ID {
	lowest, highest := finiteRange(b.out)
	or := func(i int, otherwise float64) ir.ID {
		if i < len(b.args) && b.has(i) {
			return b.number(i, b.t)
		}
		return b.c(otherwise)
	}
	x := b.x(0)
	v := b.pick(b.do(ir.Eq, x, b.c(math.Inf(1))), or(2, highest), b.pick(b.do(ir.Eq, x, b.c(math.Inf(-1))), or(3, lowest), x))
	return b.pick(b.do(ir.Ne, x, x), or(1, 0), v)
}

// logAddExpBody is log(exp x + exp y) = m + log(1 + exp(-|x-y|)) for the larger m; of equal infinities that infinity.
func logAddExpBody(b *bodyBuilder) ir.ID {
	x, y := b.x(0), b.x(1)
	most := b.do(ir.Max, x, y)
	exp, err := maths.Named(b.k, "exp", b.do(ir.Neg, b.do(ir.Abs, b.do(ir.Sub, x, y))))
	if err != nil {
		return 0
	}
	rest, err := maths.Named(b.k, "log1p", exp)
	if err != nil {
		return 0
	}
	alike := b.do(ir.And, b.do(ir.Eq, x, y), b.do(ir.Eq, b.do(ir.Abs, x), b.c(math.Inf(1))))
	return b.pick(alike, x, b.do(ir.Add, most, rest))
}
