package object

import (
	"math/bits"
	"slices"
)

// sortNumbers sorts a list of machine ints, or of floats without NaN and zeros of both signs, where equal elements
// cannot be told apart; false for all other lists, which it leaves alone.
func sortNumbers(items []Value, reverse bool) bool {
	if len(items) < 2 {
		return false
	}
	keys := make([]uint64, len(items))
	h := items[0].p
	switch h {
	case &intHeader:
		for i, v := range items {
			if v.p != h {
				return false
			}
			keys[i] = v.w ^ 1<<63
		}
	case &floatHeader:
		for i, v := range items {
			f := v.ExactFloat()
			if v.p != h || f != f || f == 0 {
				return false
			}
			if keys[i] = v.w ^ 1<<63; v.w>>63 != 0 {
				keys[i] = ^v.w
			}
		}
	default:
		return false
	}
	if !slices.IsSorted(keys) {
		radixSort(keys)
	}
	if reverse {
		slices.Reverse(keys)
	}
	for i, k := range keys {
		w := k ^ 1<<63
		if h == &floatHeader && k>>63 == 0 {
			w = ^k
		}
		items[i].w = w
	}
	return true
}

// radixSort sorts by digits of 11 bits from the lowest up, as many as tell the keys apart (Knuth, TAOCP volume 3, 5.2.5).
func radixSort(keys []uint64) {
	const digit = 11
	least, most := slices.Min(keys), slices.Max(keys)
	passes := (bits.Len64(most-least) + digit - 1) / digit
	if len(keys) < 256 || passes*4 > bits.Len(uint(len(keys))) {
		slices.Sort(keys)
		return
	}
	from, to := keys, make([]uint64, len(keys))
	for pass := range passes {
		shift := uint(pass * digit)
		var start [1 << digit]int
		for _, k := range from {
			start[(k-least)>>shift&(1<<digit-1)]++
		}
		sum := 0
		for d, n := range start {
			start[d] = sum
			sum += n
		}
		for _, k := range from {
			d := (k - least) >> shift & (1<<digit - 1)
			to[start[d]] = k
			start[d]++
		}
		from, to = to, from
	}
	if passes%2 == 1 {
		copy(keys, from)
	}
}
