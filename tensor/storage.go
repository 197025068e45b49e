package tensor

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"
)

// Storage is the memory that a tensor and its views share. Its start is aligned to 8 bytes.
type Storage struct {
	bytes []byte
}

// AllocationError is what an allocation panics with that cannot succeed: Go itself would end the process. Package ops
// makes an exception of it.
type AllocationError struct{ Text string }

func (e *AllocationError) Error() string { return e.Text }

// Pressure, when set, is called each time that storages have taken another pressureStep bytes, from whatever goroutine
// allocates: who keeps references to dead tensors can let go of them before the garbage collector comes.
var Pressure func()

const pressureStep = 4 << 20

// taken counts the bytes since the last call of Pressure.
var taken atomic.Int64

// NewStorage allocates n zero bytes.
func NewStorage(n int) *Storage {
	if n > unchecked && n > memory() {
		panic(&AllocationError{fmt.Sprintf("[enforce fail at alloc_cpu.cpp:127] err == 0. DefaultCPUAllocator: can't allocate memory: "+
			"you tried to allocate %d bytes. Error code 12 (Cannot allocate memory)", n)})
	}
	if taken.Add(int64(n)) >= pressureStep && Pressure != nil {
		taken.Store(0)
		Pressure()
	}
	words := make([]uint64, (n+7)/8)
	if len(words) == 0 {
		return &Storage{}
	}
	return &Storage{bytes: unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), n)}
}

// Bytes is the memory itself.
func (s *Storage) Bytes() []byte { return s.bytes }

// Size is the number of bytes.
func (s *Storage) Size() int { return len(s.bytes) }

// Resize keeps the common prefix. Views see the new memory, since they share the Storage.
func (s *Storage) Resize(n int) {
	fresh := NewStorage(n)
	copy(fresh.bytes, s.bytes)
	s.bytes = fresh.bytes
}

// Address identifies the memory; 0 for empty storage.
func (s *Storage) Address() uintptr {
	if len(s.bytes) == 0 {
		return 0
	}
	return uintptr(unsafe.Pointer(&s.bytes[0]))
}

// Elem are the Go types that represent elements in memory. Half and bfloat16 are uint16 bits.
type Elem interface {
	~uint8 | ~int8 | ~int16 | ~uint16 | ~int32 | ~int64 | ~float32 | ~float64 | ~complex64 | ~complex128
}

// View reads the storage as a slice of T.
func View[T Elem](s *Storage) []T {
	var zero T
	n := len(s.bytes) / int(unsafe.Sizeof(zero))
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&s.bytes[0])), n)
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
