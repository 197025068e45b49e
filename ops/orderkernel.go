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

// floatKey orders floats: zeros are equal, and so are NaNs, which are above all others.
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

// orderOfLanes gives, for each lane of dimension d, the positions of its elements in order.
func (ctx *Context) orderOfLanes(t *tensor.Tensor, d int, descending bool) (positions []int, n int) {
	return ctx.chosenOfLanes(t, d, descending, func(n int) func([]keyed) []keyed {
		spare := make([]keyed, n)
		return func(list []keyed) []keyed { return sortKeys(list, spare) }
	})
}

// partitionedLanes is orderOfLanes, but equal elements lie as sorting by partition leaves them.
func (ctx *Context) partitionedLanes(t *tensor.Tensor, d int, descending bool) (positions []int, n int) {
	return ctx.chosenOfLanes(t, d, descending, func(int) func([]keyed) []keyed {
		return func(list []keyed) []keyed {
			introsort(list)
			return list
		}
	})
}

// topOfLanes gives, for each lane of dimension d, the positions of its first k elements as topk orders them.
func (ctx *Context) topOfLanes(t *tensor.Tensor, d, k int, descending, sorted bool) (positions []int, n int) {
	return ctx.chosenOfLanes(t, d, descending, func(int) func([]keyed) []keyed {
		return func(list []keyed) []keyed { return topKeys(list, k, sorted) }
	})
}

// chosenOfLanes gives the positions of what chooser's functions, one for each goroutine, take of each lane of dimension d: as many of each lane.
func (ctx *Context) chosenOfLanes(t *tensor.Tensor, d int, descending bool, chooser func(n int) func([]keyed) []keyed) (positions []int, n int) {
	dims := []int{d}
	if t.Dim() == 0 {
		dims = nil
	}
	switch {
	case t.DType() == tensor.Float32:
		data, outer, n := lanes[float32](t, dims)
		return chosen(ctx, data, outer, n, keys32, descending, chooser), n
	case t.DType().IsIntOrBool():
		data, outer, n := lanes[int64](t, dims)
		return chosen(ctx, data, outer, n, keysBy(intKey), descending, chooser), n
	}
	data, outer, n := lanes[float64](t, dims)
	return chosen(ctx, data, outer, n, keysBy(keyForFloats(t.DType())), descending, chooser), n
}

// sharedLane is how many elements are worth a goroutine that orders them, some 25 µs.
const sharedLane = 2048

// chosen makes keys of each lane, which flip turns around, and gives the positions of what is chosen.
func chosen[E any](ctx *Context, data []E, outer, n int, keys func(list []keyed, lane []E, flip uint64), descending bool, chooser func(n int) func([]keyed) []keyed) (positions []int) {
	flip := uint64(0)
	if descending {
		flip = math.MaxUint64
	}
	if outer == 0 {
		return nil
	}
	list, choose := make([]keyed, n), chooser(n)
	keys(list, data[:n], flip)
	first := choose(list)
	each := len(first)
	positions = make([]int, outer*each)
	fill := func(lane int, taken []keyed) {
		for i, e := range taken {
			positions[lane*each+i] = e.at
		}
	}
	fill(0, first)
	ctx.inParts(outer-1, max(sharedLane/max(n, 1), 1), func(from, to int) {
		list, choose := make([]keyed, n), chooser(n)
		for lane := from + 1; lane < to+1; lane++ {
			keys(list, data[lane*n:][:n], flip)
			fill(lane, choose(list))
		}
	})
	return positions
}

// keysBy makes the keys that a function gives.
func keysBy[E any](key func(E) uint64) func(list []keyed, lane []E, flip uint64) {
	return func(list []keyed, lane []E, flip uint64) {
		for i, x := range lane {
			list[i] = keyed{key(x) ^ flip, i}
		}
	}
}

// keys32 makes the keys of floatKey32.
func keys32(list []keyed, lane []float32, flip uint64) {
	for i, x := range lane {
		b := math.Float32bits(x)
		key := b ^ (uint32(int32(b)>>31) | 1<<31)
		if x == 0 {
			key = 1 << 31
		} else if x != x {
			key = math.MaxUint32
		}
		list[i] = keyed{uint64(key) ^ flip, i}
	}
}
