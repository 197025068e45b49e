package gemm

import (
	"unsafe"

	"github.com/magneto-go/magneto/loop"
	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/ir"
)

// Sizes of what stays in caches, in bytes.
const (
	blockBytes  = 700 << 10 // rows of A, in the second-level cache
	panelsBytes = 16 << 20  // packed panels of B
	crowded     = 4096      // rows a multiple of this apart fall into the same sets of the first-level cache
	pageApart   = 4000      // rows this far apart have about a page each
	scattered   = 2000      // rows this far apart have a page for two
	firstLevel  = 48 << 10  // the first-level cache
	apart       = 16        // elements between the rows of copies
)

// crowds tells whether rows stride bytes apart get into each other's way.
func crowds(stride int) bool { return stride != 0 && stride%crowded == 0 }

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
	inTile  bool // the first tile that reads a panel of B packs it
	ahead   ahead
	args    args
}

// scatters tells whether a panel of B is better packed than read in place: where its rows are so far apart that walking down it misses the
// translation cache with each, or nearly so and the first-level cache does not keep it. BenchmarkProduct at 768 and 1000 shows it: 0.6 and 0.7 of
// the peak in place in float64, 0.92 packed.
func (r *run) scatters() bool {
	q := r.q
	stride := max(q.B.Row, -q.B.Row) * r.size
	return q.BRows == nil && q.M > 3*r.rows && (stride >= pageApart || stride >= scattered && q.steps().widest()*r.nr*r.size > firstLevel)
}

// blocked computes float products with contiguous rows of C.
func (e *Engine) blocked(q *Product) error {
	r, ok := e.runs.Get().(*run)
	if !ok {
		r = &run{Engine: e}
	}
	defer r.release()
	r.q, r.machine, r.size = q, e.machine(q.Elem), q.Elem.Size()
	r.rows, r.vectors = r.machine.tile(q.M)
	r.nr = r.vectors * r.machine.lanes()
	r.columns = q.A.Col != 1 && q.A.Row == 1
	stride := q.A.Row
	if r.columns {
		stride = q.A.Col
	}
	r.packA = q.A.Col != 1 && q.A.Row != 1 || crowds(stride*r.size) && q.N > 2*r.nr && q.K >= 64 && q.M > 1
	r.packB = q.B.Col != 1 || r.scatters()
	r.inTile = r.packB && q.B.Col == 1
	return exec.Protect("matrix product", func() error {
		for b := range q.Batch {
			move := func(m Matrix) unsafe.Pointer { return unsafe.Add(m.Ptr, b*m.Batch*r.size) }
			d := q.D
			if d.Ptr == nil {
				d = q.C
			}
			if err := r.product(b, move(q.A), move(q.B), move(q.C), Matrix{Ptr: move(d), Row: d.Row, Col: d.Col}); err != nil {
				return err
			}
		}
		return nil
	})
}

// release keeps r for the next product, without its addresses.
func (r *run) release() {
	r.q, r.args = nil, args{}
	r.runs.Put(r)
}

// place is where the loops of a product are.
type place struct {
	a, b   unsafe.Pointer // the operands of this matrix of the batch
	c, d   Matrix
	packed unsafe.Pointer // panels of B
	once   bool           // each of them is used up at once, in the same place
	part   int            // of K
	k0, k  int            // where it begins, and its size
	block  int            // of rows
	i0, m  int
	j0, j1 int  // columns whose panels are kept
	last   bool // no block of rows follows
}

// product computes one matrix of the batch.
func (r *run) product(batch int, a, b, c unsafe.Pointer, d Matrix) error {
	q := r.q
	kParts := q.steps()
	widest := kParts.widest()
	blockRows := max(blockBytes/(widest*r.size)/r.rows, 1) * r.rows
	panelColumns := max(panelsBytes/(widest*r.nr*r.size), 1) * r.nr
	// Panels are kept for the next block of rows; with one block each is used up at once.
	p := place{a: a, b: b, c: Matrix{Ptr: c, Row: q.C.Row, Col: q.C.Col}, d: d, once: q.M <= blockRows}
	var packedA unsafe.Pointer
	if r.packA {
		rows, columns := min(blockRows, q.M), widest // and what keeps them from crowding
		if r.columns {
			rows, columns = columns, rows
		}
		memory := r.take(rows * (columns + apart) * r.size)
		defer r.give(memory)
		packedA = memory.Pointer()
	}
	if r.packB {
		n := r.nr
		if !p.once {
			n = min(panelColumns, (q.N+r.nr-1)/r.nr*r.nr)
		}
		memory := r.take(n * widest * r.size)
		defer r.give(memory)
		p.packed = memory.Pointer()
	}
	for p.j0 = 0; p.j0 < q.N; p.j0 = p.j1 {
		p.j1 = min(q.N, p.j0+panelColumns)
		p.k0 = 0
		for p.part = range kParts.n {
			p.k = kParts.size(p.part)
			if r.packB && !r.inTile && !p.once {
				if err := r.copyB(r.at(b, q.B, p.k0, p.j0), p.packed, p.k, p.j1-p.j0); err != nil {
					return err
				}
			}
			p.i0 = 0
			blocks := parts(q.M, blockRows)
			for p.block = range blocks.n {
				p.m, p.last = blocks.size(p.block), p.block == blocks.n-1
				rowsAt := r.at(a, q.A, p.i0, p.k0)
				r.args.aRow, r.args.aCol = q.A.Row*r.size, q.A.Col*r.size
				if r.packA {
					var err error
					if r.args.aRow, r.args.aCol, err = r.copyA(rowsAt, packedA, p.m, p.k); err != nil {
						return err
					}
					rowsAt = packedA
				}
				for j := p.j0; j < p.j1; j += r.nr {
					if err := r.panel(&p, rowsAt, j); err != nil {
						return err
					}
				}
				if p.part == kParts.n-1 && q.Epilogue != nil {
					if err := q.Epilogue(batch, p.i0, p.i0+p.m, p.j0, p.j1); err != nil {
						return err
					}
				}
				p.i0 += p.m
			}
			p.k0 += p.k
		}
	}
	return nil
}

// panel computes the columns of C from j on, of a block whose rows of A are at rows.
func (r *run) panel(p *place, rows unsafe.Pointer, j int) error {
	q, args := r.q, &r.args
	n := min(r.nr, p.j1-j)
	source := r.at(p.b, q.B, p.k0, j)
	args.b, args.bRow, args.packed = source, q.B.Row*r.size, nil
	if r.packB {
		packed := p.packed
		if !p.once {
			packed = unsafe.Add(packed, (j-p.j0)*p.k*r.size)
		}
		step := r.nr * r.size
		switch {
		case r.inTile && p.block == 0:
			args.packed = packed
		case r.inTile:
			args.b, args.bRow = packed, r.packedStep(n)
		case p.once:
			if err := r.copyB(source, packed, p.k, n); err != nil {
				return err
			}
			args.b, args.bRow = packed, step
		default:
			args.b, args.bRow = packed, step
		}
	}
	if q.BRows != nil {
		args.b = r.at(p.b, q.B, 0, j)
		args.bRows = unsafe.Pointer(&q.BRows[p.k0])
	}
	r.lookAhead(p, source, j)
	from := p.c
	if p.part == 0 {
		from = p.d
	}
	args.d, args.dRow = r.at(from.Ptr, from, p.i0, j), from.Row*r.size
	return r.tiles(rows, r.at(p.c.Ptr, p.c, p.i0, j), p.m, n, p.k, p.part == 0)
}

// packedStep is how far apart the rows of n columns are that the first tile has packed, in bytes.
func (r *run) packedStep(n int) int { return r.vectorsOf(n) * int(r.machine.whole) }

// vectorsOf is how many vectors n columns take.
func (r *run) vectorsOf(n int) int { return (n + r.machine.lanes() - 1) / r.machine.lanes() }

func (r *run) at(p unsafe.Pointer, m Matrix, i, j int) unsafe.Pointer {
	return unsafe.Add(p, (i*m.Row+j*m.Col)*r.size)
}

// tiles computes m rows of n columns of C, one after the other.
func (r *run) tiles(a, c unsafe.Pointer, m, n, k int, first bool) error {
	q, args := r.q, &r.args
	lanes := r.machine.lanes()
	kind := micro{vectors: r.vectorsOf(n), wide: r.machine.wide, columns: r.columns, alpha: q.Alpha != 1, beta: add, indexed: q.BRows != nil, packs: args.packed != nil}
	if first && q.Beta == 0 || q.Running {
		kind.beta, kind.running = overwrite, q.Running
	} else if first && q.Beta != 1 {
		kind.beta = scale
	}
	kind.fuses = q.fuses && kind.alpha && kind.beta == add
	kind.perRow = first && (kind.beta != overwrite || kind.running) && q.D.Ptr != nil && q.D.Col == 0
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
	args.k, args.cRow = k, q.C.Row*r.size
	tiles := parts(m, r.rows)
	d := args.d
	i := 0
	var code *exec.Code
	for t := range tiles.n {
		if t == 1 && kind.packs { // what the first tile has packed
			kind.packs, code = false, nil
			args.b, args.bRow = args.packed, r.packedStep(n)
		}
		if rows := tiles.size(t); code == nil || rows != kind.rows {
			kind.rows = rows
			var err error
			if code, err = r.kernel(kind); err != nil {
				return err
			}
		}
		args.a, args.c = unsafe.Add(a, i*args.aRow), unsafe.Add(c, i*args.cRow)
		args.d = unsafe.Add(d, i*args.dRow)
		r.stretches(kind, k, t, tiles.n)
		code.Call(0, unsafe.Pointer(args))
		i += kind.rows
	}
	return nil
}

// copyA copies m rows and k columns of A so that they do not crowd, and gives the steps of the copy in bytes.
func (r *run) copyA(from, to unsafe.Pointer, m, k int) (rowStep, colStep int, err error) {
	row, col := k+apart, 1
	if r.columns {
		row, col = 1, m+apart
	}
	err = r.copy(m, k, Matrix{Ptr: from, Row: r.q.A.Row, Col: r.q.A.Col}, Matrix{Ptr: to, Row: row, Col: col}, r.q.Elem, r.q.Elem)
	return row * r.size, col * r.size, err
}

// copyB copies k rows and n columns of B into panels, one after the other. It goes over a few rows at a time, for all panels: rows may be a page apart, and
// a panel of one after the other would miss the translation cache with each.
func (r *run) copyB(from, to unsafe.Pointer, k, n int) error {
	if r.q.B.Col != 1 && r.q.B.Row == 1 {
		for j := 0; j < n; j += r.nr {
			if err := r.copyTurned(unsafe.Add(from, j*r.q.B.Col*r.size), unsafe.Add(to, j*k*r.size), k, min(r.nr, n-j)); err != nil {
				return err
			}
		}
		return nil
	}
	kernel, err := r.copier(r.q.Elem, r.q.Elem)
	if err != nil {
		return err
	}
	whole := n / r.nr
	rowsAtOnce := 16
	if whole <= 1 {
		rowsAtOnce = k
	}
	for k0 := 0; k0 < k; k0 += rowsAtOnce {
		rows := min(rowsAtOnce, k-k0)
		for _, part := range [2]struct{ panel, panels, columns int }{{0, whole, r.nr}, {whole, 1, n - whole*r.nr}} {
			if part.panels == 0 || part.columns == 0 {
				continue
			}
			err := kernel.Run(ir.Space{Keep: []int{part.panels, rows, part.columns}}, []ir.Buffer{
				{Ptr: r.at(from, r.q.B, k0, part.panel*r.nr), Strides: []int{r.nr * r.q.B.Col, r.q.B.Row, r.q.B.Col}},
				{Ptr: unsafe.Add(to, (part.panel*k+k0)*r.nr*r.size), Strides: []int{k * r.nr, r.nr, 1}},
			}, nil)
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// copyTurned copies one panel of a B whose columns are contiguous: whole tiles by the transposer, the rest element by element.
func (r *run) copyTurned(from, to unsafe.Pointer, k, n int) error {
	rows, columns, err := r.turnB(from, to, k, n)
	if err != nil {
		return err
	}
	rest := func(i, j, m, n int) error {
		if m == 0 || n == 0 {
			return nil
		}
		return r.copy(m, n, Matrix{Ptr: unsafe.Add(from, (i+j*r.q.B.Col)*r.size), Row: 1, Col: r.q.B.Col},
			Matrix{Ptr: unsafe.Add(to, (i*r.nr+j)*r.size), Row: r.nr, Col: 1}, r.q.Elem, r.q.Elem)
	}
	if err := rest(rows, 0, k-rows, columns); err != nil {
		return err
	}
	return rest(0, columns, k, n-columns)
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
	return e.loopKernel([2]ir.Elem{from, to}, func() *ir.Kernel {
		k := ir.New("copy")
		x, y := k.In("x", from), k.Out("y", to)
		k.Store(y, k.To(to.Value(), k.Load(x)))
		return k
	})
}
