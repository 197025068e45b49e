package variables

import (
	"github.com/magneto-go/magneto/vm/object"
)

// special finds the special method that the program gives a class: a function, or whatever else a class statement binds to the name (None, a static method, an object that is
// called). What native classes do, and methods of theirs that a class statement names again, are not of the program.
func (t *Trace) special(th *object.Thread, typ *object.Type, name string) (object.Value, bool) {
	v := typ.Lookup(th, object.Intern(name))
	if v.IsNull() || v.Type().Layout() == object.LayoutFunction {
		return v, !v.IsNull()
	}
	return specialOf(typ, name)
}

// specialOf is special without a thread.
func specialOf(typ *object.Type, name string) (object.Value, bool) {
	v, owner := typ.LookupWhere(object.Intern(name))
	switch {
	case v.IsNull() || v.Type().Layout() == object.LayoutBuiltin:
		return v, false
	case v.Type().Layout() == object.LayoutFunction:
		return v, true
	}
	return v, owner.IsHeap() && (v.IsNone() || v.Type().Call != nil || v.Type().DescrGet != nil)
}

// hasSpecial tells whether the class of x has a special method of the program.
func (t *Trace) hasSpecial(th *object.Thread, x Tracker, name string) bool {
	_, ok := t.special(th, t.TypeOf(x), name)
	return ok
}

// refusesSpecial tells whether the class of x sets a special method to None, which takes from its objects what a base class or another method would do.
func (t *Trace) refusesSpecial(th *object.Thread, x Tracker, name string) bool {
	v, ok := t.special(th, t.TypeOf(x), name)
	return ok && v.IsNone()
}

// callSpecial calls a special method of the program, which the class of x has.
func (t *Trace) callSpecial(th *object.Thread, x Tracker, name string, args ...Tracker) (Tracker, error) {
	v, ok := t.special(th, t.TypeOf(x), name)
	if !ok {
		return nil, object.TypeErrorf("'%s' object has no %s", t.TypeOf(x).Name, name)
	}
	return t.callSpecialValue(th, v, x, name, args...)
}

// callSpecialValue calls what special has found, bound to x.
func (t *Trace) callSpecialValue(th *object.Thread, v object.Value, x Tracker, name string, args ...Tracker) (Tracker, error) {
	result, err := t.callBoundSpecial(th, v, x, name, args)
	check := specialResults[name]
	if err != nil || check == nil {
		return result, err
	}
	if result, err = t.Realize(th, result); err != nil {
		return nil, err
	}
	switch result.(type) {
	case *Constant, *Container, *Object: // others stand for what is known at run time
		err = check(t.TypeOf(x), t.TypeOf(result))
	}
	return result, err
}

// specialResults tells of special methods what the language does not take for their result.
var specialResults = map[string]func(class, result *object.Type) error{
	"__bool__": func(_, result *object.Type) error {
		if result != object.BoolType {
			return object.TypeErrorf("__bool__ should return bool, returned %s", result.Name)
		}
		return nil
	},
	"__len__": func(_, result *object.Type) error {
		if !result.IsSubtype(object.IntType) && result.Index == nil {
			return object.TypeErrorf("'%s' object cannot be interpreted as an integer", result.Name)
		}
		return nil
	},
	"__hash__": func(_, result *object.Type) error {
		if !result.IsSubtype(object.IntType) {
			return object.TypeErrorf("__hash__ method should return an integer")
		}
		return nil
	},
	"__iter__": func(_, result *object.Type) error {
		if result.Next == nil {
			return object.TypeErrorf("iter() returned non-iterator of type '%s'", result.Name)
		}
		return nil
	},
	"__str__": returnsText("__str__"), "__repr__": returnsText("__repr__"),
	"__format__": func(_, result *object.Type) error {
		if !result.IsSubtype(object.StrType) {
			return object.TypeErrorf("__format__ must return a str, not %s", result.Name)
		}
		return nil
	},
	"__int__": returnsInt("__int__"), "__index__": returnsInt("__index__"),
	"__float__": func(class, result *object.Type) error {
		if !result.IsSubtype(object.FloatType) {
			return object.TypeErrorf("%s.__float__ returned non-float (type %s)", class.Name, result.Name)
		}
		return nil
	},
}

func returnsText(name string) func(class, result *object.Type) error {
	return func(_, result *object.Type) error {
		if !result.IsSubtype(object.StrType) {
			return object.TypeErrorf("%s returned non-string (type %s)", name, result.Name)
		}
		return nil
	}
}

func returnsInt(name string) func(class, result *object.Type) error {
	return func(_, result *object.Type) error {
		if !result.IsSubtype(object.IntType) {
			return object.TypeErrorf("%s returned non-int (type %s)", name, result.Name)
		}
		return nil
	}
}

func (t *Trace) callBoundSpecial(th *object.Thread, v object.Value, x Tracker, name string, args []Tracker) (Tracker, error) {
	if f, ok := object.AsFunction(v); ok {
		return t.Inliner.Inline(th, &Function{Fn: f}, append([]Tracker{x}, args...), nil)
	}
	method, err := t.bindSpecial(th, v, x, name)
	if err != nil {
		return nil, err
	}
	return t.Call(th, method, args, nil)
}

// callBySpecial calls x by its __call__, which special has found.
func (t *Trace) callBySpecial(th *object.Thread, call object.Value, x Tracker, args []Tracker, kwargs []KW) (Tracker, error) {
	last := t.TakeLast()
	method, err := t.bindSpecial(th, call, x, "__call__")
	if err != nil {
		return nil, err
	}
	return t.CallAs(th, last, method, args, kwargs)
}

// bindSpecial binds what special has found to x.
func (t *Trace) bindSpecial(th *object.Thread, v object.Value, x Tracker, name string) (Tracker, error) {
	if _, ok := object.AsFunction(v); ok {
		return &Method{Self: x, Func: t.FromValue(v)}, nil
	}
	if s, ok := object.AsStaticMethod(v); ok {
		return t.Existing(s.Func), nil
	}
	if c, ok := object.AsClassMethod(v); ok {
		return &Method{Self: t.FromValue(t.TypeOf(x).Ref()), Func: t.Existing(c.Func)}, nil
	}
	if v.Type().DescrGet == nil {
		return t.Existing(v), nil
	}
	if o, ok := x.(*Object); ok {
		if _, python := object.AsFunction(v.Type().Lookup(th, object.Intern("__get__"))); python {
			_, owner := o.T.LookupWhere(object.Intern(name))
			return t.bindClassAttr(th, o, name, v, owner)
		}
	}
	if v.Type().Call != nil { // a partial, a cache of calls: they take the object first, as functions do
		return &Method{Self: x, Func: t.Existing(v)}, nil
	}
	return nil, &Unsupported{Title: "Unsupported special method", Context: name + " of " + t.TypeOf(x).ShortName(), Hints: []string{Supportable},
		Explanation: "Dynamo cannot bind the special method `" + name + "`, a " + v.Type().ShortName() + ", to an object of " + t.TypeOf(x).ShortName() + "."}
}
