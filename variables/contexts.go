package variables

import (
	"slices"
	"strings"

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
				return t.decorate(th, class, nil, args)
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
		x.Acts = true
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
	Contexts["torch._dynamo.decorators._ErrorOnGraphBreak"] = func(th *object.Thread, t *Trace, class object.Value, args []Tracker, kwargs []KW) (Tracker, error) {
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

// The settings of the compiler that a region of compiled code may change, and what tracing reads of them.
var patchable = map[string]func(*Config) *bool{
	"capture_scalar_outputs": func(c *Config) *bool { return &c.CaptureScalarOutputs }, "nested_graph_breaks": func(c *Config) *bool { return &c.NestedBreaks },
	"rewrite_assert_with_torch_assert": func(c *Config) *bool { return &c.RewriteAssert }, "allow_unspec_int_on_nn_module": func(c *Config) *bool { return &c.UnspecModuleInts },
	"dont_skip_tracing": func(c *Config) *bool { return &c.TraceSkipped },
}

func init() {
	Contexts["torch._dynamo.decorators._ConfigPatch"] = func(th *object.Thread, t *Trace, class object.Value, args []Tracker, kwargs []KW) (Tracker, error) {
		settings := t.NewDict()
		for _, kw := range kwargs {
			if err := t.SetItem(th, settings, NewConstant(object.StrValue(kw.Name)), kw.Value); err != nil {
				return nil, err
			}
		}
		if len(args) > 0 {
			first, err := t.Realize(th, args[0])
			if err != nil {
				return nil, err
			}
			given, ok := first.(*Container)
			if !ok {
				return nil, Unsupportedf("Unsupported context manager", "patch_dynamo_config", "Dynamo knows `patch_dynamo_config` with keywords or a dict.")
			}
			settings = given
		}
		real, err := t.RealObject(th, settings)
		if err != nil {
			return nil, err
		}
		patch, err := object.Call(th, class, real) // which refuses what may not be changed
		if err != nil {
			return nil, err
		}
		var before *Config
		leave := func(th *object.Thread) error {
			if before == nil {
				return nil
			}
			*t.Config, before = *before, nil
			_, err := object.CallMethod(th, patch, "__exit__", object.None, object.None, object.None)
			return err
		}
		return &Context{Class: class, Args: []Tracker{settings}, Exit: leave,
			Enter: func(th *object.Thread) error {
				if _, err := object.CallMethod(th, patch, "__enter__"); err != nil {
					return err
				}
				saved := *t.Config
				before = &saved
				t.AtEnd(leave)
				for name, field := range patchable {
					if v, err := object.GetItem(th, real, object.StrValue(name)); err == nil {
						on, err := object.IsTrue(th, v)
						if err != nil {
							return err
						}
						*field(t.Config) = on
					}
				}
				return nil
			}}, nil
	}
}

func init() {
	Contexts["torch.amp.autocast_mode.autocast"] = func(th *object.Thread, t *Trace, class object.Value, args []Tracker, kwargs []KW) (Tracker, error) {
		p, err := parameters("autocast", args, kwargs, "device_type", "dtype", "enabled", "cache_enabled")
		if err != nil {
			return nil, err
		}
		for i, otherwise := range []object.Value{object.Null, object.None, object.True, object.None} {
			if p[i] == nil {
				if otherwise.IsNull() {
					return nil, object.TypeErrorf("autocast.__init__() missing 1 required positional argument: 'device_type'")
				}
				p[i] = NewConstant(otherwise)
			}
		}
		return t.modeContext(th, class, p, "torch.amp.autocast_mode._enter_autocast", "torch.amp.autocast_mode._exit_autocast", nil)
	}
	for device, dtype := range map[string]string{"cuda": "torch.float16", "cpu": "torch.bfloat16"} { // older names
		Contexts["torch."+device+".amp.autocast"] = func(th *object.Thread, t *Trace, _ object.Value, args []Tracker, kwargs []KW) (Tracker, error) {
			p, err := parameters("autocast", args, kwargs, "enabled", "dtype", "cache_enabled")
			if err != nil {
				return nil, err
			}
			for i, otherwise := range []object.Value{object.True, t.Host.Attribute(th, dtype), object.True} {
				if p[i] == nil {
					p[i] = NewConstant(otherwise)
				}
			}
			p = []Tracker{NewConstant(object.StrValue(device)), p[1], p[0], p[2]}
			const whole = "torch.amp.autocast_mode.autocast"
			return Contexts[whole](th, t, t.Host.Attribute(th, whole), p, nil)
		}
	}
	inference := func(th *object.Thread, t *Trace, class object.Value, args []Tracker, kwargs []KW) (Tracker, error) {
		p, err := parameters("inference_mode", args, kwargs, "mode")
		if err != nil {
			return nil, err
		}
		if p[0] == nil {
			p[0] = NewConstant(object.True)
		}
		on, err := t.Truth(th, p[0])
		if err != nil {
			return nil, err
		}
		return t.modeContext(th, class, p, "torch.autograd.grad_mode._enter_inference_mode", "torch.autograd.grad_mode._exit_inference_mode", func() func() {
			before := t.GradMode
			t.GradMode = !on
			return func() { t.GradMode = before }
		})
	}
	Contexts["torch.autograd.grad_mode.inference_mode"] = inference
	Contexts["torch.inference_mode"] = inference
}

// decorate is what a context manager, given by its class and arguments, makes of a function.
func (t *Trace) decorate(th *object.Thread, class object.Value, args, fn []Tracker) (Tracker, error) {
	if len(fn) == 1 {
		f, err := t.Realize(th, fn[0])
		if err != nil {
			return nil, err
		}
		switch f.(type) {
		case *Function, *Method, *Container:
			make := t.Existing(t.Host.Attribute(th, "torch._dynamo.external_utils._decorated"))
			return t.Call(th, make, []Tracker{t.FromValue(class), t.NewTuple(args), f}, nil)
		}
	}
	return nil, Unsupportedf("Unsupported context manager", "decorator", "Dynamo does not trace a context manager that decorates other things than functions.")
}

// modeContext is a context manager of the machine that a node of the graph enters and another one leaves. Tracing enters it too, so
// that operators on fakes give what they will give. within, if set, acts inside and gives what undoes that.
func (t *Trace) modeContext(th *object.Thread, class object.Value, args []Tracker, enter, exit string, within func() func()) (Tracker, error) {
	values := make([]object.Value, len(args))
	fx := make([]any, len(args))
	for i, a := range args {
		x, err := t.Realize(th, a)
		if err != nil {
			return nil, err
		}
		c, ok := x.(*Constant)
		if !ok {
			return nil, Unsupportedf("Unsupported context manager", x.Kind(), "Dynamo does not trace a context manager whose arguments are not constant.")
		}
		args[i], values[i], fx[i] = c, c.V, ConstantFX(th, c.V)
	}
	function := func(path string) *fxgraph.Function {
		return &fxgraph.Function{Name: path[strings.LastIndexByte(path, '.')+1:], Qualified: path, Impl: t.Host.Attribute(th, path)}
	}
	c := &Context{Class: class, Args: args}
	var entered object.Value
	var node *fxgraph.Node
	var undo func()
	c.Enter = func(th *object.Thread) (err error) {
		entered, err = object.Call(th, t.Host.Attribute(th, enter), values...)
		if err != nil {
			return err
		}
		t.modes = append(t.modes, func(th *object.Thread) error {
			_, err := object.Call(th, t.Host.Attribute(th, exit), entered)
			return err
		})
		node = t.Graph.Create(fxgraph.CallFunction, function(enter), fx, nil, "")
		if within != nil {
			undo = within()
		}
		return nil
	}
	c.Exit = func(th *object.Thread) error {
		if undo != nil {
			undo()
		}
		t.Graph.Create(fxgraph.CallFunction, function(exit), []any{node}, nil, "")
		leave := t.modes[len(t.modes)-1]
		t.modes = t.modes[:len(t.modes)-1]
		return leave(th)
	}
	return c, nil
}

// AtEnd has undo called when the trace ends: the graph repeats what it undoes.
func (t *Trace) AtEnd(undo func(*object.Thread) error) { t.undo = append(t.undo, undo) }

// AsContext is what the graph enters in the place of an object that a with statement enters by its method __exit__, which is looked up first,
// and then __enter__; nil for objects that enter themselves.
func (t *Trace) AsContext(th *object.Thread, x *Object, method string) (*Context, error) {
	if t.isFunctionMode(th, x.T) {
		return t.modeObject(th, x), nil
	}
	if x.New || x.T.FullName() != "torch.amp.autocast_mode.autocast" {
		return nil, nil
	}
	if c := t.entering[x]; c != nil && method == "__enter__" {
		delete(t.entering, x)
		return c, nil
	}
	var args []Tracker
	for _, name := range []string{"device", "fast_dtype", "_enabled", "_cache_enabled"} {
		a, err := t.GetAttr(th, x, name)
		if err != nil {
			return nil, err
		}
		args = append(args, a)
	}
	made, err := Contexts[x.T.FullName()](th, t, x.T.Ref(), args, nil)
	if err != nil {
		return nil, err
	}
	if t.entering == nil {
		t.entering = map[*Object]*Context{}
	}
	t.entering[x] = made.(*Context)
	return t.entering[x], nil
}

// isFunctionMode tells whether a class is one of TorchFunctionModes that are entered and left as PyTorch's class says.
func (t *Trace) isFunctionMode(th *object.Thread, class *object.Type) bool {
	for _, name := range []string{"__enter__", "__exit__"} {
		f, ok := object.AsFunction(class.Lookup(th, object.Intern(name)))
		if !ok || functionPath(f) != "torch.overrides.TorchFunctionMode."+name {
			return false
		}
	}
	return true
}

// modeObject is a TorchFunctionMode as a context, which is entered again behind a graph break as the object that it is.
func (t *Trace) modeObject(th *object.Thread, mode *Object) *Context {
	return &Context{Class: t.Host.Attribute(th, "torch.overrides._as_it_is"), Args: []Tracker{mode}, Value: mode,
		Enter: func(th *object.Thread) error { return t.openMode(th, mode) },
		Exit:  func(*object.Thread) error { t.closeMode(); return nil }}
}

// LeaveModes leaves what the trace has entered and not left, as when it fails.
func (t *Trace) LeaveModes(th *object.Thread) {
	for _, undo := range slices.Backward(t.undo) {
		_ = undo(th) // it undoes what could be done
	}
	t.undo = nil
	for len(t.modes) > 0 {
		leave := t.modes[len(t.modes)-1]
		t.modes = t.modes[:len(t.modes)-1]
		_ = leave(th) // it has been entered
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
	if t.GradMode != mode {
		t.RecordGrad(th, mode)
	}
}

// RecordGrad records a call that sets the grad mode.
func (t *Trace) RecordGrad(th *object.Thread, mode bool) {
	t.GradMode = mode
	target := &fxgraph.Function{Name: "_set_grad_enabled", Qualified: "torch._C._set_grad_enabled", Impl: t.Host.Attribute(th, "torch._C._set_grad_enabled")}
	t.Graph.Create(fxgraph.CallFunction, target, []any{mode}, nil, "")
}
