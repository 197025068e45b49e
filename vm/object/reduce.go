package object

import "strings"

// The protocol that copy and pickle share: __reduce_ex__, __getstate__ and __setstate__ of the built-in types.

// ImportModule finds a module of the library; the interpreter sets it.
var ImportModule func(th *Thread, name string) (Value, error)

// libraryAttr is an attribute of a library module.
func libraryAttr(th *Thread, module, name string) (Value, error) {
	m, err := ImportModule(th, module)
	if err != nil {
		return Null, err
	}
	return GetAttr(th, m, name)
}

// extend adds methods to a type that is not ready yet.
func (t *Type) extend(methods ...Method) { t.spec.Methods = append(t.spec.Methods, methods...) }

// addReductions gives the built-in types their methods of the protocol; it runs before the types are made ready.
func addReductions() {
	ObjectType.extend(
		Method{Name: "__reduce__", NoArgs: func(th *Thread, v Value) (Value, error) { return reduceByCopyreg(th, v, Int(0)) }},
		Method{Name: "__reduce_ex__", OneArg: objectReduceEx},
		Method{Name: "__getstate__", NoArgs: func(th *Thread, v Value) (Value, error) { return getState(v, false) }})
	reduction := func(t *Type, f UnaryFunc) { t.extend(Method{Name: "__reduce__", NoArgs: f}) }
	newArgs := func(t *Type, f UnaryFunc) {
		t.extend(Method{Name: "__getnewargs__", NoArgs: func(th *Thread, v Value) (Value, error) {
			x, err := f(th, v)
			return NewTuple(x).Ref(), err
		}})
	}
	newArgs(BytesType, plainValue)
	ComplexType.extend(Method{Name: "__getnewargs__", NoArgs: func(th *Thread, v Value) (Value, error) {
		c, _ := AsComplex(v)
		return NewTuple(Float(real(c.V)), Float(imag(c.V))).Ref(), nil
	}})
	for _, t := range []*Type{SetType, FrozenSetType} {
		reduction(t, func(th *Thread, v Value) (Value, error) {
			items, err := ToSlice(th, v) // as the class goes through them
			if err != nil {
				return Null, err
			}
			state, err := stateOf(th, v)
			return NewTuple(v.p.typ.Ref(), NewTuple(NewList(items...).Ref()).Ref(), state).Ref(), err
		})
	}
	reduction(ByteArrayType, func(th *Thread, v Value) (Value, error) { return reduceByteArray(th, v, 2) })
	ByteArrayType.extend(Method{Name: "__reduce_ex__", OneArg: func(th *Thread, v, proto Value) (Value, error) {
		n, err := ToInt(th, proto)
		if err != nil {
			return Null, err
		}
		return reduceByteArray(th, v, n)
	}})
	reduction(SliceType, func(th *Thread, v Value) (Value, error) {
		s, _ := AsSlice(v)
		return NewTuple(v.p.typ.Ref(), NewTuple(s.Start, s.Stop, s.Step).Ref()).Ref(), nil
	})
	reduction(RangeType, func(th *Thread, v Value) (Value, error) {
		r, _ := AsRange(v)
		start, stop, step := r.parts()
		return NewTuple(RangeType.Ref(), NewTuple(start, stop, step).Ref()).Ref(), nil
	})
	for _, t := range []*Type{EllipsisType, NotImplementedType} {
		reduction(t, func(th *Thread, v Value) (Value, error) { s, err := Repr(th, v); return NewStr(s), err })
	}
	reduction(GenericAliasType, func(th *Thread, v Value) (Value, error) {
		g, _ := AsGenericAlias(v)
		return NewTuple(GenericAliasType.Ref(), NewTuple(g.Origin, g.Args.Ref()).Ref()).Ref(), nil
	})
	reduction(BuiltinFunctionType, func(th *Thread, v Value) (Value, error) {
		b, _ := AsBuiltin(v)
		if b.Self.IsNull() {
			return StrValue(b.Name), nil
		}
		get, err := libraryAttr(th, "builtins", "getattr")
		return NewTuple(get, NewTuple(b.Self, StrValue(b.Name)).Ref()).Ref(), err
	})
	reduction(MethodType, func(th *Thread, v Value) (Value, error) {
		m, _ := AsMethod(v)
		name, err := GetAttr(th, m.Func, "__name__")
		if err != nil {
			return Null, err
		}
		get, err := libraryAttr(th, "builtins", "getattr")
		return NewTuple(get, NewTuple(m.Self, name).Ref()).Ref(), err
	})
	reduction(BaseException, reduceException)
	BaseException.extend(Method{Name: "__setstate__", OneArg: func(th *Thread, v, state Value) (Value, error) {
		if state.IsNone() {
			return None, nil
		}
		d, ok := AsDict(state)
		if !ok {
			return Null, TypeErrorf("state is not a dictionary")
		}
		for _, k := range d.Keys() {
			x, ok, err := d.Get(th, k)
			if err != nil || !ok {
				continue
			}
			name, ok := AsStr(k)
			if !ok {
				return Null, TypeErrorf("attribute name must be string, not '%s'", k.p.typ.Name)
			}
			if err := SetAttrStr(th, v, InternStr(name), x); err != nil {
				return Null, err
			}
		}
		return None, nil
	}})
	addIteratorReductions()
}

func reduceByteArray(th *Thread, v Value, proto int) (Value, error) {
	b, _ := AsByteArray(v)
	state, err := stateOf(th, v)
	args := NewTuple(NewBytes(append([]byte(nil), b.B...)))
	if proto < 3 {
		s, _ := Decode(th, b.B, "latin-1", "strict")
		args = NewTuple(NewStr(s), NewStr("latin-1"))
	}
	return NewTuple(v.p.typ.Ref(), args.Ref(), state).Ref(), err
}

// reduceException is (class, args) with the attributes beside them if there are any.
func reduceException(th *Thread, v Value) (Value, error) {
	e, _ := AsException(v)
	args := e.Args
	state := NewDict()
	if e.dict != nil {
		state.Update(th, e.dict)
	}
	switch {
	case e.Matches(OSError):
		file, hasFile := e.field("filename")
		if file2, ok := e.field("filename2"); ok && len(args.Items) == 2 {
			args = NewTuple(args.Items[0], args.Items[1], file, None, file2)
		} else if hasFile && len(args.Items) == 2 {
			args = NewTuple(args.Items[0], args.Items[1], file)
		}
	case e.Matches(AttributeError):
		if x, ok := e.field("name"); ok {
			state.Put("name", x)
			state.Put("args", e.Args.Ref())
		}
	case e.Matches(ImportError):
		for _, n := range []string{"name", "path", "name_from"} {
			if x, ok := e.field(n); ok && !x.IsNone() {
				state.Put(n, x)
			}
		}
	}
	if state.Len() == 0 {
		return NewTuple(v.p.typ.Ref(), args.Ref()).Ref(), nil
	}
	return NewTuple(v.p.typ.Ref(), args.Ref(), state.Ref()).Ref(), nil
}

// stateOf is v.__getstate__().
func stateOf(th *Thread, v Value) (Value, error) {
	get, err := GetAttr(th, v, "__getstate__")
	if err != nil {
		return Null, err
	}
	return Call(th, get)
}

// getState is the state that copy and pickle save: the dictionary, with the slots beside it if there are any. It is required
// where nothing else tells how to make the object again.
func getState(v Value, required bool) (Value, error) {
	if required && !v.p.typ.storesNothingElse() {
		name := v.p.typ.Name
		if !v.p.typ.heap {
			name = v.p.typ.FullName()
		}
		if file, in := strings.CutPrefix(name, "_io."); in {
			return Null, TypeErrorf("cannot pickle '%s' instances", file)
		}
		return Null, TypeErrorf("cannot pickle '%s' object", name)
	}
	state := None
	if d := v.p.dict; d != nil && d.Len() > 0 && v.p.typ.hasDict {
		state = d.Copy().Ref()
	}
	slots := NewDict()
	EachSlot(v, func(name *Str, x Value) { slots.SetStr(name, x) })
	if slots.Len() == 0 {
		return state, nil
	}
	return NewTuple(state, slots.Ref()).Ref(), nil
}

// storesNothingElse tells whether an instance is its dictionary and slots, so that a state describes it.
func (t *Type) storesNothingElse() bool {
	switch t.layout {
	case LayoutObject:
		for _, c := range t.MRO {
			if !c.heap && c != ObjectType {
				return false
			}
		}
		return true
	case LayoutList, LayoutDict, LayoutException, LayoutSingleton:
		return true
	}
	return false
}

// objectReduceEx is object.__reduce_ex__: a __reduce__ that the class defines comes first.
func objectReduceEx(th *Thread, v, proto Value) (Value, error) {
	n, err := ToInt(th, proto)
	if err != nil {
		return Null, err
	}
	if r := v.p.typ.Lookup(th, sReduce); r != ObjectType.Lookup(th, sReduce) {
		m, err := GetAttrStr(th, v, sReduce)
		if err != nil {
			return Null, err
		}
		return Call(th, m)
	}
	if n < 2 {
		return reduceByCopyreg(th, v, proto)
	}
	return reduceNew(th, v)
}

var sReduce = Intern("__reduce__")

// reduceByCopyreg is the form of protocols 0 and 1, which the library knows.
func reduceByCopyreg(th *Thread, v, proto Value) (Value, error) {
	f, err := libraryAttr(th, "copyreg", "_reduce_ex")
	if err != nil {
		return Null, err
	}
	return Call(th, f, v, proto)
}

// reduceNew is (copyreg.__newobj__, (cls, *newargs), state, listitems, dictitems).
func reduceNew(th *Thread, v Value) (Value, error) {
	args, kwargs, err := newArguments(th, v)
	if err != nil {
		return Null, err
	}
	list, dict := None, None
	if l, ok := AsList(v); ok {
		if list, err = Iter(th, l.Ref()); err != nil {
			return Null, err
		}
	} else if _, ok := AsDict(v); ok {
		items, err := CallMethod(th, v, "items")
		if err != nil {
			return Null, err
		}
		if dict, err = Iter(th, items); err != nil {
			return Null, err
		}
	}
	var state Value
	if get, err := GetAttr(th, v, "__getstate__"); err != nil {
		return Null, err
	} else if b, ok := AsBuiltin(get); ok && b.Owner == ObjectType {
		state, err = getState(v, args == nil && list.IsNone() && dict.IsNone())
		if err != nil {
			return Null, err
		}
	} else if state, err = Call(th, get); err != nil {
		return Null, err
	}
	if kwargs != nil && kwargs.Len() > 0 {
		f, err := libraryAttr(th, "copyreg", "__newobj_ex__")
		return NewTuple(f, NewTuple(v.p.typ.Ref(), args.Ref(), kwargs.Ref()).Ref(), state, list, dict).Ref(), err
	}
	all := []Value{v.p.typ.Ref()}
	if args != nil {
		all = append(all, args.Items...)
	}
	f, err := libraryAttr(th, "copyreg", "__newobj__")
	return NewTuple(f, NewTuple(all...).Ref(), state, list, dict).Ref(), err
}

// newArguments are the arguments of __new__ by __getnewargs_ex__ or __getnewargs__, nil when there is neither.
func newArguments(th *Thread, v Value) (*Tuple, *Dict, error) {
	m, err := LookupSpecial(th, v, "__getnewargs_ex__")
	if err != nil {
		return nil, nil, err
	}
	if !m.IsNull() {
		r, err := Call(th, m)
		if err != nil {
			return nil, nil, err
		}
		pair, ok := AsTuple(r)
		if !ok {
			return nil, nil, TypeErrorf("__getnewargs_ex__ should return a tuple, not '%s'", r.p.typ.Name)
		}
		if len(pair.Items) != 2 {
			return nil, nil, ValueErrorf("__getnewargs_ex__ should return a tuple of length 2, not %d", len(pair.Items))
		}
		args, ok := AsTuple(pair.Items[0])
		if !ok {
			return nil, nil, TypeErrorf("first item of the tuple returned by __getnewargs_ex__ must be a tuple, not '%s'", pair.Items[0].p.typ.Name)
		}
		kwargs, ok := AsDict(pair.Items[1])
		if !ok {
			return nil, nil, TypeErrorf("second item of the tuple returned by __getnewargs_ex__ must be a dict, not '%s'", pair.Items[1].p.typ.Name)
		}
		return args, kwargs, nil
	}
	if m, err = LookupSpecial(th, v, "__getnewargs__"); err != nil || m.IsNull() {
		return nil, nil, err
	}
	r, err := Call(th, m)
	if err != nil {
		return nil, nil, err
	}
	args, ok := AsTuple(r)
	if !ok {
		return nil, nil, TypeErrorf("__getnewargs__ should return a tuple, not '%s'", r.p.typ.Name)
	}
	return args, nil, nil
}

// plainValue is v as an instance of the built-in type it derives from.
func plainValue(th *Thread, v Value) (Value, error) {
	switch v.p.typ.layout {
	case LayoutInt:
		return ToPlainInt(v), nil
	case LayoutFloat:
		f, _ := v.AsFloat()
		return Float(f), nil
	case LayoutStr:
		s, _ := AsStr(v)
		return NewStr(s.S), nil
	case LayoutTuple:
		t, _ := AsTuple(v)
		return NewTuple(t.Items...).Ref(), nil
	case LayoutBytes:
		b, _ := AsBytes(v)
		return NewBytes(b.B), nil
	}
	return v, nil
}
