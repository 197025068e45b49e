package ops

import (
	"math"
)

// This file computes on pairs of numbers: division, remainder and powers as Python and C define them.

func zeroDivision() { throwRuntime("ZeroDivisionError") }

func floorDivInt(x, y int64) int64 {
	if y == 0 {
		zeroDivision()
	}
	if y == -1 {
		return -x
	}
	q := x / y
	if x%y != 0 && (x < 0) != (y < 0) {
		q--
	}
	return q
}

func truncDivInt(x, y int64) int64 {
	if y == 0 {
		zeroDivision()
	}
	if y == -1 {
		return -x
	}
	return x / y
}

// floorDivFloat is Python's quotient, exact where the quotient is; each step is rounded.
func floorDivFloat(a, b float64, round func(float64) float64) float64 {
	if b == 0 {
		return a / b
	}
	mod := round(math.Mod(a, b))
	d := round(round(a-mod) / b)
	if mod != 0 && (b < 0) != (mod < 0) {
		d = round(d - 1)
	}
	if d == 0 {
		return math.Copysign(0, a/b)
	}
	f := math.Floor(d)
	if round(d-f) > 0.5 {
		f = round(f + 1)
	}
	return f
}

func remainderFloat(a, b float64) float64 {
	m := math.Mod(a, b)
	if m != 0 && (b < 0) != (m < 0) {
		m += b
	}
	return m
}

func remainderInt(x, y int64) int64 {
	if y == 0 {
		zeroDivision()
	}
	if y == -1 {
		return 0
	}
	m := x % y
	if m != 0 && (m < 0) != (y < 0) {
		m += y
	}
	return m
}

func fmodInt(x, y int64) int64 {
	if y == 0 {
		zeroDivision()
	}
	if y == -1 {
		return 0
	}
	return x % y
}

func powInt(x, y int64) int64 {
	if y < 0 {
		switch x {
		case 1:
			return 1
		case -1:
			if y%2 == 0 {
				return 1
			}
			return -1
		}
		return 0
	}
	r := int64(1)
	for ; y > 0; y >>= 1 {
		if y&1 != 0 {
			r *= x
		}
		x *= x
	}
	return r
}

func powFloat(x, y float64) float64 {
	switch y {
	case 2:
		return x * x
	case 3:
		return x * x * x
	case 0.5:
		return math.Sqrt(x)
	case -1:
		return 1 / x
	case -2:
		return 1 / (x * x)
	case -0.5:
		return 1 / math.Sqrt(x)
	}
	return math.Pow(x, y)
}

func maxNaN(x, y float64) float64 {
	if math.IsNaN(x) || math.IsNaN(y) {
		return math.NaN()
	}
	return math.Max(x, y)
}

func minNaN(x, y float64) float64 {
	if math.IsNaN(x) || math.IsNaN(y) {
		return math.NaN()
	}
	return math.Min(x, y)
}

func shiftLeft(x, y int64) int64 {
	if y < 0 || y >= 64 {
		return 0
	}
	return x << uint(y)
}

func shiftRight(x, y int64) int64 {
	if y < 0 || y >= 64 {
		y = 63
	}
	return x >> uint(y)
}

func gcdInt(x, y int64) int64 {
	for y != 0 {
		x, y = y, x%y
	}
	return absInt(x)
}

func xlogy(x, y float64, round func(float64) float64) float64 {
	switch {
	case math.IsNaN(y):
		return math.NaN()
	case x == 0:
		return 0
	}
	return x * round(math.Log(y))
}
