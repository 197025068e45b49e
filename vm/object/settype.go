package object

func stv(v Value) *Set { s, _ := AsSet(v); return s }

// setFrom is a new set of class t with the values of an iterable.
func setFrom(t *Type, it Value) (*Set, error) {
	s := &Set{Header: Header{typ: t}}
	return s, s.addAll(it)
}

// SetOf is a set of the values.
func SetOf(items ...Value) (*Set, error) { return setFrom(SetType, NewTupleCopy(items...).Ref()) }

// FrozenSetOf is a frozenset of the values.
func FrozenSetOf(items ...Value) (*Set, error) {
	return setFrom(FrozenSetType, NewTupleCopy(items...).Ref())
}

func asSetLike(v Value) (*Set, error) {
	if s, ok := AsSet(v); ok {
		return s, nil
	}
	return setFrom(SetType, v)
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
func (s *Set) copy() Value {
	if s.typ == FrozenSetType {
		return s.Ref()
	}
	return s.copyAs(baseSetType(s)).Ref()
}

// setOp is x op other as a new set.
func setOp(op Op, x *Set, other Value) (Value, error) {
	t := baseSetType(x)
	switch op {
	case OpOr:
		out := x.copyAs(t)
		return out.Ref(), out.addAll(other)
	case OpAnd:
		out, err := intersection(x, other)
		return out.Ref(), err
	case OpSub:
		out, err := difference(x, other)
		return out.Ref(), err
	}
	out, err := setFrom(t, other)
	if err == nil {
		err = out.toggle(x)
	}
	return out.Ref(), err
}

// setUpdate is x op= other.
func setUpdate(op Op, x *Set, other Value) error {
	switch op {
	case OpOr:
		return x.addAll(other)
	case OpAnd:
		out, err := intersection(x, other)
		if err == nil {
			x.take(out)
		}
		return err
	case OpSub:
		return x.subtract(other)
	}
	y, err := asSetLike(other)
	if err == nil {
		err = x.toggle(y)
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

func (s *Set) has(e setEntry) (bool, error) {
	pos, _, err := s.find(e.key, e.hash)
	return pos >= 0, err
}

func intersection(x *Set, other Value) (*Set, error) {
	out := &Set{Header: Header{typ: baseSetType(x)}}
	y, ok := AsSet(other)
	if !ok {
		return out, Iterate(other, func(k Value) error {
			has, err := x.Has(k)
			if err == nil && has {
				_, err = out.Add(k)
			}
			return err
		})
	}
	small, big := y, x
	if y.used > x.used {
		small, big = x, y
	}
	return out, small.each(func(e setEntry) error {
		has, err := big.has(e)
		if err == nil && has {
			_, err = out.addHash(e.key, e.hash)
		}
		return err
	})
}

func difference(x *Set, other Value) (*Set, error) {
	y, isSet := AsSet(other)
	d, isDict := AsDict(other)
	if !isSet && !isDict || isSet && x.used>>2 > y.used || isDict && x.used>>2 > d.Len() {
		out := x.copyAs(baseSetType(x))
		return out, out.subtract(other)
	}
	out := &Set{Header: Header{typ: baseSetType(x)}}
	return out, x.each(func(e setEntry) error {
		var has bool
		var err error
		if isSet {
			has, err = y.has(e)
		} else {
			var i int
			i, err = d.find(e.key, e.hash)
			has = i >= 0
		}
		if err == nil && !has {
			_, err = out.addHash(e.key, e.hash)
		}
		return err
	})
}

// subtract takes the elements of other out.
func (s *Set) subtract(other Value) error {
	if other == s.Ref() {
		s.Clear()
		return nil
	}
	var err error
	if y, ok := AsSet(other); ok {
		err = y.each(func(e setEntry) error { return s.removeEntry(e) })
	} else {
		err = Iterate(other, func(k Value) error { _, err := s.Remove(k); return err })
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

func (s *Set) removeEntry(e setEntry) error {
	pos, _, err := s.find(e.key, e.hash)
	if err == nil && pos >= 0 {
		s.removeAt(pos)
	}
	return err
}

// toggle takes out the elements of o that are in s, and adds the others.
func (s *Set) toggle(o *Set) error {
	if s == o {
		s.Clear()
		return nil
	}
	return o.each(func(e setEntry) error {
		pos, _, err := s.find(e.key, e.hash)
		switch {
		case err != nil:
			return err
		case pos >= 0:
			s.removeAt(pos)
		default:
			_, err = s.addHash(e.key, e.hash)
		}
		return err
	})
}

// take gives s the elements of o.
func (s *Set) take(o *Set) {
	s.table, s.fill, s.used = o.table, o.fill, o.used
	s.keys++
}

func (s *Set) addAll(it Value) error {
	if o, ok := AsSet(it); ok {
		return s.merge(o)
	}
	if d, ok := AsDict(it); ok && it.p.typ == DictType {
		s.reserve(d.Len())
		for i := 0; i < len(d.entries); i++ { // keys with known hashes
			if e := d.entries[i]; e.key.p != nil {
				if _, err := s.addHash(e.key, e.hash); err != nil {
					return err
				}
			}
		}
		return nil
	}
	return Iterate(it, func(x Value) error { _, err := s.Add(x); return err })
}

func (s *Set) subsetOf(o *Set) (bool, error) {
	if s.used > o.used {
		return false, nil
	}
	for _, e := range s.table {
		if e.key.p == nil || e.key == deletedKey {
			continue
		}
		pos, _, err := o.find(e.key, e.hash)
		if err != nil || pos < 0 {
			return false, err
		}
	}
	return true, nil
}

func setCompare(a, b Value, op CompareOp) (Value, error) {
	x, y := stv(a), stv(b)
	if y == nil {
		return NotImplemented, nil
	}
	if op == Gt || op == Ge {
		x, y, op = y, x, op.swapped()
	}
	sub, err := x.subsetOf(y)
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
func elemKey(x Value) Value {
	if s, ok := AsSet(x); ok && !s.IsFrozen() && isUnhashable(x) {
		return s.copyAs(FrozenSetType).Ref()
	}
	return x
}

func init() {
	var ops, refl, inplace [NumOps]BinaryFunc
	for _, op := range []Op{OpAnd, OpOr, OpSub, OpXor} {
		ops[op] = func(a, b Value) (Value, error) {
			x, y := stv(a), stv(b)
			if x == nil || y == nil {
				return NotImplemented, nil
			}
			return setOp(op, x, b)
		}
		refl[op] = func(a, b Value) (Value, error) { return ops[op](b, a) }
		inplace[op] = func(a, b Value) (Value, error) {
			if stv(b) == nil {
				return NotImplemented, nil
			}
			return a, setUpdate(op, stv(a), b)
		}
	}
	slots := Slots{
		Repr: func(v Value) (Value, error) {
			s := stv(v)
			name := v.p.typ.Name
			if s.used == 0 {
				return NewStr(name + "()"), nil
			}
			return GuardRepr(v, name+"(...)", func() (Value, error) {
				items := s.Items()
				if v.p.typ == SetType {
					return reprItems(&items, "{", "}")
				}
				return reprItems(&items, name+"({", "})")
			})
		},
		Compare:  setCompare,
		Iter:     func(v Value) (Value, error) { return newSetIter(stv(v)), nil },
		Len:      func(v Value) (int, error) { return stv(v).used, nil },
		Contains: func(v, x Value) (bool, error) { return stv(v).Has(elemKey(x)) },
		Binary:   ops, Reflected: refl,
	}
	many := func(name string, op Op) Method {
		return Method{Name: name, Fn: func(args, kw []Value) (Value, error) {
			if err := NoKw(name, kw); err != nil {
				return Null, err
			}
			x := stv(args[0])
			if len(args) == 1 {
				return x.copyAs(baseSetType(x)).Ref(), nil
			}
			out, err := setOp(op, x, args[1])
			for _, o := range args[2:] {
				switch {
				case err != nil:
					return Null, err
				case op == OpAnd:
					out, err = setOp(op, stv(out), o)
				default:
					err = setUpdate(op, stv(out), o)
				}
			}
			return out, err
		}}
	}
	manyUpdate := func(name string, op Op) Method {
		return Method{Name: name, Fn: func(args, kw []Value) (Value, error) {
			for _, o := range args[1:] {
				if err := setUpdate(op, stv(args[0]), o); err != nil {
					return Null, err
				}
			}
			return None, nil
		}}
	}
	relation := func(name string, f func(x, y *Set) (bool, error)) Method {
		return Method{Name: name, OneArg: func(v, o Value) (Value, error) {
			y, err := asSetLike(o)
			if err != nil {
				return Null, err
			}
			r, err := f(stv(v), y)
			return Bool(r), err
		}}
	}
	shared := []Method{
		many("union", OpOr), many("intersection", OpAnd), many("difference", OpSub), many("symmetric_difference", OpXor),
		relation("issubset", func(x, y *Set) (bool, error) { return x.subsetOf(y) }),
		relation("issuperset", func(x, y *Set) (bool, error) { return y.subsetOf(x) }),
		relation("isdisjoint", func(x, y *Set) (bool, error) {
			r, err := setOp(OpAnd, x, y.Ref())
			return err == nil && stv(r).used == 0, err
		}),
		{Name: "copy", NoArgs: func(v Value) (Value, error) { return stv(v).copy(), nil }},
	}
	mutable := append([]Method{
		{Name: "add", OneArg: func(v, x Value) (Value, error) { _, err := stv(v).Add(x); return None, err }},
		{Name: "discard", OneArg: func(v, x Value) (Value, error) { _, err := stv(v).Remove(elemKey(x)); return None, err }},
		{Name: "remove", OneArg: func(v, x Value) (Value, error) {
			ok, err := stv(v).Remove(elemKey(x))
			if err == nil && !ok {
				err = KeyErrorOf(x)
			}
			return None, err
		}},
		{Name: "pop", NoArgs: func(v Value) (Value, error) {
			x, ok := stv(v).PopAny()
			if !ok {
				return Null, KeyErrorOf(NewStr("pop from an empty set"))
			}
			return x, nil
		}},
		{Name: "clear", NoArgs: func(v Value) (Value, error) { stv(v).Clear(); return None, nil }},
		manyUpdate("update", OpOr), manyUpdate("intersection_update", OpAnd),
		manyUpdate("difference_update", OpSub), manyUpdate("symmetric_difference_update", OpXor),
	}, shared...)
	class := []Method{{Name: "__class_getitem__", Fn: classGetItem}}
	set := slots
	set.InPlace = inplace
	set.New = func(cls *Type, args, kw []Value) (Value, error) { return (&Set{Header: Header{typ: cls}}).Ref(), nil }
	set.Init = func(v Value, args, kw []Value) error {
		if len(kw) > 0 && v.p.typ.Lookup(sNew) == SetType.Lookup(sNew) {
			return NoKw("set", kw)
		}
		args = args[:len(args)-len(kw)]
		if len(args) > 1 {
			return TypeErrorf("set expected at most 1 argument, got %d", len(args))
		}
		stv(v).Clear()
		if len(args) == 1 {
			return stv(v).addAll(args[0])
		}
		return nil
	}
	SetType.define(Spec{Slots: set, Methods: mutable, Class: class})
	frozen := slots
	frozen.Hash = func(v Value) (int64, error) { return stv(v).frozenHash(), nil }
	frozen.New = func(cls *Type, args, kw []Value) (Value, error) {
		args, err := noKwNew(cls, FrozenSetType, args, kw)
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
		s, err := setFrom(cls, args[0])
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
