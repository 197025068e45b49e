package object

import (
	"slices"
)

// Sort sorts in place and stably by key (absent for none) with <.
func (l *List) Sort(th *Thread, key Value, reverse bool) error {
	items := l.Items
	if (key.IsNull() || key.IsNone()) && sortNumbers(items, reverse) {
		return nil
	}
	l.Items = nil
	keys := items
	var err error
	if !key.IsNull() && !key.IsNone() {
		keys = make([]Value, len(items))
		for i, x := range items {
			if keys[i], err = Call(th, key, x); err != nil {
				l.Items = items
				return err
			}
		}
	}
	s := sorter{keys: keys, reverse: reverse}
	s.ix = make([]int32, len(items))
	for i := range s.ix {
		s.ix[i] = int32(i)
	}
	s.prepare()
	if !s.alreadySorted(th) && s.err == nil {
		s.mergeSort(th)
	}
	out := make([]Value, len(items))
	for i, j := range s.ix {
		out[i] = items[j]
	}
	changed := l.Items != nil
	l.Items = out
	if s.err == nil && changed {
		return ValueErrorf("list modified during sort")
	}
	return s.err
}

type sorter struct {
	keys    []Value
	ix      []int32
	reverse bool
	err     error
	kind    byte // 'i' ints, 'f' floats, 's' strings, 0 mixed
}

func (s *sorter) prepare() {
	if len(s.keys) == 0 {
		return
	}
	all := func(test func(Value) bool) bool {
		for _, k := range s.keys {
			if !test(k) {
				return false
			}
		}
		return true
	}
	switch k := s.keys[0]; {
	case k.IsSmallInt() && all(Value.IsSmallInt):
		s.kind = 'i'
	case k.IsExactFloat() && all(func(v Value) bool { return v.IsExactFloat() && v.ExactFloat() == v.ExactFloat() }):
		s.kind = 'f'
	case k.p.typ == StrType && all(func(v Value) bool { return v.p.typ == StrType }):
		s.kind = 's'
	}
}

func (s *sorter) less(th *Thread, i, j int32) bool {
	a, b := s.keys[i], s.keys[j]
	switch s.kind {
	case 'i':
		return a.SmallInt() < b.SmallInt()
	case 'f':
		return a.ExactFloat() < b.ExactFloat()
	case 's':
		return sv(a).S < sv(b).S
	}
	if s.err != nil {
		return false
	}
	r, err := CompareBool(th, a, b, Lt)
	if err != nil {
		s.err = err
	}
	return r
}

// alreadySorted looks for one ascending run, comparing each element with the one before it.
func (s *sorter) alreadySorted(th *Thread) bool {
	if s.reverse {
		for i, j := 0, len(s.ix)-1; i < j; i, j = i+1, j-1 {
			s.ix[i], s.ix[j] = s.ix[j], s.ix[i]
		}
	}
	ok := true
	for i := 1; i < len(s.ix); i++ {
		if s.less(th, s.ix[i], s.ix[i-1]) || s.err != nil {
			ok = false
			break
		}
	}
	if ok && s.reverse {
		s.unreverse()
	}
	return ok
}

func (s *sorter) unreverse() {
	for i, j := 0, len(s.ix)-1; i < j; i, j = i+1, j-1 {
		s.ix[i], s.ix[j] = s.ix[j], s.ix[i]
	}
}

// mergeSort is stable; the reversed order sorts the reversed sequence and turns it round, which keeps equal elements in
// their original order.
func (s *sorter) mergeSort(th *Thread) {
	switch s.kind {
	case 'i':
		sortPairs(s, Value.SmallInt)
	case 'f':
		sortPairs(s, Value.ExactFloat)
	case 's':
		sortPairs(s, func(v Value) string { return sv(v).S })
	default:
		tmp := make([]int32, len(s.ix))
		s.merge(th, s.ix, tmp)
	}
	if s.reverse {
		s.unreverse()
	}
}

// sortPairs sorts by machine keys, with the position as the tie-breaker that makes it stable.
func sortPairs[T int64 | float64 | string](s *sorter, key func(Value) T) {
	type pair struct {
		k   T
		pos int32
	}
	ps := make([]pair, len(s.ix))
	for i, j := range s.ix {
		ps[i] = pair{key(s.keys[j]), int32(i)}
	}
	slices.SortFunc(ps, func(a, b pair) int {
		switch {
		case a.k < b.k:
			return -1
		case a.k > b.k:
			return 1
		}
		return int(a.pos - b.pos)
	})
	ix := make([]int32, len(ps))
	for i, p := range ps {
		ix[i] = s.ix[p.pos]
	}
	copy(s.ix, ix)
}

func (s *sorter) merge(th *Thread, a, tmp []int32) {
	if s.err != nil {
		return
	}
	if len(a) <= 8 {
		for i := 1; i < len(a); i++ {
			for j := i; j > 0 && s.less(th, a[j], a[j-1]); j-- {
				a[j], a[j-1] = a[j-1], a[j]
			}
		}
		return
	}
	mid := len(a) / 2
	s.merge(th, a[:mid], tmp[:mid])
	s.merge(th, a[mid:], tmp[mid:])
	if !s.less(th, a[mid], a[mid-1]) {
		return
	}
	copy(tmp[:mid], a[:mid])
	i, j, k := 0, mid, 0
	for i < mid && j < len(a) {
		if s.less(th, a[j], tmp[i]) {
			a[k] = a[j]
			j++
		} else {
			a[k] = tmp[i]
			i++
		}
		k++
	}
	for i < mid {
		a[k] = tmp[i]
		i, k = i+1, k+1
	}
}
