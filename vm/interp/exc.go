package interp

import (
	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/vm/object"
)

// Handled is sys.exception().
func Handled(th *object.Thread) *object.Exception { return of(th).handled }

// SetContext makes ctx the __context__ of e, unless that would make a cycle; without force an existing one stays.
func SetContext(e, ctx *object.Exception, force bool) {
	if e == ctx || !force && !e.Context.IsNull() {
		return
	}
	// The chain may have a cycle of its own: slow follows at half the speed and is met in one.
	slow, move := ctx, false
	for c := ctx; c != nil; {
		next, _ := object.AsException(c.Context)
		if next == e {
			c.Context = object.Null
			break
		}
		if c = next; c == slow {
			break
		}
		if move {
			slow, _ = object.AsException(slow.Context)
		}
		move = !move
	}
	e.Context = ctx.Ref()
}

// addTraceback records that e passed through f.
func addTraceback(e *object.Exception, f *Frame) {
	if f.pc == 0 && e.Traceback == nil && e.Type() == object.RecursionError {
		return // the call failed, not the function, which has not begun
	}
	if at := f.pc - 1; at >= 0 && f.code.Instrs[at].Op == bytecode.CLEANUP_THROW && e.Traceback != nil {
		return // it raises again what came out of yield from
	}
	f.flags |= frameEscaped
	e.Traceback = newTraceback(e.Traceback, f)
}

func newTraceback(next *object.Traceback, f *Frame) *object.Traceback {
	tb := &object.Traceback{Next: next, Frame: f.Object(), Code: f.code, Lasti: f.pc - 1, Line: f.Line()}
	tb.SetType(object.TracebackType)
	return tb
}

// raise is the raise statement.
func raise(th *object.Thread, exc, cause Value) error {
	e, err := makeException(th, exc)
	if err != nil {
		return err
	}
	if !cause.IsNull() {
		if cause.IsNone() {
			e.Cause = object.Null
		} else {
			if _, isExc := object.AsException(cause); !isExc && !isExceptionClass(cause) {
				return object.TypeErrorf("exception causes must derive from BaseException")
			}
			c, err := makeException(th, cause)
			if err != nil {
				return err
			}
			e.Cause = c.Ref()
		}
		e.SuppressContext = true
	}
	if of(th).handled != nil {
		SetContext(e, of(th).handled, true)
	}
	return e
}

// makeException takes an exception or an exception class, which it calls.
func makeException(th *object.Thread, v Value) (*object.Exception, error) {
	if e, ok := object.AsException(v); ok {
		return e, nil
	}
	if t, ok := object.AsType(v); ok && isExceptionClass(v) {
		r, err := object.Call(th, v)
		if err != nil {
			return nil, err
		}
		e, ok := object.AsException(r)
		if !ok {
			return nil, object.TypeErrorf("calling %s should have returned an instance of BaseException, not %s", t, r.Type())
		}
		return e, nil
	}
	return nil, object.TypeErrorf("exceptions must derive from BaseException")
}

func isExceptionClass(v Value) bool {
	t, ok := object.AsType(v)
	return ok && t.IsSubtype(object.BaseException)
}

// MatchException is the test of an except clause: e against a class of exceptions or a tuple of them.
func MatchException(e, class Value) (bool, error) {
	check := func(c Value) (*object.Type, error) {
		if t, ok := object.AsType(c); ok && t.IsSubtype(object.BaseException) {
			return t, nil
		}
		return nil, object.TypeErrorf("catching classes that do not inherit from BaseException is not allowed")
	}
	if tup, ok := object.AsTuple(class); ok {
		for _, c := range tup.Items {
			if _, err := check(c); err != nil {
				return false, err
			}
		}
		for _, c := range tup.Items {
			t, _ := object.AsType(c)
			if e.Type().IsSubtype(t) {
				return true, nil
			}
		}
		return false, nil
	}
	t, err := check(class)
	if err != nil {
		return false, err
	}
	return e.Type().IsSubtype(t), nil
}

func unboundLocal(f *Frame, i int) error {
	name := f.code.LocalsPlus[i]
	return object.NameErrorf(object.UnboundLocalError, name, "cannot access local variable '%s' where it is not associated with a value", name)
}

func unboundDeref(f *Frame, i int) error {
	name := f.code.LocalsPlus[i]
	for _, n := range f.code.FreeVars {
		if n == name {
			return object.NameErrorf(object.NameError, name, "cannot access free variable '%s' where it is not associated with a value in enclosing scope", name)
		}
	}
	return unboundLocal(f, i)
}

func undefined(name *object.Str) error {
	return object.NameErrorf(object.NameError, name.S, "name '%s' is not defined", name.S)
}

// splitGroup divides an exception for except*: what matches the class, and the rest. Absent means nothing.
func splitGroup(th *object.Thread, e *object.Exception, class Value) (match, rest Value, err error) {
	classes := []Value{class}
	if tup, ok := object.AsTuple(class); ok {
		classes = tup.Items
	}
	for _, c := range classes {
		if t, ok := object.AsType(c); ok && t.IsSubtype(object.BaseExceptionGroup) {
			return object.Null, object.Null, object.TypeErrorf("catching ExceptionGroup with except* is not allowed. Use except instead.")
		}
	}
	if m := e.Type().Lookup(th, object.Intern("split")); !m.IsNull() && m != object.BaseExceptionGroup.Lookup(th, object.Intern("split")) {
		return splitByMethod(th, e, class)
	}
	return e.SplitGroup(th, func(th *object.Thread, x *object.Exception) (bool, error) { return MatchException(x.Ref(), class) })
}

// splitByMethod is splitGroup for a group whose class has a method split of its own.
func splitByMethod(th *object.Thread, e *object.Exception, class Value) (match, rest Value, err error) {
	if all, err := MatchException(e.Ref(), class); err != nil || all {
		return e.Ref(), object.Null, err
	}
	r, err := object.CallMethod(th, e.Ref(), "split", class)
	if err != nil {
		return object.Null, object.Null, err
	}
	t, ok := object.AsTuple(r)
	if !ok {
		return object.Null, object.Null, object.TypeErrorf("%s.split must return a tuple, not %s", e.Type().Name, r.Type().Name)
	}
	if len(t.Items) < 2 {
		return object.Null, object.Null, object.TypeErrorf("%s.split must return a 2-tuple, got tuple of size %d", e.Type().Name, len(t.Items))
	}
	absent := func(v Value) Value {
		if v.IsNone() {
			return object.Null
		}
		return v
	}
	return absent(t.Items[0]), absent(t.Items[1]), nil
}
