package object

import "slices"

// This file sorts by comparisons that scripts see: the order in which they are asked for is that of CPython (Objects/listsort.txt of T. Peters; the order of the merges is
// that of powersort, Munro and Wild, 2018). Runs that lie there in order are found, short ones are lengthened by binary insertion, and neighbours are merged, where
// a side that wins again and again is searched in steps that double.

// gallopFrom is how often a side has to win before it is searched.
const gallopFrom = 7

// runSorter sorts indices of keys by less, until that fails.
type runSorter struct {
	less    func(i, j int32) (bool, error)
	ix, tmp []int32
	pending []pendingRun
	gallop  int
	err     error
}

// pendingRun is a run that is not merged with the one behind it; power is the level in the tree of merges of the boundary behind it.
type pendingRun struct{ start, n, power int }

// sortRuns sorts stably. After an error the indices are in some order.
func sortRuns(ix []int32, less func(i, j int32) (bool, error)) error {
	s := &runSorter{less: less, ix: ix, gallop: gallopFrom}
	least := len(ix)
	odd := 0
	for least >= 64 {
		odd |= least & 1
		least >>= 1
	}
	least += odd
	for start := 0; start < len(ix) && s.err == nil; {
		rest := ix[start:]
		n := s.countRun(rest)
		if want := min(least, len(rest)); n < want {
			s.insert(rest[:want], n)
			n = want
		}
		s.found(start, n)
		start += n
	}
	for len(s.pending) > 1 && s.err == nil {
		s.mergeAt(len(s.pending) - 2)
	}
	return s.err
}

func (s *runSorter) lt(i, j int32) bool {
	if s.err != nil {
		return false
	}
	r, err := s.less(i, j)
	s.err = err
	return r
}

// countRun is the length of the run with which a begins, which is ascending then: a descending one is turned round, but not among equal elements.
func (s *runSorter) countRun(a []int32) int {
	if len(a) < 2 {
		return len(a)
	}
	smaller := func(n int) bool { return s.lt(a[n], a[n-1]) }
	ascending := func(n int) int {
		for n < len(a) && !smaller(n) && s.err == nil {
			n++
		}
		return n
	}
	n := ascending(1)
	if n == len(a) || s.err != nil {
		return n
	}
	if n > 1 {
		if s.lt(a[0], a[n-1]) || s.err != nil {
			return n
		}
		slices.Reverse(a[:n]) // all are equal
	}
	equal := 0 // how many at the end are equal to the one before
	turn := func(n int) {
		slices.Reverse(a[n-equal-1 : n])
		equal = 0
	}
	for n++; n < len(a) && s.err == nil; n++ {
		if smaller(n) {
			if equal > 0 {
				turn(n)
			}
			continue
		}
		if s.lt(a[n-1], a[n]) {
			break
		}
		equal++
	}
	if equal > 0 {
		turn(n)
	}
	slices.Reverse(a[:n])
	if s.err != nil {
		return n
	}
	return ascending(n)
}

// insert sorts a, whose first n elements are in order, by binary insertion.
func (s *runSorter) insert(a []int32, n int) {
	for ; n < len(a) && s.err == nil; n++ {
		pivot := a[n]
		low, high := 0, n
		for low < high {
			if mid := int(uint(low+high) >> 1); s.lt(pivot, a[mid]) {
				high = mid
			} else {
				low = mid + 1
			}
		}
		copy(a[low+1:n+1], a[low:n])
		a[low] = pivot
	}
}

// found pushes a run, after merging those that lie deeper in the tree of merges than the boundary before it.
func (s *runSorter) found(start, n int) {
	if k := len(s.pending); k > 0 {
		power := powerOf(s.pending[k-1].start, s.pending[k-1].n, n, len(s.ix))
		for len(s.pending) > 1 && s.pending[len(s.pending)-2].power > power && s.err == nil {
			s.mergeAt(len(s.pending) - 2)
		}
		s.pending[len(s.pending)-1].power = power
	}
	s.pending = append(s.pending, pendingRun{start: start, n: n})
}

// powerOf is the level of the boundary between the run of n1 elements from start and the n2 after it, among total: the first binary digit in which the middles of both differ.
func powerOf(start, n1, n2, total int) int {
	a := 2*start + n1
	b := a + n1 + n2
	for power := 1; ; power++ {
		switch {
		case a >= total:
			a, b = a-total, b-total
		case b >= total:
			return power
		}
		a, b = a<<1, b<<1
	}
}

// mergeAt merges the pending runs i and i+1.
func (s *runSorter) mergeAt(i int) {
	x, y := s.pending[i], s.pending[i+1]
	s.pending[i].n += y.n
	s.pending = slices.Delete(s.pending, i+1, i+2)
	a, b := s.ix[x.start:x.start+x.n], s.ix[y.start:y.start+y.n]
	k := s.gallopRight(b[0], a, 0) // those of a before stay where they are
	if a = a[k:]; len(a) == 0 || s.err != nil {
		return
	}
	if b = b[:s.gallopLeft(a[len(a)-1], b, len(b)-1)]; len(b) == 0 || s.err != nil { // and those of b behind
		return
	}
	whole := s.ix[x.start+k : x.start+k+len(a)+len(b)]
	if len(a) <= len(b) {
		s.mergeLow(whole, len(a))
	} else {
		s.mergeHigh(whole, len(a))
	}
}

// gallopLeft is where key belongs in a before elements equal to it, searched from hint on.
func (s *runSorter) gallopLeft(key int32, a []int32, hint int) int {
	return s.search(a, hint, func(x int32) bool { return s.lt(x, key) })
}

// gallopRight is where key belongs in a behind elements equal to it.
func (s *runSorter) gallopRight(key int32, a []int32, hint int) int {
	return s.search(a, hint, func(x int32) bool { return !s.lt(key, x) })
}

// search is the number of elements of a that come before, which are the first ones, by steps of 1, 3, 7, ... from hint and bisection of the last of them.
func (s *runSorter) search(a []int32, hint int, before func(x int32) bool) int {
	last, step := 0, 1
	var low, high int
	if before(a[hint]) {
		most := len(a) - hint
		for step < most && before(a[hint+step]) && s.err == nil {
			last, step = step, step<<1+1
		}
		low, high = hint+last, hint+min(step, most)
	} else {
		most := hint + 1
		for step < most && !before(a[hint-step]) && s.err == nil {
			last, step = step, step<<1+1
		}
		low, high = hint-min(step, most), hint-last
	}
	for low++; low < high && s.err == nil; {
		if mid := low + (high-low)>>1; before(a[mid]) {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return high
}

// mergeLow merges the first n elements of a, which are copied away, with the others, from the left. The first of the others comes first of all, and the last of the n last.
func (s *runSorter) mergeLow(a []int32, n int) {
	s.tmp = append(s.tmp[:0], a[:n]...)
	left, right := s.tmp, a[n:]
	to := 0
	put := func(from *[]int32, k int) {
		copy(a[to:], (*from)[:k])
		*from, to = (*from)[k:], to+k
	}
	defer func() { copy(a[to:], left) }() // what is left of the others lies where it belongs
	put(&right, 1)
	for len(left) > 1 && len(right) > 0 && s.err == nil {
		wonLeft, wonRight := 0, 0
		for wonLeft < s.gallop && wonRight < s.gallop {
			if s.lt(right[0], left[0]) {
				put(&right, 1)
				wonLeft, wonRight = 0, wonRight+1
			} else if s.err != nil {
				return
			} else {
				put(&left, 1)
				wonLeft, wonRight = wonLeft+1, 0
			}
			if len(right) == 0 || len(left) == 1 {
				break
			}
		}
		if len(right) == 0 || len(left) == 1 {
			break
		}
		s.gallop++
		for {
			s.gallop = max(1, s.gallop-1)
			k := s.gallopRight(right[0], left, 0)
			if s.err != nil {
				return
			}
			put(&left, k)
			if len(left) <= 1 {
				break
			}
			put(&right, 1)
			if len(right) == 0 {
				break
			}
			m := s.gallopLeft(left[0], right, 0)
			if s.err != nil {
				return
			}
			put(&right, m)
			if len(right) == 0 {
				break
			}
			put(&left, 1)
			if len(left) == 1 {
				break
			}
			if k < gallopFrom && m < gallopFrom {
				s.gallop++ // for leaving
				break
			}
		}
	}
	if len(left) == 1 && s.err == nil { // which is the last of all
		put(&right, len(right))
	}
}

// mergeHigh is mergeLow from the right: the elements behind the first n are copied away.
func (s *runSorter) mergeHigh(a []int32, n int) {
	s.tmp = append(s.tmp[:0], a[n:]...)
	left, right := a[:n], s.tmp
	to := len(a)
	put := func(from *[]int32, k int) {
		at := len(*from) - k
		copy(a[to-k:to], (*from)[at:])
		*from, to = (*from)[:at], to-k
	}
	defer func() { copy(a[to-len(right):], right) }()
	put(&left, 1)
	for len(left) > 0 && len(right) > 1 && s.err == nil {
		wonLeft, wonRight := 0, 0
		for wonLeft < s.gallop && wonRight < s.gallop {
			if s.lt(right[len(right)-1], left[len(left)-1]) {
				put(&left, 1)
				wonLeft, wonRight = wonLeft+1, 0
			} else if s.err != nil {
				return
			} else {
				put(&right, 1)
				wonLeft, wonRight = 0, wonRight+1
			}
			if len(left) == 0 || len(right) == 1 {
				break
			}
		}
		if len(left) == 0 || len(right) == 1 {
			break
		}
		s.gallop++
		for {
			s.gallop = max(1, s.gallop-1)
			k := len(left) - s.gallopRight(right[len(right)-1], left, len(left)-1)
			if s.err != nil {
				return
			}
			put(&left, k)
			if len(left) == 0 {
				break
			}
			put(&right, 1)
			if len(right) == 1 {
				break
			}
			m := len(right) - s.gallopLeft(left[len(left)-1], right, len(right)-1)
			if s.err != nil {
				return
			}
			put(&right, m)
			if len(right) <= 1 {
				break
			}
			put(&left, 1)
			if len(left) == 0 {
				break
			}
			if k < gallopFrom && m < gallopFrom {
				s.gallop++
				break
			}
		}
	}
	if len(right) == 1 && s.err == nil { // which is the first of all
		put(&left, len(left))
	}
}
