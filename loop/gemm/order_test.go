package gemm

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/magneto-go/magneto/loop/ir"
)

// TestStepsOfK has the parts of K that PyTorch's products were found to have.
func TestStepsOfK(t *testing.T) {
	for k, want := range map[int][]int{1: {1}, 320: {320}, 321: {160, 161}, 330: {176, 154}, 400: {208, 192}, 500: {256, 244}, 640: {320, 320}, 784: {320, 240, 224}, 1000: {320, 320, 192, 168}, 1700: {320, 320, 320, 320, 224, 196}} {
		s := (&Product{Elem: ir.Float32, K: k}).steps()
		var got []int
		for i := range s.n {
			got = append(got, s.size(i))
		}
		if s.widest() != slices.Max(want) {
			t.Errorf("of %d terms the widest part is said to be %d", k, s.widest())
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d terms are cut into %v, not %v", k, got, want)
		}
	}
}

// TestOrders has which elements of small products have their terms added in lanes, by shape and layout.
func TestOrders(t *testing.T) {
	rows := func(m, n int) Matrix { return Matrix{Row: n, Col: 1} }
	columns := func(m, n int) Matrix { return Matrix{Row: 1, Col: m} }
	for _, c := range []struct {
		m, n, k int
		a, b    func(m, n int) Matrix
		want    order
	}{
		{8, 64, 31, rows, columns, order{lanes: corner{8, 64}, whole: true, fuses: true}},
		{8, 64, 32, rows, columns, order{lanes: corner{}, whole: true}},
		{5, 6, 1, columns, rows, order{lanes: corner{5, 6}, whole: true}},
		{5, 6, 3, columns, columns, order{lanes: corner{5, 6}, whole: true, fuses: true}},
		{5, 6, 4, columns, columns, order{lanes: corner{5, 6}, whole: true}},
		{20, 60, 400, rows, columns, order{lanes: corner{}, whole: true}},
		{3, 401, 400, rows, columns, order{lanes: corner{3, 401}, fuses: true}},
		{3, 401, 400, rows, rows, order{lanes: corner{0, 400}, whole: true}},
		{20, 60, 400, rows, rows, order{lanes: corner{20, 60}, whole: true}},
		{24, 50, 400, rows, rows, order{lanes: corner{0, 48}, whole: true}},
		{24, 50, 400, columns, rows, order{lanes: corner{24, 50}, whole: true}},
		{24, 50, 400, columns, columns, order{lanes: corner{24, 50}, whole: true}},
		{10, 100, 1010, columns, rows, order{lanes: corner{10, 100}, fuses: true}},
		{20, 1, 36, columns, columns, order{lanes: corner{16, 0}, whole: true}},
		{3, 1, 36, rows, rows, order{lanes: corner{3, 1}, whole: true}},
	} {
		q := &Product{Elem: ir.Float32, Batch: 1, M: c.m, N: c.n, K: c.k, A: c.a(c.m, c.k), B: c.b(c.k, c.n), C: rows(c.m, c.n)}
		if got := q.order(); got != c.want {
			t.Errorf("%d × %d × %d: %+v, not %+v", c.m, c.n, c.k, got, c.want)
		}
	}
}

// TestDot compares instruction sets bit for bit.
func TestDot(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	list := engines()
	for n := range 300 {
		x := make([]float32, 2*n+1)
		for i := range x {
			x[i] = float32(rnd.NormFloat64())
		}
		var want float32
		for i, e := range list {
			got, err := e.Dot(n, unsafe.Pointer(&x[0]), unsafe.Pointer(&x[n]))
			if err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				want = got
			} else if got != want {
				t.Errorf("%d terms: %g with %s, not %g", n, got, e.isa, want)
			}
		}
	}
}

// TestTinyBatches has the products of a batch whose terms are rounded before they are added.
func TestTinyBatches(t *testing.T) {
	x := []float32{1 + 1e-7*4, 3, 1 - 1e-7*4, -3}
	c := make([]float32, 2)
	q := Product{Elem: ir.Float32, Batch: 2, M: 1, N: 1, K: 2, Alpha: 1, Batched: true,
		A: Matrix{Ptr: unsafe.Pointer(&x[0]), Row: 2, Col: 1}, B: Matrix{Ptr: unsafe.Pointer(&x[2]), Row: 1, Col: 1}, C: Matrix{Ptr: unsafe.Pointer(&c[0]), Row: 1, Col: 1, Batch: 1}}
	for _, e := range engines() {
		if err := e.Multiply(&q); err != nil {
			t.Fatal(err)
		}
		if want := float32(x[0]*x[2]) + float32(x[1]*x[3]); c[0] != want || c[1] != want {
			t.Errorf("%s: %v, not %g", e.isa, c, want)
		}
	}
}

// TestVectorProducts compares instruction sets bit for bit in products of matrices with vectors, by rows and by columns, and with sums in float64.
func TestVectorProducts(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	list := engines()
	for range 200 {
		m, k, stride := 1+rnd.IntN(70), 1+rnd.IntN(140), rnd.IntN(3)
		if rnd.IntN(20) == 0 {
			m = vectorPart + rnd.IntN(40)
		}
		byColumns := rnd.IntN(2) == 0
		a := Matrix{Row: k + stride, Col: 1}
		if byColumns {
			a = Matrix{Row: 1, Col: m + stride}
		}
		x, matrix := make([]float32, 2*k), make([]float32, (m+stride)*(k+stride))
		for _, list := range [][]float32{x, matrix} {
			for i := range list {
				list[i] = float32(rnd.NormFloat64())
			}
		}
		a.Ptr = unsafe.Pointer(&matrix[0])
		var want []float32
		for _, e := range list {
			c := make([]float32, m)
			q := Product{Elem: ir.Float32, Batch: 1, M: m, N: 1, K: k, Alpha: 1, A: a, B: Matrix{Ptr: unsafe.Pointer(&x[0]), Row: 1 + stride%2}, C: Matrix{Ptr: unsafe.Pointer(&c[0]), Row: 1, Col: 1}}
			if err := e.Multiply(&q); err != nil {
				t.Fatal(err)
			}
			if want == nil {
				want = c
			}
			for i := range c {
				sum := 0.0
				for l := range k {
					sum += float64(matrix[i*a.Row+l*a.Col]) * float64(x[l*q.B.Row])
				}
				if c[i] != want[i] || math.Abs(float64(c[i])-sum) > 1e-4 {
					t.Fatalf("%s: element %d of %d rows and %d terms, by columns %v: %g, not %g, about %g", e.isa, i, m, k, byColumns, c[i], want[i], sum)
				}
			}
		}
	}
}

// TestShortRows has the order in which the terms of short rows are added: where two of a sum of ones cancel, what is left are the terms that come later.
func TestShortRows(t *testing.T) {
	for _, c := range []struct {
		rows, terms, row, first, second, left int
	}{
		{1, 4, 0, 0, 1, 2}, {2, 4, 0, 2, 3, 2}, {2, 4, 0, 0, 2, 0}, {3, 4, 2, 0, 2, 1},
		{4, 6, 0, 1, 2, 4}, {4, 6, 0, 0, 2, 3}, {8, 6, 0, 1, 2, 3}, {5, 6, 4, 0, 5, 0},
		{4, 7, 0, 4, 5, 5}, {4, 7, 0, 2, 6, 4}, {8, 7, 7, 4, 5, 1}, {12, 7, 8, 0, 5, 3},
		{1, 8, 0, 2, 6, 6}, {2, 8, 1, 0, 4, 4}, {4, 8, 3, 0, 4, 0}, {7, 8, 6, 3, 7, 6}, {7, 8, 5, 1, 5, 4},
	} {
		a, x, sums := make([]float32, c.rows*c.terms), make([]float32, c.terms), make([]float32, c.rows)
		for i := range a {
			a[i] = 1
		}
		for k := range x {
			x[k] = 1
		}
		x[c.first], x[c.second] = 1<<40, -1<<40
		q := &Product{Elem: ir.Float32, M: c.rows, K: c.terms, A: Matrix{Ptr: unsafe.Pointer(&a[0]), Row: c.terms, Col: 1}, B: Matrix{Ptr: unsafe.Pointer(&x[0]), Row: 1}}
		q.shortRows(sums)
		if got := int(sums[c.row]); got != c.left {
			t.Errorf("row %d of %d with %d terms: %d are added behind %d and %d, not %d", c.row, c.rows, c.terms, got, c.first, c.second, c.left)
		}
	}
}
