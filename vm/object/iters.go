package object

import "math"

// The iterators of the built-in types, and the lazy ones among the builtins.

// Iter1 is the state of every simple iterator: what it walks, and where it is.
type iterator struct {
	Header
	seq  Value
	pos  int
	end  int
	step int
	keys uint64
	kind viewKind
	next func(th *Thread, it *iterator) (Value, error)
}

var (
	layoutIterator   = NewLayout()
	ListIterType     = declare("list_iterator", layoutIterator, ObjectType)
	TupleIterType    = declare("tuple_iterator", layoutIterator, ObjectType)
	StrIterType      = declare("str_ascii_iterator", layoutIterator, ObjectType)
	BytesIterType    = declare("bytes_iterator", layoutIterator, ObjectType)
	RangeIterType    = declare("range_iterator", layoutIterator, ObjectType)
	LongRangeType    = declare("longrange_iterator", layoutIterator, ObjectType)
	SetIterType      = declare("set_iterator", layoutIterator, ObjectType)
	SeqIterType      = declare("iterator", layoutIterator, ObjectType)
	ListRevType      = declare("list_reverseiterator", layoutIterator, ObjectType)
	DictKeyIterType  = declare("dict_keyiterator", layoutIterator, ObjectType)
	DictValIterType  = declare("dict_valueiterator", layoutIterator, ObjectType)
	DictItemIterType = declare("dict_itemiterator", layoutIterator, ObjectType)
	DictRevKeyType   = declare("dict_reversekeyiterator", layoutIterator, ObjectType)
	DictRevValType   = declare("dict_reversevalueiterator", layoutIterator, ObjectType)
	DictRevItemType  = declare("dict_reverseitemiterator", layoutIterator, ObjectType)
	CallableIterType = declare("callable_iterator", layoutIterator, ObjectType)

	layoutLazy    = NewLayout()
	EnumerateType = declare("enumerate", layoutLazy, ObjectType)
	ZipType       = declare("zip", layoutLazy, ObjectType)
	MapType       = declare("map", layoutLazy, ObjectType)
	FilterType    = declare("filter", layoutLazy, ObjectType)
	ReversedType  = declare("reversed", layoutLazy, ObjectType)
)

func iv(v Value) *iterator { it, _ := as[iterator](v, layoutIterator); return it }

func newListIter(l *List) Value {
	return (&iterator{Header: Header{typ: ListIterType}, seq: l.Ref(), next: nextList}).Ref()
}

func nextList(th *Thread, it *iterator) (Value, error) {
	if it.seq.p == nil {
		return Null, nil
	}
	l, _ := AsList(it.seq)
	if it.pos < len(l.Items) {
		it.pos++
		return l.Items[it.pos-1], nil
	}
	it.seq = Null
	return Null, nil
}

// NextPair is the next element of an iterator that gives pairs, without the tuple: dict items, enumerate, and zip of two.
// ok is false for other iterators.
func NextPair(th *Thread, v Value) (a, b Value, more, ok bool, err error) {
	switch v.p.typ {
	case DictItemIterType:
		it := iv(v)
		if it.seq.p == nil {
			return Null, Null, false, true, nil
		}
		d, err := it.dictOK()
		if err != nil {
			return Null, Null, false, true, err
		}
		if a, b, it.pos, more = d.Next(it.pos); !more {
			it.seq = Null
		}
		return a, b, more, true, nil
	case EnumerateType:
		z := zv(v)
		if !z.count.IsSmallInt() || z.count.SmallInt() == math.MaxInt64 {
			return Null, Null, false, false, nil
		}
		b, err = Next(th, z.its[0])
		if err != nil || b.IsNull() {
			return Null, Null, false, true, err
		}
		a = z.count
		z.count = Int(a.SmallInt() + 1)
		return a, b, true, true, nil
	case ZipType:
		z := zv(v)
		if len(z.its) != 2 || z.strict {
			return Null, Null, false, false, nil
		}
		if a, err = Next(th, z.its[0]); err == nil && !a.IsNull() {
			b, err = Next(th, z.its[1])
		}
		return a, b, err == nil && !b.IsNull(), true, err
	}
	return Null, Null, false, false, nil
}

// ListNext is the next element of a list iterator, for the interpreter's fast path: ok tells that v is one.
func ListNext(v Value) (x Value, more, ok bool) {
	if v.p.typ != ListIterType {
		return Null, false, false
	}
	it := iv(v)
	if it.seq.p == nil {
		return Null, false, true
	}
	l, _ := AsList(it.seq)
	if it.pos < len(l.Items) {
		it.pos++
		return l.Items[it.pos-1], true, true
	}
	it.seq = Null
	return Null, false, true
}

func newTupleIter(t *Tuple) Value {
	return (&iterator{Header: Header{typ: TupleIterType}, seq: t.Ref(), next: nextTuple}).Ref()
}

func nextTuple(th *Thread, it *iterator) (Value, error) {
	t, _ := AsTuple(it.seq)
	if it.pos < len(t.Items) {
		it.pos++
		return t.Items[it.pos-1], nil
	}
	return Null, nil
}

func newStrIter(s *Str) Value {
	return (&iterator{Header: Header{typ: StrIterType}, seq: s.Ref(), next: nextStr}).Ref()
}

// nextStr walks bytes: pos is a byte offset.
func nextStr(th *Thread, it *iterator) (Value, error) {
	s, _ := AsStr(it.seq)
	if it.pos >= len(s.S) {
		return Null, nil
	}
	c := s.S[it.pos]
	if c < 128 {
		it.pos++
		return asciiChars[c].Ref(), nil
	}
	_, n := DecodeRune(s.S[it.pos:])
	it.pos += n
	return NewStr(s.S[it.pos-n : it.pos]), nil
}

func newBytesIter(v Value) Value {
	return (&iterator{Header: Header{typ: BytesIterType}, seq: v, next: func(th *Thread, it *iterator) (Value, error) {
		if it.seq.p == nil {
			return Null, nil
		}
		b, _ := BytesOf(it.seq)
		if it.pos < len(b) {
			it.pos++
			return Int(int64(b[it.pos-1])), nil
		}
		it.seq = Null
		return Null, nil
	}}).Ref()
}

func newSetIter(s *Set) Value {
	return (&iterator{Header: Header{typ: SetIterType}, seq: s.Ref(), end: s.used, next: nextSet}).Ref()
}

func nextSet(th *Thread, it *iterator) (Value, error) {
	if it.seq.p == nil {
		return Null, nil
	}
	s, _ := AsSet(it.seq)
	if s.used != it.end {
		it.end = -1
		return Null, RuntimeErrorf("Set changed size during iteration")
	}
	v, next, ok := s.Next(it.pos)
	if !ok {
		it.seq = Null
		return Null, nil
	}
	it.pos = next
	return v, nil
}

// newSeqIter walks anything with __getitem__.
func newSeqIter(v Value) Value {
	return (&iterator{Header: Header{typ: SeqIterType}, seq: v, next: func(th *Thread, it *iterator) (Value, error) {
		if it.seq.p == nil {
			return Null, nil
		}
		x, err := GetItem(th, it.seq, Int(int64(it.pos)))
		if err != nil {
			if ErrorIs(err, IndexError) || ErrorIs(err, StopIteration) {
				it.seq = Null
				return Null, nil
			}
			return Null, err
		}
		it.pos++
		return x, nil
	}}).Ref()
}

func newReversedList(l *List) Value {
	return (&iterator{Header: Header{typ: ListRevType}, seq: l.Ref(), pos: len(l.Items) - 1, next: func(th *Thread, it *iterator) (Value, error) {
		l, _ := AsList(it.seq)
		if it.pos >= 0 && it.pos < len(l.Items) {
			it.pos--
			return l.Items[it.pos+1], nil
		}
		it.pos = -1
		return Null, nil
	}}).Ref()
}

func newDictIter(d *Dict, k viewKind) Value {
	t := [...]*Type{DictKeyIterType, DictValIterType, DictItemIterType}[k]
	return (&iterator{Header: Header{typ: t}, seq: d.Ref(), kind: k, end: d.Len(), keys: d.KeysVersion(), next: nextDict}).Ref()
}

func newDictRevIter(d *Dict, k viewKind) Value {
	t := [...]*Type{DictRevKeyType, DictRevValType, DictRevItemType}[k]
	return (&iterator{Header: Header{typ: t}, seq: d.Ref(), kind: k, end: d.Len(), keys: d.KeysVersion(), pos: len(d.entries) - 1, next: prevDict}).Ref()
}

func (it *iterator) dictOK() (*Dict, error) {
	d, _ := AsDict(it.seq)
	if d.Len() != it.end {
		it.end = -1
		return nil, RuntimeErrorf("dictionary changed size during iteration")
	}
	if d.keys != it.keys {
		return nil, RuntimeErrorf("dictionary keys changed during iteration")
	}
	return d, nil
}

func (it *iterator) entry(k, v Value) Value {
	switch it.kind {
	case viewKeys:
		return k
	case viewValues:
		return v
	}
	return NewTupleCopy(k, v).Ref()
}

func nextDict(th *Thread, it *iterator) (Value, error) {
	if it.seq.p == nil {
		return Null, nil
	}
	d, err := it.dictOK()
	if err != nil {
		return Null, err
	}
	k, v, next, ok := d.Next(it.pos)
	if !ok {
		it.seq = Null
		return Null, nil
	}
	it.pos = next
	return it.entry(k, v), nil
}

func prevDict(th *Thread, it *iterator) (Value, error) {
	if it.seq.p == nil {
		return Null, nil
	}
	if d, _ := AsDict(it.seq); d.Len() == it.end && it.pos >= len(d.entries) { // emptied and filled again
		it.seq = Null
		return Null, nil
	}
	d, err := it.dictOK()
	if err != nil {
		return Null, err
	}
	k, v, next, ok := d.prev(it.pos)
	if !ok {
		it.seq = Null
		return Null, nil
	}
	it.pos = next
	return it.entry(k, v), nil
}

// NewCallableIter is iter(f, sentinel).
func NewCallableIter(f, sentinel Value) Value {
	return (&iterator{Header: Header{typ: CallableIterType}, seq: NewTuple(f, sentinel).Ref(), next: nextCall}).Ref()
}

func nextCall(th *Thread, it *iterator) (Value, error) {
	t, ok := AsTuple(it.seq)
	if !ok {
		return Null, nil
	}
	x, err := Call(th, t.Items[0])
	if it.seq.p == nil { // the call itself has used the iterator up
		return Null, err
	}
	if err != nil {
		if ErrorIs(err, StopIteration) {
			it.seq = Null
			return Null, nil
		}
		return Null, err
	}
	eq, err := Equal(th, x, t.Items[1])
	if err != nil {
		return Null, err
	}
	if eq || it.seq.p == nil {
		it.seq = Null
		return Null, nil
	}
	return x, nil
}

// NewGoIter is an iterator of the given type over a Go function, which returns the absent value at the end.
func NewGoIter(t *Type, next func(*Thread) (Value, error)) Value {
	if t == nil {
		t = SeqIterType
	}
	return (&iterator{Header: Header{typ: t}, next: func(th *Thread, _ *iterator) (Value, error) { return next(th) }}).Ref()
}

// NewIterType is a type for iterators made by NewGoIter.
func NewIterType(name, module string, methods ...Method) *Type {
	spec := Spec{Layout: layoutIterator, Slots: iterSlots(), Final: true, NoNew: true, Methods: methods}
	if module == "builtins" {
		return NewType(name, module, nil, spec)
	}
	return NewExtensionType(name, module, nil, spec)
}

func selfIter(th *Thread, v Value) (Value, error) { return v, nil }

func iterSlots() Slots {
	return Slots{Iter: selfIter, Next: func(th *Thread, v Value) (Value, error) { it := iv(v); return it.next(th, it) }}
}

func iteratorSpecs() {
	for _, t := range []*Type{ListIterType, TupleIterType, StrIterType, BytesIterType, RangeIterType, LongRangeType, SetIterType, SeqIterType,
		ListRevType, DictKeyIterType, DictValIterType, DictItemIterType, DictRevKeyType, DictRevValType, DictRevItemType, CallableIterType} {
		t.define(Spec{Slots: iterSlots(), Final: true, NoNew: true})
	}
}

// NewGoIterType is a type whose call makes an iterator with NewGoIter.
func NewGoIterType(name, module string, make func(th *Thread, args, kw []Value) (Value, error), class ...Method) *Type {
	s := iterSlots()
	s.New = func(th *Thread, cls *Type, args, kw []Value) (Value, error) { return make(th, args, kw) }
	return NewExtensionType(name, module, nil, Spec{Layout: layoutIterator, Slots: s, Class: class})
}
