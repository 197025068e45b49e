package object

import (
	"slices"
	"strings"
)

// __slots__, __dict__ and __weakref__ of classes.

// accepts tells whether the slot is one of the object's.
func (m *Member) accepts(obj Value) error {
	if !obj.p.typ.IsSubtype(m.Owner) {
		return TypeErrorf("descriptor '%s' for '%s' objects doesn't apply to a '%s' object", m.Name.S, m.Owner.Name, obj.p.typ.Name)
	}
	return nil
}

func (t *Type) addDictGetset() {
	if _, ok := t.NS.GetStr(sDict); ok { // the class body has its own
		return
	}
	t.NS.SetStr(sDict, (&Getset{Header: Header{typ: GetsetType}, Def: &dictGetset, Owner: t}).Ref())
}

var weakrefGetset = GetsetDef{Name: "__weakref__", Get: func(th *Thread, v Value) (Value, error) { return FirstWeakRef(th, v), nil }}

func (t *Type) addWeakref(th *Thread) {
	switch t.layout {
	case LayoutInt, LayoutTuple, LayoutBytes, LayoutSlice, LayoutRange: // objects of various sizes have no room for it
		return
	}
	if t.Lookup(th, sWeakRef).IsNull() && !t.Base.nativeTakesWeakRefs() {
		t.NS.SetStr(sWeakRef, (&Getset{Header: Header{typ: GetsetType}, Def: &weakrefGetset, Owner: t}).Ref())
		t.modified()
	}
}

func (t *Type) addSlots(th *Thread, slots Value) error {
	var names []Value
	if _, ok := AsStr(slots); ok {
		names = []Value{slots}
	} else {
		var err error
		if names, err = ToSlice(th, slots); err != nil {
			return err
		}
	}
	if len(names) > 0 {
		switch t.layout {
		case LayoutInt, LayoutTuple, LayoutBytes:
			return TypeErrorf("nonempty __slots__ not supported for subtype of '%s'", t.Base.Name)
		}
	}
	for _, n := range names {
		if _, ok := AsStr(n); !ok {
			return TypeErrorf("__slots__ items must be strings, not '%s'", n.p.typ.Name)
		}
	}
	// In the order of their names, so that classes with the same slots have the same layout.
	slices.SortStableFunc(names, func(a, b Value) int {
		x, _ := AsStr(a)
		y, _ := AsStr(b)
		return strings.Compare(x.S, y.S)
	})
	for _, n := range names {
		s, _ := AsStr(n)
		if !IsIdentifier(s.S) {
			return TypeErrorf("__slots__ must be identifiers")
		}
		switch s.S {
		case "__dict__":
			if t.hasDict {
				return TypeErrorf("__dict__ slot disallowed: we already got one")
			}
			t.hasDict = true
			t.addDictGetset()
			continue
		case "__weakref__":
			if !t.Lookup(th, sWeakRef).IsNull() {
				return TypeErrorf("__weakref__ slot disallowed: we already got one")
			}
			t.addWeakref(th)
			continue
		}
		name := mangle(t.Name, s.S)
		if _, ok := t.NS.GetStr(Intern(name)); ok {
			return ValueErrorf("'%s' in __slots__ conflicts with class variable", s.S)
		}
		m := &Member{Header: Header{typ: MemberType}, Name: Intern(name), Owner: t, Index: -1}
		if t.layout == LayoutObject {
			m.Index = t.nslots
			t.nslots++
		}
		t.NS.SetStr(m.Name, m.Ref())
	}
	return nil
}

// slotNames are the names of the slots of instances, in their order.
func (t *Type) slotNames() []string {
	names := make([]string, t.nslots)
	for _, c := range t.MRO {
		for _, v := range c.NS.Values() {
			if m, ok := asMember(v); ok && m.Index >= 0 && m.Index < len(names) {
				names[m.Index] = m.Name.S
			}
		}
	}
	return names
}

// sameLayout tells whether instances of the two classes are stored alike.
func (t *Type) sameLayout(th *Thread, o *Type) bool {
	return t.layout == o.layout && t.hasDict == o.hasDict && t.Lookup(th, sWeakRef).IsNull() == o.Lookup(th, sWeakRef).IsNull() &&
		slices.Equal(t.slotNames(), o.slotNames())
}

func mangle(class, name string) string {
	if !strings.HasPrefix(name, "__") || strings.HasSuffix(name, "__") {
		return name
	}
	class = strings.TrimLeft(class, "_")
	if class == "" {
		return name
	}
	return "_" + class + name
}
