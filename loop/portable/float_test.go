package portable

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestFMA32 compares with exact arithmetic, on operands made to round badly: sums near halfway points, cancellation, denormals.
func TestFMA32(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	draw := []func() (a, b, c float32){
		func() (a, b, c float32) {
			return math.Float32frombits(rnd.Uint32()), math.Float32frombits(rnd.Uint32()), math.Float32frombits(rnd.Uint32())
		},
		func() (a, b, c float32) { return rnd.Float32() - 0.5, rnd.Float32() - 0.5, rnd.Float32() - 0.5 },
		func() (a, b, c float32) {
			return float32(1 + rnd.IntN(1<<13)), float32(1 + rnd.IntN(1<<12)), float32(math.Ldexp(float64(1+rnd.IntN(4)), -rnd.IntN(40)))
		},
		func() (a, b, c float32) {
			return 1 + 0x1p-12, 1 + float32(rnd.IntN(8))*0x1p-12, float32(math.Ldexp(float64(rnd.IntN(3)-1), -60-rnd.IntN(40)))
		},
		func() (a, b, c float32) {
			return math.Float32frombits(rnd.Uint32N(1 << 24)), rnd.Float32(), math.Float32frombits(rnd.Uint32N(1 << 24))
		},
	}
	finite := func(f float32) bool { return !math.IsNaN(float64(f)) && !math.IsInf(float64(f), 0) }
	for i := range 400_000 {
		a, b, c := draw[i%len(draw)]()
		if !finite(a) || !finite(b) || !finite(c) {
			continue
		}
		exact := new(big.Float).SetPrec(600)
		exact.Mul(big.NewFloat(float64(a)), big.NewFloat(float64(b)))
		exact.Add(exact, new(big.Float).SetPrec(600).SetFloat64(float64(c)))
		want, _ := exact.Float32()
		if got := FMA32(a, b, c); got != want {
			t.Fatalf("FMA32(%g, %g, %g) = %g, not %g", a, b, c, got, want)
		}
	}
}

func TestFMA32Specials(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	for _, c := range [][4]float32{{inf, 1, 1, inf}, {inf, 0, 1, nan}, {inf, 1, -inf, nan}, {1, 1, inf, inf}, {nan, 1, 1, nan}, {math.MaxFloat32, 2, 0, inf}, {math.MaxFloat32, 2, -math.MaxFloat32, math.MaxFloat32}} {
		if got := FMA32(c[0], c[1], c[2]); got != c[3] && !(got != got && c[3] != c[3]) {
			t.Errorf("FMA32(%g, %g, %g) = %g, not %g", c[0], c[1], c[2], got, c[3])
		}
	}
}

// TestHalf goes through all binary16 numbers, and all halfway points between them.
func TestHalf(t *testing.T) {
	for h := range 1 << 16 {
		f := FromHalf(uint16(h))
		if f != f {
			if ToHalf(f)&0x7fff <= 0x7c00 {
				t.Errorf("%#x is a NaN and comes back as %#x", h, ToHalf(f))
			}
			continue
		}
		if got := ToHalf(f); got != uint16(h) {
			t.Errorf("%#x comes back as %#x", h, got)
		}
		if h&0x7fff >= 0x7bff {
			continue
		}
		next := FromHalf(uint16(h + 1))
		middle := (f + next) / 2 // exact in float32
		if got, even := ToHalf(middle), uint16(h+h&1); got != even {
			t.Errorf("halfway from %#x: %#x, not %#x", h, got, even)
		}
		if got := ToHalf(math.Float32frombits(math.Float32bits(middle) + 1)); got != uint16(h+1) {
			t.Errorf("past halfway from %#x: %#x", h, got)
		}
	}
	if ToHalf(65519.996) != 0x7bff || ToHalf(65520) != 0x7c00 || ToHalf(1e30) != 0x7c00 || ToHalf(-1e30) != 0xfc00 {
		t.Error("overflow")
	}
}

func TestBFloat(t *testing.T) {
	for _, c := range []struct {
		bits uint32
		want uint16
	}{{0x3f800000, 0x3f80}, {0x3f808000, 0x3f80}, {0x3f818000, 0x3f82}, {0x3f808001, 0x3f81}, {0x00410000, 0x0041}, {0x7f7fffff, 0x7f80}, {0x7f800000, 0x7f80}, {0x7fc00001, 0x7fc0}, {0xff800001, 0x7fc0}} {
		if got := ToBFloat(math.Float32frombits(c.bits)); got != c.want {
			t.Errorf("%#x: %#x, not %#x", c.bits, got, c.want)
		}
	}
}
