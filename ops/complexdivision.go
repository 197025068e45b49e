package ops

import "math"

// divComplex divides both parts by the larger part of the divisor; division by zero is that of the parts by its magnitude.
func divComplex(x, y complex128) complex128 {
	a, b, c, d := real(x), imag(x), real(y), imag(y)
	if c == 0 && d == 0 {
		return complex(a/math.Abs(c), b/math.Abs(d))
	}
	return x / y
}

// reciprocalComplex is no number where a part of c is infinite and the other is not finite.
func reciprocalComplex(c complex128) complex128 {
	if x, y := real(c), imag(c); x-x != 0 && y-y != 0 {
		return complex(math.NaN(), math.NaN())
	}
	return divComplex(1, c)
}
