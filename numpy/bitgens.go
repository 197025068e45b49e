package numpy

import (
	"math/bits"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// bitGenerator is a source of random bits.
type bitGenerator interface {
	next32() uint32
	next64() uint64
	double() float64 // in [0, 1)
}

// twister is the Mersenne Twister MT19937 (Matsumoto and Nishimura, 1998).
type twister struct {
	key [624]uint32
	pos int
}

// seed begins from one word.
func (t *twister) seed(s uint32) {
	for i := range t.key {
		t.key[i] = s
		s = 1812433253*(s^s>>30) + uint32(i) + 1
	}
	t.pos = 624
}

// seedArray begins from any number of words.
func (t *twister) seedArray(words []uint32) {
	t.seed(19650218)
	i, j := 1, 0
	for range max(624, len(words)) {
		t.key[i] = (t.key[i] ^ (t.key[i-1]^t.key[i-1]>>30)*1664525) + words[j] + uint32(j)
		i++
		j++
		if i == 624 {
			t.key[0] = t.key[623]
			i = 1
		}
		if j == len(words) {
			j = 0
		}
	}
	for range 623 {
		t.key[i] = (t.key[i] ^ (t.key[i-1]^t.key[i-1]>>30)*1566083941) - uint32(i)
		i++
		if i == 624 {
			t.key[0] = t.key[623]
			i = 1
		}
	}
	t.key[0] = 1 << 31
	t.pos = 624
}

func (t *twister) next32() uint32 {
	if t.pos >= 624 {
		for i := range t.key {
			y := t.key[i]&(1<<31) | t.key[(i+1)%624]&(1<<31-1)
			v := t.key[(i+397)%624] ^ y>>1
			if y&1 != 0 {
				v ^= 0x9908b0df
			}
			t.key[i] = v
		}
		t.pos = 0
	}
	y := t.key[t.pos]
	t.pos++
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

func (t *twister) next64() uint64 {
	hi := uint64(t.next32())
	return hi<<32 | uint64(t.next32())
}

func (t *twister) double() float64 {
	a, b := t.next32()>>5, t.next32()>>6
	return (float64(a)*67108864 + float64(b)) / 9007199254740992
}

// pcg64 is the permuted congruential generator PCG XSL RR 128/64 (O'Neill, 2014).
type pcg64 struct {
	hi, lo       uint64 // the state
	incHi, incLo uint64
	half         uint32 // the upper half of a word whose lower half was given out
	hasHalf      bool
}

func (p *pcg64) seed(state, inc [2]uint64) {
	p.incHi, p.incLo = inc[0]<<1|inc[1]>>63, inc[1]<<1|1
	p.hi, p.lo = 0, 0
	p.step()
	var carry uint64
	p.lo, carry = bits.Add64(p.lo, state[1], 0)
	p.hi, _ = bits.Add64(p.hi, state[0], carry)
	p.step()
	p.hasHalf, p.half = false, 0
}

func (p *pcg64) step() {
	const multHi, multLo = 0x2360ed051fc65da4, 0x4385df649fccf645
	hi, lo := bits.Mul64(p.lo, multLo)
	hi += p.hi*multLo + p.lo*multHi
	var carry uint64
	p.lo, carry = bits.Add64(lo, p.incLo, 0)
	p.hi, _ = bits.Add64(hi, p.incHi, carry)
}

func (p *pcg64) next64() uint64 {
	p.step()
	return bits.RotateLeft64(p.hi^p.lo, -int(p.hi>>58))
}

func (p *pcg64) next32() uint32 {
	if p.hasHalf {
		p.hasHalf = false
		return p.half
	}
	x := p.next64()
	p.half, p.hasHalf = uint32(x>>32), true
	return uint32(x)
}

func (p *pcg64) double() float64 { return float64(p.next64()>>11) * (1.0 / 9007199254740992) }

// seedSequence spreads entropy of any length over any number of words, after O'Neill's seed_seq.
type seedSequence struct {
	entropy []uint32
	spawn   []uint32
}

func (s *seedSequence) words(n int) []uint32 {
	words := s.entropy
	if len(s.spawn) > 0 {
		for len(words) < 4 {
			words = append(words[:len(words):len(words)], 0)
		}
		words = append(words[:len(words):len(words)], s.spawn...)
	}
	hash := uint32(0x43b0d7e5)
	hashmix := func(v uint32) uint32 {
		v ^= hash
		hash *= 0x931e8875
		v *= hash
		return v ^ v>>16
	}
	mix := func(x, y uint32) uint32 {
		r := 0xca01f9dd*x - 0x4973f715*y
		return r ^ r>>16
	}
	var pool [4]uint32
	for i := range pool {
		if i < len(words) {
			pool[i] = hashmix(words[i])
		} else {
			pool[i] = hashmix(0)
		}
	}
	for i := range pool {
		for j := range pool {
			if i != j {
				pool[j] = mix(pool[j], hashmix(pool[i]))
			}
		}
	}
	for i := 4; i < len(words); i++ {
		for j := range pool {
			pool[j] = mix(pool[j], hashmix(words[i]))
		}
	}
	out := make([]uint32, n)
	hash = 0x8b51f9dd
	for i := range out {
		v := pool[i%4] ^ hash
		hash *= 0x58f38ded
		v *= hash
		out[i] = v ^ v>>16
	}
	return out
}

// words64 are pairs of words, the lower one first.
func (s *seedSequence) words64(n int) []uint64 {
	w := s.words(2 * n)
	out := make([]uint64, n)
	for i := range out {
		out[i] = uint64(w[2*i]) | uint64(w[2*i+1])<<32
	}
	return out
}

// systemWords is entropy of the system, or of what the machine has in its place.
func systemWords(th *object.Thread, n int) []uint32 {
	b := make([]byte, 4*n)
	interp.MachineOf(th).Seeds().Read(b)
	out := make([]uint32, n)
	for i := range out {
		out[i] = uint32(b[4*i]) | uint32(b[4*i+1])<<8 | uint32(b[4*i+2])<<16 | uint32(b[4*i+3])<<24
	}
	return out
}

// Integers below a bound.

func maskOf(x uint64) uint64 {
	if x == 0 {
		return 0
	}
	return ^uint64(0) >> bits.LeadingZeros64(x)
}

// interval is uniform in [0, top], by throwing away what is above.
func interval(g bitGenerator, top uint64) uint64 {
	if top == 0 {
		return 0
	}
	mask := maskOf(top)
	for {
		var v uint64
		if top <= 0xffffffff {
			v = uint64(g.next32()) & mask
		} else {
			v = g.next64() & mask
		}
		if v <= top {
			return v
		}
	}
}

// bounded64 is uniform in [0, top]: by rejection, or by Lemire's multiplication.
func bounded64(g bitGenerator, top uint64, masked bool) uint64 {
	switch {
	case top == 0:
		return 0
	case top == 0xffffffff:
		return uint64(g.next32())
	case top == ^uint64(0):
		return g.next64()
	case masked:
		return interval(g, top)
	case top < 0xffffffff:
		return uint64(lemire32(g, uint32(top)))
	}
	n := top + 1
	hi, lo := bits.Mul64(g.next64(), n)
	if lo < n {
		threshold := (^uint64(0) - top) % n
		for lo < threshold {
			hi, lo = bits.Mul64(g.next64(), n)
		}
	}
	return hi
}

func lemire32(g bitGenerator, top uint32) uint32 {
	n := top + 1
	m := uint64(g.next32()) * uint64(n)
	if uint32(m) < n {
		threshold := (^uint32(0) - top) % n
		for uint32(m) < threshold {
			m = uint64(g.next32()) * uint64(n)
		}
	}
	return uint32(m >> 32)
}

func bounded32(g bitGenerator, top uint32, masked bool) uint32 {
	switch {
	case top == 0:
		return 0
	case top == ^uint32(0):
		return g.next32()
	case masked:
		mask := uint32(maskOf(uint64(top)))
		for {
			if v := g.next32() & mask; v <= top {
				return v
			}
		}
	}
	return lemire32(g, top)
}

// pieces cuts words into parts of fewer bits, the lowest first.
type pieces struct {
	word uint32
	left int
}

func (p *pieces) next(g bitGenerator, width int) uint32 {
	if p.left == 0 {
		p.word = g.next32()
		p.left = 32/width - 1
	} else {
		p.word >>= width
		p.left--
	}
	return p.word & (1<<width - 1)
}

// bounded is uniform in [0, top] from parts of 8 or 16 bits.
func (p *pieces) bounded(g bitGenerator, top uint32, width int, masked bool) uint32 {
	all := uint32(1)<<width - 1
	switch {
	case top == 0:
		return 0
	case top == all:
		return p.next(g, width)
	case masked:
		mask := uint32(maskOf(uint64(top)))
		for {
			if v := p.next(g, width) & mask; v <= top {
				return v
			}
		}
	}
	n := top + 1
	m := p.next(g, width) * n
	if m&all < n {
		threshold := (all - top) % n
		for m&all < threshold {
			m = p.next(g, width) * n
		}
	}
	return m >> width
}
