package syntax

import (
	"github.com/go-python/gpython/ast"
)

func (p *parser) file() *ast.Module {
	m := &ast.Module{}
	m.Lineno = 1
	for p.kind() != EndMarker {
		m.Body = p.statement(m.Body)
	}
	return m
}

func (p *parser) interactive() *ast.Interactive {
	m := &ast.Interactive{}
	m.Lineno = 1
	if p.kind() == EndMarker {
		e := p.errorNoEnd(1, -1, "invalid syntax")
		e.Col, e.EndCol = 0, 0
		panic(e)
	}
	m.Body = p.statement(nil)
	end := p.prev()
	if p.kind() == EndMarker {
		return m
	}
	if end.Kind != Newline || len(m.Body) == 1 && isCompound(m.Body[0]) {
		p.unexpected()
	}
	p.fail("SyntaxError", end.Line, end.Col, end.EndLine, end.EndCol, "multiple statements found while compiling a single statement")
	return nil
}

// isCompound tells whether a statement may hold others, so that in an interactive session an empty line ends it.
func isCompound(s ast.Stmt) bool {
	switch s.(type) {
	case *ast.If, *ast.While, *ast.For, *ast.Try, *TryStar, *ast.With, *ast.FunctionDef, *ast.ClassDef, *Match:
		return true
	}
	return false
}

// Compound tells whether an interactive statement is a compound one.
func (t *Tree) Compound() bool {
	m, ok := t.Root.(*ast.Interactive)
	return ok && len(m.Body) == 1 && isCompound(m.Body[0])
}

func (p *parser) evalInput() *ast.Expression {
	m := &ast.Expression{}
	m.Lineno = 1
	m.Body = p.starExpressions()
	for p.accept(Newline) {
	}
	if p.kind() != EndMarker {
		p.unexpected()
	}
	return m
}

// statement appends one compound statement, or the simple statements of a line.
func (p *parser) statement(body []ast.Stmt) []ast.Stmt {
	switch p.kind() {
	case KwIf:
		return append(body, p.ifStmt())
	case KwWhile:
		return append(body, p.whileStmt())
	case KwFor:
		return append(body, p.forStmt())
	case KwTry:
		return append(body, p.tryStmt())
	case KwWith:
		return append(body, p.withStmt())
	case KwDef:
		return append(body, p.funcDef(nil))
	case KwClass:
		return append(body, p.classDef(nil))
	case At:
		return append(body, p.decorated())
	case KwAsync:
		return append(body, p.asyncStmt(nil))
	case LeftOutTok:
		return append(body, p.leftOut())
	case NameTok:
		if p.isWord("match") {
			if m := p.matchStmt(); m != nil {
				return append(body, m)
			}
		}
	}
	return p.simpleStmts(body)
}

func (p *parser) simpleStmts(body []ast.Stmt) []ast.Stmt {
	for {
		body = append(body, p.simpleStmt())
		if p.accept(Newline) {
			return body
		}
		if !p.accept(Semi) {
			p.strayAssignment(body[len(body)-1])
			p.matchWithoutColon(body[len(body)-1])
			p.unexpected()
		}
		if p.accept(Newline) {
			return body
		}
	}
}

// strayAssignment reports name = value behind a list of expressions.
func (p *parser) strayAssignment(last ast.Stmt) {
	s, ok := last.(*ast.ExprStmt)
	if !ok || p.kind() != NameTok || p.peek(1) != Equal {
		return
	}
	if _, list := s.Value.(*ast.Tuple); !list {
		return
	}
	save, far := p.i, p.far
	t := p.next()
	name := done(p, &ast.Name{ExprBase: exprAt(t), Id: p.ident(t)})
	p.next()
	if value, ok := p.try(p.bitOr); ok && p.kind() != Equal && p.kind() != ColonEqual {
		p.failRange(name, value, "invalid syntax. Maybe you meant '==' or ':=' instead of '='?")
	}
	p.i, p.far = save, far
}

// matchWithoutColon reports a line "match subject".
func (p *parser) matchWithoutColon(last ast.Stmt) {
	s, ok := last.(*ast.ExprStmt)
	if !ok {
		return
	}
	if name, ok := s.Value.(*ast.Name); !ok || name.Id != "match" {
		return
	}
	save, far := p.i, p.far
	if _, ok := p.try(p.starExpressions); ok && p.kind() == Newline {
		p.failToken(p.cur(), "expected ':'")
	}
	p.i, p.far = save, far
}

func (p *parser) simpleStmt() ast.Stmt {
	start := p.cur()
	base := stmtAt(start)
	switch start.Kind {
	case KwPass:
		p.next()
		return done(p, &ast.Pass{StmtBase: base})
	case KwBreak:
		p.next()
		return done(p, &ast.Break{StmtBase: base})
	case KwContinue:
		p.next()
		return done(p, &ast.Continue{StmtBase: base})
	case KwReturn:
		p.next()
		r := &ast.Return{StmtBase: base}
		if p.startsExpr() {
			r.Value = p.starExpressions()
		} else if p.kind() == KwYield {
			p.unexpected()
		}
		return done(p, r)
	case KwRaise:
		p.next()
		r := &ast.Raise{StmtBase: base}
		if p.startsExpr() {
			r.Exc = p.expression()
			if p.accept(KwFrom) {
				r.Cause = p.expression()
			}
		}
		return done(p, r)
	case KwGlobal:
		p.next()
		return done(p, &ast.Global{StmtBase: base, Names: p.nameList()})
	case KwNonlocal:
		p.next()
		return done(p, &ast.Nonlocal{StmtBase: base, Names: p.nameList()})
	case KwDel:
		return p.delStmt()
	case KwAssert:
		p.next()
		a := &ast.Assert{StmtBase: base, Test: p.expression()}
		if p.accept(Comma) {
			a.Msg = p.expression()
		}
		return done(p, a)
	case KwImport:
		return p.importStmt()
	case KwFrom:
		return p.fromStmt()
	case NameTok:
		if p.isWord("type") && p.peek(1) == NameTok {
			if k := p.peek(2); k == Equal || k == LSqb {
				return p.typeAlias()
			}
			p.far = max(p.far, p.i+2)
		}
	}
	return p.exprStmt()
}

func (p *parser) nameList() []ast.Identifier {
	names := []ast.Identifier{p.ident(p.expect(NameTok))}
	for p.accept(Comma) {
		names = append(names, p.ident(p.expect(NameTok)))
	}
	return names
}

func (p *parser) typeAlias() ast.Stmt {
	start := p.next()
	t := p.next()
	name := done(p, &ast.Name{ExprBase: exprAt(t), Id: p.ident(t), Ctx: ast.Store})
	alias := &TypeAlias{StmtBase: stmtAt(start), Name: name}
	p.typeParams(alias)
	p.expect(Equal)
	alias.Value = p.expression()
	return done(p, alias)
}

func (p *parser) delStmt() ast.Stmt {
	start := p.next()
	d := &ast.Delete{StmtBase: stmtAt(start)}
	for p.startsExpr() {
		target := p.starExpression()
		p.setTarget(target, ast.Del, "cannot delete %s")
		d.Targets = append(d.Targets, target)
		if !p.accept(Comma) {
			break
		}
	}
	if k := p.kind(); k != Newline && k != Semi || len(d.Targets) == 0 {
		p.unexpected()
	}
	return done(p, d)
}

func (p *parser) importStmt() ast.Stmt {
	start := p.next()
	im := &ast.Import{StmtBase: stmtAt(start)}
	if p.kind() == Newline {
		p.failPoint(p.cur(), "Expected one or more names after 'import'")
	}
	for {
		t := p.cur()
		alias := &ast.Alias{Pos: pos(t), Name: p.dottedName()}
		if p.accept(KwAs) {
			alias.AsName = p.asName()
		}
		im.Names = append(im.Names, done(p, alias))
		if !p.accept(Comma) {
			break
		}
	}
	if p.kind() == KwFrom && p.peek(1) == NameTok {
		p.next()
		p.dottedName()
		end := p.prev()
		p.fail("SyntaxError", start.Line, start.Col, end.EndLine, end.EndCol, "Did you mean to use 'from ... import ...' instead?")
	}
	return done(p, im)
}

func (p *parser) asName() ast.Identifier {
	t := p.cur()
	if t.Kind != NameTok {
		if p.startsExpr() {
			e := p.expression()
			p.failNode(e, "cannot use %s as import target", exprName(e))
		}
		p.unexpected()
	}
	p.next()
	if k := p.kind(); k == Dot || k == LPar || k == LSqb {
		p.i--
		e := p.expression()
		p.failNode(e, "cannot use %s as import target", exprName(e))
	}
	return p.ident(t)
}

func (p *parser) dottedName() ast.Identifier {
	first := p.expect(NameTok)
	name := p.ident(first)
	for p.accept(Dot) {
		name += "." + p.ident(p.expect(NameTok))
	}
	return name
}

func (p *parser) fromStmt() ast.Stmt {
	start := p.next()
	im := &ast.ImportFrom{StmtBase: stmtAt(start)}
	for {
		if p.accept(Dot) {
			im.Level++
		} else if p.accept(Ellipsis3) {
			im.Level += 3
		} else {
			break
		}
	}
	if im.Level == 0 || p.kind() == NameTok {
		im.Module = p.dottedName()
	}
	p.expect(KwImport)
	if t := p.cur(); t.Kind == Star {
		p.next()
		im.Names = []*ast.Alias{done(p, &ast.Alias{Pos: pos(t), Name: "*"})}
		return done(p, im)
	}
	paren := p.accept(LPar)
	if p.kind() == Newline {
		p.failPoint(p.cur(), "Expected one or more names after 'import'")
	}
	for {
		t := p.expect(NameTok)
		alias := &ast.Alias{Pos: pos(t), Name: p.ident(t)}
		if p.accept(KwAs) {
			alias.AsName = p.asName()
		}
		im.Names = append(im.Names, done(p, alias))
		if !p.accept(Comma) {
			break
		}
		if paren && p.kind() == RPar {
			break
		}
		if !paren && p.kind() == Newline {
			p.failToken(p.cur(), "trailing comma not allowed without surrounding parentheses")
		}
	}
	if paren {
		p.expect(RPar)
	}
	return done(p, im)
}

// augmented gives the operator of augmented assignment tokens.
var augmented = map[Kind]ast.OperatorNumber{
	PlusEqual: ast.Add, MinEqual: ast.Sub, StarEqual: ast.Mult, SlashEqual: ast.Div, PercentEqual: ast.Modulo,
	AmperEqual: ast.BitAnd, VBarEqual: ast.BitOr, CircumflexEqual: ast.BitXor, LeftShiftEqual: ast.LShift,
	RightShiftEqual: ast.RShift, DoubleStarEqual: ast.Pow, DoubleSlashEqual: ast.FloorDiv, AtEqual: MatMult,
}

// exprStmt parses an expression statement or any kind of assignment.
func (p *parser) exprStmt() ast.Stmt {
	start := p.cur()
	base := stmtAt(start)
	e := p.yieldOrStar()
	switch k := p.kind(); {
	case k == Colon:
		return p.annotated(start, e)
	case k == Equal:
		return p.assignment(base, e)
	case k >= PlusEqual && k <= AtEqual:
		switch e.(type) {
		case *ast.Name, *ast.Attribute, *ast.Subscript:
			p.setTarget(e, ast.Store, "")
		default:
			p.failNode(e, "'%s' is an illegal expression for augmented assignment", exprName(e))
		}
		p.next()
		value := p.yieldOrStar()
		return done(p, &ast.AugAssign{StmtBase: base, Target: e, Op: augmented[k], Value: value})
	case k == ColonEqual:
		if _, ok := e.(*ast.Name); ok && start.Kind != LPar {
			p.unexpected()
		}
		p.failNode(e, "cannot use assignment expressions with %s", exprName(e))
	}
	return done(p, &ast.ExprStmt{StmtBase: base, Value: e})
}

func (p *parser) assignment(base ast.StmtBase, first ast.Expr) ast.Stmt {
	a := &ast.Assign{StmtBase: base}
	value := first
	for p.kind() == Equal {
		if name, t := p.valueOfFirst(a, value); t != nil {
			p.failRange(name, t, "invalid syntax. Maybe you meant '==' or ':=' instead of '='?")
		}
		p.assignTarget(value, len(a.Targets) == 0)
		a.Targets = append(a.Targets, value)
		p.next()
		value = p.yieldOrStar()
	}
	if k := p.kind(); k >= PlusEqual && k <= AtEqual {
		p.failNode(a.Targets[0], "'%s' is an illegal expression for augmented assignment", exprName(a.Targets[0]))
	}
	a.Value = value
	return done(p, a)
}

// comparable tells whether what follows "=" could as well follow "==".
func (p *parser) comparable() bool {
	save, far := p.i, p.far
	defer func() { p.i, p.far = save, far }()
	p.next()
	_, ok := p.try(p.bitOr)
	return ok && p.kind() != Equal && p.kind() != ColonEqual
}

// valueOfFirst recognises name = value, ... = value, where value cannot be a target: more likely keyword arguments.
func (p *parser) valueOfFirst(a *ast.Assign, value ast.Expr) (name, first ast.Expr) {
	if len(a.Targets) != 1 {
		return nil, nil
	}
	if _, ok := a.Targets[0].(*ast.Name); !ok {
		return nil, nil
	}
	t, ok := value.(*ast.Tuple)
	if !ok || len(t.Elts) == 0 || p.tree.Span(t).Col != p.tree.Span(t.Elts[0]).Col {
		return nil, nil
	}
	for _, e := range t.Elts {
		switch e.(type) {
		case *ast.Name, *ast.Attribute, *ast.Subscript, *ast.Starred, *ast.Tuple, *ast.List:
		default:
			return a.Targets[0], t.Elts[0]
		}
	}
	return nil, nil
}

// assignTarget makes e a target of "=". The message differs by how e could have
// been meant.
func (p *parser) assignTarget(e ast.Expr, first bool) {
	switch e.(type) {
	case *ast.Name, *ast.Attribute, *ast.Subscript:
		p.setTarget(e, ast.Store, "")
		return
	}
	if first && !p.comparable() {
		p.setTarget(e, ast.Store, "cannot assign to %s")
		return
	}
	if !first {
		switch e.(type) {
		case *ast.Yield, *ast.YieldFrom:
			p.failNode(e, "assignment to yield expression not possible")
		}
		p.setTarget(e, ast.Store, "cannot assign to %s")
		return
	}
	if t, ok := e.(*ast.Tuple); ok && len(t.Elts) > 0 && p.prev().Kind != RPar {
		if _, star := t.Elts[len(t.Elts)-1].(*ast.Starred); !star && p.prev().Kind != Comma {
			for _, elt := range t.Elts[:len(t.Elts)-1] {
				p.setTarget(elt, ast.Store, "cannot assign to %s")
			}
			p.assignTarget(t.Elts[len(t.Elts)-1], true)
		}
	}
	switch x := e.(type) {
	case *ast.Yield, *ast.YieldFrom:
		if p.prev().Kind != RPar {
			p.failNode(e, "assignment to yield expression not possible")
		}
		p.failNode(e, "cannot assign to %s here. Maybe you meant '==' instead of '='?", exprName(e))
	case *ast.Call, *ast.BinOp, *JoinedStr, *ast.ListComp, *ast.SetComp, *ast.DictComp, *ast.Dict, *ast.Set:
		p.failNode(e, "cannot assign to %s here. Maybe you meant '==' instead of '='?", exprName(e))
	case *ast.UnaryOp:
		if x.Op != ast.Not {
			p.failNode(e, "cannot assign to %s here. Maybe you meant '==' instead of '='?", exprName(e))
		}
	case *Constant:
		switch x.Value.(type) {
		case nil, bool:
		default:
			p.failNode(e, "cannot assign to %s here. Maybe you meant '==' instead of '='?", exprName(e))
		}
	}
	p.setTarget(e, ast.Store, "cannot assign to %s")
}

// annotated parses the rest of target: annotation [= value].
func (p *parser) annotated(start *Token, target ast.Expr) ast.Stmt {
	simple := false
	switch t := target.(type) {
	case *ast.Name:
		simple = start.Kind == NameTok
	case *ast.Attribute, *ast.Subscript:
	case *ast.List:
		p.failNode(target, "only single target (not list) can be annotated")
	case *ast.Tuple:
		if len(t.Elts) > 0 && p.tree.Span(t).Col == p.tree.Span(t.Elts[0]).Col {
			target = t.Elts[0] // without parentheses CPython points at the first
		}
		p.failNode(target, "only single target (not tuple) can be annotated")
	default:
		if !p.follows(p.expression) {
			p.unexpected()
		}
		p.failNode(target, "illegal target for annotation")
	}
	p.next()
	p.setTarget(target, ast.Store, "")
	a := &AnnAssign{StmtBase: stmtAt(start), Target: target, Simple: simple}
	a.Annotation = p.expression()
	if p.accept(Equal) {
		a.Value = p.yieldOrStar()
	}
	return done(p, a)
}

// setTarget gives e and its parts the context ctx, or reports the part that
// cannot be a target.
func (p *parser) setTarget(e ast.Expr, ctx ast.ExprContext, format string) {
	switch x := e.(type) {
	case *ast.Name:
		x.Ctx = ctx
	case *ast.Attribute:
		x.Ctx = ctx
	case *ast.Subscript:
		x.Ctx = ctx
	case *ast.Starred:
		if ctx == ast.Del {
			p.failNode(e, format, exprName(e))
		}
		x.Ctx = ctx
		p.setTarget(x.Value, ctx, format)
	case *ast.Tuple:
		x.Ctx = ctx
		for _, elt := range x.Elts {
			p.setTarget(elt, ctx, format)
		}
	case *ast.List:
		x.Ctx = ctx
		for _, elt := range x.Elts {
			p.setTarget(elt, ctx, format)
		}
	default:
		p.failNode(e, format, exprName(e))
	}
}
