package object

import (
	"sort"
	"strings"
)

// The type type: attribute access on classes, instantiation, and the attributes every class has.

// lookupOnClass is type.__getattribute__ without the error: the metatype's data descriptors, the class and its bases,
// the rest of the metatype. Absent when there is none.
func (t *Type) lookupOnClass(name *Str) (Value, error) {
	meta := t.typ
	m := meta.Lookup(name)
	if !m.IsNull() {
		if mt := m.p.typ; mt.DescrGet != nil && mt.DescrSet != nil {
			return mt.DescrGet(m, t.Ref(), meta.Ref())
		}
	}
	if x := t.Lookup(name); !x.IsNull() {
		if get := x.p.typ.DescrGet; get != nil {
			return get(x, Null, t.Ref())
		}
		return x, nil
	}
	if !m.IsNull() {
		if get := m.p.typ.DescrGet; get != nil {
			return get(m, t.Ref(), meta.Ref())
		}
	}
	return m, nil
}

func typeGetAttr(v Value, name *Str) (Value, error) {
	t, _ := AsType(v)
	x, err := t.lookupOnClass(name)
	if err != nil || !x.IsNull() {
		return x, err
	}
	return Null, AttributeErrorf(v, name, "type object '%s' has no attribute '%s'", t.Name, name.S)
}

func typeSetAttr(v Value, name *Str, val Value) error {
	t, _ := AsType(v)
	if !t.heap {
		return TypeErrorf("cannot set '%s' attribute of immutable type '%s'", name.S, t.Name)
	}
	if m := t.typ.Lookup(name); !m.IsNull() {
		if set := m.p.typ.DescrSet; set != nil {
			return set(m, v, val)
		}
	}
	if val.IsNull() {
		if !t.NS.DelStr(name) {
			return AttributeErrorf(v, name, "type object '%s' has no attribute '%s'", t.Name, name.S)
		}
	} else {
		t.NS.SetStr(name, val)
	}
	t.attrChanged(name)
	return nil
}

// SetClassAttr sets a class attribute from Go, also of built-in types.
func (t *Type) SetClassAttr(name string, v Value) {
	n := Intern(name)
	t.NS.SetStr(n, v)
	t.attrChanged(n)
}

// typeCall is cls(...): __new__, then __init__ if that gave an instance.
func typeCall(self Value, args, kw []Value) (Value, error) {
	t, _ := AsType(self)
	if t == TypeType && len(args) == 1 && len(kw) == 0 {
		return args[0].p.typ.Ref(), nil
	}
	if t == TypeType && len(args)-len(kw) != 3 {
		return Null, TypeErrorf("type() takes 1 or 3 arguments")
	}
	if t.New == nil {
		return Null, TypeErrorf("cannot create '%s' instances", t.FullName())
	}
	v, err := t.New(t, args, kw)
	if err != nil {
		return Null, err
	}
	if !t.heap && (t.layout == LayoutStr || t.layout == LayoutInt || t.layout == LayoutFloat || t.layout == LayoutTuple) {
		return v, nil // object.__init__ would do nothing
	}
	if init := v.p.typ.Init; init != nil && v.p.typ.IsSubtype(t) {
		if err := init(v, args, kw); err != nil {
			return Null, err
		}
	}
	return v, nil
}

func init() {
	ty := func(v Value) *Type { t, _ := AsType(v); return t }
	TypeType.define(Spec{
		Slots: Slots{
			Call: typeCall, GetAttr: typeGetAttr, SetAttr: typeSetAttr,
			Repr:      func(v Value) (Value, error) { return NewStr(ty(v).String()), nil },
			New:       typeNew,
			Init:      func(v Value, args, kw []Value) error { return nil },
			Binary:    [NumOps]BinaryFunc{OpOr: func(a, b Value) (Value, error) { return NewUnion(a, b) }},
			Reflected: [NumOps]BinaryFunc{OpOr: func(a, b Value) (Value, error) { return NewUnion(b, a) }},
		},
		Getset: []GetsetDef{
			{Name: "__name__", Get: func(v Value) (Value, error) { return StrValue(ty(v).Name), nil }, Set: func(v, x Value) error {
				s, ok := AsStr(x)
				if !ok {
					return TypeErrorf("can only assign string to %s.__name__, not '%s'", ty(v).Name, x.p.typ.Name)
				}
				ty(v).Name = s.S
				return nil
			}},
			{Name: "__qualname__", Get: func(v Value) (Value, error) { return StrValue(ty(v).QualName), nil }, Set: func(v, x Value) error {
				s, ok := AsStr(x)
				if !ok {
					return TypeErrorf("can only assign string to %s.__qualname__, not '%s'", ty(v).Name, x.p.typ.Name)
				}
				ty(v).QualName = s.S
				return nil
			}},
			{Name: "__module__", Get: func(v Value) (Value, error) {
				if m, ok := ty(v).NS.GetStr(sModule); ok {
					return m, nil
				}
				return StrValue(ty(v).ModuleName()), nil
			}, Set: func(v, x Value) error { ty(v).NS.SetStr(sModule, x); ty(v).modified(); return nil }},
			{Name: "__bases__", Get: func(v Value) (Value, error) { return typesTuple(ty(v).Bases), nil }},
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
			}, Set: func(v, x Value) error { ty(v).NS.SetStr(sDoc, x); return nil }},
			{Name: "__abstractmethods__", Get: func(v Value) (Value, error) {
				if d, ok := ty(v).NS.GetStr(sAbstract); ok && ty(v) != TypeType {
					return d, nil
				}
				return Null, AttributeErrorf(v, sAbstract, "type object '%s' has no attribute '__abstractmethods__'", ty(v).Name)
			}, Set: func(v, x Value) error {
				ty(v).NS.SetStr(sAbstract, x)
				b, err := IsTrue(x)
				ty(v).abstract = b
				ty(v).plainVersion = 0
				ty(v).modified()
				return err
			}},
			{Name: "__annotations__", Get: classAnnotations, Set: func(v, x Value) error {
				if x.IsNull() {
					ty(v).NS.DelStr(sAnnotationsC)
					ty(v).NS.DelStr(sAnnotations)
				} else {
					ty(v).NS.SetStr(sAnnotationsC, x)
				}
				return nil
			}},
			{Name: "__annotate__", Get: func(v Value) (Value, error) {
				for _, n := range []*Str{sAnnotateFunc, sAnnotate} {
					if f, ok := ty(v).NS.GetStr(n); ok {
						return f, nil
					}
				}
				return None, nil
			}, Set: func(v, x Value) error {
				ty(v).NS.SetStr(sAnnotateFunc, x)
				ty(v).NS.DelStr(sAnnotationsC)
				return nil
			}},
			{Name: "__type_params__", Get: func(v Value) (Value, error) {
				if p, ok := ty(v).NS.GetStr(sTypeParams); ok {
					return p, nil
				}
				return NewTuple().Ref(), nil
			}, Set: func(v, x Value) error { ty(v).NS.SetStr(sTypeParams, x); return nil }},
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
			{Name: "__basicsize__", Get: func(v Value) (Value, error) { return Int(16), nil }},
			{Name: "__itemsize__", Get: func(v Value) (Value, error) { return Int(0), nil }},
			{Name: "__dictoffset__", Get: func(v Value) (Value, error) {
				if ty(v).hasDict {
					return Int(-1), nil
				}
				return Int(0), nil
			}},
			{Name: "__text_signature__", Get: func(v Value) (Value, error) { return None, nil }},
		},
		Methods: []Method{
			{Name: "mro", NoArgs: func(v Value) (Value, error) {
				t, _ := AsTuple(typesTuple(ty(v).MRO))
				return NewList(t.Items...).Ref(), nil
			}},
			{Name: "__subclasses__", NoArgs: func(v Value) (Value, error) {
				t, _ := AsTuple(typesTuple(ty(v).subclasses))
				return NewList(t.Items...).Ref(), nil
			}},
			{Name: "__instancecheck__", OneArg: func(v, x Value) (Value, error) {
				return Bool(x.p.typ.IsSubtype(ty(v)) || instanceByClass(x, ty(v))), nil
			}},
			{Name: "__subclasscheck__", OneArg: func(v, x Value) (Value, error) {
				s, ok := AsType(x)
				if !ok {
					return Null, TypeErrorf("issubclass() arg 1 must be a class")
				}
				return Bool(s.IsSubtype(ty(v))), nil
			}},
			{Name: "__dir__", NoArgs: func(v Value) (Value, error) {
				names := map[string]bool{}
				for _, c := range ty(v).MRO {
					for _, k := range c.NS.Keys() {
						s, _ := StrOf(k)
						names[s] = true
					}
				}
				var list []string
				for n := range names {
					list = append(list, n)
				}
				sort.Strings(list)
				return StrList(list), nil
			}},
		},
		Class: []Method{{Name: "__prepare__", Fn: func(args, kw []Value) (Value, error) { return NewDict().Ref(), nil }}},
	})
}

func typesTuple(ts []*Type) Value {
	items := make([]Value, len(ts))
	for i, t := range ts {
		items[i] = t.Ref()
	}
	return NewTuple(items...).Ref()
}

// StrList is a list of strings.
func StrList(ss []string) Value {
	items := make([]Value, len(ss))
	for i, s := range ss {
		items[i] = NewStr(s)
	}
	return NewList(items...).Ref()
}

// classAnnotations is cls.__annotations__, computed by __annotate__ on first use.
func classAnnotations(v Value) (Value, error) {
	t, _ := AsType(v)
	if !t.heap {
		return Null, AttributeErrorf(v, sAnnotations, "type object '%s' has no attribute '__annotations__'", t.Name)
	}
	for _, n := range []*Str{sAnnotations, sAnnotationsC} {
		if d, ok := t.NS.GetStr(n); ok {
			return d, nil
		}
	}
	out := NewDict().Ref()
	for _, n := range []*Str{sAnnotateFunc, sAnnotate} {
		if f, ok := t.NS.GetStr(n); ok && !f.IsNone() {
			r, err := Call(f, Int(1))
			if err != nil {
				return Null, err
			}
			out = r
			break
		}
	}
	t.NS.SetStr(sAnnotationsC, out)
	return out, nil
}

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
	// The base that decides the layout is the first whose Go struct or slots go beyond those of the others.
	for _, b := range t.Bases {
		if t.Base == nil {
			t.Base = b
			continue
		}
		cur := t.Base
		switch {
		case b.layout == LayoutObject && b.nslots == 0, b.IsSubtypeLayout(cur):
		case cur.layout == LayoutObject && cur.nslots == 0, cur.IsSubtypeLayout(b):
			t.Base = b
		default:
			return nil, TypeErrorf("multiple bases have instance lay-out conflict")
		}
		if b.layout != LayoutObject && t.Base.layout == LayoutObject {
			t.Base = b
		}
	}
	t.layout, t.nslots = t.Base.layout, t.Base.nslots
	for _, b := range t.Bases {
		t.hasDict = t.hasDict || b.hasDict
		t.sequence = t.sequence || b.sequence
		t.mapping = t.mapping || b.mapping
	}
	mro, err := linearize(t)
	if err != nil {
		return nil, err
	}
	t.MRO = mro
	t.NS = ns.Copy()
	t.version = nextVersion()
	if err := t.applyNamespace(); err != nil {
		return nil, err
	}
	for _, b := range t.Bases {
		b.subclasses = append(b.subclasses, t)
	}
	t.initSlots()
	t.inheritNew()
	return t, nil
}

// inheritNew takes over the constructor when no class in the MRO names one.
func (t *Type) inheritNew() {
	if t.New == nil {
		t.New = t.Base.New
	}
}

// IsSubtypeLayout tells whether other already provides everything that t stores.
func (t *Type) IsSubtypeLayout(other *Type) bool {
	for _, c := range other.MRO {
		if c.layout == t.layout && c.nslots == t.nslots && (t.nslots == 0 || other.IsSubtype(t)) {
			return true
		}
	}
	return false
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

func (t *Type) addDictGetset() {
	t.NS.SetStr(sDict, (&Getset{Header: Header{typ: GetsetType}, Def: &dictGetset, Owner: t}).Ref())
}

var weakrefGetset = GetsetDef{Name: "__weakref__", Get: func(Value) (Value, error) { return None, nil }}

func (t *Type) addWeakref() {
	if t.Lookup(sWeakRef).IsNull() {
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

// linearize is the C3 method resolution order.
func linearize(t *Type) ([]*Type, error) {
	var seqs [][]*Type
	for _, b := range t.Bases {
		seqs = append(seqs, append([]*Type(nil), b.MRO...))
	}
	for i, b := range t.Bases {
		for _, c := range t.Bases[i+1:] {
			if b == c {
				return nil, TypeErrorf("duplicate base class %s", b.Name)
			}
		}
	}
	seqs = append(seqs, append([]*Type(nil), t.Bases...))
	out := []*Type{t}
	for {
		var head *Type
		left := false
	search:
		for _, s := range seqs {
			if len(s) == 0 {
				continue
			}
			left = true
			for _, o := range seqs {
				for i := 1; i < len(o); i++ {
					if o[i] == s[0] {
						continue search
					}
				}
			}
			head = s[0]
			break
		}
		if !left {
			return out, nil
		}
		if head == nil {
			var names []string
			seen := map[*Type]bool{}
			for _, s := range seqs {
				if len(s) > 0 && !seen[s[0]] {
					seen[s[0]] = true
					names = append(names, s[0].Name)
				}
			}
			return nil, TypeErrorf("Cannot create a consistent method resolution order (MRO) for bases %s", strings.Join(names, ", "))
		}
		out = append(out, head)
		for i, s := range seqs {
			if len(s) > 0 && s[0] == head {
				seqs[i] = s[1:]
			}
		}
	}
}

// BuildClass is the second half of the class statement: it picks the metaclass. body runs in the namespace.
func BuildClass(name Value, bases []Value, kw []Kw, body func(ns Value) (Value, error)) (Value, error) {
	orig := bases
	var resolved []Value
	changed := false
	for _, b := range bases {
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
		r, err := Call(m, NewTuple(bases...).Ref())
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
	bases = resolved
	meta := Null
	var rest []Kw
	for _, k := range kw {
		if k.Name == "metaclass" {
			meta = k.V
		} else {
			rest = append(rest, k)
		}
	}
	if meta.IsNull() {
		meta = TypeType.Ref()
		if len(bases) > 0 {
			meta = bases[0].p.typ.Ref()
		}
	}
	if mt, ok := AsType(meta); ok {
		for _, b := range bases {
			if bt := b.p.typ; bt.IsSubtype(mt) {
				mt = bt
			} else if !mt.IsSubtype(bt) {
				return Null, TypeErrorf("metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the metaclasses of all its bases")
			}
		}
		meta = mt.Ref()
	}
	basesTuple := NewTuple(bases...).Ref()
	ns := NewDict().Ref()
	if meta != TypeType.Ref() {
		prep, err := LookupAttr(meta, sPrepare)
		if err != nil {
			return Null, err
		}
		if !prep.IsNull() {
			if ns, err = CallKw(prep, []Value{name, basesTuple}, rest...); err != nil {
				return Null, err
			}
		}
	}
	cell, err := body(ns)
	if err != nil {
		return Null, err
	}
	if changed {
		if err := SetItem(ns, sOrigBases.Ref(), NewTuple(orig...).Ref()); err != nil {
			return Null, err
		}
	}
	cls, err := CallKw(meta, []Value{name, basesTuple, ns}, rest...)
	if err != nil {
		return Null, err
	}
	if c, ok := AsCell(cell); ok {
		if _, isType := AsType(cls); isType && c.V.IsNull() {
			n, _ := StrOf(name)
			return Null, RuntimeErrorf("__class__ not set defining '%s' as %s. Was __classcell__ propagated to type.__new__?", n, cls.p.typ.String())
		}
	}
	return cls, nil
}

// PlainInit is the __init__ of a class whose instances are made the plain way: object.__new__, then this Python
// function. Nil for all other classes.
func (t *Type) PlainInit() *Function {
	if t.plainVersion != t.version {
		t.plainVersion = t.version
		t.plainInit, t.bare = t.findPlainInit()
	}
	return t.plainInit
}

// IsBare tells whether calling the class without arguments gives a fresh instance and does nothing else.
func (t *Type) IsBare() bool {
	t.PlainInit()
	return t.bare
}

func (t *Type) findPlainInit() (init *Function, bare bool) {
	if !t.heap || t.typ != TypeType || t.layout != LayoutObject || t.abstract {
		return nil, false
	}
	if t.Lookup(sNew) != ObjectType.Lookup(sNew) {
		return nil, false
	}
	m := t.Lookup(sInit)
	f, _ := AsFunction(orNone(m))
	return f, m == ObjectType.Lookup(sInit)
}

// NewInstance is a bare instance of a class with the layout of object.
func NewInstance(t *Type) Value {
	switch n := t.nslots; {
	case n == 0 && t.hasDict:
		return newDictInstance(t)
	case n == 0:
		return (&Instance{Header: Header{typ: t}}).Ref()
	case n <= 2:
		o := &struct {
			Instance
			slots [2]Value
		}{Instance: Instance{Header: Header{typ: t}}}
		o.Slots = o.slots[:n:n]
		return o.Ref()
	case n <= 4:
		o := &struct {
			Instance
			slots [4]Value
		}{Instance: Instance{Header: Header{typ: t}}}
		o.Slots = o.slots[:n:n]
		return o.Ref()
	default:
		return (&Instance{Header: Header{typ: t}, Slots: make([]Value, n)}).Ref()
	}
}

// newDictInstance is an instance together with the dictionary that its first attributes will need.
func newDictInstance(t *Type) Value {
	o := &struct {
		Instance
		dict    Dict
		entries [4]dictEntry
	}{Instance: Instance{Header: Header{typ: t}}}
	o.dict.typ = DictType
	o.dict.entries = o.entries[:0]
	o.Header.dict = &o.dict
	return o.Ref()
}

// HasGenericSetAttr tells whether attribute assignment is the plain algorithm.
func (t *Type) HasGenericSetAttr() bool { return t.Lookup(sSetAttr) == ObjectType.Lookup(sSetAttr) }

// CallerModule is the __name__ of the globals of the code that runs; the interpreter sets it.
var CallerModule func() Value
