package object

import "sort"

// The type type: attribute access on classes, instantiation, and the attributes every class has.

// lookupOnClass is type.__getattribute__ without the error: the metatype's data descriptors, the class and its bases,
// the rest of the metatype. Absent when there is none.
func (t *Type) lookupOnClass(th *Thread, name *Str) (Value, error) {
	meta := t.typ
	m := meta.Lookup(th, name)
	if !m.IsNull() {
		if mt := m.p.typ; mt.DescrGet != nil && mt.DescrSet != nil {
			return mt.DescrGet(th, m, t.Ref(), meta.Ref())
		}
	}
	if x := t.Lookup(th, name); !x.IsNull() {
		if get := x.p.typ.DescrGet; get != nil {
			return get(th, x, Null, t.Ref())
		}
		return x, nil
	}
	if !m.IsNull() {
		if get := m.p.typ.DescrGet; get != nil {
			return get(th, m, t.Ref(), meta.Ref())
		}
	}
	return m, nil
}

func typeGetAttr(th *Thread, v Value, name *Str) (Value, error) {
	t, _ := AsType(v)
	x, err := t.lookupOnClass(th, name)
	if err != nil || !x.IsNull() {
		return x, err
	}
	return Null, AttributeErrorf(v, name, "type object '%s' has no attribute '%s'", t.Name, name.S)
}

func typeSetAttr(th *Thread, v Value, name *Str, val Value) error {
	t, _ := AsType(v)
	if !t.heap {
		if t.patchable && th.Machine.alone {
			return t.patch(th, name, val)
		}
		return TypeErrorf("cannot set '%s' attribute of immutable type '%s'", name.S, t.Name)
	}
	if m := t.typ.Lookup(th, name); !m.IsNull() {
		if set := m.p.typ.DescrSet; set != nil {
			return set(th, m, v, val)
		}
	}
	if val.IsNull() {
		if !t.NS.DelStr(name) {
			return AttributeErrorf(v, name, "type object '%s' has no attribute '%s'", t.Name, name.S)
		}
	} else {
		t.NS.SetStr(name, val)
	}
	t.attrChanged(th, name)
	return nil
}

// SetClassAttr sets a class attribute from Go, also of built-in types.
func (t *Type) SetClassAttr(th *Thread, name string, v Value) {
	n := Intern(name)
	t.NS.SetStr(n, v)
	t.attrChanged(th, n)
}

// typeCall is cls(...): __new__, then __init__ if that gave an instance.
func typeCall(th *Thread, self Value, args, kw []Value) (Value, error) {
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
	v, err := t.New(th, t, args, kw)
	if err != nil {
		return Null, err
	}
	if !t.heap && (t.layout == LayoutStr || t.layout == LayoutInt || t.layout == LayoutFloat || t.layout == LayoutTuple) {
		return v, nil // object.__init__ would do nothing
	}
	if init := v.p.typ.Init; init != nil && v.p.typ.IsSubtype(t) {
		if err := init(th, v, args, kw); err != nil {
			return Null, err
		}
	}
	return v, nil
}

func typeSpec() Spec {
	ty := func(v Value) *Type { t, _ := AsType(v); return t }
	return Spec{
		Slots: Slots{
			Call: typeCall, GetAttr: typeGetAttr, SetAttr: typeSetAttr,
			Repr:      func(th *Thread, v Value) (Value, error) { return NewStr(ty(v).String()), nil },
			New:       typeNew,
			Init:      func(th *Thread, v Value, args, kw []Value) error { return nil },
			Binary:    [NumOps]BinaryFunc{OpOr: func(th *Thread, a, b Value) (Value, error) { return NewUnion(th, a, b) }},
			Reflected: [NumOps]BinaryFunc{OpOr: func(th *Thread, a, b Value) (Value, error) { return NewUnion(th, b, a) }},
		},
		Getset: typeAttrs(),
		Methods: []Method{
			{Name: "mro", NoArgs: func(th *Thread, v Value) (Value, error) {
				order, err := linearize(ty(v).Bases)
				if err != nil {
					return Null, err
				}
				t, _ := AsTuple(typesTuple(append([]*Type{ty(v)}, order...)))
				return NewList(t.Items...).Ref(), nil
			}},
			{Name: "__subclasses__", NoArgs: func(th *Thread, v Value) (Value, error) {
				t, _ := AsTuple(typesTuple(ty(v).Subclasses(th)))
				return NewList(t.Items...).Ref(), nil
			}},
			{Name: "__instancecheck__", OneArg: func(th *Thread, v, x Value) (Value, error) {
				is, err := instanceOf(th, x, ty(v))
				return Bool(is), err
			}},
			{Name: "__subclasscheck__", OneArg: func(th *Thread, v, x Value) (Value, error) {
				is, err := subclassOf(th, x, v)
				return Bool(is), err
			}},
			{Name: "__dir__", NoArgs: func(th *Thread, v Value) (Value, error) {
				names := map[string]bool{}
				for _, c := range ty(v).MRO {
					for _, k := range c.NS.Keys() {
						s, _ := StrOf(th, k)
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
		Class: []Method{{Name: "__prepare__", Fn: func(th *Thread, args, kw []Value) (Value, error) { return NewDict().Ref(), nil }}},
	}
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
	var block []Str // several objects in one piece of memory; few, since one that lives holds them all
	for i, s := range ss {
		if len(s) < 2 {
			items[i] = NewStr(s)
			continue
		}
		if len(block) == 0 {
			block = make([]Str, min(len(ss)-i, strBlock))
		}
		o := &block[0]
		block = block[1:]
		o.typ, o.S = StrType, s
		items[i] = o.Ref()
	}
	return NewList(items...).Ref()
}

// strBlock is how many strings are made at once.
const strBlock = 8

// PlainInit is the __init__ of a class whose instances are made the plain way: object.__new__, then this Python
// function. Nil for all other classes.
func (t *Type) PlainInit(th *Thread) *Function {
	if !t.heap {
		return nil
	}
	if t.plainVersion != t.version {
		t.plainVersion = t.version
		t.plainInit, t.bare = t.findPlainInit(th)
	}
	return t.plainInit
}

// IsBare tells whether calling the class without arguments gives a fresh instance and does nothing else.
func (t *Type) IsBare(th *Thread) bool {
	t.PlainInit(th)
	return t.heap && t.bare
}

func (t *Type) findPlainInit(th *Thread) (init *Function, bare bool) {
	if !t.heap || t.typ != TypeType || t.layout != LayoutObject || t.abstract {
		return nil, false
	}
	if t.Lookup(th, sNew) != ObjectType.Lookup(th, sNew) {
		return nil, false
	}
	m := t.Lookup(th, sInit)
	f, _ := AsFunction(orNone(m))
	return f, m == ObjectType.Lookup(th, sInit)
}

// NewInstance is a bare instance of a class with the layout of object.
func NewInstance(th *Thread, t *Type) Value {
	switch n := t.nslots; {
	case t.finalizes: // its dictionary and slots outlive it, in pieces of their own
		o := &Instance{Header: Header{typ: t}, Slots: make([]Value, n)}
		o.watch(th)
		return o.Ref()
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
func (t *Type) HasGenericSetAttr(th *Thread) bool {
	return t.Lookup(th, sSetAttr) == ObjectType.Lookup(th, sSetAttr)
}
