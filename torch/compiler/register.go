// Package compiler connects package dynamo to scripts: torch.compile,
// torch.compiler and torch._dynamo. The user-facing functions are written in the
// Python subset (lib/); they reach the tracer through the native module
// torch._C._dynamo.eval_frame that is defined here.
//
// It is a part of this module; package magneto is for use from outside.
package compiler

import (
	"embed"
	"sync"

	"github.com/magneto-go/magneto/dynamo"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/torch/fx"
	"github.com/magneto-go/magneto/torch/jit"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

//go:embed all:lib
var library embed.FS

// Register makes torch and the modules of its compiler importable, once for all machines. It is called before programs run.
func Register() { registration.Do(register) }

var registration sync.Once

func register() {
	torch.Register()
	jit.Register()
	interp.RegisterPackages(library, "lib", "<magneto>/lib")
	interp.RegisterNative("torch._C._dynamo", func(th *object.Thread) *object.Module {
		m := object.NewModule("torch._C._dynamo")
		m.Set("__path__", object.NewList().Ref())
		m.SetFunc("__getattr__", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
			name, _ := object.AsStr(args[0])
			if name.S == "guards" || name.S == "utils" {
				return interp.ImportModule(th, "torch._C._dynamo."+name.S)
			}
			return object.Null, object.AttributeErrorf(m.Ref(), name, "module 'torch._C._dynamo' has no attribute '%s'", name.S)
		})
		return m
	})
	interp.RegisterNative("torch._C._dynamo.eval_frame", evalFrame)
	connect()
}

// contextType is what scripts hold of a dynamo.Compile.
var contextType = object.NewType("CompileContext", "torch._C._dynamo.eval_frame", nil, object.Spec{Layout: object.LayoutNative})

// contextOf is the Compile behind a context object; nil for None.
func contextOf(v object.Value) *dynamo.Compile {
	if n, ok := object.AsNative(v); ok {
		c, _ := n.V.(*dynamo.Compile)
		return c
	}
	return nil
}

// contextObject is the one object of a Compile.
func contextObject(th *object.Thread, c *dynamo.Compile) object.Value {
	if c == nil {
		return object.None
	}
	return object.NewNative(contextType, c)
}

func evalFrame(th *object.Thread) *object.Module {
	m := object.NewModule("torch._C._dynamo.eval_frame")
	m.SetFunc("new_context", newContext)
	m.SetFunc("set_context", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		return contextObject(th, activate(th, contextOf(args[0]))), nil
	})
	m.SetFunc("set_eval_frame", setEvalFrame)
	m.SetFunc("enter", enter)
	m.SetFunc("set_run_only", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		contextOf(args[0]).RunOnly = true
		return object.None, nil
	})
	m.SetFunc("frame_counter", func(*object.Thread, []object.Value, []object.Value) (object.Value, error) { return object.None, nil })
	m.SetFunc("loaded", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		name, _ := object.Text(args[0])
		if v, ok := interp.MachineOf(th).Modules.Lookup(name); ok {
			return v, nil
		}
		return object.None, nil
	})
	m.SetFunc("reset", func(th *object.Thread, _ []object.Value, _ []object.Value) (object.Value, error) {
		states.Of(th).metrics = 0
		dynamo.Reset(th)
		clear(states.Of(th).replaced)
		return object.None, nil
	})
	registerHistory(m)
	registerParts(m)
	m.SetFunc("forget_logged_breaks", func(th *object.Thread, _ []object.Value, _ []object.Value) (object.Value, error) {
		clear(states.Of(th).logs.breaks)
		return object.None, nil
	})
	m.SetFunc("skip_code", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		code, ok := object.AsCode(args[0])
		if !ok {
			return object.Null, object.TypeErrorf("skip_code() expects a code object")
		}
		dynamo.SkipCode(th, code)
		return object.None, nil
	})
	m.SetFunc("set_fx_tracing", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		states.Of(th).fxTracing, _ = args[0].AsBool()
		return object.None, nil
	})
	m.SetFunc("set_error_on_graph_break", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		on, _ := args[0].AsBool()
		return object.Bool(dynamo.SetErrorOnBreak(th, on)), nil
	})
	m.SetFunc("disallow", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		states.Of(th).disallowed[args[0]] = true
		return object.None, nil
	})
	m.SetFunc("allow", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		delete(states.Of(th).disallowed, args[0])
		return object.None, nil
	})
	m.SetFunc("substitute", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		states.Of(th).substitutes[args[0]] = args[1]
		return object.None, nil
	})
	m.SetFunc("reset_code", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		if code, ok := object.AsCode(args[0]); ok {
			dynamo.ResetCode(code)
			delete(states.Of(th).replaced, code)
		}
		return object.None, nil
	})
	m.SetFunc("attach_config", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		s := &states.Of(th).settings
		s.values, _ = object.AsDict(args[0])
		s.last = nil
		return object.None, nil
	})
	m.SetFunc("attach_counters", attachCounters)
	m.SetFunc("tracing_sizes", func(th *object.Thread, _, _ []object.Value) (object.Value, error) { // its environment of sizes, or None
		if sizes := states.Of(th).compilation.sizes; !sizes.IsNull() {
			return sizes, nil
		}
		return object.None, nil
	})
	m.SetFunc("tracing_context", func(th *object.Thread, _, _ []object.Value) (object.Value, error) { // names the compilation for which a backend runs
		c := states.Of(th).compilation
		if c.number == 0 {
			return object.None, nil
		}
		return object.NewTuple(object.Int(int64(c.number)), object.NewStr(c.id.Compile), object.Int(int64(c.id.Attempt))).Ref(), nil
	})
	m.SetFunc("traced_code", func(th *object.Thread, _, _ []object.Value) (object.Value, error) { // None while no backend runs
		s := states.Of(th)
		if s.compilation.number == 0 {
			return object.None, nil
		}
		list := make([]object.Value, len(s.traced))
		for i, code := range s.traced {
			list[i] = code.Ref()
		}
		return object.NewList(list...).Ref(), nil
	})
	m.SetFunc("compile_captured", compileCaptured)
	m.SetFunc("aot_compile", aotCompile)
	m.SetFunc("aot_changes", aotChanges)
	m.SetFunc("may_share", mayShare)
	m.SetFunc("shape_env", newShapeEnv)
	m.SetFunc("within_sizes", withinSizes)
	m.SetFunc("statically_known", staticallyKnown)
	m.SetFunc("symbols_in", symbolsIn)
	m.SetFunc("record_calls", recordCalls)
	m.SetFunc("reworded", func(_ *object.Thread, args, _ []object.Value) (object.Value, error) {
		exc, ok := object.AsException(args[0])
		if !ok {
			return object.Null, object.TypeErrorf("an exception is expected")
		}
		return variables.Reworded(exc).Ref(), nil
	})
	m.SetFunc("min_cut", minCut)
	m.SetFunc("set_compiled_backward", setCompiledBackward)
	m.SetFunc("plan_backward", planBackward)
	m.SetFunc("open_geometry", openGeometry)
	m.SetFunc("size_pattern", sizePattern)
	m.SetFunc("fitting_sizes", fittingSizes)
	m.SetFunc("backward_of", backwardOf)
	m.SetFunc("run_backward", runBackward)
	m.SetFunc("end_backward", endBackward)
	m.SetFunc("is_recording", isRecording)
	m.SetFunc("beside_recording", besideRecording)
	m.SetFunc("records_gradients", recordsGradients)
	m.SetFunc("name_of", nameOf)
	m.SetFunc("size_operand", sizeOperandOf)
	m.SetFunc("fresh_number", freshNumber)
	m.SetFunc("sized_example", sizedExample)
	m.SetFunc("record_body", recordBody)
	m.SetFunc("recorded_nodes", recordedNodes)
	m.SetFunc("run_told", runTold)
	m.SetFunc("annotate_node", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		custom, _ := object.AsDict(args[1])
		fx.Annotate(args[0], custom)
		return object.None, nil
	})
	m.SetFunc("beneath_functional", beneathFunctional)
	m.SetFunc("recorded_bodies", recordedBodies)
	m.SetFunc("body_lifted", bodyLifted)
	m.SetFunc("body_module", bodyModule)
	m.SetFunc("align_body", alignBody)
	m.SetFunc("row_example", rowExample)
	m.SetFunc("rows_example", rowsExample)
	m.SetFunc("record_higher_order", recordHigherOrder)
	m.SetFunc("record_function", recordFunction)
	m.SetFunc("describe_tensor", describeTensor)
	m.SetFunc("describe_size", describeSize)
	m.SetFunc("name_exactly", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		name, _ := object.Text(args[1])
		fx.NameExactly(args[0], name)
		return object.None, nil
	})
	m.SetFunc("canonicalize", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		fx.Canonicalize(args[0], dynamo.KeepsPlace)
		return object.None, nil
	})
	m.SetFunc("keep_composites", keepComposites)
	m.SetFunc("repeating_draws", repeatingDraws)
	m.SetFunc("kept_by", keptBy)
	m.SetFunc("stand_for", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		fx.StandFor(args[0], args[1])
		return object.None, nil
	})
	m.SetFunc("describe_as", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		fx.DescribeAs(args[0], args[1])
		return object.None, nil
	})
	m.SetFunc("comptime_local", comptimeLocal)
	m.SetFunc("comptime_do", comptimeDo)
	m.SetFunc("comptime_var", comptimeVar)
	m.SetFunc("set_stance", setStance)
	m.SetFunc("set_hooks", setHooks)
	m.SetFunc("check_stance", checkStance)
	m.SetFunc("stance", func(th *object.Thread, _, _ []object.Value) (object.Value, error) {
		return states.Of(th).stance.tuple(), nil
	})
	m.SetFunc("library_frames", libraryFrames)
	m.SetFunc("set_log", setLog)
	m.SetFunc("set_quiet_logs", setQuietLogs)
	m.SetFunc("node_origin", nodeOrigin)
	m.SetFunc("nodes_share_memory", nodesShareMemory)
	m.SetFunc("start_kernels", func(th *object.Thread, _, _ []object.Value) (object.Value, error) {
		states.Of(th).kernelTexts = []object.Value{}
		return object.None, nil
	})
	m.SetFunc("stop_kernels", func(th *object.Thread, _, _ []object.Value) (object.Value, error) {
		s := states.Of(th)
		list := object.NewList(s.kernelTexts...).Ref()
		s.kernelTexts = nil
		return list, nil
	})
	m.SetFunc("start_explain", startExplain)
	m.SetFunc("stop_explain", stopExplain)
	m.SetFunc("_debug_get_cache_entry_list", cacheEntries)
	checkArguments(th, m)
	return m
}

// enter makes calls of the function that torch.compile has returned go to the compiled function without running its code: args are
// the function, what it calls, and the context.
func enter(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	wrapper, ok := object.AsFunction(args[0])
	target := args[1]
	if m, bound := object.AsMethod(target); bound {
		target = m.Func
	}
	fn, python := object.AsFunction(target)
	if !ok || !python {
		return object.None, nil
	}
	c := contextOf(args[2])
	if c != nil {
		dynamo.AlwaysTrace(th, fn.Code)
	}
	wrapper.Enter = &object.Entrance{
		Target: args[1],
		Begin: func(th *object.Thread) (any, error) {
			if _, err := checkStance(th, nil, nil); err != nil {
				return nil, err
			}
			return activate(th, c), nil
		},
		End: func(th *object.Thread, before any) { dynamo.Activate(th, before.(*dynamo.Compile)) },
	}
	if c != nil && fn.Ref() == args[1] { // no method, whose object would have to be put in front of the arguments
		wrapper.Enter.Unframed = func(th *object.Thread, args []object.Value) (object.Value, bool, error) {
			return c.Unframed(th, fn, args)
		}
	}
	return object.None, nil
}

// activate is dynamo.Activate for the contexts of scripts: under torch._dynamo.run nothing is compiled.
func activate(th *object.Thread, c *dynamo.Compile) *dynamo.Compile {
	if active := dynamo.Active(th); c != nil && active != nil && active.RunOnly {
		return active
	}
	return dynamo.Activate(th, c)
}

func newContext(th *object.Thread, args, kwNames []object.Value) (object.Value, error) {
	in, err := object.Args("new_context", args, kwNames, "backend", "backend_key", "fullgraph", "dynamic", "isolate", "guard_filter_fn", "key", "limit")
	if err != nil {
		return object.Null, err
	}
	clear(states.Of(th).logs.breaks) // which are logged whole again for what is compiled from now on
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
	if n, ok := in[7].AsInt(); ok {
		limit := int(n)
		c.Limit = &limit
	}
	return object.NewNative(contextType, c), nil
}

// stance is what torch.compiler.set_stance sets.
type stance struct {
	name       string
	unknown    bool         // the name is of no stance, which calls report
	skipGuards bool         // skip_guard_eval_unsafe
	backend    object.Value // force_backend, None for none
}

var stances = map[string]bool{"default": true, "force_eager": true, "eager_on_recompile": true, "fail_on_recompile": true, "eager_then_compile": true, "aot_eager_then_compile": true}

func setStance(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	if dynamo.Active(th) != nil {
		return object.Null, object.RuntimeErrorf("attempted to set_stance in a torch.compile region")
	}
	state := states.Of(th)
	state.settings.last = nil
	s := &state.stance
	old := s.tuple()
	s.name, _ = object.Text(args[0])
	s.unknown = !stances[s.name]
	s.skipGuards, _ = args[1].AsBool()
	s.backend = args[2]
	return old, nil
}

func (s *stance) tuple() object.Value {
	return object.NewTuple(object.NewStr(s.name), object.Bool(s.skipGuards), s.backend).Ref()
}

func checkStance(th *object.Thread, _ []object.Value, _ []object.Value) (object.Value, error) {
	if state := states.Of(th); state.fxTracing && state.settings.bool(th, "error_on_nested_fx_trace", true) {
		return object.Null, object.RuntimeErrorf("Detected that you are using FX to symbolically trace a dynamo-optimized function. This is not supported at the moment.")
	}
	if jit.Tracing(th) {
		return object.Null, object.RuntimeErrorf("Detected that you are using FX to torch.jit.trace a dynamo-optimized function. This is not supported at the moment.")
	}
	if s := &states.Of(th).stance; s.unknown {
		shown, err := object.Call(th, attribute(th, "torch._dynamo.eval_frame.DynamoStance"), object.NewStr(s.name), object.Bool(s.skipGuards), s.backend)
		if err != nil {
			return object.Null, err
		}
		text, err := object.Repr(th, shown)
		if err != nil {
			return object.Null, err
		}
		return object.Null, object.RuntimeErrorf("invalid torch.compile stance '%s'", text)
	}
	return object.None, nil
}

// libraryFrames tells whether frames of a code object with these globals are never compiled.
func libraryFrames(_ *object.Thread, args, _ []object.Value) (object.Value, error) {
	code, ok := object.AsCode(args[0])
	globals, known := object.AsDict(args[1])
	if !ok || !known {
		return object.Null, object.TypeErrorf("library_frames() takes a code object and a dict")
	}
	return object.Bool(host{}.Skippable(code, globals)), nil
}

// checkOf is (locals, globals) → why the guards of an entry fail for a call of the code, "" where they hold.
func checkOf(code *object.Code, program *guards.Program) object.Value {
	return object.NewFuncValue("check", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		locals, ok := object.AsDict(args[0])
		globals, known := object.AsDict(args[1])
		if !ok || !known {
			return object.Null, object.TypeErrorf("the locals of a frame are a dict")
		}
		builtins, _ := object.AsDict(attribute(th, "builtins.__dict__"))
		frame := &guards.Frame{Slots: make([]object.Value, code.ParamCount()), Globals: globals, Builtins: builtins}
		for i := range frame.Slots {
			frame.Slots[i], _ = locals.Lookup(code.LocalsPlus[i])
		}
		cells := make([]object.Value, len(code.FreeVars))
		for i, name := range code.FreeVars {
			v, _ := locals.Lookup(name)
			cells[i] = object.NewCell(v).Ref()
		}
		frame.Closure = object.NewClosure(object.NewTuple(cells...))
		if program.Check(th, frame) {
			return object.NewStr(""), nil
		}
		return object.NewStr(program.FailedCheck(th, frame)), nil
	})
}

// differingOf is () → the sources that a check of what differs between the entries of the code would look at, with the paths to them.
func differingOf(code *object.Code, program *guards.Program) object.Value {
	return object.NewFuncValue("differing", func(*object.Thread, []object.Value, []object.Value) (object.Value, error) {
		sources := map[string]bool{}
		for _, e := range dynamo.Entries(code) {
			e.Program.FailedSources(sources)
		}
		return object.StrList(program.Differentiating(sources)), nil
	})
}

// cacheEntries lists the entries of a function's code, most recently used first.
func cacheEntries(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	code, ok := object.AsCode(args[0])
	if !ok {
		if f, isFunction := object.AsFunction(args[0]); isFunction {
			code = f.Code
		} else {
			return object.Null, object.TypeErrorf("expected a code object!")
		}
	}
	out := givenCode(th, code)
	for _, e := range dynamo.Entries(code) {
		entry, err := object.Call(th, attribute(th, "torch._dynamo.cache_entries._CacheEntry"), e.Code.Ref(), object.NewStr(e.ID), dynamo.BackendOf(e), object.NewStr(e.Program.Text(th)), checkOf(code, e.Program), differingOf(code, e.Program), partsOf(e.Program))
		if err != nil {
			return object.Null, err
		}
		out = append(out, entry)
	}
	return object.NewList(out...).Ref(), nil
}
