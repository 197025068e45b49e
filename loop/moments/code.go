package moments

import "github.com/magneto-go/magneto/loop/asm"

// emitMoments appends the kernel that updates the mean and the squares of eight lanes, chunk after chunk. RAX is the row, RBX where the chunks go, RCX the chunks left, RDX the reciprocals and RSI the
// vectors left in the chunk.
func emitMoments(a *asm.Asm) {
	const mean, squares, value, delta, share asm.Reg = 0, 1, 2, 3, 4
	arg := func(at int32) asm.Mem { return asm.At(asm.RDI, at) }
	a.Load(asm.RAX, arg(frameX))
	a.Load(asm.RBX, arg(frameTo))
	a.Load(asm.RCX, arg(frameWhole))
	one := func() {
		for _, r := range []asm.Reg{mean, squares} {
			a.R(asm.VXORPS, asm.Y, r, r, r, asm.Opt{})
		}
		a.Lea(asm.RDX, arg(frameReciprocals))
		loop := a.Here()
		a.M(asm.VMOVUPS, asm.Y, value, 0, asm.At(asm.RAX, 0), asm.Opt{})
		a.M(asm.VBROADCASTSS, asm.Y, share, 0, asm.At(asm.RDX, 0), asm.Opt{})
		a.R(asm.VSUBPS, asm.Y, delta, value, mean, asm.Opt{})
		a.R(asm.VFMADD231PS, asm.Y, mean, delta, share, asm.Opt{})
		a.R(asm.VSUBPS, asm.Y, value, value, mean, asm.Opt{})
		a.R(asm.VFMADD231PS, asm.Y, squares, delta, value, asm.Opt{})
		a.AddImm(asm.RAX, 4*lanes)
		a.AddImm(asm.RDX, 4)
		a.SubImm(asm.RSI, 1)
		a.Jump(asm.NotEqual, loop)
		a.M(asm.VMOVUPSSt, asm.Y, mean, 0, asm.At(asm.RBX, 0), asm.Opt{})
		a.M(asm.VMOVUPSSt, asm.Y, squares, 0, asm.At(asm.RBX, 4*lanes), asm.Opt{})
		a.AddImm(asm.RBX, 8*lanes)
	}
	tail, done := a.Label(), a.Label()
	a.Test(asm.RCX, asm.RCX)
	a.Jump(asm.Equal, tail)
	chunks := a.Here()
	a.MovImm(asm.RSI, chunk)
	one()
	a.SubImm(asm.RCX, 1)
	a.Jump(asm.NotEqual, chunks)
	a.Bind(tail)
	a.Load(asm.RSI, arg(frameLast))
	a.Test(asm.RSI, asm.RSI)
	a.Jump(asm.Equal, done)
	one()
	a.Bind(done)
	a.Ret()
}

// emitSums appends the kernel of the two sums of the derivative, over whole vectors. RAX is dy, RBX x, RCX the weight or 0, RSI the vectors left.
func emitSums(a *asm.Asm) {
	const products, sum, dy, term asm.Reg = 0, 1, 2, 3
	arg := func(at int32) asm.Mem { return asm.At(asm.RDI, at) }
	a.Load(asm.RAX, arg(frameDY))
	a.Load(asm.RBX, arg(frameX))
	a.Load(asm.RCX, arg(frameWeight))
	a.Load(asm.RSI, arg(frameWhole))
	for _, r := range []asm.Reg{products, sum} {
		a.R(asm.VXORPS, asm.Y, r, r, r, asm.Opt{})
	}
	plain, done := a.Label(), a.Label()
	loop := func(weighted bool) {
		again := a.Here()
		a.M(asm.VMOVUPS, asm.Y, dy, 0, asm.At(asm.RAX, 0), asm.Opt{})
		a.M(asm.VMULPS, asm.Y, term, dy, asm.At(asm.RBX, 0), asm.Opt{})
		if weighted {
			a.M(asm.VMULPS, asm.Y, term, term, asm.At(asm.RCX, 0), asm.Opt{})
			a.M(asm.VMULPS, asm.Y, dy, dy, asm.At(asm.RCX, 0), asm.Opt{})
			a.AddImm(asm.RCX, 4*lanes)
		}
		a.R(asm.VADDPS, asm.Y, products, products, term, asm.Opt{})
		a.R(asm.VADDPS, asm.Y, sum, sum, dy, asm.Opt{})
		a.AddImm(asm.RAX, 4*lanes)
		a.AddImm(asm.RBX, 4*lanes)
		a.SubImm(asm.RSI, 1)
		a.Jump(asm.NotEqual, again)
	}
	a.Test(asm.RCX, asm.RCX)
	a.Jump(asm.Equal, plain)
	loop(true)
	a.Goto(done)
	a.Bind(plain)
	loop(false)
	a.Bind(done)
	a.M(asm.VMOVUPSSt, asm.Y, products, 0, arg(frameFirst), asm.Opt{})
	a.M(asm.VMOVUPSSt, asm.Y, sum, 0, arg(frameSecond), asm.Opt{})
	a.Ret()
}

// emitSquares appends the kernel of the sum of squares, over whole vectors. RAX is the row, RSI the vectors left.
func emitSquares(a *asm.Asm) {
	const sum, term asm.Reg = 0, 1
	a.Load(asm.RAX, asm.At(asm.RDI, frameX))
	a.Load(asm.RSI, asm.At(asm.RDI, frameWhole))
	a.R(asm.VXORPS, asm.Y, sum, sum, sum, asm.Opt{})
	loop := a.Here()
	a.M(asm.VMOVUPS, asm.Y, term, 0, asm.At(asm.RAX, 0), asm.Opt{})
	a.R(asm.VMULPS, asm.Y, term, term, term, asm.Opt{})
	a.R(asm.VADDPS, asm.Y, sum, sum, term, asm.Opt{})
	a.AddImm(asm.RAX, 4*lanes)
	a.SubImm(asm.RSI, 1)
	a.Jump(asm.NotEqual, loop)
	a.M(asm.VMOVUPSSt, asm.Y, sum, 0, asm.At(asm.RDI, frameFirst), asm.Opt{})
	a.Ret()
}
