package tensor

import "math"

// HalfToFloat widens an IEEE binary16 value.
func HalfToFloat(h uint16) float32 {
	sign := uint32(h&0x8000) << 16
	exponent := uint32(h>>10) & 0x1f
	fraction := uint32(h & 0x3ff)
	switch {
	case exponent == 0x1f:
		return math.Float32frombits(sign | 0x7f800000 | fraction<<13)
	case exponent == 0:
		f := float32(fraction) * (1.0 / (1 << 24))
		return math.Float32frombits(math.Float32bits(f) | sign)
	}
	return math.Float32frombits(sign | (exponent+112)<<23 | fraction<<13)
}

// FloatToHalf rounds to IEEE binary16, ties to even.
func FloatToHalf(f float32) uint16 {
	b := math.Float32bits(f)
	sign := uint16(b>>16) & 0x8000
	b &= 0x7fffffff
	switch {
	case b > 0x7f800000:
		return sign | 0x7e00
	case b >= 0x477ff000: // rounds to at least 2^16
		return sign | 0x7c00
	case b < 0x38800000: // below the smallest normal: add a constant that leaves the fraction in the low bits
		shifted := math.Float32frombits(b) + 0.5
		return sign | uint16(math.Float32bits(shifted)-0x3f000000)
	}
	odd := (b >> 13) & 1
	return sign | uint16((b+0xc8000fff+odd)>>13)
}

// BFloatToFloat widens a bfloat16 value.
func BFloatToFloat(h uint16) float32 { return math.Float32frombits(uint32(h) << 16) }

// FloatToBFloat rounds to bfloat16, ties to even.
func FloatToBFloat(f float32) uint16 {
	if f != f {
		return 0x7fc0
	}
	b := math.Float32bits(f)
	return uint16((b + 0x7fff + (b>>16)&1) >> 16)
}
