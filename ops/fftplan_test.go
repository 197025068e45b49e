package ops

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"
)

// TestTransformsAgreeWithSums compares with the sums that define the transform, for lengths of every kind.
func TestTransformsAgreeWithSums(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	lengths := []int{97, 101, 120, 128, 210, 243, 256, 343, 360, 1001}
	for n := 1; n < 70; n++ {
		lengths = append(lengths, n)
	}
	for _, n := range lengths {
		in, out := make([]complex128, n), make([]complex128, n)
		for i := range in {
			in[i] = complex(r.NormFloat64(), r.NormFloat64())
		}
		p := newFFTPlan(n)
		for _, inverse := range []bool{false, true} {
			sign := -1.0
			if inverse {
				sign = 1
			}
			p.transform(out, in, inverse)
			for k, got := range out {
				var want complex128
				for j, x := range in {
					want += x * cmplx.Rect(1, sign*2*math.Pi*float64(j*k%n)/float64(n))
				}
				if cmplx.Abs(got-want) > 1e-12*float64(n) {
					t.Fatalf("length %d, inverse %v: element %d is %v, not %v", n, inverse, k, got, want)
				}
			}
		}
	}
}

// TestRootsOnAxes: a quarter of the circle is exact, so that whole numbers have transforms without rounding errors.
func TestRootsOnAxes(t *testing.T) {
	for _, n := range []int{4, 8, 12, 100} {
		for quarter, want := range []complex128{1, -1i, -1, 1i} {
			if got := root(quarter*n/4, n); got != want {
				t.Errorf("root %d of %d is %v, not %v", quarter*n/4, n, got, want)
			}
		}
	}
}
