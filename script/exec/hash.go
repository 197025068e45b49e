package exec

import (
	"encoding/binary"
	"math"

	"github.com/magneto-go/magneto/vm/object"
)

// hashOf is the hash that scripts see, which is not Python's: numbers are themselves, floats and strings are hashed by their bytes, and what holds others
// combines theirs.
func hashOf(th *object.Thread, v Value) (uint64, error) {
	switch {
	case v.IsNull() || v.IsNone():
		return 0, nil
	case v == object.True:
		return 1, nil
	case v == object.False:
		return 0, nil
	case v.IsSmallInt():
		return uint64(v.SmallInt()), nil
	}
	if v.IsExactFloat() {
		return hashFloat(v.ExactFloat()), nil
	}
	if s, ok := object.Text(v); ok {
		return hashBytes([]byte(s)), nil
	}
	if t, ok := object.AsTuple(v); ok {
		return hashAll(th, t.Items)
	}
	h, err := object.Hash(th, v)
	return uint64(h), err
}

func hashAll(th *object.Thread, items []Value) (uint64, error) {
	var seed uint64
	for _, x := range items {
		h, err := hashOf(th, x)
		if err != nil {
			return 0, err
		}
		seed ^= h + 0x9e3779b9 + seed<<6 + seed>>2
	}
	return seed, nil
}

func hashFloat(f float64) uint64 {
	if f == 0 {
		return 0
	}
	bits := math.Float64bits(f)
	if math.IsNaN(f) {
		bits = 0x7ff8 << 48 // Go's has another last bit
	}
	return hashBytes(binary.LittleEndian.AppendUint64(nil, bits))
}

// hashBytes is MurmurHash64A with the seed that the C++ library of GNU has.
func hashBytes(b []byte) uint64 {
	const mul, seed = 0xc6a4a7935bd1e995, 0xc70f6907
	mix := func(h uint64) uint64 { return h ^ h>>47 }
	h := seed ^ uint64(len(b))*mul
	for ; len(b) >= 8; b = b[8:] {
		h ^= mix(binary.LittleEndian.Uint64(b)*mul) * mul
		h *= mul
	}
	if len(b) > 0 {
		var last [8]byte
		copy(last[:], b)
		h ^= binary.LittleEndian.Uint64(last[:])
		h *= mul
	}
	return mix(mix(h) * mul)
}
