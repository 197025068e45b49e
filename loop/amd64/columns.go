package amd64

import (
	"slices"

	"github.com/magneto-go/magneto/loop/asm"
	"github.com/magneto-go/magneto/loop/ir"
)

// columns generates column order: blocks of a few vectors of rows side by side, then single ones with a mask.
func (g *gen) columns() {
	a := g.asm
	heaviest := 0
	for p := range g.k.Passes {
		heaviest = max(heaviest, len(g.s.Body[p])+len(g.s.Before[p]))
	}
	copies := 4
	if heaviest > mediumBody {
		copies = g.heavyCopies()
	}
	a.Load(asm.RAX, g.frame.count(ir.VecAxis))
	a.Store(g.frame.left(ir.VecAxis), asm.RAX)
	blocks := func(copies int, masked bool) {
		end, loop := a.Label(), a.Here()
		step := int32(copies * g.lanes)
		a.Load(asm.RAX, g.frame.left(ir.VecAxis))
		if masked {
			a.CmpImm(asm.RAX, 0)
			a.Jump(asm.LessOrEqual, end)
			g.tailMasks()
		} else {
			a.CmpImm(asm.RAX, step)
			a.Jump(asm.Less, end)
		}
		g.masked = masked
		g.columnBlock(copies)
		g.masked = false
		for b := range g.k.Bufs {
			a.MovImm(asm.RAX, step)
			a.ImulMem(asm.RAX, g.frame.step(b, ir.VecAxis))
			a.AddToMem(g.frame.base(b), asm.RAX)
		}
		a.Load(asm.RAX, g.frame.left(ir.VecAxis))
		a.SubImm(asm.RAX, step)
		a.Store(g.frame.left(ir.VecAxis), asm.RAX)
		a.Goto(loop)
		a.Bind(end)
	}
	blocks(copies, false)
	blocks(1, true)
}

// eachCopy runs f with g.copy set.
func (g *gen) eachCopy(copies int, f func()) {
	for g.copy = 0; g.copy < copies; g.copy++ {
		f()
	}
	g.copy = 0
}

// columnBlock generates all passes for copies vectors of rows.
func (g *gen) columnBlock(copies int) {
	for p := range g.k.Passes {
		g.columnPass(p, copies)
	}
	g.eachCopy(copies, func() {
		g.before(len(g.k.Passes))
		g.block(func(s *selector) {
			for _, st := range g.k.Final {
				s.store(g.rowPlace(st.Buf), g.k.TypeOf(st.Value), s.value(st.Value))
			}
		})
	})
}

func (g *gen) columnPass(p, copies int) {
	a := g.asm
	pass := &g.k.Passes[p]
	bufs := g.elementBuffers(p)
	g.assignPositions(bufs)
	g.eachCopy(copies, func() {
		g.before(p)
		g.beginScans(p)
	})
	// Accumulators: registers while they last, else the slots of the results.
	n := len(pass.Reductions) * copies
	room := 8
	if g.avx512 {
		room = 16
	}
	vectors := g.vectors
	var accumulators []asm.Reg
	if n <= room {
		accumulators, vectors = vectors[:n], vectors[n:]
	}
	slot := func(r int) asm.Mem { return asm.At(asm.RDI, g.slotOf(pass.Reductions[r].Result)) }
	length := func(r int) asm.Len { return g.length(partialType(g.k.TypeOf(pass.Reductions[r].Value))) }
	g.eachCopy(copies, func() {
		g.block(func(s *selector) {
			for r := range pass.Reductions {
				s.add(instr{in: asm.VMOVUPSSt, l: length(r), rm: operand{mem: slot(r)}, data: s.identity(&pass.Reductions[r])})
			}
		})
	})
	move := func(in *asm.Inst) {
		if accumulators != nil {
			g.eachCopy(copies, func() {
				for r := range pass.Reductions {
					a.M(in, length(r), accumulators[r*copies+g.copy], 0, slot(r), asm.Opt{})
				}
			})
		}
	}
	move(asm.VMOVUPS)
	for _, b := range bufs {
		a.Load(asm.RAX, g.frame.base(b))
		a.Store(g.frame.mid(b), asm.RAX)
	}
	a.Load(asm.RAX, g.frame.count(ir.MidAxis))
	a.Store(g.frame.left(ir.MidAxis), asm.RAX)
	mid, done := a.Here(), a.Label()
	for _, b := range bufs {
		if r, ok := g.position[b]; ok {
			a.Load(r, g.frame.mid(b))
		} else {
			a.Load(asm.RAX, g.frame.mid(b))
			a.Store(g.frame.inner(b), asm.RAX)
		}
	}
	a.Load(asm.RDX, g.frame.count(ir.InnerAxis))
	a.Test(asm.RDX, asm.RDX)
	a.Jump(asm.Equal, done)
	a.Align(32)
	loop := a.Here()
	g.fetchAhead(p, copies)
	g.eachAbreast(copies, g.heavy(p), vectors, func(s *selector) {
		s.body(p)
		for r := range pass.Reductions {
			if accumulators != nil {
				s.intoRegister(&pass.Reductions[r], s.pin(length(r), accumulators[r*copies+g.copy]))
			} else {
				s.intoMemory(&pass.Reductions[r], slot(r), false)
			}
		}
		s.stores(p)
	})
	for _, b := range bufs {
		if r, ok := g.position[b]; ok {
			a.AddMem(r, g.frame.step(b, ir.InnerAxis))
		} else {
			a.Load(asm.RAX, g.frame.step(b, ir.InnerAxis))
			a.AddToMem(g.frame.inner(b), asm.RAX)
		}
	}
	a.SubImm(asm.RDX, 1)
	a.Jump(asm.NotEqual, loop)
	a.Bind(done)
	for _, b := range bufs {
		a.Load(asm.RAX, g.frame.step(b, ir.MidAxis))
		a.AddToMem(g.frame.mid(b), asm.RAX)
	}
	a.SubMemImm(g.frame.left(ir.MidAxis), 1)
	a.Jump(asm.NotEqual, mid)
	move(asm.VMOVUPSSt)
}

// fetchAhead brings near what pass p reads some steps of the inner loop from here. These lie a row apart, often in pages of their own, where the
// processor's own prefetchers do not follow; each vector is a line that nothing else has brought.
func (g *gen) fetchAhead(p, copies int) {
	a := g.asm
	var seen []int
	for _, id := range g.s.Body[p] {
		v := g.k.Values[id]
		b := int(v.Imm)
		if v.Op != ir.Load || g.layout.Steps[b] != Unit || slices.Contains(seen, b) {
			continue
		}
		at, ok := g.position[b]
		if !ok {
			continue
		}
		seen = append(seen, b)
		a.Load(asm.RAX, g.frame.step(b, ir.InnerAxis))
		for line := int32(0); line < int32(copies*g.lanes*g.k.Bufs[b].Elem.Size()); line += 64 {
			a.Prefetch(asm.Indexed(at, asm.RAX, stepsAhead, line))
		}
	}
}

// stepsAhead is how many steps of the inner loop fetchAhead looks ahead.
const stepsAhead = 8
