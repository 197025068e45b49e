package gemm

import "github.com/magneto-go/magneto/loop/asm"

// emit appends the code of a kernel of dot products. Registers: RAX and RBX the rows of A and the columns of B, R8 and R10 the strides between them, R9 and R11 three times
// these; RSI the steps left; RCX, RDX and RBX later where C and D are. The sixteen sums of an element are one vector with AVX-512, and two with AVX2.
func (kind dots) emit(a *asm.Asm, avx512 bool) {
	length, halves := asm.Y, 2
	if avx512 {
		length, halves = asm.Z, 1
	}
	acc := func(r, c, h int) asm.Reg { return asm.Reg((r*kind.columns+c)*halves + h) }
	first := asm.Reg(kind.rows * kind.columns * halves) // free registers
	ofB := func(c int) asm.Reg { return first + asm.Reg(c) }
	ofA := first + asm.Reg(kind.columns)
	mask := ofA + 1
	arg := func(at int32) asm.Mem { return asm.At(asm.RDI, at) }
	a.Load(asm.RAX, arg(dotA))
	a.Load(asm.RBX, arg(dotB))
	a.Load(asm.R8, arg(dotARow))
	a.Load(asm.R10, arg(dotBCol))
	a.Lea(asm.R9, asm.Indexed(asm.R8, asm.R8, 2, 0))
	a.Lea(asm.R11, asm.Indexed(asm.R10, asm.R10, 2, 0))
	for r := range first {
		if r < 16 {
			a.R(asm.VXORPS, asm.X, r, r, r, asm.Opt{})
		} else {
			a.R(asm.VXORPS, asm.Z, r, r, r, asm.Opt{})
		}
	}
	row := func(base, stride, triple asm.Reg, n int, disp int32) asm.Mem {
		switch n {
		case 0:
			return asm.At(base, disp)
		case 3:
			return asm.Indexed(base, triple, 1, disp)
		}
		return asm.Indexed(base, stride, uint8(n), disp)
	}
	step := func(masked bool) {
		for h := range halves {
			if masked && !avx512 {
				a.M(asm.VMOVUPS, length, mask, 0, arg(dotVectors+32*int32(h)), asm.Opt{})
			}
			load := func(to asm.Reg, from asm.Mem) {
				switch {
				case !masked:
					a.M(asm.VMOVUPS, length, to, 0, from, asm.Opt{})
				case avx512:
					a.M(asm.VMOVUPS, length, to, 0, from, asm.Opt{Mask: 1, Zero: true})
				default:
					a.M(asm.VMASKMOVPS, length, to, mask, from, asm.Opt{})
				}
			}
			for c := range kind.columns {
				load(ofB(c), row(asm.RBX, asm.R10, asm.R11, c, 32*int32(h)))
			}
			for r := range kind.rows {
				load(ofA, row(asm.RAX, asm.R8, asm.R9, r, 32*int32(h)))
				for c := range kind.columns {
					a.R(asm.VFMADD231PS, length, acc(r, c, h), ofA, ofB(c), asm.Opt{})
				}
			}
		}
	}
	tail, done := a.Label(), a.Label()
	a.Load(asm.RSI, arg(dotWhole))
	a.Test(asm.RSI, asm.RSI)
	a.Jump(asm.Equal, tail)
	a.Align(64)
	loop := a.Here()
	step(false)
	a.AddImm(asm.RAX, wide*4)
	a.AddImm(asm.RBX, wide*4)
	a.SubImm(asm.RSI, 1)
	a.Jump(asm.NotEqual, loop)
	a.Bind(tail)
	a.Load(asm.RSI, arg(dotLanes))
	a.Test(asm.RSI, asm.RSI)
	a.Jump(asm.Equal, done)
	if avx512 {
		a.M(asm.KMOVQLd, 0, 1, 0, arg(dotLanes), asm.Opt{})
	}
	step(true)
	a.Bind(done)
	for r := range kind.rows {
		for c := range kind.columns {
			if avx512 {
				kind.fold512(a, acc(r, c, 0), first)
			} else {
				kind.fold256(a, acc(r, c, 0), acc(r, c, 1), first)
			}
		}
	}
	kind.emitResult(a, func(r, c int) asm.Reg { return acc(r, c, 0) }, first)
	a.Ret()
}

// fold512 adds the sixteen lanes of v: each step adds to a lane the one that is 1, 2, 4 or 8 lanes away. t is free.
func (kind dots) fold512(a *asm.Asm, v, t asm.Reg) {
	list := [4]struct {
		shuffle *asm.Inst
		imm     byte
	}{{asm.VSHUFPS, 0xb1}, {asm.VSHUFPS, 0x4e}, {asm.VSHUFF32X4, 0xb1}, {asm.VSHUFF32X4, 0x4e}}
	for n := range list {
		if kind.halves {
			n = len(list) - 1 - n
		}
		a.R(list[n].shuffle, asm.Z, t, v, v, asm.Opt{Imm: list[n].imm})
		a.R(asm.VADDPS, asm.Z, v, v, t, asm.Opt{})
	}
}

// fold256 adds the lanes of v and of w, which are lanes 8 to 15.
func (kind dots) fold256(a *asm.Asm, v, w, t asm.Reg) {
	list := [3]struct {
		shuffle *asm.Inst
		imm     byte
	}{{asm.VSHUFPS, 0xb1}, {asm.VSHUFPS, 0x4e}, {asm.VPERM2F128, 0x01}}
	add := func(v asm.Reg, n int) {
		a.R(list[n].shuffle, asm.Y, t, v, v, asm.Opt{Imm: list[n].imm})
		a.R(asm.VADDPS, asm.Y, v, v, t, asm.Opt{})
	}
	if kind.halves {
		a.R(asm.VADDPS, asm.Y, v, v, w, asm.Opt{})
		for n := range list {
			add(v, len(list)-1-n)
		}
		return
	}
	for n := range list {
		add(v, n)
		add(w, n)
	}
	a.R(asm.VADDPS, asm.Y, v, v, w, asm.Opt{})
}

// emitResult writes the tile: α·sum, fused with β·D; where lanes are folded in halves it is β·D that is rounded. t is free, and so are the two registers behind it.
func (kind dots) emitResult(a *asm.Asm, sum func(r, c int) asm.Reg, t asm.Reg) {
	arg := func(at int32) asm.Mem { return asm.At(asm.RDI, at) }
	alpha, factor := t+1, t+2
	a.M(asm.VMOVSSLd, 0, alpha, 0, arg(dotAlpha), asm.Opt{})
	a.M(asm.VMOVSSLd, 0, factor, 0, arg(dotBeta), asm.Opt{})
	a.Load(asm.RCX, arg(dotC))
	a.Load(asm.RDX, arg(dotD))
	for r := range kind.rows {
		a.Mov(asm.RAX, asm.RCX)
		a.Mov(asm.RBX, asm.RDX)
		for c := range kind.columns {
			s := sum(r, c)
			if kind.adds {
				a.M(asm.VMOVSSLd, 0, t, 0, asm.At(asm.RBX, 0), asm.Opt{})
			}
			switch {
			case kind.adds && kind.halves:
				a.R(asm.VMULPS, asm.X, t, t, factor, asm.Opt{})
				a.R(asm.VFMADD213PS, asm.X, s, alpha, t, asm.Opt{})
			case !kind.adds:
				a.R(asm.VMULPS, asm.X, s, s, alpha, asm.Opt{})
			default:
				a.R(asm.VMULPS, asm.X, s, s, alpha, asm.Opt{})
				a.R(asm.VFMADD231PS, asm.X, s, factor, t, asm.Opt{})
			}
			a.M(asm.VMOVSSSt, 0, s, 0, asm.At(asm.RAX, 0), asm.Opt{})
			a.AddMem(asm.RAX, arg(dotCCol))
			a.AddMem(asm.RBX, arg(dotDCol))
		}
		a.AddMem(asm.RCX, arg(dotCRow))
		a.AddMem(asm.RDX, arg(dotDRow))
	}
}
