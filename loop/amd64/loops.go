package amd64

import (
	"slices"

	"github.com/magneto-go/magneto/loop/asm"
	"github.com/magneto-go/magneto/loop/ir"
)

// elementBuffers lists the buffers that the body of pass p walks.
func (g *gen) elementBuffers(p int) []int {
	var list []int
	add := func(b int) {
		if !slices.Contains(list, b) {
			list = append(list, b)
		}
	}
	for _, id := range g.s.Body[p] {
		if v := g.k.Values[id]; v.Op == ir.Load || v.Op == ir.Iota || v.Op == ir.Gather {
			add(int(v.Imm))
		}
	}
	for _, st := range g.k.Passes[p].Stores {
		add(st.Buf)
	}
	return list
}

// rowPlace is where a row buffer's element, or in column order vector, is.
func (g *gen) rowPlace(b int) place {
	p := place{buf: b, elem: g.k.Bufs[b].Elem, step: g.layout.Steps[b], masked: g.masked}
	offset := g.copy * g.lanes
	if !g.layout.Columns {
		p.step, p.masked, offset = Same, false, 0
	}
	p.mem = asm.At(asm.RAX, 0)
	switch p.step {
	case Unit:
		p.mem.Disp = int32(offset * p.elem.Size())
	case Second:
		p.mem.Disp = int32(offset * 2 * p.elem.Size())
	}
	p.before = func(a *asm.Asm) { a.Load(asm.RAX, g.frame.base(b)) }
	p.first = func(a *asm.Asm) { // the step is that of the vector loop
		a.MovImm(asm.RBX, int32(offset))
		a.ImulMem(asm.RBX, g.frame.step(b, g.vectorAxis()))
		a.AddMem(asm.RBX, g.frame.base(b))
	}
	return p
}

// elementPlace is where a vector of elements of buffer b is in the body at hand.
func (g *gen) elementPlace(b int) place {
	p := place{buf: b, elem: g.k.Bufs[b].Elem, step: g.layout.Steps[b], masked: g.masked}
	at, inRegister := g.position[b]
	memory := g.frame.mid(b)
	if g.layout.Columns {
		memory = g.frame.inner(b)
	}
	if !inRegister {
		at = asm.RAX
		p.before = func(a *asm.Asm) { a.Load(asm.RAX, memory) }
	}
	offset := g.copy * g.lanes
	p.mem = asm.At(at, 0)
	if p.step == Unit || p.step == Second {
		size := p.elem.Size()
		if p.step == Second {
			size *= 2
		}
		if !g.layout.Columns {
			p.mem = asm.Indexed(at, asm.RCX, uint8(size), 0)
		}
		p.mem.Disp = int32(offset * size)
	}
	columns := g.layout.Columns
	p.first = func(a *asm.Asm) {
		if columns {
			a.MovImm(asm.RBX, int32(offset))
		} else {
			a.Lea(asm.RBX, asm.At(asm.RCX, int32(offset)))
		}
		a.ImulMem(asm.RBX, g.frame.step(b, g.vectorAxis()))
		if inRegister {
			a.Add(asm.RBX, at)
		} else {
			a.AddMem(asm.RBX, memory)
		}
	}
	return p
}

// values computes ids, which come with their operands in order; row values also go to their slots.
func (s *selector) computeAll(ids []ir.ID, row bool) {
	for _, id := range ids {
		v := &s.k.Values[id]
		switch v.Op {
		case ir.Load, ir.Iota, ir.Gather:
			p := s.elementPlace
			if row {
				p = s.rowPlace
			}
			switch v.Op {
			case ir.Load:
				s.values[id] = of(s.load(p(int(v.Imm))))
			case ir.Iota:
				s.values[id] = of(s.index(p(int(v.Imm)), v.Type))
			default:
				s.values[id] = of(s.gatherIndexed(p(int(v.Imm)), v.Args[0]))
			}
		case ir.ScanAdd, ir.ScanMul:
			s.values[id] = of(s.scan(id))
		default:
			s.compute(id)
		}
		if row {
			s.keep(id, s.values[id].reg)
		}
	}
}

// before computes the row values that pass p is the first to need.
func (g *gen) before(p int) {
	if len(g.s.Before[p]) > 0 {
		g.block(func(s *selector) { s.computeAll(g.s.Before[p], true) })
	}
}

// place positions of buffers in registers as long as these last.
func (g *gen) assignPositions(bufs []int) {
	g.position = map[int]asm.Reg{}
	for i, b := range bufs {
		if i < len(positionRegs) {
			g.position[b] = positionRegs[i]
		}
	}
}

// The unrolling of vector loops: light bodies gain from several copies, which share the loop's overhead; of heavy ones two are
// computed side by side where there are registers for them. Reductions whose accumulators fit into registers have a copy for each.
const (
	lightBody  = 4
	mediumBody = 10
)

func (g *gen) heavy(p int) bool { return len(g.s.Body[p]) > mediumBody }

func (g *gen) unroll(p int) (copies int, inRegisters bool) {
	weight := len(g.s.Body[p])
	if n := len(g.k.Passes[p].Reductions); n > 0 {
		room := 8
		if g.avx512 {
			room = 16
		}
		copies = g.s.Partials() / g.lanes
		if n*copies <= room && weight <= mediumBody {
			return copies, true
		}
		if weight <= mediumBody {
			return 1, false
		}
		return min(copies, g.heavyCopies()), false
	}
	switch {
	case weight <= lightBody:
		return 4, false
	case weight <= mediumBody:
		return 2, false
	}
	return g.heavyCopies(), false
}

// rows generates row order.
func (g *gen) rows() {
	a := g.asm
	done := a.Label()
	a.Load(asm.RAX, g.frame.count(ir.RowAxis))
	a.Test(asm.RAX, asm.RAX)
	a.Jump(asm.Equal, done)
	a.Store(g.frame.left(ir.RowAxis), asm.RAX)
	row := a.Here()
	for p := range g.k.Passes {
		g.rowPass(p)
	}
	last := len(g.k.Passes)
	g.before(last)
	if len(g.k.Final) > 0 {
		g.block(func(s *selector) {
			for _, st := range g.k.Final {
				s.storeOne(st)
			}
		})
	}
	for b := range g.k.Bufs {
		a.Load(asm.RAX, g.frame.step(b, ir.RowAxis))
		a.AddToMem(g.frame.base(b), asm.RAX)
	}
	a.SubMemImm(g.frame.left(ir.RowAxis), 1)
	a.Jump(asm.NotEqual, row)
	a.Bind(done)
}

// storeOne writes lane 0 of a row value.
func (s *selector) storeOne(st ir.Store) {
	p := s.rowPlace(st.Buf)
	elem := p.elem
	p.step, p.mem, p.before = Unit, asm.At(asm.RDI, s.stage(0)), nil
	s.put(p, s.reg(st.Value), true)
	s.raw(func(a *asm.Asm) {
		a.Load(asm.RBX, s.frame.base(st.Buf))
		a.LoadZero(asm.RAX, asm.At(asm.RDI, s.stage(0)), elem.Size())
		a.StoreLow(asm.At(asm.RBX, 0), asm.RAX, elem.Size())
	})
}

// partial is the place of vector number copy of a reduction's partial results.
func (g *gen) partial(pass *ir.Pass, r, copy int) asm.Mem {
	t := partialType(g.k.TypeOf(pass.Reductions[r].Value))
	return asm.At(asm.RDI, g.partials[r]+int32(copy*int(g.length(t))))
}

// rowPass generates one pass over a row.
func (g *gen) rowPass(p int) {
	a := g.asm
	pass := &g.k.Passes[p]
	g.before(p)
	copies, inRegisters := g.unroll(p)
	bufs := g.elementBuffers(p)
	g.assignPositions(bufs)
	reduces := len(pass.Reductions) > 0
	g.beginScans(p)
	if reduces {
		g.block(func(s *selector) {
			for r := range pass.Reductions {
				start := s.identity(&pass.Reductions[r])
				t := partialType(g.k.TypeOf(pass.Reductions[r].Value))
				for c := range g.s.Partials() / g.lanes {
					s.add(instr{in: asm.VMOVUPSSt, l: g.length(t), rm: operand{mem: g.partial(pass, r, c)}, data: start})
				}
			}
		})
	}
	for _, b := range bufs {
		a.Load(asm.RAX, g.frame.base(b))
		a.Store(g.frame.mid(b), asm.RAX)
	}
	a.Load(asm.RAX, g.frame.count(ir.MidAxis))
	a.Store(g.frame.left(ir.MidAxis), asm.RAX)
	mid := a.Here()
	for b, r := range g.position {
		a.Load(r, g.frame.mid(b))
	}
	a.Load(asm.RDX, g.frame.count(ir.InnerAxis))
	a.MovImm(asm.RCX, 0)
	a.MovImm(asm.R15, 0)
	g.fullVectors(p, copies, inRegisters)
	if copies > 1 && g.heavy(p) {
		g.fullVectors(p, 1, false)
	}
	g.tailVectors(p)
	for _, b := range bufs {
		a.Load(asm.RAX, g.frame.step(b, ir.MidAxis))
		a.AddToMem(g.frame.mid(b), asm.RAX)
	}
	a.SubMemImm(g.frame.left(ir.MidAxis), 1)
	a.Jump(asm.NotEqual, mid)
	if reduces {
		g.block(func(s *selector) {
			for r := range pass.Reductions {
				red := &pass.Reductions[r]
				v := s.fold(red, g.partials[r])
				t := g.k.TypeOf(red.Value)
				s.add(instr{in: asm.VMOVUPSSt, l: g.length(t), rm: operand{mem: asm.At(asm.RDI, g.slotOf(red.Result))}, data: v})
			}
		})
	}
}

// fullVectors generates the loop over whole vectors, copies of the body at a time.
func (g *gen) fullVectors(p, copies int, inRegisters bool) {
	a := g.asm
	pass := &g.k.Passes[p]
	step := int32(copies * g.lanes)
	end := a.Label()
	a.SubImm(asm.RDX, step)
	a.Jump(asm.Less, end)
	vectors := g.vectors
	var accumulators []asm.Reg
	if inRegisters {
		n := len(pass.Reductions) * copies
		accumulators, vectors = vectors[:n], vectors[n:]
	}
	move := func(in *asm.Inst) {
		for i, reg := range accumulators {
			r := i / copies
			t := partialType(g.k.TypeOf(pass.Reductions[r].Value))
			a.M(in, g.length(t), reg, 0, g.partial(pass, r, i%copies), asm.Opt{})
		}
	}
	move(asm.VMOVUPS)
	a.Align(32)
	loop := a.Here()
	g.eachAbreast(copies, g.heavy(p), vectors, func(s *selector) {
		s.body(p)
		for r := range pass.Reductions {
			red := &pass.Reductions[r]
			if inRegisters {
				t := partialType(g.k.TypeOf(red.Value))
				s.intoRegister(red, s.pin(g.length(t), accumulators[r*copies+g.copy]))
			} else {
				s.intoMemory(red, g.rotating(pass, r), false)
			}
		}
		s.stores(p)
	})
	if !inRegisters && len(pass.Reductions) > 0 {
		g.rotate(copies)
	}
	a.AddImm(asm.RCX, step)
	a.SubImm(asm.RDX, step)
	a.Jump(asm.GreaterEqual, loop)
	move(asm.VMOVUPSSt)
	a.Bind(end)
	a.AddImm(asm.RDX, step)
}

// rotating is the vector of partial results whose turn it is; rotate goes on to the next.
func (g *gen) rotating(pass *ir.Pass, r int) asm.Mem {
	t := partialType(g.k.TypeOf(pass.Reductions[r].Value))
	return asm.Indexed(asm.RDI, asm.R15, uint8(laneSize(t)), g.partials[r]+int32(g.copy*int(g.length(t))))
}

func (g *gen) rotate(copies int) {
	g.asm.AddImm(asm.R15, int32(copies*g.lanes))
	g.asm.AndImm(asm.R15, int32(g.s.Partials()-1))
}

// tailVectors generates the loop over what is left, with masks.
func (g *gen) tailVectors(p int) {
	a := g.asm
	pass := &g.k.Passes[p]
	end := a.Label()
	a.Test(asm.RDX, asm.RDX)
	a.Jump(asm.LessOrEqual, end)
	loop := a.Here()
	a.Mov(asm.RAX, asm.RDX)
	g.tailMasks()
	g.masked = true
	g.block(func(s *selector) {
		s.body(p)
		for r := range pass.Reductions {
			s.intoMemory(&pass.Reductions[r], g.rotating(pass, r), true)
		}
		s.stores(p)
	})
	g.masked = false
	if len(pass.Reductions) > 0 {
		g.rotate(1)
	}
	a.AddImm(asm.RCX, int32(g.lanes))
	a.SubImm(asm.RDX, int32(g.lanes))
	a.Jump(asm.Greater, loop)
	a.Bind(end)
}

// tailMasks makes the masks for the elements left, whose number is in RAX, up to a vector of them.
func (g *gen) tailMasks() {
	a := g.asm
	a.MovImm(asm.RBX, int32(g.lanes))
	a.Cmp(asm.RAX, asm.RBX)
	a.Cmov(asm.Greater, asm.RAX, asm.RBX)
	a.Store(g.frame.tail(), asm.RAX)
	if g.avx512 {
		a.MovImm(asm.R14, -1)
		a.Bzhi(asm.R14, asm.R14, asm.RAX)
		a.R(asm.KMOVQG, 0, 1, 0, asm.R14, asm.Opt{})
		g.secondMasks()
		return
	}
	a.Sub(asm.RBX, asm.RAX)
	// A window on -1 … -1 0 … 0.
	window := func(lane int, l asm.Len, to int32) {
		table := make([]byte, 64)
		for i := range g.lanes * lane {
			table[i] = 0xff
		}
		a.Lea(asm.RAX, a.Const(table))
		a.M(asm.VMOVUPS, l, 15, 0, asm.Indexed(asm.RAX, asm.RBX, uint8(lane), 0), asm.Opt{})
		a.M(asm.VMOVUPSSt, l, 15, 0, asm.At(asm.RDI, to), asm.Opt{})
	}
	window(4, g.l32, g.tails)
	if g.s.Wide {
		window(8, g.l64, g.tails+64)
	}
}

// body computes the values of pass p for one vector.
func (s *selector) body(p int) { s.computeAll(s.s.Body[p], false) }

// stores writes what pass p stores.
func (s *selector) stores(p int) {
	for _, st := range s.k.Passes[p].Stores {
		if st.Index != 0 {
			s.scatter(s.elementPlace(st.Buf), st)
			continue
		}
		s.store(s.elementPlace(st.Buf), s.k.TypeOf(st.Value), s.value(st.Value))
	}
}
