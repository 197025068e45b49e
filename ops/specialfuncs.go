package ops

import "math"

// Special functions of one or two numbers, in double precision: those that package math has not.

// entropyTerm is -x log x, the summand of an entropy; 0 at 0.
func entropyTerm(x float64) float64 {
	switch {
	case math.IsNaN(x):
		return x
	case x > 0:
		return -x * math.Log(x)
	case x == 0:
		return 0
	}
	return math.Inf(-1)
}

// erfcx is exp(x^2) erfc(x). From 2 on the product would lose digits, and the continued fraction of Laplace converges fast.
func erfcx(x float64) float64 {
	switch {
	case math.IsNaN(x):
		return x
	case x < 0:
		return 2*math.Exp(x*x) - erfcx(-x)
	case x < 2:
		return math.Exp(x*x) * math.Erfc(x)
	case x > 1e8:
		return 1 / (x * math.Sqrt(math.Pi))
	}
	steps := 10 + int(150/(x*x))*2
	tail := 0.0
	for k := steps; k >= 1; k-- {
		tail = float64(k) / 2 / (x + tail)
	}
	return 1 / (math.Sqrt(math.Pi) * (x + tail))
}

// logNdtr is the logarithm of the normal distribution function, precise in the lower tail.
func logNdtr(x float64) float64 {
	t := x / math.Sqrt2
	if x < -1 {
		return math.Log(erfcx(-t)/2) - t*t
	}
	return math.Log1p(-math.Erfc(t) / 2)
}

// ndtri is the inverse of the normal distribution function. In the tails Newton's method solves for the logarithm, which is nearly a parabola there.
func ndtri(p float64) float64 {
	switch {
	case math.IsNaN(p) || p < 0 || p > 1:
		return math.NaN()
	case p == 0.5:
		return 0
	case p > 0.9:
		return -ndtri(1 - p)
	case p >= 0.1:
		return math.Sqrt2 * math.Erfinv(2*p-1)
	case p == 0:
		return math.Inf(-1)
	}
	target := math.Log(p)
	x := -math.Sqrt(-2 * target)
	for range 12 {
		l := logNdtr(x)
		slope := math.Exp(-x*x/2-l) / math.Sqrt(2*math.Pi)
		step := (l - target) / slope
		x -= step
		if math.Abs(step) < 1e-16*math.Abs(x) {
			break
		}
	}
	return x
}

func xlog1py(x, y float64, round func(float64) float64) float64 {
	switch {
	case math.IsNaN(y):
		return y
	case x == 0:
		return 0
	}
	return x * round(math.Log1p(y))
}

// evenBernoulli are B(2k)/(2k)! for k = 1, 2, ...
var evenBernoulli = [...]float64{1.0 / 12, -1.0 / 720, 1.0 / 30240, -1.0 / 1209600, 1.0 / 47900160, -691.0 / 1307674368000, 1.0 / 74724249600, -3617.0 / 10670622842880000}

// hurwitzZeta is the sum of (q+k)^-s over k >= 0, by the Euler-Maclaurin formula behind its first terms.
func hurwitzZeta(s, q float64) float64 {
	switch {
	case s == 1:
		return math.Inf(1)
	case !(s > 1) || math.IsNaN(q):
		return math.NaN()
	case q <= 0 && q == math.Floor(q):
		return math.Inf(1)
	case q <= 0 && s != math.Floor(s):
		return math.NaN() // a power of a negative number
	}
	sum := math.Pow(q, -s)
	for n := 0; n < 9 || q <= 9; n++ {
		q++
		term := math.Pow(q, -s)
		sum += term
		if math.Abs(term) < math.Abs(sum)*1e-17 {
			return sum
		}
	}
	term := math.Pow(q, -s)
	sum += term*q/(s-1) - term/2
	factor := s * term / q
	for k, b := range evenBernoulli {
		part := factor * b
		sum += part
		if math.Abs(part) < math.Abs(sum)*1e-17 {
			break
		}
		m := float64(2*k + 1)
		factor *= (s + m) * (s + m + 1) / (q * q)
	}
	return sum
}

// lowerGamma is the regularised lower incomplete gamma function P(a, x). At zero and infinity it does not ask whether the other argument is NaN.
func lowerGamma(a, x float64) float64 {
	switch {
	case a < 0 || x < 0:
		return math.NaN()
	case a == 0:
		if x > 0 {
			return 1
		}
		return math.NaN()
	case x == 0:
		return 0
	case math.IsInf(a, 1):
		if math.IsInf(x, 1) {
			return math.NaN()
		}
		return 0
	case math.IsInf(x, 1):
		return 1
	case math.IsNaN(a) || math.IsNaN(x):
		return math.NaN()
	case x > 1 && x > a:
		return 1 - gammaFraction(a, x)
	}
	return gammaSeries(a, x)
}

// upperGamma is Q(a, x) = 1 - P(a, x).
func upperGamma(a, x float64) float64 {
	switch {
	case a < 0 || x < 0:
		return math.NaN()
	case a == 0:
		if x > 0 {
			return 0
		}
		return math.NaN()
	case x == 0:
		return 1
	case math.IsInf(a, 1):
		if math.IsInf(x, 1) {
			return math.NaN()
		}
		return 1
	case math.IsInf(x, 1):
		return 0
	case math.IsNaN(a) || math.IsNaN(x):
		return math.NaN()
	case x > 1 && x > a:
		return gammaFraction(a, x)
	}
	return 1 - gammaSeries(a, x)
}

// gammaFront is x^a exp(-x) / gamma(a), without overflow and with few digits lost for large a near x.
func gammaFront(a, x float64) float64 {
	if a > 20 {
		// Stirling's series for the gamma function; u - log(1+u) is what is left of the exponent
		u := (x - a) / a
		z := 1 / (a * a)
		series := (1.0/12 - z*(1.0/360-z*(1.0/1260-z*(1.0/1680-z/1188)))) / a
		return math.Sqrt(a/(2*math.Pi)) * math.Exp(-a*minusLog1p(u)-series)
	}
	l, _ := math.Lgamma(a)
	return math.Exp(a*math.Log(x) - x - l)
}

// minusLog1p is u - log(1+u).
func minusLog1p(u float64) float64 {
	if math.Abs(u) > 0.1 {
		return u - math.Log1p(u)
	}
	sum, power := 0.0, u
	for k := 2.0; k < 30; k++ {
		power *= -u
		sum -= power / k
	}
	return sum
}

// gammaSeries is P(a, x) by the power series of DLMF 8.11.4.
func gammaSeries(a, x float64) float64 {
	sum, term := 1.0, 1.0
	for k := 1.0; k < 20000; k++ {
		term *= x / (a + k)
		sum += term
		if term <= sum*1e-17 {
			break
		}
	}
	return sum * gammaFront(a, x) / a
}

// gammaFraction is Q(a, x) by the continued fraction of DLMF 8.9.2, evaluated by Lentz's method.
func gammaFraction(a, x float64) float64 {
	const tiny = 1e-300
	b := x + 1 - a
	c, d := 1/tiny, 1/b
	h := d
	for k := 1.0; k < 20000; k++ {
		an := -k * (k - a)
		b += 2
		d = an*d + b
		if math.Abs(d) < tiny {
			d = tiny
		}
		c = b + an/c
		if math.Abs(c) < tiny {
			c = tiny
		}
		d = 1 / d
		step := d * c
		h *= step
		if math.Abs(step-1) < 1e-16 {
			break
		}
	}
	return h * gammaFront(a, x)
}

// polynomial is a family of orthogonal polynomials by degree; degrees below 0 give 0.
type polynomial struct {
	name string
	at   func(x float64, n int) float64
}

var (
	chebyshevT = chebyshev(func(x float64) float64 { return x }, func(x float64, n int) float64 { return math.Cos(float64(n) * math.Acos(x)) })
	chebyshevU = chebyshev(func(x float64) float64 { return 2 * x }, func(x float64, n int) float64 {
		t := math.Acos(x)
		return math.Sin(float64(n+1)*t) / math.Sin(t)
	})
	chebyshevV = chebyshev(func(x float64) float64 { return 2*x - 1 }, func(x float64, n int) float64 {
		t := math.Acos(x)
		return math.Cos((float64(n)+0.5)*t) / math.Cos(t/2)
	})
	chebyshevW = chebyshev(func(x float64) float64 { return 2*x + 1 }, func(x float64, n int) float64 {
		t := math.Acos(x)
		return math.Sin((float64(n)+0.5)*t) / math.Sin(t/2)
	})

	polynomials = []polynomial{
		{"chebyshev_polynomial_t", chebyshevT}, {"shifted_chebyshev_polynomial_t", onUnitInterval(chebyshevT)},
		{"chebyshev_polynomial_u", chebyshevU}, {"shifted_chebyshev_polynomial_u", onUnitInterval(chebyshevU)},
		{"chebyshev_polynomial_v", chebyshevV}, {"shifted_chebyshev_polynomial_v", onUnitInterval(chebyshevV)},
		{"chebyshev_polynomial_w", chebyshevW}, {"shifted_chebyshev_polynomial_w", onUnitInterval(chebyshevW)},
		{"hermite_polynomial_h", threeTerms(func(x float64) float64 { return 2 * x }, func(x, k, p, before float64) float64 { return 2*x*p - 2*k*before })},
		{"hermite_polynomial_he", threeTerms(func(x float64) float64 { return x }, func(x, k, p, before float64) float64 { return x*p - k*before })},
		{"laguerre_polynomial_l", threeTerms(func(x float64) float64 { return 1 - x }, func(x, k, p, before float64) float64 { return ((2*k+1-x)*p - k*before) / (k + 1) })},
		{"legendre_polynomial_p", threeTerms(func(x float64) float64 { return x }, func(x, k, p, before float64) float64 { return ((2*k+1)*x*p - k*before) / (k + 1) })},
	}
)

// threeTerms evaluates a family by its recurrence: the polynomial of degree k+1 from those of degree k and k-1. Degree 0 is 1.
func threeTerms(first func(x float64) float64, next func(x, k, p, before float64) float64) func(x float64, n int) float64 {
	return func(x float64, n int) float64 {
		switch {
		case n < 0:
			return 0
		case n == 0:
			return 1
		}
		before, p := 1.0, first(x)
		for k := 1; k < n && !math.IsNaN(p); k++ {
			before, p = p, next(x, float64(k), p, before)
		}
		return p
	}
}

// chebyshev evaluates the four kinds, which share a recurrence and differ in degree 1; high degrees inside (-1, 1) by angles.
func chebyshev(first func(x float64) float64, angle func(x float64, n int) float64) func(x float64, n int) float64 {
	recurrence := threeTerms(first, func(x, k, p, before float64) float64 { return 2*x*p - before })
	return func(x float64, n int) float64 {
		if n > 8 && math.Abs(x) < 1 {
			return angle(x, n)
		}
		return recurrence(x, n)
	}
}

// onUnitInterval moves a family from [-1, 1] to [0, 1].
func onUnitInterval(family func(x float64, n int) float64) func(x float64, n int) float64 {
	return func(x float64, n int) float64 { return family(2*x-1, n) }
}
