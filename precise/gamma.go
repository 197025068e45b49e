package precise

import "math"

// The gamma function by Lanczos's approximation, g = 6.0246..., with the 13 rational coefficients tabulated in Boost.
const (
	lanczosG          = 6.024680040776729583740234375
	lanczosGMinusHalf = 5.524680040776729583740234375
	logPi             = 1.144729885849400174143427351353058711647
)

var (
	lanczosNumerator = [...]float64{23531376880.410759688572007674451636754734846804940, 42919803642.649098768957899047001988850926355848959,
		35711959237.355668049440185451547166705960488635843, 17921034426.037209699919755754458931112671403265390,
		6039542586.3520280050642916443072979210699388420708, 1439720407.3117216736632230727949123939715485786372,
		248874557.86205415651146038641322942321632125127801, 31426415.585400194380614231628318205362874684987640,
		2876370.6289353724412254090516208496135991145378768, 186056.26539522349504029498971604569928220784236328,
		8071.6720023658162106380029022722506138218516325024, 210.82427775157934587250973392071336271166969580291,
		2.5066282746310002701649081771338373386264310793408}
	lanczosDenominator = [...]float64{0, 39916800, 120543840, 150917976, 105258076, 45995730, 13339535, 2637558, 357423, 32670, 1925, 66, 1}
)

func lanczosSum(x float64) float64 {
	num, den := 0.0, 0.0
	if x < 5 {
		for i := len(lanczosNumerator) - 1; i >= 0; i-- {
			num = float64(num*x) + lanczosNumerator[i]
			den = float64(den*x) + lanczosDenominator[i]
		}
	} else {
		for i := range lanczosNumerator {
			num = num/x + lanczosNumerator[i]
			den = den/x + lanczosDenominator[i]
		}
	}
	return num / den
}

// sinPi is sin(pi*x) for x >= 0.
func sinPi(x float64) float64 {
	y := math.Mod(x, 2)
	switch int(math.Round(2 * y)) {
	case 0:
		return Sin(math.Pi * y)
	case 1:
		return Cos(math.Pi * (y - 0.5))
	case 2:
		return Sin(math.Pi * (1 - y))
	case 3:
		return -Cos(math.Pi * (y - 1.5))
	}
	return Sin(math.Pi * (y - 2))
}

// Gamma is the gamma function; x must not be zero or a negative integer.
func Gamma(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) || x == math.Trunc(x) && x > 0 && x <= 23 {
		return math.Round(math.Gamma(x))
	}
	a := math.Abs(x)
	if a < 1e-20 {
		return 1 / x
	}
	if a > 200 {
		if x < 0 {
			return math.Copysign(0, -sinPi(a))
		}
		return math.Inf(1)
	}
	y := a + lanczosGMinusHalf
	var z float64 // the rounding error of y
	if a > lanczosGMinusHalf {
		z = (y - a) - lanczosGMinusHalf
	} else {
		z = (y - lanczosGMinusHalf) - a
	}
	z = z * lanczosG / y
	var r float64
	if x < 0 {
		r = -math.Pi / sinPi(a) / a * Exp(y) / lanczosSum(a)
		r -= float64(z * r)
		if a < 140 {
			return r / Pow(y, a-0.5)
		}
		s := Pow(y, a/2-0.25)
		return r / s / s
	}
	r = lanczosSum(a) / Exp(y)
	r += float64(z * r)
	if a < 140 {
		return r * Pow(y, a-0.5)
	}
	s := Pow(y, a/2-0.25)
	return r * s * s
}

// Lgamma is the logarithm of the absolute value of the gamma function.
func Lgamma(x float64) float64 {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		r, _ := math.Lgamma(x)
		return r
	case x == math.Trunc(x) && x <= 2:
		if x <= 0 {
			return math.Inf(1)
		}
		return 0
	}
	a := math.Abs(x)
	if a < 1e-20 {
		return -Log(a)
	}
	r := Log(lanczosSum(a)) - lanczosG
	r += float64((a - 0.5) * (Log(a+lanczosG-0.5) - 1))
	if x < 0 {
		r = logPi - Log(math.Abs(sinPi(a))) - Log(a) - r
	}
	return r
}
