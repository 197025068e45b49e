package variables

import (
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/vm/object"
)

// Contexts makes the trackers of torch's context managers, by class name.
var Contexts = map[string]func(th *object.Thread, t *Trace, class object.Value, args []Tracker, kwargs []KW) (Tracker, error){}

func init() {
	grad := func(fixed func() (bool, bool)) func(*object.Thread, *Trace, object.Value, []Tracker, []KW) (Tracker, error) {
		return func(th *object.Thread, t *Trace, class object.Value, args []Tracker, kwargs []KW) (Tracker, error) {
			mode, known := fixed()
			if !known {
				for _, kw := range kwargs {
					args = append(args, kw.Value)
				}
				b, err := t.Truth(th, args[0])
				if err != nil {
					return nil, err
				}
				mode = b
				args = []Tracker{NewConstant(object.Bool(mode))}
			} else if len(args) == 1 { // decorator: no_grad()(f) or no_grad(f)
				return nil, Unsupportedf("Unsupported context manager", "no_grad(function)", "Dynamo does not trace a context manager class used as a decorator.")
			}
			return t.gradContext(class, mode, args), nil
		}
	}
	noGrad := grad(func() (bool, bool) { return false, true })
	enableGrad := grad(func() (bool, bool) { return true, true })
	setGrad := func(th *object.Thread, t *Trace, class object.Value, args []Tracker, kwargs []KW) (Tracker, error) {
		c, err := grad(func() (bool, bool) { return false, false })(th, t, class, args, kwargs)
		if err != nil {
			return nil, err
		}
		// set_grad_enabled acts when it is made; entering does nothing more.
		x := c.(*Context)
		enter := x.Enter
		if err := enter(th); err != nil {
			return nil, err
		}
		x.Enter = func(th *object.Thread) error { return nil }
		return x, nil
	}
	for _, module := range []string{"torch.autograd.grad_mode.", "torch."} {
		Contexts[module+"no_grad"] = noGrad
		Contexts[module+"enable_grad"] = enableGrad
		Contexts[module+"set_grad_enabled"] = setGrad
	}
}

func init() {
	Contexts["torch._dynamo.eval_frame._ErrorOnGraphBreak"] = func(th *object.Thread, t *Trace, class object.Value, args []Tracker, kwargs []KW) (Tracker, error) {
		for _, kw := range kwargs {
			args = append(args, kw.Value)
		}
		flag, err := t.Truth(th, args[0])
		if err != nil {
			return nil, err
		}
		outer := t.ErrorOnBreak
		return &Context{Class: class, Args: []Tracker{NewConstant(object.Bool(flag))},
			Enter: func(th *object.Thread) error { outer, t.ErrorOnBreak = t.ErrorOnBreak, flag; return nil },
			Exit:  func(th *object.Thread) error { t.ErrorOnBreak = outer; return nil }}, nil
	}
}

// gradContext switches grad mode on entry and back on exit, as nodes of the graph.
func (t *Trace) gradContext(class object.Value, mode bool, args []Tracker) *Context {
	c := &Context{Class: class, Args: args}
	previous := t.GradMode
	c.Enter = func(th *object.Thread) error {
		previous = t.GradMode
		t.SetGrad(th, mode)
		return nil
	}
	c.Exit = func(th *object.Thread) error {
		t.SetGrad(th, previous)
		return nil
	}
	return c
}

// SetGrad records a change of grad mode; staying in it is none.
func (t *Trace) SetGrad(th *object.Thread, mode bool) {
	if t.GradMode == mode {
		return
	}
	t.GradMode = mode
	target := &fxgraph.Function{Name: "_set_grad_enabled", Qualified: "torch._C._set_grad_enabled", Impl: t.Host.Attribute(th, "torch._C._set_grad_enabled")}
	t.Graph.Create(fxgraph.CallFunction, target, []any{mode}, nil, "")
}
