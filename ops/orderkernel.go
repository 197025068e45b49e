package ops

import (
	"math"
	"slices"

	"github.com/magneto-go/magneto/tensor"
)

// Sorting by keys: unsigned numbers in the order of the elements. Lanes of some length are sorted by their digits from the last one on
// (radix sort: Knuth, The Art of Computer Programming, vol. 3, 5.2.5), which keeps the order of equal elements.

// keyed is an element of a lane.
type keyed struct {
	key uint64
	at  int
}

const (
	digitBits = 11
	digits    = 1 << digitBits

	// shortLane is the number of elements up to which comparing is quicker than counting digits.
	shortLane = 256
)

// floatKey orders floats as sortLess does: zeros are equal, and NaNs, above all others.
func floatKey(x float64) uint64 {
	switch {
	case x != x:
		return math.MaxUint64
	case x == 0:
		return 1 << 63
	}
	if b := math.Float64bits(x); b>>63 == 0 {
		return b | 1<<63
	} else {
		return ^b
	}
}

// floatKey32 is floatKey for elements that are exact in single precision: in 32 bits.
func floatKey32(x float64) uint64 {
	switch {
	case x != x:
		return math.MaxUint32
	case x == 0:
		return 1 << 31
	}
	if b := math.Float32bits(float32(x)); b>>31 == 0 {
		return uint64(b | 1<<31)
	} else {
		return uint64(^b)
	}
}

func intKey(x int64) uint64 { return uint64(x) ^ 1<<63 }

// keysOf are the elements of a lane of t with keys that ascend in the order that is wanted.
func keysOf[E float64 | int64](lane []E, key func(E) uint64, descending bool) []keyed {
	out := make([]keyed, len(lane))
	flip := uint64(0)
	if descending {
		flip = math.MaxUint64
	}
	for i, x := range lane {
		out[i] = keyed{key(x) ^ flip, i}
	}
	return out
}

// keyForFloats chooses the shorter key where it is exact.
func keyForFloats(d tensor.DType) func(float64) uint64 {
	if d == tensor.Float64 {
		return floatKey
	}
	return floatKey32
}

// sortKeys sorts stably. It may use scratch, which is as long, and gives the one of the two that has the result.
func sortKeys(list, scratch []keyed) []keyed {
	if len(list) <= shortLane {
		slices.SortFunc(list, func(a, b keyed) int {
			if a.key != b.key {
				if a.key < b.key {
					return -1
				}
				return 1
			}
			return a.at - b.at
		})
		return list
	}
	all, any := list[0].key, list[0].key
	for _, e := range list {
		all &= e.key
		any |= e.key
	}
	for shift := 0; shift < 64; shift += digitBits {
		if (all^any)>>shift&(digits-1) == 0 {
			continue // the digit is the same everywhere
		}
		var starts [digits]int
		for _, e := range list {
			starts[e.key>>shift&(digits-1)]++
		}
		next := 0
		for d, n := range starts {
			starts[d] = next
			next += n
		}
		for _, e := range list {
			d := e.key >> shift & (digits - 1)
			scratch[starts[d]] = e
			starts[d]++
		}
		list, scratch = scratch, list
	}
	return list
}

// firstKeys are the k least of a list, sorted: only what has the first digits of the k-th, or less, is sorted.
func firstKeys(list []keyed, k int) []keyed {
	if len(list) > shortLane && k < len(list)/4 {
		all, any := list[0].key, list[0].key
		for _, e := range list {
			all &= e.key
			any |= e.key
		}
		top := 64
		for top > digitBits && (all^any)>>(top-1) == 0 {
			top--
		}
		shift := max(top-digitBits, 0)
		var count [digits]int
		for _, e := range list {
			count[e.key>>shift&(digits-1)]++
		}
		last, n := 0, count[0]
		for n < k {
			last++
			n += count[last]
		}
		kept := make([]keyed, 0, n)
		for _, e := range list {
			if int(e.key>>shift&(digits-1)) <= last {
				kept = append(kept, e)
			}
		}
		list = kept
	}
	return sortKeys(list, make([]keyed, len(list)))[:k]
}

// firstOfLanes gives, for each lane of dimension d, the positions of its first k elements in order.
func firstOfLanes(t *tensor.Tensor, d, k int, descending bool) (positions []int, n int) {
	dims := []int{d}
	if t.Dim() == 0 {
		dims = nil
	}
	if t.DType().IsIntOrBool() {
		data, outer, n := lanes[int64](t, dims)
		return laneOrder(data, outer, n, k, intKey, descending), n
	}
	data, outer, n := lanes[float64](t, dims)
	return laneOrder(data, outer, n, k, keyForFloats(t.DType()), descending), n
}

func laneOrder[E float64 | int64](data []E, outer, n, k int, key func(E) uint64, descending bool) []int {
	positions := make([]int, 0, outer*k)
	for i := range outer {
		for _, e := range firstKeys(keysOf(data[i*n:][:n], key, descending), k) {
			positions = append(positions, e.at)
		}
	}
	return positions
}
