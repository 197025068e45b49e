package amd64

import (
	"encoding/binary"

	"github.com/magneto-go/magneto/loop/asm"
)

// Buffers of which every second element is met (strided slices, the halves of pairs, strided convolutions) are read in whole vectors too, and
// put in order in registers; one element at a time they would take ten times as long.

// laneOrder is a permutation of 32-bit lanes.
type laneOrder struct {
	l    asm.Len
	kind orderKind
}

type orderKind uint8

const (
	evenUnits orderKind = iota // pairs of lanes, the even ones first
	lowApart                   // lanes of the low half, each twice
	highApart                  // of the high half
)

// order is a permutation as a vector of lane numbers.
func (s *selector) order(o laneOrder) vreg {
	m, ok := s.orders[o]
	if !ok {
		lanes := int(o.l) / 4
		data := make([]byte, o.l)
		for i := range lanes {
			from := 0
			switch o.kind {
			case evenUnits:
				unit := i / 2 * 2
				if unit >= lanes/2 {
					unit -= lanes/2 - 1
				}
				from = 2*unit + i%2
			case lowApart:
				from = i / 2
			case highApart:
				from = lanes/2 + i/2
			}
			binary.LittleEndian.PutUint32(data[4*i:], uint32(from))
		}
		m = s.asm.Const(data)
		s.orders[o] = m
	}
	return s.one(asm.VMOVUPS, o.l, operand{mem: m})
}

// secondMasks makes the masks of the tail, whose number of elements is in RAX: in twice as many lanes the even ones.
func (g *gen) secondMasks() {
	if g.seconds == 0 {
		return
	}
	a, half := g.asm, int(g.l32)/4/8 // bytes of mask for a vector
	a.Add(asm.RAX, asm.RAX)
	a.MovImm(asm.R14, 0x55555555)
	a.Bzhi(asm.R14, asm.R14, asm.RAX)
	a.Store(asm.At(asm.RDI, g.seconds), asm.R14)
	a.LoadZero(asm.R14, asm.At(asm.RDI, g.seconds+int32(half)), half)
	a.Store(asm.At(asm.RDI, g.seconds+8), asm.R14)
}

// secondMask is the mask for one of the two vectors, under AVX-512.
func (s *selector) secondMask(p place, half int) vreg {
	mask := s.asm.Const([]byte{0x55, 0x55, 0, 0, 0, 0, 0, 0})
	if p.masked {
		mask = asm.At(asm.RDI, s.seconds+8*int32(half))
	}
	return s.opMask(instr{in: asm.KMOVQLd, rm: operand{mem: mask}})
}

// loadSecond reads elements 0, 2, 4, … of p: half of them from one vector, half from the next. Of a whole vector the second ends with the last
// element, so that nothing behind it is touched.
func (s *selector) loadSecond(p place) vreg {
	l := s.length(p.elem.Value())
	var parts [2]vreg
	for half := range parts {
		if p.before != nil {
			s.raw(p.before)
		}
		get := instr{in: asm.VMOVUPS, l: l, rm: operand{mem: p.mem}}
		get.rm.mem.Disp += int32(half) * int32(l)
		if p.masked {
			get.mask, get.zero = s.secondMask(p, half), true
		} else {
			get.rm.mem.Disp -= int32(half) * 4
		}
		parts[half] = s.op(get)
	}
	pick := byte(0b11_01_10_00) // in each 128 bits lanes 0 and 2 of the first, 1 and 3 of the other
	if p.masked {
		pick = 0b10_00_10_00
	}
	v := s.twoImm(asm.VSHUFPS, l, parts[0], of(parts[1]), pick)
	if l == asm.X {
		return v
	}
	return s.two(asm.VPERMPS, l, s.order(laneOrder{l, evenUnits}), of(v))
}

// storeSecond writes lanes to elements 0, 2, 4, … of p and leaves the others alone.
func (s *selector) storeSecond(p place, v vreg) {
	l := s.length(p.elem.Value())
	for half, kind := range [2]orderKind{lowApart, highApart} {
		var apart vreg
		if l == asm.X {
			in := [2]*asm.Inst{asm.VUNPCKLPS, asm.VUNPCKHPS}[half]
			apart = s.two(in, l, v, of(v))
		} else {
			apart = s.two(asm.VPERMPS, l, s.order(laneOrder{l, kind}), of(v))
		}
		store := instr{in: asm.VMOVUPSSt, l: l, rm: operand{mem: p.mem}, data: apart}
		store.rm.mem.Disp += int32(half) * int32(l)
		if s.avx512 {
			store.mask = s.secondMask(p, half)
		} else {
			even := make([]byte, l) // lanes that are one
			for i := 0; i < len(even); i += 8 {
				copy(even[i:], "\xff\xff\xff\xff")
			}
			store.in, store.src = asm.VMASKMOVPSt, s.one(asm.VMOVUPS, l, operand{mem: s.asm.Const(even)})
		}
		if p.before != nil {
			s.raw(p.before)
		}
		s.add(store)
	}
}
