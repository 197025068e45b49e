package object

// Slots that call the methods of classes written in Python.

func pythonNext(th *Thread, v Value) (Value, error) {
	x, err := callDunder(th, v, sNext)
	if err != nil {
		if e, ok := err.(*Exception); ok && e.typ.IsSubtype(StopIteration) {
			return Null, nil
		}
		return Null, err
	}
	return x, nil
}

func pythonHash(th *Thread, v Value) (int64, error) {
	r, err := callDunder(th, v, sHash)
	if err != nil {
		return 0, err
	}
	if i, ok := r.AsInt(); ok {
		if i == -1 {
			return -2, nil
		}
		return i, nil
	}
	if r.IsInt() {
		return Hash(th, r)
	}
	return 0, TypeErrorf("__hash__ method should return an integer")
}

func pythonLen(th *Thread, v Value) (int, error) {
	r, err := callDunder(th, v, sLen)
	if err != nil {
		return 0, err
	}
	ix, err := Index(th, r)
	if err != nil {
		return 0, TypeErrorf("'%s' object cannot be interpreted as an integer", r.p.typ.Name)
	}
	i, ok := ix.AsInt()
	if !ok && BigOf(ix).Sign() < 0 {
		i, ok = -1, true
	}
	if !ok {
		return 0, OverflowErrorf("cannot fit 'int' into an index-sized integer")
	}
	if i < 0 {
		return 0, ValueErrorf("__len__() should return >= 0")
	}
	return int(i), nil
}

func pythonCall(th *Thread, v Value, args, kw []Value) (Value, error) {
	m := v.p.typ.Lookup(th, sCall)
	if f, ok := AsFunction(m); ok {
		return callPrepended(th, f.Ref(), v, args, kw)
	}
	if err := enter(th, " while calling a Python object"); err != nil {
		return Null, err
	}
	defer leave(th)
	if get := m.p.typ.DescrGet; get != nil {
		b, err := get(th, m, v, v.p.typ.Ref())
		if err != nil {
			return Null, err
		}
		m = b
	}
	return CallArgs(th, m, args, kw)
}

// PlainCall is the function that a call of an instance amounts to, with the instance before its arguments; nil if that is not so.
func PlainCall(th *Thread, v Value) *Function {
	if v.p.typ.layout != LayoutObject || !v.p.typ.heap {
		return nil
	}
	m := v.p.typ.Lookup(th, sCall)
	if m.IsNull() || m.p.typ != FunctionType {
		return nil
	}
	fn, _ := AsFunction(m)
	if e := fn.Enter; e != nil && e.Route != nil {
		if to := e.Route(th, v); to != nil {
			return to
		}
	}
	return fn
}

func pythonInit(th *Thread, v Value, args, kw []Value) error {
	m := v.p.typ.Lookup(th, sInit)
	var r Value
	var err error
	if m.p.typ.layout == LayoutFunction {
		r, err = callPrepended(th, m, v, args, kw)
	} else {
		if get := m.p.typ.DescrGet; get != nil {
			if m, err = get(th, m, v, v.p.typ.Ref()); err != nil {
				return err
			}
		}
		r, err = CallArgs(th, m, args, kw)
	}
	if err != nil {
		return err
	}
	if !r.IsNone() {
		return TypeErrorf("__init__() should return None, not '%s'", r.p.typ.Name)
	}
	return nil
}

func pythonNew(th *Thread, cls *Type, args, kw []Value) (Value, error) {
	m := cls.Lookup(th, sNew)
	if s, ok := AsStaticMethod(m); ok {
		m = s.Func
	} else if get := m.p.typ.DescrGet; get != nil {
		b, err := get(th, m, Null, cls.Ref())
		if err != nil {
			return Null, err
		}
		m = b
	}
	return callPrepended(th, m, cls.Ref(), args, kw)
}

func pythonGetAttr(th *Thread, v Value, name *Str) (Value, error) {
	t := v.p.typ
	var x Value
	var err error
	m := t.Lookup(th, sGetAttribute)
	g := t.Lookup(th, sGetAttr)
	if b, ok := AsBuiltin(m); ok && b.Owner == ObjectType && !g.IsNull() {
		if x, err = genericLookup(th, v, name); err == nil && x.IsNull() {
			return callBound(th, g, v, name.Ref())
		}
	} else if ok && b.kind == kindWrapper {
		x, err = b.Owner.GetAttr(th, v, name)
	} else {
		x, err = callBound(th, m, v, name.Ref())
	}
	if err == nil || !ErrorIs(err, AttributeError) {
		return x, err
	}
	if g.IsNull() {
		return Null, err
	}
	return callBound(th, g, v, name.Ref())
}

// callPrepended calls f with first before args.
func callPrepended(th *Thread, f, first Value, args, kw []Value) (Value, error) {
	var buf [8]Value
	all := append(append(buf[:0], first), args...)
	return CallArgs(th, f, all, kw)
}

// newMethodOf is the __new__ of a built-in type, as a static function that takes the class first.
func newMethodOf(t *Type) *Builtin {
	newFn := t.New
	b := NewFunc("__new__", func(th *Thread, args, kw []Value) (Value, error) {
		if len(args) == len(kw) {
			return Null, TypeErrorf("%s.__new__(): not enough arguments", t.Name)
		}
		cls, ok := AsType(args[0])
		if !ok {
			return Null, TypeErrorf("%s.__new__(X): X is not a type object (%s)", t.Name, args[0].p.typ.Name)
		}
		if !cls.IsSubtype(t) {
			return Null, TypeErrorf("%s.__new__(%s): %s is not a subtype of %s", t.Name, cls.Name, cls.Name, t.Name)
		}
		// A built-in base with storage of its own has to make the instance.
		base := cls
		for base.heap {
			base = base.Base
		}
		if own := base.Lookup(th, sNew); own != t.Lookup(th, sNew) && base != t {
			return Null, TypeErrorf("%s.__new__(%s) is not safe, use %s.__new__()", t.Name, cls.Name, base.Name)
		}
		return newFn(th, cls, args[1:], kw)
	})
	b.QualName = t.Name + ".__new__"
	b.Owner = t
	return b
}

func unhashable(th *Thread, v Value) (int64, error) {
	return 0, TypeErrorf("unhashable type: '%s'", v.p.typ.Name)
}
