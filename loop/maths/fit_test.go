package maths

import (
	"flag"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

var refit = flag.Bool("fit", false, "print the coefficients that the fits give")

// fit describes how a polynomial in this package came to be: it approximates f(x), as a polynomial in x, on lo … hi, so
// that weight(x)·error is as small as can be everywhere.
type fit struct {
	name     string
	lo, hi   float64
	f        func(x float64) float64
	weight   func(x float64) float64
	poly     []float32
	bound    float64 // of the weighted error
	arranged string
}

func big(f func(x float64) float64, series func(x float64) float64, at float64) func(x float64) float64 {
	return func(x float64) float64 {
		if math.Abs(x) < at {
			return series(x)
		}
		return f(x)
	}
}

var fits = []fit{
	{"sin", 0, 0.62,
		big(func(z float64) float64 { x := math.Sqrt(z); return (math.Sin(x)/x - 1) / z }, func(z float64) float64 { return -1./6 + z/120 - z*z/5040 }, 0.01),
		func(z float64) float64 { return z }, sinPoly, 5e-9, "(sin x/x − 1)/x² in x²"},
	{"cos", 0, 0.62,
		big(func(z float64) float64 { x := math.Sqrt(z); return (math.Cos(x) - 1 + z/2) / (z * z) }, func(z float64) float64 { return 1./24 - z/720 + z*z/40320 }, 0.03),
		func(z float64) float64 { return z * z }, cosPoly, 5e-9, "(cos x − 1 + x²/2)/x⁴ in x²"},
}

// chebyshev gives n points that crowd at the ends.
func chebyshev(lo, hi float64, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = (lo+hi)/2 - (hi-lo)/2*math.Cos(math.Pi*(float64(i)+0.5)/float64(n))
	}
	return x
}

// solve is Lawson's algorithm: least squares whose weights grow where the error is large, which leads to the minimax fit.
// Coefficients that are already rounded stay.
func (p *fit) solve(degree int, known []float64) []float64 {
	points := chebyshev(p.lo, p.hi, 400)
	lawson := make([]float64, len(points))
	for i := range lawson {
		lawson[i] = 1
	}
	coefficients := append([]float64{}, known...)
	coefficients = append(coefficients, make([]float64, degree+1-len(known))...)
	n := degree + 1 - len(known)
	for range 60 {
		a, b := mat.NewDense(len(points), n, nil), mat.NewVecDense(len(points), nil)
		for i, x := range points {
			w := math.Sqrt(lawson[i]) * p.weight(x)
			y := p.f(x)
			for j, c := range known {
				y -= c * math.Pow(x, float64(j))
			}
			for j := range n {
				a.Set(i, j, w*math.Pow(x, float64(j+len(known))))
			}
			b.SetVec(i, w*y)
		}
		var c mat.VecDense
		if err := c.SolveVec(a, b); err != nil {
			break
		}
		for j := range n {
			coefficients[len(known)+j] = c.AtVec(j)
		}
		total := 0.0
		for i, x := range points {
			lawson[i] *= math.Abs(p.weight(x)*(evaluate(coefficients, x)-p.f(x))) + 1e-300
			total += lawson[i]
		}
		for i := range lawson {
			lawson[i] /= total / float64(len(points))
		}
	}
	return coefficients
}

func evaluate(c []float64, x float64) float64 {
	sum := 0.0
	for i := len(c) - 1; i >= 0; i-- {
		sum = sum*x + c[i]
	}
	return sum
}

func (p *fit) worst(c []float64) float64 {
	worst := 0.0
	for _, x := range chebyshev(p.lo, p.hi, 3000) {
		worst = max(worst, math.Abs(p.weight(x)*(evaluate(c, x)-p.f(x))))
	}
	return worst
}

// TestCoefficients checks the polynomials of this package, constant term first, in exact arithmetic so to speak: the
// error that they have before any rounding. With -fit it prints what they were made by: each coefficient rounded to float32
// in turn, lowest first, and the rest fitted again.
func TestCoefficients(t *testing.T) {
	for _, p := range fits {
		if *refit {
			var known []float64
			for range p.poly {
				c := p.solve(len(p.poly)-1, known)
				known = append(known, float64(float32(c[len(known)])))
			}
			fmt.Printf("%sPoly = []float32{", p.name)
			for _, c := range known {
				fmt.Printf("%v, ", float32(c))
			}
			fmt.Printf("} // error %.2g\n", p.worst(known))
			continue
		}
		var c []float64
		for _, f := range p.poly {
			c = append(c, float64(f))
		}
		if worst := p.worst(c); worst > p.bound {
			t.Errorf("%s: %s is off by %.2g", p.name, p.arranged, worst)
		}
	}
}
