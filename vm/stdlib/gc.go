package stdlib

import (
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

func init() {
	interp.RegisterNative("gc", func() *object.Module {
		m := object.NewModule("gc")
		enabled := true
		object.AddFuncs(m, []object.Method{
			{Name: "collect", Fn: func(args, kw []Value) (Value, error) { collect(); return object.Int(0), nil }},
			{Name: "enable", NoArgs: func(Value) (Value, error) { enabled = true; return object.None, nil }},
			{Name: "disable", NoArgs: func(Value) (Value, error) { enabled = false; return object.None, nil }},
			{Name: "isenabled", NoArgs: func(Value) (Value, error) { return object.Bool(enabled), nil }},
			{Name: "freeze", NoArgs: func(Value) (Value, error) { return object.None, nil }},
			{Name: "get_objects", Fn: func(args, kw []Value) (Value, error) { return object.NewList().Ref(), nil }},
			{Name: "get_referrers", Fn: func(args, kw []Value) (Value, error) { return object.NewList().Ref(), nil }},
			{Name: "get_count", NoArgs: func(Value) (Value, error) {
				return object.NewTuple(object.Int(0), object.Int(0), object.Int(0)).Ref(), nil
			}},
			{Name: "is_tracked", OneArg: func(_, v Value) (Value, error) { return object.True, nil }},
		})
		return m
	})
	interp.RegisterNative("atexit", func() *object.Module {
		m := object.NewModule("atexit")
		m.SetFunc("register", func(args, kw []Value) (Value, error) {
			if len(args) == 0 {
				return object.Null, object.TypeErrorf("register() takes at least 1 argument (0 given)")
			}
			call := append([]Value(nil), args...)
			names := append([]Value(nil), kw...)
			exitHandlers = append(exitHandlers, func() error {
				_, err := object.CallArgs(call[0], call[1:], names)
				return err
			})
			return args[0], nil
		})
		m.SetFunc("unregister", func(args, kw []Value) (Value, error) { return object.None, nil })
		return m
	})
}
