package gemm

import (
	"unsafe"

	"github.com/magneto-go/magneto/loop/amd64"
	"github.com/magneto-go/magneto/loop/exec"
)

// transposer finds or makes the transposer for elements of a size.
func (e *Engine) transposer(i isa) (*exec.Code, error) {
	type key struct{ wide bool }
	return e.code(key{i.wide}, func() []byte { return amd64.Transposer(i.whole, i.wide) })
}

// turnB copies k rows and n columns of B, whose columns are contiguous, into the panel at to, in whole tiles, and gives how
// many rows and columns these cover.
func (r *run) turnB(from, to unsafe.Pointer, k, n int) (rows, columns int, err error) {
	lanes := r.machine.lanes()
	rows, columns = k/lanes*lanes, n/lanes*lanes
	if rows == 0 || columns == 0 {
		return 0, 0, nil
	}
	code, err := r.transposer(r.machine)
	if err != nil {
		return 0, 0, err
	}
	for j := 0; j < columns; j += lanes {
		strip := &amd64.Strip{From: unsafe.Add(from, j*r.q.B.Col*r.size), To: unsafe.Add(to, j*r.size), FromRow: r.q.B.Col * r.size, ToRow: r.nr * r.size, Tiles: rows / lanes}
		code.Call(0, unsafe.Pointer(strip))
	}
	return rows, columns, nil
}
