package object

import (
	"slices"
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
	case 4:
		o := &struct {
			Tuple
			items [4]Value
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

// The functions below that take a pointer to items run code of the script between two of them, which may change a list.

func lv(v Value) *List  { l, _ := AsList(v); return l }
func tv(v Value) *Tuple { t, _ := AsTuple(v); return t }

func listSetItem(th *Thread, v, key, val Value) error {
	l := lv(v)
	if sl, ok := AsSlice(key); ok {
		return l.setSlice(th, sl, val)
	}
	i, err := seqKey(th, key, "list")
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

func (l *List) setSlice(th *Thread, sl *Slice, val Value) error {
	sl, err := sl.Evaluated(th)
	if err != nil {
		return err
	}
	if val.IsNull() {
		return l.deleteSlice(th, sl)
	}
	items, err := ToSlice(th, val) // code that makes the values may change the list
	if err != nil {
		if sl.Step.IsNone() && ErrorIs(err, TypeError) && val.p.typ.Iter == nil {
			return TypeErrorf("must assign iterable to extended slice")
		}
		return err
	}
	start, stop, step, n, err := sl.Indices(th, len(l.Items))
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
func (l *List) deleteSlice(th *Thread, sl *Slice) error {
	start, _, step, n, err := sl.Indices(th, len(l.Items))
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
func (l *List) Extend(th *Thread, it Value) error {
	if it.p == &l.Header {
		l.Items = append(l.Items, l.Items...)
		return nil
	}
	it, err := begun(th, it)
	if err != nil {
		return err
	}
	return Iterate(th, it, func(th *Thread, x Value) error { l.Items = append(l.Items, x); return nil })
}

// begun is the iterator of what a class of a script has made, which is asked for its length only then; that guess may fail.
func begun(th *Thread, v Value) (Value, error) {
	if !v.p.typ.heap {
		return v, nil
	}
	it, err := Iter(th, v)
	if err == nil {
		_, err = LengthHint(th, v, 0)
	}
	return it, err
}

func listSpec() Spec {
	var ops, inplace, refl [NumOps]BinaryFunc
	ops[OpAdd] = func(th *Thread, a, b Value) (Value, error) {
		o, ok := AsList(b)
		if !ok {
			return NotImplemented, nil
		}
		x := lv(a).Items
		out := make([]Value, 0, len(x)+len(o.Items))
		return NewList(append(append(out, x...), o.Items...)...).Ref(), nil
	}
	ops[OpMul] = func(th *Thread, a, b Value) (Value, error) {
		n, ok, err := RepeatCount(th, b)
		if err != nil || !ok {
			return NotImplemented, err
		}
		items, err := RepeatItems(th, lv(a).Items, n)
		return NewList(items...).Ref(), err
	}
	refl[OpMul] = ops[OpMul]
	inplace[OpAdd] = func(th *Thread, a, b Value) (Value, error) { return a, lv(a).Extend(th, b) }
	inplace[OpMul] = func(th *Thread, a, b Value) (Value, error) {
		n, ok, err := RepeatCount(th, b)
		if err != nil || !ok {
			return NotImplemented, err
		}
		items, err := RepeatItems(th, lv(a).Items, n)
		if err != nil {
			return Null, err // and the list is as it was
		}
		lv(a).Items = items
		return a, nil
	}
	return Spec{Sequence: true,
		Slots: Slots{
			Repr: func(th *Thread, v Value) (Value, error) {
				return GuardRepr(th, v, "[...]", func() (Value, error) { return reprItems(th, &lv(v).Items, "[", "]") })
			},
			Compare: func(th *Thread, a, b Value, op CompareOp) (Value, error) {
				o, ok := AsList(b)
				if !ok {
					return NotImplemented, nil
				}
				return compareItems(th, &lv(a).Items, &o.Items, op)
			},
			Iter: func(th *Thread, v Value) (Value, error) { return newListIter(lv(v)), nil },
			Len:  func(th *Thread, v Value) (int, error) { return len(lv(v).Items), nil },
			GetItem: func(th *Thread, v, key Value) (Value, error) {
				l := lv(v)
				if sl, ok := AsSlice(key); ok {
					items, err := sliceItems(th, &l.Items, sl)
					return NewList(items...).Ref(), err
				}
				i, err := seqKey(th, key, "list")
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
			Contains: func(th *Thread, v, x Value) (bool, error) { return containsItem(th, &lv(v).Items, x) },
			Binary:   ops, InPlace: inplace, Reflected: refl,
			New: func(th *Thread, cls *Type, args, kw []Value) (Value, error) {
				return (&List{Header: Header{typ: cls}}).Ref(), nil
			},
			Init: func(th *Thread, v Value, args, kw []Value) error {
				if len(kw) > 0 && v.p.typ.Lookup(th, sNew) == ListType.Lookup(th, sNew) {
					return NoKw("list", kw)
				}
				args = args[:len(args)-len(kw)]
				if len(args) > 1 {
					return TypeErrorf("list expected at most 1 argument, got %d", len(args))
				}
				lv(v).Items = nil
				if len(args) == 1 {
					it, err := begun(th, args[0])
					if err != nil {
						return err
					}
					items, err := ToSlice(th, it)
					lv(v).Items = items
					return err
				}
				return nil
			},
		},
		Methods: []Method{
			{Name: "append", OneArg: func(th *Thread, v, x Value) (Value, error) {
				l := lv(v)
				l.Items = append(l.Items, x)
				return None, nil
			}, Sig: "($self, object, /)"},
			{Name: "extend", OneArg: func(th *Thread, v, x Value) (Value, error) { return None, lv(v).Extend(th, x) }},
			{Name: "insert", Fn: func(th *Thread, args, kw []Value) (Value, error) {
				a, err := Args("insert", args, kw, "self", "index", "object", "/")
				if err != nil {
					return Null, err
				}
				l := lv(a[0])
				i, err := clampIndex(th, a[1])
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
			{Name: "pop", NoArgs: func(th *Thread, v Value) (Value, error) { return lv(v).pop(-1) }, Fn: func(th *Thread, args, kw []Value) (Value, error) {
				a, err := Args("pop", args, kw, "self", "|", "index", "/")
				if err != nil {
					return Null, err
				}
				i := -1
				if !a[1].IsNull() {
					if i, err = clampIndex(th, a[1]); err != nil {
						return Null, err
					}
				}
				return lv(a[0]).pop(i)
			}},
			{Name: "remove", OneArg: func(th *Thread, v, x Value) (Value, error) {
				l := lv(v)
				for i := 0; i < len(l.Items); i++ {
					eq, err := Equal(th, l.Items[i], x)
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
			{Name: "clear", NoArgs: func(th *Thread, v Value) (Value, error) { lv(v).Items = nil; return None, nil }},
			{Name: "copy", NoArgs: func(th *Thread, v Value) (Value, error) {
				return NewList(append([]Value(nil), lv(v).Items...)...).Ref(), nil
			}},
			{Name: "index", Fn: func(th *Thread, args, kw []Value) (Value, error) {
				return indexOf(th, "index", &lv(args[0]).Items, args, kw, "list.index(x): x not in list")
			}},
			{Name: "count", OneArg: func(th *Thread, v, x Value) (Value, error) { return countItem(th, &lv(v).Items, x) }},
			{Name: "reverse", NoArgs: func(th *Thread, v Value) (Value, error) {
				it := lv(v).Items
				for i, j := 0, len(it)-1; i < j; i, j = i+1, j-1 {
					it[i], it[j] = it[j], it[i]
				}
				return None, nil
			}},
			{Name: "sort", Fn: func(th *Thread, args, kw []Value) (Value, error) {
				a, err := Args("sort", args, kw, "self", "/", "|", "*", "key", "reverse")
				if err != nil {
					return Null, err
				}
				rev := false
				if !a[2].IsNull() {
					if rev, err = IsTrue(th, a[2]); err != nil {
						return Null, err
					}
				}
				return None, lv(a[0]).Sort(th, a[1], rev)
			}},
			{Name: "__reversed__", NoArgs: func(th *Thread, v Value) (Value, error) { return newReversedList(lv(v)), nil }},
		},
		Class: []Method{{Name: "__class_getitem__", Fn: classGetItem}},
	}
}

func tupleSpec() Spec {
	var tops, trefl [NumOps]BinaryFunc
	tops[OpAdd] = func(th *Thread, a, b Value) (Value, error) {
		o, ok := AsTuple(b)
		if !ok {
			return NotImplemented, nil
		}
		x := tv(a).Items
		out := make([]Value, 0, len(x)+len(o.Items))
		return NewTuple(append(append(out, x...), o.Items...)...).Ref(), nil
	}
	tops[OpMul] = func(th *Thread, a, b Value) (Value, error) {
		n, ok, err := RepeatCount(th, b)
		if err != nil || !ok {
			return NotImplemented, err
		}
		if n == 1 && a.p.typ == TupleType {
			return a, nil
		}
		items, err := RepeatItems(th, tv(a).Items, n)
		return NewTuple(items...).Ref(), err
	}
	trefl[OpMul] = tops[OpMul]
	return Spec{Sequence: true,
		Slots: Slots{
			Repr: func(th *Thread, v Value) (Value, error) {
				items := tv(v).Items
				if len(items) == 1 {
					return GuardRepr(th, v, "(...)", func() (Value, error) { return reprItems(th, &items, "(", ",)") })
				}
				return GuardRepr(th, v, "(...)", func() (Value, error) { return reprItems(th, &items, "(", ")") })
			},
			Compare: func(th *Thread, a, b Value, op CompareOp) (Value, error) {
				o, ok := AsTuple(b)
				if !ok {
					return NotImplemented, nil
				}
				return compareItems(th, &tv(a).Items, &o.Items, op)
			},
			Hash: func(th *Thread, v Value) (int64, error) { return hashItems(th, tv(v).Items) },
			Iter: func(th *Thread, v Value) (Value, error) { return newTupleIter(tv(v)), nil },
			Len:  func(th *Thread, v Value) (int, error) { return len(tv(v).Items), nil },
			GetItem: func(th *Thread, v, key Value) (Value, error) {
				t := tv(v)
				if sl, ok := AsSlice(key); ok {
					items, err := sliceItems(th, &t.Items, sl)
					return NewTuple(items...).Ref(), err
				}
				i, err := seqIndex(th, key, len(t.Items), "tuple")
				if err != nil {
					return Null, err
				}
				return t.Items[i], nil
			},
			Contains: func(th *Thread, v, x Value) (bool, error) { return containsItem(th, &tv(v).Items, x) },
			Binary:   tops, Reflected: trefl,
			New: func(th *Thread, cls *Type, args, kw []Value) (Value, error) {
				args, err := noKwNew(th, cls, TupleType, args, kw)
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
					if items, err = ToSlice(th, args[0]); err != nil {
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
			{Name: "index", Fn: func(th *Thread, args, kw []Value) (Value, error) {
				return indexOf(th, "index", &tv(args[0]).Items, args, kw, "tuple.index(x): x not in tuple")
			}},
			{Name: "count", OneArg: func(th *Thread, v, x Value) (Value, error) { return countItem(th, &tv(v).Items, x) }},
			{Name: "__getnewargs__", NoArgs: func(th *Thread, v Value) (Value, error) {
				return NewTuple(NewTuple(tv(v).Items...).Ref()).Ref(), nil
			}},
		},
		Class: []Method{{Name: "__class_getitem__", Fn: classGetItem}},
	}
}

// hashItems is CPython's tuple hash (a simplified xxHash).
func hashItems(th *Thread, items []Value) (int64, error) {
	const p1, p2, p5 = 11400714785074694791, 14029467366897019727, 2870177450012600261
	acc := uint64(p5)
	for _, x := range items {
		h, err := Hash(th, x)
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

// NewTupleOf is an instance of a class derived from tuple; it keeps the items.
func NewTupleOf(t *Type, items ...Value) Value {
	return (&Tuple{Header: Header{typ: t}, Items: items}).Ref()
}
