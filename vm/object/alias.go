package object

// Generic aliases (list[int]) and unions (int | str).

// NewGenericAlias is origin[args].
func NewGenericAlias(origin Value, args *Tuple) Value {
	return (&GenericAlias{Header: Header{typ: GenericAliasType}, Origin: origin, Args: args}).Ref()
}

// classGetItem is __class_getitem__ of the generic built-in types.
func classGetItem(args, kw []Value) (Value, error) {
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
func parameters(args []Value) ([]Value, error) {
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
		if isTypeVar(a) {
			add(a)
			continue
		}
		if l, ok := AsList(a); ok {
			sub, err := parameters(l.Items)
			if err != nil {
				return nil, err
			}
			for _, x := range sub {
				add(x)
			}
			continue
		}
		p, err := LookupAttr(a, Intern("__parameters__"))
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

func isTypeVar(v Value) bool {
	return !v.p.typ.Lookup(Intern("__typing_subst__")).IsNull()
}

// substitute replaces the type variables of args by the given arguments.
func substitute(args, params, with []Value) ([]Value, error) {
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
			sub, err := substitute(l.Items, params, with)
			if err != nil {
				return nil, err
			}
			out = append(out, NewList(sub...).Ref())
			continue
		}
		if _, isType := AsType(a); !isType {
			sub, err := LookupAttr(a, Intern("__parameters__"))
			if err != nil {
				return nil, err
			}
			if t, ok := AsTuple(orNone(sub)); ok && len(t.Items) > 0 {
				inner, err := substitute(t.Items, params, with)
				if err != nil {
					return nil, err
				}
				r, err := GetItem(a, NewTuple(inner...).Ref())
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

func init() {
	ga := func(v Value) *GenericAlias { g, _ := AsGenericAlias(v); return g }
	var or, ror [NumOps]BinaryFunc
	or[OpOr] = func(a, b Value) (Value, error) { return NewUnion(a, b) }
	ror[OpOr] = func(a, b Value) (Value, error) { return NewUnion(b, a) }
	GenericAliasType.define(Spec{Module: "types",
		Slots: Slots{
			New: func(cls *Type, args, kw []Value) (Value, error) {
				if len(args) != 2 {
					return Null, TypeErrorf("GenericAlias expected 2 arguments, got %d", len(args))
				}
				return classGetItem(args, nil)
			},
			Repr: func(v Value) (Value, error) {
				o, err := reprType(ga(v).Origin)
				if err != nil {
					return Null, err
				}
				s, err := ReprTypes(ga(v).Args.Items, ", ")
				if len(ga(v).Args.Items) == 0 {
					s = "()"
				}
				star := ""
				if ga(v).Starred {
					star = "*"
				}
				return NewStr(star + o + "[" + s + "]"), err
			},
			Call: func(v Value, args, kw []Value) (Value, error) {
				r, err := CallArgs(ga(v).Origin, args, kw)
				if err == nil && r.p.typ.hasDict {
					SetAttr(r, "__orig_class__", v)
				}
				return r, err
			},
			GetAttr: func(v Value, name *Str) (Value, error) {
				x, err := genericLookup(v, name)
				if err != nil || !x.IsNull() && name != sDoc && name != sModule || name == sMroEntries {
					return x, err
				}
				y, err := LookupAttr(ga(v).Origin, name)
				if err == nil && y.IsNull() {
					return Null, noAttribute(v, name)
				}
				return y, err
			},
			Compare: func(a, b Value, op CompareOp) (Value, error) {
				y, ok := AsGenericAlias(b)
				if !ok || op != Eq && op != Ne {
					return NotImplemented, nil
				}
				eq, err := Equal(ga(a).Origin, y.Origin)
				if err != nil {
					return Null, err
				}
				if eq {
					if eq, err = Equal(ga(a).Args.Ref(), y.Args.Ref()); err != nil {
						return Null, err
					}
				}
				return Bool(eq == (op == Eq)), nil
			},
			Hash: func(v Value) (int64, error) {
				h, err := Hash(ga(v).Origin)
				if err != nil {
					return 0, err
				}
				h2, err := Hash(ga(v).Args.Ref())
				return h ^ h2, err
			},
			GetItem: func(v, key Value) (Value, error) {
				items := []Value{key}
				if t, ok := AsTuple(key); ok {
					items = t.Items
				}
				params, err := parameters(ga(v).Args.Items)
				if err != nil {
					return Null, err
				}
				if len(params) == 0 {
					r, _ := Repr(v)
					return Null, TypeErrorf("%s is not a generic class", r)
				}
				if len(params) != len(items) {
					r, _ := Repr(v)
					word := "few"
					if len(items) > len(params) {
						word = "many"
					}
					return Null, TypeErrorf("Too %s arguments for %s; actual %d, expected %d", word, r, len(items), len(params))
				}
				args, err := substitute(ga(v).Args.Items, params, items)
				return NewGenericAlias(ga(v).Origin, NewTuple(args...)), err
			},
			Iter: func(v Value) (Value, error) {
				g := *ga(v)
				g.Starred = true
				return Iter(NewTuple((&g).Ref()).Ref())
			},
			Binary: or, Reflected: ror,
		},
		Methods: []Method{
			{Name: "__mro_entries__", OneArg: func(v, bases Value) (Value, error) { return NewTuple(ga(v).Origin).Ref(), nil }},
			{Name: "__instancecheck__", OneArg: func(v, x Value) (Value, error) {
				return Null, TypeErrorf("isinstance() argument 2 cannot be a parameterized generic")
			}},
			{Name: "__subclasscheck__", OneArg: func(v, x Value) (Value, error) {
				return Null, TypeErrorf("issubclass() argument 2 cannot be a parameterized generic")
			}},
		},
		Getset: []GetsetDef{
			{Name: "__origin__", Get: func(v Value) (Value, error) { return ga(v).Origin, nil }},
			{Name: "__args__", Get: func(v Value) (Value, error) { return ga(v).Args.Ref(), nil }},
			{Name: "__unpacked__", Get: func(v Value) (Value, error) { return Bool(ga(v).Starred), nil }},
			{Name: "__parameters__", Get: func(v Value) (Value, error) {
				p, err := parameters(ga(v).Args.Items)
				return NewTuple(p...).Ref(), err
			}},
		},
	})
	uv := func(v Value) *Union { u, _ := AsUnion(v); return u }
	UnionType.define(Spec{Module: "typing", Final: true,
		Slots: Slots{
			New: func(cls *Type, args, kw []Value) (Value, error) {
				return Null, TypeErrorf("cannot create 'typing.Union' instances")
			},
			Repr: func(v Value) (Value, error) {
				s, err := ReprTypes(uv(v).Args.Items, " | ")
				return NewStr(s), err
			},
			Compare: func(a, b Value, op CompareOp) (Value, error) {
				y, ok := AsUnion(b)
				if !ok || op != Eq && op != Ne {
					return NotImplemented, nil
				}
				s1, err := SetOf(uv(a).Args.Items...)
				if err != nil {
					return Null, err
				}
				s2, err := SetOf(y.Args.Items...)
				if err != nil {
					return Null, err
				}
				return setCompare(s1.Ref(), s2.Ref(), op)
			},
			Hash: func(v Value) (int64, error) {
				s, err := FrozenSetOf(uv(v).Args.Items...)
				if err != nil {
					return 0, err
				}
				return s.frozenHash(), nil
			},
			GetItem: func(v, key Value) (Value, error) {
				items := []Value{key}
				if t, ok := AsTuple(key); ok {
					items = t.Items
				}
				params, err := parameters(uv(v).Args.Items)
				if err != nil {
					return Null, err
				}
				if len(params) != len(items) {
					r, _ := Repr(v)
					word := "many"
					switch {
					case len(params) == 0:
						return Null, TypeErrorf("%s is not a generic class", r)
					case len(items) < len(params):
						word = "few"
					}
					return Null, TypeErrorf("Too %s arguments for %s; actual %d, expected %d", word, r, len(items), len(params))
				}
				args, err := substitute(uv(v).Args.Items, params, items)
				if err != nil {
					return Null, err
				}
				return UnionOf(args...)
			},
			Binary: or, Reflected: ror,
		},
		Methods: []Method{{Name: "__mro_entries__", OneArg: func(v, _ Value) (Value, error) {
			r, err := Repr(v)
			if err != nil {
				return Null, err
			}
			return Null, TypeErrorf("Cannot subclass %s", r)
		}}},
		Class: []Method{{Name: "__class_getitem__", OneArg: func(_, item Value) (Value, error) {
			if t, ok := AsTuple(item); ok {
				if len(t.Items) == 0 {
					return Null, TypeErrorf("Cannot take a Union of no types.")
				}
				return UnionOf(t.Items...)
			}
			return UnionOf(item)
		}}},
		Getset: []GetsetDef{
			{Name: "__args__", Get: func(v Value) (Value, error) { return uv(v).Args.Ref(), nil }},
			{Name: "__origin__", Get: func(v Value) (Value, error) { return UnionType.Ref(), nil }},
			{Name: "__name__", Get: func(v Value) (Value, error) { return NewStr("Union"), nil }},
			{Name: "__qualname__", Get: func(v Value) (Value, error) { return NewStr("Union"), nil }},
			{Name: "__parameters__", Get: func(v Value) (Value, error) {
				p, err := parameters(uv(v).Args.Items)
				return NewTuple(p...).Ref(), err
			}},
		},
	})
}

// UnionArg lets other packages accept their own type forms in unions.
var UnionArg func(v Value) bool

func unionArg(v Value) bool {
	if v.IsNone() {
		return true
	}
	switch v.p.typ.layout {
	case LayoutType, LayoutGenericAlias, LayoutUnion:
		return true
	}
	if isTypeVar(v) || v.p.typ.ModuleName() == "typing" {
		return true
	}
	return UnionArg != nil && UnionArg(v)
}

// NewUnion is a | b for types; NotImplemented when one is not a type form.
func NewUnion(a, b Value) (Value, error) {
	okA, okB := unionArg(a), unionArg(b)
	_, textA := AsStr(a)
	_, textB := AsStr(b)
	if !(okA && (okB || textB && a.p.typ.layout != LayoutType) || okB && textA && b.p.typ.layout != LayoutType) {
		return NotImplemented, nil
	}
	return UnionOf(a, b)
}

// UnionOf flattens, removes duplicates, and gives the only member itself when there is one.
func UnionOf(args ...Value) (Value, error) {
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
		has, err := containsItem(&out, v)
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
