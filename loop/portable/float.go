package portable

import "math"

// FMA32 is a·b + c rounded once. The product is exact in float64; the sum is rounded to odd there (Boldo and Melquiond,
// "Emulation of FMA and correctly rounded sums", 2008), after which rounding to float32 is right.
func FMA32(a, b, c float32) float32 {
	p, z := float64(a)*float64(b), float64(c)
	s := p + z
	t := s - p
	e := (p - (s - t)) + (z - t) // the error of s, exactly (Knuth's TwoSum)
	if e < 0 || e > 0 {          // neither holds of infinities and NaNs
		if b := math.Float64bits(s); b&1 == 0 {
			if (e > 0) == (s > 0) {
				b++
			} else {
				b--
			}
			s = math.Float64frombits(b)
		}
	}
	return float32(s)
}

// FromHalf widens an IEEE binary16 number.
func FromHalf(h uint16) float32 {
	sign, exponent, fraction := uint32(h&0x8000)<<16, uint32(h>>10&0x1f), uint32(h&0x3ff)
	switch exponent {
	case 0: // fraction · 2^-24
		return math.Float32frombits(sign | math.Float32bits(float32(fraction)*0x1p-24))
	case 0x1f:
		quiet := uint32(0)
		if fraction != 0 {
			quiet = 1 << 22
		}
		return math.Float32frombits(sign | 0x7f800000 | fraction<<13 | quiet)
	}
	return math.Float32frombits(sign | (exponent+127-15)<<23 | fraction<<13)
}

// ToHalf rounds to binary16, ties to even.
func ToHalf(f float32) uint16 {
	b := math.Float32bits(f)
	sign, magnitude := uint16(b>>16&0x8000), b&0x7fffffff
	switch {
	case magnitude > 0x7f800000:
		return sign | 0x7e00
	case magnitude >= 0x47800000: // 2^16 and infinity; what rounds up to it carries below
		return sign | 0x7c00
	case magnitude < 0x38800000: // below 2^-14: the unit in the last place is 2^-24
		sum := math.Float32frombits(magnitude) + 0.5 // whose unit is 2^-24 too
		return sign | uint16(math.Float32bits(sum)-math.Float32bits(0.5))
	}
	rounded := magnitude + 0xfff + magnitude>>13&1
	return sign | uint16((rounded-(127-15)<<23)>>13)
}

// ToBFloat rounds to bfloat16, ties to even.
func ToBFloat(f float32) uint16 {
	b := math.Float32bits(f)
	if b&0x7fffffff > 0x7f800000 {
		return 0x7fc0
	}
	return uint16((b + 0x7fff + b>>16&1) >> 16)
}

// scale2 is a·2^b, rounded once. See ir.Scale2 for its domain.
func scale2f32(a, b float32) float32 {
	if a != a || b != b {
		return float32(math.NaN())
	}
	return float32(float64(a) * math.Float64frombits(uint64(1023+int(b))<<52))
}

func scale2f64(a, b float64) float64 {
	if a != a || b != b {
		return math.NaN()
	}
	return math.Ldexp(a, int(b))
}
