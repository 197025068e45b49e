package maths

import (
	"math"

	"github.com/magneto-go/magneto/loop/ir"
)

// (eʳ − 1 − r)/r² on |r| ≤ ½ ln 2. These are the coefficients of SLEEF's expf of 1 ulp (Shibata and Petrogalli, SLEEF: A Portable Vectorized Library of C Standard Mathematical
// Functions), which PyTorch calls, as is the split of ln 2 in expReduce: single precision has the same last digits.
var expPoly = []float32{0.5, 0.16666667163372039795, 0.0416664853692054748535, 0.00833336077630519866943, 0.00139304355252534151077, 0.000198527617612853646278}

// expTaylor continues 1 + r with r²/2! + … + r¹³/13!.
var expTaylor = func() []float64 {
	c, factorial := make([]float64, 12), 1.0
	for i := range c {
		factorial *= float64(i + 2)
		c[i] = 1 / factorial
	}
	return c
}()

// expm1Reduced is eʳ − 1 for |r| ≤ ½ ln 2.
func (b builder) expm1Reduced(r ir.ID) ir.ID {
	var q ir.ID
	if b.double() {
		q = poly(b, r, expTaylor)
	} else {
		q = poly(b, r, expPoly)
	}
	return b.fma(q, b.mul(r, r), r)
}

// expLimits is beyond where eˣ is 0 and ∞.
func (b builder) expLimits() (lo, hi float64) {
	if b.double() {
		return -746, 710
	}
	return -104, 89
}

// expReduce gives n and r with x = n·ln 2 + r, for x clamped.
func (b builder) expReduce(x ir.ID) (n, r ir.ID) {
	hi, mid := 0.693145751953125, 1.428606765330187045e-06
	if b.double() {
		hi, mid, _ = b.split(math.Ln2, ln2Low)
	}
	n = b.k.Do(ir.Round, b.mul(x, b.c(math.Log2E)))
	r = b.fnma(n, b.c(hi), x)
	return n, b.fnma(n, b.c(mid), r)
}

// Exp is eˣ. What is 0 does not come out of the computation, since processors take some 150 cycles for a result that
// underflows; masked attention has -∞ for every other element.
func Exp(k *ir.Kernel, x ir.ID) ir.ID {
	b := of(k, x)
	if b.cLibrary() {
		return b.expOfCLibrary(x, false)
	}
	lo, hi := b.expLimits()
	vanishes := k.Do(ir.Lt, x, b.c(lo))
	n, r := b.expReduce(k.Do(ir.PMin, k.Do(ir.Select, vanishes, b.c(0), x), b.c(hi)))
	return k.Do(ir.Select, vanishes, b.c(0), k.Do(ir.Scale2, b.add(b.expm1Reduced(r), b.c(1)), n))
}

// Exp2 is 2ˣ.
func Exp2(k *ir.Kernel, x ir.ID) ir.ID {
	b := of(k, x)
	if b.cLibrary() {
		return b.expOfCLibrary(x, true)
	}
	limit := 151.0
	if b.double() {
		limit = 1076
	}
	x = b.clamp(x, -limit, limit)
	n := k.Do(ir.Round, x)
	if !b.double() { // SLEEF's exp2f of 1 ulp
		return k.Do(ir.Scale2, poly(b, b.sub(x, n), []float32{1, 0.6931471825, 0.2402264476, 0.5550347269e-1, 0.9618384764e-2, 0.1339262701e-2, 0.1535920892e-3}), n)
	}
	r := b.mul(b.sub(x, n), b.c(math.Ln2))
	return k.Do(ir.Scale2, b.add(b.expm1Reduced(r), b.c(1)), n)
}

// Expm1 is eˣ − 1 = 2ⁿ·(eʳ − 1) + (2ⁿ − 1), at half size, so that 2ⁿ does not overflow before the result does.
func Expm1(k *ir.Kernel, x ir.ID) ir.ID {
	b := of(k, x)
	if b.cLibrary() {
		return throughFloat64(k, Expm1, x)
	}
	lo, hi := b.expLimits()
	if !b.double() { // SLEEF's expm1f of 1 ulp
		p := b.expOfPair(pair{b.clamp(x, lo, hi), b.c(0)}, false)
		p = b.pairPlusAny(p, b.c(-1))
		r := b.pick(b.lt(b.c(88.72283172607421875), x), b.c(math.Inf(1)), b.add(p.hi, p.lo))
		r = b.pick(b.lt(x, b.c(-16.635532333438687426013570)), b.c(-1), r)
		return b.pick(b.eq(x, b.c(0)), x, r)
	}
	n, r := b.expReduce(b.clamp(x, lo, hi))
	half := k.Do(ir.Scale2, b.c(1), b.sub(n, b.c(1)))
	s := b.fma(b.expm1Reduced(r), half, b.sub(half, b.c(0.5)))
	// At 0 the sum loses the sign of x.
	return b.pick(b.eq(x, b.c(0)), x, b.add(s, s))
}

// Sigmoid is 1/(1 + e⁻ˣ).
func Sigmoid(k *ir.Kernel, x ir.ID) ir.ID {
	b := of(k, x)
	return b.div(b.c(1), b.add(Exp(k, b.neg(x)), b.c(1)))
}

// SiLU is x·sigmoid(x), as x/(1 + e⁻ˣ).
func SiLU(k *ir.Kernel, x ir.ID) ir.ID {
	b := of(k, x)
	return b.div(x, b.add(Exp(k, b.neg(x)), b.c(1)))
}

// Tanh is (e²ˣ − 1)/(e²ˣ − 1 + 2); in float32 (eˣ − e⁻ˣ)/(eˣ + e⁻ˣ) in pairs of floats, as SLEEF's tanhf of 1 ulp, which PyTorch calls.
func Tanh(k *ir.Kernel, x ir.ID) ir.ID {
	b := of(k, x)
	if b.cLibrary() {
		return throughFloat64(k, Tanh, x)
	}
	a := b.abs(x)
	if b.double() {
		e := Expm1(k, b.mul(b.clamp(a, 0, 22), b.c(2)))
		return b.withSign(b.div(e, b.add(e, b.c(2))), x)
	}
	const one = 8.664339742 // beyond it the result is 1
	p := b.expOfPair(pair{k.Do(ir.PMin, a, b.c(9)), b.c(0)}, true)
	q := b.pairInverse(p)
	r := b.pairDiv(b.pairAdd(p, pair{b.neg(q.hi), b.neg(q.lo)}), b.pairAdd(p, q))
	return b.withSign(b.pick(b.lt(b.c(float64(float32(one))), a), b.c(1), b.add(r.hi, r.lo)), x)
}

// expOfPair is e to a pair; with moderate, the result is far from 0 and from what is infinite.
func (b builder) expOfPair(x pair, moderate bool) pair {
	n := b.k.Do(ir.Round, b.mul(b.add(x.hi, x.lo), b.c(math.Log2E)))
	s := b.pairPlusAny(x, b.mul(n, b.c(-0.693145751953125)))
	s = b.pairPlusAny(s, b.mul(n, b.c(-1.428606765330187045e-06)))
	u := poly(b, s.hi, []float32{0.4166637361e-1, 0.8333456703e-2, 0.1394256484e-2, 0.1980960224e-3})
	t := b.pairPlusAny(b.pairTimes(s, u), b.c(float64(float32(0.166666659414234244790680580464))))
	t = b.pairPlusAny(b.pairMul(s, t), b.c(0.5))
	t = b.pairSumAny(s, b.pairMul(b.pairSquare(s), t))
	sum := b.add(b.c(1), t.hi)
	t = pair{sum, b.add(b.add(b.sub(b.c(1), sum), t.hi), t.lo)}
	if !moderate {
		return pair{b.k.Do(ir.Scale2, t.hi, n), b.k.Do(ir.Scale2, t.lo, n)}
	}
	scale := b.k.Do(ir.Scale2, b.c(1), n)
	return pair{b.mul(t.hi, scale), b.mul(t.lo, scale)}
}

// Sinh is (t + t/(t + 1))/2 with t = e^|x| − 1; Cosh is (e^|x| + e^−|x|)/2. Both take e^(|x| − ln 2)-like halves of large arguments as they come: they
// overflow ln 2 before the true value does.
func Sinh(k *ir.Kernel, x ir.ID) ir.ID {
	b := of(k, x)
	if !b.double() { // the C library's, which is the nearest float
		return throughFloat64(k, Sinh, x)
	}
	t := Expm1(k, b.abs(x))
	whole := b.add(t, b.div(t, b.add(t, b.c(1))))
	whole = b.pick(b.eq(t, b.c(math.Inf(1))), t, whole)
	return b.withSign(b.mul(whole, b.c(0.5)), x)
}

// Cosh is described at Sinh.
func Cosh(k *ir.Kernel, x ir.ID) ir.ID {
	b := of(k, x)
	if !b.double() {
		return throughFloat64(k, Cosh, x)
	}
	e := Exp(k, b.abs(x))
	return b.fma(e, b.c(0.5), b.div(b.c(0.5), e))
}
