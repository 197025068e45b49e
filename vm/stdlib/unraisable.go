package stdlib

import (
	"fmt"

	"github.com/magneto-go/magneto/vm/builtins"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// Exceptions that have nowhere to go, such as those of __del__ and of callbacks of weak references, go to
// sys.unraisablehook.

var unraisableArgs *object.Type

func init() {
	th := object.StartUp()
	unraisableArgs = structSeqType(th, "UnraisableHookArgs", []string{"exc_type", "exc_value", "exc_traceback", "err_msg", "object"})
}

func addUnraisableHook(m *object.Module) {
	hook := object.NewFunc("unraisablehook", func(th *object.Thread, args, kw []Value) (Value, error) {
		if len(args) != 1 || len(kw) > 0 {
			return object.Null, object.TypeErrorf("sys.unraisablehook() takes exactly one argument (%d given)", len(args))
		}
		if args[0].Type() != unraisableArgs {
			return object.Null, object.TypeErrorf("sys.unraisablehook argument type must be UnraisableHookArgs")
		}
		a, _ := object.AsTuple(args[0])
		text, ok := object.Text(a.Items[3])
		if !ok {
			text = "Exception ignored in"
		}
		showIgnored(th, text, a.Items[4], a.Items[1])
		return object.None, nil
	})
	hook.Module = "sys"
	m.Set("unraisablehook", hook.Ref())
	m.Set("__unraisablehook__", hook.Ref())
}

// ignoreError reports an exception that happened while doing something with v.
func ignoreError(th *object.Thread, doing string, v Value, err error) {
	e, ok := err.(*object.Exception)
	if !ok {
		return
	}
	shown, err := object.Repr(th, v)
	if err != nil {
		shown = "<object repr() failed>"
	}
	text := "Exception ignored while " + doing + " " + shown
	hook := sysModule(th).Get("unraisablehook")
	if hook.IsNull() || hook.IsNone() || hook == sysModule(th).Get("__unraisablehook__") {
		showIgnored(th, text, object.None, e.Ref())
		return
	}
	tb := object.None
	if e.Traceback != nil {
		tb = e.Traceback.Ref()
	}
	_, err = object.Call(th, hook, object.NewTupleOf(unraisableArgs, e.Type().Ref(), e.Ref(), tb, object.NewStr(text), object.None))
	if e, ok = err.(*object.Exception); ok {
		showIgnored(th, "Exception ignored in sys.unraisablehook", hook, e.Ref())
	}
}

func showIgnored(th *object.Thread, text string, v, exc Value) {
	builtins.Stdout(th).Flush(th)
	if !v.IsNone() {
		shown, err := object.Repr(th, v)
		if err != nil {
			shown = "<object repr() failed>"
		}
		text += ": " + shown + "\n"
	} else {
		text += ":\n"
	}
	if e, ok := object.AsException(exc); ok {
		text += interp.FormatIgnored(th, e)
	}
	if sysModule(th).Get("stderr") == builtins.Stderr(th).Ref() {
		fmt.Fprint(builtins.Diagnostics(th), text)
		return
	}
	writeStderr(th, text)
}
