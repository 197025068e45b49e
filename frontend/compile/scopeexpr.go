package compile

import (
	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/syntax"
)

// The names in expressions, parameters and patterns.

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
	case *syntax.Await:
		b.await(e, false)
		b.expr(e.Value)
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
	b.cur.isGenerator, b.cur.yields = true, true
	if _, from := e.(*ast.YieldFrom); from && b.cur.isCoroutine {
		b.fail(e, "'yield from' inside async function")
	}
}

// async checks that a statement that is written with async is in a function that is; what names it.
func (b *scopeBuilder) async(s ast.Stmt, what string) {
	if b.tree.Async[s] && !b.cur.isCoroutine {
		b.fail(s, "%s outside async function", what)
	}
}

// asyncReturn notes a return with a value, which an asynchronous generator cannot have.
func (b *scopeBuilder) asyncReturn(s *ast.Return) {
	if b.cur.isCoroutine && b.cur.returned == nil {
		b.cur.returned = s
	}
}

// await checks where await, or the async for of a comprehension, stands. In a generator expression it makes that asynchronous.
func (b *scopeBuilder) await(e ast.Ast, inComprehension bool) {
	s := b.cur
	for ; s.comp != notComp; s = s.parent {
		if s.comp == generatorComp {
			s.isCoroutine = true
			return
		}
	}
	switch {
	case s.isCoroutine:
	case inComprehension:
		b.fail(e, "asynchronous comprehension outside of an asynchronous function")
	case s.what != "":
		b.fail(e, "await expression cannot be used within %s", s.what)
	case !s.isFunction():
		b.fail(e, "'await' outside function")
	default:
		b.fail(e, "'await' outside async function")
	}
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
	s.yields = s.isGenerator
	s.inlined = kind != generatorComp && !host.seesClass
	s.iterNames = map[string]bool{}
	if !s.inlined {
		b.parameter(".0")
	}
	for i, g := range gens {
		if b.tree.Async[g.Target] {
			b.await(node, true)
		}
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
