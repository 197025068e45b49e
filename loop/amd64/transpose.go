package amd64

import (
	"unsafe"

	"github.com/magneto-go/magneto/loop/asm"
)

// Strip is the frame of a transposer. Strides in bytes.
type Strip struct {
	From, To       unsafe.Pointer
	FromRow, ToRow int
	Tiles          int // along the source's rows, down the destination's
}

const (
	stripFrom = 8 * iota
	stripTo
	stripFromRow
	stripToRow
	stripTiles
)

// Transposer is code that copies a strip of square tiles, as many elements wide as a vector of the length is, turning each around in registers: rows of the source
// become columns of the destination. Elements have 8 bytes (wide) or 4. Registers: RAX, R8 source and its row stride; RBX, R9 destination and its; RDX tiles left.
func Transposer(l asm.Len, wide bool) []byte {
	a := &asm.Asm{}
	n := lanesOf(l, wide)
	arg := func(at int32) asm.Mem { return asm.At(asm.RDI, at) }
	a.Load(asm.RAX, arg(stripFrom))
	a.Load(asm.RBX, arg(stripTo))
	a.Load(asm.R8, arg(stripFromRow))
	a.Load(asm.R9, arg(stripToRow))
	a.Load(asm.RDX, arg(stripTiles))
	loop := a.Here()
	a.Mov(asm.RCX, asm.RAX)
	for r := range asm.Reg(n) {
		a.M(asm.VMOVUPS, l, r, 0, asm.At(asm.RCX, 0), asm.Opt{})
		a.Add(asm.RCX, asm.R8)
	}
	turn(a, l, wide)
	for r := range asm.Reg(n) {
		a.M(asm.VMOVUPSSt, l, r, 0, asm.At(asm.RBX, 0), asm.Opt{})
		a.Add(asm.RBX, asm.R9)
	}
	a.AddImm(asm.RAX, int32(l))
	a.SubImm(asm.RDX, 1)
	a.Jump(asm.NotEqual, loop)
	a.Ret()
	return a.Finish()
}

func lanesOf(l asm.Len, wide bool) int {
	if wide {
		return int(l) / 8
	}
	return int(l) / 4
}

// turn transposes the tile in registers 0 … n−1, with the next n as scratch: first within the 128-bit parts of each register, by
// interleaving pairs of rows and pairs of pairs; then the parts among registers.
func turn(a *asm.Asm, l asm.Len, wide bool) {
	n := asm.Reg(lanesOf(l, wide))
	two := func(in *asm.Inst, dst, x, y asm.Reg, imm byte) { a.R(in, l, dst, x, y, asm.Opt{Imm: imm}) }
	// After this register group·size + c holds, in part p, column p·size + c of the rows of the group.
	size := asm.Reg(4)
	if wide {
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
	if wide {
		from, temp = n, 0
	}
	for c := range size {
		part := func(group asm.Reg) asm.Reg { return from + group*size + c }
		out := func(p asm.Reg) asm.Reg { return p*size + c }
		if l == asm.Y {
			low := temp + c
			two(asm.VPERM2F128, low, part(0), part(1), 0x20)
			two(asm.VPERM2F128, n+size+c, part(0), part(1), 0x31)
			if !wide {
				a.R(asm.VMOVAPS, asm.Y, out(0), 0, low, asm.Opt{})
			}
			a.R(asm.VMOVAPS, asm.Y, out(1), 0, n+size+c, asm.Opt{})
			continue
		}
		even0, odd0, even1, odd1 := n+c, n+size+c, n+2*size+c, n+3*size+c
		if wide {
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
