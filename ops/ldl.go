package ops

import (
	"math"

	"github.com/magneto-go/magneto/tensor"
)

// The factorisation A = P·L·D·Lᵀ·Pᵀ (or with the adjoint of L) of symmetric and Hermitian matrices, after Bunch and Kaufman, as LAPACK's sytf2 and hetf2 leave
// it below the diagonal: D has blocks of one or two rows, and a negative pivot, which stands twice, says that a block has two.

var _ = addTable([]entry{
	{S: "linalg_ldl_factor_ex(Tensor self, *, bool hermitian=False, bool check_errors=False) -> (Tensor LD, Tensor pivots, Tensor info)", In: asLinalg | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		checkSquare(ctx, "torch.linalg.ldl_factor_ex", a[0])
		f := a.fake(0)
		n := len(f.Sizes)
		return fakes(byColumns(NewFake(f.DType, f.Sizes)), NewFake(tensor.Int32, f.Sizes[:n-1]), NewFake(tensor.Int32, f.Sizes[:n-2]))
	}, Eager: ldlFactor, Grad: notDerived("linalg_ldl_factor_ex"), GradName: notImplementedNode},
	{S: "linalg_ldl_factor(Tensor self, *, bool hermitian=False) -> (Tensor LD, Tensor pivots)", In: asLinalg | asOut, Decomp: func(ctx *Context, a Args) []Value {
		r := ctx.call("linalg_ldl_factor_ex", a[0], a[1])
		ctx.checkErrors(r[2], "torch.linalg.ldl_factor", a[0])
		return r[:2]
	}},
	{S: "linalg_ldl_solve(Tensor LD, Tensor pivots, Tensor B, *, bool hermitian=False) -> Tensor", In: asLinalg | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		return fakes(ldlSolution(ctx, a))
	}, Eager: ldlSolve, Grad: notDerived("linalg_ldl_solve"), GradName: notImplementedNode},
})

func ldlFactor(ctx *Context, a Args) []Value {
	r := eachMatrix{name: "torch.linalg.ldl_factor_ex", square: true, byColumns: 1, real: ldlOf[float64], cmplx: ldlOf[complex128], realResults: 6, shapes: func(_ Args, n, _ int) [][]int {
		return [][]int{{n, n}, {n}, {}}
	}}.run(ctx, a)
	for i := 1; i < 3; i++ {
		r[i] = r[i].(*tensor.Tensor).To(tensor.Int32)
	}
	if a.bool(2) {
		checkInfo(r[2].(*tensor.Tensor), "torch.linalg.ldl_factor_ex", dimOf(a[0]) == 2)
	}
	return r
}

// ldlOf factors one matrix: L and D in one, the pivots from 1, and the first column that is 0.
func ldlOf[E number](_ *Context, a Args, m matrix[E], _ int) [][]E {
	f := ldl[E]{m.clone(), a.bool(1)}
	n := m.rows
	pivots, info := make([]E, n), 0
	for k := 0; k < n; {
		p, two, empty := f.pivot(k)
		if empty {
			if info == 0 {
				info = k + 1
			}
			pivots[k] = fromReal[E](float64(k + 1))
			k++
			continue
		}
		at := k
		if two {
			at++
		}
		f.exchange(k, at, p)
		if two {
			f.eliminateTwo(k)
			pivots[k], pivots[k+1] = fromReal[E](float64(-p-1)), fromReal[E](float64(-p-1))
		} else {
			f.eliminateOne(k)
			pivots[k] = fromReal[E](float64(p + 1))
		}
		k = at + 1
	}
	for i := range n {
		for j := i + 1; j < n; j++ {
			f.set(i, j, 0)
		}
	}
	return [][]E{f.a, pivots, {fromReal[E](float64(info))}}
}

// ldl is a matrix while it is factored; only what is on and below its diagonal counts.
type ldl[E number] struct {
	matrix[E]
	hermitian bool
}

// mirrored is an element as it is on the other side of the diagonal.
func (f ldl[E]) mirrored(v E) E {
	if f.hermitian {
		return conjugate(v)
	}
	return v
}

// diagonal is a diagonal element: a Hermitian matrix has real ones.
func (f ldl[E]) diagonal(i int) E {
	if f.hermitian {
		return fromReal[E](realPart(f.at(i, i)))
	}
	return f.at(i, i)
}

// pivot chooses the row to exchange with row k, or with row k+1 where the block has two rows; empty columns have none.
func (f ldl[E]) pivot(k int) (row int, two, empty bool) {
	alpha := (1 + math.Sqrt(17)) / 8
	own, most, at := size1(f.diagonal(k)), 0.0, k
	for i := k + 1; i < f.rows; i++ {
		if v := size1(f.at(i, k)); v > most {
			most, at = v, i
		}
	}
	if math.Max(own, most) == 0 || math.IsNaN(own) {
		return k, false, true
	}
	if own >= alpha*most {
		return k, false, false
	}
	inRow := 0.0
	for j := k; j < at; j++ {
		inRow = math.Max(inRow, size1(f.at(at, j)))
	}
	for i := at + 1; i < f.rows; i++ {
		inRow = math.Max(inRow, size1(f.at(i, at)))
	}
	switch {
	case own >= alpha*most*(most/inRow):
		return k, false, false
	case size1(f.diagonal(at)) >= alpha*inRow:
		return at, false, false
	}
	return at, true, false
}

// exchange swaps rows and columns at and p of what is left from column k on.
func (f ldl[E]) exchange(k, at, p int) {
	if p != at {
		swap := func(i, j, x, y int) {
			v := f.at(i, j)
			f.set(i, j, f.at(x, y))
			f.set(x, y, v)
		}
		for i := p + 1; i < f.rows; i++ {
			swap(i, at, i, p)
		}
		for i := at + 1; i < p; i++ {
			v := f.at(i, at)
			f.set(i, at, f.mirrored(f.at(p, i)))
			f.set(p, i, f.mirrored(v))
		}
		f.set(p, at, f.mirrored(f.at(p, at)))
		swap(at, at, p, p)
		if at > k {
			swap(k+1, k, p, k)
		}
	}
	for _, i := range []int{k, at, p} {
		f.set(i, i, f.diagonal(i))
	}
}

func (f ldl[E]) eliminateOne(k int) {
	d := 1 / f.at(k, k)
	for j := k + 1; j < f.rows; j++ {
		w := d * f.mirrored(f.at(j, k))
		for i := j; i < f.rows; i++ {
			f.set(i, j, f.at(i, j)-f.at(i, k)*w)
		}
		f.set(j, j, f.diagonal(j))
	}
	for i := k + 1; i < f.rows; i++ {
		f.set(i, k, f.at(i, k)*d)
	}
}

func (f ldl[E]) eliminateTwo(k int) {
	if k+2 >= f.rows {
		return
	}
	d21 := f.at(k+1, k)
	scale, back := d21, d21 // what the diagonal is measured by, below and above the diagonal
	if f.hermitian {
		back = f.mirrored(d21)
	}
	d11, d22 := f.at(k+1, k+1)/scale, f.at(k, k)/back
	t := 1 / (d11*d22 - 1)
	for j := k + 2; j < f.rows; j++ {
		w := t / back * (d11*f.at(j, k) - f.at(j, k+1))
		next := t / scale * (d22*f.at(j, k+1) - f.at(j, k))
		for i := j; i < f.rows; i++ {
			f.set(i, j, f.at(i, j)-f.at(i, k)*f.mirrored(w)-f.at(i, k+1)*f.mirrored(next))
		}
		f.set(j, k, w)
		f.set(j, k+1, next)
		f.set(j, j, f.diagonal(j))
	}
}

// ldlSolution describes what ldl_solve gives.
func ldlSolution(ctx *Context, a Args) *Fake {
	checkSquare(ctx, "torch.linalg.ldl_solve", a[0])
	m, b := a.fake(0), a.fake(2)
	n := len(m.Sizes)
	if pivots := sizesOf(a[1]); !sameSizes(ctx, pivots, m.Sizes[:n-1]) {
		throwRuntime("torch.linalg.ldl_solve: Expected LD.shape[:-1] and pivots.shape to be the same, but got pivots with shape %s instead", sizesText(pivots))
	}
	check(!dtypeOf(a[1]).IsFloat() && !dtypeOf(a[1]).IsComplex(), "torch.linalg.ldl_solve: Expected pivots to be integers. Got %s", dtypeOf(a[1]).ScalarName())
	check(m.DType == b.DType, "Expected b and A to have the same dtype, but found b of type %s and A of type %s instead.", b.DType.ScalarName(), m.DType.ScalarName())
	wrapDim(-2, len(b.Sizes))
	rows, cols := b.Sizes[len(b.Sizes)-2], b.Sizes[len(b.Sizes)-1]
	check(expectSame(ctx, rows, m.Sizes[n-1]), "Incompatible matrix sizes for torch.linalg.ldl_solve: each A matrix is %s by %s but each b matrix is %s by %s", m.Sizes[n-1], m.Sizes[n-1], rows, cols)
	return byColumns(batched(m.DType, broadcast2(ctx, m.Sizes[:n-2], b.Sizes[:len(b.Sizes)-2]), rows, cols))
}

func ldlSolve(ctx *Context, a Args) []Value {
	f := ldlSolution(ctx, a)
	sizes := constants(f.Sizes)
	lead, n := sizes[:len(sizes)-2], sizes[len(sizes)-2]
	LD := expandTensor(a.tensor(0), append(append([]int(nil), lead...), n, n))
	pivots := expandTensor(a.tensor(1), append(append([]int(nil), lead...), n)).Ints()
	B := expandTensor(a.tensor(2), sizes)
	out := tensor.New(f.DType, sizes...)
	if f.DType.IsComplex() {
		tensor.StoreComplexes(out, solvePairs(LD, B, ldlSolveOne[complex128](pivots, a.bool(3))))
	} else {
		tensor.StoreFloats(out, solvePairs(LD, B, ldlSolveOne[float64](pivots, a.bool(3))))
	}
	return result(storedByColumns(out))
}

// ldlSolveOne solves with L and D from the first row down, then with the other side of L from the last row up.
func ldlSolveOne[E number](pivots []int64, hermitian bool) func(m, b matrix[E], index int) matrix[E] {
	return func(m, b matrix[E], index int) matrix[E] {
		f, x, n := ldl[E]{m, hermitian}, b.clone(), m.rows
		p := pivots[index*n : (index+1)*n]
		exchange := func(i int, with int64) {
			if with < 0 {
				with = -with
			}
			check(with >= 1 && int(with) <= n, "torch.linalg.ldl_solve: a pivot is out of range")
			for j := range x.cols {
				x.row(i)[j], x.row(int(with) - 1)[j] = x.row(int(with) - 1)[j], x.row(i)[j]
			}
		}
		subtract := func(to, from int, by E) {
			for j := range x.cols {
				x.row(to)[j] -= by * x.row(from)[j]
			}
		}
		for k := 0; k < n; k++ {
			if p[k] > 0 || k+1 == n {
				exchange(k, p[k])
				for i := k + 1; i < n; i++ {
					subtract(i, k, f.at(i, k))
				}
				for j := range x.cols {
					x.row(k)[j] /= f.at(k, k)
				}
				continue
			}
			exchange(k+1, p[k])
			for i := k + 2; i < n; i++ {
				subtract(i, k, f.at(i, k))
				subtract(i, k+1, f.at(i, k+1))
			}
			low := f.at(k+1, k)
			up := f.mirrored(low)
			det := f.at(k, k)*f.at(k+1, k+1) - low*up
			for j := range x.cols {
				u, v := x.row(k)[j], x.row(k + 1)[j]
				x.row(k)[j], x.row(k + 1)[j] = (f.at(k+1, k+1)*u-up*v)/det, (f.at(k, k)*v-low*u)/det
			}
			k++
		}
		for k := n - 1; k >= 0; k-- {
			first := k
			if p[k] < 0 && k > 0 {
				first--
			}
			for i := k + 1; i < n; i++ {
				for at := first; at <= k; at++ {
					subtract(at, i, f.mirrored(f.at(i, at)))
				}
			}
			exchange(k, p[k])
			k = first
		}
		return x
	}
}
