package gemm

import (
	"unsafe"

	"github.com/magneto-go/magneto/loop/ir"
)

// mostTiny is how many multiply-adds make a product of a batch worth BLAS's while in PyTorch; with fewer a loop of its own multiplies and adds, each rounded.
const mostTiny = 400

// tiny says whether the products of a batch are computed by that loop.
func (q *Product) tiny() bool {
	return q.Batched && q.M*q.N*q.K < mostTiny && (q.Elem == ir.Float32 || q.Elem == ir.Float64)
}

// multiplyTiny computes them.
func (q *Product) multiplyTiny() error {
	for b := range q.Batch {
		if q.Elem == ir.Float32 {
			tinyProduct(q, b, float32(q.Alpha), float32(q.Beta))
		} else {
			tinyProduct(q, b, q.Alpha, q.Beta)
		}
	}
	return q.finish()
}

func tinyProduct[T float32 | float64](q *Product, batch int, alpha, beta T) {
	size := int(unsafe.Sizeof(alpha))
	at := func(m Matrix) unsafe.Pointer { return unsafe.Add(m.Ptr, batch*m.Batch*size) }
	d := q.D
	if d.Ptr == nil {
		d = q.C
	}
	a, b, c, old := at(q.A), at(q.B), at(q.C), at(d)
	aCol, bRow := q.A.Col*size, q.B.Row*size
	for i := range q.M {
		for j := range q.N {
			x, y := unsafe.Add(a, i*q.A.Row*size), unsafe.Add(b, j*q.B.Col*size)
			var sum T
			for k := range q.K {
				sum += T(*(*T)(unsafe.Add(x, k*aCol)) * *(*T)(unsafe.Add(y, k*bRow)))
			}
			if alpha != 1 {
				sum *= alpha
			}
			if beta != 0 {
				sum += T(beta * *(*T)(unsafe.Add(old, (i*d.Row+j*d.Col)*size)))
			}
			*(*T)(unsafe.Add(c, (i*q.C.Row+j*q.C.Col)*size)) = sum
		}
	}
}
