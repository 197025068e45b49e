package object

import (
	"math"
	"math/big"
	"math/bits"
)

// The types int and bool: their constructors, methods and conversions to bytes.

func intNew(th *Thread, cls *Type, args, kw []Value) (Value, error) {
	if len(kw) > 0 && len(args) == len(kw) {
		s, _ := StrOf(th, kw[0])
		if s != "base" {
			return Null, TypeErrorf("int() got an unexpected keyword argument '%s'", s)
		}
		return Null, TypeErrorf("int() missing string argument")
	}
	if len(args) > 2 {
		return Null, TypeErrorf("int expected at most 2 arguments, got %d", len(args))
	}
	a, err := Args("int", args, kw, "x", "/", "|", "base")
	if len(args) == 0 {
		return newIntOf(cls, Int(0)), nil
	}
	if err != nil {
		return Null, err
	}
	if r, ok, err := standIn(th, a[0], cls); ok || err != nil {
		return r, err
	}
	var v Value
	if a[1].IsNull() {
		v, err = ToIntValue(th, a[0])
	} else {
		index, e := Index(th, a[1])
		if e != nil {
			return Null, e
		}
		n, ok := index.AsInt()
		if !ok {
			n = -1
		}
		base := int(n)
		if base != 0 && (base < 2 || base > 36) {
			return Null, ValueErrorf("int() base must be >= 2 and <= 36, or 0")
		}
		var text string
		if s, ok := AsStr(a[0]); ok {
			text = s.S
		} else if b, ok := AsBytes(a[0]); ok {
			text = string(b.B)
		} else if b, ok := AsByteArray(a[0]); ok {
			text = string(b.B)
		} else {
			return Null, TypeErrorf("int() can't convert non-string with explicit base")
		}
		v, err = ParseInt(text, base, func() string { r, _ := Repr(th, a[0]); return r })
	}
	if err != nil {
		return Null, err
	}
	return newIntOf(cls, v), nil
}

// standIn is what stands for the number that a call of int, float or bool would give, where the number is not known.
func standIn(th *Thread, v Value, as *Type) (Value, bool, error) {
	if t := v.p.typ; t.stands != nil {
		return t.stands(th, v, as)
	}
	return Null, false, nil
}

// ToIntValue is int(v).
func ToIntValue(th *Thread, v Value) (Value, error) {
	t := v.p.typ
	if t == IntType {
		return v, nil
	}
	if t.Int != nil {
		r, err := t.Int(th, v)
		if err != nil {
			return Null, err
		}
		if !r.IsInt() {
			return Null, TypeErrorf("__int__ returned non-int (type %s)", r.p.typ.Name)
		}
		if err := warnStrict(th, "__int__", r, IntType); err != nil {
			return Null, err
		}
		return ToPlainInt(r), nil
	}
	if t.Index != nil {
		r, err := Index(th, v)
		if err != nil {
			return Null, err
		}
		return ToPlainInt(r), nil
	}
	if s, ok := AsStr(v); ok {
		return ParseInt(s.S, 10, func() string { r, _ := Repr(th, v); return r })
	}
	if b, err := BytesOf(v); err == nil {
		return ParseInt(string(b), 10, func() string { r, _ := Repr(th, NewBytes(b)); return r })
	}
	return Null, TypeErrorf("int() argument must be a string, a bytes-like object or a real number, not '%s'", t.Name)
}

// FloatToInt is the int part of a float.
func FloatToInt(f float64) (Value, error) {
	if math.IsInf(f, 0) {
		return Null, OverflowErrorf("cannot convert float infinity to integer")
	}
	if math.IsNaN(f) {
		return Null, ValueErrorf("cannot convert float NaN to integer")
	}
	f = math.Trunc(f)
	if f >= -9223372036854775808 && f < 9223372036854775808 {
		return Int(int64(f)), nil
	}
	b, _ := new(big.Float).SetFloat64(f).Int(nil)
	return BigInt(b), nil
}

func intSpec() Spec {
	self := func(th *Thread, v Value) (Value, error) { return ToPlainInt(v), nil }
	ops := intOps()
	var refl [NumOps]BinaryFunc
	for i, f := range ops {
		if f == nil {
			continue
		}
		refl[i] = func(th *Thread, a, b Value) (Value, error) { return f(th, b, a) }
	}
	return Spec{
		Slots: Slots{
			Repr: func(th *Thread, v Value) (Value, error) { s, err := intText(v); return NewStr(s), err },
			Hash: func(th *Thread, v Value) (int64, error) {
				if i, ok := v.AsInt(); ok {
					return hashInt64(i), nil
				}
				return hashBig(BigOf(v)), nil
			},
			Compare: intCompare,
			Binary:  ops, Reflected: refl,
			Neg: func(th *Thread, v Value) (Value, error) {
				if i, ok := v.AsInt(); ok && i != math.MinInt64 {
					return Int(-i), nil
				}
				return BigInt(new(big.Int).Neg(BigOf(v))), nil
			},
			Pos: self,
			Abs: func(th *Thread, v Value) (Value, error) {
				if i, ok := v.AsInt(); ok && i != math.MinInt64 {
					return Int(max(i, -i)), nil
				}
				return BigInt(new(big.Int).Abs(BigOf(v))), nil
			},
			Invert: func(th *Thread, v Value) (Value, error) {
				if i, ok := v.AsInt(); ok {
					return Int(^i), nil
				}
				return BigInt(new(big.Int).Not(BigOf(v))), nil
			},
			Bool: func(th *Thread, v Value) (bool, error) {
				i, ok := v.AsInt()
				return !ok || i != 0, nil
			},
			Index: self, Int: self,
			Float:  func(th *Thread, v Value) (Value, error) { f, err := ToFloat(th, v); return Float(f), err },
			New:    intNew,
			Format: func(th *Thread, v Value, spec string) (string, error) { return formatIntSpec(th, v, spec) },
		},
		Methods: []Method{
			{Name: "bit_length", NoArgs: func(th *Thread, v Value) (Value, error) { return Int(int64(BigOf(v).BitLen())), nil }},
			{Name: "bit_count", NoArgs: func(th *Thread, v Value) (Value, error) {
				n := 0
				for _, w := range BigOf(v).Bits() {
					n += bits.OnesCount(uint(w))
				}
				return Int(int64(n)), nil
			}},
			{Name: "conjugate", NoArgs: self},
			{Name: "is_integer", NoArgs: func(*Thread, Value) (Value, error) { return True, nil }},
			{Name: "as_integer_ratio", NoArgs: func(th *Thread, v Value) (Value, error) { return NewTuple(ToPlainInt(v), Int(1)).Ref(), nil }},
			{Name: "__trunc__", NoArgs: self}, {Name: "__floor__", NoArgs: self}, {Name: "__ceil__", NoArgs: self},
			{Name: "__round__", Fn: func(th *Thread, args, kw []Value) (Value, error) {
				if len(args) < 2 || args[1].IsNone() {
					return ToPlainInt(args[0]), nil
				}
				digits, err := Index(th, args[1])
				if err != nil {
					return Null, err
				}
				nd, ok := digits.AsInt()
				if !ok && BigOf(digits).Sign() > 0 || nd >= 0 && ok {
					return ToPlainInt(args[0]), nil
				}
				if !ok || nd < -1<<24 { // more digits than an int can have
					return Int(0), nil
				}
				return roundInt(ToPlainInt(args[0]), int(nd)), nil
			}},
			{Name: "__getnewargs__", NoArgs: func(th *Thread, v Value) (Value, error) { return NewTuple(ToPlainInt(v)).Ref(), nil }},
			{Name: "to_bytes", Fn: intToBytes},
		},
		Class: []Method{{Name: "from_bytes", Fn: intFromBytes}},
		Getset: []GetsetDef{
			{Name: "real", Get: self}, {Name: "numerator", Get: self},
			{Name: "imag", Get: func(*Thread, Value) (Value, error) { return Int(0), nil }},
			{Name: "denominator", Get: func(*Thread, Value) (Value, error) { return Int(1), nil }},
		},
	}
}

func boolSpec() Spec {
	ops := intOps()
	var boolOps, boolRefl [NumOps]BinaryFunc
	for _, op := range []Op{OpAnd, OpOr, OpXor} {
		boolOps[op] = func(th *Thread, a, b Value) (Value, error) {
			if a.p == &boolHeader && b.p == &boolHeader {
				x, y := a.w, b.w
				switch op {
				case OpAnd:
					return Bool(x&y != 0), nil
				case OpOr:
					return Bool(x|y != 0), nil
				}
				return Bool(x != y), nil
			}
			return ops[op](th, a, b)
		}
		boolRefl[op] = func(th *Thread, a, b Value) (Value, error) { return boolOps[op](th, b, a) }
	}
	return Spec{Final: true, Slots: Slots{
		Repr: func(th *Thread, v Value) (Value, error) {
			if v.w == 1 {
				return StrValue("True"), nil
			}
			return StrValue("False"), nil
		},
		Binary: boolOps, Reflected: boolRefl,
		New: func(th *Thread, cls *Type, args, kw []Value) (Value, error) {
			if err := NoKw("bool", kw); err != nil {
				return Null, err
			}
			if len(args) > 1 {
				return Null, TypeErrorf("bool expected at most 1 argument, got %d", len(args))
			}
			if len(args) == 0 {
				return False, nil
			}
			if r, ok, err := standIn(th, args[0], cls); ok || err != nil {
				return r, err
			}
			b, err := IsTrue(th, args[0])
			return Bool(b), err
		},
		Format: func(th *Thread, v Value, spec string) (string, error) {
			if spec == "" {
				return StrOf(th, v)
			}
			return formatIntSpec(th, v, spec)
		},
	}}
}

// roundInt rounds to a multiple of 10**-nd, half to even.
func roundInt(v Value, nd int) Value {
	if nd >= 0 {
		return v
	}
	p := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(-nd)), nil)
	q, m := floorDivMod(BigOf(v), p)
	twice := new(big.Int).Lsh(m, 1)
	if c := twice.Cmp(p); c > 0 || c == 0 && q.Bit(0) == 1 {
		q.Add(q, big.NewInt(1))
	}
	return BigInt(q.Mul(q, p))
}

func intToBytes(th *Thread, args, kw []Value) (Value, error) {
	a, err := Args("to_bytes", args, kw, "self", "/", "|", "length", "byteorder", "*", "signed")
	if err != nil {
		return Null, err
	}
	n, order, signed := 1, "big", false
	if !a[1].IsNull() {
		if n, err = ToInt(th, a[1]); err != nil {
			return Null, err
		}
		if n < 0 {
			return Null, ValueErrorf("length argument must be non-negative")
		}
	}
	if order, err = byteOrder("to_bytes", a[2]); err != nil {
		return Null, err
	}
	if !a[3].IsNull() {
		if signed, err = IsTrue(th, a[3]); err != nil {
			return Null, err
		}
	}
	if err := checkLength(th, n, 1); err != nil {
		return Null, err
	}
	b := BigOf(a[0])
	if b.Sign() < 0 {
		if !signed {
			return Null, OverflowErrorf("can't convert negative int to unsigned")
		}
		if new(big.Int).Not(b).BitLen() >= n*8 {
			return Null, OverflowErrorf("int too big to convert")
		}
		b = new(big.Int).Add(b, new(big.Int).Lsh(big.NewInt(1), uint(n*8)))
	} else if b.BitLen() > n*8 || signed && b.BitLen() >= n*8 && b.Sign() > 0 {
		return Null, OverflowErrorf("int too big to convert")
	}
	buf := make([]byte, n)
	b.FillBytes(buf)
	if order == "little" {
		reverseBytes(buf)
	}
	return NewBytes(buf), nil
}

func intFromBytes(th *Thread, args, kw []Value) (Value, error) {
	a, err := Args("from_bytes", args, kw, "cls", "/", "bytes", "|", "byteorder", "*", "signed")
	if err != nil {
		return Null, err
	}
	order, err := byteOrder("from_bytes", a[2])
	if err != nil {
		return Null, err
	}
	if a[1].IsInt() || a[1].p.typ.layout == LayoutStr {
		return Null, TypeErrorf("cannot convert '%s' object to bytes", a[1].p.typ.Name)
	}
	buf, err := bytesArg(th, "bytes", []Value{a[1]}, nil)
	if err != nil {
		return Null, err
	}
	buf = append([]byte(nil), buf...)
	if order == "little" {
		reverseBytes(buf)
	}
	b := new(big.Int).SetBytes(buf)
	if !a[3].IsNull() {
		if signed, _ := IsTrue(th, a[3]); signed && len(buf) > 0 && buf[0]&0x80 != 0 {
			b.Sub(b, new(big.Int).Lsh(big.NewInt(1), uint(len(buf)*8)))
		}
	}
	if cls, ok := AsType(a[0]); ok && cls != IntType {
		return Call(th, cls.Ref(), BigInt(b))
	}
	return BigInt(b), nil
}

// byteOrder is the argument of to_bytes and from_bytes.
func byteOrder(fname string, v Value) (string, error) {
	if v.IsNull() {
		return "big", nil
	}
	order, ok := Text(v)
	if !ok {
		return "", TypeErrorf("%s() argument 'byteorder' must be str, not %s", fname, v.p.typ.Name)
	}
	if order != "big" && order != "little" {
		return "", ValueErrorf("byteorder must be either 'little' or 'big'")
	}
	return order, nil
}

func reverseBytes(b []byte) {
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
}
