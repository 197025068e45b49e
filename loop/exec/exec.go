// Package exec holds generated machine code and is the one door into it.
//
// Memory for code is mapped writable, filled, and sealed executable; it is never both, and never opened again, since another
// goroutine may be executing in it. It is unmapped when its Code is freed or has become garbage.
//
// Generated code runs on the goroutine's stack, as a leaf: it must not move RSP and must not touch RBP, nor call. Then a memory
// fault inside it unwinds as if the trampoline had faulted (runtime.shouldPushSigpanic finds the trampoline's return
// address on top of the stack), so Protect can make an error of it. All other registers are free. The runtime cannot
// preempt generated code: garbage collection waits for it, so calls should last about a millisecond at most. The trampoline has
// Go's stack check in front, so a loop of calls is preempted between two of them.
//
// It is a part of this module; package magneto is for use from outside.
package exec

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"unsafe"
)

// Code is a mapping of sealed machine code.
type Code struct {
	memory  []byte
	cleanup runtime.Cleanup
}

// New maps code. It fails where the platform does not let a process make code.
func New(code []byte) (*Code, error) {
	memory, err := seal(code)
	if err != nil {
		return nil, fmt.Errorf("map machine code: %w", err)
	}
	c := &Code{memory: memory}
	c.cleanup = runtime.AddCleanup(c, unmap, memory)
	return c, nil
}

// Call runs the code at offset with frame in RDI. What the frame points to must not be on a goroutine's stack, which
// may move before the code runs, and must be kept alive by the caller.
func (c *Code) Call(offset int, frame unsafe.Pointer) {
	call(uintptr(unsafe.Pointer(&c.memory[offset])), frame)
	runtime.KeepAlive(c)
}

// Bytes is the code itself, for listings. It can only be read.
func (c *Code) Bytes() []byte { return c.memory }

// Free unmaps the code. Nobody may be executing it.
func (c *Code) Free() {
	if c.memory != nil {
		c.cleanup.Stop()
		unmap(c.memory)
		c.memory = nil
	}
}

// Fault is a memory fault in generated code.
type Fault struct {
	Name    string // what was running
	Address uintptr
}

func (f *Fault) Error() string {
	return fmt.Sprintf("%s: generated code touched address %#x, which it may not", f.Name, f.Address)
}

// Protect runs f, which calls generated code, and returns its error, or a memory fault inside as a *Fault that carries name. It costs
// some 10 ns, so it goes around all calls of a kernel, not each. Other panics pass.
func Protect(name string, f func() error) (err error) {
	old := debug.SetPanicOnFault(true)
	defer func() {
		debug.SetPanicOnFault(old)
		if p := recover(); p != nil {
			if fault, ok := p.(interface{ Addr() uintptr }); ok {
				err = &Fault{name, fault.Addr()}
				return
			}
			panic(p)
		}
	}()
	return f()
}
