package dynamo

import (
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// These handlers unpack iterables and mappings: into displays, arguments and the targets of assignments.

// extend calls a method of the container n entries below the top.
func (f *frame) extend(th *object.Thread, n int, method string, x variables.Tracker) error {
	_, err := f.trace().CallMethod(th, f.peek(n-1), method, []variables.Tracker{x}, nil)
	return err
}

// extendIterable unpacks an iterable first, since native code cannot run user iterators lazily here.
func (f *frame) extendIterable(th *object.Thread, n int, method string, x variables.Tracker) error {
	items, err := f.trace().UnpackInto(th, x, method == "extend")
	if err != nil {
		if method == "extend" && f.trace().NotIterable(x, err) {
			return object.TypeErrorf("Value after * must be an iterable, not %s", f.trace().TypeOf(x).Name)
		}
		return err
	}
	return f.extend(th, n, method, f.trace().NewList(items))
}

// dictUpdate is {**x}.
func dictUpdate(th *object.Thread, f *frame, n int) error {
	x := f.pop()
	target := f.peek(n - 1)
	mapping, err := f.trace().EachItem(th, x, func(k, v variables.Tracker) error { return f.trace().SetItem(th, target, k, v) })
	if err == nil && !mapping {
		err = object.TypeErrorf("'%s' object is not a mapping", f.trace().TypeOf(x).Name)
	}
	return err
}

// dictMerge is **x among the arguments of a call.
func dictMerge(th *object.Thread, f *frame, n int) error {
	t := f.trace()
	x := f.pop()
	target := f.peek(n - 1)
	mapping, err := f.trace().EachItem(th, x, func(k, v variables.Tracker) error {
		has, err := t.Contains(th, target, k)
		if err != nil {
			return err
		}
		if b, err := t.Truth(th, has); err != nil {
			return err
		} else if b {
			text, _ := t.Text(th, k, "str")
			s, _ := object.AsStr(text.V)
			return object.TypeErrorf("got multiple values for keyword argument '%s'", s.S)
		}
		return t.SetItem(th, target, k, v)
	})
	if err == nil && !mapping {
		err = object.TypeErrorf("%s argument after ** must be a mapping, not %s", interp.CalleeName(th, t.ToValue(t.Peek(f.peek(n+2)))), t.TypeOf(x).Name)
	}
	return err
}

func unpackSequence(th *object.Thread, f *frame, n int) error {
	x := f.pop()
	items, err := f.trace().UnpackTo(th, x, n+1)
	if err != nil {
		return notIterable(f, x, err)
	}
	switch {
	case len(items) < n:
		return object.ValueErrorf("not enough values to unpack (expected %d, got %d)", n, len(items))
	case len(items) > n:
		if c, ok := f.trace().Peek(x).(*variables.Container); ok {
			switch c.V.Type() {
			case object.ListType, object.TupleType, object.DictType:
				k, _ := object.Len(th, c.V)
				return object.ValueErrorf("too many values to unpack (expected %d, got %d)", n, k)
			}
		}
		return object.ValueErrorf("too many values to unpack (expected %d)", n)
	}
	for i := n - 1; i >= 0; i-- {
		f.push(items[i])
	}
	return nil
}

// notIterable names what an assignment wants of x, where err is that x is not iterable.
func notIterable(f *frame, x variables.Tracker, err error) error {
	if f.trace().NotIterable(x, err) {
		return object.TypeErrorf("cannot unpack non-iterable %s object", f.trace().TypeOf(x).Name)
	}
	return err
}

func unpackEx(th *object.Thread, f *frame, arg int) error {
	before, after := arg&0xff, arg>>8
	x := f.pop()
	items, err := f.trace().Unpack(th, x)
	if err != nil {
		return notIterable(f, x, err)
	}
	if len(items) < before+after {
		return object.ValueErrorf("not enough values to unpack (expected at least %d, got %d)", before+after, len(items))
	}
	for i := len(items) - 1; i >= len(items)-after; i-- {
		f.push(items[i])
	}
	f.push(f.trace().NewList(items[before : len(items)-after]))
	for i := before - 1; i >= 0; i-- {
		f.push(items[i])
	}
	return nil
}
