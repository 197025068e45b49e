package loop

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/loop/pool"
)

// TestLongSums sums rows and columns that are cut into chunks: the same bits on all instruction sets with and without workers, and close to
// the sum in float64.
func TestLongSums(t *testing.T) {
	workers := pool.New(3)
	defer workers.Close()
	rnd := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct {
		keep, reduce []int
		strides      []int
	}{
		{nil, []int{300_001}, []int{1}},
		{[]int{3}, []int{100_000}, []int{100_000, 1}},
		{[]int{5}, []int{70_000}, []int{1, 5}},
		{[]int{3}, []int{400, 400}, []int{400, 1200, 1}},
		{[]int{3}, []int{2, 256, 2, 64}, []int{128, 256 * 384, 384, 64, 1}}, // of two that run on; the longest, cut, would make three
		{[]int{2, 33}, []int{5000}, []int{5000 * 33, 1, 33}},
	} {
		n, rows := 1, 1
		for _, size := range append(append([]int{}, c.keep...), c.reduce...) {
			n *= size
		}
		for _, size := range c.keep {
			rows *= size
		}
		x := make([]float32, n)
		for i := range x {
			x[i] = rnd.Float32()
		}
		k := ir.New("moments")
		in, sum, largest := k.In("x", ir.Float32), k.RowOut("sum", ir.Float32), k.RowOut("largest", ir.Float32)
		v := k.Load(in)
		k.Store(sum, k.Do(ir.Mul, k.Reduce(ir.Add, v), k.Scalar("scale", ir.F32)))
		k.Store(largest, k.Reduce(ir.Max, v))
		rowStrides := make([]int, len(c.keep))
		step := 1
		for i := len(c.keep) - 1; i >= 0; i-- {
			rowStrides[i] = step
			step *= c.keep[i]
		}
		var want []float32
		for _, isa := range isas() {
			for _, w := range []*pool.Pool{nil, workers} {
				kernel, err := NewCompiler(isa, 10, w).Compile(k)
				if err != nil {
					t.Fatal(err)
				}
				out := make([]float32, 2*rows)
				space, bufs := ir.Space{Keep: c.keep, Reduce: c.reduce}, []ir.Buffer{
					{Ptr: pointer(x), Strides: c.strides}, {Ptr: pointer(out[:rows]), Strides: rowStrides}, {Ptr: pointer(out[rows:]), Strides: rowStrides},
				}
				if err := kernel.Run(space, bufs, []uint64{ir.Float32Bits(2)}); err != nil {
					t.Fatal(err)
				}
				if p, _ := kernel.plan(space, bufs); p.chunk == 0 {
					t.Errorf("%v %v is not cut", c.keep, c.reduce)
				}
				if want == nil {
					want = out
				}
				for i := range out {
					if math.Float32bits(out[i]) != math.Float32bits(want[i]) {
						t.Errorf("%v %v, %s, workers %v: result %d is %g, not %g", c.keep, c.reduce, isa, w != nil, i, out[i], want[i])
					}
				}
			}
		}
		total := 0.0
		for _, v := range x {
			total += 2 * float64(v)
		}
		got := 0.0
		for _, v := range want[:rows] {
			got += float64(v)
		}
		if math.Abs(got-total) > total*3e-6 {
			t.Errorf("%v %v: %g, not %g", c.keep, c.reduce, got, total)
		}
	}
}
