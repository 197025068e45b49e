package gemm

import (
	"unsafe"

	"github.com/magneto-go/magneto/loop/asm"
	"github.com/magneto-go/magneto/loop/exec"
)

// A transposer copies a strip of square tiles, as many elements wide as a vector, turning each around in registers: rows of the source
// become columns of the destination. B comes to its panels this way when its columns are contiguous.

// stripArgs is the frame of a transposer. Strides in bytes.
type stripArgs struct {
	from, to       unsafe.Pointer
	fromRow, toRow int
	tiles          int // along the source's rows, down the destination's
}

const (
	stripFrom = 8 * iota
	stripTo
	stripFromRow
	stripToRow
	stripTiles
)

// emitTransposer appends the code. Registers: RAX, R8 source and its row stride; RBX, R9 destination and its; RDX tiles left.
func emitTransposer(a *asm.Asm, i isa) {
	n := i.lanes()
	arg := func(at int32) asm.Mem { return asm.At(asm.RDI, at) }
	a.Load(asm.RAX, arg(stripFrom))
	a.Load(asm.RBX, arg(stripTo))
	a.Load(asm.R8, arg(stripFromRow))
	a.Load(asm.R9, arg(stripToRow))
	a.Load(asm.RDX, arg(stripTiles))
	loop := a.Here()
	a.Mov(asm.RCX, asm.RAX)
	for r := range asm.Reg(n) {
		a.M(asm.VMOVUPS, i.whole, r, 0, asm.At(asm.RCX, 0), asm.Opt{})
		a.Add(asm.RCX, asm.R8)
	}
	turn(a, i)
	for r := range asm.Reg(n) {
		a.M(asm.VMOVUPSSt, i.whole, r, 0, asm.At(asm.RBX, 0), asm.Opt{})
		a.Add(asm.RBX, asm.R9)
	}
	a.AddImm(asm.RAX, int32(i.whole))
	a.SubImm(asm.RDX, 1)
	a.Jump(asm.NotEqual, loop)
	a.Ret()
}

// turn transposes the tile in registers 0 … n−1, with the next n as scratch: first within the 128-bit parts of each register, by
// interleaving pairs of rows and pairs of pairs; then the parts among registers.
func turn(a *asm.Asm, i isa) {
	n := asm.Reg(i.lanes())
	two := func(in *asm.Inst, dst, x, y asm.Reg, imm byte) { a.R(in, i.whole, dst, x, y, asm.Opt{Imm: imm}) }
	// After this register group·size + c holds, in part p, column p·size + c of the rows of the group.
	size := asm.Reg(4)
	if i.wide {
		size = 2
		for r := asm.Reg(0); r < n; r += 2 {
			two(asm.VUNPCKLPD, n+r, r, r+1, 0)
			two(asm.VUNPCKHPD, n+r+1, r, r+1, 0)
		}
	} else {
		for r := asm.Reg(0); r < n; r += 2 {
			two(asm.VUNPCKLPS, n+r, r, r+1, 0)
			two(asm.VUNPCKHPS, n+r+1, r, r+1, 0)
		}
		for r := asm.Reg(0); r < n; r += 4 {
			two(asm.VUNPCKLPD, r, n+r, n+r+2, 0)
			two(asm.VUNPCKHPD, r+1, n+r, n+r+2, 0)
			two(asm.VUNPCKLPD, r+2, n+r+1, n+r+3, 0)
			two(asm.VUNPCKHPD, r+3, n+r+1, n+r+3, 0)
		}
	}
	from, temp := asm.Reg(0), n // where the groups are, and what is free
	if i.wide {
		from, temp = n, 0
	}
	for c := range size {
		part := func(group asm.Reg) asm.Reg { return from + group*size + c }
		out := func(p asm.Reg) asm.Reg { return p*size + c }
		if i.whole == asm.Y {
			low := temp + c
			two(asm.VPERM2F128, low, part(0), part(1), 0x20)
			two(asm.VPERM2F128, n+size+c, part(0), part(1), 0x31)
			if !i.wide {
				a.R(asm.VMOVAPS, asm.Y, out(0), 0, low, asm.Opt{})
			}
			a.R(asm.VMOVAPS, asm.Y, out(1), 0, n+size+c, asm.Opt{})
			continue
		}
		even0, odd0, even1, odd1 := n+c, n+size+c, n+2*size+c, n+3*size+c
		if i.wide {
			even0, odd0, even1, odd1 = 16+c, 18+c, 20+c, 22+c
		}
		two(asm.VSHUFF32X4, even0, part(0), part(1), 0x88)
		two(asm.VSHUFF32X4, odd0, part(0), part(1), 0xdd)
		two(asm.VSHUFF32X4, even1, part(2), part(3), 0x88)
		two(asm.VSHUFF32X4, odd1, part(2), part(3), 0xdd)
		two(asm.VSHUFF32X4, out(0), even0, even1, 0x88)
		two(asm.VSHUFF32X4, out(1), odd0, odd1, 0x88)
		two(asm.VSHUFF32X4, out(2), even0, even1, 0xdd)
		two(asm.VSHUFF32X4, out(3), odd0, odd1, 0xdd)
	}
}

// transposer finds or makes the transposer for elements of a size.
func (e *Engine) transposer(i isa) (*exec.Code, error) {
	type key struct{ wide bool }
	return e.code(key{i.wide}, func(a *asm.Asm) { emitTransposer(a, i) })
}

// turnB copies k rows and n columns of B, whose columns are contiguous, into the panel at to, in whole tiles, and gives how
// many rows and columns these cover.
func (r *run) turnB(from, to unsafe.Pointer, k, n int) (rows, columns int, err error) {
	lanes := r.machine.lanes()
	rows, columns = k/lanes*lanes, n/lanes*lanes
	if rows == 0 || columns == 0 {
		return 0, 0, nil
	}
	code, err := r.transposer(r.machine)
	if err != nil {
		return 0, 0, err
	}
	for j := 0; j < columns; j += lanes {
		strip := &stripArgs{from: unsafe.Add(from, j*r.q.B.Col*r.size), to: unsafe.Add(to, j*r.size), fromRow: r.q.B.Col * r.size, toRow: r.nr * r.size, tiles: rows / lanes}
		code.Call(0, unsafe.Pointer(strip))
	}
	return rows, columns, nil
}
