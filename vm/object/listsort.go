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
	switch {
	case s.kind == 0:
		s.byRuns(th)
	case !s.alreadySorted():
		s.mergeSort()
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

// less compares machine keys.
func (s *sorter) less(i, j int32) bool {
	a, b := s.keys[i], s.keys[j]
	switch s.kind {
	case 'i':
		return a.SmallInt() < b.SmallInt()
	case 'f':
		return a.ExactFloat() < b.ExactFloat()
	}
	return sv(a).S < sv(b).S
}

// alreadySorted looks for one ascending run, comparing each element with the one before it.
func (s *sorter) alreadySorted() bool {
	if s.reverse {
		slices.Reverse(s.ix)
	}
	for i := 1; i < len(s.ix); i++ {
		if s.less(s.ix[i], s.ix[i-1]) {
			return false
		}
	}
	if s.reverse {
		slices.Reverse(s.ix)
	}
	return true
}

// byRuns sorts what has no machine keys.
func (s *sorter) byRuns(th *Thread) {
	if s.reverse {
		slices.Reverse(s.ix)
	}
	s.err = sortRuns(s.ix, func(i, j int32) (bool, error) { return CompareBool(th, s.keys[i], s.keys[j], Lt) })
	if s.reverse {
		slices.Reverse(s.ix)
	}
}

// mergeSort is stable; the reversed order sorts the reversed sequence and turns it round, which keeps equal elements in
// their original order.
func (s *sorter) mergeSort() {
	switch s.kind {
	case 'i':
		sortPairs(s, Value.SmallInt)
	case 'f':
		sortPairs(s, Value.ExactFloat)
	case 's':
		sortPairs(s, func(v Value) string { return sv(v).S })
	}
	if s.reverse {
		slices.Reverse(s.ix)
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
