package gelu

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/magneto-go/magneto/loop/exec"
)

// TestForward compares the kernel with plain Go bit for bit, and that with the definition.
func TestForward(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	x := []float32{0, float32(math.Copysign(0, -1)), 1e-40, -1e-40, 0.109, 0.125, -0.125, 5.54, -5.55, 100, float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN())}
	for range 5000 {
		x = append(x, float32(rnd.NormFloat64()*math.Exp(rnd.NormFloat64())))
	}
	for i, v := range x {
		want := 0.5 * float64(v) * math.Erfc(-float64(v)/math.Sqrt2)
		if got := Of(v); !math.IsInf(float64(v), -1) && v == v && math.Abs(float64(got)-want) > 4e-7*(1+math.Abs(float64(v))) {
			t.Errorf("%d: gelu(%g) = %g, not %g", i, v, got, want)
		}
	}
	e := New(exec.Best())
	for _, n := range []int{1, 2, 15, 16, 17, 31, 33, len(x)} {
		y := make([]float32, n+1)
		ok, err := e.Forward(unsafe.Pointer(&x[0]), unsafe.Pointer(&y[0]), n)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			t.Skip("the instruction set has no kernel")
		}
		for i := range n {
			if want := Of(x[i]); math.Float32bits(y[i]) != math.Float32bits(want) && (y[i] == y[i] || want == want) {
				t.Errorf("%d elements: gelu(%g) = %g, not %g", n, x[i], y[i], want)
			}
		}
		if y[n] != 0 {
			t.Errorf("%d elements: one more is written", n)
		}
	}
}
