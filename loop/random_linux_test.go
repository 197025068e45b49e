package loop

import (
	"errors"
	"flag"
	"testing"
	"unsafe"

	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/loop/irtest"
	"github.com/magneto-go/magneto/loop/pool"
)

var (
	randomKernels = flag.Int("kernels", 1500, "random kernels to compare executors on")
	firstSeed     = flag.Uint64("first", 0, "seed of the first of them")
)

// TestExecutorsAgree runs random kernels by all executors, bit for bit, with buffers that end or begin at pages that may not be touched.
func TestExecutorsAgree(t *testing.T) {
	workers := pool.New(2)
	defer workers.Close()
	failures := 0
	spills := 0
	for i := range uint64(*randomKernels) {
		seed := *firstSeed + i
		size := 12
		if seed%10 == 0 {
			size = 200 // long graphs run out of registers
		}
		spills += compare(t, workers, irtest.New(seed, size), seed)
		if t.Failed() {
			if failures++; failures >= 3 {
				break
			}
		}
	}
	if exec.Best() != exec.Portable && *randomKernels >= 1000 && spills == 0 {
		t.Error("no kernel spilled registers")
	}
	t.Logf("%d values spilled", spills)
}

func compare(t *testing.T, workers *pool.Pool, c *irtest.Case, seed uint64) (spills int) {
	if err := c.Kernel.Err(); err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	// The text says all: what is run is what it parses to.
	text := c.Kernel.String()
	parsed, err := ir.Parse(text)
	if err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, text)
	}
	if again := parsed.String(); again != text {
		t.Fatalf("seed %d: the text\n%s\nparses to\n%s", seed, text, again)
	}
	guard := &irtest.Guarded{AtEnd: seed%2 == 0}
	defer guard.Free()
	var want *irtest.Memory
	for _, isa := range isas() {
		compiler := NewCompiler(isa, 1, nil)
		if seed%3 == 0 { // in as many pieces as can be, by several goroutines
			compiler = NewCompiler(isa, 1, workers)
			if isa != exec.Portable {
				compiler.pieceTime, compiler.worthTime = 1, 0
			}
		}
		kernel, err := compiler.Compile(parsed)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		memory := c.Memory(guard.Allocate)
		if err := kernel.Run(c.Space, memory.Buffers, c.Scalars); err != nil {
			t.Errorf("seed %d, %s: %v\n%s", seed, isa, err, c)
			return
		}
		if d := differsPrepared(kernel, c, memory, guard); d != "" {
			t.Errorf("seed %d, %s, prepared: %s\n%s", seed, isa, d, c)
			return
		}
		for _, v := range *kernel.variants.Load() {
			spills += v.spills
		}
		if want == nil {
			want = memory
		} else if d := c.Difference(want, memory); d != "" {
			t.Errorf("seed %d, %s differs from %s: %s\n%s", seed, isa, exec.Portable, d, c)
			return
		}
	}
	return spills
}

// differsPrepared makes the call in its prepared form, twice, and says where what it leaves differs from want.
func differsPrepared(kernel *Kernel, c *irtest.Case, want *irtest.Memory, guard *irtest.Guarded) string {
	var prepared *Prepared
	for range 2 {
		memory := c.Memory(guard.Allocate)
		if prepared == nil {
			var err error
			if prepared, err = kernel.Prepare(c.Space, memory.Buffers); err != nil {
				return err.Error()
			}
		}
		pointers := make([]unsafe.Pointer, len(memory.Buffers))
		for i, b := range memory.Buffers {
			pointers[i] = b.Ptr
		}
		if err := exec.Protect("prepared", func() error { return prepared.Run(pointers, c.Scalars) }); err != nil {
			return err.Error()
		}
		if d := c.Difference(want, memory); d != "" {
			return d
		}
	}
	return ""
}

// TestFault: a buffer that is not there is an error that names the kernel, not the end of the process.
func TestFault(t *testing.T) {
	guard := &irtest.Guarded{AtEnd: true}
	defer guard.Free()
	memory := guard.Allocate(64)
	for _, isa := range isas()[1:] {
		kernel, err := NewCompiler(isa, 1, nil).Compile(total())
		if err != nil {
			t.Fatal(err)
		}
		var out [1]float32
		err = kernel.Run(ir.Space{Reduce: []int{17}}, []ir.Buffer{{Ptr: unsafe.Pointer(&out), Strides: nil}, {Ptr: unsafe.Pointer(&memory[0]), Strides: []int{1}}}, nil)
		var fault *exec.Fault
		if !errors.As(err, &fault) || fault.Name != "kernel total" {
			t.Errorf("%s: %v", isa, err)
		}
		// And the kernel still works.
		err = kernel.Run(ir.Space{Reduce: []int{16}}, []ir.Buffer{{Ptr: unsafe.Pointer(&out), Strides: nil}, {Ptr: unsafe.Pointer(&memory[0]), Strides: []int{1}}}, nil)
		if err != nil {
			t.Errorf("%s: %v", isa, err)
		}
	}
}
