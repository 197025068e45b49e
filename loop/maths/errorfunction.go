package maths

import (
	"math"

	"github.com/magneto-go/magneto/loop/ir"
)

// Erf is the error function, for float32: 1 − (a₁t + … + a₅t⁵)·e^−x² with t = 1/(1 + px), which is within 1.5e-7 (Abramowitz and Stegun, "Handbook of Mathematical Functions", 7.1.26), as
// PyTorch's vectors have it.
func Erf(k *ir.Kernel, x ir.ID) ir.ID {
	b := of(k, x)
	if b.double() {
		return 0 // Named refuses it; the kernel's builder reports the missing value
	}
	t := b.div(b.c(1), b.fma(b.c(float64(float32(0.3275911))), b.abs(x), b.c(1)))
	r := poly(b, t, []float32{0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429})
	e := Exp(k, b.neg(b.mul(x, x)))
	return b.withSign(b.fnma(b.mul(e, t), r, b.c(1)), x)
}

// NormalCDF is 1 + erf(x/√2) (0, no value, for float64), twice the distribution function of the normal distribution, for float32. Beside 1 the last bits of erf are lost, so it is
// a quotient of polynomials in x², within 4e-7 of erf, which takes half the time of Erf.
func NormalCDF(k *ir.Kernel, x ir.ID) ir.ID {
	b := of(k, x)
	if b.double() {
		return 0
	}
	x = b.clamp(b.mul(x, b.c(math.Sqrt2/2)), -4, 4)
	square := b.mul(x, x)
	return b.fma(x, b.div(poly(b, square, erfOver), poly(b, square, erfUnder)), b.c(1))
}

// The quotient erf x/x on |x| ≤ 4, with the coefficients of the Eigen library.
var (
	erfOver  = []float32{-1.60960333262415e-02, -2.95459980854025e-03, -7.34990630326855e-04, -5.69250639462346e-05, -2.10102402082508e-06, 2.77068142495902e-08, -2.72614225801306e-10}
	erfUnder = []float32{-1.42647390514189e-02, -7.37332916720468e-03, -1.68282697438203e-03, -2.13374055278905e-04, -1.45660718464996e-05}
)

// GELU is x·(1 + erf(x/√2))/2.
func GELU(k *ir.Kernel, x ir.ID) ir.ID {
	b := of(k, x)
	return b.mul(b.mul(x, b.c(0.5)), NormalCDF(k, x))
}

// GELUTanh is x·(1 + tanh(√(2/π)·(x + 0.044715·x³)))/2.
func GELUTanh(k *ir.Kernel, x ir.ID) ir.ID {
	b := of(k, x)
	cube := b.mul(b.mul(x, x), x)
	inner := b.mul(b.c(math.Sqrt2/math.SqrtPi), b.fma(b.c(0.044715), cube, x))
	return b.mul(b.mul(x, b.c(0.5)), b.add(Tanh(k, inner), b.c(1)))
}
