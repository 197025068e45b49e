package ops

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/magneto-go/magneto/tensor"
)

// tolerance of results computed in two ways, relative to their size.
func tolerance(d tensor.DType) float64 {
	switch d {
	case tensor.Float64:
		return 1e-11
	case tensor.Float32:
		return 2e-5
	case tensor.Float16:
		return 4e-3
	}
	return 2e-2
}

// farApart is the index of the first pair that differs by more than the tolerance, else -1.
func farApart(got, want []float64, limit float64) int {
	for i, w := range want {
		g := got[i]
		if g == w || math.IsNaN(g) && math.IsNaN(w) || math.Abs(g-w) <= limit*math.Max(1, math.Abs(w)) {
			continue
		}
		return i
	}
	return -1
}

// TestLoopBodiesAgree compares the loop body of each elementwise operator with its kernel in Go, on the samples of the table
// test in all real types, with layouts, sizes 0 and 1 among them.
func TestLoopBodiesAgree(t *testing.T) {
	ctx := NewContext()
	ctx.gradEnabled = false
	specs := sampleSpecs(t)
	compared := 0
	for _, op := range Table() {
		if op.Functional != nil || op.e.loop == nil || op.e.Kernel == nil {
			continue
		}
		s := specs[op.String()]
		if s.dtypes == "" || s.dtypes == "fs" {
			s.dtypes = "fshv"
		}
		for _, c := range s.callsOf(op) {
			args, _ := c.build()
			if len(args) < len(op.Schema().Params) {
				continue // defaults are filled in by the caller
			}
			func() {
				defer func() {
					if e := recover(); e != nil {
						if _, refused := e.(*Error); !refused {
							panic(e)
						}
					}
				}()
				fakes := op.e.Meta(ctx, args)
				byLoop, byKernel := ctx.allocate(fakes[0], false), ctx.allocate(fakes[0], false)
				if !runLoop(ctx, op.e, args, byLoop) {
					return
				}
				op.e.Kernel(ctx, args, []*tensor.Tensor{byKernel})
				compared++
				if i := farApart(byLoop.Floats(), byKernel.Floats(), tolerance(byLoop.DType())); i >= 0 {
					t.Errorf("%s: element %d is %g by the loop, %g by the kernel", c, i, byLoop.Floats()[i], byKernel.Floats()[i])
				}
			}()
		}
	}
	if compared < 1000 {
		t.Errorf("%d calls compared", compared)
	}
	t.Logf("%d calls compared", compared)
}

// randomTensor draws sizes, 0 and 1 among them, a layout and values, some equal.
func randomTensor(r *rand.Rand, d tensor.DType) *tensor.Tensor {
	sizes := make([]int, 1+r.IntN(4))
	kinds := 6
	if len(sizes) > 2 {
		kinds = 5 // none as long as a vector
	}
	for i := range sizes {
		sizes[i] = []int{0, 1, 2, 3, 5, 17, 70}[min(r.IntN(30)/3+1, kinds)*oneIf(r.IntN(40) > 0)]
	}
	order := r.Perm(len(sizes))
	strides := make([]int, len(sizes))
	step := 1 + r.IntN(2)
	for _, i := range order {
		strides[i] = step
		step *= max(sizes[i], 1) + r.IntN(2)
	}
	t := tensor.NewStrided(d, sizes, strides)
	values := make([]float64, t.Numel())
	for i := range values {
		values[i] = float64(r.IntN(2000)-1000) / 64
		if r.IntN(5000) == 0 && d.IsFloat() {
			values[i] = math.NaN()
		}
	}
	temp := tensor.New(tensor.Float64, sizes...)
	tensor.StoreFloats(temp, values)
	tensor.Copy(t, temp)
	return t
}

func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}

// rowReferences compute one row in the plainest way.
var rowReferences = map[string]func(v []float64) float64{
	"sum.dim_IntList": sumOf[float64],
	"mean.dim":        func(v []float64) float64 { return sumOf(v) / float64(len(v)) },
	"amax":            func(v []float64) float64 { return extremeOf(v, maxNaN) },
	"amin":            func(v []float64) float64 { return extremeOf(v, minNaN) },
	"var.correction":  func(v []float64) float64 { return variance(v, 1) },
	"logsumexp":       logSumExp,
	"linalg_vector_norm": func(v []float64) float64 {
		s := 0.0
		for _, x := range v {
			s += x * x
		}
		return math.Sqrt(s)
	},
	"any.dims": func(v []float64) float64 {
		return extremeOf(append([]float64{0}, v...), func(a, b float64) float64 { return float64(oneIf(a != 0 || b != 0)) })
	},
}

func extremeOf(v []float64, better func(a, b float64) float64) float64 {
	m := v[0]
	for _, x := range v[1:] {
		m = better(m, x)
	}
	return m
}

// TestReductionsAgree compares reductions, softmax and argmax with plain loops on random tensors.
func TestReductionsAgree(t *testing.T) {
	ctx := NewContext()
	r := rand.New(rand.NewPCG(1, 2))
	dtypes := []tensor.DType{tensor.Float32, tensor.Float64, tensor.Float16, tensor.BFloat16, tensor.Int64, tensor.Int32, tensor.Uint8, tensor.Int8, tensor.Int16, tensor.Bool}
	for range 400 {
		d := dtypes[r.IntN(len(dtypes))]
		x := randomTensor(r, d)
		var dims []int
		for i := range x.Sizes() {
			if r.IntN(2) == 0 {
				dims = append(dims, i)
			}
		}
		if len(dims) == 0 {
			dims = []int{r.IntN(x.Dim())}
		}
		data, outer, inner := lanes[float64](x, dims)
		for name, f := range rowReferences {
			float := name != "sum.dim_IntList" && name != "amax" && name != "amin" && name != "any.dims"
			if inner == 0 || outer == 0 || float && !d.IsFloat() {
				continue
			}
			got := ctx.call1(name, reductionArgs(name, x, dims)...).(*tensor.Tensor)
			want := make([]float64, outer)
			for i := range want {
				want[i] = f(data[i*inner : (i+1)*inner])
			}
			limit := tolerance(d)
			if i := farApart(got.Floats(), want, limit); i >= 0 && !math.IsInf(got.Floats()[i], 0) {
				t.Errorf("%s of %v %v %v over %v: %g, not %g", name, d, x.Sizes(), x.Strides(), dims, got.Floats()[i], want[i])
			}
		}
		dim := dims[0]
		lane, rows, n := lanes[float64](x, []int{dim})
		if n == 0 || rows == 0 {
			continue
		}
		if d != tensor.Bool {
			at := ctx.call1("argmax", x, int64(dim)).(*tensor.Tensor).Ints()
			for i := range rows {
				if want := firstLargest(lane[i*n : (i+1)*n]); at[i] != int64(want) {
					t.Errorf("argmax of %v %v along %d: %d, not %d", d, x.Sizes(), dim, at[i], want)
					break
				}
			}
		}
		if d.IsFloat() {
			y := ctx.call1("_softmax", x, int64(dim), false).(*tensor.Tensor)
			got, _, _ := lanes[float64](y, []int{dim})
			want := make([]float64, len(lane))
			for i := range rows {
				row := lane[i*n : (i+1)*n]
				total := logSumExp(row)
				for j, v := range row {
					want[i*n+j] = math.Exp(v - total)
				}
			}
			if i := farApart(got, want, tolerance(d)); i >= 0 {
				t.Errorf("softmax of %v %v along %d: %g, not %g", d, x.Sizes(), dim, got[i], want[i])
			}
		}
	}
}

// reductionArgs are the arguments of a reduction over dims.
func reductionArgs(name string, x *tensor.Tensor, dims []int) []Value {
	if name == "linalg_vector_norm" {
		return []Value{x, int64(2), ints(dims...)}
	}
	return []Value{x, ints(dims...)}
}

func firstLargest(v []float64) int {
	at := 0
	for i, x := range v {
		if math.IsNaN(x) {
			return i
		}
		if x > v[at] {
			at = i
		}
	}
	return at
}
