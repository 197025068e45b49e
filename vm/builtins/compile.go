package builtins

import (
	"reflect"

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
	if v, done, err := treeOnly(th, a[0], a[1], a[2], a[3]); err != nil || done {
		return v, err
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
	var c *object.Code
	if isTree(th, a[0]) {
		c, err = compileTree(th, a[0], file, mode, opts)
	} else {
		src, ok := object.Text(a[0])
		if !ok {
			b, err := object.BytesOf(a[0])
			if err != nil {
				return object.Null, object.TypeErrorf("compile() arg 1 must be a string, bytes or AST object")
			}
			src = string(b)
		}
		c, err = interp.CompileWith(th, file, []byte(src), m, opts)
	}
	if err != nil {
		return object.Null, err
	}
	return c.Ref(), nil
}

// isTree tells whether v is a node of module ast.
func isTree(th *object.Thread, v Value) bool {
	m, ok := interp.MachineOf(th).Modules.Lookup("ast")
	if !ok {
		return false
	}
	class, err := object.GetAttr(th, m, "AST")
	t, ok := object.AsType(class)
	return err == nil && ok && v.Type().IsSubtype(t)
}

var rootClasses = map[string]string{"exec": "Module", "eval": "Expression", "single": "Interactive"}

// compileTree compiles the root of a tree, whose class goes with the mode. What the compiler cannot make sense of, and no check has found,
// is wrong with the tree.
func compileTree(th *object.Thread, root Value, file, mode string, opts compile.Options) (c *object.Code, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			c, err = nil, object.ValueErrorf("the tree is no program: %v", reason)
		}
	}()
	tree, err := TreeOf(th, file, root)
	if err != nil {
		return nil, err
	}
	if wanted := rootClasses[mode]; wanted != reflect.TypeOf(tree.Root).Elem().Name() {
		return nil, object.TypeErrorf("expected %s node, got %s", wanted, root.Type().Name)
	}
	return interp.CompileTree(th, tree, opts)
}

// onlyTree is ast.PyCF_ONLY_AST.
const onlyTree = 0x400

// treeOnly is what compile() gives with flag onlyTree: the tree of a program instead of its code.
func treeOnly(th *object.Thread, source, filename, mode, flags Value) (v Value, done bool, err error) {
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
