package variables

import (
	"fmt"

	"github.com/magneto-go/magneto/vm/object"
)

// Profilers that compiled code makes do nothing there, as in PyTorch: a context manager without a meaning takes their place, within the graph and behind
// a graph break. A name that is recorded can go on as such; a profiler cannot, for what it has seen would be missing.

// recordFunction is the class whose objects may leave compiled code.
const recordFunction = "torch.autograd.profiler.record_function"

func init() {
	nothing := func(*object.Thread) error { return nil }
	for _, class := range []string{"torch.profiler.profile", "torch.autograd.profiler.profile", recordFunction} {
		Contexts[class] = func(th *object.Thread, t *Trace, class object.Value, args []Tracker, kwargs []KW) (Tracker, error) {
			typ, _ := object.AsType(class)
			return &Context{Class: t.Host.Attribute(th, "contextlib.nullcontext"), Enter: nothing, Exit: nothing, Ignored: typ}, nil
		}
	}
}

// Escapes is the break of a context manager that cannot be made again as a value, nil where it can.
func (c *Context) Escapes() error {
	if c.Traced != nil {
		return c.Traced
	}
	if c.Ignored == nil || c.Ignored.FullName() == recordFunction {
		return nil
	}
	return &Unsupported{Title: "torch.profiler object escaped from compiled region", Context: "ProfilerContextVariable()",
		Explanation: "Dynamo doesn't support compiling a region that returns a torch.profiler context manager.",
		Hints:       []string{Supportable}}
}

// untraced is the break of a method of a profiler.
func (c *Context) untraced(th *object.Thread, method string) error {
	f, ok := object.AsFunction(c.Ignored.Lookup(th, object.Intern(method)))
	if !ok {
		return object.AttributeErrorf(object.Null, object.Intern(method), "'%s' object has no attribute '%s'", c.Ignored.ShortName(), method)
	}
	name := f.QualName.S
	return &Unsupported{Title: "Attempted to inline function marked as skipped", Context: fmt.Sprintf("qualname: %s, name: %s", name, method),
		Explanation: fmt.Sprintf("Dynamo developers have intentionally marked that the function `%s` should not be traced.", name),
		Hints: []string{fmt.Sprintf("Avoid calling the function `%s`.", name),
			fmt.Sprintf("Apply `@torch._dynamo.dont_skip_tracing` to the function `%s` to force tracing into the function. More graph breaks may occur as a result of attempting to trace into the function.", name),
			"Please file an issue to PyTorch."}}
}
