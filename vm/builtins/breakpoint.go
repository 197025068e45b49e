package builtins

import (
	"strings"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// breakpoint calls sys.breakpointhook.
func breakpoint(th *object.Thread, args, kw []Value) (Value, error) {
	sys, _ := interp.MachineOf(th).Modules.Lookup("sys")
	hook, err := object.LookupAttr(th, sys, object.Intern("breakpointhook"))
	if err != nil {
		return object.Null, err
	}
	if hook.IsNull() {
		return object.Null, object.RuntimeErrorf("lost sys.breakpointhook")
	}
	return object.CallArgs(th, hook, args, kw)
}

// BreakpointHook is the original sys.breakpointhook: it calls what the environment variable PYTHONBREAKPOINT names, unless
// that is 0, and otherwise the debugger of the library.
func BreakpointHook(th *object.Thread, args, kw []Value) (Value, error) {
	name := interp.MachineOf(th).Getenv("PYTHONBREAKPOINT")
	switch name {
	case "0":
		return object.None, nil
	case "":
		name = "pdb.set_trace"
	}
	module, attr := "builtins", name
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		module, attr = name[:i], name[i+1:]
	}
	m, err := interp.ImportModule(th, module)
	if err == nil {
		var f Value
		if f, err = object.GetAttr(th, m, attr); err == nil {
			return object.CallArgs(th, f, args, kw)
		}
	}
	if !object.ErrorIs(err, object.ImportError) && !object.ErrorIs(err, object.AttributeError) {
		return object.Null, err
	}
	return object.None, object.Warn(th, object.RuntimeWarning, "Ignoring unimportable $PYTHONBREAKPOINT: \"%s\"", name)
}
