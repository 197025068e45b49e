package numpy

import "math"

// neighbours gives the function that has the next float of a type after x towards y.
func neighbours(c code) func(x, y float64) float64 {
	switch c {
	case Float64:
		return func(x, y float64) float64 {
			if x == y {
				return y // whose zero may have another sign
			}
			return math.Nextafter(x, y)
		}
	case Float32:
		return func(x, y float64) float64 {
			if x == y {
				return y
			}
			return float64(math.Nextafter32(float32(x), float32(y)))
		}
	}
	return nextHalf
}

// nextHalf is the next float of half precision after x towards y: 10 bits follow the first one, and the smallest number is 2**-24.
func nextHalf(x, y float64) float64 {
	const smallest = 0x1p-24
	switch {
	case x != x || y != y:
		return math.NaN()
	case x == y:
		return x
	case x == 0:
		return math.Copysign(smallest, y)
	}
	size, outwards := math.Abs(x), (y > x) == (x > 0)
	if math.IsInf(size, 0) {
		return math.Copysign(65504, x)
	}
	fraction, exponent := math.Frexp(size) // size is fraction * 2**exponent, with a fraction from 1/2 on
	step := math.Max(math.Ldexp(1, exponent-11), smallest)
	if !outwards {
		if fraction == 0.5 {
			step = math.Max(step/2, smallest)
		}
		return math.Copysign(size-step, x)
	}
	if size+step > 65504 {
		return math.Copysign(math.Inf(1), x)
	}
	return math.Copysign(size+step, x)
}

// spacing gives the distance of x to the next float of a type away from 0, with the sign of x; in half precision that to the next
// greater one, without a sign.
func spacing(c code) func(float64) float64 {
	next := neighbours(c)
	return func(x float64) float64 {
		size := math.Abs(x)
		if c == Float16 && !math.IsInf(x, 0) {
			return next(x, math.Inf(1)) - x
		}
		d := next(size, math.Inf(1)) - size
		if x < 0 {
			return -d
		}
		return d
	}
}
