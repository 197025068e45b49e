package object

import (
	"math"
	"math/cmplx"

	"github.com/magneto-go/magneto/precise"
)

// Arithmetic of complex numbers. Where an operand is real it has no imaginary part at all, not a zero one, so that no zero
// takes part in signs and no infinity becomes a nan. Products and quotients that come out as nan though an operand is
// infinite are recovered as in annex G of the C standard.

// complexOps are the operators of complex, and the reflected ones.
func complexOps() (ops, refl [NumOps]BinaryFunc) {
	set := func(op Op, both func(a, b complex128) (Value, error), left func(a float64, b complex128) (Value, error),
		right func(a complex128, b float64) (Value, error)) {
		ops[op] = func(th *Thread, a, b Value) (Value, error) {
			x, isX := AsComplex(a)
			y, isY := AsComplex(b)
			switch {
			case isX && isY:
				return both(x.V, y.V)
			case isX && (b.IsFloat() || b.IsInt()):
				f, err := ToFloat(th, b)
				if err != nil {
					return Null, err
				}
				return right(x.V, f)
			case isY && (a.IsFloat() || a.IsInt()):
				f, err := ToFloat(th, a)
				if err != nil {
					return Null, err
				}
				return left(f, y.V)
			}
			return NotImplemented, nil
		}
		refl[op] = func(th *Thread, a, b Value) (Value, error) { return ops[op](th, b, a) }
	}
	done := func(c complex128) (Value, error) { return NewComplex(c), nil }
	set(OpAdd, func(a, b complex128) (Value, error) { return done(a + b) },
		func(a float64, b complex128) (Value, error) { return done(complex(a+real(b), imag(b))) },
		func(a complex128, b float64) (Value, error) { return done(complex(real(a)+b, imag(a))) })
	set(OpSub, func(a, b complex128) (Value, error) { return done(a - b) },
		func(a float64, b complex128) (Value, error) { return done(complex(a-real(b), -imag(b))) },
		func(a complex128, b float64) (Value, error) { return done(complex(real(a)-b, imag(a))) })
	set(OpMul, func(a, b complex128) (Value, error) { return done(mulComplex(a, b)) },
		func(a float64, b complex128) (Value, error) { return done(complex(a*real(b), a*imag(b))) },
		func(a complex128, b float64) (Value, error) { return done(complex(real(a)*b, imag(a)*b)) })
	set(OpTrueDiv, func(a, b complex128) (Value, error) {
		q, err := divComplex(a, b)
		return NewComplex(q), err
	}, func(a float64, b complex128) (Value, error) {
		q, err := divReal(a, b)
		return NewComplex(q), err
	}, func(a complex128, b float64) (Value, error) {
		if b == 0 {
			return Null, errDivZero()
		}
		return done(complex(real(a)/b, imag(a)/b))
	})
	set(OpPow, ComplexPow,
		func(a float64, b complex128) (Value, error) { return ComplexPow(complex(a, 0), b) },
		func(a complex128, b float64) (Value, error) { return ComplexPow(a, complex(b, 0)) })
	return ops, refl
}

// ComplexPow is a ** b.
func ComplexPow(a, b complex128) (Value, error) {
	c, err := complexPow(a, b)
	if err == nil && (math.IsInf(real(c), 0) || math.IsInf(imag(c), 0)) {
		return Null, OverflowErrorf("complex exponentiation")
	}
	return NewComplex(c), err
}

// complexPow does small integer exponents by multiplication.
func complexPow(a, b complex128) (complex128, error) {
	if imag(b) == 0 && real(b) == math.Trunc(real(b)) && math.Abs(real(b)) <= 100 {
		n := int(math.Abs(real(b)))
		r, p := complex(1, 0), a
		for ; n > 0; n >>= 1 {
			if n&1 == 1 {
				r = mulComplex(r, p)
			}
			p = mulComplex(p, p)
		}
		if real(b) < 0 {
			if a == 0 {
				return 0, ZeroDivisionErrorf("zero to a negative or complex power")
			}
			q, _ := divComplex(1, r)
			return q, nil
		}
		return r, nil
	}
	if a == 0 {
		if imag(b) != 0 || real(b) < 0 {
			return 0, ZeroDivisionErrorf("zero to a negative or complex power")
		}
		return 0, nil
	}
	length := precise.Pow(precise.Hypot(real(a), imag(a)), real(b))
	at := precise.Atan2(imag(a), real(a))
	phase := at * real(b)
	if imag(b) != 0 {
		length *= precise.Exp(-at * imag(b))
		phase += imag(b) * precise.Log(precise.Hypot(real(a), imag(a)))
	}
	return complex(length*precise.Cos(phase), length*precise.Sin(phase)), nil
}

// unit is a value that stands for f in a recovered product: 1 for an infinity, else 0, with its sign.
func unit(f float64) float64 {
	if math.IsInf(f, 0) {
		return math.Copysign(1, f)
	}
	return math.Copysign(0, f)
}

// mulComplex multiplies; the conversions keep the compiler from fusing the products with the sums.
func mulComplex(z, w complex128) complex128 {
	a, b, c, d := real(z), imag(z), real(w), imag(w)
	x, y := float64(a*c)-float64(b*d), float64(a*d)+float64(b*c)
	if !math.IsNaN(x) || !math.IsNaN(y) {
		return complex(x, y)
	}
	zero := func(f float64) float64 {
		if math.IsNaN(f) {
			return math.Copysign(0, f)
		}
		return f
	}
	infinite := func(fs ...float64) bool {
		for _, f := range fs {
			if math.IsInf(f, 0) {
				return true
			}
		}
		return false
	}
	recover := infinite(a*c, b*d, a*d, b*c)
	if infinite(a, b) {
		a, b, c, d = unit(a), unit(b), zero(c), zero(d)
		recover = true
	}
	if infinite(c, d) {
		a, b, c, d = zero(a), zero(b), unit(c), unit(d)
		recover = true
	}
	if !recover {
		return complex(x, y)
	}
	a, b, c, d = zero(a), zero(b), zero(c), zero(d)
	inf := math.Inf(1)
	return complex(inf*(a*c-b*d), inf*(a*d+b*c))
}

// divComplex divides by Smith's method.
func divComplex(a, b complex128) (complex128, error) {
	br, bi := real(b), imag(b)
	if b == 0 {
		return 0, errDivZero()
	}
	var x, y float64
	switch {
	case math.Abs(br) >= math.Abs(bi):
		r := bi / br
		d := br + bi*r
		x, y = (real(a)+imag(a)*r)/d, (imag(a)-real(a)*r)/d
	case math.Abs(bi) >= math.Abs(br):
		r := br / bi
		d := br*r + bi
		x, y = (real(a)*r+imag(a))/d, (imag(a)*r-real(a))/d
	default: // one of them is a nan
		x, y = math.NaN(), math.NaN()
	}
	if math.IsNaN(x) && math.IsNaN(y) {
		switch {
		case cmplx.IsInf(a) && finite(b):
			u, v := unit(real(a)), unit(imag(a))
			x, y = math.Inf(1)*(u*br+v*bi), math.Inf(1)*(v*br-u*bi)
		case cmplx.IsInf(b) && finite(a):
			u, v := unit(br), unit(bi)
			x, y = 0*(real(a)*u+imag(a)*v), 0*(imag(a)*u-real(a)*v)
		}
	}
	return complex(x, y), nil
}

// divReal divides a real by a complex number.
func divReal(a float64, b complex128) (complex128, error) {
	br, bi := real(b), imag(b)
	if b == 0 {
		return 0, errDivZero()
	}
	var x, y float64
	switch {
	case math.Abs(br) >= math.Abs(bi):
		r := bi / br
		d := br + bi*r
		x, y = a/d, -a*r/d
	case math.Abs(bi) >= math.Abs(br):
		r := br / bi
		d := br*r + bi
		x, y = a*r/d, -a/d
	default:
		x, y = math.NaN(), math.NaN()
	}
	if math.IsNaN(x) && math.IsNaN(y) && !math.IsInf(a, 0) && !math.IsNaN(a) && cmplx.IsInf(b) {
		x, y = 0*(a*unit(br)), 0*(-a*unit(bi))
	}
	return complex(x, y), nil
}

func finite(c complex128) bool {
	return !cmplx.IsInf(c) && !math.IsNaN(real(c)) && !math.IsNaN(imag(c))
}
