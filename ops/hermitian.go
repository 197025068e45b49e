package ops

import (
	"math"
	"math/cmplx"

	"gonum.org/v1/gonum/mat"
)

// eighComplex gives the eigenvalues of a Hermitian matrix in ascending order and its eigenvectors as columns. The matrix is
// brought to real tridiagonal form by Householder reflections in the order of LAPACK's zhetd2, which decides on the phases
// of the eigenvectors: those of the triangle that is read, the first row real for the lower one, the last for the upper.
func eighComplex(m matrix[complex128], upper bool) ([]float64, matrix[complex128]) {
	n := m.rows
	if n == 0 {
		return nil, newMatrix[complex128](0, 0)
	}
	a, q := m.clone(), identity[complex128](n)
	for i := range n {
		for j := range i {
			if upper {
				a.set(i, j, cmplx.Conj(a.at(j, i)))
			} else {
				a.set(j, i, cmplx.Conj(a.at(i, j)))
			}
		}
		a.set(i, i, complex(real(a.at(i, i)), 0))
	}
	t := mat.NewDense(n, n, nil)
	off := func(i int, e float64) {
		t.Set(i, i+1, e)
		t.Set(i+1, i, e)
	}
	if upper {
		for i := n - 2; i >= 0; i-- { // column i+1 above its neighbour of the diagonal, row i
			v := make([]complex128, n)
			for k := range i + 1 {
				v[k] = a.at(k, i+1)
			}
			beta, tau := reflector(v, i)
			off(i, beta)
			reflectBoth(a, q, v, tau)
		}
	} else {
		for i := range n - 1 { // column i below its neighbour of the diagonal, row i+1
			v := make([]complex128, n)
			for k := i + 1; k < n; k++ {
				v[k] = a.at(k, i)
			}
			beta, tau := reflector(v, i+1)
			off(i, beta)
			reflectBoth(a, q, v, tau)
		}
	}
	for i := range n {
		t.Set(i, i, real(a.at(i, i)))
	}
	values, z := eighOf(t, upper)
	out := newMatrix[complex128](n, n)
	for i := range n {
		for j := range n {
			var sum complex128
			for k := range n {
				sum += q.at(i, k) * complex(z.At(k, j), 0)
			}
			out.set(i, j, sum)
		}
	}
	return values, out
}

// reflector makes of x the vector v of H = 1 - tau·v·vᴴ, with 1 at place at, such that Hᴴ x is beta there and 0 elsewhere
// (LAPACK's zlarfg).
func reflector(x []complex128, at int) (beta float64, tau complex128) {
	alpha, rest := x[at], 0.0
	for k, c := range x {
		if k != at {
			rest = math.Hypot(rest, cmplx.Abs(c))
		}
	}
	if rest == 0 && imag(alpha) == 0 {
		x[at] = 1
		return real(alpha), 0
	}
	beta = -math.Copysign(math.Hypot(cmplx.Abs(alpha), rest), real(alpha))
	tau = complex((beta-real(alpha))/beta, -imag(alpha)/beta)
	for k := range x {
		x[k] /= alpha - complex(beta, 0)
	}
	x[at] = 1
	return beta, tau
}

// reflectBoth makes a Hᴴ·a·H and q q·H.
func reflectBoth(a, q matrix[complex128], v []complex128, tau complex128) {
	if tau == 0 {
		return
	}
	fromRight(a, v, tau)
	fromRight(q, v, tau)
	n := a.rows
	for j := range n {
		var dot complex128
		for i := range n {
			dot += cmplx.Conj(v[i]) * a.at(i, j)
		}
		dot *= cmplx.Conj(tau)
		for i := range n {
			a.set(i, j, a.at(i, j)-v[i]*dot)
		}
	}
}

func fromRight(m matrix[complex128], v []complex128, tau complex128) {
	for i := range m.rows {
		row := m.row(i)
		var dot complex128
		for k, c := range row {
			dot += c * v[k]
		}
		dot *= tau
		for k := range row {
			row[k] -= dot * cmplx.Conj(v[k])
		}
	}
}
