package object

// Generic aliases (list[int]) and unions (int | str).

// NewGenericAlias is origin[args].
func NewGenericAlias(origin Value, args *Tuple) Value {
	return (&GenericAlias{Header: Header{typ: GenericAliasType}, Origin: origin, Args: args}).Ref()
}

// classGetItem is __class_getitem__ of the generic built-in types.
func classGetItem(th *Thread, args, kw []Value) (Value, error) {
	if len(args) != 2 {
		return Null, TypeErrorf("__class_getitem__() takes exactly one argument (%d given)", len(args)-1)
	}
	if t, ok := AsTuple(args[1]); ok {
		return NewGenericAlias(args[0], t), nil
	}
	return NewGenericAlias(args[0], NewTuple(args[1])), nil
}

// ClassGetItem is the class method for other packages' generic types.
var ClassGetItem = Method{Name: "__class_getitem__", Fn: classGetItem}

// parameters are the type variables among args, in order of appearance.
func parameters(th *Thread, args []Value) ([]Value, error) {
	var out []Value
	add := func(v Value) {
		for _, x := range out {
			if x == v {
				return
			}
		}
		out = append(out, v)
	}
	for _, a := range args {
		if _, ok := AsType(a); ok {
			continue
		}
		if isTypeVar(th, a) {
			add(a)
			continue
		}
		if l, ok := AsList(a); ok {
			sub, err := parameters(th, l.Items)
			if err != nil {
				return nil, err
			}
			for _, x := range sub {
				add(x)
			}
			continue
		}
		p, err := LookupAttr(th, a, Intern("__parameters__"))
		if err != nil {
			return nil, err
		}
		if t, ok := AsTuple(orNone(p)); ok {
			for _, x := range t.Items {
				add(x)
			}
		}
	}
	return out, nil
}

func isTypeVar(th *Thread, v Value) bool {
	return !v.p.typ.Lookup(th, Intern("__typing_subst__")).IsNull()
}

// substitute replaces the type variables of args by the given arguments.
func substitute(th *Thread, args, params, with []Value) ([]Value, error) {
	out := make([]Value, 0, len(args))
	for _, a := range args {
		found := false
		for i, p := range params {
			if a == p {
				out = append(out, with[i])
				found = true
				break
			}
		}
		if found {
			continue
		}
		if l, ok := AsList(a); ok {
			sub, err := substitute(th, l.Items, params, with)
			if err != nil {
				return nil, err
			}
			out = append(out, NewList(sub...).Ref())
			continue
		}
		if _, isType := AsType(a); !isType {
			sub, err := LookupAttr(th, a, Intern("__parameters__"))
			if err != nil {
				return nil, err
			}
			if t, ok := AsTuple(orNone(sub)); ok && len(t.Items) > 0 {
				inner, err := substitute(th, t.Items, params, with)
				if err != nil {
					return nil, err
				}
				r, err := GetItem(th, a, NewTuple(inner...).Ref())
				if err != nil {
					return nil, err
				}
				out = append(out, r)
				continue
			}
		}
		out = append(out, a)
	}
	return out, nil
}

func genericAliasSpec() Spec {
	ga := func(v Value) *GenericAlias { g, _ := AsGenericAlias(v); return g }
	var or, ror [NumOps]BinaryFunc
	or[OpOr] = func(th *Thread, a, b Value) (Value, error) { return NewUnion(th, a, b) }
	ror[OpOr] = func(th *Thread, a, b Value) (Value, error) { return NewUnion(th, b, a) }
	return Spec{Module: "types",
		Slots: Slots{
			New: func(th *Thread, cls *Type, args, kw []Value) (Value, error) {
				if len(args) != 2 {
					return Null, TypeErrorf("GenericAlias expected 2 arguments, got %d", len(args))
				}
				return classGetItem(th, args, nil)
			},
			Repr: func(th *Thread, v Value) (Value, error) {
				o, err := reprType(th, ga(v).Origin)
				if err != nil {
					return Null, err
				}
				s, err := ReprTypes(th, ga(v).Args.Items, ", ")
				if len(ga(v).Args.Items) == 0 {
					s = "()"
				}
				star := ""
				if ga(v).Starred {
					star = "*"
				}
				return NewStr(star + o + "[" + s + "]"), err
			},
			Call: func(th *Thread, v Value, args, kw []Value) (Value, error) {
				r, err := CallArgs(th, ga(v).Origin, args, kw)
				if err == nil && r.p.typ.hasDict {
					SetAttr(th, r, "__orig_class__", v)
				}
				return r, err
			},
			GetAttr: func(th *Thread, v Value, name *Str) (Value, error) {
				x, err := genericLookup(th, v, name)
				if err != nil || !x.IsNull() && name != sDoc && name != sModule || name == sMroEntries {
					return x, err
				}
				y, err := LookupAttr(th, ga(v).Origin, name)
				if err == nil && y.IsNull() {
					return Null, noAttribute(v, name)
				}
				return y, err
			},
			Compare: func(th *Thread, a, b Value, op CompareOp) (Value, error) {
				y, ok := AsGenericAlias(b)
				if !ok || op != Eq && op != Ne {
					return NotImplemented, nil
				}
				eq, err := Equal(th, ga(a).Origin, y.Origin)
				if err != nil {
					return Null, err
				}
				if eq {
					if eq, err = Equal(th, ga(a).Args.Ref(), y.Args.Ref()); err != nil {
						return Null, err
					}
				}
				return Bool(eq == (op == Eq)), nil
			},
			Hash: func(th *Thread, v Value) (int64, error) {
				h, err := Hash(th, ga(v).Origin)
				if err != nil {
					return 0, err
				}
				h2, err := Hash(th, ga(v).Args.Ref())
				return h ^ h2, err
			},
			GetItem: func(th *Thread, v, key Value) (Value, error) {
				items := []Value{key}
				if t, ok := AsTuple(key); ok {
					items = t.Items
				}
				params, err := parameters(th, ga(v).Args.Items)
				if err != nil {
					return Null, err
				}
				if len(params) == 0 {
					r, _ := Repr(th, v)
					return Null, TypeErrorf("%s is not a generic class", r)
				}
				if len(params) != len(items) {
					r, _ := Repr(th, v)
					word := "few"
					if len(items) > len(params) {
						word = "many"
					}
					return Null, TypeErrorf("Too %s arguments for %s; actual %d, expected %d", word, r, len(items), len(params))
				}
				args, err := substitute(th, ga(v).Args.Items, params, items)
				return NewGenericAlias(ga(v).Origin, NewTuple(args...)), err
			},
			Iter: func(th *Thread, v Value) (Value, error) {
				g := *ga(v)
				g.Starred = true
				return Iter(th, NewTuple((&g).Ref()).Ref())
			},
			Binary: or, Reflected: ror,
		},
		Methods: []Method{
			{Name: "__mro_entries__", OneArg: func(th *Thread, v, bases Value) (Value, error) { return NewTuple(ga(v).Origin).Ref(), nil }},
			{Name: "__instancecheck__", OneArg: func(th *Thread, v, x Value) (Value, error) {
				return Null, TypeErrorf("isinstance() argument 2 cannot be a parameterized generic")
			}},
			{Name: "__subclasscheck__", OneArg: func(th *Thread, v, x Value) (Value, error) {
				return Null, TypeErrorf("issubclass() argument 2 cannot be a parameterized generic")
			}},
		},
		Getset: []GetsetDef{
			{Name: "__origin__", Get: func(th *Thread, v Value) (Value, error) { return ga(v).Origin, nil }},
			{Name: "__args__", Get: func(th *Thread, v Value) (Value, error) { return ga(v).Args.Ref(), nil }},
			{Name: "__unpacked__", Get: func(th *Thread, v Value) (Value, error) { return Bool(ga(v).Starred), nil }},
			{Name: "__parameters__", Get: func(th *Thread, v Value) (Value, error) {
				p, err := parameters(th, ga(v).Args.Items)
				return NewTuple(p...).Ref(), err
			}},
		},
	}
}

func unionSpec() Spec {
	var or, ror [NumOps]BinaryFunc
	or[OpOr] = func(th *Thread, a, b Value) (Value, error) { return NewUnion(th, a, b) }
	ror[OpOr] = func(th *Thread, a, b Value) (Value, error) { return NewUnion(th, b, a) }
	uv := func(v Value) *Union { u, _ := AsUnion(v); return u }
	return Spec{Module: "typing", Final: true,
		Slots: Slots{
			New: func(th *Thread, cls *Type, args, kw []Value) (Value, error) {
				return Null, TypeErrorf("cannot create 'typing.Union' instances")
			},
			Repr: func(th *Thread, v Value) (Value, error) {
				s, err := ReprTypes(th, uv(v).Args.Items, " | ")
				return NewStr(s), err
			},
			Compare: func(th *Thread, a, b Value, op CompareOp) (Value, error) {
				y, ok := AsUnion(b)
				if !ok || op != Eq && op != Ne {
					return NotImplemented, nil
				}
				s1, err := SetOf(th, uv(a).Args.Items...)
				if err != nil {
					return Null, err
				}
				s2, err := SetOf(th, y.Args.Items...)
				if err != nil {
					return Null, err
				}
				return setCompare(th, s1.Ref(), s2.Ref(), op)
			},
			Hash: func(th *Thread, v Value) (int64, error) {
				s, err := FrozenSetOf(th, uv(v).Args.Items...)
				if err != nil {
					return 0, err
				}
				return s.frozenHash(), nil
			},
			GetItem: func(th *Thread, v, key Value) (Value, error) {
				items := []Value{key}
				if t, ok := AsTuple(key); ok {
					items = t.Items
				}
				params, err := parameters(th, uv(v).Args.Items)
				if err != nil {
					return Null, err
				}
				if len(params) != len(items) {
					r, _ := Repr(th, v)
					word := "many"
					switch {
					case len(params) == 0:
						return Null, TypeErrorf("%s is not a generic class", r)
					case len(items) < len(params):
						word = "few"
					}
					return Null, TypeErrorf("Too %s arguments for %s; actual %d, expected %d", word, r, len(items), len(params))
				}
				args, err := substitute(th, uv(v).Args.Items, params, items)
				if err != nil {
					return Null, err
				}
				return UnionOf(th, args...)
			},
			Binary: or, Reflected: ror,
		},
		Methods: []Method{{Name: "__mro_entries__", OneArg: func(th *Thread, v, _ Value) (Value, error) {
			r, err := Repr(th, v)
			if err != nil {
				return Null, err
			}
			return Null, TypeErrorf("Cannot subclass %s", r)
		}}},
		Class: []Method{{Name: "__class_getitem__", OneArg: func(th *Thread, _, item Value) (Value, error) {
			if t, ok := AsTuple(item); ok {
				if len(t.Items) == 0 {
					return Null, TypeErrorf("Cannot take a Union of no types.")
				}
				return UnionOf(th, t.Items...)
			}
			return UnionOf(th, item)
		}}},
		Getset: []GetsetDef{
			{Name: "__args__", Get: func(th *Thread, v Value) (Value, error) { return uv(v).Args.Ref(), nil }},
			{Name: "__origin__", Get: func(th *Thread, v Value) (Value, error) { return UnionType.Ref(), nil }},
			{Name: "__module__", Get: func(th *Thread, v Value) (Value, error) { return NewStr("typing"), nil }},
			{Name: "__name__", Get: func(th *Thread, v Value) (Value, error) { return NewStr("Union"), nil }},
			{Name: "__qualname__", Get: func(th *Thread, v Value) (Value, error) { return NewStr("Union"), nil }},
			{Name: "__parameters__", Get: func(th *Thread, v Value) (Value, error) {
				p, err := parameters(th, uv(v).Args.Items)
				return NewTuple(p...).Ref(), err
			}},
		},
	}
}

// UnionArg lets other packages accept their own type forms in unions.
var UnionArg func(v Value) bool

func unionArg(th *Thread, v Value) bool {
	if v.IsNone() {
		return true
	}
	switch v.p.typ.layout {
	case LayoutType, LayoutGenericAlias, LayoutUnion:
		return true
	}
	if isTypeVar(th, v) || v.p.typ.ModuleName() == "typing" {
		return true
	}
	return UnionArg != nil && UnionArg(v)
}

// NewUnion is a | b for types; NotImplemented when one is not a type form.
func NewUnion(th *Thread, a, b Value) (Value, error) {
	okA, okB := unionArg(th, a), unionArg(th, b)
	_, textA := AsStr(a)
	_, textB := AsStr(b)
	if !(okA && (okB || textB && a.p.typ.layout != LayoutType) || okB && textA && b.p.typ.layout != LayoutType) {
		return NotImplemented, nil
	}
	return UnionOf(th, a, b)
}

// UnionOf flattens, removes duplicates, and gives the only member itself when there is one.
func UnionOf(th *Thread, args ...Value) (Value, error) {
	var out []Value
	var add func(v Value) error
	add = func(v Value) error {
		if u, ok := AsUnion(v); ok {
			for _, x := range u.Args.Items {
				if err := add(x); err != nil {
					return err
				}
			}
			return nil
		}
		if v.IsNone() {
			v = NoneType.Ref()
		}
		has, err := containsItem(th, &out, v)
		if err == nil && !has {
			out = append(out, v)
		}
		return err
	}
	for _, a := range args {
		if err := add(a); err != nil {
			return Null, err
		}
	}
	if len(out) == 1 {
		return out[0], nil
	}
	return (&Union{Header: Header{typ: UnionType}, Args: NewTuple(out...)}).Ref(), nil
}
