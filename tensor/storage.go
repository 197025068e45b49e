package tensor

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"unsafe"
)

// Storage is the memory that a tensor and its views share. Its start is aligned to 64 bytes.
type Storage struct {
	bytes    []byte // beyond its length up to the capacity is the rest of the block
	released bool
	meta     bool  // counted only, see NewMetaStorage
	counted  int   // bytes that a storage without memory would have
	holders  int32 // tensors on this storage, and others who say so, see Hold
	shared   bool  // said to be shared between processes
	owner    any   // of memory of somebody else's, kept alive
}

// Share says that the memory is shared between processes, for who asks; no other process has it.
func (s *Storage) Share() {
	if s != nil {
		s.shared = true
	}
}

// Shared says whether Share was called.
func (s *Storage) Shared() bool { return s != nil && s.shared }

// Hold says that the memory is needed until Unhold, if only by a tensor that exists: new tensors and views hold theirs.
func (s *Storage) Hold() {
	if s != nil { // a tensor without elements may have none
		s.holders++
	}
}

// Unhold takes a Hold back. With the last one the memory is released, if it is worth it. Who never calls it leaves the memory to
// the garbage collector.
func (s *Storage) Unhold() {
	if s == nil {
		return
	}
	if s.holders--; s.holders == 0 && !s.released && s.Pooled() {
		s.Release()
	}
}

// ReleaseIfAlone releases the memory, if that is worth it, for the owner of the one tensor that holds it.
func (s *Storage) ReleaseIfAlone() {
	if s != nil && s.holders == 1 && !s.released && s.Pooled() {
		s.Release()
	}
}

// Alone says whether one tensor holds the memory, and nobody else.
func (s *Storage) Alone() bool { return s != nil && s.holders == 1 }

// Pooled says whether releasing the storage makes memory free that can be used again.
func (s *Storage) Pooled() bool { return s != nil && cap(s.bytes) >= minReleased }

// AllocationError is what an allocation panics with that cannot succeed: Go itself would end the process. Package ops
// makes an exception of it.
type AllocationError struct{ Text string }

func (e *AllocationError) Error() string { return e.Text }

// mustHold panics where a storage has no memory for an element: it belongs to a tensor that stands for others.
func (s *Storage) mustHold(d DType) {
	if s.Size() < d.Size() || s.IsMeta() {
		panic(&AllocationError{NotAllocated})
	}
}

// NotAllocated is the error of reading what has no memory.
const NotAllocated = "The tensor has a non-zero number of elements, but its data is not allocated yet.\n" +
	"If you're using torch.compile/export/fx, it is likely that we are erroneously tracing into a custom kernel. To fix this, please wrap the custom kernel into an opaque custom op. Please see the following for details: https://pytorch.org/tutorials/advanced/custom_ops_landing_page.html\n" +
	"If you're using Caffe2, Caffe2 uses a lazy allocation, so you will need to call mutable_data() or raw_mutable_data() to actually allocate memory."

// NewStorage allocates n zero bytes.
func NewStorage(n int) *Storage {
	s := &Storage{}
	s.allocate(n, true)
	return s
}

// NewStorageUninit allocates n bytes that may hold anything: for who writes all of them.
func NewStorageUninit(n int) *Storage {
	s := &Storage{}
	s.allocate(n, false)
	return s
}

// Over is a storage over memory of somebody else's, which is never released. It may start anywhere.
func Over(memory []byte) *Storage {
	return &Storage{bytes: memory[:len(memory):len(memory)], holders: 1}
}

// OverOf is a storage over the memory of owner, which lives as long.
func OverOf(owner any, memory []byte) *Storage {
	s := Over(memory)
	s.owner = owner
	return s
}

// Part is a storage over bytes from up to end of s, which is never released: s outlives it.
func (s *Storage) Part(from, end int) *Storage {
	return &Storage{bytes: s.Bytes()[from:end:end], holders: 1}
}

// Within says whether s lies in other.
func (s *Storage) Within(other *Storage) bool {
	return s != nil && other != nil && s.Address() >= other.Address() && s.Address() < other.Address()+uintptr(other.Size())
}

func (s *Storage) allocate(n int, zero bool) {
	if n > unchecked && n > memory() {
		panic(&AllocationError{fmt.Sprintf("[enforce fail at alloc_cpu.cpp:127] err == 0. DefaultCPUAllocator: can't allocate memory: "+
			"you tried to allocate %d bytes. Error code 12 (Cannot allocate memory)", n)})
	}
	Memory.ping(n)
	switch {
	case n == 0:
		s.bytes = nil
	case n >= minPooled:
		s.bytes = Memory.take(n, zero)[:n]
	default: // Go aligns objects by their size: a multiple of 64 is aligned to 64
		s.bytes = make([]byte, (n+alignment-1)&^(alignment-1))[:n]
	}
}

const alignment = Alignment

// Release gives the memory back at once. The caller knows that nothing uses it any more: no tensor on this storage, no slice
// of View or Bytes. A use of the storage afterwards panics.
func (s *Storage) Release() {
	s.live()
	if cap(s.bytes) >= minReleased {
		if checking {
			for i := range s.bytes {
				s.bytes[i] = spoilt
			}
		} else {
			Memory.giveBack(s.bytes[:cap(s.bytes)])
		}
	}
	s.bytes, s.released = nil, true
}

// live panics if the memory has been released.
func (s *Storage) live() {
	if s != nil && s.released {
		panic(releasedError{})
	}
}

// releasedError is what a use of a released storage panics with; package ops makes an exception of a runtime.Error.
type releasedError struct{}

func (releasedError) Error() string { return "tensor: a storage is used that was released" }
func (releasedError) RuntimeError() {}

// Bytes is the memory itself.
func (s *Storage) Bytes() []byte {
	s.live()
	return s.bytes[:len(s.bytes):len(s.bytes)]
}

// Size is the number of bytes.
func (s *Storage) Size() int {
	s.live()
	if s.meta {
		return s.counted
	}
	return len(s.bytes)
}

// NewMetaStorage is one on the device meta: it has a size and no memory.
func NewMetaStorage(n int) *Storage { return &Storage{meta: true, counted: n} }

// IsMeta says whether the storage has no memory.
func (s *Storage) IsMeta() bool { return s != nil && s.meta }

// Resize keeps the common prefix. Views see the new memory, since they share the Storage.
func (s *Storage) Resize(n int) {
	if s.meta {
		s.counted = n
		return
	}
	old := s.Bytes()
	s.allocate(n, false)
	clear(s.bytes[copy(s.bytes, old):])
}

// Address identifies the memory; 0 for empty storage.
func (s *Storage) Address() uintptr {
	if s.live(); len(s.bytes) == 0 {
		return 0
	}
	return uintptr(unsafe.Pointer(&s.bytes[0]))
}

// Elem are the Go types that represent elements in memory. Half and bfloat16 are uint16 bits.
type Elem interface {
	~uint8 | ~int8 | ~int16 | ~uint16 | ~int32 | ~uint32 | ~int64 | ~uint64 | ~float32 | ~float64 | ~complex64 | ~complex128
}

// View reads the storage as a slice of T.
func View[T Elem](s *Storage) []T {
	if s == nil { // as that of a tensor without elements may be
		return nil
	}
	var zero T
	n := len(s.bytes) / int(unsafe.Sizeof(zero))
	if n == 0 {
		s.live()
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&s.bytes[0])), n)
}

// fromHeap is n bytes of Go's heap that are zero, if asked for, or hold anything: the buffer of a strings.Builder is the one
// kind of memory that Go hands out without clearing it.
func fromHeap(n int, zero bool) []byte {
	if zero {
		return make([]byte, n)
	}
	var b strings.Builder
	b.Grow(n)
	b.WriteByte(0)
	return unsafe.Slice(unsafe.StringData(b.String()), n)
}

// unchecked is the size in bytes up to which allocations are simply tried.
const unchecked = 1 << 30

// memory is what the machine has, in bytes, as far as the system tells.
var memory = sync.OnceValue(func() int {
	total := 0
	text, _ := os.ReadFile("/proc/meminfo")
	for line := range strings.Lines(string(text)) {
		var name string
		var kib int
		if n, _ := fmt.Sscan(line, &name, &kib); n == 2 && (name == "MemTotal:" || name == "SwapTotal:") {
			total += kib << 10
		}
	}
	if total == 0 {
		return 1 << 40
	}
	return total
})

func itoa(i int) string { return strconv.Itoa(i) }
