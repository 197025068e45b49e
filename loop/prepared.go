package loop

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"unsafe"

	"github.com/magneto-go/magneto/loop/amd64"
	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/ir"
)

// Prepared is a kernel with the form of its calls, sizes and strides, decided once: what is left of a call are addresses and scalars. It
// is safe for concurrent use.
type Prepared struct {
	kernel *Kernel
	plan   *plan
	space  ir.Space
	bufs   []ir.Buffer // without addresses
	starts []int       // of the buffers
	frames sync.Pool   // of *exec.Scratch, filled but for addresses; of calls that are one piece of machine code
	whole  bool        // they are: one piece of machine code
	twin   *Prepared   // that computes two rows at a time, if one does
}

// Prepare plans calls over space with the strides, starts and index ranges of bufs.
func (c *Kernel) Prepare(space ir.Space, bufs []ir.Buffer) (*Prepared, error) {
	p, err := c.plan(space, bufs)
	if err != nil {
		return nil, err
	}
	r := &Prepared{kernel: c, plan: p, bufs: slices.Clone(bufs), space: ir.Space{Keep: slices.Clone(space.Keep), Reduce: slices.Clone(space.Reduce)}}
	for b := range r.bufs {
		r.bufs[b].Ptr = nil
		r.bufs[b].Strides = slices.Clone(bufs[b].Strides)
		r.starts = append(r.starts, int(bufs[b].Start))
	}
	if p.twin != nil {
		r.twin, err = p.twin.prepare(r.bufs)
		return r, err
	}
	r.whole = !p.nest.Empty && p.variant != nil && p.stream == nil && p.pieces == 1 && p.chunk == 0 && p.tiling == nil
	return r, nil
}

// Kernel is the kernel that was prepared.
func (r *Prepared) Kernel() *Kernel { return r.kernel }

// Code is the machine code that runs the calls, nil where they are interpreted.
func (r *Prepared) Code() []byte {
	if r.twin != nil {
		return r.twin.Code()
	}
	if r.plan.variant == nil {
		return nil
	}
	return r.plan.variant.code.Bytes()
}

// Run makes a call: one address for each buffer, nil for iotas, and the scalars. The caller keeps the memory alive. Where faults of generated
// code are to become errors, exec.Protect is around it, unless the call is of several pieces, which are protected here.
func (r *Prepared) Run(pointers []unsafe.Pointer, scalars []uint64) error {
	var own *exec.Scratch
	err := r.RunIn(&own, pointers, scalars)
	if own != nil {
		r.frames.Put(own)
	}
	return err
}

// lastingFrame is the size of frames up to which callers may keep them, in bytes.
const lastingFrame = 4096

// RunIn is Run for who makes one call after the other: the frame of this kernel's calls stays in own, which is nil at first, if it is not large.
func (r *Prepared) RunIn(own **exec.Scratch, pointers []unsafe.Pointer, scalars []uint64) error {
	if len(pointers) != len(r.bufs) || len(scalars) != len(r.kernel.k.Scalars) {
		return fmt.Errorf("%s: %d addresses and %d scalars for %d and %d", r.kernel.name, len(pointers), len(scalars), len(r.bufs), len(r.kernel.k.Scalars))
	}
	if r.twin != nil {
		return r.plan.twin.runPrepared(r.twin, pointers, scalars)
	}
	if !r.whole {
		bufs := slices.Clone(r.bufs)
		for b := range bufs {
			bufs[b].Ptr = pointers[b]
		}
		return r.kernel.run(r.plan, r.space, bufs, scalars)
	}
	v, frame := r.plan.variant, *own
	if frame == nil {
		frame, _ = r.frames.Get().(*exec.Scratch)
	}
	if frame == nil {
		frame = exec.NewScratch(v.size)
		call := r.plan.call(r.bufs, scalars)
		r.plan.piece(0, call, r.bufs)
		amd64.Fill(frame.Pointer(), r.kernel.k, call)
		r.plan.release(call)
	}
	amd64.Refill(frame.Pointer(), r.kernel.k, pointers, r.starts, scalars)
	v.code.Call(0, frame.Pointer())
	if amd64.Outside(frame.Pointer()) {
		*own = nil // it remembers
		return r.kernel.outside()
	}
	if *own = frame; v.size > lastingFrame {
		*own = nil
		r.frames.Put(frame)
	}
	runtime.KeepAlive(pointers)
	return nil
}
