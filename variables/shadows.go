package variables

import (
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/vm/object"
)

// Copies of the caller's containers that tracing works on.

// buildContainer copies a container of the caller into a shadow of lazy items.
func (t *Trace) buildContainer(th *object.Thread, v object.Value, src *guards.Source) (Tracker, bool, error) {
	typ := v.Type()
	switch {
	case typ.IsSubtype(object.ListType), typ.IsSubtype(object.TupleType), isDeque(v):
		n, err := object.ContentLen(th, v)
		if err != nil {
			return nil, true, err
		}
		t.guard(th, &guards.Guard{Source: src, Kind: guards.SequenceLength, Length: n, Value: typ.Ref()})
		if literalTuple(v) && src.ModuleMember() {
			t.guard(th, &guards.Guard{Source: src, Kind: guards.ConstantMatch, Value: v})
			return &Container{sourced: sourced{src}, V: v, Orig: v, wrapped: true, before: contents(th, v)}, true, nil
		}
		x, err := t.shadowSequence(th, v, src)
		return x, true, err
	case typ.IsSubtype(object.DictType):
		t.guard(th, &guards.Guard{Source: src, Kind: guards.TypeMatch, Value: typ.Ref(), Hint: "type " + typ.ShortName()})
		x, err := t.shadowDict(th, v, src)
		return x, true, err
	case typ.IsSubtype(object.SetType), typ.IsSubtype(object.FrozenSetType):
		return t.shadowSet(th, v, src)
	case typ == object.TupleIterType || typ == object.RangeIterType:
		x, err := t.shadowIterator(th, v, src)
		return x, true, err
	case typ == object.ListIterType && t.Resumed:
		x, err := t.shadowListIterator(th, v, src)
		return x, true, err
	case typ == object.SliceType:
		t.guard(th, &guards.Guard{Source: src, Kind: guards.TypeMatch, Value: typ.Ref(), Hint: "type " + typ.ShortName()})
		s, _ := object.AsSlice(v)
		parts := []object.Value{s.Start, s.Stop, s.Step}
		for i, name := range []string{"start", "stop", "step"} {
			part := t.Wrap(parts[i], src.Attr(name))
			if parts[i].IsNone() { // native code must see that there is no bound
				var err error
				if part, err = t.Realize(th, part); err != nil {
					return nil, true, err
				}
			}
			parts[i] = t.ToValue(part)
		}
		return t.shown(&Container{sourced: sourced{src}, V: object.NewSlice(parts[0], parts[1], parts[2]), Orig: v, wrapped: true}), true, nil
	case typ == object.RangeType:
		t.guard(th, &guards.Guard{Source: src, Kind: guards.TypeMatch, Value: typ.Ref(), Hint: "type " + typ.ShortName()})
		for _, name := range []string{"step", "stop", "start"} {
			part, err := object.GetAttr(th, v, name)
			if err != nil {
				return nil, true, err
			}
			t.guard(th, &guards.Guard{Source: src.Attr(name), Kind: guards.EqualsMatch, Value: part})
		}
		return &Container{sourced: sourced{src}, V: v, Orig: v, wrapped: true}, true, nil
	case typ.IsSubtype(object.ByteArrayType):
		content, err := object.Call(th, object.ByteArrayType.Ref(), v)
		if err != nil {
			return nil, true, err
		}
		t.guard(th, &guards.Guard{Source: src, Kind: guards.TypeMatch, Value: typ.Ref(), Hint: "type " + typ.ShortName()})
		t.guard(th, &guards.Guard{Source: src, Kind: guards.EqualsMatch, Value: content})
		return &Container{sourced: sourced{src}, V: v, Orig: v}, true, nil
	case typ.Layout() == object.LayoutException:
		x, err := t.shadowException(th, v, src)
		return x, true, err
	}
	return nil, false, nil
}

// shown makes a container known by its shadow.
func (t *Trace) shown(c *Container) *Container {
	t.tracked[c.V] = c
	return c
}

// literalTuple tells whether v is a tuple of constants.
func literalTuple(v object.Value) bool {
	tup, ok := object.AsTuple(v)
	if !ok || v.Type() != object.TupleType {
		return false
	}
	for _, e := range tup.Items {
		if !IsConstant(e) && !literalTuple(e) {
			return false
		}
	}
	return true
}

func (t *Trace) shadowSequence(th *object.Thread, v object.Value, src *guards.Source) (Tracker, error) {
	var items []object.Value
	index := 0
	_, own := object.AsFunction(v.Type().Lookup(th, object.Intern("__getitem__")))
	fields := fieldsOf(th, v.Type())
	collect := func(e object.Value) {
		item := src.Item(index)
		if index < len(fields) {
			item = src.Field(index, fields[index])
		}
		if own {
			item = item.Directly()
		}
		items = append(items, t.proxy(t.Wrap(e, item)))
		index++
	}
	// Elements are read through the built-in type, whatever the class overrides.
	if l, ok := object.AsList(v); ok {
		for _, e := range l.Items {
			collect(e)
		}
	} else if tup, ok := object.AsTuple(v); ok {
		for _, e := range tup.Items {
			collect(e)
		}
	} else if err := nativeItems(th, v, collect); err != nil {
		return nil, err
	}
	shadow, err := emptyLike(th, v, items)
	if err != nil {
		return nil, err
	}
	c := &Container{sourced: sourced{src}, V: shadow, Orig: v, wrapped: true}
	c.before = contents(th, shadow)
	t.tracked[shadow] = c
	return c, nil
}

// fieldsOf are the names that a class of named tuples, or of results with names (torch.return_types), has for its items; nil for other classes.
func fieldsOf(th *object.Thread, class *object.Type) (names []string) {
	if class == object.TupleType || !class.IsSubtype(object.TupleType) {
		return nil
	}
	list := "_fields"
	if class.ModuleName() == "torch.return_types" {
		list = "__match_args__"
	}
	fields, ok := object.AsTuple(class.Lookup(th, object.Intern(list)))
	if !ok {
		return nil
	}
	for _, f := range fields.Items {
		name, ok := object.Text(f)
		if !ok {
			return nil
		}
		names = append(names, name)
	}
	return names
}

// emptyLike makes a container of v's type with other items, which it keeps.
func emptyLike(th *object.Thread, v object.Value, items []object.Value) (object.Value, error) {
	typ := v.Type()
	switch v.Type().Layout() {
	case object.LayoutList:
		l := &object.List{Header: object.NewHeader(typ), Items: items}
		return l.Ref(), nil
	case object.LayoutTuple:
		tup := &object.Tuple{Header: object.NewHeader(typ), Items: items}
		return tup.Ref(), nil
	}
	return Remade(th, v, (&object.List{Header: object.NewHeader(object.ListType), Items: items}).Ref())
}

func (t *Trace) shadowDict(th *object.Thread, v object.Value, src *guards.Source) (Tracker, error) {
	d, _ := object.AsDict(v)
	shadow, err := copyDict(th, v)
	if err != nil {
		return nil, err
	}
	sd, _ := object.AsDict(shadow)
	sd.Clear()
	_, own := object.AsFunction(v.Type().Lookup(th, object.Intern("__getitem__")))
	index := 0
	err = d.Each(th, func(th *object.Thread, key, val object.Value) error {
		item := src.DictKey(index)
		if IsConstant(key) {
			text, err := object.Repr(th, key)
			if err != nil {
				return err
			}
			item = src.DictItem(key, text)
		} else {
			item = src.DictItem(key, item.Text())
			t.keys.note(key)
		}
		if guards.TensorOf(key) != nil { // found by what stands for it while tracing
			x, err := t.Realize(th, t.Wrap(key, src.DictKey(index)))
			if err != nil {
				return err
			}
			key = t.proxy(x)
		}
		if own {
			item = item.Directly()
		}
		index++
		return sd.Set(th, key, t.proxy(t.Wrap(val, item)))
	})
	if err != nil {
		return nil, err
	}
	object.EachSlot(v, func(name *object.Str, x object.Value) { // which native code reads on the shadow
		if err == nil {
			err = object.GenericSetAttr(th, shadow, name, x)
		}
	})
	if err != nil {
		return nil, err
	}
	c := &Container{sourced: sourced{src}, V: shadow, Orig: v, wrapped: true}
	c.before = contents(th, shadow)
	t.tracked[shadow] = c
	return c, nil
}

// copyDict makes a dict of v's type with v's content; but for what is in the slots of its class.
func copyDict(th *object.Thread, v object.Value) (object.Value, error) {
	if v.Type() == object.DictType || v.Type().IsHeap() {
		d := object.NewDict()
		d.SetType(v.Type())
		return d.Ref(), nil
	}
	return object.CallMethod(th, v, "copy")
}

func (t *Trace) shadowSet(th *object.Thread, v object.Value, src *guards.Source) (Tracker, bool, error) {
	s, _ := object.AsSet(v)
	items := s.Items()
	for _, e := range items {
		if !IsConstant(e) && !isEnumMember(e) && e.Type().Layout() != object.LayoutType {
			t.keys.note(e)
			if guards.TensorOf(e) != nil {
				return nil, true, Unsupportedf("Attempted to wrap a set with tensors", "Python set containing torch.Tensor elements", "Dynamo cannot trace sets of tensors. To get a stable ordering, Dynamo needs to convert the set into a list and the order might not be stable if the set contains tensors.")
			}
		}
	}
	copied, err := emptyLike(th, v, items)
	if err != nil {
		return nil, true, err
	}
	expected, err := emptyLike(th, v, items)
	if err != nil {
		return nil, true, err
	}
	t.guard(th, &guards.Guard{Source: src, Kind: guards.ConstantMatch, Value: expected})
	c := &Container{sourced: sourced{src}, V: copied, Orig: v, wrapped: true}
	c.before = contents(th, copied)
	t.tracked[copied] = c
	return c, true, nil
}

// shadowListIterator continues an iterator of a list over the shadow of that list. Only what a graph break has left is
// continued so: PyTorch does not step iterators of lists that come from outside.
func (t *Trace) shadowListIterator(th *object.Thread, v object.Value, src *guards.Source) (Tracker, error) {
	rest, err := guards.IteratorRest(th, v)
	if err != nil {
		return nil, err
	}
	list, at, _ := object.ListIterator(v)
	shadow, err := object.Iter(th, object.NewList().Ref())
	if err != nil {
		return nil, err
	}
	left := len(rest)
	if list.IsNull() {
		left = guards.IteratorExhausted
		object.MoveListIterator(shadow, at, true)
	}
	t.guard(th, &guards.Guard{Source: src, Kind: guards.TupleIteratorLen, Length: left, Value: v.Type().Ref()})
	if !list.IsNull() {
		x, err := t.build(th, list, src.IteratorList())
		if err != nil {
			return nil, err
		}
		items, ok := x.(*Container)
		if !ok {
			return nil, Unsupportedf("Unsupported iterator", v.Type().ShortName(), "Dynamo cannot continue this iterator.")
		}
		if shadow, err = object.Iter(th, items.V); err != nil {
			return nil, err
		}
		object.MoveListIterator(shadow, at, false)
	}
	return t.newIterator(shadow, v, src), nil
}

// newIterator is the tracker of a caller's iterator that tracing steps by its shadow, itself or by native code.
func (t *Trace) newIterator(shadow, v object.Value, src *guards.Source) *Container {
	c := &Container{sourced: sourced{src}, V: shadow, Orig: v, wrapped: true, iterator: true, place: object.IteratorPlace(shadow)}
	t.tracked[shadow] = c
	t.Iterators = append(t.Iterators, c)
	return c
}

// Steps is how far tracing has taken a caller's iterator; the end of a list counts as one.
func (c *Container) Steps() int { return object.IteratorPlace(c.V) - c.place }

// shadowIterator continues an iterator of a range, or a tuple iterator of the caller over lazy items; how
// far tracing takes it is a side effect.
func (t *Trace) shadowIterator(th *object.Thread, v object.Value, src *guards.Source) (Tracker, error) {
	rest, err := guards.IteratorRest(th, v)
	if err != nil {
		return nil, err
	}
	items := make([]object.Value, len(rest))
	if v.Type() == object.RangeIterType {
		ends := object.NewTuple()
		if n := len(rest); n > 0 {
			ends = object.NewTuple(rest[0], rest[n-1])
		}
		t.guard(th, &guards.Guard{Source: src, Kind: guards.RangeIteratorMatch, Length: len(rest), Value: ends.Ref()})
		copy(items, rest)
	} else {
		t.guard(th, &guards.Guard{Source: src, Kind: guards.TupleIteratorLen, Length: len(rest), Value: v.Type().Ref()})
		for i, e := range rest {
			items[i] = t.proxy(t.Wrap(e, src.IteratorItem(i)))
		}
	}
	shadow, err := object.Iter(th, object.NewTuple(items...).Ref())
	if err != nil {
		return nil, err
	}
	return t.newIterator(shadow, v, src), nil
}
