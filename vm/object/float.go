package object

import (
	"errors"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/magneto-go/magneto/vm/precise"
)

// FormatFloat is the repr of a float: the shortest text that reads back the same.
func FormatFloat(f float64) string {
	switch {
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	case math.IsNaN(f):
		return "nan"
	case f == math.Trunc(f) && math.Abs(f) < 1e16:
		return strconv.FormatFloat(f, 'f', 1, 64)
	}
	s := strconv.FormatFloat(f, 'e', -1, 64)
	i := strings.IndexByte(s, 'e')
	exp, _ := strconv.Atoi(s[i+1:])
	if exp >= -4 && exp < 16 {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return s // Go pads the exponent to two digits, as Python does
}

// HashFloat is the hash of a float: that of the equal int or, more generally, of the rational modulo 2**61-1.
func HashFloat(f float64) int64 {
	if math.IsInf(f, 1) {
		return 314159
	}
	if math.IsInf(f, -1) {
		return -314159
	}
	m, e := math.Frexp(f)
	sign := int64(1)
	if m < 0 {
		sign, m = -1, -m
	}
	var x uint64
	for m != 0 {
		x = x<<28&hashModulus | x>>(61-28)
		m *= 268435456 // 2**28
		e -= 28
		y := uint64(m)
		m -= float64(y)
		if x += y; x >= hashModulus {
			x -= hashModulus
		}
	}
	if e >= 0 {
		e %= 61
	} else {
		e = 60 - (-1-e)%61
	}
	x = x<<uint(e)&hashModulus | x>>uint(61-e)
	h := int64(x) * sign
	if h == -1 {
		return -2
	}
	return h
}

// FloatPow is a ** b for floats; a negative base with a fractional exponent gives a complex.
func FloatPow(a, b float64) (Value, error) {
	if a == 0 && b < 0 && !math.IsInf(b, 0) {
		return Null, ZeroDivisionErrorf("zero to a negative power")
	}
	if a < 0 && !math.IsInf(a, 0) && !math.IsInf(b, 0) && b != math.Trunc(b) && b == b {
		return ComplexPow(complex(a, 0), complex(b, 0))
	}
	r := precise.Pow(a, b)
	if math.IsInf(r, 0) && !math.IsInf(a, 0) && !math.IsInf(b, 0) {
		return Null, NewExceptionArgs(OverflowError, Int(34), NewStr("Numerical result out of range"))
	}
	return Float(r), nil
}

// FloatMod and FloatFloorDiv have the sign of the divisor, which is not zero.
func FloatMod(a, b float64) float64 {
	m := math.Mod(a, b)
	if m != 0 {
		if (b < 0) != (m < 0) {
			m += b
		}
	} else {
		m = math.Copysign(0, b)
	}
	return m
}

func FloatFloorDiv(a, b float64) float64 {
	m := math.Mod(a, b)
	d := (a - m) / b
	if m != 0 && (b < 0) != (m < 0) {
		d--
	}
	if d == 0 {
		return math.Copysign(0, a/b)
	}
	fl := math.Floor(d)
	if d-fl > 0.5 {
		fl++
	}
	return fl
}

func floatOps(f func(a, b float64) (Value, error)) (left, right BinaryFunc) {
	left = func(a, b Value) (Value, error) {
		x, ok := a.AsFloat()
		if !ok {
			if !a.IsInt() {
				return NotImplemented, nil
			}
			var err error
			if x, err = ToFloat(a); err != nil {
				return Null, err
			}
		}
		y, ok := b.AsFloat()
		if !ok {
			if !b.IsInt() {
				return NotImplemented, nil
			}
			var err error
			if y, err = ToFloat(b); err != nil {
				return Null, err
			}
		}
		return f(x, y)
	}
	return left, func(a, b Value) (Value, error) { return left(b, a) }
}

// compareFloatInt compares exactly.
func compareFloatInt(f float64, v Value) int {
	if math.IsInf(f, 1) {
		return 1
	}
	if math.IsInf(f, -1) {
		return -1
	}
	if i, ok := v.AsInt(); ok && i > -(1<<53) && i < 1<<53 {
		switch g := float64(i); {
		case f < g:
			return -1
		case f > g:
			return 1
		}
		return 0
	}
	return new(big.Float).SetFloat64(f).Cmp(new(big.Float).SetInt(BigOf(v)))
}

func floatCompare(a, b Value, op CompareOp) (Value, error) {
	x, _ := a.AsFloat()
	if y, ok := b.AsFloat(); ok {
		return Bool(compareOrdered(op, x, y)), nil
	}
	if b.IsInt() {
		if math.IsNaN(x) {
			return Bool(op == Ne), nil
		}
		return Bool(compareSign(op, compareFloatInt(x, b))), nil
	}
	return NotImplemented, nil
}

// nanCount gives every NaN that is made from text its own payload, so that it is its own object.
var nanCount uint64

// parseHexFloat is the text that float.fromhex takes: digits are hexadecimal with or without 0x.
func parseHexFloat(text string) (float64, error) {
	s := strings.ToLower(strings.TrimFunc(text, isSpace))
	sign, rest := "", s
	if rest != "" && (rest[0] == '+' || rest[0] == '-') {
		sign, rest = rest[:1], rest[1:]
	}
	switch rest {
	case "inf", "infinity", "nan":
	default:
		rest = "0x" + strings.TrimPrefix(rest, "0x")
		if !strings.Contains(rest, "p") {
			rest += "p0"
		}
		if strings.Contains(rest, "_") {
			rest = ""
		}
	}
	if rest == "nan" {
		sign = ""
	}
	f, err := strconv.ParseFloat(sign+rest, 64)
	if err != nil {
		if errors.Is(err, strconv.ErrRange) {
			return 0, OverflowErrorf("hexadecimal value too large to represent as a float")
		}
		return 0, ValueErrorf("invalid hexadecimal floating-point string")
	}
	return f, nil
}

// ParseFloat is float(text).
func ParseFloat(text string) (float64, bool) {
	s := asciiDigits(strings.TrimFunc(text, isSpace))
	if s == "" || strings.HasPrefix(s, "_") || strings.HasSuffix(s, "_") || strings.Contains(s, "__") {
		return 0, false
	}
	if strings.ContainsRune(s, '_') {
		for i := 1; i < len(s)-1; i++ {
			if s[i] == '_' && (s[i-1] < '0' || s[i-1] > '9' || s[i+1] < '0' || s[i+1] > '9') {
				return 0, false
			}
		}
		s = strings.ReplaceAll(s, "_", "")
	}
	switch strings.ToLower(strings.TrimLeft(s, "+-")) {
	case "inf", "infinity", "nan":
		if len(s) > 1 && (s[1] == '+' || s[1] == '-') {
			return 0, false
		}
	default:
		for i := 0; i < len(s); i++ {
			if c := s[i]; !(c >= '0' && c <= '9' || c == '.' || c == 'e' || c == 'E' || c == '+' || c == '-') {
				return 0, false
			}
		}
	}
	if strings.EqualFold(s, "+nan") || strings.EqualFold(s, "-nan") {
		f, _ := ParseFloat(s[1:])
		if s[0] == '-' {
			f = math.Copysign(f, -1)
		}
		return f, true
	}
	if len(s) > 500 || len(s)-max(strings.LastIndexAny(s, "eE"), 0) > 5 {
		s = shortFloatText(s)
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil && !math.IsInf(f, 0) {
		return 0, false
	}
	if math.IsNaN(f) {
		nanCount++
		f = math.Float64frombits(math.Float64bits(math.NaN()) | nanCount&0xffffff<<8)
	}
	return f, true
}

// shortFloatText is the text of a float with few digits and a small exponent, since strconv gives up on large exponents
// that many zeros balance. 800 digits, and a last one that stands for those left out, decide every rounding.
func shortFloatText(s string) string {
	mantissa, exponent, hasExponent := strings.Cut(strings.ToLower(s), "e")
	digits := strings.TrimLeft(mantissa, "+-")
	sign := mantissa[:len(mantissa)-len(digits)]
	whole, fraction, _ := strings.Cut(digits, ".")
	size := strings.TrimLeft(exponent, "+-")
	if len(sign) > 1 || len(exponent)-len(size) > 1 || hasExponent && size == "" || whole+fraction == "" ||
		strings.Trim(whole+fraction+size, "0123456789") != "" {
		return s // no number
	}
	e, err := strconv.Atoi("0" + size)
	if err != nil {
		e = math.MaxInt / 4
	}
	if strings.HasPrefix(exponent, "-") {
		e = -e
	}
	e += len(whole) // of 0.digits
	digits = strings.TrimLeft(whole+fraction, "0")
	if digits == "" {
		return sign + "0"
	}
	e -= len(whole) + len(fraction) - len(digits)
	if len(digits) > 800 {
		sticky := ""
		if strings.Trim(digits[800:], "0") != "" {
			sticky = "1"
		}
		digits = digits[:800] + sticky
	}
	return sign + "0." + digits + "e" + strconv.Itoa(max(min(e, 9999), -9999))
}

// asciiDigits replaces the decimal digits of other scripts by those of ASCII.
func asciiDigits(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= 128 {
			return strings.Map(func(r rune) rune {
				if d := digitValue(r); d >= 0 {
					return '0' + rune(d)
				}
				return r
			}, s)
		}
	}
	return s
}

func floatNew(cls *Type, args, kw []Value) (Value, error) {
	args, err := noKwNew(cls, FloatType, args, kw)
	if err != nil {
		return Null, err
	}
	if len(args) > 1 {
		return Null, TypeErrorf("float expected at most 1 argument, got %d", len(args))
	}
	f := 0.0
	if len(args) == 1 {
		x := args[0]
		var text string
		isText := true
		if s, ok := AsStr(x); ok && x.p.typ.Float == nil {
			text = s.S
		} else if b, err := BytesOf(x); err == nil && x.p.typ.Float == nil && x.p.typ.Index == nil {
			text = string(b)
		} else {
			isText = false
		}
		if isText {
			var ok bool
			if f, ok = ParseFloat(text); !ok {
				r, _ := Repr(x)
				return Null, ValueErrorf("could not convert string to float: %s", r)
			}
		} else if convert := x.p.typ.Float; convert != nil && x.IsFloat() && !x.IsExactFloat() { // which a subclass may have of its own
			r, err := convert(x)
			if err != nil {
				return Null, err
			}
			if !r.IsFloat() {
				return Null, TypeErrorf("%s.__float__ returned non-float (type %s)", x.p.typ.Name, r.p.typ.Name)
			}
			if err := warnStrict(x.p.typ.Name+".__float__", r, FloatType); err != nil {
				return Null, err
			}
			f, _ = r.AsFloat()
		} else {
			var err error
			if f, err = ToFloat(x); err != nil {
				if e, ok := err.(*Exception); ok && e.typ == TypeError && x.p.typ.Float == nil && x.p.typ.Index == nil {
					return Null, TypeErrorf("float() argument must be a string or a real number, not '%s'", x.p.typ.Name)
				}
				return Null, err
			}
		}
	}
	if cls == FloatType {
		return Float(f), nil
	}
	return (&FloatObj{Header: Header{typ: cls}, V: f}).Ref(), nil
}

func init() {
	val := func(v Value) float64 { f, _ := v.AsFloat(); return f }
	var ops, refl [NumOps]BinaryFunc
	set := func(op Op, f func(a, b float64) (Value, error)) { ops[op], refl[op] = floatOps(f) }
	set(OpAdd, func(a, b float64) (Value, error) { return Float(a + b), nil })
	set(OpSub, func(a, b float64) (Value, error) { return Float(a - b), nil })
	set(OpMul, func(a, b float64) (Value, error) { return Float(a * b), nil })
	set(OpTrueDiv, func(a, b float64) (Value, error) {
		if b == 0 {
			return Null, errDivZero()
		}
		return Float(a / b), nil
	})
	set(OpMod, func(a, b float64) (Value, error) {
		if b == 0 {
			return Null, errDivZero()
		}
		return Float(FloatMod(a, b)), nil
	})
	set(OpFloorDiv, func(a, b float64) (Value, error) {
		if b == 0 {
			return Null, errDivZero()
		}
		return Float(FloatFloorDiv(a, b)), nil
	})
	set(OpPow, FloatPow)
	FloatType.define(Spec{
		Slots: Slots{
			Repr: func(v Value) (Value, error) { return NewStr(FormatFloat(val(v))), nil },
			Hash: func(v Value) (int64, error) {
				f := val(v)
				if math.IsNaN(f) {
					return int64(v.w >> 4), nil
				}
				return HashFloat(f), nil
			},
			Compare: floatCompare, Binary: ops, Reflected: refl,
			Neg:   func(v Value) (Value, error) { return Float(-val(v)), nil },
			Pos:   func(v Value) (Value, error) { return Float(val(v)), nil },
			Abs:   func(v Value) (Value, error) { return Float(math.Abs(val(v))), nil },
			Bool:  func(v Value) (bool, error) { return val(v) != 0, nil },
			Int:   func(v Value) (Value, error) { return FloatToInt(val(v)) },
			Float: func(v Value) (Value, error) { return Float(val(v)), nil },
			New:   floatNew,
			Format: func(v Value, spec string) (string, error) {
				if spec == "" {
					return StrOf(v) // that of a subclass, if it has one
				}
				return formatFloatSpec(val(v), spec)
			},
		},
		Methods: []Method{
			{Name: "is_integer", NoArgs: func(v Value) (Value, error) {
				f := val(v)
				return Bool(!math.IsInf(f, 0) && f == math.Trunc(f)), nil
			}},
			{Name: "conjugate", NoArgs: func(v Value) (Value, error) { return Float(val(v)), nil }},
			{Name: "__trunc__", NoArgs: func(v Value) (Value, error) { return FloatToInt(val(v)) }},
			{Name: "__floor__", NoArgs: func(v Value) (Value, error) { return FloatToInt(math.Floor(val(v))) }},
			{Name: "__ceil__", NoArgs: func(v Value) (Value, error) { return FloatToInt(math.Ceil(val(v))) }},
			{Name: "__round__", Fn: func(args, kw []Value) (Value, error) {
				if len(args) < 2 || args[1].IsNone() {
					return FloatToInt(math.RoundToEven(val(args[0])))
				}
				nd, err := clampIndex(args[1])
				if err != nil {
					return Null, err
				}
				f := val(args[0])
				r := RoundFloat(f, nd)
				if math.IsInf(r, 0) && !math.IsInf(f, 0) {
					return Null, OverflowErrorf("rounded value too large to represent")
				}
				return Float(r), nil
			}},
			{Name: "as_integer_ratio", NoArgs: func(v Value) (Value, error) {
				f := val(v)
				if math.IsInf(f, 0) {
					return Null, OverflowErrorf("cannot convert Infinity to integer ratio")
				}
				if math.IsNaN(f) {
					return Null, ValueErrorf("cannot convert NaN to integer ratio")
				}
				r := new(big.Rat).SetFloat64(f)
				return NewTuple(BigInt(new(big.Int).Set(r.Num())), BigInt(new(big.Int).Set(r.Denom()))).Ref(), nil
			}},
			{Name: "hex", NoArgs: func(v Value) (Value, error) { return NewStr(floatHex(val(v))), nil }},
			{Name: "__getnewargs__", NoArgs: func(v Value) (Value, error) { return NewTuple(Float(val(v))).Ref(), nil }},
		},
		Class: []Method{{Name: "fromhex", OneArg: func(cls, text Value) (Value, error) {
			s, ok := Text(text)
			if !ok {
				return Null, TypeErrorf("bad argument type for built-in operation")
			}
			f, err := parseHexFloat(s)
			if err != nil {
				return Null, err
			}
			if t, ok := AsType(cls); ok && t != FloatType {
				return Call(cls, Float(f))
			}
			return Float(f), nil
		}}, {Name: "from_number", OneArg: func(cls, x Value) (Value, error) {
			f, err := ToFloat(x)
			if err != nil {
				return Null, err
			}
			if t, ok := AsType(cls); ok && t != FloatType {
				return Call(cls, Float(f))
			}
			return Float(f), nil
		}}},
		Getset: []GetsetDef{
			{Name: "real", Get: func(v Value) (Value, error) { return Float(val(v)), nil }},
			{Name: "imag", Get: func(v Value) (Value, error) { return Float(0), nil }},
		},
	})
}

// RoundFloat is round(f, nd), correct on the binary value, half to even.
func RoundFloat(f float64, nd int) float64 {
	if math.IsInf(f, 0) || math.IsNaN(f) || f == 0 || nd > 323 {
		return f
	}
	if nd < -308 {
		return math.Copysign(0, f)
	}
	if nd >= 0 {
		r, _ := strconv.ParseFloat(strconv.FormatFloat(f, 'f', nd, 64), 64)
		return r
	}
	p := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(-nd)), nil))
	q := new(big.Rat).Quo(new(big.Rat).SetFloat64(f), p)
	n, m := floorDivMod(q.Num(), q.Denom())
	twice := new(big.Int).Lsh(m, 1)
	if c := twice.Cmp(q.Denom()); c > 0 || c == 0 && n.Bit(0) == 1 {
		n.Add(n, big.NewInt(1))
	}
	r, _ := new(big.Rat).Mul(new(big.Rat).SetInt(n), p).Float64()
	if r == 0 {
		return math.Copysign(0, f)
	}
	return r
}

func floatHex(f float64) string {
	switch {
	case math.IsNaN(f), math.IsInf(f, 0):
		return FormatFloat(f)
	case f == 0:
		if math.Signbit(f) {
			return "-0x0.0p+0"
		}
		return "0x0.0p+0"
	}
	b := math.Float64bits(f)
	exp := int(b>>52&0x7ff) - 1023
	mant := b & (1<<52 - 1)
	lead := "1"
	if exp == -1023 {
		lead, exp = "0", -1022
	}
	sign := ""
	if f < 0 {
		sign = "-"
	}
	es := strconv.Itoa(exp)
	if exp >= 0 {
		es = "+" + es
	}
	m := strconv.FormatUint(mant, 16)
	return sign + "0x" + lead + "." + strings.Repeat("0", 13-len(m)) + m + "p" + es
}
