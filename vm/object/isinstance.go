package object

// isinstance and issubclass. A class is a type, or any object whose __bases__ is a tuple.

// IsInstance is isinstance(v, class), where class may be a tuple or a union.
func IsInstance(th *Thread, v, class Value) (bool, error) {
	if v.p.typ.Ref() == class {
		return true, nil
	}
	if t, ok := AsType(class); ok && t.p() == TypeType {
		return instanceOf(th, v, t)
	}
	if alternatives, ok := classAlternatives(class); ok {
		if err := enter(th, " in __instancecheck__"); err != nil {
			return false, err
		}
		defer leave(th)
		for _, c := range alternatives {
			if r, err := IsInstance(th, v, c); err != nil || r {
				return r, err
			}
		}
		return false, nil
	}
	if m := class.p.typ.Lookup(th, sInstanceCheck); !m.IsNull() {
		r, err := callBound(th, m, class, v)
		if err != nil {
			return false, err
		}
		return IsTrue(th, r)
	}
	if _, ok := AsGenericAlias(class); ok {
		return false, TypeErrorf("isinstance() argument 2 cannot be a parameterized generic")
	}
	if bases, err := basesOf(th, class); err != nil {
		return false, err
	} else if bases == nil {
		return false, TypeErrorf("isinstance() arg 2 must be a type, a tuple of types, or a union")
	}
	c, err := LookupAttr(th, v, sClass)
	if err != nil || c.IsNull() {
		return false, err
	}
	return derives(th, c, class)
}

// classAlternatives are the members of a tuple or union of classes.
func classAlternatives(class Value) ([]Value, bool) {
	if tup, ok := AsTuple(class); ok {
		return tup.Items, true
	}
	u, ok := AsUnion(class)
	if !ok {
		return nil, false
	}
	out := append([]Value(nil), u.Args.Items...)
	for i, c := range out {
		if c.IsNone() {
			out[i] = NoneType.Ref()
		}
	}
	return out, true
}

// p is the metatype.
func (t *Type) p() *Type { return t.typ }

// instanceOf tells whether v is an instance of t by its type, or by a __class__ attribute that differs from the type (mocks
// and proxies).
func instanceOf(th *Thread, v Value, t *Type) (bool, error) {
	if v.p.typ.IsSubtype(t) {
		return true, nil
	}
	if t.claims != nil {
		if is, err := t.claims(th, v); is || err != nil {
			return is, err
		}
	}
	if !v.p.typ.customGet && v.p.typ.Lookup(th, sClass) == ObjectType.Lookup(th, sClass) {
		return false, nil
	}
	c, err := LookupAttr(th, v, sClass)
	if err != nil || c.IsNull() {
		return false, err
	}
	ct, ok := AsType(c)
	return ok && ct.IsSubtype(t), nil
}

// basesOf is class.__bases__ if that is a tuple, else nil.
func basesOf(th *Thread, class Value) (*Tuple, error) {
	b, err := LookupAttr(th, class, sBases)
	if err != nil || b.IsNull() {
		return nil, err
	}
	t, _ := AsTuple(b)
	return t, nil
}

// derives tells whether class is among sub and its bases.
func derives(th *Thread, sub, class Value) (bool, error) {
	if err := enter(th, " in __subclasscheck__"); err != nil {
		return false, err
	}
	defer leave(th)
	if sub == class {
		return true, nil
	}
	bases, err := basesOf(th, sub)
	if err != nil || bases == nil {
		return false, err
	}
	for _, b := range bases.Items {
		if r, err := derives(th, b, class); err != nil || r {
			return r, err
		}
	}
	return false, nil
}

// IsSubclass is issubclass(sub, class).
func IsSubclass(th *Thread, sub, class Value) (bool, error) {
	if ct, ok := AsType(class); ok && ct.typ == TypeType {
		return subclassOf(th, sub, class)
	}
	if alternatives, ok := classAlternatives(class); ok {
		if err := enter(th, " in __subclasscheck__"); err != nil {
			return false, err
		}
		defer leave(th)
		for _, c := range alternatives {
			if r, err := IsSubclass(th, sub, c); err != nil || r {
				return r, err
			}
		}
		return false, nil
	}
	if m := class.p.typ.Lookup(th, sSubclassCheck); !m.IsNull() {
		r, err := callBound(th, m, class, sub)
		if err != nil {
			return false, err
		}
		return IsTrue(th, r)
	}
	return subclassOf(th, sub, class)
}

// subclassOf is issubclass without the hooks of the class.
func subclassOf(th *Thread, sub, class Value) (bool, error) {
	st, subIsType := AsType(sub)
	ct, classIsType := AsType(class)
	if subIsType && classIsType {
		return st.IsSubtype(ct), nil
	}
	bases, err := basesOf(th, sub)
	if err != nil {
		return false, err
	}
	if bases == nil {
		return false, TypeErrorf("issubclass() arg 1 must be a class")
	}
	if bases, err = basesOf(th, class); err != nil {
		return false, err
	}
	if bases == nil {
		return false, TypeErrorf("issubclass() arg 2 must be a class, a tuple of classes, or a union")
	}
	return derives(th, sub, class)
}
