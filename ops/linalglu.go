package ops

import (
	"slices"

	"math"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// LU factors kept as LAPACK keeps them (both triangles in one matrix, pivots as exchanges of rows), what is solved with them, and products of
// Householder reflections.

var _ = addTable([]entry{
	{S: "linalg_lu_factor_ex(Tensor A, *, bool pivot=True, bool check_errors=False) -> (Tensor LU, Tensor pivots, Tensor info)", In: asLinalg | asOut, Meta: luFactorMeta, Eager: luFactorEager,
		Grad: luFactorGrad, Saves: out0 | out1},
	{S: "linalg_lu_factor(Tensor A, *, bool pivot=True) -> (Tensor LU, Tensor pivots)", In: asLinalg | asOut, Decomp: func(ctx *Context, a Args) []Value {
		r := ctx.call("linalg_lu_factor_ex", a[0], a[1])
		ctx.checkErrors(r[2], "torch.linalg.lu_factor", a[0])
		return r[:2]
	}},
	{S: "_lu_with_info(Tensor self, bool pivot=True, bool check_errors=True) -> (Tensor LU, Tensor pivots, Tensor info)", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("linalg_lu_factor_ex", a[0], a[1])
	}},
	{S: "lu(Tensor self, bool pivot=True, bool get_infos=False) -> Any", In: asForm | asTorchFunctional, Decomp: func(ctx *Context, a Args) []Value {
		r := ctx.call("linalg_lu_factor_ex", a[0], a[1])
		if a.bool(2) {
			return r
		}
		return r[:2]
	}},
	{S: "_lu_permutation(Tensor pivots, SymInt rows, ScalarType dtype) -> Tensor", In: 0, NonDiff: true, Meta: func(ctx *Context, a Args) []*Fake {
		p := a.fake(0)
		return fakes(batched(a[2].(tensor.DType), p.Sizes[:len(p.Sizes)-1], a.sym(1), a.sym(1)))
	}, Kernel: luPermutation},
	{S: "lu_unpack(Tensor LU_data, Tensor LU_pivots, bool unpack_data=True, bool unpack_pivots=True) -> (Tensor P, Tensor L, Tensor U)", In: asFunction | asOut, Whole: true, Stats: out0, Decomp: luUnpack},
	{S: "linalg_lu_solve(Tensor LU, Tensor pivots, Tensor B, *, bool left=True, bool adjoint=False) -> Tensor", In: asLinalg | asOut, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		x := luSolve(ctx, a[0], a[1], a[2], a.bool(3), a.bool(4))
		if a.bool(3) {
			return result(columnMajor(ctx, x))
		}
		return result(clone2(ctx, x))
	}},
	{S: "lu_solve(Tensor self, Tensor LU_data, Tensor LU_pivots) -> Tensor", In: asFunction | asMethod | asOut, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("linalg_lu_solve", a[1], a[2], a[0], true, false)
	}},
	{S: "linalg_solve_ex(Tensor A, Tensor B, *, bool left=True, bool check_errors=False) -> (Tensor result, Tensor info)", In: asLinalg | asOut, Decomp: func(ctx *Context, a Args) []Value {
		r := ctx.call("_linalg_solve_ex", a...)
		return []Value{r[0], r[3]}
	}},
	{S: "triangular_solve(Tensor self, Tensor A, bool upper=True, bool transpose=False, bool unitriangular=False) -> (Tensor solution, Tensor cloned_coefficient)", In: asFunction | asMethod | asOut, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		m, upper := a[1], a.bool(2)
		if a.bool(3) {
			m, upper = ctx.transpose(m, -2, -1), !upper
		}
		x := ctx.call1("linalg_solve_triangular", m, a[0], upper, true, a.bool(4))
		sizes := sizesOf(a[1])
		sizes = append(append([]symbolic.Int(nil), sizesOf(x)[:dimOf(x)-2]...), sizes[len(sizes)-2:]...)
		return []Value{x, columnMajor(ctx, ctx.expand(a[1], sizes))}
	}},
	{S: "linalg_tensorinv(Tensor self, int ind=2) -> Tensor", In: asLinalg | asOut, Decomp: tensorInverse},
	{S: "linalg_tensorsolve(Tensor self, Tensor other, int[]? dims=None) -> Tensor", In: asLinalg | asOut, Decomp: tensorSolve},
	{S: "linalg_householder_product(Tensor input, Tensor tau) -> Tensor", In: asLinalg | asOut, Whole: true, Decomp: householderProduct},
	{S: "orgqr(Tensor self, Tensor input2) -> Tensor", In: asFunction | asMethod | asOut, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("linalg_householder_product", a...) }},
	{S: "ormqr(Tensor self, Tensor input2, Tensor input3, bool left=True, bool transpose=False) -> Tensor", NoTangent: "ormqr", In: asFunction | asMethod | asOut, Whole: true, Decomp: reflect},
	{S: "geqrf(Tensor self) -> (Tensor a, Tensor tau)", RealGrad: true, In: asFunction | asMethod | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		lead, _, _, least := matrixDims(f)
		return fakes(byColumns(NewFake(f.DType, f.Sizes)), batched(f.DType, lead, least))
	}, Eager: eachMatrix{name: "geqrf", byColumns: 1, real: reflections[float64], cmplx: reflections[complex128], shapes: func(_ Args, r, c int) [][]int {
		return [][]int{{r, c}, {min(r, c)}}
	}}.run, Grad: notWritten("geqrf")},
})

func luFactorMeta(ctx *Context, a Args) []*Fake {
	f := a.fake(0)
	lead, _, _, least := matrixDims(f)
	return fakes(byColumns(NewFake(f.DType, f.Sizes)), batched(tensor.Int32, lead, least), batched(tensor.Int32, lead))
}

func luFactorEager(ctx *Context, a Args) []Value {
	check(a.bool(1), "linalg.lu_factor: LU without pivoting is not implemented on the CPU")
	r := luFactors(ctx, a, luPacked[float64], luPacked[complex128])
	if a.bool(2) {
		checkInfo(r[2].(*tensor.Tensor), "torch.linalg.lu_factor_ex", dimOf(a[0]) == 2)
	}
	return r
}

// luFactors are the factors of each matrix, the pivots, and what went wrong, of functions that give them as packed does.
func luFactors(ctx *Context, a Args, real func(*Context, Args, matrix[float64], int) [][]float64, cmplx func(*Context, Args, matrix[complex128], int) [][]complex128) []Value {
	r := eachMatrix{name: "torch.linalg.lu_factor_ex", byColumns: 1, real: real, cmplx: cmplx, realResults: 6, shapes: func(_ Args, rows, cols int) [][]int {
		return [][]int{{rows, cols}, {min(rows, cols)}, {}}
	}}.run(ctx, a)
	for i := 1; i < 3; i++ {
		r[i] = r[i].(*tensor.Tensor).To(tensor.Int32)
	}
	return r
}

func luPacked[E number](_ *Context, _ Args, m matrix[E], _ int) [][]E {
	lu, perm, _ := luFactor(m)
	return packed(lu, perm)
}

// packed gives the factors in one matrix, the row that each row was exchanged with, from 1, and the first pivot that is 0.
func packed[E number](lu matrix[E], perm []int) [][]E {
	rows := make([]int, lu.rows)
	for i := range rows {
		rows[i] = i
	}
	pivots := make([]E, min(lu.rows, lu.cols))
	for k := range pivots {
		p := k
		for rows[p] != perm[k] {
			p++
		}
		rows[k], rows[p] = rows[p], rows[k]
		pivots[k] = fromReal[E](float64(p + 1))
	}
	return [][]E{lu.a, pivots, {fromReal[E](float64(zeroPivot(lu) + 1))}}
}

func luFactorGrad(ctx *Context, s *Saved, g []Value) []Value {
	parts := ctx.call("lu_unpack", s.Out(0), s.Out(1), true, true)
	gl, gu := ctx.call1("tril", g[0], int64(-1)), ctx.call1("triu", g[0])
	k := sizeOf(parts[1], -1)
	last := dimOf(g[0]) - 1
	return result(luParameterGrad(ctx, parts[0], parts[1], parts[2], ctx.narrow(gl, last, zero, k), ctx.narrow(gu, last-1, zero, k)))
}

// luPermutation is the matrix P with A = P·L·U, from the exchanges of rows.
func luPermutation(ctx *Context, a Args, out []*tensor.Tensor) {
	pivots, n := a.tensor(0).Ints(), int(a.int(1))
	k := a.tensor(0).Size(a.tensor(0).Dim() - 1)
	values, finish := scatterTo[float64](out[0])
	clear(values)
	for b := 0; b*n*n < len(values); b++ {
		rows := make([]int, n)
		for i := range rows {
			rows[i] = i
		}
		for i, p := range pivots[b*k : (b+1)*k] {
			check(p >= 1 && int(p) <= n, "pivots passed to lu_unpack must be between 1 and LU.size(-2) inclusive.Did you properly pass the result of lu_factor?")
			rows[i], rows[p-1] = rows[p-1], rows[i]
		}
		for i, from := range rows {
			values[b*n*n+from*n+i] = 1
		}
	}
	finish()
}

func luUnpack(ctx *Context, a Args) []Value {
	lu := a[0]
	d := dtypeOf(lu)
	lead, rows, _, least := matrixDims(metaOf(lu))
	empty := func() Value { return ctx.call1("empty.memory_format", ints(0), d) }
	out := []Value{empty(), empty(), empty()}
	if a.bool(3) {
		check(dtypeOf(a[1]) == tensor.Int32, "torch.lu_unpack: LU_pivots is expected to be a contiguous tensor of torch.int32 dtype.\nNote: this function is intended to be used with the output produced by torch.linalg.lu_factor")
		if p := sizesOf(a[1]); len(p) == 0 || !ctx.expect(p[len(p)-1].Eq(least)) {
			throw("ValueError", "Expected LU_pivots to have shape %s but got %s instead.", sizesText(append(slices.Clone(lead), least)), sizesText(p))
		}
		out[0] = ctx.call1("_lu_permutation", a[1], intValue(rows), d)
	}
	if a.bool(2) {
		n := len(lead)
		eye := ctx.call1("eye.m", intValue(rows), intValue(least), d)
		out[1] = ctx.add(ctx.call1("tril", ctx.narrow(lu, n+1, zero, least), int64(-1)), eye)
		out[2] = ctx.call1("triu", ctx.narrow(lu, n, zero, least))
	}
	return out
}

// luSolve solves A·X = B or X·A = B, or with the adjoint of A, from its factors.
func luSolve(ctx *Context, lu, pivots, b Value, left, adjoint bool) Value {
	if !left { // the adjoint of the equation has the unknown on the other side
		return mH(ctx, luSolve(ctx, lu, pivots, mH(ctx, b), true, !adjoint))
	}
	p := ctx.call1("_lu_permutation", pivots, intValue(sizeOf(lu, -2)), dtypeOf(lu))
	triangle := func(m, x Value, upper, unit bool) Value {
		return ctx.call1("linalg_solve_triangular", m, x, upper, true, unit)
	}
	if adjoint {
		h := mH(ctx, lu)
		return ctx.matmul(p, triangle(h, triangle(h, b, false, false), true, true))
	}
	return triangle(lu, triangle(lu, ctx.matmul(ctx.transpose(p, -2, -1), b), false, true), true, false)
}

func tensorInverse(ctx *Context, a Args) []Value {
	x, ind := a[0], a.int(1)
	check(ind > 0, "Expected a strictly positive integer for 'ind', but got %d", ind)
	s := sizesOf(x)
	check(ind <= len(s), "ArrayRef: invalid slice, N = %d; size = %d", ind, len(s))
	front, back := productOf(s[:ind]), productOf(s[ind:])
	check(expectSame(ctx, front, back), "Expected self to satisfy the requirement prod(self.shape[ind:]) == prod(self.shape[:ind]), but got %s != %s", back, front)
	inverse := ctx.call1("linalg_inv", ctx.reshape(x, []symbolic.Int{front, back}))
	return result(ctx.reshape(inverse, append(append([]symbolic.Int(nil), s[ind:]...), s[:ind]...)))
}

func tensorSolve(ctx *Context, a Args) []Value {
	x, b := a[0], a[1]
	n := dimOf(x)
	if !a.none(2) {
		last := map[int]bool{}
		var order, moved []int
		for _, d := range a.ints(2) {
			last[wrapDim(d, n)] = true
			moved = append(moved, wrapDim(d, n))
		}
		for d := range n {
			if !last[d] {
				order = append(order, d)
			}
		}
		x = ctx.permute(x, append(order, moved...)...)
	}
	s := sizesOf(x)
	k := dimOf(b)
	check(k <= n, "cannot create std::vector larger than max_size()")
	front, back := numelOf(b), productOf(s[k:])
	check(expectSame(ctx, front, back), "Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == prod(self.shape[:other.ndim]), but got %s != %s", back, front)
	solution := ctx.call1("linalg_solve", ctx.reshape(x, []symbolic.Int{front, back}), ctx.reshape(b, []symbolic.Int{back}), true)
	return result(ctx.reshape(solution, s[k:]))
}

func productOf(sizes []symbolic.Int) symbolic.Int {
	p := one
	for _, s := range sizes {
		p = p.Mul(s)
	}
	return p
}

// applyReflections multiplies c from the left by the reflections I - tau v·vᴴ of the columns of x, the last first, or by their adjoints, the first first.
func applyReflections(ctx *Context, x, tau, c Value, adjoint bool) Value {
	k := ctx.fixed(sizeOf(tau, -1))
	low := ctx.call1("tril", x, int64(-1))
	rows := sizeOf(x, -2)
	vectors := ctx.add(low, ctx.call1("eye.m", intValue(rows), intValue(sizeOf(x, -1)), dtypeOf(x)))
	for step := range k {
		i := int(k) - 1 - int(step)
		if adjoint {
			i = int(step)
		}
		v := ctx.narrow(vectors, dimOf(x)-1, symbolic.IntOf(int64(i)), one)
		t := ctx.unsqueeze(ctx.narrow(tau, dimOf(tau)-1, symbolic.IntOf(int64(i)), one), -1)
		if adjoint {
			t = ctx.conj(t)
		}
		c = ctx.sub(c, ctx.matmul(ctx.mul(t, v), ctx.matmul(mH(ctx, v), c)))
	}
	return c
}

func householderProduct(ctx *Context, a Args) []Value {
	x, tau := a[0], a[1]
	if ctx.onlyDescribes(x) { // any number of reflections gives the same sizes
		return result(columnMajor(ctx, ctx.add(x, x)))
	}
	rows, cols := sizeOf(x, -2), sizeOf(x, -1)
	start := ctx.call1("eye.m", intValue(rows), intValue(cols), dtypeOf(x))
	if ctx.fixed(sizeOf(tau, -1)) == 0 { // sums of nothing keep the history, and the batch
		none := ctx.call1("sum.dim_IntList", ctx.narrow(x, dimOf(x)-1, zero, zero), []Value{int64(-1)}, true)
		start = ctx.add(start, ctx.add(none, ctx.unsqueeze(ctx.call1("sum.dim_IntList", tau, []Value{int64(-1)}, true), -1)))
	}
	return result(columnMajor(ctx, applyReflections(ctx, x, tau, start, false)))
}

func reflect(ctx *Context, a Args) []Value {
	x, tau, c := a[0], a[1], a[2]
	if a.bool(3) {
		return result(columnMajor(ctx, applyReflections(ctx, x, tau, c, a.bool(4))))
	}
	return result(columnMajor(ctx, mH(ctx, applyReflections(ctx, x, tau, mH(ctx, c), !a.bool(4))))) // C·Q is the adjoint of Qᴴ·Cᴴ
}

// reflections is the QR factorisation as LAPACK's geqrf leaves it: R above, and below the diagonal the vectors of the reflections whose first element is 1.
func reflections[E number](_ *Context, _ Args, m matrix[E], _ int) [][]E {
	r := m.clone()
	taus := make([]E, min(m.rows, m.cols))
	for k := range taus {
		norm := 0.0
		for i := k + 1; i < m.rows; i++ {
			norm = math.Hypot(norm, magnitude(r.at(i, k)))
		}
		alpha := r.at(k, k)
		if norm == 0 && alpha == fromReal[E](realPart(alpha)) {
			continue
		}
		beta := -math.Copysign(math.Hypot(magnitude(alpha), norm), realPart(alpha))
		taus[k] = (fromReal[E](beta) - alpha) / fromReal[E](beta)
		scale := alpha - fromReal[E](beta)
		for i := k + 1; i < m.rows; i++ {
			r.set(i, k, r.at(i, k)/scale)
		}
		r.set(k, k, fromReal[E](beta))
		for j := k + 1; j < m.cols; j++ {
			dot := r.at(k, j)
			for i := k + 1; i < m.rows; i++ {
				dot += conjugate(r.at(i, k)) * r.at(i, j)
			}
			dot *= conjugate(taus[k])
			r.set(k, j, r.at(k, j)-dot)
			for i := k + 1; i < m.rows; i++ {
				r.set(i, j, r.at(i, j)-r.at(i, k)*dot)
			}
		}
	}
	return [][]E{r.a, taus}
}
