package ops

import (
	"math"

	"github.com/magneto-go/magneto/symbolic"
)

// Derivatives of factorisations and solutions, as in the extended collection of matrix derivative results by M. Giles
// (2008); gradients of complex matrices are conjugate cotangents.

func mH(ctx *Context, v Value) Value { return ctx.conj(ctx.transpose(v, -2, -1)) }

func diagonalOf(ctx *Context, v Value) Value {
	return ctx.call1("diagonal", v, int64(0), int64(-2), int64(-1))
}

func invGrad(ctx *Context, s *Saved, g []Value) []Value {
	x := mH(ctx, s.Out(0))
	return []Value{ctx.neg(ctx.matmul(x, ctx.matmul(g[0], x)))}
}

// detGrad solves Aᴴ·G = det·grad·I with the factors of the forward pass. The determinant is smooth where it is zero, so the
// factors of a singular matrix are moved off zero by the least that shows. What is differentiated once more is solved from
// A itself.
func detGrad(ctx *Context, s *Saved, g []Value) []Value {
	a, det, pivots := s.In(0), s.Out(0), s.Out(2)
	sides := onDiagonals(ctx, ctx.mul(g[0], ctx.conj(det)), pivots)
	if ctx.gradEnabled {
		return []Value{smoothDetGrad(ctx, a, det, sides, g[0])}
	}
	lu := s.Out(1)
	off := ctx.where(ctx.eq(diagonalOf(ctx, lu), 0.0), epsOf(dtypeOf(lu)), 0.0)
	return []Value{ctx.call1("linalg_lu_solve", ctx.add(lu, ctx.call1("diag_embed", off)), pivots, sides, true, !factoredByColumns(s.InMeta(0)))}
}

// smoothDetGrad is detGrad in terms that can be differentiated. The gradient at a singular matrix A = U·S·Vᴴ is its
// adjugate, which the products of all singular values but one give (N. Higham, What Is the Adjugate of a Matrix?, 2020).
func smoothDetGrad(ctx *Context, a, det, sides, g Value) Value {
	regular := func(a, sides Value) Value { return ctx.call1("linalg_solve", mH(ctx, a), sides, true) }
	singular := func(a, g Value) Value {
		r := ctx.call("linalg_svd", a, false)
		turn := ctx.conj(ctx.mul(ctx.call1("linalg_det", r[0]), ctx.call1("linalg_det", r[2])))
		last := dimOf(r[1]) - 1
		others := prodGrad(ctx, r[1], ctx.unsqueeze(ctx.mul(turn, g), -1), last, sizesOf(r[1]))
		return ctx.matmul(ctx.mul(r[0], ctx.unsqueeze(others, -2)), r[2])
	}
	if _, known := readable(det); !known {
		return regular(a, sides)
	}
	zero := ctx.lt(ctx.abs(det), 100*epsOf(dtypeOf(a)))
	told := func(of string) bool { return ctx.call("_local_scalar_dense", ctx.call1(of, zero))[0] == true }
	switch {
	case !told("any"):
		return regular(a, sides)
	case told("all"):
		return singular(a, g)
	}
	at := []Value{zero}
	rest := []Value{ctx.call1("logical_not", zero)}
	of := func(v Value, at []Value) Value { return ctx.call1("index.Tensor", v, at) }
	out := ctx.call1("index_put", ctx.zerosLike(a), at, singular(of(a, at), of(g, at)), false)
	return ctx.call1("index_put", out, rest, regular(of(a, rest), of(sides, rest)), false)
}

// slogdetGrad: the direction of the determinant turns only for complex matrices.
func slogdetGrad(ctx *Context, s *Saved, g []Value) []Value {
	by := g[1]
	if s.InMeta(0).DType.IsComplex() {
		turn := ctx.call1("imag", ctx.mul(ctx.conj(g[0]), s.Out(0)))
		by = ctx.call1("complex", g[1], ctx.neg(turn))
	}
	a, pivots := s.In(0), s.Out(3)
	sides := onDiagonals(ctx, by, pivots)
	if ctx.gradEnabled {
		return []Value{ctx.call1("linalg_solve", mH(ctx, a), sides, true)}
	}
	return []Value{ctx.call1("linalg_lu_solve", s.Out(2), pivots, sides, true, !factoredByColumns(s.InMeta(0)))}
}

// onDiagonals gives a number for each matrix a diagonal of it, as long as there are pivots, in matrices laid by columns.
func onDiagonals(ctx *Context, v, pivots Value) Value {
	diagonal := ctx.call1("expand", ctx.unsqueeze(v, -1), sizeList(sizesOf(pivots)))
	return ctx.transpose(ctx.call1("diag_embed", diagonal), -2, -1)
}

func solveGrad(ctx *Context, s *Saved, g []Value) []Value {
	left := s.Args().bool(2)
	a, x := mH(ctx, s.In(0)), s.Out(0)
	gb := ctx.call1("linalg_solve", a, g[0], left)
	switch {
	case solveIsVector(ctx, s.InMeta(0).Sizes, s.InMeta(1).Sizes):
		return []Value{ctx.neg(ctx.matmul(ctx.unsqueeze(gb, -1), ctx.conj(ctx.unsqueeze(x, -2)))), gb}
	case left:
		return []Value{ctx.neg(ctx.matmul(gb, mH(ctx, x))), gb}
	}
	return []Value{ctx.neg(ctx.matmul(mH(ctx, x), gb)), gb}
}

func solveTriangularGrad(ctx *Context, s *Saved, g []Value) []Value {
	upper, left, unit := s.Args().bool(2), s.Args().bool(3), s.Args().bool(4)
	gb := ctx.call1("linalg_solve_triangular", mH(ctx, s.In(0)), g[0], !upper, left, unit)
	var ga Value
	if left {
		ga = ctx.neg(ctx.matmul(gb, mH(ctx, s.Out(0))))
	} else {
		ga = ctx.neg(ctx.matmul(mH(ctx, s.Out(0)), gb))
	}
	from := int64(0) // a diagonal of ones is not read
	if unit {
		from = pick(upper, int64(1), int64(-1))
	}
	return []Value{ctx.call1(pick(upper, "triu", "tril"), ga, from), gb}
}

// choleskyFactorGrad is the gradient of a factor L of A = L·Lᴴ, or of Lᴴ, from that of what depends on A's inverse, which
// inner is half of. No part of the factor is taken for zero.
func choleskyFactorGrad(ctx *Context, factor, inner Value, upper bool) Value {
	both := ctx.add(inner, mH(ctx, inner))
	if upper {
		return ctx.neg(ctx.matmul(factor, both))
	}
	return ctx.neg(ctx.matmul(both, factor))
}

func choleskyGrad(upperAt int) GradFunc {
	return func(ctx *Context, s *Saved, g []Value) []Value {
		l, gl := s.Out(0), g[0]
		if s.Args().bool(upperAt) {
			l, gl = mH(ctx, l), mH(ctx, gl)
		}
		phi := ctx.call1("tril", ctx.matmul(mH(ctx, l), gl))
		phi = ctx.mul(ctx.add(phi, mH(ctx, ctx.call1("tril", phi, int64(-1)))), 0.5)
		x := ctx.call1("linalg_solve_triangular", mH(ctx, l), phi, true, true, false)
		return ctx.call("linalg_solve_triangular", l, x, false, false, false)
	}
}

// luGrad: with A = P L U and the factors' free parts below and on the diagonal, the gradient of the square part is
// P L^-H (tril(L^H gL, -1) + triu(gU U^H)) U^-H; the rest of a wide or tall matrix depends on it linearly.
func luGrad(ctx *Context, s *Saved, g []Value) []Value {
	return result(luParameterGrad(ctx, s.Out(0), s.Out(1), s.Out(2), g[1], g[2]))
}

// luParameterGrad is the gradient of A = P·L·U from those of L and U.
func luParameterGrad(ctx *Context, p, l, u, gl, gu Value) Value {
	rows, cols := sizeOf(l, -2), sizeOf(u, -1)
	k := sizeOf(l, -1)
	part := func(v Value, dim int, from, to symbolic.Int) Value {
		return ctx.narrow(v, dimOf(v)+dim, from, to.Sub(from))
	}
	lSquare, uSquare := part(l, -2, zero, k), part(u, -1, zero, k)
	low := ctx.matmul(mH(ctx, lSquare), part(gl, -2, zero, k))
	high := ctx.matmul(part(gu, -1, zero, k), mH(ctx, uSquare))
	wide, tall := ctx.is(cols.Gt(k)), ctx.is(rows.Gt(k))
	if wide {
		low = ctx.sub(low, ctx.matmul(part(gu, -1, k, cols), mH(ctx, part(u, -1, k, cols))))
	}
	if tall {
		high = ctx.sub(high, ctx.matmul(mH(ctx, part(l, -2, k, rows)), part(gl, -2, k, rows)))
	}
	phi := ctx.add(ctx.call1("tril", low, int64(-1)), ctx.call1("triu", high))
	byL := func(v Value) Value {
		return ctx.call1("linalg_solve_triangular", mH(ctx, lSquare), v, true, true, true)
	}
	byU := func(v Value) Value {
		return ctx.call1("linalg_solve_triangular", mH(ctx, uSquare), v, false, false, false)
	}
	out := byU(byL(phi))
	if wide {
		out = ctx.cat([]Value{out, byL(part(gu, -1, k, cols))}, -1)
	}
	if tall {
		out = ctx.cat([]Value{out, byU(part(gl, -2, k, rows))}, -2)
	}
	return ctx.matmul(p, out)
}

// qrGrad is the derivative for the reduced factorisation of tall matrices, and for square ones.
func qrGrad(ctx *Context, s *Saved, g []Value) []Value {
	mode := s.Args().str(1)
	check(mode != "r", "The derivative of linalg.qr depends on Q, which is not computed when mode='r'. Please use linalg.qr(A, mode='reduced') if you are going to differentiate through linalg.qr.")
	q, r := s.Out(0), s.Out(1)
	rows, cols := sizeOf(q, -2), sizeOf(r, -1)
	check(mode != "complete" || ctx.is(rows.Le(cols)), "The QR decomposition is not differentiable when mode='complete' and nrows > ncols.")
	gq, gr := g[0], g[1]
	if ctx.is(rows.Lt(cols)) { // A = [A1 A2] = Q [R1 R2]: A2 = Q R2 is linear, its part of Q's gradient is A2 gR2^H
		r1, r2 := ctx.narrow(r, dimOf(r)-1, zero, rows), ctx.narrow(r, dimOf(r)-1, rows, cols.Sub(rows))
		gr1, gr2 := ctx.narrow(gr, dimOf(r)-1, zero, rows), ctx.narrow(gr, dimOf(r)-1, rows, cols.Sub(rows))
		more := ctx.matmul(ctx.matmul(q, r2), mH(ctx, gr2))
		return []Value{ctx.cat([]Value{qrSquareGrad(ctx, q, r1, ctx.add(gq, more), gr1), ctx.matmul(q, gr2)}, -1)}
	}
	return []Value{qrSquareGrad(ctx, q, r, gq, gr)}
}

func qrSquareGrad(ctx *Context, q, r, gq, gr Value) Value {
	m := ctx.sub(ctx.matmul(r, mH(ctx, gr)), ctx.matmul(mH(ctx, gq), q))
	low := ctx.call1("tril", m, int64(-1))
	diagonal := ctx.call1("diag_embed", diagonalOf(ctx, m))
	symmetric := ctx.add(ctx.add(low, mH(ctx, low)), ctx.mul(ctx.add(diagonal, mH(ctx, diagonal)), 0.5))
	b := ctx.add(gq, ctx.matmul(q, symmetric))
	return ctx.call1("linalg_solve_triangular", mH(ctx, r), b, false, false, false)
}

// gaps is 1 / (v_j - v_i), and 0 on the diagonal and where values are equal.
func gaps(ctx *Context, v Value) Value {
	diff := ctx.sub(ctx.unsqueeze(v, -2), ctx.unsqueeze(v, -1))
	return ctx.reciprocal(ctx.maskedFill(diff, ctx.eq(diff, 0.0), math.Inf(1)))
}

// svdGrad is defined for the columns of U and V that belong to singular values; what of them lies outside of the other factor's space is projected out.
func svdGrad(ctx *Context, s *Saved, g []Value) []Value {
	u, sv, vh := s.Out(0), s.Out(1), s.Out(2)
	gu, gs, gvh := g[0], g[1], g[2]
	if k := sizeOf(sv, -1); s.Args().bool(1) {
		u, gu = ctx.narrow(u, -1, zero, k), ctx.narrow(gu, -1, zero, k)
		vh, gvh = ctx.narrow(vh, -2, zero, k), ctx.narrow(gvh, -2, zero, k)
	}
	f := gaps(ctx, ctx.mul(sv, sv))
	row, column := ctx.unsqueeze(sv, -2), ctx.unsqueeze(sv, -1)
	skew := func(v Value) Value { return ctx.sub(v, mH(ctx, v)) }
	uhgu, vhgv := ctx.matmul(mH(ctx, u), gu), ctx.matmul(vh, mH(ctx, gvh))
	inner := ctx.add(ctx.mul(ctx.mul(skew(uhgu), f), row), ctx.mul(column, ctx.mul(skew(vhgv), f)))
	inner = ctx.add(inner, ctx.call1("diag_embed", gs))
	if dtypeOf(u).IsComplex() { // singular vectors turn together
		phaseFree(ctx, diagonalOf(ctx, ctx.add(skew(uhgu), skew(vhgv))), "svd_backward: The singular vectors in the complex case are specified up to multiplication by e^{i phi}. The specified loss function depends on this phase term, making it ill-defined.")
		inner = ctx.add(inner, ctx.call1("diag_embed", ctx.div(diagonalOf(ctx, skew(uhgu)), ctx.mul(sv, int64(2)))))
	}
	out := ctx.matmul(u, ctx.matmul(inner, vh))
	if k := sizeOf(sv, -1); ctx.is(sizeOf(u, -2).Gt(k)) { // tall
		outside := ctx.sub(gu, ctx.matmul(u, uhgu))
		out = ctx.add(out, ctx.matmul(ctx.div(outside, row), vh))
	}
	if k := sizeOf(sv, -1); ctx.is(sizeOf(vh, -1).Gt(k)) { // wide
		outside := ctx.sub(gvh, ctx.matmul(mH(ctx, vhgv), vh))
		out = ctx.add(out, ctx.matmul(u, ctx.div(outside, column)))
	}
	return []Value{out}
}

func eighGrad(ctx *Context, s *Saved, g []Value) []Value {
	w, v := s.Out(0), s.Out(1)
	vhgv := ctx.matmul(mH(ctx, v), g[1])
	if dtypeOf(v).IsComplex() {
		phaseFree(ctx, diagonalOf(ctx, vhgv), "linalg_eigh_backward"+anyPhase)
	}
	turn := ctx.mul(ctx.sub(vhgv, mH(ctx, vhgv)), 0.5) // vectors of length 1 at right angles only turn
	inner := ctx.add(ctx.call1("diag_embed", g[0]), ctx.mul(turn, gaps(ctx, w)))
	return []Value{ctx.matmul(v, ctx.matmul(inner, mH(ctx, v)))}
}

const anyPhase = ": The eigenvectors in the complex case are specified up to multiplication by e^{i phi}. The specified loss function depends on this quantity, so it is ill-defined."

// phaseFree refuses, with text, gradients of vectors that are given up to a factor e^{iφ} only, where the loss would change with it: along is the part of them along
// the vectors, whose imaginary part is the derivative by φ.
func phaseFree(ctx *Context, along Value, text string) {
	if t, ok := readable(ctx.call1("imag", along)); ok {
		for _, x := range t.Floats() {
			check(math.Abs(x) <= 1e-2, "%s", text)
		}
	}
}

// eigGrad follows PyTorch: eigenvectors have length 1, so the part of their gradient along them is taken out.
func eigGrad(ctx *Context, s *Saved, g []Value) []Value {
	w, v := s.Out(0), s.Out(1)
	vh := mH(ctx, v)
	vhgv := ctx.matmul(vh, g[1])
	phaseFree(ctx, diagonalOf(ctx, vhgv), "linalg_eig_backward"+anyPhase)
	along := ctx.unsqueeze(ctx.call1("real", diagonalOf(ctx, vhgv)), -2)
	inner := ctx.mul(ctx.sub(vhgv, ctx.matmul(vh, ctx.mul(v, along))), ctx.conj(gaps(ctx, w)))
	inner = ctx.add(inner, ctx.call1("diag_embed", g[0]))
	return []Value{ctx.call1("linalg_solve", vh, ctx.matmul(inner, vh), true)}
}

// pinvGrad is the derivative of the pseudo-inverse at constant rank (Golub and Pereyra, 1973).
func pinvGrad(ctx *Context, s *Saved, g []Value) []Value {
	a, x, gh := s.In(0), s.Out(0), mH(ctx, g[0])
	xh := mH(ctx, x)
	if ctx.is(sizeOf(a, -2).Le(sizeOf(a, -1))) {
		k := ctx.matmul(gh, x)
		kx := ctx.matmul(k, xh)
		out := ctx.sub(kx, mH(ctx, ctx.matmul(x, k)))
		out = ctx.sub(out, ctx.matmul(ctx.matmul(a, x), kx))
		return []Value{columnMajor(ctx, ctx.add(out, ctx.matmul(ctx.matmul(xh, x), ctx.sub(gh, ctx.matmul(k, a)))))}
	}
	k := ctx.matmul(x, gh)
	xk := ctx.matmul(xh, k)
	out := ctx.sub(xk, mH(ctx, ctx.matmul(k, x)))
	out = ctx.add(out, ctx.matmul(ctx.matmul(ctx.sub(gh, ctx.matmul(a, k)), x), xh))
	return []Value{columnMajor(ctx, ctx.sub(out, ctx.matmul(ctx.matmul(xk, x), a)))}
}

// expmGrad reads the derivative off the exponential of a block matrix.
func expmGrad(ctx *Context, s *Saved, g []Value) []Value {
	a := mH(ctx, s.In(0))
	n, d := sizeOf(a, -1), dimOf(a)
	top := ctx.cat([]Value{a, g[0]}, -1)
	bottom := ctx.cat([]Value{ctx.zerosLike(a), a}, -1)
	e := ctx.call1("linalg_matrix_exp", ctx.cat([]Value{top, bottom}, -2))
	return []Value{ctx.narrow(ctx.narrow(e, d-2, zero, n), d-1, n, n)}
}
