package precise

import "math"

// Hypot is the square root of x*x + y*y, with the correction of Borges, "An Improved Algorithm for hypot(a,b)" (2019).
func Hypot(x, y float64) float64 {
	x, y = math.Abs(x), math.Abs(y)
	switch {
	case math.IsInf(x, 0) || math.IsInf(y, 0):
		return math.Inf(1)
	case math.IsNaN(x) || math.IsNaN(y):
		return math.NaN()
	}
	if x < y {
		x, y = y, x
	}
	if y == 0 || x >= math.Ldexp(y, 54) {
		return x + y
	}
	scale := 0
	if x > 0x1p511 || y < 0x1p-459 {
		_, scale = math.Frexp(x)
		x, y = math.Ldexp(x, -scale), math.Ldexp(y, -scale)
	}
	h := math.Sqrt(math.FMA(x, x, y*y))
	hh, xx := h*h, x*x
	d := math.FMA(-y, y, hh-xx) + math.FMA(h, h, -hh) - math.FMA(x, x, -xx)
	return math.Ldexp(h-d/(2*h), scale)
}
