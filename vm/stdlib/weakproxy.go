package stdlib

import "github.com/magneto-go/magneto/vm/object"

// proxied is the object behind a proxy.
func proxied(th *object.Thread, v Value) (Value, error) {
	collectWithinBudget(th)
	if target := wv(v).referent(); !target.IsNull() {
		return target, nil
	}
	return object.Null, object.Raisef(object.ReferenceError, "weakly-referenced object no longer exists")
}

// unproxied is v, or the object behind it when it is a proxy.
func unproxied(th *object.Thread, v Value) (Value, error) {
	if t := v.Type(); t == proxyType || t == callT {
		return proxied(th, v)
	}
	return v, nil
}

// proxySlots forward every operation to the object.
func proxySlots() object.Slots {
	unary := func(f func(*object.Thread, Value) (Value, error)) object.UnaryFunc {
		return func(th *object.Thread, v Value) (Value, error) {
			target, err := proxied(th, v)
			if err != nil {
				return object.Null, err
			}
			return f(th, target)
		}
	}
	both := func(f object.BinaryFunc) object.BinaryFunc {
		return func(th *object.Thread, a, b Value) (Value, error) {
			a, err := unproxied(th, a)
			if err != nil {
				return object.Null, err
			}
			if b, err = unproxied(th, b); err != nil {
				return object.Null, err
			}
			return f(th, a, b)
		}
	}
	s := object.Slots{
		Repr: func(th *object.Thread, v Value) (Value, error) { return refRepr(th, v) },
		Str:  unary(object.StrValueOf),
		GetAttr: func(th *object.Thread, v Value, name *object.Str) (Value, error) {
			target, err := proxied(th, v)
			if err != nil {
				return object.Null, err
			}
			return object.GetAttrStr(th, target, name)
		},
		SetAttr: func(th *object.Thread, v Value, name *object.Str, x Value) error {
			target, err := proxied(th, v)
			if err != nil {
				return err
			}
			return object.SetAttrStr(th, target, name, x)
		},
		Hash: func(th *object.Thread, v Value) (int64, error) {
			return 0, object.TypeErrorf("unhashable type: '%s'", v.Type().Name)
		},
		Compare: func(th *object.Thread, a, b Value, op object.CompareOp) (Value, error) {
			return both(func(th *object.Thread, a, b Value) (Value, error) { return object.Compare(th, a, b, op) })(th, a, b)
		},
		Iter: unary(object.Iter),
		Next: unary(object.Next),
		Len: func(th *object.Thread, v Value) (int, error) {
			target, err := proxied(th, v)
			if err != nil {
				return 0, err
			}
			return object.Len(th, target)
		},
		GetItem: both(object.GetItem),
		SetItem: func(th *object.Thread, v, key, x Value) error {
			target, err := proxied(th, v)
			if err != nil {
				return err
			}
			if x.IsNull() {
				return object.DelItem(th, target, key)
			}
			return object.SetItem(th, target, key, x)
		},
		Contains: func(th *object.Thread, v, item Value) (bool, error) {
			target, err := proxied(th, v)
			if err != nil {
				return false, err
			}
			return object.Contains(th, target, item)
		},
		Neg: unary(object.Neg), Pos: unary(object.Pos), Abs: unary(object.Abs), Invert: unary(object.Invert),
		Bool: func(th *object.Thread, v Value) (bool, error) {
			target, err := proxied(th, v)
			if err != nil {
				return false, err
			}
			return object.IsTrue(th, target)
		},
		Index: unary(object.Index),
		Float: unary(func(th *object.Thread, v Value) (Value, error) {
			f, err := object.ToFloat(th, v)
			return object.Float(f), err
		}),
	}
	for op := object.Op(0); op < object.NumOps; op++ {
		s.Binary[op] = both(func(th *object.Thread, a, b Value) (Value, error) { return object.BinaryOp(th, op, a, b) })
		s.Reflected[op] = both(func(th *object.Thread, a, b Value) (Value, error) { return object.BinaryOp(th, op, b, a) })
		s.InPlace[op] = both(func(th *object.Thread, a, b Value) (Value, error) { return object.InPlaceOp(th, op, a, b) })
	}
	return s
}
