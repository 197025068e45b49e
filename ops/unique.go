package ops

import (
	"math"
	"slices"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Distinct values, and distinct slices.

// uniqueEager is _unique2: the distinct values in order, each as it comes first, NaNs one by one behind the numbers; where they are
// asked for, the number of each value among them, and how often each of them occurs.
func uniqueEager(ctx *Context, a Args) []Value {
	t, wantsInverse, wantsCounts := a.tensor(0), a.bool(2), a.bool(3)
	keys := comparableOf(t)[0]
	values := keys.Floats()
	numbers := ctx.call1("sort", ctx.reshape(keys, []symbolic.Int{sym(len(values))}), int64(0), false).(*tensor.Tensor).Floats()
	nans := 0
	for nans < len(numbers) && math.IsNaN(numbers[len(numbers)-1-nans]) {
		nans++
	}
	numbers = slices.Compact(numbers[:len(numbers)-nans])
	if !wantsInverse && !wantsCounts && keys == t && nans == 0 && !slices.Contains(numbers, 0) { // zeros have signs
		out := tensor.New(t.DType(), len(numbers))
		tensor.StoreFloats(out, numbers)
		return []Value{out, intTensor(nil, 0), intTensor(nil, 0)}
	}
	distinct := make([]int, len(numbers), len(numbers)+nans) // where each comes first
	for i := range distinct {
		distinct[i] = -1
	}
	counts := make([]int64, len(numbers), len(numbers)+nans)
	inverse := make([]int64, len(values))
	for i, v := range values {
		at, found := slices.BinarySearch(numbers, v)
		if !found { // a NaN
			at = len(distinct)
			distinct, counts = append(distinct, -1), append(counts, 0)
		}
		if distinct[at] < 0 {
			distinct[at] = i
		}
		counts[at]++
		inverse[i] = int64(at)
	}
	out := []Value{pickFlat(t, distinct), intTensor(nil, 0), intTensor(nil, 0)}
	if wantsInverse {
		out[1] = intTensor(inverse, t.Sizes()...)
	}
	if wantsCounts {
		out[2] = intTensor(counts, len(counts))
	}
	return out
}

// uniqueDim finds distinct slices along d, sorted lexicographically unless consecutive.
func uniqueDim(t *tensor.Tensor, d int, consecutive bool) (picked []int, inverse, counts []int64) {
	n := t.Size(d)
	rest := slices.Concat(t.Sizes()[:d], t.Sizes()[d+1:])
	if slices.Contains(rest, 0) {
		check(n > 0, "Number of zero sized dimensions is more than one, so unique cannot be applied ")
		throwRuntime("There are 0 sized dimensions, and they aren't selected, so unique cannot be applied")
	}
	t = comparableOf(t)[0]
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = sliceAt(t, d, i).Floats()
	}
	compare := func(a, b []float64) int {
		for k := range a {
			if a[k] != b[k] {
				if a[k] < b[k] {
					return -1
				}
				return 1
			}
		}
		return 0
	}
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	if !consecutive {
		p = order(n, func(i, j int) bool { return compare(rows[i], rows[j]) < 0 }, false)
	}
	inverse = make([]int64, n)
	for k, i := range p {
		if k == 0 || compare(rows[i], rows[p[k-1]]) != 0 {
			picked = append(picked, i)
			counts = append(counts, 0)
		}
		inverse[i] = int64(len(picked) - 1)
		counts[len(counts)-1]++
	}
	return picked, inverse, counts
}

// uniqueDimMeta describes distinct slices, for each slice the number of its equal, and counts.
func uniqueDimMeta(ctx *Context, a Args, d int, name string) []*Fake {
	f := a.fake(0)
	n := ctx.fakeEnv.FreshUnbacked(name)
	if env := ctx.Numbers(); env != nil {
		env.Bound(n, zero, known(f.Sizes[d]))
	}
	sizes := append([]symbolic.Int(nil), f.Sizes...)
	sizes[d] = n
	picked := NewFake(f.DType, sizes)
	picked.Strides = slicesOneByOne(sizes, d)
	return fakes(picked, NewFake(tensor.Int64, []symbolic.Int{f.Sizes[d]}), NewFake(tensor.Int64, []symbolic.Int{n}))
}

// slicesOneByOne are the strides of a tensor whose slices along dimension d lie one after another.
func slicesOneByOne(sizes []symbolic.Int, d int) []symbolic.Int {
	if len(sizes) == 0 {
		return nil
	}
	moved := append([]symbolic.Int{sizes[d]}, sizes[:d]...)
	laid := contiguousStrides(append(moved, sizes[d+1:]...))
	return append(append(append([]symbolic.Int(nil), laid[1:d+1]...), laid[0]), laid[d+1:]...)
}

// takeSlices gathers slices of dimension d.
func takeSlices(t *tensor.Tensor, d int, at []int) *tensor.Tensor {
	sizes := append([]int(nil), t.Sizes()...)
	sizes[d] = len(at)
	out := tensor.NewStrided(t.DType(), sizes, constants(slicesOneByOne(symbolic.Ints(sizes), d)))
	for i, p := range at {
		tensor.Copy(sliceAt(out, d, i), sliceAt(t, d, p))
	}
	return out
}
