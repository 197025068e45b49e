package ops

import (
	"testing"

	"github.com/magneto-go/magneto/tensor"
)

// f builds a float tensor of the given sizes counting from 0.
func countTo(dtype tensor.DType, sizes ...int) *tensor.Tensor {
	t := tensor.New(dtype, sizes...)
	v := make([]float64, t.Numel())
	for i := range v {
		v[i] = float64(i)
	}
	tensor.StoreFloats(t, v)
	return t
}

func TestSchemasParse(t *testing.T) {
	for _, op := range Table() {
		if _, err := ParseSchema(op.e.S); err != nil {
			t.Errorf("%s: %v", op, err)
			continue
		}
		op.Schema()
		e := op.e
		if e.Kernel == nil && e.Eager == nil && e.Decomp == nil && !e.View {
			t.Errorf("%s has neither kernel nor decomposition", op)
		}
		if e.Kernel != nil && e.Meta == nil {
			t.Errorf("%s has a kernel and no meta", op)
		}
	}
	t.Logf("%d overloads, %d functions, %d methods", len(Table()), len(FunctionNames()), len(MethodNames()))
}

func TestSmoke(t *testing.T) {
	x := countTo(tensor.Float32, 2, 3)
	SetRequiresGrad(x, true)
	y := mm(x, call1("t", x))
	z := sumAll(mul(y, y))
	t.Log(z)
	if err := Backward([]Value{z}, nil, false, false, nil); err != nil {
		t.Fatal(err)
	}
	t.Log(x.Grad, einsum("ij,kj->ik", []Value{x, x}))
}
