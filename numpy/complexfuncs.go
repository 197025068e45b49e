package numpy

import (
	"math"

	"github.com/magneto-go/magneto/precise"
	"github.com/magneto-go/magneto/precise/complexes"
)

// Functions of complex numbers that numpy computes by formulas of its own, which show at infinities and zeros.

func complexExp2(z complex128) complex128 {
	return complexes.Exp(complex(real(z)*math.Ln2, imag(z)*math.Ln2))
}

func complexLog1p(z complex128) complex128 {
	x, y := real(z)+1, imag(z)
	return complex(precise.Log(precise.Hypot(x, y)), precise.Atan2(y, x))
}

// complexSign is z on the unit circle; of infinite parts only the signs count.
func complexSign(z complex128) complex128 {
	x, y := real(z), imag(z)
	switch {
	case math.IsInf(x, 0) && math.IsInf(y, 0):
		return complex(math.NaN(), math.NaN())
	case math.IsInf(x, 0):
		return complex(math.Copysign(1, x), 0)
	case math.IsInf(y, 0):
		return complex(0, math.Copysign(1, y))
	case z == 0:
		return 0
	}
	n := precise.Hypot(x, y)
	return complex(x/n, y/n)
}

// complexReciprocal divides by the larger part first (Smith 1962).
func complexReciprocal(z complex128) complex128 {
	x, y := real(z), imag(z)
	if math.Abs(y) <= math.Abs(x) {
		r := y / x
		d := x + y*r
		return complex(1/d, -r/d)
	}
	r := x / y
	d := x*r + y
	return complex(r/d, -1/d)
}
