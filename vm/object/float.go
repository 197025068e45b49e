package object

import (
	"math"
	"math/big"
	"strconv"
	"sync/atomic"

	"github.com/magneto-go/magneto/precise"
)

// HashFloat is the hash of a float that is a number: that of the equal int or, more generally, of the rational modulo 2**61-1.
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
	left = func(th *Thread, a, b Value) (Value, error) {
		x, ok := a.AsFloat()
		if !ok {
			if !a.IsInt() {
				return NotImplemented, nil
			}
			var err error
			if x, err = ToFloat(th, a); err != nil {
				return Null, err
			}
		}
		y, ok := b.AsFloat()
		if !ok {
			if !b.IsInt() {
				return NotImplemented, nil
			}
			var err error
			if y, err = ToFloat(th, b); err != nil {
				return Null, err
			}
		}
		return f(x, y)
	}
	return left, func(th *Thread, a, b Value) (Value, error) { return left(th, b, a) }
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

func floatCompare(th *Thread, a, b Value, op CompareOp) (Value, error) {
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
var nanCount atomic.Uint64

// PlainNaN is a float as the world outside has it: a NaN without the payload that tells it apart here. (Go's own has a
// last bit that hardware's has not.)
func PlainNaN(f float64) float64 {
	if f == f {
		return f
	}
	b := math.Float64bits(f)
	if b&1 == 0 {
		return f
	}
	return math.Float64frombits(b &^ 0xffffffff)
}

func floatNew(th *Thread, cls *Type, args, kw []Value) (Value, error) {
	args, err := noKwNew(th, cls, FloatType, args, kw)
	if err != nil {
		return Null, err
	}
	if len(args) > 1 {
		return Null, TypeErrorf("float expected at most 1 argument, got %d", len(args))
	}
	f := 0.0
	if len(args) == 1 {
		x := args[0]
		if r, ok, err := standIn(th, x, cls); ok || err != nil {
			return r, err
		}
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
				r, _ := Repr(th, x)
				return Null, ValueErrorf("could not convert string to float: %s", r)
			}
		} else if convert := x.p.typ.Float; convert != nil && x.IsFloat() && !x.IsExactFloat() { // which a subclass may have of its own
			r, err := convert(th, x)
			if err != nil {
				return Null, err
			}
			if !r.IsFloat() {
				return Null, TypeErrorf("%s.__float__ returned non-float (type %s)", x.p.typ.Name, r.p.typ.Name)
			}
			if err := warnStrict(th, x.p.typ.Name+".__float__", r, FloatType); err != nil {
				return Null, err
			}
			f, _ = r.AsFloat()
		} else {
			var err error
			if f, err = ToFloat(th, x); err != nil {
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

func floatSpec() Spec {
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
	return Spec{
		Slots: Slots{
			Repr: func(th *Thread, v Value) (Value, error) { return NewStr(FormatFloat(val(v))), nil },
			Hash: func(th *Thread, v Value) (int64, error) {
				f := val(v)
				if math.IsNaN(f) {
					return int64(v.w >> 4), nil
				}
				return HashFloat(f), nil
			},
			Compare: floatCompare, Binary: ops, Reflected: refl,
			Neg:   func(th *Thread, v Value) (Value, error) { return Float(-val(v)), nil },
			Pos:   func(th *Thread, v Value) (Value, error) { return Float(val(v)), nil },
			Abs:   func(th *Thread, v Value) (Value, error) { return Float(math.Abs(val(v))), nil },
			Bool:  func(th *Thread, v Value) (bool, error) { return val(v) != 0, nil },
			Int:   func(th *Thread, v Value) (Value, error) { return FloatToInt(val(v)) },
			Float: func(th *Thread, v Value) (Value, error) { return Float(val(v)), nil },
			New:   floatNew,
			Format: func(th *Thread, v Value, spec string) (string, error) {
				if spec == "" {
					return StrOf(th, v) // that of a subclass, if it has one
				}
				return formatFloatSpec(th, val(v), spec)
			},
		},
		Methods: []Method{
			{Name: "is_integer", NoArgs: func(th *Thread, v Value) (Value, error) {
				f := val(v)
				return Bool(!math.IsInf(f, 0) && f == math.Trunc(f)), nil
			}},
			{Name: "conjugate", NoArgs: func(th *Thread, v Value) (Value, error) { return Float(val(v)), nil }},
			{Name: "__trunc__", NoArgs: func(th *Thread, v Value) (Value, error) { return FloatToInt(val(v)) }},
			{Name: "__floor__", NoArgs: func(th *Thread, v Value) (Value, error) { return FloatToInt(math.Floor(val(v))) }},
			{Name: "__ceil__", NoArgs: func(th *Thread, v Value) (Value, error) { return FloatToInt(math.Ceil(val(v))) }},
			{Name: "__round__", Fn: func(th *Thread, args, kw []Value) (Value, error) {
				if len(args) < 2 || args[1].IsNone() {
					return FloatToInt(math.RoundToEven(val(args[0])))
				}
				nd, err := clampIndex(th, args[1])
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
			{Name: "as_integer_ratio", NoArgs: func(th *Thread, v Value) (Value, error) {
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
			{Name: "hex", NoArgs: func(th *Thread, v Value) (Value, error) { return NewStr(floatHex(val(v))), nil }},
			{Name: "__getnewargs__", NoArgs: func(th *Thread, v Value) (Value, error) { return NewTuple(Float(val(v))).Ref(), nil }},
		},
		Class: []Method{{Name: "fromhex", OneArg: func(th *Thread, cls, text Value) (Value, error) {
			s, ok := Text(text)
			if !ok {
				return Null, TypeErrorf("bad argument type for built-in operation")
			}
			f, err := parseHexFloat(s)
			if err != nil {
				return Null, err
			}
			if t, ok := AsType(cls); ok && t != FloatType {
				return Call(th, cls, Float(f))
			}
			return Float(f), nil
		}}, {Name: "from_number", OneArg: func(th *Thread, cls, x Value) (Value, error) {
			f, err := ToFloat(th, x)
			if err != nil {
				return Null, err
			}
			if t, ok := AsType(cls); ok && t != FloatType {
				return Call(th, cls, Float(f))
			}
			return Float(f), nil
		}}},
		Getset: []GetsetDef{
			{Name: "real", Get: func(th *Thread, v Value) (Value, error) { return Float(val(v)), nil }},
			{Name: "imag", Get: func(th *Thread, v Value) (Value, error) { return Float(0), nil }},
		},
	}
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
