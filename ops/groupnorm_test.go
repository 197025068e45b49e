package ops

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/magneto-go/magneto/tensor"
)

// Group norm in one kernel gives what its decomposition does, which runs where a gradient is needed.
func TestFusedGroupNormAgrees(t *testing.T) {
	ctx := NewContext()
	rnd := rand.New(rand.NewPCG(3, 1))
	random := func(d tensor.DType, sizes ...int) *tensor.Tensor {
		x := tensor.New(tensor.Float64, sizes...)
		for i, data := 0, tensor.View[float64](x.Storage()); i < len(data); i++ {
			data[i] = 3 + rnd.NormFloat64()
		}
		return x.To(d)
	}
	for n := range 60 {
		d := []tensor.DType{tensor.Float32, tensor.Float64}[rnd.IntN(2)]
		groups := 1 + rnd.IntN(4)
		channels := groups * (1 + rnd.IntN(4))
		sizes := []int{1 + rnd.IntN(3), channels}
		for range rnd.IntN(3) {
			sizes = append(sizes, 1+rnd.IntN(20))
		}
		x := random(d, sizes...)
		var weight, bias Value
		if rnd.IntN(3) > 0 {
			weight = random(d, channels)
		}
		if rnd.IntN(3) > 0 {
			bias = random(d, channels)
		}
		if fusedGroupNorm(ctx, x, groups, weight, bias, 1e-5) == nil {
			t.Fatalf("%d: not fused", n)
		}
		got := ctx.call1("group_norm", x, int64(groups), weight, bias, 1e-5).(*tensor.Tensor)
		leaf := x.Compact()
		leaf.RequiresGrad = true
		want := ctx.call1("group_norm", leaf, int64(groups), weight, bias, 1e-5).(*tensor.Tensor)
		if want.GradFn == nil || got.GradFn != nil {
			t.Fatalf("%d: the two forms are not what was to be compared", n)
		}
		a, b := got.Floats(), want.Floats()
		for i := range a {
			if math.Abs(a[i]-b[i]) > 1e-4*(1+math.Abs(b[i])) {
				t.Fatalf("%d: %v in %d groups: element %d is %g, not %g", n, sizes, groups, i, a[i], b[i])
			}
		}
	}
}
