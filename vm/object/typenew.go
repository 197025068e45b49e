package object

import "strings"

// The creation of classes: type.__new__ and the class statement.

// typeNew is type(name, bases, namespace, **kwargs).
func typeNew(meta *Type, args, kw []Value) (Value, error) {
	n := len(args) - len(kw)
	if n != 3 {
		return Null, TypeErrorf("type.__new__() takes exactly 3 arguments (%d given)", n)
	}
	name, ok := AsStr(args[0])
	if !ok {
		return Null, TypeErrorf("type.__new__() argument 1 must be str, not %s", args[0].p.typ.Name)
	}
	bases, ok := AsTuple(args[1])
	if !ok {
		return Null, TypeErrorf("type.__new__() argument 2 must be tuple, not %s", args[1].p.typ.Name)
	}
	ns, ok := AsDict(args[2])
	if !ok {
		return Null, TypeErrorf("type.__new__() argument 3 must be dict, not %s", args[2].p.typ.Name)
	}
	winner, err := metaclassOf(meta.Ref(), bases.Items)
	if err != nil {
		return Null, err
	}
	if w, _ := AsType(winner); w != meta && w.Lookup(sNew) != TypeType.Lookup(sNew) { // the bases' metaclass makes its classes itself
		return w.New(w, args, kw)
	}
	t, err := newClass(meta, name.S, bases.Items, ns)
	if err != nil {
		return Null, err
	}
	// The hooks: __set_name__ of the attributes, then __init_subclass__ of the parent.
	for _, k := range ns.Keys() {
		x, _, _ := t.NS.Get(k)
		if x.IsNull() || x.p.typ == FunctionType {
			continue
		}
		if m := x.p.typ.Lookup(sSetName); !m.IsNull() {
			if _, err := callBound(m, x, t.Ref(), k); err != nil {
				if e, ok := err.(*Exception); ok {
					key, _ := Repr(k)
					note := NewStr("Error calling __set_name__ on '" + x.p.typ.Name + "' instance " + key + " in '" + t.Name + "'")
					CallMethod(e.Ref(), "add_note", note)
				}
				return Null, err
			}
		}
	}
	sup := &Super{Header: Header{typ: SuperType}, Class: t, Obj: t.Ref(), Start: t}
	hook, err := superGetAttr(sup.Ref(), sInitSubclass)
	if err != nil {
		return Null, err
	}
	if _, err := CallArgs(hook, args[3:], kw); err != nil {
		return Null, err
	}
	return t.Ref(), nil
}

func newClass(meta *Type, name string, baseVals []Value, ns *Dict) (*Type, error) {
	if strings.IndexByte(name, 0) >= 0 {
		return nil, ValueErrorf("type name must not contain null characters")
	}
	if len(baseVals) == 0 {
		baseVals = []Value{ObjectType.Ref()}
	}
	t := &Type{Header: Header{typ: meta}, Name: name, QualName: name, heap: true, ready: true}
	winner := meta
	for _, b := range baseVals {
		bt, ok := AsType(b)
		if !ok {
			if m := b.p.typ.Lookup(sMroEntries); !m.IsNull() {
				return nil, TypeErrorf("type() doesn't support MRO entry resolution; use types.new_class()")
			}
			return nil, TypeErrorf("bases must be types")
		}
		if bt.final {
			return nil, TypeErrorf("type '%s' is not an acceptable base type", bt.FullName())
		}
		if bt.typ.IsSubtype(winner) {
			winner = bt.typ
		} else if !winner.IsSubtype(bt.typ) {
			return nil, TypeErrorf("metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the metaclasses of all its bases")
		}
		t.Bases = append(t.Bases, bt)
	}
	t.typ = winner
	base, err := bestBase(t.Bases)
	if err != nil {
		return nil, err
	}
	t.Base = base
	t.layout, t.nslots = t.Base.layout, t.Base.nslots
	for _, b := range t.Bases {
		t.hasDict = t.hasDict || b.hasDict
	}
	t.NS = ns.Copy()
	t.version = nextVersion()
	t.MRO = append([]*Type{t}, t.Base.MRO...) // what a metaclass's mro() sees
	if t.MRO, err = t.resolutionOrder(); err != nil {
		return nil, err
	}
	for _, c := range t.MRO[1:] {
		if c.sequence || c.mapping {
			t.sequence, t.mapping = c.sequence, c.mapping
			break
		}
	}
	t.version = nextVersion()
	if err := t.applyNamespace(); err != nil {
		return nil, err
	}
	for _, b := range t.Bases {
		b.subclasses.add(t)
	}
	t.initSlots()
	t.finalizes = !t.Lookup(sDel).IsNull()
	t.inheritNew()
	return t, nil
}

// bestBase is the base that decides the layout: the first whose Go struct or slots go beyond those of the others.
func bestBase(bases []*Type) (*Type, error) {
	var best *Type
	for _, b := range bases {
		if best == nil {
			best = b
			continue
		}
		switch {
		case b.layout == LayoutObject && b.nslots == 0, b.IsSubtypeLayout(best):
		case best.layout == LayoutObject && best.nslots == 0, best.IsSubtypeLayout(b):
			best = b
		default:
			return nil, TypeErrorf("multiple bases have instance lay-out conflict")
		}
		if b.layout != LayoutObject && best.layout == LayoutObject {
			best = b
		}
	}
	return best, nil
}

// inheritNew takes over the constructor when no class in the MRO names one.
func (t *Type) inheritNew() {
	if t.New == nil {
		t.New = t.Base.New
	}
}

// IsSubtypeLayout tells whether other already provides everything that t stores.
func (t *Type) IsSubtypeLayout(other *Type) bool {
	if t.nslots > 0 {
		return other.IsSubtype(t.solid())
	}
	for _, c := range other.MRO {
		if c.layout == t.layout && c.nslots == 0 {
			return true
		}
	}
	return false
}

// solid is the base, or t itself, that added the last of the slots.
func (t *Type) solid() *Type {
	for t.Base != nil && t.Base.layout == t.layout && t.Base.nslots == t.nslots {
		t = t.Base
	}
	return t
}

// applyNamespace gives the special entries of a class body their meaning.
func (t *Type) applyNamespace() error {
	if q, ok := t.NS.GetStr(sQualName); ok {
		s, ok := AsStr(q)
		if !ok {
			return TypeErrorf("type __qualname__ must be a str, not %s", q.p.typ.Name)
		}
		t.QualName = s.S
		t.NS.DelStr(sQualName)
	}
	defer func() {
		if _, ok := t.NS.GetStr(sDoc); !ok {
			t.NS.SetStr(sDoc, None)
		}
	}()
	for _, n := range []*Str{sNew} {
		if f, ok := t.NS.GetStr(n); ok && f.p.typ == FunctionType {
			t.NS.SetStr(n, NewStaticMethod(f))
		}
	}
	for _, n := range []*Str{sInitSubclass, sClassGetItem} {
		if f, ok := t.NS.GetStr(n); ok && f.p.typ == FunctionType {
			t.NS.SetStr(n, NewClassMethod(f))
		}
	}
	if _, ok := t.NS.GetStr(sEq); ok {
		if _, ok := t.NS.GetStr(sHash); !ok {
			t.NS.SetStr(sHash, None)
		}
	}
	if c, ok := t.NS.GetStr(sClassCell); ok {
		cell, isCell := AsCell(c)
		if !isCell {
			return TypeErrorf("__classcell__ must be a nonlocal cell, not <class '%s'>", c.p.typ.Name)
		}
		cell.V = t.Ref()
		t.NS.DelStr(sClassCell)
	}
	if c, ok := t.NS.GetStr(sClassDictCell); ok {
		if cell, isCell := AsCell(c); isCell {
			cell.V = t.NS.Ref()
		}
		t.NS.DelStr(sClassDictCell)
	}
	if _, ok := t.NS.GetStr(sModule); !ok && CallerModule != nil {
		if m := CallerModule(); !m.IsNull() {
			t.NS.SetStr(sModule, m)
		}
	}
	slots, ok := t.NS.GetStr(sSlots)
	if !ok {
		if !t.hasDict && t.layout != LayoutType { // a class has the __dict__ of type
			t.hasDict = true
			t.addDictGetset()
		}
		t.addWeakref()
		return nil
	}
	return t.addSlots(slots)
}

// ResolveBases replaces the bases that are no classes by what their __mro_entries__ give. Without such bases the result is
// the argument itself.
func ResolveBases(bases Value) (Value, error) {
	items, err := ToSlice(bases)
	if err != nil {
		return Null, err
	}
	var resolved []Value
	changed := false
	for _, b := range items {
		if _, ok := AsType(b); ok {
			resolved = append(resolved, b)
			continue
		}
		m, err := LookupAttr(b, sMroEntries)
		if err != nil {
			return Null, err
		}
		if m.IsNull() {
			resolved = append(resolved, b)
			continue
		}
		r, err := Call(m, bases)
		if err != nil {
			return Null, err
		}
		t, ok := AsTuple(r)
		if !ok {
			return Null, TypeErrorf("__mro_entries__ must return a tuple")
		}
		changed = true
		resolved = append(resolved, t.Items...)
	}
	if !changed {
		return bases, nil
	}
	return NewTuple(resolved...).Ref(), nil
}

// metaclassOf is the most derived of the metaclass that a class statement names, absent for none, and those of the bases. A
// metaclass that is no class is taken as it is.
func metaclassOf(meta Value, bases []Value) (Value, error) {
	if meta.IsNull() {
		meta = TypeType.Ref()
		if len(bases) > 0 {
			meta = bases[0].p.typ.Ref()
		}
	}
	mt, ok := AsType(meta)
	if !ok {
		return meta, nil
	}
	for _, b := range bases {
		if bt := b.p.typ; bt.IsSubtype(mt) {
			mt = bt
		} else if !mt.IsSubtype(bt) {
			return Null, TypeErrorf("metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the metaclasses of all its bases")
		}
	}
	return mt.Ref(), nil
}

// namespaceFor is the namespace in which the body of a class runs.
func namespaceFor(meta, name, bases Value, kw []Kw) (Value, error) {
	if meta == TypeType.Ref() {
		return NewDict().Ref(), nil
	}
	prep, err := LookupAttr(meta, sPrepare)
	if err != nil || prep.IsNull() {
		return NewDict().Ref(), err
	}
	ns, err := CallKw(prep, []Value{name, bases}, kw...)
	if err != nil {
		return Null, err
	}
	if _, ok := AsDict(ns); !ok && ns.p.typ.GetItem == nil {
		what := "<metaclass>"
		if mt, ok := AsType(meta); ok {
			what = mt.Name
		}
		return Null, TypeErrorf("%s.__prepare__() must return a mapping, not %s", what, ns.p.typ.Name)
	}
	return ns, nil
}

// PrepareClass is types.prepare_class: the metaclass, the namespace and the keyword arguments that are left.
func PrepareClass(name, bases, kwds Value) (Value, error) {
	items, err := ToSlice(bases)
	if err != nil {
		return Null, err
	}
	given, ok := AsDict(kwds)
	if !ok {
		return Null, TypeErrorf("'%s' object is not a mapping", kwds.p.typ.Name)
	}
	rest := given.Copy()
	meta, _ := rest.Lookup("metaclass")
	rest.DelStr(Intern("metaclass"))
	if meta, err = metaclassOf(meta, items); err != nil {
		return Null, err
	}
	var kw []Kw
	for _, k := range rest.Keys() {
		text, _ := Text(k)
		v, _ := rest.Lookup(text)
		kw = append(kw, Kw{text, v})
	}
	ns, err := namespaceFor(meta, name, bases, kw)
	return NewTuple(meta, ns, rest.Ref()).Ref(), err
}

// BuildClass is the second half of the class statement: it picks the metaclass. body runs in the namespace.
func BuildClass(name Value, bases []Value, kw []Kw, body func(ns Value) (Value, error)) (Value, error) {
	orig := NewTupleCopy(bases...).Ref()
	basesTuple, err := ResolveBases(orig)
	if err != nil {
		return Null, err
	}
	resolved, _ := AsTuple(basesTuple)
	meta := Null
	var rest []Kw
	for _, k := range kw {
		if k.Name == "metaclass" {
			meta = k.V
		} else {
			rest = append(rest, k)
		}
	}
	if meta, err = metaclassOf(meta, resolved.Items); err != nil {
		return Null, err
	}
	ns, err := namespaceFor(meta, name, basesTuple, rest)
	if err != nil {
		return Null, err
	}
	cell, err := body(ns)
	if err != nil {
		return Null, err
	}
	if basesTuple != orig {
		if err := SetItem(ns, sOrigBases.Ref(), orig); err != nil {
			return Null, err
		}
	}
	cls, err := CallKw(meta, []Value{name, basesTuple, ns}, rest...)
	if err != nil {
		return Null, err
	}
	if c, ok := AsCell(cell); ok {
		n, _ := StrOf(name)
		if _, isType := AsType(cls); isType && c.V.IsNull() {
			shown, _ := Repr(cls)
			return Null, RuntimeErrorf("__class__ not set defining '%s' as %s. Was __classcell__ propagated to type.__new__?", n, shown)
		} else if isType && c.V != cls {
			was, _ := Repr(c.V)
			shown, _ := Repr(cls)
			return Null, TypeErrorf("__class__ set to %s defining '%s' as %s", was, n, shown)
		}
	}
	return cls, nil
}

// CallerModule is the __name__ of the globals of the code that runs; the interpreter sets it.
var CallerModule func() Value
