package builtins

import (
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

func aiter(th *object.Thread, args, kw []Value) (Value, error) {
	a, err := object.Args("aiter", args, kw, "async_iterable")
	if err != nil {
		return object.Null, err
	}
	m, err := object.LookupSpecial(th, a[0], "__aiter__")
	if err != nil {
		return object.Null, err
	}
	if m.IsNull() {
		return object.Null, object.TypeErrorf("'%s' object is not an async iterable", a[0].Type().MessageName())
	}
	it, err := object.Call(th, m)
	if err == nil && it.Type().Lookup(th, object.Intern("__anext__")).IsNull() {
		err = object.TypeErrorf("aiter() returned not an async iterator of type '%s'", it.Type().MessageName())
	}
	return it, err
}

func anext(th *object.Thread, args, kw []Value) (Value, error) {
	a, err := object.Args("anext", args, kw, "async_iterator", "|", "default")
	if err != nil {
		return object.Null, err
	}
	m, err := object.LookupSpecial(th, a[0], "__anext__")
	if err != nil {
		return object.Null, err
	}
	if m.IsNull() {
		return object.Null, object.TypeErrorf("'%s' object is not an async iterator", a[0].Type().MessageName())
	}
	it, err := object.Call(th, m)
	if err != nil || a[1].IsNull() {
		return it, err
	}
	return interp.AnextOr(th, it, a[1])
}
