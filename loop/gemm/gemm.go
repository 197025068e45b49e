// Package gemm multiplies matrices: C = α·A·B + β·C, or + β·D, for any strides, batches of them, in float32 and float64 by generated micro-kernels, and in the
// other element types by way of these or of loop kernels.
//
// The plan is that of Goto and van de Geijn ("Anatomy of high-performance matrix multiplication", 2008): tiles of C stay in registers
// while K runs; a block of A's rows stays in the second-level cache while all of B passes by in panels as wide as a tile. Copies are
// made only where they pay: B is packed into panels when its columns are not contiguous or its rows lie a page or more apart, so that each
// row misses the translation cache; A, keeping its form, when its rows lie a multiple of a page apart, which would crowd them into few cache sets. In float64 K is not split up to 1024, then in equal parts: re-reading C costs more than a
// panel that outgrows the first-level cache.
//
// Each element of C is one chain of fused multiply-adds over K in rising order per part of K, then scaled and added: the
// same bits on every machine. In float32 the parts, and lanes where small products have them, are those of OpenBLAS (order.go), so that results are PyTorch's to the last digit. Large products with a
// vector are reductions of the loop IR, in its fixed order.
//
// It is a part of this module; package magneto is for use from outside.
package gemm

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/magneto-go/magneto/loop"
	"github.com/magneto-go/magneto/loop/asm"
	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/ir"
)

// Matrix is where a matrix, or a batch of them, lies. Strides in elements.
type Matrix struct {
	Ptr             unsafe.Pointer
	Row, Col, Batch int
}

// Product is C = Alpha·A·B + Beta·C, for Batch products of [M, K] by [K, N]. With Beta 0 C's old values are not read.
type Product struct {
	Elem    ir.Elem // of all three
	Batch   int
	M, N, K int
	A, B, C Matrix
	Alpha   float64
	Beta    float64
	// D, if its address is set, is what Beta multiplies in place of C's old values: a bias of columns (with row stride 0) or rows (with column stride 0), or another
	// matrix. It may be C, but not overlap it otherwise.
	D Matrix
	// BRows, if set, is where the rows of B begin, in bytes from B.Ptr, in place of B.Row: K of them, read as often as the product is large. B.Col
	// is 1 then and K not 0.
	BRows []int
	// Epilogue, if set, is called for blocks of C that are complete, while they are in the cache: rows i0 to i1, columns
	// j0 to j1 of one matrix of the batch. Several goroutines may call it at once.
	Epilogue func(batch, i0, i1, j0, j1 int) error

	// Batched says that the product is torch.bmm's, which has an order of its own for small ones.
	Batched bool

	// InOrder says that the terms of an element are added one after another, or those of parts of K, whatever the shape.
	InOrder bool
	// Running says that the terms of the product follow those that C holds, or D, one after another: sums begin with what is there. Alpha and Beta are 1 then, and BRows is set.
	Running bool

	whole, fuses bool // as in order
}

// Engine multiplies with the instruction set and the workers of a loop compiler. It is safe for concurrent use.
type Engine struct {
	compiler   *loop.Compiler
	isa        exec.ISA
	kernels    kernels
	others     sync.Map  // other kinds of code → *exec.Code
	runs       sync.Pool // of *run
	loops      sync.Map  // what a loop kernel is made for → *loop.Kernel
	dotKernels dotKernels
	dotRuns    sync.Pool // of *dotArgs
	mu         sync.Mutex
	scratch    sync.Pool // of *exec.Scratch
}

// New makes an engine. The compiler supplies kernels that copy, convert and reduce.
func New(c *loop.Compiler) *Engine { return &Engine{compiler: c, isa: c.ISA()} }

// Multiply computes p.
func (e *Engine) Multiply(p *Product) error {
	q := *p
	if q.M < 0 || q.N < 0 || q.K < 0 || q.Batch < 0 {
		return fmt.Errorf("gemm: sizes %d × %d × %d, batch %d", q.M, q.N, q.K, q.Batch)
	}
	if q.M == 0 || q.N == 0 || q.Batch == 0 {
		return nil
	}
	err := e.multiply(&q)
	runtime.KeepAlive(p)
	return err
}

func (e *Engine) multiply(q *Product) error {
	if q.tiny() {
		return q.multiplyTiny()
	}
	if q.byVector() {
		return e.multiplyByVector(q)
	}
	// A batch that shares B is one product of more rows.
	if q.Batch > 1 && !q.Batched && q.B.Batch == 0 && q.A.Batch == q.M*q.A.Row && q.C.Batch == q.M*q.C.Row && q.Epilogue == nil && q.D.Batch == q.M*q.D.Row {
		q.M, q.Batch = q.M*q.Batch, 1
	}
	order := q.order()
	lanes := order.lanes
	q.whole, q.fuses = order.whole, order.fuses
	if lanes.i == q.M && lanes.j == q.N {
		return e.inOrder(q)
	}
	if lanes.i > 0 || lanes.j > 0 {
		rest := *q
		if lanes.i > 0 {
			rest.M = lanes.i
		} else {
			rest.N = lanes.j
		}
		if err := e.inOrder(&rest); err != nil {
			return err
		}
	}
	return e.inLanes(q, lanes)
}

// inOrder computes q with the terms of each element one after another, or those of each part of K.
func (e *Engine) inOrder(q *Product) error {
	if q.fuses && q.Beta != 0 && q.Beta != 1 {
		if err := e.scaleD(q); err != nil {
			return err
		}
	} else if q.D.Ptr != nil && !e.addsDirectly(q) {
		if err := e.bringD(q); err != nil {
			return err
		}
	}
	if q.whole && q.N == 1 {
		if q.M == 1 {
			q.C.Row, q.C.Col = 1, 1
		} else if q.C.Row == 1 {
			q.transpose()
		}
	}
	switch {
	case q.Running && (q.BRows == nil || q.Alpha != 1 || q.Beta != 1):
		return errors.New("gemm: a running product is one with rows of B that begin anywhere, added to C")
	case q.BRows != nil && (q.Elem != ir.Float32 && q.Elem != ir.Float64 || q.B.Col != 1 || q.C.Col != 1 || len(q.BRows) < q.K || q.K == 0):
		return fmt.Errorf("gemm: a product of %d rows of B that begin anywhere cannot be of %s, columns %d and %d apart", q.K, q.Elem, q.B.Col, q.C.Col)
	case q.BRows != nil:
	case q.Elem != ir.Float32 && q.Elem != ir.Float64:
		return e.otherElements(q)
	case q.whole && q.M == 1 && q.C.Col == 1:
	case q.K == 0 || q.N == 1 || q.M == 1 && q.B.Col != 1 && !q.whole:
		return e.reduce(q)
	case q.C.Col != 1 && q.N > 1:
		if q.C.Row != 1 {
			return e.throughCopy(q)
		}
		q.transpose()
		if q.N == 1 && !q.whole {
			return e.reduce(q)
		}
	}
	if e.isa == exec.Portable {
		return e.portable(q)
	}
	return e.parallel(q)
}

// addsDirectly says whether the micro-kernels can read D where it is.
func (e *Engine) addsDirectly(q *Product) bool {
	return e.isa != exec.Portable && (q.Elem == ir.Float32 || q.Elem == ir.Float64) && q.K > 0 && q.N > 1 && (q.M > 1 || q.B.Col == 1) &&
		q.C.Col == 1 && (q.D.Col == 1 || q.D.Col == 0)
}

// bringD copies D into C.
func (e *Engine) bringD(q *Product) error {
	if q.Beta != 0 && q.D.Ptr != q.C.Ptr {
		for b := range q.Batch {
			at := func(m Matrix) Matrix {
				m.Ptr = unsafe.Add(m.Ptr, b*m.Batch*q.Elem.Size())
				return m
			}
			if err := e.copy(q.M, q.N, at(q.D), at(q.C), q.Elem, q.Elem); err != nil {
				return err
			}
		}
	}
	q.D = Matrix{}
	return nil
}

// scaleD makes β·D, or β times what C holds, what is added.
func (e *Engine) scaleD(q *Product) error {
	type scaling struct{}
	kernel, err := e.loopKernel(scaling{}, func() *ir.Kernel {
		k := ir.New("scale")
		x, y := k.In("x", ir.Float32), k.Out("y", ir.Float32)
		k.Store(y, k.Do(ir.Mul, k.Load(x), k.Scalar("by", ir.F32)))
		return k
	})
	if err != nil {
		return err
	}
	d := q.D
	if d.Ptr == nil {
		d = q.C
	}
	for b := range q.Batch {
		at := func(m Matrix) ir.Buffer {
			return ir.Buffer{Ptr: unsafe.Add(m.Ptr, b*m.Batch*q.Elem.Size()), Strides: []int{m.Row, m.Col}}
		}
		if err := kernel.Run(ir.Space{Keep: []int{q.M, q.N}}, []ir.Buffer{at(d), at(q.C)}, []uint64{q.scalarBits(q.Beta)}); err != nil {
			return err
		}
	}
	q.D, q.Beta = Matrix{}, 1
	return nil
}

// loopKernel finds or makes the loop kernel known by key.
func (e *Engine) loopKernel(key any, build func() *ir.Kernel) (*loop.Kernel, error) {
	if k, ok := e.loops.Load(key); ok {
		return k.(*loop.Kernel), nil
	}
	kernel, err := e.compiler.Compile(build())
	if err != nil {
		return nil, err
	}
	e.loops.Store(key, kernel)
	return kernel, nil
}

// transpose turns the product around: Cᵀ = Bᵀ·Aᵀ.
func (q *Product) transpose() {
	q.M, q.N = q.N, q.M
	q.A, q.B, q.C = q.B.T(), q.A.T(), q.C.T()
	if f := q.Epilogue; f != nil {
		q.Epilogue = func(batch, i0, i1, j0, j1 int) error { return f(batch, j0, j1, i0, i1) }
	}
}

// cut is a number cut into equal parts, as nearly as integers go.
type cut struct{ total, n int }

// parts cuts total into parts of at most most.
func parts(total, most int) cut { return cut{total, (total + most - 1) / most} }

// size is that of part i; parts do not grow from one to the next.
func (c cut) size(i int) int {
	if i < c.total%c.n {
		return c.total/c.n + 1
	}
	return c.total / c.n
}

// kPart is how much of K a tile runs over at once, where PyTorch's order is not followed.
const kPart = 1024

// scalarBits is f as an element of q.
func (q *Product) scalarBits(f float64) uint64 {
	if q.Elem == ir.Float32 {
		return ir.Float32Bits(float32(f))
	}
	return ir.Float64Bits(f)
}

// machine is the micro-kernel's view of the engine's instruction set.
func (e *Engine) machine(elem ir.Elem) isa {
	i := isa{avx512: e.isa == exec.AVX512, whole: asm.Y, wide: elem == ir.Float64}
	if i.avx512 {
		i.whole = asm.Z
	}
	return i
}

// kernels are the micro-kernels made so far, by rows, vectors and form: finding one takes no hashing, since a small product finds several.
type kernels [mostRows][mostVectors]atomic.Pointer[[forms]atomic.Pointer[exec.Code]]

// kernel finds or makes a micro-kernel.
func (e *Engine) kernel(m micro) (*exec.Code, error) {
	at := &e.kernels[m.rows-1][m.vectors-1]
	list := at.Load()
	if list != nil {
		if c := list[m.form()].Load(); c != nil {
			return c, nil
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if list = at.Load(); list == nil {
		list = new([forms]atomic.Pointer[exec.Code])
		at.Store(list)
	}
	if c := list[m.form()].Load(); c != nil {
		return c, nil
	}
	elem := ir.Float32
	if m.wide {
		elem = ir.Float64
	}
	var a asm.Asm
	emitMicro(&a, e.machine(elem), m)
	c, err := exec.New(a.Finish())
	if err != nil {
		return nil, fmt.Errorf("gemm: %w", err)
	}
	list[m.form()].Store(c)
	return c, nil
}

// code finds or makes the code known by key.
func (e *Engine) code(key any, generate func() []byte) (*exec.Code, error) {
	if c, ok := e.others.Load(key); ok {
		return c.(*exec.Code), nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if c, ok := e.others.Load(key); ok {
		return c.(*exec.Code), nil
	}
	c, err := exec.New(generate())
	if err != nil {
		return nil, fmt.Errorf("gemm: %w", err)
	}
	e.others.Store(key, c)
	return c, nil
}

// tile is the shape of full tiles for a product of m rows: as many accumulators as registers allow, wide for few rows, so that B is read in long
// runs.
func (i isa) tile(m int) (rows, vectors int) {
	list := &tiles256
	if i.avx512 {
		list = &tiles512
	}
	best := 0
	for n := 1; n < len(list) && m <= list[n][0]; n++ {
		best = n
	}
	return list[best][0], list[best][1]
}

// Tiles are rows by vectors, from the highest to the widest.
var (
	tiles512 = [...][2]int{{mostRows, 2}, {6, 4}, {3, 6}, {2, mostVectors}, {1, mostVectors}}
	tiles256 = [...][2]int{{6, 2}, {3, 3}, {2, 4}, {1, 6}, {1, 6}}
)

// The most rows and vectors of a tile.
const (
	mostRows    = 14
	mostVectors = 8
)

// take lends n bytes; give returns them.
func (e *Engine) take(n int) *exec.Scratch {
	if s, ok := e.scratch.Get().(*exec.Scratch); ok && s.Size() >= n {
		return s
	}
	return exec.NewScratch(n)
}

func (e *Engine) give(s *exec.Scratch) { e.scratch.Put(s) }

// portable computes in plain Go what the micro-kernels compute.
func (e *Engine) portable(q *Product) error {
	for b := range q.Batch {
		if q.Elem == ir.Float32 {
			multiplyGo(q, b, fma32, float32(q.Alpha), float32(q.Beta))
		} else {
			multiplyGo(q, b, math.FMA, q.Alpha, q.Beta)
		}
		if q.Epilogue != nil {
			if err := q.Epilogue(b, 0, q.M, 0, q.N); err != nil {
				return err
			}
		}
	}
	return nil
}

func multiplyGo[T float32 | float64](q *Product, batch int, fma func(a, b, c T) T, alpha, beta T) {
	var zero T
	size := int(unsafe.Sizeof(zero))
	at := func(m Matrix, i, j int) *T {
		return (*T)(unsafe.Add(m.Ptr, (batch*m.Batch+i*m.Row+j*m.Col)*size))
	}
	rowOfB := func(k int) int { return k * q.B.Row * size }
	if q.BRows != nil {
		rowOfB = func(k int) int { return q.BRows[k] }
	}
	start := 0
	kParts := q.steps()
	for n := range kParts.n {
		part := kParts.size(n)
		for i := range q.M {
			for j := range q.N {
				sum := zero
				if q.Running {
					sum = *at(q.C, i, j)
				}
				for k := start; k < start+part; k++ {
					sum = fma(*at(q.A, i, k), *(*T)(unsafe.Add(unsafe.Pointer(at(q.B, 0, j)), rowOfB(k))), sum)
				}
				c := at(q.C, i, j)
				adds := (n > 0 || beta == 1) && !q.Running
				switch {
				case adds && q.fuses:
					sum = fma(alpha, sum, *c)
				case adds:
					sum = T(alpha*sum) + *c
				case beta != 0 && !q.Running:
					sum = fma(beta, *c, alpha*sum)
				default:
					sum *= alpha
				}
				*c = sum
			}
		}
		start += part
	}
}
