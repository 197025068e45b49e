package complexes

import (
	"math"

	"github.com/magneto-go/magneto/precise"
)

// Cosh is the hyperbolic cosine.
func Cosh(z complex128) complex128 {
	if r, ok := settled("cosh", z); ok {
		return r
	}
	x, y := real(z), imag(z)
	if y == 0 {
		return complex(precise.Cosh(x), math.Copysign(y, x*math.Copysign(1, y)))
	}
	c, s := precise.Cos(y), precise.Sin(y)
	if math.IsInf(x, 0) {
		return complex(math.Copysign(math.Inf(1), c), math.Copysign(math.Inf(1), math.Copysign(1, s)*x))
	}
	if math.Abs(x) > logOfHuge { // cosh and sinh overflow before the result may
		less := x - math.Copysign(1, x)
		return complex(c*precise.Cosh(less)*math.E, s*precise.Sinh(less)*math.E)
	}
	return complex(c*precise.Cosh(x), s*precise.Sinh(x))
}

// Sinh is the hyperbolic sine.
func Sinh(z complex128) complex128 {
	if r, ok := settled("sinh", z); ok {
		return r
	}
	x, y := real(z), imag(z)
	if y == 0 {
		return complex(precise.Sinh(x), y)
	}
	c, s := precise.Cos(y), precise.Sin(y)
	if math.IsInf(x, 0) {
		return complex(math.Copysign(math.Inf(1), c*x), math.Copysign(math.Inf(1), s))
	}
	if math.Abs(x) > logOfHuge {
		less := x - math.Copysign(1, x)
		return complex(c*precise.Sinh(less)*math.E, s*precise.Cosh(less)*math.E)
	}
	return complex(c*precise.Sinh(x), s*precise.Cosh(x))
}

// Tanh is the hyperbolic tangent.
func Tanh(z complex128) complex128 {
	if r, ok := settled("tanh", z); ok {
		return r
	}
	x, y := real(z), imag(z)
	if math.IsInf(x, 0) {
		return complex(math.Copysign(1, x), math.Copysign(0, precise.Sin(y)*precise.Cos(y)))
	}
	if math.Abs(x) > logOfHuge {
		return complex(math.Copysign(1, x), 4*precise.Sin(y)*precise.Cos(y)*precise.Exp(-2*math.Abs(x)))
	}
	tx, ty := precise.Tanh(x), precise.Tan(y)
	cx := 1 / precise.Cosh(x)
	product := tx * ty
	d := 1 + product*product
	return complex(tx*(1+ty*ty)/d, ty/d*cx*cx)
}

// turned is f(z) = -i g(iz), which makes the circular function of a hyperbolic one.
func turned(g func(complex128) complex128, z complex128) complex128 {
	r := g(complex(-imag(z), real(z)))
	return complex(imag(r), -real(r))
}

// Cos is the cosine.
func Cos(z complex128) complex128 { return Cosh(complex(-imag(z), real(z))) }

// Sin is the sine.
func Sin(z complex128) complex128 { return turned(Sinh, z) }

// Tan is the tangent.
func Tan(z complex128) complex128 { return turned(Tanh, z) }
