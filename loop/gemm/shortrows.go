package gemm

import "unsafe"

// A matrix of short rows that lie close together, and are not very many, has a kernel of OpenBLAS's for each number of terms, which takes as many rows at
// once as are left; what it does with the terms of a row depends on how many it takes. These are the orders of its additions, found by cancelling two terms of a sum of ones.
const (
	fewRowTerms = 8
	mostShort   = 1 << 14 // rows
)

// shortRow adds the products of a row's terms in some order.
type shortRow func(a, x []float32) float32

// shortRows are the orders by numbers of terms, each with the rows that are taken at once, most first.
var shortRows = [fewRowTerms + 1][]struct {
	rows int
	sum  shortRow
}{
	1: {{1, oneByOne}},
	2: {{16, fusedOneByOne}, {1, oneByOne}},
	3: {{8, fusedOneByOne}, {4, secondFirst}, {2, oneByOne}, {1, secondFirst}},
	4: {{2, inPairs}, {1, oneByOne}},
	5: {{4, fusedOneByOne}, {1, oneByOne}},
	6: {{8, fusedOneByOne}, {4, inThrees}, {1, oneByOne}},
	7: {{8, fusedOneByOne}, {4, inFused}, {1, oneByOne}},
	8: {{4, inPairs}, {2, inHalves}, {1, acrossHalves}},
}

// hasShortRows says whether the matrix is such a one. It lies by rows.
func (q *Product) hasShortRows() bool {
	return q.K <= fewRowTerms && (q.A.Row == q.K || q.M == 1) && q.M <= mostShort
}

// shortRows computes the product of such a matrix.
func (q *Product) shortRows(sums []float32) {
	x := unsafe.Slice((*float32)(q.B.Ptr), q.K)
	left := unsafe.Slice((*float32)(q.A.Ptr), q.M*q.K)
	for _, kernel := range shortRows[q.K] {
		n := len(sums) / kernel.rows * kernel.rows
		for i := range n {
			sums[i] = kernel.sum(left[i*q.K:][:q.K], x)
		}
		sums, left = sums[n:], left[n*q.K:]
	}
}

func oneByOne(a, x []float32) float32 {
	sum := float32(a[0] * x[0])
	for k := 1; k < len(a); k++ {
		sum += float32(a[k] * x[k])
	}
	return sum
}

func fusedOneByOne(a, x []float32) float32 {
	sum := float32(a[0] * x[0])
	for k := 1; k < len(a); k++ {
		sum = fma32(a[k], x[k], sum)
	}
	return sum
}

func secondFirst(a, x []float32) float32 {
	return fma32(a[2], x[2], fma32(a[0], x[0], float32(a[1]*x[1])))
}

// pair is the sum of two products from the k-th on.
func pair(a, x []float32, k int) float32 {
	return float32(a[k]*x[k]) + float32(a[k+1]*x[k+1])
}

func inPairs(a, x []float32) float32 {
	first := pair(a, x, 0) + pair(a, x, 2)
	if len(a) == 4 {
		return first
	}
	return first + (pair(a, x, 4) + pair(a, x, 6))
}

func inThrees(a, x []float32) float32 {
	three := func(k int) float32 {
		return float32(a[k]*x[k]) + fma32(a[k+1], x[k+1], float32(a[k+2]*x[k+2]))
	}
	return three(0) + three(3)
}

func inFused(a, x []float32) float32 {
	two := func(k int) float32 { return fma32(a[k], x[k], float32(a[k+1]*x[k+1])) }
	return (two(0) + two(4)) + (two(2) + float32(a[6]*x[6]))
}

func inHalves(a, x []float32) float32 {
	return (pair(a, x, 0) + pair(a, x, 4)) + (pair(a, x, 2) + pair(a, x, 6))
}

func acrossHalves(a, x []float32) float32 {
	across := func(k int) float32 { return float32(a[k]*x[k]) + float32(a[k+4]*x[k+4]) }
	return across(0) + across(1) + across(2) + across(3)
}
