package object

import "strings"

// __slots__, __dict__ and __weakref__ of classes.

func (t *Type) addDictGetset() {
	t.NS.SetStr(sDict, (&Getset{Header: Header{typ: GetsetType}, Def: &dictGetset, Owner: t}).Ref())
}

var weakrefGetset = GetsetDef{Name: "__weakref__", Get: func(v Value) (Value, error) { return FirstWeakRef(v), nil }}

func (t *Type) addWeakref() {
	switch t.layout {
	case LayoutInt, LayoutTuple, LayoutBytes, LayoutSlice, LayoutRange: // objects of various sizes have no room for it
		return
	}
	if t.Lookup(sWeakRef).IsNull() && !t.Base.nativeTakesWeakRefs() {
		t.NS.SetStr(sWeakRef, (&Getset{Header: Header{typ: GetsetType}, Def: &weakrefGetset, Owner: t}).Ref())
		t.modified()
	}
}

func (t *Type) addSlots(slots Value) error {
	var names []Value
	if _, ok := AsStr(slots); ok {
		names = []Value{slots}
	} else {
		var err error
		if names, err = ToSlice(slots); err != nil {
			return err
		}
	}
	for _, n := range names {
		s, ok := AsStr(n)
		if !ok {
			return TypeErrorf("__slots__ items must be strings, not '%s'", n.p.typ.Name)
		}
		switch s.S {
		case "__dict__":
			if !t.hasDict {
				t.hasDict = true
				t.addDictGetset()
			}
			continue
		case "__weakref__":
			t.addWeakref()
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
