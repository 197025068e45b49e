package numpy

import "slices"

// rows visits arrays of one shape together, row by row: n elements from positions pos with steps step. The order of axes
// follows the strides of the first array, and axes that lie in one another are merged. The slices hold for the call only.
func rows(arrays []*Array, visit func(pos []int, n int, step []int)) {
	shape := arrays[0].shape
	if product(shape) == 0 {
		return
	}
	axes := make([]int, 0, len(shape))
	for i, n := range shape {
		if n != 1 {
			axes = append(axes, i)
		}
	}
	slices.SortStableFunc(axes, func(i, j int) int { return abs(arrays[0].strides[j]) - abs(arrays[0].strides[i]) })
	walk(shape, axes, arrays, visit)
}

// orderedRows is rows in index order.
func orderedRows(arrays []*Array, visit func(pos []int, n int, step []int)) {
	shape := arrays[0].shape
	if product(shape) == 0 {
		return
	}
	axes := make([]int, 0, len(shape))
	for i, n := range shape {
		if n != 1 {
			axes = append(axes, i)
		}
	}
	walk(shape, axes, arrays, visit)
}

func walk(shape, axes []int, arrays []*Array, visit func(pos []int, n int, step []int)) {
	k := len(arrays)
	type dim struct {
		n    int
		step []int
	}
	var dims []dim
	for _, ax := range axes {
		d := dim{shape[ax], make([]int, k)}
		for j, a := range arrays {
			d.step[j] = a.strides[ax]
		}
		if m := len(dims); m > 0 {
			merges := true
			for j := range arrays {
				merges = merges && dims[m-1].step[j] == d.step[j]*d.n
			}
			if merges {
				d.n *= dims[m-1].n
				dims[m-1] = d
				continue
			}
		}
		dims = append(dims, d)
	}
	pos := make([]int, k)
	for j, a := range arrays {
		pos[j] = a.off
	}
	if len(dims) == 0 {
		visit(pos, 1, make([]int, k))
		return
	}
	inner := dims[len(dims)-1]
	outer := dims[:len(dims)-1]
	if len(outer) == 0 {
		visit(pos, inner.n, inner.step)
		return
	}
	counter := make([]int, len(outer))
	for {
		visit(pos, inner.n, inner.step)
		i := len(outer) - 1
		for ; i >= 0; i-- {
			counter[i]++
			for j := range pos {
				pos[j] += outer[i].step[j]
			}
			if counter[i] < outer[i].n {
				break
			}
			for j := range pos {
				pos[j] -= outer[i].step[j] * outer[i].n
			}
			counter[i] = 0
		}
		if i < 0 {
			return
		}
	}
}

// positions are the places of all elements of an array in index order.
func positions(a *Array) []int {
	out := make([]int, 0, a.size())
	orderedRows([]*Array{a}, func(pos []int, n int, step []int) {
		p := pos[0]
		for range n {
			out = append(out, p)
			p += step[0]
		}
	})
	return out
}
