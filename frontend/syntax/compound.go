package syntax

import (
	"fmt"

	"github.com/go-python/gpython/ast"
)

// colon consumes the ":" of a compound statement. A missing one is reported as such
// at the end of a line, and anywhere if nothing else could follow (forced).
func (p *parser) colon(forced bool) {
	if p.kind() == Colon {
		p.next()
		return
	}
	t := p.cur()
	if t.Kind == ErrorToken || t.Kind != Newline && !forced {
		p.unexpected()
	}
	p.failToken(t, "expected ':'")
}

// block parses the body of a compound statement whose keyword is at header; what
// names the statement in errors.
func (p *parser) block(what string, header *Token) []ast.Stmt {
	p.enter()
	defer p.leave()
	if p.kind() != Newline {
		return p.simpleStmts(nil)
	}
	p.next()
	if p.kind() != Indent {
		t := p.cur()
		if t.Kind == ErrorToken && p.scanner.err != nil {
			p.unexpected()
		}
		msg := fmt.Sprintf("expected an indented block after %s on line %d", what, header.Line)
		if t.Kind == Dedent || t.Kind == EndMarker {
			p.failLayout("IndentationError", t, msg)
		}
		p.fail("IndentationError", t.Line, t.Col, t.Line, t.EndCol, "%s", msg)
	}
	p.next()
	var body []ast.Stmt
	for p.kind() != Dedent {
		if p.kind() == EndMarker {
			p.unexpected()
		}
		body = p.statement(body)
	}
	p.i++
	return body
}

// doneBlock is done for a node that ends with a block.
func doneBlock[T ast.Ast](p *parser, n T, last ast.Stmt) T {
	if _, function := any(n).(*ast.FunctionDef); !function {
		p.compound = max(p.compound, n.GetLineno())
	}
	line, col := p.endOf(last)
	p.tree.spans[n] = Span{int32(n.GetLineno()), int32(n.GetColOffset()), line, col}
	return n
}

func lastOf(blocks ...[]ast.Stmt) ast.Stmt {
	for i := len(blocks) - 1; i >= 0; i-- {
		if n := len(blocks[i]); n > 0 {
			return blocks[i][n-1]
		}
	}
	return nil
}

func (p *parser) ifStmt() ast.Stmt {
	start := p.next()
	what := "'" + p.text(start) + "' statement"
	s := &ast.If{StmtBase: stmtAt(start)}
	s.Test = p.namedExpr()
	p.colon(false)
	s.Body = p.block(what, start)
	switch p.kind() {
	case KwElif:
		p.enter()
		s.Orelse = []ast.Stmt{p.ifStmt()}
		p.leave()
	case KwElse:
		s.Orelse = p.elseBlock()
	}
	return doneBlock(p, s, lastOf(s.Body, s.Orelse))
}

// elseBlock parses an else clause, if there is one.
func (p *parser) elseBlock() []ast.Stmt {
	if p.kind() != KwElse {
		return nil
	}
	start := p.next()
	p.colon(true)
	body := p.block("'else' statement", start)
	if p.kind() == KwElif {
		p.failToken(p.cur(), "'elif' block follows an 'else' block")
	}
	return body
}

func (p *parser) whileStmt() ast.Stmt {
	start := p.next()
	s := &ast.While{StmtBase: stmtAt(start)}
	s.Test = p.namedExpr()
	p.colon(false)
	s.Body = p.block("'while' statement", start)
	s.Orelse = p.elseBlock()
	return doneBlock(p, s, lastOf(s.Body, s.Orelse))
}

func (p *parser) forStmt() ast.Stmt {
	start := p.next()
	s := &ast.For{StmtBase: stmtAt(start)}
	s.Target = p.forTarget()
	p.expect(KwIn)
	s.Iter = p.starExpressions()
	p.colon(false)
	s.Body = p.block("'for' statement", start)
	s.Orelse = p.elseBlock()
	return doneBlock(p, s, lastOf(s.Body, s.Orelse))
}

func (p *parser) tryStmt() ast.Stmt {
	start := p.next()
	p.colon(true)
	body := p.block("'try' statement", start)
	var handlers []*ast.ExceptHandler
	stars, plain := 0, 0
	for p.kind() == KwExcept {
		h, star := p.exceptHandler()
		if star {
			stars++
		} else {
			plain++
		}
		if stars > 0 && plain > 0 {
			p.failExceptKinds(h, "cannot have both 'except' and 'except*' on the same 'try'")
		}
		if n := len(handlers); n > 0 && handlers[n-1].ExprType == nil {
			p.failNode(handlers[n-1], "default 'except:' must be last")
		}
		handlers = append(handlers, h)
	}
	var orelse, final []ast.Stmt
	if len(handlers) > 0 {
		orelse = p.elseBlock()
	}
	if p.kind() == KwFinally {
		t := p.next()
		p.colon(true)
		final = p.block("'finally' statement", t)
	} else if len(handlers) == 0 {
		t := p.cur()
		if t.Kind == ErrorToken {
			p.unexpected()
		}
		if t.Kind == Indent || t.Kind == Dedent || t.Kind == EndMarker {
			p.failLayout("SyntaxError", t, "expected 'except' or 'finally' block")
		}
		p.failToken(t, "expected 'except' or 'finally' block")
	}
	last := lastOf(body, orelse, final)
	if len(orelse) == 0 && len(final) == 0 {
		last = lastOf(handlers[len(handlers)-1].Body)
	}
	if stars > 0 {
		return doneBlock(p, &TryStar{StmtBase: stmtAt(start), Body: body, Handlers: handlers, Orelse: orelse, Finalbody: final}, last)
	}
	return doneBlock(p, &ast.Try{StmtBase: stmtAt(start), Body: body, Handlers: handlers, Orelse: orelse, Finalbody: final}, last)
}

// failExceptKinds reports a clause of the wrong kind at its keyword.
func (p *parser) failExceptKinds(h *ast.ExceptHandler, msg string) {
	for i := p.i; i >= 0; i-- {
		t := &p.toks[i]
		if t.Kind == KwExcept && int(t.Line) == h.Lineno && int(t.Col) == h.ColOffset {
			end := t
			if p.toks[i+1].Kind == Star {
				end = &p.toks[i+1]
			}
			p.fail("SyntaxError", t.Line, t.Col, end.EndLine, end.EndCol, "%s", msg)
		}
	}
}

func (p *parser) exceptHandler() (h *ast.ExceptHandler, star bool) {
	start := p.next()
	h = &ast.ExceptHandler{Pos: pos(start)}
	star = p.accept(Star)
	what := "'except' statement"
	if star {
		what = "'except*' statement"
	}
	if p.kind() == Newline && !star {
		p.failToken(p.cur(), "expected ':'")
	}
	if star && (p.kind() == Colon || p.kind() == Newline) {
		p.failToken(p.cur(), "expected one or more exception types")
	}
	if p.kind() != Colon {
		t := p.cur()
		h.ExprType = p.expression()
		if p.kind() == Comma {
			// Several types without parentheses, as Python 3.14 allows without "as".
			elts := []ast.Expr{h.ExprType}
			for p.accept(Comma) {
				if p.kind() == Colon {
					break
				}
				elts = append(elts, p.expression())
			}
			h.ExprType = done(p, &ast.Tuple{ExprBase: exprAt(t), Elts: elts, Ctx: ast.Load})
			if p.kind() == KwAs {
				end := &p.toks[p.i+1]
				p.fail("SyntaxError", t.Line, t.Col, end.EndLine, end.EndCol, "multiple exception types must be parenthesized when using 'as'")
			}
		}
		if p.accept(KwAs) {
			t := p.cur()
			if t.Kind != NameTok || p.peek(1) != Colon {
				if p.startsExpr() {
					e := p.expression()
					if _, isName := e.(*ast.Name); !isName && p.kind() == Colon {
						p.failNode(e, "cannot use %s statement with %s", what[1:len(what)-11], exprName(e))
					}
				}
				if p.kind() == Newline {
					p.failToken(p.cur(), "expected ':'")
				}
				p.unexpected()
			}
			p.next()
			h.Name = p.ident(t)
		}
	}
	p.colon(false)
	h.Body = p.block(what, start)
	return doneBlock(p, h, lastOf(h.Body)), star
}

func (p *parser) withStmt() ast.Stmt {
	start := p.next()
	s := &ast.With{StmtBase: stmtAt(start)}
	if p.kind() == LPar && p.parenthesizedItems() {
		p.next()
		for p.kind() != RPar {
			s.Items = append(s.Items, p.withItem())
			if !p.accept(Comma) {
				break
			}
		}
		p.expect(RPar)
	} else {
		s.Items = append(s.Items, p.withItem())
		for p.accept(Comma) {
			s.Items = append(s.Items, p.withItem())
		}
	}
	p.colon(false)
	s.Body = p.block("'with' statement", start)
	return doneBlock(p, s, lastOf(s.Body))
}

// parenthesizedItems reports whether the parenthesis at the current token
// encloses with items: its partner is followed by ":", and what is inside is not
// just an expression that starts there, as in with (yield): or with (a, b)[0]:.
func (p *parser) parenthesizedItems() bool {
	depth, as, comma := 0, false, false
	for j := p.i; j < len(p.toks); j++ {
		switch p.toks[j].Kind {
		case LPar, LSqb, LBrace:
			depth++
		case RPar, RSqb, RBrace:
			depth--
			if depth == 0 {
				return j+1 < len(p.toks) && (p.toks[j+1].Kind == Colon || p.toks[j+1].Kind == Newline) && (as || comma)
			}
		case KwAs:
			as = as || depth == 1
		case Comma:
			comma = comma || depth == 1
		case KwFor, KwYield, ColonEqual, Star:
			// A generator expression, yield, walrus or starred tuple is one expression.
			if depth == 1 && p.toks[j].Kind != ColonEqual && !as && !comma && (p.toks[j].Kind != Star || j == p.i+1) {
				return false
			}
		case Newline, EndMarker, ErrorToken:
			return as || comma
		}
	}
	return false
}

func (p *parser) withItem() *ast.WithItem {
	start := p.cur()
	item := &ast.WithItem{Pos: pos(start)}
	item.ContextExpr = p.namedExpr()
	if p.accept(KwAs) {
		target := p.targetItem()
		p.setTarget(target, ast.Store, "cannot assign to %s")
		item.OptionalVars = target
	}
	return done(p, item)
}

func (p *parser) decorated() ast.Stmt {
	var decorators []ast.Expr
	for p.accept(At) {
		decorators = append(decorators, p.namedExpr())
		p.expect(Newline)
	}
	switch p.kind() {
	case KwDef:
		return p.funcDef(decorators)
	case KwAsync:
		if p.peek(1) == KwDef {
			return p.asyncStmt(decorators)
		}
	case KwClass:
		return p.classDef(decorators)
	}
	p.unexpected()
	return nil
}

// asyncStmt parses a function, for loop or with statement that begins with async.
func (p *parser) asyncStmt(decorators []ast.Expr) ast.Stmt {
	start := p.next()
	var s ast.Stmt
	switch p.kind() {
	case KwDef:
		f := p.funcDef(decorators).(*ast.FunctionDef)
		f.Pos, s = pos(start), f
	case KwFor:
		f := p.forStmt().(*ast.For)
		f.Pos, s = pos(start), f
	case KwWith:
		w := p.withStmt().(*ast.With)
		w.Pos, s = pos(start), w
	default:
		p.unexpected()
	}
	p.markAsync(s)
	span := p.tree.spans[s]
	span.Line, span.Col = start.Line, start.Col
	p.tree.spans[s] = span
	return s
}

func (p *parser) markAsync(n ast.Ast) {
	if p.tree.Async == nil {
		p.tree.Async = map[ast.Ast]bool{}
	}
	p.tree.Async[n] = true
}

func (p *parser) funcDef(decorators []ast.Expr) ast.Stmt {
	start := p.next()
	name := p.expect(NameTok)
	f := &ast.FunctionDef{StmtBase: stmtAt(start), Name: p.ident(name), DecoratorList: decorators}
	p.typeParams(f)
	if p.kind() != LPar {
		if p.kind() == ErrorToken {
			p.unexpected()
		}
		p.failToken(p.cur(), "expected '('")
	}
	p.next()
	f.Args = p.parameters(RPar, true)
	p.expect(RPar)
	if arrow := p.cur(); p.accept(Arrow) {
		if !p.startsExpr() && p.kind() != ErrorToken {
			p.failToken(arrow, "expected ':'")
		}
		f.Returns = p.expression()
	}
	p.colon(true)
	p.inside++
	f.Body = p.block("function definition", start)
	p.inside--
	if p.tree.places != nil && p.inside == 0 && p.tree.TypeParams[f] == nil {
		p.tree.places[f] = Place{filename: p.filename, source: p.src[:p.prev().End], start: start.Start, line: start.Line, col: start.Col}
	}
	return doneBlock(p, f, lastOf(f.Body))
}

func (p *parser) classDef(decorators []ast.Expr) ast.Stmt {
	start := p.next()
	name := p.expect(NameTok)
	c := &ast.ClassDef{StmtBase: stmtAt(start), Name: p.ident(name), DecoratorList: decorators}
	p.typeParams(c)
	if p.accept(LPar) {
		c.Bases, c.Keywords = p.arguments(false)
		p.expect(RPar)
	}
	if p.kind() == Newline {
		p.failToken(p.cur(), "expected ':'")
	}
	p.expect(Colon)
	generic := p.tree.TypeParams[c] != nil // its functions are closures, as those inside functions
	if generic {
		p.inside++
	}
	c.Body = p.block("class definition", start)
	if generic {
		p.inside--
	}
	return doneBlock(p, c, lastOf(c.Body))
}

// parameters parses the parameters of a function, or of a lambda if annotations
// are not allowed, up to the closing token.
func (p *parser) parameters(closing Kind, annotations bool) *ast.Arguments {
	args := &ast.Arguments{Pos: pos(p.cur())}
	posOnly, slash, star := 0, false, false
	var bareStar *Token
	for p.kind() != closing {
		t := p.cur()
		switch t.Kind {
		case Slash:
			p.next()
			if p.kind() == Star {
				p.failToken(p.cur(), "expected comma between / and *")
			}
			if slash {
				p.failToken(t, "/ may appear only once")
			}
			if star {
				p.failToken(t, "/ must be ahead of *")
			}
			if len(args.Args) == 0 && p.kind() != Comma {
				p.i--
				p.far = p.i
				p.unexpected()
			}
			if len(args.Args) == 0 {
				p.failToken(t, "at least one argument must precede /")
			}
			slash = true
			posOnly = len(args.Args)
		case Star:
			p.next()
			if star {
				p.failToken(t, "* argument may appear only once")
			}
			star = true
			if k := p.kind(); k == Comma || k == closing {
				bareStar = t
				if k == closing {
					if closing == Colon {
						t = p.cur()
					}
					p.failToken(t, "named arguments must follow bare *")
				}
			} else {
				args.Vararg = p.parameter(annotations, true)
				if p.kind() == Equal {
					p.failToken(p.cur(), "var-positional argument cannot have default value")
				}
			}
		case DoubleStar:
			p.next()
			if bareStar != nil && len(args.Kwonlyargs) == 0 {
				p.failToken(bareStar, "named arguments must follow bare *")
			}
			args.Kwarg = p.parameter(annotations, false)
			if p.kind() == Equal {
				p.failToken(p.cur(), "var-keyword argument cannot have default value")
			}
			if p.accept(Comma) && p.kind() != closing {
				p.failToken(p.cur(), "arguments cannot follow var-keyword argument")
			}
			if p.kind() != closing {
				p.unexpected()
			}
			continue
		case NameTok:
			arg := p.parameter(annotations, false)
			var def ast.Expr
			if p.kind() == Equal {
				eq := p.next()
				if k := p.kind(); k == Comma || k == closing {
					p.failToken(eq, "expected default value expression")
				}
				def = p.expression()
			}
			if star {
				args.Kwonlyargs = append(args.Kwonlyargs, arg)
				args.KwDefaults = append(args.KwDefaults, def)
				break
			}
			args.Args = append(args.Args, arg)
			if def != nil {
				args.Defaults = append(args.Defaults, def)
			} else if len(args.Defaults) > 0 {
				p.failNode(arg, "parameter without a default follows parameter with a default")
			}
		case LPar:
			what := "Function"
			if !annotations {
				what = "Lambda expression"
			}
			if e := p.parenthesizedParameter(); e != nil {
				p.failNode(e, "%s parameters cannot be parenthesized", what)
			}
			p.unexpected()
		default:
			p.unexpected()
		}
		if p.kind() == closing {
			break
		}
		if p.kind() != Comma {
			p.unexpected()
		}
		p.next()
	}
	if bareStar != nil && len(args.Kwonlyargs) == 0 {
		p.failToken(bareStar, "named arguments must follow bare *")
	}
	if posOnly > 0 {
		if p.tree.PosOnly == nil {
			p.tree.PosOnly = map[*ast.Arguments]int{}
		}
		p.tree.PosOnly[args] = posOnly
	}
	return args
}

// parenthesizedParameter parses (a, b) where a parameter should be; nil if it is
// something else.
func (p *parser) parenthesizedParameter() ast.Expr {
	save, far := p.i, p.far
	start := p.next()
	for p.kind() == NameTok {
		p.next()
		if !p.accept(Comma) {
			break
		}
	}
	if p.kind() != RPar || p.i == save+1 {
		p.i, p.far = save, far
		return nil
	}
	p.next()
	return done(p, &ast.Tuple{ExprBase: exprAt(start)})
}

func (p *parser) parameter(annotations, star bool) *ast.Arg {
	t := p.expect(NameTok)
	arg := &ast.Arg{Pos: pos(t), Arg: p.ident(t)}
	if annotations && p.accept(Colon) {
		if star {
			arg.Annotation = p.starExpression()
		} else {
			arg.Annotation = p.expression()
		}
	}
	return done(p, arg)
}
