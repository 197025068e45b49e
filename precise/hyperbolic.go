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
	case math.IsNaN(x) || math.IsInf(x, 0) || a < 0x1p-28:
		return math.Sinh(x)
	case a < 1:
		t := math.Expm1(a)
		return h * (2*t - t*t/(t+1))
	case a < 22:
		t := math.Expm1(a)
		return h * (t + t/(t+1))
	}
	if a > 709 {
		e := Exp(a / 2) // which does not overflow where the result does not
		return h * e * e
	}
	return h * Exp(a)
}

func Cosh(x float64) float64 {
	a := math.Abs(x)
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
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
	if a > 709 {
		e := Exp(a / 2)
		return 0.5 * e * e
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

// sqrtDD is a square root by one step of Newton's method.
func sqrtDD(v dd) dd {
	r := math.Sqrt(v.hi)
	if r == 0 {
		return dd{}
	}
	rr := dd{r, 0}
	return rr.add(v.sub(rr.mul(rr)).div(dd{2 * r, 0}))
}

// logSum is log(v) for a double-double.
func logSum(v dd) dd {
	q := dd{v.lo, 0}.div(dd{v.hi, 0})
	return logDD(v.hi).add(q)
}

func Asinh(x float64) float64 {
	a := math.Abs(x)
	if math.IsNaN(x) || math.IsInf(x, 0) || a < 0.01 || a > 1e150 {
		return math.Asinh(x)
	}
	v := dd{a, 0}
	return math.Copysign(logSum(v.add(sqrtDD(v.mul(v).add(one)))).value(), x)
}

func Acosh(x float64) float64 {
	if math.IsNaN(x) || x < 1.001 || x > 1e150 {
		return math.Acosh(x)
	}
	v := dd{x, 0}
	return logSum(v.add(sqrtDD(v.mul(v).sub(one)))).value()
}

func Atanh(x float64) float64 {
	a := math.Abs(x)
	if math.IsNaN(x) || a >= 1 || a < 0.01 {
		return math.Atanh(x)
	}
	v := twoSum(1, a).div(twoSum(1, -a))
	return math.Copysign(logSum(v).scale(0.5).value(), x)
}

// Cbrt is the cube root.
func Cbrt(x float64) float64 {
	r := math.Cbrt(x)
	if r == 0 || math.IsNaN(r) || math.IsInf(r, 0) || math.Abs(x) < 1e-280 {
		return r
	}
	v := dd{r, 0}
	cube := v.mul(v).mul(v)
	return v.add(dd{x, 0}.sub(cube).div(dd{3 * r * r, 0})).value()
}
