package gemm

import "unsafe"

// line is a cache line in bytes.
const line = 64

// rowsAhead is how many rows of B before it reads them a tile that packs brings them near.
const rowsAhead = 32

// ahead is what the tiles of a panel bring into the second-level cache while they multiply, a line for each step of K: what the first tiles that need it
// would wait for. The last tiles of a panel bring the next panel of B. Where the next panel's first tile packs it and brings its rows itself, only the
// first of them are brought. Those of a first panel bring the rows of A of the tile behind them, those of a last one the rows of A of the
// next block. Addresses need not be memory.
type ahead struct {
	b            uintptr // the next panel
	bStep, bTile uintptr // between lines of one tile, and of two tiles
	tiles        int     // that it takes
	start        uintptr // where a next panel that will be packed begins, or 0
	a            uintptr // the next block of rows of A, or 0
	aStep        uintptr // from line to line of the next tile's rows of A, or 0
}

// lookAhead decides for a panel of B, at column j, which is at source in the operand.
func (r *run) lookAhead(p *place, source unsafe.Pointer, j int) {
	q := r.q
	r.ahead = ahead{}
	lines := r.nr * r.size / line
	packed := func(panel unsafe.Pointer) { // panels lie one behind the other
		r.ahead = ahead{b: uintptr(panel), bStep: line, bTile: uintptr(p.k * line), tiles: lines}
	}
	rowsOfA := !r.columns && q.A.Row == p.k // they follow one another
	if j+r.nr < p.j1 {
		switch {
		case q.BRows != nil:
		case r.args.packed != nil:
			r.ahead.start = uintptr(source) + uintptr(r.nr*r.size)
		case r.packB && !p.once:
			packed(unsafe.Add(r.args.b, p.k*r.nr*r.size))
		case q.B.Col == 1:
			r.ahead = ahead{b: uintptr(source) + uintptr(r.nr*r.size), bStep: uintptr(q.B.Row * r.size), bTile: line, tiles: lines}
		case q.B.Row == 1 && q.B.Col == p.k: // its columns follow one another
			packed(unsafe.Add(source, r.nr*p.k*r.size))
		}
	} else if !p.last {
		if r.packB && !p.once {
			packed(p.packed)
		}
		if rowsOfA {
			r.ahead.a = uintptr(r.at(p.a, q.A, p.i0+p.m, p.k0))
		}
	}
	switch {
	case j > p.j0 || r.packA:
	case r.columns:
		r.ahead.aStep = uintptr(q.A.Col * r.size)
	case rowsOfA: // a line for each step is more than a tile takes
		r.ahead.aStep = line
	}
}

// stretches cuts a tile's way through K: first it brings its lines of C near, each a few steps behind the other, since fetches of all at once would stand in the
// way of what the multiply-adds read; then what comes behind it. A tile that packs has enough to do with the rows of B that it will read.
func (r *run) stretches(kind micro, k, tile, tiles int) {
	args := &r.args
	left, n := k/unroll, 0
	add := func(count int, next, step uintptr) {
		if count = min(count, left); count > 0 {
			args.stretches[n] = stretch{count, next, step}
			n++
			left -= count
		}
	}
	lines, count := (kind.vectors*int(r.machine.whole)+line-1)/line, (kind.rows+unroll-1)/unroll
	args.warm = 1
	if !kind.packs && lines <= mostLines && kind.rows >= unroll && lines*count <= left {
		args.warm = 0
		for at := range lines {
			add(count, uintptr(args.c)+uintptr(line*at), uintptr(args.cRow))
		}
	}
	next, step := uintptr(args.a)+uintptr(kind.rows*args.aRow), r.ahead.aStep
	if r.ahead.a != 0 {
		next, step = r.ahead.a+uintptr(tile*k*line), line
	}
	before := tile - (tiles - r.ahead.tiles)
	switch {
	case kind.packs:
		next, step = uintptr(args.b)+uintptr(rowsAhead*args.bRow), uintptr(args.bRow)
	case r.ahead.start != 0 && tile == tiles-1:
		for at := range min(lines, mostLines) {
			add(rowsAhead/unroll, r.ahead.start+uintptr(line*at), uintptr(r.q.B.Row*r.size))
		}
	case r.ahead.b != 0 && (before >= 0 || step == 0):
		next, step = r.ahead.b+uintptr(max(before, 0))*r.ahead.bTile, r.ahead.bStep
	}
	add(left, next, step)
	args.stretches[n].count = 0
	args.stretch = &args.stretches[0]
}
