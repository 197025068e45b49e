package precise

import "math"

// The functions of this file are not rounded correctly by the C library either: it computes them by the formulas of fdlibm
// (Sun Microsystems, 1993), from exp, log, expm1 and log1p. The same formulas give the same last bit.

// Log10 splits off the exponent and scales the logarithm of the rest.
func Log10(x float64) float64 {
	if special(x) {
		return math.Log10(x)
	}
	const (
		invLn10  = 0x1.bcb7b1526e50ep-2
		log10of2 = 0x1.34413509f6000p-2
		low      = 0x1.9fef311f12b36p-42 // of log10(2)
	)
	frac, e := math.Frexp(x)
	k := e - 1
	i := 0
	if k < 0 {
		i = 1
	}
	y := float64(k + i)
	m := math.Ldexp(frac, 1-i) // in [1, 2), or [1/2, 1) for negative exponents
	z := y*low + invLn10*Log(m)
	return z + y*log10of2
}

func Expm1(x float64) float64 { return math.Expm1(x) }

func Log1p(x float64) float64 { return math.Log1p(x) }

func Sinh(x float64) float64 {
	a := math.Abs(x)
	h := math.Copysign(0.5, x)
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0) || a < 0x1p-28 || a > 709:
		return math.Sinh(x)
	case a < 1:
		t := math.Expm1(a)
		return h * (2*t - t*t/(t+1))
	case a < 22:
		t := math.Expm1(a)
		return h * (t + t/(t+1))
	}
	return h * Exp(a)
}

func Cosh(x float64) float64 {
	a := math.Abs(x)
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0) || a > 709:
		return math.Cosh(x)
	case a < 0.5*math.Ln2:
		t := math.Expm1(a)
		w := 1 + t
		if a < 0x1p-55 {
			return w
		}
		return 1 + t*t/(w+w)
	case a < 22:
		t := Exp(a)
		return 0.5*t + 0.5/t
	}
	return 0.5 * Exp(a)
}

func Tanh(x float64) float64 {
	a := math.Abs(x)
	var z float64
	switch {
	case math.IsNaN(x) || a < 0x1p-55:
		return x
	case a >= 22:
		z = 1
	case a >= 1:
		z = 1 - 2/(math.Expm1(2*a)+2)
	default:
		t := math.Expm1(-2 * a)
		z = -t / (t + 2)
	}
	return math.Copysign(z, x)
}

func Asinh(x float64) float64 {
	a := math.Abs(x)
	var w float64
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0) || a < 0x1p-28:
		return x
	case a > 0x1p28:
		w = Log(a) + math.Ln2
	case a > 2:
		w = Log(2*a + 1/(math.Sqrt(x*x+1)+a))
	default:
		t := x * x
		w = math.Log1p(a + t/(1+math.Sqrt(1+t)))
	}
	return math.Copysign(w, x)
}

func Acosh(x float64) float64 {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0) || x < 1 || x == 1:
		return math.Acosh(x)
	case x >= 0x1p28:
		return Log(x) + math.Ln2
	case x > 2:
		return Log(2*x - 1/(x+math.Sqrt(x*x-1)))
	}
	t := x - 1
	return math.Log1p(t + math.Sqrt(2*t+t*t))
}

func Atanh(x float64) float64 {
	a := math.Abs(x)
	var t float64
	switch {
	case math.IsNaN(x) || a >= 1 || a < 0x1p-28:
		return math.Atanh(x)
	case a < 0.5:
		t = a + a
		t = 0.5 * math.Log1p(t+t*a/(1-a))
	default:
		t = 0.5 * math.Log1p((a+a)/(1-a))
	}
	return math.Copysign(t, x)
}
