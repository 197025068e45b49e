package compile

import (
	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/frontend/syntax"
)

// leave leaves the body of a function of an outline for the first use of its code: the function is parsed by itself then, in a module of
// its own, with a class around it if it is a method. What it keeps is the source, and what the module does with its names.
func (c *compiler) leave(code *bytecode.Code, place syntax.Place) {
	opts, future, top := c.opts, c.future, c.moduleNames()
	class, method := c.u.parent.scope.className, c.u.parent.scope.kind == classScope
	code.Pending = func() {
		tree, f := place.Parse()
		body := []ast.Stmt{f}
		if method {
			body = []ast.Stmt{&ast.ClassDef{Name: ast.Identifier(class), Body: body}}
		}
		tree.Root = &ast.Module{Body: body}
		b, _ := buildScopes(tree, future)
		late := compiler{tree: tree, opts: opts, scopes: b.scopes, top: top, future: future, spare: newSpare()}
		late.load(code, f)
		tree.Free()
		late.spare.free()
	}
}

// load fills code with the body of f.
func (c *compiler) load(code *bytecode.Code, f *ast.FunctionDef) {
	c.u = c.newUnit(c.scopes[scopeKey{f, false}], code.Name, code.QualName, code.FirstLine)
	c.signature(c.u, f.Args)
	u := c.u
	c.functionBody(f)
	u.code.Flags, u.code.Doc, u.code.HasDoc = code.Flags, code.Doc, code.HasDoc
	*code = *u.code
}

// moduleNames is the scope of the module without the tree that it was made from.
func (c *compiler) moduleNames() *scope {
	if c.names == nil {
		c.names = &scope{kind: moduleScope, syms: make(map[string]*symbol, len(c.top.syms))}
		for name, sym := range c.top.syms {
			if sym.bound {
				c.names.syms[name] = &symbol{bound: true, imported: sym.imported}
			}
		}
	}
	return c.names
}
