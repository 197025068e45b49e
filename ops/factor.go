package ops

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/magneto-go/magneto/tensor"
)

// This file factorises matrices: LU, Cholesky, QR, SVD, eigenvalues.

// luFactor is Doolittle's method with partial pivoting; perm[i] is the row of the input at row i.
func luFactor(m *mat.Dense) (lu *mat.Dense, perm []int, sign float64) {
	r, c := m.Dims()
	lu = mat.DenseCopyOf(m)
	perm = make([]int, r)
	for i := range perm {
		perm[i] = i
	}
	sign = 1
	for k := 0; k < min(r, c); k++ {
		p := k
		for i := k + 1; i < r; i++ {
			if math.Abs(lu.At(i, k)) > math.Abs(lu.At(p, k)) {
				p = i
			}
		}
		if p != k {
			for j := range c {
				x, y := lu.At(k, j), lu.At(p, j)
				lu.Set(k, j, y)
				lu.Set(p, j, x)
			}
			perm[k], perm[p] = perm[p], perm[k]
			sign = -sign
		}
		if lu.At(k, k) == 0 {
			continue
		}
		for i := k + 1; i < r; i++ {
			f := lu.At(i, k) / lu.At(k, k)
			lu.Set(i, k, f)
			for j := k + 1; j < c; j++ {
				lu.Set(i, j, lu.At(i, j)-f*lu.At(k, j))
			}
		}
	}
	return lu, perm, sign
}

// positiveDefinite factors a = l·lᵀ and gives the failing minor (1-based) or 0.
func positiveDefinite(m *mat.Dense) (*mat.Dense, int) {
	n, _ := m.Dims()
	l := mat.NewDense(n, n, nil)
	for j := range n {
		s := m.At(j, j)
		for k := range j {
			s -= l.At(j, k) * l.At(j, k)
		}
		if !(s > 0) {
			return l, j + 1
		}
		d := math.Sqrt(s)
		l.Set(j, j, d)
		for i := j + 1; i < n; i++ {
			s := m.At(i, j)
			for k := range j {
				s -= l.At(i, k) * l.At(j, k)
			}
			l.Set(i, j, s/d)
		}
	}
	return l, 0
}

func choleskyEager(name string, upperAt int) func(ctx *Context, a Args) []Value {
	return func(ctx *Context, a Args) []Value {
		checkSquare(ctx, name, a[0])
		batched := dimOf(a[0]) > 2
		return lapack(name, true, func(ctx *Context, a Args, m *mat.Dense, index int) [][]float64 {
			l, bad := positiveDefinite(m)
			if bad > 0 {
				where := ""
				if batched {
					where = "(Batch element " + itoa(index) + "): "
				}
				throw("LinAlgError", "%s: %sThe factorization could not be completed because the input is not positive-definite (the leading minor of order %d is not positive-definite).", name, where, bad)
			}
			if a.bool(upperAt) {
				return [][]float64{dense(l.T())}
			}
			return [][]float64{dense(l)}
		}, func(ctx *Context, a Args, r, c int) [][]int { return [][]int{{r, c}} })(ctx, a)
	}
}

func choleskyGrad(upperAt int) GradFunc {
	return func(ctx *Context, s *Saved, g []Value) []Value {
		l, gl := s.Out(0), g[0]
		if s.Args().bool(upperAt) {
			l, gl = mH(ctx, l), mH(ctx, gl)
		}
		phi := ctx.call1("tril", ctx.matmul(mH(ctx, l), gl))
		half := ctx.mul(ctx.call1("diagonal", phi, int64(0), int64(-2), int64(-1)), 0.5)
		phi = ctx.sub(phi, ctx.call1("diag_embed", half))
		lt := mH(ctx, l)
		x := ctx.call1("linalg_solve_triangular", lt, phi, true, true, false)
		x = ctx.call1("linalg_solve_triangular", l, x, false, false, false)
		return []Value{ctx.mul(ctx.add(x, mH(ctx, x)), 0.5)}
	}
}

func qrEager(ctx *Context, a Args) []Value {
	mode := "reduced"
	if s := a.str(1); s != "" {
		mode = s
	}
	if mode != "reduced" && mode != "complete" && mode != "r" {
		throwRuntime("qr received unrecognized mode '%s' but expected one of 'reduced' (default), 'r', or 'complete'", mode)
	}
	return lapack("linalg.qr", false, func(ctx *Context, a Args, m *mat.Dense, _ int) [][]float64 {
		r, c := m.Dims()
		q, rr := householder(m)
		k := min(r, c)
		switch mode {
		case "complete":
			return [][]float64{dense(q), dense(rr)}
		case "r":
			return [][]float64{nil, dense(rr.Slice(0, k, 0, c))}
		}
		return [][]float64{dense(q.Slice(0, r, 0, k)), dense(rr.Slice(0, k, 0, c))}
	}, func(ctx *Context, a Args, r, c int) [][]int {
		k := min(r, c)
		switch mode {
		case "complete":
			return [][]int{{r, r}, {r, c}}
		case "r":
			return [][]int{{0}, {k, c}}
		}
		return [][]int{{r, k}, {k, c}}
	})(ctx, a)
}

// householder factors m = q·r with LAPACK's signs (the reflection sends the column to -sign·norm).
func householder(m *mat.Dense) (q, r *mat.Dense) {
	rows, cols := m.Dims()
	r = mat.DenseCopyOf(m)
	q = mat.NewDense(rows, rows, nil)
	for i := range rows {
		q.Set(i, i, 1)
	}
	for k := 0; k < min(rows, cols); k++ {
		norm := 0.0
		for i := k; i < rows; i++ {
			norm = math.Hypot(norm, r.At(i, k))
		}
		below := 0.0
		for i := k + 1; i < rows; i++ {
			below = math.Max(below, math.Abs(r.At(i, k)))
		}
		if below == 0 {
			continue
		}
		alpha := -math.Copysign(norm, r.At(k, k))
		v := make([]float64, rows)
		for i := k; i < rows; i++ {
			v[i] = r.At(i, k)
		}
		v[k] -= alpha
		vv := 0.0
		for _, x := range v {
			vv += x * x
		}
		apply := func(t *mat.Dense, col int) {
			s := 0.0
			for i := k; i < rows; i++ {
				s += v[i] * t.At(i, col)
			}
			s *= 2 / vv
			for i := k; i < rows; i++ {
				t.Set(i, col, t.At(i, col)-s*v[i])
			}
		}
		for j := range cols {
			apply(r, j)
		}
		for i := range rows { // q = q·H
			s := 0.0
			for j := k; j < rows; j++ {
				s += q.At(i, j) * v[j]
			}
			s *= 2 / vv
			for j := k; j < rows; j++ {
				q.Set(i, j, q.At(i, j)-s*v[j])
			}
		}
		for i := k + 1; i < rows; i++ {
			r.Set(i, k, 0)
		}
	}
	return q, r
}

func svdOf(m *mat.Dense, full bool) (u, vt *mat.Dense, s []float64) {
	kind := mat.SVDThin
	if full {
		kind = mat.SVDFull
	}
	var f mat.SVD
	if !f.Factorize(m, kind) {
		throw("LinAlgError", "linalg.svd: The algorithm failed to converge because the input matrix is ill-conditioned or has too many repeated singular values.")
	}
	var uu, vv mat.Dense
	f.UTo(&uu)
	f.VTo(&vv)
	return &uu, mat.DenseCopyOf(vv.T()), f.Values(nil)
}

func svdEager(ctx *Context, a Args) []Value {
	full := a.bool(1)
	return lapack("linalg.svd", false, func(ctx *Context, a Args, m *mat.Dense, _ int) [][]float64 {
		u, vt, s := svdOf(m, full)
		return [][]float64{dense(u), s, dense(vt)}
	}, func(ctx *Context, a Args, r, c int) [][]int {
		k := min(r, c)
		if full {
			return [][]int{{r, r}, {k}, {c, c}}
		}
		return [][]int{{r, k}, {k}, {k, c}}
	})(ctx, a)
}

func eighOf(m *mat.Dense, upper bool) (w []float64, v *mat.Dense) {
	n, _ := m.Dims()
	sym := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			if upper {
				sym.SetSym(i, j, m.At(i, j))
			} else {
				sym.SetSym(i, j, m.At(j, i))
			}
		}
	}
	var f mat.EigenSym
	if !f.Factorize(sym, true) {
		throw("LinAlgError", "linalg.eigh: The algorithm failed to converge because the input matrix is ill-conditioned or has too many repeated eigenvalues.")
	}
	var vec mat.Dense
	f.VectorsTo(&vec)
	return f.Values(nil), &vec
}

func eigOf(t *tensor.Tensor) (values, vectors *tensor.Tensor) {
	b := readBatch("linalg.eig", t)
	d := t.DType().ToComplex()
	n := b.rows
	values = tensor.New(d, append(append([]int(nil), b.lead...), n)...)
	vectors = tensor.New(d, append(append([]int(nil), b.lead...), n, n)...)
	var vs, ws []complex128
	for i := range b.n {
		var f mat.Eigen
		if !f.Factorize(b.matrix(i), mat.EigenRight) {
			throw("LinAlgError", "linalg.eig: The algorithm failed to converge because the input matrix is ill-conditioned or has too many repeated eigenvalues.")
		}
		ws = append(ws, f.Values(nil)...)
		var vec mat.CDense
		f.VectorsTo(&vec)
		for r := range n {
			for c := range n {
				vs = append(vs, vec.At(r, c))
			}
		}
	}
	tensor.StoreComplexes(values, ws)
	tensor.StoreComplexes(vectors, vs)
	return values, vectors
}
