package compile

import (
	"weak"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/bytecode"
)

// lazyBodies are the function bodies of a module that are compiled on their first use. The tree is large, so it is held
// weakly: a body that is used soon after the module was imported finds it; the first one that does not parses the source
// again and compiles all that are left.
type lazyBodies struct {
	opts    Options
	tree    weak.Pointer[parsed]
	index   map[*ast.FunctionDef]int // of the functions in the order of their scopes; nil once the module is compiled
	pending map[*bytecode.Code]int   // by the code to fill
}

// parsed is what the compilation of a body needs of its module.
type parsed struct {
	compiler
	functions []*ast.FunctionDef
}

func newLazyBodies(c *compiler, functions []*ast.FunctionDef) *lazyBodies {
	l := &lazyBodies{opts: c.opts, index: map[*ast.FunctionDef]int{}, pending: map[*bytecode.Code]int{}}
	for i, s := range functions {
		l.index[s] = i
	}
	l.tree = weak.Make(&parsed{*c, functions})
	return l
}

// leave leaves the body of s for the first use of code.
func (l *lazyBodies) leave(code *bytecode.Code, s *ast.FunctionDef) {
	l.pending[code] = l.index[s]
	code.Pending = func() { l.load(code) }
}

func (l *lazyBodies) load(code *bytecode.Code) {
	if p := l.tree.Value(); p != nil {
		p.body(code, l.pending[code])
		delete(l.pending, code)
		return
	}
	c := compiler{tree: l.opts.Again(), opts: l.opts}
	c.future = l.opts.FutureAnnotations || futureImports(c.tree)
	b, top := buildScopes(c.tree, c.future)
	c.scopes, c.top = b.scopes, top
	p := &parsed{c, b.functions}
	for code, i := range l.pending {
		code.Pending = nil
		p.body(code, i)
	}
	l.pending = nil
}

// body fills code with the body of function i.
func (p *parsed) body(code *bytecode.Code, i int) {
	c := p.compiler
	s := p.functions[i]
	c.lazy = nil
	c.u = nil
	c.u = c.newUnit(c.scopes[scopeKey{s, false}], code.Name, code.QualName, code.FirstLine)
	c.signature(c.u, s.Args)
	u := c.u
	c.functionBody(s)
	u.code.Flags, u.code.Doc, u.code.HasDoc = code.Flags, code.Doc, code.HasDoc
	*code = *u.code
}
