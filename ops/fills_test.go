package ops

import (
	"math"
	"testing"

	"github.com/magneto-go/magneto/tensor"
)

// Products are allocated with anything in them: of matrices without a common dimension too, nothing of it is left.
func TestProductsFillTheirResult(t *testing.T) {
	ctx := NewContext()
	for _, d := range []tensor.DType{tensor.Float32, tensor.Float64, tensor.BFloat16, tensor.Int64} {
		for _, c := range []struct {
			op   string
			args []Value
		}{
			{"mm", []Value{tensor.New(d, 64, 0), tensor.New(d, 0, 64)}},
			{"bmm", []Value{tensor.New(d, 2, 64, 0), tensor.New(d, 2, 0, 64)}},
			{"addmm", []Value{tensor.New(d, 64, 64), tensor.New(d, 64, 0), tensor.New(d, 0, 64), int64(0), int64(1)}},
			{"mm", []Value{tensor.New(d, 64, 8), tensor.New(d, 8, 64)}},
			{"addmm", []Value{tensor.New(d, 64, 64), tensor.New(d, 64, 8), tensor.New(d, 8, 64), int64(0), int64(1)}},
			{"mm", []Value{tensor.New(d, 2048, 8), tensor.New(d, 8, 1)}},
		} {
			for range 4 {
				dirty := tensor.New(tensor.Float64, 2*64*64)
				dirty.Fill(math.NaN())
				dirty.Storage().Release()
			}
			out := ctx.call1(c.op, c.args...).(*tensor.Tensor)
			for i, v := range out.To(tensor.Float64).Floats() {
				if v != 0 {
					t.Fatalf("%s of zeros, %v: element %d is %v", c.op, d, i, v)
				}
			}
		}
	}
}
