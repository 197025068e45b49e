package variables

import (
	"errors"
	"fmt"
	"math"

	"github.com/magneto-go/magneto/vm/object"
)

// Iter is iter(x).
func (t *Trace) Iter(th *object.Thread, x Tracker) (Tracker, error) {
	x, err := t.Realize(th, x)
	if err != nil {
		return nil, err
	}
	switch x := x.(type) {
	case *Generator:
		return x, nil
	case *NdArray:
		rows, err := t.Unpack(th, x.T)
		if err != nil {
			return nil, err
		}
		arrays, err := t.asArrays(th, t.NewTuple(rows))
		if err != nil {
			return nil, err
		}
		return t.Iter(th, arrays)
	case *Tensor:
		rows, err := t.Unpack(th, x)
		if err != nil {
			return nil, err
		}
		return t.Iter(th, t.NewTuple(rows))
	case *Object:
		if t.refusesSpecial(th, x, "__iter__") {
			return nil, object.TypeErrorf("'%s' object is not iterable", x.T.Name)
		}
		if t.hasSpecial(th, x, "__iter__") {
			return t.callSpecial(th, x, "__iter__")
		}
		if t.hasSpecial(th, x, "__getitem__") { // asked as far as the iterator is stepped
			v, err := object.Iter(th, t.ToValue(x))
			if err != nil {
				return nil, err
			}
			return t.FromValue(v), nil
		}
		return nil, object.TypeErrorf("'%s' object is not iterable", x.T.Name)
	case *Container:
		if t.refusesSpecial(th, x, "__iter__") {
			return nil, object.TypeErrorf("'%s' object is not iterable", x.V.Type().Name)
		}
		if t.hasSpecial(th, x, "__iter__") {
			return t.callSpecial(th, x, "__iter__")
		}
		if x.src != nil && !x.wrapped && !x.iterator && isIterator(x.V.Type()) {
			return nil, withoutModel(x.V.Type(), "__iter__")
		}
		t.observe(th, x, "__iter__", nil)
	case *Class:
		if _, ok := object.AsFunction(x.T.Ref().Type().Lookup(th, object.Intern("__iter__"))); ok {
			v, err := object.Iter(th, x.T.Ref())
			if err != nil {
				return nil, err
			}
			return t.FromValue(v), nil
		}
	}
	if isProxy(t.ToValue(x)) {
		return nil, object.TypeErrorf("'%s' object is not iterable", t.TypeOf(x).Name)
	}
	v, err := object.Iter(th, t.ToValue(x))
	if err != nil {
		return nil, err
	}
	return t.FromValue(v), nil
}

// Next steps an iterator; more is false at the end.
func (t *Trace) Next(th *object.Thread, x Tracker) (item Tracker, more bool, err error) {
	x, err = t.Realize(th, x)
	if err != nil {
		return nil, false, err
	}
	switch x := x.(type) {
	case *Generator:
		if x.Done {
			return nil, false, nil
		}
		if x.State.Executing() {
			return nil, false, alreadyExecuting()
		}
		v, done, err := x.State.Resume(th, None(), nil)
		if done || err != nil {
			x.Done = true
		}
		return v, !done && err == nil, err
	case *Object:
		if !t.hasSpecial(th, x, "__next__") {
			return nil, false, object.TypeErrorf("'%s' object is not an iterator", x.T.Name)
		}
		v, err := t.callSpecial(th, x, "__next__")
		if object.ErrorIs(err, object.StopIteration) {
			return nil, false, nil
		}
		return v, err == nil, err
	case *Container:
		if t.hasSpecial(th, x, "__next__") {
			v, err := t.callSpecial(th, x, "__next__")
			if object.ErrorIs(err, object.StopIteration) {
				return nil, false, nil
			}
			return v, err == nil, err
		}
		if x.src != nil && !x.iterator {
			return nil, false, withoutModel(x.V.Type(), "__next__")
		}
		t.noticeStep(x.V)
		v, err := object.Next(th, x.V)
		if err != nil || v.IsNull() {
			return nil, false, err
		}
		return t.FromValue(v), true, nil
	}
	return nil, false, object.TypeErrorf("'%s' object is not an iterator", t.TypeOf(x).Name)
}

// Unpack lists the elements of an iterable.
func (t *Trace) Unpack(th *object.Thread, x Tracker) ([]Tracker, error) {
	return t.UnpackTo(th, x, math.MaxInt)
}

// UnpackInto is Unpack for a list, which asks for the length behind the iterator, or for another collection.
func (t *Trace) UnpackInto(th *object.Thread, x Tracker, list bool) ([]Tracker, error) {
	x, err := t.Realize(th, x)
	if err != nil {
		return nil, err
	}
	switch x.(type) {
	case *Container, *Object:
		it, err := t.Iter(th, x)
		if err != nil {
			return nil, err
		}
		if list {
			if err := t.askLength(th, x); err != nil {
				return nil, err
			}
		}
		return t.Unpack(th, it)
	}
	return t.Unpack(th, x)
}

// NotIterable tells whether err is that the class of x has no iterator, where an operation has words of its own for that.
func (t *Trace) NotIterable(x Tracker, err error) bool {
	switch t.Peek(x).(type) {
	case *Tensor, *NdArray, *Generator, *Null:
		return false
	}
	typ := t.TypeOf(x)
	return object.ErrorIs(err, object.TypeError) && typ.Iter == nil && typ.GetItem == nil
}

// UnpackTo is Unpack for whoever needs no more than some first elements of an iterator.
func (t *Trace) UnpackTo(th *object.Thread, x Tracker, most int) ([]Tracker, error) {
	x, err := t.Realize(th, x)
	if err != nil {
		return nil, err
	}
	if ten, ok := x.(*Tensor); ok {
		if len(ten.Fake.Sizes) == 0 {
			return nil, object.TypeErrorf("iteration over a 0-d tensor")
		}
		n := t.Shapes.Specialize(ten.Fake.Sizes[0])
		rows := make([]Tracker, n)
		for i := range rows {
			if rows[i], err = t.GetItem(th, ten, NewConstant(object.Int(int64(i)))); err != nil {
				return nil, err
			}
		}
		return rows, nil
	}
	it, err := t.Iter(th, x)
	if err != nil {
		return nil, err
	}
	var out []Tracker
	for {
		e, more, err := t.Next(th, it)
		if err != nil {
			return nil, err
		}
		if !more {
			return out, nil
		}
		if out = append(out, e); len(out) == most {
			return out, nil
		}
	}
}

func (t *Trace) callGenerator(th *object.Thread, g *Generator, name string, args []Tracker) (Tracker, error) {
	stop := func() error { return object.StopIterationOf(object.None) }
	finish := func(v Tracker, done bool, err error) (Tracker, error) {
		if err != nil {
			g.Done = true
			return nil, err
		}
		if done {
			g.Done = true
			return nil, object.StopIterationOf(t.ToValue(v))
		}
		return v, nil
	}
	if name != "__iter__" && !g.Done && g.State.Executing() {
		return nil, alreadyExecuting()
	}
	switch name {
	case "__iter__":
		return g, nil
	case "__next__", "send":
		if g.Done {
			return nil, stop()
		}
		send := Tracker(None())
		if name == "send" && len(args) > 0 {
			var err error
			if send, err = t.Realize(th, args[0]); err != nil {
				return nil, err
			}
			if c, ok := send.(*Constant); !g.State.Started() && !(ok && c.V.IsNone()) {
				return nil, object.TypeErrorf("can't send non-None value to a just-started generator")
			}
		}
		return finish(g.State.Resume(th, send, nil))
	case "throw":
		if len(args) == 0 {
			break
		}
		exc, err := t.Exception(th, args[0])
		if err != nil {
			return nil, err
		}
		if g.Done {
			return nil, exc
		}
		value, done, err := g.State.Resume(th, None(), exc)
		var u *Unsupported
		if errors.As(err, &u) {
			u.Thrown = true
		}
		return finish(value, done, err)
	case "close":
		if g.Done {
			return None(), nil
		}
		g.Done = true
		value, done, err := g.State.Resume(th, None(), object.NewException(object.GeneratorExit, ""))
		if err != nil && !object.ErrorIs(err, object.GeneratorExit) && !object.ErrorIs(err, object.StopIteration) {
			return nil, err
		}
		if err == nil && !done {
			return nil, object.RuntimeErrorf("generator ignored GeneratorExit")
		}
		if err == nil && value != nil { // what it returned
			return value, nil
		}
		return None(), nil
	}
	return nil, Unsupportedf("Unsupported method call", "generator."+name, "Dynamo does not know how to trace method `%s` of class `generator`", name)
}

// alreadyExecuting is the error of a generator that resumes itself.
func alreadyExecuting() error { return object.ValueErrorf("generator already executing") }

// Exception is the exception object that raising x raises.
func (t *Trace) Exception(th *object.Thread, x Tracker) (*object.Exception, error) {
	x, err := t.Realize(th, x)
	if err != nil {
		return nil, err
	}
	if c, ok := x.(*Class); ok && c.T.Layout() == object.LayoutException {
		if x, err = t.construct(th, c, nil, nil); err != nil {
			return nil, err
		}
	}
	if c, ok := x.(*Container); ok {
		if e, ok := object.AsException(c.V); ok {
			return e, nil
		}
	}
	return nil, object.TypeErrorf("exceptions must derive from BaseException")
}

// GetItem is x[key].
func (t *Trace) GetItem(th *object.Thread, x, key Tracker) (Tracker, error) {
	last := t.TakeLast()
	x, err := t.Realize(th, x)
	if err != nil {
		return nil, err
	}
	switch x := x.(type) {
	case *Tensor:
		return t.indexTensor(th, x, key)
	case *NdArray:
		return t.arrayItem(th, x, key)
	case *Container:
		if t.hasSpecial(th, x, "__getitem__") {
			t.last = last
			return t.callSpecial(th, x, "__getitem__", key)
		}
		if d, ok := object.AsDict(x.V); ok && t.hasSpecial(th, x, "__missing__") {
			k, err := t.indexArgument(th, key)
			if err != nil {
				return nil, err
			}
			if _, present, err := d.Get(th, t.ToValue(k)); err == nil && !present {
				t.observe(th, x, "__getitem__", []Tracker{k})
				return t.callSpecial(th, x, "__missing__", k)
			}
		}
		v, err := t.callContainer(th, x, "__getitem__", []Tracker{key}, nil)
		if err != nil && object.ErrorIs(err, object.AttributeError) && x.V.Type().Lookup(th, object.Intern("__getitem__")).IsNull() {
			return nil, object.TypeErrorf("'%s' object is not subscriptable", x.V.Type().ShortName())
		}
		if err == nil && isSize(x.V) {
			return t.stillSize(th, v), nil
		}
		return v, err
	case *Object:
		if t.hasSpecial(th, x, "__getitem__") {
			t.last = last
			return t.callSpecial(th, x, "__getitem__", key)
		}
		return nil, object.TypeErrorf("'%s' object is not subscriptable", x.T.Name)
	case *Class:
		if f, ok := object.AsFunction(x.T.Ref().Type().Lookup(th, object.Intern("__getitem__"))); ok && !isEnumClass(x.T) {
			return t.Inliner.Inline(th, &Function{Fn: f}, []Tracker{x, key}, nil)
		}
	}
	k, err := t.indexArgument(th, key)
	if err != nil {
		return nil, err
	}
	if isProxy(t.ToValue(x)) {
		return nil, object.TypeErrorf("'%s' object is not subscriptable", t.TypeOf(x).Name)
	}
	v, err := object.GetItem(th, t.ToValue(x), t.ToValue(k))
	if err != nil {
		return nil, err
	}
	return t.FromValue(v), nil
}

// SetItem is x[key] = val; a nil val deletes.
func (t *Trace) SetItem(th *object.Thread, x, key, val Tracker) error {
	x, err := t.Realize(th, x)
	if err != nil {
		return err
	}
	method, args := "__setitem__", []Tracker{key, val}
	if val == nil {
		method, args = "__delitem__", args[:1]
	}
	switch x := x.(type) {
	case *Tensor:
		return t.setTensorItem(th, x, key, val)
	case *NdArray:
		if val != nil {
			_, err := t.callNumpy(th, "__setitem__", "__setitem__", []Tracker{x, key, val}, nil)
			return err
		}
	case *Container:
		if t.hasSpecial(th, x, method) {
			_, err := t.callSpecial(th, x, method, args...)
			return err
		}
		if x.V.Type().Lookup(th, object.Intern(method)).IsNull() {
			break
		}
		_, err := t.callContainer(th, x, method, args, nil)
		return err
	case *Object:
		if t.hasSpecial(th, x, method) {
			_, err := t.callSpecial(th, x, method, args...)
			return err
		}
	}
	return object.NoItem(th, t.ToValue(x), t.TypeOf(x), t.TypeOf(key), val == nil)
}

// isIterator tells whether objects of a built-in class are iterators.
func isIterator(typ *object.Type) bool { return typ.Slots.Next != nil }

// withoutModel is the break at a special method of a native object of the caller that tracing cannot follow.
func withoutModel(typ *object.Type, method string) error {
	name := typ.ShortName()
	return Unsupportedf("C-implemented special method without VariableTracker model", fmt.Sprintf("name=%s, type=%s, attr=<slot wrapper '%s' of '%s' objects>", method, name, method, typ.Name),
		"'%s' implements '%s' in C and Dynamo has no model for it.", name, method)
}
