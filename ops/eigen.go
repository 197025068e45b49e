package ops

import (
	"math"
	"math/cmplx"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/magneto-go/magneto/tensor"
)

// This file finds eigenvalues and singular values of complex matrices: singular values by Jacobi's
// rotations of the columns (Hestenes, 1958), eigenvalues through a real matrix of twice the size. Hermitian matrices have a
// file of their own, and real ones go to gonum.

// turn is the unitary matrix that makes [[a, b], [conj b, d]] diagonal.
type turn struct {
	c, s  float64
	phase complex128
}

func rotation(a float64, b complex128, d float64) turn {
	size := cmplx.Abs(b)
	tau := (d - a) / (2 * size)
	t := math.Copysign(1, tau) / (math.Abs(tau) + math.Hypot(1, tau))
	c := 1 / math.Hypot(1, t)
	return turn{c, t * c, b / complex(size, 0)}
}

// columns multiplies columns p and q from the right.
func (r turn) columns(m matrix[complex128], p, q int) {
	c, s := complex(r.c, 0), complex(r.s, 0)
	for i := range m.rows {
		x, y := r.phase*m.at(i, p), m.at(i, q)
		m.set(i, p, c*x-s*y)
		m.set(i, q, s*x+c*y)
	}
}

const (
	jacobiSweeps = 60
	jacobiSmall  = 1e-16
)

func sortedBy(n int, less func(i, j int) bool) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case less(i, j):
			return -1
		case less(j, i):
			return 1
		}
		return 0
	})
	return order
}

func (m matrix[E]) pickColumns(order []int) matrix[E] {
	out := newMatrix[E](m.rows, len(order))
	for k, j := range order {
		for i := range m.rows {
			out.set(i, k, m.at(i, j))
		}
	}
	return out
}

// svdComplex is m = u·diag(s)·vᴴ with singular values in descending order; full completes the bases.
func svdComplex(m matrix[complex128], full bool) (u matrix[complex128], s []float64, vh matrix[complex128]) {
	if m.rows < m.cols {
		v, s, uh := svdComplex(m.adjoint(), full)
		return uh.adjoint(), s, v.adjoint()
	}
	a, v := m.clone(), identity[complex128](m.cols)
	for range jacobiSweeps {
		turned := false
		for p := range m.cols {
			for q := p + 1; q < m.cols; q++ {
				var pp, qq float64
				var pq complex128
				for i := range m.rows {
					x, y := a.at(i, p), a.at(i, q)
					pp += real(x)*real(x) + imag(x)*imag(x)
					qq += real(y)*real(y) + imag(y)*imag(y)
					pq += cmplx.Conj(x) * y
				}
				if cmplx.Abs(pq) <= jacobiSmall*math.Sqrt(pp*qq) || pq == 0 {
					continue
				}
				turned = true
				r := rotation(pp, pq, qq)
				r.columns(a, p, q)
				r.columns(v, p, q)
			}
		}
		if !turned {
			break
		}
	}
	norms := make([]float64, m.cols)
	for j := range norms {
		for i := range m.rows {
			norms[j] = math.Hypot(norms[j], cmplx.Abs(a.at(i, j)))
		}
	}
	order := sortedBy(m.cols, func(i, j int) bool { return norms[i] > norms[j] })
	a, v = a.pickColumns(order), v.pickColumns(order)
	width := m.cols
	if full {
		width = m.rows
	}
	u = newMatrix[complex128](m.rows, width)
	s = make([]float64, m.cols)
	for j, from := range order {
		s[j] = norms[from]
		for i := range m.rows {
			if s[j] > 0 {
				u.set(i, j, a.at(i, j)/complex(s[j], 0))
			}
		}
	}
	u.complete()
	return u, s, v.adjoint()
}

// complete replaces columns of zeros so that all are orthonormal.
func (m matrix[E]) complete() {
	for j := range m.cols {
		if columnNorm(m, j) > 0.5 {
			continue
		}
		for start := range m.rows {
			for i := range m.rows {
				m.set(i, j, 0)
			}
			m.set(start, j, 1)
			for range 2 { // twice is enough
				for k := range m.cols {
					if k == j || columnNorm(m, k) < 0.5 {
						continue
					}
					var dot E
					for i := range m.rows {
						dot += conjugate(m.at(i, k)) * m.at(i, j)
					}
					for i := range m.rows {
						m.set(i, j, m.at(i, j)-dot*m.at(i, k))
					}
				}
			}
			if norm := columnNorm(m, j); norm > 1e-3 {
				for i := range m.rows {
					m.set(i, j, m.at(i, j)/fromReal[E](norm))
				}
				break
			}
		}
	}
}

func columnNorm[E number](m matrix[E], j int) float64 {
	norm := 0.0
	for i := range m.rows {
		norm = math.Hypot(norm, magnitude(m.at(i, j)))
	}
	return norm
}

// eigComplex: the real matrix [[re, -im], [im, re]] has the eigenvectors [v; -iv] of m and, for the conjugate values,
// [conj v; i conj v]. Half of x + i y for an eigenvector [x; y] is v for the first kind and 0 for the second.
func eigComplex(m matrix[complex128]) ([]complex128, matrix[complex128]) {
	n := m.rows
	values, vectors := eigReal(realForm(m))
	projected := newMatrix[complex128](n, 2*n)
	sizes := make([]float64, 2*n)
	for j := range 2 * n {
		for i := range n {
			projected.set(i, j, (vectors.at(i, j)+1i*vectors.at(n+i, j))/2)
		}
		sizes[j] = columnNorm(projected, j)
	}
	var kept []int
	out := newMatrix[complex128](n, n)
	for _, j := range sortedBy(2*n, func(i, j int) bool { return sizes[i] > sizes[j]+1e-6 }) {
		if len(kept) == n {
			break
		}
		if sizes[j] < 1e-10 || isMultiple(out, len(kept), projected, j) {
			continue
		}
		for i := range n {
			out.set(i, len(kept), projected.at(i, j)/complex(sizes[j], 0))
		}
		kept = append(kept, j)
	}
	if len(kept) < n {
		throw("LinAlgError", "linalg.eig: The algorithm failed to converge because the input matrix is ill-conditioned or has too many repeated eigenvalues.")
	}
	for k := range n {
		turnLargest(out, k)
	}
	order := sortedBy(n, func(i, j int) bool { return kept[i] < kept[j] })
	chosen := make([]complex128, n)
	for k, i := range order {
		chosen[k] = values[kept[i]]
	}
	return chosen, out.pickColumns(order)
}

// turnLargest makes the largest element of column j real and positive, as LAPACK's zgeev does.
func turnLargest(m matrix[complex128], j int) {
	at := 0
	for i := range m.rows {
		if cmplx.Abs(m.at(i, j)) > cmplx.Abs(m.at(at, j)) {
			at = i
		}
	}
	size := cmplx.Abs(m.at(at, j))
	phase := cmplx.Conj(m.at(at, j)) / complex(size, 0)
	for i := range m.rows {
		m.set(i, j, m.at(i, j)*phase)
	}
	m.set(at, j, complex(size, 0))
}

// isMultiple says whether column j of b is a multiple of one of the first k columns of a.
func isMultiple(a matrix[complex128], k int, b matrix[complex128], j int) bool {
	size := columnNorm(b, j)
	for c := range k {
		var dot complex128
		for i := range a.rows {
			dot += cmplx.Conj(a.at(i, c)) * b.at(i, j)
		}
		if cmplx.Abs(dot) > size*(1-1e-9) {
			return true
		}
	}
	return false
}

// realForm is [[re, -im], [im, re]].
func realForm(m matrix[complex128]) matrix[float64] {
	n := m.rows
	out := newMatrix[float64](2*n, 2*n)
	for i := range n {
		for j := range n {
			re, im := real(m.at(i, j)), imag(m.at(i, j))
			out.set(i, j, re)
			out.set(n+i, n+j, re)
			out.set(n+i, j, im)
			out.set(i, n+j, -im)
		}
	}
	return out
}

func eigReal(m matrix[float64]) ([]complex128, matrix[complex128]) {
	if m.rows == 0 {
		return nil, newMatrix[complex128](0, 0)
	}
	var f mat.Eigen
	if !f.Factorize(mat.NewDense(m.rows, m.cols, slices.Clone(m.a)), mat.EigenRight) {
		throw("LinAlgError", "linalg.eig: The algorithm failed to converge because the input matrix is ill-conditioned or has too many repeated eigenvalues.")
	}
	var vectors mat.CDense
	f.VectorsTo(&vectors)
	out := newMatrix[complex128](m.rows, m.cols)
	for i := range m.rows {
		for j := range m.cols {
			out.set(i, j, vectors.At(i, j))
		}
	}
	return f.Values(nil), out
}

// checkEigFinite refuses NaN and infinity, with which the iteration would not end.
func checkEigFinite(t *tensor.Tensor) {
	for _, v := range t.Complexes() {
		check(!cmplx.IsNaN(v) && !cmplx.IsInf(v), "torch.linalg.eig: input tensor should not contain infs or NaNs.")
	}
}

func eigEager(ctx *Context, a Args) []Value {
	checkSquare(ctx, "linalg.eig", a[0])
	t := a.tensor(0)
	checkMatrix("linalg.eig", t)
	checkEigFinite(t)
	lead, n := t.Sizes()[:t.Dim()-2], t.Size(t.Dim()-1)
	var values, vectors []complex128
	collect := func(w []complex128, v matrix[complex128]) {
		values, vectors = append(values, w...), append(vectors, v.a...)
	}
	if t.DType().IsComplex() {
		for _, m := range matrices[complex128](t) {
			collect(eigComplex(m))
		}
	} else {
		for _, m := range matrices[float64](t) {
			collect(eigReal(m))
		}
	}
	d := t.DType().ToComplex()
	w, v := tensor.New(d, append(slices.Clone(lead), n)...), tensor.New(d, append(slices.Clone(lead), n, n)...)
	tensor.StoreComplexes(w, values)
	tensor.StoreComplexes(v, vectors)
	return []Value{w, storedByColumns(v)}
}

func isUpper(a Args) bool { return a.str(1) == "U" || a.str(1) == "u" }

var eighEager = unlessLeftOut(2, []int{1}, eachMatrix{name: "linalg.eigh", square: true, realResults: 1, byColumns: 2,
	real: func(_ *Context, a Args, m matrix[float64], _ int) [][]float64 {
		if m.rows == 0 {
			return [][]float64{nil, nil}
		}
		w, v := eighOf(mat.NewDense(m.rows, m.cols, slices.Clone(m.a)), isUpper(a))
		return [][]float64{w, dense(v)}
	},
	cmplx: func(_ *Context, a Args, m matrix[complex128], _ int) [][]complex128 {
		w, v := eighComplex(m, isUpper(a))
		return [][]complex128{widenReal(w), v.a}
	},
	shapes: func(_ Args, r, c int) [][]int { return [][]int{{r}, {r, c}} }}.run)

// unlessLeftOut gives empty tensors for the vectors that the caller does not want, which argument wanted says.
func unlessLeftOut(wanted int, vectors []int, run func(ctx *Context, a Args) []Value) func(ctx *Context, a Args) []Value {
	return func(ctx *Context, a Args) []Value {
		r := run(ctx, a)
		if !a.bool(wanted) {
			for _, i := range vectors {
				r[i] = tensor.New(dtypeOf(r[i]), 0)
			}
		}
		return r
	}
}

func widenReal(v []float64) []complex128 {
	out := make([]complex128, len(v))
	for i, x := range v {
		out[i] = complex(x, 0)
	}
	return out
}

var svdEager = unlessLeftOut(2, []int{0, 2}, eachMatrix{name: "linalg.svd", realResults: 2, byColumns: 1 | 4,
	real: func(_ *Context, a Args, m matrix[float64], _ int) [][]float64 {
		if m.rows == 0 || m.cols == 0 {
			if !a.bool(1) {
				return [][]float64{nil, nil, nil}
			}
			return [][]float64{identity[float64](m.rows).a, nil, identity[float64](m.cols).a}
		}
		u, vt, s := svdOf(mat.NewDense(m.rows, m.cols, slices.Clone(m.a)), a.bool(1))
		return [][]float64{dense(u), s, dense(vt)}
	},
	cmplx: func(_ *Context, a Args, m matrix[complex128], _ int) [][]complex128 {
		u, s, vh := svdComplex(m, a.bool(1))
		return [][]complex128{u.a, widenReal(s), vh.a}
	},
	shapes: func(a Args, r, c int) [][]int {
		k := min(r, c)
		if a.bool(1) {
			return [][]int{{r, r}, {k}, {c, c}}
		}
		return [][]int{{r, k}, {k}, {k, c}}
	}}.run)
