package jit

import (
	"strings"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/script/front"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// scriptedLibrary is a function of torch.nn.functional or torch.functional as scripts have it: this library's own versions of those that are no operators.
func scriptedLibrary(th *object.Thread, name string, r ir.Range) front.Sugared {
	if c := choiceOf(th, name, r); c != nil {
		return c
	}
	for _, home := range scriptedHomes {
		m, err := interp.ImportModule(th, home.own)
		front.Check(err)
		v := attr(th, m, name)
		if f, ok := object.AsFunction(v); ok && !v.IsNull() && attrText(th, v, "__module__") == home.public {
			return functionValue(th, f, r)
		}
	}
	return nil
}

// mathNames are functions of module math under other names than their operators.
var mathNames = map[string]string{"remainder": "mathremainder", "fabs": "fabs"}

// onlyOfTensors are functions of module math whose names are operators of tensors alone.
var onlyOfTensors = map[string]bool{
	"dist": true, "exp2": true, "hypot": true, "isclose": true, "lcm": true, "log2": true, "nextafter": true, "prod": true, "trunc": true,
}

// cmathNames are those of module cmath.
var cmathNames = map[string]string{"phase": "angle", "rect": "polar"}

// operatorOf is the operator that a function object of torch stands for; nil if it is none.
func operatorOf(th *object.Thread, v Value) front.Sugared {
	b, ok := object.AsBuiltin(v)
	if !ok {
		return nil
	}
	p, ok := b.Tag.(*ops.Packet)
	if !ok {
		return nil
	}
	space, name, custom := strings.Cut(p.Ops[0].Name, "::")
	if !custom {
		space, name = "aten", p.Ops[0].Name
	}
	kind := space + "::" + name
	if rest, ok := strings.CutPrefix(p.PyName, "torch.ops."); ok && !custom {
		if i := strings.IndexByte(rest, '.'); i >= 0 {
			base, _, _ := strings.Cut(rest[i+1:], ".")
			kind = rest[:i] + "::" + base
		}
	} else if !custom {
		short := p.PyName[strings.LastIndexByte(p.PyName, '.')+1:]
		for _, prefix := range []string{"linalg", "special", "fft"} {
			if strings.HasPrefix(p.PyName, "torch."+prefix+".") {
				short = prefix + "_" + short
			}
		}
		if ir.Overloads("aten::"+short) != nil {
			kind = "aten::" + short
		}
	}
	if strings.HasPrefix(p.PyName, "torch.nn.functional.") || b.Module == "torch.functional" {
		if s := scriptedLibrary(th, p.PyName[strings.LastIndexByte(p.PyName, '.')+1:], ir.Range{}); s != nil {
			return s
		}
	}
	if lead, ok := packedOperators[kind]; ok {
		return front.Packed{Base: front.Base{Name: "builtin"}, Operator: front.NewBuiltin(kind), Lead: lead}
	}
	return front.NewBuiltin(kind)
}

// operatorInPython is the operator that a function of torch stands for which the library writes in Python; nil if it is none.
func operatorInPython(th *object.Thread, v Value) front.Sugared {
	name := attrText(th, v, "__name__")
	home := attrText(th, v, "__module__")
	if (strings.HasPrefix(home, "torch._quantized") || strings.HasPrefix(home, "torch") && strings.Contains(name, "quantize")) && ir.Overloads("aten::"+name) != nil {
		return front.NewBuiltin("aten::" + name)
	}
	if withoutOperators[name] && strings.HasPrefix(home, "torch") {
		return front.NewBuiltin("aten::" + name)
	}
	return nil
}

// withoutOperators are functions that scripts take for operators, which then do not exist.
var withoutOperators = map[string]bool{"svd_lowrank": true, "pca_lowrank": true, "unravel_index": true}

// packedOperators take a list of tensors that scripts may also give one by one, behind so many other arguments.
var packedOperators = map[string]int{
	"aten::einsum": 1, "aten::broadcast_tensors": 0, "aten::meshgrid": 0, "aten::cartesian_prod": 0, "aten::block_diag": 0, "aten::chain_matmul": 0,
}

// builtinOf is the operator of a function of Python's own library.
func builtinOf(th *object.Thread, v Value) front.Sugared {
	name := attrText(th, v, "__name__")
	switch attrText(th, v, "__module__") {
	case "math", "_math":
		if other := mathNames[name]; other != "" {
			name = other
		}
		if ir.Overloads("aten::"+name) != nil && !onlyOfTensors[name] {
			return front.NewBuiltin("aten::" + name)
		}
	case "cmath":
		if other := cmathNames[name]; other != "" {
			name = other
		} else if name == "polar" || name == "isclose" {
			return nil
		}
		if ir.Overloads("aten::"+name) != nil {
			return front.NewBuiltin("aten::" + name)
		}
	case "torch":
		if ir.Overloads("aten::"+name) != nil {
			return front.NewBuiltin("aten::" + name)
		}
	case "_operator", "operator":
		if ir.Overloads("aten::"+name) != nil {
			return front.NewBuiltin("aten::" + name)
		}
	}
	return nil
}

// special are functions that the compiler knows by their names.
func special(th *object.Thread, v Value) front.Sugared {
	var module, name string
	if f, ok := object.AsFunction(v); ok {
		module, _ = object.Text(f.Module())
		name = f.Name.S
	} else if b, ok := object.AsBuiltin(v); ok {
		module, name = b.Module, b.Name
	} else {
		return nil
	}
	if strings.HasPrefix(module, "torch.jit") {
		module = "torch.jit"
	}
	switch module + "." + name {
	case "torch.jit.annotate":
		return front.NewForm("annotate", front.Annotate)
	case "torch.jit.fork":
		return front.NewForm("fork", front.Fork)
	case "torch.jit._awaitable":
		return front.NewForm("_awaitable", front.Awaitable)
	case "torch.jit._awaitable_wait":
		return front.NewForm("_awaitable_wait", front.AwaitableWait)
	case "torch.jit._awaitable_nowait":
		return front.NewForm("_awaitable_nowait", front.AwaitableNoWait)
	case "torch.jit.isinstance":
		return front.NewForm("isinstance", front.IsInstance)
	case "torch._assert", "torch._utils._assert":
		return front.NewForm("_assert", front.Assert)
	case "torch.jit.wait":
		return front.NewBuiltin("aten::wait")
	case "torch.jit.is_scripting", "torch._jit_internal.is_scripting":
		return front.NewForm("is_scripting", func(*front.Emitter, ir.Range, *ast.Call, *ir.Type) front.Sugared {
			return front.StaticBool{Base: front.Base{Name: "bool"}, B: true}
		})
	case "torch._c_names._infer_size":
		return front.NewBuiltin("aten::_infer_size")
	case "torch._C._get_tracing_state":
		return front.NewBuiltin("aten::_get_tracing_state")
	case "torch.jit._unwrap_optional":
		return front.NewForm("_unwrap_optional", unwrapOptional)
	case "torch.is_grad_enabled", "torch._C.is_grad_enabled":
		return front.NewBuiltin("aten::is_grad_enabled")
	case "torch.autograd.grad":
		return front.NewBuiltin("aten::grad")
	case "torch.autograd.backward":
		return front.NewBuiltin("aten::backward")
	case "torch.nn.modules.utils._single", "torch.nn.modules.utils._pair", "torch.nn.modules.utils._triple", "torch.nn.modules.utils._quadruple":
		return front.NewForm(name, repeated(name, map[string]int{"_single": 1, "_pair": 2, "_triple": 3, "_quadruple": 4}[name]))
	case "torch.manual_seed", "torch.random.manual_seed":
		return front.NewBuiltin("aten::manual_seed")
	case "warnings.warn", "_warnings.warn":
		return front.NewForm("warn", func(e *front.Emitter, r ir.Range, c *ast.Call, want *ir.Type) front.Sugared {
			s := states.Of(th)
			s.warnings++
			return warn(e, r, c, int64(s.warnings-1))
		})
	case "torch.tensor":
		return front.NewBuiltin("aten::tensor")
	case "torch.as_tensor":
		return front.NewBuiltin("aten::as_tensor")
	case "torch.is_tensor", "torch._utils.is_tensor":
		return nil
	}
	if s, ok := builtinOf(th, v).(front.Builtin); ok && module != "" {
		return s
	}
	return nil
}

func unwrapOptional(e *front.Emitter, r ir.Range, c *ast.Call, _ *ir.Type) front.Sugared {
	front.Exactly(r, c, "_unwrap_optional", 1)
	v := e.Expr(c.Args[0], nil)
	t := v.Type
	if t.IsNone() {
		front.Fail(r, "\naten::_unwrap_optional(t(a)? optional) -> t(a):\nType variables in type Optional[t] could not be inferred from actual type NoneType")
	}
	if t.Kind == ir.OptionalKind {
		t = t.Elem[0]
	}
	return front.Simple{V: e.Insert("aten::_unwrap_optional", r, t, v)}
}

// repeated is a list of n times a number; a list stays what it is.
func repeated(name string, n int) func(*front.Emitter, ir.Range, *ast.Call, *ir.Type) front.Sugared {
	return func(e *front.Emitter, r ir.Range, c *ast.Call, _ *ir.Type) front.Sugared {
		front.Exactly(r, c, name, 1)
		v := e.Expr(c.Args[0], nil)
		if v.Type.Kind == ir.ListKind {
			return front.Simple{V: v}
		}
		list := make([]*ir.Value, n)
		for i := range list {
			list[i] = v
		}
		return front.Simple{V: e.Insert("prim::ListConstruct", r, ir.ListOf(v.Type), list...)}
	}
}

// warn is a call of warnings.warn, which has a number of its own.
func warn(e *front.Emitter, r ir.Range, c *ast.Call, id int64) front.Sugared {
	if len(c.Args) == 0 {
		front.Fail(r, "warn expected at least 1 arguments, got 0")
	}
	v := e.Expr(c.Args[0], nil)
	if v.Type.Kind != ir.StrKind {
		v = e.Builtin("aten::str", r, []front.Named{{Value: v, Range: r}}, nil, nil)
	}
	level := e.Constant(ir.Constant{V: int64(2)}, nil, ir.Range{})
	n := e.Graph().Create("aten::warn", []*ir.Value{v, level}, 0).SetAttr("warn_id", ir.Constant{V: id})
	n.Range = r
	e.Graph().Insert(n)
	e.Graph().SkipIDs(1) // of what the statement gives
	return front.NoneValue{Base: front.Base{Name: "None"}}
}
