package precise

import (
	"math"
	"math/big"
	"math/rand"
	"testing"
)

// Values computed with 200 bits and rounded.
func TestKnownValues(t *testing.T) {
	cases := []struct {
		name      string
		got, want float64
	}{
		{"exp(1)", Exp(1), math.E}, {"exp(0.1)", Exp(0.1), 1.1051709180756477}, {"exp(-700)", Exp(-700), 9.859676543759770e-305},
		{"log(2)", Log(2), math.Ln2}, {"log(10)", Log(10), math.Ln10}, {"log10(1000)", Log10(1000), 3}, {"log2(8)", Log2(8), 3},
		{"sin(1)", Sin(1), 0.8414709848078965}, {"cos(pi/3)", Cos(1.0471975511965976), 0.5000000000000001}, {"tan(pi/4)", Tan(math.Pi / 4), 0.9999999999999999},
		{"sin(pi)", Sin(math.Pi), 1.2246467991473532e-16}, {"atan(1)", Atan(1), math.Pi / 4}, {"asin(1/2)", Asin(0.5), 0.5235987755982989},
		{"tanh(0.5)", Tanh(0.5), 0.46211715726000973}, {"2**0.5", Pow(2, 0.5), math.Sqrt2}, {"10**-5", Pow(10, -5), 1e-5},
		{"log1p(1e-10)", Log1p(1e-10), 9.9999999995000007e-11}, {"expm1(1e-10)", Expm1(1e-10), 1.00000000005e-10},
	}
	for _, c := range cases {
		if c.got != c.want {
			t.Errorf("%s = %.17g, want %.17g", c.name, c.got, c.want)
		}
	}
}

// Integer powers can be checked exactly.
func TestPowAgainstExactProducts(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 2000 {
		x := r.Float64()*3 + 0.1
		n := r.Intn(40) + 2
		exact := new(big.Float).SetPrec(4000).SetFloat64(1)
		for range n {
			exact.Mul(exact, big.NewFloat(x))
		}
		want, _ := exact.Float64()
		if got := Pow(x, float64(n)); got != want {
			t.Fatalf("Pow(%v, %d) = %.17g, want %.17g", x, n, got, want)
		}
	}
}

// The results stay within an ulp or two of package math's everywhere.
func TestNearMath(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	pairs := []struct {
		name    string
		f, g    func(float64) float64
		lo, hi  float64
		percent float64
	}{
		{"exp", Exp, math.Exp, -700, 700, 1e-15}, {"log", Log, math.Log, 1e-300, 1e300, 1e-15}, {"sin", Sin, math.Sin, -1e5, 1e5, 1e-9},
		{"cos", Cos, math.Cos, -1e5, 1e5, 1e-9}, {"tan", Tan, math.Tan, -1.5, 1.5, 1e-14}, {"atan", Atan, math.Atan, -50, 50, 1e-15},
		{"asin", Asin, math.Asin, -1, 1, 1e-14}, {"acos", Acos, math.Acos, -1, 1, 1e-12}, {"sinh", Sinh, math.Sinh, -50, 50, 1e-14},
		{"cosh", Cosh, math.Cosh, -50, 50, 1e-14}, {"tanh", Tanh, math.Tanh, -10, 10, 1e-14}, {"expm1", Expm1, math.Expm1, -5, 5, 1e-14},
		{"log1p", Log1p, math.Log1p, -0.99, 50, 1e-13},
	}
	for _, p := range pairs {
		for range 5000 {
			x := p.lo + r.Float64()*(p.hi-p.lo)
			a, b := p.f(x), p.g(x)
			if math.Abs(a-b) > p.percent*math.Max(math.Abs(b), 1e-3) {
				t.Fatalf("%s(%v) = %.17g, package math has %.17g", p.name, x, a, b)
			}
		}
	}
}
