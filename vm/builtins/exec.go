package builtins

import (
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// exec and eval: code that is given as text or compiled, and its namespaces.

func namespaceArgs(th *object.Thread, fname string, g, l Value) (*object.Dict, Value, error) {
	f := interp.CurrentFrame(th)
	if g.IsNull() || g.IsNone() {
		if l.IsNull() || l.IsNone() {
			return f.Globals(), f.LocalsDict(), nil
		}
		return f.Globals(), l, nil
	}
	d, ok := object.AsDict(g)
	if !ok {
		if fname == "eval" {
			what := "a dict"
			if g.Type().GetItem != nil {
				what = "a real dict; try eval(expr, {}, mapping)"
			}
			return nil, l, object.TypeErrorf("globals must be %s", what)
		}
		return nil, l, object.TypeErrorf("%s() globals must be a dict, not %s", fname, g.Type().Name)
	}
	if !l.IsNull() && !l.IsNone() && l.Type().GetItem == nil {
		if fname == "eval" {
			return nil, l, object.TypeErrorf("locals must be a mapping")
		}
		return nil, l, object.TypeErrorf("locals must be a mapping or None, not %s", l.Type().Name)
	}
	if _, ok := d.Lookup("__builtins__"); !ok {
		d.Put("__builtins__", Module(th).Ref())
	}
	if l.IsNull() || l.IsNone() {
		l = g
	}
	return d, l, nil
}

func codeArg(th *object.Thread, fname string, v Value, mode string) (*object.Code, error) {
	if c, ok := object.AsCode(v); ok {
		return c, nil
	}
	var src string
	if s, ok := object.Text(v); ok {
		src = s
	} else if b, err := object.BytesOf(v); err == nil {
		src = string(b)
	} else {
		return nil, object.TypeErrorf("%s() arg 1 must be a string, bytes or code object", fname)
	}
	if mode == "eval" {
		for len(src) > 0 && (src[0] == ' ' || src[0] == '\t') {
			src = src[1:]
		}
		return interp.CompileSource(th, "<string>", []byte(src), interp.ModeEval)
	}
	return interp.CompileSource(th, "<string>", []byte(src), interp.ModeExec)
}

func exec(th *object.Thread, args, kw []Value) (Value, error) {
	if len(args) == len(kw) {
		return object.Null, object.TypeErrorf("exec() takes at least 1 positional argument (0 given)")
	}
	a, err := object.Args("exec", args, kw, "source", "/", "|", "globals", "locals", "*", "closure")
	if err != nil {
		return object.Null, err
	}
	g, l, err := namespaceArgs(th, "exec", a[1], a[2])
	if err != nil {
		return object.Null, err
	}
	code, err := codeArg(th, "exec", a[0], "exec")
	if err != nil {
		return object.Null, err
	}
	if len(code.FreeVars) > 0 {
		cells, err := closureArg(code, a[3])
		if err != nil {
			return object.Null, err
		}
		_, err = runFunction(th, code, g, cells)
		return object.None, err
	}
	if !a[3].IsNull() && !a[3].IsNone() {
		if _, isCode := object.AsCode(a[0]); !isCode {
			return object.Null, object.TypeErrorf("closure can only be used when source is a code object")
		}
		return object.Null, object.TypeErrorf("cannot use a closure with this code object")
	}
	_, err = runCode(th, code, g, l)
	return object.None, err
}

// runCode evaluates code in namespaces; that of a function is called without arguments.
func runCode(th *object.Thread, code *object.Code, globals *object.Dict, locals Value) (Value, error) {
	if code.ParamCount() > 0 {
		return runFunction(th, code, globals, object.Closure{})
	}
	return interp.RunCode(th, code, globals, locals)
}

// runFunction calls a function's code without arguments: those that it wants are missing.
func runFunction(th *object.Thread, code *object.Code, globals *object.Dict, closure object.Closure) (Value, error) {
	f := object.NewFunction(code, globals)
	f.QualName, f.Closure = f.Name, closure
	return object.Call(th, f.Ref())
}

// closureArg is the closure that a code object with free variables needs.
func closureArg(code *object.Code, v Value) (none object.Closure, err error) {
	t, ok := object.AsTuple(orNone(v))
	if !ok || len(t.Items) != len(code.FreeVars) {
		return none, object.TypeErrorf("code object requires a closure of exactly length %d", len(code.FreeVars))
	}
	for _, x := range t.Items {
		if _, ok = object.AsCell(x); !ok {
			return none, object.TypeErrorf("code object requires a closure of exactly length %d", len(code.FreeVars))
		}
	}
	return object.NewClosure(t), nil
}

func orNone(v Value) Value {
	if v.IsNull() {
		return object.None
	}
	return v
}

func eval(th *object.Thread, args, kw []Value) (Value, error) {
	if len(args) == len(kw) {
		return object.Null, object.TypeErrorf("eval() takes at least 1 positional argument (0 given)")
	}
	a, err := object.Args("eval", args, kw, "source", "/", "|", "globals", "locals")
	if err != nil {
		return object.Null, err
	}
	g, l, err := namespaceArgs(th, "eval", a[1], a[2])
	if err != nil {
		return object.Null, err
	}
	code, err := codeArg(th, "eval", a[0], "eval")
	if err != nil {
		return object.Null, err
	}
	if len(code.FreeVars) > 0 {
		return object.Null, object.TypeErrorf("code object passed to eval() may not contain free variables")
	}
	return runCode(th, code, g, l)
}
