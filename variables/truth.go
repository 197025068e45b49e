package variables

import (
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/vm/object"
)

// Truth is bool(x).
func (t *Trace) Truth(th *object.Thread, x Tracker) (bool, error) {
	x, err := t.Realize(th, x)
	if err != nil {
		return false, err
	}
	switch x := x.(type) {
	case *Constant:
		return object.IsTrue(th, x.V)
	case *Tensor:
		return false, t.BranchOn(x)
	case *NdArray:
		return false, t.BranchOn(x.T)
	case *DataPointer:
		return true, nil
	case *SymBool:
		return t.decide(x.Expr), nil
	case *SymInt:
		return t.decide(x.Expr.Ne(symbolic.IntOf(0))), nil
	case *SymFloat:
		if x.Expr != nil {
			return t.decide(symbolic.NewRealRelation(symbolic.Ne, x.Expr, symbolic.NewReal(0))), nil
		}
		if _, err := t.pinFloat(th, x); err != nil {
			return false, err
		}
		return x.Hint != 0, nil
	case *Container:
		if b, asked, err := t.truthBySpecial(th, x); asked {
			return b, err
		}
		t.observe(th, x, "__len__", nil)
		return object.IsTrue(th, x.V)
	case *Object:
		if b, asked, err := t.truthBySpecial(th, x); asked {
			return b, err
		}
	}
	return true, nil
}

// truthBySpecial asks __bool__ or __len__ of the program.
func (t *Trace) truthBySpecial(th *object.Thread, x Tracker) (truth, asked bool, err error) {
	if t.refusesSpecial(th, x, "__bool__") {
		return false, true, object.TypeErrorf("'%s' cannot be interpreted as a boolean", t.TypeOf(x).Name)
	}
	for _, name := range []string{"__bool__", "__len__"} {
		if t.hasSpecial(th, x, name) {
			r, err := t.callSpecial(th, x, name)
			if err != nil {
				return false, true, err
			}
			if err := negativeLength(r, name); err != nil {
				return false, true, err
			}
			truth, err = t.Truth(th, r)
			return truth, true, err
		}
		if !t.TypeOf(x).Lookup(th, object.Intern(name)).IsNull() { // numbers have their own truth, whatever length a class gives them
			break
		}
	}
	return false, false, nil
}

// negativeLength is the error of a special method __len__ that has given a number below zero.
func negativeLength(result Tracker, name string) error {
	if c, ok := result.(*Constant); ok && name == "__len__" {
		if n, isInt := c.V.AsInt(); isInt && n < 0 {
			return object.ValueErrorf("__len__() should return >= 0")
		}
	}
	return nil
}

// askLength asks __len__ of the program, as a list does before it takes the elements of an iterable.
func (t *Trace) askLength(th *object.Thread, x Tracker) error {
	if !t.hasSpecial(th, x, "__len__") || t.refusesSpecial(th, x, "__len__") {
		return nil
	}
	_, err := t.lengthBySpecial(th, x)
	if err != nil && object.ErrorIs(err, object.TypeError) {
		return nil
	}
	return err
}

// lengthBySpecial asks __len__ of the program.
func (t *Trace) lengthBySpecial(th *object.Thread, x Tracker) (Tracker, error) {
	n, err := t.callSpecial(th, x, "__len__")
	if err == nil {
		err = negativeLength(n, "__len__")
	}
	if c, ok := n.(*Constant); ok && err == nil && c.V.IsBool() {
		i, _ := c.V.AsInt()
		n = NewConstant(object.Int(i))
	}
	return n, err
}

// Len is len(x).
func (t *Trace) Len(th *object.Thread, x Tracker) (Tracker, error) {
	x, err := t.Realize(th, x)
	if err != nil {
		return nil, err
	}
	switch x := x.(type) {
	case *NdArray:
		return t.Len(th, x.T)
	case *Tensor:
		if len(x.Fake.Sizes) == 0 {
			return nil, object.TypeErrorf("len() of a 0-d tensor")
		}
		return t.symbolicInt(th, x.Fake.Sizes[0]), nil
	case *Object:
		if !t.hasSpecial(th, x, "__len__") {
			return nil, object.TypeErrorf("object of type '%s' has no len()", x.T.Name)
		}
		return t.lengthBySpecial(th, x)
	case *Container:
		if t.hasSpecial(th, x, "__len__") {
			return t.lengthBySpecial(th, x)
		}
		t.observe(th, x, "__len__", nil)
	}
	if isProxy(t.ToValue(x)) {
		return nil, object.TypeErrorf("object of type '%s' has no len()", t.TypeOf(x).Name)
	}
	n, err := object.Len(th, t.ToValue(x))
	if err != nil {
		return nil, err
	}
	return NewConstant(object.Int(int64(n))), nil
}
