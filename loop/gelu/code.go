package gelu

import (
	"encoding/binary"
	"math"

	"github.com/magneto-go/magneto/loop/asm"
)

// emit appends the kernel. Registers 0 to 11 are the coefficients, two for each degree; RAX and RBX x and y, RSI the vectors left.
func emit(a *asm.Asm) {
	const (
		magnitude asm.Reg = 12 + iota
		first
		least
		most
		bound
		one
		half
		sign
		x
		size
		interval
		p
		coefficient
	)
	word := func(bits uint32) []byte { return binary.LittleEndian.AppendUint32(nil, bits) }
	for degree, row := range Coefficients {
		var table []byte
		for i := range 32 {
			bits := uint32(0)
			if i < Intervals {
				bits = math.Float32bits(row[i])
			}
			table = append(table, word(bits)...)
		}
		for part := range 2 {
			a.M(asm.VMOVUPS, asm.Z, asm.Reg(2*degree+part), 0, a.Const(table[64*part:64*part+64]), asm.Opt{})
		}
	}
	for _, c := range []struct {
		to   asm.Reg
		bits uint32
	}{{magnitude, 1<<31 - 1}, {first, FirstBits}, {least, 1}, {most, Intervals - 1}, {bound, oneBits}, {one, math.Float32bits(1)}, {half, math.Float32bits(0.5)}, {sign, 1 << 31}} {
		a.M(asm.VBROADCASTSS, asm.Z, c.to, 0, a.Const(word(c.bits)), asm.Opt{})
	}
	a.Load(asm.RAX, asm.At(asm.RDI, 0))
	a.Load(asm.RBX, asm.At(asm.RDI, 8))
	a.Load(asm.RSI, asm.At(asm.RDI, 16))
	three := func(in *asm.Inst, to, left, right asm.Reg) { a.R(in, asm.Z, to, left, right, asm.Opt{}) }
	step := func(o asm.Opt) {
		a.M(asm.VMOVUPS, asm.Z, x, 0, asm.At(asm.RAX, 0), asm.Opt{Mask: o.Mask, Zero: o.Mask != 0})
		three(asm.VANDPS, size, x, magnitude)
		three(asm.VPSUBD, interval, size, first)
		a.R(asm.VPSRAD, asm.Z, interval, 0, interval, asm.Opt{Imm: IntervalShift})
		three(asm.VPMAXSD, interval, interval, least)
		three(asm.VPMINSD, interval, interval, most)
		pick := func(to asm.Reg, degree int) {
			three(asm.VANDPS, to, interval, interval)
			three(asm.VPERMI2PS, to, asm.Reg(2*degree), asm.Reg(2*degree+1))
		}
		pick(p, Degree)
		for degree := Degree - 1; degree >= 0; degree-- {
			pick(coefficient, degree)
			three(asm.VFMADD213PS, p, size, coefficient)
		}
		a.R(asm.VCMPPSK, asm.Z, 2, size, bound, asm.Opt{Imm: 1}) // less
		a.R(asm.VBLENDMPS, asm.Z, p, one, p, asm.Opt{Mask: 2})
		three(asm.VANDPS, coefficient, x, sign)
		three(asm.VXORPS, p, p, coefficient)
		three(asm.VADDPS, p, one, p)
		three(asm.VMULPS, x, half, x)
		three(asm.VMULPS, x, x, p)
		a.M(asm.VMOVUPSSt, asm.Z, x, 0, asm.At(asm.RBX, 0), o)
	}
	tail, done := a.Label(), a.Label()
	a.Test(asm.RSI, asm.RSI)
	a.Jump(asm.Equal, tail)
	a.Align(64)
	loop := a.Here()
	step(asm.Opt{})
	a.AddImm(asm.RAX, 64)
	a.AddImm(asm.RBX, 64)
	a.SubImm(asm.RSI, 1)
	a.Jump(asm.NotEqual, loop)
	a.Bind(tail)
	a.Load(asm.RSI, asm.At(asm.RDI, 24))
	a.Test(asm.RSI, asm.RSI)
	a.Jump(asm.Equal, done)
	a.M(asm.KMOVQLd, 0, 1, 0, asm.At(asm.RDI, 24), asm.Opt{})
	step(asm.Opt{Mask: 1})
	a.Bind(done)
	a.Ret()
}
