package maths

import (
	"math"

	"github.com/magneto-go/magneto/loop/ir"
)

// (log(1+f) − f + f²/2)/f³ on √½ − 1 ≤ f ≤ √2 − 1.
var logPoly = []float32{0.33333316, -0.2500081, 0.20002301, -0.16624558, 0.14180948, -0.13128504, 0.12882942, -0.078616634}

// logSeries is 2/3, 2/5, …: log((1+s)/(1−s)) = 2s + s·z·(2/3 + 2/5 z + …) with z = s².
var logSeries = func() []float64 {
	c := make([]float64, 11)
	for i := range c {
		c[i] = 2 / float64(2*i+3)
	}
	return c
}()

// scaleApart gives e and m with x = 2ᵉ·m and least ≤ m < 2·least, for positive finite x.
func (b builder) scaleApart(x ir.ID, least float64) (e, m ir.ID) {
	k := b.k
	normal, lift, shift, from := 0x1p-126, 0x1p24, 23, int64(math.Float32bits(float32(least)))
	if b.double() {
		normal, lift, shift, from = 0x1p-1022, 0x1p54, 52, int64(math.Float64bits(least))
	}
	denormal := b.lt(x, b.c(normal))
	i := k.BitsAs(b.integer(), b.pick(denormal, b.mul(x, b.c(lift)), x))
	exponent := k.Shift(ir.Sar, k.Do(ir.Sub, i, b.int(from)), shift)
	m = k.BitsAs(b.t, k.Do(ir.Sub, i, k.Shift(ir.Shl, exponent, shift)))
	if b.double() {
		exponent = k.To(ir.I32, exponent)
	}
	e = k.To(b.t, exponent)
	return b.pick(denormal, b.sub(e, b.c(math.Log2(lift))), e), m
}

// logParts gives e and f, rest with x = 2ᵉ·(1 + f) and log(1 + f) = f + rest, for positive finite x.
func (b builder) logParts(x ir.ID) (e, f, rest ir.ID) {
	e, m := b.scaleApart(x, math.Sqrt2/2)
	f = b.sub(m, b.c(1))
	if !b.double() {
		return e, f, b.mul(b.fma(poly(b, f, logPoly), f, b.c(-0.5)), b.mul(f, f))
	}
	// With s = f/(2 + f): log(1 + f) = f − f²/2 + s·(f²/2 + z·(…)).
	s := b.div(f, b.add(f, b.c(2)))
	z := b.mul(s, s)
	half := b.mul(b.mul(f, b.c(0.5)), f)
	return e, f, b.sub(b.mul(s, b.fma(poly(b, z, logSeries), z, half)), half)
}

// logSpecial puts in what is not positive and finite.
func (b builder) logSpecial(x, r ir.ID) ir.ID {
	zeroOrLess := b.pick(b.eq(x, b.c(0)), b.c(math.Inf(-1)), b.c(math.NaN()))
	r = b.pick(b.eq(x, b.c(math.Inf(1))), x, r)
	return b.pick(b.lt(b.c(0), x), r, zeroOrLess)
}

// Log is the natural logarithm.
func Log(k *ir.Kernel, x ir.ID) ir.ID {
	b := of(k, x)
	if !b.double() {
		return b.logSpecial(x, b.logInPairs(x))
	}
	e, f, rest := b.logParts(x)
	hi, mid, _ := b.split(math.Ln2, ln2Low)
	low := b.fma(e, b.c(mid), rest)
	// e·hi + f + low, the two smaller ones first unless there is no e.
	r := b.fma(e, b.c(hi), b.add(f, low))
	return b.logSpecial(x, r)
}

// logInPairs is SLEEF's logf of 1 ulp, which PyTorch calls: with x = 2ᵉ·m, ¾ ≤ m < 1½, and s = (m − 1)/(m + 1), log x = e·ln 2 + 2s + s³·(…), in pairs of floats.
func (b builder) logInPairs(x ir.ID) ir.ID {
	e, m := b.scaleApart(x, 0.75)
	n := pair{b.sub(m, b.c(1)), b.c(0)} // exact
	s := b.pairDiv(n, b.pairSum(b.c(1), m))
	z := b.mul(s.hi, s.hi)
	t := b.fma(b.fma(b.c(float64(float32(0.3027294874))), z, b.c(float64(float32(0.3996108174)))), z, b.c(float64(float32(0.6666694880))))
	r := b.pairAdd(b.pairTimes(pair{b.c(float64(float32(0.69314718246459960938))), b.c(float64(float32(-1.904654323148236017e-09)))}, e), pair{b.mul(s.hi, b.c(2)), b.mul(s.lo, b.c(2))})
	r = b.pairPlus(r, b.mul(b.mul(z, s.hi), t))
	return b.add(r.hi, r.lo)
}

// Log2 is the logarithm to base 2, exact for powers of it.
func Log2(k *ir.Kernel, x ir.ID) ir.ID {
	b := of(k, x)
	e, f, rest := b.logParts(x)
	return b.logSpecial(x, b.add(e, b.scaled(f, rest, math.Log2E, 0x1.777d0ffda0d24p-56)))
}

// Log10 is the logarithm to base 10.
func Log10(k *ir.Kernel, x ir.ID) ir.ID {
	b := of(k, x)
	e, f, rest := b.logParts(x)
	hi, mid, _ := b.split(math.Log10E*math.Ln2, -0x1.0ffp-60)
	r := b.add(b.mul(e, b.c(mid)), b.scaled(f, rest, math.Log10E, 0x1.9p-57))
	return b.logSpecial(x, b.fma(e, b.c(hi), r))
}

// scaled is c·(f + rest), c being given with what it lacks.
func (b builder) scaled(f, rest ir.ID, c, low float64) ir.ID {
	hi, mid, _ := b.split(c, low)
	return b.fma(f, b.c(hi), b.fma(rest, b.c(hi), b.mul(f, b.c(mid))))
}

// Log1p is log(1 + x) = log u + (x − (u − 1))/u with u = 1 + x rounded.
func Log1p(k *ir.Kernel, x ir.ID) ir.ID {
	b := of(k, x)
	u := b.add(x, b.c(1))
	lost := b.sub(x, b.sub(u, b.c(1)))
	r := b.add(Log(k, u), b.div(lost, u))
	// Where u is 0 or ∞ nothing was lost, and where x is 0 its sign was.
	plain := k.Do(ir.Or, b.eq(u, b.c(0)), b.eq(u, b.c(math.Inf(1))))
	r = b.pick(plain, Log(k, u), r)
	return b.pick(b.eq(x, b.c(0)), x, r)
}

// Pow is x to the power y, for float32, by way of float64. Its special cases are those of C's pow.
func Pow(k *ir.Kernel, x, y ir.ID) ir.ID {
	b := of(k, x)
	wide := builder{k, ir.F64}
	a := b.abs(x)
	r := k.To(ir.F32, Exp(k, wide.mul(k.To(ir.F64, y), Log(k, k.To(ir.F64, a)))))
	integral := b.eq(k.Do(ir.Trunc, y), y)
	half := b.mul(y, b.c(0.5))
	odd := k.Do(ir.And, integral, k.Do(ir.Not, b.eq(k.Do(ir.Trunc, half), half)))
	negative := k.Do(ir.Lt, k.BitsAs(ir.I32, x), b.int(0))
	r = b.pick(k.Do(ir.And, negative, odd), b.neg(r), r)
	finite := k.Do(ir.And, b.lt(x, b.c(0)), b.lt(b.c(math.Inf(-1)), x))
	r = b.pick(k.Do(ir.And, finite, k.Do(ir.Not, integral)), b.c(math.NaN()), r)
	infinite := b.eq(b.abs(y), b.c(math.Inf(1)))
	one := k.Do(ir.Or, b.eq(x, b.c(1)), b.eq(y, b.c(0)))
	one = k.Do(ir.Or, one, k.Do(ir.And, b.eq(a, b.c(1)), infinite))
	return b.pick(one, b.c(1), r)
}
