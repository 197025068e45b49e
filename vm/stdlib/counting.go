package stdlib

import (
	"github.com/magneto-go/magneto/vm/object"
)

// itertools.count and repeat, which range over numbers that need no iterator behind them.

// counter is itertools.count, whose repr shows where it stands; repeater is itertools.repeat.
type counter struct {
	object.Header
	cur, step Value
	left      int // of repeat; -1 endless
}

var layoutCounter = object.NewLayout()

func cv(v Value) *counter { c, _ := object.As[counter](v, layoutCounter); return c }

// Counter is where an itertools.count stands, and its step.
func Counter(v Value) (next, step Value, ok bool) {
	if v.Type().ShortName() != "count" || cv(v) == nil {
		return object.Null, object.Null, false
	}
	return cv(v).cur, cv(v).step, true
}

// Repeater is what an itertools.repeat gives, and how often yet; -1 for ever.
func Repeater(v Value) (item Value, left int, ok bool) {
	if v.Type().ShortName() != "repeat" || cv(v) == nil {
		return object.Null, 0, false
	}
	return cv(v).cur, cv(v).left, true
}

func countSpec() object.Spec {
	return object.Spec{Layout: layoutCounter, Slots: object.Slots{
		New: func(th *object.Thread, cls *object.Type, args, kw []Value) (Value, error) {
			a, err := object.Args("count", args, kw, "|", "start", "step")
			if err != nil {
				return object.Null, err
			}
			c := &counter{Header: object.NewHeader(cls), cur: object.Int(0), step: object.Int(1)}
			if !a[0].IsNull() {
				if !a[0].IsInt() && !a[0].IsFloat() && a[0].Type().Binary[object.OpAdd] == nil {
					return object.Null, object.TypeErrorf("a number is required")
				}
				c.cur = a[0]
			}
			if !a[1].IsNull() {
				c.step = a[1]
			}
			return c.Ref(), nil
		},
		Iter: func(th *object.Thread, v Value) (Value, error) { return v, nil },
		Next: func(th *object.Thread, v Value) (Value, error) {
			c := cv(v)
			x := c.cur
			var err error
			c.cur, err = object.BinaryOp(th, object.OpAdd, x, c.step)
			return x, err
		},
		Repr: func(th *object.Thread, v Value) (Value, error) {
			c := cv(v)
			s, err := object.Repr(th, c.cur)
			if i, ok := c.step.AsInt(); !ok || i != 1 {
				t, _ := object.Repr(th, c.step)
				s += ", " + t
			}
			return object.NewStr("count(" + s + ")"), err
		},
	}}
}

func repeatSpec() object.Spec {
	return object.Spec{Layout: layoutCounter, Slots: object.Slots{
		New: func(th *object.Thread, cls *object.Type, args, kw []Value) (Value, error) {
			a, err := object.Args("repeat", args, kw, "object", "|", "times")
			if err != nil {
				return object.Null, err
			}
			c := &counter{Header: object.NewHeader(cls), cur: a[0], left: -1}
			if !a[1].IsNull() {
				if c.left, err = object.ToInt(th, a[1]); err != nil {
					return object.Null, err
				}
				c.left = max(c.left, 0)
			}
			return c.Ref(), nil
		},
		Iter: func(th *object.Thread, v Value) (Value, error) { return v, nil },
		Next: func(th *object.Thread, v Value) (Value, error) {
			c := cv(v)
			if c.left == 0 {
				return object.Null, nil
			}
			if c.left > 0 {
				c.left--
			}
			return c.cur, nil
		},
		Repr: func(th *object.Thread, v Value) (Value, error) {
			c := cv(v)
			s, err := object.Repr(th, c.cur)
			if c.left >= 0 {
				t, _ := object.Repr(th, object.Int(int64(c.left)))
				s += ", " + t
			}
			return object.NewStr("repeat(" + s + ")"), err
		},
	}, Methods: []object.Method{{Name: "__length_hint__", NoArgs: func(th *object.Thread, v Value) (Value, error) {
		if cv(v).left < 0 {
			return object.Null, object.TypeErrorf("len() of unsized object")
		}
		return object.Int(int64(cv(v).left)), nil
	}}}}
}
