// Package limit measures what a machine can do at most, for figures beside those of kernels: multiply-adds in registers, and copies of memory.
package limit

import (
	"fmt"
	"slices"
	"sync"
	"time"
	"unsafe"

	"github.com/magneto-go/magneto/loop/asm"
	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/ir"
)

// Machine is the limits of one goroutine with an instruction set, measured when they are asked for first. It is safe for concurrent use.
type Machine struct {
	isa    exec.ISA
	mu     sync.Mutex
	peaks  map[ir.Elem]float64
	copies map[int]float64
}

// New is a machine that nothing is known of yet.
func New(isa exec.ISA) *Machine {
	return &Machine{isa: isa, peaks: map[ir.Elem]float64{}, copies: map[int]float64{}}
}

// MultiplyAdd is the peak of multiply-adds of an element type, float32 or float64, in operations a nanosecond: a multiply-add is two. 0 where
// there is no machine code.
func (m *Machine) MultiplyAdd(elem ir.Elem) (float64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if rate, ok := m.peaks[elem]; ok || m.isa == exec.Portable {
		return rate, nil
	}
	rate, err := MultiplyAddPeak(m.isa, elem == ir.Float64)
	if err == nil {
		m.peaks[elem] = rate
	}
	return rate, err
}

// MultiplyAddPeak measures multiply-adds between registers, in operations a nanosecond.
func MultiplyAddPeak(isa exec.ISA, wide bool) (float64, error) {
	length, chains, lanes, multiplyAdd := asm.Y, asm.Reg(12), 8, asm.VFMADD231PS
	if isa == exec.AVX512 {
		length, chains, lanes = asm.Z, 24, 16
	}
	if wide {
		lanes, multiplyAdd = lanes/2, asm.VFMADD231PD
	}
	var a asm.Asm
	for r := range chains + 1 { // what is left in registers may be denormal, and slow
		a.R(asm.VXORPS, length, r, r, r, asm.Opt{})
	}
	a.Load(asm.RSI, asm.At(asm.RDI, 0))
	loop := a.Here()
	for r := range chains {
		a.R(multiplyAdd, length, r, chains, chains, asm.Opt{})
	}
	a.SubImm(asm.RSI, 1)
	a.Jump(asm.NotEqual, loop)
	a.Ret()
	code, err := exec.New(a.Finish())
	if err != nil {
		return 0, fmt.Errorf("measure multiply-adds: %w", err)
	}
	defer code.Free()
	frame := &[1]int{10_000}
	var s Samples
	for range 100 {
		start := time.Now()
		code.Call(0, unsafe.Pointer(frame))
		s.Add(time.Since(start))
	}
	return float64(frame[0]*int(chains)*lanes*2) / float64(s.Third().Nanoseconds()), nil
}

// Copy is the bandwidth of a copy that reads and writes bytes bytes in all, in bytes a nanosecond: that of the cache where they lie, or of memory.
func (m *Machine) Copy(bytes int) float64 {
	const least, most = 1 << 12, 1 << 28
	size := least
	for size < min(bytes, most) {
		size *= 2
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if rate, ok := m.copies[size]; ok {
		return rate
	}
	rate := CopyRate(size)
	m.copies[size] = rate
	return rate
}

// CopyRate measures copies that read and write bytes bytes in all, in bytes a nanosecond.
func CopyRate(bytes int) float64 {
	half := max(bytes/2, 64)
	memory := exec.NewScratch(2*half + 4096)
	all := unsafe.Slice((*byte)(memory.Pointer()), memory.Size())
	clear(all)
	from, to := all[:half], all[half+1024:][:half]
	rounds := max(1<<16/half, 1)
	var s Samples
	for start := time.Now(); len(s) < 3 || time.Since(start) < 20*time.Millisecond; {
		begin := time.Now()
		for range rounds {
			copy(to, from)
		}
		s.Add(time.Since(begin))
	}
	return float64(2*half*rounds) / float64(max(s.Third().Nanoseconds(), 1))
}

// Samples keeps the three shortest times. The third is what counts: other work on the machine only adds, but a clock that
// jumps can make one run look shorter than it was.
type Samples []time.Duration

// Add takes another time.
func (s *Samples) Add(d time.Duration) {
	*s = append(*s, d)
	slices.Sort(*s)
	*s = (*s)[:min(3, len(*s))]
}

// Third is the third shortest time.
func (s Samples) Third() time.Duration { return s[len(s)-1] }
