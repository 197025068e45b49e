package complexes

import (
	"math"

	"github.com/magneto-go/magneto/precise"
)

// The inverse functions follow W. Kahan, "Branch Cuts for Complex Elementary Functions" (1987).

// logHalfHypot is log(2 * hypot(x/2, y/2)), for large parts.
func logHalfHypot(z complex128) float64 {
	return precise.Log(precise.Hypot(real(z)/2, imag(z)/2)) + 2*math.Ln2
}

// Acos is the inverse cosine, cut along the real axis outside of [-1, 1].
func Acos(z complex128) complex128 {
	if r, ok := settled("acos", z); ok {
		return r
	}
	x, y := real(z), imag(z)
	if isHuge(z) {
		return complex(precise.Atan2(math.Abs(y), x), math.Copysign(logHalfHypot(z), -y))
	}
	a, b := Sqrt(complex(1-x, -y)), Sqrt(complex(1+x, y))
	return complex(2*precise.Atan2(real(a), real(b)), precise.Asinh(real(b)*imag(a)-imag(b)*real(a)))
}

// Acosh is the inverse hyperbolic cosine, cut along the real axis below 1.
func Acosh(z complex128) complex128 {
	if r, ok := settled("acosh", z); ok {
		return r
	}
	x, y := real(z), imag(z)
	if isHuge(z) {
		return complex(logHalfHypot(z), precise.Atan2(y, x))
	}
	a, b := Sqrt(complex(x-1, y)), Sqrt(complex(x+1, y))
	return complex(precise.Asinh(real(a)*real(b)+imag(a)*imag(b)), 2*precise.Atan2(imag(a), real(b)))
}

// Asinh is the inverse hyperbolic sine, cut along the imaginary axis outside of [-i, i].
func Asinh(z complex128) complex128 {
	if r, ok := settled("asinh", z); ok {
		return r
	}
	x, y := real(z), imag(z)
	if isHuge(z) {
		return complex(math.Copysign(logHalfHypot(z), x), precise.Atan2(y, math.Abs(x)))
	}
	a, b := Sqrt(complex(1+y, -x)), Sqrt(complex(1-y, x))
	return complex(precise.Asinh(real(a)*imag(b)-real(b)*imag(a)), precise.Atan2(y, real(a)*real(b)-imag(a)*imag(b)))
}

// Atanh is the inverse hyperbolic tangent, cut along the real axis outside of [-1, 1].
func Atanh(z complex128) complex128 {
	if r, ok := settled("atanh", z); ok {
		return r
	}
	x, y := real(z), imag(z)
	if math.Signbit(x) {
		return -Atanh(-z)
	}
	ay := math.Abs(y)
	root := math.Sqrt(hugePart)
	switch {
	case x > root || ay > root:
		h := precise.Hypot(x/2, y/2)
		return complex(x/4/h/h, math.Copysign(math.Pi/2, y))
	case x == 1 && ay == 0:
		return complex(math.Inf(1), y)
	case x == 1 && ay < sqrtTiny:
		re := -precise.Log(math.Sqrt(ay) / math.Sqrt(precise.Hypot(ay, 2)))
		return complex(re, math.Copysign(precise.Atan2(2, -ay)/2, y))
	}
	re := precise.Log1p(4*x/((1-x)*(1-x)+ay*ay)) / 4
	return complex(re, -precise.Atan2(-2*y, (1-x)*(1+x)-ay*ay)/2)
}

// Asin is the inverse sine, cut along the real axis outside of [-1, 1].
func Asin(z complex128) complex128 { return turned(Asinh, z) }

// Atan is the inverse tangent, cut along the imaginary axis outside of [-i, i].
func Atan(z complex128) complex128 { return turned(Atanh, z) }
