package ops

import "math"

// Bessel and Airy functions in double precision, but for J and Y of orders 0 and 1, which package math has.

// besselI1 sums the power series.
func besselI1(x float64) float64 {
	term := x / 2
	sum := term
	for k := 1.0; k < 500; k++ {
		term *= (x / 2) * (x / 2) / (k * (k + 1))
		sum += term
		if math.Abs(term) < math.Abs(sum)*1e-17 {
			break
		}
	}
	return sum
}

// besselI0 sums the power series.
func besselI0(x float64) float64 {
	sum, term := 1.0, 1.0
	for k := 1.0; k < 500; k++ {
		term *= (x / (2 * k)) * (x / (2 * k))
		sum += term
		if term < sum*1e-17 {
			break
		}
	}
	return sum
}

// finiteOnly is f with NaN at infinity, where PyTorch's expansions have none.
func finiteOnly(f func(float64) float64) func(float64) float64 {
	return func(x float64) float64 {
		if math.IsInf(x, 0) {
			return math.NaN()
		}
		return f(x)
	}
}

// besselI0e and besselI1e are the modified functions of the first kind times exp(-|x|).
func besselI0e(x float64) float64 {
	if x = math.Abs(x); x <= 30 {
		return besselI0(x) * math.Exp(-x)
	}
	return besselIFar(0, x)
}

func besselI1e(x float64) float64 {
	far := math.Abs(x)
	if far <= 30 {
		return besselI1(x) * math.Exp(-far)
	}
	return math.Copysign(besselIFar(1, far), x)
}

// besselIFar is the asymptotic expansion of exp(-x) I(order, x), DLMF 10.40.1.
func besselIFar(order, x float64) float64 {
	sum, term := 1.0, 1.0
	for k := 1.0; k < 40; k++ {
		odd := 2*k - 1
		term *= -(4*order*order - odd*odd) / (8 * k * x)
		sum += term
		if math.Abs(term) < 1e-17 {
			break
		}
	}
	return sum / math.Sqrt(2*math.Pi*x)
}

// besselK is the modified function of the second kind, scaled by exp(x) or not: the integral of exp(-x cosh t) cosh(order t)
// over t > 0 (DLMF 10.32.9). Its integrand is analytic and falls doubly exponentially, so that sums over a grid converge to the last digit.
func besselK(order, x float64, scaled bool) float64 {
	switch {
	case math.IsNaN(x) || x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(1)
	case math.IsInf(x, 1):
		return 0
	}
	step := min(0.125, 0.7/math.Sqrt(x)) // for large x the integrand is a bell of width 1/sqrt(x)
	sum := 0.5
	for k := 1.0; ; k++ {
		t := k * step
		half := math.Sinh(t / 2)
		decay := -2 * x * half * half // x (1 - cosh t)
		term := math.Exp(decay+order*t) * (1 + math.Exp(-2*order*t)) / 2
		sum += term
		if decay < -order*t && term < sum*1e-18 {
			break
		}
	}
	sum *= step
	if scaled {
		return sum
	}
	return sum * math.Exp(-x)
}

// sphericalJ0 is sin(x)/x.
func sphericalJ0(x float64) float64 {
	switch {
	case math.IsInf(x, 0):
		return 0
	case math.Abs(x) < 0.5:
		sum, term := 1.0, 1.0
		for k := 2.0; k < 20; k += 2 {
			term *= -x * x / (k * (k + 1))
			sum += term
		}
		return sum
	}
	return math.Sin(x) / x
}

// airyAi is the Airy function: power series near 0, and expansions for large arguments (DLMF 9.4 and 9.7).
func airyAi(x float64) float64 {
	switch {
	case math.IsNaN(x):
		return x
	case math.IsInf(x, 0):
		return 0
	case x > 2:
		z := 2.0 / 3 * x * math.Sqrt(x)
		return math.Sqrt(x/3) / math.Pi * besselK(1.0/3, z, true) * math.Exp(-z)
	case x < -8:
		return airyFar(-x)
	}
	const atZero, slope = 0.355028053887817239, -0.258819403792806798
	f, g, tf, tg := 1.0, x, 1.0, x
	cube := x * x * x
	for k := 1.0; k < 100; k++ {
		tf *= cube / ((3*k - 1) * 3 * k)
		tg *= cube / (3 * k * (3*k + 1))
		f, g = f+tf, g+tg
		if math.Abs(tf)+math.Abs(tg) < 1e-18 {
			break
		}
	}
	return atZero*f + slope*g
}

// airyFar is the Airy function at -x for large x: a wave whose amplitude and phase are series in 1/z.
func airyFar(x float64) float64 {
	z := 2.0 / 3 * x * math.Sqrt(x)
	even, odd, u := 1.0, 0.0, 1.0
	for k := 1.0; k < 20; k++ {
		u *= (6*k - 5) * (6*k - 3) * (6*k - 1) / ((2*k - 1) * 216 * k * z)
		switch int(k) % 4 {
		case 0:
			even += u
		case 1:
			odd += u
		case 2:
			even -= u
		case 3:
			odd -= u
		}
		if u < 1e-17 {
			break
		}
	}
	phase := z - math.Pi/4
	return (math.Cos(phase)*even + math.Sin(phase)*odd) / (math.Sqrt(math.Pi) * math.Sqrt(math.Sqrt(x)))
}
