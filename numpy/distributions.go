package numpy

import (
	"math"

	"github.com/magneto-go/magneto/precise"
)

// random draws from distributions. legacy: as RandomState does, whose streams are fixed; else as Generator does.
type random struct {
	bits     bitGenerator
	legacy   bool
	hasGauss bool
	gauss    float64
}

func (r *random) uniform() float64 { return r.bits.double() }

func (r *random) float32() float32 { return float32(r.bits.next32()>>8) * (1.0 / 16777216) }

// normal is a standard normal: by the polar method in pairs, or by the ziggurat.
func (r *random) normal() float64 {
	if !r.legacy {
		return r.ziggurat()
	}
	if r.hasGauss {
		x := r.gauss
		r.hasGauss, r.gauss = false, 0
		return x
	}
	for {
		x, y := 2*r.uniform()-1, 2*r.uniform()-1
		s := float64(x*x) + float64(y*y)
		if s >= 1 || s == 0 {
			continue
		}
		f := math.Sqrt(-2 * precise.Log(s) / s)
		r.gauss, r.hasGauss = f*x, true
		return f * y
	}
}

const (
	normalEdge        = 3.6541528853610087963519472518
	normalEdgeInverse = 0.27366123732975827203338247596
	exponentialEdge   = 7.69711747013104971404462804811408952334296818528283253278834867283241051210533
)

func (r *random) ziggurat() float64 {
	for {
		u := r.bits.next64()
		i := u & 0xff
		u >>= 8
		negative := u&1 != 0
		m := u >> 1 & 0x000fffffffffffff
		x := float64(m) * normalWidths[i]
		if negative {
			x = -x
		}
		if m < normalBounds[i] {
			return x
		}
		if i == 0 {
			for {
				a := -normalEdgeInverse * precise.Log1p(-r.uniform())
				b := -precise.Log1p(-r.uniform())
				if b+b > a*a {
					if m>>8&1 != 0 {
						return -(normalEdge + a)
					}
					return normalEdge + a
				}
			}
		}
		if float64((normalDensities[i-1]-normalDensities[i])*r.uniform())+normalDensities[i] < precise.Exp(-0.5*x*x) {
			return x
		}
	}
}

func (r *random) ziggurat32() float32 {
	for {
		u := r.bits.next32()
		i := u & 0xff
		negative := u>>8&1 != 0
		m := u >> 9 & 0x7fffff
		x := float32(m) * float32(normalFWidths[i])
		if negative {
			x = -x
		}
		if uint64(m) < normalFBounds[i] {
			return x
		}
		if i == 0 {
			for {
				a := float32(-float32(normalEdgeInverse) * float32(precise.Log1p(float64(-r.float32()))))
				b := -float32(precise.Log1p(float64(-r.float32())))
				if b+b > a*a {
					if m>>8&1 != 0 {
						return -(float32(normalEdge) + a)
					}
					return float32(normalEdge) + a
				}
			}
		}
		f0, f1 := float32(normalFDensities[i-1]), float32(normalFDensities[i])
		if float64(float32((f0-f1)*r.float32())+f1) < precise.Exp(-0.5*float64(x)*float64(x)) {
			return x
		}
	}
}

func (r *random) exponential() float64 {
	if r.legacy {
		return -precise.Log(1 - r.uniform())
	}
	for {
		u := r.bits.next64() >> 3
		i := u & 0xff
		u >>= 8
		x := float64(u) * exponentialWidths[i]
		if u < exponentialBounds[i] {
			return x
		}
		if i == 0 {
			return exponentialEdge - precise.Log1p(-r.uniform())
		}
		if float64((exponentialDensities[i-1]-exponentialDensities[i])*r.uniform())+exponentialDensities[i] < precise.Exp(-x) {
			return x
		}
	}
}

// gamma is a standard gamma variate (Marsaglia and Tsang, 2000; below 1 Ahrens and Dieter, 1974).
func (r *random) gamma(shape float64) float64 {
	switch {
	case shape == 1:
		return r.exponential()
	case shape == 0:
		return 0
	case shape < 1:
		for {
			u, v := r.uniform(), r.exponential()
			if u <= 1-shape {
				if x := precise.Pow(u, 1/shape); x <= v {
					return x
				}
				continue
			}
			y := -precise.Log((1 - u) / shape)
			if x := precise.Pow(1-shape+shape*y, 1/shape); x <= v+y {
				return x
			}
		}
	}
	b := shape - 1.0/3
	c := 1 / math.Sqrt(9*b)
	for {
		var x, v float64
		for v <= 0 {
			x = r.normal()
			v = 1 + float64(c*x)
		}
		v = v * v * v
		u := r.uniform()
		if u < 1-0.0331*(x*x)*(x*x) {
			return b * v
		}
		if precise.Log(u) < float64(0.5*x*x)+float64(b*(1-v+precise.Log(v))) {
			return b * v
		}
	}
}

func (r *random) beta(a, b float64) float64 {
	if a <= 1 && b <= 1 {
		for {
			u, v := r.uniform(), r.uniform()
			x, y := precise.Pow(u, 1/a), precise.Pow(v, 1/b)
			s := x + y
			if s > 1 || !r.legacy && u+v <= 0 {
				continue
			}
			if s > 0 {
				return x / s
			}
			lx, ly := precise.Log(u)/a, precise.Log(v)/b
			m := max(lx, ly)
			lx -= m
			ly -= m
			return precise.Exp(lx - precise.Log(precise.Exp(lx)+precise.Exp(ly)))
		}
	}
	x, y := r.gamma(a), 0.0
	y = r.gamma(b)
	return x / (x + y)
}

func (r *random) chisquare(df float64) float64 { return 2 * r.gamma(df/2) }

func (r *random) studentT(df float64) float64 {
	num := r.normal()
	den := r.gamma(df / 2)
	return math.Sqrt(df/2) * num / math.Sqrt(den)
}

func (r *random) laplace(loc, scale float64) float64 {
	for {
		u := r.uniform()
		if u >= 0.5 {
			return loc - scale*precise.Log(2-u-u)
		}
		if u > 0 {
			return loc + scale*precise.Log(u+u)
		}
	}
}

func (r *random) gumbel(loc, scale float64) float64 {
	for {
		if u := 1 - r.uniform(); u < 1 {
			return loc - scale*precise.Log(-precise.Log(u))
		}
	}
}

func (r *random) logistic(loc, scale float64) float64 {
	for {
		if u := r.uniform(); u > 0 {
			return loc + scale*precise.Log(u/(1-u))
		}
	}
}

func (r *random) rayleigh(mode float64) float64 {
	if r.legacy {
		return mode * math.Sqrt(-2*precise.Log(1-r.uniform()))
	}
	return mode * math.Sqrt(2*r.exponential())
}

func (r *random) weibull(a float64) float64 {
	if a == 0 {
		return 0
	}
	return precise.Pow(r.exponential(), 1/a)
}

func (r *random) pareto(a float64) float64 {
	if r.legacy {
		return precise.Exp(r.exponential()/a) - 1
	}
	return precise.Expm1(r.exponential() / a)
}

func (r *random) power(a float64) float64 {
	if r.legacy {
		return precise.Pow(1-precise.Exp(-r.exponential()), 1/a)
	}
	return precise.Pow(-precise.Expm1(-r.exponential()), 1/a)
}

func (r *random) triangular(left, mode, right float64) float64 {
	base, leftBase := right-left, mode-left
	ratio, leftProd, rightProd := leftBase/base, leftBase*base, (right-mode)*base
	u := r.uniform()
	if u <= ratio {
		return left + math.Sqrt(u*leftProd)
	}
	return right - math.Sqrt((1-u)*rightProd)
}

func (r *random) wald(mean, scale float64) float64 {
	mu2l := mean / (2 * scale)
	y := r.normal()
	y = mean * y * y
	x := mean + mu2l*(y-math.Sqrt(4*scale*y+y*y))
	u := r.uniform()
	if u <= mean/(mean+x) {
		return x
	}
	return mean * mean / x
}

func (r *random) geometric(p float64) int64 {
	if p >= 0.333333333333333333333333 {
		x := int64(1)
		sum, prod, q := p, p, 1-p
		u := r.uniform()
		for u > sum {
			prod *= q
			sum += prod
			x++
		}
		return x
	}
	if r.legacy {
		return int64(math.Ceil(precise.Log(1-r.uniform()) / precise.Log(1-p)))
	}
	z := math.Ceil(-r.exponential() / precise.Log1p(-p))
	if z >= 9.223372036854776e+18 {
		return math.MaxInt64
	}
	return int64(z)
}

// poisson multiplies uniforms for small rates; else the transformed rejection PTRS (Hörmann, 1993).
func (r *random) poisson(lam float64) int64 {
	if lam == 0 {
		return 0
	}
	if lam < 10 {
		limit := precise.Exp(-lam)
		x, prod := int64(0), 1.0
		for {
			prod *= r.uniform()
			if prod <= limit {
				return x
			}
			x++
		}
	}
	slam, loglam := math.Sqrt(lam), precise.Log(lam)
	b := 0.931 + 2.53*slam
	a := -0.059 + 0.02483*b
	invalpha := 1.1239 + 1.1328/(b-3.4)
	vr := 0.9277 - 3.6224/(b-2)
	for {
		u := r.uniform() - 0.5
		v := r.uniform()
		us := 0.5 - math.Abs(u)
		k := int64(math.Floor((2*a/us+b)*u + lam + 0.43))
		if us >= 0.07 && v <= vr {
			return k
		}
		if k < 0 || us < 0.013 && v > us {
			continue
		}
		if precise.Log(v)+precise.Log(invalpha)-precise.Log(a/(us*us)+b) <= -lam+float64(float64(k)*loglam)-loggamma(float64(k)+1) {
			return k
		}
	}
}

// loggamma is the logarithm of the gamma function by Stirling's series (Zhang and Jin, 1996).
func loggamma(x float64) float64 {
	coefficients := [10]float64{8.333333333333333e-02, -2.777777777777778e-03, 7.936507936507937e-04, -5.952380952380952e-04, 8.417508417508418e-04,
		-1.917526917526918e-03, 6.410256410256410e-03, -2.955065359477124e-02, 1.796443723688307e-01, -1.39243221690590e+00}
	if x == 1 || x == 2 {
		return 0
	}
	n := 0
	if x < 7 {
		n = int(7 - x)
	}
	x0 := x + float64(n)
	x2 := (1 / x0) * (1 / x0)
	const log2Pi = 1.8378770664093453
	g := coefficients[9]
	for k := 8; k >= 0; k-- {
		g = g*x2 + coefficients[k]
	}
	g = g/x0 + 0.5*log2Pi + (x0-0.5)*precise.Log(x0) - x0
	for k := 1; k <= n; k++ {
		g -= precise.Log(x0 - 1)
		x0--
	}
	return g
}

func (r *random) binomial(n int64, p float64) int64 {
	if n == 0 || p == 0 {
		return 0
	}
	if p <= 0.5 {
		if p*float64(n) <= 30 {
			return r.binomialInversion(n, p)
		}
		return r.binomialBTPE(n, p)
	}
	q := 1 - p
	if q*float64(n) <= 30 {
		return n - r.binomialInversion(n, q)
	}
	return n - r.binomialBTPE(n, q)
}

func (r *random) binomialInversion(n int64, p float64) int64 {
	q := 1 - p
	qn := precise.Exp(float64(n) * precise.Log1p(-p))
	if r.legacy {
		qn = precise.Exp(float64(n) * precise.Log(q))
	}
	np := float64(n) * p
	bound := int64(min(float64(n), np+10*math.Sqrt(np*q+1)))
	x, px, u := int64(0), qn, r.uniform()
	for u > px {
		x++
		if x > bound {
			x, px, u = 0, qn, r.uniform()
		} else {
			u -= px
			px = float64(n-x+1) * p * px / (float64(x) * q)
		}
	}
	return x
}

// binomialBTPE is the rejection of Kachitvichyanukul and Schmeiser (1988).
func (r *random) binomialBTPE(n int64, p float64) int64 {
	rr := min(p, 1-p)
	q := 1 - rr
	fm := float64(n)*rr + rr
	m := int64(math.Floor(fm))
	nf := float64(n)
	p1 := math.Floor(2.195*math.Sqrt(nf*rr*q)-4.6*q) + 0.5
	xm := float64(m) + 0.5
	xl, xr := xm-p1, xm+p1
	c := 0.134 + 20.5/(15.3+float64(m))
	a := (fm - xl) / (fm - xl*rr)
	laml := a * (1 + a/2)
	a = (xr - fm) / (xr * q)
	lamr := a * (1 + a/2)
	p2 := p1 * (1 + 2*c)
	p3 := p2 + c/laml
	p4 := p3 + c/lamr
	for {
		nrq := nf * rr * q
		u := r.uniform() * p4
		v := r.uniform()
		var y int64
		if u <= p1 {
			return int64(math.Floor(xm - p1*v + u))
		}
		switch {
		case u <= p2:
			x := xl + (u-p1)/c
			v = v*c + 1 - math.Abs(float64(m)-x+0.5)/p1
			if v > 1 {
				continue
			}
			y = int64(math.Floor(x))
		case u <= p3:
			y = int64(math.Floor(xl + precise.Log(v)/laml))
			if y < 0 || v == 0 {
				continue
			}
			v = v * (u - p2) * laml
		default:
			y = int64(math.Floor(xr - precise.Log(v)/lamr))
			if y > n || v == 0 {
				continue
			}
			v = v * (u - p3) * lamr
		}
		k := max(y-m, m-y)
		if !(k > 20 && float64(k) < nrq/2-1) {
			s := rr / q
			aa := s * float64(n+1)
			f := 1.0
			for i := m + 1; i <= y; i++ {
				f *= aa/float64(i) - s
			}
			for i := y + 1; i <= m; i++ {
				f /= aa/float64(i) - s
			}
			if v > f {
				continue
			}
			return y
		}
		kf := float64(k)
		rho := (kf / nrq) * ((kf*(kf/3+0.625)+0.16666666666666666)/nrq + 0.5)
		t := -kf * kf / (2 * nrq)
		la := precise.Log(v)
		if la < t-rho {
			return y
		}
		if la > t+rho {
			continue
		}
		x1, f1 := float64(y+1), float64(m+1)
		z, w := nf+1-float64(m), float64(n-y+1)
		x2, f2, z2, w2 := x1*x1, f1*f1, z*z, w*w
		tail := func(x, x2 float64) float64 {
			return (13680. - (462.-(132.-(99.-140./x2)/x2)/x2)/x2) / x / 166320.
		}
		if la > xm*precise.Log(f1/x1)+(nf-float64(m)+0.5)*precise.Log(z/w)+float64(y-m)*precise.Log(w*rr/(x1*q))+tail(f1, f2)+tail(z, z2)+tail(x1, x2)+tail(w, w2) {
			continue
		}
		return y
	}
}

func (r *random) negativeBinomial(n, p float64) int64 {
	y := (1 - p) / p * r.gamma(n)
	return r.poisson(y)
}

func (r *random) vonmises(mu, kappa float64) float64 {
	if kappa < 1e-8 {
		return math.Pi * (2*r.uniform() - 1)
	}
	var s float64
	if kappa < 1e-5 {
		s = 1/kappa + kappa
	} else {
		t := 1 + math.Sqrt(1+4*kappa*kappa)
		rho := (t - math.Sqrt(2*t)) / (2 * kappa)
		s = (1 + rho*rho) / (2 * rho)
	}
	var w float64
	for {
		u := r.uniform()
		z := precise.Cos(math.Pi * u)
		w = (1 + s*z) / (s + z)
		y := kappa * (s - w)
		v := r.uniform()
		if y*(2-y)-v >= 0 || precise.Log(y/v)+1-y >= 0 {
			break
		}
	}
	u := r.uniform()
	x := precise.Acos(w)
	if u < 0.5 {
		x = -x
	}
	x += mu
	negative := x < 0
	m := math.Mod(math.Abs(x)+math.Pi, 2*math.Pi) - math.Pi
	if negative {
		m = -m
	}
	return m
}

func (r *random) logseries(p float64) int64 {
	l := precise.Log1p(-p)
	for {
		v := r.uniform()
		if v >= p {
			return 1
		}
		u := r.uniform()
		q := -precise.Expm1(l * u)
		if v <= q*q {
			k := int64(math.Floor(1 + precise.Log(v)/precise.Log(q)))
			if k < 1 || v == 0 {
				continue
			}
			return k
		}
		if v >= q {
			return 1
		}
		return 2
	}
}

func (r *random) zipf(a float64) int64 {
	am1 := a - 1
	b := precise.Pow(2, am1)
	for {
		u := 1 - r.uniform()
		v := r.uniform()
		x := math.Floor(precise.Pow(u, -1/am1))
		if x > math.MaxInt64 || x < 1 {
			continue
		}
		t := precise.Pow(1+1/x, am1)
		if v*x*(t-1)/(b-1) <= t/b {
			return int64(x)
		}
	}
}
