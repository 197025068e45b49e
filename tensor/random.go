package tensor

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"io"
	"math"
)

const (
	mtN, mtM    = 624, 397
	defaultSeed = 67280421310721
	stateBytes  = 5056
)

// Generator is the CPU random generator: a 32-bit Mersenne Twister (Matsumoto and Nishimura, 1998) with one
// cached normal variate. The streams, and the byte form of the state, are those of PyTorch's CPU generator.
type Generator struct {
	seed   uint64
	state  [mtN]uint32
	left   int
	next   int
	seeded bool

	normal      float64 // second variate of the last Box-Muller pair
	normalValid bool
}

// NewGenerator starts from the fixed default seed.
func NewGenerator() *Generator {
	g := &Generator{}
	g.ManualSeed(defaultSeed)
	return g
}

// ManualSeed restarts the stream; only the low 32 bits of the seed matter to it.
func (g *Generator) ManualSeed(seed uint64) {
	*g = Generator{seed: seed, left: 1, seeded: true}
	g.state[0] = uint32(seed)
	for j := 1; j < mtN; j++ {
		g.state[j] = 1812433253*(g.state[j-1]^(g.state[j-1]>>30)) + uint32(j)
	}
}

// Seed restarts from the system's randomness and returns the seed.
func (g *Generator) Seed() uint64 { return g.SeedFrom(rand.Reader) }

// SeedFrom restarts from another source of randomness, one that does not fail, and returns the seed.
func (g *Generator) SeedFrom(source io.Reader) uint64 {
	var b [8]byte
	io.ReadFull(source, b[:])
	seed := binary.LittleEndian.Uint64(b[:]) >> 11
	g.ManualSeed(seed)
	return seed
}

// InitialSeed is the seed last set.
func (g *Generator) InitialSeed() uint64 { return g.seed }

// Clone copies the generator with its position.
func (g *Generator) Clone() *Generator {
	c := *g
	return &c
}

func (g *Generator) twist() {
	mix := func(u, v uint32) uint32 {
		return (u&0x80000000|v&0x7fffffff)>>1 ^ -(v&1)&0x9908b0df // no branch: it could not be foreseen
	}
	s := &g.state
	for i := 0; i < mtN-mtM; i++ {
		s[i] = s[i+mtM] ^ mix(s[i], s[i+1])
	}
	for i := mtN - mtM; i < mtN-1; i++ {
		s[i] = s[i+mtM-mtN] ^ mix(s[i], s[i+1])
	}
	s[mtN-1] = s[mtM-1] ^ mix(s[mtN-1], s[0])
}

// Uint32 is the next word.
func (g *Generator) Uint32() uint32 {
	g.left--
	if g.left == 0 {
		g.twist()
		g.left, g.next = mtN, 0
	}
	y := g.state[g.next]
	g.next++
	return temper(y)
}

func temper(y uint32) uint32 {
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

// untempered are words that the generator goes past, at least one and at most most.
func (g *Generator) untempered(most int) []uint32 {
	if g.left == 1 {
		g.twist()
		g.left, g.next = mtN+1, 0
	}
	n := min(most, g.left-1)
	list := g.state[g.next : g.next+n]
	g.left, g.next = g.left-n, g.next+n
	return list
}

// float32s fills d with what as many calls of Float32 would give.
func (g *Generator) float32s(d []float32) {
	for len(d) > 0 {
		list := g.untempered(len(d))
		for i, y := range list {
			d[i] = float32(temper(y)&0xffffff) * (1.0 / (1 << 24))
		}
		d = d[len(list):]
	}
}

// uint64s fills d with what as many calls of Uint64 would give.
func (g *Generator) uint64s(d []uint64) {
	for i := 0; i < len(d); {
		list := g.untempered(2 * (len(d) - i))
		for ; len(list) >= 2; list = list[2:] {
			d[i] = uint64(temper(list[0]))<<32 | uint64(temper(list[1]))
			i++
		}
		if len(list) == 1 { // the other half comes behind the next twist
			d[i] = uint64(temper(list[0]))<<32 | uint64(g.Uint32())
			i++
		}
	}
}

// Uint64 is two words, the high half first.
func (g *Generator) Uint64() uint64 {
	high := uint64(g.Uint32())
	return high<<32 | uint64(g.Uint32())
}

// Float32 is uniform in [0, 1) with 24 bits.
func (g *Generator) Float32() float32 { return float32(g.Uint32()&0xffffff) * (1.0 / (1 << 24)) }

// Float64 is uniform in [0, 1) with 53 bits.
func (g *Generator) Float64() float64 {
	return float64(g.Uint64()&(1<<53-1)) * (1.0 / (1 << 53))
}

// Normal is one standard normal variate by Box-Muller; the second of each pair is kept for the next call.
func (g *Generator) Normal() (value float64) { return g.normalScaled(0, 1) }

func (g *Generator) normalScaled(mean, std float64) float64 {
	if g.normalValid {
		g.normalValid = false
		return math.FMA(g.normal, std, mean)
	}
	u1, u2 := g.Float64(), g.Float64()
	r, theta := math.Sqrt(-2*math.Log1p(-u2)), 2*math.Pi*u1
	g.normal, g.normalValid = r*math.Sin(theta), true
	return math.FMA(r*math.Cos(theta), std, mean)
}

// State is the byte form of the position.
func (g *Generator) State() []byte {
	b := make([]byte, stateBytes)
	le := binary.LittleEndian
	le.PutUint64(b[0:], g.seed)
	le.PutUint32(b[8:], uint32(g.left))
	if g.seeded {
		le.PutUint32(b[12:], 1)
	}
	le.PutUint64(b[16:], uint64(g.next))
	for i, w := range g.state {
		le.PutUint64(b[24+8*i:], uint64(w))
	}
	if g.normalValid {
		le.PutUint64(b[5024:], math.Float64bits(g.normal))
		le.PutUint32(b[5040:], 1)
	}
	return b
}

// SetState restores what State gave.
func (g *Generator) SetState(b []byte) error {
	if len(b) != stateBytes {
		return fmt.Errorf("Expected a CPUGeneratorImplState of size %d but found the input RNG state size to be %d", stateBytes, len(b))
	}
	le := binary.LittleEndian
	if left, next := int32(le.Uint32(b[8:])), le.Uint64(b[16:]); left < 0 || int(left) > len(g.state) || next > uint64(len(g.state)) {
		return fmt.Errorf("Invalid mt19937 state")
	}
	g.seed, g.left, g.next = le.Uint64(b), int(int32(le.Uint32(b[8:]))), int(le.Uint64(b[16:]))
	g.seeded = le.Uint32(b[12:]) != 0
	for i := range g.state {
		g.state[i] = uint32(le.Uint64(b[24+8*i:]))
	}
	g.normal, g.normalValid = math.Float64frombits(le.Uint64(b[5024:])), le.Uint32(b[5040:]) != 0
	return nil
}

// storeInMemoryOrder writes values to t in the order of its memory (dimensions sorted by stride).
func storeInMemoryOrder(t *Tensor, store func(*Tensor)) {
	if t.IsContiguous() {
		store(t)
		return
	}
	dims := DimsByStride(t.sizes, t.strides)
	sizes, strides := make([]int, len(dims)), make([]int, len(dims))
	for i, d := range dims {
		k := len(dims) - 1 - i
		sizes[k], strides[k] = t.sizes[d], t.strides[d]
	}
	flat := New(t.dtype, sizes...)
	store(flat)
	CopyStrided(t.dtype, sizes, t.storage, strides, t.offset, flat.storage, flat.strides, 0)
}

// realView reads a contiguous complex tensor as twice as many reals.
func realView(t *Tensor) *Tensor {
	return t.ViewDType(t.dtype.ToReal(), []int{2 * t.Numel()}, []int{1}, 2*t.offset)
}

// UniformFill fills t with uniform values in [from, to).
func (g *Generator) UniformFill(t *Tensor, from, to float64) {
	storeInMemoryOrder(t, func(t *Tensor) {
		if t.dtype.IsComplex() {
			t = realView(t)
		}
		n := t.Numel()
		if t.dtype == Float32 {
			if n > 0 {
				g.uniform32(View[float32](t.storage)[t.offset:t.offset+n], float32(from), float32(to))
			}
			return
		}
		values := make([]float64, n)
		switch t.dtype {
		case Float64:
			for i := range values {
				if v := math.FMA(g.Float64(), to-from, from); v != to {
					values[i] = v
				} else {
					values[i] = from
				}
			}
		default:
			lo, hi := float32(from), float32(to)
			round := func(f float32) float32 {
				if t.dtype == Float16 {
					return HalfToFloat(FloatToHalf(f))
				}
				return BFloatToFloat(FloatToBFloat(f))
			}
			for i := range values {
				v := round(g.Float32()*(hi-lo) + lo)
				if v == round(hi) {
					v = round(lo)
				}
				values[i] = float64(v)
			}
		}
		StoreFloats(t, values)
	})
}

// uniform32 fills d with uniform values in [lo, hi).
func (g *Generator) uniform32(d []float32, lo, hi float32) {
	g.float32s(d)
	if lo == 0 && hi == 1 {
		return
	}
	for i, u := range d {
		// The product of two float32 is exact in float64, so this sum rounds once, as a fused operation.
		v := float32(float64(u)*float64(hi-lo) + float64(lo))
		if v == hi {
			v = lo
		}
		d[i] = v
	}
}

// NormalFill fills t with normal values. Contiguous tensors of 16 elements or more use a blocked Box-Muller
// transform in the element type; others the serial one in double. blocks, if not nil, makes normals of whole blocks of float32, as BoxMuller32 does.
func (g *Generator) NormalFill(t *Tensor, mean, std float64, blocks func(d []float32, mean, std float32)) {
	if t.dtype.IsComplex() {
		c := t
		if !t.IsContiguous() {
			c = New(t.dtype, t.sizes...)
		}
		g.NormalFill(realView(c), mean, std/math.Sqrt2, blocks)
		if c != t {
			Copy(t, c)
		}
		return
	}
	n := t.Numel()
	if n < 16 || !t.IsContiguous() {
		storeInMemoryOrder(t, func(t *Tensor) {
			values := make([]float64, n)
			for i := range values {
				values[i] = g.normalScaled(mean, std)
			}
			StoreFloats(t, values)
		})
		return
	}
	switch t.dtype {
	case Float64:
		g.normalBlocks64(View[float64](t.storage)[t.offset:t.offset+n], mean, std)
	case Float32:
		d := View[float32](t.storage)[t.offset : t.offset+n]
		if blocks == nil {
			blocks = BoxMuller32
		}
		g.normalBlocks32(d, float32(mean), float32(std), blocks)
	default:
		var block [16]float32
		values := make([]float64, n)
		for i := 0; i < n; i += 16 {
			at := min(i, n-16)
			for j := range block {
				block[j] = g.Float32()
			}
			boxMuller32(block[:], float32(mean), float32(std))
			for j, v := range block {
				values[at+j] = float64(v)
			}
		}
		StoreFloats(t, values)
	}
}

func (g *Generator) normalBlocks32(d []float32, mean, std float32, blocks func(d []float32, mean, std float32)) {
	g.float32s(d)
	n := len(d)
	blocks(d[:n&^15], mean, std)
	if n%16 != 0 {
		tail := d[n-16:]
		g.float32s(tail)
		BoxMuller32(tail, mean, std)
	}
}

// BoxMuller32 turns uniforms into normals, in blocks of 16.
func BoxMuller32(d []float32, mean, std float32) {
	for i := 0; i+16 <= len(d); i += 16 {
		boxMuller32(d[i:i+16], mean, std)
	}
}

func (g *Generator) normalBlocks64(d []float64, mean, std float64) {
	block := func(d []float64) {
		for j := range 8 {
			u1, u2 := 1-d[j], d[j+8]
			r, theta := math.Sqrt(-2*math.Log(u1)), 2*math.Pi*u2
			d[j], d[j+8] = math.FMA(r*math.Cos(theta), std, mean), math.FMA(r*math.Sin(theta), std, mean)
		}
	}
	for i := range d {
		d[i] = g.Float64()
	}
	n := len(d)
	for i := 0; i+16 <= n; i += 16 {
		block(d[i : i+16])
	}
	if n%16 != 0 {
		tail := d[n-16:]
		for i := range tail {
			tail[i] = g.Float64()
		}
		block(tail)
	}
}

// fma32 rounds once: the product of two float32 is exact in float64, and the sum of it and a float32 is rounded there. Rounding that
// once more errs only where it ends half-way between two float32, or below the normal ones.
func fma32(a, b, c float32) float32 {
	s := float64(a)*float64(b) + float64(c)
	if bits := math.Float64bits(s); bits&(1<<29-1) == 1<<28 || bits>>52&0x7ff < 897 {
		return fmaToOdd(a, b, c)
	}
	return float32(s)
}

// fmaToOdd rounds the sum to odd before the final rounding.
func fmaToOdd(a, b, c float32) float32 {
	p, q := float64(a)*float64(b), float64(c)
	s := p + q
	bb := s - p
	if e := (p - (s - bb)) + (q - bb); e != 0 && math.Float64bits(s)&1 == 0 {
		if (e > 0) == (s > 0) {
			s = math.Float64frombits(math.Float64bits(s) + 1)
		} else {
			s = math.Float64frombits(math.Float64bits(s) - 1)
		}
	}
	return float32(s)
}

// boxMuller32 turns 16 uniforms into 16 normals; element j pairs with j+8. The eight pairs go through each step together, since one
// step has to wait for the step before.
func boxMuller32(d []float32, mean, std float32) {
	var r, theta, sin, cos lanes8
	first, second := d[:8], d[8:16]
	for j := range r {
		r[j], theta[j] = 1-first[j], float32(2*math.Pi)*second[j]
	}
	log32(&r)
	sincos32(&theta, &sin, &cos)
	for j := range r {
		radius := float32(math.Sqrt(float64(-2 * r[j])))
		first[j], second[j] = fma32(radius*cos[j], std, mean), fma32(radius*sin[j], std, mean)
	}
}

type lanes8 [8]float32

// multiplyAdd is y = y·x + c in each lane, rounded once, where lane j of x is xs[j].
func (y *lanes8) multiplyAdd(xs *lanes8, c float32) {
	for j := range y {
		s := float64(y[j])*float64(xs[j]) + float64(c)
		if bits := math.Float64bits(s); bits&(1<<29-1) == 1<<28 || bits>>52&0x7ff < 897 {
			y[j] = fmaToOdd(y[j], xs[j], c)
		} else {
			y[j] = float32(s)
		}
	}
}

// log32 is the single-precision logarithm of the Cephes library with fused multiply-adds, in place.
func log32(v *lanes8) {
	var x, e, y lanes8
	for j, u := range v {
		u = max(u, 0x1p-126)
		b := math.Float32bits(u)
		e[j] = float32(int32(b>>23)-127) + 1
		u = math.Float32frombits(b&^0x7f800000 | math.Float32bits(0.5))
		var t float32
		if u < 0.70710678 {
			t = u
			e[j]--
		}
		x[j] = u - 1 + t
		y[j] = 7.0376836292e-2
	}
	for _, c := range [...]float32{-1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1, -1.6668057665e-1, 2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1} {
		y.multiplyAdd(&x, c)
	}
	for j := range v {
		z := x[j] * x[j]
		t := y[j] * x[j]
		low := e[j] * -2.12194440e-4
		t = fma32(t, z, low)
		t = fma32(-z, 0.5, t)
		v[j] = fma32(e[j], 0.693359375, x[j]+t)
	}
}

// sincos32 is the single-precision sine and cosine of the Cephes library with fused multiply-adds, for t >= 0.
func sincos32(t, sin, cos *lanes8) {
	for i, t := range t {
		scaled := t * 1.27323954473516
		j := (int32(scaled) + 1) &^ 1
		y := float32(j)
		x := fma32(y, -0.78515625, t)
		x = fma32(y, -2.4187564849853515625e-4, x)
		x = fma32(y, -3.77489497744594108e-8, x)
		z := x * x
		c := float32(2.443315711809948e-5)
		s := float32(-1.9515295891e-4)
		c = fma32(c, z, -1.388731625493765e-3)
		s = fma32(s, z, 8.3321608736e-3)
		c = fma32(c, z, 4.166664568298827e-2)
		s = fma32(s, z, -1.6666654611e-1)
		c *= z
		s *= z
		half := z * 0.5
		c = fma32(c, z, -half)
		s = fma32(s, x, x)
		c++
		if j&2 != 0 {
			s, c = c, s
		}
		if j&4 != 0 {
			s = -s
		}
		if (j-2)&4 == 0 {
			c = -c
		}
		sin[i], cos[i] = s, c
	}
}

// FillFloats draws one value for each element in memory order.
func (g *Generator) FillFloats(t *Tensor, draw func() float64) {
	storeInMemoryOrder(t, func(t *Tensor) {
		values := make([]float64, t.Numel())
		for i := range values {
			values[i] = draw()
		}
		StoreFloats(t, values)
	})
}

// FillInts draws one integer for each element in memory order.
func (g *Generator) FillInts(t *Tensor, draw func() int64) {
	storeInMemoryOrder(t, func(t *Tensor) {
		values := make([]int64, t.Numel())
		for i := range values {
			values[i] = draw()
		}
		StoreInts(t, values)
	})
}

// RandomFill fills t with integers in [low, high).
func (g *Generator) RandomFill(t *Tensor, low, high int64) {
	g.spanFill(t, low, uint64(high)-uint64(low))
}

// RandomFromFill fills t with integers from low to the largest that its type
// holds with all those below it, which is drawn too.
func (g *Generator) RandomFromFill(t *Tensor, low int64) {
	g.spanFill(t, low, uint64(largestExact(t.dtype))-uint64(low)+1)
}

func largestExact(d DType) int64 {
	switch d {
	case Bool:
		return 1
	case Int64:
		return math.MaxInt64
	case Int32:
		return math.MaxInt32
	case Int16:
		return math.MaxInt16
	case Int8:
		return math.MaxInt8
	case Uint8:
		return math.MaxUint8
	case Float64:
		return 1 << 53
	case Float16:
		return 1 << 11
	case BFloat16:
		return 1 << 8
	}
	return 1 << 24
}

// spanFill draws from the span integers that start at low; the span of all
// integers of 64 bits is written 0.
func (g *Generator) spanFill(t *Tensor, low int64, span uint64) {
	g.FillInts(t, func() int64 {
		if span == 0 {
			return int64(g.Uint64())
		}
		if span < 1<<28 {
			return low + int64(uint64(g.Uint32())%span)
		}
		return low + int64(g.Uint64()%span)
	})
}

// RandomFullFill fills t with integers over the range that its type holds exactly.
func (g *Generator) RandomFullFill(t *Tensor) {
	g.FillInts(t, func() int64 {
		switch t.dtype {
		case Bool:
			return int64(g.Uint32() & 1)
		case Int64:
			return int64(g.Uint64() % (1 << 63))
		case Int32:
			return int64(g.Uint32() % (1 << 31))
		case Int16:
			return int64(g.Uint32() % (1 << 15))
		case Int8:
			return int64(g.Uint32() % (1 << 7))
		case Uint8:
			return int64(g.Uint32() % (1 << 8))
		case Float64:
			return int64(g.Uint64() % (1<<53 + 1))
		case Float16:
			return int64(g.Uint32() % (1<<11 + 1))
		case BFloat16:
			return int64(g.Uint32() % (1<<8 + 1))
		}
		return int64(g.Uint32() % (1<<24 + 1))
	})
}

// Perm is a random permutation of 0..n-1.
func (g *Generator) Perm(n int) []int64 {
	p := make([]int64, n)
	for i := range p {
		p[i] = int64(i)
	}
	for i := 0; i < n-1; i++ {
		z := int(g.Uint32() % uint32(n-i))
		p[i], p[i+z] = p[i+z], p[i]
	}
	return p
}

// BernoulliFill sets each element to 1 with probability p.
func (g *Generator) BernoulliFill(t *Tensor, p float64) {
	if n := t.Numel(); t.dtype == Float32 && t.IsContiguous() && n > 0 {
		g.bernoulli32(View[float32](t.storage)[t.offset:t.offset+n], p)
		return
	}
	g.FillFloats(t, func() float64 {
		if g.Float64() < p {
			return 1
		}
		return 0
	})
}

// bernoulli32 fills d with 1 where a uniform number of 53 bits is below p, which is decided on the integer that it is made of.
func (g *Generator) bernoulli32(d []float32, p float64) {
	below := uint64(math.Ceil(p * (1 << 53)))
	var words [256]uint64
	for len(d) > 0 {
		n := min(len(d), len(words))
		g.uint64s(words[:n])
		for i, w := range words[:n] {
			// 1 if the difference is negative; no branch, which could not be foreseen.
			d[i] = float32((w&(1<<53-1) - below) >> 63)
		}
		d = d[n:]
	}
}

// Exponential is one exponential variate.
func (g *Generator) Exponential(lambda float64) float64 {
	return -1 / lambda * math.Log1p(-g.Float64())
}
