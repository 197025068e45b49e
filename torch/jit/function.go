package jit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/front"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/object"
)

// functionType is the type of scripted functions.
var functionType = object.NewType("ScriptFunction", "torch.jit", nil, object.Spec{Layout: object.LayoutNative, HasDict: true, Slots: object.Slots{
	Call: func(th *object.Thread, self Value, args, kwNames []Value) (Value, error) {
		f, _ := payload[*ir.Function](self)
		return call(th, f, args, kwNames)
	},
	Repr: func(th *object.Thread, self Value) (Value, error) {
		return object.NewStr(fmt.Sprintf("<torch.jit.torch.jit.ScriptFunction object at %#x>", object.ID(self))), nil
	},
}, Getset: functionFields(func(v Value) (*ir.Function, Value) { f, _ := payload[*ir.Function](v); return f, object.Null }),
	Methods: []object.Method{{Name: "graph_for", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
		f, _ := payload[*ir.Function](args[0])
		if _, err := call(th, f, args[1:], kw); err != nil {
			return object.Null, err
		}
		return lastExecuted(th, nil, nil)
	}}, {Name: "__reduce_ex__", Fn: func(th *object.Thread, _, _ []Value) (Value, error) {
		cls, err := helper(th, "pickle", "PickleError")
		if err != nil {
			return object.Null, err
		}
		t, _ := object.AsType(cls)
		return object.Null, object.NewException(t, "ScriptFunction cannot be pickled")
	}}, {Name: "get_debug_state", Fn: func(th *object.Thread, args, _ []Value) (Value, error) {
		f, _ := payload[*ir.Function](args[0])
		return debugState(th, f)
	}}, {Name: "save", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
		f, err := helper(th, "torch.jit", "save")
		if err != nil {
			return f, err
		}
		return object.CallArgs(th, f, append([]Value(nil), args...), kw)
	}}, {Name: "save_to_buffer", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
		f, err := helper(th, "torch.jit._serialization", "to_buffer")
		if err != nil {
			return f, err
		}
		return object.CallArgs(th, f, append([]Value(nil), args...), kw)
	}}, {Name: "_set_ignore_amp", Fn: nothing}, {Name: "_debug_flush_compilation_cache", Fn: func(th *object.Thread, args, _ []Value) (Value, error) {
		f, _ := payload[*ir.Function](args[0])
		delete(states.Of(th).plans, f)
		delete(states.Of(th).profiled, f)
		return object.None, nil
	}}}})

// nothing is a method of a switch that chooses between ways which compute the same.
func nothing(*object.Thread, []Value, []Value) (Value, error) { return object.None, nil }

// method is a compiled method with its object.
type method struct {
	f    *ir.Function
	self Value // of the interpreter
	// owner is the Python object.
	owner Value
}

// methodType is the type of scripted methods of an object.
var methodType = object.NewType("ScriptMethod", "torch", nil, object.Spec{Layout: object.LayoutNative, HasDict: true, Slots: object.Slots{
	Call: func(th *object.Thread, self Value, args, kwNames []Value) (Value, error) {
		m, _ := payload[*method](self)
		if v, handled, err := torch.OverrideByArguments(th, func() Value { return self }, args, kwNames); handled {
			return v, err
		}
		return call(th, m.f, append([]Value{m.self}, args...), kwNames)
	},
}, Getset: append(functionFields(func(v Value) (*ir.Function, Value) { m, _ := payload[*method](v); return m.f, m.self }),
	object.GetsetDef{Name: "__doc__", Get: func(th *object.Thread, v Value) (Value, error) { // that of the function of Python
		m, _ := payload[*method](v)
		f, ok := m.f.Source.(*object.Function)
		if !ok {
			return object.None, nil
		}
		if doc := attr(th, f.Ref(), "__doc__"); !doc.IsNull() {
			return doc, nil
		}
		return object.None, nil
	}},
	object.GetsetDef{Name: "owner", Get: func(th *object.Thread, v Value) (Value, error) { m, _ := payload[*method](v); return m.self, nil }},
	object.GetsetDef{Name: "raw_owner", Get: func(th *object.Thread, v Value) (Value, error) { m, _ := payload[*method](v); return m.self, nil }}),
	Methods: []object.Method{{Name: "get_debug_state", Fn: func(th *object.Thread, args, _ []Value) (Value, error) {
		m, _ := payload[*method](args[0])
		return debugState(th, m.f)
	}}, {Name: "graph_for", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
		m, _ := payload[*method](args[0])
		if _, err := call(th, m.f, append([]Value{m.self}, args[1:]...), kw); err != nil {
			return object.Null, err
		}
		return lastExecuted(th, nil, nil)
	}}, {Name: "_debug_flush_compilation_cache", Fn: func(th *object.Thread, args, _ []Value) (Value, error) {
		m, _ := payload[*method](args[0])
		delete(states.Of(th).plans, m.f)
		delete(states.Of(th).profiled, m.f)
		return object.None, nil
	}}}})

// functionFields are the attributes of functions and methods.
func functionFields(of func(Value) (*ir.Function, Value)) []object.GetsetDef {
	get := func(name string, f func(th *object.Thread, fn *ir.Function, method bool) (Value, error)) object.GetsetDef {
		return object.GetsetDef{Name: name, Get: func(th *object.Thread, v Value) (Value, error) {
			fn, self := of(v)
			if err := ensure(th, fn); err != nil {
				return object.Null, err
			}
			return f(th, fn, !self.IsNull())
		}}
	}
	return []object.GetsetDef{
		get("graph", func(th *object.Thread, fn *ir.Function, _ bool) (Value, error) { return graphObject(fn.Graph), nil }),
		get("inlined_graph", func(th *object.Thread, fn *ir.Function, _ bool) (Value, error) {
			g := fn.Graph.Copy()
			if err := ir.Inline(g, runtimeOf(th)); err != nil {
				return object.Null, raised(th, err)
			}
			return graphObject(g), nil
		}),
		get("code", func(th *object.Thread, fn *ir.Function, method bool) (Value, error) {
			return object.NewStr((&ir.CodePrinter{}).Function(fn, method)), nil
		}),
		get("code_with_constants", func(th *object.Thread, fn *ir.Function, method bool) (Value, error) {
			p := &ir.CodePrinter{}
			text := p.Function(fn, method)
			d := object.NewDict()
			for i, c := range p.Apart {
				v, err := exec.ConstantValue(th, runtimeOf(th), c)
				if err != nil {
					return v, err
				}
				d.Put(fmt.Sprintf("c%d", i), v)
			}
			f, err := helper(th, "torch.jit._script", "ConstMap")
			if err != nil {
				return f, err
			}
			m, err := object.Call(th, f, d.Ref())
			return object.NewTuple(object.NewStr(text), m).Ref(), err
		}),
		get("schema", func(th *object.Thread, fn *ir.Function, _ bool) (Value, error) { return schemaObject(fn.Schema), nil }),
		get("name", func(th *object.Thread, fn *ir.Function, _ bool) (Value, error) { return object.NewStr(fn.Name), nil }),
		get("__name__", func(th *object.Thread, fn *ir.Function, _ bool) (Value, error) { return object.NewStr(fn.Name), nil }),
		get("qualified_name", func(th *object.Thread, fn *ir.Function, _ bool) (Value, error) {
			return object.NewStr(fn.Qualified), nil
		}),
	}
}

func functionObject(f *ir.Function) Value { return object.NewNative(functionType, f) }

// ensure compiles a function; errors of the compiler become exceptions.
func ensure(th *object.Thread, f *ir.Function) error {
	return raised(th, front.Guard(f.Ensure))
}

// raised makes an exception of an error of the compiler.
func raised(th *object.Thread, err error) error {
	switch e := err.(type) {
	case nil:
		return nil
	case *front.Error:
		if e.Kind == "" {
			return object.RuntimeErrorf("%s", e.Error())
		}
		switch e.Kind {
		case "AttributeError":
			return object.NewException(object.AttributeError, e.Error())
		case "TypeError":
			return object.NewException(object.TypeError, e.Error())
		}
		t, again := helper(th, "torch.jit.frontend", e.Kind)
		if again != nil {
			return again
		}
		cls, _ := object.AsType(t)
		return object.NewException(cls, strings.TrimPrefix(e.Error(), "\n"))
	case *object.Exception:
		return e
	case *ir.RecursionError, *ir.ParseError:
		return object.RuntimeErrorf("%s", e.Error())
	}
	if strings.HasPrefix(err.Error(), "magneto: ") {
		return object.RuntimeErrorf("%s", err.Error())
	}
	return err
}

// call calls a function from Python: args[0] is the object of a method.
func call(th *object.Thread, f *ir.Function, args, kwNames []Value) (Value, error) {
	if i := slices.IndexFunc(kwNames, func(k Value) bool { return textArg(k) == "profile_and_replay" }); i >= 0 && f.Schema != nil && f.Schema.Find("profile_and_replay") < 0 {
		return replayed(th, f, args, kwNames, i)
	}
	if err := ensure(th, f); err != nil {
		return object.Null, err
	}
	vals, err := bind(th, f.Schema, args, kwNames)
	if err != nil {
		return object.Null, err
	}
	if v, handled, err := traceCall(th, f, vals); handled || err != nil {
		return v, err
	}
	s := states.Of(th)
	if f, err = s.casting(th, f); err != nil {
		return object.Null, raised(th, err)
	}
	if s.last != f {
		s.last = f
		s.called[f] = true
	}
	v, err := run(th, f, vals)
	if err != nil {
		return object.Null, raised(th, err)
	}
	return toPython(th, v)
}

// replayed calls a function once more after the calls that the executor watches, where keyword i, which tests add to a call, says so.
func replayed(th *object.Thread, f *ir.Function, args, kwNames []Value, i int) (Value, error) {
	at := len(args) - len(kwNames) + i
	twice := args[at] == object.True
	args, kwNames = slices.Delete(slices.Clone(args), at, at+1), slices.Delete(slices.Clone(kwNames), i, i+1)
	if twice {
		if _, err := call(th, f, args, kwNames); err != nil {
			return object.Null, err
		}
	}
	return call(th, f, args, kwNames)
}

// lastExecuted is the graph that ran last, with the functions that it calls in it.
func lastExecuted(th *object.Thread, _, _ []Value) (Value, error) {
	f := states.Of(th).last
	if f == nil || f.Graph == nil {
		return object.Null, object.RuntimeErrorf("No executed graph")
	}
	s := states.Of(th)
	if p := s.profiled[f]; p != nil && !s.simple {
		return graphObject(p.shown(th).Copy()), nil
	}
	g := f.Graph.Copy()
	if err := ir.Inline(g, runtimeOf(th)); err != nil {
		return object.Null, raised(th, err)
	}
	if !s.simple && isSet(th, "profiling_mode") && isSet(th, "graph_executor_optimize") {
		g = withoutProfiles(th, g)
	}
	return graphObject(g), nil
}

// toPython is a result as Python sees it: containers are copies, objects are those of their classes.
func toPython(th *object.Thread, v Value) (Value, error) {
	if v.IsNull() {
		return object.None, nil
	}
	convert := func(items []Value) ([]Value, error) {
		out := make([]Value, len(items))
		for i, x := range items {
			var err error
			if out[i], err = toPython(th, x); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	if l, ok := object.AsList(v); ok {
		items, err := convert(l.Items)
		return object.NewList(items...).Ref(), err
	}
	if t, ok := object.AsTuple(v); ok {
		items, err := convert(t.Items)
		if err != nil {
			return v, err
		}
		if v.Type() != object.TupleType {
			return object.NewTupleOf(v.Type(), items...), nil
		}
		return object.NewTuple(items...).Ref(), nil
	}
	if d, ok := object.AsDict(v); ok {
		out := object.NewDict()
		vals := d.Values()
		for i, k := range d.Keys() {
			x, err := toPython(th, vals[i])
			if err != nil {
				return v, err
			}
			if err := out.Set(th, k, x); err != nil {
				return v, err
			}
		}
		return out.Ref(), nil
	}
	if f, ok := payload[*exec.Future](v); ok && f.Awaits {
		made, err := helper(th, "torch.jit._await", "_of_script")
		if err != nil {
			return v, err
		}
		return object.Call(th, made, v)
	}
	o, ok := payload[*exec.Object](v)
	if !ok {
		return v, nil
	}
	if cls, ok := o.Type.Class.Source.(*object.Type); ok {
		return instanceOf(th, cls, o)
	}
	return wrapObject(th, o)
}

// instanceOf is an instance of a class of Python with the attributes of an object of its compiled form.
func instanceOf(th *object.Thread, cls *object.Type, o *exec.Object) (Value, error) {
	out, err := object.CallMethod(th, cls.Ref(), "__new__", cls.Ref())
	if err != nil {
		return out, err
	}
	for i, a := range o.Type.Class.Attrs {
		v, err := toPython(th, o.Get(i))
		if err != nil {
			return v, err
		}
		if err := object.SetAttr(th, out, a.Name, v); err != nil {
			return out, err
		}
	}
	return out, nil
}

// nativeModule is torch._C._script.
func nativeModule(th *object.Thread) *object.Module {
	m := object.NewModule("torch._C._script")
	m.Set("ScriptFunction", functionType.Ref())
	m.Set("ScriptMethod", methodType.Ref())
	m.Set("ScriptObject", exec.ObjectType.Ref())
	m.Set("Future", exec.FutureType.Ref())
	for name, f := range nativeFunctions {
		m.SetFunc(name, f)
	}
	for name, t := range graphTypes {
		m.Set(name, t.Ref())
	}
	return m
}

// nativeFunctions are what the Python side calls.
var nativeFunctions map[string]object.CallFunc

func init() {
	nativeFunctions = map[string]object.CallFunc{
		"compile_function": func(th *object.Thread, args, _ []Value) (Value, error) {
			f, ok := object.AsFunction(args[0])
			if !ok {
				return object.Null, object.TypeErrorf("a function is expected")
			}
			if declaredOverloads(th, f) != nil {
				return object.Null, object.RuntimeErrorf("Function %s cannot be directly compiled because it is overloaded. It must be used in a context of a function where its inputs can determine which overload to call.",
					qualifiedName(th, f.Ref()))
			}
			fn, err := compileFunction(th, f, "")
			if err == nil {
				if err = ensure(th, fn); err != nil {
					delete(states.Of(th).functions, f)
				}
			}
			if err != nil {
				return object.Null, err
			}
			return functionObject(fn), nil
		},
		"compile_class": func(th *object.Thread, args, _ []Value) (Value, error) {
			t, ok := object.AsType(args[0])
			if !ok {
				return object.Null, object.TypeErrorf("a class is expected")
			}
			if d, ok := object.AsDict(args[1]); ok {
				s := states.Of(th)
				s.around[t] = d
				defer delete(s.around, t)
			}
			err := front.Guard(func() error {
				_, err := usedClass(th, t)
				return err
			})
			return args[0], raised(th, err)
		},
		"compile_source": compileSource, "lower_self": lowerSelf, "last_executed_graph": lastExecuted, "choose_simple_executor": chooseSimple, "profile_lines": profileLines, "group_function": groupFunction, "set_logging_option": setLoggingOption, "set_logging_stream": setLoggingStream, "fold_convolutions": foldConvolutions, "fold_linear": foldLinear,
		"object_get": func(th *object.Thread, args, _ []Value) (Value, error) {
			o, _ := payload[*exec.Object](args[0])
			name, _ := object.Text(args[1])
			if i := o.Type.Class.Attr(name); i >= 0 {
				return toPython(th, o.Get(i))
			}
			if p, ok := o.Type.Class.Properties[name]; ok {
				return call(th, o.Type.Class.Method(p.Get), []Value{args[0]}, nil)
			}
			if m := o.Type.Class.Method(name); m != nil {
				return object.NewNative(methodType, &method{m, args[0], object.None}), nil
			}
			return object.Null, object.AttributeErrorf(args[0], object.Intern(name), "'%s' object has no attribute '%s'", o.Type.Name, name)
		},
		"object_set": func(th *object.Thread, args, _ []Value) (Value, error) {
			o, _ := payload[*exec.Object](args[0])
			name, _ := object.Text(args[1])
			i := o.Type.Class.Attr(name)
			if i < 0 {
				return object.Null, object.AttributeErrorf(args[0], object.Intern(name), "'%s' object has no attribute '%s'", o.Type.Name, name)
			}
			if t := o.Type.Class.Attrs[i].Type; t.Kind == ir.InterfaceKind {
				if given, ok := payload[*exec.Object](args[2]); ok {
					if why := given.Type.WhyNot(t); why != "" {
						return object.Null, object.RuntimeErrorf("Object of type %s is not compatible with interface %s\n%s", given.Type.Name, t.Name, why)
					}
				}
			}
			x, ok := fits(th, args[2], o.Type.Class.Attrs[i].Type, true)
			if !ok {
				return object.Null, object.RuntimeErrorf("Could not cast attribute '%s' to type %s: %s", name, o.Type.Class.Attrs[i].Type.Repr(), strings.TrimPrefix(castProblem(th, args[2], o.Type.Class.Attrs[i].Type), "Cast error details: "))
			}
			o.Set(i, x)
			return object.None, nil
		},
		"register_attribute": func(th *object.Thread, args, _ []Value) (Value, error) { // (object, name, type, value)
			o, _ := payload[*exec.Object](args[0])
			t := mustPayload[*ir.Type](args[2])
			name := textArg(args[1])
			if o == nil || t == nil {
				return object.Null, object.TypeErrorf("_register_attribute(): incompatible function arguments")
			}
			if o.Type.Class.Attr(name) < 0 {
				o.Type.Class.Attrs = append(o.Type.Class.Attrs, ir.Attr{Name: name, Type: t})
			}
			x, ok := fits(th, args[3], t, true)
			if !ok {
				return object.Null, object.RuntimeErrorf("Could not cast attribute '%s' to type %s: %s", name, t.Repr(), strings.TrimPrefix(castProblem(th, args[3], t), "Cast error details: "))
			}
			o.Set(o.Type.Class.Attr(name), x)
			return object.None, nil
		},
		"forget_methods": func(th *object.Thread, args, _ []Value) (Value, error) { // (object, names)
			o, _ := payload[*exec.Object](args[0])
			names, err := object.ToSlice(th, args[1])
			if err != nil {
				return object.Null, err
			}
			for _, name := range names {
				o.Type.Class.Methods = slices.DeleteFunc(o.Type.Class.Methods, func(f *ir.Function) bool { return f.Name == textArg(name) })
			}
			return object.None, nil
		},
		"is_interface": func(th *object.Thread, args, _ []Value) (Value, error) {
			o, _ := payload[*exec.Object](args[0])
			i := o.Type.Class.Attr(textArg(args[1]))
			return object.Bool(i >= 0 && o.Type.Class.Attrs[i].Type.Kind == ir.InterfaceKind), nil
		},
		"object_has": func(th *object.Thread, args, _ []Value) (Value, error) {
			o, _ := payload[*exec.Object](args[0])
			name, _ := object.Text(args[1])
			_, prop := o.Type.Class.Properties[name]
			return object.Bool(prop || o.Type.Class.Attr(name) >= 0 || o.Type.Class.Method(name) != nil), nil
		},
		"is_module": func(th *object.Thread, args, _ []Value) (Value, error) {
			o, ok := payload[*exec.Object](args[0])
			return object.Bool(ok && o.Type.IsModule()), nil
		},
		"object_class": func(th *object.Thread, args, _ []Value) (Value, error) {
			o, _ := payload[*exec.Object](args[0])
			return object.NewStr(o.Type.Name), nil
		},
		"annotated_type": func(th *object.Thread, args, _ []Value) (out Value, err error) {
			annotation := args[0]
			err = front.Guard(func() error {
				out = object.None
				if t := typeArgument(th, annotation); t != nil {
					out = typeObject(t)
				}
				return nil
			})
			return out, raised(th, err)
		},
		"is_instance": func(th *object.Thread, args, _ []Value) (Value, error) {
			t, ok := payload[*ir.Type](args[1])
			if !ok {
				return object.Null, object.TypeErrorf("a type of scripts is expected")
			}
			_, fit := fits(th, args[0], t, false)
			return object.Bool(fit), nil
		},
		"value_text": func(th *object.Thread, args, _ []Value) (Value, error) {
			return object.NewStr(exec.Text(th, runtimeOf(th), args[0], nil)), nil
		},
		"all_schemas": func(th *object.Thread, _, _ []Value) (Value, error) {
			out := object.NewList()
			for _, name := range ir.Operators() {
				for _, s := range ir.Overloads(name) {
					out.Items = append(out.Items, schemaObject(s))
				}
			}
			return out.Ref(), nil
		},
		"wrapper": func(_ *object.Thread, args, _ []Value) (Value, error) {
			if o, ok := payload[*exec.Object](args[0]); ok && !o.Wrapper.IsNull() {
				return o.Wrapper, nil
			}
			return object.None, nil
		},
		"infer_type": func(th *object.Thread, args, _ []Value) (Value, error) {
			t := valueType(th, args[0])
			if t == nil || t.ContainsFree() {
				return object.NewTuple(object.None, object.NewStr(whyNoType(th, args[0]))).Ref(), nil
			}
			return object.NewTuple(typeObject(t), object.NewStr("")).Ref(), nil
		},
		"_jit_clear_class_registry": func(th *object.Thread, _, _ []Value) (Value, error) {
			s := states.Of(th)
			s.classes, s.modules, s.names = map[*object.Type]*ir.Type{}, map[string][]*ir.Type{}, map[string]bool{}
			return object.None, nil
		},
		"object_type": func(_ *object.Thread, args, _ []Value) (Value, error) {
			o, _ := payload[*exec.Object](args[0])
			return typeObject(o.Type), nil
		},
		"is_tracing": func(th *object.Thread, _, _ []Value) (Value, error) { return object.Bool(tracing(th)), nil },
		"future": func(th *object.Thread, args, _ []Value) (Value, error) {
			return object.NewNative(exec.FutureType, &exec.Future{V: args[0]}), nil
		},
		"wait": func(th *object.Thread, args, _ []Value) (Value, error) {
			f, ok := payload[*exec.Future](args[0])
			if !ok {
				return object.CallMethod(th, args[0], "wait") // a future of Python
			}
			v, err := f.Result(th)
			if e, ok := err.(*exec.Failure); ok {
				if raised := runtimeOf(th).Raised(th, e); !e.Raised {
					return object.Null, raised
				}
				return object.Null, object.RuntimeErrorf("%s", failureText(th, e)) // what was raised elsewhere arrives as a plain error
			}
			if t := states.Of(th).tracer; t != nil {
				t.traceWait(f)
			}
			return v, err
		},
	}
	for name, f := range moduleFunctions() {
		nativeFunctions[name] = f
	}
	for name, f := range quantFunctions() {
		nativeFunctions[name] = f
	}
	for name, f := range graphFunctions() {
		nativeFunctions[name] = f
	}
	for name, f := range traceFunctions() {
		nativeFunctions[name] = f
	}
}
