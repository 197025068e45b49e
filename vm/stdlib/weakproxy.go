package stdlib

import "github.com/magneto-go/magneto/vm/object"

// proxied is the object behind a proxy.
func proxied(v Value) (Value, error) {
	collectWithinBudget()
	if target := wv(v).referent(); !target.IsNull() {
		return target, nil
	}
	return object.Null, object.Raisef(object.ReferenceError, "weakly-referenced object no longer exists")
}

// unproxied is v, or the object behind it when it is a proxy.
func unproxied(v Value) (Value, error) {
	if t := v.Type(); t == proxyType || t == callT {
		return proxied(v)
	}
	return v, nil
}

// proxySlots forward every operation to the object.
func proxySlots() object.Slots {
	unary := func(f func(Value) (Value, error)) object.UnaryFunc {
		return func(v Value) (Value, error) {
			target, err := proxied(v)
			if err != nil {
				return object.Null, err
			}
			return f(target)
		}
	}
	both := func(f object.BinaryFunc) object.BinaryFunc {
		return func(a, b Value) (Value, error) {
			a, err := unproxied(a)
			if err != nil {
				return object.Null, err
			}
			if b, err = unproxied(b); err != nil {
				return object.Null, err
			}
			return f(a, b)
		}
	}
	s := object.Slots{
		Repr: func(v Value) (Value, error) { return refRepr(v) },
		Str:  unary(object.StrValueOf),
		GetAttr: func(v Value, name *object.Str) (Value, error) {
			target, err := proxied(v)
			if err != nil {
				return object.Null, err
			}
			return object.GetAttrStr(target, name)
		},
		SetAttr: func(v Value, name *object.Str, x Value) error {
			target, err := proxied(v)
			if err != nil {
				return err
			}
			return object.SetAttrStr(target, name, x)
		},
		Hash: func(v Value) (int64, error) { return 0, object.TypeErrorf("unhashable type: '%s'", v.Type().Name) },
		Compare: func(a, b Value, op object.CompareOp) (Value, error) {
			return both(func(a, b Value) (Value, error) { return object.Compare(a, b, op) })(a, b)
		},
		Iter: unary(object.Iter),
		Next: unary(object.Next),
		Len: func(v Value) (int, error) {
			target, err := proxied(v)
			if err != nil {
				return 0, err
			}
			return object.Len(target)
		},
		GetItem: both(object.GetItem),
		SetItem: func(v, key, x Value) error {
			target, err := proxied(v)
			if err != nil {
				return err
			}
			if x.IsNull() {
				return object.DelItem(target, key)
			}
			return object.SetItem(target, key, x)
		},
		Contains: func(v, item Value) (bool, error) {
			target, err := proxied(v)
			if err != nil {
				return false, err
			}
			return object.Contains(target, item)
		},
		Neg: unary(object.Neg), Pos: unary(object.Pos), Abs: unary(object.Abs), Invert: unary(object.Invert),
		Bool: func(v Value) (bool, error) {
			target, err := proxied(v)
			if err != nil {
				return false, err
			}
			return object.IsTrue(target)
		},
		Index: unary(object.Index),
		Float: unary(func(v Value) (Value, error) { f, err := object.ToFloat(v); return object.Float(f), err }),
	}
	for op := object.Op(0); op < object.NumOps; op++ {
		s.Binary[op] = both(func(a, b Value) (Value, error) { return object.BinaryOp(op, a, b) })
		s.Reflected[op] = both(func(a, b Value) (Value, error) { return object.BinaryOp(op, b, a) })
		s.InPlace[op] = both(func(a, b Value) (Value, error) { return object.InPlaceOp(op, a, b) })
	}
	return s
}
