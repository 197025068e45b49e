package loop

import (
	"testing"

	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/ir"
)

// BenchmarkScan is a cumulative sum of 262144 numbers, in rows of different lengths, along rows.
func BenchmarkScan(b *testing.B) {
	for _, e := range []ir.Elem{ir.Float32, ir.Float64, ir.Int64} {
		for _, rows := range []int{1, 256, 4096} {
			b.Run(e.String()+"/"+[]string{1: "long", 256: "1024", 4096: "64"}[rows], func(b *testing.B) {
				k := ir.New("cumsum")
				x, y := k.In("x", e), k.Out("y", e)
				wide := ir.F64
				if e == ir.Int64 {
					wide = ir.I64
				}
				k.Store(y, k.To(e.Value(), k.Do(ir.ScanAdd, k.To(wide, k.Load(x)))))
				kernel, err := NewCompiler(exec.Best(), 1, nil).Compile(k)
				if err != nil {
					b.Fatal(err)
				}
				const n = 262144
				from, to := make([]float64, n), make([]float64, n)
				for b.Loop() {
					if err := kernel.Run(ir.Space{Keep: []int{rows}, Reduce: []int{n / rows}}, []ir.Buffer{
						{Ptr: pointer(from), Strides: []int{n / rows, 1}}, {Ptr: pointer(to), Strides: []int{n / rows, 1}}}, nil); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/element")
			})
		}
	}
}
