package native

import (
	"testing"

	"github.com/magneto-go/magneto/backend/graph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/tensor"
)

// TestWorkloadsAgree compares the benchmark's graphs with their runs node by node.
func TestWorkloadsAgree(t *testing.T) {
	ctx := ops.NewContext()
	for _, w := range workloads() {
		t.Run(w.name, func(t *testing.T) {
			g := w.graph()
			in := w.tensors(ctx)
			runner, err := graph.NewRunner(g)
			if err != nil {
				t.Fatal(err)
			}
			want, err := runner.Run(ctx, in)
			if err != nil {
				t.Fatal(err)
			}
			p := mustCompile(t, g)
			for range 2 {
				got, err := p.Run(ctx, in)
				if err != nil {
					t.Fatal(err)
				}
				if d := differ(got[0].(*tensor.Tensor), want[0].(*tensor.Tensor), 1e-5); d != "" {
					t.Errorf("%s\n%v\n%s", d, p.Log(), p.steps[0].kernel.ir)
				}
			}
			if len(p.steps) > 2 {
				t.Errorf("%d kernels: %v", len(p.steps), p.Log())
			}
		})
	}
}
