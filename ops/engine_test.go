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

// A leaf keeps the gradient that a pass has made for it, unless it is that of another leaf too, or somebody else's.
func TestLeavesOwnTheirGradients(t *testing.T) {
	ctx := NewContext()
	const n = 4096 // worth giving back
	leaf := func() *tensor.Tensor {
		x := tensor.New(tensor.Float32, n)
		x.Fill(2.0)
		x.RequiresGrad = true
		return x
	}
	a, b := leaf(), leaf()
	seed := tensor.New(tensor.Float32, n)
	seed.Fill(1.0)
	tests := []struct {
		name string
		root func() Value
		want [2]float64
	}{
		{"the same for both", func() Value { return ctx.add(a, b) }, [2]float64{1, 1}},
		{"what came in", func() Value { return ctx.call1("alias", a) }, [2]float64{1, 0}},
		{"one for each", func() Value { return ctx.mul(a, b) }, [2]float64{2, 2}},
		{"twice the same leaf", func() Value { return ctx.mul(a, a) }, [2]float64{4, 0}},
		{"a view of another's", func() Value { return ctx.add(ctx.call1("flip", a, []Value{int64(0)}), ctx.neg(b)) }, [2]float64{1, -1}},
	}
	for _, test := range tests {
		for range 2 {
			a.Grad, b.Grad = nil, nil
			if err := ctx.Backward([]Value{test.root()}, []Value{seed}, false, false, nil); err != nil {
				t.Fatalf("%s: %v", test.name, err)
			}
			for i, x := range []*tensor.Tensor{a, b} {
				if x.Grad == nil {
					if test.want[i] != 0 {
						t.Errorf("%s: leaf %d has no gradient", test.name, i)
					}
					continue
				}
				tensor.NewUninit(tensor.Float32, n).Fill(-7.0) // takes what was given back by mistake
				if got := x.Grad.Floats()[n/2]; got != test.want[i] {
					t.Errorf("%s: gradient %d is %g, not %g", test.name, i, got, test.want[i])
				}
				x.Grad.Fill(100.0) // is nobody else's
			}
			for _, x := range []*tensor.Tensor{a, b} {
				if x.Floats()[0] != 2 || seed.Floats()[0] != 1 {
					t.Fatalf("%s: changing a gradient changes something else", test.name)
				}
			}
			if a.Grad != nil && b.Grad != nil && a.Grad.Storage() == b.Grad.Storage() {
				t.Errorf("%s: the gradients share memory", test.name)
			}
		}
	}
}
