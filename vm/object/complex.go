package object

import (
	"math"
	"math/cmplx"
	"strings"

	"github.com/magneto-go/magneto/vm/precise"
)

// NewComplex is a Python complex.
func NewComplex(c complex128) Value { return (&Complex{Header: Header{typ: ComplexType}, V: c}).Ref() }

// ToComplex is v as a complex number, ok false when it is not a number.
func ToComplex(v Value) (complex128, bool, error) {
	if c, ok := AsComplex(v); ok {
		return c.V, true, nil
	}
	if v.IsFloat() || v.IsInt() {
		f, err := ToFloat(v)
		return complex(f, 0), true, err
	}
	return 0, false, nil
}

// FormatComplex is the repr of a complex number.
func FormatComplex(c complex128) string {
	part := func(f float64) string {
		return strings.TrimSuffix(FormatFloat(f), ".0")
	}
	re, im := real(c), imag(c)
	ims := part(im)
	if re == 0 && !math.Signbit(re) {
		return ims + "j"
	}
	if !strings.HasPrefix(ims, "-") {
		ims = "+" + ims
	}
	return "(" + part(re) + ims + "j)"
}

// ComplexPow is a ** b; small integer exponents are done by multiplication.
func ComplexPow(a, b complex128) (Value, error) {
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
				return Null, ZeroDivisionErrorf("zero to a negative or complex power")
			}
			q, _ := divComplex(1, r)
			return NewComplex(q), nil
		}
		return NewComplex(r), nil
	}
	if a == 0 {
		if imag(b) != 0 || real(b) < 0 {
			return Null, ZeroDivisionErrorf("zero to a negative or complex power")
		}
		return NewComplex(0), nil
	}
	length := precise.Pow(cmplx.Abs(a), real(b))
	at := precise.Atan2(imag(a), real(a))
	phase := at * real(b)
	if imag(b) != 0 {
		length /= precise.Exp(at * imag(b))
		phase += imag(b) * precise.Log(cmplx.Abs(a))
	}
	return NewComplex(complex(length*precise.Cos(phase), length*precise.Sin(phase))), nil
}

func mulComplex(a, b complex128) complex128 {
	return complex(real(a)*real(b)-imag(a)*imag(b), real(a)*imag(b)+imag(a)*real(b))
}

// divComplex divides by Smith's method.
func divComplex(a, b complex128) (complex128, error) {
	br, bi := real(b), imag(b)
	if b == 0 {
		return 0, errDivZero()
	}
	if math.Abs(br) >= math.Abs(bi) {
		r := bi / br
		d := br + bi*r
		return complex((real(a)+imag(a)*r)/d, (imag(a)-real(a)*r)/d), nil
	}
	r := br / bi
	d := br*r + bi
	return complex((real(a)*r+imag(a))/d, (imag(a)*r-real(a))/d), nil
}

func init() {
	val := func(v Value) complex128 { c, _ := AsComplex(v); return c.V }
	var ops, refl [NumOps]BinaryFunc
	set := func(op Op, f func(a, b complex128) (Value, error)) {
		ops[op] = func(a, b Value) (Value, error) {
			x, ok, err := ToComplex(a)
			if err != nil || !ok {
				return NotImplemented, err
			}
			y, ok, err := ToComplex(b)
			if err != nil || !ok {
				return NotImplemented, err
			}
			return f(x, y)
		}
		refl[op] = func(a, b Value) (Value, error) { return ops[op](b, a) }
	}
	set(OpAdd, func(a, b complex128) (Value, error) { return NewComplex(a + b), nil })
	set(OpSub, func(a, b complex128) (Value, error) { return NewComplex(a - b), nil })
	set(OpMul, func(a, b complex128) (Value, error) { return NewComplex(mulComplex(a, b)), nil })
	set(OpTrueDiv, func(a, b complex128) (Value, error) {
		q, err := divComplex(a, b)
		return NewComplex(q), err
	})
	set(OpPow, ComplexPow)
	// A real operand has no imaginary part at all, not a zero one, so its sign does not take part.
	leftSub := ops[OpSub]
	ops[OpSub] = func(a, b Value) (Value, error) {
		if y, ok := AsComplex(b); ok && (a.IsFloat() || a.IsInt()) {
			f, err := ToFloat(a)
			return NewComplex(complex(f-real(y.V), -imag(y.V))), err
		}
		return leftSub(a, b)
	}
	refl[OpSub] = func(a, b Value) (Value, error) { return ops[OpSub](b, a) }
	ComplexType.define(Spec{
		Slots: Slots{
			Repr: func(v Value) (Value, error) { return NewStr(FormatComplex(val(v))), nil },
			Hash: func(v Value) (int64, error) {
				h := HashFloat(real(val(v))) + 1000003*HashFloat(imag(val(v)))
				if h == -1 {
					h = -2
				}
				return h, nil
			},
			Compare: func(a, b Value, op CompareOp) (Value, error) {
				if op != Eq && op != Ne {
					return NotImplemented, nil
				}
				x := val(a)
				eq := false
				if y, ok := AsComplex(b); ok {
					eq = x == y.V
				} else if b.IsFloat() || b.IsInt() {
					r, err := floatCompare(Float(real(x)), b, Eq)
					if err != nil {
						return Null, err
					}
					eq = imag(x) == 0 && r == True
				} else {
					return NotImplemented, nil
				}
				return Bool(eq == (op == Eq)), nil
			},
			Binary: ops, Reflected: refl,
			Neg:  func(v Value) (Value, error) { return NewComplex(-val(v)), nil },
			Pos:  func(v Value) (Value, error) { return NewComplex(val(v)), nil },
			Abs:  func(v Value) (Value, error) { return Float(math.Hypot(real(val(v)), imag(val(v)))), nil },
			Bool: func(v Value) (bool, error) { return val(v) != 0, nil },
			New:  complexNew,
			Format: func(v Value, spec string) (string, error) {
				if spec == "" {
					return StrOf(v)
				}
				return formatComplexSpec(val(v), spec)
			},
		},
		Methods: []Method{{Name: "conjugate", NoArgs: func(v Value) (Value, error) { return NewComplex(cmplx.Conj(val(v))), nil }}},
		Getset: []GetsetDef{
			{Name: "real", Get: func(v Value) (Value, error) { return Float(real(val(v))), nil }},
			{Name: "imag", Get: func(v Value) (Value, error) { return Float(imag(val(v))), nil }},
		},
	})
}

func complexNew(cls *Type, args, kw []Value) (Value, error) {
	a, err := Args("complex", args, kw, "|", "real", "imag")
	if err != nil {
		return Null, err
	}
	var c complex128
	if s, ok := AsStr(orNone(a[0])); ok {
		if !a[1].IsNull() {
			return Null, TypeErrorf("complex() argument 'real' must be a real number, not str")
		}
		if c, ok = parseComplex(s.S); !ok {
			return Null, ValueErrorf("complex() arg is a malformed string")
		}
	} else {
		if !a[0].IsNull() {
			if c, err = complexArg(a[0], "complex() argument must be a string or a number, not %s"); err != nil {
				return Null, err
			}
		}
		if !a[1].IsNull() {
			im, err := complexArg(a[1], "complex() argument 'imag' must be a real number, not %s")
			if err != nil {
				return Null, err
			}
			if _, isC := AsComplex(a[1]); isC {
				c += complex(-imag(im), real(im))
			} else {
				c = complex(real(c), imag(c)+real(im))
				if a[0].IsNull() || !isComplex(a[0]) {
					c = complex(real(c), real(im))
				}
			}
		}
	}
	return (&Complex{Header: Header{typ: cls}, V: c}).Ref(), nil
}

func isComplex(v Value) bool { _, ok := AsComplex(v); return ok }

// ComplexOf is v as a complex number, asking __complex__, __float__ and __index__.
func ComplexOf(v Value) (complex128, error) {
	return complexArg(v, "must be real number, not %s")
}

func complexArg(v Value, msg string) (complex128, error) {
	c, ok, err := ToComplex(v)
	if ok || err != nil {
		return c, err
	}
	if m := v.p.typ.Lookup(sComplex); !m.IsNull() {
		r, err := callBound(m, v)
		if err != nil {
			return 0, err
		}
		if c, ok := AsComplex(r); ok {
			return c.V, nil
		}
		return 0, TypeErrorf("%s.__complex__() must return a complex, not %s", v.p.typ.Name, r.p.typ.Name)
	}
	if v.p.typ.Float != nil || v.p.typ.Index != nil {
		f, err := ToFloat(v)
		return complex(f, 0), err
	}
	return 0, TypeErrorf(msg, v.p.typ.Name)
}

func parseComplex(s string) (complex128, bool) {
	s = strings.TrimFunc(s, isSpace)
	if strings.HasPrefix(s, "(") && strings.HasSuffix(s, ")") {
		s = strings.TrimFunc(s[1:len(s)-1], isSpace)
	}
	if s == "" {
		return 0, false
	}
	if last := s[len(s)-1]; last != 'j' && last != 'J' {
		f, ok := ParseFloat(s)
		return complex(f, 0), ok
	}
	s = s[:len(s)-1]
	split := -1
	for i := len(s) - 1; i > 0; i-- {
		if (s[i] == '+' || s[i] == '-') && s[i-1] != 'e' && s[i-1] != 'E' {
			split = i
			break
		}
	}
	re, im := 0.0, s
	ok := true
	if split > 0 {
		if re, ok = ParseFloat(s[:split]); !ok {
			return 0, false
		}
		im = s[split:]
	}
	switch im {
	case "", "+":
		return complex(re, 1), true
	case "-":
		return complex(re, -1), true
	}
	f, ok := ParseFloat(im)
	return complex(re, f), ok
}

func formatComplexSpec(c complex128, spec string) (string, error) {
	f, err := ParseFormatSpec(spec, "complex")
	if err != nil {
		return "", err
	}
	if f.Zero {
		return "", ValueErrorf("Zero padding is not allowed in complex format specifier")
	}
	if f.Align == '=' {
		return "", ValueErrorf("'=' alignment flag is not allowed in complex format specifier")
	}
	switch f.Type {
	case 0, 'e', 'E', 'f', 'F', 'g', 'G', 'n':
	default:
		return "", unknownCode(f.Type, "complex")
	}
	inner := f
	inner.Width, inner.Align, inner.Fill = 0, 0, " "
	if f.Type == 0 && f.Precision < 0 {
		s := FormatComplex(c)
		return pad(s, f, '>'), nil
	}
	re, err := formatFloatParsed(real(c), inner)
	if err != nil {
		return "", err
	}
	inner.Sign = '+'
	im, err := formatFloatParsed(imag(c), inner)
	if err != nil {
		return "", err
	}
	s := re + im + "j"
	if f.Type == 0 {
		s = "(" + s + ")"
	}
	return pad(s, f, '>'), nil
}
