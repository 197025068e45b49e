package object

import (
	"math"
	"math/big"
	"math/bits"
	"strconv"
	"strings"
	"sync/atomic"
)

// BigInt is a Python int of any size; the result is normalised to a machine int when it fits.
func BigInt(b *big.Int) Value {
	if b.IsInt64() {
		return Int(b.Int64())
	}
	return (&IntObj{Header: Header{typ: IntType}, Big: b}).Ref()
}

// BigOf is the value of an int as a big.Int, which must not be changed.
func BigOf(v Value) *big.Int {
	if i, ok := v.AsInt(); ok {
		if uint64(i) < uint64(len(littleBigs)) {
			return &littleBigs[i]
		}
		return big.NewInt(i)
	}
	o, _ := asIntObj(v)
	return o.Big
}

// littleBigs are the first natural numbers, the usual operands beside a large one.
var littleBigs = func() (table [256]big.Int) {
	words := new([len(table)]big.Word)
	for i := range table {
		words[i] = big.Word(i)
		table[i].SetBits(words[i : i+1 : i+1])
	}
	return
}()

// largeInt is an int object together with its number, in one piece of memory.
type largeInt struct {
	IntObj
	n big.Int
}

// fewWords is up to how many words of a number lie in the piece of memory of its object.
const fewWords = 8

// newLarge is room for a number of so many words at most, which is to be computed.
func newLarge(words int) *largeInt {
	if words > fewWords {
		return new(largeInt)
	}
	o := new(struct {
		largeInt
		words [fewWords]big.Word
	})
	o.n.SetBits(o.words[:0])
	return &o.largeInt
}

// words is how many words a number has.
func words(n *big.Int) int { return len(n.Bits()) }

// value is the int whose number has been computed.
func (o *largeInt) value() Value {
	if o.n.IsInt64() {
		return Int(o.n.Int64())
	}
	o.typ, o.Big = IntType, &o.n
	return o.Ref()
}

// ToPlainInt is an int, bool or derived instance as an exact int.
func ToPlainInt(v Value) Value {
	if v.p == &intHeader {
		return v
	}
	if i, ok := v.AsInt(); ok {
		return Int(i)
	}
	o, _ := asIntObj(v)
	if o.typ == IntType {
		return v
	}
	return BigInt(o.Big)
}

// newIntOf is an instance of cls, which derives from int, with the value of the exact int v.
func newIntOf(cls *Type, v Value) Value {
	if cls == IntType {
		return v
	}
	o := &IntObj{Header: Header{typ: cls}}
	if i, ok := v.AsInt(); ok {
		o.Small = i
	} else {
		o.Big = BigOf(v)
	}
	return o.Ref()
}

func formatInt(i int64) string { return strconv.FormatInt(i, 10) }

const hashModulus = 1<<61 - 1

func hashInt64(i int64) int64 {
	if i >= 0 {
		if i < hashModulus {
			return i
		}
		return i % hashModulus
	}
	if i > -hashModulus {
		if i == -1 {
			return -2
		}
		return i
	}
	var h int64
	if i == math.MinInt64 {
		h = -4 // 2**63 is 4 modulo 2**61-1
	} else {
		h = -(-i % hashModulus)
	}
	if h == -1 {
		return -2
	}
	return h
}

func hashBig(b *big.Int) int64 {
	m := new(big.Int).Mod(new(big.Int).Abs(b), big.NewInt(hashModulus)).Int64()
	if b.Sign() < 0 {
		m = -m
	}
	if m == -1 {
		return -2
	}
	return m
}

// intText is the decimal text of an int.
func intText(v Value) (string, error) {
	if i, ok := v.AsInt(); ok {
		return formatInt(i), nil
	}
	b := BigOf(v)
	limit := int(MaxStrDigits.Load())
	if limit > 0 && b.BitLen() > 4*limit { // without the work, which grows faster than the number
		return "", tooManyDigits(limit)
	}
	s := b.Text(10)
	if limit > 0 && len(strings.TrimPrefix(s, "-")) > limit {
		return "", tooManyDigits(limit)
	}
	return s, nil
}

func tooManyDigits(limit int) error {
	return ValueErrorf("Exceeds the limit (%d digits) for integer string conversion; use sys.set_int_max_str_digits() to increase the limit", limit)
}

// MaxStrDigits bounds the digits of ints in conversions from and to text in bases that are no power of two; 0 is no bound. It is
// one of all machines: what makes text of a number does not know whose it is.
var MaxStrDigits atomic.Int64

func init() { MaxStrDigits.Store(4300) }

// intBinary gives the arithmetic of two ints, both exact or derived; other types are not implemented.
func intBinary(small func(a, b int64) (int64, bool), bigOp func(th *Thread, a, b *big.Int) (Value, error)) BinaryFunc {
	return func(th *Thread, a, b Value) (Value, error) {
		x, okx := a.AsInt()
		y, oky := b.AsInt()
		if okx && oky {
			if small != nil {
				if r, ok := small(x, y); ok {
					return Int(r), nil
				}
			}
		} else if !a.IsInt() || !b.IsInt() {
			return NotImplemented, nil
		}
		if th == nil {
			return bigOp(th, BigOf(a), BigOf(b))
		}
		return bigOp(th, operand(a, &th.operands[0]), operand(b, &th.operands[1]))
	}
}

// operand is BigOf for the time of one operation: room has the number where it is small.
func operand(v Value, room *big.Int) *big.Int {
	if i, ok := v.AsInt(); ok {
		return room.SetInt64(i)
	}
	o, _ := asIntObj(v)
	return o.Big
}

// bigFn is arithmetic whose result has at most one word more than the longer operand.
func bigFn(f func(z, a, b *big.Int) *big.Int) func(th *Thread, a, b *big.Int) (Value, error) {
	return func(th *Thread, a, b *big.Int) (Value, error) {
		o := newLarge(max(words(a), words(b)) + 1)
		f(&o.n, a, b)
		return o.value(), nil
	}
}

// AddInt64, SubInt64 and MulInt64 tell by ok whether the result fits.
func AddInt64(a, b int64) (int64, bool) {
	c := a + b
	return c, (c > a) == (b > 0)
}

func SubInt64(a, b int64) (int64, bool) {
	c := a - b
	return c, (c < a) == (b > 0)
}

func MulInt64(a, b int64) (int64, bool) {
	if a == 0 || b == 0 {
		return 0, true
	}
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	// Signed high word from the unsigned one.
	h := int64(hi)
	if a < 0 {
		h -= b
	}
	if b < 0 {
		h -= a
	}
	return int64(lo), h == int64(lo)>>63
}

// FloorDivInt64 and ModInt64 round towards minus infinity; b is not zero.
func FloorDivInt64(a, b int64) (int64, bool) {
	if b == -1 {
		return -a, a != math.MinInt64
	}
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q, true
}

func ModInt64(a, b int64) int64 {
	if b == -1 {
		return 0
	}
	m := a % b
	if m != 0 && (m < 0) != (b < 0) {
		m += b
	}
	return m
}

var errDivZero = func() error { return ZeroDivisionErrorf("division by zero") }

func floorDivMod(a, b *big.Int) (q, m *big.Int) {
	q, m = new(big.Int).QuoRem(a, b, new(big.Int))
	if m.Sign() != 0 && (m.Sign() < 0) != (b.Sign() < 0) {
		q.Sub(q, big.NewInt(1))
		m.Add(m, b)
	}
	return q, m
}

func intOps() (out [NumOps]BinaryFunc) {
	out[OpAdd] = intBinary(AddInt64, bigFn((*big.Int).Add))
	out[OpSub] = intBinary(SubInt64, bigFn((*big.Int).Sub))
	out[OpMul] = intBinary(MulInt64, func(th *Thread, a, b *big.Int) (Value, error) {
		o := newLarge(words(a) + words(b))
		o.n.Mul(a, b)
		return o.value(), nil
	})
	out[OpAnd] = intBinary(func(a, b int64) (int64, bool) { return a & b, true }, bigFn((*big.Int).And))
	out[OpOr] = intBinary(func(a, b int64) (int64, bool) { return a | b, true }, bigFn((*big.Int).Or))
	out[OpXor] = intBinary(func(a, b int64) (int64, bool) { return a ^ b, true }, bigFn((*big.Int).Xor))
	out[OpFloorDiv] = intBinary(func(a, b int64) (int64, bool) {
		if b == 0 {
			return 0, false
		}
		return FloorDivInt64(a, b)
	}, func(th *Thread, a, b *big.Int) (Value, error) {
		if b.Sign() == 0 {
			return Null, errDivZero()
		}
		q, _ := floorDivMod(a, b)
		return BigInt(q), nil
	})
	out[OpMod] = intBinary(func(a, b int64) (int64, bool) {
		if b == 0 {
			return 0, false
		}
		return ModInt64(a, b), true
	}, func(th *Thread, a, b *big.Int) (Value, error) {
		if b.Sign() == 0 {
			return Null, errDivZero()
		}
		o := newLarge(words(a) + 1)
		quotient := new(big.Int)
		if th != nil && words(a) <= fewWords {
			quotient = &th.quotient
		}
		quotient.QuoRem(a, b, &o.n)
		if sign := o.n.Sign(); sign != 0 && (sign < 0) != (b.Sign() < 0) {
			o.n.Add(&o.n, b)
		}
		return o.value(), nil
	})
	out[OpLshift] = intBinary(func(a, b int64) (int64, bool) {
		if b < 0 || b > 62 {
			return 0, false
		}
		r := a << uint(b)
		return r, r>>uint(b) == a
	}, func(th *Thread, a, b *big.Int) (Value, error) {
		if b.Sign() < 0 {
			return Null, ValueErrorf("negative shift count")
		}
		if a.Sign() == 0 {
			return Int(0), nil
		}
		if !b.IsInt64() {
			return Null, OverflowErrorf("too many digits in integer")
		}
		if b.Int64() > 1<<33 {
			return Null, tooLong(th)
		}
		shift := uint(b.Int64())
		o := newLarge(words(a) + int(shift/bits.UintSize) + 1)
		o.n.Lsh(a, shift)
		return o.value(), nil
	})
	out[OpRshift] = intBinary(func(a, b int64) (int64, bool) {
		if b < 0 {
			return 0, false
		}
		return a >> uint(min(b, 63)), true
	}, func(th *Thread, a, b *big.Int) (Value, error) {
		if b.Sign() < 0 {
			return Null, ValueErrorf("negative shift count")
		}
		if !b.IsInt64() || b.Int64() > 1<<40 {
			if a.Sign() < 0 {
				return Int(-1), nil
			}
			return Int(0), nil
		}
		o := newLarge(words(a) + 1)
		o.n.Rsh(a, uint(b.Int64()))
		return o.value(), nil
	})
	out[OpTrueDiv] = func(th *Thread, a, b Value) (Value, error) {
		if !a.IsInt() || !b.IsInt() {
			return NotImplemented, nil
		}
		return intTrueDiv(a, b)
	}
	out[OpPow] = func(th *Thread, a, b Value) (Value, error) {
		if !a.IsInt() || !b.IsInt() {
			return NotImplemented, nil
		}
		return IntPow(th, a, b)
	}
	return out
}

func intTrueDiv(a, b Value) (Value, error) {
	x, okx := a.AsInt()
	y, oky := b.AsInt()
	if okx && oky {
		if y == 0 {
			return Null, errDivZero()
		}
		const exact = 1 << 53
		if x <= exact && x >= -exact && y <= exact && y >= -exact {
			return Float(float64(x) / float64(y)), nil
		}
	}
	bb := BigOf(b)
	if bb.Sign() == 0 {
		return Null, errDivZero()
	}
	f, _ := new(big.Rat).SetFrac(BigOf(a), bb).Float64()
	if f == 0 && (BigOf(a).Sign() < 0) != (bb.Sign() < 0) {
		f = math.Copysign(0, -1)
	}
	if math.IsInf(f, 0) {
		return Null, OverflowErrorf("integer division result too large for a float")
	}
	return Float(f), nil
}

// IntPow is a ** b for ints; a negative exponent gives a float.
func IntPow(th *Thread, a, b Value) (Value, error) {
	y, ok := b.AsInt()
	if !ok {
		if x, okx := a.AsInt(); okx && (x == 0 || x == 1 || x == -1) {
			if x == -1 && BigOf(b).Bit(0) == 0 {
				return Int(1), nil
			}
			return Int(x), nil
		}
		if BigOf(b).Sign() > 0 {
			return Null, Raisef(MemoryError, "")
		}
	}
	if y < 0 || !ok {
		fa, err := ToFloat(th, a)
		if err != nil {
			return Null, err
		}
		fb, err := ToFloat(th, b)
		if err != nil {
			return Null, err
		}
		return FloatPow(fa, fb)
	}
	if x, okx := a.AsInt(); okx {
		result, fits := int64(1), true
		base := x
		for e := y; e > 0 && fits; {
			if e&1 == 1 {
				if result, fits = MulInt64(result, base); !fits {
					break
				}
			}
			if e >>= 1; e > 0 {
				base, fits = MulInt64(base, base)
			}
		}
		if fits {
			return Int(result), nil
		}
	}
	if BigOf(a).BitLen()*int(min(y, 1<<40)) > 1<<33 {
		return Null, Raisef(MemoryError, "")
	}
	return BigInt(new(big.Int).Exp(BigOf(a), big.NewInt(y), nil)), nil
}

// IntPowMod is pow(a, b, m).
func IntPowMod(a, b, m Value) (Value, error) {
	x, y, z := BigOf(a), BigOf(b), BigOf(m)
	if z.Sign() == 0 {
		return Null, ValueErrorf("pow() 3rd argument cannot be 0")
	}
	az := new(big.Int).Abs(z)
	if y.Sign() < 0 {
		inv := new(big.Int).ModInverse(new(big.Int).Mod(x, az), az)
		if inv == nil {
			return Null, ValueErrorf("base is not invertible for the given modulus")
		}
		x, y = inv, new(big.Int).Neg(y)
	}
	r := new(big.Int).Exp(new(big.Int).Mod(x, az), y, az)
	if z.Sign() < 0 && r.Sign() != 0 {
		r.Add(r, z)
	}
	return BigInt(r), nil
}

func intCompare(th *Thread, a, b Value, op CompareOp) (Value, error) {
	x, okx := a.AsInt()
	y, oky := b.AsInt()
	if okx && oky {
		return Bool(compareOrdered(op, x, y)), nil
	}
	if !a.IsInt() || !b.IsInt() {
		return NotImplemented, nil
	}
	return Bool(compareSign(op, BigOf(a).Cmp(BigOf(b)))), nil
}

func compareOrdered[T int64 | float64 | string | int](op CompareOp, x, y T) bool {
	switch op {
	case Lt:
		return x < y
	case Le:
		return x <= y
	case Eq:
		return x == y
	case Ne:
		return x != y
	case Gt:
		return x > y
	}
	return x >= y
}

func compareSign(op CompareOp, c int) bool { return compareOrdered(op, c, 0) }

// ParseInt is int(text, base); base 0 reads a prefix. shown gives the literal for the message.
func ParseInt(text string, base int, shown func() string) (Value, error) {
	bad := func() (Value, error) {
		what := shown()
		if chars := DecodeWTF8(what); len(chars) > 200 {
			what = EncodeWTF8(chars[:200])
		}
		return Null, ValueErrorf("invalid literal for int() with base %d: %s", base, what)
	}
	s := strings.TrimFunc(text, isSpace)
	neg := false
	if s != "" && (s[0] == '+' || s[0] == '-') {
		neg = s[0] == '-'
		s = s[1:]
	}
	b := base
	if len(s) > 1 && s[0] == '0' {
		p := 0
		switch s[1] | 0x20 {
		case 'x':
			p = 16
		case 'o':
			p = 8
		case 'b':
			p = 2
		}
		if p != 0 && (base == 0 || base == p) {
			s, b = s[2:], p
			s = strings.TrimPrefix(s, "_")
		} else if base == 0 && strings.Trim(s, "0_") != "" {
			return bad()
		}
	}
	if b == 0 {
		b = 10
	}
	if s == "" || strings.HasPrefix(s, "_") || strings.HasSuffix(s, "_") || strings.Contains(s, "__") {
		return bad()
	}
	s = strings.ReplaceAll(s, "_", "")
	ascii := true
	for i := 0; i < len(s); i++ {
		ascii = ascii && s[i] < 128
	}
	if !ascii {
		var sb strings.Builder
		for _, r := range s {
			if d := digitValue(r); d >= 0 {
				sb.WriteByte(byte('0' + d))
			} else {
				sb.WriteRune(r)
			}
		}
		s = sb.String()
	}
	if s[0] == '+' || s[0] == '-' {
		return bad()
	}
	if i, err := strconv.ParseInt(s, b, 64); err == nil {
		if neg {
			i = -i
		}
		return Int(i), nil
	}
	if limit := int(MaxStrDigits.Load()); limit > 0 && len(s) > limit && b&(b-1) != 0 {
		return Null, ValueErrorf("Exceeds the limit (%d digits) for integer string conversion: value has %d digits; use sys.set_int_max_str_digits() to increase the limit",
			limit, len(s))
	}
	z, ok := new(big.Int).SetString(s, b)
	if !ok {
		return bad()
	}
	if neg {
		z.Neg(z)
	}
	return BigInt(z), nil
}
