// Package maths has the elementary functions as expressions of the loop IR: argument reduction and polynomials made of the same few
// operations on every machine, so that all executors give the same bits.
//
// Errors are measured by the tests, in units in the last place (ulp) of the result. The float32 polynomials are minimax fits whose making
// is in fit_test.go, or those of SLEEF where PyTorch calls it and its bits are wanted; the float64 ones are truncated Taylor series, which at these degrees are exact to the last place. Reductions are Cody and Waite's
// ("Software Manual for the Elementary Functions", 1980) with fused multiply-adds, which make products with a constant in parts exact.
//
// It is a part of this module; package magneto is for use from outside.
package maths

import (
	"fmt"
	"math"

	"github.com/magneto-go/magneto/loop/ir"
)

// Function is an elementary function of one argument.
type Function struct {
	Name    string
	Apply   func(k *ir.Kernel, x ir.ID) ir.ID
	Float64 bool // takes float64, beside float32
}

// functions is the table of functions; Named finds one.
var functions = []Function{
	{"exp", Exp, true}, {"exp2", Exp2, true}, {"expm1", Expm1, true},
	{"log", Log, true}, {"log2", Log2, true}, {"log10", Log10, true}, {"log1p", Log1p, true},
	{"sin", Sin, true}, {"cos", Cos, true}, {"tan", Tan, true},
	{"sinh", Sinh, true}, {"cosh", Cosh, true}, {"tanh", Tanh, true},
	{"sigmoid", Sigmoid, true}, {"silu", SiLU, true}, {"rsqrt", Rsqrt, true},
	{"erf", Erf, false}, {"gelu", GELU, false}, {"gelu_tanh", GELUTanh, true},
}

// Named applies a function by name.
func Named(k *ir.Kernel, name string, x ir.ID) (ir.ID, error) {
	for _, f := range functions {
		if f.Name != name {
			continue
		}
		if t := k.TypeOf(x); t != ir.F32 && !(t == ir.F64 && f.Float64) {
			return 0, fmt.Errorf("no %s of %s", name, t)
		}
		return f.Apply(k, x), nil
	}
	return 0, fmt.Errorf("no function %s", name)
}

// Functions lists the functions.
func Functions() []Function { return append([]Function{}, functions...) }

// builder shortens what follows: operations on values of one floating-point type.
type builder struct {
	k *ir.Kernel
	t ir.Type
}

func of(k *ir.Kernel, x ir.ID) builder { return builder{k, k.TypeOf(x)} }

// cLibrary says whether the float32 of the C library is wanted.
func (b builder) cLibrary() bool { return b.k.CLibrary && !b.double() }

// throughFloat64 gives the nearest float32: what float64 gives, rounded.
func throughFloat64(k *ir.Kernel, f func(k *ir.Kernel, x ir.ID) ir.ID, x ir.ID) ir.ID {
	return k.To(ir.F32, f(k, k.To(ir.F64, x)))
}

func (b builder) double() bool                { return b.t == ir.F64 }
func (b builder) c(f float64) ir.ID           { return b.k.Const(b.t, f) }
func (b builder) add(x, y ir.ID) ir.ID        { return b.k.Do(ir.Add, x, y) }
func (b builder) sub(x, y ir.ID) ir.ID        { return b.k.Do(ir.Sub, x, y) }
func (b builder) mul(x, y ir.ID) ir.ID        { return b.k.Do(ir.Mul, x, y) }
func (b builder) div(x, y ir.ID) ir.ID        { return b.k.Do(ir.Div, x, y) }
func (b builder) fma(x, y, z ir.ID) ir.ID     { return b.k.Do(ir.FMA, x, y, z) }
func (b builder) fnma(x, y, z ir.ID) ir.ID    { return b.k.Do(ir.FNMA, x, y, z) }
func (b builder) lt(x, y ir.ID) ir.ID         { return b.k.Do(ir.Lt, x, y) }
func (b builder) eq(x, y ir.ID) ir.ID         { return b.k.Do(ir.Eq, x, y) }
func (b builder) pick(m, yes, no ir.ID) ir.ID { return b.k.Do(ir.Select, m, yes, no) }
func (b builder) abs(x ir.ID) ir.ID           { return b.k.Do(ir.Abs, x) }
func (b builder) neg(x ir.ID) ir.ID           { return b.k.Do(ir.Neg, x) }

// clamp keeps x within lo … hi; a NaN stays.
func (b builder) clamp(x ir.ID, lo, hi float64) ir.ID {
	return b.k.Do(ir.PMin, b.k.Do(ir.PMax, x, b.c(lo)), b.c(hi))
}

// bits is the integer type as wide as the floats.
func (b builder) integer() ir.Type {
	if b.double() {
		return ir.I64
	}
	return ir.I32
}

func (b builder) int(n int64) ir.ID { return b.k.ConstBits(b.integer(), ir.IntBits(b.integer(), n)) }

// withSign gives magnitude the sign of x, magnitude being positive.
func (b builder) withSign(magnitude, x ir.ID) ir.ID {
	sign := int64(math.MinInt32)
	if b.double() {
		sign = math.MinInt64
	}
	s := b.k.Do(ir.And, b.k.BitsAs(b.integer(), x), b.int(sign))
	return b.k.BitsAs(b.t, b.k.Do(ir.Or, b.k.BitsAs(b.integer(), magnitude), s))
}

// poly evaluates c[0] + c[1]·x + … by Horner's rule.
func poly[T float32 | float64](b builder, x ir.ID, c []T) ir.ID {
	sum := b.c(float64(c[len(c)-1]))
	for i := len(c) - 2; i >= 0; i-- {
		sum = b.fma(sum, x, b.c(float64(c[i])))
	}
	return sum
}

// split is v in parts of b's precision, highest first; low is what v lacks as a float64.
func (b builder) split(v, low float64) (hi, mid, lo float64) {
	if b.double() {
		return v, low, 0
	}
	hi = float64(float32(v))
	mid = float64(float32(v - hi))
	return hi, mid, float64(float32(v - hi - mid + low))
}

const (
	ln2Low    = 0x1.abc9e3b39803fp-56 // ln 2 − float64(ln 2)
	halfPiLow = 0x1.1a62633145c07p-54 // π/2 − float64(π/2)
)

// Rsqrt is 1/√x.
func Rsqrt(k *ir.Kernel, x ir.ID) ir.ID {
	b := of(k, x)
	return b.div(b.c(1), k.Do(ir.Sqrt, x))
}
