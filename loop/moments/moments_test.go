package moments

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/magneto-go/magneto/loop/exec"
)

// TestRows compares the kernels with plain Go bit for bit, and both with the definition.
func TestRows(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 5, 7, 8, 9, 16, 20, 100, 127, 128, 129, 256, 300, 768, 1000, 4099} {
		data := make([]float32, 3*n)
		for i := range data {
			data[i] = float32(rnd.NormFloat64()) + 1
		}
		at := func(i int) unsafe.Pointer { return unsafe.Pointer(&data[i*n]) }
		var want [7]float32
		for isa := exec.Portable; isa <= exec.Best(); isa++ {
			rows, err := New(isa).Rows()
			if err != nil {
				t.Fatal(err)
			}
			var got [7]float32
			got[0], got[1] = rows.Moments(at(0), n)
			got[2], got[3] = rows.Sums(at(1), at(0), at(2), n)
			got[4], got[5] = rows.Sums(at(1), at(0), nil, n)
			got[6] = rows.Squares(at(0), n)
			if isa == exec.Portable {
				want = got
			} else if got != want {
				t.Errorf("%d elements, %s: %v, not %v", n, isa, got, want)
			}
		}
		var definition [7]float64
		for i := range n {
			definition[0] += float64(data[i]) / float64(n)
		}
		for i := range n {
			x, dy, w := float64(data[i]), float64(data[n+i]), float64(data[2*n+i])
			for k, v := range []float64{(x - definition[0]) * (x - definition[0]), dy * x * w, dy * w, dy * x, dy, x * x} {
				definition[k+1] += v
			}
		}
		for k, v := range definition {
			if math.Abs(float64(want[k])-v) > 1e-5*math.Sqrt(float64(n))*(1+math.Abs(v)) {
				t.Errorf("%d elements: number %d is %g, not %g", n, k, want[k], v)
			}
		}
	}
}
