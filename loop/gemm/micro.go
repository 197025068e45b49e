package gemm

import (
	"unsafe"

	"github.com/magneto-go/magneto/loop/asm"
)

// A micro-kernel computes one tile of C in registers: C[rows × vectors·lanes] = β·C + α·A·B over all of a block of K.
// Rows of B are read as vectors, elements of A are broadcast. Strides come at run time, so that one kernel serves all shapes.

// micro says which micro-kernel.
type micro struct {
	rows    int // of C
	vectors int // across C
	wide    bool
	columns bool // A's rows lie next to each other (its row stride is one element), else its columns
	masked  bool // the last vector is partial
	alpha   bool // scale by args.alpha; otherwise it is 1
	indexed bool // rows of B are where args.bRows says
	packs   bool // what is read of B is written to args.packed, row behind row
	perRow  bool // D is one element for each row
	fuses   bool // α·sum + D is rounded once
	running bool // sums begin with what C holds, in place of zeros
	beta    beta
}

// forms is how many forms a micro-kernel has beside its size.
const forms = 3 << 9

// form numbers them.
func (m micro) form() int {
	n := int(m.beta)
	for _, is := range [...]bool{m.wide, m.columns, m.masked, m.alpha, m.indexed, m.packs, m.perRow, m.fuses, m.running} {
		n *= 2
		if is {
			n++
		}
	}
	return n
}

// beta is what becomes of C's old values, or of D.
type beta uint8

const (
	overwrite beta = iota
	add
	scale // by args.beta
)

// args is the frame of a micro-kernel. Strides in bytes.
type args struct {
	a, b, c     unsafe.Pointer
	k           int
	aRow, aCol  int
	bRow, cRow  int
	lastLanes   uint64    // mask of the last vector's lanes, for AVX-512
	alpha, beta uint64    // one element each
	lastVector  [4]uint64 // the mask as lanes, for AVX2
	stretches   [mostStretches + 1]stretch
	stretch     *stretch       // that runs next
	warm        uintptr        // not 0 if the lines of C are to be brought near before all else
	d           unsafe.Pointer // what is added, as c is, or c itself
	dRow        int
	bRows       unsafe.Pointer // where rows of B begin, in bytes from b
	packed      unsafe.Pointer // where a panel of B goes
}

// stretch is a number of unrolled steps of K, and what each step brings into the cache beside its work, which lies step bytes behind what the
// one before has brought, and need not be memory. A stretch of no steps is the last.
type stretch struct {
	count      int
	next, step uintptr
}

// mostStretches is how many a tile takes: two for each line of its rows, up to mostLines of them, and another.
const (
	mostLines     = 4
	mostStretches = 2*mostLines + 1
)

const (
	argA = 8 * iota
	argB
	argC
	argK
	argARow
	argACol
	argBRow
	argCRow
	argLanes
	argAlpha
	argBeta
	argVector
)

const (
	argStretch = argVector + 32 + (mostStretches+1)*24
	argWarm    = argStretch + 8
	argD       = argWarm + 8
	argDRow    = argD + 8
	argRows    = argDRow + 8
	argPacked  = argRows + 8
)

// unroll is how many steps of K the inner loop makes.
const unroll = 4

// isa is what a micro-kernel is made of.
type isa struct {
	avx512 bool
	whole  asm.Len
	wide   bool
}

func (i isa) lanes() int {
	if i.wide {
		return int(i.whole) / 8
	}
	return int(i.whole) / 4
}

func (i isa) size() int {
	if i.wide {
		return 8
	}
	return 4
}

func (i isa) pick(single, double *asm.Inst) *asm.Inst {
	if i.wide {
		return double
	}
	return single
}

// emitMicro appends the code of m. Registers: RAX and R10 rows of A from 0 and from half on, R8 the stride between rows (or
// columns) of A and R9, R11 its multiples; RBX, R12 B and its row stride, or where the next row is found, and R15 is, or where it is packed; RCX, RDX C and its; RSI what is left of K; R14 what to prefetch and R13 from one to the next.
func emitMicro(a *asm.Asm, i isa, m micro) {
	size := int32(i.size())
	registers := 16
	if i.avx512 {
		registers = 32
	}
	accumulators := m.rows * m.vectors
	acc := func(r, v int) asm.Reg { return asm.Reg(r*m.vectors + v) }
	bReg := func(v int) asm.Reg { return asm.Reg(accumulators + v) }
	maskReg := asm.Reg(15) // AVX2
	temps := registers - accumulators - m.vectors
	if m.masked && !i.avx512 {
		temps--
	}
	arg := func(at int32) asm.Mem { return asm.At(asm.RDI, at) }
	a.Load(asm.RAX, arg(argA))
	a.Load(asm.RBX, arg(argB))
	a.Load(asm.RCX, arg(argC))
	a.Load(asm.RDX, arg(argCRow))
	if m.indexed {
		a.Load(asm.R12, arg(argRows))
	} else {
		a.Load(asm.R12, arg(argBRow))
	}
	if m.packs {
		a.Load(asm.R15, arg(argPacked))
	}
	if m.masked {
		if i.avx512 {
			a.M(asm.KMOVQLd, 0, 1, 0, arg(argLanes), asm.Opt{})
		} else {
			a.M(asm.VMOVUPS, asm.Y, maskReg, 0, arg(argVector), asm.Opt{})
		}
	}
	half := (m.rows + 1) / 2
	if m.columns {
		a.Load(asm.R8, arg(argACol))
	} else {
		a.Load(asm.R8, arg(argARow))
		a.Lea(asm.R9, asm.Indexed(asm.R8, asm.R8, 2, 0))  // 3 rows
		a.Lea(asm.R11, asm.Indexed(asm.R8, asm.R8, 4, 0)) // 5 rows
		a.MovImm(asm.R10, int32(half))
		a.Imul(asm.R10, asm.R8)
		a.Add(asm.R10, asm.RAX)
	}
	cold := a.Label()
	a.Load(asm.R13, arg(argWarm))
	a.Test(asm.R13, asm.R13)
	a.Jump(asm.Equal, cold)
	a.Mov(asm.R13, asm.RCX)
	for range m.rows {
		for at := int32(0); at < int32(m.vectors)*int32(i.whole); at += line {
			a.Prefetch(asm.At(asm.R13, at))
		}
		a.Add(asm.R13, asm.RDX)
	}
	a.Bind(cold)
	if m.running {
		emitSums(a, i, m, acc, maskReg)
	} else {
		for r := range asm.Reg(accumulators) {
			if r < 16 {
				a.R(asm.VXORPS, asm.X, r, r, r, asm.Opt{})
			} else {
				a.R(asm.VXORPS, asm.Z, r, r, r, asm.Opt{})
			}
		}
	}
	// element is the address of A's element in row r of the tile, step k of the unrolled loop.
	element := func(r, k int) asm.Mem {
		if m.columns {
			return asm.At(asm.RAX, int32(r)*size)
		}
		base := asm.RAX
		if r >= half {
			base, r = asm.R10, r-half
		}
		disp := int32(k) * size
		switch r {
		case 0:
			return asm.At(base, disp)
		case 1, 2, 4, 8:
			return asm.Indexed(base, asm.R8, uint8(r), disp)
		case 3, 6, 12:
			return asm.Indexed(base, asm.R9, uint8(r/3), disp)
		case 5, 10:
			return asm.Indexed(base, asm.R11, uint8(r/5), disp)
		}
		panic("gemm: a tile of more rows than have addresses")
	}
	fma, broadcast := i.pick(asm.VFMADD231PS, asm.VFMADD231PD), i.pick(asm.VBROADCASTSS, asm.VBROADCASTSD)
	load, maskLoad, store := i.pick(asm.VMOVUPS, asm.VMOVUPD), i.pick(asm.VMASKMOVPS, asm.VMASKMOVPD), i.pick(asm.VMOVUPSSt, asm.VMOVUPDSt)
	step := func(k int) {
		if m.indexed {
			a.Load(asm.R15, asm.At(asm.R12, int32(k)*8))
		}
		for v := range m.vectors {
			at := asm.At(asm.RBX, int32(v)*int32(i.whole))
			if m.indexed {
				at = asm.Indexed(asm.RBX, asm.R15, 1, int32(v)*int32(i.whole))
			}
			switch {
			case !m.masked || v < m.vectors-1:
				a.M(load, i.whole, bReg(v), 0, at, asm.Opt{})
			case i.avx512:
				a.M(load, i.whole, bReg(v), 0, at, asm.Opt{Mask: 1, Zero: true})
			default:
				a.M(maskLoad, i.whole, bReg(v), maskReg, at, asm.Opt{})
			}
			if m.packs {
				a.M(store, i.whole, bReg(v), 0, asm.At(asm.R15, int32(v)*int32(i.whole)), asm.Opt{})
			}
		}
		if m.packs {
			a.AddImm(asm.R15, int32(m.vectors)*int32(i.whole))
			for at := int32(line); at < int32(m.vectors)*int32(i.whole); at += line {
				a.PrefetchL2(asm.At(asm.R14, at))
			}
		}
		for r := range m.rows {
			if i.avx512 && m.vectors == 1 { // an element is used once: broadcast it in the multiply-add
				a.M(fma, i.whole, acc(r, 0), bReg(0), element(r, k), asm.Opt{Broadcast: true})
				continue
			}
			t := asm.Reg(accumulators + m.vectors + r%temps)
			a.M(broadcast, i.whole, t, 0, element(r, k), asm.Opt{})
			for v := range m.vectors {
				a.R(fma, i.whole, acc(r, v), bReg(v), t, asm.Opt{})
			}
		}
		a.PrefetchL2(asm.At(asm.R14, 0))
		a.Add(asm.R14, asm.R13)
		if !m.indexed {
			a.Add(asm.RBX, asm.R12)
		}
		if m.columns {
			a.Add(asm.RAX, asm.R8)
		}
	}
	advance := func(n int32) {
		if m.indexed {
			a.AddImm(asm.R12, n*8)
		}
		if !m.columns {
			a.AddImm(asm.RAX, n*size)
			a.AddImm(asm.R10, n*size)
		}
	}
	stretches, tail, done := a.Here(), a.Label(), a.Label()
	a.Load(asm.R13, arg(argStretch))
	a.Load(asm.RSI, asm.At(asm.R13, 0))
	a.Load(asm.R14, asm.At(asm.R13, 8))
	a.AddImm(asm.R13, 24)
	a.Store(arg(argStretch), asm.R13)
	a.Load(asm.R13, asm.At(asm.R13, -8))
	a.Test(asm.RSI, asm.RSI)
	a.Jump(asm.Equal, tail)
	a.Align(64)
	loop := a.Here()
	for k := range unroll {
		step(k)
	}
	advance(unroll)
	a.SubImm(asm.RSI, 1)
	a.Jump(asm.NotEqual, loop)
	a.Goto(stretches)
	a.Bind(tail)
	a.Load(asm.RSI, arg(argK))
	a.AndImm(asm.RSI, unroll-1)
	a.Jump(asm.Equal, done)
	one := a.Here()
	step(0)
	advance(1)
	a.SubImm(asm.RSI, 1)
	a.Jump(asm.NotEqual, one)
	a.Bind(done)
	emitResult(a, i, m, acc, bReg(0), maskReg)
	a.Ret()
}

// emitSums reads the tile of C, or D, by way of R13.
func emitSums(a *asm.Asm, i isa, m micro, acc func(r, v int) asm.Reg, maskReg asm.Reg) {
	load, maskLoad := i.pick(asm.VMOVUPS, asm.VMOVUPD), i.pick(asm.VMASKMOVPS, asm.VMASKMOVPD)
	a.Load(asm.R13, asm.At(asm.RDI, argD))
	for r := range m.rows {
		for v := range m.vectors {
			at := asm.At(asm.R13, int32(v)*int32(i.whole))
			switch partial := m.masked && v == m.vectors-1; {
			case m.perRow:
				a.M(i.pick(asm.VBROADCASTSS, asm.VBROADCASTSD), i.whole, acc(r, v), 0, asm.At(asm.R13, 0), asm.Opt{})
			case partial && i.avx512:
				a.M(load, i.whole, acc(r, v), 0, at, asm.Opt{Mask: 1, Zero: true})
			case partial:
				a.M(maskLoad, i.whole, acc(r, v), maskReg, at, asm.Opt{})
			default:
				a.M(load, i.whole, acc(r, v), 0, at, asm.Opt{})
			}
		}
		a.AddMem(asm.R13, asm.At(asm.RDI, argDRow))
	}
}

// emitResult writes the tile: α·sum, then + D or fused + β·D, or all fused with D, where D may be C. RAX and R8 are D and its row stride. t is a free vector register, and the one after it too unless AVX2 masks.
func emitResult(a *asm.Asm, i isa, m micro, acc func(r, v int) asm.Reg, t, maskReg asm.Reg) {
	load, store := i.pick(asm.VMOVUPS, asm.VMOVUPD), i.pick(asm.VMOVUPSSt, asm.VMOVUPDSt)
	maskLoad, maskStore := i.pick(asm.VMASKMOVPS, asm.VMASKMOVPD), i.pick(asm.VMASKMOVPSt, asm.VMASKMOVPDt)
	broadcast := i.pick(asm.VBROADCASTSS, asm.VBROADCASTSD)
	mul, plus, fma := i.pick(asm.VMULPS, asm.VMULPD), i.pick(asm.VADDPS, asm.VADDPD), i.pick(asm.VFMADD231PS, asm.VFMADD231PD)
	factor := t + 1
	fuses := m.alpha && m.fuses && m.beta == add
	switch {
	case fuses:
		a.M(broadcast, i.whole, factor, 0, asm.At(asm.RDI, argAlpha), asm.Opt{})
	case m.alpha:
		a.M(broadcast, i.whole, t, 0, asm.At(asm.RDI, argAlpha), asm.Opt{})
		for r := range m.rows {
			for v := range m.vectors {
				a.R(mul, i.whole, acc(r, v), t, acc(r, v), asm.Opt{})
			}
		}
	}
	if m.beta != overwrite {
		a.Load(asm.RAX, asm.At(asm.RDI, argD))
		a.Load(asm.R8, asm.At(asm.RDI, argDRow))
	}
	if m.beta == scale {
		a.M(broadcast, i.whole, factor, 0, asm.At(asm.RDI, argBeta), asm.Opt{})
	}
	for r := range m.rows {
		for v := range m.vectors {
			at := asm.At(asm.RCX, int32(v)*int32(i.whole))
			partial := m.masked && v == m.vectors-1
			o := asm.Opt{}
			if partial && i.avx512 {
				o.Mask = 1
			}
			if m.beta != overwrite {
				old := asm.At(asm.RAX, int32(v)*int32(i.whole))
				if m.perRow {
					if v == 0 {
						a.M(broadcast, i.whole, t, 0, asm.At(asm.RAX, 0), asm.Opt{})
					}
				} else if partial && !i.avx512 {
					a.M(maskLoad, i.whole, t, maskReg, old, asm.Opt{})
				} else {
					a.M(load, i.whole, t, 0, old, asm.Opt{Mask: o.Mask, Zero: o.Mask != 0})
				}
				switch {
				case fuses:
					a.R(i.pick(asm.VFMADD213PS, asm.VFMADD213PD), i.whole, acc(r, v), factor, t, asm.Opt{})
				case m.beta == add:
					a.R(plus, i.whole, acc(r, v), acc(r, v), t, asm.Opt{})
				default:
					a.R(fma, i.whole, acc(r, v), factor, t, asm.Opt{})
				}
			}
			if partial && !i.avx512 {
				a.M(maskStore, i.whole, acc(r, v), maskReg, at, asm.Opt{})
			} else {
				a.M(store, i.whole, acc(r, v), 0, at, o)
			}
		}
		a.Add(asm.RCX, asm.RDX)
		if m.beta != overwrite {
			a.Add(asm.RAX, asm.R8)
		}
	}
}
