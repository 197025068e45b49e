package loop

import (
	"math"
	"sync"
	"testing"
	"unsafe"

	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/loop/irtest"
	"github.com/magneto-go/magneto/loop/pool"
)

// isas lists what this machine can run, the interpreter first.
func isas() []exec.ISA {
	var list []exec.ISA
	for i := exec.Portable; i <= exec.Best(); i++ {
		list = append(list, i)
	}
	return list
}

func pointer[T any](s []T) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(s)) }

func TestScaleAdd(t *testing.T) {
	for _, isa := range isas() {
		k := ir.New("scale_add")
		x, y := k.In("x", ir.Float32), k.Out("y", ir.Float32)
		k.Store(y, k.Do(ir.FMA, k.Load(x), k.Scalar("a", ir.F32), k.Const(ir.F32, 1)))
		kernel, err := NewCompiler(isa, 10, nil).Compile(k)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{0, 1, 7, 16, 100} {
			in, out := make([]float32, n), make([]float32, n+1)
			for i := range in {
				in[i] = float32(i)
			}
			err = kernel.Run(ir.Space{Keep: []int{n}}, []ir.Buffer{
				{Ptr: pointer(in), Strides: []int{1}},
				{Ptr: pointer(out), Strides: []int{1}},
			}, []uint64{ir.Float32Bits(2)})
			if err != nil {
				t.Fatal(err)
			}
			for i := range in {
				if out[i] != float32(2*i+1) {
					t.Fatalf("%s, %d: out[%d] = %g", isa, n, i, out[i])
				}
			}
			if out[n] != 0 {
				t.Errorf("%s, %d: wrote past the end", isa, n)
			}
		}
	}
}

func TestSoftmaxRows(t *testing.T) {
	// Without exp: max, then differences, then their sum.
	for _, isa := range isas() {
		k := ir.New("rows")
		x, y, z := k.In("x", ir.Float32), k.Out("y", ir.Float32), k.RowOut("z", ir.Float32)
		m := k.Reduce(ir.Max, k.Load(x))
		k.NextPass()
		d := k.Do(ir.Sub, k.Load(x), m)
		sum := k.Reduce(ir.Add, d)
		k.NextPass()
		k.Store(y, k.Do(ir.Div, d, sum))
		k.Store(z, k.Do(ir.Add, sum, k.Const(ir.F32, 1)))
		kernel, err := NewCompiler(isa, 10, nil).Compile(k)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{1, 3, 64, 65, 200} {
			const rows = 3
			in, out, sums := make([]float32, rows*n), make([]float32, rows*n), make([]float32, rows)
			for i := range in {
				in[i] = float32(i%n) * float32(1+i/n)
			}
			err = kernel.Run(ir.Space{Keep: []int{rows}, Reduce: []int{n}}, []ir.Buffer{
				{Ptr: pointer(in), Strides: []int{n, 1}},
				{Ptr: pointer(out), Strides: []int{n, 1}},
				{Ptr: pointer(sums), Strides: []int{1}},
			}, nil)
			if err != nil {
				t.Fatal(err)
			}
			for r := range rows {
				want := -float32(n*(n-1)/2)*float32(1+r) + 1
				if sums[r] != want {
					t.Errorf("%s, %d: sum of row %d is %g, not %g", isa, n, r, sums[r], want)
				}
				if n > 1 && math.Abs(float64(out[r*n])-2/float64(n)) > 1e-6 {
					t.Errorf("%s, %d: row %d starts with %g", isa, n, r, out[r*n])
				}
			}
		}
	}
}

// TestStreaming: large results, written past the caches where they are aligned, are those of the interpreter.
func TestStreaming(t *testing.T) {
	const n = 7<<20 + 13
	memory := make([]float32, n+32)
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(i % 1000)
	}
	for _, isa := range isas() {
		kernel, err := NewCompiler(isa, 10, nil).Compile(chain())
		if err != nil {
			t.Fatal(err)
		}
		for offset := range 2 {
			out := memory[16*offset+offset:][:n]
			clear(out)
			bufs := []ir.Buffer{{Ptr: pointer(x), Strides: []int{1}}, {Ptr: pointer(x), Strides: []int{1}}, {Ptr: pointer(out), Strides: []int{1}}}
			space := ir.Space{Keep: []int{n}}
			if err := kernel.Run(space, bufs, nil); err != nil {
				t.Fatal(err)
			}
			p, _ := kernel.plan(space, bufs)
			if isa != exec.Portable && p.stream == nil {
				t.Errorf("%s: %d elements are not streamed", isa, n)
			}
			for i, v := range x {
				if out[i] != (v+v)*(v-0.5) {
					t.Fatalf("%s: out[%d] = %g", isa, i, out[i])
				}
			}
		}
	}
}

// TestConcurrentRuns calls one kernel from several goroutines, with forms of calls that take turns.
func TestConcurrentRuns(t *testing.T) {
	workers := pool.New(2)
	defer workers.Close()
	compiler := NewCompiler(exec.Best(), 10, workers)
	var group sync.WaitGroup
	for g := range 4 {
		group.Go(func() {
			for i := range 50 {
				kernel, err := compiler.Compile(total())
				if err != nil {
					t.Error(err)
					return
				}
				n := 1 + (g*37+i*101)%3000
				x, out := make([]float32, 2*n), make([]float32, 2)
				for j := range x {
					x[j] = 1
				}
				stride := 1 + i%2
				err = kernel.Run(ir.Space{Keep: []int{2}, Reduce: []int{n}}, []ir.Buffer{
					{Ptr: pointer(out), Strides: []int{1}}, {Ptr: pointer(x), Strides: []int{3 - stride, stride}},
				}, nil)
				if stride == 1 {
					err = kernel.Run(ir.Space{Keep: []int{2}, Reduce: []int{n}}, []ir.Buffer{
						{Ptr: pointer(out), Strides: []int{1}}, {Ptr: pointer(x), Strides: []int{n, 1}},
					}, nil)
				}
				if err != nil || out[0] != float32(n) || out[1] != float32(n) {
					t.Errorf("%v: sums of %d ones: %v", err, n, out)
				}
			}
		})
	}
	group.Wait()
	if kept, hits, misses := compiler.Stats(); kept != 1 || hits != 199 || misses != 1 {
		t.Errorf("%d kernels kept, %d hits, %d misses", kept, hits, misses)
	}
}

// TestCacheIsBounded: the kernel used longest ago goes.
func TestCacheIsBounded(t *testing.T) {
	compiler := NewCompiler(exec.Portable, 2, nil)
	compile := func(name string) *Kernel {
		k := ir.New(name)
		k.Store(k.Out("y", ir.Int32), k.Const(ir.I32, 1))
		kernel, err := compiler.Compile(k)
		if err != nil {
			t.Fatal(err)
		}
		return kernel
	}
	a := compile("a")
	compile("b")
	compile("a")
	compile("c") // b goes
	if compile("a") != a {
		t.Error("a was dropped")
	}
	if kept, hits, misses := compiler.Stats(); kept != 2 || hits != 2 || misses != 3 {
		t.Errorf("%d kept, %d hits, %d misses", kept, hits, misses)
	}
}

// TestSameOnAllMachines: what the interpreter computes of some random kernels, as a checksum that must be the same whatever
// processor the test runs on. (Go may fuse multiplications and additions on some.)
func TestSameOnAllMachines(t *testing.T) {
	h := uint64(0)
	for seed := range uint64(200) {
		c := irtest.New(seed, 12)
		kernel, err := NewCompiler(exec.Portable, 1, nil).Compile(c.Kernel)
		if err != nil {
			t.Fatal(err)
		}
		memory := c.Memory(func(n int) []byte { return make([]byte, n+1)[:n] })
		if err := kernel.Run(c.Space, memory.Buffers, c.Scalars); err != nil {
			t.Fatal(err)
		}
		h = h*31 + c.Sum(memory)
	}
	if want := uint64(0x5c71dc3c91895a55); h != want {
		t.Errorf("checksum %#x, not %#x", h, want)
	}
}
