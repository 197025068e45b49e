package object

import (
	"math"
	"math/cmplx"
	"strings"

	"github.com/magneto-go/magneto/precise"
)

// NewComplex is a Python complex.
func NewComplex(c complex128) Value { return (&Complex{Header: Header{typ: ComplexType}, V: c}).Ref() }

// ToComplex is v as a complex number, ok false when it is not a number.
func ToComplex(th *Thread, v Value) (complex128, bool, error) {
	if c, ok := AsComplex(v); ok {
		return c.V, true, nil
	}
	if v.IsFloat() || v.IsInt() {
		f, err := ToFloat(th, v)
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

func complexSpec() Spec {
	val := func(v Value) complex128 { c, _ := AsComplex(v); return c.V }
	ops, refl := complexOps()
	return Spec{
		Slots: Slots{
			Repr: func(th *Thread, v Value) (Value, error) { return NewStr(FormatComplex(val(v))), nil },
			Hash: func(th *Thread, v Value) (int64, error) {
				part := func(f float64) int64 {
					if math.IsNaN(f) { // equals nothing, so that the object tells it apart
						return int64(ID(v) >> 4)
					}
					return HashFloat(f)
				}
				h := part(real(val(v))) + 1000003*part(imag(val(v)))
				if h == -1 {
					h = -2
				}
				return h, nil
			},
			Compare: func(th *Thread, a, b Value, op CompareOp) (Value, error) {
				if op != Eq && op != Ne {
					return NotImplemented, nil
				}
				x := val(a)
				eq := false
				if y, ok := AsComplex(b); ok {
					eq = x == y.V
				} else if b.IsFloat() || b.IsInt() {
					r, err := floatCompare(th, Float(real(x)), b, Eq)
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
			Neg: func(th *Thread, v Value) (Value, error) { return NewComplex(-val(v)), nil },
			Pos: func(th *Thread, v Value) (Value, error) { return NewComplex(val(v)), nil },
			Abs: func(th *Thread, v Value) (Value, error) {
				c := val(v)
				r := precise.Hypot(real(c), imag(c))
				if math.IsInf(r, 0) && !cmplx.IsInf(c) {
					return Null, OverflowErrorf("absolute value too large")
				}
				return Float(r), nil
			},
			Bool: func(th *Thread, v Value) (bool, error) { return val(v) != 0, nil },
			New:  complexNew,
			Format: func(th *Thread, v Value, spec string) (string, error) {
				if spec == "" {
					return StrOf(th, v)
				}
				return formatComplexSpec(th, val(v), spec)
			},
		},
		Methods: []Method{{Name: "conjugate", NoArgs: func(th *Thread, v Value) (Value, error) { return NewComplex(cmplx.Conj(val(v))), nil }},
			{Name: "__complex__", NoArgs: func(th *Thread, v Value) (Value, error) { return NewComplex(val(v)), nil }}},
		Class: []Method{{Name: "from_number", OneArg: func(th *Thread, cls, x Value) (Value, error) {
			c, err := ComplexOf(th, x)
			if err != nil {
				return Null, err
			}
			if t, ok := AsType(cls); ok && t != ComplexType {
				return Call(th, cls, NewComplex(c))
			}
			return NewComplex(c), nil
		}}},
		Getset: []GetsetDef{
			{Name: "real", Get: func(th *Thread, v Value) (Value, error) { return Float(real(val(v))), nil }},
			{Name: "imag", Get: func(th *Thread, v Value) (Value, error) { return Float(imag(val(v))), nil }},
		},
	}
}

func complexNew(th *Thread, cls *Type, args, kw []Value) (Value, error) {
	a, err := Args("complex", args, kw, "|", "real", "imag")
	if err != nil {
		return Null, err
	}
	c, err := complexOfParts(th, a[0], a[1])
	if err != nil {
		return Null, err
	}
	return (&Complex{Header: Header{typ: cls}, V: c}).Ref(), nil
}

// complexOfParts is complex(real, imag), where either may be absent.
func complexOfParts(th *Thread, re, im Value) (complex128, error) {
	const single, first, second = "complex() argument must be a string or a number, not %s",
		"complex() argument 'real' must be a real number, not %s", "complex() argument 'imag' must be a real number, not %s"
	if im.IsNull() {
		if re.IsNull() {
			return 0, nil
		}
		if s, ok := AsStr(re); ok {
			c, ok := parseComplex(s.S)
			if !ok && looseUnderscore(s.S) {
				return 0, ValueErrorf("could not convert string to complex: %s", ReprStr(s.S))
			}
			if !ok {
				return 0, ValueErrorf("complex() arg is a malformed string")
			}
			return c, nil
		}
		return complexArg(th, re, single)
	}
	part := func(v Value, msg string) (complex128, bool, error) {
		c, err := complexArg(th, v, msg)
		wide := isComplex(v) || !v.p.typ.Lookup(th, sComplex).IsNull()
		if err == nil && wide {
			err = Warn(th, DeprecationWarning, msg, v.p.typ.Name)
		}
		return c, wide, err
	}
	var c complex128
	var err error
	wide := false // real has an imaginary part
	if !re.IsNull() {
		if c, wide, err = part(re, first); err != nil {
			return 0, err
		}
	}
	if _, real := im.AsFloat(); !real && !isComplex(im) && im.p.typ.Float == nil && im.p.typ.Index == nil {
		return 0, TypeErrorf(second, im.p.typ.Name) // __complex__ is not asked
	}
	y, turned, err := part(im, second)
	switch {
	case err != nil:
		return 0, err
	case turned:
		c = complex(real(c)-imag(y), real(y)+imag(c))
	case wide:
		c = complex(real(c), real(y)+imag(c))
	default:
		c = complex(real(c), real(y))
	}
	return c, nil
}

func isComplex(v Value) bool { _, ok := AsComplex(v); return ok }

// ComplexOf is v as a complex number, asking __complex__, __float__ and __index__.
func ComplexOf(th *Thread, v Value) (complex128, error) {
	return complexArg(th, v, "must be real number, not %s")
}

func complexArg(th *Thread, v Value, msg string) (complex128, error) {
	m := v.p.typ.Lookup(th, sComplex)
	if m == ComplexType.Lookup(th, sComplex) || m.IsNull() {
		c, ok, err := ToComplex(th, v)
		if ok || err != nil {
			return c, err
		}
	}
	if !m.IsNull() {
		r, err := callBound(th, m, v)
		if err != nil {
			return 0, err
		}
		if c, ok := AsComplex(r); ok {
			return c.V, warnStrict(th, "__complex__", r, ComplexType)
		}
		return 0, TypeErrorf("__complex__ returned non-complex (type %s)", r.p.typ.Name)
	}
	if v.p.typ.Float != nil || v.p.typ.Index != nil {
		f, err := ToFloat(th, v)
		return complex(f, 0), err
	}
	return 0, TypeErrorf(msg, v.p.typ.Name)
}

// looseUnderscore tells whether an underscore is not between two digits.
func looseUnderscore(s string) bool {
	digit := func(i int) bool { return i >= 0 && i < len(s) && s[i] >= '0' && s[i] <= '9' }
	for i := range s {
		if s[i] == '_' && !(digit(i-1) && digit(i+1)) {
			return true
		}
	}
	return false
}

func parseComplex(s string) (complex128, bool) {
	s = strings.TrimFunc(s, isSpace)
	if strings.HasPrefix(s, "(") && strings.HasSuffix(s, ")") {
		s = strings.TrimFunc(s[1:len(s)-1], isSpace)
	}
	if s == "" || strings.ContainsFunc(s, isSpace) {
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

func formatComplexSpec(th *Thread, c complex128, spec string) (string, error) {
	f, err := ParseFormatSpec(th, spec, "complex")
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
	if f.Type == 0 && f.Precision >= 0 {
		inner.Type = 'g'
	}
	part := func(x float64) (string, error) {
		text, err := formatFloatParsed(x, inner)
		if f.Type == 0 && f.Precision < 0 && strings.HasSuffix(text, ".0") { // as in the repr
			text = strings.TrimSuffix(text, "0")
			if !f.Alt {
				text = strings.TrimSuffix(text, ".")
			}
		}
		return text, err
	}
	if f.Type == 0 && real(c) == 0 && !math.Signbit(real(c)) {
		im, err := part(imag(c))
		return pad(im+"j", f, '>'), err
	}
	re, err := part(real(c))
	if err != nil {
		return "", err
	}
	inner.Sign = '+'
	im, err := part(imag(c))
	if err != nil {
		return "", err
	}
	s := re + im + "j"
	if f.Type == 0 {
		s = "(" + s + ")"
	}
	return pad(s, f, '>'), nil
}
