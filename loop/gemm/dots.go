package gemm

import (
	"fmt"
	"math/bits"
	"sync/atomic"
	"unsafe"

	"github.com/magneto-go/magneto/loop/asm"
	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/ir"
)

// A small product of matrices whose terms lie next to each other in both is one of dot products: term k of an element goes to sum k mod 16, and the sums are folded, neighbours first (0 with 1, 2 with
// 3, …, then these) for tiles of four rows or four columns, halves first (0 with 8, …) for the elements that are in neither.

// dots says which kernel of dot products: for a tile of so many rows and columns.
type dots struct {
	rows, columns int
	halves        bool // fold halves first
	adds          bool // β·D is added
}

// lastAlone says whether column c is the last of a number that pairs do not fill, which is computed by itself.
func (kind dots) lastAlone(c int) bool {
	return kind.halves && kind.columns%2 == 1 && c == kind.columns-1
}

// dotArgs is the frame of such a kernel. Strides in bytes.
type dotArgs struct {
	a, b, c, d  unsafe.Pointer
	aRow, bCol  int
	cRow, cCol  int
	dRow, dCol  int
	whole       int       // steps of 16 terms
	lastLanes   uint64    // mask of the terms behind them, for AVX-512
	alpha, beta float32   // one element each
	lastVectors [16]int32 // the mask as lanes, for AVX2
}

const (
	dotA = 8 * iota
	dotB
	dotC
	dotD
	dotARow
	dotBCol
	dotCRow
	dotCCol
	dotDRow
	dotDCol
	dotWhole
	dotLanes
	dotAlpha
	dotBeta    = dotAlpha + 4
	dotVectors = dotAlpha + 8
)

// mostDots is how many rows or columns a tile of dot products has: those whose sums are folded alike.
const mostDots = 4

// dotKernels are the kernels made so far, by rows, columns, fold and whether something is added.
type dotKernels [mostDots][mostDots][2][2]atomic.Pointer[exec.Code]

// dotCode finds or makes a kernel.
func (e *Engine) dotCode(kind dots) (*exec.Code, error) {
	fold, adds := 0, 0
	if kind.halves {
		fold = 1
	}
	if kind.adds {
		adds = 1
	}
	at := &e.dotKernels[kind.rows-1][kind.columns-1][fold][adds]
	if c := at.Load(); c != nil {
		return c, nil
	}
	var a asm.Asm
	kind.emit(&a, e.isa == exec.AVX512)
	c, err := exec.New(a.Finish())
	if err != nil {
		return nil, fmt.Errorf("gemm: %w", err)
	}
	at.CompareAndSwap(nil, c)
	return at.Load(), nil
}

// inLanes computes the elements of C behind a corner, which is on its left or upper edge.
func (e *Engine) inLanes(q *Product, from corner) error {
	rows, columns := q.M-from.i, q.N-from.j
	a, b, d := q.A, q.B, q.D
	a.Ptr, b.Ptr = unsafe.Add(a.Ptr, from.i*a.Row*4), unsafe.Add(b.Ptr, from.j*b.Col*4)
	if a.Col != 1 {
		copied := e.take(q.Batch * rows * q.K * 4)
		defer e.give(copied)
		if err := e.alongTerms(q.Batch, rows, q.K, &a, copied); err != nil {
			return err
		}
	}
	if b = b.T(); b.Col != 1 {
		copied := e.take(q.Batch * columns * q.K * 4)
		defer e.give(copied)
		if err := e.alongTerms(q.Batch, columns, q.K, &b, copied); err != nil {
			return err
		}
	}
	if d.Ptr == nil {
		d = q.C
	}
	args, ok := e.dotRuns.Get().(*dotArgs)
	if !ok {
		args = &dotArgs{}
	}
	defer func() {
		*args = dotArgs{}
		e.dotRuns.Put(args)
	}()
	*args = dotArgs{aRow: a.Row * 4, bCol: b.Row * 4, cRow: q.C.Row * 4, cCol: q.C.Col * 4, dRow: d.Row * 4, dCol: d.Col * 4,
		whole: q.K / wide, lastLanes: 1<<(q.K%wide) - 1, alpha: float32(q.Alpha), beta: float32(q.Beta)}
	for k := range q.K % wide {
		args.lastVectors[k] = -1
	}
	kind := dots{adds: q.Beta != 0}
	return exec.Protect("matrix product", func() error {
		for batch := range q.Batch {
			at := func(m Matrix, i, j int) unsafe.Pointer { return unsafe.Add(m.Ptr, (batch*m.Batch+i*m.Row+j*m.Col)*4) }
			args.a, args.b, args.c, args.d = at(a, 0, 0), at(b, 0, 0), at(q.C, from.i, from.j), at(d, from.i, from.j)
			if err := e.dotTiles(kind, *args, args, rows, columns); err != nil {
				return err
			}
			if q.Epilogue != nil {
				if err := q.Epilogue(batch, from.i, q.M, from.j, q.N); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// alongTerms copies a batch of matrices so that the terms of a row follow one another.
func (e *Engine) alongTerms(batch, rows, terms int, m *Matrix, to *exec.Scratch) error {
	copied := Matrix{Ptr: to.Pointer(), Row: terms, Col: 1, Batch: rows * terms}
	for n := range batch {
		from, into := *m, copied
		from.Ptr, into.Ptr = unsafe.Add(m.Ptr, n*m.Batch*4), unsafe.Add(copied.Ptr, n*copied.Batch*4)
		if err := e.copy(rows, terms, from, into, ir.Float32, ir.Float32); err != nil {
			return err
		}
	}
	*m = copied
	return nil
}

// dotTiles computes tile after tile of one matrix, whose corner is where first says.
func (e *Engine) dotTiles(kind dots, first dotArgs, args *dotArgs, rows, columns int) error {
	tile := mostDots
	if e.isa == exec.AVX2 { // has half the registers
		tile = mostDots / 2
	}
	var code *exec.Code
	last := dots{}
	for i := 0; i < rows; i += kind.rows {
		kind.rows = min(tile, rows-i)
		for j := 0; j < columns; j += kind.columns {
			kind.columns = min(tile, columns-j)
			kind.halves = i >= rows/mostDots*mostDots && j >= columns/mostDots*mostDots
			args.a, args.b = unsafe.Add(first.a, i*args.aRow), unsafe.Add(first.b, j*args.bCol)
			args.c, args.d = unsafe.Add(first.c, i*args.cRow+j*args.cCol), unsafe.Add(first.d, i*args.dRow+j*args.dCol)
			if e.isa == exec.Portable {
				kind.run(args)
				continue
			}
			if kind != last {
				var err error
				if code, err = e.dotCode(kind); err != nil {
					return err
				}
				last = kind
			}
			code.Call(0, unsafe.Pointer(args))
		}
	}
	return nil
}

// run computes a tile in plain Go.
func (kind dots) run(args *dotArgs) {
	at := func(p unsafe.Pointer, bytes int) *float32 { return (*float32)(unsafe.Add(p, bytes)) }
	terms := args.whole*wide + bits.OnesCount64(args.lastLanes)
	for i := range kind.rows {
		for j := range kind.columns {
			var sums [wide]float32
			for k := range terms {
				sums[k%wide] = fma32(*at(args.a, i*args.aRow+k*4), *at(args.b, j*args.bCol+k*4), sums[k%wide])
			}
			for n := wide / 2; n > 0; n /= 2 {
				for k := range n {
					if kind.halves {
						sums[k] += sums[k+n]
					} else {
						sums[k] = sums[2*k] + sums[2*k+1]
					}
				}
			}
			sum := sums[0]
			switch old := at(args.d, i*args.dRow+j*args.dCol); {
			case !kind.adds:
				sum *= args.alpha
			case kind.lastAlone(j):
				sum = fma32(args.alpha, sum, float32(args.beta**old))
			default:
				sum = fma32(args.beta, *old, float32(args.alpha*sum))
			}
			*at(args.c, i*args.cRow+j*args.cCol) = sum
		}
	}
}
