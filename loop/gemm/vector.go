package gemm

import (
	"unsafe"

	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/ir"
)

// The product of a float32 matrix with a vector has OpenBLAS's orders (gemv for AVX-512), which depend on how the matrix is stored.
//
// By rows, terms come in parts of 4,096 and what is left of fours. Of a part, the terms of an element go to eight lanes, after a first four of them to four where
// eights do not fill the part; the lanes are folded, halves first, then neighbours. Two rows behind the last four have four lanes. Four rows at once are fused, the products of others are rounded. What is left of fours is
// summed by itself and added last. Rows of eight terms or less have orders of their own, which are not followed.
//
// By columns, at most 48 terms, but not four, are fused one after another. Of others eight terms at a time, then four, are summed so and added to the element; those that are left of fours are fused with it. The first
// elements of the last 4,096, as many as do not fill sixteens, have the terms of even and of odd number summed apart. Those behind the last four elements have all of their terms one after another.
const (
	vectorPart  = 4096
	vectorGroup = 16 // elements that have no sums apart
	most4       = 4
	fewTerms    = 8  // of rows
	fewColumns  = 48 // whose terms are one after another
)

// byVector says whether the product is such a one.
func (q *Product) byVector() bool {
	return q.Elem == ir.Float32 && q.N == 1 && q.B.Col == 0 && q.K > 0 && q.Batch == 1 && q.BRows == nil && !q.InOrder && q.Alpha == 1 && q.Beta == 0 &&
		(q.byColumns() || q.K > fewTerms)
}

// byColumns says whether the matrix is stored so.
func (q *Product) byColumns() bool { return q.A.Row == 1 && q.A.Col >= q.M }

// multiplyByVector computes it.
func (e *Engine) multiplyByVector(q *Product) error {
	p := *q
	if p.B.Row != 1 {
		copied := e.take(p.K * 4)
		defer e.give(copied)
		to := Matrix{Ptr: copied.Pointer(), Row: 1}
		if err := e.copy(p.K, 1, p.B, to, ir.Float32, ir.Float32); err != nil {
			return err
		}
		p.B = to
	}
	byColumns := p.byColumns()
	if !byColumns && (p.A.Col != 1 || p.A.Row < p.K) {
		copied := e.take(p.M * p.K * 4)
		defer e.give(copied)
		to := Matrix{Ptr: copied.Pointer(), Row: p.K, Col: 1}
		if err := e.copy(p.M, p.K, p.A, to, ir.Float32, ir.Float32); err != nil {
			return err
		}
		p.A = to
	}
	each := e.rowsByVector
	if byColumns {
		each = e.columnsByVector
	}
	sums := make([]float32, p.M)
	err := exec.Protect("product with a vector", func() error { return each(&p, sums) })
	if err != nil {
		return err
	}
	for i, s := range sums {
		*(*float32)(unsafe.Add(p.C.Ptr, i*p.C.Row*4)) = s
	}
	return q.finish()
}

// vectorRun is the frame of the kernels: steps of eight terms, after fours of four by rows, before them by columns. Strides in bytes.
type vectorRun struct {
	a, x   unsafe.Pointer
	stride int // from row to row, or from column to column
	eights int
	fours  int
	left   int // by columns: single terms behind them
	to     unsafe.Pointer
}

// rowsByVector adds the products of rows to sums.
func (e *Engine) rowsByVector(q *Product, sums []float32) error {
	at := func(i, k int) unsafe.Pointer { return unsafe.Add(q.A.Ptr, (i*q.A.Row+k)*4) }
	x := func(k int) unsafe.Pointer { return unsafe.Add(q.B.Ptr, k*4) }
	whole := q.K / most4 * most4
	inFour := q.M / most4 * most4
	var part [most4]float32
	for k := 0; k < whole; k += vectorPart {
		terms := min(whole-k, vectorPart)
		for i := 0; i < q.M; {
			kind := vectorRows{rows: 1, lanes: 8}
			switch {
			case i < inFour:
				kind.rows = most4
			case q.M-inFour >= 2 && i < inFour+2:
				kind.lanes = 4
			}
			run := vectorRun{a: at(i, k), x: x(k), stride: q.A.Row * 4, eights: terms / kind.lanes, to: unsafe.Pointer(&part)}
			if kind.lanes == 8 {
				run.fours = terms % 8 / 4
			}
			if err := e.callVector(kind, &run); err != nil {
				return err
			}
			for r := range kind.rows {
				sums[i+r] += part[r]
			}
			i += kind.rows
		}
	}
	if whole == q.K {
		return nil
	}
	for i := range sums {
		sums[i] = writtenOut(q.K-whole, func(k int) (a, x1 float32) { return *(*float32)(at(i, whole+k)), *(*float32)(x(whole + k)) }, sums[i])
	}
	return nil
}

// writtenOut is sum and the products of n terms, as a compiler fuses them where they are written out as one sum: a single one with the sum, else the first with the second, which is rounded, and so on.
func writtenOut(n int, term func(k int) (a, x float32), sum float32) float32 {
	a, x := term(0)
	if n == 1 {
		return fma32(a, x, sum)
	}
	b, y := term(1)
	part := fma32(a, x, float32(b*y))
	for k := 2; k < n; k++ {
		a, x = term(k)
		part = fma32(a, x, part)
	}
	return sum + part
}

// columnsByVector adds the products of the elements of columns to sums.
func (e *Engine) columnsByVector(q *Product, sums []float32) error {
	inFour := q.M / most4 * most4
	last := 0
	if inFour > 0 {
		last = (inFour - 1) / vectorPart * vectorPart
	}
	apart := last + (inFour-last)%vectorGroup
	for i := 0; i < inFour; {
		kind := vectorColumns{vectors: 2, lanes: 8}
		switch {
		case i >= last && i < apart:
			kind = vectorColumns{vectors: 1, lanes: 8, apart: true}
			if (apart-i)%8 != 0 {
				kind.lanes = 4
			}
		case inFour-i >= 32 && (i >= apart || last-i >= 32):
			kind.vectors = 4
		}
		run := vectorRun{a: unsafe.Add(q.A.Ptr, i*4), x: q.B.Ptr, stride: q.A.Col * 4, left: q.K, to: unsafe.Pointer(&sums[i])}
		if !q.fewColumns() {
			run.eights, run.fours, run.left = q.K/8, q.K%8/4, q.K%4
		}
		if err := e.callVector(kind, &run); err != nil {
			return err
		}
		i += kind.vectors * kind.lanes
	}
	for i := inFour; i < q.M; i++ {
		sums[i] = q.columnTail(i)
	}
	return nil
}

// fewColumns says whether all terms of columns are one after another.
func (q *Product) fewColumns() bool { return q.K <= fewColumns && q.K != most4 }

// columnTail is an element behind the last four: its terms one after another, but for matrices of less than four rows that lie close together: there fours of terms are written out, of two or three rows twos.
func (q *Product) columnTail(i int) (sum float32) {
	k := 0
	term := func(t int) (a, x float32) {
		return *(*float32)(unsafe.Add(q.A.Ptr, (i+(k+t)*q.A.Col)*4)), *(*float32)(unsafe.Add(q.B.Ptr, (k+t)*4))
	}
	if q.M == q.A.Col && q.M < most4 && !q.fewColumns() {
		together := 2
		if q.M == 1 {
			together = most4
		}
		for ; k < q.K/most4*most4; k += together {
			sum = writtenOut(together, term, sum)
		}
	}
	for ; k < q.K; k++ {
		sum = writtenOut(1, term, sum)
	}
	return sum
}
