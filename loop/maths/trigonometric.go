package maths

import (
	"math"

	"github.com/magneto-go/magneto/loop/ir"
)

// (sin x/x − 1)/x² and (cos x − 1 + x²/2)/x⁴ in x², on |x| ≤ π/4.
var (
	sinPoly = []float32{-0.16666667, 0.00833338, -0.00019853476, 2.8368036e-06}
	cosPoly = []float32{0.041666646, -0.0013887301, 2.4430661e-05}
)

// The same as Taylor series, to x¹⁹ and x¹⁸.
var sinTaylor, cosTaylor = alternating(3, 9), alternating(4, 8)

// alternating is ±1/n!, ∓1/(n+2)!, …; the sign is that of the term xⁿ of the sine or cosine.
func alternating(n, count int) []float64 {
	c := make([]float64, count)
	for i := range c {
		factorial := 1.0
		for j := 2; j <= n+2*i; j++ {
			factorial *= float64(j)
		}
		c[i] = 1 / factorial
		if (n+2*i)/2%2 == 1 {
			c[i] = -c[i]
		}
	}
	return c
}

// quadrant gives n and r with x = n·π/2 + r. Up to |x| = 2²⁴ (float32) or 2²⁶ (float64) r is good to its last place; beyond,
// less and less of it means anything.
func (b builder) quadrant(x ir.ID) (n, r ir.ID) {
	hi, mid, lo := b.split(math.Pi/2, halfPiLow)
	if b.double() {
		lo = -0x1.f1976b7ed8fbcp-110
	}
	n = b.k.Do(ir.Round, b.mul(x, b.c(2/math.Pi)))
	r = b.fnma(n, b.c(mid), b.fnma(n, b.c(hi), x))
	if !b.double() { // for large x the product has no room for a fraction, and n may be an integer beside
		n = b.add(n, b.k.Do(ir.Round, b.mul(r, b.c(2/math.Pi))))
		r = b.fnma(n, b.c(mid), b.fnma(n, b.c(hi), x))
	}
	return n, b.fnma(n, b.c(lo), r)
}

// sine is the sine of r + n·π/2 for |r| ≤ π/4 and the integer n given in 32 bits.
func (b builder) sine(n, r ir.ID) ir.ID {
	k := b.k
	z := b.mul(r, r)
	var s, c ir.ID
	if b.double() {
		s, c = poly(b, z, sinTaylor), poly(b, z, cosTaylor)
	} else {
		s, c = poly(b, z, sinPoly), poly(b, z, cosPoly)
	}
	s = b.fma(b.mul(s, z), r, r)
	// 1 − z/2 rounds; what it loses comes back with the polynomial.
	w := b.fnma(z, b.c(0.5), b.c(1))
	lost := b.fnma(z, b.c(0.5), b.sub(b.c(1), w))
	c = b.add(w, b.fma(c, b.mul(z, z), lost))
	odd := k.Do(ir.Ne, k.Do(ir.And, n, k.Const(ir.I32, 1)), k.Const(ir.I32, 0))
	v := b.pick(odd, c, s)
	negative := k.Do(ir.Ne, k.Do(ir.And, n, k.Const(ir.I32, 2)), k.Const(ir.I32, 0))
	return b.pick(negative, b.neg(v), v)
}

// halfTurns is how SLEEF's sinf and cosf of 3.5 ulp, which PyTorch calls, compute: the sine of r = x − n·π, or of x − (n + ½)·π, with the sign that n gives it. Its π in three parts is good up to
// |x| = 125; beyond, here, π has all the digits that there are.
func (b builder) halfTurns(x ir.ID, cosine bool) ir.ID {
	k, part := b.k, 1.0
	shift := func(v ir.ID) ir.ID { return v }
	turns := b.mul(x, b.c(1/math.Pi))
	if cosine { // an odd number of quarters
		part, turns = 0.5, b.fma(x, b.c(1/math.Pi), b.c(-0.5))
		shift = func(n ir.ID) ir.ID { return b.add(b.mul(b.c(2), n), b.c(1)) }
	}
	n := k.Do(ir.Round, turns)
	reduce := func(n ir.ID, parts ...float64) ir.ID {
		r := x
		for _, p := range parts {
			r = b.fnma(shift(n), b.c(float64(float32(p*part))), r)
		}
		return r
	}
	r := reduce(n, 3.1414794921875, 0.00011315941810607910156, 1.9841872589410058936e-09)
	hi, mid, lo := b.split(math.Pi, 2*halfPiLow)
	far := b.add(n, k.Do(ir.Round, b.mul(reduce(n, hi, mid), b.c(1/math.Pi))))
	near := b.lt(b.abs(x), b.c(125))
	n, r = b.pick(near, n, far), b.pick(near, r, reduce(far, hi, mid, lo))
	odd := k.Do(ir.Ne, k.Do(ir.And, k.To(ir.I32, n), k.Const(ir.I32, 1)), k.Const(ir.I32, 0))
	if cosine {
		odd = k.Do(ir.Not, odd)
	}
	s := b.mul(r, r)
	r = b.pick(odd, b.neg(r), r)
	u := poly(b, s, []float32{-0.166666597127914428710938, 0.00833307858556509017944336, -0.0001981069071916863322258, 2.6083159809786593541503e-06})
	return b.add(b.mul(s, b.mul(u, r)), r)
}

// Sin is the sine.
func Sin(k *ir.Kernel, x ir.ID) ir.ID {
	b := of(k, x)
	if !b.double() {
		return b.pick(b.eq(x, b.c(0)), x, b.halfTurns(x, false))
	}
	return b.exactSin(x)
}

// exactSin is the sine by quadrants.
func (b builder) exactSin(x ir.ID) ir.ID {
	k := b.k
	n, r := b.quadrant(x)
	// −0 would become 0 in the reduction.
	return b.pick(b.eq(x, b.c(0)), x, b.sine(k.To(ir.I32, n), r))
}

// Cos is the cosine.
func Cos(k *ir.Kernel, x ir.ID) ir.ID {
	b := of(k, x)
	if !b.double() {
		return b.halfTurns(x, true)
	}
	return b.exactCos(x)
}

// exactCos is the cosine, the sine a quadrant on.
func (b builder) exactCos(x ir.ID) ir.ID {
	k := b.k
	n, r := b.quadrant(x)
	return b.sine(k.Do(ir.Add, k.To(ir.I32, n), k.Const(ir.I32, 1)), r)
}

// Tan is the tangent.
func Tan(k *ir.Kernel, x ir.ID) ir.ID {
	b := of(k, x)
	return b.div(b.exactSin(x), b.exactCos(x))
}
