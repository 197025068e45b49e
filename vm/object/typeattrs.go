package object

import "strings"

// typeAttrs are the attributes that every class has.
func typeAttrs() []GetsetDef {
	ty := func(v Value) *Type { t, _ := AsType(v); return t }
	// kept is the setter of an attribute that cannot be deleted.
	kept := func(name string, set func(t *Type, x Value) error) func(v, x Value) error {
		return func(v, x Value) error {
			t := ty(v)
			if x.IsNull() {
				return TypeErrorf("cannot delete '%s' attribute of immutable type '%s'", name, t.Name)
			}
			if err := set(t, x); err != nil {
				return err
			}
			t.modified()
			return nil
		}
	}
	entry := func(key *Str) func(t *Type, x Value) error {
		return func(t *Type, x Value) error { t.NS.SetStr(key, x); return nil }
	}
	return append(classAnnotations(), []GetsetDef{
		{Name: "__name__", Get: func(v Value) (Value, error) { return StrValue(ty(v).ShortName()), nil }, Set: kept("__name__", func(t *Type, x Value) error {
			s, ok := AsStr(x)
			if !ok {
				return TypeErrorf("can only assign string to %s.__name__, not '%s'", t.Name, x.p.typ.Name)
			}
			if strings.IndexByte(s.S, 0) >= 0 {
				return ValueErrorf("type name must not contain null characters")
			}
			t.Name = s.S
			return nil
		})},
		{Name: "__qualname__", Get: func(v Value) (Value, error) { return StrValue(ty(v).QualName), nil }, Set: kept("__qualname__", func(t *Type, x Value) error {
			s, ok := AsStr(x)
			if !ok {
				return TypeErrorf("can only assign string to %s.__qualname__, not '%s'", t.Name, x.p.typ.Name)
			}
			t.QualName = s.S
			return nil
		})},
		{Name: "__module__", Get: func(v Value) (Value, error) {
			if m, ok := ty(v).NS.GetStr(sModule); ok && ty(v).heap {
				return m, nil
			}
			return StrValue(ty(v).ModuleName()), nil
		}, Set: kept("__module__", entry(sModule))},
		{Name: "__bases__", Get: func(v Value) (Value, error) { return typesTuple(ty(v).Bases), nil }, Set: kept("__bases__", (*Type).setBases)},
		{Name: "__base__", Get: func(v Value) (Value, error) {
			if ty(v).Base == nil {
				return None, nil
			}
			return ty(v).Base.Ref(), nil
		}},
		{Name: "__mro__", Get: func(v Value) (Value, error) { return typesTuple(ty(v).MRO), nil }},
		{Name: "__dict__", Get: func(v Value) (Value, error) { return NewMappingProxy(ty(v).NS.Ref()), nil }},
		{Name: "__doc__", Get: func(v Value) (Value, error) {
			if d, ok := ty(v).NS.GetStr(sDoc); ok {
				if get := d.p.typ.DescrGet; get != nil {
					return get(d, Null, v)
				}
				return d, nil
			}
			return None, nil
		}, Set: kept("__doc__", entry(sDoc))},
		{Name: "__abstractmethods__", Get: func(v Value) (Value, error) {
			if d, ok := ty(v).NS.GetStr(sAbstract); ok && ty(v) != TypeType {
				return d, nil
			}
			return Null, AttributeErrorf(v, sAbstract, "__abstractmethods__")
		}, Set: func(v, x Value) error {
			t := ty(v)
			if x.IsNull() {
				if !t.NS.DelStr(sAbstract) {
					return AttributeErrorf(v, sAbstract, "__abstractmethods__")
				}
				t.abstract = false
			} else {
				b, err := IsTrue(x)
				if err != nil {
					return err
				}
				t.NS.SetStr(sAbstract, x)
				t.abstract = b
			}
			t.plainVersion = 0
			t.modified()
			return nil
		}},
		{Name: "__type_params__", Get: func(v Value) (Value, error) {
			if p, ok := ty(v).NS.GetStr(sTypeParams); ok {
				return p, nil
			}
			return NewTuple().Ref(), nil
		}, Set: kept("__type_params__", entry(sTypeParams))},
		{Name: "__flags__", Get: func(v Value) (Value, error) {
			flags := int64(1 << 12)
			if ty(v).heap {
				flags |= 1 << 9
			}
			if ty(v).abstract {
				flags |= 1 << 20
			}
			if !ty(v).final {
				flags |= 1 << 10
			}
			return Int(flags), nil
		}},
		{Name: "__basicsize__", Get: func(v Value) (Value, error) { return Int(16 + 8*int64(ty(v).nslots)), nil }},
		{Name: "__itemsize__", Get: func(v Value) (Value, error) { return Int(0), nil }},
		{Name: "__dictoffset__", Get: func(v Value) (Value, error) {
			if ty(v).hasDict {
				return Int(-1), nil
			}
			return Int(0), nil
		}},
		{Name: "__weakrefoffset__", Get: func(v Value) (Value, error) {
			if ty(v).Lookup(sWeakRef).IsNull() {
				return Int(0), nil
			}
			return Int(-1), nil
		}},
		{Name: "__text_signature__", Get: func(v Value) (Value, error) { return None, nil }},
	}...)
}

// assigningBases guards against an mro() written in Python that assigns to __bases__: classes could become their own bases.
var assigningBases bool

// setBases is the assignment cls.__bases__ = bases. Storage cannot change under existing instances.
func (t *Type) setBases(x Value) error {
	if assigningBases {
		return RuntimeErrorf("__bases__ of '%s' cannot be assigned to while mro() runs for another such assignment", t.Name)
	}
	assigningBases = true
	defer func() { assigningBases = false }()
	tup, ok := AsTuple(x)
	if !ok {
		return TypeErrorf("can only assign tuple to %s.__bases__, not %s", t.Name, x.p.typ.Name)
	}
	if len(tup.Items) == 0 {
		return TypeErrorf("can only assign non-empty tuple to %s.__bases__, not ()", t.Name)
	}
	var bases []*Type
	for _, b := range tup.Items {
		bt, ok := AsType(b)
		if !ok {
			return TypeErrorf("%s.__bases__ must be tuple of classes, not '%s'", t.Name, b.p.typ.Name)
		}
		for c := bt; c != nil; c = c.Base { // the orders may be out of date while a metaclass's mro() runs
			if c == t || c.IsSubtype(t) {
				return TypeErrorf("a __bases__ item causes an inheritance cycle")
			}
		}
		bases = append(bases, bt)
	}
	base, err := bestBase(bases)
	if err != nil {
		return err
	}
	old := t.Base
	if base.layout != old.layout || base.nslots != old.nslots {
		return TypeErrorf("__bases__ assignment: '%s' object layout differs from '%s'", base.Name, old.Name)
	}
	oldBases := t.Bases
	t.Bases, t.Base = bases, base
	if err := t.relinearize(); err != nil {
		t.Bases, t.Base = oldBases, old
		t.relinearize()
		return err
	}
	for _, b := range oldBases {
		b.subclasses.remove(t)
	}
	for _, b := range bases {
		b.subclasses.add(t)
	}
	return nil
}

// relinearize computes the resolution order and the slots of a class and of those derived from it anew.
func (t *Type) relinearize() error {
	order, err := t.resolutionOrder()
	if err != nil {
		return err
	}
	t.MRO = order
	t.modified()
	t.updateSlots()
	for _, s := range t.subclasses.all() {
		if err := s.relinearize(); err != nil {
			return err
		}
	}
	return nil
}
