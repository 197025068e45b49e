//go:build linux || darwin || freebsd

package exec

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/magneto-go/magneto/loop/asm"
	"golang.org/x/sys/unix"
)

func build(t testing.TB, emit func(a *asm.Asm)) *Code {
	t.Helper()
	var a asm.Asm
	emit(&a)
	c, err := New(a.Finish())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Free)
	return c
}

// trash overwrites all registers that generated code may change, among them g (R14) and the zero register X15.
func trash(a *asm.Asm) {
	for r := asm.RAX; r <= asm.R15; r++ {
		if r != asm.RSP && r != asm.RBP && r != asm.RDI {
			a.MovImm(r, -1)
		}
	}
	for v := asm.Reg(0); v < 16; v++ {
		a.R(asm.VPCMPEQD, asm.Y, v, v, v, asm.Opt{})
	}
}

func TestCall(t *testing.T) {
	if Best() == Portable {
		t.Skip("no AVX2")
	}
	c := build(t, func(a *asm.Asm) {
		a.Load(asm.RAX, asm.At(asm.RDI, 0))
		a.AddMem(asm.RAX, asm.At(asm.RDI, 8))
		a.Store(asm.At(asm.RDI, 16), asm.RAX)
		trash(a)
		a.Ret()
	})
	frame := [3]int64{40, 2, 0}
	c.Call(0, unsafe.Pointer(&frame))
	if frame[2] != 42 {
		t.Errorf("got %d", frame[2])
	}
}

// TestFault touches memory of several kinds that may not be touched; each is an error that names the kernel.
func TestFault(t *testing.T) {
	if Best() == Portable {
		t.Skip("no AVX2")
	}
	guard, err := unix.Mmap(-1, 0, page, unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Munmap(guard)
	c := build(t, func(a *asm.Asm) {
		a.Load(asm.RSI, asm.At(asm.RDI, 0))
		trash(a)
		a.Load(asm.RSI, asm.At(asm.RDI, 0))
		a.M(asm.VMOVUPSSt, asm.Y, 1, 0, asm.At(asm.RSI, 0), asm.Opt{})
		a.Ret()
	})
	for _, address := range []uintptr{
		uintptr(unsafe.Pointer(&guard[0])),
		0x7fff_ffff_0000,                      // not mapped
		uintptr(unsafe.Pointer(&c.memory[0])), // sealed code
	} {
		frame := [1]uintptr{address}
		err := Protect("kernel softmax", func() error { c.Call(0, unsafe.Pointer(&frame)); return nil })
		var fault *Fault
		if !errors.As(err, &fault) || !strings.HasPrefix(err.Error(), "kernel softmax: ") || fault.Address < address || fault.Address >= address+64 {
			t.Errorf("address %#x: %v", address, err)
		}
	}
}

// TestOtherPanicsPass: only faults become errors.
func TestOtherPanicsPass(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("the panic was swallowed")
		}
	}()
	Protect("kernel", func() error { panic("mine") })
}

// TestSurvives runs code and faults on several goroutines while the collector runs, the profiler samples and stacks grow.
func TestSurvives(t *testing.T) {
	if Best() == Portable {
		t.Skip("no AVX2")
	}
	profile, err := os.Create(filepath.Join(t.TempDir(), "cpu"))
	if err != nil {
		t.Fatal(err)
	}
	defer profile.Close()
	if err := pprof.StartCPUProfile(profile); err != nil {
		t.Skip(err)
	}
	defer pprof.StopCPUProfile()
	c := build(t, func(a *asm.Asm) { // counts frame[0] down, then writes to frame[1]
		a.Load(asm.RDX, asm.At(asm.RDI, 0))
		loop := a.Here()
		a.R(asm.VADDPS, asm.Y, 1, 1, 1, asm.Opt{})
		a.SubImm(asm.RDX, 1)
		a.Jump(asm.NotEqual, loop)
		a.Load(asm.RSI, asm.At(asm.RDI, 8))
		a.Store(asm.At(asm.RSI, 0), asm.RDX)
		a.Ret()
	})
	var group sync.WaitGroup
	stop := time.Now().Add(300 * time.Millisecond)
	for n := range 4 {
		group.Go(func() {
			for i := 0; time.Now().Before(stop); i++ {
				grow(i % 200)
				target := new(int64)
				frame := []uintptr{20000, uintptr(unsafe.Pointer(target))}
				if i%3 == 0 {
					frame[1] = 0x7fff_ffff_0000
				}
				err := Protect("kernel", func() error { c.Call(0, unsafe.Pointer(&frame[0])); return nil })
				if (err != nil) != (i%3 == 0) {
					t.Errorf("goroutine %d, call %d: %v", n, i, err)
					return
				}
				runtime.KeepAlive(target)
			}
		})
	}
	for time.Now().Before(stop) {
		runtime.GC()
	}
	group.Wait()
}

func grow(n int) byte {
	var block [512]byte
	if n > 0 {
		block[n] = grow(n - 1)
	}
	return block[n]
}

func TestParseISA(t *testing.T) {
	if isa, err := ParseISA(""); err != nil || isa != Best() {
		t.Error(isa, err)
	}
	if isa, err := ParseISA("portable"); err != nil || isa != Portable {
		t.Error(isa, err)
	}
	if _, err := ParseISA("sse"); err == nil {
		t.Error("an unknown name was taken")
	}
}

func BenchmarkCall(b *testing.B) {
	c := build(b, func(a *asm.Asm) { a.Ret() })
	var frame [1]int64
	b.Run("bare", func(b *testing.B) {
		for b.Loop() {
			c.Call(0, unsafe.Pointer(&frame))
		}
	})
	b.Run("protected", func(b *testing.B) {
		for b.Loop() {
			Protect("kernel", func() error { c.Call(0, unsafe.Pointer(&frame)); return nil })
		}
	})
	b.Run("map", func(b *testing.B) {
		code := make([]byte, 2000)
		for b.Loop() {
			c, _ := New(code)
			c.Free()
		}
	})
}
