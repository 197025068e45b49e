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
		// leaves are what requires gradients, laid out as the operands are.
		leaves := func() (list []Value) {
			for _, x := range []Value{q, k, v} {
				leaf := ctx.detach(x)
				if err := ctx.SetRequiresGrad(leaf, true); err != nil {
					t.Fatal(err)
				}
				list = append(list, leaf)
			}
			return list
		}
		slope := random(d, b, h, rows, out)
		gradients := func(y Value, leaves []Value) []Value {
			if err := ctx.Backward([]Value{y}, []Value{slope}, false, false, leaves); err != nil {
				t.Fatal(err)
			}
			return []Value{GradOf(leaves[0]), GradOf(leaves[1]), GradOf(leaves[2])}
		}
		x, y := leaves(), leaves()
		got := ctx.call1("scaled_dot_product_attention", x[0], x[1], x[2], mask, 0.0, causal, 0.3)
		want := ctx.matmul(attentionWeights(ctx, y[0], y[1], mask, causal, 0.3), y[2])
		if name := got.(*tensor.Tensor).GradFn.(*Node).Name(); name != "ScaledDotProductFlashAttentionForCpuBackward0" {
			t.Fatalf("%s: made by %s", what, name)
		}
		if width == out {
			want = inOrderOf(ctx, want, metaOf(q))
		}
		lists := [2][]Value{append([]Value{got}, gradients(got, x)...), append([]Value{want}, gradients(want, y)...)}
		for i := range lists[0] {
			got, want := lists[0][i].(*tensor.Tensor), lists[1][i].(*tensor.Tensor)
			if fmt.Sprint(got.Sizes()) != fmt.Sprint(want.Sizes()) || i == 0 && fmt.Sprint(got.Strides()) != fmt.Sprint(want.Strides()) {
				t.Fatalf("%s: result %d: %v %v, not %v %v", what, i, got.Sizes(), got.Strides(), want.Sizes(), want.Strides())
			}
			x, y := got.Floats(), want.Floats()
			for n := range x {
				if math.Abs(x[n]-y[n]) > 5e-5*(1+math.Abs(y[n])) || math.IsNaN(x[n]) != math.IsNaN(y[n]) {
					t.Fatalf("%s: result %d, element %d is %g, not %g", what, i, n, x[n], y[n])
				}
			}
		}
	}
	if fused != 200 {
		t.Errorf("%d of 200 were fused", fused)
	}
}
