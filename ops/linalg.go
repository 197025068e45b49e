package ops

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// matrices visits the matrices of a batch as row-major float64 slices.
type batch struct {
	lead       []int
	rows, cols int
	data       []float64
	n          int
}

func readBatch(name string, t *tensor.Tensor) batch {
	check(t.Dim() >= 2, "%s: The input tensor A must have at least 2 dimensions.", name)
	check(t.DType().IsFloat() || t.DType().IsComplex(), "%s: Expected a floating point or complex tensor as input. Got %s", name, t.DType().ScalarName())
	checkPrecision(name, t.DType())
	if t.DType().IsComplex() {
		throw("NotImplementedError", "magneto: %s of complex matrices", name)
	}
	d := t.Dim()
	b := batch{lead: t.Sizes()[:d-2], rows: t.Size(d - 2), cols: t.Size(d - 1)}
	b.n = tensor.Numel(b.lead)
	b.data = t.Floats()
	return b
}

func (b batch) matrix(i int) *mat.Dense {
	k := b.rows * b.cols
	return mat.NewDense(b.rows, b.cols, append([]float64(nil), b.data[i*k:(i+1)*k]...))
}

func checkSquare(ctx *Context, name string, v Value) {
	s := sizesOf(v)
	check(len(s) >= 2, "%s: The input tensor A must have at least 2 dimensions.", name)
	n := len(s)
	check(expectSame(ctx, s[n-1], s[n-2]), "%s: A must be batches of square matrices, but they are %s by %s matrices", name, s[n-2], s[n-1])
}

// writeBatch stores the same shape of result for every matrix.
func writeBatch(d tensor.DType, lead []int, tail []int, values []float64) *tensor.Tensor {
	t := tensor.New(d, append(append([]int(nil), lead...), tail...)...)
	tensor.StoreFloats(t, values)
	return t
}

func dense(m mat.Matrix) []float64 {
	r, c := m.Dims()
	out := make([]float64, 0, r*c)
	for i := range r {
		for j := range c {
			out = append(out, m.At(i, j))
		}
	}
	return out
}

// lapack makes an eager operator that maps each matrix of argument 0 to results of fixed shapes.
func lapack(name string, square bool, f func(ctx *Context, a Args, m *mat.Dense, index int) [][]float64, shapes func(ctx *Context, a Args, r, c int) [][]int) func(ctx *Context, a Args) []Value {
	return func(ctx *Context, a Args) []Value {
		if square {
			checkSquare(ctx, name, a[0])
		}
		t := a.tensor(0)
		b := readBatch(name, t)
		tails := shapes(ctx, a, b.rows, b.cols)
		values := make([][]float64, len(tails))
		for i := range b.n {
			if b.rows == 0 || b.cols == 0 {
				continue
			}
			for k, v := range f(ctx, a, b.matrix(i), i) {
				values[k] = append(values[k], v...)
			}
		}
		out := make([]Value, len(tails))
		for k, tail := range tails {
			out[k] = writeBatch(t.DType(), b.lead, tail, values[k])
		}
		return out
	}
}

func squareMeta() func(ctx *Context, a Args) []*Fake {
	return func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		return fakes(NewFake(f.DType, f.Sizes))
	}
}

func itoa(i int) string { return symbolic.IntOf(int64(i)).String() }

// matrixPower multiplies by squaring.
func matrixPower(ctx *Context, x Value, n int) Value {
	checkSquare(ctx, "linalg.matrix_power", x)
	switch {
	case n == 0:
		s := sizesOf(x)
		k := s[len(s)-1]
		copied := ctx.call1("clone", x, tensor.ContiguousFormat)
		eye := ctx.call1("eye", intValue(k), dtypeOf(x), tensor.Strided, metaOf(x).Device)
		return ctx.call1("copy_", copied, eye) // with a gradient, of zeros
	case n < 0:
		x, n = ctx.call1("linalg_inv", x), -n
		if n == 1 {
			return x
		}
	}
	switch n {
	case 1:
		return ctx.call1("clone", x, tensor.ContiguousFormat)
	case 3:
		return ctx.matmul(ctx.matmul(x, x), x)
	}
	var r Value
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			if r == nil {
				r = x
			} else {
				r = ctx.matmul(r, x)
			}
		}
		if n > 1 {
			x = ctx.matmul(x, x)
		}
	}
	return r
}

// pinvOf inverts the singular values above a tolerance: the larger of atol and rtol times the largest singular value,
// where rtol is eps times the larger size unless one of both is given.
func pinvOf(ctx *Context, t *tensor.Tensor, atol, rtol Value, hermitian bool) []Value {
	if t.Size(t.Dim()-1) == 0 || t.Size(t.Dim()-2) == 0 {
		return result(ctx.call1("zeros", sizeList(sizesOf(ctx.transpose(t, -2, -1))), t.DType()))
	}
	var u, s, vh, signed Value
	if hermitian {
		r := ctx.call("_linalg_eigh", t, "L")
		u, vh, signed = r[1], mH(ctx, r[1]), r[0]
		s = ctx.abs(signed)
	} else {
		u, s, vh = svdParts(ctx, t)
		signed = s
	}
	if rtol == nil {
		rtol = 0.0
		if atol == nil {
			rtol = float64(max(t.Size(t.Dim()-1), t.Size(t.Dim()-2))) * epsOf(t.DType())
		}
	}
	tolerance := ctx.toDType(ctx.mul(ctx.call1("amax", s, ints(-1), true), lastDim(ctx, rtol)), dtypeOf(s))
	if atol != nil {
		tolerance = ctx.call1("maximum", tolerance, ctx.add(ctx.zerosLike(tolerance), lastDim(ctx, atol)))
	}
	inv := ctx.where(ctx.gt(s, tolerance), ctx.reciprocal(signed), 0.0)
	return result(ctx.matmul(ctx.mul(mH(ctx, vh), ctx.unsqueeze(inv, -2)), mH(ctx, u)))
}

// lastDim gives a tolerance for each matrix a dimension to compare with singular values.
func lastDim(ctx *Context, v Value) Value {
	if isTensor(v) {
		return ctx.unsqueeze(v, -1)
	}
	return v
}

func pinvMeta(ctx *Context, a Args) []*Fake {
	f := a.fake(0)
	if d := f.DType; len(f.Sizes) < 2 || d != tensor.Float32 && d != tensor.Float64 && !d.IsComplex() {
		throwRuntime("linalg.pinv(%s{%s}): expected a tensor with 2 or more dimensions of float, double, cfloat or cdouble types", d.ScalarName(), sizesText(f.Sizes))
	}
	lead, rows, cols, _ := matrixDims(f)
	return fakes(batched(f.DType, lead, cols, rows))
}

func svdParts(ctx *Context, t Value) (u, s, vh Value) {
	r := ctx.call("_linalg_svd", t, false)
	return r[0], r[1], r[2]
}

// rankDecomp counts the singular values above the larger of atol and rtol times the largest one. Without either, and without a
// positive atol, rtol is eps times the larger size.
func rankDecomp(ctx *Context, a Args, atol, rtol Value, hermitian bool) []Value {
	if d := dtypeOf(a[0]); d != tensor.Float32 && d != tensor.Float64 && !d.IsComplex() {
		throwRuntime("This function doesn't handle types other than float and double")
	}
	x, device := a[0], metaOf(a[0]).Device
	lead, _, _, _ := matrixDims(metaOf(x))
	ranks := ctx.call1("empty.memory_format", sizeList(lead), tensor.Int64, tensor.Strided, device)
	scalar := func() Value {
		return ctx.call1("zeros", sizeList([]symbolic.Int{}), tensor.Float64, tensor.Strided, device)
	}
	switch {
	case isTensor(atol) || isTensor(rtol) || atol == nil && rtol == nil:
		given := atol != nil
		if !given {
			atol = scalar()
		}
		if rtol == nil {
			_, relative := tolerances(ctx, x, nil, nil)
			rtol = fullOf(ctx, relative, x)
			if given {
				rtol = ctx.where(ctx.gt(atol, 0.0), scalar(), rtol)
			}
		}
	default:
		absolute, relative := tolerances(ctx, x, atol, rtol)
		atol, rtol = fullOf(ctx, absolute, x), fullOf(ctx, relative, x)
	}
	if ctx.is(numelOf(x).Eq(zero)) {
		return ctx.call("fill_.Scalar", ranks, int64(0))
	}
	var s, largest Value
	if hermitian {
		s = ctx.abs(ctx.call1("linalg_eigvalsh", x, "L"))
		largest = ctx.call1("amax", s, ints(-1), true)
	} else {
		s = ctx.call1("linalg_svdvals", x)
		largest = ctx.narrow(s, -1, zero, one)
	}
	relative := ctx.mul(ctx.unsqueeze(rtol, -1), largest)
	tolerance := ctx.call1("maximum", ctx.unsqueeze(atol, -1), relative)
	return result(ctx.sumDim(ctx.gt(s, tolerance), false, -1))
}

// matrixNorm covers the orders of linalg.matrix_norm.
func matrixNorm(ctx *Context, x Value, ord Value, dims []int, keep bool) Value {
	n := dimOf(x)
	check(n >= 2, "linalg.matrix_norm: The input tensor A must have at least 2 dimensions.")
	check(len(dims) == 2, "linalg.matrix_norm: dim must be a 2-tuple. Got %s", strings.Trim(fmt.Sprint(dims), "[]"))
	checkMatrixOrder(ord)
	d0, d1 := wrapDim(dims[0], n), wrapDim(dims[1], n)
	check(d0 != d1, "linalg.matrix_norm: dims must be different. Got (%d, %d)", d0, d1)
	singular := func(reduce func(s Value) Value) Value {
		order := []int{}
		for d := range n {
			if d != d0 && d != d1 {
				order = append(order, d)
			}
		}
		order = append(order, d0, d1)
		v := reduce(ctx.call1("linalg_svdvals", ctx.call1("permute", x, ints(order...))))
		if keep {
			back := make([]int, n)
			for i, d := range order {
				back[d] = i
			}
			v = ctx.call1("permute", ctx.unsqueeze(v, -1), ints(back...))
		}
		return v
	}
	switch o := ord.(type) {
	case string:
		switch o {
		case "fro":
			return ctx.call1("linalg_vector_norm", x, int64(2), ints(d0, d1), keep, nil)
		case "nuc":
			return singular(func(s Value) Value { return ctx.sumDim(s, keep, -1) })
		}
	}
	f := toFloat(ord)
	switch math.Abs(f) {
	case 2:
		return singular(func(s Value) Value { return extremeAlong(ctx, s, -1, f > 0, keep) })
	case 1, math.Inf(1):
		summed, other := d0, d1
		if math.IsInf(f, 0) {
			summed, other = d1, d0
		}
		if !keep && summed < other {
			other--
		}
		sums := ctx.call1("linalg_vector_norm", x, 1.0, ints(summed), keep, nil)
		return extremeAlong(ctx, sums, other, f > 0, keep)
	}
	return nil
}

// checkMatrixOrder says whether a norm of matrices has the order.
func checkMatrixOrder(ord Value) {
	if o, ok := ord.(string); ok {
		check(o == "fro" || o == "nuc", "linalg.matrix_norm: Order %s not supported.", o)
		return
	}
	f := math.Abs(toFloat(ord))
	check(f == 1 || f == 2 || math.IsInf(f, 0), "linalg.matrix_norm: Order %s not supported.", defaultText(ord))
}

func expmReal(_ *Context, _ Args, m matrix[float64], _ int) [][]float64 {
	if m.rows == 0 {
		return [][]float64{nil}
	}
	var e mat.Dense
	e.Exp(mat.NewDense(m.rows, m.cols, append([]float64(nil), m.a...)))
	return [][]float64{dense(&e)}
}

// expmComplex is the exponential of the real matrix [[re, -im], [im, re]], which has the same form.
func expmComplex(_ *Context, _ Args, m matrix[complex128], _ int) [][]complex128 {
	n := m.rows
	e := matrix[float64]{2 * n, 2 * n, expmReal(nil, nil, realForm(m), 0)[0]}
	out := newMatrix[complex128](n, n)
	for i := range n {
		for j := range n {
			out.set(i, j, complex(e.at(i, j), e.at(n+i, j)))
		}
	}
	return [][]complex128{out.a}
}

// expmEager computes in float32 for the types that are shorter.
func expmEager(ctx *Context, a Args) []Value {
	run := eachMatrix{name: "linalg.matrix_exp", square: true, real: expmReal, cmplx: expmComplex, shapes: likeInput}.run
	d := dtypeOf(a[0])
	if d != tensor.Float16 && d != tensor.BFloat16 {
		return run(ctx, a)
	}
	wide := run(ctx, Args{a.tensor(0).To(tensor.Float32)})
	return []Value{wide[0].(*tensor.Tensor).To(d)}
}

var _ = addTable([]entry{
	{S: "linalg_inv(Tensor A) -> Tensor", In: asLinalg | asOut, Decomp: inverseChecked},
	{S: "inverse(Tensor self) -> Tensor", In: asFunction | asMethod | asOut, Decomp: inverseChecked},
	{S: "_linalg_det(Tensor A) -> (Tensor result, Tensor LU, Tensor pivots)", In: asFunction | asOut, GradName: "LinalgDetBackward0", Stats: out1 | out2, Eager: detEager, Grad: detGrad, Saves: in0 | out0 | out1 | out2, Meta: withFactorsMeta(dropLast(2))},
	{S: "linalg_det(Tensor A) -> Tensor", In: asLinalg | asOut, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("_linalg_det", a[0])[:1] }},
	{S: "det(Tensor self) -> Tensor", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("_linalg_det", a[0])[:1] }},
	{S: "_linalg_slogdet(Tensor A) -> (Tensor sign, Tensor logabsdet, Tensor LU, Tensor pivots)", In: asFunction | asOut, GradName: "LinalgSlogdetBackward0", Stats: out2 | out3, Meta: withFactorsMeta(slogdetMeta), Eager: slogdetEager, Grad: slogdetGrad, Saves: in0 | out0 | out2 | out3},
	{S: "linalg_slogdet(Tensor A) -> (Tensor sign, Tensor logabsdet)", In: asLinalg | asOut, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("_linalg_slogdet", a[0])[:2] }},
	{S: "slogdet(Tensor self) -> (Tensor sign, Tensor logabsdet)", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("_linalg_slogdet", a[0])[:2] }},
	{S: "logdet(Tensor self) -> Tensor", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value {
		checkSquare(ctx, "logdet", a[0])
		r := ctx.call("_linalg_slogdet", a[0])
		if dtypeOf(a[0]).IsComplex() {
			return result(ctx.add(ctx.log(r[0]), r[1]))
		}
		negative := ctx.eq(r[0], -1.0)
		nan := ctx.call1("scalar_tensor", math.NaN(), dtypeOf(a[0]), tensor.Strided, metaOf(a[0]).Device)
		return ctx.call("where.self", negative, nan, r[1])
	}},
	{S: "_linalg_solve_ex(Tensor A, Tensor B, *, bool left=True, bool check_errors=False) -> (Tensor result, Tensor LU, Tensor pivots, Tensor info)", In: asFunction | asOut, GradName: "LinalgSolveExBackward0", Stats: out1 | out2 | out3, Meta: solveExMeta, Eager: solveExEager, Grad: solveGrad, Saves: in0 | out0},
	{S: "linalg_solve(Tensor A, Tensor B, *, bool left=True) -> Tensor", In: asLinalg | asOut, Decomp: func(ctx *Context, a Args) []Value {
		r := ctx.call("_linalg_solve_ex", a[0], a[1], a[2])
		ctx.checkErrors(r[3], "torch.linalg.solve", a[0])
		return r[:1]
	}},
	{S: "linalg_solve_triangular(Tensor self, Tensor B, *, bool upper, bool left=True, bool unitriangular=False) -> Tensor", In: asLinalg | asOut, Meta: triangularMeta, Eager: solveTriangular, Grad: solveTriangularGrad, Saves: in0 | out0},
	{S: "linalg_cholesky(Tensor self, *, bool upper=False) -> Tensor", In: asLinalg | asOut, Decomp: func(ctx *Context, a Args) []Value {
		r := ctx.call("linalg_cholesky_ex", a[0], a[1])
		ctx.checkErrors(r[1], "linalg.cholesky", a[0])
		return r[:1]
	}},
	{S: "linalg_cholesky_ex(Tensor self, *, bool upper=False, bool check_errors=False) -> (Tensor L, Tensor info)", In: asLinalg | asOut, Meta: func(ctx *Context, a Args) []*Fake { return append(columnsMeta(ctx, a), infoMeta(ctx, a)) }, Eager: choleskyExEager, Grad: choleskyGrad(1), Saves: out0},
	{S: "cholesky_solve(Tensor self, Tensor input2, bool upper=False) -> Tensor", In: asFunction | asMethod | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		return triangularMeta(ctx, Args{a[1], a[0]})
	}, Eager: func(ctx *Context, a Args) []Value {
		l := a[1]
		if a.bool(2) {
			l = mH(ctx, l)
		}
		y := ctx.call1("linalg_solve_triangular", l, a[0], false, true, false)
		return ctx.call("linalg_solve_triangular", mH(ctx, l), y, true, true, false)
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		upper := s.Args().bool(2)
		gb := ctx.call1("cholesky_solve", g[0], s.In(1), upper)
		return []Value{gb, choleskyFactorGrad(ctx, s.In(1), ctx.matmul(gb, mH(ctx, s.Out(0))), upper)}
	}, Saves: in1 | out0},
	{S: "cholesky_inverse(Tensor self, bool upper=False) -> Tensor", In: asFunction | asMethod | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		return columnsMeta(ctx, a)
	}, Eager: func(ctx *Context, a Args) []Value {
		l := ctx.call1("tril", a[0])
		if a.bool(1) {
			l = mH(ctx, ctx.call1("triu", a[0]))
		}
		return ctx.call("linalg_inv", ctx.matmul(l, mH(ctx, l)))
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		inner := ctx.matmul(s.Out(0), ctx.matmul(g[0], s.Out(0)))
		return []Value{choleskyFactorGrad(ctx, s.In(0), inner, s.Args().bool(1))}
	}, Saves: in0 | out0},
	{S: `linalg_qr(Tensor A, str mode="reduced") -> (Tensor Q, Tensor R)`, In: asLinalg | asOut, Meta: qrMeta, Eager: qrEager, Grad: qrGrad, Saves: out0 | out1},
	{S: "_linalg_svd(Tensor A, bool full_matrices=False, bool compute_uv=True, *, str? driver=None) -> (Tensor U, Tensor S, Tensor Vh)", In: asFunction | asOut, GradName: "LinalgSvdBackward0", Meta: svdMeta, Eager: svdEager, Grad: svdGrad, Saves: out0 | out1 | out2},
	{S: "linalg_svd(Tensor A, bool full_matrices=True, *, str? driver=None) -> (Tensor U, Tensor S, Tensor Vh)", In: asLinalg | asOut, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("_linalg_svd", a[0], a[1], true, a[2])
	}},
	{S: "svd(Tensor self, bool some=True, bool compute_uv=True) -> (Tensor U, Tensor S, Tensor V)", In: asFunction | asMethod | asOut, Decomp: func(ctx *Context, a Args) []Value {
		if a.bool(2) {
			r := ctx.call("_linalg_svd", a[0], !a.bool(1), true)
			return []Value{r[0], r[1], mH(ctx, r[2])}
		}
		lead, rows, cols, _ := matrixDims(metaOf(a[0]))
		zeros := func(n symbolic.Int) Value {
			sizes := append(append([]symbolic.Int(nil), lead...), n, n)
			return ctx.call1("zeros", sizeList(sizes), dtypeOf(a[0]), tensor.Strided, metaOf(a[0]).Device)
		}
		values := ctx.call1("linalg_svdvals", a[0])
		u, vh := zeros(rows), zeros(cols)
		return []Value{u, values, mH(ctx, vh)}
	}},
	{S: "linalg_svdvals(Tensor A, *, str? driver=None) -> Tensor", In: asLinalg | asOut, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("_linalg_svd", a[0], false, true, a[1])[1:2]
	}},
	{S: `_linalg_eigh(Tensor A, str UPLO="L", bool compute_v=True) -> (Tensor eigenvalues, Tensor eigenvectors)`, In: asFunction | asOut, GradName: "LinalgEighBackward0", Meta: eighMeta, Eager: eighEager, Grad: eighGrad, Saves: out0 | out1},
	{S: `linalg_eigh(Tensor self, str UPLO="L") -> (Tensor eigenvalues, Tensor eigenvectors)`, In: asLinalg | asOut, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("_linalg_eigh", a[0], a[1]) }},
	{S: `linalg_eigvalsh(Tensor self, str UPLO="L") -> Tensor`, In: asLinalg | asOut, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("_linalg_eigh", a[0], a[1])[:1] }},
	{S: "linalg_eig(Tensor self) -> (Tensor eigenvalues, Tensor eigenvectors)", In: asLinalg | asOut, Meta: eigMeta, Eager: eigEager, Grad: eigGrad, Saves: out0 | out1},
	{S: "linalg_eigvals(Tensor self) -> Tensor", In: asLinalg | asOut, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("linalg_eig", a[0])[:1] }},
	{S: "linalg_lu(Tensor A, *, bool pivot=True) -> (Tensor P, Tensor L, Tensor U)", In: asLinalg | asOut, Meta: luMeta, Eager: luEager, Grad: luGrad, Stats: out0, Saves: out0 | out1 | out2},
	{S: "linalg_matrix_power(Tensor self, int n) -> Tensor", In: asLinalg | asOut, Decomp: func(ctx *Context, a Args) []Value { return result(matrixPower(ctx, a[0], a.int(1))) }},
	{S: "matrix_power(Tensor self, int n) -> Tensor", In: asFunction | asMethod | asOut, Decomp: func(ctx *Context, a Args) []Value { return result(matrixPower(ctx, a[0], a.int(1))) }},
	{S: "linalg_matrix_exp(Tensor self) -> Tensor", In: asLinalg, Meta: squareMeta(), Eager: expmEager, Grad: expmGrad, Saves: in0},
	{S: "matrix_exp(Tensor self) -> Tensor", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("linalg_matrix_exp", a[0]) }},
	{S: "linalg_matrix_sqrth(Tensor A) -> Tensor", In: asLinalg, Decomp: func(ctx *Context, a Args) []Value {
		checkSquare(ctx, "linalg.matrix_sqrth", a[0])
		d := dtypeOf(a[0])
		check(d.IsFloat() || d.IsComplex(), "linalg.matrix_sqrth: Expected a floating point or complex tensor as input. Got %s", d.ScalarName())
		check(d != tensor.Float16 && d != tensor.BFloat16, "linalg.matrix_sqrth: Low precision dtypes not supported. Got %s", d.ScalarName())
		r := ctx.call("linalg_eigh", a[0], "L")
		return result(ctx.matmul(ctx.mul(r[1], ctx.unsqueeze(ctx.sqrt(r[0]), -2)), mH(ctx, r[1])))
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value { // X·dX + dX·X = dA, solved along the eigenvectors of X
		r := ctx.call("linalg_eigh", s.Out(0), "L")
		v, w := r[1], r[0]
		inner := ctx.matmul(mH(ctx, v), ctx.matmul(g[0], v))
		inner = ctx.div(inner, ctx.add(ctx.unsqueeze(w, -1), ctx.unsqueeze(w, -2)))
		x := ctx.matmul(v, ctx.matmul(inner, mH(ctx, v)))
		return []Value{ctx.mul(ctx.add(x, mH(ctx, x)), 0.5)}
	}, Saves: out0},
	{S: "linalg_polar(Tensor A) -> (Tensor U, Tensor H)", In: asLinalg | asOut, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		check(dimOf(a[0]) >= 2, "linalg.polar: The input tensor A must have at least 2 dimensions.")
		check(ctx.expect(sizeOf(a[0], -2).Ge(sizeOf(a[0], -1))), "linalg.polar: expected a matrix with at least as many rows as columns, but got %s by %s", sizeOf(a[0], -2), sizeOf(a[0], -1))
		u, s, vh := svdParts(ctx, a[0])
		return []Value{ctx.matmul(u, vh), ctx.matmul(mH(ctx, vh), ctx.mul(ctx.unsqueeze(s, -1), vh))}
	}},
	{S: "linalg_pinv.atol_rtol_tensor(Tensor self, *, Tensor? atol=None, Tensor? rtol=None, bool hermitian=False) -> Tensor", In: asLinalg | asOut, GradName: "LinalgPinvBackward0", Meta: pinvMeta, Eager: func(ctx *Context, a Args) []Value {
		return pinvOf(ctx, a.tensor(0), a[1], a[2], a.bool(3))
	}, Grad: pinvGrad, Saves: in0 | out0},
	{S: "linalg_pinv.atol_rtol_float(Tensor self, *, float? atol=None, float? rtol=None, bool hermitian=False) -> Tensor", In: asLinalg | asOut, Decomp: func(ctx *Context, a Args) []Value {
		return pinvByNumbers(ctx, a[0], a[1], a[2], a[3])
	}},
	{S: "linalg_pinv(Tensor self, float rcond, bool hermitian=False) -> Tensor", In: asLinalg | asOut, Decomp: func(ctx *Context, a Args) []Value {
		return pinvByNumbers(ctx, a[0], 0.0, a[1], a[2])
	}},
	{S: "linalg_pinv.rcond_tensor(Tensor self, Tensor rcond, bool hermitian=False) -> Tensor", In: asLinalg | asOut, Decomp: func(ctx *Context, a Args) []Value {
		zero := ctx.call1("zeros", sizeList([]symbolic.Int{}), tensor.Float64, tensor.Strided, metaOf(a[0]).Device)
		return ctx.call("linalg_pinv.atol_rtol_tensor", a[0], zero, a[1], a[2])
	}},
	{S: "pinverse(Tensor self, float rcond=1.0000000000000001e-15) -> Tensor", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value {
		return pinvByNumbers(ctx, a[0], 0.0, a[1], false)
	}},
	{S: "linalg_matrix_rank(Tensor self, Scalar? tol=None, bool hermitian=False) -> Tensor", In: asLinalg | asOut, Decomp: func(ctx *Context, a Args) []Value {
		if a.none(1) {
			return rankDecomp(ctx, a, nil, nil, a.bool(2))
		}
		return rankDecomp(ctx, a, a[1], 0.0, a.bool(2))
	}},
	{S: "linalg_matrix_rank.atol_rtol_float(Tensor self, *, float? atol=None, float? rtol=None, bool hermitian=False) -> Tensor", In: asLinalg | asOut, Decomp: func(ctx *Context, a Args) []Value {
		return rankDecomp(ctx, a, a[1], a[2], a.bool(3))
	}},
	{S: "linalg_matrix_rank.atol_rtol_tensor(Tensor input, *, Tensor? atol=None, Tensor? rtol=None, bool hermitian=False) -> Tensor", In: asLinalg | asOut, Decomp: func(ctx *Context, a Args) []Value {
		return rankDecomp(ctx, a, a[1], a[2], a.bool(3))
	}},
	{S: "linalg_matrix_rank.tol_tensor(Tensor input, Tensor tol, bool hermitian=False) -> Tensor", In: asLinalg | asOut, Decomp: func(ctx *Context, a Args) []Value {
		rtol := ctx.call1("zeros", sizeList([]symbolic.Int{}), tensor.Float64, tensor.Strided, metaOf(a[0]).Device)
		return rankDecomp(ctx, a, a[1], rtol, a.bool(2))
	}},
	{S: "linalg__powsum(Tensor self, Scalar ord=2, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor", In: asLinalg, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		x := a[0]
		if !a.none(4) {
			x = ctx.toDType(x, a.dtype(4, dtypeOf(x)))
		}
		if d := dtypeOf(x); !d.IsFloat() && !d.IsComplex() {
			throw("NotImplementedError", `"powsum_cpu" not implemented for '%s'`, d.ScalarName())
		}
		powers := ctx.call1("pow.Tensor_Scalar", ctx.abs(x), a[1])
		return result(ctx.call1("sum.dim_IntList", powers, a[2], a.bool(3)))
	}, Grad: notDerived("linalg__powsum"), GradName: notImplementedNode},
	{S: "linalg_cond(Tensor self, Scalar? p=None) -> Tensor", In: asLinalg | asOut, Decomp: func(ctx *Context, a Args) []Value { return result(conditionNumber(ctx, a[0], a[1])) }},
	{S: "linalg_cond.p_str(Tensor self, str p) -> Tensor", In: asLinalg | asOut, Decomp: func(ctx *Context, a Args) []Value { return result(conditionNumber(ctx, a[0], a[1])) }},
	{S: "linalg_lstsq(Tensor self, Tensor b, float? rcond=None, *, str? driver=None) -> (Tensor solution, Tensor residuals, Tensor rank, Tensor singular_values)", In: asLinalg | asOut, Whole: true, Stats: out2 | out3, Decomp: func(ctx *Context, a Args) []Value {
		return leastSquares(ctx, a)
	}},
	{S: "linalg_matrix_norm(Tensor self, Scalar ord, int[] dim=[-2,-1], bool keepdim=False, *, ScalarType? dtype=None) -> Tensor", In: asLinalg | asOut, Decomp: func(ctx *Context, a Args) []Value {
		return result(matrixNorm(ctx, withNormType(ctx, "linalg.matrix_norm", a), a[1], a.ints(2), a.bool(3)))
	}},
	{S: `linalg_matrix_norm.str_ord(Tensor self, str ord="fro", int[] dim=[-2,-1], bool keepdim=False, *, ScalarType? dtype=None) -> Tensor`, In: asLinalg | asOut, Decomp: func(ctx *Context, a Args) []Value {
		return result(matrixNorm(ctx, withNormType(ctx, "linalg.matrix_norm", a), a[1], a.ints(2), a.bool(3)))
	}},
	{S: "linalg_norm(Tensor self, Scalar? ord=None, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor", In: asLinalg | asOut, Decomp: linalgNorm},
	{S: "linalg_norm.ord_str(Tensor self, str ord, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor", In: asLinalg | asOut, Decomp: linalgNorm},
	{S: "linalg_vector_norm.py(Tensor x, Scalar ord=2, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor", In: 0, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("linalg_vector_norm", a...) }},
	{S: "linalg_diagonal(Tensor(a) A, *, int offset=0, int dim1=-2, int dim2=-1) -> Tensor(a)", In: asLinalg, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("diagonal", a...) }},
})

// extremeAlong is the largest or smallest of numbers that are not negative; the largest of none is 0.
// conditionNumber is the norm of a matrix times that of its inverse, infinite for a matrix that has none.
func conditionNumber(ctx *Context, x, ord Value) Value {
	checkConditionOrder(x, ord)
	if ctx.is(numelOf(x).Eq(zero)) {
		return ctx.call1("new_zeros", ctx.call1("abs", x), sizeList(sizesOf(x)[:dimOf(x)-2]))
	}
	name, _ := ord.(string)
	if ord == nil || name == "" && math.Abs(toFloat(ord)) == 2 {
		s := ctx.call1("linalg_svdvals", x)
		first, last := ctx.narrow(s, -1, zero, one), ctx.narrow(s, -1, sizeOf(s, -1).Sub(one), one)
		if ord != nil && toFloat(ord) < 0 {
			first, last = last, first
		}
		return ctx.squeeze(ctx.div(first, last), -1)
	}
	checkSquare(ctx, fmt.Sprintf("linalg.cond(ord=%v)", ord), x)
	if name == "nuc" {
		s := ctx.call1("linalg_svdvals", x)
		inverse := ctx.sumDim(ctx.reciprocal(s), false, -1)
		return ctx.mul(ctx.sumDim(s, false, -1), inverse)
	}
	r := ctx.call("linalg_inv_ex", x, false)
	failed := ctx.call1("unsqueeze_", ctx.call1("unsqueeze_", r[1], int64(-1)), int64(-1))
	inverse := ctx.call1("masked_fill_.Scalar", r[0], ctx.gt(failed, int64(0)), math.Inf(1))
	norm := matrixNorm(ctx, x, ord, []int{-2, -1}, false)
	product := ctx.mul(norm, matrixNorm(ctx, inverse, ord, []int{-2, -1}, false))
	return ctx.call1("nan_to_num_", product, math.Inf(1), math.Inf(1), math.Inf(-1))
}

func checkConditionOrder(x, ord Value) {
	name, text := ord.(string)
	if !text {
		check(dimOf(x) >= 2, "linalg.cond: The input tensor must have at least 2 dimensions.")
	}
	known := name == "nuc" || name == "fro"
	if !text {
		order := 2.0
		if ord != nil {
			order = math.Abs(toFloat(ord))
		}
		known = order == 1 || order == 2 || math.IsInf(order, 1)
	}
	if !known {
		throw("ValueError", "linalg.cond got an invalid norm type: %v", ord)
	}
}

func extremeAlong(ctx *Context, x Value, d int, largest, keep bool) Value {
	if largest && isConst(sizeOf(x, d), 0) {
		return ctx.sumDim(x, keep, d)
	}
	return ctx.call1(pick(largest, "amax", "amin"), x, ints(d), keep)
}

// withNormType is the tensor that a norm with a dtype argument is taken of.
func withNormType(ctx *Context, name string, a Args) Value {
	if d, ok := a[4].(tensor.DType); ok && !dtypeOf(a[0]).IsIntOrBool() {
		normType(name, dtypeOf(a[0]), d)
	}
	return withDType(ctx, a, 4)
}

func linalgNorm(ctx *Context, a Args) []Value {
	dims := a.ints(2)
	matrices := len(dims) == 2 || a.none(2) && !a.none(1) && dimOf(a[0]) == 2
	x := withNormType(ctx, pick(matrices, "linalg.matrix_norm", "linalg.vector_norm"), a)
	if _, named := a[1].(string); named { // the norms that have names are those of matrices
		check(dimOf(x) >= 2, "linalg.matrix_norm: The input tensor A must have at least 2 dimensions.")
		check(a.none(2) || len(dims) == 2, "linalg.matrix_norm: dim must be a 2-tuple. Got %s", strings.Trim(fmt.Sprint(dims), "[]"))
	}
	switch {
	case a.none(1) && a.none(2):
		return ctx.call("linalg_vector_norm", x, 2.0, nil, a[3], nil)
	case a.none(1):
		return ctx.call("linalg_vector_norm", x, 2.0, a[2], a[3], nil)
	case a.none(2):
		check(dimOf(x) == 1 || dimOf(x) == 2, "linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got %dD.", dimOf(x))
		if dimOf(x) == 1 {
			return ctx.call("linalg_vector_norm", x, a[1], nil, a[3], nil)
		}
		dims = []int{0, 1}
	}
	check(len(dims) == 1 || len(dims) == 2, "linalg.norm: If dim is specified, it must be of length 1 or 2. Got %s", sizesText(symbolic.Ints(dims)))
	if len(dims) == 1 {
		return ctx.call("linalg_vector_norm", x, a[1], a[2], a[3], nil)
	}
	return result(matrixNorm(ctx, x, a[1], dims, a.bool(3)))
}

func dropLast(n int) func(ctx *Context, a Args) []*Fake {
	return func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		return fakes(NewFake(f.DType, f.Sizes[:max(len(f.Sizes)-n, 0)]))
	}
}
