package object

// What iterators tell of themselves: __length_hint__, and the position by __reduce__ and __setstate__.

func addIteratorReductions() {
	for _, t := range []*Type{ListIterType, TupleIterType, StrIterType, BytesIterType, RangeIterType, LongRangeType, SetIterType, SeqIterType,
		ListRevType, DictKeyIterType, DictValIterType, DictItemIterType, DictRevKeyType, DictRevValType, DictRevItemType, CallableIterType} {
		t.extend(Method{Name: "__reduce__", NoArgs: reduceIterator})
		if t != CallableIterType {
			t.extend(Method{Name: "__length_hint__", NoArgs: iteratorHint})
		}
	}
	for _, t := range []*Type{ListIterType, TupleIterType, StrIterType, BytesIterType, RangeIterType, LongRangeType, SeqIterType, ListRevType} {
		t.extend(Method{Name: "__setstate__", OneArg: setIterator})
	}
	for _, t := range []*Type{EnumerateType, ZipType, MapType, FilterType, ReversedType} {
		t.extend(Method{Name: "__reduce__", NoArgs: reduceLazy})
	}
	for _, t := range []*Type{ZipType, MapType} {
		t.extend(Method{Name: "__setstate__", OneArg: func(th *Thread, v, state Value) (Value, error) {
			strict, err := IsTrue(th, state)
			zv(v).strict = strict
			return None, err
		}})
	}
	ReversedType.extend(
		Method{Name: "__length_hint__", NoArgs: func(th *Thread, v Value) (Value, error) {
			z := zv(v)
			if z.n < 0 {
				return Int(0), nil
			}
			n, err := Len(th, z.its[0])
			if err != nil {
				return Null, err
			}
			if n < z.n+1 {
				return Int(0), nil
			}
			return Int(int64(z.n + 1)), nil
		}},
		Method{Name: "__setstate__", OneArg: func(th *Thread, v, state Value) (Value, error) {
			i, err := ToInt(th, state)
			if err != nil {
				return Null, err
			}
			z := zv(v)
			if z.n < 0 {
				return None, nil
			}
			n, err := Len(th, z.its[0])
			if err != nil {
				return Null, err
			}
			z.n = max(min(i, n-1), -1)
			return None, nil
		}})
}

// sequenceIterTypes are the types made by NewSequenceIterType.
var sequenceIterTypes = map[*Type]bool{}

// NewSequenceIterType is a type for iterators made by NewSequenceIter, which can be copied and pickled.
func NewSequenceIterType(name, module string) *Type {
	t := NewIterType(name, module, Method{Name: "__reduce__", NoArgs: reduceIterator}, Method{Name: "__setstate__", OneArg: setIterator})
	sequenceIterTypes[t] = true // start: called while packages are initialised
	return t
}

// NewSequenceIter walks anything with __getitem__ until it raises IndexError, and then never again.
func NewSequenceIter(t *Type, v Value) Value {
	it := newSeqIter(v)
	it.p.typ = t
	return it
}

// family is the built-in type of iterators that it behaves as.
func (it *iterator) family() *Type {
	if sequenceIterTypes[it.typ] {
		return SeqIterType
	}
	return it.typ
}

// remaining counts the items that an iterator has left.
func (it *iterator) remaining(th *Thread) (int, error) {
	if it.seq.p == nil {
		return 0, nil
	}
	switch it.family() {
	case ListRevType:
		if n, err := Len(th, it.seq); err != nil || n < it.pos+1 { // the list has been cut
			return 0, err
		}
		return it.pos + 1, nil
	case RangeIterType:
		return max(it.end, 0), nil
	case LongRangeType:
		return it.end - it.pos, nil
	case ListIterType, TupleIterType, BytesIterType, SeqIterType:
		n, err := Len(th, it.seq)
		return max(n-it.pos, 0), err
	case StrIterType:
		s, _ := AsStr(it.seq)
		return len(DecodeWTF8(s.S[min(it.pos, len(s.S)):])), nil
	case SetIterType:
		s, _ := AsSet(it.seq)
		if s.used != it.end {
			return 0, nil
		}
	case DictKeyIterType, DictValIterType, DictItemIterType, DictRevKeyType, DictRevValType, DictRevItemType:
		if d, _ := AsDict(it.seq); d.Len() != it.end {
			return 0, nil
		}
	}
	rest, err := it.rest(th)
	return len(rest), err
}

// rest are the items to come, without going on.
func (it *iterator) rest(th *Thread) ([]Value, error) {
	ahead := *it
	var out []Value
	for {
		x, err := ahead.next(th, &ahead)
		if err != nil || x.IsNull() {
			return out, err
		}
		out = append(out, x)
	}
}

// IteratorRest lists what the iterator of a built-in container will give, without moving it.
func IteratorRest(th *Thread, v Value) ([]Value, error) {
	it := iv(v)
	if it == nil || v.p.typ.Lookup(th, sReduce) == ObjectType.Lookup(th, sReduce) {
		return nil, TypeErrorf("cannot look into a '%s' object", v.p.typ.Name)
	}
	if it.seq.p == nil {
		return nil, nil
	}
	return it.rest(th)
}

// ListIterator is the list that a list iterator walks, absent at its end, and how far it is.
func ListIterator(v Value) (list Value, at int, ok bool) {
	it := iv(v)
	if it == nil || v.p.typ != ListIterType {
		return Null, 0, false
	}
	return it.seq, it.pos, true
}

// SequenceIterator is what the iterator of a list, a tuple or text goes over, and its place.
func SequenceIterator(v Value) (seq Value, at int, ok bool) {
	it := iv(v)
	if it == nil || it.seq.IsNull() {
		return Null, 0, false
	}
	switch it.seq.Type().Layout() {
	case LayoutList, LayoutTuple, LayoutStr:
		return it.seq, it.pos, true
	}
	return Null, 0, false
}

// MoveListIterator takes a list iterator to a place in its list, or to its end for good.
func MoveListIterator(v Value, at int, exhausted bool) {
	it := iv(v)
	it.pos = at
	if exhausted {
		it.seq = Null
	}
}

// IteratorPlace is how many items an iterator of a list or a tuple has given out, and one more when a list's has come to its end.
func IteratorPlace(v Value) int {
	it := iv(v)
	if it.typ == ListIterType && it.seq.p == nil {
		return it.pos + 1
	}
	return it.pos
}

func iteratorHint(th *Thread, v Value) (Value, error) {
	it := iv(v)
	if it.typ == SeqIterType && it.seq.p != nil && it.seq.p.typ.Len == nil {
		return NotImplemented, nil
	}
	n, err := it.remaining(th)
	return Int(int64(n)), err
}

func reduceIterator(th *Thread, v Value) (Value, error) {
	it := iv(v)
	iter, err := libraryAttr(th, "builtins", "iter")
	if err != nil {
		return Null, err
	}
	result := func(f, arg Value, state ...Value) (Value, error) {
		return NewTuple(append([]Value{f, NewTuple(arg).Ref()}, state...)...).Ref(), nil
	}
	switch it.typ {
	case RangeIterType, LongRangeType:
		r, err := it.restOfRange(th)
		if err != nil {
			return Null, err
		}
		return result(iter, r, None)
	case CallableIterType:
		if it.seq.p == nil {
			return result(iter, NewTuple().Ref())
		}
		return NewTuple(iter, it.seq).Ref(), nil
	}
	if it.seq.p == nil || it.pos < 0 {
		switch it.typ {
		case ListRevType:
			return result(ReversedType.Ref(), NewList().Ref())
		case ListIterType, SetIterType, DictKeyIterType, DictValIterType, DictItemIterType, DictRevKeyType, DictRevValType, DictRevItemType:
			return result(iter, NewList().Ref())
		case StrIterType:
			return result(iter, NewStr(""))
		}
		return result(iter, NewTuple().Ref())
	}
	n, err := it.remaining(th)
	switch it.family() {
	case TupleIterType, BytesIterType, StrIterType:
		if err == nil && n == 0 {
			if it.typ == StrIterType {
				return result(iter, NewStr(""))
			}
			return result(iter, NewTuple().Ref())
		}
		pos := it.pos
		if s, ok := AsStr(it.seq); ok {
			pos = s.Len() - n
		}
		return result(iter, it.seq, Int(int64(pos)))
	case ListIterType, SeqIterType:
		return result(iter, it.seq, Int(int64(it.pos)))
	case ListRevType:
		return result(ReversedType.Ref(), it.seq, Int(int64(it.pos)))
	}
	items, err := it.rest(th)
	if err != nil {
		return Null, err
	}
	return result(iter, NewList(items...).Ref())
}

// restOfRange is the range of what a range iterator has left.
func (it *iterator) restOfRange(th *Thread) (Value, error) {
	r, _ := AsRange(it.seq)
	if it.typ == RangeIterType {
		return Call(th, RangeType.Ref(), Int(int64(it.pos)), Int(int64(it.pos+it.end*it.step)), Int(int64(it.step)))
	}
	_, stop, step := r.parts()
	first := stop
	if rest, err := it.rest(th); err != nil {
		return Null, err
	} else if len(rest) > 0 {
		first = rest[0]
	}
	return Call(th, RangeType.Ref(), first, stop, step)
}

func setIterator(th *Thread, v, state Value) (Value, error) {
	it := iv(v)
	i, err := clampIndex(th, state)
	if err != nil {
		return Null, err
	}
	if it.seq.p == nil {
		return None, nil
	}
	switch it.typ {
	case ListRevType:
		n, err := Len(th, it.seq)
		it.pos = max(min(i, n-1), -1)
		return None, err
	case RangeIterType:
		i = max(min(i, it.end), 0)
		it.pos += i * it.step
		it.end -= i
		return None, nil
	case LongRangeType:
		it.pos = max(min(i, it.end), 0)
		return None, nil
	case StrIterType:
		s, _ := AsStr(it.seq)
		i = max(min(i, s.Len()), 0)
		it.pos = len(s.Slice(0, i))
		return None, nil
	}
	it.pos = max(i, 0)
	return None, nil
}

// reduceLazy is the reduction of enumerate, zip, map, filter and reversed.
func reduceLazy(th *Thread, v Value) (Value, error) {
	z := zv(v)
	result := func(args ...Value) (Value, error) {
		return NewTuple(z.typ.Ref(), NewTupleCopy(args...).Ref()).Ref(), nil
	}
	var base *Type
	for _, c := range z.typ.MRO {
		if !c.heap {
			base = c
			break
		}
	}
	switch base {
	case EnumerateType:
		return result(z.its[0], z.count)
	case ReversedType:
		if z.n < 0 {
			return result(NewTuple().Ref())
		}
		return NewTuple(z.typ.Ref(), NewTuple(z.its[0]).Ref(), Int(int64(z.n))).Ref(), nil
	case FilterType:
		return result(z.fn, z.its[0])
	}
	args := z.its
	if base == MapType {
		args = append([]Value{z.fn}, args...)
	}
	if z.strict {
		return NewTuple(z.typ.Ref(), NewTuple(args...).Ref(), True).Ref(), nil
	}
	return result(args...)
}
