package ops

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	evd "gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// This file factorises real matrices: QR, SVD, eigenvalues.

func qrEager(ctx *Context, a Args) []Value {
	mode := "reduced"
	if s := a.str(1); s != "" {
		mode = s
	}
	if mode != "reduced" && mode != "complete" && mode != "r" {
		throwRuntime("qr received unrecognized mode '%s' but expected one of 'reduced' (default), 'r', or 'complete'", mode)
	}
	if dtypeOf(a[0]).IsComplex() && dimOf(a[0]) >= 2 {
		return complexQR(ctx, a[0], mode)
	}
	out := lapack("linalg.qr", false, func(ctx *Context, a Args, m *mat.Dense, _ int) [][]float64 {
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
	for i, v := range out {
		out[i] = storedByColumns(v.(*tensor.Tensor))
	}
	return out
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
		// r = H·r, row by row: what each column has of v, then that much less of it
		shares := make([]float64, cols)
		for i := k; i < rows; i++ {
			for j, x := range r.RawRowView(i) {
				shares[j] += v[i] * x
			}
		}
		for j := range shares {
			shares[j] *= 2 / vv
		}
		for i := k; i < rows; i++ {
			subtract(r.RawRowView(i), v[i], shares)
		}
		for i := range rows { // q = q·H
			row := q.RawRowView(i)[k:]
			subtract(row, innerProduct(row, v[k:])*2/vv, v[k:])
		}
		for i := k + 1; i < rows; i++ {
			r.Set(i, k, 0)
		}
	}
	return q, r
}

func svdOf(m *mat.Dense, full bool) (u, vt *mat.Dense, s []float64) {
	if !allFinite(m) {
		throw("LinAlgError", "linalg.svd: The algorithm failed to converge because the input matrix contained non-finite values.")
	}
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

// allFinite says whether a matrix has neither NaN nor infinity, with which the iterations of LAPACK may not end.
func allFinite(m *mat.Dense) bool {
	for _, v := range m.RawMatrix().Data {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}

// eighNotFinite is what LAPACK makes of a symmetric matrix with NaN or infinity: up to two rows need no iteration, which would not converge.
func eighNotFinite(m *mat.Dense) (w []float64, v *mat.Dense) {
	nan := math.NaN()
	switch n, _ := m.Dims(); n {
	case 1:
		return []float64{m.At(0, 0)}, mat.NewDense(1, 1, []float64{1})
	case 2:
		return []float64{nan, nan}, mat.NewDense(2, 2, []float64{nan, nan, nan, nan})
	default:
		throw("LinAlgError", "linalg.eigh: The algorithm failed to converge because the input matrix is ill-conditioned or has too many repeated eigenvalues (error code: %d).", n-1)
		return nil, nil
	}
}

func eighOf(m *mat.Dense, upper bool) (w []float64, v *mat.Dense) {
	n, _ := m.Dims()
	finite := true
	for i := range n {
		for j := range i + 1 {
			v := m.At(i, j)
			if upper {
				v = m.At(j, i)
			}
			finite = finite && !math.IsNaN(v) && !math.IsInf(v, 0)
		}
	}
	if !finite {
		return eighNotFinite(m)
	}
	// The triangle that LAPACK reads decides on the signs of the eigenvectors.
	sym := blas64.Symmetric{Uplo: blas.Lower, N: n, Stride: n, Data: slices.Clone(m.RawMatrix().Data)}
	if upper {
		sym.Uplo = blas.Upper
	}
	w = make([]float64, n)
	work := make([]float64, 1)
	lapack64.Syev(evd.EVCompute, sym, w, work, -1)
	work = make([]float64, int(work[0]))
	if !lapack64.Syev(evd.EVCompute, sym, w, work, len(work)) {
		throw("LinAlgError", "linalg.eigh: The algorithm failed to converge because the input matrix is ill-conditioned or has too many repeated eigenvalues.")
	}
	return w, mat.NewDense(n, n, sym.Data)
}

// complexQR puts the factors together from the reflections that geqrf finds.
func complexQR(ctx *Context, x Value, mode string) []Value {
	r := ctx.call("geqrf", x)
	factored, tau := r[0], r[1]
	rows, cols := sizeOf(x, -2), sizeOf(x, -1)
	k := sizeOf(tau, -1)
	if isConst(k, 0) {
		return emptyQR(ctx, x, mode)
	}
	upper := ctx.call1("triu", factored)
	if mode != "complete" {
		upper = ctx.call1("triu", ctx.narrow(factored, -2, zero, k))
	}
	if mode == "r" {
		return []Value{ctx.call1("new_empty", x, ints(0)), columnMajor(ctx, upper)}
	}
	vectors := ctx.narrow(factored, -1, zero, k)
	if mode == "complete" && ctx.is(rows.Gt(k)) {
		sizes := append([]symbolic.Int(nil), sizesOf(x)...)
		sizes[len(sizes)-1] = rows.Sub(k)
		vectors = ctx.cat([]Value{vectors, ctx.call1("new_zeros", x, sizeList(sizes))}, -1)
	} else if ctx.is(cols.Gt(rows)) {
		vectors = ctx.narrow(factored, -1, zero, rows)
	}
	return []Value{columnMajor(ctx, ctx.call1("linalg_householder_product", vectors, tau)), columnMajor(ctx, upper)}
}

// emptyQR factors matrices without rows or without columns.
func emptyQR(ctx *Context, x Value, mode string) []Value {
	sizes := sizesOf(x)
	lead, rows, cols := sizes[:len(sizes)-2], sizeOf(x, -2), sizeOf(x, -1)
	shaped := func(r, c symbolic.Int) []symbolic.Int { return append(slices.Clone(lead), r, c) }
	made := func(r, c symbolic.Int) Value { return ctx.call1("new_zeros", x, sizeList(shaped(r, c))) }
	switch mode {
	case "complete":
		eye := ctx.call1("eye", intValue(rows), dtypeOf(x))
		return []Value{columnMajor(ctx, ctx.expand(eye, shaped(rows, rows))), made(rows, cols)}
	case "r":
		return []Value{ctx.call1("new_empty", x, ints(0)), made(zero, cols)}
	}
	return []Value{made(rows, zero), made(zero, cols)}
}

// columnMajor is a copy whose matrices are stored by columns.
func columnMajor(ctx *Context, x Value) Value {
	return ctx.transpose(clone2(ctx, ctx.transpose(x, -2, -1)), -2, -1)
}
