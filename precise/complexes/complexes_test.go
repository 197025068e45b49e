package complexes

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"
)

// functions are all of one number, with the name that their special arguments go by.
var functions = map[string]func(complex128) complex128{
	"exp": Exp, "log": Log, "log10": Log10, "log2": Log2, "sqrt": Sqrt, "sin": Sin, "cos": Cos, "tan": Tan, "sinh": Sinh, "cosh": Cosh, "tanh": Tanh,
	"asin": Asin, "acos": Acos, "atan": Atan, "asinh": Asinh, "acosh": Acosh, "atanh": Atanh,
}

func same(a, b float64) bool {
	return a == b && math.Signbit(a) == math.Signbit(b) || math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= 1e-12*math.Abs(b)
}

// TestConjugates checks f(conj z) = conj f(z), which holds for all of them, signs of zeros included; of the sign of an infinity beside no number the
// standard says nothing.
func TestConjugates(t *testing.T) {
	parts := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -3, 700, -709.5, 1e-300, 1e300, math.Inf(1), math.Inf(-1), math.NaN()}
	for name, f := range functions {
		for _, x := range parts {
			for _, y := range parts {
				a, b := f(complex(x, y)), f(complex(x, -y))
				if cmplx.IsNaN(a) || math.IsNaN(real(a)) || math.IsNaN(imag(a)) {
					continue
				}
				if !same(real(a), real(b)) || !same(imag(a), -imag(b)) {
					t.Errorf("%s(%v) = %v, and of its conjugate %v", name, complex(x, y), a, b)
				}
			}
		}
	}
}

// TestInverses goes there and back for numbers of all sizes.
func TestInverses(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, pair := range [][2]string{{"exp", "log"}, {"sin", "asin"}, {"cos", "acos"}, {"tan", "atan"}, {"sinh", "asinh"}, {"cosh", "acosh"}, {"tanh", "atanh"}} {
		f, inverse := functions[pair[0]], functions[pair[1]]
		for range 2000 {
			size := math.Exp(r.Float64()*20 - 10)
			if pair[0] == "tan" || pair[0] == "tanh" { // which flatten out
				size = math.Exp(r.Float64()*3 - 3)
			}
			z := complex(size*r.NormFloat64(), size*r.NormFloat64())
			if d := cmplx.Abs(f(inverse(z)) - z); d > 1e-9*(cmplx.Abs(z)+1) {
				t.Errorf("%s(%s(%v)) is off by %v", pair[0], pair[1], z, d)
			}
		}
	}
	for range 2000 {
		z := complex(r.NormFloat64(), r.NormFloat64())
		if d := cmplx.Abs(Sqrt(z)*Sqrt(z) - z); d > 1e-14*cmplx.Abs(z) {
			t.Errorf("the square of sqrt(%v) is off by %v", z, d)
		}
	}
}

// TestSpecialValues holds some cells of annex G.
func TestSpecialValues(t *testing.T) {
	inf, nan, zero := math.Inf(1), math.NaN(), math.Copysign(0, -1)
	for _, c := range []struct {
		name    string
		z, want complex128
		invalid bool
	}{
		{"exp", complex(-inf, inf), 0, false}, {"exp", complex(inf, 0), complex(inf, 0), false}, {"exp", complex(1, inf), complex(nan, nan), true},
		{"exp", complex(1000, 0), complex(inf, 0), false}, {"cosh", complex(1000, zero), complex(inf, zero), false}, {"sinh", complex(0, inf), complex(0, nan), true},
		{"tanh", complex(0, inf), complex(0, nan), true}, {"tanh", complex(5000, 1), complex(1, 0), false}, {"log", complex(zero, 0), complex(-inf, math.Pi), false},
		{"sqrt", complex(-4, zero), complex(0, -2), false}, {"atanh", complex(1, 0), complex(inf, 0), false}, {"acosh", complex(0.5, zero), complex(0, -math.Pi/3), false},
		{"asinh", complex(0, 9e9), complex(math.Asinh(9e9), math.Pi/2), false}, {"acos", complex(nan, inf), complex(nan, -inf), false},
	} {
		got := functions[c.name](c.z)
		if !same(real(got), real(c.want)) || !same(imag(got), imag(c.want)) {
			t.Errorf("%s(%v) = %v, want %v", c.name, c.z, got, c.want)
		}
		if settles := !isFinite(real(c.z)) || !isFinite(imag(c.z)); settles && Invalid(c.name, c.z) != c.invalid {
			t.Errorf("%s(%v): invalid is %v", c.name, c.z, !c.invalid)
		}
	}
}
