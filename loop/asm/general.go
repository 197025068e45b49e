package asm

// General instructions, on 64-bit registers unless their name says otherwise.

// Cond is a condition code of jumps (volume 2, appendix B.1.4.7).
type Cond byte

const (
	Below        Cond = 2
	AboveOrEqual Cond = 3
	Equal        Cond = 4
	NotEqual     Cond = 5
	BelowOrEqual Cond = 6
	Above        Cond = 7
	Less         Cond = 12
	GreaterEqual Cond = 13
	LessOrEqual  Cond = 14
	Greater      Cond = 15
)

// rex writes the prefix for reg and a register rm. wide asks for 64 bits; force writes an empty prefix too, which byte
// access to rsi and rdi needs.
func (a *Asm) rex(wide, force bool, reg, x, b byte) {
	p := flag(wide)<<3 | reg<<2 | x<<1 | b
	if p != 0 || force {
		a.put(0x40 | p)
	}
}

func (a *Asm) rr(wide bool, reg, rm Reg, opcode ...byte) {
	a.rex(wide, false, bit(reg, 3), 0, bit(rm, 3))
	a.put(opcode...)
	a.put(0xc0 | byte(reg)&7<<3 | byte(rm)&7)
}

func (a *Asm) rmem(wide, force bool, reg Reg, m Mem, trailing int, opcode ...byte) {
	x, b := byte(0), byte(0)
	if m.Index != NoReg {
		x = bit(m.Index, 3)
	}
	if m.Base != RIP {
		b = bit(m.Base, 3)
	}
	a.rex(wide, force, bit(reg, 3), x, b)
	a.put(opcode...)
	a.address(byte(reg)&7, m, 1, trailing)
}

// Mov copies src into dst.
func (a *Asm) Mov(dst, src Reg) { a.rr(true, dst, src, 0x8b) }

// MovImm sets dst to a sign-extended constant.
func (a *Asm) MovImm(dst Reg, v int32) { a.rr(true, 0, dst, 0xc7); a.put32(v) }

// Load reads 8 bytes.
func (a *Asm) Load(dst Reg, m Mem) { a.rmem(true, false, dst, m, 0, 0x8b) }

// Store writes 8 bytes.
func (a *Asm) Store(m Mem, src Reg) { a.rmem(true, false, src, m, 0, 0x89) }

// StoreImm writes a sign-extended constant of 8 bytes.
func (a *Asm) StoreImm(m Mem, v int32) { a.rmem(true, false, 0, m, 4, 0xc7); a.put32(v) }

// LoadZero reads size bytes (1, 2, 4) and clears the rest of dst.
func (a *Asm) LoadZero(dst Reg, m Mem, size int) {
	switch size {
	case 1:
		a.rmem(false, false, dst, m, 0, 0x0f, 0xb6)
	case 2:
		a.rmem(false, false, dst, m, 0, 0x0f, 0xb7)
	case 4:
		a.rmem(false, false, dst, m, 0, 0x8b)
	default:
		a.Load(dst, m)
	}
}

// LoadSign reads size bytes (1, 2, 4) and extends their sign to 64 bits.
func (a *Asm) LoadSign(dst Reg, m Mem, size int) {
	switch size {
	case 1:
		a.rmem(true, false, dst, m, 0, 0x0f, 0xbe)
	case 2:
		a.rmem(true, false, dst, m, 0, 0x0f, 0xbf)
	case 4:
		a.rmem(true, false, dst, m, 0, 0x63)
	default:
		a.Load(dst, m)
	}
}

// StoreLow writes the low size bytes (1, 2, 4, 8) of src.
func (a *Asm) StoreLow(m Mem, src Reg, size int) {
	switch size {
	case 1:
		a.rmem(false, true, src, m, 0, 0x88)
	case 2:
		a.put(0x66)
		a.rmem(false, false, src, m, 0, 0x89)
	case 4:
		a.rmem(false, false, src, m, 0, 0x89)
	default:
		a.Store(m, src)
	}
}

// Lea computes an address.
func (a *Asm) Lea(dst Reg, m Mem) { a.rmem(true, false, dst, m, 0, 0x8d) }

// Add, Sub, Cmp, Test and Imul work on two registers, the first of which receives the result if there is one.
func (a *Asm) Add(dst, src Reg)  { a.rr(true, dst, src, 0x03) }
func (a *Asm) Sub(dst, src Reg)  { a.rr(true, dst, src, 0x2b) }
func (a *Asm) Cmp(x, y Reg)      { a.rr(true, x, y, 0x3b) }
func (a *Asm) Test(x, y Reg)     { a.rr(true, y, x, 0x85) }
func (a *Asm) Imul(dst, src Reg) { a.rr(true, dst, src, 0x0f, 0xaf) }

// AddMem adds 8 bytes of memory to dst.
func (a *Asm) AddMem(dst Reg, m Mem) { a.rmem(true, false, dst, m, 0, 0x03) }

// AddMemLow adds size bytes (4 or 8) of memory to dst.
func (a *Asm) AddMemLow(dst Reg, m Mem, size int) { a.rmem(size == 8, false, dst, m, 0, 0x03) }

// AddToMem adds src to 8 bytes of memory.
func (a *Asm) AddToMem(m Mem, src Reg) { a.rmem(true, false, src, m, 0, 0x01) }

// ImulMem multiplies dst by 8 bytes of memory.
func (a *Asm) ImulMem(dst Reg, m Mem) { a.rmem(true, false, dst, m, 0, 0x0f, 0xaf) }

// CmpMem compares x with 8 bytes of memory.
func (a *Asm) CmpMem(x Reg, m Mem) { a.rmem(true, false, x, m, 0, 0x3b) }

// AddImm, AndImm, SubImm and CmpImm take a constant.
func (a *Asm) AddImm(dst Reg, v int32) { a.group1(0, dst, v) }
func (a *Asm) AndImm(dst Reg, v int32) { a.group1(4, dst, v) }
func (a *Asm) SubImm(dst Reg, v int32) { a.group1(5, dst, v) }
func (a *Asm) CmpImm(dst Reg, v int32) { a.group1(7, dst, v) }

func (a *Asm) group1(ext Reg, dst Reg, v int32) {
	if v >= -128 && v <= 127 {
		a.rr(true, ext, dst, 0x83)
		a.put(byte(v))
		return
	}
	a.rr(true, ext, dst, 0x81)
	a.put32(v)
}

// SubMemImm subtracts a byte constant from 8 bytes of memory and sets the flags.
func (a *Asm) SubMemImm(m Mem, v int8) { a.rmem(true, false, 5, m, 1, 0x83); a.put(byte(v)) }

// Neg is two's complement negation.
func (a *Asm) Neg(dst Reg) { a.rr(true, 3, dst, 0xf7) }

// Idiv divides RDX:RAX by src: quotient into RAX, remainder into RDX. Cqo extends RAX into RDX.
func (a *Asm) Idiv(src Reg) { a.rr(true, 7, src, 0xf7) }
func (a *Asm) Cqo()         { a.put(0x48, 0x99) }

// Cmov copies src into dst when the condition holds.
func (a *Asm) Cmov(c Cond, dst, src Reg) { a.rr(true, dst, src, 0x0f, 0x40|byte(c)) }

// Jump goes to l when the condition holds; Goto always.
func (a *Asm) Jump(c Cond, l Label) { a.put(0x0f, 0x80|byte(c)); a.jump(l) }
func (a *Asm) Goto(l Label)         { a.put(0xe9); a.jump(l) }

func (a *Asm) jump(l Label) {
	a.jumps = append(a.jumps, fixup{len(a.Code), len(a.Code) + 4, int(l)})
	a.put32(0)
}

// Bzhi clears the bits of src from position n up (BMI2).
func (a *Asm) Bzhi(dst, src, n Reg) {
	a.put(0xc4, inverse(bit(dst, 3))<<7|1<<6|inverse(bit(src, 3))<<5|2, 1<<7|(^byte(n)&15)<<3, 0xf5, 0xc0|byte(dst)&7<<3|byte(src)&7)
}

// The scalar conversions of one lane: 8 bytes of xmm to and from a general register (volume 2, CVTTSD2SI, CVTSI2SD).
func (a *Asm) Cvttsd2si(dst, src Reg) { a.scalarVEX(3, 1, 0x2c, dst, 0, src) }
func (a *Asm) Cvttss2si(dst, src Reg) { a.scalarVEX(2, 1, 0x2c, dst, 0, src) }
func (a *Asm) Cvtsi2sd(dst, src Reg)  { a.scalarVEX(3, 1, 0x2a, dst, dst, src) }
func (a *Asm) Cvtsi2ss(dst, src Reg)  { a.scalarVEX(2, 1, 0x2a, dst, dst, src) }

func (a *Asm) scalarVEX(prefix, wide, opcode byte, reg, vvvv, rm Reg) {
	a.put(0xc4, inverse(bit(reg, 3))<<7|1<<6|inverse(bit(rm, 3))<<5|1, wide<<7|(^byte(vvvv)&15)<<3|prefix, opcode, 0xc0|byte(reg)&7<<3|byte(rm)&7)
}

// Prefetch asks for the line of m: into all levels of caches, or from the second on. It never faults.
func (a *Asm) Prefetch(m Mem)   { a.rmem(false, false, 1, m, 0, 0x0f, 0x18) }
func (a *Asm) PrefetchL2(m Mem) { a.rmem(false, false, 2, m, 0, 0x0f, 0x18) }

// Sfence orders non-temporal stores before what follows.
func (a *Asm) Sfence() { a.put(0x0f, 0xae, 0xf8) }

// Ret returns.
func (a *Asm) Ret() { a.put(0xc3) }
