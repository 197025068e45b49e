package compiler

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/object"
)

// registerFunctions gives functions of torch and of the compiler's own modules
// their meaning while tracing.
func registerFunctions() {
	constant := func(v object.Value) func(*object.Thread, *variables.Trace, []variables.Tracker, []variables.KW) (variables.Tracker, error) {
		return func(*object.Thread, *variables.Trace, []variables.Tracker, []variables.KW) (variables.Tracker, error) {
			return variables.NewConstant(v), nil
		}
	}
	const frame = "torch._dynamo.eval_frame."
	variables.RegisterFunction(frame+"graph_break", graphBreak)
	compiling := func(_ *object.Thread, t *variables.Trace, _ []variables.Tracker, _ []variables.KW) (variables.Tracker, error) {
		t.AskedWhether = true
		return variables.NewConstant(object.True), nil
	}
	variables.RegisterFunction(frame+"is_compiling", compiling)
	variables.RegisterFunction(frame+"is_dynamo_compiling", compiling)
	variables.RegisterFunction(frame+"is_exporting", constant(object.False))
	variables.RegisterFunction(frame+"skip_frame", func(th *object.Thread, t *variables.Trace, args []variables.Tracker, kwargs []variables.KW) (variables.Tracker, error) {
		message, given := "", args
		for _, kw := range kwargs {
			given = append(given, kw.Value)
		}
		if len(given) > 0 {
			if c, err := t.Text(th, given[0], "str"); err == nil {
				message, _ = object.Text(c.V)
			}
		}
		file, line, name := t.Inliner.Frame()
		return nil, &variables.Unsupported{Title: "Call to `torch._dynamo.skip_frame()`", SkipFrame: true, Explanation: "User-inserted skip frame. Message: " + message,
			Context: fmt.Sprintf("Called `torch._dynamo.skip_frame()` with args `%s`, kwargs `%s`. Skipping frame %s (%s line %d).", t.DescribeAll(th, args), t.DescribeKeywords(th, kwargs), name, file, line)}
	})
	variables.RegisterFunction(frame+"step_unsupported", func(th *object.Thread, t *variables.Trace, args []variables.Tracker, _ []variables.KW) (variables.Tracker, error) {
		if t.Config.OneGraph {
			return nil, &variables.Unsupported{Title: "cannot resume from torch._dynamo.step_unsupported()",
				Explanation: "traced torch._dynamo.step_unsupported(), but Dynamo is instructed to error on graph break. This graph break is used for debugging only.",
				Hints: []string{"Remove the torch._dynamo.step_unsupported() call.", "Make sure fullgraph=False and error_on_graph_break=False.",
					"This is likely to be a Dynamo bug. Please report an issue to PyTorch."}}
		}
		return nil, &variables.Unsupported{Title: "Call to `torch._dynamo.step_unsupported()`", Step: true, Explanation: "User-inserted step_unsupported.",
			Context: "Called `torch._dynamo.step_unsupported()` with args `[]`, kwargs `{}`."}
	})
	variables.RegisterFunction(frame+"disable", disableInside("torch._dynamo.disable()"))
	variables.RegisterFunction("torch.compiler.disable", disableInside("torch.compiler.disable()"))
	variables.RegisterFunction(frame+"compile", compileInside)
	variables.RegisterFunction("torch._dynamo.optimized_module.OptimizedModule.__call__", callOptimized)
	variables.RegisterFunction("torch.optim.algorithms._Rule._init_groups", initGroups)
	registerDispatchKeys()
	variables.RegisterFunction("torch._C._set_grad_enabled", func(th *object.Thread, t *variables.Trace, args []variables.Tracker, _ []variables.KW) (variables.Tracker, error) {
		if len(args) != 1 {
			return nil, object.TypeErrorf("_set_grad_enabled() takes exactly one argument (%d given)", len(args))
		}
		mode, err := t.Truth(th, args[0])
		if err == nil {
			t.RecordGrad(th, mode)
		}
		return variables.None(), err
	})
	variables.RegisterFunction("torch._C._push_saved_tensors_hooks", func(*object.Thread, *variables.Trace, []variables.Tracker, []variables.KW) (variables.Tracker, error) {
		return nil, variables.Skipped("_push_saved_tensors_default_hooks", "torch._C._autograd")
	})
	variables.RegisterFunction("torch._dynamo.decorators._invalid_leaf", func(th *object.Thread, t *variables.Trace, args []variables.Tracker, _ []variables.KW) (variables.Tracker, error) {
		kind := "<unknown>"
		if c, ok := t.Peek(args[0]).(*variables.Class); ok {
			kind = "<" + c.T.QualName + ">"
		}
		return nil, &variables.Unsupported{Title: "Invalid input type for nonstrict_trace-ed function", Context: "Encountered input of type " + kind + ".",
			Explanation: "For `nonstrict_trace`-ed functions, only basic types (e.g., torch.Tensor, int, float) or pytree containers of those are allowed as inputs. The provided argument contains an unsupported type.",
			Hints:       []string{"Use one of the following to register the type with pytree:\n* `torch.utils._pytree.register_constant`\n* `torch.utils._pytree.register_dataclass`\n* `torch.utils._pytree.register_pytree_node`"}}
	})
	variables.RegisterFunction("torch._dynamo.decorators.nonstrict_trace", func(th *object.Thread, t *variables.Trace, args []variables.Tracker, _ []variables.KW) (variables.Tracker, error) {
		name := "function"
		if len(args) > 0 {
			if f, ok := t.Peek(args[0]).(*variables.Function); ok {
				name = f.Fn.Code.Name
			}
		}
		return nil, &variables.Unsupported{Title: "Limitation of `nonstrict_trace", Context: "UserFunctionVariable()",
			Explanation: "Applying `nonstrict_trace` to function <" + name + ">; however, `nonstrict_trace` currently requires the function to be defined outside `torch.compile` region.",
			Hints:       []string{"make sure definition of " + name + " is outside ", "`torch.compile` region"}}
	})
	variables.RegisterFunction("torch.is_grad_enabled", func(th *object.Thread, t *variables.Trace, _ []variables.Tracker, _ []variables.KW) (variables.Tracker, error) {
		return variables.NewConstant(object.Bool(t.GradMode)), nil
	})
	variables.RegisterFunction("torch._C._get_tracing_state", constant(object.None))
	variables.RegisterFunction("torch.onnx.is_in_onnx_export", constant(object.False))
	variables.RegisterFunction("torch._C._script.is_tracing", constant(object.False)) // TorchScript's tracer does not run while this one does
	// The graph does it, by the call that follows.
	variables.RegisterFunction("torch._C._disable_saved_tensors_hooks", func(th *object.Thread, t *variables.Trace, args []variables.Tracker, _ []variables.KW) (variables.Tracker, error) {
		outer := t.NoHooks
		message, err := t.Realize(th, args[0])
		if err != nil {
			return nil, err
		}
		if c, ok := message.(*variables.Constant); ok {
			why, _ := object.AsStr(c.V)
			t.NoHooks = why.S
		}
		return variables.NewConstant(object.NewStr(outer)), nil
	})
	variables.RegisterFunction("torch.is_inference_mode_enabled", func(*object.Thread, *variables.Trace, []variables.Tracker, []variables.KW) (variables.Tracker, error) {
		return nil, variables.InferenceAsked("torch.is_inference_mode_enabled")
	})
	variables.RegisterFunction("torch.set_default_dtype", func(th *object.Thread, t *variables.Trace, args []variables.Tracker, _ []variables.KW) (variables.Tracker, error) {
		if len(args) != 1 {
			return nil, object.TypeErrorf("set_default_dtype() takes 1 positional argument but %d were given", len(args))
		}
		x, err := t.Realize(th, args[0])
		if err != nil {
			return nil, err
		}
		c, ok := x.(*variables.Constant)
		if !ok {
			return nil, variables.Skipped("set_default_dtype", "torch")
		}
		set := attribute(th, "torch.set_default_dtype")
		before, err := object.Call(th, attribute(th, "torch.get_default_dtype"))
		if err == nil {
			_, err = object.Call(th, set, c.V)
		}
		if err != nil {
			return nil, err
		}
		t.AtEnd(func(th *object.Thread) error { _, err := object.Call(th, set, before); return err })
		t.Affected("")
		target := &fxgraph.Function{Name: "set_default_dtype", Qualified: "torch.set_default_dtype", Impl: set}
		t.Graph.Create(fxgraph.CallFunction, target, []any{variables.ConstantFX(th, c.V)}, nil, "")
		return variables.None(), nil
	})
	variables.RegisterFunction("torch.set_default_device", func(th *object.Thread, t *variables.Trace, args []variables.Tracker, kwargs []variables.KW) (variables.Tracker, error) {
		return t.Call(th, t.FromValue(attribute(th, "torch.utils._device.set_default_device")), args, kwargs)
	})
	variables.RegisterFunction("torch.nn.attention._sdpa_kernel", chooseAttention)
	variables.RegisterFunction("torch.nn.attention._cur_sdpa_kernel_backends", func(th *object.Thread, t *variables.Trace, args []variables.Tracker, kwargs []variables.KW) (variables.Tracker, error) {
		now, err := object.Call(th, attribute(th, "torch.nn.attention._cur_sdpa_kernel_backends"))
		return t.FromValue(now), err
	})
	variables.RegisterFunction("torch._utils.use_deterministic_algorithms", func(th *object.Thread, t *variables.Trace, args []variables.Tracker, kwargs []variables.KW) (variables.Tracker, error) {
		var flags [2]bool // mode, warn_only
		for i, x := range args {
			if i > 0 {
				return nil, object.TypeErrorf("use_deterministic_algorithms() takes 1 positional argument but %d were given", len(args))
			}
			on, err := t.Truth(th, x)
			if err != nil {
				return nil, err
			}
			flags[0] = on
		}
		for _, kw := range kwargs {
			on, err := t.Truth(th, kw.Value)
			if err != nil {
				return nil, err
			}
			flags[map[string]int{"warn_only": 1}[kw.Name]] = on
		}
		set := attribute(th, "torch._utils._set_deterministic_algorithms")
		before, err := object.Call(th, set, object.Bool(flags[0]), object.Bool(flags[1]))
		if err != nil {
			return nil, err
		}
		t.AtEnd(func(th *object.Thread) error {
			was, _ := object.Items(before)
			_, err := object.Call(th, set, was...)
			return err
		})
		t.Affected("")
		target := &fxgraph.Function{Name: "_set_deterministic_algorithms", Qualified: "torch._C._set_deterministic_algorithms", Impl: set}
		t.Graph.Create(fxgraph.CallFunction, target, []any{flags[0]}, []fxgraph.KW{{Name: "warn_only", Value: flags[1]}}, "")
		return variables.None(), nil
	})
	for _, name := range []string{"are_deterministic_algorithms_enabled", "is_deterministic_algorithms_warn_only_enabled"} {
		variables.RegisterFunction("torch._utils."+name, func(th *object.Thread, t *variables.Trace, args []variables.Tracker, kwargs []variables.KW) (variables.Tracker, error) {
			return t.RunNow(th, attribute(th, "torch._utils."+name), args, kwargs)
		})
	}
	variables.RegisterFunction("torch.get_default_dtype", func(th *object.Thread, t *variables.Trace, args []variables.Tracker, kwargs []variables.KW) (variables.Tracker, error) {
		return t.RunNow(th, attribute(th, "torch.get_default_dtype"), args, kwargs)
	})
	variables.RegisterFunction("torch._functions.get_device_module", func(th *object.Thread, t *variables.Trace, args []variables.Tracker, kwargs []variables.KW) (variables.Tracker, error) {
		v, err := t.RunNow(th, attribute(th, "torch.get_device_module"), args, kwargs)
		if !object.ErrorIs(err, object.ExceptionType) {
			return v, err
		}
		given := make([]string, len(args))
		for i, a := range args {
			given[i] = t.Describe(th, a, true)
		}
		shown := "(" + strings.Join(given, ", ") + ")"
		if len(args) == 1 {
			shown = "(" + given[0] + ",)"
		}
		return nil, &variables.Unsupported{Title: "bad device argument to torch.get_device_module", Context: "args=" + shown + ", kwargs=" + t.DescribeKeywords(th, kwargs),
			Explanation: "Expected valid string/torch.device argument ('cpu', 'cuda', etc.)", Hints: []string{hintUserError}}
	})
	variables.RegisterFunction("torch.autograd._is_checkpoint_valid", func(th *object.Thread, t *variables.Trace, args []variables.Tracker, kwargs []variables.KW) (variables.Tracker, error) {
		return t.RunNow(th, attribute(th, "torch.autograd._is_checkpoint_valid"), args, kwargs)
	})
	for _, name := range []string{"is_autocast_enabled", "is_autocast_cpu_enabled", "get_autocast_dtype", "get_autocast_cpu_dtype", "get_autocast_gpu_dtype", "is_autocast_cache_enabled"} {
		variables.RegisterFunction("torch."+name, func(th *object.Thread, t *variables.Trace, args []variables.Tracker, kwargs []variables.KW) (variables.Tracker, error) {
			return t.RunNow(th, attribute(th, "torch."+name), args, kwargs) // tracing has entered what the code has
		})
	}
	variables.RegisterFunction("inspect.isgenerator", func(th *object.Thread, t *variables.Trace, args []variables.Tracker, _ []variables.KW) (variables.Tracker, error) {
		if len(args) != 1 {
			return nil, variables.Skipped("isgenerator", "inspect")
		}
		x, err := t.Realize(th, args[0])
		if err != nil {
			return nil, err
		}
		_, traced := x.(*variables.Generator)
		return variables.NewConstant(object.Bool(traced || t.TypeOf(x).Name == "generator")), nil
	})
	variables.RegisterFunction("inspect.signature", func(th *object.Thread, t *variables.Trace, args []variables.Tracker, kwargs []variables.KW) (variables.Tracker, error) {
		if len(args) == 1 && len(kwargs) == 0 {
			x, err := t.Realize(th, args[0])
			if err != nil {
				return nil, err
			}
			if f, ok := x.(*variables.Function); ok && (!f.New || plainDefaults(f.Fn)) {
				v, err := object.Call(th, attribute(th, "inspect.signature"), f.Fn.Ref())
				if err != nil {
					return nil, err
				}
				return t.Existing(v), nil
			}
			if m, ok := x.(*variables.Method); ok {
				if f, ok := m.Func.(*variables.Function); ok && !f.New {
					bound, err := object.Call(th, attribute(th, "types.MethodType"), f.Fn.Ref(), object.NewStr("the first parameter is taken"))
					if err != nil {
						return nil, err
					}
					v, err := object.Call(th, attribute(th, "inspect.signature"), bound)
					if err != nil {
						return nil, err
					}
					return t.Existing(v), nil
				}
			}
		}
		return nil, variables.Skipped("signature", "inspect")
	})
	variables.RegisterFunction("torch.optim.optimizer._graph_break", graphBreak)
	variables.RegisterFunction("torch.optim.optimizer._traced", func(*object.Thread, *variables.Trace, []variables.Tracker, []variables.KW) (variables.Tracker, error) {
		return variables.NewConstant(object.True), nil
	})
	variables.RegisterFunction("collections.namedtuple", func(th *object.Thread, t *variables.Trace, args []variables.Tracker, kwargs []variables.KW) (variables.Tracker, error) {
		return t.RunNow(th, attribute(th, "collections.namedtuple"), args, kwargs)
	})
	variables.RegisterFunction("torch._C._push_on_torch_function_stack", func(th *object.Thread, t *variables.Trace, args []variables.Tracker, _ []variables.KW) (variables.Tracker, error) {
		return variables.None(), t.PushFunctionMode(th, args[0])
	})
	variables.RegisterFunction("torch._C._pop_torch_function_stack", func(th *object.Thread, t *variables.Trace, _ []variables.Tracker, _ []variables.KW) (variables.Tracker, error) {
		if mode, ok := t.PopFunctionMode(); ok {
			return mode, nil
		}
		return nil, &variables.Unsupported{Title: "Attempted to pop from empty torch function mode stack", Explanation: "Called `torch._C._pop_torch_function_stack` when torch function mode stack is empty.",
			Hints: []string{"Do not pop from empty torch function mode stack.", hintUserError}}
	})
	variables.RegisterFunction("torch._C._len_torch_function_stack", func(th *object.Thread, t *variables.Trace, _ []variables.Tracker, _ []variables.KW) (variables.Tracker, error) {
		return variables.NewConstant(object.Int(int64(t.FunctionModes()))), nil
	})
	variables.RegisterFunction("torch._C._disable_torch_function", func(th *object.Thread, t *variables.Trace, args []variables.Tracker, _ []variables.KW) (variables.Tracker, error) {
		all, err := t.Truth(th, args[0])
		if err != nil {
			return nil, err
		}
		change, err := t.Realize(th, args[1])
		if err != nil {
			return nil, err
		}
		c, ok := change.(*variables.Constant)
		if !ok {
			return nil, variables.Skipped("_disable_torch_function", "torch._C")
		}
		n, err := object.ToInt(th, c.V)
		t.DisableTorchFunction(all, n)
		return variables.None(), err
	})
	variables.RegisterFunction("torch._C._is_torch_function_enabled", func(th *object.Thread, t *variables.Trace, _ []variables.Tracker, _ []variables.KW) (variables.Tracker, error) {
		return variables.NewConstant(object.Bool(t.TorchFunctionEnabled())), nil
	})
	variables.RegisterFunction("torch._C._is_torch_function_all_disabled", func(th *object.Thread, t *variables.Trace, _ []variables.Tracker, _ []variables.KW) (variables.Tracker, error) {
		return variables.NewConstant(object.Bool(t.TorchFunctionAllDisabled())), nil
	})
	variables.RegisterFunction("torch.is_tensor", func(th *object.Thread, t *variables.Trace, args []variables.Tracker, _ []variables.KW) (variables.Tracker, error) {
		x, err := t.Realize(th, args[0])
		if err != nil {
			return nil, err
		}
		_, ok := x.(*variables.Tensor)
		return variables.NewConstant(object.Bool(ok)), nil
	})
	variables.RegisterFunction("torch.full", func(th *object.Thread, t *variables.Trace, args []variables.Tracker, kwargs []variables.KW) (variables.Tracker, error) {
		if len(args) == 2 {
			fill, err := t.Realize(th, args[1])
			if err != nil {
				return nil, err
			}
			if _, ok := fill.(*variables.Tensor); ok { // which PyTorch's tracer fills an empty tensor with
				empty, err := t.Call(th, t.FromValue(attribute(th, "torch.empty")), args[:1], kwargs)
				if err != nil {
					return nil, err
				}
				return t.CallMethod(th, empty, "fill_", []variables.Tracker{fill}, nil)
			}
		}
		fn := attribute(th, "torch.full")
		b, _ := object.AsBuiltin(fn)
		return t.CallTorch(th, fn, b.Tag.(*ops.Packet), args, kwargs)
	})
	variables.RegisterFunction("torch.addcdiv", func(th *object.Thread, t *variables.Trace, args []variables.Tracker, kwargs []variables.KW) (variables.Tracker, error) {
		fn := attribute(th, "torch.addcdiv")
		if len(args) != 3 || len(kwargs) != 1 || kwargs[0].Name != "value" {
			b, _ := object.AsBuiltin(fn)
			return t.CallTorch(th, fn, b.Tag.(*ops.Packet), args, kwargs)
		}
		// With a value PyTorch's tracer records the three operators that it stands for.
		call := func(name string, args ...variables.Tracker) (variables.Tracker, error) {
			return t.Call(th, t.FromValue(attribute(th, "torch."+name)), args, nil)
		}
		for _, a := range append(args, kwargs[0].Value) { // they become inputs in their order
			if _, err := t.Realize(th, a); err != nil {
				return nil, err
			}
		}
		quotient, err := call("div", args[1], args[2])
		if err != nil {
			return nil, err
		}
		product, err := call("mul", quotient, kwargs[0].Value)
		if err != nil {
			return nil, err
		}
		return call("add", args[0], product)
	})
	for _, name := range []string{"numel", "is_floating_point", "is_complex"} {
		variables.RegisterFunction("torch."+name, func(th *object.Thread, t *variables.Trace, args []variables.Tracker, kwargs []variables.KW) (variables.Tracker, error) {
			if len(args) == 0 && len(kwargs) > 0 && kwargs[0].Name == "input" {
				args, kwargs = []variables.Tracker{kwargs[0].Value}, kwargs[1:]
			}
			if len(args) == 0 {
				return nil, object.TypeErrorf("%s() missing 1 required positional arguments: \"input\"", name)
			}
			return t.CallMethod(th, args[0], name, args[1:], kwargs)
		})
	}
}

// disableInside is the break of a call that disables compilation of a function.
func disableInside(call string) func(*object.Thread, *variables.Trace, []variables.Tracker, []variables.KW) (variables.Tracker, error) {
	return func(th *object.Thread, t *variables.Trace, args []variables.Tracker, kwargs []variables.KW) (variables.Tracker, error) {
		return nil, &variables.Unsupported{Title: "Call to `" + call + "`", Context: "Called `" + call + "` with args `" + t.DescribeAll(th, args) + "`, kwargs `" + t.DescribeKeywords(th, kwargs) + "`",
			Explanation: "`" + call + "` was called inside a compiled region. This API disables compilation when used as a decorator or wrapper outside the compiled region.",
			Hints: []string{"Move the `" + call + "` call outside the compiled function and apply it to the function that should run eagerly.",
				"Use `torch._dynamo.graph_break()` to intentionally insert a graph break at this point."}}
	}
}

// compileInside is torch.compile in compiled code: the function is traced as any other. Without a function it is the decorator.
func compileInside(th *object.Thread, t *variables.Trace, args []variables.Tracker, kwargs []variables.KW) (variables.Tracker, error) {
	for _, kw := range kwargs {
		if kw.Name == "model" {
			args = []variables.Tracker{kw.Value}
		}
	}
	if len(args) == 0 {
		return t.FromValue(attribute(th, "torch._dynamo.eval_frame._itself")), nil
	}
	return args[0], nil
}

// initGroups makes the state of the caller's optimizer while tracing, as PyTorch does: the graph finds it made.
func initGroups(th *object.Thread, t *variables.Trace, args []variables.Tracker, kwargs []variables.KW) (variables.Tracker, error) {
	method, _ := object.AsFunction(attribute(th, "torch.optim.algorithms._Rule._init_groups"))
	if o, ok := t.Peek(args[0]).(*variables.Object); ok && o.Source() != nil && !o.New {
		if _, err := object.Call(th, method.Ref(), o.V); err != nil {
			return nil, err
		}
		return variables.None(), nil
	}
	return t.Inliner.Inline(th, &variables.Function{Fn: method}, args, kwargs)
}

// callOptimized calls a module that torch.compile or disable was given.
func callOptimized(th *object.Thread, t *variables.Trace, args []variables.Tracker, kwargs []variables.KW) (variables.Tracker, error) {
	call, _ := object.AsFunction(attribute(th, "torch._dynamo.optimized_module.OptimizedModule.__call__"))
	m, ok := t.Peek(args[0]).(*variables.Object)
	if !ok || m.Source() == nil || m.New {
		return t.Inliner.Inline(th, &variables.Function{Fn: call}, args, kwargs)
	}
	forward, err := object.GetAttr(th, m.V, "forward")
	if err != nil {
		return nil, err
	}
	f, ok := object.AsFunction(forward)
	if !ok {
		return t.Inliner.Inline(th, &variables.Function{Fn: call}, args, kwargs)
	}
	reason, disabled := variables.Disabled(th, f)
	if !disabled {
		return t.Inliner.Inline(th, &variables.Function{Fn: call}, args, kwargs)
	}
	return nil, variables.Delayed(m.Source(), "Optimized `nn.Module` is wrapped with `torch.compiler.disable` (reason: "+reason+")")
}

func graphBreak(th *object.Thread, t *variables.Trace, args []variables.Tracker, kwargs []variables.KW) (variables.Tracker, error) {
	message := "Called `torch._dynamo.graph_break()` with args `["
	for i, a := range args {
		if i > 0 {
			message += ", "
		}
		if c, err := t.Text(th, a, "repr"); err == nil {
			s, _ := object.Text(c.V)
			message += "ConstantVariable(" + t.TypeOf(a).Name + ": " + s + ")"
		}
	}
	message += "]`, kwargs `{"
	said := "None"
	for _, kw := range kwargs {
		if c, err := t.Text(th, kw.Value, "repr"); err == nil && kw.Name == "msg" {
			s, _ := object.Text(c.V)
			message += "'msg': ConstantVariable(str: " + s + ")"
			if plain, err := t.Text(th, kw.Value, "str"); err == nil {
				said, _ = object.Text(plain.V)
			}
		}
	}
	message += "}`"
	return nil, &variables.Unsupported{Title: "Call to `torch._dynamo.graph_break()`", Context: message,
		Explanation: "User-inserted graph break. Message: " + said, Hints: []string{"Remove the `torch._dynamo.graph_break()` call."}}
}

// plainDefaults tells whether the defaults of a function that tracing made are objects that were there before.
func plainDefaults(f *object.Function) bool {
	plain := func(v object.Value) bool { _, proxy := variables.AsProxy(v); return !proxy }
	if f.Defaults != nil {
		for _, v := range f.Defaults.Items {
			if !plain(v) {
				return false
			}
		}
	}
	if f.KwDefaults != nil {
		for _, k := range f.KwDefaults.Keys() {
			if name, ok := object.AsStr(k); ok {
				if v, _ := f.KwDefaults.Lookup(name.S); !plain(v) {
					return false
				}
			}
		}
	}
	return true
}

// chooseAttention records the choice of implementations of attention, which holds for what is traced next.
func chooseAttention(th *object.Thread, t *variables.Trace, args []variables.Tracker, _ []variables.KW) (variables.Tracker, error) {
	given, err := t.Unpack(th, args[0])
	if err != nil {
		return nil, err
	}
	priority, err := t.Truth(th, args[1])
	if err != nil {
		return nil, err
	}
	name := func(short string) *fxgraph.Function {
		return &fxgraph.Function{Name: short, Qualified: "torch.nn.attention." + short, Impl: attribute(th, "torch.nn.attention."+short)}
	}
	var choices []object.Value
	var nodes fxgraph.List
	for _, g := range given {
		v := t.ToValue(g)
		member, err := object.GetAttr(th, v, "name")
		if err != nil {
			return nil, err
		}
		s, _ := object.Text(member)
		choices = append(choices, v)
		nodes = append(nodes, t.Graph.Create(fxgraph.CallFunction, name("_backend_from_string"), []any{s}, nil, ""))
	}
	before, err := object.Call(th, attribute(th, "torch.nn.attention._cur_sdpa_kernel_backends"))
	if err != nil {
		return nil, err
	}
	set := attribute(th, "torch.nn.attention._sdpa_kernel")
	if _, err := object.Call(th, set, object.NewList(choices...).Ref()); err != nil {
		return nil, err
	}
	t.AtEnd(func(th *object.Thread) error { _, err := object.Call(th, set, before); return err })
	t.Affected("")
	t.Graph.Create(fxgraph.CallFunction, name("_sdpa_kernel"), []any{nodes, priority}, nil, "")
	return variables.None(), nil
}
