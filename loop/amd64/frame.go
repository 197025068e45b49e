package amd64

import (
	"unsafe"

	"github.com/magneto-go/magneto/loop/asm"
	"github.com/magneto-go/magneto/loop/ir"
)

// The frame is what generated code works on, addressed by RDI. Offsets in bytes:
//
//	0    counts of the four axes
//	32   what is left of the row, mid and vector loops (inner's is in RDX)
//	64   elements in the tail
//	72   set to 1 when an index was out of range, or a value rejected
//	128  for each buffer 80 bytes: base, steps along the four axes, position of the mid loop, position of the inner loop, index step and count
//	…    scalars, 8 bytes each
//	…    slots of 64 bytes: stages, row values, partial results, spilled registers
//
// For an iota base and positions are indices, and steps what an iteration adds.
type frame struct {
	buffers, scalars int
	size             int32
}

const (
	buffersAt  = 128
	bufferSize = 80
)

func newFrame(k *ir.Kernel) *frame {
	f := &frame{buffers: len(k.Bufs), scalars: len(k.Scalars)}
	f.size = (f.scalar(len(k.Scalars)).Disp + 63) &^ 63
	return f
}

func (f *frame) count(a ir.Axis) asm.Mem { return asm.At(asm.RDI, int32(8*a)) }
func (f *frame) left(a ir.Axis) asm.Mem  { return asm.At(asm.RDI, 32+int32(8*a)) }
func (f *frame) tail() asm.Mem           { return asm.At(asm.RDI, 64) }
func (f *frame) outside() asm.Mem        { return asm.At(asm.RDI, 72) }

func (f *frame) buffer(b int, at int32) asm.Mem {
	return asm.At(asm.RDI, buffersAt+int32(b)*bufferSize+at)
}
func (f *frame) base(b int) asm.Mem            { return f.buffer(b, 0) }
func (f *frame) step(b int, a ir.Axis) asm.Mem { return f.buffer(b, 8+8*int32(a)) }
func (f *frame) mid(b int) asm.Mem             { return f.buffer(b, 40) }
func (f *frame) inner(b int) asm.Mem           { return f.buffer(b, 48) }
func (f *frame) indexStep(b int) asm.Mem       { return f.buffer(b, 56) }
func (f *frame) indexCount(b int) asm.Mem      { return f.buffer(b, 64) }

func (f *frame) scalar(i int) asm.Mem {
	return asm.At(asm.RDI, int32(buffersAt+f.buffers*bufferSize+8*i))
}

// slot adds n bytes to the frame.
func (f *frame) slot(n int32) int32 {
	at := f.size
	f.size += (n + 63) &^ 63
	return at
}

// Fill writes a call into memory for its frame, c.Frame bytes at a multiple of 64.
func Fill(frame unsafe.Pointer, k *ir.Kernel, call *ir.Call) {
	words := unsafe.Slice((*uint64)(frame), (buffersAt+len(k.Bufs)*bufferSize)/8+len(k.Scalars))
	for a, n := range call.Count {
		words[a] = uint64(n)
	}
	words[outsideWord] = 0
	for b := range k.Bufs {
		w := words[(buffersAt+b*bufferSize)/8:]
		w[0] = uint64(call.Offsets[b])
		if k.Bufs[b].Mode != ir.Index {
			w[0] += uint64(uintptr(call.Base[b]))
		}
		for a := range call.Count {
			w[1+a] = uint64(call.Nest.Axes[a].Steps[b])
		}
		w[7], w[8] = uint64(call.IndexStep[b]), uint64(call.IndexCount[b])
	}
	copy(words[(buffersAt+len(k.Bufs)*bufferSize)/8:], call.Scalars)
}

// Refill changes the bases and scalars of a frame that was filled for a call of the same form and has run since. Index buffers keep
// where they begin.
func Refill(frame unsafe.Pointer, k *ir.Kernel, bases []unsafe.Pointer, offsets []int, scalars []uint64) {
	words := unsafe.Slice((*uint64)(frame), (buffersAt+len(k.Bufs)*bufferSize)/8+len(k.Scalars))
	at := buffersAt / 8
	for b := range bases {
		words[at] = uint64(offsets[b])
		if k.Bufs[b].Mode != ir.Index {
			words[at] += uint64(uintptr(bases[b]))
		}
		at += bufferSize / 8
	}
	copy(words[at:], scalars)
}

const outsideWord = 9

// Outside tells of a frame that its call met an index out of range, or rejected a value.
func Outside(frame unsafe.Pointer) bool {
	return *(*uint64)(unsafe.Add(frame, 8*outsideWord)) != 0
}
