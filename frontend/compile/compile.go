// Package compile turns a syntax tree into code objects of package bytecode, in
// the shapes that CPython 3.14's compiler gives them.
//
// It works in three steps: scopes (scope.go, scopebuild.go) finds out what every
// name refers to; the generator (stmt.go, expr.go, ...) emits basic blocks per
// code object; finish (flow.go) removes what is unreachable, moves exception
// handlers to the end, computes where handlers cut the stack, and assembles.
//
// It is a part of this module; package magneto is for use from outside.
package compile

import (
	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/frontend/syntax"
)

// Options change how a tree is compiled.
type Options struct {
	// Optimize removes assert statements and makes __debug__ false, as python -O.
	Optimize bool
	// FutureAnnotations keeps annotations as text even without the future import.
	FutureAnnotations bool
}

// compiler compiles one tree. Errors are panics with a *syntax.SyntaxError,
// recovered in Compile.
type compiler struct {
	tree        *syntax.Tree
	opts        Options
	scopes      map[scopeKey]*scope
	top         *scope
	u           *unit
	future      bool
	interactive bool
	spare       *spare
	names       *scope  // what bodies that are left for later know of the module
	stmtNode    ast.Ast // the current statement
}

// Compile compiles a tree. The bodies of functions of an outline are left for their first use (lazy.go). The error, if any, is a *syntax.SyntaxError.
func Compile(tree *syntax.Tree, opts Options) (code *bytecode.Code, err error) {
	defer func() {
		if r := recover(); r != nil {
			failure, ok := r.(*syntax.SyntaxError)
			if !ok {
				panic(r)
			}
			code, err = nil, failure
		}
	}()
	c := &compiler{tree: tree, opts: opts, spare: newSpare()}
	defer c.spare.free()
	c.future = opts.FutureAnnotations || futureImports(tree)
	b, top := buildScopes(tree, c.future)
	c.scopes, c.top = b.scopes, top
	c.u = c.newUnit(top, "<module>", "<module>", 1)
	c.u.pos = bytecode.Pos{Line: 0, EndLine: 1, Col: 0, EndCol: 0}
	c.emitArg(bytecode.RESUME, 0)
	switch m := tree.Root.(type) {
	case *ast.Module:
		c.body(m.Body)
	case *ast.Interactive:
		c.interactive = true
		c.moduleAnnotations()
		c.stmts(m.Body)
	case *ast.Expression:
		c.expr(m.Body)
		c.mark(m.Body)
		c.emit(bytecode.RETURN_VALUE)
		return c.finish(), nil
	}
	c.implicitReturn()
	return c.finish(), nil
}

// body compiles the statements of a module: the docstring is stored, and
// annotations get their function first.
func (c *compiler) body(list []ast.Stmt) {
	if doc, ok := docstring(list); ok {
		c.mark(list[0])
		c.u.code.Doc, c.u.code.HasDoc = doc, true
		c.constant(doc)
		c.nameOp("__doc__", ast.Store)
		list = list[1:]
	}
	c.moduleAnnotations()
	c.stmts(list)
}

// moduleAnnotations defines __annotate__ if variables of the module are annotated.
func (c *compiler) moduleAnnotations() {
	s := c.u.scope
	if len(s.annotated) == 0 {
		return
	}
	if c.future {
		c.emit(bytecode.SETUP_ANNOTATIONS)
		return
	}
	c.annotateFunction()
	c.nameOp("__annotate__", ast.Store)
	c.startConditional()
}

// implicitReturn ends a code object with return None.
func (c *compiler) implicitReturn() {
	c.u.pos = bytecode.NoPos
	c.constant(nil)
	c.emit(bytecode.RETURN_VALUE)
}

// docstring returns the string that a body starts with.
func docstring(list []ast.Stmt) (string, bool) {
	if len(list) == 0 {
		return "", false
	}
	e, ok := list[0].(*ast.ExprStmt)
	if !ok {
		return "", false
	}
	k, ok := e.Value.(*syntax.Constant)
	if !ok {
		return "", false
	}
	s, ok := k.Value.(string)
	if !ok {
		return "", false
	}
	return cleanDoc(s), true
}

// futureFeatures are the names that may be imported from __future__. All but
// annotations have become the rule.
var futureFeatures = map[ast.Identifier]bool{
	"nested_scopes": true, "generators": true, "division": true, "absolute_import": true, "with_statement": true,
	"print_function": true, "unicode_literals": true, "generator_stop": true, "annotations": true,
}

// futureImports checks the imports from __future__ and reports whether
// annotations are kept as text.
func futureImports(tree *syntax.Tree) (annotations bool) {
	m, ok := tree.Root.(*ast.Module)
	if !ok {
		return false
	}
	allowed := true
	for i, s := range m.Body {
		im, ok := s.(*ast.ImportFrom)
		if !ok || im.Module != "__future__" || im.Level != 0 {
			if _, doc := docstring(m.Body[i:]); !doc || i != 0 {
				allowed = false
			}
			continue
		}
		if !allowed {
			failAt(tree, s, "from __future__ imports must occur at the beginning of the file")
		}
		for _, a := range im.Names {
			switch {
			case a.Name == "braces":
				failAt(tree, a, "not a chance")
			case !futureFeatures[a.Name]:
				failAt(tree, a, "future feature %s is not defined", a.Name)
			case a.Name == "annotations":
				annotations = true
			}
		}
	}
	return annotations
}
