package native

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/magneto-go/magneto/backend/graph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/tensor"
)

// TestFaultsFallBack: where generated code faults, the call gives what node by node it would have given, as do those that follow; who compiled the graph is told once, by
// kernel and nodes, and finds a script.
func TestFaultsFallBack(t *testing.T) {
	tr := newTracer(hints{"s0": 5})
	x := tr.input("x", tensor.Float32, "s0", 16)
	g := tr.finish(tr.call("sum.dim_IntList", tr.call("relu", tr.call("mul.Scalar", x, 2.0)), []ops.Value{int64(1)}), tr.call("exp", x))
	dir := t.TempDir()
	var warnings []string
	p, err := Compile(g, Options{Repro: dir, Warn: func(text string) { warnings = append(warnings, text) }, memory: untouchable})
	if err != nil {
		t.Fatal(err)
	}
	ctx := ops.NewContext()
	in := []ops.Value{random(ctx, tensor.Float32, 10, 16)}
	runner, err := graph.NewRunner(g)
	if err != nil {
		t.Fatal(err)
	}
	want, err := runner.Run(ctx, in)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		got, err := p.Run(ctx, in)
		if err != nil {
			t.Fatal(err)
		}
		for i := range want {
			if d := differ(got[i].(*tensor.Tensor), want[i].(*tensor.Tensor), 0); d != "" {
				t.Errorf("output %d: %s", i, d)
			}
		}
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.py"))
	if len(warnings) != 1 || len(files) != 1 || !strings.Contains(warnings[0], "relu") || !strings.Contains(warnings[0], files[0]) {
		t.Fatalf("%q, files %q", warnings, files)
	}
	script, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"    exp_v", " = torch.ops.aten.mul.Scalar(x_v0, 2.0)\n", "inputs = [tensor(torch.float32, [10, 16], [16, 1])]\n", "torch.ops.aten.sum.dim_IntList("} {
		if !strings.Contains(string(script), line) {
			t.Errorf("the script lacks %q:\n%s", line, script)
		}
	}
}
