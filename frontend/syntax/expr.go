package syntax

import (
	"github.com/go-python/gpython/ast"
)

// Expressions, loosest binding first:
//
//	starExpressions   a, *b            yieldOrStar also: yield x
//	namedExpr         x := e
//	expression        lambda, a if c else b
//	or, and, not, comparison
//	binary            | ^ & << >> + - * / // % @, by precedence
//	unary, power, primary, atom

// starExpressions parses one expression or a tuple without parentheses.
func (p *parser) starExpressions() ast.Expr {
	start := p.cur()
	first := p.starExpression()
	if p.kind() != Comma {
		return first
	}
	elts := []ast.Expr{first}
	for p.accept(Comma) {
		if !p.startsExpr() {
			break
		}
		elts = append(elts, p.starExpression())
	}
	return done(p, &ast.Tuple{ExprBase: exprAt(start), Elts: elts, Ctx: ast.Load})
}

func (p *parser) yieldOrStar() ast.Expr {
	if p.kind() == KwYield {
		return p.yieldExpr()
	}
	return p.starExpressions()
}

func (p *parser) starExpression() ast.Expr {
	if p.kind() == Star {
		return p.starred(p.bitOr)
	}
	return p.expression()
}

// starNamed parses an item of a list, tuple or set display.
func (p *parser) starNamed() ast.Expr {
	if p.kind() == Star {
		return p.starred(p.bitOr)
	}
	return p.namedExpr()
}

func (p *parser) starred(operand func() ast.Expr) ast.Expr {
	start := p.next()
	value := operand()
	return done(p, &ast.Starred{ExprBase: exprAt(start), Value: value, Ctx: ast.Load})
}

// startsExpr reports whether the current token can begin an expression.
func (p *parser) startsExpr() bool {
	switch p.kind() {
	case NameTok, NumberTok, StringTok, FStringStart, LPar, LSqb, LBrace, Minus, Plus, Tilde, Star, Ellipsis3,
		KwNot, KwLambda, KwNone, KwTrue, KwFalse, KwAwait:
		return true
	}
	return false
}

func (p *parser) yieldExpr() ast.Expr {
	start := p.next()
	if p.accept(KwFrom) {
		value := p.expression()
		return done(p, &ast.YieldFrom{ExprBase: exprAt(start), Value: value})
	}
	y := &ast.Yield{ExprBase: exprAt(start)}
	if p.startsExpr() {
		y.Value = p.starExpressions()
	}
	return done(p, y)
}

// walrus parses `:= value` behind its target.
func (p *parser) walrus(start *Token, target ast.Expr) ast.Expr {
	name, ok := target.(*ast.Name)
	if !ok || start.Kind == LPar {
		if !p.follows(p.expression) {
			p.unexpected()
		}
		p.failNode(target, "cannot use assignment expressions with %s", exprName(target))
	}
	p.next()
	name.Ctx = ast.Store
	value := p.expression()
	return done(p, &NamedExpr{ExprBase: exprAt(start), Target: name, Value: value})
}

// namedExpr parses an expression or an assignment expression.
func (p *parser) namedExpr() ast.Expr {
	start := p.cur()
	e := p.expression()
	switch p.kind() {
	case ColonEqual:
		return p.walrus(start, e)
	case Equal:
		if !p.trial {
			p.mistakenEqual(e)
		}
	}
	return e
}

// mistakenEqual reports "=" where only an expression can be, if the text goes on
// like a comparison would.
func (p *parser) mistakenEqual(left ast.Expr) {
	save, far := p.i, p.far
	defer func() { p.i, p.far = save, far }()
	p.next()
	right, ok := p.try(p.bitOr)
	if ok && p.kind() == ErrorToken {
		p.unexpected()
	}
	if !ok || p.kind() == Equal || p.kind() == ColonEqual {
		return
	}
	if _, ok := left.(*ast.Name); ok {
		p.failRange(left, right, "invalid syntax. Maybe you meant '==' or ':=' instead of '='?")
	}
	switch x := left.(type) {
	case *ast.List, *ast.Tuple, *ast.GeneratorExp, *ast.Compare, *ast.BoolOp, *ast.IfExp, *ast.Lambda, *NamedExpr:
	case *Constant:
		switch x.Value.(type) {
		case nil, bool:
		default:
			p.failNode(left, "cannot assign to %s here. Maybe you meant '==' instead of '='?", exprName(left))
		}
	default:
		p.failNode(left, "cannot assign to %s here. Maybe you meant '==' instead of '='?", exprName(left))
	}
}

// expression parses a lambda, a conditional expression or a disjunction.
func (p *parser) expression() ast.Expr {
	inKey := p.inKey
	p.inKey = false
	p.enter()
	defer p.leave()
	if p.kind() == KwLambda {
		return p.lambda()
	}
	start := p.cur()
	if (p.i == 0 || p.prev().Kind != StringTok) && start.Kind == StringTok && !p.trial {
		p.splitString()
	}
	body := p.disjunction()
	switch p.kind() {
	case KwIf:
		if !p.trial {
			return p.conditional(start, body)
		}
		if e, ok := p.optional(func() ast.Expr { return p.conditional(start, body) }); ok {
			return e
		}
	case NameTok, StringTok, NumberTok, FStringStart, KwNone, KwTrue, KwFalse, LBrace, KwLambda, Tilde, Ellipsis3, KwNot,
		LPar, LSqb: // the last two where what is inside is wrong
		if !inKey && !p.trial {
			p.forgottenComma(start, body)
		}
	}
	return body
}

func (p *parser) conditional(start *Token, body ast.Expr) ast.Expr {
	p.next()
	test := p.disjunction()
	if p.kind() != KwElse {
		if p.kind() != Colon && !p.trial {
			p.failRange(body, test, "expected 'else' after 'if' expression")
		}
		p.unexpected()
	}
	p.next()
	if !p.startsExpr() && p.kind() != ErrorToken {
		p.failToken(p.cur(), "expected expression after 'else', but statement is given")
	}
	orelse := p.expression()
	return done(p, &ast.IfExp{ExprBase: exprAt(start), Test: test, Body: body, Orelse: orelse})
}

// forgottenComma reports two expressions side by side within brackets.
func (p *parser) forgottenComma(start *Token, left ast.Expr) {
	if start.Kind == NameTok {
		if second := p.indexOf(start) + 1; p.toks[second].Kind == StringTok {
			p.legacyStatement(left)
			return // x"...": more likely a wrong prefix
		}
		switch p.text(start) {
		case "match", "case", "type", "_":
			return
		}
	}
	p.legacyStatement(left)
	save, far := p.i, p.far
	right, ok := p.try(p.expression)
	if !ok || p.prev().Level == 0 {
		p.i, p.far = save, far
		return
	}
	p.failRange(left, right, "invalid syntax. Perhaps you forgot a comma?")
}

// splitString reports an unescaped quote: a string, expressions and a string again.
func (p *parser) splitString() {
	save, far := p.i, p.far
	p.next()
	var first, last ast.Expr
	for p.startsExpr() && p.kind() != StringTok && p.kind() != FStringStart && p.kind() != Star {
		e, ok := p.try(p.expression)
		if !ok {
			break
		}
		if first == nil {
			first = e
		}
		last = e
	}
	if first != nil && p.kind() == StringTok {
		p.failRange(first, last, "invalid syntax. Is this intended to be part of the string?")
	}
	p.i, p.far = save, far
}

// legacyStatement reports Python 2's print and exec statements.
func (p *parser) legacyStatement(left ast.Expr) {
	name, ok := left.(*ast.Name)
	if !ok || name.Id != "print" && name.Id != "exec" {
		return
	}
	right, ok := p.try(p.starExpressions)
	if !ok {
		return
	}
	p.failRange(left, right, "Missing parentheses in call to '%s'. Did you mean %s(...)?", name.Id, name.Id)
}

// primary parses an atom with attributes, subscripts and calls.
func (p *parser) primary() ast.Expr {
	start := p.cur()
	e := p.atom()
	for {
		switch p.kind() {
		case Dot:
			if k := p.peek(1); k != NameTok && k != ErrorToken {
				p.far = max(p.far, p.i+1)
				return e
			}
			p.next()
			name := p.expect(NameTok)
			e = done(p, &ast.Attribute{ExprBase: exprAt(start), Value: e, Attr: p.ident(name), Ctx: ast.Load})
		case LSqb, LPar:
			value := e
			trailer, ok := p.optional(func() ast.Expr {
				if p.kind() == LPar {
					return p.call(start, value)
				}
				p.next()
				index := p.subscript()
				p.expect(RSqb)
				return done(p, &ast.Subscript{ExprBase: exprAt(start), Value: value, Slice: index, Ctx: ast.Load})
			})
			if !ok {
				return e
			}
			e = trailer
		default:
			return e
		}
	}
}

// subscript parses what stands between the brackets of a subscription.
func (p *parser) subscript() ast.Slicer {
	start := p.cur()
	first, isSlice := p.sliceItem()
	if p.kind() != Comma {
		if e, ok := first.(ast.Expr); ok {
			if _, star := e.(*ast.Starred); star {
				e = done(p, &ast.Tuple{ExprBase: exprAt(start), Elts: []ast.Expr{e}, Ctx: ast.Load})
			}
			return done(p, &ast.Index{SliceBase: ast.SliceBase{Pos: pos(start)}, Value: e})
		}
		return first.(ast.Slicer)
	}
	items := []ast.Ast{first}
	for p.accept(Comma) {
		if p.kind() == RSqb {
			break
		}
		item, slice := p.sliceItem()
		isSlice = isSlice || slice
		items = append(items, item)
	}
	if !isSlice {
		elts := make([]ast.Expr, len(items))
		for i, item := range items {
			elts[i] = item.(ast.Expr)
		}
		tuple := done(p, &ast.Tuple{ExprBase: exprAt(start), Elts: elts, Ctx: ast.Load})
		return done(p, &ast.Index{SliceBase: ast.SliceBase{Pos: pos(start)}, Value: tuple})
	}
	dims := make([]ast.Slicer, len(items))
	for i, item := range items {
		if e, ok := item.(ast.Expr); ok {
			s := p.tree.Span(e)
			index := &ast.Index{SliceBase: ast.SliceBase{Pos: ast.Pos{Lineno: int(s.Line), ColOffset: int(s.Col)}}, Value: e}
			p.tree.spans[index] = s
			dims[i] = index
		} else {
			dims[i] = item.(ast.Slicer)
		}
	}
	return done(p, &ast.ExtSlice{SliceBase: ast.SliceBase{Pos: pos(start)}, Dims: dims})
}

// sliceItem parses an expression or a start:stop:step.
func (p *parser) sliceItem() (item ast.Ast, isSlice bool) {
	start := p.cur()
	var lower ast.Expr
	if p.kind() != Colon {
		lower = p.sliceStar()
		if p.kind() != Colon {
			return lower, false
		}
	}
	p.next()
	s := &ast.Slice{SliceBase: ast.SliceBase{Pos: pos(start)}, Lower: lower}
	if p.startsExpr() {
		s.Upper = p.expression()
	}
	if p.accept(Colon) && p.startsExpr() {
		s.Step = p.expression()
	}
	return done(p, s), true
}

// sliceStar parses *x or an expression within the brackets of a subscription.
func (p *parser) sliceStar() ast.Expr {
	if p.kind() == Star {
		return p.starredExpression(p.bitOr)
	}
	return p.namedExpr()
}

// starredExpression parses *x in an argument list or a subscription, where only an expression can follow the star.
func (p *parser) starredExpression(operand func() ast.Expr) ast.Expr {
	var e ast.Expr
	p.diagnose(func() { e = p.starred(operand) }, "Invalid star expression", nil)
	return e
}

// diagnose gives an error of parse another text and, unless at is nil, another place, if nothing better than "invalid
// syntax" is known.
func (p *parser) diagnose(parse func(), msg string, at *Token) {
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		e, ok := r.(*SyntaxError)
		if !ok || e.Msg != "invalid syntax" {
			panic(r)
		}
		if at != nil {
			p.failToken(at, "%s", msg)
		}
		e.Msg = msg
		panic(e)
	}()
	parse()
}

// inField tells whether the ":" at the current token ends the expression of a replacement field of an f-string.
func (p *parser) inField() bool {
	switch p.peek(1) {
	case FStringMiddle:
		return true
	case RBrace, LBrace:
		return p.toks[p.i].Level > 0 && p.peek(1) == RBrace && p.fields > 0
	}
	return false
}

func (p *parser) ident(t *Token) ast.Identifier {
	name := p.text(t)
	if NormalizeIdentifier != nil && !isASCII(name) {
		name = NormalizeIdentifier(name)
	}
	return ast.Identifier(name)
}

// NormalizeIdentifier brings an identifier that is not ASCII into the normal form NFKC, in which identifiers are
// compared. The virtual machine sets it: it has the tables of Unicode.
var NormalizeIdentifier func(name string) string

func (p *parser) lambda() ast.Expr {
	start := p.next()
	args := p.parameters(Colon, false)
	if colon := p.cur(); colon.Kind == Colon && p.inField() {
		p.fail("SyntaxError", start.Line, start.Col, colon.EndLine, colon.EndCol, "f-string: lambda expressions are not allowed without parentheses")
	}
	p.colon(false)
	body := p.expression()
	return done(p, &ast.Lambda{ExprBase: exprAt(start), Args: args, Body: body})
}

// exprName names the kind of an expression in error messages.
func exprName(e ast.Expr) string {
	switch x := e.(type) {
	case *ast.Attribute:
		return "attribute"
	case *ast.Subscript:
		return "subscript"
	case *ast.Starred:
		return "starred"
	case *ast.Name:
		return "name"
	case *ast.List:
		return "list"
	case *ast.Tuple:
		return "tuple"
	case *ast.Lambda:
		return "lambda"
	case *ast.Call:
		return "function call"
	case *ast.BoolOp, *ast.BinOp, *ast.UnaryOp:
		return "expression"
	case *ast.GeneratorExp:
		return "generator expression"
	case *ast.Yield, *ast.YieldFrom:
		return "yield expression"
	case *ast.ListComp:
		return "list comprehension"
	case *ast.SetComp:
		return "set comprehension"
	case *ast.DictComp:
		return "dict comprehension"
	case *ast.Dict:
		return "dict literal"
	case *ast.Set:
		return "set display"
	case *JoinedStr, *FormattedValue:
		return "f-string expression"
	case *ast.Compare:
		return "comparison"
	case *ast.IfExp:
		return "conditional expression"
	case *NamedExpr:
		return "named expression"
	case *Constant:
		switch v := x.Value.(type) {
		case nil:
			return "None"
		case bool:
			if v {
				return "True"
			}
			return "False"
		case EllipsisValue:
			return "ellipsis"
		}
		return "literal"
	}
	return "expression"
}
