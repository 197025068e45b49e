package object

// GetAttr is v.name.
func GetAttr(th *Thread, v Value, name string) (Value, error) { return GetAttrStr(th, v, Intern(name)) }

// GetAttrStr is v.name for an interned name.
func GetAttrStr(th *Thread, v Value, name *Str) (Value, error) {
	t := v.p.typ
	if !t.customGet {
		return GenericGetAttr(th, v, name)
	}
	return t.GetAttr(th, v, name)
}

// LookupAttr is GetAttr that gives the absent value, without an error, when there is no such attribute.
func LookupAttr(th *Thread, v Value, name *Str) (Value, error) {
	t := v.p.typ
	if !t.customGet {
		x, err := genericLookup(th, v, name)
		if err != nil && ErrorIs(err, AttributeError) {
			return Null, nil
		}
		return x, err
	}
	if t.layout == LayoutType && t.GetAttr != nil && !t.heap {
		ct, _ := AsType(v)
		x, err := ct.lookupOnClass(th, name)
		if err != nil && ErrorIs(err, AttributeError) {
			return Null, nil
		}
		return x, err
	}
	x, err := t.GetAttr(th, v, name)
	if err != nil && ErrorIs(err, AttributeError) {
		return Null, nil
	}
	return x, err
}

// SetAttr is v.name = val.
func SetAttr(th *Thread, v Value, name string, val Value) error {
	return SetAttrStr(th, v, Intern(name), val)
}

// SetAttrStr is v.name = val for an interned name; an absent val deletes.
func SetAttrStr(th *Thread, v Value, name *Str, val Value) error {
	return v.p.typ.SetAttr(th, v, name, val)
}

// DelAttr is del v.name.
func DelAttr(th *Thread, v Value, name string) error { return SetAttrStr(th, v, Intern(name), Null) }

// GenericGetAttr is object.__getattribute__: data descriptors of the class, the instance dictionary, then the rest of
// the class.
func GenericGetAttr(th *Thread, v Value, name *Str) (Value, error) {
	x, err := genericLookup(th, v, name)
	if err != nil || !x.IsNull() {
		return x, err
	}
	return Null, noAttribute(v, name)
}

func noAttribute(v Value, name *Str) error {
	return AttributeErrorf(v, name, "'%s' object has no attribute '%s'", v.p.typ.Name, name.S)
}

func genericLookup(th *Thread, v Value, name *Str) (Value, error) {
	t := v.p.typ
	d := t.Lookup(th, name)
	var get func(th *Thread, self, obj, owner Value) (Value, error)
	if !d.IsNull() {
		dt := d.p.typ
		get = dt.DescrGet
		if get != nil && dt.DescrSet != nil {
			return get(th, d, v, t.Ref())
		}
	}
	if dict := v.p.dict; dict != nil {
		if x, ok := dict.GetStr(name); ok {
			return x, nil
		}
	}
	if get != nil {
		return get(th, d, v, t.Ref())
	}
	return d, nil
}

// GenericSetAttr is object.__setattr__ and, for an absent val, object.__delattr__.
func GenericSetAttr(th *Thread, v Value, name *Str, val Value) error {
	t := v.p.typ
	d := t.Lookup(th, name)
	if !d.IsNull() {
		if set := d.p.typ.DescrSet; set != nil {
			return set(th, d, v, val)
		}
	}
	if !t.hasDict {
		if !d.IsNull() {
			return AttributeErrorf(v, name, "'%s' object attribute '%s' is read-only", t.Name, name.S)
		}
		return AttributeErrorf(v, name, "'%s' object has no attribute '%s' and no __dict__ for setting new attributes", t.Name, name.S)
	}
	dict := v.p.dict
	if val.IsNull() {
		if dict == nil || !dict.DelStr(name) {
			return noAttribute(v, name)
		}
		return nil
	}
	if dict == nil {
		dict = NewDictSize(4)
		v.p.dict = dict
	}
	dict.SetStr(name, val)
	return nil
}

// InstanceDict is the instance dictionary, made now if v can have one; nil otherwise.
func InstanceDict(v Value) *Dict {
	if v.p.dict == nil && v.p.typ.hasDict {
		v.p.dict = NewDict()
	}
	return v.p.dict
}

// dictGetset is __dict__ of instances.
var dictGetset GetsetDef

// moduleDict is __dict__ of modules, which keep theirs.
var moduleDict GetsetDef

func makeDictAttributes() {
	moduleDict = GetsetDef{Name: "__dict__", Get: func(th *Thread, v Value) (Value, error) { return v.p.dict.Ref(), nil }, Set: func(th *Thread, v, x Value) error { // start: by ready
		return AttributeErrorf(v, sDict, "readonly attribute")
	}}
	dictGetset = GetsetDef{Name: "__dict__", // start: by ready
		Get: func(th *Thread, v Value) (Value, error) {
			d := InstanceDict(v)
			if d == nil {
				return Null, noAttribute(v, sDict)
			}
			return d.Ref(), nil
		},
		Set: func(th *Thread, v, x Value) error {
			if x.IsNull() {
				if l := v.p.typ.layout; l == LayoutFunction || l == LayoutException {
					return TypeErrorf("cannot delete __dict__")
				}
				v.p.SetDict(NewDict())
				return nil
			}
			d, ok := AsDict(x)
			if !ok {
				return TypeErrorf("__dict__ must be set to a dictionary, not a '%s'", x.p.typ.Name)
			}
			if slots := slotDict(v, false); slots != nil { // they stay the object's own
				d = d.Copy()
				d.dict = slots
			}
			v.p.SetDict(d)
			return nil
		}}
}

// slotDict holds the __slots__ of an object whose layout has no room for them, a list of a class of the program say: the dict of the object, or that of its
// dict where the dict itself is seen as __dict__. It is nil where there is none yet and none is to be made.
func slotDict(v Value, make bool) *Dict {
	at := v.p
	if at.typ.hasDict {
		if at.dict == nil && !make {
			return nil
		}
		at = &InstanceDict(v).Header
	}
	if at.dict == nil && make {
		at.dict = NewDict()
	}
	return at.dict
}

// SlotUnset tells whether the slot of a member descriptor has no value in v.
func SlotUnset(th *Thread, member, v Value) bool {
	_, err := member.p.typ.DescrGet(th, member, v, v.p.typ.Ref())
	return err != nil
}

// EachSlot calls f with every member descriptor of the class of v that has a value.
func EachSlot(v Value, f func(name *Str, x Value)) {
	for _, c := range v.p.typ.MRO {
		for _, x := range c.NS.Values() {
			m, ok := asMember(x)
			if !ok {
				continue
			}
			if o, ok := AsInstance(v); ok && m.Index >= 0 {
				if m.Index < len(o.Slots) && !o.Slots[m.Index].IsNull() {
					f(m.Name, o.Slots[m.Index])
				}
			} else if d := slotDict(v, false); d != nil {
				if y, ok := d.GetStr(m.Name); ok {
					f(m.Name, y)
				}
			}
		}
	}
}

func getsetSpec() Spec {
	return Spec{
		Slots: Slots{
			DescrGet: func(th *Thread, self, obj, owner Value) (Value, error) {
				g, _ := asGetset(self)
				if obj.IsNull() {
					return self, nil
				}
				if !obj.p.typ.IsSubtype(g.Owner) {
					return Null, TypeErrorf("descriptor '%s' for '%s' objects doesn't apply to a '%s' object", g.Def.Name, g.Owner.nameInErrors(), obj.p.typ.Name)
				}
				return g.Def.Get(th, obj)
			},
			DescrSet: func(th *Thread, self, obj, val Value) error {
				g, _ := asGetset(self)
				if !obj.p.typ.IsSubtype(g.Owner) {
					return TypeErrorf("descriptor '%s' for '%s' objects doesn't apply to a '%s' object", g.Def.Name, g.Owner.nameInErrors(), obj.p.typ.Name)
				}
				if g.Def.Set == nil {
					return AttributeErrorf(obj, Intern(g.Def.Name), "attribute '%s' of '%s' objects is not writable", g.Def.Name, g.Owner.Name)
				}
				return g.Def.Set(th, obj, val)
			},
			Repr: func(th *Thread, v Value) (Value, error) {
				g, _ := asGetset(v)
				return NewStr("<attribute '" + g.Def.Name + "' of '" + g.Owner.nameInErrors() + "' objects>"), nil
			},
		},
		Final: true, NoNew: true,
		Getset: []GetsetDef{
			{Name: "__name__", Get: func(th *Thread, v Value) (Value, error) { g, _ := asGetset(v); return NewStr(g.Def.Name), nil }},
			{Name: "__qualname__", Get: func(th *Thread, v Value) (Value, error) {
				g, _ := asGetset(v)
				return NewStr(g.Owner.Name + "." + g.Def.Name), nil
			}},
			{Name: "__objclass__", Get: func(th *Thread, v Value) (Value, error) { g, _ := asGetset(v); return g.Owner.Ref(), nil }},
			{Name: "__doc__", Get: func(th *Thread, v Value) (Value, error) { g, _ := asGetset(v); return NewStr(g.Def.Doc), nil }},
		},
	}
}

func memberSpec() Spec {
	return Spec{
		Slots: Slots{
			DescrGet: func(th *Thread, self, obj, owner Value) (Value, error) {
				m, _ := asMember(self)
				if obj.IsNull() {
					return self, nil
				}
				if err := m.accepts(obj); err != nil {
					return Null, err
				}
				if o, ok := AsInstance(obj); ok && m.Index >= 0 && m.Index < len(o.Slots) {
					if x := o.Slots[m.Index]; !x.IsNull() {
						return x, nil
					}
				} else if d := slotDict(obj, false); d != nil {
					if x, ok := d.GetStr(m.Name); ok {
						return x, nil
					}
				}
				return Null, noAttribute(obj, m.Name)
			},
			DescrSet: func(th *Thread, self, obj, val Value) error {
				m, _ := asMember(self)
				if err := m.accepts(obj); err != nil {
					return err
				}
				if o, ok := AsInstance(obj); ok && m.Index >= 0 {
					for m.Index >= len(o.Slots) {
						o.Slots = append(o.Slots, Null)
					}
					if val.IsNull() && o.Slots[m.Index].IsNull() {
						return AttributeErrorf(obj, m.Name, "%s", m.Name.S)
					}
					o.Slots[m.Index] = val
					return nil
				}
				d := slotDict(obj, true)
				if val.IsNull() {
					if !d.DelStr(m.Name) {
						return AttributeErrorf(obj, m.Name, "%s", m.Name.S)
					}
					return nil
				}
				d.SetStr(m.Name, val)
				return nil
			},
			Repr: func(th *Thread, v Value) (Value, error) {
				m, _ := asMember(v)
				return NewStr("<member '" + m.Name.S + "' of '" + m.Owner.Name + "' objects>"), nil
			},
		},
		Final: true, NoNew: true,
		Getset: []GetsetDef{
			{Name: "__name__", Get: func(th *Thread, v Value) (Value, error) { m, _ := asMember(v); return m.Name.Ref(), nil }},
			{Name: "__qualname__", Get: func(th *Thread, v Value) (Value, error) {
				m, _ := asMember(v)
				return NewStr(m.Owner.QualName + "." + m.Name.S), nil
			}},
			{Name: "__doc__", Get: func(th *Thread, v Value) (Value, error) { return None, nil }},
			{Name: "__objclass__", Get: func(th *Thread, v Value) (Value, error) { m, _ := asMember(v); return m.Owner.Ref(), nil }},
		},
	}
}

// DictAttr is the __dict__ attribute, for types of other packages whose instances have one.
var DictAttr = GetsetDef{Name: "__dict__",
	Get: func(th *Thread, v Value) (Value, error) { return dictGetset.Get(th, v) },
	Set: func(th *Thread, v, x Value) error { return dictGetset.Set(th, v, x) },
}

// SlotIndex is the place in Instance.Slots that a member descriptor stands for, for inline caches.
func SlotIndex(d Value) (int, bool) {
	m, ok := asMember(d)
	if !ok || m.Index < 0 {
		return 0, false
	}
	return m.Index, true
}

// SlotAt is the value of slot i of an instance, absent when there is none.
func SlotAt(v Value, i int) Value {
	if o, ok := AsInstance(v); ok && uint(i) < uint(len(o.Slots)) {
		return o.Slots[i]
	}
	return Null
}

// SetSlotAt sets slot i of an instance; false when the instance has no storage for it yet.
func SetSlotAt(v Value, i int, x Value) bool {
	if o, ok := AsInstance(v); ok && uint(i) < uint(len(o.Slots)) {
		o.Slots[i] = x
		return true
	}
	return false
}
