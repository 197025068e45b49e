package object

func stv(v Value) *Set { s, _ := AsSet(v); return s }

// setFrom is a new set of class t with the values of an iterable.
func setFrom(t *Type, it Value) (*Set, error) {
	s := &Set{Header: Header{typ: t}}
	return s, s.addAll(it)
}

// SetOf is a set of the values.
func SetOf(items ...Value) (*Set, error) { return setFrom(SetType, NewTuple(items...).Ref()) }

// FrozenSetOf is a frozenset of the values.
func FrozenSetOf(items ...Value) (*Set, error) {
	return setFrom(FrozenSetType, NewTuple(items...).Ref())
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

func setOp(op Op, x *Set, other Value) (Value, error) {
	out := &Set{Header: Header{typ: baseSetType(x)}}
	switch op {
	case OpOr:
		out.merge(x)
		return out.Ref(), out.addAll(other)
	case OpAnd:
		if y, ok := AsSet(other); ok {
			small, big := y, x
			if y.used > x.used {
				small, big = x, y
			}
			for _, e := range small.table {
				if e.key.p == nil || e.key == deletedKey {
					continue
				}
				pos, _, err := big.find(e.key, e.hash)
				if err != nil {
					return Null, err
				}
				if pos >= 0 {
					out.addHash(e.key, e.hash)
				}
			}
			return out.Ref(), nil
		}
		return out.Ref(), Iterate(other, func(k Value) error {
			has, err := x.Has(k)
			if err == nil && has {
				_, err = out.Add(k)
			}
			return err
		})
	case OpSub:
		y, err := asSetLike(other)
		if err != nil {
			return Null, err
		}
		for _, e := range x.table {
			if e.key.p == nil || e.key == deletedKey {
				continue
			}
			pos, _, err := y.find(e.key, e.hash)
			if err != nil {
				return Null, err
			}
			if pos < 0 {
				out.addHash(e.key, e.hash)
			}
		}
		return out.Ref(), nil
	}
	y, err := setFrom(SetType, other)
	if err != nil {
		return Null, err
	}
	out.merge(x)
	for _, k := range y.Items() {
		removed, err := out.Remove(k)
		if err != nil {
			return Null, err
		}
		if !removed {
			out.Add(k)
		}
	}
	return out.Ref(), nil
}

func (s *Set) addAll(it Value) error {
	if o, ok := AsSet(it); ok {
		return s.merge(o)
	}
	if d, ok := AsDict(it); ok && it.p.typ == DictType {
		s.reserve(d.used)
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

// assign replaces the content by that of another set.
func (s *Set) assign(v Value) {
	o := stv(v)
	s.table, s.fill, s.used = o.table, o.fill, o.used
	s.keys++
}

// elemKey lets sets be looked up in sets: an unhashable set stands for its frozen copy.
func elemKey(x Value) Value {
	if s, ok := AsSet(x); ok && !s.IsFrozen() {
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
			r, err := setOp(op, stv(a), b)
			if err != nil {
				return Null, err
			}
			stv(a).assign(r)
			return a, nil
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
				if v.p.typ == SetType {
					return reprItems(s.Items(), "{", "}")
				}
				return reprItems(s.Items(), name+"({", "})")
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
			out := stv(args[0]).copyAs(baseSetType(stv(args[0]))).Ref()
			for _, o := range args[1:] {
				var err error
				if out, err = setOp(op, stv(out), o); err != nil {
					return Null, err
				}
			}
			return out, nil
		}}
	}
	manyUpdate := func(name string, op Op) Method {
		return Method{Name: name, Fn: func(args, kw []Value) (Value, error) {
			for _, o := range args[1:] {
				if op == OpOr {
					if err := stv(args[0]).addAll(o); err != nil {
						return Null, err
					}
					continue
				}
				r, err := setOp(op, stv(args[0]), o)
				if err != nil {
					return Null, err
				}
				stv(args[0]).assign(r)
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
		{Name: "copy", NoArgs: func(v Value) (Value, error) { return stv(v).copyAs(baseSetType(stv(v))).Ref(), nil }},
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
		if err := NoKw("set", kw); err != nil {
			return err
		}
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
