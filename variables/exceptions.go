package variables

import (
	"maps"
	"slices"

	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/vm/object"
)

// This file is about exceptions of the caller: what they were made from is guarded where it is read, and what tracing does to one is held back.

// shadowException makes a copy of a caller's exception, of the same class and made from the same arguments.
func (t *Trace) shadowException(th *object.Thread, v object.Value, src *guards.Source) (Tracker, error) {
	e, _ := object.AsException(v)
	typ := v.Type()
	t.guard(th, &guards.Guard{Source: src, Kind: guards.TypeMatch, Value: typ.Ref(), Hint: "type " + typ.ShortName()})
	from := src.Attr("args")
	t.guard(th, &guards.Guard{Source: from, Kind: guards.SequenceLength, Length: len(e.Args.Items), Value: object.TupleType.Ref()})
	args := make([]object.Value, len(e.Args.Items))
	for i, a := range e.Args.Items {
		args[i] = t.proxy(t.Wrap(a, from.Item(i)))
	}
	fields := map[string]object.Value{}
	e.EachField(func(name string, x object.Value) { fields[name] = x })
	shadow, err := MadeNatively(th, typ, args)
	if err != nil || len(fields) > 0 { // one that looks at its arguments
		if shadow, err = t.shadowOfFields(th, typ, e, fields, src); err != nil {
			return nil, err
		}
	}
	c := &Container{sourced: sourced{src}, V: shadow, Orig: v}
	t.tracked[shadow] = c
	return c, nil
}

// shadowOfFields makes a copy of an exception whose class looks at the arguments, as OSError and SyntaxError do: they and the attributes that the class
// defines are read.
func (t *Trace) shadowOfFields(th *object.Thread, typ *object.Type, e *object.Exception, fields map[string]object.Value, src *guards.Source) (object.Value, error) {
	read := func(v object.Value, from *guards.Source) (object.Value, error) {
		x, err := t.Realize(th, t.Wrap(v, from))
		if err != nil {
			return object.Null, err
		}
		return t.ToValue(x), nil
	}
	args := make([]object.Value, len(e.Args.Items))
	for i, a := range e.Args.Items {
		var err error
		if args[i], err = read(a, src.Attr("args").Item(i)); err != nil {
			return object.Null, err
		}
	}
	shadow, err := MadeNatively(th, typ, args)
	if err != nil {
		return object.Null, err
	}
	made, _ := object.AsException(shadow)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		v, err := read(fields[name], src.Attr(name))
		if err != nil {
			return object.Null, err
		}
		made.SetAttr(th, name, v)
	}
	return shadow, nil
}

// exceptionAttr reads what native code keeps in a caller's exception besides its arguments: the cause, the context, the number of an OSError. Done is false
// for what tracing has set, and for everything else.
func (t *Trace) exceptionAttr(th *object.Thread, x *Container, name string) (v Tracker, done bool, err error) {
	e, exception := object.AsException(x.V)
	if !exception || x.src == nil || x.Orig.IsNull() || name == "args" || name == "__dict__" || name == "__class__" {
		return nil, false, nil
	}
	switch name {
	case "__cause__":
		done = !e.Cause.IsNull()
	case "__context__":
		done = !e.Context.IsNull()
	case "__suppress_context__":
		done = e.SuppressContext
	}
	onClass := x.V.Type().Lookup(th, object.Intern(name))
	if done || onClass.IsNull() || !isDataDescriptor(onClass) || onClass.Type().IsHeap() || onClass.Type() == object.MemberType {
		return nil, false, nil
	}
	if _, property := object.AsProperty(onClass); property {
		return nil, false, nil
	}
	was, err := object.GetAttr(th, x.Orig, name)
	if err != nil {
		return nil, true, err
	}
	return t.Wrap(was, x.src.Attr(name)), true, nil
}

// SetCause is raise exc from cause, absent for None, which is held back for an exception of the caller.
func (t *Trace) SetCause(exc *object.Exception, cause object.Value) {
	exc.Cause, exc.SuppressContext = cause, true
	if c, ok := t.tracked[exc.Ref()].(*Container); ok && c.src != nil {
		value := Tracker(None())
		if !cause.IsNull() {
			value = t.FromValue(cause)
		}
		c.hold("__cause__", value)
		t.mutated(c)
	}
}
