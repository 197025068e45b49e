package ops

import (
	"math"
	"slices"

	"github.com/magneto-go/magneto/tensor"
)

// comparableOf gives tensors whose elements compare as floats as those of ts do with each other, for who only asks which are equal and which are less. They are ts themselves, but
// for 64-bit integers that floats cannot tell apart, in whose places stand their ranks.
func comparableOf(ts ...*tensor.Tensor) []*tensor.Tensor {
	const exact = 1 << 53
	keys := make([][]int64, len(ts))
	var all []int64
	large := false
	for i, t := range ts {
		switch t.DType() {
		case tensor.Int64, tensor.Uint64:
		default:
			return ts
		}
		keys[i] = slices.Clone(t.Ints())
		for k, v := range keys[i] {
			large = large || v > exact || v < -exact
			if t.DType() == tensor.Uint64 {
				keys[i][k] = v ^ math.MinInt64 // compares as the unsigned number
			}
		}
		all = append(all, keys[i]...)
	}
	if !large {
		return ts
	}
	slices.Sort(all)
	all = slices.Compact(all)
	out := make([]*tensor.Tensor, len(ts))
	for i, t := range ts {
		ranks := make([]float64, len(keys[i]))
		for k, v := range keys[i] {
			at, _ := slices.BinarySearch(all, v)
			ranks[k] = float64(at)
		}
		out[i] = tensor.New(tensor.Float64, t.Sizes()...)
		tensor.StoreFloats(out[i], ranks)
	}
	return out
}
