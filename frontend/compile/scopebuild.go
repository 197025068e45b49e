package compile

import (
	"slices"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/syntax"
)

// scopeBuilder makes the scopes of a tree.
type scopeBuilder struct {
	tree      *syntax.Tree
	scopes    map[scopeKey]*scope
	functions []*ast.FunctionDef // in the order of their scopes
	cur       *scope
	top       *scope
	pending   []pendingNonlocal // nonlocal declarations to check when all is known
	depth     int
	inIter    int // iterables of comprehensions around the current expression
	final     finallyState
	target    bool // the current expression is the target of a comprehension
	future    bool // annotations are kept as text
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
		b.functions = append(b.functions, s)
		b.push(scopeKey{s, false}, functionScope)
		b.parameters(s.Args)
		final := b.final
		b.final = finallyState{}
		b.stmts(s.Body)
		b.final = final
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

func (b *scopeBuilder) annAssign(s *syntax.AnnAssign) {
	if name, ok := s.Target.(*ast.Name); ok {
		id := b.mangle(string(name.Id))
		sym := b.cur.symbol(id)
		if s.Simple {
			if sym.global && b.cur.kind != moduleScope {
				b.fail(s, "annotated name '%s' can't be global", id)
			}
			if sym.nonlocal {
				b.fail(s, "annotated name '%s' can't be nonlocal", id)
			}
			sym.annot = true
			sym.bound = true
		} else if s.Value != nil {
			sym.bound = true
		}
		switch {
		case b.cur.isFunction():
			b.checkAnnotation(s.Annotation)
		case s.Simple:
			conditional := !b.future && (b.cur.conditional > 0 || b.cur.kind == moduleScope)
			b.cur.annotated = append(b.cur.annotated, &annotated{id, s, conditional})
			b.deferAnnotation(s.Annotation)
			if conditional {
				b.cur.needsConditional = true
				b.cur.annotations.symbol(conditionalSet).used = true
			}
		}
	} else {
		if attr, ok := s.Target.(*ast.Attribute); ok && s.Value == nil {
			b.expr(attr.Value) // nothing is assigned
		} else {
			b.expr(s.Target)
		}
		if b.cur.isFunction() {
			b.checkAnnotation(s.Annotation)
		} else {
			b.expr(s.Annotation)
		}
	}
	b.expr(s.Value)
}

// checkAnnotation looks for what no annotation may hold in one that is not evaluated.
func (b *scopeBuilder) checkAnnotation(e ast.Expr) {
	host := b.cur
	b.push(scopeKey{e, true}, annotationScope).what = "an annotation"
	b.expr(e)
	b.pop()
	host.children = host.children[:len(host.children)-1]
}

// deferAnnotation puts an annotation of a module or class variable into the
// scope of the function __annotate__.
func (b *scopeBuilder) deferAnnotation(e ast.Expr) {
	host := b.cur
	if host.annotations == nil {
		host.annotations = b.pushLazy(scopeKey{nil, true}, "an annotation")
		b.parameter(formatParam)
		b.seeClass(host.annotations)
		b.pop()
	}
	b.cur = host.annotations
	if b.future {
		b.checkAnnotation(e)
	} else {
		b.expr(e)
	}
	b.cur = host
}

// annotations builds the scope for a function's annotations, if it has any.
func (b *scopeBuilder) annotations(key scopeKey, args *ast.Arguments, returns ast.Expr) {
	list := annotationList(args, returns)
	if len(list) == 0 {
		return
	}
	s := b.pushLazy(key, "an annotation")
	b.parameter(formatParam)
	b.seeClass(s)
	for _, a := range list {
		if b.future {
			b.checkAnnotation(a.expr)
		} else {
			b.expr(a.expr)
		}
	}
	b.pop()
}

type annotation struct {
	name string
	expr ast.Expr
}

// annotationList returns the annotations of a function in the order of
// __annotations__.
func annotationList(args *ast.Arguments, returns ast.Expr) []annotation {
	var list []annotation
	add := func(a *ast.Arg) {
		if a != nil && a.Annotation != nil {
			list = append(list, annotation{name: string(a.Arg), expr: a.Annotation})
		}
	}
	for _, a := range args.Args {
		add(a)
	}
	add(args.Vararg)
	for _, a := range args.Kwonlyargs {
		add(a)
	}
	add(args.Kwarg)
	if returns != nil {
		list = append(list, annotation{name: "return", expr: returns})
	}
	return list
}

// seeClass gives an annotation scope in a class access to the class's names.
func (b *scopeBuilder) seeClass(s *scope) {
	if s.parent.typeParams && s.parent.seesClass {
		s.seesClass = true
		s.symbol("__classdict__").used = true
	} else if s.parent.kind == classScope {
		s.seesClass = true
		s.parent.needsClassDict = true
		s.symbol("__classdict__").used = true
	}
}

func (b *scopeBuilder) parameter(name string) {
	sym := b.cur.symbol(name)
	sym.bound, sym.param = true, true
	b.cur.params = append(b.cur.params, name)
}

func (b *scopeBuilder) defaults(args *ast.Arguments) {
	b.exprs(args.Defaults)
	b.exprs(args.KwDefaults)
}

func (b *scopeBuilder) parameters(args *ast.Arguments) {
	add := func(a *ast.Arg) {
		name := b.mangle(string(a.Arg))
		if sym := b.cur.syms[name]; sym != nil {
			b.fail(a, "duplicate argument '%s' in function definition", name)
		}
		if name == "__debug__" {
			b.fail(a, "cannot assign to __debug__")
		}
		b.parameter(name)
	}
	for _, a := range args.Args {
		add(a)
	}
	for _, a := range args.Kwonlyargs {
		add(a)
	}
	if args.Vararg != nil {
		add(args.Vararg)
	}
	if args.Kwarg != nil {
		add(args.Kwarg)
	}
}

func (b *scopeBuilder) exprs(list []ast.Expr) {
	for _, e := range list {
		b.expr(e)
	}
}

func (b *scopeBuilder) expr(e ast.Expr) {
	if e == nil {
		return
	}
	b.enter(e)
	defer b.leave()
	switch e := e.(type) {
	case *ast.Name:
		if e.Ctx == ast.Load {
			b.use(string(e.Id))
			return
		}
		if sym := b.bind(string(e.Id)); b.target && (sym.nonlocal || sym.global) {
			b.fail(e, "comprehension inner loop cannot rebind assignment expression target '%s'", e.Id)
		}
	case *ast.BoolOp:
		b.exprs(e.Values)
	case *ast.BinOp:
		b.expr(e.Left)
		b.expr(e.Right)
	case *ast.UnaryOp:
		b.expr(e.Operand)
	case *ast.Lambda:
		b.defaults(e.Args)
		b.push(scopeKey{e, false}, functionScope)
		b.parameters(e.Args)
		b.expr(e.Body)
		b.pop()
	case *ast.IfExp:
		b.expr(e.Test)
		b.expr(e.Body)
		b.expr(e.Orelse)
	case *ast.Dict:
		for i := range e.Keys {
			b.expr(e.Keys[i])
			b.expr(e.Values[i])
		}
	case *ast.Set:
		b.exprs(e.Elts)
	case *ast.ListComp:
		b.comprehension(e, listComp, e.Generators, e.Elt, nil)
	case *ast.SetComp:
		b.comprehension(e, setComp, e.Generators, e.Elt, nil)
	case *ast.DictComp:
		b.comprehension(e, dictComp, e.Generators, e.Key, e.Value)
	case *ast.GeneratorExp:
		b.comprehension(e, generatorComp, e.Generators, e.Elt, nil)
	case *ast.Yield:
		b.yield(e)
		b.expr(e.Value)
	case *ast.YieldFrom:
		b.yield(e)
		b.expr(e.Value)
	case *ast.Compare:
		b.expr(e.Left)
		b.exprs(e.Comparators)
	case *ast.Call:
		b.expr(e.Func)
		b.exprs(e.Args)
		for _, k := range e.Keywords {
			b.expr(k.Value)
		}
	case *ast.Attribute:
		b.expr(e.Value)
		if e.Ctx == ast.Store {
			b.noteSelfAttribute(e)
		}
	case *ast.Subscript:
		b.expr(e.Value)
		b.slice(e.Slice)
	case *ast.Starred:
		b.expr(e.Value)
	case *ast.List:
		b.exprs(e.Elts)
	case *ast.Tuple:
		b.exprs(e.Elts)
	case *syntax.NamedExpr:
		b.namedExpr(e)
	case *syntax.JoinedStr:
		b.exprs(e.Values)
	case *syntax.FormattedValue:
		b.expr(e.Value)
		if e.FormatSpec != nil {
			b.expr(e.FormatSpec)
		}
	}
}

func (b *scopeBuilder) yield(e ast.Expr) {
	what := "yield"
	if _, from := e.(*ast.YieldFrom); from {
		what = "yield from"
	}
	switch {
	case b.cur.comp != notComp:
		name := map[compKind]string{listComp: "list comprehension", setComp: "set comprehension",
			dictComp: "dict comprehension", generatorComp: "generator expression"}[b.cur.comp]
		b.fail(e, "'yield' inside %s", name)
	case b.cur.what != "":
		b.fail(e, "yield expression cannot be used within %s", b.cur.what)
	case b.cur.kind != functionScope:
		b.fail(e, "'%s' outside function", what)
	}
	b.cur.isGenerator = true
}

func (b *scopeBuilder) slice(s ast.Slicer) {
	switch s := s.(type) {
	case *ast.Index:
		b.expr(s.Value)
	case *ast.Slice:
		b.expr(s.Lower)
		b.expr(s.Upper)
		b.expr(s.Step)
	case *ast.ExtSlice:
		for _, d := range s.Dims {
			b.slice(d)
		}
	}
}

// namedExpr binds the target of := in the function around comprehensions.
func (b *scopeBuilder) namedExpr(e *syntax.NamedExpr) {
	switch {
	case b.cur.what != "":
		b.fail(e, "named expression cannot be used within %s", b.cur.what)
	case b.inIter > 0:
		b.fail(e, "assignment expression cannot be used in a comprehension iterable expression")
	}
	if b.cur.comp == notComp {
		b.expr(e.Value)
	} else {
		defer b.expr(e.Value)
	}
	name := b.mangle(string(e.Target.Id))
	if b.cur.comp == notComp {
		b.bind(string(e.Target.Id))
		return
	}
	host := b.cur
	for host.comp != notComp {
		if host.iterNames[name] {
			b.fail(e.Target, "assignment expression cannot rebind comprehension iteration variable '%s'", e.Target.Id)
		}
		host = host.parent
	}
	switch {
	case host.kind == classScope:
		b.fail(e.Target, "assignment expression within a comprehension cannot be used in a class body")
	case host.typeParams:
		b.fail(e.Target, "assignment expression within a comprehension cannot be used within %s", host.what)
	case host.what != "":
		b.fail(e.Target, "assignment expression within a comprehension cannot be used in %s", host.what)
	}
	hostSym := host.symbol(name)
	hostSym.bound = true
	for s := b.cur; s != host; s = s.parent {
		sym := s.symbol(name)
		if host.kind == moduleScope || hostSym.global {
			sym.global = true
			b.top.symbol(name).global = true
		} else {
			sym.nonlocal = true
		}
	}
}

func (b *scopeBuilder) comprehension(node ast.Expr, kind compKind, gens []ast.Comprehension, elt, value ast.Expr) {
	b.iterable(gens[0].Iter)
	host := b.cur
	s := b.push(scopeKey{node, false}, functionScope)
	s.comp = kind
	s.isGenerator = kind == generatorComp
	s.inlined = kind != generatorComp && !host.seesClass
	s.iterNames = map[string]bool{}
	if !s.inlined {
		b.parameter(".0")
	}
	for i, g := range gens {
		before := len(s.order)
		bound := map[string]bool{}
		for _, n := range s.order[:before] {
			bound[n] = s.syms[n].bound
		}
		b.target = true
		b.expr(g.Target)
		b.target = false
		for _, n := range s.order {
			if s.syms[n].bound && !bound[n] && n != ".0" {
				s.iterNames[n] = true
			}
		}
		if i > 0 {
			b.iterable(g.Iter)
		}
		b.exprs(g.Ifs)
	}
	b.expr(elt)
	b.expr(value)
	b.pop()
}

func (b *scopeBuilder) iterable(e ast.Expr) {
	b.inIter++
	b.expr(e)
	b.inIter--
}

func (b *scopeBuilder) pattern(p syntax.Pattern) {
	b.enter(p)
	defer b.leave()
	switch p := p.(type) {
	case *syntax.MatchValue:
		b.expr(p.Value)
	case *syntax.MatchSequence:
		for _, q := range p.Patterns {
			b.pattern(q)
		}
	case *syntax.MatchMapping:
		b.exprs(p.Keys)
		for _, q := range p.Patterns {
			b.pattern(q)
		}
		if p.Rest != "" {
			b.bind(string(p.Rest))
		}
	case *syntax.MatchClass:
		b.expr(p.Cls)
		for _, q := range p.Patterns {
			b.pattern(q)
		}
		for _, q := range p.KwdPatterns {
			b.pattern(q)
		}
	case *syntax.MatchStar:
		if p.Name != "" {
			b.bind(string(p.Name))
		}
	case *syntax.MatchAs:
		if p.Pattern != nil {
			b.pattern(p.Pattern)
		}
		if p.Name != "" {
			b.bind(string(p.Name))
		}
	case *syntax.MatchOr:
		for _, q := range p.Patterns {
			b.pattern(q)
		}
	}
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
