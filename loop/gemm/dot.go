package gemm

import (
	"fmt"
	"unsafe"

	"github.com/magneto-go/magneto/loop/asm"
	"github.com/magneto-go/magneto/loop/exec"
)

// groupOfDot is how many terms a step of a dot product has: four vectors of sixteen. Half a step is four of eight.
const groupOfDot = 64

// vectorDot is the frame of the kernel of Dot.
type vectorDot struct {
	x, y  unsafe.Pointer
	steps int // of 64 terms
	half  int // 1 if 32 terms follow
	sum   float32
}

// dotProduct is the key of its code.
type dotProduct struct{}

// Dot is the sum of x[i]·y[i] over n contiguous float32, in OpenBLAS's order for AVX-512: four vectors of sixteen sums while there are 64 terms, their halves added, four vectors of eight sums for 32 more, all
// folded; what is left of 32 terms is multiplied in float32 and added in float64.
func (e *Engine) Dot(n int, x, y unsafe.Pointer) (float32, error) {
	whole := n / (groupOfDot / 2) * (groupOfDot / 2)
	tail := 0.0
	for i := whole; i < n; i++ {
		at := func(p unsafe.Pointer) float32 { return *(*float32)(unsafe.Add(p, 4*i)) }
		tail += float64(at(x) * at(y))
	}
	if whole == 0 {
		return float32(tail), nil
	}
	f := &vectorDot{x: x, y: y, steps: n / groupOfDot, half: n / (groupOfDot / 2) % 2}
	if e.isa == exec.Portable {
		f.run()
		return float32(tail + float64(f.sum)), nil
	}
	code, err := e.code(dotProduct{}, func() []byte {
		var a asm.Asm
		emitDot(&a, e.isa == exec.AVX512)
		return a.Finish()
	})
	if err != nil {
		return 0, err
	}
	err = exec.Protect("dot product", func() error {
		code.Call(0, unsafe.Pointer(f))
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("gemm: %w", err)
	}
	return float32(tail + float64(f.sum)), nil
}

// run computes in plain Go what the kernel computes.
func (f *vectorDot) run() {
	at := func(p unsafe.Pointer, i int) float32 { return *(*float32)(unsafe.Add(p, 4*i)) }
	var wide [groupOfDot]float32
	for i := range f.steps * groupOfDot {
		wide[i%groupOfDot] = fma32(at(f.x, i), at(f.y, i), wide[i%groupOfDot])
	}
	var sums [4][8]float32
	for v := range sums {
		for l := range sums[v] {
			sums[v][l] = wide[16*v+l] + wide[16*v+l+8]
			if i := f.steps*groupOfDot + 8*v + l; f.half == 1 {
				sums[v][l] = fma32(at(f.x, i), at(f.y, i), sums[v][l])
			}
		}
	}
	var all [8]float32
	for l := range all {
		all[l] = sums[0][l] + sums[1][l] + sums[2][l] + sums[3][l]
	}
	f.sum = ((all[0] + all[4]) + (all[1] + all[5])) + ((all[2] + all[6]) + (all[3] + all[7]))
}

// emitDot appends the kernel. RAX and RBX are x and y, RSI the steps left. Vector v of sixteen sums is register v and, with AVX2, its upper half register v+4.
func emitDot(a *asm.Asm, avx512 bool) {
	const sumAt = 32
	length := asm.Y
	if avx512 {
		length = asm.Z
	}
	const t asm.Reg = 8
	a.Load(asm.RAX, asm.At(asm.RDI, 0))
	a.Load(asm.RBX, asm.At(asm.RDI, 8))
	a.Load(asm.RSI, asm.At(asm.RDI, 16))
	for r := range t {
		a.R(asm.VXORPS, asm.X, r, r, r, asm.Opt{})
	}
	add := func(length asm.Len, to asm.Reg, at int32) {
		a.M(asm.VMOVUPS, length, t, 0, asm.At(asm.RAX, at), asm.Opt{})
		a.M(asm.VFMADD231PS, length, to, t, asm.At(asm.RBX, at), asm.Opt{})
	}
	folds, halved := a.Label(), a.Label()
	a.Test(asm.RSI, asm.RSI)
	a.Jump(asm.Equal, folds)
	a.Align(64)
	loop := a.Here()
	for v := range asm.Reg(4) {
		add(length, v, 64*int32(v))
		if !avx512 {
			add(length, v+4, 64*int32(v)+32)
		}
	}
	a.AddImm(asm.RAX, 4*groupOfDot)
	a.AddImm(asm.RBX, 4*groupOfDot)
	a.SubImm(asm.RSI, 1)
	a.Jump(asm.NotEqual, loop)
	a.Bind(folds)
	for v := range asm.Reg(4) {
		if avx512 {
			a.R(asm.VEXTRACTF64X4, asm.Z, v, 0, v+4, asm.Opt{Imm: 1})
		}
		a.R(asm.VADDPS, asm.Y, v, v, v+4, asm.Opt{})
	}
	a.Load(asm.RSI, asm.At(asm.RDI, 24))
	a.Test(asm.RSI, asm.RSI)
	a.Jump(asm.Equal, halved)
	for v := range asm.Reg(4) {
		add(asm.Y, v, 32*int32(v))
	}
	a.Bind(halved)
	for v := asm.Reg(1); v < 4; v++ {
		a.R(asm.VADDPS, asm.Y, 0, 0, v, asm.Opt{})
	}
	for _, fold := range [3]struct {
		shuffle *asm.Inst
		imm     byte
	}{{asm.VPERM2F128, 0x01}, {asm.VSHUFPS, 0xb1}, {asm.VSHUFPS, 0x4e}} {
		a.R(fold.shuffle, asm.Y, t, 0, 0, asm.Opt{Imm: fold.imm})
		a.R(asm.VADDPS, asm.Y, 0, 0, t, asm.Opt{})
	}
	a.M(asm.VMOVSSSt, 0, 0, 0, asm.At(asm.RDI, sumAt), asm.Opt{})
	a.Ret()
}
