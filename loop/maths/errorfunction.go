package maths

import (
	"math"

	"github.com/magneto-go/magneto/loop/ir"
)

// erf x/x − 1 in x², on |x| ≤ 0.93, and log(1 − erf x) in x, on 0.9 ≤ x ≤ 4.
var (
	erfPoly  = []float32{0.12837915, -0.37612498, 0.11281827, -0.026766231, 0.004991762, -0.0005980214}
	erfcPoly = []float32{0.00017055198, -1.1294951, -0.63338673, -0.10823644, 0.025091307, -0.0041604214, 0.00043227337, -2.0906267e-05}
)

// Erf is the error function, for float32: near 0 an odd polynomial, else 1 − e^q(|x|).
func Erf(k *ir.Kernel, x ir.ID) ir.ID {
	b := of(k, x)
	if b.double() {
		return 0 // Named refuses it; the kernel's builder reports the missing value
	}
	a := b.abs(x)
	small := b.fma(poly(b, b.mul(x, x), erfPoly), x, x)
	// From 4 on 1 − erf is less than half an ulp of 1.
	large := b.sub(b.c(1), Exp(k, poly(b, b.clamp(a, 0, 4), erfcPoly)))
	return b.pick(b.lt(a, b.c(0.92)), small, b.withSign(large, x))
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
	inner := b.mul(b.c(math.Sqrt2/math.SqrtPi), b.add(x, b.mul(b.c(0.044715), cube)))
	return b.mul(b.mul(x, b.c(0.5)), b.add(Tanh(k, inner), b.c(1)))
}
