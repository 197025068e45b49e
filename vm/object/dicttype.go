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
)

func newDictView(d *Dict, k viewKind) Value {
	t := [...]*Type{DictKeysType, DictValuesType, DictItemsType}[k]
	return (&DictView{Header: Header{typ: t}, D: d, kind: k}).Ref()
}

func dv(v Value) *Dict { d, _ := AsDict(v); return d }

// AsDictView is the view behind v.
func AsDictView(v Value) (*DictView, bool) { return as[DictView](v, layoutDictView) }

func vv(v Value) *DictView { d, _ := as[DictView](v, layoutDictView); return d }

// UpdateDict merges a mapping or an iterable of pairs, then keyword arguments, as dict.update does.
func UpdateDict(d *Dict, src Value) error {
	if o, ok := AsDict(src); ok && (src.p.typ == DictType || src.p.typ.Lookup(sIter) == DictType.Lookup(sIter)) {
		return d.Update(o)
	}
	keys, err := LookupAttr(src, sKeys)
	if err != nil {
		return err
	}
	if !keys.IsNull() {
		ks, err := Call(keys)
		if err != nil {
			return err
		}
		return Iterate(ks, func(k Value) error {
			v, err := GetItem(src, k)
			if err != nil {
				return err
			}
			return d.Set(k, v)
		})
	}
	i := 0
	return Iterate(src, func(pair Value) error {
		kv, err := ToSlice(pair)
		if err != nil {
			if ErrorIs(err, TypeError) {
				e, ok := err.(*Exception)
				if pair.p.typ.Iter == nil || !ok {
					e = NewException(TypeError, "object is not iterable")
				}
				e.SetAttr("__notes__", NewList(NewStr("Cannot convert dictionary update sequence element #"+formatInt(int64(i))+" to a sequence")).Ref())
				return e
			}
			return err
		}
		if len(kv) != 2 {
			return ValueErrorf("dictionary update sequence element #%d has length %d; 2 is required", i, len(kv))
		}
		i++
		return d.Set(kv[0], kv[1])
	})
}

func dictUpdateArgs(fname string, d *Dict, args, kw []Value) error {
	n := len(args) - len(kw)
	if n > 1 {
		return TypeErrorf("%s expected at most 1 argument, got %d", fname, n)
	}
	if n == 1 {
		if err := UpdateDict(d, args[0]); err != nil {
			return err
		}
	}
	for i, k := range kw {
		if err := d.Set(k, args[n+i]); err != nil {
			return err
		}
	}
	return nil
}

func dictGetItem(v, key Value) (Value, error) {
	x, ok, err := dv(v).Get(key)
	if err != nil {
		return Null, err
	}
	if ok {
		return x, nil
	}
	if v.p.typ != DictType {
		if m := v.p.typ.Lookup(sMissing); !m.IsNull() {
			return callBound(m, v, key)
		}
	}
	return Null, KeyErrorOf(key)
}

func dictEqual(a, b *Dict) (bool, error) {
	if a.used != b.used {
		return false, nil
	}
	for i := 0; i < len(a.entries); i++ {
		e := a.entries[i]
		if e.key.p == nil {
			continue
		}
		j, err := b.find(e.key, e.hash)
		if err != nil || j < 0 {
			return false, err
		}
		eq, err := Equal(e.val, b.entries[j].val)
		if err != nil || !eq {
			return false, err
		}
	}
	return true, nil
}

func reprDict(d *Dict) (Value, error) {
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
		k, err := Repr(e.key)
		if err != nil {
			return Null, err
		}
		v, err := Repr(e.val)
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
func compareViews(a, b Value, op CompareOp) (Value, error) {
	if op == Gt || op == Ge {
		a, b, op = b, a, op.swapped()
	}
	n, err := Len(a)
	if err != nil {
		return Null, err
	}
	m, err := Len(b)
	if err != nil {
		return Null, err
	}
	within := n <= m && !((op == Eq || op == Ne) && n != m || op == Lt && n == m)
	if within {
		err = Iterate(a, func(x Value) error {
			if within {
				has, err := Contains(b, x)
				within = has
				return err
			}
			return nil
		})
	}
	return Bool(within == (op != Ne)), err
}

// fillKeys enters the keys of an exact set or dict, whose hashes are known; done tells whether keys is one.
func (d *Dict) fillKeys(keys, val Value) (done bool, err error) {
	if o, ok := AsDict(keys); ok && keys.p.typ == DictType {
		for i := 0; i < len(o.entries) && err == nil; i++ {
			if e := o.entries[i]; e.key.p != nil {
				err = d.setHash(e.key, e.hash, val)
			}
		}
		return true, err
	}
	if s, ok := AsSet(keys); ok && (keys.p.typ == SetType || keys.p.typ == FrozenSetType) {
		return true, s.each(func(e setEntry) error { return d.setHash(e.key, e.hash, val) })
	}
	return false, nil
}

func init() {
	var ops, refl, inplace [NumOps]BinaryFunc
	ops[OpOr] = func(a, b Value) (Value, error) {
		x, okx := AsDict(a)
		y, oky := AsDict(b)
		if !okx || !oky {
			return NotImplemented, nil
		}
		out := x.Copy()
		return out.Ref(), out.Update(y)
	}
	refl[OpOr] = func(a, b Value) (Value, error) { return ops[OpOr](b, a) }
	inplace[OpOr] = func(a, b Value) (Value, error) { return a, UpdateDict(dv(a), b) }
	DictType.define(Spec{Mapping: true,
		Slots: Slots{
			Repr: func(v Value) (Value, error) {
				return GuardRepr(v, "{...}", func() (Value, error) { return reprDict(dv(v)) })
			},
			Compare: func(a, b Value, op CompareOp) (Value, error) {
				y, ok := AsDict(b)
				if !ok || op != Eq && op != Ne {
					return NotImplemented, nil
				}
				eq, err := dictEqual(dv(a), y)
				return Bool(eq == (op == Eq)), err
			},
			Iter:     func(v Value) (Value, error) { return newDictIter(dv(v), viewKeys), nil },
			Len:      func(v Value) (int, error) { return dv(v).Len(), nil },
			GetItem:  dictGetItem,
			Contains: func(v, k Value) (bool, error) { _, ok, err := dv(v).Get(k); return ok, err },
			SetItem: func(v, k, x Value) error {
				if !x.IsNull() {
					return dv(v).Set(k, x)
				}
				ok, err := dv(v).Delete(k)
				if err == nil && !ok {
					err = KeyErrorOf(k)
				}
				return err
			},
			Binary: ops, Reflected: refl, InPlace: inplace,
			New: func(cls *Type, args, kw []Value) (Value, error) {
				return (&Dict{Header: Header{typ: cls}}).Ref(), nil
			},
			Init: func(v Value, args, kw []Value) error { return dictUpdateArgs("dict", dv(v), args, kw) },
		},
		Methods: []Method{
			{Name: "keys", NoArgs: func(v Value) (Value, error) { return newDictView(dv(v), viewKeys), nil }},
			{Name: "values", NoArgs: func(v Value) (Value, error) { return newDictView(dv(v), viewValues), nil }},
			{Name: "items", NoArgs: func(v Value) (Value, error) { return newDictView(dv(v), viewItems), nil }},
			{Name: "get", Fn: func(args, kw []Value) (Value, error) {
				if len(kw) == 0 && (len(args) == 2 || len(args) == 3) {
					x, ok, err := dv(args[0]).Get(args[1])
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
				x, ok, err := dv(a[0]).Get(a[1])
				if err != nil || ok {
					return x, err
				}
				return orNone(a[2]), nil
			}},
			{Name: "setdefault", Fn: func(args, kw []Value) (Value, error) {
				a, err := Args("setdefault", args, kw, "self", "key", "|", "default", "/")
				if err != nil {
					return Null, err
				}
				return dv(a[0]).SetDefault(a[1], orNone(a[2]))
			}},
			{Name: "pop", Fn: func(args, kw []Value) (Value, error) {
				a, err := Args("pop", args, kw, "self", "key", "|", "default", "/")
				if err != nil {
					return Null, err
				}
				x, ok, err := dv(a[0]).Pop(a[1])
				if err != nil || ok {
					return x, err
				}
				if a[2].IsNull() {
					return Null, KeyErrorOf(a[1])
				}
				return a[2], nil
			}},
			{Name: "popitem", NoArgs: func(v Value) (Value, error) {
				k, x, ok := dv(v).PopLast()
				if !ok {
					return Null, KeyErrorOf(NewStr("popitem(): dictionary is empty"))
				}
				return NewTuple(k, x).Ref(), nil
			}},
			{Name: "update", Fn: func(args, kw []Value) (Value, error) {
				return None, dictUpdateArgs("update", dv(args[0]), args[1:], kw)
			}},
			{Name: "clear", NoArgs: func(v Value) (Value, error) { dv(v).Clear(); return None, nil }},
			{Name: "copy", NoArgs: func(v Value) (Value, error) { return dv(v).Copy().Ref(), nil }},
			{Name: "__reversed__", NoArgs: func(v Value) (Value, error) { return newDictRevIter(dv(v), viewKeys), nil }},
		},
		Class: []Method{
			{Name: "__class_getitem__", Fn: classGetItem},
			{Name: "fromkeys", Fn: func(args, kw []Value) (Value, error) {
				a, err := Args("fromkeys", args, kw, "cls", "iterable", "|", "value", "/")
				if err != nil {
					return Null, err
				}
				out, err := Call(a[0])
				if err != nil {
					return Null, err
				}
				if d, ok := AsDict(out); ok && out.p.typ == DictType {
					if done, err := d.fillKeys(a[1], orNone(a[2])); done || err != nil {
						return out, err
					}
				}
				return out, Iterate(a[1], func(k Value) error { return SetItem(out, k, orNone(a[2])) })
			}},
		},
	})
	common := Slots{
		Len: func(v Value) (int, error) { return vv(v).D.Len(), nil },
		Repr: func(v Value) (Value, error) {
			return GuardRepr(v, "...", func() (Value, error) {
				items, err := ToSlice(v)
				if err != nil {
					return Null, err
				}
				return reprItems(&items, v.p.typ.Name+"([", "])")
			})
		},
		Iter: func(v Value) (Value, error) { return newDictIter(vv(v).D, vv(v).kind), nil },
	}
	methods := []Method{
		{Name: "__reversed__", NoArgs: func(v Value) (Value, error) { return newDictRevIter(vv(v).D, vv(v).kind), nil }},
		{Name: "isdisjoint", OneArg: func(v, o Value) (Value, error) {
			dis := true
			err := Iterate(o, func(x Value) error {
				has, err := v.p.typ.Contains(v, x)
				dis = dis && !has
				return err
			})
			return Bool(dis), err
		}},
	}
	getset := []GetsetDef{{Name: "mapping", Get: func(v Value) (Value, error) { return NewMappingProxy(vv(v).D.Ref()), nil }}}
	DictValuesType.define(Spec{Slots: common, Methods: methods[:1], Getset: getset, NoNew: true, Final: true})
	setlike := common
	setlike.Compare = func(a, b Value, op CompareOp) (Value, error) {
		if _, ok := AsSet(b); !ok && vv(b) == nil {
			return NotImplemented, nil
		}
		return compareViews(a, b, op)
	}
	for _, op := range []Op{OpAnd, OpOr, OpSub, OpXor} {
		f := func(a, b Value) (Value, error) {
			if b.p.typ.Iter == nil {
				return NotImplemented, nil
			}
			x, err := setFrom(SetType, a)
			if err != nil {
				return Null, err
			}
			return setOp(op, x, b)
		}
		setlike.Binary[op] = f
		setlike.Reflected[op] = func(a, b Value) (Value, error) { return f(b, a) }
	}
	keys := setlike
	keys.Contains = func(v, x Value) (bool, error) { _, ok, err := vv(v).D.Get(x); return ok, err }
	DictKeysType.define(Spec{Slots: keys, Methods: methods, Getset: getset, NoNew: true, Final: true})
	items := setlike
	items.Contains = func(v, x Value) (bool, error) {
		t, ok := AsTuple(x)
		if !ok || len(t.Items) != 2 {
			return false, nil
		}
		y, ok, err := vv(v).D.Get(t.Items[0])
		if err != nil || !ok {
			return false, err
		}
		return Equal(y, t.Items[1])
	}
	DictItemsType.define(Spec{Slots: items, Methods: methods, Getset: getset, NoNew: true, Final: true})
}
