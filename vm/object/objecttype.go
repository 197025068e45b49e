package object

import (
	"fmt"
	"sort"
)

// The type object.

func objectSpecs() {
	ObjectType.define(Spec{
		Slots: Slots{
			Repr: func(th *Thread, v Value) (Value, error) {
				return NewStr(fmt.Sprintf("<%s object at %#x>", v.p.typ.FullName(), ID(v))), nil
			},
			Str: func(th *Thread, v Value) (Value, error) {
				if v.p.typ.heap { // what is no string is called one of __str__
					return v.p.typ.Repr(th, v)
				}
				s, err := Repr(th, v)
				return NewStr(s), err
			},
			Hash:    func(th *Thread, v Value) (int64, error) { return int64(ID(v) >> 4), nil },
			Compare: objectCompare,
			GetAttr: GenericGetAttr,
			SetAttr: GenericSetAttr,
			New:     objectNew,
			Init:    objectInit,
			Format: func(th *Thread, v Value, spec string) (string, error) {
				if spec != "" {
					return "", TypeErrorf("unsupported format string passed to %s.__format__", v.p.typ.Name)
				}
				return StrOf(th, v)
			},
		},
		Getset: []GetsetDef{{Name: "__class__", Get: func(th *Thread, v Value) (Value, error) { return v.p.typ.Ref(), nil }, Set: setClass}},
		Methods: []Method{
			{Name: "__dir__", NoArgs: func(th *Thread, v Value) (Value, error) {
				names, err := dirNames(th, v)
				return names, err
			}},
			{Name: "__sizeof__", NoArgs: func(th *Thread, v Value) (Value, error) { return Int(48), nil }},
		},
		Class: []Method{
			{Name: "__init_subclass__", Fn: func(th *Thread, args, kw []Value) (Value, error) {
				if len(kw) > 0 {
					t, _ := AsType(args[0])
					return Null, TypeErrorf("%s.__init_subclass__() takes no keyword arguments", t.Name)
				}
				return None, nil
			}},
			{Name: "__subclasshook__", Fn: func(th *Thread, args, kw []Value) (Value, error) { return NotImplemented, nil }},
		},
		Doc: "The base class of the class hierarchy.",
	})
	singleton := func(t *Type, text string, truth *bool) {
		s := Slots{Repr: func(*Thread, Value) (Value, error) { return StrValue(text), nil },
			New: func(th *Thread, cls *Type, args, kw []Value) (Value, error) {
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
			s.Bool = func(*Thread, Value) (bool, error) { return *truth, nil }
		}
		t.define(Spec{Slots: s, Final: true})
	}
	no := false
	singleton(NoneType, "None", &no)
	singleton(EllipsisType, "Ellipsis", nil)
	singleton(NotImplementedType, "NotImplemented", nil)
	NotImplementedType.spec.Slots.Bool = func(*Thread, Value) (bool, error) { // start: by ready
		return false, TypeErrorf("NotImplemented should not be used in a boolean context")
	}
	NoneType.spec.Slots.Hash = func(*Thread, Value) (int64, error) { return 0xfca86420, nil } // start: by ready
}

func objectCompare(th *Thread, a, b Value, op CompareOp) (Value, error) {
	switch op {
	case Eq:
		if a == b {
			return True, nil
		}
	case Ne:
		if a.p.typ.Compare == nil {
			break
		}
		r, err := a.p.typ.Compare(th, a, b, Eq)
		if err != nil || r == NotImplemented {
			return r, err
		}
		t, err := IsTrue(th, r)
		return Bool(!t), err
	}
	return NotImplemented, nil
}

// AcceptNew is the error of object.__new__ of a class with n arguments, which are for __init__: without one there is nobody to take them.
func AcceptNew(cls *Type, n int) error {
	switch {
	case n == 0:
		return nil
	case cls.overrides(sNew, ObjectType):
		return TypeErrorf("object.__new__() takes exactly one argument (the type to instantiate)")
	case !cls.overrides(sInit, ObjectType):
		return TypeErrorf("%s() takes no arguments", cls.Name)
	}
	return nil
}

// AcceptInit is the error of object.__init__ of an instance of a class with n arguments, which are for __new__.
func AcceptInit(cls *Type, n int) error {
	switch {
	case n == 0:
		return nil
	case cls.overrides(sInit, ObjectType):
		return TypeErrorf("object.__init__() takes exactly one argument (the instance to initialize)")
	case !cls.overrides(sNew, ObjectType):
		return TypeErrorf("%s.__init__() takes exactly one argument (the instance to initialize)", cls.Name)
	}
	return nil
}

func objectNew(th *Thread, cls *Type, args, kw []Value) (Value, error) {
	if err := AcceptNew(cls, len(args)); err != nil {
		return Null, err
	}
	if cls.abstract {
		return Null, abstractError(th, cls)
	}
	return NewInstance(th, cls), nil
}

func (t *Type) overrides(name *Str, base *Type) bool {
	_, where := t.LookupWhere(name)
	return where != base
}

func abstractError(th *Thread, cls *Type) error {
	v, err := GetAttrStr(th, cls.Ref(), sAbstract)
	if err != nil {
		return err
	}
	names, err := ToSlice(th, v)
	if err != nil {
		return err
	}
	var list []string
	for _, n := range names {
		s, _ := StrOf(th, n)
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

func objectInit(th *Thread, v Value, args, kw []Value) error { return AcceptInit(v.p.typ, len(args)) }

func setClass(th *Thread, v, x Value) error {
	if x.IsNull() {
		return TypeErrorf("can't delete __class__ attribute")
	}
	t, ok := AsType(x)
	if !ok {
		return TypeErrorf("__class__ must be set to a class, not '%s' object", x.p.typ.Name)
	}
	old := v.p.typ
	if m, ok := AsModule(v); ok && t.layout == LayoutModule {
		m.SetType(t)
		return nil
	}
	if !t.heap || !old.heap {
		return TypeErrorf("__class__ assignment only supported for mutable types or ModuleType subclasses")
	}
	if !t.sameLayout(th, old) {
		return TypeErrorf("__class__ assignment: '%s' object layout differs from '%s'", t.Name, old.Name)
	}
	v.p.SetType(t)
	return nil
}

// dirNames is what object.__dir__ returns.
func dirNames(th *Thread, v Value) (Value, error) {
	set := NewDict()
	own, err := LookupAttr(th, v, sDict)
	if err != nil {
		return Null, err
	}
	if d, ok := AsDict(own); ok {
		set.Update(th, d)
	}
	types := v.p.typ.MRO
	for _, c := range types {
		for _, k := range c.NS.Keys() {
			set.Set(th, k, None)
		}
	}
	return NewList(set.Keys()...).Ref(), nil
}
