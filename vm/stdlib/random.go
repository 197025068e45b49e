package stdlib

import (
	"encoding/binary"
	"math/big"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// mersenne is the MT19937 generator (Matsumoto and Nishimura, 1998).
type mersenne struct {
	object.Header
	state [624]uint32
	index int
}

var layoutMersenne = object.NewLayout()

func (m *mersenne) seed(s uint32) {
	m.state[0] = s
	for i := uint32(1); i < 624; i++ {
		p := m.state[i-1]
		m.state[i] = 1812433253*(p^p>>30) + i
	}
	m.index = 624
}

// seedBy is the initialisation by an array of words.
func (m *mersenne) seedBy(key []uint32) {
	m.seed(19650218)
	s := &m.state
	i, j := 1, 0
	for range max(624, len(key)) {
		s[i] = (s[i] ^ (s[i-1]^s[i-1]>>30)*1664525) + key[j] + uint32(j)
		if i++; i == 624 {
			s[0] = s[623]
			i = 1
		}
		if j++; j == len(key) {
			j = 0
		}
	}
	for range 623 {
		s[i] = (s[i] ^ (s[i-1]^s[i-1]>>30)*1566083941) - uint32(i)
		if i++; i == 624 {
			s[0] = s[623]
			i = 1
		}
	}
	s[0] = 0x80000000
}

func (m *mersenne) next() uint32 {
	if m.index >= 624 {
		s := &m.state
		for k := range 624 {
			y := s[k]&0x80000000 | s[(k+1)%624]&0x7fffffff
			s[k] = s[(k+397)%624] ^ y>>1
			if y&1 != 0 {
				s[k] ^= 0x9908b0df
			}
		}
		m.index = 0
	}
	y := m.state[m.index]
	m.index++
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

func (m *mersenne) float() float64 {
	a, b := m.next()>>5, m.next()>>6
	return (float64(a)*67108864 + float64(b)) / 9007199254740992
}

// seedFrom takes the words of the absolute value of an int, least significant first.
func (m *mersenne) seedFrom(n *big.Int) {
	var key []uint32
	mask := big.NewInt(0xffffffff)
	for x := new(big.Int).Abs(n); x.Sign() > 0; x.Rsh(x, 32) {
		key = append(key, uint32(new(big.Int).And(x, mask).Uint64()))
	}
	if key == nil {
		key = []uint32{0}
	}
	m.seedBy(key)
}

func init() {
	interp.RegisterNative("_random", func(th *object.Thread) *object.Module {
		m := object.NewModule("_random")
		mv := func(v Value) *mersenne { r, _ := object.As[mersenne](v, layoutMersenne); return r }
		m.SetType(object.NewExtensionType("Random", "_random", nil, object.Spec{Layout: layoutMersenne, HasDict: true,
			Slots: object.Slots{New: func(th *object.Thread, cls *object.Type, args, kw []Value) (Value, error) {
				r := &mersenne{Header: object.NewHeader(cls)}
				r.seed(5489)
				return r.Ref(), nil
			}},
			Methods: []object.Method{
				{Name: "random", NoArgs: func(th *object.Thread, v Value) (Value, error) { return object.Float(mv(v).float()), nil }},
				{Name: "seed", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
					if len(args) < 2 || args[1].IsNone() {
						var b [32]byte
						interp.MachineOf(th).Seeds().Read(b[:])
						mv(args[0]).seedFrom(new(big.Int).SetBytes(b[:]))
						return object.None, nil
					}
					if !args[1].IsInt() {
						h, err := object.Hash(th, args[1])
						if err != nil {
							return object.Null, err
						}
						mv(args[0]).seedFrom(new(big.Int).SetUint64(uint64(h)))
						return object.None, nil
					}
					mv(args[0]).seedFrom(object.BigOf(args[1]))
					return object.None, nil
				}},
				{Name: "getrandbits", OneArg: func(th *object.Thread, v, k Value) (Value, error) {
					n, err := object.ToInt(th, k)
					if err != nil {
						return object.Null, err
					}
					if n < 0 {
						return object.Null, object.ValueErrorf("number of bits must be non-negative")
					}
					if n == 0 {
						return object.Int(0), nil
					}
					if n <= 32 {
						return object.Int(int64(mv(v).next() >> uint(32-n))), nil
					}
					words := (n + 31) / 32
					if err := object.CheckLength(th, words*4); err != nil {
						return object.Null, err
					}
					b := make([]byte, words*4)
					for i := range words {
						w := mv(v).next()
						if left := n - i*32; left < 32 {
							w >>= uint(32 - left)
						}
						binary.BigEndian.PutUint32(b[len(b)-4*(i+1):], w)
					}
					return object.BigInt(new(big.Int).SetBytes(b)), nil
				}},
				{Name: "getstate", NoArgs: func(th *object.Thread, v Value) (Value, error) {
					r := mv(v)
					items := make([]Value, 625)
					for i, w := range r.state {
						items[i] = object.Int(int64(w))
					}
					items[624] = object.Int(int64(r.index))
					return object.NewTuple(items...).Ref(), nil
				}},
				{Name: "setstate", OneArg: func(th *object.Thread, v, st Value) (Value, error) {
					t, ok := object.AsTuple(st)
					if !ok || len(t.Items) != 625 {
						return object.Null, object.ValueErrorf("state vector is the wrong size")
					}
					r := mv(v)
					for i := range r.state {
						w, _ := t.Items[i].AsInt()
						r.state[i] = uint32(w)
					}
					ix, _ := t.Items[624].AsInt()
					r.index = int(ix)
					return object.None, nil
				}},
			},
		}))
		return m
	})
}
