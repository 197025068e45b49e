package ops

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/magneto-go/magneto/tensor"
)

// Attention in blocks gives what its decomposition does, which runs where a gradient is needed.
func TestFusedAttentionAgrees(t *testing.T) {
	ctx := NewContext()
	rnd := rand.New(rand.NewPCG(8, 9))
	random := func(d tensor.DType, sizes ...int) *tensor.Tensor {
		x := tensor.New(tensor.Float64, sizes...)
		for i, data := 0, tensor.View[float64](x.Storage()); i < len(data); i++ {
			data[i] = rnd.NormFloat64()
		}
		return x.To(d)
	}
	fused := 0
	for n := range 200 {
		d := []tensor.DType{tensor.Float32, tensor.Float64}[rnd.IntN(2)]
		b, h := 1+rnd.IntN(2), 1+rnd.IntN(3)
		rows, columns := 1+rnd.IntN(200), 1+rnd.IntN(200)
		width, out := 1+rnd.IntN(40), 1+rnd.IntN(40)
		operand := func(rows, width int) Value { // [batch, head, row, column], often laid out as [batch, row, head, column]
			if rnd.IntN(2) == 0 {
				return ctx.transpose(random(d, b, rows, h, width), 1, 2)
			}
			return random(d, b, h, rows, width)
		}
		q, k, v := operand(rows, width), operand(columns, width), operand(columns, out)
		var mask Value
		causal := false
		switch rnd.IntN(4) {
		case 0:
			causal = true
		case 1: // some rows are hidden whole
			mask = ctx.call1("gt.Scalar", random(d, rows, columns), []float64{-1, 0, 2.5}[rnd.IntN(3)])
		case 2:
			mask = random(d, b, 1, 1, columns)
		}
		what := fmt.Sprintf("%d: %v, %d × %d heads, %d × %d, widths %d and %d, causal %v, mask %v", n, d.Name(), b, h, rows, columns, width, out, causal, mask != nil)
		if attentionFuses(ctx, q, k, v, mask) {
			fused++
		}
		got := ctx.call1("scaled_dot_product_attention", q, k, v, mask, 0.0, causal, 0.3).(*tensor.Tensor)
		leaf := q.(*tensor.Tensor).Compact()
		leaf.RequiresGrad = true
		want := ctx.call1("scaled_dot_product_attention", leaf, k, v, mask, 0.0, causal, 0.3).(*tensor.Tensor)
		if want.GradFn == nil || got.GradFn != nil {
			t.Fatalf("%s: the two forms are not what was to be compared", what)
		}
		if fmt.Sprint(got.Sizes(), got.Strides()) != fmt.Sprint(want.Sizes(), want.Strides()) {
			t.Fatalf("%s: %v %v, not %v %v", what, got.Sizes(), got.Strides(), want.Sizes(), want.Strides())
		}
		x, y := got.Floats(), want.Floats()
		for i := range x {
			if math.Abs(x[i]-y[i]) > 2e-5*(1+math.Abs(y[i])) || math.IsNaN(x[i]) != math.IsNaN(y[i]) {
				t.Fatalf("%s: element %d is %g, not %g", what, i, x[i], y[i])
			}
		}
	}
	if fused != 200 {
		t.Errorf("%d of 200 were fused", fused)
	}
}
