package ops

import (
	"math"

	"github.com/magneto-go/magneto/tensor"
)

// The expressions of sines and cosines take multiples of π/2 away with a few terms of it, which is exact up to these angles.
const (
	largestAngle32 = 1 << 24
	largestAngle64 = 1 << 26
)

// smallAngles says whether all angles are small enough for that, or infinite, or no numbers.
func smallAngles(a Args) bool {
	t, ok := a[0].(*tensor.Tensor)
	if !ok || t.IsMeta() {
		return true
	}
	whole := t.IsContiguous() && t.Numel() > 0
	switch t.DType() {
	case tensor.Float32:
		if whole {
			return allSmall(tensor.View[float32](t.Storage())[t.Offset():t.Offset()+t.Numel()], largestAngle32)
		}
	case tensor.Float64:
		if whole {
			return allSmall(tensor.View[float64](t.Storage())[t.Offset():t.Offset()+t.Numel()], largestAngle64)
		}
		return allSmall(t.Floats(), largestAngle64)
	case tensor.BFloat16:
	default:
		return true
	}
	return allSmall(t.Floats(), largestAngle32)
}

func allSmall[E float32 | float64](values []E, most E) bool {
	infinite := E(math.Inf(1))
	for _, v := range values {
		if v < 0 {
			v = -v
		}
		if v > most && v < infinite {
			return false
		}
	}
	return true
}

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
