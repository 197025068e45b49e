package numpy

import (
	"math"
	"math/cmplx"

	"github.com/magneto-go/magneto/precise"
	"github.com/magneto-go/magneto/vm/object"
)

// determinantsOf is _det(a).
func determinantsOf(th *object.Thread, x []Value) (Value, error) {
	a, err := toArray(th, x[0], nil)
	if err != nil {
		return object.Null, err
	}
	signs, logs := determinants(a)
	return object.NewTuple(Wrap(signs), Wrap(logs)).Ref(), nil
}

// determinants are those of the matrices in the last two axes: numbers of absolute value one, and logarithms.
func determinants(a *Array) (signs, logs *Array) {
	k := len(a.shape) - 2
	n := a.shape[k]
	signs, logs = newArray(a.dt, a.shape[:k]...), newArray(realOf(a.dt), a.shape[:k]...)
	starts := positions(a.withGeometry(a.shape[:k], a.strides[:k], a.off))
	m := make([]complex128, n*n)
	for i, start := range starts {
		for r := range n {
			for c := range n {
				loadComplex(a, start+r*a.strides[k]+c*a.strides[k+1], 0, m[r*n+c:r*n+c+1])
			}
		}
		sign, log := determinant(m, n)
		storeComplex(signs, i, 0, []complex128{sign})
		storeFloats(logs, i, 0, []float64{log})
	}
	return signs, logs
}

// determinant eliminates with partial pivoting, in place.
func determinant(m []complex128, n int) (sign complex128, logs float64) {
	sign = 1
	for c := range n {
		p := c
		for r := c + 1; r < n; r++ {
			if cmplx.Abs(m[r*n+c]) > cmplx.Abs(m[p*n+c]) {
				p = r
			}
		}
		pivot := m[p*n+c]
		if pivot == 0 {
			return 0, math.Inf(-1)
		}
		if p != c {
			sign = -sign
			for j := range n {
				m[p*n+j], m[c*n+j] = m[c*n+j], m[p*n+j]
			}
		}
		size := precise.Hypot(real(pivot), imag(pivot))
		sign = mulComplex(sign, complex(real(pivot)/size, imag(pivot)/size))
		logs += precise.Log(size)
		for r := c + 1; r < n; r++ {
			f := divComplex(m[r*n+c], pivot)
			for j := c + 1; j < n; j++ {
				m[r*n+j] -= mulComplex(f, m[c*n+j])
			}
		}
	}
	return sign, logs
}
