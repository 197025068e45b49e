package amd64

import "github.com/magneto-go/magneto/loop/asm"

// vreg is a virtual register; 0 is none.
type vreg int32

// operand is a virtual register or memory, the latter possibly one element for all lanes.
type operand struct {
	reg       vreg
	mem       asm.Mem
	broadcast bool
}

func (o operand) isMem() bool { return o.reg == 0 }

// instr is an instruction over virtual registers, in single assignment form but for tied ones.
type instr struct {
	in   *asm.Inst
	l    asm.Len
	dst  vreg    // 0: stores to memory
	src  vreg    // the operand in vvvv
	rm   operand // the r/m operand; of stores to memory, where to
	data vreg    // the stored register of stores; the fourth operand of blends
	mask vreg
	tied vreg // its value is in dst's register before
	zero bool
	imm  byte
	// fma, when set, is a multiply-add whose form the allocator chooses by which operand dies.
	fma *multiplyAdd
	// notes is set where in tests data, and what is stored is 1, if a bit is set.
	notes bool
	// raw emits general instructions; everything else is unset.
	raw func(a *asm.Asm)
}

// multiplyAdd is c ± a·b. a and c are not both in memory; b is in memory if any of a, b is.
type multiplyAdd struct {
	a, b, c     operand
	wide, minus bool
}

// block is straight-line code on its way to the allocator.
type block struct {
	code  []instr
	masks []bool // by vreg: a mask register
	lens  []asm.Len
	fixed []int8 // by vreg: the register it has by decree, or -1
}

func newBlock() *block {
	return &block{masks: make([]bool, 1), lens: make([]asm.Len, 1), fixed: []int8{-1}}
}

// vector and mask make virtual registers.
func (b *block) vector(l asm.Len) vreg {
	b.masks, b.lens, b.fixed = append(b.masks, false), append(b.lens, l), append(b.fixed, -1)
	return vreg(len(b.masks) - 1)
}

func (b *block) mask() vreg {
	b.masks, b.lens, b.fixed = append(b.masks, true), append(b.lens, 0), append(b.fixed, -1)
	return vreg(len(b.masks) - 1)
}

// pin makes a vector register that is r throughout and outlives the block.
func (b *block) pin(l asm.Len, r asm.Reg) vreg {
	v := b.vector(l)
	b.fixed[v] = int8(r)
	return v
}

func (b *block) add(i instr) { b.code = append(b.code, i) }

func (b *block) raw(f func(a *asm.Asm)) { b.add(instr{raw: f}) }
