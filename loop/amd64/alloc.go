package amd64

import (
	"fmt"

	"github.com/magneto-go/magneto/loop/asm"
)

// allocator gives a block's virtual registers machine registers in one walk and encodes as it goes. The code is
// straight-line, so a value lives from its instruction to its last use. When registers run out, the value whose next use is farthest
// goes to a slot of the frame (Belady; Poletto and Sarkar's linear scan with that rule).
type allocator struct {
	*block
	asm     *asm.Asm
	vectors []asm.Reg // that may be given out, last first
	kmasks  []asm.Reg
	slots   *slots

	loc    []int8  // by vreg: its register, or -1
	slot   []int32 // by vreg: where it was spilled, or -1
	uses   [][]int32
	owner  [2][32]vreg // by class and register
	at     int32
	spills int
	live   []vreg // of the instruction at hand; they keep their registers
}

// slots hands out frame offsets for spilled values, the same ones to each block.
type slots struct {
	frame *frame
	all   []int32
	used  int
}

func (s *slots) take() int32 {
	if s.used == len(s.all) {
		s.all = append(s.all, s.frame.slot(64))
	}
	s.used++
	return s.all[s.used-1]
}

const never = int32(1) << 30

// emit allocates and encodes b. vectors and kmasks are the registers free for it.
func emit(a *asm.Asm, b *block, vectors, kmasks []asm.Reg, s *slots) (spills int) {
	al := &allocator{block: b, asm: a, slots: s}
	al.vectors = append(al.vectors, vectors...)
	al.kmasks = append(al.kmasks, kmasks...)
	n := len(b.masks)
	al.loc, al.slot, al.uses = make([]int8, n), make([]int32, n), make([][]int32, n)
	for v := range al.loc {
		al.loc[v], al.slot[v] = b.fixed[v], -1
	}
	s.used = 0
	total := 0
	counts := make([]int32, n)
	eachUse := func(f func(v vreg, at int32)) {
		for i := range b.code {
			for _, v := range b.code[i].operands() {
				if v != 0 {
					f(v, int32(i))
				}
			}
		}
	}
	eachUse(func(v vreg, at int32) { counts[v]++; total++ })
	backing := make([]int32, 0, total)
	for v := range al.uses {
		end := len(backing) + int(counts[v])
		al.uses[v] = backing[len(backing):len(backing):end]
		backing = backing[:end]
	}
	eachUse(func(v vreg, at int32) { al.uses[v] = append(al.uses[v], at) })
	for i := range b.code {
		al.at = int32(i)
		al.instruction(&b.code[i])
	}
	return al.spills
}

// operands lists the registers that i reads.
func (i *instr) operands() [7]vreg {
	list := [7]vreg{i.src, i.rm.reg, i.data, i.mask, i.tied}
	if i.fma != nil {
		list[0], list[1], list[2] = i.fma.a.reg, i.fma.b.reg, i.fma.c.reg
	}
	return list
}

// nextUse is the first instruction from the one at hand on that reads v.
func (al *allocator) nextUse(v vreg) int32 {
	uses := al.uses[v]
	for len(uses) > 0 && uses[0] < al.at {
		uses = uses[1:]
	}
	al.uses[v] = uses
	if len(uses) == 0 {
		return never
	}
	return uses[0]
}

// dies tells whether the instruction at hand is the last to read v.
func (al *allocator) dies(v vreg) bool {
	uses := al.uses[v]
	return al.fixed[v] < 0 && (len(uses) == 0 || uses[len(uses)-1] <= al.at)
}

func class(mask bool) int {
	if mask {
		return 1
	}
	return 0
}

// register finds a free register for v, spilling another value if there is none.
func (al *allocator) register(v vreg) asm.Reg {
	pool := &al.vectors
	if al.masks[v] {
		pool = &al.kmasks
	}
	c := class(al.masks[v])
	if len(*pool) == 0 {
		al.spill(c)
	}
	r := (*pool)[len(*pool)-1]
	*pool = (*pool)[:len(*pool)-1]
	al.loc[v] = int8(r)
	al.owner[c][r] = v
	return r
}

// spill frees the register of class c whose value is needed last.
func (al *allocator) spill(c int) {
	far, pick := int32(-1), vreg(0)
next:
	for _, v := range al.owner[c] {
		if v == 0 {
			continue
		}
		for _, l := range al.live {
			if l == v {
				continue next
			}
		}
		if use := al.nextUse(v); use > far {
			far, pick = use, v
		}
	}
	if pick == 0 {
		panic(fmt.Sprintf("amd64: instruction %d needs more registers than there are", al.at))
	}
	if al.slot[pick] < 0 {
		al.slot[pick] = al.slots.take()
		al.spills++
		m := asm.At(asm.RDI, al.slot[pick])
		if c == 1 {
			al.asm.M(asm.KMOVQSt, 0, asm.Reg(al.loc[pick]), 0, m, asm.Opt{})
		} else {
			al.asm.M(asm.VMOVUPSSt, al.lens[pick], asm.Reg(al.loc[pick]), 0, m, asm.Opt{})
		}
	}
	al.free(pick)
}

// free gives v's register back.
func (al *allocator) free(v vreg) {
	if v == 0 || al.fixed[v] >= 0 || al.loc[v] < 0 {
		return
	}
	r := asm.Reg(al.loc[v])
	c := class(al.masks[v])
	al.owner[c][r], al.loc[v] = 0, -1
	if c == 1 {
		al.kmasks = append(al.kmasks, r)
	} else {
		al.vectors = append(al.vectors, r)
	}
}

// use is v's register, reloaded if it was spilled.
func (al *allocator) use(v vreg) asm.Reg {
	if v == 0 {
		return 0
	}
	if r := al.loc[v]; r >= 0 {
		return asm.Reg(r)
	}
	if al.slot[v] < 0 {
		panic(fmt.Sprintf("amd64: instruction %d reads v%d, which nothing computed", al.at, v))
	}
	r := al.register(v)
	m := asm.At(asm.RDI, al.slot[v])
	if al.masks[v] {
		al.asm.M(asm.KMOVQLd, 0, r, 0, m, asm.Opt{})
	} else {
		al.asm.M(asm.VMOVUPS, al.lens[v], r, 0, m, asm.Opt{})
	}
	return r
}

// release frees the operands that die here.
func (al *allocator) release() {
	for _, v := range al.live {
		if v != 0 && al.dies(v) {
			al.free(v)
		}
	}
}

func (al *allocator) instruction(i *instr) {
	if i.raw != nil {
		i.raw(al.asm)
		return
	}
	operands := i.operands()
	al.live = operands[:]
	for _, v := range operands {
		al.use(v)
	}
	if i.fma != nil {
		al.multiplyAdd(i)
		return
	}
	o := asm.Opt{Zero: i.zero, Imm: i.imm, Broadcast: i.rm.broadcast}
	if i.mask != 0 {
		o.Mask = asm.Reg(al.loc[i.mask])
	}
	if i.notes {
		al.note(i)
		al.release()
		return
	}
	if i.dst == 0 { // a store
		al.asm.M(i.in, i.l, al.use(i.data), al.use(i.src), i.rm.mem, o)
		al.release()
		return
	}
	src := al.use(i.src)
	var rm asm.Reg
	if !i.rm.isMem() {
		rm = al.use(i.rm.reg)
	}
	if i.data != 0 {
		o.Fourth = al.use(i.data)
	}
	var dst asm.Reg
	if i.tied != 0 {
		dst = al.inherit(i.dst, i.tied, i.l)
		al.release()
	} else {
		al.release()
		dst = al.destination(i.dst)
	}
	switch {
	case i.in.StoresRegister():
		al.asm.R(i.in, i.l, rm, 0, dst, o)
	case i.rm.isMem():
		al.asm.M(i.in, i.l, dst, src, i.rm.mem, o)
	default:
		al.asm.R(i.in, i.l, dst, src, rm, o)
	}
	al.finish(i.dst)
}

// note stores 1 at i's place in memory if its test finds a bit set. It is one instruction to the block, so that nothing comes between flags and jump.
func (al *allocator) note(i *instr) {
	r := al.use(i.data)
	al.asm.R(i.in, i.l, r, 0, r, asm.Opt{})
	none := al.asm.Label()
	al.asm.Jump(asm.Equal, none)
	al.asm.StoreImm(i.rm.mem, 1)
	al.asm.Bind(none)
}

// destination is the register of a result.
func (al *allocator) destination(v vreg) asm.Reg {
	if al.fixed[v] >= 0 {
		return asm.Reg(al.fixed[v])
	}
	return al.register(v)
}

// finish frees a result that nothing reads.
func (al *allocator) finish(v vreg) {
	if al.dies(v) {
		al.free(v)
	}
}

// inherit gives dst the register of old if that dies, else a copy of it.
func (al *allocator) inherit(dst, old vreg, l asm.Len) asm.Reg {
	from := al.use(old)
	if al.fixed[dst] >= 0 {
		to := asm.Reg(al.fixed[dst])
		if to != from {
			al.asm.R(asm.VMOVAPS, l, to, 0, from, asm.Opt{})
		}
		return to
	}
	if al.dies(old) {
		c := class(al.masks[old])
		al.loc[old], al.loc[dst] = -1, int8(from)
		al.owner[c][from] = dst
		return from
	}
	to := al.register(dst)
	al.asm.R(asm.VMOVAPS, l, to, 0, from, asm.Opt{})
	return to
}

// The forms of a multiply-add by what the destination is tied to and what may be in memory: 132: d = d·rm ± s;
// 213: d = s·d ± rm; 231: d = s·rm ± d. Index: wide, minus.
var (
	form132 = [2][2]*asm.Inst{{asm.VFMADD132PS, asm.VFNMADD132PS}, {asm.VFMADD132PD, asm.VFNMADD132PD}}
	form213 = [2][2]*asm.Inst{{asm.VFMADD213PS, asm.VFNMADD213PS}, {asm.VFMADD213PD, asm.VFNMADD213PD}}
	form231 = [2][2]*asm.Inst{{asm.VFMADD231PS, asm.VFNMADD231PS}, {asm.VFMADD231PD, asm.VFNMADD231PD}}
)

// multiplyAdd chooses the form that destroys an operand that dies.
func (al *allocator) multiplyAdd(i *instr) {
	f := i.fma
	w, m := class(f.wide), class(f.minus)
	put := func(in *asm.Inst, tied vreg, src vreg, rm operand) {
		s := al.use(src)
		o := asm.Opt{Broadcast: rm.broadcast}
		if rm.isMem() {
			d := al.inherit(i.dst, tied, i.l)
			al.asm.M(in, i.l, d, s, rm.mem, o)
		} else {
			r := al.use(rm.reg)
			d := al.inherit(i.dst, tied, i.l)
			al.asm.R(in, i.l, d, s, r, o)
		}
	}
	dies := func(o operand) bool { return !o.isMem() && al.dies(o.reg) }
	a, b, c := f.a, f.b, f.c
	switch {
	case !c.isMem() && c.reg == i.dst: // an accumulator
		put(form231[w][m], c.reg, a.reg, b)
	case c.isMem(): // a and b are registers
		if dies(b) && !dies(a) {
			a, b = b, a
		}
		put(form213[w][m], a.reg, b.reg, c)
	case b.isMem():
		if dies(a) && !dies(c) {
			put(form132[w][m], a.reg, c.reg, b)
		} else {
			put(form231[w][m], c.reg, a.reg, b)
		}
	case dies(c) || !dies(a) && !dies(b) || a.reg == b.reg:
		put(form231[w][m], c.reg, a.reg, b)
	case dies(a):
		put(form213[w][m], a.reg, b.reg, c)
	default:
		put(form213[w][m], b.reg, a.reg, c)
	}
	al.release()
	al.finish(i.dst)
}
