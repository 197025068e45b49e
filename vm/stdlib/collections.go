package stdlib

import (
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// deque is a double-ended queue in a ring buffer.
type deque struct {
	object.Header
	ring   []Value
	first  int
	n      int
	maxlen int // -1 unbounded
	state  int // changes with every mutation
}

var (
	layoutDeque = object.NewLayout()
	dequeType   *object.Type
)

func dq(v Value) *deque { d, _ := object.As[deque](v, layoutDeque); return d }

func (d *deque) at(i int) *Value { return &d.ring[(d.first+i)&(len(d.ring)-1)] }

func (d *deque) grow() {
	if d.n < len(d.ring) {
		return
	}
	ring := make([]Value, max(8, 2*len(d.ring)))
	for i := range d.n {
		ring[i] = *d.at(i)
	}
	d.ring, d.first = ring, 0
}

func (d *deque) pushRight(v Value) {
	if d.maxlen == 0 {
		return
	}
	if d.n == d.maxlen {
		d.popLeft()
	}
	d.grow()
	d.n++
	*d.at(d.n - 1) = v
	d.state++
}

func (d *deque) pushLeft(v Value) {
	if d.maxlen == 0 {
		return
	}
	if d.n == d.maxlen {
		d.popRight()
	}
	d.grow()
	d.first = (d.first - 1 + len(d.ring)) & (len(d.ring) - 1)
	d.n++
	*d.at(0) = v
	d.state++
}

func (d *deque) popLeft() Value {
	v := *d.at(0)
	*d.at(0) = object.Null
	d.first = (d.first + 1) & (len(d.ring) - 1)
	d.n--
	d.state++
	return v
}

func (d *deque) popRight() Value {
	v := *d.at(d.n - 1)
	*d.at(d.n - 1) = object.Null
	d.n--
	d.state++
	return v
}

func (d *deque) items() []Value {
	out := make([]Value, d.n)
	for i := range out {
		out[i] = *d.at(i)
	}
	return out
}

func (d *deque) set(items []Value) {
	d.ring, d.first, d.n = nil, 0, 0
	d.state++
	for _, v := range items {
		d.pushRight(v)
	}
}

func dequeOf(t *object.Type, items []Value, maxlen int) Value {
	d := &deque{Header: object.NewHeader(t), maxlen: maxlen}
	d.set(items)
	return d.Ref()
}

func dequeSpec(iterType *object.Type) object.Spec {
	index := func(th *object.Thread, v, key Value) (int, error) {
		i, err := object.ToInt(th, key)
		if err != nil {
			if object.ErrorIs(err, object.TypeError) {
				return 0, object.TypeErrorf("sequence index must be integer, not '%s'", key.Type().Name)
			}
			return 0, err
		}
		if i < 0 {
			i += dq(v).n
		}
		if i < 0 || i >= dq(v).n {
			return 0, object.IndexErrorf("deque index out of range")
		}
		return i, nil
	}
	iterate := func(v Value, reverse bool) (Value, error) {
		d := dq(v)
		i, state := 0, d.state
		return object.NewGoIter(iterType, func(th *object.Thread) (Value, error) {
			if i >= d.n {
				return object.Null, nil
			}
			if d.state != state {
				i = d.n
				return object.Null, object.RuntimeErrorf("deque mutated during iteration")
			}
			i++
			if reverse {
				return *d.at(d.n - i), nil
			}
			return *d.at(i - 1), nil
		}), nil
	}
	extend := func(push func(*deque, Value)) object.BinaryFunc {
		return func(th *object.Thread, v, it Value) (Value, error) {
			if it == v {
				items := dq(v).items()
				for _, x := range items {
					push(dq(v), x)
				}
				return object.None, nil
			}
			return object.None, object.Iterate(th, it, func(th *object.Thread, x Value) error { push(dq(v), x); return nil })
		}
	}
	var ops, in [object.NumOps]object.BinaryFunc
	ops[object.OpAdd] = func(th *object.Thread, a, b Value) (Value, error) {
		y := dq(b)
		if y == nil && b.Type().Reflected[object.OpAdd] != nil {
			return object.NotImplemented, nil
		}
		if y == nil {
			return object.Null, object.TypeErrorf("can only concatenate deque (not \"%s\") to deque", b.Type().Name)
		}
		return dequeOf(a.Type(), append(dq(a).items(), y.items()...), dq(a).maxlen), nil
	}
	repeated := func(th *object.Thread, d *deque, by Value) ([]Value, bool, error) {
		n, ok, err := object.RepeatCount(th, by)
		if !ok || err != nil {
			return nil, ok, err
		}
		if d.maxlen >= 0 && d.n > 0 {
			n = min(n, d.maxlen/d.n+1) // what comes before would be dropped
		}
		items, err := object.RepeatItems(th, d.items(), n)
		return items, true, err
	}
	ops[object.OpMul] = func(th *object.Thread, a, b Value) (Value, error) {
		items, ok, err := repeated(th, dq(a), b)
		if err != nil {
			return object.Null, err
		}
		if !ok {
			return object.NotImplemented, nil
		}
		return dequeOf(a.Type(), items, dq(a).maxlen), nil
	}
	in[object.OpMul] = func(th *object.Thread, a, b Value) (Value, error) {
		items, ok, err := repeated(th, dq(a), b)
		if err != nil {
			return object.Null, err
		}
		if !ok {
			return object.NotImplemented, nil
		}
		dq(a).set(items)
		return a, nil
	}
	var reflected [object.NumOps]object.BinaryFunc
	reflected[object.OpMul] = func(th *object.Thread, d, n Value) (Value, error) { return ops[object.OpMul](th, d, n) }
	in[object.OpAdd] = func(th *object.Thread, a, b Value) (Value, error) {
		_, err := extend((*deque).pushRight)(th, a, b)
		return a, err
	}
	return object.Spec{Layout: layoutDeque, Sequence: true, HasDict: false,
		Slots: object.Slots{
			New: func(th *object.Thread, cls *object.Type, args, kw []Value) (Value, error) {
				return (&deque{Header: object.NewHeader(cls), maxlen: -1}).Ref(), nil
			},
			Init: func(th *object.Thread, v Value, args, kw []Value) error {
				a, err := object.Args("deque", args, kw, "|", "iterable", "maxlen")
				if err != nil {
					return err
				}
				d := dq(v)
				d.maxlen = -1
				if !a[1].IsNull() && !a[1].IsNone() {
					if d.maxlen, err = object.ToInt(th, a[1]); err != nil {
						return err
					}
					if d.maxlen < 0 {
						return object.ValueErrorf("maxlen must be non-negative")
					}
				}
				d.set(nil)
				if a[0].IsNull() || a[0].IsNone() {
					return nil
				}
				return object.Iterate(th, a[0], func(th *object.Thread, x Value) error { d.pushRight(x); return nil })
			},
			Repr: func(th *object.Thread, v Value) (Value, error) {
				return object.GuardRepr(th, v, "[...]", func() (Value, error) {
					s, err := reprAll(th, dq(v).items())
					tail := ""
					if m := dq(v).maxlen; m >= 0 {
						t, _ := object.Repr(th, object.Int(int64(m)))
						tail = ", maxlen=" + t
					}
					return object.NewStr(v.Type().ShortName() + "([" + s + "]" + tail + ")"), err
				})
			},
			Len:  func(th *object.Thread, v Value) (int, error) { return dq(v).n, nil },
			Iter: func(th *object.Thread, v Value) (Value, error) { return iterate(v, false) },
			GetItem: func(th *object.Thread, v, key Value) (Value, error) {
				i, err := index(th, v, key)
				if err != nil {
					return object.Null, err
				}
				return *dq(v).at(i), nil
			},
			SetItem: func(th *object.Thread, v, key, val Value) error {
				i, err := index(th, v, key)
				if err != nil {
					return err
				}
				if !val.IsNull() {
					*dq(v).at(i) = val
					return nil
				}
				items := dq(v).items()
				dq(v).set(append(items[:i], items[i+1:]...))
				return nil
			},
			Contains: func(th *object.Thread, v, x Value) (bool, error) {
				return object.Contains(th, object.NewTuple(dq(v).items()...).Ref(), x)
			},
			Compare: func(th *object.Thread, a, b Value, op object.CompareOp) (Value, error) {
				y := dq(b)
				if y == nil {
					return object.NotImplemented, nil
				}
				return object.Compare(th, object.NewList(dq(a).items()...).Ref(), object.NewList(y.items()...).Ref(), op)
			},
			Binary: ops, Reflected: reflected, InPlace: in,
		},
		Methods: []object.Method{
			{Name: "append", OneArg: func(th *object.Thread, v, x Value) (Value, error) { dq(v).pushRight(x); return object.None, nil }},
			{Name: "appendleft", OneArg: func(th *object.Thread, v, x Value) (Value, error) { dq(v).pushLeft(x); return object.None, nil }},
			{Name: "extend", OneArg: extend((*deque).pushRight)}, {Name: "extendleft", OneArg: extend((*deque).pushLeft)},
			{Name: "pop", NoArgs: func(th *object.Thread, v Value) (Value, error) {
				if dq(v).n == 0 {
					return object.Null, object.IndexErrorf("pop from an empty deque")
				}
				return dq(v).popRight(), nil
			}},
			{Name: "popleft", NoArgs: func(th *object.Thread, v Value) (Value, error) {
				if dq(v).n == 0 {
					return object.Null, object.IndexErrorf("pop from an empty deque")
				}
				return dq(v).popLeft(), nil
			}},
			{Name: "clear", NoArgs: func(th *object.Thread, v Value) (Value, error) { dq(v).set(nil); return object.None, nil }},
			{Name: "copy", NoArgs: func(th *object.Thread, v Value) (Value, error) {
				return dequeOf(v.Type(), dq(v).items(), dq(v).maxlen), nil
			}},
			{Name: "__copy__", NoArgs: func(th *object.Thread, v Value) (Value, error) {
				return dequeOf(v.Type(), dq(v).items(), dq(v).maxlen), nil
			}},
			{Name: "__reduce__", NoArgs: func(th *object.Thread, v Value) (Value, error) {
				args := []Value{object.NewList(dq(v).items()...).Ref()}
				if m := dq(v).maxlen; m >= 0 {
					args = append(args, object.Int(int64(m)))
				}
				return object.NewTuple(v.Type().Ref(), object.NewTuple(args...).Ref()).Ref(), nil
			}},
			{Name: "count", OneArg: func(th *object.Thread, v, x Value) (Value, error) {
				return object.CallMethod(th, object.NewTuple(dq(v).items()...).Ref(), "count", x)
			}},
			{Name: "index", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				r, err := object.CallMethod(th, object.NewList(dq(args[0]).items()...).Ref(), "index", args[1:]...)
				if err != nil && object.ErrorIs(err, object.ValueError) {
					return object.Null, object.ValueErrorf("deque.index(x): x not in deque")
				}
				return r, err
			}},
			{Name: "insert", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				d := dq(args[0])
				if d.n == d.maxlen {
					return object.Null, object.IndexErrorf("deque already at its maximum size")
				}
				l := object.NewList(d.items()...)
				if _, err := object.CallMethod(th, l.Ref(), "insert", args[1:]...); err != nil {
					return object.Null, err
				}
				d.set(l.Items)
				return object.None, nil
			}},
			{Name: "remove", OneArg: func(th *object.Thread, v, x Value) (Value, error) {
				d := dq(v)
				for i := 0; i < d.n; i++ {
					eq, err := object.Equal(th, *d.at(i), x)
					if err != nil {
						return object.Null, err
					}
					if i >= d.n {
						return object.Null, object.IndexErrorf("deque mutated during remove().")
					}
					if eq {
						items := d.items()
						d.set(append(items[:i], items[i+1:]...))
						return object.None, nil
					}
				}
				return object.Null, object.ValueErrorf("deque.remove(x): x not in deque")
			}},
			{Name: "reverse", NoArgs: func(th *object.Thread, v Value) (Value, error) {
				items := dq(v).items()
				for i, j := 0, len(items)-1; i < j; i, j = i+1, j-1 {
					items[i], items[j] = items[j], items[i]
				}
				dq(v).set(items)
				return object.None, nil
			}},
			{Name: "rotate", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				n := 1
				if len(args) > 1 {
					k, err := object.ToInt(th, args[1])
					if err != nil {
						return object.Null, err
					}
					n = k
				}
				d := dq(args[0])
				if d.n > 0 {
					items := d.items()
					n = ((n % d.n) + d.n) % d.n
					d.set(append(append([]Value(nil), items[d.n-n:]...), items[:d.n-n]...))
				}
				return object.None, nil
			}},
			{Name: "__reversed__", NoArgs: func(th *object.Thread, v Value) (Value, error) { return iterate(v, true) }},
		},
		Getset: []object.GetsetDef{{Name: "maxlen", Get: func(th *object.Thread, v Value) (Value, error) {
			if m := dq(v).maxlen; m >= 0 {
				return object.Int(int64(m)), nil
			}
			return object.None, nil
		}}},
		Class: []object.Method{object.ClassGetItem},
	}
}

func init() {
	interp.RegisterNative("_collections", func(th *object.Thread) *object.Module {
		m := object.NewModule("_collections")
		if dequeType == nil {
			dequeType = object.NewExtensionType("deque", "collections", nil, dequeSpec(object.NewIterType("_deque_iterator", "collections")))
		}
		m.SetType(dequeType)
		m.SetType(tupleGetterType)
		for _, f := range []*object.Builtin{object.NewFunc("_count_elements", countElements), object.NewFunc("_move_first", moveFirst)} {
			f.Module = "_collections"
			m.Set(f.Name, f.Ref())
		}
		return m
	})
}

// moveFirst puts the entry of a key before all others of a dict.
func moveFirst(th *object.Thread, args, kw []Value) (Value, error) {
	a, err := object.Args("_move_first", args, kw, "mapping", "key", "/")
	if err != nil {
		return object.Null, err
	}
	d, ok := object.AsDict(a[0])
	if !ok {
		return object.Null, object.TypeErrorf("_move_first() argument 1 must be dict, not %s", a[0].Type().Name)
	}
	found, err := d.MoveFirst(th, a[1])
	if err == nil && !found {
		err = object.KeyErrorOf(a[1])
	}
	return object.None, err
}
