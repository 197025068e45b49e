package gemm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"github.com/magneto-go/magneto/loop"
	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/loop/limit"
	"github.com/magneto-go/magneto/loop/pool"
)

func engines() []*Engine {
	var list []*Engine
	for isa := exec.Portable; isa <= exec.Best(); isa++ {
		list = append(list, New(loop.NewCompiler(isa, 100, nil)))
	}
	return list
}

// layouts of an m by n matrix: how much memory, and its strides.
var layouts = []struct {
	name   string
	layout func(m, n int) (size, row, col int)
}{
	{"rows", func(m, n int) (int, int, int) { return m * n, n, 1 }},
	{"columns", func(m, n int) (int, int, int) { return m * n, 1, m }},
	{"padded", func(m, n int) (int, int, int) { return m * (n + 3), n + 3, 1 }},
	{"crowded", func(m, n int) (int, int, int) { s := (n + 1023) &^ 1023; return m * s, s, 1 }},
	{"crowded columns", func(m, n int) (int, int, int) { s := (m + 1023) &^ 1023; return n * s, 1, s }},
	{"every other", func(m, n int) (int, int, int) { return m * n * 2, n * 2, 2 }},
}

// problem is a random product whose result can be computed anew by each engine.
type problem struct {
	p    Product
	a, b []byte
	c    []byte
	d    []byte // nil where C itself is added
}

// small is a random product of small sizes.
func small(rnd *rand.Rand, elem ir.Elem) *problem {
	size := func() int { return []int{1, 2, 3, 5, 7, 8, 15, 16, 17, 30, 33, 65, 100}[rnd.IntN(13)] }
	m, n, k := size(), size(), size()
	switch rnd.IntN(12) {
	case 0:
		k = 0
	case 1:
		k = 1500 // in two parts
	}
	return random(rnd, elem, m, n, k, 1+rnd.IntN(3))
}

// random is a product of random layouts, factors and data.
func random(rnd *rand.Rand, elem ir.Elem, m, n, k, batch int) *problem {
	p := Product{Elem: elem, Batch: batch, M: m, N: n, K: k, Alpha: 1}
	if rnd.IntN(3) == 0 {
		p.Alpha = float64(rnd.IntN(5) - 2)
	}
	p.Beta = []float64{0, 0, 1, 3}[rnd.IntN(4)]
	r := &problem{p: p}
	make := func(m, n int, shared bool) ([]byte, Matrix) {
		l := layouts[rnd.IntN(len(layouts))]
		count, row, col := l.layout(m, n)
		batches := p.Batch
		batch := count
		if shared && rnd.IntN(2) == 0 {
			batches, batch = 1, 0
		}
		data := make([]byte, max(1, count*batches)*elem.Size())
		for i := 0; i+elem.Size() <= len(data); i += elem.Size() {
			at := unsafe.Pointer(&data[i])
			switch elem {
			case ir.Float32:
				*(*float32)(at) = float32(rnd.NormFloat64())
			case ir.Float64:
				*(*float64)(at) = rnd.NormFloat64()
			case ir.BFloat16:
				*(*uint16)(at) = uint16(math.Float32bits(float32(rnd.NormFloat64())) >> 16)
			case ir.Float16:
				*(*uint16)(at) = uint16(0x3800 + rnd.IntN(0x800))
			default:
				data[i] = byte(rnd.IntN(256))
			}
		}
		return data, Matrix{Row: row, Col: col, Batch: batch}
	}
	r.a, r.p.A = make(p.M, p.K, true)
	r.b, r.p.B = make(p.K, p.N, true)
	r.c, r.p.C = make(p.M, p.N, false)
	if (elem == ir.Float32 || elem == ir.Float64) && p.K > 0 && r.p.B.Col == 1 && r.p.C.Col == 1 && rnd.IntN(2) == 0 {
		for range p.K { // rows in any order, some several times
			r.p.BRows = append(r.p.BRows, rnd.IntN(p.K)*r.p.B.Row*elem.Size())
		}
	}
	if rnd.IntN(2) == 0 {
		r.d, r.p.D = make(p.M, p.N, true)
		switch rnd.IntN(4) {
		case 0:
			r.p.D.Row = 0
		case 1:
			r.p.D.Col = 0
		}
	}
	return r
}

// run computes the product into a copy of C.
func (r *problem) run(t *testing.T, e *Engine) []byte {
	t.Helper()
	c := append([]byte{}, r.c...)
	p := r.p
	p.A.Ptr, p.B.Ptr, p.C.Ptr = unsafe.Pointer(&r.a[0]), unsafe.Pointer(&r.b[0]), unsafe.Pointer(&c[0])
	if r.d != nil {
		p.D.Ptr = unsafe.Pointer(&r.d[0])
	}
	var seen atomic.Int64
	p.Epilogue = func(batch, i0, i1, j0, j1 int) error {
		seen.Add(int64((i1 - i0) * (j1 - j0)))
		return nil
	}
	if err := e.Multiply(&p); err != nil {
		t.Fatalf("%s: %+v: %v", e.isa, p, err)
	}
	if seen.Load() != int64(p.Batch*p.M*p.N) {
		t.Errorf("%s: the epilogue saw %d elements of %d", e.isa, seen.Load(), p.Batch*p.M*p.N)
	}
	return c
}

// TestEnginesAgree compares instruction sets bit for bit, over shapes, layouts, α, β and batches.
func TestEnginesAgree(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	list := engines()
	for n := range 600 {
		elem := []ir.Elem{ir.Float32, ir.Float32, ir.Float64, ir.BFloat16, ir.Float16, ir.Int32, ir.Int64, ir.Uint8}[n%8]
		r := small(rnd, elem)
		want := r.run(t, list[0])
		for _, e := range list[1:] {
			if got := r.run(t, e); string(got) != string(want) {
				t.Fatalf("%s differs from %s: %+v", e.isa, list[0].isa, r.p)
			}
		}
	}
}

// TestWorkers compares products large enough for several goroutines with those of one, bit for bit.
func TestWorkers(t *testing.T) {
	if exec.Best() == exec.Portable {
		t.Skip("the interpreter does not cut products")
	}
	workers := pool.New(3)
	defer workers.Close()
	rnd := rand.New(rand.NewPCG(7, 8))
	alone, together := New(loop.NewCompiler(exec.Best(), 10, nil)), New(loop.NewCompiler(exec.Best(), 10, workers))
	for _, s := range [][4]int{{300, 200, 200, 1}, {100, 500, 200, 1}, {64, 64, 300, 10}, {1, 3000, 3000, 1}, {2000, 17, 300, 1}} {
		for range 4 {
			r := random(rnd, ir.Float32, s[0], s[1], s[2], s[3])
			if string(r.run(t, alone)) != string(r.run(t, together)) {
				t.Errorf("%+v differs with workers", r.p)
			}
		}
	}
}

// TestSeveralBlocks compares products of several blocks of rows, whose panels of B the tiles of the first block pack for the others where they lie apart.
func TestSeveralBlocks(t *testing.T) {
	rnd := rand.New(rand.NewPCG(11, 12))
	list := engines()
	for n := range 8 {
		elem := []ir.Elem{ir.Float32, ir.Float64}[n%2]
		r := random(rnd, elem, 350+rnd.IntN(30), 33+rnd.IntN(60), 1050+rnd.IntN(30), 1)
		want := r.run(t, list[0])
		for _, e := range list[1:] {
			if string(r.run(t, e)) != string(want) {
				t.Fatalf("%s differs from %s: %+v", e.isa, list[0].isa, r.p)
			}
		}
	}
}

// TestNarrowCopies multiplies what is copied because its columns crowd, with so few rows that the copy is mostly the space between columns.
func TestNarrowCopies(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 10))
	list := engines()
	for m := 2; m < 20; m++ {
		r := random(rnd, ir.Float32, m, 100, 1500, 1)
		r.a = make([]byte, 4*1024*1500)
		for i := range 1024 * 1500 {
			*(*float32)(unsafe.Pointer(&r.a[4*i])) = rnd.Float32()
		}
		r.p.A = Matrix{Row: 1, Col: 1024}
		want := r.run(t, list[0])
		for _, e := range list[1:] {
			if string(r.run(t, e)) != string(want) {
				t.Fatalf("%s differs from %s: %+v", e.isa, list[0].isa, r.p)
			}
		}
	}
}

// TestAgainstDefinition compares the interpreter's engine, and so all, with sums in float64.
func TestAgainstDefinition(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	e := engines()[0]
	for range 200 {
		r := small(rnd, ir.Float32)
		c := r.run(t, e)
		at := func(data []byte, m Matrix, b, i, j int) float64 {
			return float64(*(*float32)(unsafe.Pointer(&data[4*(b*m.Batch+i*m.Row+j*m.Col)])))
		}
		p := r.p
		for b := range p.Batch {
			for i := range p.M {
				for j := range p.N {
					old := at(r.c, p.C, b, i, j)
					if r.d != nil {
						old = at(r.d, p.D, b, i, j)
					}
					want := p.Beta * old
					for k := range p.K {
						row := k
						if p.BRows != nil {
							row = p.BRows[k] / 4 / p.B.Row
						}
						want += p.Alpha * at(r.a, p.A, b, i, k) * at(r.b, p.B, b, row, j)
					}
					if got := at(c, p.C, b, i, j); math.Abs(got-want) > 1e-4*(1+math.Sqrt(float64(p.K))) {
						t.Fatalf("C[%d,%d,%d] = %g, not %g: %+v", b, i, j, got, want, p)
					}
				}
			}
		}
	}
}

// BenchmarkSmallProduct shows what a call costs beside the multiply-adds: 64 × 64 × 64 are 2.2 µs of them at 240 GFLOP/s.
func BenchmarkSmallProduct(b *testing.B) {
	e := engines()[exec.Best()]
	x := make([]float32, 64*64*3)
	matrix := func(at int) Matrix { return Matrix{Ptr: unsafe.Pointer(&x[at]), Row: 64, Col: 1} }
	for _, size := range []int{8, 16, 32, 64} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			p := Product{Elem: ir.Float32, Batch: 1, M: size, N: size, K: size, Alpha: 1, A: matrix(0), B: matrix(64 * 64), C: matrix(2 * 64 * 64)}
			for b.Loop() {
				if err := e.Multiply(&p); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkProduct gives the fraction of the multiply-add peak, measured right before: of the third shortest run, by the
// clock, or by the thread's processor time where a run takes long.
func BenchmarkProduct(b *testing.B) {
	for _, e := range engines()[1:] {
		for _, elem := range []ir.Elem{ir.Float32, ir.Float64} {
			for _, s := range []struct {
				m, n, k int
				form    string // which of A and B are transposed
			}{
				{64, 64, 64, "nn"}, {128, 128, 128, "nn"}, {256, 256, 256, "nn"}, {384, 384, 384, "nn"}, {512, 512, 512, "nn"}, {768, 768, 768, "nn"}, {1024, 1024, 1024, "nn"}, {2048, 2048, 2048, "nn"},
				{256, 256, 256, "tn"}, {512, 512, 512, "tn"}, {1024, 1024, 1024, "tn"}, {256, 256, 256, "nt"}, {512, 512, 512, "nt"}, {1024, 1024, 1024, "nt"},
				{256, 3072, 768, "nt"}, {64, 256, 256, "nt"}, {64, 256, 256, "nn"}, {256, 256, 64, "tn"}, {128, 256, 384, "tn"}, {256, 384, 128, "nt"}, {64, 32, 64, "nn"}, {64, 64, 32, "nt"}, {4, 1024, 1024, "nn"}, {1, 1024, 1024, "nn"}, {1, 1024, 1024, "nt"}, {1000, 1000, 1000, "nn"},
			} {
				p := Product{Elem: elem, Batch: 1, M: s.m, N: s.n, K: s.k, Alpha: 1, A: Matrix{Row: s.k, Col: 1}, B: Matrix{Row: s.n, Col: 1}, C: Matrix{Row: s.n, Col: 1}}
				if s.form[0] == 't' {
					p.A.Row, p.A.Col = 1, s.m
				}
				if s.form[1] == 't' {
					p.B.Row, p.B.Col = 1, s.k
				}
				rnd := rand.New(rand.NewPCG(1, 1))
				fill := func(n int) unsafe.Pointer {
					if elem == ir.Float64 {
						x := make([]float64, n)
						for i := range x {
							x[i] = rnd.Float64() - 0.5
						}
						return unsafe.Pointer(&x[0])
					}
					x := make([]float32, n)
					for i := range x {
						x[i] = rnd.Float32() - 0.5
					}
					return unsafe.Pointer(&x[0])
				}
				p.A.Ptr, p.B.Ptr, p.C.Ptr = fill(s.m*s.k), fill(s.k*s.n), fill(s.m*s.n)
				b.Run(fmt.Sprintf("%s/%s/%s/%dx%dx%d", e.isa, elem, s.form, s.m, s.n, s.k), func(b *testing.B) {
					runtime.LockOSThread()
					defer runtime.UnlockOSThread()
					peak, err := limit.MultiplyAddPeak(e.isa, elem == ir.Float64)
					if err != nil {
						b.Fatal(err)
					}
					var times limit.Samples
					for b.Loop() {
						start, busy := time.Now(), threadTime()
						if err := e.Multiply(&p); err != nil {
							b.Fatal(err)
						}
						took := time.Since(start)
						if took > 2*time.Millisecond { // too long to find the processor free
							took = threadTime() - busy
						}
						times.Add(took)
					}
					rate := 2 * float64(s.m) * float64(s.n) * float64(s.k) / float64(times.Third().Nanoseconds())
					b.ReportMetric(rate, "GFLOP/s")
					b.ReportMetric(rate/peak, "of-peak")
				})
			}
		}
	}
}
