package loop

import (
	"errors"
	"fmt"
	"testing"
	"unsafe"

	"github.com/magneto-go/magneto/loop/ir"
)

// TestReject rejects zeros, which the lanes behind the end of a row have, too: those of elements make the call an error, wherever they are, and others do not.
func TestReject(t *testing.T) {
	for _, elem := range []ir.Elem{ir.Float32, ir.Float64, ir.BFloat16, ir.Float16, ir.Int8, ir.Int64} {
		k := ir.New("reject")
		in, out, total := k.In("in", elem), k.Out("out", elem), k.RowOut("total", elem)
		x := k.Load(in)
		zero := k.Const(elem.Value(), 0)
		v := k.Do(ir.Reject, x, k.Do(ir.Eq, x, zero))
		k.Store(out, v)
		sum := k.Reduce(ir.Add, v)
		k.Store(total, sum)
		for _, isa := range isas() {
			kernel, err := NewCompiler(isa, 1, nil).Compile(k)
			if err != nil {
				t.Fatal(err)
			}
			for _, size := range []int{1, 3, 8, 16, 21, 64, 67, 200} {
				for _, columns := range []bool{false, true} {
					rejects(t, kernel, elem, size, columns, fmt.Sprintf("%s, %s, %d elements, columns %v", elem, isa, size, columns))
				}
			}
		}
	}
}

// rejects runs the kernel on 3 rows of a size, or on that many rows of 3 that lie side by side.
func rejects(t *testing.T, kernel *Kernel, elem ir.Elem, size int, columns bool, what string) {
	n := 3 * size
	width := elem.Size()
	in, out, total := make([]byte, n*width), make([]byte, n*width), make([]byte, n*width)
	fill := func(i int, b byte) {
		for j := range width {
			in[i*width+j] = b
		}
	}
	for i := range n {
		fill(i, 0x3f)
	}
	space := ir.Space{Keep: []int{3}, Reduce: []int{size}}
	strides := []int{size, 1}
	if columns {
		space, strides = ir.Space{Keep: []int{size}, Reduce: []int{3}}, []int{1, size}
	}
	run := func() error {
		return kernel.Run(space, []ir.Buffer{
			{Ptr: unsafe.Pointer(&in[0]), Strides: strides}, {Ptr: unsafe.Pointer(&out[0]), Strides: strides}, {Ptr: unsafe.Pointer(&total[0]), Strides: []int{1}},
		}, nil)
	}
	if err := run(); err != nil {
		t.Errorf("%s: %v", what, err)
	}
	for i := range n {
		fill(i, 0)
		if err := run(); !errors.Is(err, ErrRange) {
			t.Errorf("%s: with zero at %d: %v", what, i, err)
		}
		fill(i, 0x3f)
	}
	if err := run(); err != nil {
		t.Errorf("%s: after all: %v", what, err)
	}
}
