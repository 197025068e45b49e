package gemm

import (
	"unsafe"

	"github.com/magneto-go/magneto/loop"
	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/loop/portable"
)

func fma32(a, b, c float32) float32 { return portable.FMA32(a, b, c) }

// dotKind is what the kernel of reduce depends on: whether alpha is not one, and whether beta is not zero.
type dotKind struct {
	elem         ir.Elem
	scaled, adds bool
}

// dot is the kernel of reduce, compiled on its first use.
func (e *Engine) dot(kind dotKind) (*loop.Kernel, error) {
	return e.loopKernel(kind, func() *ir.Kernel {
		k := ir.New("dot")
		a, b, c := k.In("a", kind.elem), k.In("b", kind.elem), k.RowOut("c", kind.elem)
		t := kind.elem.Value()
		alpha, beta := k.Scalar("alpha", t), k.Scalar("beta", t)
		sum := k.Reduce(ir.Add, k.Do(ir.Mul, k.Load(a), k.Load(b)))
		if kind.scaled {
			sum = k.Do(ir.Mul, alpha, sum)
		}
		if kind.adds {
			old := k.RowIn("old", kind.elem)
			sum = k.Do(ir.Add, sum, k.Do(ir.Mul, beta, k.Load(old)))
		}
		k.Store(c, sum)
		return k
	})
}

// reduce computes products with a vector, and those of integers: each element of C is a reduction of a loop kernel.
func (e *Engine) reduce(q *Product) error {
	kernel, err := e.dot(dotKind{q.Elem, q.Alpha != 1, q.Beta != 0})
	if err != nil {
		return err
	}
	strides := func(m Matrix, i, j, l int) []int { return []int{m.Batch, i, j, l} }
	bufs := []ir.Buffer{
		{Ptr: q.A.Ptr, Strides: strides(q.A, q.A.Row, 0, q.A.Col)},
		{Ptr: q.B.Ptr, Strides: strides(q.B, 0, q.B.Col, q.B.Row)},
		{Ptr: q.C.Ptr, Strides: strides(q.C, q.C.Row, q.C.Col, 0)},
	}
	if q.Beta != 0 {
		bufs = append(bufs, bufs[2])
	}
	t := q.Elem.Value()
	bits := func(f float64) uint64 {
		switch t {
		case ir.F32:
			return ir.Float32Bits(float32(f))
		case ir.F64:
			return ir.Float64Bits(f)
		}
		return ir.IntBits(t, int64(f))
	}
	space := ir.Space{Keep: []int{q.Batch, q.M, q.N}, Reduce: []int{q.K}}
	if err := kernel.Run(space, bufs, []uint64{bits(q.Alpha), bits(q.Beta)}); err != nil {
		return err
	}
	return q.finish()
}

// finish runs the epilogue over whole matrices.
func (q *Product) finish() error {
	if q.Epilogue != nil {
		for b := range q.Batch {
			if err := q.Epilogue(b, 0, q.M, 0, q.N); err != nil {
				return err
			}
		}
	}
	return nil
}

// otherElements computes products of integers by reductions, and of 16-bit floats in float32: widened, multiplied,
// and rounded once at the end.
func (e *Engine) otherElements(q *Product) error {
	if q.Elem.Value() != ir.F32 || q.K == 0 {
		return e.reduce(q)
	}
	a, b, c := e.take(4*q.M*q.K), e.take(4*q.K*q.N), e.take(4*q.M*q.N)
	defer e.give(a)
	defer e.give(b)
	defer e.give(c)
	for n := range q.Batch {
		matrix := func(m Matrix) Matrix {
			return Matrix{Ptr: unsafe.Add(m.Ptr, n*m.Batch*q.Elem.Size()), Row: m.Row, Col: m.Col}
		}
		wide := func(s *exec.Scratch, columns int) Matrix { return Matrix{Ptr: s.Pointer(), Row: columns, Col: 1} }
		p := Product{Elem: ir.Float32, Batch: 1, M: q.M, N: q.N, K: q.K, A: wide(a, q.K), B: wide(b, q.N), C: wide(c, q.N), Alpha: q.Alpha, Beta: q.Beta}
		copies := []struct {
			rows, columns int
			from, to      Matrix
		}{{q.M, q.K, matrix(q.A), p.A}, {q.K, q.N, matrix(q.B), p.B}, {q.M, q.N, matrix(q.C), p.C}}
		if q.Beta == 0 {
			copies = copies[:2]
		}
		for _, m := range copies {
			if err := e.copy(m.rows, m.columns, m.from, m.to, q.Elem, ir.Float32); err != nil {
				return err
			}
		}
		if err := e.multiply(&p); err != nil {
			return err
		}
		if err := e.copy(q.M, q.N, wide(c, q.N), matrix(q.C), ir.Float32, q.Elem); err != nil {
			return err
		}
	}
	return q.finish()
}

// throughCopy computes into contiguous memory where neither rows nor columns of C are contiguous.
func (e *Engine) throughCopy(q *Product) error {
	memory := e.take(q.Batch * q.M * q.N * q.Elem.Size())
	defer e.give(memory)
	p := *q
	p.Epilogue = nil
	p.C = Matrix{Ptr: memory.Pointer(), Row: q.N, Col: 1, Batch: q.M * q.N}
	move := func(toCopy bool) error {
		for b := range q.Batch {
			matrix := func(m Matrix) Matrix {
				return Matrix{Ptr: unsafe.Add(m.Ptr, b*m.Batch*q.Elem.Size()), Row: m.Row, Col: m.Col}
			}
			from, to := matrix(p.C), matrix(q.C)
			if toCopy {
				from, to = to, from
			}
			if err := e.copy(q.M, q.N, from, to, q.Elem, q.Elem); err != nil {
				return err
			}
		}
		return nil
	}
	if q.Beta != 0 {
		if err := move(true); err != nil {
			return err
		}
	}
	if err := e.multiply(&p); err != nil {
		return err
	}
	if err := move(false); err != nil {
		return err
	}
	return q.finish()
}
