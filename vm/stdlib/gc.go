package stdlib

import (
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

func init() {
	interp.RegisterNative("gc", gcModule)
	interp.RegisterNative("atexit", func(th *object.Thread) *object.Module {
		m := object.NewModule("atexit")
		m.SetFunc("register", func(th *object.Thread, args, kw []Value) (Value, error) {
			if len(args) == len(kw) {
				return object.Null, object.TypeErrorf("register() takes at least 1 argument (0 given)")
			}
			if !object.IsCallable(args[0]) {
				return object.Null, object.TypeErrorf("the first argument must be callable")
			}
			call := append([]Value(nil), args...)
			stateOf.Of(th).exitHandlers = append(stateOf.Of(th).exitHandlers, exitHandler{call[0], call[1:], append([]Value(nil), kw...)})
			return args[0], nil
		})
		m.SetFunc("unregister", required("unregister", 1, func(th *object.Thread, args, kw []Value) (Value, error) {
			var kept []exitHandler
			for _, h := range stateOf.Of(th).exitHandlers {
				same, err := object.Equal(th, h.function, args[0])
				if err != nil {
					return object.Null, err
				}
				if !same {
					kept = append(kept, h)
				}
			}
			stateOf.Of(th).exitHandlers = kept
			return object.None, nil
		}))
		object.AddFuncs(m, []object.Method{
			{Name: "_clear", NoArgs: func(th *object.Thread, _ Value) (Value, error) {
				stateOf.Of(th).exitHandlers = nil
				return object.None, nil
			}},
			{Name: "_run_exitfuncs", NoArgs: func(th *object.Thread, _ Value) (Value, error) { return object.None, callExitHandlers(th) }},
			{Name: "_ncallbacks", NoArgs: func(th *object.Thread, _ Value) (Value, error) {
				return object.Int(int64(len(stateOf.Of(th).exitHandlers))), nil
			}},
		})
		return m
	})
}
