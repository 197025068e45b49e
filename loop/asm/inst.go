// Package asm encodes amd64 instructions: the AVX, AVX2 and AVX-512 forms a loop compiler needs, from a table with one
// row an instruction (table.go), and the few general ones that loops and addresses take (general.go).
//
// A row says what the Intel Software Developer's Manual, volume 2, says in the instruction's encoding line: the order
// of the operands, the opcode map and mandatory prefix, W, the opcode, the tuple type that scales an 8-bit
// displacement under EVEX (volume 2, table 2-34), and the element size of an embedded broadcast. The encoder chooses between VEX and EVEX: EVEX
// where it must (512 bits, a register above 15, a mask, a broadcast, no VEX form), else VEX, which is shorter.
//
// The package is plain Go and runs everywhere: its tests need no amd64.
//
// It is a part of this module; package magneto is for use from outside.
package asm

// Reg is a register number, of the class that its place in the instruction asks for: general 0–15, vector 0–31, mask 0–7.
type Reg uint8

// The general registers, by their numbers in encodings.
const (
	RAX Reg = iota
	RCX
	RDX
	RBX
	RSP
	RBP
	RSI
	RDI
	R8
	R9
	R10
	R11
	R12
	R13
	R14
	R15
	// RIP as the base of a Mem makes Disp an offset into the constant pool (Asm.Const).
	RIP
	// NoReg is the index of a Mem without index.
	NoReg Reg = 255
)

// Len is a vector length in bytes.
type Len uint8

const (
	X Len = 16
	Y Len = 32
	Z Len = 64
)

// Mem is the address Base + Index*Scale + Disp.
type Mem struct {
	Base, Index Reg
	Scale       uint8 // 1, 2, 4, 8
	Disp        int32
}

// At is the address base + disp.
func At(base Reg, disp int32) Mem { return Mem{base, NoReg, 1, disp} }

// Indexed is the address base + index*scale + disp.
func Indexed(base, index Reg, scale uint8, disp int32) Mem { return Mem{base, index, scale, disp} }

// form is the order of an instruction's operands in its encoding.
type form uint8

const (
	rvm  form = iota // reg ← vvvv, r/m
	rm               // reg ← r/m
	mr               // r/m ← reg
	vm               // vvvv ← r/m; the reg field extends the opcode
	mvr              // r/m ← vvvv, reg (vmaskmov stores)
	rvmr             // reg ← vvvv, r/m, register in imm8[7:4] (vblendv)
)

// tuple is how EVEX scales an 8-bit displacement.
type tuple uint8

const (
	full    tuple = iota // vector length, or the element under broadcast
	mem                  // vector length, no broadcast
	half                 // half of the vector length, no broadcast
	quarter              // a quarter
	eighth               // an eighth
	scalar               // the element
	fix16                // 16 bytes
	fix32                // 32 bytes
	halfBc               // half of the vector length, or the element under broadcast
)

// w is the W bit of a prefix, or that there is no such form.
type w int8

const (
	none w = -1
	w0   w = 0
	w1   w = 1
)

// Inst is one row of the table: an instruction with all its vector lengths.
type Inst struct {
	Name      string
	form      form
	prefix    byte // 0 none, 1 66, 2 F3, 3 F2
	opmap     byte // 1 0F, 2 0F38, 3 0F3A
	vex, evex w
	opcode    byte
	ext       byte // opcode extension of form vm
	tuple     tuple
	elem      byte // bytes of an element, for broadcast and scalar displacements
	imm       bool // an immediate byte follows
	dst       kind // what the destination and r/m are, for tests and listings
	src       kind
}

// kind is what a register operand is.
type kind uint8

const (
	vec  kind = iota // a vector of the instruction's length
	vecH             // of half that length, at least xmm
	vecQ             // of a quarter
	xmm              // always xmm
	ymm              // always ymm
	msk              // a mask register
	gp8              // a 64-bit general register
	mem_             // memory only
)

// StoresRegister tells whether the r/m operand is the destination (conversions and extracts that can also store).
func (in *Inst) StoresRegister() bool { return in.form == mr || in.form == mvr }

// disp8 is the unit of an 8-bit displacement under EVEX.
func (in *Inst) disp8(l Len, broadcast bool) int32 {
	switch in.tuple {
	case full, halfBc:
		if broadcast {
			return int32(in.elem)
		}
		if in.tuple == halfBc {
			return int32(l) / 2
		}
		return int32(l)
	case mem:
		return int32(l)
	case half:
		return int32(l) / 2
	case quarter:
		return int32(l) / 4
	case eighth:
		return int32(l) / 8
	case fix16:
		return 16
	case fix32:
		return 32
	}
	return int32(in.elem)
}

// all lists the rows in the order of the table, for the tests.
var all []*Inst

// row enters one instruction. Options: an opcode extension, "imm", operand kinds.
func row(name string, f form, prefix, opmap byte, vex, evex w, opcode byte, t tuple, elem byte, options ...func(*Inst)) *Inst {
	in := &Inst{Name: name, form: f, prefix: prefix, opmap: opmap, vex: vex, evex: evex, opcode: opcode, tuple: t, elem: elem}
	for _, o := range options {
		o(in)
	}
	all = append(all, in) // start: called while packages are initialised
	return in
}

func imm8(in *Inst) { in.imm = true }

func slash(ext byte) func(*Inst) { return func(in *Inst) { in.ext = ext; in.imm = true } }

func kinds(dst, src kind) func(*Inst) { return func(in *Inst) { in.dst, in.src = dst, src } }
