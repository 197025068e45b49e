package variables

import "github.com/magneto-go/magneto/vm/object"

// Calls of logging functions that the settings name need not break the graph: they are left out, or made when the graph has run.

// LoggedCall is a call that is made behind the graph.
type LoggedCall struct {
	Fn   Tracker
	Args []Tracker
}

// callLogging answers a call of a function that the settings name as one for logging; it tells whether it has.
func (t *Trace) callLogging(th *object.Thread, fn Tracker, args []Tracker, kwargs []KW) bool {
	for _, f := range callee(fn) {
		if t.Config.Ignored != nil && t.Config.Ignored(th, f) {
			return true
		}
		if t.Config.Reorderable == nil || !t.Config.Reorderable(th, f) || len(kwargs) > 0 {
			continue
		}
		for _, a := range args {
			if _, late := t.Peek(a).(*Formatted); late {
				continue
			}
			x, err := t.Realize(th, a)
			if err != nil {
				return false
			}
			switch x.(type) {
			case *Tensor, *Constant:
			default:
				return false
			}
		}
		t.Logged = append(t.Logged, &LoggedCall{fn, args})
		return true
	}
	return false
}

// callee lists the objects that a setting may name a function by: a method by itself, bound, and by its function.
func callee(fn Tracker) []object.Value {
	switch f := fn.(type) {
	case *Function:
		return []object.Value{f.Fn.Ref()}
	case *Builtin:
		return []object.Value{f.Fn}
	case *Method:
		function, ok := f.Func.(*Function)
		if !ok {
			return nil
		}
		out := []object.Value{function.Fn.Ref()}
		if o, ok := f.Self.(*Object); ok && !o.V.IsNull() {
			out = append(out, object.NewBoundMethod(function.Fn.Ref(), o.V))
		}
		return out
	}
	return nil
}
