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
	ahead   ahead
	args    args
}

// scatters tells whether rows stride bytes apart lie about one to a page, so that walking down a panel misses the translation cache with
// each row. BenchmarkProduct at 768 and 1000 in float64 shows it: 0.6 and 0.7 of the peak in place, 0.89 and 0.86 packed.
func scatters(stride int) bool { return max(stride, -stride) >= pageApart }

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
	r.packB = q.B.Col != 1 || q.BRows == nil && scatters(q.B.Row*r.size) && q.M > 3*r.rows
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

// product computes one matrix of the batch.
func (r *run) product(batch int, a, b, c unsafe.Pointer, d Matrix) error {
	q := r.q
	kParts := parts(q.K, kPart)
	widest := kParts.size(0)
	blockRows := max(blockBytes/(widest*r.size)/r.rows, 1) * r.rows
	panelColumns := max(panelsBytes/(widest*r.nr*r.size), 1) * r.nr
	var packedA, packedB unsafe.Pointer
	if r.packA {
		rows, columns := min(blockRows, q.M), widest // and what keeps them from crowding
		if r.columns {
			rows, columns = columns, rows
		}
		memory := r.take(rows * (columns + apart) * r.size)
		defer r.give(memory)
		packedA = memory.Pointer()
	}
	// Panels are kept for the next block of rows; with one block each panel is used up at once, in the same place.
	once := q.M <= blockRows
	if r.packB {
		n := r.nr
		if !once {
			n = min(panelColumns, (q.N+r.nr-1)/r.nr*r.nr)
		}
		memory := r.take(n * widest * r.size)
		defer r.give(memory)
		packedB = memory.Pointer()
	}
	for j0 := 0; j0 < q.N; j0 += panelColumns {
		j1 := min(q.N, j0+panelColumns)
		k0 := 0
		for part := range kParts.n {
			k, last := kParts.size(part), part == kParts.n-1
			if r.packB && !once {
				if err := r.copyB(r.at(b, q.B, k0, j0), packedB, k, j1-j0); err != nil {
					return err
				}
			}
			i0 := 0
			blocks := parts(q.M, blockRows)
			for block := range blocks.n {
				m := blocks.size(block)
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
					switch {
					case r.packB && once:
						if err := r.copyB(panel, packedB, k, n); err != nil {
							return err
						}
						panel, panelStep = packedB, r.nr*r.size
					case r.packB:
						panel, panelStep = unsafe.Add(packedB, (j-j0)*k*r.size), r.nr*r.size
					}
					r.args.bRow = panelStep
					if q.BRows != nil {
						panel = r.at(b, q.B, 0, j)
						r.args.bRows = unsafe.Pointer(&q.BRows[k0])
					}
					r.lookAhead(r.at(b, q.B, k0, j), panel, k, once, j == j0, j+r.nr < j1)
					r.args.d, r.args.dRow = r.at(c, q.C, i0, j), q.C.Row*r.size
					if part == 0 {
						r.args.d, r.args.dRow = r.at(d.Ptr, d, i0, j), d.Row*r.size
					}
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

// ahead is what the tiles of a panel bring into the second-level cache while they multiply, a line for each step of K: what the first tiles that need it
// would wait for. The last tiles of a panel bring the next panel of B, or what it is copied from, and those of a first panel the rows of A of
// the tile behind them. Addresses need not be memory.
type ahead struct {
	b            uintptr // the next panel
	bStep, bTile uintptr // between lines of one tile, and of two tiles
	tiles        int     // that it takes
	aStep        uintptr // 0 where A is not brought
}

// lookAhead decides for a panel of B, at source in the operand and at panel where tiles read it.
func (r *run) lookAhead(source, panel unsafe.Pointer, k int, once, first, more bool) {
	const line = 64
	q := r.q
	r.ahead = ahead{}
	lines := r.nr * r.size / line
	if more {
		switch {
		case q.BRows != nil:
		case r.packB && !once: // the next one lies behind it
			r.ahead = ahead{b: uintptr(panel) + uintptr(k*r.nr*r.size), bStep: line, bTile: uintptr(k * line), tiles: lines}
		case q.B.Col == 1:
			r.ahead = ahead{b: uintptr(source) + uintptr(r.nr*r.size), bStep: uintptr(q.B.Row * r.size), bTile: line, tiles: lines}
		case q.B.Row == 1 && q.B.Col == k: // its columns follow one another
			r.ahead = ahead{b: uintptr(source) + uintptr(r.nr*k*r.size), bStep: line, bTile: uintptr(k * line), tiles: lines}
		}
	}
	switch {
	case !first || r.packA:
	case r.columns:
		r.ahead.aStep = uintptr(q.A.Col * r.size)
	case q.A.Row == k: // rows follow one another: a line for each step is more than a tile takes
		r.ahead.aStep = line
	}
}

// stretches cuts a tile's way through K: first it brings its lines of C near, each a few steps behind the other, since fetches of all at once would stand in the
// way of what the multiply-adds read; then what comes behind it.
func (r *run) stretches(rows, vectors, k, tile, tiles int) {
	args := &r.args
	left, n := k/unroll, 0
	add := func(count int, next, step uintptr) {
		if count > 0 {
			args.stretches[n] = stretch{count, next, step}
			n++
			left -= count
		}
	}
	lines, count := (vectors*int(r.machine.whole)+63)/64, (rows+unroll-1)/unroll
	args.warm = 1
	if lines < mostStretches && rows >= unroll && lines*count <= left {
		args.warm = 0
		for line := range lines {
			add(count, uintptr(args.c)+uintptr(64*line), uintptr(args.cRow))
		}
	}
	next, step := uintptr(args.a)+uintptr(rows*args.aRow), r.ahead.aStep
	if before := tile - (tiles - r.ahead.tiles); r.ahead.b != 0 && (before >= 0 || step == 0) {
		next, step = r.ahead.b+uintptr(max(before, 0))*r.ahead.bTile, r.ahead.bStep
	}
	add(left, next, step)
	args.stretches[n].count = 0
	args.stretch = &args.stretches[0]
}

func (r *run) at(p unsafe.Pointer, m Matrix, i, j int) unsafe.Pointer {
	return unsafe.Add(p, (i*m.Row+j*m.Col)*r.size)
}

// panel computes m rows of n columns of C, tile by tile.
func (r *run) panel(a, b, c unsafe.Pointer, m, n, k int, first bool) error {
	q, args := r.q, &r.args
	lanes := r.machine.lanes()
	kind := micro{vectors: (n + lanes - 1) / lanes, wide: r.machine.wide, columns: r.columns, alpha: q.Alpha != 1, beta: add, indexed: q.BRows != nil}
	if first && q.Beta == 0 {
		kind.beta = overwrite
	} else if first && q.Beta != 1 {
		kind.beta = scale
	}
	kind.perRow = first && kind.beta != overwrite && q.D.Ptr != nil && q.D.Col == 0
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
	tiles := parts(m, r.rows)
	d := args.d
	i := 0
	var code *exec.Code
	for t := range tiles.n {
		if rows := tiles.size(t); rows != kind.rows {
			kind.rows = rows
			var err error
			if code, err = r.kernel(kind); err != nil {
				return err
			}
		}
		args.a, args.c = unsafe.Add(a, i*args.aRow), unsafe.Add(c, i*args.cRow)
		args.d = unsafe.Add(d, i*args.dRow)
		r.stretches(kind.rows, kind.vectors, k, t, tiles.n)
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
