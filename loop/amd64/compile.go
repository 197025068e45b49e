// Package amd64 makes machine code of loop IR kernels, for AVX-512 or AVX2.
//
// A kernel is compiled for one order of loops and one kind of step per buffer (Layout); sizes and strides themselves come with the call.
// The code is one function over a frame (frame.go). Its loops are written by loops.go; the bodies in
// them are selected from the kernel's values (select.go, convert.go, memory.go, reduce.go) into straight-line code over virtual
// registers (block.go), which alloc.go gives registers and encodes.
//
// A vector has 16 lanes under AVX-512 and 8 under AVX2, in kernels with 64-bit values half of that, so that the widest
// values fill a register; narrower ones then use shorter registers.
//
// General registers: RDI the frame; RCX the element and RDX what is left of the inner loop; R15 the next partial result; RSI and R8–R13
// positions of buffers, further ones being kept in the frame; RAX, RBX, R14 free for addresses.
//
// It is a part of this module; package magneto is for use from outside.
package amd64

import (
	"fmt"
	"slices"

	"github.com/magneto-go/magneto/loop/asm"
	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/ir"
)

// Layout is what code is specialised to.
type Layout struct {
	Columns bool
	Steps   []Step // of each buffer along the vector loop
	// Stream writes whole vectors past the caches. What is written must be Unit, of 4 or 8 bytes an element, and begin at multiples of 64.
	Stream bool
}

// LayoutOf is the layout of a nest.
func LayoutOf(k *ir.Kernel, n *ir.Nest) Layout {
	l := Layout{Columns: n.Columns, Steps: make([]Step, len(k.Bufs))}
	axis := ir.InnerAxis
	if n.Columns {
		axis = ir.VecAxis
	}
	seconds := !k.Scatters() && !slices.ContainsFunc(k.Values, func(v ir.Value) bool { return v.Op == ir.Gather })
	for b := range k.Bufs {
		switch step := n.Axes[axis].Steps[b]; {
		case step == 0:
			l.Steps[b] = Same
		case k.Bufs[b].Mode != ir.Index && step == k.Bufs[b].Elem.Size():
			l.Steps[b] = Unit
		case seconds && k.Bufs[b].Mode != ir.Index && step == 8 && k.Bufs[b].Elem.Size() == 4:
			l.Steps[b] = Second
		default:
			l.Steps[b] = Strided
		}
	}
	return l
}

// Key is the layout as a map key.
func (l Layout) Key() string {
	key := make([]byte, 0, len(l.Steps)+1)
	key = append(key, "rc"[class(l.Columns)])
	for _, s := range l.Steps {
		key = append(key, "sud2"[s])
	}
	if l.Stream {
		key = append(key, '!')
	}
	return string(key)
}

// Code is a compiled kernel.
type Code struct {
	Bytes  []byte
	Frame  int // bytes
	Spills int // values that were put into the frame for want of registers
}

// gen is the state of one compilation.
type gen struct {
	k      *ir.Kernel
	s      *ir.Schedule
	layout Layout
	asm    *asm.Asm
	frame  *frame
	avx512 bool
	lanes  int
	l32    asm.Len // of vectors of 32-bit lanes
	l64    asm.Len // of 64-bit lanes, where the kernel has them

	consts      map[constKey]asm.Mem
	uniforms    map[ir.ID]bool    // what is known of values, see uniform
	slots       map[slotKey]int32 // of row values and values computed once
	partials    []int32           // by reduction of the pass: its partial results
	laneOffsets []int32           // by buffer, of iotas
	orders      map[laneOrder]asm.Mem
	stages      int32
	tails       int32
	seconds     int32 // masks of the tail where every second element is met, for both vectors; 0 where there are no such buffers
	spilled     slots
	spills      int

	copy     int  // of the body being generated, along the vector loop
	masked   bool // it is the tail's
	tailMask vreg
	position map[int]asm.Reg // of buffers in registers
	vectors  []asm.Reg       // free for allocation
	narrowed asm.Len         // length of all vectors while a reduction is folded, else 0
}

type slotKey struct {
	id   ir.ID
	copy int
}

const (
	resultStage = 2
	stageCount  = 3
)

// Register sets. k1 is the mask of the tail, xmm15 a scratch register of AVX2 kernels.
var (
	positionRegs = []asm.Reg{asm.RSI, asm.R8, asm.R9, asm.R10, asm.R11, asm.R12, asm.R13}
	kmaskRegs    = []asm.Reg{7, 6, 5, 4, 3, 2}
)

// Compile generates code for a scheduled kernel.
func Compile(k *ir.Kernel, s *ir.Schedule, layout Layout, isa exec.ISA) (*Code, error) {
	if isa == exec.Portable {
		return nil, fmt.Errorf("kernel %s: no machine code for %s", k.Name, isa)
	}
	g := &gen{k: k, s: s, layout: layout, asm: &asm.Asm{Code: make([]byte, 0, 4096)}, frame: newFrame(k), avx512: isa == exec.AVX512,
		consts: map[constKey]asm.Mem{}, uniforms: map[ir.ID]bool{}, slots: map[slotKey]int32{}, laneOffsets: make([]int32, len(k.Bufs)), orders: map[laneOrder]asm.Mem{}}
	whole, registers := asm.Y, asm.Reg(15)
	if g.avx512 {
		whole, registers = asm.Z, 32
	}
	g.lanes, g.l32, g.l64 = int(whole)/4, whole, 0
	if s.Wide {
		g.lanes, g.l32, g.l64 = int(whole)/8, whole/2, whole
	}
	for r := registers; r > 0; r-- {
		if r-1 != 15 || !k.Scatters() && !k.Scans() {
			g.vectors = append(g.vectors, r-1)
		}
	}
	g.stages = g.frame.slot(stageCount * 64)
	g.tails = g.frame.slot(128)
	if g.avx512 && slices.Contains(layout.Steps, Second) {
		g.seconds = g.frame.slot(64)
	}
	most := 0
	for _, p := range k.Passes {
		most = max(most, len(p.Reductions))
	}
	if !layout.Columns {
		for range most {
			g.partials = append(g.partials, g.frame.slot(256))
		}
	}
	g.spilled.frame = g.frame
	g.once()
	if layout.Columns {
		g.columns()
	} else {
		g.rows()
	}
	if layout.Stream {
		g.asm.Sfence()
	}
	g.asm.Ret()
	return &Code{Bytes: g.asm.Finish(), Frame: int(g.frame.size), Spills: g.spills}, nil
}

func (g *gen) stage(i int) int32 { return g.stages + int32(64*i) }

// tail is the vector that masks the tail under AVX2, in lanes of type t.
func (g *gen) tail(t ir.Type) operand {
	if t.Wide() {
		return operand{mem: asm.At(asm.RDI, g.tails+64)}
	}
	return operand{mem: asm.At(asm.RDI, g.tails)}
}

func (g *gen) vectorAxis() ir.Axis {
	if g.layout.Columns {
		return ir.VecAxis
	}
	return ir.InnerAxis
}

// slotOf is the frame offset of a value that is computed once per call or row; made on first use.
func (g *gen) slotOf(id ir.ID) int32 {
	key := slotKey{id, 0}
	if g.layout.Columns && g.s.Levels[id] == ir.PerRow {
		key.copy = g.copy
	}
	at, ok := g.slots[key]
	if !ok {
		at = g.frame.slot(64)
		g.slots[key] = at
	}
	return at
}

// block generates one piece of straight-line code.
func (g *gen) block(f func(s *selector)) { g.blockWith(g.vectors, f) }

func (g *gen) blockWith(vectors []asm.Reg, f func(s *selector)) {
	s := &selector{gen: g, block: newBlock(), values: make([]operand, len(g.k.Values))}
	if g.avx512 {
		g.tailMask = s.mask()
		s.fixed[g.tailMask] = 1
	}
	f(s)
	g.spills += emit(g.asm, s.block, vectors, kmaskRegs, &g.spilled)
}

// keep stores a value into its slot.
func (s *selector) keep(id ir.ID, v vreg) {
	t := s.k.TypeOf(id)
	s.add(instr{in: asm.VMOVUPSSt, l: s.length(t), rm: operand{mem: asm.At(asm.RDI, s.slotOf(id))}, data: s.asVector(t, v)})
}

// asVector is v as it lies in the frame: bools as lanes.
func (s *selector) asVector(t ir.Type, v vreg) vreg {
	if t == ir.Bool && s.avx512 {
		return s.one(asm.VPMOVM2D, s.l32, of(v))
	}
	return v
}

// once computes what is the same for all rows: scalars spread over lanes, what is made of them, and the indices of lanes.
func (g *gen) once() {
	g.block(func(s *selector) {
		for id, v := range g.k.Values {
			if v.Op != ir.ScalarOf {
				continue
			}
			in := asm.VBROADCASTSS
			if v.Type.Wide() {
				if !g.s.Wide {
					continue // nothing uses it
				}
				in = asm.VBROADCASTSD
			}
			r := s.one(in, s.length(v.Type), operand{mem: g.frame.scalar(int(v.Imm))})
			if v.Type == ir.Bool {
				zero := s.loaded(ir.I32, s.constant(ir.I32, 0))
				r = s.two(asm.VPSUBD, s.l32, zero, of(r))
			}
			s.add(instr{in: asm.VMOVUPSSt, l: s.length(v.Type), rm: operand{mem: asm.At(asm.RDI, s.slotOf(ir.ID(id)))}, data: r})
		}
		for _, id := range g.s.Once {
			s.compute(id)
			s.keep(id, s.values[id].reg)
		}
	})
	for b, buf := range g.k.Bufs {
		if buf.Mode != ir.Index || buf.Elem.Value().Wide() && !g.s.Wide {
			continue
		}
		g.laneOffsets[b] = g.frame.slot(64)
		a, size := g.asm, buf.Elem.Size()
		a.MovImm(asm.RAX, 0)
		for lane := range g.lanes {
			a.StoreLow(asm.At(asm.RDI, g.laneOffsets[b]+int32(lane*size)), asm.RAX, size)
			a.AddMem(asm.RAX, g.frame.step(b, g.vectorAxis()))
		}
	}
}
