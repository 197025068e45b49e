package native

import (
	"fmt"
	"testing"
	"time"

	"github.com/magneto-go/magneto/backend/graph"
	"github.com/magneto-go/magneto/loop/limit"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/tensor"
)

// workload is a graph with the sizes of its inputs.
type workload struct {
	name   string
	inputs [][]int
	build  func(t *tracer, in []ops.Value) []ops.Value
}

func one1(v ops.Value) []ops.Value { return []ops.Value{v} }

func workloads() []workload {
	var list []workload
	for _, n := range []int{1000, 100_000, 4_000_000} {
		list = append(list,
			workload{fmt.Sprintf("pointwise_%d", n), [][]int{{n}, {n}}, func(t *tracer, in []ops.Value) []ops.Value {
				a, b := in[0], in[1]
				x := t.call("tanh", t.call("add.Scalar", t.call("mul.Tensor", a, b), 1.0))
				return one1(t.call("add.Tensor", t.call("mul.Tensor", x, t.call("sigmoid", t.call("sub.Tensor", a, b))), t.call("mul.Scalar", a, 0.5)))
			}},
			workload{fmt.Sprintf("gelu_chain_%d", n), [][]int{{n}}, func(t *tracer, in []ops.Value) []ops.Value {
				x := in[0]
				cube := t.call("mul.Tensor", t.call("mul.Tensor", t.call("mul.Scalar", x, 0.044715), x), x)
				y := t.call("tanh", t.call("mul.Scalar", t.call("add.Tensor", x, cube), 0.7978845608))
				return one1(t.call("mul.Tensor", t.call("mul.Scalar", x, 0.5), t.call("add.Scalar", y, 1.0)))
			}},
			workload{fmt.Sprintf("arithmetic_%d", n), [][]int{{n}, {n}, {n}}, func(t *tracer, in []ops.Value) []ops.Value {
				u := t.call("sub.Tensor", t.call("add.Tensor", t.call("mul.Tensor", in[0], in[1]), in[2]), t.call("mul.Scalar", in[0], 0.25))
				return one1(t.call("sub.Tensor", t.call("mul.Scalar", t.call("relu", u), 2.0), in[1]))
			}},
			workload{fmt.Sprintf("mse_%d", n), [][]int{{n}, {n}}, func(t *tracer, in []ops.Value) []ops.Value {
				return one1(t.call("mean", t.call("pow.Tensor_Scalar", t.call("sub.Tensor", in[0], in[1]), int64(2))))
			}})
	}
	last := []ops.Value{int64(-1)}
	return append(list,
		workload{"softmax_1024x1024", [][]int{{1024, 1024}}, func(t *tracer, in []ops.Value) []ops.Value {
			return one1(t.call("_softmax", t.call("mul.Scalar", in[0], 0.125), int64(-1), false))
		}},
		workload{"layer_norm_2048x768", [][]int{{2048, 768}, {768}, {768}}, func(t *tracer, in []ops.Value) []ops.Value {
			mu := t.call("mean.dim", in[0], last, true)
			d := t.call("sub.Tensor", in[0], mu)
			v := t.call("mean.dim", t.call("pow.Tensor_Scalar", d, int64(2)), last, true)
			y := t.call("mul.Tensor", t.call("mul.Tensor", d, t.call("rsqrt", t.call("add.Scalar", v, 1e-5))), in[1])
			return one1(t.call("add.Tensor", y, in[2]))
		}},
		workload{"rms_norm_2048x768", [][]int{{2048, 768}, {768}}, func(t *tracer, in []ops.Value) []ops.Value {
			v := t.call("mean.dim", t.call("mul.Tensor", in[0], in[0]), last, true)
			return one1(t.call("mul.Tensor", t.call("mul.Tensor", in[0], t.call("rsqrt", t.call("add.Scalar", v, 1e-6))), in[1]))
		}},
		workload{"column_sum_2048x1024", [][]int{{2048, 1024}}, func(t *tracer, in []ops.Value) []ops.Value {
			return one1(t.call("sum.dim_IntList", t.call("mul.Tensor", in[0], in[0]), []ops.Value{int64(0)}))
		}},
		workload{"transpose_add_1024", [][]int{{1024, 1024}, {1024, 1024}}, func(t *tracer, in []ops.Value) []ops.Value {
			return one1(t.call("add.Tensor", t.call("t", in[0]), in[1]))
		}},
		workload{"linear_gelu_256x768x3072", [][]int{{256, 768}, {3072, 768}, {3072}}, func(t *tracer, in []ops.Value) []ops.Value {
			return one1(t.call("gelu", t.call("addmm", in[2], in[0], t.call("t", in[1])), "tanh"))
		}},
		workload{"tiny_call", [][]int{{4}}, func(t *tracer, in []ops.Value) []ops.Value { return one1(t.call("add.Scalar", in[0], int64(1))) }},
		workload{"guards_50_tensors", fifty(), func(t *tracer, in []ops.Value) []ops.Value {
			y := t.call("mul.Scalar", in[0], int64(2))
			for _, x := range in[1:] {
				y = t.call("add.Tensor", y, t.call("mul.Scalar", x, 2.0))
			}
			return one1(y)
		}})
}

func fifty() [][]int {
	list := make([][]int, 50)
	for i := range list {
		list[i] = []int{4}
	}
	return list
}

func (w *workload) graph() *graph.Graph {
	t := newTracer(hints{})
	in := make([]ops.Value, len(w.inputs))
	for i, sizes := range w.inputs {
		list := make([]any, len(sizes))
		for d, n := range sizes {
			list[d] = n
		}
		in[i] = t.input(fmt.Sprintf("x%d", i), tensor.Float32, list...)
	}
	return t.finish(w.build(t, in)...)
}

func (w *workload) tensors(ctx *ops.Context) []ops.Value {
	in := make([]ops.Value, len(w.inputs))
	for i, sizes := range w.inputs {
		in[i] = random(ctx, tensor.Float32, sizes...)
	}
	return in
}

// BenchmarkGraphs is the cases of the project's benchmark, as graphs, without what stands around them in a script. It reports the best time, what it reaches of the bandwidth
// of a copy of as many bytes, and how long the first call took with compilation. Results are released, as by a caller who knows that they are dead.
func BenchmarkGraphs(b *testing.B) {
	for _, w := range workloads() {
		b.Run(w.name, func(b *testing.B) {
			ctx := ops.NewContext()
			in := w.tensors(ctx)
			g := w.graph()
			start := time.Now()
			p, err := Compile(g, Options{Compiler: ctx.Compiler(), Products: ctx.Products()})
			if err != nil {
				b.Fatal(err)
			}
			compiled := time.Since(start)
			if _, err := p.Run(ctx, in); err != nil {
				b.Fatal(err)
			}
			first := time.Since(start)
			bytes, written := 0, 0
			for _, v := range in {
				bytes += v.(*tensor.Tensor).Storage().Size()
			}
			best := time.Hour
			for b.Loop() {
				start := time.Now()
				out, err := p.Run(ctx, in)
				if err != nil {
					b.Fatal(err)
				}
				best = min(best, time.Since(start))
				memory := out[0].(*tensor.Tensor).Storage()
				written = memory.Size()
				memory.Release()
			}
			bytes += written
			rate := float64(bytes) / float64(best.Nanoseconds())
			b.ReportMetric(rate/limit.CopyRate(bytes), "of-copy")
			b.ReportMetric(float64(best.Nanoseconds())/1e3, "best-us")
			b.ReportMetric(float64(compiled.Nanoseconds())/1e6, "compile-ms")
			b.ReportMetric(float64(first.Nanoseconds())/1e6, "first-ms")
			b.ReportMetric(float64(len(p.steps)), "kernels")
		})
	}
}
