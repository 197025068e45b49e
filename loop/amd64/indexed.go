package amd64

import (
	"github.com/magneto-go/magneto/loop/asm"
	"github.com/magneto-go/magneto/loop/ir"
)

// Indexed elements are moved one by one through the frame, whose lanes hold the indices in stage 1: hardware gathers are no faster
// on most machines, exist for 4 and 8 bytes only, and check nothing. Where the index is the same for all lanes, as that of a row of an
// embedding, there is one check and one vector.

// uniform tells whether id is the same along the vector loop.
func (g *gen) uniform(id ir.ID) bool {
	known, ok := g.uniforms[id] // values have many users: each is asked about once
	if !ok {
		known = g.isUniform(id)
		g.uniforms[id] = known
	}
	return known
}

func (g *gen) isUniform(id ir.ID) bool {
	v := &g.k.Values[id]
	if g.s.Levels[id] == ir.PerCall || g.s.Levels[id] == ir.PerRow && !g.layout.Columns {
		return true
	}
	switch v.Op {
	case ir.Load, ir.Iota:
		return g.layout.Steps[v.Imm] == Same
	case ir.Reduced, ir.ScanAdd, ir.ScanMul:
		return false
	case ir.Gather:
		if g.layout.Steps[v.Imm] != Same {
			return false
		}
	}
	for _, a := range v.Args[:v.Op.Arity()] {
		if !g.uniform(a) {
			return false
		}
	}
	return true
}

// stageIndex puts the lanes of an index into stage 1 and gives their size.
func (s *selector) stageIndex(index ir.ID) int {
	t := s.k.TypeOf(index)
	s.add(instr{in: asm.VMOVUPSSt, l: s.length(t), rm: operand{mem: asm.At(asm.RDI, s.stage(1))}, data: s.reg(index)})
	return int(laneSize(t))
}

// check leaves the distance in bytes of the index at m in RAX, or goes to outside, having noted it.
func (s *selector) check(a *asm.Asm, b int, m asm.Mem, size int, outside asm.Label) {
	a.LoadSign(asm.RAX, m, size)
	inside := a.Label()
	a.CmpMem(asm.RAX, s.frame.indexCount(b))
	a.Jump(asm.Below, inside) // unsigned: negative indices are large
	a.StoreImm(s.frame.outside(), 1)
	a.Goto(outside)
	a.Bind(inside)
	a.ImulMem(asm.RAX, s.frame.indexStep(b))
}

// gatherIndexed loads the elements of p, moved by index.
func (s *selector) gatherIndexed(p place, index ir.ID) vreg {
	size := s.stageIndex(index)
	first := p.first
	if p.step != Strided && s.uniform(index) {
		p.before = func(a *asm.Asm) {
			outside, done := a.Label(), a.Label()
			first(a)
			s.check(a, p.buf, asm.At(asm.RDI, s.stage(1)), size, outside)
			a.Add(asm.RBX, asm.RAX)
			a.Goto(done)
			a.Bind(outside) // zeros instead
			for i := range int32(8) {
				a.StoreImm(asm.At(asm.RDI, s.stage(resultStage)+8*i), 0)
			}
			a.Lea(asm.RBX, asm.At(asm.RDI, s.stage(resultStage)))
			a.Bind(done)
		}
		p.mem = asm.At(asm.RBX, 0)
		if p.step == Unit && p.masked && !s.avx512 && p.elem.Size() < 4 {
			p.first = p.before
		}
		return s.load(p)
	}
	elem, source := p.elem.Size(), p
	s.raw(func(a *asm.Asm) { // which happens later, when p has changed
		s.eachIndexed(a, source, size, func(stage asm.Mem) {
			a.LoadZero(asm.RAX, asm.Indexed(asm.RBX, asm.RAX, 1, 0), elem)
			a.StoreLow(stage, asm.RAX, elem)
		}, func(stage asm.Mem) {
			a.MovImm(asm.RAX, 0)
			a.StoreLow(stage, asm.RAX, elem)
		})
	})
	p.mem, p.masked, p.step, p.before = asm.At(asm.RDI, s.stage(0)), false, Unit, nil
	return s.load(p)
}

// eachIndexed runs move for each lane, with RBX the address of its element without the index, RAX the distance that the index adds, and the lane's place in stage 0; lanes
// with a wrong index run skip. Whole vectors are written out lane by lane, what is rare behind them, so that nothing jumps.
func (s *selector) eachIndexed(a *asm.Asm, p place, size int, move, skip func(stage asm.Mem)) {
	elem := p.elem.Size()
	step := s.frame.step(p.buf, s.vectorAxis())
	p.first(a)
	if !p.masked {
		type miss struct {
			lane          int32
			outside, back asm.Label
		}
		misses := make([]miss, s.lanes)
		for lane := range misses {
			m := miss{int32(lane), a.Label(), a.Label()}
			misses[lane] = m
			a.LoadSign(asm.RAX, asm.At(asm.RDI, s.stage(1)+m.lane*int32(size)), size)
			a.CmpMem(asm.RAX, s.frame.indexCount(p.buf))
			a.Jump(asm.AboveOrEqual, m.outside) // unsigned: negative indices are large
			a.ImulMem(asm.RAX, s.frame.indexStep(p.buf))
			move(asm.At(asm.RDI, s.stage(0)+m.lane*int32(elem)))
			a.Bind(m.back)
			a.AddMem(asm.RBX, step)
		}
		end := a.Label()
		a.Goto(end)
		for _, m := range misses {
			a.Bind(m.outside)
			a.StoreImm(s.frame.outside(), 1)
			skip(asm.At(asm.RDI, s.stage(0)+m.lane*int32(elem)))
			a.Goto(m.back)
		}
		a.Bind(end)
		return
	}
	a.MovImm(asm.R14, 0)
	loop := a.Here()
	outside, done := a.Label(), a.Label()
	stage := asm.Indexed(asm.RDI, asm.R14, uint8(elem), s.stage(0))
	s.check(a, p.buf, asm.Indexed(asm.RDI, asm.R14, uint8(size), s.stage(1)), size, outside)
	move(stage)
	a.Goto(done)
	a.Bind(outside)
	skip(stage)
	a.Bind(done)
	a.AddMem(asm.RBX, step)
	a.AddImm(asm.R14, 1)
	a.CmpMem(asm.R14, s.frame.tail())
	a.Jump(asm.Less, loop)
}

// scatter stores or adds the lanes of a value at indexed places, lane after lane.
func (s *selector) scatter(p place, st ir.Store) {
	size := s.stageIndex(st.Index)
	if p.step == Unit && p.elem.Size() >= 4 && s.uniform(st.Index) {
		s.scatterTogether(p, st, size)
		return
	}
	target := p
	target.mem, target.masked = asm.At(asm.RDI, s.stage(0)), false
	s.put(target, s.reg(st.Value), true)
	elem := p.elem.Size()
	s.raw(func(a *asm.Asm) {
		keep := asm.At(asm.RDI, s.stage(resultStage))
		a.Store(keep, asm.RDX)
		s.eachIndexed(a, p, size, func(stage asm.Mem) {
			to := asm.Indexed(asm.RBX, asm.RAX, 1, 0)
			if st.Add && p.elem.Value().Float() {
				s.addFloat(a, to, stage, elem)
			} else {
				a.LoadZero(asm.RDX, stage, elem)
				if st.Add {
					a.AddMemLow(asm.RDX, to, elem)
				}
				a.StoreLow(to, asm.RDX, elem)
			}
		}, func(asm.Mem) {})
		a.Load(asm.RDX, keep)
	})
}

// scatterTogether stores or adds a vector of elements that have the index in common and lie next to each other.
func (s *selector) scatterTogether(p place, st ir.Store, size int) {
	t := p.elem.Value()
	v, first := s.reg(st.Value), p.first
	s.raw(func(a *asm.Asm) {
		outside, done := a.Label(), a.Label()
		first(a)
		s.check(a, p.buf, asm.At(asm.RDI, s.stage(1)), size, outside)
		a.Add(asm.RBX, asm.RAX)
		a.Goto(done)
		a.Bind(outside) // where it does no harm
		a.Lea(asm.RBX, asm.At(asm.RDI, s.stage(resultStage)))
		a.Bind(done)
	})
	p.mem, p.before = asm.At(asm.RBX, 0), nil
	if st.Add {
		v = s.arithmetic(ir.Add, t, s.load(p), of(v))
	}
	s.put(p, v, false)
}

// addFloat adds the float at stage to memory. Register 15 is not allocated in kernels that scatter.
func (s *selector) addFloat(a *asm.Asm, to, stage asm.Mem, size int) {
	const x = 15
	load, add, store := asm.VMOVSSLd, asm.VADDPS, asm.VMOVSSSt
	if size == 8 {
		load, add, store = asm.VMOVSDLd, asm.VADDPD, asm.VMOVSDSt
	}
	a.M(load, asm.X, x, 0, to, asm.Opt{})
	a.M(add, asm.X, x, x, stage, asm.Opt{})
	a.M(store, asm.X, x, 0, to, asm.Opt{})
}
