package gemm

import (
	"unsafe"
)

// worthParallel is how many multiply-adds make it worth to call workers, some 50 µs.
const worthParallel = 4 << 20

// parallel cuts a product into rectangles of C for the workers, or a batch into single products. K is never cut, so the
// bits do not depend on it.
func (e *Engine) parallel(q *Product) error {
	workers := e.compiler.Workers()
	if workers == nil || q.M*q.N*q.K*q.Batch < worthParallel {
		return e.blocked(q)
	}
	size := q.Elem.Size()
	shift := func(m Matrix, i, j, b int) Matrix {
		m.Ptr = unsafe.Add(m.Ptr, (i*m.Row+j*m.Col+b*m.Batch)*size)
		return m
	}
	if q.Batch > workers.Workers() {
		return workers.Run(q.Batch, func(b int) error {
			p := *q
			p.A, p.B, p.C, p.Batch = shift(q.A, 0, 0, b), shift(q.B, 0, 0, b), shift(q.C, 0, 0, b), 1
			if q.D.Ptr != nil {
				p.D = shift(q.D, 0, 0, b)
			}
			if f := q.Epilogue; f != nil {
				p.Epilogue = func(_, i0, i1, j0, j1 int) error { return f(b, i0, i1, j0, j1) }
			}
			return e.blocked(&p)
		})
	}
	machine := e.machine(q.Elem)
	rows, vectors := machine.tile(q.M)
	unit, along := vectors*machine.lanes(), q.N
	if q.M > q.N {
		unit, along = rows, q.M
	}
	// Whole tiles, as nearly equal as they go.
	tiles := parts((along+unit-1)/unit, max((along+unit-1)/unit/(workers.Workers()+1), 1))
	starts := make([]int, tiles.n+1)
	for i := range tiles.n {
		starts[i+1] = min(starts[i]+tiles.size(i)*unit, along)
	}
	return workers.Run(tiles.n, func(i int) error {
		p := *q
		first, count := starts[i], starts[i+1]-starts[i]
		i0, j0 := 0, first
		if q.M > q.N {
			i0, j0 = first, 0
			p.M = count
		} else {
			p.N = count
		}
		p.A, p.B, p.C = shift(q.A, i0, 0, 0), shift(q.B, 0, j0, 0), shift(q.C, i0, j0, 0)
		if q.D.Ptr != nil {
			p.D = shift(q.D, i0, j0, 0)
		}
		if f := q.Epilogue; f != nil {
			p.Epilogue = func(b, r0, r1, c0, c1 int) error { return f(b, r0+i0, r1+i0, c0+j0, c1+j0) }
		}
		return e.blocked(&p)
	})
}
