package loop

import (
	"testing"
	"unsafe"

	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/ir"
)

// BenchmarkCall is the cost of a call over four elements, as a call that finds its plan and as a prepared one.
func BenchmarkCall(b *testing.B) {
	x, y, z := make([]float32, 4), make([]float32, 4), make([]float32, 4)
	kernel := mustCompile(b, chain(), exec.Best())
	space := ir.Space{Keep: []int{4}}
	bufs := []ir.Buffer{{Ptr: pointer(x), Strides: []int{1}}, {Ptr: pointer(y), Strides: []int{1}}, {Ptr: pointer(z), Strides: []int{1}}}
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			if err := kernel.Run(space, bufs, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("prepared", func(b *testing.B) {
		prepared, err := kernel.Prepare(space, bufs)
		if err != nil {
			b.Fatal(err)
		}
		pointers := []unsafe.Pointer{pointer(x), pointer(y), pointer(z)}
		for b.Loop() {
			if err := prepared.Run(pointers, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}
