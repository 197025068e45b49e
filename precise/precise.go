// Package precise gives the elementary functions to the last bit: each is evaluated in double-double arithmetic (a value is
// the unevaluated sum of two float64, about 106 bits) and rounded once. Go's math package is a few ulp off the C library in
// places, which shows wherever a script prints a result in full.
//
// Double-double arithmetic: Dekker (1971), with a fused multiply-add for products.
//
// It is a part of this module; package magneto is for use from outside.
package precise

import "math"

// dd is hi + lo, with |lo| at most half an ulp of hi.
type dd struct{ hi, lo float64 }

func twoSum(a, b float64) dd {
	s := a + b
	t := s - a
	return dd{s, (a - (s - t)) + (b - t)}
}

func fastSum(a, b float64) dd { // |a| >= |b|
	s := a + b
	return dd{s, b - (s - a)}
}

func (a dd) add(b dd) dd {
	s := twoSum(a.hi, b.hi)
	t := twoSum(a.lo, b.lo)
	s = fastSum(s.hi, s.lo+t.hi)
	return fastSum(s.hi, s.lo+t.lo)
}

func (a dd) neg() dd { return dd{-a.hi, -a.lo} }

func (a dd) sub(b dd) dd { return a.add(b.neg()) }

func (a dd) mul(b dd) dd {
	p := a.hi * b.hi
	e := math.FMA(a.hi, b.hi, -p)
	return fastSum(p, e+(a.hi*b.lo+a.lo*b.hi))
}

func (a dd) scale(b float64) dd { // b is a power of two
	return dd{a.hi * b, a.lo * b}
}

func (a dd) div(b dd) dd {
	q := a.hi / b.hi
	r := a.sub(b.mul(dd{q, 0}))
	q2 := r.hi / b.hi
	r = r.sub(b.mul(dd{q2, 0}))
	return fastSum(q, q2).add(dd{r.hi / b.hi, 0})
}

func (a dd) value() float64 { return a.hi + a.lo }

var (
	ln2    = dd{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56}
	halfPi = [4]float64{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110, 0x1.4cf98e804177dp-164}
	one    = dd{1, 0}
	log2E  = one.div(ln2)
)

// inverseFactorials are 1/n! in double-double.
var inverseFactorials = func() (out [28]dd) {
	f := one
	out[0] = one
	for n := 1; n < len(out); n++ {
		f = f.div(dd{float64(n), 0})
		out[n] = f
	}
	return
}()

// expDD is e**x for |x| < 745, as m * 2**k.
func expDD(x dd) (m dd, k int) {
	kf := math.Round(x.hi / ln2.hi)
	r := x.sub(ln2.mul(dd{kf, 0}))
	// e**r = (e**(r/64))**64
	r = r.scale(1.0 / 64)
	s := inverseFactorials[12]
	for n := 11; n >= 0; n-- {
		s = s.mul(r).add(inverseFactorials[n])
	}
	for range 6 {
		s = s.mul(s)
	}
	return s, int(kf)
}

// Exp is e**x.
func Exp(x float64) float64 {
	switch {
	case math.IsNaN(x), x > 709.8, x < -745.2:
		return math.Exp(x)
	}
	if math.Abs(x) < 700 {
		m, k := quickExp(dd{x, 0})
		if v, ok := settled(m, quickError); ok {
			return v * power(k)
		}
	}
	return ldexp(expDD(dd{x, 0}))
}

// power is 2**k for a normal result.
func power(k int) float64 { return math.Float64frombits(uint64(k+1023) << 52) }

func ldexp(m dd, k int) float64 {
	if k > -1000 && k < 1000 {
		return math.Ldexp(m.value(), k)
	}
	// Near the ends scale both parts, so that a subnormal result is rounded once.
	return math.Ldexp(m.hi, k) + math.Ldexp(m.lo, k)
}

// logDD is the natural logarithm of a positive finite number, by Newton's method on the exponential, or near 1, where that
// would lose digits, by the series of log(1+z).
func logDD(x float64) dd {
	frac, e := math.Frexp(x)
	if frac < math.Sqrt2/2 {
		frac *= 2
		e--
	}
	if z := (dd{frac - 1, 0}); e == 0 && math.Abs(z.hi) < 0x1p-10 {
		var s dd
		for n := 12.0; n >= 1; n-- {
			s = one.div(dd{n, 0}).sub(s.mul(z))
		}
		return s.mul(z)
	}
	// y = log(frac) is small; y1 = y0 + frac*exp(-y0) - 1, twice.
	y := dd{math.Log(frac), 0}
	for range 2 {
		m, k := expDD(y.neg())
		y = y.add(m.scale(math.Ldexp(1, k)).mul(dd{frac, 0}).sub(one))
	}
	return ln2.mul(dd{float64(e), 0}).add(y)
}

func special(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) || x <= 0 }

// Log is the natural logarithm.
func Log(x float64) float64 {
	if special(x) {
		return math.Log(x)
	}
	if x >= smallestNormal {
		if v, ok := settled(quickLog(x), quickError); ok {
			return v
		}
	}
	return logDD(x).value()
}

const smallestNormal = 0x1p-1022

// Log2 is the logarithm to base 2.
func Log2(x float64) float64 {
	if special(x) {
		return math.Log2(x)
	}
	if frac, e := math.Frexp(x); frac == 0.5 {
		return float64(e - 1)
	}
	if x >= smallestNormal {
		if v, ok := settled(quickLog(x).mul(log2E), quickError); ok {
			return v
		}
	}
	return logDD(x).div(ln2).value()
}

// Exp2 is 2**x.
func Exp2(x float64) float64 {
	if math.IsNaN(x) || math.Abs(x) > 1020 || x == math.Trunc(x) {
		return math.Exp2(x)
	}
	return ldexp(expDD(ln2.mul(dd{x, 0})))
}

// Pow is x**y.
func Pow(x, y float64) float64 {
	if x > 0 || y == math.Trunc(y) {
		if m, k, relative, ok := quickPow(x, y); ok {
			if v, ok := settled(m, relative); ok {
				if v *= power(k); x < 0 && math.Mod(y, 2) != 0 {
					v = -v
				}
				return v
			}
		}
	}
	r := math.Pow(x, y)
	if x <= 0 && y != math.Trunc(y) || x == 0 || math.IsNaN(r) || math.IsInf(r, 0) || r == 0 || math.IsInf(x, 0) || math.IsInf(y, 0) || y == 0 || math.Abs(x) == 1 {
		return r
	}
	p := logDD(math.Abs(x)).mul(dd{y, 0})
	if math.Abs(p.hi) > 708 {
		return r
	}
	m, k := expDD(p)
	v := ldexp(m, k)
	return math.Copysign(v, r)
}

// reduce gives x modulo pi/2 as r in about ±pi/4, and the quadrant.
func reduce(x float64) (r dd, quadrant int) {
	k := math.Round(x / halfPi[0])
	r = dd{x, 0}
	for _, part := range halfPi {
		p := k * part
		r = r.sub(dd{p, math.FMA(k, part, -p)})
	}
	return r, int(int64(k) & 3)
}

// trigLimit bounds the arguments for which reduce keeps enough bits.
const trigLimit = 1e9

// sinSeries and cosSeries take |r| up to about pi/4.
func sinSeries(r dd) dd {
	sq := r.mul(r)
	s := inverseFactorials[27]
	for n := 25; n >= 1; n -= 2 {
		s = inverseFactorials[n].sub(s.mul(sq))
	}
	return s.mul(r)
}

func cosSeries(r dd) dd {
	sq := r.mul(r)
	s := inverseFactorials[26]
	for n := 24; n >= 0; n -= 2 {
		s = inverseFactorials[n].sub(s.mul(sq))
	}
	return s
}

func sinCos(x float64) (s, c dd) {
	r, q := reduce(x)
	s, c = sinSeries(r), cosSeries(r)
	switch q {
	case 1:
		s, c = c, s.neg()
	case 2:
		s, c = s.neg(), c.neg()
	case 3:
		s, c = c.neg(), s
	}
	return
}

func trigSpecial(x float64) bool { return !(math.Abs(x) < trigLimit) || math.Abs(x) < 1e-150 }

func Sin(x float64) float64 {
	if trigSpecial(x) {
		return math.Sin(x)
	}
	if math.Abs(x) < quickTrigLimit {
		s, _ := quickSinCos(x)
		if v, ok := settled(s, quickError); ok {
			return v
		}
	}
	s, _ := sinCos(x)
	return s.value()
}

func Cos(x float64) float64 {
	if trigSpecial(x) {
		return math.Cos(x)
	}
	if math.Abs(x) < quickTrigLimit {
		_, c := quickSinCos(x)
		if v, ok := settled(c, quickError); ok {
			return v
		}
	}
	_, c := sinCos(x)
	return c.value()
}

func Tan(x float64) float64 {
	if trigSpecial(x) {
		return math.Tan(x)
	}
	if math.Abs(x) < quickTrigLimit {
		s, c := quickSinCos(x)
		if v, ok := settled(s.div(c), 2*quickError); ok {
			return v
		}
	}
	s, c := sinCos(x)
	return s.div(c).value()
}

// angleOf is the angle of the point (x, y), from an approximation of it.
func angleOf(y, x dd, angle float64) float64 {
	s, c := quickSinCos(angle)
	if v, ok := settled(improved(y, x, angle, s, c), 4*quickError); ok {
		return v
	}
	s, c = sinCos(angle)
	return improved(y, x, angle, s, c).value()
}

// improved takes the approximation of an angle a step further, with sine and cosine of it.
func improved(y, x dd, angle float64, s, c dd) dd {
	// sin(true - angle) = (y*c - x*s) / |(x, y)|, and the angle between is tiny.
	num := y.mul(c).sub(x.mul(s))
	den := x.mul(c).add(y.mul(s))
	return dd{angle, 0}.add(num.div(den))
}

func Atan(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) || math.Abs(x) < 1e-150 || math.Abs(x) > 1e150 {
		return math.Atan(x)
	}
	return angleOf(dd{x, 0}, one, math.Atan(x))
}

func Atan2(y, x float64) float64 {
	r := math.Atan2(y, x)
	ay, ax := math.Abs(y), math.Abs(x)
	if math.IsNaN(r) || y == 0 || x == 0 || !(ay < 1e150 && ax < 1e150 && ay > 1e-150 && ax > 1e-150) || r == 0 {
		return r
	}
	return angleOf(dd{y, 0}, dd{x, 0}, r)
}

// cofactor is sqrt(1 - x*x) in double-double.
func cofactor(x float64) dd {
	v := dd{1 - x, 0}
	v = twoSum(1, -x).mul(twoSum(1, x))
	r := math.Sqrt(v.hi)
	if r == 0 {
		return dd{}
	}
	rr := dd{r, 0}
	return rr.add(v.sub(rr.mul(rr)).div(dd{2 * r, 0}))
}

func Asin(x float64) float64 {
	if !(math.Abs(x) < 1) || math.Abs(x) < 1e-150 {
		return math.Asin(x)
	}
	return angleOf(dd{x, 0}, cofactor(x), math.Asin(x))
}

func Acos(x float64) float64 {
	if !(math.Abs(x) < 1) {
		return math.Acos(x)
	}
	return angleOf(cofactor(x), dd{x, 0}, math.Acos(x))
}
