package stdlib

import (
	"encoding/binary"
	"math"
	"math/big"

	"github.com/magneto-go/magneto/vm/object"
)

func (f *structFormat) pack(th *object.Thread, args []Value) ([]byte, error) {
	if err := object.CheckLength(th, f.size); err != nil {
		return nil, err
	}
	out := make([]byte, 0, f.size)
	if want := f.items(); len(args) != want {
		return nil, object.Raisef(structError, "pack expected %d items for packing (got %d)", want, len(args))
	}
	next := func() (Value, error) {
		v := args[0] // borrowed: it is called below only
		args = args[1:]
		return v, nil
	}
	putInt := func(u uint64, n int) {
		var b [8]byte
		if f.little {
			binary.LittleEndian.PutUint64(b[:], u)
			out = append(out, b[:n]...)
		} else {
			binary.BigEndian.PutUint64(b[:], u)
			out = append(out, b[8-n:]...)
		}
	}
	for _, fd := range f.fields {
		w := f.width(fd.code)
		for a := f.alignment(fd.code); len(out)%a != 0; {
			out = append(out, 0)
		}
		if fd.code == 's' || fd.code == 'p' {
			v, err := next()
			if err != nil {
				return nil, err
			}
			b, err := object.BytesOf(v)
			if err != nil {
				return nil, object.Raisef(structError, "argument for 's' must be a bytes object")
			}
			chunk := make([]byte, fd.count)
			if fd.code == 's' {
				copy(chunk, b)
			} else if fd.count > 0 {
				chunk[0] = byte(min(copy(chunk[1:], b), 255))
			}
			out = append(out, chunk...)
			continue
		}
		for range fd.count {
			if fd.code == 'x' {
				out = append(out, 0)
				continue
			}
			v, err := next()
			if err != nil {
				return nil, err
			}
			switch fd.code {
			case 'c':
				b, err := object.BytesOf(v)
				if err != nil || len(b) != 1 {
					return nil, object.Raisef(structError, "char format requires a bytes object of length 1")
				}
				out = append(out, b[0])
			case '?':
				t, err := object.IsTrue(th, v)
				if err != nil {
					return nil, err
				}
				if t {
					out = append(out, 1)
				} else {
					out = append(out, 0)
				}
			case 'f', 'd', 'e':
				x, err := object.ToFloat(th, v)
				if err != nil {
					return nil, object.Raisef(structError, "required argument is not a float")
				}
				finite := !math.IsInf(x, 0) && !math.IsNaN(x)
				if fd.code == 'f' && finite && math.IsInf(float64(float32(x)), 0) || fd.code == 'e' && finite && math.Abs(x) >= 65520 {
					return nil, object.OverflowErrorf("float too large to pack with %c format", fd.code)
				}
				switch fd.code {
				case 'f':
					putInt(uint64(math.Float32bits(float32(x))), 4)
				case 'd':
					putInt(math.Float64bits(object.PlainNaN(x)), 8)
				default:
					putInt(uint64(halfBits(x)), 2)
				}
			case 'F', 'D':
				z, err := object.ComplexOf(th, v)
				if err != nil {
					return nil, object.Raisef(structError, "required argument is not a complex")
				}
				for _, x := range [2]float64{real(z), imag(z)} {
					if fd.code == 'F' {
						putInt(uint64(math.Float32bits(float32(x))), 4)
					} else {
						putInt(math.Float64bits(x), 8)
					}
				}
			default:
				if !v.IsInt() && v.Type().Index == nil {
					return nil, object.Raisef(structError, "required argument is not an integer")
				}
				n, err := object.Index(th, v)
				if err != nil {
					return nil, err
				}
				u, err := packedInt(n, fd.code, w)
				if err != nil {
					return nil, err
				}
				putInt(u, w)
			}
		}
	}
	for len(out) < f.size { // alignment at the end, asked for by a count of 0
		out = append(out, 0)
	}
	return out, nil
}

// packedInt is an integer in w bytes of two's complement; capital codes are unsigned.
func packedInt(n Value, code byte, w int) (uint64, error) {
	signed := code >= 'a'
	if i, ok := n.AsInt(); ok {
		switch {
		case w == 8 && (i >= 0 || signed || code == 'P'):
			return uint64(i), nil
		case w < 8 && signed && i>>(8*w-1) == i>>63, w < 8 && !signed && i>>(8*w) == 0:
			return uint64(i), nil
		}
	}
	b := object.BigOf(n)
	lo, hi := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(8*w))
	if signed {
		hi.Rsh(hi, 1)
		lo.Neg(hi)
	}
	if code == 'P' { // an address, which may be written as a negative number
		if lo.SetInt64(math.MinInt64); b.Cmp(lo) < 0 || b.Cmp(hi) >= 0 {
			return 0, object.Raisef(structError, "int too large to convert")
		}
	}
	if b.Cmp(lo) < 0 || b.Cmp(hi) >= 0 {
		return 0, object.Raisef(structError, "'%c' format requires %s <= number <= %s", code, lo, new(big.Int).Sub(hi, big.NewInt(1)))
	}
	return new(big.Int).And(b, new(big.Int).SetUint64(math.MaxUint64)).Uint64(), nil
}

// halfBits rounds to IEEE half precision, ties to even.
func halfBits(x float64) uint16 {
	f := math.Float32bits(float32(x))
	sign := uint16(f >> 16 & 0x8000)
	exp := int(f>>23&0xff) - 127 + 15
	mant := f & 0x7fffff
	switch {
	case f&0x7fffffff > 0x7f800000:
		return sign | 0x7e00
	case exp >= 31:
		return sign | 0x7c00
	case exp <= 0:
		if exp < -10 {
			return sign
		}
		mant |= 0x800000
		shift := uint(14 - exp)
		half := mant >> shift
		rest := mant & (1<<shift - 1)
		if rest > 1<<(shift-1) || rest == 1<<(shift-1) && half&1 == 1 {
			half++
		}
		return sign | uint16(half)
	}
	half := uint32(exp)<<10 | mant>>13
	if rest := mant & 0x1fff; rest > 0x1000 || rest == 0x1000 && half&1 == 1 {
		half++
	}
	return sign | uint16(half)
}

func halfValue(h uint16) float64 {
	sign := 1.0
	if h&0x8000 != 0 {
		sign = -1
	}
	exp, mant := int(h>>10&31), float64(h&0x3ff)
	switch exp {
	case 0:
		return sign * mant * math.Pow(2, -24)
	case 31:
		if mant != 0 {
			return math.NaN()
		}
		return math.Inf(int(sign))
	}
	return sign * (1 + mant/1024) * math.Pow(2, float64(exp-15))
}

// bits are bytes as a number, in the byte order of the format; of more than eight bytes, the last.
func (f *structFormat) bits(raw []byte) uint64 {
	var u uint64
	for i := range raw {
		if f.little {
			i = len(raw) - 1 - i
		}
		u = u<<8 | uint64(raw[i])
	}
	return u
}

// unpackTuple is unpack with a tuple as result.
func (f *structFormat) unpackTuple(b []byte) (Value, error) {
	var few [4]Value
	items := few[:0]
	err := f.unpack(&items, b)
	if len(items) <= len(few) {
		return object.NewTupleCopy(items...).Ref(), err
	}
	return object.NewTuple(items...).Ref(), err
}

// unpack appends the values of b.
func (f *structFormat) unpack(to *[]Value, b []byte) error {
	if len(b) != f.size {
		return object.Raisef(structError, "unpack requires a buffer of %d bytes", f.size)
	}
	out := *to
	if f.values > cap(out) {
		out = make([]Value, 0, f.values)
	}
	pos := 0
	for _, fd := range f.fields {
		w := f.width(fd.code)
		if a := f.alignment(fd.code); a > 1 {
			pos = (pos + a - 1) / a * a
		}
		if fd.code == 's' || fd.code == 'p' {
			item := b[pos : pos+fd.count]
			if fd.code == 'p' && fd.count > 0 {
				item = item[1:][:min(int(item[0]), fd.count-1)]
			}
			out = append(out, object.NewBytes(append([]byte(nil), item...)))
			pos += fd.count
			continue
		}
		for range fd.count {
			raw := b[pos : pos+w]
			pos += w
			u := f.bits(raw)
			switch c := fd.code; c {
			case 'x':
			case 'c':
				out = append(out, object.NewBytes([]byte{raw[0]}))
			case '?':
				out = append(out, object.Bool(raw[0] != 0))
			case 'f':
				out = append(out, object.Float(float64(math.Float32frombits(uint32(u)))))
			case 'd':
				out = append(out, object.Float(math.Float64frombits(u)))
			case 'F', 'D':
				re, im := f.bits(raw[:w/2]), f.bits(raw[w/2:])
				if c == 'F' {
					out = append(out, object.NewComplex(complex(float64(math.Float32frombits(uint32(re))), float64(math.Float32frombits(uint32(im))))))
				} else {
					out = append(out, object.NewComplex(complex(math.Float64frombits(re), math.Float64frombits(im))))
				}
			case 'e':
				out = append(out, object.Float(halfValue(uint16(u))))
			default:
				if c >= 'a' {
					shift := uint(64 - 8*w)
					out = append(out, object.Int(int64(u<<shift)>>shift))
				} else if u <= math.MaxInt64 {
					out = append(out, object.Int(int64(u)))
				} else {
					out = append(out, object.BigInt(new(big.Int).SetUint64(u)))
				}
			}
		}
	}
	*to = out
	return nil
}
