package gemm

import (
	"unsafe"

	"github.com/magneto-go/magneto/loop/asm"
	"github.com/magneto-go/magneto/loop/exec"
)

// vectorKind is a kernel of vector.go: what computes it in plain Go, and its code.
type vectorKind interface {
	run(f *vectorRun)
	emit(a *asm.Asm)
}

// vectorKernel is a kernel that has been found.
type vectorKernel struct {
	kind vectorKind
	code *exec.Code // nil for plain Go
}

// vectorKernel finds or makes a kernel.
func (e *Engine) vectorKernel(kind vectorKind) (*vectorKernel, error) {
	if e.isa == exec.Portable {
		return &vectorKernel{kind: kind}, nil
	}
	code, err := e.code(kind, func() []byte {
		var a asm.Asm
		kind.emit(&a)
		return a.Finish()
	})
	return &vectorKernel{kind, code}, err
}

func (k *vectorKernel) call(f *vectorRun) {
	if k.code == nil {
		k.kind.run(f)
		return
	}
	k.code.Call(0, unsafe.Pointer(f))
}

const (
	runA = 8 * iota
	runX
	runStride
	runEights
	runFours
	runChain
	runPair
	runSingle
	runTimes
	runTo
)

// vectorRows gives the sums of one row or of four, so many times.
type vectorRows struct{ rows, lanes int }

// add is sum + a·x.
func (kind vectorRows) add(a, x, sum float32) float32 {
	if kind.rows == fourAtOnce {
		return fma32(a, x, sum)
	}
	return sum + float32(a*x)
}

func (kind vectorRows) run(f *vectorRun) {
	for r := range kind.rows * f.times {
		at := func(k int) (a, x float32) {
			return *(*float32)(unsafe.Add(f.a, r*f.stride+4*k)), *(*float32)(unsafe.Add(f.x, 4*k))
		}
		var sums [8]float32
		for k := range 4 * f.fours {
			a, x := at(k)
			sums[k] = kind.add(a, x, sums[k])
		}
		for k := range kind.lanes * f.eights {
			a, x := at(4*f.fours + k)
			sums[k%kind.lanes] = kind.add(a, x, sums[k%kind.lanes])
		}
		if kind.lanes == 8 {
			for l := range 4 {
				sums[l] += sums[l+4]
			}
		}
		*(*float32)(unsafe.Add(f.to, 4*r)) = (sums[0] + sums[1]) + (sums[2] + sums[3])
	}
}

// emit appends the code. Registers: RAX the rows, RBX the vector, R8 the stride between rows and R9 three times that, RSI the steps left, R10 where the rows start, RCX where the results go, R11 the
// times left; sums are the first registers.
func (kind vectorRows) emit(a *asm.Asm) {
	const x, t asm.Reg = 4, 5
	length := asm.Y
	if kind.lanes == 4 {
		length = asm.X
	}
	arg := func(at int32) asm.Mem { return asm.At(asm.RDI, at) }
	a.Load(asm.R10, arg(runA))
	a.Load(asm.R8, arg(runStride))
	a.Load(asm.RCX, arg(runTo))
	a.Load(asm.R11, arg(runTimes))
	a.Lea(asm.R9, asm.Indexed(asm.R8, asm.R8, 2, 0))
	rows := a.Here()
	a.Lea(asm.RAX, asm.At(asm.R10, 0))
	a.Load(asm.RBX, arg(runX))
	for r := range asm.Reg(kind.rows) {
		a.R(asm.VXORPS, asm.X, r, r, r, asm.Opt{})
	}
	step := func(length asm.Len, bytes int32) {
		a.M(asm.VMOVUPS, length, x, 0, asm.At(asm.RBX, 0), asm.Opt{})
		for r := range asm.Reg(kind.rows) {
			row := [...]asm.Mem{asm.At(asm.RAX, 0), asm.Indexed(asm.RAX, asm.R8, 1, 0), asm.Indexed(asm.RAX, asm.R8, 2, 0), asm.Indexed(asm.RAX, asm.R9, 1, 0)}[r]
			if kind.rows == fourAtOnce {
				a.M(asm.VFMADD231PS, length, r, x, row, asm.Opt{})
				continue
			}
			a.M(asm.VMULPS, length, x, x, row, asm.Opt{})
			a.R(asm.VADDPS, asm.Y, r, r, x, asm.Opt{}) // with zeros above lanes that are not there
		}
		a.AddImm(asm.RAX, bytes)
		a.AddImm(asm.RBX, bytes)
	}
	eights, done := a.Label(), a.Label()
	a.Load(asm.RSI, arg(runFours))
	a.Test(asm.RSI, asm.RSI)
	a.Jump(asm.Equal, eights)
	step(asm.X, 16)
	a.Bind(eights)
	a.Load(asm.RSI, arg(runEights))
	a.Test(asm.RSI, asm.RSI)
	a.Jump(asm.Equal, done)
	a.Align(64)
	loop := a.Here()
	step(length, int32(4*kind.lanes))
	a.SubImm(asm.RSI, 1)
	a.Jump(asm.NotEqual, loop)
	a.Bind(done)
	for r := range asm.Reg(kind.rows) {
		if kind.lanes == 8 {
			a.R(asm.VPERM2F128, asm.Y, t, r, r, asm.Opt{Imm: 0x01})
			a.R(asm.VADDPS, asm.Y, r, r, t, asm.Opt{})
		}
		for _, imm := range []byte{0xb1, 0x4e} {
			a.R(asm.VSHUFPS, asm.X, t, r, r, asm.Opt{Imm: imm})
			a.R(asm.VADDPS, asm.X, r, r, t, asm.Opt{})
		}
		a.M(asm.VMOVSSSt, 0, r, 0, asm.At(asm.RCX, 4*int32(r)), asm.Opt{})
	}
	a.AddImm(asm.RCX, int32(4*kind.rows))
	a.Lea(asm.R10, asm.Indexed(asm.R10, asm.R8, uint8(kind.rows), 0))
	a.SubImm(asm.R11, 1)
	a.Jump(asm.NotEqual, rows)
	a.Ret()
}

// vectorColumns gives elements of columns, so many vectors of them.
type vectorColumns struct {
	vectors, lanes int
	apart          bool // terms of even and of odd number are summed apart
}

func (kind vectorColumns) run(f *vectorRun) {
	for l := range kind.vectors * kind.lanes {
		k, sum := 0, float32(0)
		term := func() (a, x float32) {
			a, x = *(*float32)(unsafe.Add(f.a, k*f.stride+4*l)), *(*float32)(unsafe.Add(f.x, 4*k))
			k++
			return a, x
		}
		for step := range f.eights + f.fours {
			terms := 8
			if step >= f.eights {
				terms = 4
			}
			var parts [2]float32
			for t := range terms {
				to := 0
				if kind.apart {
					to = t % 2
				}
				a, x := term()
				parts[to] = fma32(a, x, parts[to])
			}
			sum += parts[0] + parts[1]
		}
		for range f.chain {
			a, x := term()
			sum = fma32(a, x, sum)
		}
		for range f.pair {
			a, x := term()
			product := float32(a * x)
			a, x = term()
			sum += fma32(a, x, product)
		}
		for range f.single {
			a, x := term()
			sum += float32(a * x)
		}
		*(*float32)(unsafe.Add(f.to, 4*l)) = sum
	}
}

// emit appends the code. Registers: RAX the column, RBX the vector, R8 the stride between columns, RSI the steps left; vectors of elements are the first registers, sums of a step the next ones.
func (kind vectorColumns) emit(a *asm.Asm) {
	length, bytes := asm.Y, int32(4*kind.lanes)
	if kind.lanes == 4 {
		length = asm.X
	}
	const x asm.Reg = 15
	n := asm.Reg(kind.vectors)
	part := func(v asm.Reg, k int) asm.Reg { // of term k of a step
		if kind.apart && k%2 == 1 {
			return 2*n + v
		}
		return n + v
	}
	arg := func(at int32) asm.Mem { return asm.At(asm.RDI, at) }
	a.Load(asm.RAX, arg(runA))
	a.Load(asm.RBX, arg(runX))
	a.Load(asm.R8, arg(runStride))
	for v := range n {
		a.R(asm.VXORPS, asm.X, v, v, v, asm.Opt{})
	}
	steps := func(count int32, terms int, direct bool) {
		done := a.Label()
		a.Load(asm.RSI, arg(count))
		a.Test(asm.RSI, asm.RSI)
		a.Jump(asm.Equal, done)
		a.Align(64)
		loop := a.Here()
		if !direct {
			for v := range n {
				for k := range 2 {
					p := part(v, k)
					a.R(asm.VXORPS, asm.X, p, p, p, asm.Opt{})
				}
			}
		}
		for k := range terms {
			a.M(asm.VBROADCASTSS, length, x, 0, asm.At(asm.RBX, 4*int32(k)), asm.Opt{})
			for v := range n {
				to := part(v, k)
				if direct {
					to = v
				}
				a.M(asm.VFMADD231PS, length, to, x, asm.At(asm.RAX, bytes*int32(v)), asm.Opt{})
			}
			a.Add(asm.RAX, asm.R8)
		}
		a.AddImm(asm.RBX, 4*int32(terms))
		if !direct {
			for v := range n {
				if kind.apart {
					a.R(asm.VADDPS, length, part(v, 0), part(v, 0), part(v, 1), asm.Opt{})
				}
				a.R(asm.VADDPS, length, v, v, part(v, 0), asm.Opt{})
			}
		}
		a.SubImm(asm.RSI, 1)
		a.Jump(asm.NotEqual, loop)
		a.Bind(done)
	}
	steps(runEights, 8, false)
	steps(runFours, 4, false)
	steps(runChain, 1, true)
	last := func(count int32, terms int) {
		done := a.Label()
		a.Load(asm.RSI, arg(count))
		a.Test(asm.RSI, asm.RSI)
		a.Jump(asm.Equal, done)
		for k := range terms {
			add := asm.VMULPS
			if k > 0 {
				add = asm.VFMADD231PS
			}
			a.M(asm.VBROADCASTSS, length, x, 0, asm.At(asm.RBX, 4*int32(k)), asm.Opt{})
			for v := range n {
				a.M(add, length, n+v, x, asm.At(asm.RAX, bytes*int32(v)), asm.Opt{})
			}
			a.Add(asm.RAX, asm.R8)
		}
		a.AddImm(asm.RBX, 4*int32(terms))
		for v := range n {
			a.R(asm.VADDPS, length, v, v, n+v, asm.Opt{})
		}
		a.Bind(done)
	}
	last(runPair, 2)
	last(runSingle, 1)
	a.Load(asm.RCX, arg(runTo))
	for v := range n {
		a.M(asm.VMOVUPSSt, length, v, 0, asm.At(asm.RCX, bytes*int32(v)), asm.Opt{})
	}
	a.Ret()
}
