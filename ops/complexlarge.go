package ops

import (
	"math"
	"math/cmplx"
)

// Functions of complex numbers where math/cmplx overflows on the way: on the real line, and far from the origin.

// farOut is how far from the origin the square of a number leaves nothing of a 1 beside it.
const farOut = 1 << 28

func expComplex(c complex128) complex128 {
	if imag(c) == 0 {
		return complex(math.Exp(real(c)), imag(c))
	}
	return cmplx.Exp(c)
}

func coshComplex(c complex128) complex128 {
	if imag(c) == 0 {
		return complex(math.Cosh(real(c)), math.Copysign(imag(c), real(c)*math.Copysign(1, imag(c))))
	}
	return cmplx.Cosh(c)
}

func sinhComplex(c complex128) complex128 {
	if imag(c) == 0 {
		return complex(math.Sinh(real(c)), imag(c))
	}
	return cmplx.Sinh(c)
}

func tanhComplex(c complex128) complex128 {
	x, y := real(c), imag(c)
	if x == 0 && (math.IsInf(y, 0) || math.IsNaN(y)) {
		return complex(x, math.NaN())
	}
	if math.Abs(x) > 30 && !math.IsInf(y, 0) && !math.IsNaN(y) {
		return complex(math.Copysign(1, x), 4*math.Sin(y)*math.Cos(y)*math.Exp(-2*math.Abs(x)))
	}
	return cmplx.Tanh(c)
}

// tanComplex turns tanh by a right angle where the real part is not a number, or the tangent is at its limit.
func tanComplex(c complex128) complex128 {
	if x := real(c); math.IsInf(x, 0) || math.IsNaN(x) || math.IsInf(imag(c), 0) {
		w := tanhComplex(complex(-imag(c), x))
		return complex(imag(w), -real(w))
	}
	return cmplx.Tan(c)
}

// divComplex divides both parts by the larger part of the divisor; division by zero is that of the parts by its magnitude.
func divComplex(x, y complex128) complex128 {
	a, b, c, d := real(x), imag(x), real(y), imag(y)
	if c == 0 && d == 0 {
		return complex(a/math.Abs(c), b/math.Abs(d))
	}
	return x / y
}

func reciprocalComplex(c complex128) complex128 { return divComplex(1, c) }

// isFar says whether c is finite and far from the origin.
func isFar(c complex128) bool {
	r := cmplx.Abs(c)
	return r > farOut && !math.IsInf(r, 0)
}

// logDouble is the logarithm of twice the magnitude of c.
func logDouble(c complex128) float64 { return math.Ln2 + math.Log(cmplx.Abs(c)) }

func asinComplex(c complex128) complex128 {
	if !isFar(c) {
		return cmplx.Asin(c)
	}
	return complex(math.Atan2(real(c), math.Abs(imag(c))), math.Copysign(logDouble(c), imag(c)))
}

func acosComplex(c complex128) complex128 {
	if !isFar(c) {
		return cmplx.Acos(c)
	}
	return complex(math.Atan2(math.Abs(imag(c)), real(c)), -math.Copysign(logDouble(c), imag(c)))
}

func asinhComplex(c complex128) complex128 {
	if !isFar(c) {
		return cmplx.Asinh(c)
	}
	return complex(math.Copysign(logDouble(c), real(c)), math.Atan2(imag(c), math.Abs(real(c))))
}

func acoshComplex(c complex128) complex128 {
	if !isFar(c) {
		return cmplx.Acosh(c)
	}
	return complex(logDouble(c), math.Atan2(imag(c), real(c)))
}
