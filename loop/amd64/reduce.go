package amd64

import (
	"github.com/magneto-go/magneto/loop/asm"
	"github.com/magneto-go/magneto/loop/ir"
)

// Partial results of bools are vectors of 32-bit lanes, as in the frame.

// partialType is the type whose lanes hold partial results of t.
func partialType(t ir.Type) ir.Type {
	if t == ir.Bool {
		return ir.I32
	}
	return t
}

// combine is one step of a reduction: a with b, which comes later in the order.
func (s *selector) combine(o ir.Op, t ir.Type, a vreg, b operand) vreg {
	t = partialType(t)
	if o == ir.Min || o == ir.Max {
		return s.extreme(o, t, a, b, false)
	}
	return s.arithmetic(o, t, a, b)
}

// reduced is the operand of a reduction in lanes of its partial results.
func (s *selector) reduced(r *ir.Reduction) vreg {
	t := s.k.TypeOf(r.Value)
	v := s.value(r.Value)
	if t == ir.Bool && v.isMem() {
		return s.loaded(ir.I32, v)
	}
	return s.asVector(t, s.inRegister(t, v))
}

// identity is the vector that partial results start with.
func (s *selector) identity(r *ir.Reduction) vreg {
	t := s.k.TypeOf(r.Value)
	return s.loaded(partialType(t), s.constant(t, ir.Identity(r.Op, t)))
}

// step is what old partial results of r become with the operand of the reduction.
func (s *selector) step(r *ir.Reduction, old vreg) vreg {
	t := s.k.TypeOf(r.Value)
	if r.By != 0 {
		return s.multiplyAdd(t, false, of(s.reg(r.Value)), of(s.reg(r.By)), of(old))
	}
	return s.combine(r.Op, t, old, of(s.reduced(r)))
}

// intoRegister combines into an accumulator that has a register of its own.
func (s *selector) intoRegister(r *ir.Reduction, accumulator vreg) {
	s.step(r, accumulator)
	s.code[len(s.code)-1].dst = accumulator
}

// intoMemory combines into a vector in memory; with a tail, only the tail's lanes.
func (s *selector) intoMemory(r *ir.Reduction, m asm.Mem, masked bool) {
	t := partialType(s.k.TypeOf(r.Value))
	old := s.loaded(t, operand{mem: m})
	sum := s.step(r, old)
	if masked { // blended here: a masked store would not be forwarded to the load that comes next
		if s.avx512 {
			sum = s.op(instr{in: blends.of(t), l: s.length(t), src: old, rm: of(sum), mask: s.tailMask})
		} else {
			sum = s.op(instr{in: blendvs.of(t), l: s.length(t), src: old, rm: of(sum), data: s.loaded(t, s.tail(t))})
		}
	}
	s.add(instr{in: asm.VMOVUPSSt, l: s.length(t), rm: operand{mem: m}, data: sum})
}

// fold combines the partial results at offset at, halving their number until one is left, and spreads that over a vector.
func (s *selector) fold(r *ir.Reduction, at int32) vreg {
	t := partialType(s.k.TypeOf(r.Value))
	size := int32(laneSize(t))
	l := s.length(t)
	bytes := int32(s.s.Partials()) * size
	var v []vreg
	for o := int32(0); o < bytes; o += int32(l) {
		v = append(v, s.loaded(t, operand{mem: asm.At(asm.RDI, at+o)}))
	}
	for h := len(v) / 2; h > 0; h /= 2 {
		for i := range h {
			v[i] = s.combine(r.Op, t, v[i], of(v[i+h]))
		}
	}
	x := v[0]
	for width := l; int32(width) > size; width /= 2 {
		var high vreg
		switch width {
		case asm.Z:
			high = s.oneImm(asm.VEXTRACTF64X4, asm.Z, of(x), 1)
		case asm.Y:
			in := asm.VEXTRACTF128
			if s.avx512 {
				in = asm.VEXTRACTF32X4
			}
			high = s.oneImm(in, asm.Y, of(x), 1)
		case 16:
			high = s.oneImm(asm.VPSHUFD, asm.X, of(x), 0xee)
		default:
			high = s.oneImm(asm.VPSHUFD, asm.X, of(x), 0x55)
		}
		s.narrowed = max(asm.X, width/2)
		x = s.combine(r.Op, t, x, of(high))
		s.narrowed = 0
	}
	in := asm.VBROADCASTSS
	if t.Wide() {
		in = asm.VBROADCASTSD
	}
	return s.one(in, l, of(x))
}
