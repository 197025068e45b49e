package ops

import (
	"math"
	"math/cmplx"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// This file factorises real and complex matrices by elimination, and solves with the factors: LU, Cholesky, determinants,
// inverses, triangular systems.

// number is an element of a matrix.
type number interface{ float64 | complex128 }

// matrix is row-major.
type matrix[E number] struct {
	rows, cols int
	a          []E
}

func newMatrix[E number](rows, cols int) matrix[E] {
	return matrix[E]{rows, cols, make([]E, rows*cols)}
}

func (m matrix[E]) at(i, j int) E     { return m.a[i*m.cols+j] }
func (m matrix[E]) set(i, j int, v E) { m.a[i*m.cols+j] = v }
func (m matrix[E]) row(i int) []E     { return m.a[i*m.cols : (i+1)*m.cols] }
func (m matrix[E]) clone() matrix[E]  { return matrix[E]{m.rows, m.cols, append([]E(nil), m.a...)} }
func identity[E number](n int) matrix[E] {
	m := newMatrix[E](n, n)
	for i := range n {
		m.set(i, i, 1)
	}
	return m
}

// adjoint is the conjugate transpose.
func (m matrix[E]) adjoint() matrix[E] {
	t := newMatrix[E](m.cols, m.rows)
	for i := range m.rows {
		for j := range m.cols {
			t.set(j, i, conjugate(m.at(i, j)))
		}
	}
	return t
}

func conjugate[E number](v E) E {
	if c, ok := any(v).(complex128); ok {
		return any(cmplx.Conj(c)).(E)
	}
	return v
}

func magnitude[E number](v E) float64 {
	switch v := any(v).(type) {
	case float64:
		return math.Abs(v)
	case complex128:
		return cmplx.Abs(v)
	}
	return 0
}

func realPart[E number](v E) float64 {
	switch v := any(v).(type) {
	case float64:
		return v
	case complex128:
		return real(v)
	}
	return 0
}

// luFactor is Doolittle's method with partial pivoting; perm[i] is the row of the input at row i.
func luFactor[E number](m matrix[E]) (lu matrix[E], perm []int, sign float64) {
	lu, sign = m.clone(), 1
	perm = make([]int, m.rows)
	for i := range perm {
		perm[i] = i
	}
	for k := range min(m.rows, m.cols) {
		p := k
		for i := k + 1; i < m.rows; i++ {
			if size1(lu.at(i, k)) > size1(lu.at(p, k)) {
				p = i
			}
		}
		if p != k {
			x, y := lu.row(k), lu.row(p)
			for j := range x {
				x[j], y[j] = y[j], x[j]
			}
			perm[k], perm[p], sign = perm[p], perm[k], -sign
		}
		if lu.at(k, k) == 0 {
			continue
		}
		for i := k + 1; i < m.rows; i++ {
			row := lu.row(i)
			f := row[k] / lu.at(k, k)
			row[k] = f
			subtract(row[k+1:], f, lu.row(k)[k+1:])
		}
	}
	return lu, perm, sign
}

// solveTriangle solves m·x = b in place of b, reading one triangle of m.
func solveTriangle[E number](m, b matrix[E], upper, unit bool) {
	for step := range m.rows {
		r := step
		from, to := 0, r
		if upper {
			r = m.rows - 1 - step
			from, to = r+1, m.rows
		}
		row := b.row(r)
		for p := from; p < to; p++ {
			subtract(row, m.at(r, p), b.row(p))
		}
		if !unit {
			d := m.at(r, r)
			for j := range row {
				row[j] /= d
			}
		}
	}
}

// subtract takes f times the elements of y from those of x.
func subtract[E number](x []E, f E, y []E) {
	switch x := any(x).(type) { // written out for each type, so that the loops are on machine numbers
	case []float64:
		f, y := any(f).(float64), any(y).([]float64)
		y = y[:len(x)]
		for j := range x {
			x[j] -= f * y[j]
		}
	case []complex128:
		f, y := any(f).(complex128), any(y).([]complex128)
		y = y[:len(x)]
		for j := range x {
			x[j] -= f * y[j]
		}
	}
}

// innerProduct is the sum of the products of the elements of x with the conjugates of those of y.
func innerProduct[E number](x, y []E) E {
	switch x := any(x).(type) {
	case []float64:
		y, s := any(y).([]float64)[:len(x)], 0.0
		for j, v := range x {
			s += v * y[j]
		}
		return any(s).(E)
	case []complex128:
		y, s := any(y).([]complex128)[:len(x)], complex(0, 0)
		for j, v := range x {
			s += v * complex(real(y[j]), -imag(y[j]))
		}
		return any(s).(E)
	}
	panic("ops: no products of such numbers")
}

// zeroPivot is the first place where elimination found no pivot, or -1.
func zeroPivot[E number](lu matrix[E]) int {
	for i := range min(lu.rows, lu.cols) {
		if lu.at(i, i) == 0 {
			return i
		}
	}
	return -1
}

// solveWith solves with the factors of luFactor.
func solveWith[E number](lu matrix[E], perm []int, b matrix[E]) matrix[E] {
	x := newMatrix[E](b.rows, b.cols)
	for i, from := range perm {
		copy(x.row(i), b.row(from))
	}
	solveTriangle(lu, x, false, true)
	solveTriangle(lu, x, true, false)
	return x
}

// cholesky factors a = l·lᴴ, reading the lower triangle, and gives the failing minor (1-based) or 0.
func cholesky[E number](m matrix[E]) (matrix[E], int) {
	n := m.rows
	l := newMatrix[E](n, n)
	for j := range n {
		s := realPart(m.at(j, j))
		for _, v := range l.row(j)[:j] {
			s -= magnitude(v) * magnitude(v)
		}
		if !(s > 0) { // what LAPACK leaves: the columns so far, the pivot, and the rest of m
			l.set(j, j, fromReal[E](s))
			for i := j + 1; i < n; i++ {
				copy(l.row(i)[j:i+1], m.row(i)[j:i+1])
			}
			return l, j + 1
		}
		d := fromReal[E](math.Sqrt(s))
		l.set(j, j, d)
		for i := j + 1; i < n; i++ {
			l.set(i, j, (m.at(i, j)-innerProduct(l.row(i)[:j], l.row(j)))/d)
		}
	}
	return l, 0
}

// size1 is |x|, of complex numbers the sum of both parts, by which LAPACK chooses pivots.
func size1[E number](x E) float64 {
	if c, ok := any(x).(complex128); ok {
		return math.Abs(real(c)) + math.Abs(imag(c))
	}
	return magnitude(x)
}

func fromReal[E number](v float64) E {
	var e E
	switch any(e).(type) {
	case complex128:
		return any(complex(v, 0)).(E)
	}
	return any(v).(E)
}

// matrices reads a batch of matrices.
func matrices[E number](t *tensor.Tensor) []matrix[E] {
	d := t.Dim()
	rows, cols := t.Size(d-2), t.Size(d-1)
	var all []E
	if v, ok := any(&all).(*[]complex128); ok {
		*v = t.Complexes()
	} else {
		*any(&all).(*[]float64) = t.Floats()
	}
	out := make([]matrix[E], tensor.Numel(t.Sizes()[:d-2]))
	for i := range out {
		out[i] = matrix[E]{rows, cols, all[i*rows*cols : (i+1)*rows*cols]}
	}
	return out
}

// checkMatrix refuses what has no factorisation: vectors, integers, low precision.
func checkMatrix(name string, t *tensor.Tensor) {
	d := t.DType()
	check(t.Dim() >= 2, "%s: The input tensor A must have at least 2 dimensions.", name)
	check(d.IsFloat() || d.IsComplex(), "%s: Expected a floating point or complex tensor as input. Got %s", name, d.ScalarName())
	checkPrecision(name, d)
}

// eachMatrix computes results from each matrix of argument 0, in the class of its type. f gives the elements of each
// result; results of real type are given as float64 through the second list.
type eachMatrix struct {
	name   string
	square bool
	real   func(ctx *Context, a Args, m matrix[float64], index int) [][]float64
	cmplx  func(ctx *Context, a Args, m matrix[complex128], index int) [][]complex128
	shapes func(a Args, rows, cols int) [][]int
	// realResults are those that are real for complex matrices, bit i for result i.
	realResults uint
	// byColumns are the results whose matrices are stored column after column, as LAPACK has them.
	byColumns uint
}

// matrixStrides are those of a batch of matrices stored one after another, column after column.
func matrixStrides(sizes []symbolic.Int) []symbolic.Int {
	n := len(sizes)
	strides := contiguousStrides(sizes)
	if n >= 2 {
		strides[n-2], strides[n-1] = one, sizes[n-2].Max(one)
	}
	return strides
}

// storedByColumns is a copy of a batch of matrices with such strides.
func storedByColumns(t *tensor.Tensor) *tensor.Tensor {
	out := tensor.NewStrided(t.DType(), t.Sizes(), constants(matrixStrides(symbolic.Ints(t.Sizes()))))
	tensor.Copy(out, t)
	return out
}

// byColumns describes a batch of matrices that is stored so.
func byColumns(f *Fake) *Fake {
	f.Strides = matrixStrides(f.Sizes)
	return f
}

func (e eachMatrix) run(ctx *Context, a Args) []Value {
	out := e.compute(ctx, a)
	for k := range out {
		if e.byColumns&(1<<k) != 0 {
			out[k] = storedByColumns(out[k].(*tensor.Tensor))
		}
	}
	return out
}

func (e eachMatrix) compute(ctx *Context, a Args) []Value {
	if e.square {
		checkSquare(ctx, e.name, a[0])
	}
	t := a.tensor(0)
	checkMatrix(e.name, t)
	d := t.Dim()
	lead := t.Sizes()[:d-2]
	tails := e.shapes(a, t.Size(d-2), t.Size(d-1))
	out := make([]Value, len(tails))
	if t.DType().IsComplex() {
		values := make([][]complex128, len(tails))
		for i, m := range matrices[complex128](t) {
			for k, v := range e.cmplx(ctx, a, m, i) {
				values[k] = append(values[k], v...)
			}
		}
		for k, tail := range tails {
			dtype := t.DType()
			if e.realResults&(1<<k) != 0 {
				dtype = dtype.ToReal()
			}
			r := tensor.New(dtype, append(append([]int(nil), lead...), tail...)...)
			tensor.StoreComplexes(r, values[k])
			out[k] = r
		}
		return out
	}
	values := make([][]float64, len(tails))
	for i, m := range matrices[float64](t) {
		for k, v := range e.real(ctx, a, m, i) {
			values[k] = append(values[k], v...)
		}
	}
	for k, tail := range tails {
		out[k] = writeBatch(t.DType(), lead, tail, values[k])
	}
	return out
}

func likeInput(_ Args, rows, cols int) [][]int { return [][]int{{rows, cols}} }

// determinant multiplies the pivots; behind it are the factors.
func determinant[E number](_ *Context, _ Args, m matrix[E], _ int) [][]E {
	lu, perm, sign := luFactor(m)
	d := fromReal[E](sign)
	for i := range m.rows {
		d *= lu.at(i, i)
	}
	return append([][]E{{d}}, packed(lu, perm)[:2]...)
}

var detEager = ofColumns(eachMatrix{name: "linalg.det", square: true, real: determinant[float64], cmplx: determinant[complex128], byColumns: 2, realResults: 4,
	shapes: func(_ Args, n, _ int) [][]int { return [][]int{{}, {n, n}, {n}} }})

// signLogDet gives the determinant as direction and logarithm of the size; behind it are the factors.
func signLogDet[E number](_ *Context, _ Args, m matrix[E], _ int) [][]E {
	lu, perm, sign := luFactor(m)
	direction, logarithm := fromReal[E](sign), 0.0
	for i := range m.rows {
		size := magnitude(lu.at(i, i))
		logarithm += math.Log(size)
		if size == 0 {
			direction = 0
		} else {
			direction *= lu.at(i, i) / fromReal[E](size)
		}
	}
	return append([][]E{{direction}, {fromReal[E](logarithm)}}, packed(lu, perm)[:2]...)
}

var slogdetEager = ofColumns(eachMatrix{name: "linalg.slogdet", square: true, real: signLogDet[float64], cmplx: signLogDet[complex128], byColumns: 4, realResults: 10,
	shapes: func(_ Args, n, _ int) [][]int { return [][]int{{}, {}, {n, n}, {n}} }})

// withPivots is a function of the factors of matrices whose last result are the pivots, which are integers.
func withPivots(e eachMatrix) func(ctx *Context, a Args) []Value {
	return func(ctx *Context, a Args) []Value {
		r := e.run(ctx, a)
		r[len(r)-1] = r[len(r)-1].(*tensor.Tensor).To(tensor.Int32)
		return r
	}
}

// ofColumns is withPivots of the transposed matrices where those are factored.
func ofColumns(e eachMatrix) func(ctx *Context, a Args) []Value {
	factors := withPivots(e)
	return func(ctx *Context, a Args) []Value {
		if factoredByColumns(a.fake(0)) {
			checkSquare(ctx, e.name, a[0]) // the error tells the sizes as given
			a = Args{ctx.transpose(a[0], -2, -1)}
		}
		return factors(ctx, a)
	}
}

// factoredByColumns says of which matrices the determinant is that of the transposed ones: of those in rows, which need
// no copy for LAPACK that way.
func factoredByColumns(m *Fake) bool { return !m.DType.IsComplex() && isContiguousFake(m) }

// batchText names the place of a failing matrix in a batch.
func batchText(batched bool, index int) string {
	if !batched {
		return ""
	}
	return "(Batch element " + itoa(index) + "): "
}

// inverse gives the first pivot that is 0 as a second result; the quotients by it are what they are.
func inverse[E number](_ *Context, _ Args, m matrix[E], _ int) [][]E {
	lu, perm, _ := luFactor(m)
	return [][]E{solveWith(lu, perm, identity[E](m.rows)).a, {fromReal[E](float64(zeroPivot(lu) + 1))}}
}

// choleskyInfo gives the failing minor as a second result instead of an error.
func choleskyInfo[E number](_ *Context, a Args, m matrix[E], index int) [][]E {
	l, bad := cholesky(m)
	if a.bool(1) {
		l = l.adjoint()
	}
	return [][]E{l.a, {fromReal[E](float64(bad))}}
}

var choleskyExEager = withInfo(eachMatrix{name: "linalg.cholesky", byColumns: 1, square: true, real: choleskyInfo[float64], cmplx: choleskyInfo[complex128], shapes: likeInputAndNumber}, 2, "linalg.cholesky_ex")

// luParts splits the factors of luFactor.
func luParts[E number](_ *Context, _ Args, m matrix[E], _ int) [][]E {
	k := min(m.rows, m.cols)
	lu, perm, _ := luFactor(m)
	p, l, u := newMatrix[E](m.rows, m.rows), newMatrix[E](m.rows, k), newMatrix[E](k, m.cols)
	for i := range m.rows {
		p.set(perm[i], i, 1)
		for j := range m.cols {
			switch {
			case j < i && j < k:
				l.set(i, j, lu.at(i, j))
			case i < k && j >= i:
				u.set(i, j, lu.at(i, j))
			}
		}
		if i < k {
			l.set(i, i, 1)
		}
	}
	return [][]E{p.a, l.a, u.a}
}

var luEager = eachMatrix{name: "linalg.lu", real: luParts[float64], cmplx: luParts[complex128],
	shapes: func(_ Args, r, c int) [][]int { k := min(r, c); return [][]int{{r, r}, {r, k}, {k, c}} }}.run

// solveBatches runs solve on the pairs of two batches, broadcast.
func solveBatches(ctx *Context, name string, A, B *tensor.Tensor, real func(m, b matrix[float64], index int) matrix[float64], cmplx func(m, b matrix[complex128], index int) matrix[complex128]) *tensor.Tensor {
	checkMatrix(name, A)
	checkMatrix(name, B)
	lead := constants(broadcast2(ctx, symbolic.Ints(A.Sizes()[:A.Dim()-2]), symbolic.Ints(B.Sizes()[:B.Dim()-2])))
	n, k := A.Size(A.Dim()-1), B.Size(B.Dim()-1)
	A = expandTensor(A, append(append([]int(nil), lead...), A.Size(A.Dim()-2), n))
	B = expandTensor(B, append(append([]int(nil), lead...), n, k))
	out := tensor.New(A.DType(), B.Sizes()...)
	if A.DType().IsComplex() {
		tensor.StoreComplexes(out, solvePairs(A, B, cmplx))
	} else {
		tensor.StoreFloats(out, solvePairs(A, B, real))
	}
	return out
}

func solvePairs[E number](A, B *tensor.Tensor, solve func(m, b matrix[E], index int) matrix[E]) (values []E) {
	b := matrices[E](B)
	for i, m := range matrices[E](A) {
		values = append(values, solve(m, b[i], i).a...)
	}
	return values
}

// keptFactors are those of the matrices of a batch, as packed gives them.
type keptFactors[E number] [][][]E

func (k *keptFactors[E]) solve(m, b matrix[E], _ int) matrix[E] {
	lu, perm, _ := luFactor(m)
	*k = append(*k, packed(lu, perm))
	return solveWith(lu, perm, b)
}

func (k *keptFactors[E]) at(_ *Context, _ Args, _ matrix[E], index int) [][]E { return (*k)[index] }

// solveIsVector says whether the right side of linalg.solve is a batch of vectors.
func solveIsVector(ctx *Context, a, b []symbolic.Int) bool {
	return len(b) == 1 || len(a)-1 == len(b) && sameSizes(ctx, a[:len(a)-1], b)
}

// solveExEager gives the solutions, the factors, the pivots, and what went wrong.
func solveExEager(ctx *Context, a Args) []Value {
	var real keptFactors[float64]
	var cmplx keptFactors[complex128]
	out := solveKeeping(ctx, a, &real, &cmplx)
	matrices := 1
	for _, n := range a.tensor(0).Sizes()[:dimOf(a[0])-2] {
		matrices *= n
	}
	factors := luFactorEager
	if a.bool(2) && len(real)+len(cmplx) == matrices { // each was solved for once, as it is
		factors = func(ctx *Context, a Args) []Value { return luFactors(ctx, a, real.at, cmplx.at) }
	}
	r := factors(ctx, Args{a[0], true, false})
	if a.bool(3) {
		checkInfo(r[2].(*tensor.Tensor), "torch.linalg.solve_ex", dimOf(a[0]) == 2)
	}
	return append([]Value{out}, r...)
}

func solveKeeping(ctx *Context, a Args, real *keptFactors[float64], cmplx *keptFactors[complex128]) Value {
	checkSquare(ctx, "linalg.solve", a[0])
	A, B := a.tensor(0), a.tensor(1)
	rhs, left := B, a.bool(2)
	if vector := solveIsVector(ctx, sizesOf(A), sizesOf(B)); vector {
		check(left, "linalg.solve: Vector broadcasting of the left hand side is not supported for left=False. In this case linalg.solve is equivalent to B / A.squeeze(-1)")
		rhs = B.Window(append(append([]int(nil), B.Sizes()...), 1), append(append([]int(nil), B.Strides()...), 1), B.Offset())
		rhs.Conj = B.Conj
	}
	if !left { // X·A = B is Aᵀ·Xᵀ = Bᵀ
		r := solveKeeping(ctx, Args{ctx.transpose(A, -2, -1), ctx.transpose(rhs, -2, -1), true}, real, cmplx)
		return ctx.call1("contiguous", ctx.transpose(r, -2, -1))
	}
	n := A.Size(A.Dim() - 1)
	check(rhs.Size(rhs.Dim()-2) == n, "linalg.solve: Incompatible shapes of A and B for the equation AX = B (%dx%d and %dx%d)", n, n, rhs.Size(rhs.Dim()-2), rhs.Size(rhs.Dim()-1))
	out := solveBatches(ctx, "linalg.solve", A, rhs, real.solve, cmplx.solve)
	if rhs != B {
		sizes := out.Sizes()[:out.Dim()-1]
		out.SetGeometry(sizes, tensor.ContiguousStrides(sizes), 0)
		if len(sizes) == 1 {
			return out
		}
	}
	return storedByColumns(out)
}

func triangleOne[E number](upper, unit bool) func(m, b matrix[E], _ int) matrix[E] {
	return func(m, b matrix[E], _ int) matrix[E] {
		x := b.clone()
		solveTriangle(m, x, upper, unit)
		return x
	}
}

func solveTriangular(ctx *Context, a Args) []Value {
	A, B := a.tensor(0), a.tensor(1)
	upper, left, unit := a.bool(2), a.bool(3), a.bool(4)
	if !left {
		r := ctx.call1("linalg_solve_triangular", ctx.transpose(A, -2, -1), ctx.transpose(B, -2, -1), !upper, true, unit)
		return result(storedByColumns(ctx.transpose(r, -2, -1).(*tensor.Tensor)))
	}
	return result(storedByColumns(solveBatches(ctx, "linalg.solve_triangular", A, B, triangleOne[float64](upper, unit), triangleOne[complex128](upper, unit))))
}

// lowPrecisionKernels are the functions whose kernels, rather than their checks, refuse float16 and bfloat16 in PyTorch, with what these are called.
var lowPrecisionKernels = map[string]string{
	"linalg.svd": "linalg_svd_cpu", "linalg.det": "lu_cpu", "linalg.eigh": "linalg_eigh_cpu", "linalg.eig": "linalg_eig_out_cpu", "linalg.qr": "geqrf_cpu", "torch.linalg.lu_factor_ex": "lu_cpu", "linalg.lu": "lu_cpu",
	"linalg.cholesky": "cholesky_cpu", "torch.linalg.ldl_factor_ex": "ldl_factor_kernel_cpu", "linalg.solve_triangular": "triangular_solve_cpu",
}

// checkPrecision refuses float16 and bfloat16.
func checkPrecision(name string, d tensor.DType) {
	if d == tensor.Float32 || d == tensor.Float64 || d.IsComplex() {
		return
	}
	if kernel, ok := lowPrecisionKernels[name]; ok {
		notImplemented(kernel, d)
	}
	throwRuntime("%s: Low precision dtypes not supported. Got %s", name, d.ScalarName())
}
