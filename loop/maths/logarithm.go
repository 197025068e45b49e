package maths

import (
	"math"

	"github.com/magneto-go/magneto/loop/ir"
)

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

// logParts gives e and f, rest with x = 2ᵉ·(1 + f) and log(1 + f) = f + rest, for positive finite float64.
func (b builder) logParts(x ir.ID) (e, f, rest ir.ID) {
	e, m := b.scaleApart(x, math.Sqrt2/2)
	f = b.sub(m, b.c(1))
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
	if b.cLibrary() {
		return b.logOfCLibrary(x)
	}
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
	return b.logOfParts(e, b.slope(m))
}

// slope is (m − 1)/(m + 1).
func (b builder) slope(m ir.ID) pair {
	return b.pairDiv(pair{b.sub(m, b.c(1)), b.c(0)}, b.pairSum(b.c(1), m)) // the difference is exact
}

// logOfParts is the logarithm from e and s.
func (b builder) logOfParts(e ir.ID, s pair) ir.ID {
	z := b.mul(s.hi, s.hi)
	t := poly(b, z, []float32{0.6666694880, 0.3996108174, 0.3027294874})
	r := b.pairAdd(b.pairTimes(b.pairOf(0.69314718246459960938, -1.904654323148236017e-09), e), pair{b.mul(s.hi, b.c(2)), b.mul(s.lo, b.c(2))})
	r = b.pairPlus(r, b.mul(b.mul(z, s.hi), t))
	return b.add(r.hi, r.lo)
}

// pairOf is a constant.
func (b builder) pairOf(hi, lo float64) pair {
	return pair{b.c(float64(float32(hi))), b.c(float64(float32(lo)))}
}

// Log2 is the logarithm to base 2, exact for powers of it.
func Log2(k *ir.Kernel, x ir.ID) ir.ID {
	b := of(k, x)
	if !b.double() { // SLEEF's log2f of 1 ulp
		e, m := b.scaleApart(x, 0.75)
		s := b.slope(m)
		z := b.mul(s.hi, s.hi)
		t := poly(b, z, []float32{0.9618012905120, 0.5764790177, 0.4374550283})
		r := b.pairSumAny(pair{e, b.c(0)}, b.pairMul(s, b.pairOf(2.8853900432586669922, 3.2734474483568488616e-08)))
		r = b.pairPlusAny(r, b.mul(b.mul(z, s.hi), t))
		return b.logSpecial(x, b.add(r.hi, r.lo))
	}
	e, f, rest := b.logParts(x)
	return b.logSpecial(x, b.add(e, b.scaled(f, rest, math.Log2E, 0x1.777d0ffda0d24p-56)))
}

// Log10 is the logarithm to base 10.
func Log10(k *ir.Kernel, x ir.ID) ir.ID {
	b := of(k, x)
	if !b.double() { // SLEEF's log10f of 1 ulp
		e, m := b.scaleApart(x, 0.75)
		s := b.slope(m)
		z := b.mul(s.hi, s.hi)
		t := poly(b, z, []float32{0.2895309627, 0.1735493541, 0.1314289868})
		r := b.pairAdd(b.pairTimes(b.pairOf(0.30103001, -1.432098889e-08), e), b.pairMul(s, b.pairOf(0.868588984, -2.170757285e-08)))
		r = b.pairPlus(r, b.mul(b.mul(z, s.hi), t))
		return b.logSpecial(x, b.add(r.hi, r.lo))
	}
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
	if b.cLibrary() {
		return throughFloat64(k, Log1p, x)
	}
	u := b.add(x, b.c(1))
	if !b.double() { // SLEEF's log1pf of 1 ulp
		e, _ := b.scaleApart(u, 0.75)
		t := k.Do(ir.Scale2, b.c(1), b.neg(e))
		m := b.fma(x, t, b.sub(t, b.c(1)))
		d := b.add(b.c(2), m)
		r := b.logOfParts(e, b.pairDiv(pair{m, b.c(0)}, pair{d, b.add(b.sub(b.c(2), d), m)}))
		return b.pick(b.eq(x, b.c(0)), x, b.logSpecial(u, r))
	}
	lost := b.sub(x, b.sub(u, b.c(1)))
	r := b.add(Log(k, u), b.div(lost, u))
	// Where u is 0 or ∞ nothing was lost, and where x is 0 its sign was.
	plain := k.Do(ir.Or, b.eq(u, b.c(0)), b.eq(u, b.c(math.Inf(1))))
	r = b.pick(plain, Log(k, u), r)
	return b.pick(b.eq(x, b.c(0)), x, r)
}

// Pow is x to the power y, for float32: SLEEF's powf of 1 ulp. Its special cases are those of C's pow.
func Pow(k *ir.Kernel, x, y ir.ID) ir.ID {
	b := of(k, x)
	a := b.abs(x)
	var r ir.ID
	if b.cLibrary() {
		r = throughFloat64(k, func(k *ir.Kernel, a ir.ID) ir.ID { return Exp(k, k.Do(ir.Mul, k.To(ir.F64, y), Log(k, a))) }, a)
	} else {
		r = b.expToFloat(b.pairTimes(b.logToPair(a), y))
	}
	// What the pairs lose: 0, ∞ and their powers.
	large, inverse := b.lt(b.c(1), a), b.lt(y, b.c(0))
	rises := k.Do(ir.Or, k.Do(ir.And, large, k.Do(ir.Not, inverse)), k.Do(ir.And, k.Do(ir.Not, large), inverse))
	extreme := k.Do(ir.Or, k.Do(ir.Or, b.eq(a, b.c(0)), b.eq(a, b.c(math.Inf(1)))), b.eq(b.abs(y), b.c(math.Inf(1))))
	r = b.pick(extreme, b.pick(rises, b.c(math.Inf(1)), b.c(0)), r)
	nan := k.Do(ir.Or, k.Do(ir.Ne, x, x), k.Do(ir.Ne, y, y))
	r = b.pick(nan, b.c(math.NaN()), r)
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

// logToPair is the logarithm of a positive finite number in twice the precision.
func (b builder) logToPair(x ir.ID) pair {
	e, m := b.scaleApart(x, 0.75)
	s := b.slope(m)
	z := b.pairSquare(s)
	t := poly(b, z.hi, []float32{0.400007992982864379882812, 0.285112679004669189453125, 0.240320354700088500976562})
	r := b.pairAdd(b.pairTimes(b.pairOf(0.69314718246459960938, -1.904654323148236017e-09), e), pair{b.mul(s.hi, b.c(2)), b.mul(s.lo, b.c(2))})
	return b.pairAdd(r, b.pairMul(b.pairMul(z, s), b.pairSumAny(b.pairTimes(z, t), b.pairOf(0.66666662693023681640625, 3.69183861259614332084311e-09))))
}

// expToFloat is e to a pair, rounded.
func (b builder) expToFloat(x pair) ir.ID {
	n := b.k.Do(ir.Round, b.mul(b.add(x.hi, x.lo), b.c(math.Log2E)))
	n = b.clamp(n, -250, 250)
	s := b.pairPlusAny(x, b.mul(n, b.c(-0.693145751953125)))
	s = b.pairPlusAny(s, b.mul(n, b.c(-1.428606765330187045e-06)))
	hi := b.add(s.hi, s.lo)
	s = pair{hi, b.add(b.sub(s.hi, hi), s.lo)}
	u := poly(b, s.hi, []float32{0.499999850988388061523438, 0.166665524244308471679688, 0.0416710823774337768554688, 0.00836596917361021041870117, 0.00136324646882712841033936})
	t := b.pairAdd(s, b.pairTimes(b.pairSquare(s), u))
	sum := b.add(b.c(1), t.hi)
	whole := b.add(sum, b.add(b.add(b.sub(b.c(1), sum), t.hi), t.lo))
	r := b.k.Do(ir.Scale2, whole, n)
	r = b.pick(b.lt(x.hi, b.c(-104)), b.c(0), r)
	return b.pick(b.lt(b.c(104), x.hi), b.c(math.Inf(1)), r)
}
