package object

func stv(v Value) *Set { s, _ := AsSet(v); return s }

// setFrom is a new set of class t with the values of an iterable.
func setFrom(th *Thread, t *Type, it Value) (*Set, error) {
	s := &Set{Header: Header{typ: t}}
	return s, s.addAll(th, it)
}

// SetOf is a set of the values.
func SetOf(th *Thread, items ...Value) (*Set, error) {
	return setFrom(th, SetType, NewTupleCopy(items...).Ref())
}

// FrozenSetOf is a frozenset of the values.
func FrozenSetOf(th *Thread, items ...Value) (*Set, error) {
	return setFrom(th, FrozenSetType, NewTupleCopy(items...).Ref())
}

func asSetLike(th *Thread, v Value) (*Set, error) {
	if s, ok := AsSet(v); ok {
		return s, nil
	}
	return setFrom(th, SetType, v)
}

// baseSetType is set or frozenset, whichever the class derives from.
func baseSetType(s *Set) *Type {
	if s.IsFrozen() {
		return FrozenSetType
	}
	return SetType
}

// The operations below build and change tables in the steps of CPython's, since the order of a set's elements follows.

// copy is the set itself when nothing can change it.
func (s *Set) copy(th *Thread) Value {
	if s.typ == FrozenSetType {
		return s.Ref()
	}
	return s.copyAs(th, baseSetType(s)).Ref()
}

// setOp is x op other as a new set.
func setOp(th *Thread, op Op, x *Set, other Value) (Value, error) {
	t := baseSetType(x)
	switch op {
	case OpOr:
		out := x.copyAs(th, t)
		return out.Ref(), out.addAll(th, other)
	case OpAnd:
		out, err := intersection(th, x, other)
		return out.Ref(), err
	case OpSub:
		out, err := difference(th, x, other)
		return out.Ref(), err
	}
	out, err := setFrom(th, t, other)
	if err == nil {
		err = out.toggle(th, x)
	}
	return out.Ref(), err
}

// setUpdate is x op= other.
func setUpdate(th *Thread, op Op, x *Set, other Value) error {
	switch op {
	case OpOr:
		return x.addAll(th, other)
	case OpAnd:
		out, err := intersection(th, x, other)
		if err == nil {
			x.take(out)
		}
		return err
	case OpSub:
		return x.subtract(th, other)
	}
	y, err := asSetLike(th, other)
	if err == nil {
		err = x.toggle(th, y)
	}
	return err
}

// each calls f for the elements of the table as it is now.
func (s *Set) each(f func(e setEntry) error) error {
	for _, e := range s.table {
		if e.key.p != nil && e.key != deletedKey {
			if err := f(e); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Set) has(th *Thread, e setEntry) (bool, error) {
	pos, _, err := s.find(th, e.key, e.hash)
	return pos >= 0, err
}

func intersection(th *Thread, x *Set, other Value) (*Set, error) {
	out := &Set{Header: Header{typ: baseSetType(x)}}
	y, ok := AsSet(other)
	if !ok {
		return out, Iterate(th, other, func(th *Thread, k Value) error {
			has, err := x.Has(th, k)
			if err == nil && has {
				_, err = out.Add(th, k)
			}
			return err
		})
	}
	small, big := y, x
	if y.used > x.used {
		small, big = x, y
	}
	return out, small.each(func(e setEntry) error {
		has, err := big.has(th, e)
		if err == nil && has {
			_, err = out.addHash(th, e.key, e.hash)
		}
		return err
	})
}

func difference(th *Thread, x *Set, other Value) (*Set, error) {
	y, isSet := AsSet(other)
	d, isDict := AsDict(other)
	if !isSet && !isDict || isSet && x.used>>2 > y.used || isDict && x.used>>2 > d.Len() {
		out := x.copyAs(th, baseSetType(x))
		return out, out.subtract(th, other)
	}
	out := &Set{Header: Header{typ: baseSetType(x)}}
	return out, x.each(func(e setEntry) error {
		var has bool
		var err error
		if isSet {
			has, err = y.has(th, e)
		} else {
			var i int
			i, err = d.find(th, e.key, e.hash)
			has = i >= 0
		}
		if err == nil && !has {
			_, err = out.addHash(th, e.key, e.hash)
		}
		return err
	})
}

// subtract takes the elements of other out.
func (s *Set) subtract(th *Thread, other Value) error {
	if other == s.Ref() {
		s.Clear()
		return nil
	}
	var err error
	if y, ok := AsSet(other); ok {
		err = y.each(func(e setEntry) error { return s.removeEntry(th, e) })
	} else {
		err = Iterate(th, other, func(th *Thread, k Value) error { _, err := s.Remove(th, k); return err })
	}
	if s.fill-s.used > (len(s.table)-1)/4 && s.table != nil { // many deleted entries
		n := s.used * 4
		if s.used > 50000 {
			n = s.used * 2
		}
		s.resize(n)
	}
	return err
}

func (s *Set) removeEntry(th *Thread, e setEntry) error {
	pos, _, err := s.find(th, e.key, e.hash)
	if err == nil && pos >= 0 {
		s.removeAt(pos)
	}
	return err
}

// toggle takes out the elements of o that are in s, and adds the others.
func (s *Set) toggle(th *Thread, o *Set) error {
	if s == o {
		s.Clear()
		return nil
	}
	return o.each(func(e setEntry) error {
		pos, _, err := s.find(th, e.key, e.hash)
		switch {
		case err != nil:
			return err
		case pos >= 0:
			s.removeAt(pos)
		default:
			_, err = s.addHash(th, e.key, e.hash)
		}
		return err
	})
}

// take gives s the elements of o.
func (s *Set) take(o *Set) {
	s.table, s.fill, s.used = o.table, o.fill, o.used
	s.keys++
}

func (s *Set) addAll(th *Thread, it Value) error {
	if o, ok := AsSet(it); ok {
		return s.merge(th, o)
	}
	if d, ok := AsDict(it); ok && it.p.typ == DictType {
		s.reserve(d.Len())
		for i := 0; i < len(d.entries); i++ { // keys with known hashes
			if e := d.entries[i]; e.key.p != nil {
				if _, err := s.addHash(th, e.key, e.hash); err != nil {
					return err
				}
			}
		}
		return nil
	}
	return Iterate(th, it, func(th *Thread, x Value) error { _, err := s.Add(th, x); return err })
}

// SameElements tells whether two sets have equal elements.
func (s *Set) SameElements(th *Thread, o *Set) (bool, error) {
	if s.used != o.used {
		return false, nil
	}
	return s.subsetOf(th, o)
}

func (s *Set) subsetOf(th *Thread, o *Set) (bool, error) {
	if s.used > o.used {
		return false, nil
	}
	for _, e := range s.table {
		if e.key.p == nil || e.key == deletedKey {
			continue
		}
		pos, _, err := o.find(th, e.key, e.hash)
		if err != nil || pos < 0 {
			return false, err
		}
	}
	return true, nil
}

func setCompare(th *Thread, a, b Value, op CompareOp) (Value, error) {
	x, y := stv(a), stv(b)
	if y == nil {
		return NotImplemented, nil
	}
	if op == Gt || op == Ge {
		x, y, op = y, x, op.swapped()
	}
	sub, err := x.subsetOf(th, y)
	if err != nil {
		return Null, err
	}
	same := sub && x.used == y.used
	switch op {
	case Eq:
		return Bool(same), nil
	case Ne:
		return Bool(!same), nil
	case Le:
		return Bool(sub), nil
	}
	return Bool(sub && !same), nil
}

// elemKey lets sets be looked up in sets: an unhashable set stands for its frozen copy.
func elemKey(th *Thread, x Value) Value {
	if s, ok := AsSet(x); ok && !s.IsFrozen() && isUnhashable(th, x) {
		return s.copyAs(th, FrozenSetType).Ref()
	}
	return x
}

func setSpecs() {
	var ops, refl, inplace [NumOps]BinaryFunc
	for _, op := range []Op{OpAnd, OpOr, OpSub, OpXor} {
		ops[op] = func(th *Thread, a, b Value) (Value, error) {
			x, y := stv(a), stv(b)
			if x == nil || y == nil {
				return NotImplemented, nil
			}
			return setOp(th, op, x, b)
		}
		refl[op] = func(th *Thread, a, b Value) (Value, error) { return ops[op](th, b, a) }
		inplace[op] = func(th *Thread, a, b Value) (Value, error) {
			if stv(b) == nil {
				return NotImplemented, nil
			}
			return a, setUpdate(th, op, stv(a), b)
		}
	}
	slots := Slots{
		Repr: func(th *Thread, v Value) (Value, error) {
			s := stv(v)
			name := v.p.typ.Name
			if s.used == 0 {
				return NewStr(name + "()"), nil
			}
			return GuardRepr(th, v, name+"(...)", func() (Value, error) {
				items := s.Items()
				if v.p.typ == SetType {
					return reprItems(th, &items, "{", "}")
				}
				return reprItems(th, &items, name+"({", "})")
			})
		},
		Compare:  setCompare,
		Iter:     func(th *Thread, v Value) (Value, error) { return newSetIter(stv(v)), nil },
		Len:      func(th *Thread, v Value) (int, error) { return stv(v).used, nil },
		Contains: func(th *Thread, v, x Value) (bool, error) { return stv(v).Has(th, elemKey(th, x)) },
		Binary:   ops, Reflected: refl,
	}
	many := func(name string, op Op) Method {
		return Method{Name: name, Fn: func(th *Thread, args, kw []Value) (Value, error) {
			if err := NoKw(name, kw); err != nil {
				return Null, err
			}
			x := stv(args[0])
			if len(args) == 1 {
				return x.copyAs(th, baseSetType(x)).Ref(), nil
			}
			out, err := setOp(th, op, x, args[1])
			for _, o := range args[2:] {
				switch {
				case err != nil:
					return Null, err
				case op == OpAnd:
					out, err = setOp(th, op, stv(out), o)
				default:
					err = setUpdate(th, op, stv(out), o)
				}
			}
			return out, err
		}}
	}
	manyUpdate := func(name string, op Op) Method {
		return Method{Name: name, Fn: func(th *Thread, args, kw []Value) (Value, error) {
			for _, o := range args[1:] {
				if err := setUpdate(th, op, stv(args[0]), o); err != nil {
					return Null, err
				}
			}
			return None, nil
		}}
	}
	relation := func(name string, f func(th *Thread, x, y *Set) (bool, error)) Method {
		return Method{Name: name, OneArg: func(th *Thread, v, o Value) (Value, error) {
			y, err := asSetLike(th, o)
			if err != nil {
				return Null, err
			}
			r, err := f(th, stv(v), y)
			return Bool(r), err
		}}
	}
	shared := []Method{
		many("union", OpOr), many("intersection", OpAnd), many("difference", OpSub), many("symmetric_difference", OpXor),
		relation("issubset", func(th *Thread, x, y *Set) (bool, error) { return x.subsetOf(th, y) }),
		relation("issuperset", func(th *Thread, x, y *Set) (bool, error) { return y.subsetOf(th, x) }),
		relation("isdisjoint", func(th *Thread, x, y *Set) (bool, error) {
			r, err := setOp(th, OpAnd, x, y.Ref())
			return err == nil && stv(r).used == 0, err
		}),
		{Name: "copy", NoArgs: func(th *Thread, v Value) (Value, error) { return stv(v).copy(th), nil }},
	}
	mutable := append([]Method{
		{Name: "add", OneArg: func(th *Thread, v, x Value) (Value, error) { _, err := stv(v).Add(th, x); return None, err }},
		{Name: "discard", OneArg: func(th *Thread, v, x Value) (Value, error) {
			_, err := stv(v).Remove(th, elemKey(th, x))
			return None, err
		}},
		{Name: "remove", OneArg: func(th *Thread, v, x Value) (Value, error) {
			ok, err := stv(v).Remove(th, elemKey(th, x))
			if err == nil && !ok {
				err = KeyErrorOf(x)
			}
			return None, err
		}},
		{Name: "pop", NoArgs: func(th *Thread, v Value) (Value, error) {
			x, ok := stv(v).PopAny()
			if !ok {
				return Null, KeyErrorOf(NewStr("pop from an empty set"))
			}
			return x, nil
		}},
		{Name: "clear", NoArgs: func(th *Thread, v Value) (Value, error) { stv(v).Clear(); return None, nil }},
		manyUpdate("update", OpOr), manyUpdate("intersection_update", OpAnd),
		manyUpdate("difference_update", OpSub), manyUpdate("symmetric_difference_update", OpXor),
	}, shared...)
	class := []Method{{Name: "__class_getitem__", Fn: classGetItem}}
	set := slots
	set.InPlace = inplace
	set.New = func(th *Thread, cls *Type, args, kw []Value) (Value, error) {
		return (&Set{Header: Header{typ: cls}}).Ref(), nil
	}
	set.Init = func(th *Thread, v Value, args, kw []Value) error {
		if len(kw) > 0 && v.p.typ.Lookup(th, sNew) == SetType.Lookup(th, sNew) {
			return NoKw("set", kw)
		}
		args = args[:len(args)-len(kw)]
		if len(args) > 1 {
			return TypeErrorf("set expected at most 1 argument, got %d", len(args))
		}
		stv(v).Clear()
		if len(args) == 1 {
			return stv(v).addAll(th, args[0])
		}
		return nil
	}
	SetType.define(Spec{Slots: set, Methods: mutable, Class: class})
	frozen := slots
	frozen.Hash = func(th *Thread, v Value) (int64, error) { return stv(v).frozenHash(), nil }
	frozen.New = func(th *Thread, cls *Type, args, kw []Value) (Value, error) {
		args, err := noKwNew(th, cls, FrozenSetType, args, kw)
		if err != nil {
			return Null, err
		}
		if len(args) > 1 {
			return Null, TypeErrorf("frozenset expected at most 1 argument, got %d", len(args))
		}
		if len(args) == 0 {
			return (&Set{Header: Header{typ: cls}}).Ref(), nil
		}
		if cls == FrozenSetType && args[0].p.typ == FrozenSetType {
			return args[0], nil
		}
		s, err := setFrom(th, cls, args[0])
		if err != nil {
			return Null, err
		}
		return s.Ref(), nil
	}
	FrozenSetType.define(Spec{Slots: frozen, Methods: shared, Class: class})
}

// frozenHash does not depend on the order of the elements.
func (s *Set) frozenHash() int64 {
	if s.known {
		return s.hash
	}
	var h uint64
	for _, e := range s.table {
		if e.key.p != nil && e.key != deletedKey {
			x := uint64(e.hash)
			h ^= ((x ^ 89869747) ^ x<<16) * 3644798167
		}
	}
	h ^= (uint64(s.used) + 1) * 1927868237
	h ^= h>>11 ^ h>>25
	h = h*69069 + 907133923
	if h == ^uint64(0) {
		h = 590923713
	}
	s.hash, s.known = int64(h), true
	return s.hash
}
