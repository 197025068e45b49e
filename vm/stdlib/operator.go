package stdlib

import (
	"strings"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// getter is operator.itemgetter, attrgetter or methodcaller.
type getter struct {
	object.Header
	items   []Value
	kwNames []Value
}

var layoutGetter = object.NewLayout()

func getterType(name string, one func(th *object.Thread, item, x Value) (Value, error), check func(Value) error) *object.Type {
	return object.NewExtensionType(name, "operator", nil, object.Spec{Layout: layoutGetter, Slots: object.Slots{
		New: func(th *object.Thread, cls *object.Type, args, kw []Value) (Value, error) {
			if len(args) == 0 {
				return object.Null, object.TypeErrorf("%s expected 1 argument, got 0", name)
			}
			for _, a := range args {
				if err := check(a); err != nil {
					return object.Null, err
				}
			}
			return (&getter{Header: object.NewHeader(cls), items: append([]Value(nil), args...)}).Ref(), nil
		},
		Call: func(th *object.Thread, v Value, args, kw []Value) (Value, error) {
			g, _ := object.As[getter](v, layoutGetter)
			if len(args) != 1 {
				return object.Null, object.TypeErrorf("%s expected 1 argument, got %d", name, len(args))
			}
			if len(g.items) == 1 {
				return one(th, g.items[0], args[0])
			}
			out := make([]Value, len(g.items))
			for i, it := range g.items {
				r, err := one(th, it, args[0])
				if err != nil {
					return object.Null, err
				}
				out[i] = r
			}
			return object.NewTuple(out...).Ref(), nil
		},
		Repr: func(th *object.Thread, v Value) (Value, error) {
			g, _ := object.As[getter](v, layoutGetter)
			s, err := reprAll(th, g.items)
			return object.NewStr("operator." + name + "(" + s + ")"), err
		},
	}, Methods: []object.Method{{Name: "__reduce__", NoArgs: reduceGetter}}})
}

// reduceGetter is the call that makes a getter again; one with keyword arguments is made by a partial.
func reduceGetter(th *object.Thread, v Value) (Value, error) {
	g, _ := object.As[getter](v, layoutGetter)
	n := len(g.items) - len(g.kwNames)
	if n == len(g.items) {
		return object.NewTuple(v.Type().Ref(), object.NewTuple(g.items...).Ref()).Ref(), nil
	}
	functools, err := interp.ImportModule(th, "functools")
	if err != nil {
		return object.Null, err
	}
	partial, err := object.GetAttr(th, functools, "partial")
	if err != nil {
		return object.Null, err
	}
	call := append([]Value{v.Type().Ref(), g.items[0]}, g.items[n:]...)
	make, err := object.CallArgs(th, partial, call, g.kwNames)
	return object.NewTuple(make, object.NewTuple(g.items[1:n]...).Ref()).Ref(), err
}

func reprAll(th *object.Thread, items []Value) (string, error) {
	parts := make([]string, len(items))
	for i, x := range items {
		s, err := object.Repr(th, x)
		if err != nil {
			return "", err
		}
		parts[i] = s
	}
	return strings.Join(parts, ", "), nil
}

// specialNames are the functions that are there under the names of their special methods too.
const specialNames = `abs add and call concat contains delitem eq floordiv ge getitem gt iadd iand iconcat ifloordiv ilshift imatmul imod imul
	index inv invert ior ipow irshift isub itruediv ixor le lshift lt matmul mod mul ne neg not or pos pow rshift setitem sub truediv xor`

func init() {
	build := func(th *object.Thread) *object.Module {
		m := object.NewModule("operator")
		two := func(name string, f func(th *object.Thread, a, b Value) (Value, error)) {
			fn := func(th *object.Thread, args, kw []Value) (Value, error) {
				if len(args) != 2 || len(kw) > 0 {
					return object.Null, object.TypeErrorf("%s expected 2 arguments, got %d", name, len(args))
				}
				return f(th, args[0], args[1])
			}
			m.SetFunc(name, fn)
		}
		for i, n := range []string{"add", "and_", "floordiv", "lshift", "matmul", "mul", "mod", "or_", "pow", "rshift", "sub", "truediv", "xor"} {
			op := object.Op(i)
			bin := func(th *object.Thread, a, b Value) (Value, error) { return object.BinaryOp(th, op, a, b) }
			in := func(th *object.Thread, a, b Value) (Value, error) { return object.InPlaceOp(th, op, a, b) }
			two(n, bin)
			bare := strings.TrimSuffix(n, "_")
			two("i"+bare, in)
		}
		for i, n := range []string{"lt", "le", "eq", "ne", "gt", "ge"} {
			op := object.CompareOp(i)
			cmp := func(th *object.Thread, a, b Value) (Value, error) { return object.Compare(th, a, b, op) }
			two(n, cmp)
		}
		two("is_", func(th *object.Thread, a, b Value) (Value, error) { return object.Bool(a == b), nil })
		two("is_not", func(th *object.Thread, a, b Value) (Value, error) { return object.Bool(a != b), nil })
		two("contains", func(th *object.Thread, a, b Value) (Value, error) {
			t, err := object.Contains(th, a, b)
			return object.Bool(t), err
		})
		two("getitem", object.GetItem)
		two("delitem", func(th *object.Thread, a, b Value) (Value, error) { return object.None, object.DelItem(th, a, b) })
		concat := func(op func(th *object.Thread, op object.Op, a, b Value) (Value, error)) func(th *object.Thread, a, b Value) (Value, error) {
			return func(th *object.Thread, a, b Value) (Value, error) {
				if a.Type().GetItem == nil {
					return object.Null, object.TypeErrorf("'%s' object can't be concatenated", a.Type().Name)
				}
				return op(th, object.OpAdd, a, b)
			}
		}
		two("concat", concat(object.BinaryOp))
		two("iconcat", concat(object.InPlaceOp))
		two("countOf", func(th *object.Thread, a, b Value) (Value, error) {
			n := int64(0)
			err := object.Iterate(th, a, func(th *object.Thread, x Value) error {
				eq, err := object.Equal(th, x, b)
				if eq {
					n++
				}
				return err
			})
			return object.Int(n), err
		})
		two("indexOf", func(th *object.Thread, a, b Value) (Value, error) {
			items, err := object.ToSlice(th, a)
			if err != nil {
				return object.Null, err
			}
			for i, x := range items {
				if eq, err := object.Equal(th, x, b); err != nil || eq {
					return object.Int(int64(i)), err
				}
			}
			return object.Null, object.ValueErrorf("sequence.index(x): x not in sequence")
		})
		one := func(names string, f func(*object.Thread, Value) (Value, error)) {
			for _, n := range strings.Fields(names) {
				object.AddFuncs(m, []object.Method{{Name: n, OneArg: func(th *object.Thread, _, v Value) (Value, error) { return f(th, v) }}})
			}
		}
		one("neg", object.Neg)
		one("pos", object.Pos)
		one("abs", object.Abs)
		one("invert inv", object.Invert)
		one("index", func(th *object.Thread, v Value) (Value, error) {
			i, err := object.Index(th, v)
			if err != nil {
				return object.Null, err
			}
			return object.ToPlainInt(i), nil
		})
		one("truth", func(th *object.Thread, v Value) (Value, error) {
			t, err := object.IsTrue(th, v)
			return object.Bool(t), err
		})
		one("not_", func(th *object.Thread, v Value) (Value, error) {
			t, err := object.IsTrue(th, v)
			return object.Bool(!t), err
		})
		one("is_none", func(th *object.Thread, v Value) (Value, error) { return object.Bool(v.IsNone()), nil })
		one("is_not_none", func(th *object.Thread, v Value) (Value, error) { return object.Bool(!v.IsNone()), nil })
		m.SetFunc("setitem", func(th *object.Thread, args, kw []Value) (Value, error) {
			a, err := object.Args("setitem", args, kw, "a", "b", "c", "/")
			if err != nil {
				return object.Null, err
			}
			return object.None, object.SetItem(th, a[0], a[1], a[2])
		})
		m.SetFunc("length_hint", required("length_hint", 1, func(th *object.Thread, args, kw []Value) (Value, error) {
			fallback := 0
			if len(args) > 1 {
				if !args[1].IsInt() {
					return object.Null, object.TypeErrorf("'%s' object cannot be interpreted as an integer", args[1].Type().Name)
				}
				var err error
				if fallback, err = object.ToInt(th, args[1]); err != nil {
					return object.Null, err
				}
			}
			n, err := object.LengthHint(th, args[0], fallback)
			return object.Int(int64(n)), err
		}))
		m.SetFunc("call", required("call", 1, func(th *object.Thread, args, kw []Value) (Value, error) {
			return object.CallArgs(th, args[0], args[1:], kw)
		}))
		anything := func(Value) error { return nil }
		m.SetType(getterType("itemgetter", func(th *object.Thread, item, x Value) (Value, error) { return object.GetItem(th, x, item) }, anything))
		m.SetType(getterType("attrgetter", func(th *object.Thread, item, x Value) (Value, error) {
			s, _ := object.Text(item)
			for _, part := range strings.Split(s, ".") {
				var err error
				if x, err = object.GetAttr(th, x, part); err != nil {
					return object.Null, err
				}
			}
			return x, nil
		}, func(v Value) error {
			if _, ok := object.Text(v); !ok {
				return object.TypeErrorf("attribute name must be a string")
			}
			return nil
		}))
		mc := object.NewExtensionType("methodcaller", "operator", nil, object.Spec{Layout: layoutGetter, Slots: object.Slots{
			New: func(th *object.Thread, cls *object.Type, args, kw []Value) (Value, error) {
				if len(args)-len(kw) == 0 {
					return object.Null, object.TypeErrorf("methodcaller needs at least one argument, the method name")
				}
				if _, ok := object.Text(args[0]); !ok {
					return object.Null, object.TypeErrorf("method name must be a string")
				}
				return (&getter{Header: object.NewHeader(cls), items: append([]Value(nil), args...), kwNames: append([]Value(nil), kw...)}).Ref(), nil
			},
			Call: func(th *object.Thread, v Value, args, kw []Value) (Value, error) {
				g, _ := object.As[getter](v, layoutGetter)
				if len(args) != 1 {
					return object.Null, object.TypeErrorf("methodcaller expected 1 argument, got %d", len(args))
				}
				n, _ := object.Text(g.items[0])
				f, err := object.GetAttr(th, args[0], n)
				if err != nil {
					return object.Null, err
				}
				return object.CallArgs(th, f, g.items[1:], g.kwNames)
			},
			Repr: func(th *object.Thread, v Value) (Value, error) {
				g, _ := object.As[getter](v, layoutGetter)
				n := len(g.items) - len(g.kwNames)
				s, err := reprAll(th, g.items[:n])
				for i, k := range g.kwNames {
					name, _ := object.Text(k)
					r, _ := object.Repr(th, g.items[n+i])
					s += ", " + name + "=" + r
				}
				return object.NewStr("operator.methodcaller(" + s + ")"), err
			},
		}, Methods: []object.Method{{Name: "__reduce__", NoArgs: reduceGetter}}})
		m.SetType(mc)
		for _, name := range strings.Fields(specialNames) {
			fn, ok := m.Dict().Lookup(name)
			if !ok {
				fn, _ = m.Dict().Lookup(name + "_")
			}
			m.Set("__"+name+"__", fn)
		}
		return m
	}
	interp.RegisterNative("operator", build)
	interp.RegisterNative("_operator", build)
}
