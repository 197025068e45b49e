package native

import (
	"slices"
	"strings"
	"testing"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/tensor"
)

func longs(values ...int64) *tensor.Tensor {
	t := tensor.New(tensor.Int64, len(values))
	tensor.StoreInts(t, values)
	return t
}

// scatterProgram adds rows of x² to zeros and doubles what comes of it.
func scatterProgram(t *testing.T) (*ops.Context, *Program) {
	tr := newTracer(hints{"s0": 3})
	x, index := tr.input("x", tensor.Float32, "s0", 4), tr.input("index", tensor.Int64, "s0")
	zeros := tr.call("zeros", []ops.Value{int64(5), int64(4)})
	sums := tr.call("index_add", zeros, int64(0), index, tr.call("mul.Tensor", x, x), int64(1))
	return ops.NewContext(), mustCompile(t, tr.finish(tr.call("mul.Scalar", sums, 2.0)))
}

// TestScatterIsThreeKernels: what is scattered into, the scatter with what makes its source, and what reads the result; the memory is new in each call though zeros follow from
// the sizes alone.
func TestScatterIsThreeKernels(t *testing.T) {
	ctx, p := scatterProgram(t)
	x := random(ctx, tensor.Float32, 3, 4)
	for range 2 {
		outs, err := p.Run(ctx, []ops.Value{x, longs(4, 0, 4)})
		if err != nil {
			t.Fatal(err)
		}
		in, want := x.Floats(), make([]float64, 20)
		for i, row := range []int{4, 0, 4} {
			for j := range 4 {
				v := float32(in[4*i+j])
				want[4*row+j] = float64(float32(want[4*row+j]) + v*v)
			}
		}
		for i := range want {
			want[i] *= 2
		}
		if got := outs[0].(*tensor.Tensor).Floats(); !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	}
	var names []string
	for _, s := range p.steps {
		names = append(names, s.name)
	}
	if want := []string{"fused_zeros_index_add", "fused_mul_index_add", "fused_mul"}; !slices.Equal(names, want) {
		t.Errorf("steps %v, want %v", names, want)
	}
}

// TestScatterOutside: the operator says what is wrong with an index.
func TestScatterOutside(t *testing.T) {
	ctx, p := scatterProgram(t)
	for _, wrong := range []int64{5, -1, 1 << 40, -1 << 62} {
		if _, err := p.Run(ctx, []ops.Value{random(ctx, tensor.Float32, 3, 4), longs(0, wrong, 1)}); err == nil || !strings.Contains(err.Error(), "is out of bounds for dimension 0 with size 5") {
			t.Errorf("index %d: %v", wrong, err)
		}
	}
}

// TestNoFigures: operators may refuse inputs that are made up; then there are no times, and a line that says so.
func TestNoFigures(t *testing.T) {
	tr := newTracer(hints{})
	x, y := tr.input("x", tensor.Int64, 3), tr.input("y", tensor.Int64, 3)
	p := mustCompile(t, tr.finish(tr.call("floor_divide", x, y)))
	ctx := ops.NewContext()
	if _, err := p.Run(ctx, []ops.Value{longs(5, 6, 7), longs(1, 2, 3)}); err != nil {
		t.Fatal(err)
	}
	text, err := p.Figures(ctx)
	if err != nil || !strings.Contains(text, "ZeroDivisionError") {
		t.Errorf("%q, %v", text, err)
	}
}
