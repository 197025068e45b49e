package object

// The descriptors that decorators make: property, staticmethod and classmethod.

func pv(v Value) *Property { p, _ := AsProperty(v); return p }

// name is the property's name: the one it was given, else that of its getter; absent when neither is known.
func (p *Property) name(th *Thread) (Value, error) {
	if !p.Name.IsNull() {
		return p.Name, nil
	}
	if p.Get.IsNull() {
		return Null, nil
	}
	return LookupAttr(th, p.Get, sName)
}

func (p *Property) missing(th *Thread, obj Value, what string) error {
	return p.Missing(th, obj, obj.p.typ, what)
}

// Missing is the error of a property that has no getter, setter or deleter, which what says, of an object of a class.
func (p *Property) Missing(th *Thread, obj Value, class *Type, what string) error {
	name, err := p.name(th)
	if err != nil {
		return err
	}
	if name.IsNull() {
		return AttributeErrorf(obj, Intern(""), "property of '%s' object has no %s", class.QualName, what)
	}
	text, err := Repr(th, name)
	if err != nil {
		return err
	}
	key, _ := Text(name)
	return AttributeErrorf(obj, Intern(key), "property %s of '%s' object has no %s", text, class.QualName, what)
}

func propertyInit(th *Thread, v Value, args, kw []Value) error {
	if n := len(args) - len(kw); n > 4 {
		return TypeErrorf("property() takes at most 4 arguments (%d given)", n)
	}
	a, err := Args("property", args, kw, "|", "fget", "fset", "fdel", "doc")
	if err != nil {
		return err
	}
	given := func(x Value) Value {
		if !x.IsNull() && x.IsNone() {
			return Null
		}
		return x
	}
	p := pv(v)
	p.Get, p.Set, p.Del, p.Doc = given(a[0]), given(a[1]), given(a[2]), Null
	doc := given(a[3])
	p.getterDoc = false
	if doc.IsNull() && !p.Get.IsNull() {
		d, err := LookupAttr(th, p.Get, sDoc)
		if err != nil {
			return err
		}
		if doc = given(d); !doc.IsNull() {
			p.getterDoc = true
		}
	}
	if p.typ == PropertyType {
		p.Doc = doc
		return nil
	}
	// The instances of a subclass have a documentation of their own before that of their class.
	err = SetAttrStr(th, v, sDoc, orNone(doc))
	if err != nil && !p.getterDoc && !p.typ.hasDict && ErrorIs(err, AttributeError) {
		return nil // nowhere to keep it
	}
	return err
}

// propertyWith is the property with another function in one of its three places.
func propertyWith(which int) BinaryFunc {
	return func(th *Thread, v, f Value) (Value, error) {
		p := pv(v)
		fns := [3]Value{orNone(p.Get), orNone(p.Set), orNone(p.Del)}
		if !f.IsNone() {
			fns[which] = f
		}
		doc := orNone(p.Doc)
		if p.getterDoc && !fns[0].IsNone() {
			doc = None // that of the new getter
		}
		n, err := Call(th, p.typ.Ref(), fns[0], fns[1], fns[2], doc)
		if err != nil {
			return Null, err
		}
		if np, ok := AsProperty(n); ok {
			np.Name = p.Name
		}
		return n, nil
	}
}

func propertySpec() Spec {
	return Spec{
		Slots: Slots{
			New: func(th *Thread, cls *Type, args, kw []Value) (Value, error) {
				return (&Property{Header: Header{typ: cls}}).Ref(), nil
			},
			Init: propertyInit,
			DescrGet: func(th *Thread, v, obj, owner Value) (Value, error) {
				p := pv(v)
				if obj.IsNull() {
					return v, nil
				}
				if p.Get.IsNull() {
					return Null, p.missing(th, obj, "getter")
				}
				return Call(th, p.Get, obj)
			},
			DescrSet: func(th *Thread, v, obj, val Value) error {
				p := pv(v)
				f, word, args := p.Set, "setter", []Value{obj, val}
				if val.IsNull() {
					f, word, args = p.Del, "deleter", args[:1]
				}
				if f.IsNull() {
					return p.missing(th, obj, word)
				}
				_, err := CallArgs(th, f, args, nil)
				return err
			},
		},
		Methods: []Method{
			{Name: "getter", OneArg: propertyWith(0)}, {Name: "setter", OneArg: propertyWith(1)}, {Name: "deleter", OneArg: propertyWith(2)},
			{Name: "__set_name__", Fn: func(th *Thread, args, kw []Value) (Value, error) {
				if len(args) != 3 || len(kw) > 0 {
					return Null, TypeErrorf("__set_name__() takes 2 positional arguments but %d were given", len(args)-1)
				}
				pv(args[0]).Name = args[2]
				return None, nil
			}},
		},
		Getset: []GetsetDef{
			{Name: "fget", Get: func(th *Thread, v Value) (Value, error) { return orNone(pv(v).Get), nil }, Set: readOnlyAttr("fget")},
			{Name: "fset", Get: func(th *Thread, v Value) (Value, error) { return orNone(pv(v).Set), nil }, Set: readOnlyAttr("fset")},
			{Name: "fdel", Get: func(th *Thread, v Value) (Value, error) { return orNone(pv(v).Del), nil }, Set: readOnlyAttr("fdel")},
			{Name: "__name__", Get: func(th *Thread, v Value) (Value, error) {
				n, err := pv(v).name(th)
				if err == nil && n.IsNull() {
					err = noAttribute(v, sName)
				}
				return n, err
			}, Set: func(th *Thread, v, x Value) error { pv(v).Name = x; return nil }},
			{Name: "__doc__", Get: func(th *Thread, v Value) (Value, error) {
				p := pv(v)
				if p.Doc.IsNull() && p.getterDoc && p.typ == PropertyType {
					return GetAttrStr(th, p.Get, sDoc)
				}
				if p.dict != nil {
					if d, ok := p.dict.GetStr(sDoc); ok {
						return d, nil
					}
				}
				return orNone(p.Doc), nil
			}, Set: func(th *Thread, v, x Value) error {
				p := pv(v)
				if p.typ != PropertyType && !p.typ.hasDict {
					return AttributeErrorf(v, sDoc, "'%s' object attribute '__doc__' is read-only", p.typ.Name)
				}
				p.Doc, p.getterDoc = x, false
				return nil
			}},
			{Name: "__isabstractmethod__", Get: func(th *Thread, v Value) (Value, error) {
				for _, f := range []Value{pv(v).Get, pv(v).Set, pv(v).Del} {
					if f.IsNull() {
						continue
					}
					if abstract, err := isAbstract(th, f); err != nil || abstract {
						return Bool(abstract), err
					}
				}
				return False, nil
			}},
		},
	}
}

func wrapperSpecs() {
	defineWrapper(StaticMethodType, func(cls *Type) Value { return (&StaticMethod{Header: Header{typ: cls}, Func: None}).Ref() },
		func(v Value) *Value { s, _ := AsStaticMethod(v); return &s.Func },
		func(f, obj, owner Value) (Value, error) { return f, nil })
	defineWrapper(ClassMethodType, func(cls *Type) Value { return (&ClassMethod{Header: Header{typ: cls}, Func: None}).Ref() },
		func(v Value) *Value { s, _ := AsClassMethod(v); return &s.Func },
		func(f, obj, owner Value) (Value, error) {
			if owner.IsNull() {
				if obj.IsNull() {
					return Null, TypeErrorf("__get__(None, None) is invalid")
				}
				owner = obj.p.typ.Ref()
			}
			return NewBoundMethod(f, owner), nil
		})
}

func isAbstract(th *Thread, f Value) (bool, error) {
	a, err := LookupAttr(th, f, sIsAbstract)
	if err != nil || a.IsNull() {
		return false, err
	}
	return IsTrue(th, a)
}

// wrappedAttrs are the attributes that staticmethod and classmethod take from the function they wrap.
var wrappedAttrs = map[*Str]bool{sDoc: true, sName: true, sQualName: true, sModule: true, sAnnotations: true}

// defineWrapper defines staticmethod or classmethod, which differ in what __get__ gives.
func defineWrapper(t *Type, empty func(cls *Type) Value, at func(Value) *Value, get func(f, obj, owner Value) (Value, error)) {
	s := Slots{
		New: func(th *Thread, cls *Type, args, kw []Value) (Value, error) { return empty(cls), nil },
		Init: func(th *Thread, v Value, args, kw []Value) error {
			if len(kw) > 0 {
				return TypeErrorf("%s() takes no keyword arguments", t.Name)
			}
			if len(args) != 1 {
				return TypeErrorf("%s expected 1 argument, got %d", t.Name, len(args))
			}
			*at(v) = args[0]
			return nil
		},
		DescrGet: func(th *Thread, v, obj, owner Value) (Value, error) { return get(*at(v), obj, owner) },
		GetAttr: func(th *Thread, v Value, name *Str) (Value, error) {
			if v.p.dict != nil {
				if x, ok := v.p.dict.GetStr(name); ok {
					return x, nil
				}
			}
			if wrappedAttrs[name] {
				if x, err := LookupAttr(th, *at(v), name); err != nil || !x.IsNull() {
					return x, err
				}
			}
			return GenericGetAttr(th, v, name)
		},
		Repr: func(th *Thread, v Value) (Value, error) {
			r, err := Repr(th, *at(v))
			return NewStr("<" + t.Name + "(" + r + ")>"), err
		},
	}
	if t == StaticMethodType {
		s.Call = func(th *Thread, v Value, args, kw []Value) (Value, error) { return CallArgs(th, *at(v), args, kw) }
	}
	t.define(Spec{HasDict: true, Slots: s, Class: []Method{ClassGetItem}, Getset: []GetsetDef{
		DictAttr,
		{Name: "__func__", Get: func(th *Thread, v Value) (Value, error) { return *at(v), nil }},
		{Name: "__wrapped__", Get: func(th *Thread, v Value) (Value, error) { return *at(v), nil }},
		{Name: "__isabstractmethod__", Get: func(th *Thread, v Value) (Value, error) {
			a, err := isAbstract(th, *at(v))
			return Bool(a), err
		}},
	}})
}
