package ops

import (
	"slices"
	"testing"

	"github.com/magneto-go/magneto/tensor"
)

// TestProductsOfNegatedViews: operands that are negated lazily multiply like those written out.
func TestProductsOfNegatedViews(t *testing.T) {
	ctx := NewContext()
	a := tensor.New(tensor.Float64, 2, 2)
	tensor.StoreFloats(a, []float64{0.5, 1.25, -2.75, 0.125})
	lazy, dense := ctx.call1("_neg_view", a), ctx.call1("neg", a)
	for _, op := range []string{"mm", "matmul"} {
		got := ctx.call1(op, lazy, lazy).(*tensor.Tensor).Floats()
		if want := ctx.call1(op, dense, dense).(*tensor.Tensor).Floats(); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", op, got, want)
		}
	}
	got := ctx.call1("addmm", lazy, lazy, lazy, int64(1), int64(1)).(*tensor.Tensor).Floats()
	if want := ctx.call1("addmm", dense, dense, dense, int64(1), int64(1)).(*tensor.Tensor).Floats(); !slices.Equal(got, want) {
		t.Errorf("addmm: %v, want %v", got, want)
	}
}
