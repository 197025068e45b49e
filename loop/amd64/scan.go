package amd64

import (
	"github.com/magneto-go/magneto/loop/asm"
	"github.com/magneto-go/magneto/loop/ir"
)

// A scan keeps in the frame how far it has come. In column order each lane is a row of its own, and a step is one instruction; in row order the lanes of a vector
// are elements that follow each other, and are combined one after the other. There the processor overlaps the chains of rows that are computed side by side.

// scansOf lists the scans of pass p.
func (g *gen) scansOf(p int) (ids []ir.ID) {
	for _, id := range g.s.Body[p] {
		if _, ok := g.k.Values[id].Op.Scan(); ok {
			ids = append(ids, id)
		}
	}
	return ids
}

// scanned is where a scan keeps how far it has come.
func (g *gen) scanned(id ir.ID) asm.Mem {
	key := slotKey{id, 0}
	if g.layout.Columns {
		key.copy = g.copy
	}
	at, ok := g.slots[key]
	if !ok {
		at = g.frame.slot(64)
		g.slots[key] = at
	}
	return asm.At(asm.RDI, at)
}

// beginScans sets the scans of pass p to their identities.
func (g *gen) beginScans(p int) {
	if ids := g.scansOf(p); len(ids) > 0 {
		g.block(func(s *selector) {
			for _, id := range ids {
				t := g.k.TypeOf(id)
				by, _ := g.k.Values[id].Op.Scan()
				start := s.loaded(t, s.constant(t, ir.Identity(by, t)))
				s.add(instr{in: asm.VMOVUPSSt, l: s.length(t), rm: operand{mem: g.scanned(id)}, data: start})
			}
		})
	}
}

// scan goes on with a scan by a vector.
func (s *selector) scan(id ir.ID) vreg {
	v := &s.k.Values[id]
	by, _ := v.Op.Scan()
	l, state := s.length(v.Type), s.scanned(id)
	if s.layout.Columns {
		next := s.arithmetic(by, v.Type, s.loaded(v.Type, operand{mem: state}), of(s.reg(v.Args[0])))
		s.add(instr{in: asm.VMOVUPSSt, l: l, rm: operand{mem: state}, data: next})
		return next
	}
	if in := s.scanStep(by, v.Type); in != nil {
		return s.scanInRegisters(in, l, state, s.reg(v.Args[0]))
	}
	staged, lanes := asm.At(asm.RDI, s.stage(0)), s.lanes
	s.add(instr{in: asm.VMOVUPSSt, l: l, rm: operand{mem: staged}, data: s.reg(v.Args[0])})
	s.raw(func(a *asm.Asm) {
		step := scanWhole
		if v.Type.Float() {
			step = scanFloats
		}
		step(a, by, int32(laneSize(v.Type)), state, staged, lanes)
	})
	return s.one(asm.VMOVUPS, l, operand{mem: staged})
}

// scanStep is the instruction that takes one lane of 64 bits further; nil where there is none.
func (s *selector) scanStep(by ir.Op, t ir.Type) *asm.Inst {
	switch {
	case t == ir.F64 && by == ir.Add:
		return asm.VADDSD
	case t == ir.F64:
		return asm.VMULSD
	case t == ir.I64 && by == ir.Add:
		return asm.VPADDQ
	}
	return nil
}

// scanInRegisters goes through the lanes of 64 bits of x: a detour through memory, as other values take it, costs more than the additions, since a vector cannot be loaded from
// where its lanes have just been stored one by one before these have left the processor.
func (s *selector) scanInRegisters(in *asm.Inst, l asm.Len, state asm.Mem, x vreg) vreg {
	s.raw(func(*asm.Asm) {}) // the next vector of the row begins where this one ends
	total := s.one(asm.VMOVSDLd, asm.X, operand{mem: state})
	parts := make([]vreg, 0, s.lanes)
	for lane := range s.lanes {
		total = s.two(in, asm.X, total, of(s.lane(x, l, lane)))
		parts = append(parts, total)
	}
	s.add(instr{in: asm.VMOVSDSt, l: asm.X, rm: operand{mem: state}, data: total})
	for length := asm.Len(asm.X); length <= l; length *= 2 {
		for i := range len(parts) / 2 {
			low, high := parts[2*i], of(parts[2*i+1])
			switch {
			case length == asm.X:
				parts[i] = s.two(asm.VUNPCKLPD, length, low, high)
			case length == asm.Z:
				parts[i] = s.twoImm(asm.VSHUFF32X4, length, low, high, 0x44)
			case s.avx512:
				parts[i] = s.twoImm(asm.VSHUFF32X4, length, low, high, 0)
			default:
				parts[i] = s.twoImm(asm.VPERM2F128, length, low, high, 0x20)
			}
		}
		parts = parts[:len(parts)/2]
	}
	return parts[0]
}

// lane is a vector with lane i of x first.
func (s *selector) lane(x vreg, l asm.Len, i int) vreg {
	switch {
	case i == 0:
		return x
	case s.avx512:
		return s.twoImm(asm.VALIGNQ, l, x, of(x), byte(i))
	case i == 1:
		return s.oneImm(asm.VPSHUFD, asm.X, of(x), 0xee)
	}
	high := s.oneImm(asm.VEXTRACTF128, asm.Y, of(x), 1)
	if i == 3 {
		return s.oneImm(asm.VPSHUFD, asm.X, of(high), 0xee)
	}
	return high
}

// scanFloats goes through the lanes at staged. Register 15 is not allocated in kernels that scan.
func scanFloats(a *asm.Asm, by ir.Op, size int32, state, staged asm.Mem, lanes int) {
	const x = 15
	load, store, combine := asm.VMOVSSLd, asm.VMOVSSSt, map[ir.Op]*asm.Inst{ir.Add: asm.VADDSS, ir.Mul: asm.VMULSS}[by]
	if size == 8 {
		load, store, combine = asm.VMOVSDLd, asm.VMOVSDSt, map[ir.Op]*asm.Inst{ir.Add: asm.VADDSD, ir.Mul: asm.VMULSD}[by]
	}
	a.M(load, asm.X, x, 0, state, asm.Opt{})
	for range lanes {
		a.M(combine, asm.X, x, x, staged, asm.Opt{})
		a.M(store, asm.X, x, 0, staged, asm.Opt{})
		staged.Disp += size
	}
	a.M(store, asm.X, x, 0, state, asm.Opt{})
}

// scanWhole does so for integers.
func scanWhole(a *asm.Asm, by ir.Op, size int32, state, staged asm.Mem, lanes int) {
	a.LoadSign(asm.RAX, state, int(size))
	for range lanes {
		if by == ir.Add {
			a.AddMemLow(asm.RAX, staged, int(size))
		} else {
			a.LoadSign(asm.RBX, staged, int(size))
			a.Imul(asm.RAX, asm.RBX)
		}
		a.StoreLow(staged, asm.RAX, int(size))
		staged.Disp += size
	}
	a.StoreLow(state, asm.RAX, int(size))
}
