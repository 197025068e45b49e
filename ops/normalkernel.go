package ops

import (
	"math"
	"unsafe"

	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/tensor"
)

// normals fills t with normal values of the generator. Blocks of float32 are made by a kernel, with the bits of tensor.BoxMuller32.
func normals(ctx *Context, g *tensor.Generator, t *tensor.Tensor, mean, std float64) {
	checkFloatFill("normal_kernel_cpu", t)
	g.NormalFill(t, mean, std, func(d []float32, mean, std float32) {
		if len(d) < 512 { // a kernel costs more to call
			tensor.BoxMuller32(d, mean, std)
			return
		}
		kernel := ctx.rowKernel("box_muller", "", func(k *ir.Kernel, _ []ir.Elem) { emitBoxMuller(k) })
		space := ir.Space{Keep: []int{len(d) / 16, 8}}
		at := func(i int) ir.Buffer { return ir.Buffer{Ptr: unsafe.Pointer(&d[i]), Strides: []int{16, 1}} }
		if err := kernel.Run(space, []ir.Buffer{at(0), at(8)}, []uint64{ir.Float32Bits(mean), ir.Float32Bits(std)}); err != nil {
			throwRuntime("%v", err)
		}
	})
}

// emitBoxMuller writes the transform of a pair of uniforms: the operations of boxMuller32 in package tensor, in its order.
func emitBoxMuller(k *ir.Kernel) {
	number := func(v float64) ir.ID { return k.Const(ir.F32, v) }
	whole := func(v int) ir.ID { return k.Const(ir.I32, float64(v)) }
	do := k.Do
	first, second := k.InOut("first", ir.Float32), k.InOut("second", ir.Float32)
	mean, std := k.Scalar("mean", ir.F32), k.Scalar("std", ir.F32)
	r := emitLog(k, do(ir.Sub, number(1), k.Load(first)))
	theta := do(ir.Mul, number(float64(float32(2*math.Pi))), k.Load(second))

	// Sine and cosine: theta is reduced by multiples of π/4, and the octant decides which polynomial is which.
	j := do(ir.And, do(ir.Add, k.To(ir.I32, do(ir.Mul, theta, number(1.27323954473516))), whole(1)), whole(^1))
	y := k.To(ir.F32, j)
	x := theta
	for _, c := range [...]float64{-0.78515625, -2.4187564849853515625e-4, -3.77489497744594108e-8} {
		x = do(ir.FMA, y, number(c), x)
	}
	z := do(ir.Mul, x, x)
	c, s := number(2.443315711809948e-5), number(-1.9515295891e-4)
	c, s = do(ir.FMA, c, z, number(-1.388731625493765e-3)), do(ir.FMA, s, z, number(8.3321608736e-3))
	c, s = do(ir.FMA, c, z, number(4.166664568298827e-2)), do(ir.FMA, s, z, number(-1.6666654611e-1))
	c, s = do(ir.Mul, c, z), do(ir.Mul, s, z)
	c = do(ir.FMA, c, z, do(ir.Neg, do(ir.Mul, z, number(0.5))))
	s = do(ir.FMA, s, x, x)
	c = do(ir.Add, c, number(1))
	bit := func(v ir.ID, n int) ir.ID { return do(ir.Ne, do(ir.And, v, whole(n)), whole(0)) }
	swapped := bit(j, 2)
	sin, cos := do(ir.Select, swapped, c, s), do(ir.Select, swapped, s, c)
	sin = do(ir.Select, bit(j, 4), do(ir.Neg, sin), sin)
	cos = do(ir.Select, bit(do(ir.Sub, j, whole(2)), 4), cos, do(ir.Neg, cos))

	radius := do(ir.Sqrt, do(ir.Mul, number(-2), r))
	k.Store(first, do(ir.FMA, do(ir.Mul, radius, cos), std, mean))
	k.Store(second, do(ir.FMA, do(ir.Mul, radius, sin), std, mean))
}

// emitLog writes the logarithm of u in (0, 1], as log32 in package tensor computes it.
func emitLog(k *ir.Kernel, u ir.ID) ir.ID {
	number := func(v float64) ir.ID { return k.Const(ir.F32, v) }
	do := k.Do
	bits := k.BitsAs(ir.I32, do(ir.Max, u, number(0x1p-126)))
	e := do(ir.Add, k.To(ir.F32, do(ir.Sub, k.Shift(ir.Shr, bits, 23), k.Const(ir.I32, 127))), number(1))
	mantissa := do(ir.Or, do(ir.And, bits, k.Const(ir.I32, float64(^0x7f800000))), k.Const(ir.I32, float64(math.Float32bits(0.5))))
	m := k.BitsAs(ir.F32, mantissa)
	low := do(ir.Lt, m, number(float64(float32(0.70710678))))
	e = do(ir.Select, low, do(ir.Sub, e, number(1)), e)
	x := do(ir.Add, do(ir.Sub, m, number(1)), do(ir.Select, low, m, number(0)))
	y := number(7.0376836292e-2)
	for _, c := range [...]float64{-1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1, -1.6668057665e-1, 2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1} {
		y = do(ir.FMA, y, x, number(c))
	}
	z := do(ir.Mul, x, x)
	t := do(ir.FMA, do(ir.Mul, y, x), z, do(ir.Mul, e, number(-2.12194440e-4)))
	t = do(ir.FMA, do(ir.Neg, z), number(0.5), t)
	return do(ir.FMA, e, number(0.693359375), do(ir.Add, x, t))
}
