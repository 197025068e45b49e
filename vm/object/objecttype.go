package object

import (
	"fmt"
	"sort"
)

// The type object.

func init() {
	ObjectType.define(Spec{
		Slots: Slots{
			Repr: func(v Value) (Value, error) {
				return NewStr(fmt.Sprintf("<%s object at %#x>", v.p.typ.FullName(), ID(v))), nil
			},
			Str:     func(v Value) (Value, error) { s, err := Repr(v); return NewStr(s), err },
			Hash:    func(v Value) (int64, error) { return int64(ID(v) >> 4), nil },
			Compare: objectCompare,
			GetAttr: GenericGetAttr,
			SetAttr: GenericSetAttr,
			New:     objectNew,
			Init:    objectInit,
			Format: func(v Value, spec string) (string, error) {
				if spec != "" {
					return "", TypeErrorf("unsupported format string passed to %s.__format__", v.p.typ.Name)
				}
				return StrOf(v)
			},
		},
		Getset: []GetsetDef{{Name: "__class__", Get: func(v Value) (Value, error) { return v.p.typ.Ref(), nil }, Set: setClass}},
		Methods: []Method{
			{Name: "__dir__", NoArgs: func(v Value) (Value, error) {
				names, err := dirNames(v)
				return names, err
			}},
			{Name: "__sizeof__", NoArgs: func(v Value) (Value, error) { return Int(48), nil }},
		},
		Class: []Method{
			{Name: "__init_subclass__", Fn: func(args, kw []Value) (Value, error) {
				if len(kw) > 0 {
					t, _ := AsType(args[0])
					return Null, TypeErrorf("%s.__init_subclass__() takes no keyword arguments", t.Name)
				}
				return None, nil
			}},
			{Name: "__subclasshook__", Fn: func(args, kw []Value) (Value, error) { return NotImplemented, nil }},
		},
		Doc: "The base class of the class hierarchy.",
	})
	singleton := func(t *Type, text string, truth *bool) {
		s := Slots{Repr: func(Value) (Value, error) { return StrValue(text), nil },
			New: func(cls *Type, args, kw []Value) (Value, error) {
				if len(args) > 0 {
					return Null, TypeErrorf("%s takes no arguments", t.Name)
				}
				switch t {
				case NoneType:
					return None, nil
				case EllipsisType:
					return Ellipsis, nil
				}
				return NotImplemented, nil
			}}
		if truth != nil {
			s.Bool = func(Value) (bool, error) { return *truth, nil }
		}
		t.define(Spec{Slots: s, Final: true})
	}
	no := false
	singleton(NoneType, "None", &no)
	singleton(EllipsisType, "Ellipsis", nil)
	singleton(NotImplementedType, "NotImplemented", nil)
	NotImplementedType.spec.Slots.Bool = func(Value) (bool, error) {
		return false, TypeErrorf("NotImplemented should not be used in a boolean context")
	}
	NoneType.spec.Slots.Hash = func(Value) (int64, error) { return 0xfca86420, nil }
}

func objectCompare(a, b Value, op CompareOp) (Value, error) {
	switch op {
	case Eq:
		if a == b {
			return True, nil
		}
	case Ne:
		if a.p.typ.Compare == nil {
			break
		}
		r, err := a.p.typ.Compare(a, b, Eq)
		if err != nil || r == NotImplemented {
			return r, err
		}
		t, err := IsTrue(r)
		return Bool(!t), err
	}
	return NotImplemented, nil
}

func objectNew(cls *Type, args, kw []Value) (Value, error) {
	if len(args) > 0 {
		// Arguments are for __init__; without one there is nobody to take them.
		if !cls.overrides(sInit, ObjectType) {
			return Null, TypeErrorf("%s() takes no arguments", cls.Name)
		}
		if cls.overrides(sNew, ObjectType) {
			return Null, TypeErrorf("object.__new__() takes exactly one argument (the type to instantiate)")
		}
	}
	if cls.abstract {
		return Null, abstractError(cls)
	}
	return NewInstance(cls), nil
}

func (t *Type) overrides(name *Str, base *Type) bool {
	_, where := t.LookupWhere(name)
	return where != base
}

func abstractError(cls *Type) error {
	v, err := GetAttrStr(cls.Ref(), sAbstract)
	if err != nil {
		return err
	}
	names, err := ToSlice(v)
	if err != nil {
		return err
	}
	var list []string
	for _, n := range names {
		s, _ := StrOf(n)
		list = append(list, "'"+s+"'")
	}
	sort.Strings(list)
	word, joined := "method", list[0]
	for _, s := range list[1:] {
		word = "methods"
		joined += ", " + s
	}
	return TypeErrorf("Can't instantiate abstract class %s without an implementation for abstract %s %s", cls.Name, word, joined)
}

func objectInit(v Value, args, kw []Value) error {
	if len(args) > 0 {
		t := v.p.typ
		if t.overrides(sInit, ObjectType) {
			return TypeErrorf("object.__init__() takes exactly one argument (the instance to initialize)")
		}
		if !t.overrides(sNew, ObjectType) {
			return TypeErrorf("%s.__init__() takes exactly one argument (the instance to initialize)", t.Name)
		}
	}
	return nil
}

func setClass(v, x Value) error {
	if x.IsNull() {
		return TypeErrorf("can't delete __class__ attribute")
	}
	t, ok := AsType(x)
	if !ok {
		return TypeErrorf("__class__ must be set to a class, not '%s' object", x.p.typ.Name)
	}
	old := v.p.typ
	if m, ok := AsModule(v); ok && t.layout == LayoutModule {
		m.typ = t
		return nil
	}
	if !t.heap || !old.heap {
		return TypeErrorf("__class__ assignment only supported for mutable types or ModuleType subclasses")
	}
	if !t.sameLayout(old) {
		return TypeErrorf("__class__ assignment: '%s' object layout differs from '%s'", t.Name, old.Name)
	}
	v.p.typ = t
	return nil
}

// dirNames is what object.__dir__ returns.
func dirNames(v Value) (Value, error) {
	set := NewDict()
	own, err := LookupAttr(v, sDict)
	if err != nil {
		return Null, err
	}
	if d, ok := AsDict(own); ok {
		set.Update(d)
	}
	types := v.p.typ.MRO
	for _, c := range types {
		for _, k := range c.NS.Keys() {
			set.Set(k, None)
		}
	}
	return NewList(set.Keys()...).Ref(), nil
}
