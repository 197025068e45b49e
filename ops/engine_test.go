package ops

import (
	"testing"

	"github.com/magneto-go/magneto/tensor"
)

// leafOf is a float64 leaf with the given values.
func leafOf(values []float64, sizes ...int) *tensor.Tensor {
	t := tensor.New(tensor.Float64, sizes...)
	tensor.StoreFloats(t, values)
	t.RequiresGrad = true
	return t
}

// A tensor that is broadcast and used again receives gradients of different sizes, which are reduced before they are added.
func TestGradientsOfBroadcastTensorsUsedTwice(t *testing.T) {
	ctx := NewContext()
	x := leafOf([]float64{1, 2, 3}, 3)
	tests := []struct {
		name string
		loss func() Value
		want []float64
	}{
		{"outer with itself", func() Value { return ctx.sumAll(ctx.mul(ctx.unsqueeze(x, 1), x)) }, []float64{12, 12, 12}},
		{"bias with a penalty", func() Value { return ctx.add(ctx.sumAll(ctx.add(f64(4, 3), x)), ctx.sumAll(ctx.mul(x, x))) }, []float64{6, 8, 10}},
		{"two batch sizes", func() Value {
			return ctx.add(ctx.sumAll(ctx.mul(ctx.onesLike(f64(2, 3)), x)), ctx.sumAll(ctx.mul(ctx.onesLike(f64(5, 3)), x)))
		}, []float64{7, 7, 7}},
	}
	for _, test := range tests {
		x.Grad = nil
		if err := ctx.Backward([]Value{test.loss()}, nil, false, false, nil); err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		got := x.Grad.Floats()
		for i, want := range test.want {
			if got[i] != want {
				t.Errorf("%s: gradient %v, want %v", test.name, got, test.want)
				break
			}
		}
	}
}
