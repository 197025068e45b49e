package ops

import (
	"math"
	"testing"

	"github.com/magneto-go/magneto/tensor"
)

// Normal numbers by the kernel have the bits of those by the loop, and leave the generator where it would be.
func TestNormalKernelAgrees(t *testing.T) {
	ctx := NewContext()
	for _, n := range []int{16, 100, 512, 4096, 100_003} {
		a, b := tensor.NewGenerator(), tensor.NewGenerator()
		x, y := tensor.New(tensor.Float32, n), tensor.New(tensor.Float32, n)
		normals(ctx, a, x, 0.5, 3)
		b.NormalFill(y, 0.5, 3, nil)
		p, q := tensor.View[float32](x.Storage()), tensor.View[float32](y.Storage())
		for i := range n {
			if math.Float32bits(p[i]) != math.Float32bits(q[i]) {
				t.Fatalf("%d: element %d is %g by the kernel, %g by the loop", n, i, p[i], q[i])
			}
		}
		if a.Uint32() != b.Uint32() {
			t.Errorf("%d: the generators differ", n)
		}
	}
}
