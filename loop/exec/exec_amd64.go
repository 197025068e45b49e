//go:build linux || darwin || freebsd

package exec

import (
	"unsafe"

	"golang.org/x/sys/cpu"
	"golang.org/x/sys/unix"
)

const page = 4096

// seal maps a copy of code that can be read and executed; what is left of the last page traps.
func seal(code []byte) ([]byte, error) {
	size := (len(code) + page - 1) &^ (page - 1)
	memory, err := unix.Mmap(-1, 0, max(size, page), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return nil, err
	}
	for i := copy(memory, code); i < len(memory); i++ {
		memory[i] = 0xcc // int3
	}
	if err := unix.Mprotect(memory, unix.PROT_READ|unix.PROT_EXEC); err != nil {
		unmap(memory)
		return nil, err
	}
	return memory, nil
}

// call is the trampoline, in call_amd64.s.
//
//go:noescape
func call(code uintptr, frame unsafe.Pointer)

// features is CPUID leaf 1: ECX.
func features() uint32

const f16c = 1 << 29

// Best is the widest instruction set of this machine that the operating system saves too.
func Best() ISA {
	x := &cpu.X86
	if !(x.HasAVX2 && x.HasFMA && x.HasBMI2 && features()&f16c != 0) {
		return Portable
	}
	if x.HasAVX512F && x.HasAVX512BW && x.HasAVX512DQ && x.HasAVX512VL {
		return AVX512
	}
	return AVX2
}
