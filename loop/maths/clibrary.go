package maths

import (
	"math"

	"github.com/magneto-go/magneto/loop/ir"
)

// The exponentials and the logarithm of glibc in float32 (its expf, exp2f and logf, after Arm's optimized routines): short polynomials in float64, which give the nearest float but for one
// case in a thousand. Its other functions that kernels have ends by give the nearest always.

// expOfCLibrary is e^x, or with two 2^x: with x·32/ln 2 = 32n + i + r it is 2ⁿ·2^(i/32)·(1 + C₂r + C₁r² + C₀r³).
func (b builder) expOfCLibrary(x ir.ID, two bool) ir.ID {
	w := builder{b.k, ir.F64}
	limit, factor := 150.0, 0x1.71547652b82fep+5
	if two {
		limit, factor = 200, steps
	}
	z := w.mul(b.k.To(ir.F64, b.clamp(x, -limit, limit)), w.c(factor))
	whole := b.k.Do(ir.Round, z)
	r := w.sub(z, whole)
	n := b.k.Do(ir.Floor, w.mul(whole, w.c(1.0/steps)))
	i := w.sub(whole, w.mul(n, w.c(steps)))
	root := w.c(1)
	for half := steps / 2; half >= 1; half /= 2 {
		large := b.k.Do(ir.Le, w.c(float64(half)), i)
		root = w.pick(large, w.mul(root, w.c(math.Exp2(float64(half)/steps))), root)
		i = w.pick(large, w.sub(i, w.c(float64(half))), i)
	}
	y := w.add(w.mul(w.add(w.mul(w.c(expCubic), r), w.c(expSquare)), w.mul(r, r)), w.add(w.mul(w.c(expLinear), r), w.c(1)))
	return b.k.To(ir.F32, b.k.Do(ir.Scale2, w.mul(y, root), n))
}

const (
	steps     = 32
	expCubic  = 0x1.c6af84b912394p-5 / steps / steps / steps
	expSquare = 0x1.ebfce50fac4f3p-3 / steps / steps
	expLinear = 0x1.62e42ff0c52d6p-1 / steps
)

// logOfCLibrary is log x: with x = 2ᵏ·z, 1/c and log c for the sixteenth of the binade that z is in, and r = z/c − 1, it is k·ln 2 + log c + r + A₂r² + A₁r³ + A₀r⁴.
func (b builder) logOfCLibrary(x ir.ID) ir.ID {
	const least = 0x3f330000 // bits of the smallest z
	w := builder{b.k, ir.F64}
	denormal := b.lt(x, b.c(0x1p-126))
	bits := b.k.Do(ir.Sub, b.k.BitsAs(ir.I32, b.pick(denormal, b.mul(x, b.c(0x1p23)), x)), b.int(least))
	exponent := b.k.Shift(ir.Sar, bits, 23)
	z := b.k.To(ir.F64, b.k.BitsAs(ir.F32, b.k.Do(ir.Add, b.k.Do(ir.Sub, bits, b.k.Shift(ir.Shl, exponent, 23)), b.int(least))))
	e := b.k.To(ir.F64, exponent)
	e = w.pick(denormal, w.sub(e, w.c(23)), e)
	var halves [4]ir.ID // whether the index lies in the upper half, and of what, by its bits
	for i := range halves {
		halves[i] = b.k.Do(ir.Ne, b.k.Do(ir.And, bits, b.int(1<<(22-i))), b.int(0))
	}
	var find func(list []float64, halves []ir.ID) ir.ID
	find = func(list []float64, halves []ir.ID) ir.ID {
		if len(list) == 1 {
			return w.c(list[0])
		}
		return w.pick(halves[0], find(list[len(list)/2:], halves[1:]), find(list[:len(list)/2], halves[1:]))
	}
	r := w.sub(w.mul(z, find(logInverses[:], halves[:])), w.c(1))
	y0 := w.add(find(logCentres[:], halves[:]), w.mul(e, w.c(math.Ln2)))
	y := w.add(w.mul(w.c(0x1.5575b0be00b6ap-2), r), w.c(-0x1.ffffef20a4123p-2))
	square := w.mul(r, r)
	y = w.add(w.mul(w.c(-0x1.00ea348b88334p-2), square), y)
	return b.logSpecial(x, b.k.To(ir.F32, w.add(w.mul(y, square), w.add(y0, r))))
}

// logInverses and logCentres are 1/c and log c for the sixteenths.
var (
	logInverses = [16]float64{0x1.661ec79f8f3bep+0, 0x1.571ed4aaf883dp+0, 0x1.49539f0f010b0p+0, 0x1.3c995b0b80385p+0, 0x1.30d190c8864a5p+0, 0x1.25e227b0b8ea0p+0, 0x1.1bb4a4a1a343fp+0, 0x1.12358f08ae5bap+0,
		0x1.0953f419900a7p+0, 1, 0x1.e608cfd9a47acp-1, 0x1.ca4b31f026aa0p-1, 0x1.b2036576afce6p-1, 0x1.9c2d163a1aa2dp-1, 0x1.886e6037841edp-1, 0x1.767dcf5534862p-1}
	logCentres = [16]float64{-0x1.57bf7808caadep-2, -0x1.2bef0a7c06ddbp-2, -0x1.01eae7f513a67p-2, -0x1.b31d8a68224e9p-3, -0x1.6574f0ac07758p-3, -0x1.1aa2bc79c8100p-3, -0x1.a4e76ce8c0e5ep-4, -0x1.1973c5a611cccp-4,
		-0x1.252f438e10c1ep-5, 0, 0x1.aa5aa5df25984p-5, 0x1.c5e53aa362eb4p-4, 0x1.526e57720db08p-3, 0x1.bc2860d224770p-3, 0x1.1058bc8a07ee1p-2, 0x1.4043057b6ee09p-2}
)
