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
	across, down := e.grid(q, workers.Workers()+1)
	return workers.Run(len(across)*len(down), func(i int) error {
		p := *q
		rows, columns := down[i%len(down)], across[i/len(down)]
		i0, j0 := rows.first, columns.first
		p.M, p.N = rows.count, columns.count
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

// span is a part of the rows or columns of C.
type span struct{ first, count int }

// grid cuts C into rectangles of whole tiles, at most as many as there are threads, such that the largest takes the least time.
func (e *Engine) grid(q *Product, threads int) (across, down []span) {
	machine := e.machine(q.Elem)
	rows, vectors := machine.tile(q.M)
	columns := vectors * machine.lanes()
	tall, wide := (q.M+rows-1)/rows, (q.N+columns-1)/columns
	best, bestTime := 1, 0
	for n := 1; n <= min(tall, threads); n++ {
		m := min(wide, threads/n)
		height, width := (tall+n-1)/n*rows, (wide+m-1)/m*columns
		if time := height*width + packing*(height+width); n == 1 || time < bestTime {
			best, bestTime = n, time
		}
	}
	return spans(q.N, columns, wide, min(wide, threads/best)), spans(q.M, rows, tall, best)
}

// packing is the time to bring an element of A or B where products read it, in multiply-adds.
const packing = 8

// spans cuts total, which is so many tiles of size unit, into n parts as nearly equal as they go.
func spans(total, unit, tiles, n int) []span {
	list := make([]span, n)
	c := cut{tiles, n}
	at := 0
	for i := range list {
		next := min(at+c.size(i)*unit, total)
		list[i] = span{at, next - at}
		at = next
	}
	return list
}
