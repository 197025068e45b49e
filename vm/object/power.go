package object

// Power is pow(a, b, m), where m may be None. With a modulus the methods are asked as for any binary operator, each with
// the modulus as one more argument.
func Power(th *Thread, a, b, m Value) (Value, error) {
	if m.IsNone() {
		return BinaryOp(th, OpPow, a, b)
	}
	if a.p == &intHeader && b.p == &intHeader && m.p == &intHeader {
		return IntPowMod(a, b, m)
	}
	ta, tb := a.p.typ, b.p.typ
	type attempt struct {
		self  Value
		name  *Str
		other Value
	}
	tries := []attempt{{a, leftNames[OpPow], b}, {b, rightNames[OpPow], a}}
	switch {
	case ta == tb:
		tries = tries[:1]
	case tb.IsSubtype(ta) && overridesReflected(th, tb, ta, OpPow):
		tries[0], tries[1] = tries[1], tries[0]
	}
	for _, t := range tries {
		f := t.self.p.typ.Lookup(th, t.name)
		if f.IsNull() {
			continue
		}
		r, err := callBound(th, f, t.self, t.other, m)
		if err != nil || r != NotImplemented {
			return r, err
		}
	}
	if !m.p.typ.heap { // the modulus has no method of its own to ask, but floats and complex numbers refuse
		if r, err := powerModulo(a, b, m); err != nil || r != NotImplemented {
			return r, err
		}
	}
	return Null, TypeErrorf("unsupported operand type(s) for ** or pow(): '%s', '%s', '%s'", ta.Name, tb.Name, m.p.typ.Name)
}

// powerModulo is pow(a, b, m) of the built-in numbers.
func powerModulo(a, b, m Value) (Value, error) {
	ints := 0
	for _, x := range []Value{a, b, m} {
		switch {
		case x.IsFloat():
			return Null, TypeErrorf("pow() 3rd argument not allowed unless all arguments are integers")
		case x.p.typ.layout == LayoutComplex:
			return Null, ValueErrorf("complex modulo")
		case x.IsInt():
			ints++
		}
	}
	if ints == 3 {
		return IntPowMod(a, b, m)
	}
	return NotImplemented, nil
}

// exposePower makes __pow__ and __rpow__, which unlike the methods of other operators take a second argument.
func exposePower(name string, plain BinaryFunc) *Builtin {
	reflected := name == "__rpow__"
	return &Builtin{Name: name, Fn: func(th *Thread, args, kw []Value) (Value, error) {
		switch {
		case len(kw) > 0:
			return Null, TypeErrorf("wrapper %s() takes no keyword arguments", name)
		case len(args) < 2 || len(args) > 3:
			return Null, TypeErrorf("expected 1 or 2 arguments, got %d", len(args)-1)
		case len(args) == 2 || args[2].IsNone():
			return plain(th, args[0], args[1])
		case reflected:
			return powerModulo(args[1], args[0], args[2])
		}
		return powerModulo(args[0], args[1], args[2])
	}}
}
