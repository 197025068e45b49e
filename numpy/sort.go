package numpy

import (
	"cmp"
	"math"
	"slices"

	"github.com/magneto-go/magneto/vm/object"
)

// lines visits an array along an axis: the positions of the first element of each line and the step.
func (a *Array) lines(axis int, visit func(pos int)) {
	if a.size() == 0 {
		return
	}
	b := a.withGeometry(slices.Delete(slices.Clone(a.shape), axis, axis+1), slices.Delete(slices.Clone(a.strides), axis, axis+1), a.off)
	for _, p := range positions(b) {
		visit(p)
	}
}

// compareFloats orders with NaN last.
func compareFloats(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	case a == b:
		return 0
	case math.IsNaN(a) && math.IsNaN(b):
		return 0
	case math.IsNaN(a):
		return 1
	}
	return -1
}

func compareComplexes(a, b complex128) int {
	if c := compareFloats(real(a), real(b)); c != 0 {
		return c
	}
	return compareFloats(imag(a), imag(b))
}

// order is the stable order of the elements of a line.
func (a *Array) order(th *object.Thread, pos, step, n int) ([]int, error) {
	ix := identityOrder(n)
	switch a.dt.dom() {
	case ints:
		v := make([]int64, n)
		loadReal(a, pos, step, v)
		slices.SortStableFunc(ix, func(i, j int) int { return cmp.Compare(v[i], v[j]) })
	case uints:
		v := make([]uint64, n)
		loadReal(a, pos, step, v)
		slices.SortStableFunc(ix, func(i, j int) int { return cmp.Compare(v[i], v[j]) })
	case floats:
		v := make([]float64, n)
		loadReal(a, pos, step, v)
		slices.SortStableFunc(ix, func(i, j int) int { return compareFloats(v[i], v[j]) })
	case complexNumbers:
		v := make([]complex128, n)
		for i := range v {
			loadComplex(a, pos+i*step, 0, v[i:i+1])
		}
		slices.SortStableFunc(ix, func(i, j int) int { return compareComplexes(v[i], v[j]) })
	default:
		v := make([]Value, n)
		for i := range v {
			v[i] = a.mem.objs[pos+i*step]
		}
		var failed error
		slices.SortStableFunc(ix, func(i, j int) int {
			if failed != nil {
				return 0
			}
			less, err := object.CompareBool(th, v[i], v[j], object.Lt)
			if err != nil {
				failed = err
			}
			if less {
				return -1
			}
			more, err := object.CompareBool(th, v[j], v[i], object.Lt)
			if err != nil {
				failed = err
			}
			if more {
				return 1
			}
			return 0
		})
		return ix, failed
	}
	return ix, nil
}

// sortInPlace sorts lines along an axis.
func (a *Array) sortInPlace(th *object.Thread, axis int) error {
	n := a.shape[axis]
	step := a.strides[axis]
	var failed error
	a.lines(axis, func(pos int) {
		if failed != nil {
			return
		}
		if step == 1 {
			switch a.dt.C {
			case Float64:
				sortLine(view[float64](a)[pos : pos+n])
				return
			case Float32:
				sortLine(view[float32](a)[pos : pos+n])
				return
			case Int64:
				slices.Sort(view[int64](a)[pos : pos+n])
				return
			case Int32:
				slices.Sort(view[int32](a)[pos : pos+n])
				return
			}
		}
		ix, err := a.order(th, pos, step, n)
		if err != nil {
			failed = err
			return
		}
		line := a.withGeometry([]int{n}, []int{step}, pos)
		tmp := line.clone()
		for i, k := range ix {
			copyOne(a, pos+i*step, tmp, k)
		}
	})
	return failed
}

// sortLine sorts floats with NaN last; slices.Sort puts them first.
func sortLine[T float32 | float64](v []T) {
	slices.Sort(v)
	k := 0
	for k < len(v) && v[k] != v[k] {
		k++
	}
	if k > 0 && k < len(v) {
		nans := slices.Clone(v[:k])
		copy(v, v[k:])
		copy(v[len(v)-k:], nans)
	}
}

// argsort gives the order of each line.
func (a *Array) argsort(th *object.Thread, axis int) (*Array, error) {
	out := newArray(int64Type, a.shape...)
	o := view[int64](out)
	var starts []int
	out.lines(axis, func(pos int) { starts = append(starts, pos) })
	k := 0
	var failed error
	a.lines(axis, func(pos int) {
		if failed != nil {
			return
		}
		ix, err := a.order(th, pos, a.strides[axis], a.shape[axis])
		if err != nil {
			failed = err
			return
		}
		for i, x := range ix {
			o[starts[k]+i*out.strides[axis]] = int64(x)
		}
		k++
	})
	return out, failed
}

// argExtremum gives the place of the first largest or smallest element of each line; NaN counts as both.
func (a *Array) argExtremum(th *object.Thread, axis int, largest bool) (*Array, error) {
	shape := slices.Delete(slices.Clone(a.shape), axis, axis+1)
	out := newArray(int64Type, shape...)
	o := view[int64](out)
	k, n, step := 0, a.shape[axis], a.strides[axis]
	var failed error
	a.lines(axis, func(pos int) {
		best := 0
		switch a.dt.dom() {
		case ints:
			v := make([]int64, n)
			loadReal(a, pos, step, v)
			best = firstBest(v, largest)
		case uints:
			v := make([]uint64, n)
			loadReal(a, pos, step, v)
			best = firstBest(v, largest)
		case floats:
			v := make([]float64, n)
			loadReal(a, pos, step, v)
			if best = slices.IndexFunc(v, math.IsNaN); best < 0 {
				best = firstBest(v, largest)
			}
		case complexNumbers:
			v := make([]complex128, n)
			for i := range v {
				loadComplex(a, pos+i*step, 0, v[i:i+1])
			}
			for i, z := range v {
				if isNaN(z) {
					best = i
					break
				}
				if largest && lessComplex(v[best], z) || !largest && lessComplex(z, v[best]) {
					best = i
				}
			}
		default:
			op := object.Lt
			if largest {
				op = object.Gt
			}
			for i := 1; i < n && failed == nil; i++ {
				better, err := object.CompareBool(th, a.mem.objs[pos+i*step], a.mem.objs[pos+best*step], op)
				failed = err
				if better {
					best = i
				}
			}
		}
		o[k] = int64(best)
		k++
	})
	return out, failed
}

func firstBest[T cmp.Ordered](v []T, largest bool) int {
	best := 0
	for i, x := range v {
		if largest && x > v[best] || !largest && x < v[best] {
			best = i
		}
	}
	return best
}

// searchsorted finds where values belong in a sorted line.
func searchsorted(th *object.Thread, a, v *Array, right bool) (*Array, error) {
	dt := promote(a.dt, v.dt)
	a, err := a.to(th, dt)
	if err != nil {
		return nil, err
	}
	if v, err = v.to(th, dt); err != nil {
		return nil, err
	}
	out := newArray(int64Type, v.shape...)
	o := view[int64](out)
	line := a.clone()
	var less func(i int, p int) (before bool) // whether element i of the line lies before the value at p
	var failed error
	cmpAt := func(c int) bool { return c < 0 || right && c == 0 }
	switch dt.dom() {
	case ints:
		less = searchIn(line, v, func(x, y int64) bool { return cmpAt(cmp.Compare(x, y)) }, loadReal[int64])
	case uints:
		less = searchIn(line, v, func(x, y uint64) bool { return cmpAt(cmp.Compare(x, y)) }, loadReal[uint64])
	case floats:
		less = searchIn(line, v, func(x, y float64) bool { return cmpAt(compareFloats(x, y)) }, loadReal[float64])
	case complexNumbers:
		less = searchIn(line, v, func(x, y complex128) bool { return cmpAt(compareComplexes(x, y)) }, loadComplex)
	default:
		less = func(i, p int) bool {
			x, y := line.mem.objs[i], v.mem.objs[p]
			if right {
				more, err := object.CompareBool(th, y, x, object.Lt)
				if err != nil {
					failed = err
				}
				return !more
			}
			before, err := object.CompareBool(th, x, y, object.Lt)
			if err != nil {
				failed = err
			}
			return before
		}
	}
	n := a.size()
	for k, p := range positions(v) {
		lo, hi := 0, n
		for lo < hi {
			mid := (lo + hi) / 2
			if less(mid, p) {
				lo = mid + 1
			} else {
				hi = mid
			}
		}
		o[k] = int64(lo)
	}
	return out, failed
}

func searchIn[D int64 | uint64 | float64 | complex128](line, v *Array, before func(x, y D) bool, load func(*Array, int, int, []D)) func(i, p int) bool {
	sorted := make([]D, line.size())
	for i := 0; i < len(sorted); i += chunk {
		load(line, i, 1, sorted[i:min(i+chunk, len(sorted))])
	}
	last, one := -1, make([]D, 1)
	return func(i, p int) bool {
		if p != last {
			load(v, p, 0, one)
			last = p
		}
		return before(sorted[i], one[0])
	}
}
