package stdlib

import (
	"errors"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// Module _faults confines a fault of magneto itself, which ends a program, to the call that met it: a file of tests goes on with the next one.
func init() {
	interp.RegisterNative("_faults", func(th *object.Thread) *object.Module {
		m := object.NewModule("_faults")
		m.SetFunc("sheltered", sheltered)
		return m
	})
}

// sheltered calls a function without arguments. A fault within raises SystemError.
func sheltered(th *object.Thread, args, _ []object.Value) (result object.Value, err error) {
	if len(args) != 1 {
		return object.Null, object.TypeErrorf("sheltered() takes exactly one argument (%d given)", len(args))
	}
	f := args[0]
	err = interp.Sheltered(th, func(th *object.Thread) (err error) {
		result, err = object.Call(th, f)
		return err
	})
	var fault *interp.InternalError
	if errors.As(err, &fault) {
		return object.Null, object.Raisef(object.SystemError, "magneto: %s", fault.Error())
	}
	return result, err
}
