package jit

import (
	"github.com/go-python/gpython/ast"
	"github.com/magneto-go/magneto/frontend/bytecode"
	"strconv"
	"strings"

	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/front"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/vm/object"
)

// Functions that scripts call and that stay Python.

// callable gives the same thing at each call.
type callable struct {
	front.Base
	result front.Sugared
}

func (c callable) Call(*front.Emitter, ir.Range, []front.Named, []front.Named, int) front.Sugared {
	return c.result
}

// scriptOf is a scripted module or function that Python code holds.
func scriptOf(th *object.Thread, v Value) front.Sugared {
	if _, ok := object.AsInstance(v); !ok {
		return nil
	}
	if f := attr(th, v, "_script_function"); !f.IsNull() {
		if fn, ok := payload[*ir.Function](f); ok {
			return front.NewFunc(fn)
		}
	}
	return nil
}

// ignoredFunction calls Python from a script.
func ignoredFunction(th *object.Thread, f *object.Function, r ir.Range) front.Sugared {
	return pythonCall{Base: front.Base{Name: "function"}, th: th, f: f}
}

func ignoredMethod(th *object.Thread, f *object.Function, m moduleValue, r ir.Range) front.Sugared {
	if f.Code.ArgCount == 0 && f.Code.Flags&bytecode.FlagVarArgs == 0 {
		front.Fail(r, "Non-static method does not have a self argument")
	}
	return pythonCall{Base: front.Base{Name: "function"}, th: th, f: f, self: m.v}
}

// pythonCall is a Python function that is left to Python.
type pythonCall struct {
	front.Base
	th   *object.Thread
	f    *object.Function
	self *ir.Value
}

func (p pythonCall) Call(e *front.Emitter, r ir.Range, args, kwargs []front.Named, binders int) front.Sugared {
	file, node, src, cut, err := definition(p.th, p.f)
	front.Check(err)
	ret := ir.Tensor
	comments := &front.Def{Tree: file.tree, Source: src, Cut: cut, Host: namesOf(p.th, p.f)}
	front.Check(typeComments(node, comments, strings.Split(src.Text, "\n")))
	if comments.Return != nil {
		ret = comments.Return
	}
	if node.Returns != nil {
		var why string
		if ret, why = front.TypeExpr(node.Returns, namesOf(p.th, p.f)); ret == nil {
			front.Fail(r, "%s", why)
		}
	}
	name := p.f.Name.S
	if modifierOf(p.th, p.f.Ref()) == "unused" {
		msg := e.Constant(ir.Constant{V: "This Python function is annotated to be ignored and cannot be run"}, nil, ir.Range{})
		none := e.Constant(ir.Constant{}, nil, ir.Range{})
		n := e.Graph().Create("prim::RaiseException", []*ir.Value{msg, none}, 0)
		n.Range = r
		e.Graph().Insert(n)
		return front.Simple{V: e.Insert("prim::Uninitialized", r, ret)}
	}
	var vals []*ir.Value
	if p.self != nil {
		vals = append(vals, p.self)
	}
	if a := node.Args; a.Vararg == nil && a.Kwarg == nil && len(a.Kwonlyargs) == 0 {
		schema := &ir.Schema{Name: name, Args: p.parameters(node, comments, r), Returns: []ir.Argument{{Name: "0", Type: ret}}}
		vals = append(vals, e.Arguments(schema, r, args, kwargs)...)
	} else {
		for _, given := range [][]front.Named{args, kwargs} {
			for i := range given {
				vals = append(vals, e.ArgValue(&given[i]))
			}
		}
	}
	v := e.Insert("prim::PythonOp", r, ret, vals...)
	v.Node().SetAttr("name", ir.Constant{V: name})
	v.Node().SetAttr("function", ir.Constant{V: &ir.FunctionConst{F: &ir.Function{Name: name, Source: p.f}}})
	return front.Simple{V: v}
}

// pythonCallable is a built-in class of Python, whose parameters nothing says: a call takes tensors and stays Python.
func pythonCallable(th *object.Thread, name string, v Value) front.Sugared {
	return pythonClass{pyValue{front.Base{Name: "python value of type 'type'"}, th, v}, name}
}

type pythonClass struct {
	pyValue
	name string
}

func (p pythonClass) Attr(e *front.Emitter, r ir.Range, name string) front.Sugared {
	return p.Base.Attr(e, r, name)
}

func (p pythonClass) Call(e *front.Emitter, r ir.Range, args, kwargs []front.Named, binders int) front.Sugared {
	schema := &ir.Schema{Name: p.name, Returns: []ir.Argument{{Name: "0", Type: ir.Tensor}}}
	for i := range args {
		schema.Args = append(schema.Args, ir.Argument{Name: strconv.Itoa(i), Type: ir.Tensor})
	}
	v := e.Insert("prim::PythonOp", r, ir.Tensor, e.Arguments(schema, r, args, kwargs)...)
	v.Node().SetAttr("name", ir.Constant{V: p.name})
	v.Node().SetAttr("function", ir.Constant{V: &ir.FunctionConst{F: &ir.Function{Name: p.name, Source: p.v}}})
	return front.Simple{V: v}
}

// parameters are those of the function behind the module; scripts do not see their defaults.
func (p pythonCall) parameters(node *ast.FunctionDef, comments *front.Def, r ir.Range) []ir.Argument {
	list := node.Args.Args
	first := 0
	if p.self != nil && len(list) > 0 {
		first = 1
	}
	var out []ir.Argument
	for i, a := range list[first:] {
		t := ir.Tensor
		if at := i + first; at < len(comments.Types) && comments.Types[at] != nil {
			t = comments.Types[at]
		} else if a.Annotation != nil {
			var why string
			if t, why = front.TypeExpr(a.Annotation, namesOf(p.th, p.f)); t == nil {
				front.Fail(r, "%s", why)
			}
		}
		out = append(out, ir.Argument{Name: string(a.Arg), Type: t, Size: front.BroadcastSize(a.Annotation)})
	}
	return out
}

// Ignores says whether a with block is left to Python.
func (n *names) Ignores(call *ast.Call) bool {
	t, ok := object.AsType(n.evaluate(call.Func))
	return ok && t.Name == "_IgnoreContextManager" && attrText(n.th, t.Ref(), "__module__") == "torch._jit_internal"
}

// Ignored is the function of Python that a text defines; it sees what the function around it sees.
func (n *names) Ignored(e *front.Emitter, name, text string) front.Sugared {
	define, err := helper(n.th, "torch.jit._recursive", "define_function")
	front.Check(err)
	seen := object.NewDict()
	if n.globals != nil {
		vals := n.globals.Values()
		for i, k := range n.globals.Keys() {
			front.Check(seen.Set(n.th, k, vals[i]))
		}
	}
	for k, v := range n.closure {
		seen.Put(k, v)
	}
	made, err := object.Call(n.th, define, object.NewStr(name), object.NewStr(text), seen.Ref())
	front.Check(err)
	f, _ := object.AsFunction(made)
	return ignoredFunction(n.th, f, ir.Range{})
}

// raisedByPython is an exception of Python as scripts hand it on: as an error whose text names its type and where it was raised.
func raisedByPython(th *object.Thread, err error) error {
	e, ok := err.(*object.Exception)
	if !ok {
		return err
	}
	describe, helperErr := helper(th, "torch.jit._recursive", "described")
	if helperErr != nil {
		return helperErr
	}
	text, callErr := object.Call(th, describe, e.Ref())
	if callErr != nil {
		return callErr
	}
	return object.RuntimeErrorf("%s", textArg(text))
}

// pythonOp runs a node that calls Python.
func pythonOp(n *ir.Node) exec.Operator {
	c, _ := n.Attr("function").(ir.Constant)
	fc, ok := c.V.(*ir.FunctionConst)
	if !ok {
		return nil
	}
	var callee Value
	switch f := fc.F.Source.(type) {
	case *object.Function:
		callee = f.Ref()
	case Value:
		callee = f
	default:
		return nil
	}
	t := n.Outputs[0].Type
	return func(th *object.Thread, a []Value) (Value, error) {
		args := make([]Value, len(a))
		for i, v := range a {
			var err error
			if args[i], err = toPython(th, v); err != nil {
				return object.Null, err
			}
		}
		out, err := object.CallArgs(th, callee, args, nil)
		if err != nil {
			return out, raisedByPython(th, err)
		}
		x, ok := fits(th, out, t, true)
		if !ok && !(out.IsNone() && t.Kind == ir.TensorKind) { // None is a tensor that is not there
			text, err := object.StrOf(th, out)
			if err != nil {
				return object.Null, err
			}
			return object.Null, object.RuntimeErrorf(" expected value of type %s for return value but instead got value of type %s.\nValue: %s\nCast error details: Unable to cast Python instance of type %s to C++ type '?' "+
				"(#define PYBIND11_DETAILED_ERROR_MESSAGES or compile in debug mode for details)", t, typeName(out), text, "<class '"+typeName(out)+"'>")
		}
		return x, nil
	}
}
