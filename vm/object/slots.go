package object

// The table that ties dunder names to slots. From it follow the methods that built-in types show for their slots, and
// the slots that Python classes get for their methods.

// slotDef is one slot: the dunder names that fill it, and what to do with it.
type slotDef struct {
	names  []*Str
	has    func(*Slots) bool
	copy   func(dst, src *Slots)
	wrap   func(dst *Slots)                  // install the function that calls the Python methods
	expose func(t *Type, add func(*Builtin)) // make the Python-visible methods of a native slot
}

var slotDefs []slotDef

// opNames are the dunder stems of the binary operators, by Op.
var opNames = [NumOps]string{"add", "and", "floordiv", "lshift", "matmul", "mul", "mod", "or", "pow", "rshift", "sub", "truediv", "xor"}

var (
	leftNames, rightNames, inPlaceNames [NumOps]*Str
	compareNames                        = [...]*Str{Intern("__lt__"), Intern("__le__"), Intern("__eq__"), Intern("__ne__"), Intern("__gt__"), Intern("__ge__")}
)

// callDunder calls the method name of v's class; the class is known to have it.
func callDunder(th *Thread, v Value, name *Str, args ...Value) (Value, error) {
	m := v.p.typ.Lookup(th, name)
	if m.IsNull() {
		return Null, AttributeErrorf(v, name, "'%s' object has no attribute '%s'", v.p.typ.Name, name.S)
	}
	return callBound(th, m, v, args...)
}

// callBound calls the class attribute m as a method of v.
func callBound(th *Thread, m, v Value, args ...Value) (Value, error) {
	switch m.p.typ.layout {
	case LayoutFunction, LayoutBuiltin:
		if b, ok := AsBuiltin(m); !ok || b.kind != kindFunction {
			var buf [4]Value
			all := append(append(buf[:0], v), args...)
			return CallArgs(th, m, all, nil)
		}
	}
	if get := m.p.typ.DescrGet; get != nil {
		bound, err := get(th, m, v, v.p.typ.Ref())
		if err != nil {
			return Null, err
		}
		m = bound
	}
	if err := enter(th, ""); err != nil { // what is called may ask for the same method, as a cache of calls hashes its arguments
		return Null, err
	}
	defer leave(th)
	return CallArgs(th, m, args, nil)
}

// LookupSpecial binds the special method name of v, looked up on its class; absent when there is none.
func LookupSpecial(th *Thread, v Value, name string) (Value, error) {
	m := v.p.typ.Lookup(th, Intern(name))
	if m.IsNull() {
		return Null, nil
	}
	if get := m.p.typ.DescrGet; get != nil {
		return get(th, m, v, v.p.typ.Ref())
	}
	return m, nil
}

func unarySlot(name string, at func(*Slots) *UnaryFunc) {
	s := Intern(name)
	fn := func(th *Thread, v Value) (Value, error) { return callDunder(th, v, s) }
	slotDefs = append(slotDefs, slotDef{ // start: called while packages are initialised
		names: []*Str{s},
		has:   func(x *Slots) bool { return *at(x) != nil },
		copy:  func(d, x *Slots) { *at(d) = *at(x) },
		wrap:  func(d *Slots) { *at(d) = fn },
		expose: func(t *Type, add func(*Builtin)) {
			add(&Builtin{Name: name, NoArgs: *at(&t.Slots)})
		},
	})
}

func binarySlot(s *Str, at func(*Slots) *BinaryFunc) {
	fn := func(th *Thread, v, o Value) (Value, error) {
		m := v.p.typ.Lookup(th, s)
		if m.IsNull() {
			return NotImplemented, nil
		}
		return callBound(th, m, v, o)
	}
	slotDefs = append(slotDefs, slotDef{ // start: called while packages are initialised
		names: []*Str{s},
		has:   func(x *Slots) bool { return *at(x) != nil },
		copy:  func(d, x *Slots) { *at(d) = *at(x) },
		wrap:  func(d *Slots) { *at(d) = fn },
		expose: func(t *Type, add func(*Builtin)) {
			if s == leftNames[OpPow] || s == rightNames[OpPow] {
				add(exposePower(s.S, *at(&t.Slots)))
				return
			}
			add(&Builtin{Name: s.S, OneArg: joining(t, s, *at(&t.Slots))})
		},
	})
}

// setterSlot is a slot with a setting and a deleting name: f(self, key, val) and f(self, key).
func setterSlot(set, del *Str, keyed bool, has func(*Slots) bool, cp func(d, s *Slots), install func(d *Slots, f func(th *Thread, self, key, val Value) error), get func(s *Slots) func(th *Thread, self, key, val Value) error) {
	fn := func(th *Thread, v, key, val Value) error {
		var err error
		name := set
		if val.IsNull() {
			name = del
		}
		m := v.p.typ.Lookup(th, name)
		if m.IsNull() {
			if name == sSetItem || name == sDelItem {
				return NoItem(th, v, v.p.typ, key.p.typ, name == sDelItem)
			}
			return AttributeErrorf(v, name, "%s", name.S)
		}
		if val.IsNull() {
			_, err = callBound(th, m, v, key)
		} else {
			_, err = callBound(th, m, v, key, val)
		}
		return err
	}
	slotDefs = append(slotDefs, slotDef{ // start: called while packages are initialised
		names: []*Str{set, del}, has: has, copy: cp,
		wrap: func(d *Slots) { install(d, fn) },
		expose: func(t *Type, add func(*Builtin)) {
			f := get(&t.Slots)
			add(&Builtin{Name: set.S, Fn: func(th *Thread, args, kw []Value) (Value, error) {
				if len(args) != 3 {
					return Null, TypeErrorf("expected 2 arguments, got %d", len(args)-1)
				}
				if err := checkApplies(t, args[0], set); err != nil {
					return Null, err
				}
				return None, f(th, args[0], args[1], args[2])
			}})
			add(&Builtin{Name: del.S, OneArg: func(th *Thread, self, key Value) (Value, error) {
				if err := checkApplies(t, self, del); err != nil {
					return Null, err
				}
				return None, f(th, self, key, Null)
			}})
		},
	})
}

// checkApplies refuses object.__setattr__ and object.__delattr__ for classes, whose own do more.
func checkApplies(t *Type, v Value, name *Str) error {
	if t == ObjectType && v.p.typ.layout == LayoutType && (name == sSetAttr || name == sDelAttr) {
		return TypeErrorf("can't apply this %s to %s object", name.S, v.p.typ.Name)
	}
	return nil
}

func makeSlotDefs() {
	for i, n := range opNames {
		leftNames[i], rightNames[i], inPlaceNames[i] = Intern("__"+n+"__"), Intern("__r"+n+"__"), Intern("__i"+n+"__") // start: by ready
		binarySlot(leftNames[i], func(s *Slots) *BinaryFunc { return &s.Binary[i] })
		binarySlot(rightNames[i], func(s *Slots) *BinaryFunc { return &s.Reflected[i] })
		binarySlot(inPlaceNames[i], func(s *Slots) *BinaryFunc { return &s.InPlace[i] })
	}
	unarySlot("__repr__", func(s *Slots) *UnaryFunc { return &s.Repr })
	unarySlot("__str__", func(s *Slots) *UnaryFunc { return &s.Str })
	unarySlot("__next__", func(s *Slots) *UnaryFunc { return &s.Next })
	unarySlot("__neg__", func(s *Slots) *UnaryFunc { return &s.Neg })
	unarySlot("__pos__", func(s *Slots) *UnaryFunc { return &s.Pos })
	unarySlot("__abs__", func(s *Slots) *UnaryFunc { return &s.Abs })
	unarySlot("__invert__", func(s *Slots) *UnaryFunc { return &s.Invert })
	unarySlot("__index__", func(s *Slots) *UnaryFunc { return &s.Index })
	unarySlot("__int__", func(s *Slots) *UnaryFunc { return &s.Int })
	unarySlot("__float__", func(s *Slots) *UnaryFunc { return &s.Float })
	unarySlot("__iter__", func(s *Slots) *UnaryFunc { return &s.Iter })
	binarySlot(sGetItem, func(s *Slots) *BinaryFunc { return &s.GetItem })

	// The end of iteration is an absent value in Go and StopIteration in Python.
	for i := range slotDefs {
		d := &slotDefs[i]
		switch d.names[0] {
		case sNext:
			d.wrap = func(s *Slots) { s.Next = pythonNext }
			d.expose = func(t *Type, add func(*Builtin)) {
				next := t.Next
				add(&Builtin{Name: "__next__", NoArgs: func(th *Thread, v Value) (Value, error) {
					x, err := next(th, v)
					if err == nil && x.IsNull() {
						err = StopIterationOf(Null)
					}
					return x, err
				}})
			}
		case sIter:
			d.wrap = func(s *Slots) {
				s.Iter = func(th *Thread, v Value) (Value, error) {
					m := v.p.typ.Lookup(th, sIter)
					if m.IsNull() || m.IsNone() {
						return Null, TypeErrorf("'%s' object is not iterable", v.p.typ.Name)
					}
					return callBound(th, m, v)
				}
			}
		}
	}

	slotDefs = append(slotDefs, // start: by ready
		slotDef{names: []*Str{sHash},
			has: func(s *Slots) bool { return s.Hash != nil }, copy: func(d, s *Slots) { d.Hash = s.Hash },
			wrap: func(d *Slots) { d.Hash = pythonHash },
			expose: func(t *Type, add func(*Builtin)) {
				h := t.Hash
				add(&Builtin{Name: "__hash__", NoArgs: func(th *Thread, v Value) (Value, error) {
					x, err := h(th, v)
					return Int(x), err
				}})
			}},
		slotDef{names: compareNames[:],
			has: func(s *Slots) bool { return s.Compare != nil }, copy: func(d, s *Slots) { d.Compare = s.Compare },
			wrap: func(d *Slots) {
				d.Compare = func(th *Thread, a, b Value, op CompareOp) (Value, error) {
					m := a.p.typ.Lookup(th, compareNames[op])
					if m.IsNull() {
						return NotImplemented, nil
					}
					return callBound(th, m, a, b)
				}
			},
			expose: func(t *Type, add func(*Builtin)) {
				cmp := t.Compare
				for op := Lt; op <= Ge; op++ {
					add(&Builtin{Name: compareNames[op].S, OneArg: func(th *Thread, a, b Value) (Value, error) { return cmp(th, a, b, op) }})
				}
			}},
		slotDef{names: []*Str{sCall},
			has: func(s *Slots) bool { return s.Call != nil }, copy: func(d, s *Slots) { d.Call = s.Call },
			wrap: func(d *Slots) { d.Call = pythonCall },
			expose: func(t *Type, add func(*Builtin)) {
				call := t.Call
				add(&Builtin{Name: "__call__", Fn: func(th *Thread, args, kw []Value) (Value, error) { return call(th, args[0], args[1:], kw) }})
			}},
		slotDef{names: []*Str{sGetAttribute, sGetAttr},
			has: func(s *Slots) bool { return s.GetAttr != nil }, copy: func(d, s *Slots) { d.GetAttr = s.GetAttr },
			wrap: func(d *Slots) { d.GetAttr = pythonGetAttr },
			expose: func(t *Type, add func(*Builtin)) {
				get := t.GetAttr
				add(&Builtin{Name: "__getattribute__", OneArg: func(th *Thread, v, n Value) (Value, error) {
					s, ok := AsStr(n)
					if !ok {
						return Null, TypeErrorf("attribute name must be string, not '%s'", n.p.typ.Name)
					}
					return get(th, v, InternStr(s))
				}})
			}},
		slotDef{names: []*Str{sLen},
			has: func(s *Slots) bool { return s.Len != nil }, copy: func(d, s *Slots) { d.Len = s.Len },
			wrap: func(d *Slots) { d.Len = pythonLen },
			expose: func(t *Type, add func(*Builtin)) {
				f := t.Len
				add(&Builtin{Name: "__len__", NoArgs: func(th *Thread, v Value) (Value, error) { n, err := f(th, v); return Int(int64(n)), err }})
			}},
		slotDef{names: []*Str{sContains},
			has: func(s *Slots) bool { return s.Contains != nil }, copy: func(d, s *Slots) { d.Contains = s.Contains },
			wrap: func(d *Slots) {
				d.Contains = func(th *Thread, v, x Value) (bool, error) {
					m := v.p.typ.Lookup(th, sContains)
					if m.IsNull() || m.IsNone() {
						return false, TypeErrorf("'%s' object is not a container", v.p.typ.Name)
					}
					r, err := callBound(th, m, v, x)
					if err != nil {
						return false, err
					}
					return IsTrue(th, r)
				}
			},
			expose: func(t *Type, add func(*Builtin)) {
				f := t.Contains
				add(&Builtin{Name: "__contains__", OneArg: func(th *Thread, v, x Value) (Value, error) { b, err := f(th, v, x); return Bool(b), err }})
			}},
		slotDef{names: []*Str{Intern("__bool__")},
			has: func(s *Slots) bool { return s.Bool != nil }, copy: func(d, s *Slots) { d.Bool = s.Bool },
			wrap: func(d *Slots) {
				name := Intern("__bool__")
				d.Bool = func(th *Thread, v Value) (bool, error) {
					if v.p.typ.Lookup(th, name).IsNone() {
						return false, TypeErrorf("'%s' cannot be interpreted as a boolean", v.p.typ.Name)
					}
					r, err := callDunder(th, v, name)
					if err != nil {
						return false, err
					}
					if b, ok := r.AsBool(); ok {
						return b, nil
					}
					return false, TypeErrorf("__bool__ should return bool, returned %s", r.p.typ.Name)
				}
			},
			expose: func(t *Type, add func(*Builtin)) {
				f := t.Bool
				add(&Builtin{Name: "__bool__", NoArgs: func(th *Thread, v Value) (Value, error) { b, err := f(th, v); return Bool(b), err }})
			}},
		slotDef{names: []*Str{sGet},
			has: func(s *Slots) bool { return s.DescrGet != nil }, copy: func(d, s *Slots) { d.DescrGet = s.DescrGet },
			wrap: func(d *Slots) {
				d.DescrGet = func(th *Thread, v, obj, owner Value) (Value, error) {
					return callDunder(th, v, sGet, orNone(obj), orNone(owner))
				}
			},
			expose: func(t *Type, add func(*Builtin)) {
				f := t.DescrGet
				add(&Builtin{Name: "__get__", Fn: func(th *Thread, args, kw []Value) (Value, error) {
					if few := len(args) < 2; few || len(args) > 3 {
						bound := "most 2 arguments"
						if few {
							bound = "least 1 argument"
						}
						return Null, TypeErrorf("__get__ expected at %s, got %d", bound, len(args)-1)
					}
					obj, owner := args[1], None
					if len(args) > 2 {
						owner = args[2]
					}
					if obj.IsNone() && owner.IsNone() {
						return Null, TypeErrorf("__get__(None, None) is invalid")
					}
					if obj.IsNone() && (owner.IsNone() || owner != NoneType.Ref()) {
						obj = Null
					}
					if owner.IsNone() && !obj.IsNull() {
						owner = obj.p.typ.Ref()
					}
					return f(th, args[0], obj, owner)
				}})
			}},
		slotDef{names: []*Str{sFormat},
			has: func(s *Slots) bool { return s.Format != nil }, copy: func(d, s *Slots) { d.Format = s.Format },
			wrap: func(d *Slots) {
				d.Format = func(th *Thread, v Value, spec string) (string, error) {
					r, err := callDunder(th, v, sFormat, NewStr(spec))
					if err != nil {
						return "", err
					}
					s, ok := AsStr(r)
					if !ok {
						return "", TypeErrorf("__format__ must return a str, not %s", r.p.typ.Name)
					}
					return s.S, nil
				}
			},
			expose: func(t *Type, add func(*Builtin)) {
				f := t.Format
				add(&Builtin{Name: "__format__", OneArg: func(th *Thread, v, spec Value) (Value, error) {
					s, ok := AsStr(spec)
					if !ok {
						return Null, TypeErrorf("__format__() argument must be str, not %s", spec.p.typ.Name)
					}
					r, err := f(th, v, s.S)
					return NewStr(r), err
				}})
			}},
		slotDef{names: []*Str{sInit},
			has: func(s *Slots) bool { return s.Init != nil }, copy: func(d, s *Slots) { d.Init = s.Init },
			wrap: func(d *Slots) { d.Init = pythonInit },
			expose: func(t *Type, add func(*Builtin)) {
				f := t.Init
				add(&Builtin{Name: "__init__", Fn: func(th *Thread, args, kw []Value) (Value, error) { return None, f(th, args[0], args[1:], kw) }})
			}},
		slotDef{names: []*Str{sNew},
			has: func(s *Slots) bool { return s.New != nil }, copy: func(d, s *Slots) { d.New = s.New },
			wrap: func(d *Slots) { d.New = pythonNew },
			expose: func(t *Type, add func(*Builtin)) {
				if !t.heap && t.New != nil {
					t.NS.SetStr(sNew, newMethodOf(t).Ref())
				}
			}},
	)
	setterSlot(sSetAttr, sDelAttr, true,
		func(s *Slots) bool { return s.SetAttr != nil }, func(d, s *Slots) { d.SetAttr = s.SetAttr },
		func(d *Slots, f func(th *Thread, self, key, val Value) error) {
			d.SetAttr = func(th *Thread, self Value, name *Str, val Value) error { return f(th, self, name.Ref(), val) }
		},
		func(s *Slots) func(th *Thread, self, key, val Value) error {
			set := s.SetAttr
			return func(th *Thread, self, key, val Value) error {
				n, ok := AsStr(key)
				if !ok {
					return TypeErrorf("attribute name must be string, not '%s'", key.p.typ.Name)
				}
				return set(th, self, InternStr(n), val)
			}
		})
	setterSlot(sSetItem, sDelItem, true,
		func(s *Slots) bool { return s.SetItem != nil }, func(d, s *Slots) { d.SetItem = s.SetItem },
		func(d *Slots, f func(th *Thread, self, key, val Value) error) { d.SetItem = f },
		func(s *Slots) func(th *Thread, self, key, val Value) error { return s.SetItem })
	setterSlot(sSet, sDelete, true,
		func(s *Slots) bool { return s.DescrSet != nil }, func(d, s *Slots) { d.DescrSet = s.DescrSet },
		func(d *Slots, f func(th *Thread, self, key, val Value) error) { d.DescrSet = f },
		func(s *Slots) func(th *Thread, self, key, val Value) error { return s.DescrSet })
	for i := range slotDefs {
		for _, n := range slotDefs[i].names {
			dunderSlot[n] = i // start: by ready
		}
	}
}
