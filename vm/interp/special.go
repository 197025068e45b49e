package interp

import (
	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/vm/object"
)

// Attributes of super() and special methods, which are looked up in classes.

func loadSuperAttr(th *object.Thread, f *Frame, arg int32) error {
	name := f.exec.names[arg>>2]
	super, class, self := f.peek(3), f.peek(2), f.peek(1)
	var v Value
	var err error
	unbound := false
	if cls, ok := object.AsType(class); ok && super == object.SuperType.Ref() {
		v, unbound, err = object.SuperLookup(th, cls, self, name)
		if unbound && arg&1 == 0 {
			if v.Type() == object.FunctionType {
				v, unbound = object.NewBoundMethod(v, self), false
			} else {
				var s Value
				if s, err = object.NewSuper(cls, self); err == nil {
					v, err = object.GetAttrStr(th, s, name)
				}
				unbound = false
			}
		}
	} else {
		args := []Value{class, self}
		if arg&2 == 0 {
			args = nil
		}
		var s Value
		if s, err = object.CallArgs(th, super, args, nil); err == nil {
			v, err = object.GetAttrStr(th, s, name)
		}
	}
	if err != nil {
		return err
	}
	f.drop(3)
	f.pushValue(v)
	if arg&1 != 0 {
		if unbound {
			f.pushValue(self)
		} else {
			f.pushValue(object.Null)
		}
	}
	return nil
}

// specialNames are the interned names of the operands of LOAD_SPECIAL.
var specialNames = internAll(bytecode.SpecialMethods[:])

func internAll(names []string) (out []*object.Str) {
	for _, n := range names {
		out = append(out, object.Intern(n))
	}
	return out
}

func loadSpecial(th *object.Thread, f *Frame, arg int32) error {
	v := f.top()
	name := bytecode.SpecialMethods[arg]
	m := v.Type().Lookup(th, specialNames[arg])
	if !m.IsNull() && m.Type() == object.FunctionType { // called with v, without a bound method
		f.set(m)
		f.pushValue(v)
		return nil
	}
	m, err := object.LookupSpecial(th, v, name)
	if err != nil {
		return err
	}
	if m.IsNull() {
		protocol, hint := "context manager", ""
		if name == "__aenter__" || name == "__aexit__" {
			protocol = "asynchronous context manager"
		} else if t := v.Type(); !t.Lookup(th, object.Intern("__aenter__")).IsNull() && !t.Lookup(th, object.Intern("__aexit__")).IsNull() {
			hint = " but it supports the asynchronous context manager protocol. Did you mean to use 'async with'?"
		}
		return object.TypeErrorf("'%s' object does not support the %s protocol (missed %s method)%s", v.Type().MessageName(), protocol, name, hint)
	}
	f.set(m)
	f.pushValue(object.Null)
	return nil
}
