package variables

import (
	"fmt"

	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/vm/object"
)

// Calls of logging functions that the settings name need not break the graph: they are left out, or made when the graph has run. Other calls
// of loggers end it, for their effect is one that no graph can hold.

// LoggedCall is a call that is made behind the graph.
type LoggedCall struct {
	Fn   Tracker
	Args []Tracker
}

// callLogging answers a call of a function that the settings name as one for logging; it tells whether it has.
func (t *Trace) callLogging(th *object.Thread, fn Tracker, args []Tracker, kwargs []KW) (bool, error) {
	for _, f := range callee(fn) {
		if t.Config.Ignored != nil && t.Config.Ignored(th, f) {
			return true, nil
		}
		if t.Config.Reorderable == nil || !t.Config.Reorderable(th, f) {
			continue
		}
		movable := len(kwargs) == 0
		for _, a := range args {
			if _, late := t.Peek(a).(*Formatted); late {
				continue
			}
			x, err := t.Realize(th, a)
			if err != nil {
				return true, err
			}
			switch x.(type) {
			case *Tensor, *Constant:
			default:
				movable = false
			}
		}
		if !movable {
			shown := guards.ReprOf(th, f)
			return true, &Unsupported{Title: "attempted to reorder a debugging function that can't actually be reordered",
				Context:     "fn: " + shown + ", args: " + t.DescribeAll(th, args) + ", kwargs: " + t.DescribeKeywords(th, kwargs),
				Explanation: "`torch.compile` can only reorder functions that are called without keyword arguments and whose arguments are Tensors, constants, or string formatters.",
				Hints:       []string{"Avoid calling the logging function " + shown + " with args that are not supported."}}
		}
		t.Logged = append(t.Logged, &LoggedCall{fn, args})
		return true, nil
	}
	return false, nil
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

// isLogger says whether a value is a logging.Logger.
func isLogger(x Tracker) (*Object, bool) {
	o, ok := x.(*Object)
	if !ok {
		return nil, false
	}
	for _, c := range o.T.MRO {
		if c.FullName() == "logging.Logger" {
			return o, true
		}
	}
	return nil, false
}

// callLogger refuses a call of a logger's method.
func (t *Trace) callLogger(th *object.Thread, x *Object, name string, args []Tracker, kwargs []KW) (Tracker, error) {
	return nil, &Unsupported{
		Title:       "logging.Logger method not supported for non-export cases",
		Explanation: "For non-export cases, logging.Logger methods are only supported if the logger has a source and the method is registered as reorderable.",
		Context:     fmt.Sprintf("method: %s.%s, %s", guards.ReprOf(th, x.V), name, t.shownCall(th, args, kwargs)),
		Hints: []string{
			"If you do not need this logging side effect, add the exact method being called to `torch._dynamo.config.ignore_logging_functions`. Dynamo will skip the call and return `None`.",
			fmt.Sprintf("For example, for `logger.%[1]s(...)`, use `torch._dynamo.config.ignore_logging_functions.add(logger.%[1]s)`. If `%[1]s` is defined on the logger class, add the class method `logging.Logger.%[1]s` to ignore this method for all instances of that class.", name),
			fmt.Sprintf("Dynamo does not trace into logging.Logger method bodies, so only the method you call directly (`%[1]s`) is checked against the ignore set. Ignoring a method that `%[1]s` calls internally has no effect.", name),
			fmt.Sprintf("If you need the log side effect to run, then you can try one of (1) create the logger outside the compiled region and add the method to `torch._dynamo.config.reorderable_logging_functions` (e.g. `torch._dynamo.config.reorderable_logging_functions.add(logger.%s)`) so that it runs after the compiled region, as long as it is called without kwargs and its arguments are tensors, constants, or string formatters, (2) `torch._higher_order_ops.print(...)`, (3) wrap the logging call in a custom op (marked as mutable), or (4) preserve the logging contents and move the logging call outside the compiled region.", name),
		},
	}
}
