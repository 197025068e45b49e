// Package complexes computes the elementary functions of complex numbers as the C library does: with the special values of annex G of the C
// standard, where a part is infinite, not a number or a zero with a sign, and without overflow on the way to a result that is finite. The
// package is a part of magneto and not meant for other modules.
package complexes

import (
	"math"

	"github.com/magneto-go/magneto/precise"
)

const (
	hugePart    = math.MaxFloat64 / 4 // beyond it, squares and sums may overflow: the asymptotic forms are used
	logOfHuge   = 708.3964185322641   // of MaxFloat64/4, rounded down
	sqrtTiny    = 0x1p-511            // the root of the smallest normal number
	subnormalBy = 54                  // an even number of bits that lifts the subnormal numbers
)

// settled is the result for a special argument, if z is one.
func settled(name string, z complex128) (r complex128, ok bool) {
	if isFinite(real(z)) && isFinite(imag(z)) {
		return 0, false
	}
	r, ok, _ = special(name, z)
	return r, ok
}

func isFinite(x float64) bool { return x-x == 0 }

func isHuge(z complex128) bool { return math.Abs(real(z)) > hugePart || math.Abs(imag(z)) > hugePart }

// Exp is the exponential function.
func Exp(z complex128) complex128 {
	if r, ok := settled("exp", z); ok {
		return r
	}
	x, y := real(z), imag(z)
	if y == 0 {
		return complex(precise.Exp(x), y)
	}
	c, s := precise.Cos(y), precise.Sin(y)
	if math.IsInf(x, 0) {
		l := math.Max(x, 0)
		return complex(math.Copysign(l, c), math.Copysign(l, s))
	}
	if x > logOfHuge { // exp overflows before the result may
		l := precise.Exp(x - 1)
		return complex(l*c*math.E, l*s*math.E)
	}
	l := precise.Exp(x)
	return complex(l*c, l*s)
}

// Expm1 is e^z - 1 without loss of digits near 0: its real part is expm1(x) cos y - 2 sin(y/2)^2. At infinities it is what that formula gives, as in
// numpy and PyTorch; the C library has no such function.
func Expm1(z complex128) complex128 {
	x, y := real(z), imag(z)
	half := precise.Sin(y / 2)
	return complex(precise.Expm1(x)*precise.Cos(y)-2*half*half, precise.Exp(x)*precise.Sin(y))
}

// Log is the natural logarithm, cut along the negative real axis. It takes care of arguments near the unit circle, where log(hypot) cancels,
// and of those whose hypot is not normal.
func Log(z complex128) complex128 {
	if r, ok := settled("log", z); ok {
		return r
	}
	x, y := real(z), imag(z)
	ax, ay := math.Abs(x), math.Abs(y)
	var re float64
	switch {
	case isHuge(z):
		re = precise.Log(precise.Hypot(ax/2, ay/2)) + math.Ln2
	case ax == 0 && ay == 0:
		re = math.Inf(-1)
	case ax < 0x1p-1022 && ay < 0x1p-1022:
		re = precise.Log(precise.Hypot(math.Ldexp(ax, 53), math.Ldexp(ay, 53))) - 53*math.Ln2
	default:
		h := precise.Hypot(ax, ay)
		if 0.71 <= h && h <= 1.73 {
			big, small := math.Max(ax, ay), math.Min(ax, ay)
			re = precise.Log1p((big-1)*(big+1)+small*small) / 2
		} else {
			re = precise.Log(h)
		}
	}
	return complex(re, precise.Atan2(y, x))
}

// Log10 is the logarithm to base 10, cut as Log.
func Log10(z complex128) complex128 { return scaled(Log(z), 1/math.Ln10) }

// Log2 is the logarithm to base 2, cut as Log.
func Log2(z complex128) complex128 { return scaled(Log(z), 1/math.Ln2) }

func scaled(z complex128, by float64) complex128 { return complex(real(z)*by, imag(z)*by) }

// Sqrt is the square root with a real part that is not negative, cut along the negative real axis.
func Sqrt(z complex128) complex128 {
	if r, ok := settled("sqrt", z); ok {
		return r
	}
	x, y := real(z), imag(z)
	if x == 0 && y == 0 {
		return complex(0, y)
	}
	ax, ay := math.Abs(x), math.Abs(y)
	var s float64
	if ax < 0x1p-1022 && ay < 0x1p-1022 {
		ax = math.Ldexp(ax, subnormalBy)
		s = math.Ldexp(math.Sqrt(ax+precise.Hypot(ax, math.Ldexp(ay, subnormalBy))), -(subnormalBy+2)/2) * math.Sqrt2
	} else {
		ax /= 8
		s = 2 * math.Sqrt(ax+precise.Hypot(ax, ay/8))
	}
	d := ay / (2 * s)
	if x >= 0 {
		return complex(s, math.Copysign(d, y))
	}
	return complex(d, math.Copysign(s, y))
}

// Rect is the number of magnitude r at the angle phi.
func Rect(r, phi float64) complex128 {
	if z, ok := settled("rect", complex(r, phi)); ok {
		return z
	}
	if math.IsInf(r, 0) {
		return complex(math.Copysign(math.Inf(1), r*precise.Cos(phi)), math.Copysign(math.Inf(1), r*precise.Sin(phi)))
	}
	if phi == 0 { // keeps the sign of the zero
		return complex(r, r*phi)
	}
	return complex(r*precise.Cos(phi), r*precise.Sin(phi))
}
