package variables

import (
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/vm/object"
)

// This file gives the meaning of `in`.

// Contains is item in container.
func (t *Trace) Contains(th *object.Thread, container, item Tracker) (Tracker, error) {
	container, err := t.Realize(th, container)
	if err != nil {
		return nil, err
	}
	if unread(item) {
		if item, err = t.Realize(th, item); err != nil {
			return nil, err
		}
	}
	switch c := container.(type) {
	case *Container:
		if s, ok := t.Peek(item).(*SymInt); ok {
			return t.containsSymbolic(th, c, s)
		}
		k, err := t.indexArgument(th, item)
		if err != nil {
			return nil, err
		}
		if t.refusesSpecial(th, c, "__contains__") {
			return nil, object.TypeErrorf("'%s' object is not a container", c.V.Type().Name)
		}
		if t.hasSpecial(th, c, "__contains__") {
			return t.containsBySpecial(th, c, k)
		}
		if c.V.Type().Lookup(th, object.Intern("__contains__")).IsNull() || c.src != nil && !c.wrapped && !isPrimitive(c.V.Type()) {
			return t.containsByIteration(th, c, k)
		}
		return t.callContainer(th, c, "__contains__", []Tracker{k}, nil)
	case *Constant:
		if s, ok := t.Peek(item).(*SymInt); ok && c.V.Type() == object.TupleType {
			items, _ := object.AsTuple(c.V)
			elements := make([]Tracker, len(items.Items))
			for i, e := range items.Items {
				elements[i] = t.FromValue(e)
			}
			return t.containsSymbolic(th, t.NewTuple(elements), s)
		}
		k, err := t.deep(th, item)
		if err != nil {
			return nil, err
		}
		ok, err := object.Contains(th, c.V, t.ToValue(k))
		return NewConstant(object.Bool(ok)), err
	case *Object:
		if t.refusesSpecial(th, c, "__contains__") {
			return nil, object.TypeErrorf("'%s' object is not a container", c.T.Name)
		}
		if t.hasSpecial(th, c, "__contains__") {
			return t.containsBySpecial(th, c, item)
		}
		return t.containsByIteration(th, c, item)
	case *Tensor:
		return t.callTensorMethod(th, c, "__contains__", []Tracker{item}, nil)
	case *Class:
		k, err := t.deep(th, item)
		if err != nil {
			return nil, err
		}
		ok, err := object.Contains(th, c.T.Ref(), t.ToValue(k))
		return NewConstant(object.Bool(ok)), err
	}
	return t.containsByIteration(th, container, item)
}

// containsBySpecial asks __contains__ of the program.
func (t *Trace) containsBySpecial(th *object.Thread, container, item Tracker) (Tracker, error) {
	r, err := t.callSpecial(th, container, "__contains__", item)
	if err != nil {
		return nil, err
	}
	b, err := t.Truth(th, r)
	return NewConstant(object.Bool(b)), err
}

// containsSymbolic asks for a symbolic int among numbers: one condition. Where there is anything else to compare it with, its value is asked for.
func (t *Trace) containsSymbolic(th *object.Thread, c *Container, s *SymInt) (Tracker, error) {
	if r, ok := object.AsRange(c.V); ok && r.Big == nil {
		return NewConstant(object.Bool(t.decide(inRange(s.Expr, r)))), nil
	}
	var elements []Tracker
	switch typ := c.V.Type(); {
	case typ == object.DictType:
		t.observe(th, c, "keys", nil)
		for _, k := range contents(th, c.V).keys {
			elements = append(elements, t.FromValue(k))
		}
	case typ == object.ListType, typ == object.TupleType, typ == object.SetType, typ == object.FrozenSetType, isSize(c.V), isDeque(c.V):
		elements = t.Items(th, c)
	default:
		return t.containsPinned(th, c, s)
	}
	any := symbolic.BoolOf(false)
	ordered := c.V.Type() == object.ListType || c.V.Type() == object.TupleType // which compare one after another, in the graph
	var found Tracker
	for _, e := range elements {
		e, err := t.Realize(th, e)
		if err != nil {
			return nil, err
		}
		if n, ok := symbolicOf(e); ok {
			any = any.Or(s.Expr.Eq(n))
			if !ordered {
				continue
			}
			left, right := e, Tracker(s)
			if _, constant := e.(*Constant); constant { // whose class leaves the answer to the symbol
				left, right = s, e
			}
			equal, err := t.Compare(th, object.Eq, left, right)
			if err != nil {
				return nil, err
			}
			if found == nil {
				found = equal
			} else if found, err = t.Binary(th, object.OpOr, equal, found, false); err != nil {
				return nil, err
			}
			continue
		}
		if k, ok := e.(*Constant); !ok || k.V.Type() != object.StrType && !k.V.IsNone() {
			return t.containsPinned(th, c, s)
		}
	}
	if found != nil {
		return found, nil
	}
	return NewConstant(object.Bool(t.decide(any))), nil
}

func (t *Trace) containsPinned(th *object.Thread, c *Container, s *SymInt) (Tracker, error) {
	n, err := t.pin(th, s)
	if err != nil {
		return nil, err
	}
	return t.Contains(th, c, n)
}

// inRange says that a number is one of a range.
func inRange(n symbolic.Int, r *object.Range) symbolic.Bool {
	start, stop, step := symbolic.IntOf(r.Start), symbolic.IntOf(r.Stop), r.Step
	if step < 0 {
		n, start, stop, step = n.Neg(), start.Neg(), stop.Neg(), -step
	}
	inside := n.Ge(start).And(n.Lt(stop))
	if step == 1 {
		return inside
	}
	return inside.And(n.Sub(start).Mod(symbolic.IntOf(step)).Eq(symbolic.IntOf(0)))
}

func (t *Trace) containsByIteration(th *object.Thread, c, item Tracker) (Tracker, error) {
	it, err := t.Iter(th, c)
	if err != nil {
		if object.ErrorIs(err, object.TypeError) {
			return nil, object.TypeErrorf("argument of type '%s' is not a container or iterable", t.TypeOf(c).Name)
		}
		return nil, err
	}
	for {
		e, more, err := t.Next(th, it)
		if err != nil {
			return nil, err
		}
		if !more {
			return NewConstant(object.False), nil
		}
		same, err := t.Is(th, e, item)
		if err != nil {
			return nil, err
		}
		if !same {
			r, err := t.Compare(th, object.Eq, e, item)
			if err != nil {
				return nil, err
			}
			if same, err = t.Truth(th, r); err != nil {
				return nil, err
			}
		}
		if same {
			return NewConstant(object.True), nil
		}
	}
}
