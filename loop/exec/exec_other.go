//go:build !amd64 || !(linux || darwin || freebsd)

package exec

import (
	"errors"
	"unsafe"
)

func seal(code []byte) ([]byte, error) {
	return nil, errors.New("no machine code is generated for this platform")
}

func call(code uintptr, frame unsafe.Pointer) {
	panic("exec: called without code")
}

// Best is the widest instruction set of this machine: none that code is generated for.
func Best() ISA { return Portable }
