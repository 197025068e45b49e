// Package compiler connects package dynamo to scripts: torch.compile,
// torch.compiler and torch._dynamo. The user-facing functions are written in the
// Python subset (lib/); they reach the tracer through the native module
// torch._C._dynamo.eval_frame that is defined here.
package compiler

import (
	"embed"

	"github.com/magneto-go/magneto/dynamo"
	"github.com/magneto-go/magneto/torch/fx"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

//go:embed all:lib
var library embed.FS

// Register makes the modules importable and installs the frame hook's host.
func Register() {
	interp.RegisterLibrary(library, "lib", "<magneto>/lib")
	interp.RegisterNative("torch._C._dynamo", func() *object.Module {
		m := object.NewModule("torch._C._dynamo")
		m.Set("__path__", object.NewList().Ref())
		return m
	})
	interp.RegisterNative("torch._C._dynamo.eval_frame", evalFrame)
	fx.Register()
	connect()
}

var contextType *object.Type

// contextOf is the Compile behind a context object; nil for None.
func contextOf(v object.Value) *dynamo.Compile {
	if n, ok := object.AsNative(v); ok {
		c, _ := n.V.(*dynamo.Compile)
		return c
	}
	return nil
}

// contextObject is the one object of a Compile.
func contextObject(c *dynamo.Compile) object.Value {
	if c == nil {
		return object.None
	}
	return object.NewNative(contextType, c)
}

func evalFrame() *object.Module {
	m := object.NewModule("torch._C._dynamo.eval_frame")
	contextType = object.NewType("CompileContext", "torch._C._dynamo.eval_frame", nil, object.Spec{Layout: object.LayoutNative})
	m.SetFunc("new_context", newContext)
	m.SetFunc("set_context", func(args, _ []object.Value) (object.Value, error) {
		return contextObject(activate(contextOf(args[0]))), nil
	})
	m.SetFunc("enter", enter)
	m.SetFunc("set_run_only", func(args, _ []object.Value) (object.Value, error) {
		contextOf(args[0]).RunOnly = true
		return object.None, nil
	})
	m.SetFunc("frame_counter", func([]object.Value, []object.Value) (object.Value, error) { return object.None, nil })
	m.SetFunc("loaded", func(args, _ []object.Value) (object.Value, error) {
		name, _ := object.Text(args[0])
		if v, ok := interp.Modules.Lookup(name); ok {
			return v, nil
		}
		return object.None, nil
	})
	m.SetFunc("reset", func([]object.Value, []object.Value) (object.Value, error) {
		dynamo.Reset()
		clear(loggedBreaks)
		return object.None, nil
	})
	m.SetFunc("skip_code", func(args, _ []object.Value) (object.Value, error) {
		code, ok := object.AsCode(args[0])
		if !ok {
			return object.Null, object.TypeErrorf("skip_code() expects a code object")
		}
		dynamo.SkipCode(code)
		return object.None, nil
	})
	m.SetFunc("set_error_on_graph_break", func(args, _ []object.Value) (object.Value, error) {
		old := variables.ErrorOnBreak
		variables.ErrorOnBreak, _ = args[0].AsBool()
		return object.Bool(old), nil
	})
	m.SetFunc("disallow", func(args, _ []object.Value) (object.Value, error) {
		disallowed[args[0]] = true
		return object.None, nil
	})
	m.SetFunc("allow", func(args, _ []object.Value) (object.Value, error) {
		delete(disallowed, args[0])
		return object.None, nil
	})
	m.SetFunc("substitute", func(args, _ []object.Value) (object.Value, error) {
		substitutes[args[0]] = args[1]
		return object.None, nil
	})
	m.SetFunc("reset_code", func(args, _ []object.Value) (object.Value, error) {
		if code, ok := object.AsCode(args[0]); ok {
			dynamo.ResetCode(code)
		}
		return object.None, nil
	})
	m.SetFunc("attach_config", func(args, _ []object.Value) (object.Value, error) {
		configValues, _ = object.AsDict(args[0])
		return object.None, nil
	})
	m.SetFunc("attach_counters", attachCounters)
	m.SetFunc("compile_captured", compileCaptured)
	m.SetFunc("aot_compile", aotCompile)
	m.SetFunc("comptime_local", comptimeLocal)
	m.SetFunc("comptime_do", comptimeDo)
	m.SetFunc("comptime_var", comptimeVar)
	m.SetFunc("set_stance", setStance)
	m.SetFunc("check_stance", checkStance)
	m.SetFunc("set_log", setLog)
	m.SetFunc("set_quiet_logs", setQuietLogs)
	m.SetFunc("start_kernels", func([]object.Value, []object.Value) (object.Value, error) {
		kernelTexts = []object.Value{}
		return object.None, nil
	})
	m.SetFunc("stop_kernels", func([]object.Value, []object.Value) (object.Value, error) {
		list := object.NewList(kernelTexts...).Ref()
		kernelTexts = nil
		return list, nil
	})
	m.SetFunc("start_explain", startExplain)
	m.SetFunc("stop_explain", stopExplain)
	m.SetFunc("_debug_get_cache_entry_list", cacheEntries)
	return m
}

// enter makes calls of the function that torch.compile has returned go to the compiled function without running its code: args are
// the function, what it calls, and the context.
func enter(args, _ []object.Value) (object.Value, error) {
	wrapper, ok := object.AsFunction(args[0])
	target := args[1]
	if m, bound := object.AsMethod(target); bound {
		target = m.Func
	}
	if _, python := object.AsFunction(target); !ok || !python {
		return object.None, nil
	}
	c := contextOf(args[2])
	wrapper.Enter = &object.Entrance{
		Target: args[1],
		Begin: func() (any, error) {
			if _, err := checkStance(nil, nil); err != nil {
				return nil, err
			}
			return activate(c), nil
		},
		End: func(before any) { dynamo.Activate(before.(*dynamo.Compile)) },
	}
	return object.None, nil
}

// activate is dynamo.Activate for the contexts of scripts: under torch._dynamo.run nothing is compiled.
func activate(c *dynamo.Compile) *dynamo.Compile {
	if active := dynamo.Active(); c != nil && active != nil && active.RunOnly {
		return active
	}
	return dynamo.Activate(c)
}

// disallowed are functions that always break the graph.
var disallowed = map[object.Value]bool{}

// substitutes are the functions that are traced in the place of others (substitute_in_graph).
var substitutes = map[object.Value]object.Value{}

func newContext(args, kwNames []object.Value) (object.Value, error) {
	in, err := object.Args("new_context", args, kwNames, "backend", "backend_key", "fullgraph", "dynamic", "isolate", "guard_filter_fn", "key")
	if err != nil {
		return object.Null, err
	}
	c := &dynamo.Compile{Backend: in[0], BackendKey: in[1]}
	c.FullGraph, _ = in[2].AsBool()
	if b, ok := in[3].AsBool(); ok {
		c.Dynamic = &b
	}
	if b, _ := in[4].AsBool(); b {
		c.Region = c
	}
	if !in[5].IsNone() {
		c.Filter = in[5]
	}
	c.Key, _ = object.Text(in[6])
	if c.Dynamic != nil {
		if *c.Dynamic {
			c.Key += "|dynamic"
		} else {
			c.Key += "|static"
		}
	}
	return object.NewNative(contextType, c), nil
}

// The stance of torch.compiler.set_stance.
var (
	stance        = "default"
	skipGuardEval bool
	forceBackend  = object.None
)

var stances = map[string]bool{"default": true, "force_eager": true, "eager_on_recompile": true, "fail_on_recompile": true, "eager_then_compile": true, "aot_eager_then_compile": true}

func setStance(args, _ []object.Value) (object.Value, error) {
	old := object.NewTuple(object.NewStr(stance), object.Bool(skipGuardEval), forceBackend).Ref()
	stance, _ = object.Text(args[0])
	skipGuardEval, _ = args[1].AsBool()
	forceBackend = args[2]
	return old, nil
}

func checkStance([]object.Value, []object.Value) (object.Value, error) {
	if !stances[stance] {
		return object.Null, object.RuntimeErrorf("invalid torch.compile stance '%s'", stance)
	}
	return object.None, nil
}

// cacheEntries lists the entries of a function's code, most recently used first.
func cacheEntries(args, _ []object.Value) (object.Value, error) {
	code, ok := object.AsCode(args[0])
	if !ok {
		if f, isFunction := object.AsFunction(args[0]); isFunction {
			code = f.Code
		} else {
			return object.Null, object.TypeErrorf("expected a code object")
		}
	}
	var out []object.Value
	for _, e := range dynamo.Entries(code) {
		d := object.NewDict()
		d.Put("compile_id", object.NewStr(e.ID))
		d.Put("code", e.Code.Ref())
		out = append(out, d.Ref())
	}
	return object.NewList(out...).Ref(), nil
}
