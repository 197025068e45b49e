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
// summed by itself and added last. Few rows of eight terms or less have orders of their own (shortrows.go).
//
// By columns, at most 48 terms, but not four, are fused one after another. Of others eight terms at a time, then four, are summed so and added to the element, and of what is left of fours two and one. The first
// elements of the last 4,096, as many as do not fill sixteens, have the terms of even and of odd number summed apart. Those behind the last four elements have all of their terms one after another.
const (
	vectorPart     = 4096
	elementsInStep = 16 // elements that have no sums apart
	fourAtOnce     = 4
	rowsInGroup    = 256
	fewColumnTerms = 48      // whose terms are one after another
	worthSharing   = 1 << 20 // products
)

// byVector says whether the product is such a one.
func (q *Product) byVector() bool {
	return q.Elem == ir.Float32 && q.N == 1 && q.B.Col == 0 && q.K > 0 && q.Batch == 1 && q.BRows == nil && !q.InOrder && q.Alpha == 1 && q.Beta == 0
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
	sums := make([]float32, p.M)
	if err := e.sumsByVector(&p, byColumns, sums); err != nil {
		return err
	}
	for i, s := range sums {
		*(*float32)(unsafe.Add(p.C.Ptr, i*p.C.Row*4)) = s
	}
	return q.finish()
}

// sumsByVector computes the elements of a product whose matrix lies as the kernels need it.
func (e *Engine) sumsByVector(p *Product, byColumns bool, sums []float32) error {
	split, compute := e.rowGroups, p.rowGroup
	switch {
	case byColumns:
		split, compute = e.columnGroups, p.columnGroup
	case p.hasShortRows():
		return exec.Protect("product with a vector", func() error { p.shortRows(sums); return nil })
	}
	groups, err := split(p)
	if err != nil {
		return err
	}
	return e.share(groups, p.M*p.K, func(g vectorGroup) { compute(g, sums) })
}

// vectorGroup are elements that a kernel computes at once.
type vectorGroup struct {
	first, count int
	kernel       *vectorKernel // nil for elements that are computed in plain Go
}

// share computes groups, for large products on several processors.
func (e *Engine) share(groups []vectorGroup, products int, compute func(g vectorGroup)) error {
	all := func(list []vectorGroup) error {
		return exec.Protect("product with a vector", func() error {
			for _, g := range list {
				compute(g)
			}
			return nil
		})
	}
	workers := e.compiler.Workers()
	if workers == nil || products < worthSharing {
		return all(groups)
	}
	n := workers.Workers() + 1
	return workers.Run(n, func(i int) error { return all(groups[len(groups)*i/n : len(groups)*(i+1)/n]) })
}

// vectorRun is the frame of the kernels. Strides in bytes.
type vectorRun struct {
	a, x   unsafe.Pointer
	stride int // from row to row, or from column to column
	eights int // steps of eight terms, of rows in four lanes of four
	fours  int // steps of four terms, by rows before the others
	chain  int // by columns: terms that are fused with what is there, one after another
	pair   int // by columns: 1 if two terms are summed and added, the first product rounded
	single int // by columns: 1 if a rounded product is added
	times  int // by rows
	to     unsafe.Pointer
}

// rowGroups are the rows: fours, two behind them, and the last one.
func (e *Engine) rowGroups(q *Product) (groups []vectorGroup, err error) {
	add := func(kind vectorRows, rows int) {
		k, failed := e.vectorKernel(kind)
		if failed != nil {
			err = failed
			return
		}
		for rows = rows / kind.rows * kind.rows; rows > 0; {
			at := 0
			if n := len(groups); n > 0 {
				at = groups[n-1].first + groups[n-1].count
			}
			count := min(rows, rowsInGroup)
			groups = append(groups, vectorGroup{at, count, k})
			rows -= count
		}
	}
	add(vectorRows{rows: fourAtOnce, lanes: 8}, q.M)
	add(vectorRows{rows: 1, lanes: 4}, q.M%4/2*2)
	add(vectorRows{rows: 1, lanes: 8}, q.M%2)
	return groups, err
}

// rowGroup computes rows.
func (q *Product) rowGroup(g vectorGroup, sums []float32) {
	at := func(i, k int) unsafe.Pointer { return unsafe.Add(q.A.Ptr, (i*q.A.Row+k)*4) }
	x := func(k int) unsafe.Pointer { return unsafe.Add(q.B.Ptr, k*4) }
	kind := g.kernel.kind.(vectorRows)
	whole := q.K / fourAtOnce * fourAtOnce
	var part [rowsInGroup]float32
	for k := 0; k < whole; k += vectorPart {
		terms := min(whole-k, vectorPart)
		run := vectorRun{a: at(g.first, k), x: x(k), stride: q.A.Row * 4, eights: terms / kind.lanes, fours: terms % kind.lanes / 4, times: g.count / kind.rows, to: unsafe.Pointer(&part)}
		g.kernel.call(&run)
		for r := range g.count {
			sums[g.first+r] += part[r]
		}
	}
	if whole == q.K {
		return
	}
	for i := g.first; i < g.first+g.count; i++ {
		sums[i] = writtenOut(q.K-whole, at(i, whole), 1, x(whole), sums[i])
	}
}

// writtenOut is sum and the products of n terms, as a compiler fuses them where they are written out as one sum: a single one with the sum, else the first with the second, which is rounded, and so on.
func writtenOut(n int, a unsafe.Pointer, stride int, x unsafe.Pointer, sum float32) float32 {
	term := func(k int) (float32, float32) {
		return *(*float32)(unsafe.Add(a, k*stride*4)), *(*float32)(unsafe.Add(x, k*4))
	}
	b, y := term(0)
	if n == 1 {
		return fma32(b, y, sum)
	}
	c, z := term(1)
	part := fma32(b, y, float32(c*z))
	for k := 2; k < n; k++ {
		b, y = term(k)
		part = fma32(b, y, part)
	}
	return sum + part
}

// columnGroups are the elements of columns: those whose sums are apart, vectors, and what is left of fours.
func (e *Engine) columnGroups(q *Product) (groups []vectorGroup, err error) {
	inFour := q.M / fourAtOnce * fourAtOnce
	last := max(inFour-1, 0) / vectorPart * vectorPart
	apart := last + (inFour-last)%elementsInStep
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
		kernel, err := e.vectorKernel(kind)
		if err != nil {
			return nil, err
		}
		groups = append(groups, vectorGroup{i, kind.vectors * kind.lanes, kernel})
		i += kind.vectors * kind.lanes
	}
	return append(groups, vectorGroup{first: inFour, count: q.M - inFour}), nil
}

// columnGroup computes elements of columns.
func (q *Product) columnGroup(g vectorGroup, sums []float32) {
	if g.kernel == nil {
		for i := g.first; i < g.first+g.count; i++ {
			sums[i] = q.columnTail(i)
		}
		return
	}
	run := vectorRun{a: unsafe.Add(q.A.Ptr, g.first*4), x: q.B.Ptr, stride: q.A.Col * 4, chain: q.K, to: unsafe.Pointer(&sums[g.first])}
	if !q.fewColumns() {
		run.eights, run.fours, run.chain, run.pair, run.single = q.K/8, q.K%8/4, 0, q.K%4/2, q.K%2
	}
	g.kernel.call(&run)
}

// fewColumns says whether all terms of columns are one after another.
func (q *Product) fewColumns() bool { return q.K <= fewColumnTerms && q.K != fourAtOnce }

// columnTail is an element behind the last four: its terms one after another, but for matrices of less than four rows that lie close together: there fours of terms are written out, of two or three rows twos.
func (q *Product) columnTail(i int) (sum float32) {
	k := 0
	add := func(n int) {
		sum = writtenOut(n, unsafe.Add(q.A.Ptr, (i+k*q.A.Col)*4), q.A.Col, unsafe.Add(q.B.Ptr, k*4), sum)
	}
	if q.M == q.A.Col && q.M < fourAtOnce && !q.fewColumns() {
		together := 2
		if q.M == 1 {
			together = fourAtOnce
		}
		for ; k < q.K/fourAtOnce*fourAtOnce; k += together {
			add(together)
		}
	}
	for ; k < q.K; k++ {
		add(1)
	}
	return sum
}
