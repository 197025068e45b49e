package object

import (
	"slices"
	"strings"
)

// NewTuple is a tuple of the items, which it keeps.
func NewTuple(items ...Value) *Tuple {
	if len(items) == 0 {
		return emptyTuple
	}
	return &Tuple{Header: Header{typ: TupleType}, Items: items}
}

// NewTupleCopy is a tuple of a copy of items; a short one lies in one piece with them.
func NewTupleCopy(items ...Value) *Tuple {
	var t *Tuple
	switch n := len(items); n {
	case 0:
		return emptyTuple
	case 1:
		o := &struct {
			Tuple
			items [1]Value
		}{}
		t, o.Items = &o.Tuple, o.items[:]
	case 2:
		o := &struct {
			Tuple
			items [2]Value
		}{}
		t, o.Items = &o.Tuple, o.items[:]
	case 3:
		o := &struct {
			Tuple
			items [3]Value
		}{}
		t, o.Items = &o.Tuple, o.items[:]
	default:
		return NewTuple(append([]Value(nil), items...)...)
	}
	t.typ = TupleType
	copy(t.Items, items)
	return t
}

var emptyTuple = &Tuple{Header: Header{typ: TupleType}}

// NewList is a list of the items, which it keeps.
func NewList(items ...Value) *List { return &List{Header: Header{typ: ListType}, Items: items} }

// Items are the elements of a list or tuple, shared with it.
func Items(v Value) ([]Value, bool) {
	if l, ok := AsList(v); ok {
		return l.Items, true
	}
	if t, ok := AsTuple(v); ok {
		return t.Items, true
	}
	return nil, false
}

// seqIndex is the position among n items that an integer key stands for.
func seqIndex(key Value, n int, what string) (int, error) {
	i, err := seqKey(key, what)
	if err != nil {
		return 0, err
	}
	if i < 0 {
		i += n
	}
	if i < 0 || i >= n {
		return 0, IndexErrorf("%s index out of range", what)
	}
	return i, nil
}

// seqKey is an integer key as it was given. To find it may run code: what it is a position in is looked at afterwards.
func seqKey(key Value, what string) (int, error) {
	if i, ok := key.AsInt(); ok {
		return int(i), nil
	}
	if key.p.typ.Index == nil {
		if what == "string" {
			return 0, TypeErrorf("string indices must be integers, not '%s'", key.p.typ.Name)
		}
		return 0, TypeErrorf("%s indices must be integers or slices, not %s", what, key.p.typ.Name)
	}
	x, err := Index(key)
	if err != nil {
		return 0, err
	}
	i, ok := x.AsInt()
	if !ok {
		return 0, IndexErrorf("cannot fit 'int' into an index-sized integer")
	}
	return int(i), nil
}

// The functions below that take a pointer to items run code of the script between two of them, which may change a list.

func reprItems(items *[]Value, open, end string) (Value, error) {
	var b strings.Builder
	b.WriteString(open)
	for i := 0; i < len(*items); i++ {
		if i > 0 {
			b.WriteString(", ")
		}
		s, err := Repr((*items)[i])
		if err != nil {
			return Null, err
		}
		b.WriteString(s)
	}
	b.WriteString(end)
	return NewStr(b.String()), nil
}

// repring are the containers whose repr is being made, which show as dots inside themselves.
var repring = map[*Header]bool{}

// GuardRepr runs f unless the repr of v is already being made, when it gives dots.
func GuardRepr(v Value, dots string, f func() (Value, error)) (Value, error) {
	if repring[v.p] {
		return NewStr(dots), nil
	}
	repring[v.p] = true
	defer delete(repring, v.p)
	return f()
}

func compareItems(a, b *[]Value, op CompareOp) (Value, error) {
	if len(*a) != len(*b) && (op == Eq || op == Ne) {
		return Bool(op == Ne), nil
	}
	for i := 0; i < len(*a) && i < len(*b); i++ {
		eq, err := Equal((*a)[i], (*b)[i])
		if err != nil {
			return Null, err
		}
		if eq {
			continue
		}
		if i >= len(*a) || i >= len(*b) { // the comparison shortened a list
			break
		}
		switch op {
		case Eq:
			return False, nil
		case Ne:
			return True, nil
		}
		if i < len(*a) && i < len(*b) {
			return Compare((*a)[i], (*b)[i], op)
		}
	}
	return Bool(compareOrdered(op, len(*a), len(*b))), nil
}

func containsItem(items *[]Value, x Value) (bool, error) {
	for i := 0; i < len(*items); i++ {
		eq, err := Equal((*items)[i], x)
		if err != nil || eq {
			return eq, err
		}
	}
	return false, nil
}

func indexOf(fname string, items *[]Value, args, kw []Value, missing string) (Value, error) {
	a, err := Args(fname, args, kw, "self", "value", "|", "start", "stop", "/")
	if err != nil {
		return Null, err
	}
	return indexIn(items, a, missing)
}

// indexIn looks for the value a[1] between a[2] and a[3], which may be absent.
func indexIn(items *[]Value, a []Value, missing string) (Value, error) {
	var err error
	lo, hi := 0, len(*items)
	if !a[2].IsNull() {
		if lo, err = clampIndex(a[2]); err != nil {
			return Null, err
		}
		if lo < 0 {
			lo = max(lo+len(*items), 0)
		}
	}
	if !a[3].IsNull() {
		if hi, err = clampIndex(a[3]); err != nil {
			return Null, err
		}
		if hi < 0 {
			hi += len(*items)
		}
	}
	for i := lo; i < hi && i < len(*items); i++ {
		eq, err := Equal((*items)[i], a[1])
		if err != nil {
			return Null, err
		}
		if eq {
			return Int(int64(i)), nil
		}
	}
	return Null, ValueErrorf("%s", missing)
}

func countItem(items *[]Value, x Value) (Value, error) {
	n := int64(0)
	for i := 0; i < len(*items); i++ {
		eq, err := Equal((*items)[i], x)
		if err != nil {
			return Null, err
		}
		if eq {
			n++
		}
	}
	return Int(n), nil
}

func repeatItems(items []Value, n int) ([]Value, error) {
	if n <= 0 || len(items) == 0 {
		return nil, nil
	}
	if err := checkLength(n, len(items)*valueBytes); err != nil {
		return nil, err
	}
	out := make([]Value, 0, n*len(items))
	for range n {
		out = append(out, items...)
	}
	return out, nil
}

func sliceItems(from *[]Value, sl *Slice) ([]Value, error) {
	sl, err := sl.Evaluated()
	if err != nil {
		return nil, err
	}
	items := *from
	start, _, step, n, err := sl.Indices(len(items))
	if err != nil {
		return nil, err
	}
	if step == 1 {
		return append([]Value(nil), items[start:start+n]...), nil
	}
	out := make([]Value, n)
	for i := range out {
		out[i] = items[start+i*step]
	}
	return out, nil
}

// Sort sorts in place and stably by key (absent for none) with <.
func (l *List) Sort(key Value, reverse bool) error {
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
			if keys[i], err = Call(key, x); err != nil {
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
	if !s.alreadySorted() && s.err == nil {
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

func (s *sorter) less(i, j int32) bool {
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
	r, err := CompareBool(a, b, Lt)
	if err != nil {
		s.err = err
	}
	return r
}

// alreadySorted looks for one ascending run, comparing each element with the one before it.
func (s *sorter) alreadySorted() bool {
	if s.reverse {
		for i, j := 0, len(s.ix)-1; i < j; i, j = i+1, j-1 {
			s.ix[i], s.ix[j] = s.ix[j], s.ix[i]
		}
	}
	ok := true
	for i := 1; i < len(s.ix); i++ {
		if s.less(s.ix[i], s.ix[i-1]) || s.err != nil {
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
func (s *sorter) mergeSort() {
	switch s.kind {
	case 'i':
		sortPairs(s, Value.SmallInt)
	case 'f':
		sortPairs(s, Value.ExactFloat)
	case 's':
		sortPairs(s, func(v Value) string { return sv(v).S })
	default:
		tmp := make([]int32, len(s.ix))
		s.merge(s.ix, tmp)
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

func (s *sorter) merge(a, tmp []int32) {
	if s.err != nil {
		return
	}
	if len(a) <= 8 {
		for i := 1; i < len(a); i++ {
			for j := i; j > 0 && s.less(a[j], a[j-1]); j-- {
				a[j], a[j-1] = a[j-1], a[j]
			}
		}
		return
	}
	mid := len(a) / 2
	s.merge(a[:mid], tmp[:mid])
	s.merge(a[mid:], tmp[mid:])
	if !s.less(a[mid], a[mid-1]) {
		return
	}
	copy(tmp[:mid], a[:mid])
	i, j, k := 0, mid, 0
	for i < mid && j < len(a) {
		if s.less(a[j], tmp[i]) {
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

func lv(v Value) *List  { l, _ := AsList(v); return l }
func tv(v Value) *Tuple { t, _ := AsTuple(v); return t }

func listSetItem(v, key, val Value) error {
	l := lv(v)
	if sl, ok := AsSlice(key); ok {
		return l.setSlice(sl, val)
	}
	i, err := seqKey(key, "list")
	if err != nil {
		return err
	}
	if i < 0 {
		i += len(l.Items)
	}
	if i < 0 || i >= len(l.Items) {
		return IndexErrorf("list assignment index out of range")
	}
	if val.IsNull() {
		l.Items = slices.Delete(l.Items, i, i+1)
		return nil
	}
	l.Items[i] = val
	return nil
}

func (l *List) setSlice(sl *Slice, val Value) error {
	sl, err := sl.Evaluated()
	if err != nil {
		return err
	}
	if val.IsNull() {
		return l.deleteSlice(sl)
	}
	items, err := ToSlice(val) // code that makes the values may change the list
	if err != nil {
		if sl.Step.IsNone() && ErrorIs(err, TypeError) && val.p.typ.Iter == nil {
			return TypeErrorf("must assign iterable to extended slice")
		}
		return err
	}
	start, stop, step, n, err := sl.Indices(len(l.Items))
	if err != nil {
		return err
	}
	if step == 1 {
		l.Items = slices.Replace(l.Items, start, max(start, stop), items...)
		return nil
	}
	if len(items) != n {
		return ValueErrorf("attempt to assign sequence of size %d to extended slice of size %d", len(items), n)
	}
	for i, x := range items {
		l.Items[start+i*step] = x
	}
	return nil
}

// deleteSlice closes the gaps in place.
func (l *List) deleteSlice(sl *Slice) error {
	start, _, step, n, err := sl.Indices(len(l.Items))
	if err != nil || n == 0 {
		return err
	}
	if step < 0 {
		start, step = start+(n-1)*step, -step
	}
	to := start
	for i := range n {
		from := start + i*step + 1
		end := len(l.Items)
		if i < n-1 {
			end = from + step - 1
		}
		to += copy(l.Items[to:], l.Items[from:end])
	}
	clear(l.Items[to:])
	l.Items = l.Items[:to]
	return nil
}

func (l *List) pop(i int) (Value, error) {
	n := len(l.Items)
	if n == 0 {
		return Null, IndexErrorf("pop from empty list")
	}
	if i < 0 {
		i += n
	}
	if i < 0 || i >= n {
		return Null, IndexErrorf("pop index out of range")
	}
	x := l.Items[i]
	copy(l.Items[i:], l.Items[i+1:])
	l.Items[n-1] = Null
	l.Items = l.Items[:n-1]
	return x, nil
}

// Extend appends the values of an iterable.
func (l *List) Extend(it Value) error {
	if it.p == &l.Header {
		l.Items = append(l.Items, l.Items...)
		return nil
	}
	if it.p.typ.heap { // whose guess of the length may fail
		if _, err := LengthHint(it, 0); err != nil {
			return err
		}
	}
	return Iterate(it, func(x Value) error { l.Items = append(l.Items, x); return nil })
}

func init() {
	var ops, inplace, refl [NumOps]BinaryFunc
	ops[OpAdd] = func(a, b Value) (Value, error) {
		o, ok := AsList(b)
		if !ok {
			return NotImplemented, nil
		}
		x := lv(a).Items
		out := make([]Value, 0, len(x)+len(o.Items))
		return NewList(append(append(out, x...), o.Items...)...).Ref(), nil
	}
	ops[OpMul] = func(a, b Value) (Value, error) {
		n, ok, err := repeatCount(b)
		if err != nil || !ok {
			return NotImplemented, err
		}
		items, err := repeatItems(lv(a).Items, n)
		return NewList(items...).Ref(), err
	}
	refl[OpMul] = ops[OpMul]
	inplace[OpAdd] = func(a, b Value) (Value, error) { return a, lv(a).Extend(b) }
	inplace[OpMul] = func(a, b Value) (Value, error) {
		n, ok, err := repeatCount(b)
		if err != nil || !ok {
			return NotImplemented, err
		}
		lv(a).Items, err = repeatItems(lv(a).Items, n)
		return a, err
	}
	ListType.define(Spec{Sequence: true,
		Slots: Slots{
			Repr: func(v Value) (Value, error) {
				return GuardRepr(v, "[...]", func() (Value, error) { return reprItems(&lv(v).Items, "[", "]") })
			},
			Compare: func(a, b Value, op CompareOp) (Value, error) {
				o, ok := AsList(b)
				if !ok {
					return NotImplemented, nil
				}
				return compareItems(&lv(a).Items, &o.Items, op)
			},
			Iter: func(v Value) (Value, error) { return newListIter(lv(v)), nil },
			Len:  func(v Value) (int, error) { return len(lv(v).Items), nil },
			GetItem: func(v, key Value) (Value, error) {
				l := lv(v)
				if sl, ok := AsSlice(key); ok {
					items, err := sliceItems(&l.Items, sl)
					return NewList(items...).Ref(), err
				}
				i, err := seqKey(key, "list")
				if err != nil {
					return Null, err
				}
				if i < 0 {
					i += len(l.Items)
				}
				if i < 0 || i >= len(l.Items) {
					return Null, IndexErrorf("list index out of range")
				}
				return l.Items[i], nil
			},
			SetItem:  listSetItem,
			Contains: func(v, x Value) (bool, error) { return containsItem(&lv(v).Items, x) },
			Binary:   ops, InPlace: inplace, Reflected: refl,
			New: func(cls *Type, args, kw []Value) (Value, error) {
				return (&List{Header: Header{typ: cls}}).Ref(), nil
			},
			Init: func(v Value, args, kw []Value) error {
				if len(kw) > 0 && v.p.typ.Lookup(sNew) == ListType.Lookup(sNew) {
					return NoKw("list", kw)
				}
				args = args[:len(args)-len(kw)]
				if len(args) > 1 {
					return TypeErrorf("list expected at most 1 argument, got %d", len(args))
				}
				lv(v).Items = nil
				if len(args) == 1 {
					if args[0].p.typ.heap {
						if _, err := LengthHint(args[0], 0); err != nil {
							return err
						}
					}
					items, err := ToSlice(args[0])
					lv(v).Items = items
					return err
				}
				return nil
			},
		},
		Methods: []Method{
			{Name: "append", OneArg: func(v, x Value) (Value, error) { l := lv(v); l.Items = append(l.Items, x); return None, nil }, Sig: "($self, object, /)"},
			{Name: "extend", OneArg: func(v, x Value) (Value, error) { return None, lv(v).Extend(x) }},
			{Name: "insert", Fn: func(args, kw []Value) (Value, error) {
				a, err := Args("insert", args, kw, "self", "index", "object", "/")
				if err != nil {
					return Null, err
				}
				l := lv(a[0])
				i, err := clampIndex(a[1])
				if err != nil {
					return Null, err
				}
				if i < 0 {
					i = max(i+len(l.Items), 0)
				}
				i = min(i, len(l.Items))
				l.Items = append(l.Items, Null)
				copy(l.Items[i+1:], l.Items[i:])
				l.Items[i] = a[2]
				return None, nil
			}},
			{Name: "pop", NoArgs: func(v Value) (Value, error) { return lv(v).pop(-1) }, Fn: func(args, kw []Value) (Value, error) {
				a, err := Args("pop", args, kw, "self", "|", "index", "/")
				if err != nil {
					return Null, err
				}
				i := -1
				if !a[1].IsNull() {
					if i, err = clampIndex(a[1]); err != nil {
						return Null, err
					}
				}
				return lv(a[0]).pop(i)
			}},
			{Name: "remove", OneArg: func(v, x Value) (Value, error) {
				l := lv(v)
				for i := 0; i < len(l.Items); i++ {
					eq, err := Equal(l.Items[i], x)
					if err != nil {
						return Null, err
					}
					if eq {
						if i < len(l.Items) {
							l.Items = slices.Delete(l.Items, i, i+1)
						}
						return None, nil
					}
				}
				return Null, ValueErrorf("list.remove(x): x not in list")
			}},
			{Name: "clear", NoArgs: func(v Value) (Value, error) { lv(v).Items = nil; return None, nil }},
			{Name: "copy", NoArgs: func(v Value) (Value, error) {
				return NewList(append([]Value(nil), lv(v).Items...)...).Ref(), nil
			}},
			{Name: "index", Fn: func(args, kw []Value) (Value, error) {
				return indexOf("index", &lv(args[0]).Items, args, kw, "list.index(x): x not in list")
			}},
			{Name: "count", OneArg: func(v, x Value) (Value, error) { return countItem(&lv(v).Items, x) }},
			{Name: "reverse", NoArgs: func(v Value) (Value, error) {
				it := lv(v).Items
				for i, j := 0, len(it)-1; i < j; i, j = i+1, j-1 {
					it[i], it[j] = it[j], it[i]
				}
				return None, nil
			}},
			{Name: "sort", Fn: func(args, kw []Value) (Value, error) {
				a, err := Args("sort", args, kw, "self", "/", "|", "*", "key", "reverse")
				if err != nil {
					return Null, err
				}
				rev := false
				if !a[2].IsNull() {
					if rev, err = IsTrue(a[2]); err != nil {
						return Null, err
					}
				}
				return None, lv(a[0]).Sort(a[1], rev)
			}},
			{Name: "__reversed__", NoArgs: func(v Value) (Value, error) { return newReversedList(lv(v)), nil }},
		},
		Class: []Method{{Name: "__class_getitem__", Fn: classGetItem}},
	})
	var tops, trefl [NumOps]BinaryFunc
	tops[OpAdd] = func(a, b Value) (Value, error) {
		o, ok := AsTuple(b)
		if !ok {
			return NotImplemented, nil
		}
		x := tv(a).Items
		out := make([]Value, 0, len(x)+len(o.Items))
		return NewTuple(append(append(out, x...), o.Items...)...).Ref(), nil
	}
	tops[OpMul] = func(a, b Value) (Value, error) {
		n, ok, err := repeatCount(b)
		if err != nil || !ok {
			return NotImplemented, err
		}
		if n == 1 && a.p.typ == TupleType {
			return a, nil
		}
		items, err := repeatItems(tv(a).Items, n)
		return NewTuple(items...).Ref(), err
	}
	trefl[OpMul] = tops[OpMul]
	TupleType.define(Spec{Sequence: true,
		Slots: Slots{
			Repr: func(v Value) (Value, error) {
				items := tv(v).Items
				if len(items) == 1 {
					return GuardRepr(v, "(...)", func() (Value, error) { return reprItems(&items, "(", ",)") })
				}
				return GuardRepr(v, "(...)", func() (Value, error) { return reprItems(&items, "(", ")") })
			},
			Compare: func(a, b Value, op CompareOp) (Value, error) {
				o, ok := AsTuple(b)
				if !ok {
					return NotImplemented, nil
				}
				return compareItems(&tv(a).Items, &o.Items, op)
			},
			Hash: func(v Value) (int64, error) { return hashItems(tv(v).Items) },
			Iter: func(v Value) (Value, error) { return newTupleIter(tv(v)), nil },
			Len:  func(v Value) (int, error) { return len(tv(v).Items), nil },
			GetItem: func(v, key Value) (Value, error) {
				t := tv(v)
				if sl, ok := AsSlice(key); ok {
					items, err := sliceItems(&t.Items, sl)
					return NewTuple(items...).Ref(), err
				}
				i, err := seqIndex(key, len(t.Items), "tuple")
				if err != nil {
					return Null, err
				}
				return t.Items[i], nil
			},
			Contains: func(v, x Value) (bool, error) { return containsItem(&tv(v).Items, x) },
			Binary:   tops, Reflected: trefl,
			New: func(cls *Type, args, kw []Value) (Value, error) {
				args, err := noKwNew(cls, TupleType, args, kw)
				if err != nil {
					return Null, err
				}
				if len(args) > 1 {
					return Null, TypeErrorf("tuple expected at most 1 argument, got %d", len(args))
				}
				var items []Value
				if len(args) == 1 {
					if cls == TupleType && args[0].p.typ == TupleType {
						return args[0], nil
					}
					var err error
					if items, err = ToSlice(args[0]); err != nil {
						return Null, err
					}
				}
				if cls == TupleType {
					return NewTuple(items...).Ref(), nil
				}
				return (&Tuple{Header: Header{typ: cls}, Items: items}).Ref(), nil
			},
		},
		Methods: []Method{
			{Name: "index", Fn: func(args, kw []Value) (Value, error) {
				return indexOf("index", &tv(args[0]).Items, args, kw, "tuple.index(x): x not in tuple")
			}},
			{Name: "count", OneArg: func(v, x Value) (Value, error) { return countItem(&tv(v).Items, x) }},
			{Name: "__getnewargs__", NoArgs: func(v Value) (Value, error) {
				return NewTuple(NewTuple(tv(v).Items...).Ref()).Ref(), nil
			}},
		},
		Class: []Method{{Name: "__class_getitem__", Fn: classGetItem}},
	})
}

// hashItems is CPython's tuple hash (a simplified xxHash).
func hashItems(items []Value) (int64, error) {
	const p1, p2, p5 = 11400714785074694791, 14029467366897019727, 2870177450012600261
	acc := uint64(p5)
	for _, x := range items {
		h, err := Hash(x)
		if err != nil {
			return 0, err
		}
		acc += uint64(h) * p2
		acc = acc<<31 | acc>>33
		acc *= p1
	}
	acc += uint64(len(items)) ^ (p5 ^ 3527539)
	if acc == ^uint64(0) {
		return 1546275796, nil
	}
	return int64(acc), nil
}

// NewTupleOf is an instance of a class derived from tuple.
func NewTupleOf(t *Type, items ...Value) Value {
	return (&Tuple{Header: Header{typ: t}, Items: items}).Ref()
}
