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
	return untracedMethod(f.QualName.S, method)
}

// enteredByHand is the break where a program calls __enter__ or __exit__ of a context manager that a with statement may enter.
func (t *Trace) enteredByHand(th *object.Thread, c *Context, method string) error {
	class, ok := object.AsType(c.Class)
	if !ok || method != "__enter__" && method != "__exit__" {
		return nil
	}
	name := gradModeName(class.ShortName())
	switch {
	case c.Ignored != nil:
		name = c.Ignored.ShortName()
	case name == "autocast":
		return &Unsupported{Title: "setattr() on unsupported type", Explanation: "setattr() is not supported on type autocast", Hints: []string{Supportable}, SkipFrame: true, Counted: true,
			Context: "setattr(AutocastModeVariable(), ConstantVariable(str: 'prev_cache_enabled'), ConstantVariable(bool: True))"}
	case name != "set_grad_enabled" && name != "inference_mode":
		return nil
	}
	u := untracedMethod(name+"."+method, method)
	u.SkipFrame, u.Counted = true, true
	return u
}

// untracedMethod is the break at a method of the library that tracing does not look into.
func untracedMethod(name, method string) *Unsupported {
	return &Unsupported{Title: "Attempted to inline function marked as skipped", Context: fmt.Sprintf("qualname: %s, name: %s", name, method),
		Explanation: fmt.Sprintf("Dynamo developers have intentionally marked that the function `%s` should not be traced.", name),
		Hints: []string{fmt.Sprintf("Avoid calling the function `%s`.", name),
			fmt.Sprintf("Apply `@torch._dynamo.dont_skip_tracing` to the function `%s` to force tracing into the function. More graph breaks may occur as a result of attempting to trace into the function.", name),
			"Please file an issue to PyTorch."}}
}
