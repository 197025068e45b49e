package amd64

import (
	"math"

	"github.com/magneto-go/magneto/loop/asm"
	"github.com/magneto-go/magneto/loop/ir"
)

// Step is how a buffer's elements lie along the vector loop.
type Step uint8

const (
	Same    Step = iota // one element for all
	Unit                // one after the other
	Strided             // any distance
	Second              // every second element, of 4 bytes
)

// place is one vector's worth of a buffer's elements.
type place struct {
	buf    int
	elem   ir.Elem
	step   Step
	mem    asm.Mem // of the first element, unless strided
	before func(a *asm.Asm)
	// first leaves the address of the first element in RBX.
	first  func(a *asm.Asm)
	masked bool // only the elements of the tail
}

// load brings a vector of elements into a register (bools: as the machine has them).
func (s *selector) load(p place) vreg {
	if p.elem == ir.Index64 {
		return s.loadIndex(p)
	}
	if p.step == Second && (!p.masked || s.avx512) {
		return s.loadSecond(p)
	}
	staged := p.step == Strided || p.step == Second || p.step == Unit && p.masked && !s.avx512 && p.elem.Size() < 4
	if staged {
		s.gather(p)
		p.mem, p.masked, p.step = asm.At(asm.RDI, s.stage(0)), false, Unit
	} else if p.before != nil {
		s.raw(p.before)
	}
	l := s.length(p.elem.Value())
	from := operand{mem: p.mem}
	if p.step == Same {
		return s.loadSame(p.elem, l, from)
	}
	mask := vreg(0)
	if p.masked {
		if !s.avx512 { // 4 and 8 bytes
			in, t := asm.VMASKMOVPS, ir.I32
			if p.elem.Size() == 8 {
				in, t = asm.VMASKMOVPD, ir.I64
			}
			return s.two(in, l, s.loaded(t, s.tail(t)), from)
		}
		mask = s.tailMask
	}
	get := func(in *asm.Inst) vreg { return s.op(instr{in: in, l: l, rm: from, mask: mask, zero: mask != 0}) }
	switch p.elem {
	case ir.Bool8:
		return s.isTrue(get(asm.VPMOVZXBD))
	case ir.Uint8:
		return get(asm.VPMOVZXBD)
	case ir.Int8:
		return get(asm.VPMOVSXBD)
	case ir.Int16:
		return get(asm.VPMOVSXWD)
	case ir.Float16:
		return get(asm.VCVTPH2PS)
	case ir.BFloat16:
		return s.oneImm(asm.VPSLLD, l, of(get(asm.VPMOVZXWD)), 16)
	}
	if l == s.l64 && p.elem.Size() == 8 {
		return get(asm.VMOVUPD)
	}
	return get(asm.VMOVUPS)
}

// isTrue makes a bool of 32-bit lanes that are 0 or not.
func (s *selector) isTrue(v vreg) vreg {
	if s.avx512 {
		return s.maskOf(of(v))
	}
	return s.two(asm.VPCMPGTD, s.l32, v, s.constant(ir.I32, 0)) // the lanes are bytes: none is negative
}

func halved(l asm.Len) asm.Len { return max(asm.X, l/2) }

func (s *selector) loadSame(e ir.Elem, l asm.Len, from operand) vreg {
	switch e {
	case ir.Bool8:
		return s.isTrue(s.one(asm.VPMOVZXBD, l, of(s.one(asm.VPBROADCASTB, asm.X, from))))
	case ir.Uint8:
		return s.one(asm.VPMOVZXBD, l, of(s.one(asm.VPBROADCASTB, asm.X, from)))
	case ir.Int8:
		return s.one(asm.VPMOVSXBD, l, of(s.one(asm.VPBROADCASTB, asm.X, from)))
	case ir.Int16:
		return s.one(asm.VPMOVSXWD, l, of(s.one(asm.VPBROADCASTW, halved(l), from)))
	case ir.Float16:
		return s.one(asm.VCVTPH2PS, l, of(s.one(asm.VPBROADCASTW, halved(l), from)))
	case ir.BFloat16:
		return s.oneImm(asm.VPSLLD, l, of(s.one(asm.VPMOVZXWD, l, of(s.one(asm.VPBROADCASTW, halved(l), from)))), 16)
	case ir.Int64, ir.Float64:
		return s.one(asm.VBROADCASTSD, l, from)
	}
	return s.one(asm.VBROADCASTSS, l, from)
}

// gather copies elements one by one into stage 0.
func (s *selector) gather(p place) {
	s.raw(func(a *asm.Asm) {
		s.eachLane(a, p, func(stage asm.Mem) {
			a.LoadZero(asm.RAX, asm.At(asm.RBX, 0), p.elem.Size())
			a.StoreLow(stage, asm.RAX, p.elem.Size())
		})
	})
}

// loadIndex brings a vector of 64-bit indices into 32-bit lanes.
func (s *selector) loadIndex(p place) vreg {
	if p.step == Unit && !p.masked && s.avx512 {
		if p.before != nil {
			s.raw(p.before)
		}
		half := func(mem asm.Mem) vreg {
			return s.one(asm.VPMOVSQD, asm.Z, of(s.one(asm.VMOVUPD, asm.Z, operand{mem: mem})))
		}
		low := half(p.mem)
		if s.lanes == 8 {
			return low
		}
		p.mem.Disp += 64
		return s.twoImm(asm.VSHUFF32X4, asm.Z, low, of(half(p.mem)), 0x44)
	}
	l, staged := s.length(ir.I32), asm.At(asm.RDI, s.stage(0))
	if p.step == Same {
		s.raw(func(a *asm.Asm) {
			if p.before != nil {
				p.before(a)
			}
			a.Lea(asm.RBX, p.mem)
			narrowIndex(a, staged)
		})
		return s.one(asm.VBROADCASTSS, l, operand{mem: staged})
	}
	s.raw(func(a *asm.Asm) { s.eachLane(a, p, func(stage asm.Mem) { narrowIndex(a, stage) }) })
	return s.one(asm.VMOVUPS, l, operand{mem: staged})
}

// narrowIndex puts the index at RBX into a lane.
func narrowIndex(a *asm.Asm, stage asm.Mem) {
	whole, done := asm.At(asm.RBX, 0), a.Label()
	a.LoadSign(asm.RAX, whole, 4)
	a.CmpMem(asm.RAX, whole)
	a.Jump(asm.Equal, done)
	a.Load(asm.RAX, whole)
	a.Test(asm.RAX, asm.RAX)
	a.MovImm(asm.RAX, math.MaxInt32)
	a.Jump(asm.GreaterEqual, done)
	a.MovImm(asm.RAX, math.MinInt32)
	a.Bind(done)
	a.StoreLow(stage, asm.RAX, 4)
}

// eachLane runs f for each element of p, whose address is in RBX and whose place in stage 0 is given; R14 is used.
func (s *selector) eachLane(a *asm.Asm, p place, f func(stage asm.Mem)) {
	size := p.elem.Size()
	if p.elem == ir.Index64 {
		size = 4
	}
	step := s.frame.step(p.buf, s.vectorAxis())
	p.first(a)
	if !p.masked {
		a.Load(asm.R14, step)
		for lane := range s.lanes {
			f(asm.At(asm.RDI, s.stage(0)+int32(lane*size)))
			a.Add(asm.RBX, asm.R14)
		}
		return
	}
	a.MovImm(asm.R14, 0)
	loop := a.Here()
	f(asm.Indexed(asm.RDI, asm.R14, uint8(size), s.stage(0)))
	a.AddMem(asm.RBX, step)
	a.AddImm(asm.R14, 1)
	a.CmpMem(asm.R14, s.frame.tail())
	a.Jump(asm.Less, loop)
}

// store writes a vector of elements.
func (s *selector) store(p place, t ir.Type, v operand) {
	reg := s.inRegister(t, v)
	if p.step == Second && (!p.masked || s.avx512) {
		s.storeSecond(p, reg)
		return
	}
	staged := p.step != Unit || p.masked && !s.avx512 && p.elem.Size() < 4
	target := p
	if staged {
		target.mem, target.masked = asm.At(asm.RDI, s.stage(0)), false
	}
	s.put(target, reg, staged)
	if staged {
		s.raw(func(a *asm.Asm) {
			s.eachLane(a, p, func(stage asm.Mem) {
				a.LoadZero(asm.RAX, stage, p.elem.Size())
				a.StoreLow(asm.At(asm.RBX, 0), asm.RAX, p.elem.Size())
			})
		})
	}
}

// put stores reg to p.mem, narrowed to the element type.
func (s *selector) put(p place, reg vreg, staged bool) {
	l := s.length(p.elem.Value())
	mask := vreg(0)
	if p.masked && s.avx512 {
		mask = s.tailMask
	}
	write := func(in *asm.Inst, l asm.Len, v vreg) {
		if p.before != nil && !staged {
			s.raw(p.before)
		}
		s.add(instr{in: in, l: l, rm: operand{mem: p.mem}, data: v, mask: mask})
	}
	switch p.elem {
	case ir.Float32, ir.Int32, ir.Float64, ir.Int64:
		in, masked, t := asm.VMOVUPSSt, asm.VMASKMOVPSt, ir.I32
		if p.elem.Size() == 8 {
			in, masked, t = asm.VMOVUPDSt, asm.VMASKMOVPDt, ir.I64
		}
		if s.layout.Stream && !p.masked && !staged {
			in = asm.VMOVNTPS
		}
		if p.masked && !s.avx512 {
			m := s.loaded(t, s.tail(t))
			if p.before != nil {
				s.raw(p.before)
			}
			s.add(instr{in: masked, l: l, src: m, rm: operand{mem: p.mem}, data: reg})
			return
		}
		write(in, l, reg)
	case ir.Float16:
		write(asm.VCVTPS2PH, l, reg)
	case ir.BFloat16:
		s.narrow(write, l, s.roundBFloat(reg), 2)
	case ir.Int16:
		s.narrow(write, l, reg, 2)
	case ir.Bool8:
		s.narrow(write, l, s.fromBool(ir.I32, reg), 1)
	default:
		s.narrow(write, l, reg, 1)
	}
}

// narrow writes the low size bytes of 32-bit lanes.
func (s *selector) narrow(write func(*asm.Inst, asm.Len, vreg), l asm.Len, v vreg, size int) {
	if s.avx512 {
		write(map[int]*asm.Inst{1: asm.VPMOVDB, 2: asm.VPMOVDW}[size], l, v)
		return
	}
	// Wrap first: the packing instructions saturate.
	bits := byte(32 - 8*size)
	v = s.oneImm(asm.VPSRAD, l, of(s.oneImm(asm.VPSLLD, l, of(v), bits)), bits)
	high := v
	if l == asm.Y {
		high = s.oneImm(asm.VEXTRACTF128, asm.Y, of(v), 1)
	}
	v = s.two(asm.VPACKSSDW, asm.X, v, of(high))
	bytes := s.lanes * size
	if size == 1 {
		v = s.two(asm.VPACKSSWB, asm.X, v, of(v))
	}
	switch bytes {
	case 16:
		write(asm.VMOVUPSSt, asm.X, v)
	case 8:
		write(asm.VMOVSDSt, asm.X, v)
	default:
		write(asm.VMOVSSSt, asm.X, v)
	}
}

// roundBFloat leaves the bits of float32 lanes rounded to bfloat16 in the low halves.
func (s *selector) roundBFloat(v vreg) vreg {
	l := s.l32
	i32 := func(n uint64) operand { return s.constant(ir.I32, n) }
	odd := s.two(asm.VANDPS, l, s.oneImm(asm.VPSRLD, l, of(v), 16), i32(1))
	sum := s.two(asm.VPADDD, l, s.two(asm.VPADDD, l, v, i32(0x7fff)), of(odd))
	rounded := s.oneImm(asm.VPSRLD, l, of(sum), 16)
	quiet := s.loaded(ir.I32, i32(0x7fc0))
	if s.avx512 {
		nan := s.opMask(instr{in: asm.VCMPPSK, l: l, src: v, rm: of(v), imm: unordered})
		return s.op(instr{in: asm.VBLENDMPS, l: l, src: rounded, rm: of(quiet), mask: nan})
	}
	nan := s.twoImm(asm.VCMPPS, l, v, of(v), unordered)
	return s.op(instr{in: asm.VBLENDVPS, l: l, src: rounded, rm: of(quiet), data: nan})
}

// index is a vector of an iota: the place's first value, found by first, plus what lanes add.
func (s *selector) index(p place, t ir.Type) vreg {
	l := s.length(t)
	s.raw(func(a *asm.Asm) {
		p.first(a)
		a.Store(asm.At(asm.RDI, s.stage(0)), asm.RBX)
	})
	in, add := asm.VPBROADCASTD, asm.VPADDD
	if t == ir.I64 {
		in, add = asm.VPBROADCASTQ, asm.VPADDQ
	}
	base := s.one(in, l, operand{mem: asm.At(asm.RDI, s.stage(0))})
	return s.two(add, l, base, operand{mem: asm.At(asm.RDI, s.laneOffsets[p.buf])})
}
