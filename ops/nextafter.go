package ops

import (
	"math"

	"github.com/magneto-go/magneto/tensor"
)

// nextInSmall is the next number of a type of 16 bits after x on the way to y, by the spacing of its numbers.
func nextInSmall(d tensor.DType) func(x, y float64) float64 {
	digits, least, most := 10, -14, 65504.0
	if d == tensor.BFloat16 {
		digits, least, most = 7, -126, 0x1.fep127
	}
	smallest := math.Ldexp(1, least-digits)
	return func(x, y float64) float64 {
		switch {
		case math.IsNaN(x) || math.IsNaN(y):
			return math.NaN()
		case x == y:
			return y
		case x == 0:
			return math.Copysign(smallest, y)
		case math.IsInf(x, 0):
			return math.Copysign(most, x)
		}
		fraction, exponent := math.Frexp(math.Abs(x))
		step := math.Ldexp(1, max(exponent-1, least)-digits)
		if outward := (y > x) == (x > 0); outward {
			if r := math.Abs(x) + step; r <= most {
				return math.Copysign(r, x)
			}
			return math.Copysign(math.Inf(1), x)
		}
		if fraction == 0.5 && exponent-1 > least {
			step /= 2
		}
		return math.Copysign(math.Abs(x)-step, x)
	}
}
