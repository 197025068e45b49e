package loop

import (
	"errors"
	"fmt"
	"maps"
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/magneto-go/magneto/loop/amd64"
	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/loop/portable"
)

// Kernel is a compiled kernel. It is safe for concurrent use.
type Kernel struct {
	k        *ir.Kernel
	s        *ir.Schedule
	compiler *Compiler
	isa      exec.ISA
	name     string // in errors
	text     string
	program  *portable.Program

	mu       sync.Mutex // held while a variant is made
	variants atomic.Pointer[map[string]*variant]
	recent   recentPlans
	split    splitKernels
	doubled  int              // how often its rows were doubled, see twice.go
	pairs    map[string]*pair // the kernels that do, by what their rows share
}

// variant is machine code for one layout.
type variant struct {
	code   *exec.Code
	size   int // of the frame, bytes
	spills int
	frames sync.Pool // of *exec.Scratch
}

// ErrRange is the error of a call that gathered or scattered by an index out of range, or rejected a value (ir.Reject). What it wrote is then of no use.
var ErrRange = errors.New("index or value out of range")

// maxVariants bounds the layouts of one kernel that are kept; what comes after is interpreted.
const maxVariants = 64

// String is the kernel's text.
func (c *Kernel) String() string { return c.text }

// IR is the kernel that was compiled.
func (c *Kernel) IR() *ir.Kernel { return c.k }

// Code is the machine code that runs calls of this form; nil where they are interpreted.
func (c *Kernel) Code(space ir.Space, bufs []ir.Buffer) ([]byte, error) {
	p, err := c.plan(space, bufs)
	if err == nil && p.twin != nil {
		return p.twin.kernel.Code(p.twin.space, p.twin.buffers(bufs))
	}
	if err != nil || p.variant == nil {
		return nil, err
	}
	return p.variant.code.Bytes(), nil
}

// variant finds or makes the code for a nest; nil where it is interpreted.
func (c *Kernel) variant(n *ir.Nest, stream bool) (*variant, error) {
	if c.isa == exec.Portable {
		return nil, nil
	}
	layout := amd64.LayoutOf(c.k, n)
	layout.Stream = stream
	key := layout.Key()
	if v, ok := (*c.variants.Load())[key]; ok {
		return v, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	known := *c.variants.Load()
	if v, ok := known[key]; ok {
		return v, nil
	}
	if len(known) >= maxVariants {
		return nil, nil
	}
	code, err := amd64.Compile(c.k, c.s, layout, c.isa)
	if err != nil {
		return nil, err
	}
	mapped, err := exec.New(code.Bytes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.name, err)
	}
	v := &variant{code: mapped, size: code.Frame, spills: code.Spills}
	grown := maps.Clone(known)
	grown[key] = v
	c.variants.Store(&grown)
	return v, nil
}

// Run runs the kernel over space. A fault in generated code is an error that names the kernel.
func (c *Kernel) Run(space ir.Space, bufs []ir.Buffer, scalars []uint64) error {
	if len(scalars) != len(c.k.Scalars) {
		return fmt.Errorf("%s: %d scalars for %d", c.name, len(scalars), len(c.k.Scalars))
	}
	p, err := c.plan(space, bufs)
	if err != nil {
		return err
	}
	return c.run(p, space, bufs, scalars)
}

// run runs a call whose plan is known.
func (c *Kernel) run(p *plan, space ir.Space, bufs []ir.Buffer, scalars []uint64) (err error) {
	if p.nest.Empty {
		return nil
	}
	if p.chunk > 0 {
		return c.runSplit(p, space, bufs, scalars)
	}
	if p.twin != nil {
		return p.twin.run(bufs, scalars)
	}
	if p.tiling != nil {
		return c.runTiled(p, bufs, scalars)
	}
	if p.pieces == 1 {
		return c.pieces(p, bufs, scalars, 0, 1)
	}
	if workers := c.compiler.Workers(); workers != nil && p.worth {
		err = workers.Run(p.pieces, func(i int) error { return c.pieces(p, bufs, scalars, i, i+1) })
	} else {
		err = c.pieces(p, bufs, scalars, 0, p.pieces)
	}
	return err
}

// pieces runs pieces from first up to end.
func (c *Kernel) pieces(p *plan, bufs []ir.Buffer, scalars []uint64, first, end int) error {
	call := p.call(bufs, scalars)
	defer p.release(call)
	v := p.variant
	if v == nil {
		for i := first; i < end; i++ {
			p.piece(i, call, bufs)
			if !c.program.Run(call) {
				return c.outside()
			}
		}
		runtime.KeepAlive(bufs)
		return nil
	}
	if p.stream != nil && c.aligned(bufs) {
		v = p.stream
	}
	frame, ok := v.frames.Get().(*exec.Scratch)
	if !ok {
		frame = exec.NewScratch(v.size)
	}
	err := exec.Protect(c.name, func() error {
		for i := first; i < end; i++ {
			p.piece(i, call, bufs)
			if err := c.callCode(v, frame, call); err != nil {
				return err
			}
		}
		return nil
	})
	v.frames.Put(frame)
	runtime.KeepAlive(bufs)
	return err
}

// callCode makes one call of machine code.
func (c *Kernel) callCode(v *variant, frame *exec.Scratch, call *ir.Call) error {
	amd64.Fill(frame.Pointer(), c.k, call)
	v.code.Call(0, frame.Pointer())
	if amd64.Outside(frame.Pointer()) {
		return c.outside()
	}
	return nil
}

func (c *Kernel) outside() error { return fmt.Errorf("%s: %w", c.name, ErrRange) }

// call makes or reuses a call over bufs.
func (p *plan) call(bufs []ir.Buffer, scalars []uint64) *ir.Call {
	call, ok := p.calls.Get().(*ir.Call)
	if !ok {
		call = &ir.Call{Base: make([]unsafe.Pointer, len(bufs)), Offsets: make([]int, len(bufs)),
			IndexStep: make([]int, len(bufs)), IndexCount: make([]int, len(bufs))}
	}
	for b := range bufs {
		call.Base[b] = bufs[b].Ptr
		call.IndexStep[b], call.IndexCount[b] = bufs[b].IndexStride*p.sizes[b], bufs[b].IndexCount
	}
	call.Nest, call.Scalars = p.nest, scalars
	return call
}

// release keeps a call for reuse. What is kept must not hold on to memory.
func (p *plan) release(call *ir.Call) {
	clear(call.Base)
	call.Scalars = nil
	p.calls.Put(call)
}
