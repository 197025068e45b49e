package loop

import (
	"testing"

	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/ir"
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

// BenchmarkPointwise compares a fused chain with a copy of as many bytes, which is the limit.
func BenchmarkPointwise(b *testing.B) {
	for _, n := range []int{1000, 100_000, 4_000_000} {
		x, y, z := make([]float32, n), make([]float32, n), make([]float32, n)
		for i := range x {
			x[i], y[i] = float32(i), 1
		}
		bytes := float64(12 * n)
		rate := func(b *testing.B) {
			b.ReportMetric(bytes*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "GB/s")
		}
		name := map[int]string{1000: "1k", 100_000: "100k", 4_000_000: "4M"}[n]
		for _, isa := range isas() {
			kernel := mustCompile(b, chain(), isa)
			space := ir.Space{Keep: []int{n}}
			bufs := []ir.Buffer{{Ptr: pointer(x), Strides: []int{1}}, {Ptr: pointer(y), Strides: []int{1}}, {Ptr: pointer(z), Strides: []int{1}}}
			b.Run(name+"/"+isa.String(), func(b *testing.B) {
				for b.Loop() {
					if err := kernel.Run(space, bufs, nil); err != nil {
						b.Fatal(err)
					}
				}
				rate(b)
			})
		}
		b.Run(name+"/copy", func(b *testing.B) {
			for b.Loop() { // 3/2 copies: read and write 12 bytes an element
				copy(z, x)
				copy(z[:n/2], y[:n/2])
			}
			rate(b)
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
					for b.Loop() {
						if err := kernel.Run(ir.Space{Keep: []int{keep}, Reduce: []int{reduce}}, bufs, nil); err != nil {
							b.Fatal(err)
						}
					}
					b.ReportMetric(float64(4*len(x)*b.N)/float64(b.Elapsed().Nanoseconds()), "GB/s")
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
				for b.Loop() {
					kernel := mustCompile(b, k, isa)
					if _, err := kernel.Code(space, bufs); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
