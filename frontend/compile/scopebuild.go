package compile

import (
	"slices"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/syntax"
)

// scopeBuilder makes the scopes of a tree.
type scopeBuilder struct {
	tree    *syntax.Tree
	scopes  map[scopeKey]*scope
	cur     *scope
	top     *scope
	pending []pendingNonlocal // nonlocal declarations to check when all is known
	depth   int
	inIter  int // iterables of comprehensions around the current expression
	final   finallyState
	target  bool // the current expression is the target of a comprehension
	future  bool // annotations are kept as text
}

// finallyState tells whether a statement leaves a finally clause, which loses the exception that is on its way.
type finallyState struct{ in, inLoop bool }

// leaves warns of a statement that may leave a finally clause.
func (b *scopeBuilder) leaves(s ast.Stmt, word string) {
	if b.final.in && !b.final.inLoop { // in a loop CPython does not look at return either
		b.tree.Warnings = append(b.tree.Warnings, syntax.Warning{Msg: "'" + word + "' in a 'finally' block", Span: b.tree.Span(s)})
	}
}

// loop builds the body of a loop.
func (b *scopeBuilder) loop(body []ast.Stmt) {
	saved := b.final
	b.final.inLoop = true
	b.block(body)
	b.final = saved
}

// buildScopes walks the tree twice: to collect what each scope does with names,
// and to connect uses with definitions.
func buildScopes(tree *syntax.Tree, future bool) (*scopeBuilder, *scope) {
	b := &scopeBuilder{tree: tree, scopes: map[scopeKey]*scope{}, future: future}
	top := &scope{kind: moduleScope, syms: map[string]*symbol{}}
	b.cur, b.top = top, top
	b.scopes[scopeKey{tree.Root, false}] = top
	switch m := tree.Root.(type) {
	case *ast.Module:
		b.stmts(m.Body)
	case *ast.Interactive:
		b.stmts(m.Body)
	case *ast.Expression:
		b.expr(m.Body)
	}
	for _, p := range b.pending {
		switch host := p.scope.inEnclosingFunction(p.name); {
		case host == nil:
			b.fail(p.node, "no binding for nonlocal '%s' found", p.name)
		case host.typeParams:
			b.fail(p.node, "nonlocal binding not allowed for type parameter '%s'", p.name)
		}
	}
	b.resolve(top)
	b.bindFrees(top)
	shareCells(top)
	return b, top
}

// shareCells makes a local a cell if a comprehension compiled into its function has
// a cell of the same name: they share a slot.
func shareCells(s *scope) {
	for _, child := range s.children {
		shareCells(child)
	}
	if !s.inlined {
		return
	}
	for name, sym := range s.syms {
		if !sym.cell {
			continue
		}
		if outer := s.parent.syms[name]; outer != nil && outer.bound && s.parent.isFunction() {
			outer.cell = true
		}
	}
}

func (b *scopeBuilder) fail(n ast.Ast, format string, args ...any) {
	failAt(b.tree, n, format, args...)
}

func (b *scopeBuilder) push(key scopeKey, kind scopeKind) *scope {
	s := &scope{kind: kind, parent: b.cur, syms: map[string]*symbol{}, className: b.cur.className, mangled: b.cur.mangled}
	b.cur.children = append(b.cur.children, s)
	b.scopes[key] = s
	b.cur = s
	return s
}

// pushLazy opens the scope of an expression that is evaluated on demand; what names it in errors.
func (b *scopeBuilder) pushLazy(key scopeKey, what string) *scope {
	s := b.push(key, annotationScope)
	s.what = what
	return s
}

func (b *scopeBuilder) pop() { b.cur = b.cur.parent }

func (b *scopeBuilder) mangle(name string) string { return b.cur.mangle(name) }

func (b *scopeBuilder) use(name string) {
	b.cur.symbol(b.mangle(name)).used = true
	if name == "super" && b.cur.kind == functionScope {
		b.useClass()
	} else if name == "__class__" && b.cur.isFunction() && !b.cur.inClassBody() {
		b.useClass()
	}
}

// useClass notes that the current function needs the cell __class__.
func (b *scopeBuilder) useClass() {
	b.cur.symbol("__class__").used = true
	for p := b.cur.parent; p != nil; p = p.parent {
		if p.kind == classScope {
			p.needsClass, p.needsClassDict = true, true
			return
		}
		if sym := p.syms["__class__"]; p.isFunction() && sym != nil && sym.bound {
			return
		}
	}
}

// bind notes that name is assigned in the current scope.
func (b *scopeBuilder) bind(name string) *symbol {
	sym := b.cur.symbol(b.mangle(name))
	sym.bound = true
	return sym
}

func (b *scopeBuilder) stmts(list []ast.Stmt) {
	for _, s := range list {
		b.stmt(s)
	}
}

// block builds statements that may be left out or left early.
func (b *scopeBuilder) block(list []ast.Stmt) {
	b.cur.conditional++
	b.stmts(list)
	b.cur.conditional--
}

func (b *scopeBuilder) stmt(s ast.Stmt) {
	b.enter(s)
	defer b.leave()
	switch s := s.(type) {
	case *ast.FunctionDef:
		b.bind(string(s.Name))
		if b.cur.kind == classScope {
			b.cur.needsClassDict = true // also without annotations, as in CPython
		}
		b.exprs(s.DecoratorList)
		b.defaults(s.Args)
		generic := b.typeParams(b.tree.TypeParams[s], defaultParams(s.Args), "")
		b.annotations(scopeKey{s, true}, s.Args, s.Returns)
		f := b.push(scopeKey{s, false}, functionScope)
		f.isCoroutine = b.tree.Async[s]
		f.isGenerator = f.isCoroutine
		b.parameters(s.Args)
		final := b.final
		b.final = finallyState{}
		b.stmts(s.Body)
		b.final = final
		if f.yields && f.returned != nil {
			b.fail(f.returned, "'return' with value in async generator")
		}
		b.pop()
		if generic {
			b.pop()
		}
	case *ast.ClassDef:
		b.bind(string(s.Name))
		b.exprs(s.DecoratorList)
		generic := b.typeParams(b.tree.TypeParams[s], nil, string(s.Name))
		if generic {
			b.bind(".type_params")
			b.bind(genericBase)
		}
		b.exprs(s.Bases)
		for _, k := range s.Keywords {
			b.expr(k.Value)
		}
		c := b.push(scopeKey{s, false}, classScope)
		c.className, c.mangled = string(s.Name), nil
		if generic {
			b.use(".type_params")
		}
		b.stmts(s.Body)
		b.pop()
		if generic {
			b.pop()
		}
	case *ast.Break:
		b.leaves(s, "break")
	case *ast.Continue:
		b.leaves(s, "continue")
	case *ast.Return:
		b.leaves(s, "return")
		if s.Value != nil {
			b.cur.hasReturn = true
			b.asyncReturn(s)
			b.expr(s.Value)
		}
	case *ast.Delete:
		b.exprs(s.Targets)
	case *ast.Assign:
		b.expr(s.Value)
		b.exprs(s.Targets)
	case *ast.AugAssign:
		if attr, ok := s.Target.(*ast.Attribute); ok {
			b.expr(attr.Value)
		} else {
			b.expr(s.Target)
		}
		if name, ok := s.Target.(*ast.Name); ok {
			b.use(string(name.Id))
		}
		b.expr(s.Value)
	case *syntax.AnnAssign:
		b.annAssign(s)
	case *syntax.TypeAlias:
		b.expr(s.Name)
		generic := b.typeParams(b.tree.TypeParams[s], nil, "")
		t := b.pushLazy(scopeKey{s, false}, "a type alias")
		b.parameter(formatParam)
		b.seeClass(t)
		b.expr(s.Value)
		b.pop()
		if generic {
			b.pop()
		}
	case *ast.For:
		b.async(s, "'async for'")
		b.expr(s.Iter)
		b.expr(s.Target)
		b.loop(s.Body)
		b.block(s.Orelse)
	case *ast.While:
		b.expr(s.Test)
		b.loop(s.Body)
		b.block(s.Orelse)
	case *ast.If:
		b.expr(s.Test)
		b.block(s.Body)
		b.block(s.Orelse)
	case *ast.With:
		b.async(s, "'async with'")
		for _, item := range s.Items {
			b.expr(item.ContextExpr)
			b.expr(item.OptionalVars)
		}
		b.block(s.Body)
	case *ast.Raise:
		b.expr(s.Exc)
		b.expr(s.Cause)
	case *ast.Try:
		b.try(s.Body, s.Handlers, s.Orelse, s.Finalbody)
	case *syntax.TryStar:
		b.try(s.Body, s.Handlers, s.Orelse, s.Finalbody)
	case *ast.Assert:
		b.expr(s.Test)
		b.expr(s.Msg)
	case *ast.Import:
		for _, a := range s.Names {
			b.importName(a)
		}
	case *ast.ImportFrom:
		for _, a := range s.Names {
			if a.Name == "*" {
				if b.cur.kind != moduleScope {
					b.fail(a, "import * only allowed at module level")
				}
				continue
			}
			b.importName(a)
		}
	case *ast.Global:
		b.declare(s, s.Names, true)
	case *ast.Nonlocal:
		b.declare(s, s.Names, false)
	case *ast.ExprStmt:
		b.expr(s.Value)
	case *syntax.Match:
		b.expr(s.Subject)
		for _, c := range s.Cases {
			b.pattern(c.Pattern)
			b.expr(c.Guard)
			b.block(c.Body)
		}
	}
}

func (b *scopeBuilder) try(body []ast.Stmt, handlers []*ast.ExceptHandler, orelse, final []ast.Stmt) {
	b.block(body)
	for _, h := range handlers {
		b.expr(h.ExprType)
		if h.Name != "" {
			b.bind(string(h.Name))
		}
		b.block(h.Body)
	}
	b.block(orelse)
	saved := b.final
	b.final = finallyState{in: true}
	b.block(final)
	b.final = saved
}

func (b *scopeBuilder) importName(a *ast.Alias) {
	name := string(a.AsName)
	if name == "" {
		name = firstComponent(string(a.Name))
	}
	b.bind(name).imported = true
}

func firstComponent(dotted string) string {
	for i := 0; i < len(dotted); i++ {
		if dotted[i] == '.' {
			return dotted[:i]
		}
	}
	return dotted
}

// declare handles global and nonlocal statements.
func (b *scopeBuilder) declare(s ast.Stmt, names []ast.Identifier, global bool) {
	word := "nonlocal"
	if global {
		word = "global"
	}
	if !global && b.cur.kind == moduleScope {
		b.fail(s, "nonlocal declaration not allowed at module level")
	}
	for _, id := range names {
		name := b.mangle(string(id))
		sym := b.cur.symbol(name)
		switch {
		case sym.param:
			b.fail(s, "name '%s' is parameter and %s", name, word)
		case sym.global != sym.nonlocal && sym.global != global:
			b.fail(sym.declared, "name '%s' is nonlocal and global", name)
		case sym.annot:
			b.fail(s, "annotated name '%s' can't be %s", name, word)
		case sym.bound:
			b.fail(s, "name '%s' is assigned to before %s declaration", name, word)
		case sym.used:
			b.fail(s, "name '%s' is used prior to %s declaration", name, word)
		}
		if sym.declared == nil {
			sym.declared = s
		}
		if global {
			sym.global = true
			b.top.symbol(name).global = true // then the module reaches it the same way
			continue
		}
		sym.nonlocal = true
		// The definition may stand below, in the function around.
		b.pending = append(b.pending, pendingNonlocal{b.cur, name, s})
	}
}

type pendingNonlocal struct {
	scope *scope
	name  string
	node  ast.Stmt
}

// maxDepth bounds the nesting of the tree: long chains of operators make trees
// that are deeper than the parser's recursion.
const maxDepth = 50000

func (b *scopeBuilder) enter(n ast.Ast) {
	b.depth++
	if b.depth > maxDepth {
		b.fail(n, "too many nested expressions: the program is too deep to compile")
	}
}

func (b *scopeBuilder) leave() { b.depth-- }

// noteSelfAttribute collects attributes assigned to the first parameter of a
// method, for the class's __static_attributes__.
func (b *scopeBuilder) noteSelfAttribute(t *ast.Attribute) {
	if name, ok := t.Value.(*ast.Name); !ok || name.Id != "self" {
		return
	}
	for s := b.cur; s != nil; s = s.parent {
		if s.kind == classScope {
			if !slices.Contains(s.staticAttrs, string(t.Attr)) {
				s.staticAttrs = append(s.staticAttrs, string(t.Attr))
			}
			return
		}
	}
}
