package ops

import (
	"testing"

	"github.com/magneto-go/magneto/tensor"
)

// TestLossKernels: the kernels of losses give what the operators do that they stand for, which compute where tensors are not contiguous: means and sums in another order, gradients bit for bit.
func TestLossKernels(t *testing.T) {
	ctx := NewContext()
	for _, d := range []tensor.DType{tensor.Float32, tensor.Float64} {
		for _, c := range []struct {
			name      string
			parameter []Value
		}{{"mse_loss", nil}, {"smooth_l1_loss", []Value{1.0}}, {"smooth_l1_loss", []Value{0.0}}, {"smooth_l1_loss", []Value{0.37}}, {"huber_loss", []Value{1.0}}, {"huber_loss", []Value{0.6}}} {
			for _, reduction := range []int64{reduceNone, reduceMean, reduceSum} {
				random := func() *tensor.Tensor { return ctx.call1("randn", []Value{int64(37), int64(41)}, d).(*tensor.Tensor) }
				x, y := random(), random()
				run := func(x, y Value) (loss, grad []float64) {
					leaf := ctx.call1("detach", x).(*tensor.Tensor)
					if err := ctx.SetRequiresGrad(leaf, true); err != nil {
						t.Fatal(err)
					}
					out := ctx.call1(c.name, append([]Value{leaf, y, reduction}, c.parameter...)...)
					total := ctx.call1("sum", ctx.call1("mul.Scalar", out, 0.7))
					if err := ctx.Backward([]Value{total}, nil, false, false, nil); err != nil {
						t.Fatal(err)
					}
					return out.(*tensor.Tensor).Floats(), GradOf(leaf).(*tensor.Tensor).Floats()
				}
				turned := func(x Value) Value {
					return ctx.call1("t", ctx.call1("contiguous", ctx.call1("t", x)))
				}
				loss, grad := run(x, y)
				wantLoss, wantGrad := run(turned(x), turned(y))
				const ulps = 3e-7 // a float32 has 1.2e-7: sums of equal numbers in another order
				if at := farApart(loss, wantLoss, ulps); at >= 0 {
					t.Errorf("%s %v %v %s: loss %v, composed %v", c.name, c.parameter, reduction, d.Name(), loss[at], wantLoss[at])
				}
				if at := farApart(grad, wantGrad, 0); at >= 0 {
					t.Errorf("%s %v %v %s: gradient %v, composed %v", c.name, c.parameter, reduction, d.Name(), grad[at], wantGrad[at])
				}
			}
		}
	}
}
