package builtins

import (
	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/frontend/compile"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

func compileFn(th *object.Thread, args, kw []Value) (Value, error) {
	a, err := object.Args("compile", args, kw, "source", "filename", "mode", "|", "flags", "dont_inherit", "optimize", "*", "_feature_version")
	if err != nil {
		return object.Null, err
	}
	if v, tree, err := compileTree(th, a[0], a[1], a[2], a[3]); err != nil || tree {
		return v, err
	}
	src, ok := object.Text(a[0])
	if !ok {
		b, err := object.BytesOf(a[0])
		if err != nil {
			return object.Null, object.TypeErrorf("compile() arg 1 must be a string, bytes or AST object")
		}
		src = string(b)
	}
	file, err := PathOf(th, a[1])
	if err != nil {
		return object.Null, err
	}
	opts, err := compileOptions(th, a[3], a[4], a[5])
	if err != nil {
		return object.Null, err
	}
	mode, _ := object.Text(a[2])
	m := interp.ModeExec
	switch mode {
	case "exec":
	case "eval":
		m = interp.ModeEval
	case "single":
		m = interp.ModeSingle
	default:
		return object.Null, object.ValueErrorf("compile() mode must be 'exec', 'eval' or 'single'")
	}
	c, err := interp.CompileWith(th, file, []byte(src), m, opts)
	if err != nil {
		return object.Null, err
	}
	return c.Ref(), nil
}

// onlyTree is ast.PyCF_ONLY_AST.
const onlyTree = 0x400

// compileTree does what module ast is needed for: the tree of a program instead of its code. Trees are not compiled.
func compileTree(th *object.Thread, source, filename, mode, flags Value) (v Value, done bool, err error) {
	if m, ok := interp.MachineOf(th).Modules.Lookup("ast"); ok {
		class, err := object.GetAttr(th, m, "AST")
		if t, ok := object.AsType(class); err == nil && ok && source.Type().IsSubtype(t) {
			return object.Null, true, object.Raisef(object.NotImplementedError, "compile() of a syntax tree is not supported")
		}
	}
	if n, ok := flags.AsInt(); flags.IsNull() || !ok || n&onlyTree == 0 {
		return object.Null, false, nil
	}
	m, err := interp.ImportModule(th, "ast")
	if err != nil {
		return object.Null, true, err
	}
	parse, err := object.GetAttr(th, m, "parse")
	if err != nil {
		return object.Null, true, err
	}
	v, err = object.Call(th, parse, source, filename, mode)
	return v, true, err
}

// knownCompileFlags are those of ast, codeop and the statements from __future__. Of them only annotations changes what
// is compiled here.
const knownCompileFlags = 0x10 | 0x200 | 0x400 | 0x1000 | 0x2000 | 0x4000 | 0x8400 | 0xfe0000 | 0x1000000

// compileOptions are the options of the compiler for the arguments flags, dont_inherit and optimize of compile.
func compileOptions(th *object.Thread, flags, alone, optimize Value) (opts compile.Options, err error) {
	n, level, inherit := 0, 0, true
	if !flags.IsNull() {
		if n, err = object.ToInt(th, flags); err != nil {
			return opts, err
		}
	}
	if n&^knownCompileFlags != 0 {
		return opts, object.ValueErrorf("compile(): unrecognised flags")
	}
	if n&0x400 != 0 {
		return opts, object.NotImplementedErrorf("compile() to a tree (ast.PyCF_ONLY_AST)")
	}
	if !alone.IsNull() {
		dont, err := object.IsTrue(th, alone)
		if err != nil {
			return opts, err
		}
		inherit = !dont
	}
	if !optimize.IsNull() {
		if level, err = object.ToInt(th, optimize); err != nil {
			return opts, err
		}
		if level < -1 || level > 2 {
			return opts, object.ValueErrorf("compile(): invalid optimize value")
		}
	}
	opts.Optimize = level > 0
	opts.FutureAnnotations = n&int(bytecode.FlagAnnotations) != 0
	if f := interp.CurrentFrame(th); inherit && f != nil && f.Code().Flags&bytecode.FlagAnnotations != 0 {
		opts.FutureAnnotations = true
	}
	return opts, nil
}
