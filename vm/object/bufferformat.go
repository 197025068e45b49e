package object

import (
	"encoding/binary"
	"math"
	"math/big"
	"strings"
)

// The items of a buffer: one native format character of struct each, with an optional '@'.

var formatSizes = map[byte]int{'c': 1, 'b': 1, 'B': 1, '?': 1, 'h': 2, 'H': 2, 'i': 4, 'I': 4, 'l': 8, 'L': 8, 'q': 8, 'Q': 8,
	'n': 8, 'N': 8, 'P': 8, 'e': 2, 'f': 4, 'd': 8}

// formatSize is the size of an item, 0 for other formats.
func formatSize(format string) int {
	format = strings.TrimPrefix(format, "@")
	if len(format) != 1 {
		return 0
	}
	return formatSizes[format[0]]
}

func isByteFormat(format string) bool {
	switch strings.TrimPrefix(format, "@") {
	case "b", "B", "c":
		return true
	}
	return false
}

// unpackItem is the value of one item.
func unpackItem(format string, b []byte) (Value, error) {
	le := binary.LittleEndian
	switch strings.TrimPrefix(format, "@")[0] {
	case 'c':
		return NewBytes([]byte{b[0]}), nil
	case 'b':
		return Int(int64(int8(b[0]))), nil
	case 'B':
		return Int(int64(b[0])), nil
	case '?':
		return Bool(b[0] != 0), nil
	case 'h':
		return Int(int64(int16(le.Uint16(b)))), nil
	case 'H':
		return Int(int64(le.Uint16(b))), nil
	case 'i':
		return Int(int64(int32(le.Uint32(b)))), nil
	case 'I':
		return Int(int64(le.Uint32(b))), nil
	case 'l', 'q', 'n':
		return Int(int64(le.Uint64(b))), nil
	case 'L', 'Q', 'N', 'P':
		return BigInt(new(big.Int).SetUint64(le.Uint64(b))), nil
	case 'e':
		return Float(halfToFloat(le.Uint16(b))), nil
	case 'f':
		return Float(float64(math.Float32frombits(le.Uint32(b)))), nil
	case 'd':
		return Float(math.Float64frombits(le.Uint64(b))), nil
	}
	return Null, NotImplementedErrorf("memoryview: format %s not supported", format)
}

// packItem is the memory of one item with the given value.
func packItem(th *Thread, format string, size int, v Value) ([]byte, error) {
	wrongType := TypeErrorf("memoryview: invalid type for format '%s'", format)
	outOfRange := ValueErrorf("memoryview: invalid value for format '%s'", format)
	out := make([]byte, 8)
	le := binary.LittleEndian
	switch c := strings.TrimPrefix(format, "@")[0]; c {
	case 'c':
		b, ok := AsBytes(v)
		if !ok {
			return nil, wrongType
		}
		if len(b.B) != 1 {
			return nil, outOfRange
		}
		out[0] = b.B[0]
	case '?':
		t, err := IsTrue(th, v)
		if err != nil {
			return nil, err
		}
		if t {
			out[0] = 1
		}
	case 'e', 'f', 'd':
		f, err := ToFloat(th, v)
		if err != nil {
			if ErrorIs(err, TypeError) {
				return nil, wrongType
			}
			return nil, err
		}
		switch c {
		case 'e':
			le.PutUint16(out, floatToHalf(f))
		case 'f':
			le.PutUint32(out, math.Float32bits(float32(f)))
		default:
			le.PutUint64(out, math.Float64bits(f))
		}
	default:
		if v.IsFloat() || !v.IsInt() && v.p.typ.Index == nil {
			return nil, wrongType
		}
		x, err := Index(th, v)
		if err != nil {
			return nil, err
		}
		n := BigOf(x)
		lo, hi := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(8*size))
		if c >= 'a' { // the signed formats are the small letters
			hi.Rsh(hi, 1)
			lo.Neg(hi)
		}
		if n.Cmp(lo) < 0 || n.Cmp(hi) >= 0 {
			return nil, outOfRange
		}
		bits := n.Uint64()
		if n.Sign() < 0 {
			bits = uint64(n.Int64())
		}
		le.PutUint64(out, bits)
	}
	return out[:size], nil
}

// halfToFloat and floatToHalf convert IEEE 754 half precision.
func halfToFloat(h uint16) float64 {
	sign, exp, frac := 1.0, int(h>>10&31), float64(h&1023)
	if h>>15 == 1 {
		sign = -1
	}
	switch exp {
	case 0:
		return sign * math.Ldexp(frac, -24)
	case 31:
		if frac != 0 {
			return math.NaN()
		}
		return sign * math.Inf(1)
	}
	return sign * math.Ldexp(1024+frac, exp-25)
}

func floatToHalf(f float64) uint16 {
	var sign uint16
	if math.Signbit(f) {
		sign, f = 1<<15, -f
	}
	switch {
	case math.IsNaN(f):
		return sign | 0x7e00
	case f >= 65520:
		return sign | 0x7c00
	case f < math.Ldexp(1, -14):
		return sign | uint16(math.RoundToEven(math.Ldexp(f, 24)))
	}
	frac, exp := math.Frexp(f) // f = frac * 2**exp, frac in [0.5, 1)
	m := uint16(math.RoundToEven(math.Ldexp(frac, 11)))
	return sign | (uint16(exp+14)<<10 + m - 1024)
}
