package loop

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/loop/maths"
)

// chain is a pointwise kernel of a few operations over two inputs.
func chain() *ir.Kernel {
	k := ir.New("chain")
	x, y, z := k.In("x", ir.Float32), k.In("y", ir.Float32), k.Out("z", ir.Float32)
	a, b := k.Load(x), k.Load(y)
	k.Store(z, k.Do(ir.Mul, k.Do(ir.Add, a, b), k.Do(ir.Sub, a, k.Const(ir.F32, 0.5))))
	return k
}

func total() *ir.Kernel {
	k := ir.New("total")
	k.Store(k.RowOut("z", ir.Float32), k.Reduce(ir.Add, k.Load(k.In("x", ir.Float32))))
	return k
}

func mustCompile(b *testing.B, k *ir.Kernel, isa exec.ISA) *Kernel {
	b.Helper()
	c, err := NewCompiler(isa, 10, nil).Compile(k)
	if err != nil {
		b.Fatal(err)
	}
	return c
}

// best runs f as a benchmark and gives the third shortest time of a run in nanoseconds: other work on the machine only adds, but
// a clock that jumps can make a run look shorter than it was.
func best(b *testing.B, f func()) float64 {
	shortest := []time.Duration{}
	for b.Loop() {
		start := time.Now()
		f()
		shortest = append(shortest, time.Since(start))
		slices.Sort(shortest)
		shortest = shortest[:min(3, len(shortest))]
	}
	third := float64(shortest[len(shortest)-1].Nanoseconds())
	b.ReportMetric(third, "best-ns")
	return third
}

// BenchmarkPointwise compares a fused chain with a copy of as many bytes, which is the limit.
func BenchmarkPointwise(b *testing.B) {
	for _, n := range []int{1000, 100_000, 4_000_000} {
		x, y, z := make([]float32, n), make([]float32, n), make([]float32, n)
		for i := range x {
			x[i], y[i] = float32(i), 1
		}
		bytes := float64(12 * n)
		rate := func(b *testing.B, f func()) { b.ReportMetric(bytes/best(b, f), "GB/s") }
		name := map[int]string{1000: "1k", 100_000: "100k", 4_000_000: "4M"}[n]
		for _, isa := range isas() {
			kernel := mustCompile(b, chain(), isa)
			space := ir.Space{Keep: []int{n}}
			bufs := []ir.Buffer{{Ptr: pointer(x), Strides: []int{1}}, {Ptr: pointer(y), Strides: []int{1}}, {Ptr: pointer(z), Strides: []int{1}}}
			b.Run(name+"/"+isa.String(), func(b *testing.B) {
				rate(b, func() {
					if err := kernel.Run(space, bufs, nil); err != nil {
						b.Fatal(err)
					}
				})
			})
		}
		b.Run(name+"/copy", func(b *testing.B) {
			rate(b, func() { // 3/2 copies: read and write 12 bytes an element
				copy(z, x)
				copy(z[:n/2], y[:n/2])
			})
		})
	}
}

func BenchmarkSum(b *testing.B) {
	for _, shape := range [][2]int{{1, 4096}, {1024, 1024}, {1000, 10}} {
		x, z := make([]float32, shape[0]*shape[1]), make([]float32, max(shape[0], shape[1]))
		for _, isa := range isas()[1:] {
			kernel := mustCompile(b, total(), isa)
			run := func(name string, keep, reduce int, strides []int) {
				b.Run(name+"/"+isa.String(), func(b *testing.B) {
					bufs := []ir.Buffer{{Ptr: pointer(z), Strides: []int{1}}, {Ptr: pointer(x), Strides: strides}}
					nanoseconds := best(b, func() {
						if err := kernel.Run(ir.Space{Keep: []int{keep}, Reduce: []int{reduce}}, bufs, nil); err != nil {
							b.Fatal(err)
						}
					})
					b.ReportMetric(float64(4*len(x))/nanoseconds, "GB/s")
				})
			}
			name := map[int]string{1: "4096", 1024: "1024x1024", 1000: "1000x10"}[shape[0]]
			run("rows/"+name, shape[0], shape[1], []int{shape[1], 1})
			run("columns/"+name, shape[1], shape[0], []int{1, shape[1]})
		}
	}
}

// BenchmarkCompile is the time from a built kernel to code that can run.
func BenchmarkCompile(b *testing.B) {
	for _, isa := range isas()[1:] {
		for _, k := range []*ir.Kernel{chain(), total()} {
			b.Run(k.Name+"/"+isa.String(), func(b *testing.B) {
				space, bufs := ir.Space{Keep: []int{1000}}, make([]ir.Buffer, len(k.Bufs))
				for i := range bufs {
					bufs[i].Strides = []int{1}
				}
				best(b, func() {
					kernel := mustCompile(b, k, isa)
					if _, err := kernel.Code(space, bufs); err != nil {
						b.Fatal(err)
					}
				})
			})
		}
	}
}

// softmax is a row softmax: largest, exponentials and their sum, quotients.
func softmax() *ir.Kernel {
	k := ir.New("softmax")
	x, y := k.In("x", ir.Float32), k.InOut("y", ir.Float32)
	largest := k.Reduce(ir.Max, k.Load(x))
	k.NextPass()
	e := maths.Exp(k, k.Do(ir.Sub, k.Load(x), largest))
	k.Store(y, e)
	sum := k.Reduce(ir.Add, e)
	k.NextPass()
	k.Store(y, k.Do(ir.Mul, k.Load(y), k.Do(ir.Div, k.Const(ir.F32, 1), sum)))
	return k
}

// layerNorm normalises rows, in two passes for the statistics.
func layerNorm() *ir.Kernel {
	k := ir.New("layer_norm")
	x, w, b, y := k.In("x", ir.Float32), k.In("w", ir.Float32), k.In("b", ir.Float32), k.Out("y", ir.Float32)
	n := k.Scalar("n", ir.F32)
	mean := k.Do(ir.Div, k.Reduce(ir.Add, k.Load(x)), n)
	k.NextPass()
	d := k.Do(ir.Sub, k.Load(x), mean)
	variance := k.Do(ir.Div, k.Reduce(ir.Add, k.Do(ir.Mul, d, d)), n)
	k.NextPass()
	r := maths.Rsqrt(k, k.Do(ir.Add, variance, k.Const(ir.F32, 1e-5)))
	k.Store(y, k.Do(ir.FMA, k.Do(ir.Mul, d, r), k.Load(w), k.Load(b)))
	return k
}

// BenchmarkRows runs softmax and layer norm over rows.
func BenchmarkRows(b *testing.B) {
	for _, c := range []struct {
		k             *ir.Kernel
		rows, columns int
	}{{softmax(), 1024, 1024}, {softmax(), 4096, 64}, {layerNorm(), 128, 768}, {layerNorm(), 2048, 768}} {
		n := c.rows * c.columns
		x, y, w := make([]float32, n), make([]float32, n), make([]float32, c.columns)
		for i := range x {
			x[i] = float32(i%1000) / 300
		}
		strides := []int{c.columns, 1}
		bufs, scalars := []ir.Buffer{{Ptr: pointer(x), Strides: strides}, {Ptr: pointer(y), Strides: strides}}, []uint64(nil)
		if len(c.k.Bufs) == 4 {
			row := ir.Buffer{Ptr: pointer(w), Strides: []int{0, 1}}
			bufs, scalars = []ir.Buffer{bufs[0], row, row, bufs[1]}, []uint64{ir.Float32Bits(float32(c.columns))}
		}
		for _, isa := range isas()[1:] {
			kernel := mustCompile(b, c.k, isa)
			b.Run(fmt.Sprintf("%s/%dx%d/%s", c.k.Name, c.rows, c.columns, isa), func(b *testing.B) {
				best(b, func() {
					if err := kernel.Run(ir.Space{Keep: []int{c.rows}, Reduce: []int{c.columns}}, bufs, scalars); err != nil {
						b.Fatal(err)
					}
				})
			})
		}
	}
}

// BenchmarkTransposed adds a matrix and a transposed one.
func BenchmarkTransposed(b *testing.B) {
	const n = 1024
	x, y, z := make([]float32, n*n), make([]float32, n*n), make([]float32, n*n)
	for _, isa := range isas()[1:] {
		kernel := mustCompile(b, chain(), isa)
		b.Run(isa.String(), func(b *testing.B) {
			best(b, func() {
				kernel.Run(ir.Space{Keep: []int{n, n}}, []ir.Buffer{
					{Ptr: pointer(x), Strides: []int{1, n}}, {Ptr: pointer(y), Strides: []int{n, 1}}, {Ptr: pointer(z), Strides: []int{n, 1}},
				}, nil)
			})
		})
	}
}

// BenchmarkTiny is what a call costs beside its work.
func BenchmarkTiny(b *testing.B) {
	x := make([]float32, 16)
	for _, isa := range isas() {
		kernel := mustCompile(b, chain(), isa)
		b.Run(isa.String(), func(b *testing.B) {
			best(b, func() {
				buf := ir.Buffer{Ptr: pointer(x), Strides: []int{1}}
				kernel.Run(ir.Space{Keep: []int{len(x)}}, []ir.Buffer{buf, buf, buf}, nil)
			})
		})
	}
}
