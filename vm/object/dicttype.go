package object

import "strings"

type viewKind uint8

const (
	viewKeys viewKind = iota
	viewValues
	viewItems
)

// DictView is what keys(), values() and items() return.
type DictView struct {
	Header
	D    *Dict
	kind viewKind
}

var (
	layoutDictView = NewLayout()
	DictKeysType   = declare("dict_keys", layoutDictView, ObjectType)
	DictValuesType = declare("dict_values", layoutDictView, ObjectType)
	DictItemsType  = declare("dict_items", layoutDictView, ObjectType)

	// The views of collections.OrderedDict have types of their own.
	orderedKeysType   = declare("odict_keys", layoutDictView, DictKeysType)
	orderedValuesType = declare("odict_values", layoutDictView, DictValuesType)
	orderedItemsType  = declare("odict_items", layoutDictView, DictItemsType)
)

func newDictView(d *Dict, k viewKind) Value {
	t := [...]*Type{DictKeysType, DictValuesType, DictItemsType}[k]
	if d.typ != DictType && d.typ.isOrderedDict() {
		t = [...]*Type{orderedKeysType, orderedValuesType, orderedItemsType}[k]
	}
	return (&DictView{Header: Header{typ: t}, D: d, kind: k}).Ref()
}

// isOrderedDict tells of a type of dicts whether it is derived from collections.OrderedDict.
func (t *Type) isOrderedDict() bool {
	for _, base := range t.MRO {
		if base.Name == "OrderedDict" && base.NS != nil {
			module, _ := base.NS.Lookup("__module__")
			home, _ := AsStr(module)
			return home != nil && home.S == "collections"
		}
	}
	return false
}

func dv(v Value) *Dict { d, _ := AsDict(v); return d }

// AsDictView is the view behind v.
func AsDictView(v Value) (*DictView, bool) { return as[DictView](v, layoutDictView) }

func vv(v Value) *DictView { d, _ := as[DictView](v, layoutDictView); return d }

// NotAPair is the error of the element i of what a dict is made of, which is not iterable; raised is what its iterator raised, nil if it has none.
func NotAPair(th *Thread, i int, raised *Exception) error {
	if raised == nil {
		raised = NewException(TypeError, "object is not iterable")
	}
	raised.SetAttr(th, "__notes__", NewList(NewStr("Cannot convert dictionary update sequence element #"+formatInt(int64(i))+" to a sequence")).Ref())
	return raised
}

// KeepsItems tells whether the content of a dict is what it shows to others: its class has not another iterator. Ordered dicts
// have one in CPython, so those whose class has other keys or values show these.
func KeepsItems(th *Thread, d *Dict) bool {
	if d.typ == DictType {
		return true
	}
	inherits := func(name *Str) bool { return d.typ.Lookup(th, name) == DictType.Lookup(th, name) }
	return inherits(sIter) && (inherits(sGetItem) && inherits(sKeys) || !d.typ.isOrderedDict())
}

// setter is how update stores into an ordered dict whose class stores in its own way; others have none.
func (d *Dict) setter(th *Thread) func(th *Thread, key, x Value) error {
	if d.typ != DictType && d.typ.Lookup(th, sSetItem) != DictType.Lookup(th, sSetItem) && d.typ.isOrderedDict() {
		return func(th *Thread, key, x Value) error { return SetItem(th, d.Ref(), key, x) }
	}
	return nil
}

// EachItem calls f with the keys and values of a mapping as dict.update and ** read it: what is in a dict, and of others v[k] for the k of v.keys().
// Without a method keys it is none.
func EachItem(th *Thread, v Value, f func(th *Thread, k, x Value) error) (mapping bool, err error) {
	if d, ok := AsDict(v); ok && KeepsItems(th, d) {
		return true, d.Each(th, f)
	}
	method, err := LookupAttr(th, v, sKeys)
	if err != nil || method.IsNull() {
		return false, err
	}
	keys, err := Call(th, method)
	if err != nil {
		return true, err
	}
	given := keys
	if keys, err = Iter(th, keys); ErrorIs(err, TypeError) {
		return true, TypeErrorf("%s.keys() returned a non-iterable (type %s)", v.p.typ.Name, given.p.typ.Name)
	} else if err != nil {
		return true, err
	}
	list, err := ToSlice(th, keys) // all of them first: reading a value may change the order
	if err != nil {
		return true, err
	}
	for _, k := range list { // which may come twice
		x, err := GetItem(th, v, k)
		if err != nil {
			return true, err
		}
		if err := f(th, k, x); err != nil {
			return true, err
		}
	}
	return true, nil
}

// UpdateDict merges a mapping or an iterable of pairs, then keyword arguments, as dict.update does.
func UpdateDict(th *Thread, d *Dict, src Value) error { return updateDict(th, d, src, nil) }

// updateDict stores by set, where there is one.
func updateDict(th *Thread, d *Dict, src Value, set func(th *Thread, key, x Value) error) error {
	if set == nil {
		if o, ok := AsDict(src); ok && KeepsItems(th, o) {
			return d.Update(th, o)
		}
		set = d.Set
	}
	if mapping, err := EachItem(th, src, set); mapping || err != nil {
		return err
	}
	i, ordered := 0, d.typ != DictType && d.typ.isOrderedDict()
	return Iterate(th, src, func(th *Thread, pair Value) error {
		kv, raised, err := pairItems(th, pair)
		if ordered && err == nil && len(kv) != 2 {
			return notTwo(len(kv))
		}
		if err != nil {
			if ErrorIs(err, TypeError) && !ordered {
				return NotAPair(th, i, raised)
			}
			return err
		}
		if len(kv) != 2 {
			return ValueErrorf("dictionary update sequence element #%d has length %d; 2 is required", i, len(kv))
		}
		i++
		return set(th, kv[0], kv[1])
	})
}

// pairItems lists the values of what should be a pair; raised is what its iterator raised, nil if there is none.
func pairItems(th *Thread, pair Value) (items []Value, raised *Exception, err error) {
	if pair.p.typ == ListType || pair.p.typ == TupleType {
		items, err = ToSlice(th, pair)
		return items, nil, err
	}
	it, err := Iter(th, pair)
	if err != nil {
		return nil, nil, err
	}
	if items, err = ToSlice(th, it); err != nil {
		raised, _ = err.(*Exception)
	}
	return items, raised, err
}

// notTwo is the error of an ordered dict for an element of n values.
func notTwo(n int) error {
	switch n {
	case 0:
		return ValueErrorf("need more than 0 values to unpack")
	case 1:
		return ValueErrorf("need more than 1 value to unpack")
	}
	return ValueErrorf("too many values to unpack (expected 2)")
}

func dictUpdateArgs(th *Thread, fname string, d *Dict, args, kw []Value) error {
	n := len(args) - len(kw)
	if n > 1 {
		return TypeErrorf("%s expected at most 1 argument, got %d", fname, n)
	}
	set := d.setter(th)
	if n == 1 {
		if err := updateDict(th, d, args[0], set); err != nil {
			return err
		}
	}
	if set == nil {
		set = d.Set
	}
	for i, k := range kw {
		if err := set(th, k, args[n+i]); err != nil {
			return err
		}
	}
	return nil
}

func dictGetItem(th *Thread, v, key Value) (Value, error) {
	x, ok, err := dv(v).Get(th, key)
	if err != nil {
		return Null, err
	}
	if ok {
		return x, nil
	}
	if v.p.typ != DictType {
		if m := v.p.typ.Lookup(th, sMissing); !m.IsNull() {
			return callBound(th, m, v, key)
		}
	}
	return Null, KeyErrorOf(key)
}

func dictEqual(th *Thread, a, b *Dict) (bool, error) {
	if a.used != b.used {
		return false, nil
	}
	for i := 0; i < len(a.entries); i++ {
		e := a.entries[i]
		if e.key.p == nil {
			continue
		}
		j, err := b.find(th, e.key, e.hash)
		if err != nil || j < 0 {
			return false, err
		}
		eq, err := Equal(th, e.val, b.entries[j].val)
		if err != nil || !eq {
			return false, err
		}
	}
	return true, nil
}

func reprDict(th *Thread, d *Dict) (Value, error) {
	var b strings.Builder
	b.WriteByte('{')
	first := true
	for i := 0; i < len(d.entries); i++ {
		e := d.entries[i]
		if e.key.p == nil {
			continue
		}
		if !first {
			b.WriteString(", ")
		}
		first = false
		k, err := Repr(th, e.key)
		if err != nil {
			return Null, err
		}
		v, err := Repr(th, e.val)
		if err != nil {
			return Null, err
		}
		b.WriteString(k)
		b.WriteString(": ")
		b.WriteString(v)
	}
	b.WriteByte('}')
	return NewStr(b.String()), nil
}

// compareViews compares as sets, without hashing the items of a view.
func compareViews(th *Thread, a, b Value, op CompareOp) (Value, error) {
	if op == Gt || op == Ge {
		a, b, op = b, a, op.swapped()
	}
	n, err := Len(th, a)
	if err != nil {
		return Null, err
	}
	m, err := Len(th, b)
	if err != nil {
		return Null, err
	}
	within := n <= m && !((op == Eq || op == Ne) && n != m || op == Lt && n == m)
	if within {
		err = Iterate(th, a, func(th *Thread, x Value) error {
			if within {
				has, err := Contains(th, b, x)
				within = has
				return err
			}
			return nil
		})
	}
	return Bool(within == (op != Ne)), err
}

// fillKeys enters the keys of an exact set or dict, whose hashes are known; done tells whether keys is one.
func (d *Dict) fillKeys(th *Thread, keys, val Value) (done bool, err error) {
	if o, ok := AsDict(keys); ok && keys.p.typ == DictType {
		for i := 0; i < len(o.entries) && err == nil; i++ {
			if e := o.entries[i]; e.key.p != nil {
				err = d.setHash(th, e.key, e.hash, val)
			}
		}
		return true, err
	}
	if s, ok := AsSet(keys); ok && (keys.p.typ == SetType || keys.p.typ == FrozenSetType) {
		return true, s.each(func(e setEntry) error { return d.setHash(th, e.key, e.hash, val) })
	}
	return false, nil
}

func dictSpec() Spec {
	var ops, refl, inplace [NumOps]BinaryFunc
	ops[OpOr] = func(th *Thread, a, b Value) (Value, error) {
		x, okx := AsDict(a)
		y, oky := AsDict(b)
		if !okx || !oky {
			return NotImplemented, nil
		}
		out := x.Copy()
		return out.Ref(), out.Update(th, y)
	}
	refl[OpOr] = func(th *Thread, a, b Value) (Value, error) { return ops[OpOr](th, b, a) }
	inplace[OpOr] = func(th *Thread, a, b Value) (Value, error) { return a, updateDict(th, dv(a), b, dv(a).setter(th)) }
	return Spec{Mapping: true,
		Slots: Slots{
			Repr: func(th *Thread, v Value) (Value, error) {
				return GuardRepr(th, v, "{...}", func() (Value, error) { return reprDict(th, dv(v)) })
			},
			Compare: func(th *Thread, a, b Value, op CompareOp) (Value, error) {
				y, ok := AsDict(b)
				if !ok || op != Eq && op != Ne {
					return NotImplemented, nil
				}
				eq, err := dictEqual(th, dv(a), y)
				return Bool(eq == (op == Eq)), err
			},
			Iter:     func(th *Thread, v Value) (Value, error) { return newDictIter(dv(v), viewKeys), nil },
			Len:      func(th *Thread, v Value) (int, error) { return dv(v).Len(), nil },
			GetItem:  dictGetItem,
			Contains: func(th *Thread, v, k Value) (bool, error) { _, ok, err := dv(v).Get(th, k); return ok, err },
			SetItem: func(th *Thread, v, k, x Value) error {
				if !x.IsNull() {
					return dv(v).Set(th, k, x)
				}
				ok, err := dv(v).Delete(th, k)
				if err == nil && !ok {
					err = KeyErrorOf(k)
				}
				return err
			},
			Binary: ops, Reflected: refl, InPlace: inplace,
			New: func(th *Thread, cls *Type, args, kw []Value) (Value, error) {
				return (&Dict{Header: Header{typ: cls}}).Ref(), nil
			},
			Init: func(th *Thread, v Value, args, kw []Value) error { return dictUpdateArgs(th, "dict", dv(v), args, kw) },
		},
		Methods: []Method{
			{Name: "keys", NoArgs: func(th *Thread, v Value) (Value, error) { return newDictView(dv(v), viewKeys), nil }},
			{Name: "values", NoArgs: func(th *Thread, v Value) (Value, error) { return newDictView(dv(v), viewValues), nil }},
			{Name: "items", NoArgs: func(th *Thread, v Value) (Value, error) { return newDictView(dv(v), viewItems), nil }},
			{Name: "get", Fn: func(th *Thread, args, kw []Value) (Value, error) {
				if len(kw) == 0 && (len(args) == 2 || len(args) == 3) {
					x, ok, err := dv(args[0]).Get(th, args[1])
					if err != nil || ok {
						return x, err
					}
					if len(args) == 3 {
						return args[2], nil
					}
					return None, nil
				}
				a, err := Args("get", args, kw, "self", "key", "|", "default", "/")
				if err != nil {
					return Null, err
				}
				x, ok, err := dv(a[0]).Get(th, a[1])
				if err != nil || ok {
					return x, err
				}
				return orNone(a[2]), nil
			}},
			{Name: "setdefault", Fn: func(th *Thread, args, kw []Value) (Value, error) {
				a, err := Args("setdefault", args, kw, "self", "key", "|", "default", "/")
				if err != nil {
					return Null, err
				}
				return dv(a[0]).SetDefault(th, a[1], orNone(a[2]))
			}},
			{Name: "pop", Fn: func(th *Thread, args, kw []Value) (Value, error) {
				a, err := Args("pop", args, kw, "self", "key", "|", "default", "/")
				if err != nil {
					return Null, err
				}
				x, ok, err := dv(a[0]).Pop(th, a[1])
				if err != nil || ok {
					return x, err
				}
				if a[2].IsNull() {
					return Null, KeyErrorOf(a[1])
				}
				return a[2], nil
			}},
			{Name: "popitem", NoArgs: func(th *Thread, v Value) (Value, error) {
				k, x, ok := dv(v).PopLast()
				if !ok {
					return Null, KeyErrorOf(NewStr("popitem(): dictionary is empty"))
				}
				return NewTuple(k, x).Ref(), nil
			}},
			{Name: "update", Fn: func(th *Thread, args, kw []Value) (Value, error) {
				return None, dictUpdateArgs(th, "update", dv(args[0]), args[1:], kw)
			}},
			{Name: "clear", NoArgs: func(th *Thread, v Value) (Value, error) { dv(v).Clear(); return None, nil }},
			{Name: "copy", NoArgs: func(th *Thread, v Value) (Value, error) { return dv(v).Copy().Ref(), nil }},
			{Name: "__reversed__", NoArgs: func(th *Thread, v Value) (Value, error) { return newDictRevIter(dv(v), viewKeys), nil }},
		},
		Class: []Method{
			{Name: "__class_getitem__", Fn: classGetItem},
			{Name: "fromkeys", Fn: func(th *Thread, args, kw []Value) (Value, error) {
				a, err := Args("fromkeys", args, kw, "cls", "iterable", "|", "value", "/")
				if err != nil {
					return Null, err
				}
				out, err := Call(th, a[0])
				if err != nil {
					return Null, err
				}
				if d, ok := AsDict(out); ok && out.p.typ == DictType {
					if done, err := d.fillKeys(th, a[1], orNone(a[2])); done || err != nil {
						return out, err
					}
				}
				return out, Iterate(th, a[1], func(th *Thread, k Value) error { return SetItem(th, out, k, orNone(a[2])) })
			}},
		},
	}
}

// viewSlots is what the three views have in common.
func viewSlots() Slots {
	return Slots{
		Len: func(th *Thread, v Value) (int, error) { return vv(v).D.Len(), nil },
		Repr: func(th *Thread, v Value) (Value, error) {
			return GuardRepr(th, v, "...", func() (Value, error) {
				items, err := ToSlice(th, v)
				if err != nil {
					return Null, err
				}
				return reprItems(th, &items, v.p.typ.Name+"([", "])")
			})
		},
		Iter: func(th *Thread, v Value) (Value, error) { return newDictIter(vv(v).D, vv(v).kind), nil },
	}
}

// setViewSlots is what views have that are sets.
func setViewSlots() Slots {
	s := viewSlots()
	s.Compare = func(th *Thread, a, b Value, op CompareOp) (Value, error) {
		if _, ok := AsSet(b); !ok && (vv(b) == nil || vv(b).kind == viewValues) {
			return NotImplemented, nil
		}
		return compareViews(th, a, b, op)
	}
	for _, op := range []Op{OpAnd, OpOr, OpSub, OpXor} {
		f := func(th *Thread, a, b Value) (Value, error) {
			x, err := setFrom(th, SetType, a)
			if err != nil {
				return Null, err
			}
			if op == OpXor { // starts with what is left of the operator, unlike that of sets
				return x.Ref(), setUpdate(th, op, x, b)
			}
			return setOp(th, op, x, b)
		}
		s.Binary[op] = f
		s.Reflected[op] = func(th *Thread, a, b Value) (Value, error) { return f(th, b, a) }
	}
	return s
}

func viewSpec(s Slots) Spec {
	methods := []Method{
		{Name: "__reversed__", NoArgs: func(th *Thread, v Value) (Value, error) { return newDictRevIter(vv(v).D, vv(v).kind), nil }},
		{Name: "isdisjoint", OneArg: func(th *Thread, v, o Value) (Value, error) {
			dis := true
			err := Iterate(th, o, func(th *Thread, x Value) error {
				has, err := v.p.typ.Contains(th, v, x)
				dis = dis && !has
				return err
			})
			return Bool(dis), err
		}},
	}
	getset := []GetsetDef{{Name: "mapping", Get: func(th *Thread, v Value) (Value, error) { return NewMappingProxy(vv(v).D.Ref()), nil }}}
	return Spec{Slots: s, Methods: methods, Getset: getset, NoNew: true, Final: true}
}

func dictValuesSpec() Spec {
	spec := viewSpec(viewSlots())
	spec.Methods = spec.Methods[:1]
	return spec
}

func dictKeysSpec() Spec {
	keys := setViewSlots()
	keys.Contains = func(th *Thread, v, x Value) (bool, error) { _, ok, err := vv(v).D.Get(th, x); return ok, err }
	return viewSpec(keys)
}

func dictItemsSpec() Spec {
	items := setViewSlots()
	items.Contains = func(th *Thread, v, x Value) (bool, error) {
		t, ok := AsTuple(x)
		if !ok || len(t.Items) != 2 {
			return false, nil
		}
		y, ok, err := vv(v).D.Get(th, t.Items[0])
		if err != nil || !ok {
			return false, err
		}
		return Equal(th, y, t.Items[1])
	}
	return viewSpec(items)
}
