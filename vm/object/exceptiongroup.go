package object

import "fmt"

// Exception groups: construction, and their division by split, subgroup and except*.
func baseExceptionGroupSpec() Spec {
	return Spec{
		Slots: Slots{New: groupNew, Init: groupInit, Str: groupStr, Repr: groupRepr},
		Getset: []GetsetDef{
			{Name: "message", Get: func(th *Thread, v Value) (Value, error) { e, _ := AsException(v); return e.Attr("message"), nil }, Set: readOnlyAttr("message")},
			{Name: "exceptions", Get: func(th *Thread, v Value) (Value, error) { e, _ := AsException(v); return e.members().Ref(), nil }, Set: readOnlyAttr("exceptions")},
		},
		Class: []Method{ClassGetItem},
		Methods: []Method{
			{Name: "derive", OneArg: func(th *Thread, v, excs Value) (Value, error) {
				e, _ := AsException(v)
				return Call(th, BaseExceptionGroup.Ref(), e.Attr("message"), excs)
			}},
			{Name: "split", OneArg: func(th *Thread, v, matcher Value) (Value, error) {
				e, _ := AsException(v)
				matches, err := groupMatcher(matcher)
				if err != nil {
					return Null, err
				}
				yes, no, err := e.SplitGroup(th, matches)
				return NewTuple(orNone(yes), orNone(no)).Ref(), err
			}},
			{Name: "subgroup", OneArg: func(th *Thread, v, matcher Value) (Value, error) {
				e, _ := AsException(v)
				matches, err := groupMatcher(matcher)
				if err != nil {
					return Null, err
				}
				yes, _, err := e.divide(th, matches, false)
				return orNone(yes), err
			}},
		},
	}
}

// finishExceptionGroup gives ExceptionGroup its second base, which a declaration cannot name.
func finishExceptionGroup() {
	t := ExceptionGroup
	t.Bases = []*Type{BaseExceptionGroup, ExceptionType}
	t.MRO = []*Type{t, BaseExceptionGroup, ExceptionType, BaseException, ObjectType}
	ExceptionType.subclasses.add(t)
}

func readOnlyAttr(name string) func(th *Thread, v, x Value) error {
	return func(th *Thread, v, x Value) error { return AttributeErrorf(v, Intern(name), "readonly attribute") }
}

// members are the exceptions of a group, empty for other exceptions.
func (e *Exception) members() *Tuple {
	if t, ok := AsTuple(e.Attr("exceptions")); ok {
		return t
	}
	return NewTuple()
}

func groupNew(th *Thread, cls *Type, args, kw []Value) (Value, error) {
	if n := len(args) - len(kw); n != 2 {
		return Null, TypeErrorf("BaseExceptionGroup.__new__() takes exactly 2 arguments (%d given)", n)
	}
	if _, ok := AsStr(args[0]); !ok {
		return Null, TypeErrorf("BaseExceptionGroup.__new__() argument 1 must be str, not %s", args[0].p.typ.Name)
	}
	if t := args[1].p.typ; t.GetItem == nil || t.layout == LayoutDict {
		return Null, TypeErrorf("second argument (exceptions) must be a sequence")
	}
	items, err := ToSlice(th, args[1])
	if err != nil {
		return Null, err
	}
	if len(items) == 0 {
		return Null, ValueErrorf("second argument (exceptions) must be a non-empty sequence")
	}
	plain := true
	for i, x := range items {
		e, ok := AsException(x)
		if !ok {
			return Null, ValueErrorf("Item %d of second argument (exceptions) is not an exception", i)
		}
		plain = plain && e.Matches(ExceptionType)
	}
	switch {
	case plain && cls == BaseExceptionGroup:
		cls = ExceptionGroup
	case plain:
	case cls == ExceptionGroup:
		return Null, TypeErrorf("Cannot nest BaseExceptions in an ExceptionGroup")
	case cls.IsSubtype(ExceptionType):
		return Null, TypeErrorf("Cannot nest BaseExceptions in '%s'", cls.Name)
	}
	e := NewExceptionArgs(cls, args[0], args[1])
	e.setField("message", args[0])
	e.setField("exceptions", NewTuple(items...).Ref())
	if l := args[1].p.typ.layout; l != LayoutList && l != LayoutTuple {
		text, err := Repr(th, args[1])
		if err != nil {
			return Null, err
		}
		e.setField("exceptions as given", NewStr(text)) // not a name that Python code can ask for
	}
	return e.Ref(), nil
}

func groupInit(th *Thread, v Value, args, kw []Value) error {
	if len(kw) > 0 {
		return TypeErrorf("%s() takes no keyword arguments", v.p.typ.Name)
	}
	return exceptionInit(th, v, args, kw)
}

func groupStr(th *Thread, v Value) (Value, error) {
	e, _ := AsException(v)
	msg, err := StrOf(th, e.Attr("message"))
	if err != nil {
		return Null, err
	}
	n := len(e.members().Items)
	return NewStr(fmt.Sprintf("%s (%d sub-exception%s)", msg, n, plural(n))), nil
}

// groupRepr shows the exceptions as the sequence that they were given in.
func groupRepr(th *Thread, v Value) (Value, error) {
	e, _ := AsException(v)
	msg, err := Repr(th, e.Attr("message"))
	if err != nil {
		return Null, err
	}
	text, ok := Text(e.Attr("exceptions as given"))
	if !ok {
		shown := e.members().Ref()
		if a := e.Args.Items; len(a) == 2 && a[1].p.typ.layout == LayoutList {
			shown = NewList(e.members().Items...).Ref()
		}
		if text, err = Repr(th, shown); err != nil {
			return Null, err
		}
	}
	return NewStr(e.typ.Name + "(" + msg + ", " + text + ")"), nil
}

// groupMatcher is the condition that split and subgroup take: a class, a tuple of classes or a predicate.
func groupMatcher(m Value) (func(*Thread, *Exception) (bool, error), error) {
	isClass := func(v Value) bool { t, ok := AsType(v); return ok && t.IsSubtype(BaseException) }
	valid := isClass(m)
	if tup, ok := AsTuple(m); ok {
		valid = true
		for _, c := range tup.Items {
			valid = valid && isClass(c)
		}
	}
	if valid {
		return func(th *Thread, e *Exception) (bool, error) { return IsInstance(th, e.Ref(), m) }, nil
	}
	if _, ok := AsType(m); ok || !IsCallable(m) {
		return nil, TypeErrorf("expected an exception type, a tuple of exception types, or a callable (other than a class)")
	}
	return func(th *Thread, e *Exception) (bool, error) {
		r, err := Call(th, m, e.Ref())
		if err != nil {
			return false, err
		}
		return IsTrue(th, r)
	}, nil
}

// SplitGroup divides an exception by a condition into what satisfies it and the rest, absent for nothing. Groups that are
// divided are made anew by their derive methods.
func (e *Exception) SplitGroup(th *Thread, matches func(*Thread, *Exception) (bool, error)) (yes, no Value, err error) {
	return e.divide(th, matches, true)
}

func (e *Exception) divide(th *Thread, matches func(*Thread, *Exception) (bool, error), wantRest bool) (yes, no Value, err error) {
	if err := enter(th, " in exceptiongroup_split_recursive"); err != nil {
		return Null, Null, err
	}
	defer leave(th)
	ok, err := matches(th, e)
	if err != nil {
		return Null, Null, err
	}
	if ok {
		return e.Ref(), Null, nil
	}
	if !e.Matches(BaseExceptionGroup) {
		return Null, e.Ref(), nil
	}
	var in, out []Value
	for _, x := range e.members().Items {
		sub, _ := AsException(x)
		y, n, err := sub.divide(th, matches, wantRest)
		if err != nil {
			return Null, Null, err
		}
		if !y.IsNull() {
			in = append(in, y)
		}
		if !n.IsNull() {
			out = append(out, n)
		}
	}
	if yes, err = e.subset(th, in); err != nil || !wantRest {
		return yes, Null, err
	}
	no, err = e.subset(th, out)
	return yes, no, err
}

// subset is a group like e of some of its exceptions, whose list it keeps; absent for none.
func (e *Exception) subset(th *Thread, items []Value) (Value, error) {
	if len(items) == 0 {
		return Null, nil
	}
	v, err := CallMethod(th, e.Ref(), "derive", NewList(items...).Ref())
	if err != nil {
		return Null, err
	}
	g, ok := AsException(v)
	if !ok || !g.Matches(BaseExceptionGroup) {
		return Null, TypeErrorf("derive must return an instance of BaseExceptionGroup")
	}
	g.Cause, g.Context, g.Traceback, g.SuppressContext = e.Cause, e.Context, e.Traceback, e.SuppressContext
	if notes, ok := Items(e.Attr("__notes__")); ok {
		g.SetAttr(th, "__notes__", NewList(append([]Value(nil), notes...)...).Ref())
	}
	return v, nil
}

// ReraiseStar is what goes on after the clauses of a try with except*: left are what they raised and the rest that none took.
// What was passed on unchanged takes the shape it had in orig, and new exceptions stand beside it. None if nothing is left.
func ReraiseStar(th *Thread, orig *Exception, left []Value) (Value, error) {
	var raised, kept []Value
	for _, x := range left {
		e, ok := AsException(x)
		if !ok {
			continue
		}
		if !orig.Matches(BaseExceptionGroup) {
			return x, nil
		}
		if e.sameOrigin(orig) {
			kept = append(kept, x)
		} else {
			raised = append(raised, x)
		}
	}
	if len(kept) > 0 {
		leaves := map[*Exception]bool{}
		for _, x := range kept {
			e, _ := AsException(x)
			e.addLeaves(leaves)
		}
		rest, _, err := orig.divide(th, func(th *Thread, e *Exception) (bool, error) { return leaves[e], nil }, false)
		if err != nil {
			return Null, err
		}
		if len(raised) == 0 {
			return rest, nil
		}
		raised = append(raised, rest)
	}
	switch len(raised) {
	case 0:
		return None, nil
	case 1:
		return raised[0], nil
	}
	return Call(th, BaseExceptionGroup.Ref(), NewStr(""), NewList(raised...).Ref())
}

// sameOrigin tells whether e is a part of orig that was passed on, by what a part shares with its whole.
func (e *Exception) sameOrigin(orig *Exception) bool {
	return e.Traceback == orig.Traceback && e.Cause == orig.Cause && e.Context == orig.Context
}

func (e *Exception) addLeaves(set map[*Exception]bool) {
	if !e.Matches(BaseExceptionGroup) {
		set[e] = true
		return
	}
	for _, x := range e.members().Items {
		sub, _ := AsException(x)
		sub.addLeaves(set)
	}
}
