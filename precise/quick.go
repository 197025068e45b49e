package precise

import (
	"math"
	"sync"
)

// The quick forms evaluate a function near a point of a table, where a short polynomial in float64 is enough for some 65
// bits. That settles the rounding nearly always; where it does not, the caller takes the long way (Ziv, 1991; the tables
// are Tang's, 1989). Each gives v with a relative error below quickError.
const quickError = 0x1p-63

// settled rounds v, known up to a relative error; ok says whether every value in reach rounds alike.
func settled(v dd, relative float64) (x float64, ok bool) {
	e := math.Abs(v.hi) * relative
	x = v.hi + (v.lo + e)
	return x, x == v.hi+(v.lo-e)
}

// expTable holds 2**(i/128).
var expTable = sync.OnceValue(func() *[128]dd {
	t := new([128]dd)
	for i := range t {
		m, k := expDD(ln2.mul(dd{float64(i) / 128, 0}))
		t[i] = m.scale(math.Ldexp(1, k))
	}
	return t
})

// quickExp is e**x for |x| < 700, as m * 2**k.
func quickExp(x dd) (m dd, k int) {
	const step = 0x1.62e42fefa39efp-8 // ln2 / 128, and the rest of it
	const stepLo = 0x1.abc9e3b39803fp-63
	n := math.Round(x.hi * (1 / step))
	p := n * step
	r := x.hi - p // exact: the two are close
	lo := x.lo - math.FMA(n, step, -p) - n*stepLo
	i := int(n)
	t := expTable()[i&127]
	// e**(r+lo) - 1 - r
	tail := lo*(1+r*(1+0.5*r)) + r*r*(1.0/2+r*(1.0/6+r*(1.0/24+r*(1.0/120+r*(1.0/720)))))
	q := t.hi * r
	s := fastSum(t.hi, q)
	return fastSum(s.hi, s.lo+(math.FMA(t.hi, r, -q)+(t.lo+(t.lo*r+t.hi*tail)))), i >> 7
}

// logPoint is a point of the table of logarithms: a short c near 1/f, and -log(c).
type logPoint struct {
	c   float64
	log dd
}

// logTable covers [1/sqrt(2), sqrt(2)] in steps of 1/128.
const logFirst, logLast = 90, 182

var logTable = sync.OnceValue(func() *[logLast - logFirst + 1]logPoint {
	t := new([logLast - logFirst + 1]logPoint)
	for i := range t {
		c := math.Round(512*128/float64(i+logFirst)) / 512
		t[i] = logPoint{c, logDD(c).neg()}
	}
	return t
})

// quickLog is the logarithm of a positive, normal number.
func quickLog(x float64) dd {
	frac, exp := math.Frexp(x)
	if frac < math.Sqrt2/2 {
		frac *= 2
		exp--
	}
	t := &logTable()[int(frac*128+0.5)-logFirst]
	p := frac * t.c
	r := p - 1 // exact, and r + lo is frac*c - 1
	lo := math.FMA(frac, t.c, -p)
	sq := r * r
	s := fastSum(r, -0.5*sq)
	tail := sq * r * (1.0/3 + r*(-1.0/4+r*(1.0/5+r*(-1.0/6+r*(1.0/7+r*(-1.0/8+r*(1.0/9+r*(-1.0/10))))))))
	s.lo += tail + lo*(1-r*(1-r)) - 0.5*math.FMA(r, r, -sq)
	if exp == 0 && t.c == 1 {
		return fastSum(s.hi, s.lo)
	}
	e := float64(exp)
	base := ln2.mul(dd{e, 0}).add(t.log)
	v := twoSum(base.hi, s.hi)
	return fastSum(v.hi, v.lo+(base.lo+s.lo))
}

// quickPow is |x|**y as m * 2**k, and its relative error; ok is false where the way through the logarithm is too rough.
func quickPow(x, y float64) (m dd, k int, relative float64, ok bool) {
	if x = math.Abs(x); !(x > 0x1p-1000 && x < 0x1p1000) {
		return
	}
	l := quickLog(x)
	p := l.hi * y
	if !(math.Abs(p) < 600) {
		return
	}
	m, k = quickExp(dd{p, math.FMA(l.hi, y, -p) + l.lo*y})
	return m, k, quickError * (1 + 2*math.Abs(p)), true
}

// sinCosTable holds sine and cosine of i/64 up to pi/4.
var sinCosTable = sync.OnceValue(func() *[52][2]dd {
	t := new([52][2]dd)
	for i := range t {
		r := dd{float64(i) / 64, 0}
		t[i] = [2]dd{sinSeries(r), cosSeries(r)}
	}
	return t
})

// quickTrigLimit bounds the arguments of quickSinCos, so that the reduction keeps enough bits.
const quickTrigLimit = 1e5

// quickSinCos gives sine and cosine of |x| < quickTrigLimit.
func quickSinCos(x float64) (s, c dd) {
	k := math.Round(x * (2 / math.Pi))
	p := k * halfPi[0]
	d := twoSum(x-p, -math.FMA(k, halfPi[0], -p))
	p = k * halfPi[1]
	e := twoSum(d.hi, -p)
	r := fastSum(e.hi, e.lo+(d.lo-math.FMA(k, halfPi[1], -p)-k*halfPi[2]))
	sign := 1.0
	if r.hi < 0 {
		sign, r = -1, r.neg()
	}
	i := math.Round(r.hi * 64)
	t := &sinCosTable()[int(i)]
	h, lo := r.hi-i/64, r.lo // h is exact
	sq := h * h
	sinTail := lo + h*sq*(-1.0/6+sq*(1.0/120+sq*(-1.0/5040))) // sin(h + lo) - h
	cosTail := sq*(-1.0/2+sq*(1.0/24+sq*(-1.0/720))) - h*lo   // cos(h + lo) - 1
	s = quickTurn(t[0], t[1], h, sinTail, cosTail)
	c = quickTurn(t[1], t[0].neg(), h, sinTail, cosTail)
	if sign < 0 {
		s = s.neg()
	}
	switch int64(k) & 3 {
	case 1:
		s, c = c, s.neg()
	case 2:
		s, c = s.neg(), c.neg()
	case 3:
		s, c = c.neg(), s
	}
	return s, c
}

// quickTurn is a*cos(b) + d*sin(b), where cos(b) is 1 + cosTail and sin(b) is h + sinTail.
func quickTurn(a, d dd, h, sinTail, cosTail float64) dd {
	p := d.hi * h
	s := twoSum(a.hi, p)
	return fastSum(s.hi, s.lo+(math.FMA(d.hi, h, -p)+(a.lo+(a.hi*cosTail+(d.hi*sinTail+d.lo*h)))))
}
