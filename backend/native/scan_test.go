package native

import (
	"slices"
	"testing"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/tensor"
)

// TestScansFuse: a cumulative sum is one kernel with what stands before and behind it, also where reductions take the same rows, and not where they take others.
func TestScansFuse(t *testing.T) {
	for _, c := range []struct {
		name  string
		build func(tr *tracer, x, sums ops.Value) ops.Value
		want  []string
	}{
		{"pointwise", func(tr *tracer, _, sums ops.Value) ops.Value { return tr.call("mul.Scalar", sums, 2.0) }, []string{"fused_exp_cumsum_mul"}},
		{"the same rows", func(tr *tracer, x, sums ops.Value) ops.Value {
			return tr.call("div.Tensor", sums, tr.call("sum.dim_IntList", x, []ops.Value{int64(1)}, true))
		}, []string{"fused_exp_cumsum_sum_div"}},
		{"other rows", func(tr *tracer, _, sums ops.Value) ops.Value { return tr.call("cumsum", sums, int64(0)) }, []string{"fused_exp_cumsum", "fused_cumsum"}},
		{"reversed", func(tr *tracer, _, sums ops.Value) ops.Value { return tr.call("flip", sums, []ops.Value{int64(1)}) }, []string{"fused_exp_cumsum", "fused_flip"}},
	} {
		tr := newTracer(hints{})
		x := tr.call("exp", tr.input("x", tensor.Float32, 6, 40))
		p := mustCompile(t, tr.finish(c.build(tr, x, tr.call("cumsum", x, int64(1)))))
		var names []string
		for _, s := range p.steps {
			names = append(names, s.name)
		}
		if !slices.Equal(names, c.want) {
			t.Errorf("%s: %v, want %v", c.name, names, c.want)
		}
		ctx := ops.NewContext()
		check(t, ctx, p, []ops.Value{random(ctx, tensor.Float32, 6, 40)})
	}
}
