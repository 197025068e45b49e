package gemm

import (
	"unsafe"

	"github.com/magneto-go/magneto/loop"
	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/ir"
)

// Sizes of what stays in caches, in bytes.
const (
	blockBytes  = 512 << 10 // rows of A, in the second-level cache
	panelsBytes = 16 << 20  // packed panels of B
	// Rows this many bytes apart, at a multiple of crowded, fall into few sets of a cache.
	farApart = 2048
	crowded  = 512
)

// crowds tells whether rows stride bytes apart get into each other's way.
func crowds(stride int) bool {
	stride = max(stride, -stride)
	return stride >= farApart && stride%crowded == 0
}

// run is a product on its way through the loops.
type run struct {
	*Engine
	q       *Product
	machine isa
	rows    int // of a full tile
	vectors int
	nr      int // columns of a panel
	size    int // bytes of an element
	columns bool
	packA   bool
	packB   bool
	err     error
	args    *args
}

// blocked computes float products with contiguous rows of C.
func (e *Engine) blocked(q *Product) error {
	r := &run{Engine: e, q: q, machine: e.machine(q.Elem), size: q.Elem.Size(), args: new(args)}
	r.rows, r.vectors = r.machine.tile(q.M)
	r.nr = r.vectors * r.machine.lanes()
	r.columns = q.A.Col != 1 && q.A.Row == 1
	stride := q.A.Row
	if r.columns {
		stride = q.A.Col
	}
	r.packA = q.A.Col != 1 && q.A.Row != 1 || crowds(stride*r.size) && q.N > 2*r.nr && q.K >= 64 && q.M > 1
	r.packB = q.B.Col != 1 || crowds(q.B.Row*r.size) && q.M > 3*r.rows
	return exec.Protect("matrix product", func() error {
		for b := range q.Batch {
			move := func(m Matrix) unsafe.Pointer { return unsafe.Add(m.Ptr, b*m.Batch*r.size) }
			if err := r.product(b, move(q.A), move(q.B), move(q.C)); err != nil {
				return err
			}
		}
		return nil
	})
}

// product computes one matrix of the batch.
func (r *run) product(batch int, a, b, c unsafe.Pointer) error {
	q := r.q
	kParts := parts(q.K, kPart)
	widest := kParts[0]
	blockRows := max(blockBytes/(widest*r.size)/r.rows, 1) * r.rows
	panelColumns := max(panelsBytes/(widest*r.nr*r.size), 1) * r.nr
	var packedA, packedB unsafe.Pointer
	if r.packA {
		memory, at := r.take(min(blockRows, q.M+r.rows) * (widest + 16) * r.size * 2)
		defer r.give(memory)
		packedA = at
	}
	// Panels are kept for the next block of rows; with one block each panel is used up at once, in the same place.
	once := q.M <= blockRows
	if r.packB {
		n := r.nr
		if !once {
			n = min(panelColumns, (q.N+r.nr-1)/r.nr*r.nr)
		}
		memory, at := r.take(n*widest*r.size + 4096)
		defer r.give(memory)
		packedB = at
	}
	for j0 := 0; j0 < q.N; j0 += panelColumns {
		j1 := min(q.N, j0+panelColumns)
		k0 := 0
		for part, k := range kParts {
			last := part == len(kParts)-1
			i0 := 0
			for block, m := range parts(q.M, blockRows) {
				rowsAt, rowStep, colStep := r.at(a, q.A, i0, k0), q.A.Row*r.size, q.A.Col*r.size
				if r.packA {
					var err error
					if rowStep, colStep, err = r.copyA(rowsAt, packedA, m, k); err != nil {
						return err
					}
					rowsAt = packedA
				}
				r.args.aRow, r.args.aCol = rowStep, colStep
				for j := j0; j < j1; j += r.nr {
					n := min(r.nr, j1-j)
					panel, panelStep := r.at(b, q.B, k0, j), q.B.Row*r.size
					if r.packB {
						source := panel
						panel, panelStep = packedB, r.nr*r.size
						if !once {
							panel = unsafe.Add(packedB, (j-j0)*k*r.size)
						}
						if block == 0 {
							if err := r.copyB(source, panel, k, n); err != nil {
								return err
							}
						}
					}
					r.args.bRow = panelStep
					if err := r.panel(rowsAt, panel, r.at(c, q.C, i0, j), m, n, k, part == 0); err != nil {
						return err
					}
				}
				if last && q.Epilogue != nil {
					if err := q.Epilogue(batch, i0, i0+m, j0, j1); err != nil {
						return err
					}
				}
				i0 += m
			}
			k0 += k
		}
	}
	return nil
}

func (r *run) at(p unsafe.Pointer, m Matrix, i, j int) unsafe.Pointer {
	return unsafe.Add(p, (i*m.Row+j*m.Col)*r.size)
}

// panel computes m rows of n columns of C, tile by tile.
func (r *run) panel(a, b, c unsafe.Pointer, m, n, k int, first bool) error {
	q, args := r.q, r.args
	lanes := r.machine.lanes()
	kind := micro{vectors: (n + lanes - 1) / lanes, wide: r.machine.wide, columns: r.columns, alpha: q.Alpha != 1, beta: add}
	if first && q.Beta == 0 {
		kind.beta = overwrite
	} else if first && q.Beta != 1 {
		kind.beta = scale
	}
	args.alpha, args.beta = q.scalarBits(q.Alpha), q.scalarBits(q.Beta)
	if left := n % lanes; left != 0 {
		kind.masked = true
		args.lastLanes = 1<<left - 1
		if !r.machine.avx512 {
			args.lastVector = [4]uint64{}
			for i := range left * r.size {
				args.lastVector[i/8] |= 0xff << (i % 8 * 8)
			}
		}
	}
	args.b, args.k, args.cRow = b, k, q.C.Row*r.size
	tiles := (m + r.rows - 1) / r.rows
	i := 0
	for t := range tiles {
		kind.rows = m / tiles
		if t < m%tiles {
			kind.rows++
		}
		code, err := r.kernel(kind)
		if err != nil {
			return err
		}
		args.a, args.c = unsafe.Add(a, i*args.aRow), unsafe.Add(c, i*args.cRow)
		code.Call(0, unsafe.Pointer(args))
		i += kind.rows
	}
	return nil
}

// copyA copies m rows and k columns of A so that they do not crowd, and gives the steps of the copy in bytes.
func (r *run) copyA(from, to unsafe.Pointer, m, k int) (rowStep, colStep int, err error) {
	row, col := k+16, 1
	if r.columns {
		row, col = 1, m+16
	}
	err = r.copy(m, k, Matrix{Ptr: from, Row: r.q.A.Row, Col: r.q.A.Col}, Matrix{Ptr: to, Row: row, Col: col}, r.q.Elem, r.q.Elem)
	return row * r.size, col * r.size, err
}

// copyB copies k rows and n columns of B into a panel.
func (r *run) copyB(from, to unsafe.Pointer, k, n int) error {
	return r.copy(k, n, Matrix{Ptr: from, Row: r.q.B.Row, Col: r.q.B.Col}, Matrix{Ptr: to, Row: r.nr, Col: 1}, r.q.Elem, r.q.Elem)
}

// copy copies an m by n matrix, converting elements.
func (e *Engine) copy(m, n int, from, to Matrix, elemFrom, elemTo ir.Elem) error {
	kernel, err := e.copier(elemFrom, elemTo)
	if err != nil {
		return err
	}
	return kernel.Run(ir.Space{Keep: []int{m, n}}, []ir.Buffer{
		{Ptr: from.Ptr, Strides: []int{from.Row, from.Col}},
		{Ptr: to.Ptr, Strides: []int{to.Row, to.Col}},
	}, nil)
}

// copier is the kernel that copies from elements of one type to another.
func (e *Engine) copier(from, to ir.Elem) (*loop.Kernel, error) {
	key := [2]ir.Elem{from, to}
	if k, ok := e.copiers.Load(key); ok {
		return k.(*loop.Kernel), nil
	}
	k := ir.New("copy")
	x, y := k.In("x", from), k.Out("y", to)
	k.Store(y, k.To(to.Value(), k.Load(x)))
	kernel, err := e.compiler.Compile(k)
	if err != nil {
		return nil, err
	}
	e.copiers.Store(key, kernel)
	return kernel, nil
}
