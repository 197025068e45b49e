package stdlib

import (
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// The parts of functools that are in Go: partial, reduce, cmp_to_key, lru_cache. The rest is lib/functools.py.

type partial struct {
	object.Header
	fn   Value
	args []Value
	kw   *object.Dict
}

var (
	layoutPartial = object.NewLayout()
	partialType   *object.Type
	placeholder   Value
)

func pv(v Value) *partial { p, _ := object.As[partial](v, layoutPartial); return p }

func trailingPlaceholder() error { return object.TypeErrorf("trailing Placeholders are not allowed") }

func newPartial(th *object.Thread, cls *object.Type, args, kw []Value) (Value, error) {
	n := len(args) - len(kw)
	if n < 1 {
		return object.Null, object.TypeErrorf("type 'partial' takes at least one argument")
	}
	if !object.IsCallable(args[0]) {
		return object.Null, object.TypeErrorf("the first argument must be callable")
	}
	if args[n-1] == placeholder {
		return object.Null, trailingPlaceholder()
	}
	for _, x := range args[n:] {
		if x == placeholder {
			return object.Null, object.TypeErrorf("Placeholder cannot be passed as a keyword argument")
		}
	}
	p := &partial{Header: object.NewHeader(cls), fn: args[0], args: append([]Value(nil), args[1:n]...), kw: object.NewDict()}
	if inner := pv(args[0]); inner != nil && inner.Type() == partialType {
		p.fn = inner.fn
		p.kw = inner.kw.Copy()
		given := p.args
		p.args = nil
		for _, a := range inner.args {
			if a == placeholder && len(given) > 0 {
				a, given = given[0], given[1:]
			}
			p.args = append(p.args, a)
		}
		p.args = append(p.args, given...)
	}
	for i, k := range kw {
		p.kw.Set(th, k, args[n+i])
	}
	return p.Ref(), nil
}

func callPartial(th *object.Thread, v Value, args, kw []Value) (Value, error) {
	p := pv(v)
	n := len(args) - len(kw)
	all := make([]Value, 0, len(p.args)+len(args)+p.kw.Len())
	given := args[:n]
	for _, a := range p.args {
		if a == placeholder {
			if len(given) == 0 {
				places := 0
				for _, a := range p.args {
					if a == placeholder {
						places++
					}
				}
				return object.Null, object.TypeErrorf("missing positional arguments in 'partial' call; expected at least %d, got %d", places, n)
			}
			a, given = given[0], given[1:]
		}
		all = append(all, a)
	}
	all = append(all, given...)
	var names []Value
	if p.kw.Len() == 0 {
		all = append(all, args[n:]...)
		names = kw
	} else {
		merged := p.kw.Copy()
		for i, k := range kw {
			merged.Set(th, k, args[n+i])
		}
		all = append(all, merged.Values()...)
		names = merged.Keys()
		for _, name := range names {
			if _, ok := object.AsStr(name); !ok {
				return object.Null, object.TypeErrorf("keywords must be strings")
			}
		}
	}
	return object.CallArgs(th, p.fn, all, names)
}

// reducePartial gives the function to make a partial of, and all of it as the state.
func reducePartial(th *object.Thread, v Value) (Value, error) {
	p := pv(v)
	state := object.None
	if d := object.InstanceDict(v); d != nil && d.Len() > 0 {
		state = d.Ref()
	}
	return object.NewTuple(v.Type().Ref(), object.NewTuple(p.fn).Ref(),
		object.NewTuple(p.fn, object.NewTuple(p.args...).Ref(), p.kw.Ref(), state).Ref()).Ref(), nil
}

func setPartial(th *object.Thread, v, state Value) (Value, error) {
	invalid := object.TypeErrorf("invalid partial state")
	t, ok := object.AsTuple(state)
	if !ok || len(t.Items) != 4 || !object.IsCallable(t.Items[0]) {
		return object.Null, invalid
	}
	args, ok := object.AsTuple(t.Items[1])
	kw, isDict := object.AsDict(t.Items[2])
	if !ok || !isDict && !t.Items[2].IsNone() {
		return object.Null, invalid
	}
	if n := len(args.Items); n > 0 && args.Items[n-1] == placeholder {
		return object.Null, trailingPlaceholder()
	}
	p := pv(v)
	p.fn, p.args, p.kw = t.Items[0], args.Items, object.NewDict()
	if isDict {
		p.kw = kw.Copy()
	}
	if t.Items[3].IsNone() {
		return object.None, nil
	}
	attrs, ok := object.AsDict(t.Items[3])
	if !ok {
		return object.Null, invalid
	}
	return object.None, attrs.Each(th, func(th *object.Thread, name, x Value) error {
		n, _ := object.Text(name)
		return object.SetAttr(th, v, n, x)
	})
}

// keyObject orders by a comparison function.
type keyObject struct {
	object.Header
	cmp, val Value
}

func init() {
	interp.RegisterNative("_functools", func(th *object.Thread) *object.Module {
		m := object.NewModule("_functools")
		if placeholder.IsNull() {
			placeholderType := object.NewType("_PlaceholderType", "functools", nil, object.Spec{
				Slots: object.Slots{
					New: func(th *object.Thread, cls *object.Type, args, kw []Value) (Value, error) {
						if len(args) > 0 {
							return object.Null, object.TypeErrorf("PlaceholderType takes no arguments")
						}
						return placeholder, nil
					},
					Repr: func(*object.Thread, Value) (Value, error) { return object.NewStr("Placeholder"), nil }},
				Methods: []object.Method{{Name: "__reduce__", NoArgs: func(*object.Thread, Value) (Value, error) { return object.NewStr("Placeholder"), nil }}}})
			placeholder = object.NewInstance(th, placeholderType)
		}
		m.Set("Placeholder", placeholder)
		if partialType == nil {
			partialType = object.NewExtensionType("partial", "functools", nil, object.Spec{Layout: layoutPartial, HasDict: true,
				Slots: object.Slots{New: newPartial, Call: callPartial,
					Init: func(th *object.Thread, v Value, args, kw []Value) error { return nil },
					DescrGet: func(th *object.Thread, self, obj, owner Value) (Value, error) {
						if obj.IsNull() {
							return self, nil
						}
						return object.NewBoundMethod(self, obj), nil
					},
					Repr: func(th *object.Thread, v Value) (Value, error) {
						p := pv(v)
						return object.GuardRepr(th, v, "...", func() (Value, error) {
							s, err := reprAll(th, append([]Value{p.fn}, p.args...))
							if err != nil {
								return object.Null, err
							}
							err = p.kw.Each(th, func(th *object.Thread, k, x Value) error {
								n, _ := object.StrOf(th, k)
								r, err := object.Repr(th, x)
								s += ", " + n + "=" + r
								return err
							})
							return object.NewStr(v.Type().FullName() + "(" + s + ")"), err
						})
					}},
				Getset: []object.GetsetDef{
					object.DictAttr,
					{Name: "func", Get: func(th *object.Thread, v Value) (Value, error) { return pv(v).fn, nil }},
					{Name: "args", Get: func(th *object.Thread, v Value) (Value, error) { return object.NewTuple(pv(v).args...).Ref(), nil }},
					{Name: "keywords", Get: func(th *object.Thread, v Value) (Value, error) { return pv(v).kw.Ref(), nil }},
				},
				Methods: []object.Method{{Name: "__reduce__", NoArgs: reducePartial}, {Name: "__setstate__", OneArg: setPartial}},
				Class:   []object.Method{object.ClassGetItem},
			})
		}
		m.SetType(partialType)
		m.SetFunc("reduce", func(th *object.Thread, args, kw []Value) (Value, error) {
			a, err := object.Args("reduce", args, kw, "function", "iterable", "/", "|", "initial")
			if err != nil {
				if len(args) < 2 {
					err = object.TypeErrorf("reduce expected at least 2 arguments, got %d", len(args))
				}
				return object.Null, err
			}
			acc := a[2]
			f := a[0]
			if a[1].Type().Iter == nil && a[1].Type().GetItem == nil {
				return object.Null, object.TypeErrorf("reduce() arg 2 must support iteration")
			}
			err = object.Iterate(th, a[1], func(th *object.Thread, x Value) error {
				if acc.IsNull() {
					acc = x
					return nil
				}
				var err error
				acc, err = object.Call(th, f, acc, x)
				return err
			})
			if err == nil && acc.IsNull() {
				err = object.TypeErrorf("reduce() of empty iterable with no initial value")
			}
			return acc, err
		})
		layoutKey := object.NewLayout()
		var keyType *object.Type
		kv := func(v Value) *keyObject { k, _ := object.As[keyObject](v, layoutKey); return k }
		keyType = object.NewExtensionType("KeyWrapper", "functools", nil, object.Spec{Layout: layoutKey, NoNew: true, Getset: []object.GetsetDef{{Name: "obj",
			Get: func(th *object.Thread, v Value) (Value, error) {
				if kv(v).val.IsNull() {
					return object.None, nil
				}
				return kv(v).val, nil
			},
			Set: func(th *object.Thread, v, x Value) error { kv(v).val = x; return nil }}}, Slots: object.Slots{
			Call: func(th *object.Thread, v Value, args, kw []Value) (Value, error) {
				a, err := object.Args("K", args, kw, "obj")
				if err != nil {
					return object.Null, err
				}
				return (&keyObject{Header: object.NewHeader(keyType), cmp: kv(v).cmp, val: a[0]}).Ref(), nil
			},
			Hash: func(th *object.Thread, v Value) (int64, error) {
				return 0, object.TypeErrorf("unhashable type: 'functools.KeyWrapper'")
			},
			Compare: func(th *object.Thread, a, b Value, op object.CompareOp) (Value, error) {
				y := kv(b)
				if y == nil {
					return object.Null, object.TypeErrorf("other argument must be K instance")
				}
				if kv(a).val.IsNull() || y.val.IsNull() {
					return object.Null, object.AttributeErrorf(a, object.Intern("obj"), "object")
				}
				r, err := object.Call(th, kv(a).cmp, kv(a).val, y.val)
				if err != nil {
					return object.Null, err
				}
				return object.Compare(th, r, object.Int(0), op)
			},
		}})
		m.SetFunc("cmp_to_key", func(th *object.Thread, args, kw []Value) (Value, error) {
			a, err := object.Args("cmp_to_key", args, kw, "mycmp")
			if err != nil {
				return object.Null, err
			}
			return (&keyObject{Header: object.NewHeader(keyType), cmp: a[0]}).Ref(), nil
		})
		m.SetType(newLRUType())
		return m
	})
}
