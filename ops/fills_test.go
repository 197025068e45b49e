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

// Kernels write all of large results too, where they may go other ways than on the samples of the table.
func TestLargeResultsAreFilled(t *testing.T) {
	ctx := NewContext()
	x := tensor.New(tensor.Float32, 300, 700)
	for i, data := 0, tensor.View[float32](x.Storage()); i < len(data); i++ {
		data[i] = float32(i%977) - 400
	}
	index := ctx.call1("remainder.Scalar", ctx.call1("arange", int64(300)), int64(100)).(*tensor.Tensor)
	places := ctx.expand(ctx.unsqueeze(index, 1), sizesOf(x)).(*tensor.Tensor).Compact()
	mask := ctx.call1("gt.Scalar", x, 0.0)
	half := ctx.narrow(x, 0, zero, sym(150)).(*tensor.Tensor)
	one := tensor.Scalar(tensor.Float32, 2.5)
	for _, c := range []struct {
		op   string
		args []Value
	}{
		{"sum.dim_IntList", []Value{x, ints(0), false}}, {"sum.dim_IntList", []Value{x, ints(1), true}}, {"sum.dim_IntList", []Value{x, ints(0, 1), false}},
		{"mean.dim", []Value{x, ints(1), false}}, {"logsumexp", []Value{x, ints(1), false}}, {"topk", []Value{x, int64(500), int64(1), true, true}},
		{"scatter_add", []Value{x, int64(0), places, x}}, {"scatter.src", []Value{x, int64(0), places, x}}, {"scatter_reduce.two", []Value{x, int64(0), places, x, "amax", false}},
		{"index_put", []Value{x, []Value{index}, x, true}}, {"index_copy", []Value{x, int64(0), ctx.call1("arange", int64(150)), half}},
		{"index_fill.int_Scalar", []Value{x, int64(1), index, 3.0}}, {"masked_fill.Tensor", []Value{x, mask, one}}, {"masked_scatter", []Value{x, mask, x}},
		{"stack", []Value{[]Value{x, x, x}, int64(1)}}, {"repeat", []Value{x, ints(2, 3)}}, {"flip", []Value{x, ints(0, 1)}}, {"index.Tensor", []Value{x, []Value{nil, index}}},
		{"index_select", []Value{x, int64(1), index}}, {"gather", []Value{x, int64(0), places}}, {"constant_pad_nd", []Value{x, ints(3, 5, -2, 7), 1.5}},
		{"max_pool2d_with_indices", []Value{ctx.unsqueeze(x, 0), ints(3), ints(2), ints(1)}}, {"avg_pool2d", []Value{ctx.unsqueeze(x, 0), ints(3), ints(2), ints(1)}},
	} {
		op := mustLookup(c.op)
		args := c.args
		for i := len(args); i < len(op.Schema().Params); i++ {
			args = append(args, op.Schema().Params[i].Default)
		}
		if !op.RunsInto() {
			t.Errorf("%s does not write into memory that it is given", c.op)
			continue
		}
		plain := flatTensors(ctx.dispatch(op, args))
		var dirty []*tensor.Tensor
		var got, want []Value
		for _, p := range plain {
			d := tensor.NewStrided(p.DType(), p.Sizes(), p.Strides())
			for i, b := 0, d.Storage().Bytes(); i < len(b); i++ {
				b[i] = 0x7f
			}
			dirty, got, want = append(dirty, d), append(got, d), append(want, p.Compact())
		}
		if err := ctx.RunKernelInto(op, args, dirty); err != nil {
			t.Errorf("%s: %v", c.op, err)
		} else if text := differentValues(got, want, 0); text != "" {
			t.Errorf("%s: %s", c.op, text)
		}
	}
}
