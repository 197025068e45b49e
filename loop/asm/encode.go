package asm

import (
	"encoding/binary"
	"fmt"
)

// Opt holds the optional parts of a vector instruction.
type Opt struct {
	Mask      Reg  // k1–k7 write mask; 0 none
	Zero      bool // zeroing instead of merging
	Broadcast bool // the memory operand is one element, for all lanes
	Imm       byte
	Fourth    Reg // the register in imm8[7:4] of vblendv
}

// Asm is a buffer of code under construction, with its labels and its constants.
type Asm struct {
	Code   []byte
	labels []int
	jumps  []fixup
	refs   []fixup
	pool   []byte
	consts map[constant]int32
}

// constant is a word in the pool: its bytes and how many they are.
type constant struct {
	word uint64
	size int
}

// fixup is a 32-bit field at Code[at:], relative to end, of a label or an offset into the pool.
type fixup struct{ at, end, to int }

func (a *Asm) put(b ...byte) { a.Code = append(a.Code, b...) }
func (a *Asm) put32(x int32) { a.Code = binary.LittleEndian.AppendUint32(a.Code, uint32(x)) }
func bit(r Reg, n uint) byte { return byte(r) >> n & 1 }
func inverse(b byte) byte    { return 1 - b }
func flag(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// R emits in with registers only. Operands that the instruction does not have are ignored: src where it has two
// operands. In stores rm is the destination and dst the source.
func (a *Asm) R(in *Inst, l Len, dst, src, rm Reg, o Opt) {
	reg, vvvv := in.fields(dst, src)
	evex := in.vex == none || l == Z || (reg|vvvv|rm) > 15 || o.Mask != 0
	if evex {
		a.evex(in, l, reg, vvvv, bit(rm, 4), bit(rm, 3), false, o)
	} else {
		a.vex(in, l, reg, vvvv, 0, bit(rm, 3))
	}
	a.put(in.opcode, 0xc0|byte(reg)&7<<3|byte(rm)&7)
	a.immediate(in, o)
}

// M emits in with a memory operand.
func (a *Asm) M(in *Inst, l Len, dst, src Reg, m Mem, o Opt) {
	reg, vvvv := in.fields(dst, src)
	evex := in.vex == none || in.form == vm || l == Z || (reg|vvvv) > 15 || o.Mask != 0 || o.Broadcast
	x := byte(0)
	if m.Index != NoReg {
		x = bit(m.Index, 3)
	}
	b := byte(0)
	if m.Base != RIP {
		b = bit(m.Base, 3)
	}
	unit := int32(1)
	if evex {
		a.evex(in, l, reg, vvvv, x, b, o.Broadcast, o)
		unit = in.disp8(l, o.Broadcast)
	} else {
		a.vex(in, l, reg, vvvv, x, b)
	}
	a.put(in.opcode)
	trailing := 0
	if in.imm || in.form == rvmr {
		trailing = 1
	}
	a.address(byte(reg)&7, m, unit, trailing)
	a.immediate(in, o)
}

// fields puts the operands into the reg and vvvv fields.
func (in *Inst) fields(dst, src Reg) (reg, vvvv Reg) {
	switch in.form {
	case rm, mr:
		return dst, 0
	case vm:
		return Reg(in.ext), dst
	}
	return dst, src
}

func (a *Asm) immediate(in *Inst, o Opt) {
	switch {
	case in.form == rvmr:
		a.put(byte(o.Fourth) << 4)
	case in.imm:
		a.put(o.Imm)
	}
}

// vex writes a VEX prefix (volume 2, 2.3.5), in two bytes where they suffice.
func (a *Asm) vex(in *Inst, l Len, reg, vvvv Reg, x, b byte) {
	ll := flag(l == Y)
	if in.dst == msk && in.src == msk && in.form == rvm {
		ll = 1 // VEX.L1 marks mask instructions of three operands
	}
	if in.dst == xmm && in.src != ymm || in.src == xmm && in.dst == mem_ {
		ll = 0
	}
	if in.dst == xmm && in.src == ymm || in.dst == ymm {
		ll = 1
	}
	low := (^byte(vvvv)&15)<<3 | ll<<2 | in.prefix
	r := inverse(bit(reg, 3))
	if x == 0 && b == 0 && in.opmap == 1 && in.vex == w0 {
		a.put(0xc5, r<<7|low)
		return
	}
	a.put(0xc4, r<<7|inverse(x)<<6|inverse(b)<<5|in.opmap, byte(in.vex)<<7|low)
}

// evex writes an EVEX prefix (volume 2, 2.7.1).
func (a *Asm) evex(in *Inst, l Len, reg, vvvv Reg, x, b byte, broadcast bool, o Opt) {
	if in.evex == none {
		panic("asm: " + in.Name + " has no EVEX form")
	}
	ll := byte(0)
	switch l {
	case Y:
		ll = 1
	case Z:
		ll = 2
	}
	if in.dst == xmm && in.src != vec || in.src == xmm && in.dst == mem_ {
		ll = 0
	}
	a.put(0x62,
		inverse(bit(reg, 3))<<7|inverse(x)<<6|inverse(b)<<5|inverse(bit(reg, 4))<<4|in.opmap,
		byte(in.evex)<<7|(^byte(vvvv)&15)<<3|4|in.prefix,
		flag(o.Zero)<<7|ll<<5|flag(broadcast)<<4|inverse(bit(vvvv, 4))<<3|byte(o.Mask))
}

// address writes ModRM, SIB and displacement. unit scales a byte displacement; trailing bytes follow the displacement,
// which RIP-relative addresses have to count.
func (a *Asm) address(reg byte, m Mem, unit int32, trailing int) {
	if m.Base == RIP {
		a.put(reg<<3 | 5)
		a.refs = append(a.refs, fixup{len(a.Code), len(a.Code) + 4 + trailing, int(m.Disp)})
		a.put32(0)
		return
	}
	base := byte(m.Base) & 7
	mod := byte(2)
	switch {
	case m.Disp == 0 && base != 5: // base 5 without displacement means RIP
		mod = 0
	case m.Disp%unit == 0 && m.Disp/unit >= -128 && m.Disp/unit <= 127:
		mod = 1
	}
	switch {
	case m.Index != NoReg:
		if m.Index == RSP {
			panic("asm: rsp cannot be an index")
		}
		a.put(mod<<6|reg<<3|4, scaleBits(m.Scale)<<6|byte(m.Index)&7<<3|base)
	case base == 4: // rsp and r12 need a SIB
		a.put(mod<<6|reg<<3|4, 4<<3|base)
	default:
		a.put(mod<<6 | reg<<3 | base)
	}
	switch mod {
	case 1:
		a.put(byte(m.Disp / unit))
	case 2:
		a.put32(m.Disp)
	}
}

func scaleBits(scale uint8) byte {
	switch scale {
	case 1:
		return 0
	case 2:
		return 1
	case 4:
		return 2
	case 8:
		return 3
	}
	panic(fmt.Sprintf("asm: scale %d", scale))
}

// Label is a place in the code.
type Label int

// Label makes a label to be bound later.
func (a *Asm) Label() Label {
	a.labels = append(a.labels, -1)
	return Label(len(a.labels) - 1)
}

// Bind puts l here.
func (a *Asm) Bind(l Label) { a.labels[l] = len(a.Code) }

// Here is a new label at this place.
func (a *Asm) Here() Label {
	l := a.Label()
	a.Bind(l)
	return l
}

// Align fills with one-byte no-operations up to a multiple of n.
func (a *Asm) Align(n int) {
	for len(a.Code)%n != 0 {
		a.put(0x90)
	}
}

// Const enters data into the pool, aligned to its length (a power of two up to 64), and gives its address. Equal words of four or eight bytes are
// entered once.
func (a *Asm) Const(data []byte) Mem {
	key := constant{size: len(data)}
	if len(data) <= 8 {
		var word [8]byte
		copy(word[:], data)
		key.word = binary.LittleEndian.Uint64(word[:])
		if at, ok := a.consts[key]; ok {
			return At(RIP, at)
		}
	}
	for len(a.pool)%len(data) != 0 {
		a.pool = append(a.pool, 0)
	}
	at := int32(len(a.pool))
	a.pool = append(a.pool, data...)
	if len(data) <= 8 {
		if a.consts == nil {
			a.consts = map[constant]int32{}
		}
		a.consts[key] = at
	}
	return At(RIP, at)
}

// Finish resolves labels and constants and gives the code followed by the pool, which starts at a multiple of 64.
// The code must be placed at a multiple of 64 for constants to be aligned.
func (a *Asm) Finish() []byte {
	for _, f := range a.jumps {
		if a.labels[f.to] < 0 {
			panic("asm: a label was not bound")
		}
		binary.LittleEndian.PutUint32(a.Code[f.at:], uint32(a.labels[f.to]-f.end))
	}
	for len(a.Code)%64 != 0 {
		a.put(0xcc)
	}
	start := len(a.Code)
	for _, f := range a.refs {
		binary.LittleEndian.PutUint32(a.Code[f.at:], uint32(start+f.to-f.end))
	}
	a.jumps, a.refs = nil, nil
	a.Code = append(a.Code, a.pool...)
	a.pool = nil
	return a.Code
}
