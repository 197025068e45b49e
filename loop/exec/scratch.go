package exec

import (
	"runtime"
	"unsafe"
)

// Scratch is memory for intermediate results: at a multiple of 64 bytes, not cleared, outside of Go's heap and in huge pages where it is
// large. It is returned to the system when it has become garbage.
type Scratch struct {
	memory []byte
}

// hugePage is the size of a huge page; scratch from that size on asks for them.
const hugePage = 2 << 20

// NewScratch allocates n bytes.
func NewScratch(n int) *Scratch {
	if n < hugePage {
		memory := make([]byte, n+63)
		at := -uintptr(unsafe.Pointer(unsafe.SliceData(memory))) & 63
		return &Scratch{memory[at : at+uintptr(n) : at+uintptr(n)]}
	}
	whole, memory := mapPages(n)
	s := &Scratch{memory}
	if whole != nil {
		runtime.AddCleanup(s, unmap, whole)
	}
	return s
}

// Size is the number of bytes.
func (s *Scratch) Size() int { return len(s.memory) }

// Pointer is where it begins.
func (s *Scratch) Pointer() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(s.memory)) }
