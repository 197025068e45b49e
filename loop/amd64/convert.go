package amd64

import (
	"github.com/magneto-go/magneto/loop/asm"
	"github.com/magneto-go/magneto/loop/ir"
)

// conversions lists those that are one instruction: which, whether it needs AVX-512, whether the vector length is that of the
// source.
var conversions = map[[2]ir.Type]struct {
	in         *asm.Inst
	avx512     bool
	fromLength bool
}{
	{ir.I32, ir.I64}: {asm.VPMOVSXDQ, false, false},
	{ir.I32, ir.F32}: {asm.VCVTDQ2PS, false, false},
	{ir.I32, ir.F64}: {asm.VCVTDQ2PD, false, false},
	{ir.I64, ir.I32}: {asm.VPMOVQD, true, true},
	{ir.I64, ir.F32}: {asm.VCVTQQ2PS, true, true},
	{ir.I64, ir.F64}: {asm.VCVTQQ2PD, true, false},
	{ir.F32, ir.I32}: {asm.VCVTTPS2DQ, false, false},
	{ir.F32, ir.I64}: {asm.VCVTTPS2QQ, true, false},
	{ir.F32, ir.F64}: {asm.VCVTPS2PD, false, false},
	{ir.F64, ir.I32}: {asm.VCVTTPD2DQ, false, true},
	{ir.F64, ir.I64}: {asm.VCVTTPD2QQ, true, false},
	{ir.F64, ir.F32}: {asm.VCVTPD2PS, false, true},
}

func (s *selector) convert(to, from ir.Type, a ir.ID) vreg {
	if from == ir.Bool {
		return s.fromBool(to, s.reg(a))
	}
	row := conversions[[2]ir.Type{from, to}]
	l := s.length(to)
	if row.fromLength {
		l = s.length(from)
	}
	switch {
	case s.avx512 || !row.avx512:
		return s.one(row.in, l, of(s.reg(a)))
	case to == ir.I32: // from i64
		return s.evenLanes(s.reg(a))
	}
	return s.convertLanes(to, from, s.reg(a))
}

// fromBool gives 0 and 1.
func (s *selector) fromBool(to ir.Type, m vreg) vreg {
	one := [5]uint64{1, 1, 1, ir.Float32Bits(1), ir.Float64Bits(1)}[to]
	l := s.length(to)
	if s.avx512 {
		in := asm.VBROADCASTSS
		if to.Wide() {
			in = asm.VBROADCASTSD
		}
		return s.op(instr{in: in, l: l, rm: operand{mem: s.constant(to, one).mem}, mask: m, zero: true})
	}
	in := asm.VANDPS
	if to.Wide() {
		in = asm.VANDPD
	}
	return s.two(in, l, s.widenMask(to, m), s.constant(to, one))
}

// Operations without a vector form go through the frame lane by lane, with general registers.

// laneSize is the bytes of a lane of type t.
func laneSize(t ir.Type) int32 {
	if t.Wide() {
		return 8
	}
	return 4
}

// byLanes stores the operands, of types from, into stages, runs each lane (which finds operand i at stage(i)+lane·size and puts
// its result, of type to, at the last stage), and loads the result.
func (s *selector) byLanes(to ir.Type, from ir.Type, each func(a *asm.Asm, lane int32), operands ...vreg) vreg {
	for i, o := range operands {
		s.add(instr{in: asm.VMOVUPSSt, l: s.length(from), rm: operand{mem: asm.At(asm.RDI, s.stage(i))}, data: o})
	}
	s.raw(func(a *asm.Asm) {
		for lane := range int32(s.lanes) {
			each(a, lane)
		}
	})
	return s.one(asm.VMOVUPS, s.length(to), operand{mem: asm.At(asm.RDI, s.stage(resultStage))})
}

func (s *selector) divide(t ir.Type, x, y vreg, remainder bool) vreg {
	size := laneSize(t)
	return s.byLanes(t, t, func(a *asm.Asm, lane int32) {
		zero, minus, done := a.Label(), a.Label(), a.Label()
		a.LoadSign(asm.RAX, asm.At(asm.RDI, s.stage(0)+lane*size), int(size))
		a.LoadSign(asm.RBX, asm.At(asm.RDI, s.stage(1)+lane*size), int(size))
		a.Test(asm.RBX, asm.RBX)
		a.Jump(asm.Equal, zero)
		a.CmpImm(asm.RBX, -1)
		a.Jump(asm.Equal, minus)
		a.Mov(asm.R14, asm.RDX) // which counts elements
		a.Cqo()
		a.Idiv(asm.RBX)
		if remainder {
			a.Mov(asm.RAX, asm.RDX)
		}
		a.Mov(asm.RDX, asm.R14)
		a.Goto(done)
		a.Bind(minus) // by -1: the quotient of the least integer would trap
		if !remainder {
			a.Neg(asm.RAX)
			a.Goto(done)
		}
		a.Bind(zero)
		a.MovImm(asm.RAX, 0)
		a.Bind(done)
		a.StoreLow(asm.At(asm.RDI, s.stage(resultStage)+lane*size), asm.RAX, int(size))
	}, x, y)
}

// convertLanes converts between 64-bit integers and floats where AVX2 cannot.
func (s *selector) convertLanes(to, from ir.Type, x vreg) vreg {
	// Register 15 is kept out of allocation for this where kernels have such conversions.
	const lane0 = 15
	return s.byLanes(to, from, func(a *asm.Asm, lane int32) {
		source := asm.At(asm.RDI, s.stage(0)+lane*laneSize(from))
		target := asm.At(asm.RDI, s.stage(resultStage)+lane*laneSize(to))
		switch {
		case to == ir.I64:
			if from == ir.F32 {
				a.M(asm.VMOVSSLd, asm.X, lane0, 0, source, asm.Opt{})
				a.Cvttss2si(asm.RAX, lane0)
			} else {
				a.M(asm.VMOVSDLd, asm.X, lane0, 0, source, asm.Opt{})
				a.Cvttsd2si(asm.RAX, lane0)
			}
			a.Store(target, asm.RAX)
		case to == ir.F32:
			a.Load(asm.RAX, source)
			a.Cvtsi2ss(lane0, asm.RAX)
			a.M(asm.VMOVSSSt, asm.X, lane0, 0, target, asm.Opt{})
		default:
			a.Load(asm.RAX, source)
			a.Cvtsi2sd(lane0, asm.RAX)
			a.M(asm.VMOVSDSt, asm.X, lane0, 0, target, asm.Opt{})
		}
	}, x)
}
