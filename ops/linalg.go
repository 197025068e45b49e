package ops

import (
	"math"

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
	check(t.DType() == tensor.Float32 || t.DType() == tensor.Float64 || t.DType().IsComplex(), "%s: Low precision dtypes not supported. Got %s", name, t.DType().ScalarName())
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

func checkSquare(name string, v Value) {
	s := sizesOf(v)
	check(len(s) >= 2, "%s: The input tensor A must have at least 2 dimensions.", name)
	n := len(s)
	check(sameSize(s[n-1], s[n-2]), "%s: A must be batches of square matrices, but they are %s by %s matrices", name, s[n-2], s[n-1])
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
func lapack(name string, square bool, f func(a Args, m *mat.Dense, index int) [][]float64, shapes func(a Args, r, c int) [][]int) func(a Args) []Value {
	return func(a Args) []Value {
		if square {
			checkSquare(name, a[0])
		}
		t := a.tensor(0)
		b := readBatch(name, t)
		tails := shapes(a, b.rows, b.cols)
		values := make([][]float64, len(tails))
		for i := range b.n {
			if b.rows == 0 || b.cols == 0 {
				continue
			}
			for k, v := range f(a, b.matrix(i), i) {
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

func squareMeta() func(a Args) []*Fake {
	return func(a Args) []*Fake {
		f := a.fake(0)
		return fakes(NewFake(f.DType, f.Sizes))
	}
}

func singular(name string, batched bool, index, at int) {
	where := ""
	if batched {
		where = "(Batch element " + itoa(index) + "): "
	}
	throw("LinAlgError", "%s: %sThe solver failed because the input matrix is singular.", name, where)
}

func itoa(i int) string { return symbolic.IntOf(int64(i)).String() }

// solveDense solves m·x = b by the factorisation.
func solveDense(name string, m, b *mat.Dense, batched bool, index int) *mat.Dense {
	lu, perm, _ := luFactor(m)
	n, _ := m.Dims()
	_, k := b.Dims()
	x := mat.NewDense(n, k, nil)
	for i := range n {
		if lu.At(i, i) == 0 {
			singular(name, batched, index, i)
		}
		for j := range k {
			s := b.At(perm[i], j)
			for p := range i {
				s -= lu.At(i, p) * x.At(p, j)
			}
			x.Set(i, j, s)
		}
	}
	for i := n - 1; i >= 0; i-- {
		for j := range k {
			s := x.At(i, j)
			for p := i + 1; p < n; p++ {
				s -= lu.At(i, p) * x.At(p, j)
			}
			x.Set(i, j, s/lu.At(i, i))
		}
	}
	return x
}

func solveEager(name string) func(a Args) []Value {
	return func(a Args) []Value {
		checkSquare(name, a[0])
		A, B := a.tensor(0), a.tensor(1)
		vector := B.Dim() == 1 || A.Dim()-1 == B.Dim() && equalIntSlices(A.Sizes()[:A.Dim()-1], B.Sizes())
		rhs := B
		if vector {
			rhs = B.ViewOf(append(append([]int(nil), B.Sizes()...), 1), append(append([]int(nil), B.Strides()...), 1), B.Offset())
		}
		left := len(a) < 3 || a.bool(2)
		if !left {
			// X·A = B is Aᵀ·Xᵀ = Bᵀ.
			r := call1(pick(name == "linalg.solve", "linalg_solve", "linalg_solve"), transpose(A, -2, -1), transpose(rhs, -2, -1), true)
			return result(transpose(r, -2, -1))
		}
		n := A.Size(A.Dim() - 1)
		check(rhs.Size(rhs.Dim()-2) == n, "%s: Incompatible shapes of A and B for the equation AX = B (%dx%d and %dx%d)", name, A.Size(A.Dim()-2), n, rhs.Size(rhs.Dim()-2), rhs.Size(rhs.Dim()-1))
		lead := constants(broadcast2(symbolic.Ints(A.Sizes()[:A.Dim()-2]), symbolic.Ints(rhs.Sizes()[:rhs.Dim()-2])))
		k := rhs.Size(rhs.Dim() - 1)
		ba := readBatch(name, expandTensor(A, append(append([]int(nil), lead...), n, n)))
		bb := readBatch(name, expandTensor(rhs, append(append([]int(nil), lead...), n, k)))
		var values []float64
		for i := range ba.n {
			if n > 0 && k > 0 {
				values = append(values, dense(solveDense("torch."+name, ba.matrix(i), bb.matrix(i), len(lead) > 0, i))...)
			}
		}
		tail := []int{n, k}
		if vector {
			tail = tail[:1]
		}
		return result(writeBatch(A.DType(), lead, tail, values))
	}
}

func equalIntSlices(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func solveGrad(s *Saved, g []Value) []Value {
	at := transpose(s.In(0), -2, -1)
	gb := call1("linalg_solve", at, g[0], true)
	x := s.Out(0)
	var ga Value
	if dimOf(gb) == dimOf(at)-1 {
		ga = neg(matmul(unsqueeze(gb, -1), unsqueeze(x, -2)))
	} else {
		ga = neg(matmul(gb, transpose(x, -2, -1)))
	}
	return []Value{ga, gb}
}

func mH(v Value) Value { return conj(transpose(v, -2, -1)) }

// matrixPower multiplies by squaring.
func matrixPower(x Value, n int) Value {
	checkSquare("linalg.matrix_power", x)
	switch {
	case n == 0:
		s := sizesOf(x)
		k := s[len(s)-1]
		eye := call1("eye.m", intValue(k), intValue(k), dtypeOf(x))
		return clone(expand(eye, s))
	case n < 0:
		x, n = call1("linalg_inv", x), -n
	}
	var r Value
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			if r == nil {
				r = x
			} else {
				r = matmul(r, x)
			}
		}
		if n > 1 {
			x = matmul(x, x)
		}
	}
	if isTensor(r) && r == x {
		return clone(r)
	}
	return r
}

func pinvEager(a Args) []Value {
	t := a.tensor(0)
	u, s, vh := svdParts(t)
	tol := 0.0
	if n := s.(*tensor.Tensor); n.Numel() > 0 {
		m := max(t.Size(t.Dim()-1), t.Size(t.Dim()-2))
		tol = float64(m) * epsOf(t.DType()) * call1("amax", s).(*tensor.Tensor).Floats()[0]
	}
	inv := where(gt(s, tol), reciprocal(s), 0.0)
	return result(matmul(mul(mH(vh), unsqueeze(inv, -2)), mH(u)))
}

func svdParts(t Value) (u, s, vh Value) {
	r := call("linalg_svd", t, false, nil)
	return r[0], r[1], r[2]
}

func rankDecomp(a Args, tol Value) []Value {
	t := a.tensor(0)
	s := call1("linalg_svdvals", t)
	m := max(t.Size(t.Dim()-1), t.Size(t.Dim()-2))
	if tol == nil {
		tol = mul(call1("amax", s, ints(-1), true), float64(m)*epsOf(t.DType()))
	}
	return result(sumDim(gt(s, tol), false, -1))
}

// matrixNorm covers the orders of linalg.matrix_norm.
func matrixNorm(x Value, ord Value, dims []int, keep bool) Value {
	n := dimOf(x)
	check(n >= 2, "linalg.matrix_norm: The input tensor A must have at least 2 dimensions.")
	d0, d1 := wrapDim(dims[0], n), wrapDim(dims[1], n)
	sumThen := func(sumDims, other int, op string) Value {
		v := sumDim(abs(x), true, sumDims)
		r := call1(op, v, ints(other), true)
		return r
	}
	var r Value
	switch o := ord.(type) {
	case string:
		switch o {
		case "fro":
			return call1("linalg_vector_norm", x, 2.0, ints(d0, d1), keep, nil)
		case "nuc":
			moved := call1("movedim.intlist", x, ints(d0, d1), ints(-2, -1))
			v := sumDim(call1("linalg_svdvals", moved), false, -1)
			if keep {
				v = unsqueezeMany(v, []int{min(d0, d1), max(d0, d1)}, n)
			}
			return v
		}
		throwRuntime("linalg.matrix_norm: Order %s not supported.", o)
	default:
		f := toFloat(ord)
		switch {
		case math.Abs(f) == 2:
			moved := call1("movedim.intlist", x, ints(d0, d1), ints(-2, -1))
			v := call1(pick(f > 0, "amax", "amin"), call1("linalg_svdvals", moved), ints(-1), false)
			if keep {
				v = unsqueezeMany(v, []int{min(d0, d1), max(d0, d1)}, n)
			}
			return v
		case math.Abs(f) == 1:
			r = sumThen(d0, d1, pick(f > 0, "amax", "amin"))
		case math.IsInf(f, 0):
			r = sumThen(d1, d0, pick(f > 0, "amax", "amin"))
		default:
			throwRuntime("linalg.matrix_norm: Order %s not supported.", defaultText(ord))
		}
	}
	if !keep {
		r = call1("squeeze.dims", r, ints(d0, d1))
	}
	return r
}

// expmEager is scaling and squaring with a Taylor polynomial.
func expmEager(a Args) []Value {
	return lapack("linalg.matrix_exp", true, func(a Args, m *mat.Dense, _ int) [][]float64 {
		var e mat.Dense
		e.Exp(m)
		return [][]float64{dense(&e)}
	}, func(a Args, r, c int) [][]int { return [][]int{{r, c}} })(a)
}

func detEager(a Args) []Value {
	return lapack("linalg.det", true, func(a Args, m *mat.Dense, _ int) [][]float64 {
		lu, _, sign := luFactor(m)
		n, _ := m.Dims()
		for i := range n {
			sign *= lu.At(i, i)
		}
		return [][]float64{{sign}}
	}, func(a Args, r, c int) [][]int { return [][]int{{}} })(a)
}

func invEager(name string) func(a Args) []Value {
	return func(a Args) []Value {
		batched := dimOf(a[0]) > 2
		return lapack(name, true, func(a Args, m *mat.Dense, index int) [][]float64 {
			n, _ := m.Dims()
			lu, _, _ := luFactor(m)
			for i := range n {
				if lu.At(i, i) == 0 {
					where := ""
					if batched {
						where = "(Batch element " + itoa(index) + "): "
					}
					throw("LinAlgError", "%s: %sThe diagonal element %d is zero, the inversion could not be completed because the input matrix is singular.", name, where, i+1)
				}
			}
			eye := mat.NewDense(n, n, nil)
			for i := range n {
				eye.Set(i, i, 1)
			}
			return [][]float64{dense(solveDense(name, m, eye, batched, index))}
		}, func(a Args, r, c int) [][]int { return [][]int{{r, c}} })(a)
	}
}

func invGrad(s *Saved, g []Value) []Value {
	x := mH(s.Out(0))
	return []Value{neg(matmul(x, matmul(g[0], x)))}
}

func detGrad(s *Saved, g []Value) []Value {
	d := conj(s.Out(0))
	inv := mH(call1("linalg_inv", s.In(0)))
	return []Value{mul(unsqueeze(unsqueeze(mul(g[0], d), -1), -1), inv)}
}

var _ = addTable([]entry{
	{S: "linalg_inv(Tensor A) -> Tensor", P: "lo", Eager: invEager("linalg.inv"), Grad: invGrad, Meta: squareMeta()},
	{S: "inverse(Tensor self) -> Tensor", P: "fmo", Eager: invEager("linalg.inv"), Grad: invGrad, Meta: squareMeta()},
	{S: "linalg_det(Tensor A) -> Tensor", P: "lo", Eager: detEager, Grad: detGrad, Meta: dropLast(2)},
	{S: "det(Tensor self) -> Tensor", P: "fm", Eager: detEager, Grad: detGrad, Meta: dropLast(2)},
	{S: "linalg_slogdet(Tensor A) -> (Tensor sign, Tensor logabsdet)", P: "lo", Meta: slogdetMeta, Eager: slogdetEager, Grad: slogdetGrad},
	{S: "slogdet(Tensor self) -> (Tensor sign, Tensor logabsdet)", P: "fm", Meta: slogdetMeta, Eager: slogdetEager, Grad: slogdetGrad},
	{S: "logdet(Tensor self) -> Tensor", P: "fm", Meta: dropLast(2), Eager: func(a Args) []Value {
		r := slogdetEager(a)
		s, l := r[0].(*tensor.Tensor), r[1].(*tensor.Tensor)
		return result(where(lt(s, 0.0), math.NaN(), l))
	}, Grad: func(s *Saved, g []Value) []Value {
		return []Value{mul(unsqueeze(unsqueeze(g[0], -1), -1), mH(call1("linalg_inv", s.In(0))))}
	}},
	{S: "linalg_solve(Tensor A, Tensor B, *, bool left=True) -> Tensor", P: "lo", Meta: solveMeta, Eager: solveEager("linalg.solve"), Grad: solveGrad},
	{S: "linalg_solve_triangular(Tensor self, Tensor B, *, bool upper, bool left=True, bool unitriangular=False) -> Tensor", P: "lo", Meta: triangularMeta, Eager: solveTriangular, Grad: func(s *Saved, g []Value) []Value {
		a := s.Args()
		upper, left := a.bool(2), a.bool(3)
		gb := call1("linalg_solve_triangular", mH(s.In(0)), g[0], !upper, left, a[4])
		var ga Value
		if left {
			ga = neg(matmul(gb, mH(s.Out(0))))
		} else {
			ga = neg(matmul(mH(s.Out(0)), gb))
		}
		return []Value{call1(pick(upper, "triu", "tril"), ga), gb}
	}},
	{S: "linalg_cholesky(Tensor self, *, bool upper=False) -> Tensor", P: "lo", Eager: choleskyEager("linalg.cholesky", 1), Grad: choleskyGrad(1), Meta: squareMeta()},
	{S: "linalg_cholesky_ex(Tensor self, *, bool upper=False, bool check_errors=False) -> (Tensor L, Tensor info)", P: "lo", Meta: func(a Args) []*Fake { return append(squareMeta()(a), infoMeta(a)) }, Eager: func(a Args) []Value {
		checkSquare("linalg.cholesky_ex", a[0])
		b := readBatch("linalg.cholesky_ex", a.tensor(0))
		var values []float64
		var info []int64
		for i := range b.n {
			l, bad := positiveDefinite(b.matrix(i))
			values, info = append(values, dense(l)...), append(info, int64(bad))
		}
		t := tensor.New(tensor.Int32, b.lead...)
		tensor.StoreInts(t, info)
		return []Value{writeBatch(dtypeOf(a[0]), b.lead, []int{b.rows, b.cols}, values), t}
	}},
	{S: "cholesky_solve(Tensor self, Tensor input2, bool upper=False) -> Tensor", P: "fmo", Decomp: func(a Args) []Value {
		l := a[1]
		if a.bool(2) {
			l = mH(l)
		}
		y := call1("linalg_solve_triangular", l, a[0], false, true, false)
		return call("linalg_solve_triangular", mH(l), y, true, true, false)
	}},
	{S: "cholesky_inverse(Tensor self, bool upper=False) -> Tensor", P: "fmo", Decomp: func(a Args) []Value {
		l := a[0]
		if a.bool(1) {
			l = mH(l)
		}
		return call("linalg_inv", matmul(l, mH(l)))
	}},
	{S: `linalg_qr(Tensor A, str mode='reduced') -> (Tensor Q, Tensor R)`, P: "lo", Meta: qrMeta, Eager: qrEager, Grad: qrGrad},
	{S: "qr(Tensor self, bool some=True) -> (Tensor Q, Tensor R)", P: "fm", Decomp: func(a Args) []Value {
		return call("linalg_qr", a[0], pick(a.bool(1), "reduced", "complete"))
	}},
	{S: "linalg_svd(Tensor A, bool full_matrices=True, *, str? driver=None) -> (Tensor U, Tensor S, Tensor Vh)", P: "lo", Meta: svdMeta, Eager: svdEager, Grad: svdGrad},
	{S: "svd(Tensor self, bool some=True, bool compute_uv=True) -> (Tensor U, Tensor S, Tensor V)", P: "fm", Decomp: func(a Args) []Value {
		r := call("linalg_svd", a[0], !a.bool(1), nil)
		return []Value{r[0], r[1], mH(r[2])}
	}},
	{S: "linalg_svdvals(Tensor A, *, str? driver=None) -> Tensor", P: "lo", Decomp: func(a Args) []Value { return call("linalg_svd", a[0], false, nil)[1:2] }},
	{S: `linalg_eigh(Tensor self, str UPLO="L") -> (Tensor eigenvalues, Tensor eigenvectors)`, P: "lo", Meta: func(a Args) []*Fake { return append(dropLast(1)(a), squareMeta()(a)...) }, Eager: func(a Args) []Value {
		upper := a.str(1) == "U" || a.str(1) == "u"
		return lapack("linalg.eigh", true, func(a Args, m *mat.Dense, _ int) [][]float64 {
			w, v := eighOf(m, upper)
			return [][]float64{w, dense(v)}
		}, func(a Args, r, c int) [][]int { return [][]int{{r}, {r, c}} })(a)
	}, Grad: func(s *Saved, g []Value) []Value {
		w, v := s.Out(0), s.Out(1)
		inner := call1("diag_embed", g[0])
		if g[1] != nil {
			diff := sub(unsqueeze(w, -2), unsqueeze(w, -1))
			f := where(eq(diff, 0.0), 0.0, reciprocal(diff))
			inner = add(inner, mul(matmul(mH(v), g[1]), f))
		}
		return []Value{matmul(v, matmul(inner, mH(v)))}
	}},
	{S: `linalg_eigvalsh(Tensor self, str UPLO="L") -> Tensor`, P: "lo", Decomp: func(a Args) []Value { return call("linalg_eigh", a[0], a[1])[:1] }},
	{S: "linalg_eig(Tensor self) -> (Tensor eigenvalues, Tensor eigenvectors)", P: "lo", Meta: eigMeta, Eager: func(a Args) []Value {
		checkSquare("linalg.eig", a[0])
		w, v := eigOf(a.tensor(0))
		return []Value{w, v}
	}},
	{S: "linalg_eigvals(Tensor self) -> Tensor", P: "lo", Decomp: func(a Args) []Value { return call("linalg_eig", a[0])[:1] }},
	{S: "linalg_lu(Tensor A, *, bool pivot=True) -> (Tensor P, Tensor L, Tensor U)", P: "lo", Meta: luMeta, Eager: func(a Args) []Value {
		return lapack("linalg.lu", false, func(a Args, m *mat.Dense, _ int) [][]float64 {
			r, c := m.Dims()
			k := min(r, c)
			lu, perm, _ := luFactor(m)
			p, l, u := mat.NewDense(r, r, nil), mat.NewDense(r, k, nil), mat.NewDense(k, c, nil)
			for i := range r {
				p.Set(perm[i], i, 1)
				for j := range c {
					switch {
					case j < i && j < k:
						l.Set(i, j, lu.At(i, j))
					case i < k && j >= i:
						u.Set(i, j, lu.At(i, j))
					}
				}
				if i < k {
					l.Set(i, i, 1)
				}
			}
			return [][]float64{dense(p), dense(l), dense(u)}
		}, func(a Args, r, c int) [][]int { k := min(r, c); return [][]int{{r, r}, {r, k}, {k, c}} })(a)
	}},
	{S: "linalg_matrix_power(Tensor self, int n) -> Tensor", P: "lo", Decomp: func(a Args) []Value { return result(matrixPower(a[0], a.int(1))) }},
	{S: "matrix_power(Tensor self, int n) -> Tensor", P: "fmo", Decomp: func(a Args) []Value { return result(matrixPower(a[0], a.int(1))) }},
	{S: "linalg_matrix_exp(Tensor self) -> Tensor", P: "l", Meta: squareMeta(), Eager: expmEager, Grad: expmGrad},
	{S: "matrix_exp(Tensor self) -> Tensor", P: "fm", Meta: squareMeta(), Eager: expmEager, Grad: expmGrad},
	{S: "linalg_pinv(Tensor self, *, Tensor? atol=None, Tensor? rtol=None, bool hermitian=False) -> Tensor", P: "lo", Decomp: pinvEager},
	{S: "pinverse(Tensor self, float rcond=1.0000000000000001e-15) -> Tensor", P: "fm", Decomp: pinvEager},
	{S: "linalg_matrix_rank(Tensor self, Scalar? tol=None, bool hermitian=False) -> Tensor", P: "lo", Decomp: func(a Args) []Value { return rankDecomp(a, a[1]) }},
	{S: "linalg_matrix_rank.atol_rtol_float(Tensor self, *, float? atol=None, float? rtol=None, bool hermitian=False) -> Tensor", P: "lo", Decomp: func(a Args) []Value {
		atol := a.floatOr(1, 0)
		if a.none(2) {
			return rankDecomp(a, atol)
		}
		top := call1("amax", call1("linalg_svdvals", a[0]), ints(-1), true)
		return rankDecomp(a, call1("clamp", mul(top, a.float(2)), atol, nil))
	}},
	{S: "linalg_cond(Tensor self, Scalar? p=None) -> Tensor", P: "lo", Decomp: func(a Args) []Value {
		if a.none(1) || toFloat(a[1]) == 2 {
			s := call1("linalg_svdvals", a[0])
			return result(div(selectAt(s, -1, int64(0)), selectAt(s, -1, int64(-1))))
		}
		return result(mul(matrixNorm(a[0], a[1], []int{-2, -1}, false), matrixNorm(call1("linalg_inv", a[0]), a[1], []int{-2, -1}, false)))
	}},
	{S: "linalg_lstsq(Tensor self, Tensor b, float? rcond=None, *, str? driver=None) -> (Tensor solution, Tensor residuals, Tensor rank, Tensor singular_values)", P: "l", Decomp: func(a Args) []Value {
		x := matmul(call1("linalg_pinv", a[0]), a[1])
		m, n := sizeOf(a[0], -2), sizeOf(a[0], -1)
		d := dtypeOf(a[0])
		res := call1("zeros", ints(0), d)
		if is(m.Gt(n)) && dimOf(a[1]) == dimOf(a[0]) {
			r := sub(matmul(a[0], x), a[1])
			res = sumDim(mul(r, r), false, -2)
		}
		return []Value{x, res, call1("linalg_matrix_rank", a[0]), call1("zeros", ints(0), d)}
	}},
	{S: "linalg_matrix_norm(Tensor self, Scalar ord, int[] dim=[-2,-1], bool keepdim=False, *, ScalarType? dtype=None) -> Tensor", P: "l", Decomp: func(a Args) []Value {
		return result(matrixNorm(withDType(a, 4), a[1], a.ints(2), a.bool(3)))
	}},
	{S: `linalg_matrix_norm.str_ord(Tensor self, str ord="fro", int[] dim=[-2,-1], bool keepdim=False, *, ScalarType? dtype=None) -> Tensor`, P: "l", Decomp: func(a Args) []Value {
		return result(matrixNorm(withDType(a, 4), a[1], a.ints(2), a.bool(3)))
	}},
	{S: "linalg_norm(Tensor self, Scalar? ord=None, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor", P: "l", Decomp: linalgNorm},
	{S: "linalg_norm.ord_str(Tensor self, str ord, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor", P: "l", Decomp: linalgNorm},
	{S: "linalg_vector_norm.py(Tensor x, Scalar ord=2, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor", P: "", Decomp: func(a Args) []Value { return call("linalg_vector_norm", a...) }},
	{S: "linalg_diagonal(Tensor(a) A, *, int offset=0, int dim1=-2, int dim2=-1) -> Tensor(a)", P: "l", Decomp: func(a Args) []Value { return call("diagonal", a...) }},
})

func linalgNorm(a Args) []Value {
	x := withDType(a, 4)
	dims := a.ints(2)
	switch {
	case a.none(1) && a.none(2):
		r := call1("linalg_vector_norm", reshape(x, []symbolic.Int{numelOf(x)}), 2.0, nil, false, nil)
		if a.bool(3) {
			for range dimOf(x) {
				r = unsqueeze(r, 0)
			}
		}
		return result(r)
	case a.none(1):
		return call("linalg_vector_norm", x, 2.0, a[2], a[3], nil)
	case a.none(2):
		check(dimOf(x) == 1 || dimOf(x) == 2, "linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got %dD.", dimOf(x))
		if dimOf(x) == 1 {
			return call("linalg_vector_norm", x, a[1], nil, a[3], nil)
		}
		dims = []int{0, 1}
	}
	if len(dims) == 1 {
		return call("linalg_vector_norm", x, a[1], a[2], a[3], nil)
	}
	return result(matrixNorm(x, a[1], dims, a.bool(3)))
}

func dropLast(n int) func(a Args) []*Fake {
	return func(a Args) []*Fake {
		f := a.fake(0)
		return fakes(NewFake(f.DType, f.Sizes[:max(len(f.Sizes)-n, 0)]))
	}
}

func slogdetEager(a Args) []Value {
	return lapack("linalg.slogdet", true, func(a Args, m *mat.Dense, _ int) [][]float64 {
		lu, _, sign := luFactor(m)
		n, _ := m.Dims()
		logdet := 0.0
		for i := range n {
			d := lu.At(i, i)
			logdet += math.Log(math.Abs(d))
			sign *= signFloat(d)
		}
		return [][]float64{{sign}, {logdet}}
	}, func(a Args, r, c int) [][]int { return [][]int{{}, {}} })(a)
}

func slogdetGrad(s *Saved, g []Value) []Value {
	return []Value{mul(unsqueeze(unsqueeze(g[1], -1), -1), mH(call1("linalg_inv", s.In(0))))}
}

func solveTriangular(a Args) []Value {
	A, B := a.tensor(0), a.tensor(1)
	upper, left, unit := a.bool(2), a.bool(3), a.bool(4)
	if !left {
		r := call1("linalg_solve_triangular", transpose(A, -2, -1), transpose(B, -2, -1), !upper, true, unit)
		return result(transpose(r, -2, -1))
	}
	lead := constants(broadcast2(symbolic.Ints(A.Sizes()[:A.Dim()-2]), symbolic.Ints(B.Sizes()[:B.Dim()-2])))
	n, k := A.Size(A.Dim()-1), B.Size(B.Dim()-1)
	ba := readBatch("linalg.solve_triangular", expandTensor(A, append(append([]int(nil), lead...), n, n)))
	bb := readBatch("linalg.solve_triangular", expandTensor(B, append(append([]int(nil), lead...), n, k)))
	var values []float64
	for i := range ba.n {
		m, x := ba.matrix(i), bb.matrix(i)
		for step := range n {
			r := step
			if upper {
				r = n - 1 - step
			}
			for j := range k {
				s := x.At(r, j)
				for p := range n {
					if upper && p > r || !upper && p < r {
						s -= m.At(r, p) * x.At(p, j)
					}
				}
				if !unit {
					s /= m.At(r, r)
				}
				x.Set(r, j, s)
			}
		}
		values = append(values, dense(x)...)
	}
	return result(writeBatch(A.DType(), lead, []int{n, k}, values))
}

// qrGrad is the derivative for the reduced factorisation of tall matrices.
func qrGrad(s *Saved, g []Value) []Value {
	q, r := s.Out(0), s.Out(1)
	gq, gr := g[0], g[1]
	m := zerosLike(matmul(r, mH(r)))
	if gr != nil {
		m = matmul(r, mH(gr))
	}
	if gq != nil {
		m = sub(m, matmul(mH(gq), q))
	}
	low := call1("tril", m, int64(-1))
	sym := add(add(low, mH(low)), call1("diag_embed", call1("diagonal", m, int64(0), int64(-2), int64(-1))))
	b := matmul(q, sym)
	if gq != nil {
		b = add(b, gq)
	}
	return []Value{mH(call1("linalg_solve_triangular", r, mH(b), true, true, false))}
}

func svdGrad(s *Saved, g []Value) []Value {
	u, sv, vh := s.Out(0), s.Out(1), s.Out(2)
	inner := call1("diag_embed", g[1])
	s2 := mul(sv, sv)
	diff := sub(unsqueeze(s2, -2), unsqueeze(s2, -1))
	f := where(eq(diff, 0.0), 0.0, reciprocal(diff))
	if g[0] != nil {
		ug := matmul(mH(u), g[0])
		inner = add(inner, mul(mul(sub(ug, mH(ug)), f), unsqueeze(sv, -2)))
	}
	if g[2] != nil {
		vg := matmul(vh, mH(g[2]))
		inner = add(inner, mul(unsqueeze(sv, -1), mul(sub(vg, mH(vg)), f)))
	}
	return []Value{matmul(u, matmul(inner, vh))}
}

// expmGrad reads the derivative off the exponential of a block matrix.
func expmGrad(s *Saved, g []Value) []Value {
	a := mH(s.In(0))
	n := int(hint(sizeOf(a, -1)))
	top := cat([]Value{a, g[0]}, -1)
	bottom := cat([]Value{zerosLike(a), a}, -1)
	e := call1("linalg_matrix_exp", cat([]Value{top, bottom}, -2))
	return []Value{slice(slice(e, dimOf(e)-2, int64(0), int64(n)), dimOf(e)-1, int64(n), maxInt64)}
}

// The metas of operators on matrices [..., rows, cols].
