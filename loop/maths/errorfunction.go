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

// GELU is x·(1 + erf(x/√2))/2.
func GELU(k *ir.Kernel, x ir.ID) ir.ID {
	b := of(k, x)
	return b.mul(b.mul(x, b.c(0.5)), b.add(Erf(k, b.mul(x, b.c(math.Sqrt2/2))), b.c(1)))
}

// GELUTanh is x·(1 + tanh(√(2/π)·(x + 0.044715·x³)))/2.
func GELUTanh(k *ir.Kernel, x ir.ID) ir.ID {
	b := of(k, x)
	cube := b.mul(b.mul(x, x), x)
	inner := b.mul(b.c(math.Sqrt2/math.SqrtPi), b.add(x, b.mul(b.c(0.044715), cube)))
	return b.mul(b.mul(x, b.c(0.5)), b.add(Tanh(k, inner), b.c(1)))
}
