package native

import (
	"strings"
	"sync"
	"testing"

	"github.com/magneto-go/magneto/backend/graph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/tensor"
)

// check compares a run of a program with a run of its graph node by node.
func check(t *testing.T, ctx *ops.Context, p *Program, in []ops.Value) {
	t.Helper()
	runner, err := graph.NewRunner(p.Graph())
	if err != nil {
		t.Fatal(err)
	}
	want, err := runner.Run(ctx, in)
	if err != nil {
		t.Fatal(err)
	}
	got, err := p.Run(ctx, in)
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if d := differ(got[i].(*tensor.Tensor), want[i].(*tensor.Tensor), 1e-5); d != "" {
			t.Errorf("output %d: %s", i, d)
		}
	}
}

// symbolicProgram is softmax(x·w + b) of x [s0, s1] with a product, over symbolic sizes.
func symbolicProgram(t *testing.T) *Program {
	tr := newTracer(hints{"s0": 5, "s1": 9})
	x := tr.input("x", tensor.Float32, "s0", "s1")
	w := tr.input("w", tensor.Float32, "s1")
	y := tr.call("add.Tensor", tr.call("mul.Tensor", x, w), tr.call("mean.dim", x, []ops.Value{int64(0)}, true))
	s := tr.call("_softmax", y, int64(1), false)
	return mustCompile(t, tr.finish(s, tr.call("mm", s, tr.call("t", y))))
}

// TestSymbolicSizes runs one program over many sizes, more than it keeps bindings.
func TestSymbolicSizes(t *testing.T) {
	ctx := ops.NewContext()
	p := symbolicProgram(t)
	for round := range 2 {
		for n := 2; n < 30; n++ {
			m := 2 + (n*7)%40 + round
			check(t, ctx, p, []ops.Value{random(ctx, tensor.Float32, n, m), random(ctx, tensor.Float32, m)})
		}
	}
	if kept := len(*p.bindings.Load()); kept > keptBindings {
		t.Errorf("%d bindings are kept", kept)
	}
}

// TestManyCallers: a program is called by several goroutines at once, with sizes that it has and has not seen.
func TestManyCallers(t *testing.T) {
	p := symbolicProgram(t)
	var wait sync.WaitGroup
	for g := range 8 {
		wait.Go(func() {
			ctx := ops.NewContext()
			for n := range 20 {
				rows, columns := 2+(n+g)%7, 3+n
				check(t, ctx, p, []ops.Value{random(ctx, tensor.Float32, rows, columns), random(ctx, tensor.Float32, columns)})
			}
		})
	}
	wait.Wait()
}

// TestWrites: x becomes x − 0.5·g where it lies, by one kernel; y, which reads x turned around, has its old values.
func TestWrites(t *testing.T) {
	tr := newTracer(hints{})
	x, g := tr.input("x", tensor.Float32, 6, 6), tr.input("g", tensor.Float32, 6, 6)
	next := tr.call("sub.Tensor", x, tr.call("mul.Scalar", g, 0.5))
	y := tr.call("add.Tensor", tr.call("t", x), g)
	list := []*graph.Value{tr.b.Value(y)}
	made, err := tr.b.Finish(list, []graph.Write{{Input: 0, Value: tr.b.Value(next)}})
	if err != nil {
		t.Fatal(err)
	}
	p := mustCompile(t, made)
	ctx := ops.NewContext()
	one, two := random(ctx, tensor.Float32, 6, 6), random(ctx, tensor.Float32, 6, 6)
	turned := tensor.NewStrided(tensor.Float32, []int{6, 6}, []int{1, 6}) // not the layout that the program was compiled for
	for _, target := range []*tensor.Tensor{tensor.New(tensor.Float32, 6, 6), turned} {
		tensor.Copy(target, one)
		version := target.Version()
		outs, err := p.Run(ctx, []ops.Value{target, two})
		if err != nil {
			t.Fatal(err)
		}
		before, after, gradient, sum := one.Floats(), target.Contiguous().Floats(), two.Floats(), outs[0].(*tensor.Tensor).Floats()
		for i := range before {
			if after[i] != float64(float32(before[i])-float32(gradient[i])*0.5) {
				t.Fatalf("element %d became %v of %v and %v", i, after[i], before[i], gradient[i])
			}
			if want := float64(float32(before[i%6*6+i/6]) + float32(gradient[i])); sum[i] != want {
				t.Fatalf("element %d of the sum is %v, want %v", i, sum[i], want)
			}
		}
		if target.Version() == version {
			t.Error("the version has not changed")
		}
	}
}

// TestOutputsThatAreViews: outputs share memory as their graph says, with an input too.
func TestOutputsThatAreViews(t *testing.T) {
	tr := newTracer(hints{})
	x := tr.input("x", tensor.Float32, 4, 6)
	y := tr.call("exp", x)
	p := mustCompile(t, tr.finish(y, tr.call("t", y), tr.call("select.int", x, int64(0), int64(2)), x))
	ctx := ops.NewContext()
	in := random(ctx, tensor.Float32, 4, 6)
	check(t, ctx, p, []ops.Value{in})
	outs, err := p.Run(ctx, []ops.Value{in})
	if err != nil {
		t.Fatal(err)
	}
	if outs[3] != ops.Value(in) || outs[2].(*tensor.Tensor).Storage() != in.Storage() || outs[2].(*tensor.Tensor).Offset() != 12 {
		t.Error("outputs that show an input do not share its memory")
	}
	if outs[0].(*tensor.Tensor).Storage() != outs[1].(*tensor.Tensor).Storage() {
		t.Error("an output and its view do not share memory")
	}
}

// TestSteadyCallAllocatesLittle: what a call allocates is its result and the list around it.
func TestSteadyCallAllocatesLittle(t *testing.T) {
	for _, w := range workloads() {
		if w.name != "tiny_call" && w.name != "guards_50_tensors" && w.name != "arithmetic_1000" {
			continue
		}
		ctx := ops.NewContext()
		p, in := mustCompile(t, w.graph()), w.tensors(ctx)
		allocations := testing.AllocsPerRun(100, func() {
			if _, err := p.Run(ctx, in); err != nil {
				t.Fatal(err)
			}
		})
		if allocations > 4 {
			t.Errorf("%s: %v allocations", w.name, allocations)
		}
	}
}

// TestDecisionsAreLogged: the log tells what merged and what did not, with bytes.
func TestDecisionsAreLogged(t *testing.T) {
	tr := newTracer(hints{})
	x := tr.input("x", tensor.Float32, 8, 16)
	rows := tr.call("sum.dim_IntList", tr.call("exp", x), []ops.Value{int64(1)})
	p := mustCompile(t, tr.finish(rows, tr.call("sum.dim_IntList", tr.call("exp", x), []ops.Value{int64(0)})))
	log := strings.Join(p.Log(), "\n")
	for _, part := range []string{"exp#0 + sum#1: the second uses the first, 512 bytes saved", "apart: rows in other directions"} {
		if !strings.Contains(log, part) {
			t.Errorf("the log lacks %q:\n%s", part, log)
		}
	}
}

// TestSteps: what a program tells of itself adds up.
func TestSteps(t *testing.T) {
	tr := newTracer(hints{"s0": 5})
	x := tr.input("x", tensor.Float32, "s0", 16)
	w := tr.input("w", tensor.Float32, 8, 16)
	p := mustCompile(t, tr.finish(tr.call("sum.dim_IntList", tr.call("relu", tr.call("mm", x, tr.call("t", w))), []ops.Value{int64(1)})))
	ctx := ops.NewContext()
	steps, err := p.Steps([]ops.Value{random(ctx, tensor.Float32, 10, 16), random(ctx, tensor.Float32, 8, 16)})
	if err != nil {
		t.Fatal(err)
	}
	if len(steps) != 2 || steps[0].Kind != "product" || steps[0].MultiplyAdds != 10*16*8 {
		t.Fatalf("%+v", steps)
	}
	if k := steps[1]; k.Kind != "kernel" || k.Read != 10*8*4 || k.Written != 10*4 || k.Operations != 10*8 || !strings.Contains(k.Text, "reduce add") {
		t.Errorf("%+v", k)
	}
}
