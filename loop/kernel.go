package loop

import (
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
	k       *ir.Kernel
	s       *ir.Schedule
	isa     exec.ISA
	text    string
	program *portable.Program

	mu       sync.Mutex // held while a variant is made
	variants atomic.Pointer[map[string]*variant]
}

// variant is machine code for one layout.
type variant struct {
	code   *exec.Code
	size   int // of the frame, bytes
	spills int
	frames sync.Pool // of *[]byte
}

// maxVariants bounds the layouts of one kernel that are kept; what comes after is interpreted.
const maxVariants = 64

// String is the kernel's text.
func (c *Kernel) String() string { return c.text }

// Code is the machine code that runs calls of this form; nil where they are interpreted.
func (c *Kernel) Code(space ir.Space, bufs []ir.Buffer) ([]byte, error) {
	n, err := ir.NewNest(c.k, space, bufs)
	if err != nil || c.isa == exec.Portable {
		return nil, err
	}
	v, err := c.variant(n)
	if err != nil {
		return nil, err
	}
	return v.code.Bytes(), nil
}

// variant finds or makes the code for a nest.
func (c *Kernel) variant(n *ir.Nest) (*variant, error) {
	layout := amd64.LayoutOf(c.k, n)
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
		return nil, fmt.Errorf("kernel %s: %w", c.k.Name, err)
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
		return fmt.Errorf("kernel %s: %d scalars for %d", c.k.Name, len(scalars), len(c.k.Scalars))
	}
	n, err := ir.NewNest(c.k, space, bufs)
	if err != nil || n.Empty {
		return err
	}
	var v *variant
	if c.isa != exec.Portable {
		if v, err = c.variant(n); err != nil {
			return err
		}
	}
	call := &ir.Call{Nest: n, Scalars: scalars, Base: make([]unsafe.Pointer, len(bufs)), Offsets: make([]int, len(bufs))}
	for b := range bufs {
		call.Base[b] = bufs[b].Ptr
	}
	for a := range n.Axes {
		call.Count[a] = n.Axes[a].Count
	}
	run := func() error {
		for i := range n.OuterCount() {
			n.At(i, call.Offsets)
			if v == nil {
				c.program.Run(call)
			} else {
				v.run(c.k, call)
			}
		}
		return nil
	}
	if v == nil {
		err = run()
	} else {
		err = exec.Protect("kernel "+c.k.Name, run)
	}
	runtime.KeepAlive(bufs)
	return err
}

// run makes one call of the code.
func (v *variant) run(k *ir.Kernel, call *ir.Call) {
	frame, ok := v.frames.Get().(*[]byte)
	if !ok {
		memory := make([]byte, v.size+64)
		frame = &memory
	}
	at := unsafe.Pointer(unsafe.SliceData(*frame))
	at = unsafe.Add(at, -uintptr(at)&63)
	amd64.Fill(at, k, call)
	v.code.Call(0, at)
	v.frames.Put(frame)
}
