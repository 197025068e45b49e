package ops

import (
	"math"
	"math/cmplx"

	"github.com/magneto-go/magneto/precise/complexes"
)

// powComplex multiplies and divides for the small exponents that are common numbers, without the noise of logarithms.
func powComplex(z, e complex128) complex128 {
	if imag(e) != 0 {
		return powByLogarithm(z, e)
	}
	switch real(e) {
	case 0:
		return 1
	case 1:
		return z
	case 2:
		return z * z
	case 3:
		return z * z * z
	case -1:
		return reciprocalComplex(z)
	case -2:
		return reciprocalComplex(z * z)
	case 0.5:
		return complexes.Sqrt(z)
	case -0.5:
		return reciprocalComplex(complexes.Sqrt(z))
	}
	return powByLogarithm(z, e)
}

// powByLogarithm is cpow of C: exp(e log z), where nothing is special about zeros.
func powByLogarithm(z, e complex128) complex128 {
	return expAfterProduct(timesC(e, complex(math.Log(cmplx.Abs(z)), cmplx.Phase(z))))
}

// powsByLogarithm is powByLogarithm with the steps of single precision, whose errors the results show.
func powsByLogarithm(out, z, e []complex64, sz, se int) {
	for i := range out {
		x := complex128(z[i*sz])
		log := complex64(complex(math.Log(cmplx.Abs(x)), cmplx.Phase(x)))
		out[i] = complex64(expAfterProduct(complex128(complex64(timesC(complex128(e[i*se]), complex128(log))))))
	}
}

// expAfterProduct is the exponential; an imaginary part that a product has left undefined has the sign that processors give it.
func expAfterProduct(z complex128) complex128 {
	if math.IsInf(real(z), -1) && math.IsNaN(imag(z)) {
		return complex(0, math.Copysign(0, -1))
	}
	return complexes.Exp(z)
}

// timesC is the product as C has it, where an infinite factor makes an infinite product.
func timesC(x, y complex128) complex128 {
	a, b, c, d := real(x), imag(x), real(y), imag(y)
	re, im := a*c-b*d, a*d+b*c
	if !math.IsNaN(re) || !math.IsNaN(im) {
		return complex(re, im)
	}
	boxed := func(p, q *float64) bool {
		if !math.IsInf(*p, 0) && !math.IsInf(*q, 0) {
			return false
		}
		for _, part := range []*float64{p, q} {
			size := 0.0
			if math.IsInf(*part, 0) {
				size = 1
			}
			*part = math.Copysign(size, *part)
		}
		return true
	}
	first := boxed(&a, &b)
	if second := boxed(&c, &d); first || second {
		return complex(math.Inf(1)*(a*c-b*d), math.Inf(1)*(a*d+b*c))
	}
	return complex(re, im)
}
