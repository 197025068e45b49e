package variables

import (
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/vm/object"
)

// Context variables are read while tracing, and what is read is guarded; they are not set.

func init() {
	RegisterFunction("contextvars.ContextVar.get", contextValue)
	for _, name := range []string{"set", "reset"} {
		RegisterFunction("contextvars.ContextVar."+name, func(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
			shown := "ContextVar"
			if x, ok := t.Peek(args[0]).(*Object); ok {
				if name, err := object.GetAttr(th, x.V, "_name"); err == nil {
					shown = "ContextVar(" + guards.ReprOf(th, name) + ")"
				}
			}
			return nil, &Unsupported{Title: "ContextVar mutation not supported", Context: shown + "." + name + "()",
				Explanation: "ContextVar." + name + "() is not yet supported inside torch.compile. Move the ." + name + "() call outside the compiled region.",
				Hints:       []string{Supportable}}
		})
	}
	RegisterFunction("contextvars.copy_context", func(*object.Thread, *Trace, []Tracker, []KW) (Tracker, error) {
		return nil, Skipped("copy_context", "_contextvars")
	})
}

// contextValue is ContextVar.get.
func contextValue(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	x, err := t.Realize(th, args[0])
	if err != nil {
		return nil, err
	}
	variable, ok := x.(*Object)
	if !ok || len(kwargs) > 0 {
		return nil, Unsupportedf("Unsupported method call", x.Kind()+".get", "Dynamo does not know how to trace method `get` of class `ContextVar`")
	}
	unset := object.NewInstance(th, object.ObjectType)
	read := object.NewFuncValue("___context_value", func(th *object.Thread, _, _ []object.Value) (object.Value, error) {
		return object.CallMethod(th, variable.V, "get", unset)
	})
	value, err := object.Call(th, read)
	if err != nil {
		return nil, err
	}
	text := "___context_value"
	if variable.src != nil {
		t.guard(th, &guards.Guard{Source: variable.src, Kind: guards.IDMatch, Value: variable.V})
		text = variable.src.Text() + ".get"
	}
	src := guards.NewConstant(text, read).Call0()
	if value != unset {
		return t.Wrap(value, src), nil
	}
	t.guard(th, &guards.Guard{Source: src, Kind: guards.IDMatch, Value: unset})
	if len(args) > 1 {
		return args[1], nil
	}
	if value, err = object.CallMethod(th, variable.V, "get"); err != nil {
		return nil, err
	}
	return t.Existing(value), nil
}
