package gemm

import "github.com/magneto-go/magneto/loop/ir"

// The order in which the terms of an element of C are added decides its last digits. PyTorch's float32 products have the orders of OpenBLAS's kernels
// for AVX-512, and so have those here: docs/last-digits.md says how they were found. A small product has its terms one after another, or in sixteen lanes where they
// lie next to each other in both operands; a large one is cut into parts of K.

const (
	mostSmall    = 1_000_000 // multiply-adds of a small product
	mostInLanes  = 1200      // elements of a C whose terms are added in lanes
	leastInLanes = 32        // terms
	leastTurned  = 4         // terms of one whose operands are both transposed
	wide         = 16        // lanes
	leftover     = 8         // what is left of C's leading dimension beyond whole vectors is added in lanes up to this
	partOfK      = 320       // terms of a part
)

// corner is where in C the elements begin whose terms are added in lanes: rows from i on and columns from j on. The rest has them one after another.
type corner struct{ i, j int }

// order is in which order a product is computed.
type order struct {
	lanes corner
	whole bool // K is not cut
	fuses bool // β·C is rounded, and α·sum + β·C once; otherwise α·sum is, and the sum with β·C once
}

// order says whether the product is one of OpenBLAS's small ones, and which elements it adds in lanes. BLAS's matrices are stored by columns, so that the product is
// turned around, Cᵀ = Bᵀ·Aᵀ, unless C is stored so; a matrix is transposed if it is stored the other way.
func (q *Product) order() order {
	none := corner{q.M, q.N}
	if q.Elem != ir.Float32 || q.K == 0 || q.BRows != nil {
		return order{lanes: none}
	}
	if q.InOrder || q.K >= leastInLanes && q.M*q.N > mostSmall/q.K {
		return order{lanes: none, fuses: true}
	}
	if q.K >= leastInLanes && (q.N == 1 && q.B.Col == 0 || q.M == 1 && q.A.Row == 0) { // a vector: BLAS's product with one has other orders
		return order{lanes: none}
	}
	turned := q.C.Row != 1 || q.N != 1 && q.C.Col < q.M
	a, b, rows, columns := q.A, q.B, q.M, q.N
	if turned {
		a, b, rows, columns = q.B.T(), q.A.T(), q.N, q.M
	}
	transA, transB := transposed(a, rows, q.K, turned), transposed(b, q.K, columns, turned)
	inLanes := transA && !transB
	switch left := rows % wide; {
	case q.K < leastTurned && transA && transB, q.K < leastInLanes && inLanes:
		return order{lanes: none, whole: true, fuses: true}
	case inLanes && q.M*q.N > mostInLanes:
		return order{lanes: none, fuses: true}
	case inLanes:
		return order{whole: true}
	case q.K < leastInLanes || transA || transB || left == 0 || left > leftover:
		return order{lanes: none, whole: true}
	case turned:
		return order{lanes: corner{0, q.N - left}, whole: true}
	default:
		return order{lanes: corner{q.M - left, 0}, whole: true}
	}
}

// T is the transposed matrix.
func (m Matrix) T() Matrix {
	m.Row, m.Col = m.Col, m.Row
	return m
}

// AddsInLanes says whether the terms of an element are added in lanes in a float32 product of the given size whose terms lie next to each other in both operands.
func AddsInLanes(m, n, k int) bool {
	return k >= leastInLanes && m*n <= mostInLanes && m*n*k <= mostSmall
}

// LeftInLanes is how many of the last columns of C have their terms added in lanes in a float32 product of matrices that are stored by rows.
func LeftInLanes(m, n, k int) int {
	if left := n % wide; left <= leftover && k >= leastInLanes && m*n*k <= mostSmall {
		return left
	}
	return 0
}

// MostRowsInLanes is the largest number of rows, in fours, of which a product with so few columns as LeftInLanes gives adds terms in lanes.
const MostRowsInLanes = mostInLanes / leftover / mostDots * mostDots

// transposed says whether PyTorch hands a matrix of the given size to BLAS as a transposed one. What is stored in neither way it copies: by rows, or, where the product is turned around, which
// turns the matrix as well, by columns.
func transposed(m Matrix, rows, columns int, turned bool) bool {
	switch {
	case m.Row == 1 && m.Col >= rows:
		return false
	case m.Col == 1 && m.Row >= columns:
		return true
	}
	return !turned
}

// steps are the parts of K, each summed by itself: equal ones of at most kPart, or OpenBLAS's, of which only the last two are shorter than the others.
type steps struct {
	n       int
	equal   cut
	full    int // whole parts of partOfK
	at, end int // what the part behind them and the last one have
}

// steps cuts K.
func (q *Product) steps() steps {
	switch {
	case q.whole:
		return steps{n: 1, at: q.K}
	case q.Elem != ir.Float32 || q.BRows != nil:
		c := parts(q.K, kPart)
		return steps{n: c.n, equal: c}
	}
	full := max(q.K/partOfK-1, 0)
	s := steps{n: full + 1, full: full, at: q.K - full*partOfK}
	if left := s.at; left > partOfK {
		s.at = (left/2 + wide - 1) / wide * wide
		s.end = left - s.at
		s.n++
	}
	return s
}

// size is that of part i.
func (s steps) size(i int) int {
	switch {
	case s.equal.n > 0:
		return s.equal.size(i)
	case i < s.full:
		return partOfK
	case i == s.full:
		return s.at
	}
	return s.end
}

// widest is the size of the largest part.
func (s steps) widest() int { return max(s.size(0), s.size(s.n-1)) }
