package conv

import (
	"unsafe"

	"github.com/magneto-go/magneto/loop"
	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/ir"
)

// scratch is what a convolution needs while it runs. It is shared by all plans, so that it is in the caches.
type scratch struct {
	stage, results, weights buffer
	pointers                [3]unsafe.Pointer
}

// buffer is memory that grows.
type buffer struct{ memory *exec.Scratch }

func (b *buffer) take(n int) unsafe.Pointer {
	if b.memory == nil || b.memory.Size() < n {
		b.memory = exec.NewScratch(n + n/4)
	}
	return b.memory.Pointer()
}

func (e *Engine) take() *scratch {
	if w, ok := e.memory.Get().(*scratch); ok {
		return w
	}
	return new(scratch)
}

func (e *Engine) give(w *scratch) {
	w.pointers = [3]unsafe.Pointer{}
	e.memory.Put(w)
}

// zero clears n bytes.
func zero(p unsafe.Pointer, n int) { clear(unsafe.Slice((*byte)(p), n)) }

// copier is the kernel that copies from elements of one type to another. Kernels remember how they were called last, so each use has its own, by name.
func (e *Engine) copier(name string, from, to ir.Elem) (*loop.Kernel, error) {
	k := ir.New(name)
	x, y := k.In("x", from), k.Out("y", to)
	k.Store(y, k.To(to.Value(), k.Load(x)))
	return e.compiler.Compile(k)
}

// adder is the kernel that adds a bias to elements of type from and rounds to type to, which the bias has.
func (e *Engine) adder(from, to ir.Elem) (*loop.Kernel, error) {
	k := ir.New("conv bias")
	x, bias, y := k.In("x", from), k.In("bias", to), k.Out("y", to)
	k.Store(y, k.To(to.Value(), k.Do(ir.Add, k.Load(x), k.To(from.Value(), k.Load(bias)))))
	return e.compiler.Compile(k)
}

// isDense says whether elements lie one after the other.
func isDense(sizes, strides []int) bool {
	next := 1
	for d := len(sizes) - 1; d >= 0; d-- {
		if sizes[d] != 1 && strides[d] != next {
			return false
		}
		next *= sizes[d]
	}
	return true
}

// contiguous are the strides of elements one after the other.
func contiguous(sizes []int) []int {
	strides := make([]int, len(sizes))
	next := 1
	for d := len(sizes) - 1; d >= 0; d-- {
		strides[d] = next
		next *= sizes[d]
	}
	return strides
}

// mod is a modulo b, at least 0.
func mod(a, b int) int { return ((a % b) + b) % b }

// floorDiv and ceilDiv are a/b rounded down and up, for b > 0.
func floorDiv(a, b int) int { return (a - mod(a, b)) / b }
func ceilDiv(a, b int) int  { return -floorDiv(-a, b) }

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// unevenly is n or a little more, so that rows of n elements do not fall into few cache sets.
func unevenly(n, size int) int {
	if n*size%1024 == 0 {
		return n + 64/size
	}
	return n
}
