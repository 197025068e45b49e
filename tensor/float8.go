package tensor

import (
	"math"
	"sort"
)

// float8Format is an element type of one byte: sign, exponent and mantissa after Micikevicius et al., "FP8 formats for deep
// learning", and the variants without negative zero (fnuz), whose only NaN is 0x80.
type float8Format struct {
	mantissa, bias int
	values         [256]float64
	positive       []float64 // of the codes from 0 up to the largest finite value
	saturate       bool      // what is too large becomes the largest value
	inf, nan       uint8     // codes; inf is nan where there is no infinity
	unsigned       bool
	negativeZero   bool
}

var float8Formats = map[DType]*float8Format{
	Float8E4M3FN:   newFloat8(3, 7, 126, true, 126, 127, true),
	Float8E5M2:     newFloat8(2, 15, 123, false, 124, 127, true),
	Float8E4M3FNUZ: newFloat8(3, 8, 127, false, 128, 128, false),
	Float8E5M2FNUZ: newFloat8(2, 16, 127, false, 128, 128, false),
	Float8E8M0FNU:  newExponents(),
}

func newFloat8(mantissa, bias int, last uint8, saturate bool, inf, nan uint8, negativeZero bool) *float8Format {
	f := &float8Format{mantissa: mantissa, bias: bias, saturate: saturate, inf: inf, nan: nan, negativeZero: negativeZero}
	for code := range 128 {
		e, m := code>>mantissa, code&(1<<mantissa-1)
		v := math.Ldexp(float64(m), 1-bias-mantissa)
		if e > 0 {
			v = math.Ldexp(float64(m+1<<mantissa), e-bias-mantissa)
		}
		switch {
		case code <= int(last):
			f.positive = append(f.positive, v)
		case code == int(inf):
			v = math.Inf(1)
		default:
			v = math.NaN()
		}
		f.values[code], f.values[code+128] = v, -v
	}
	if !negativeZero {
		f.values[128] = math.NaN()
	}
	return f
}

// newExponents is the format of a power of two alone, 2**(code - 127).
func newExponents() *float8Format {
	f := &float8Format{inf: 255, nan: 255, unsigned: true}
	for code := range 255 {
		f.values[code] = math.Ldexp(1, code-127)
		f.positive = append(f.positive, f.values[code])
	}
	f.values[255] = math.NaN()
	return f
}

// encode rounds to nearest, ties to the code whose last bit is zero, those between two powers to the larger.
func (f *float8Format) encode(v float64) uint8 {
	if v != v {
		return f.nan
	}
	size := math.Abs(v)
	var sign uint8
	if math.Signbit(v) && !f.unsigned {
		sign = 128
	}
	i := sort.SearchFloat64s(f.positive, size)
	switch {
	case i == len(f.positive):
		i--
		step := f.positive[i] - f.positive[i-1]
		if f.saturate || !math.IsInf(size, 0) && size < f.positive[i]+step/2 || i&1 == 0 && size == f.positive[i]+step/2 {
			break
		}
		if f.inf == f.nan {
			return f.nan
		}
		return sign | f.inf
	case i > 0 && f.positive[i] != size:
		below, above := size-f.positive[i-1], f.positive[i]-size
		if below < above || below == above && i&1 == 1 && !f.unsigned {
			i--
		}
	}
	if i == 0 && !f.negativeZero && !f.unsigned {
		return 0
	}
	return sign | uint8(i)
}
