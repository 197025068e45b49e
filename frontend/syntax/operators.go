package syntax

import (
	"github.com/go-python/gpython/ast"
)

// Operators, from the weakest to the strongest.

func (p *parser) disjunction() ast.Expr {
	start := p.cur()
	left := p.conjunction()
	if p.kind() != KwOr {
		return left
	}
	values := []ast.Expr{left}
	for p.accept(KwOr) {
		values = append(values, p.conjunction())
	}
	return done(p, &ast.BoolOp{ExprBase: exprAt(start), Op: ast.Or, Values: values})
}

func (p *parser) conjunction() ast.Expr {
	start := p.cur()
	left := p.inversion()
	if p.kind() != KwAnd {
		return left
	}
	values := []ast.Expr{left}
	for p.accept(KwAnd) {
		values = append(values, p.inversion())
	}
	return done(p, &ast.BoolOp{ExprBase: exprAt(start), Op: ast.And, Values: values})
}

func (p *parser) inversion() ast.Expr {
	if p.kind() != KwNot {
		return p.comparison()
	}
	p.enter()
	defer p.leave()
	start := p.next()
	operand := p.inversion()
	return done(p, &ast.UnaryOp{ExprBase: exprAt(start), Op: ast.Not, Operand: operand})
}

func (p *parser) comparison() ast.Expr {
	start := p.cur()
	left := p.bitOr()
	at := p.i
	op := p.compareOp()
	if op == 0 {
		return left
	}
	c := &ast.Compare{ExprBase: exprAt(start), Left: left}
	for op != 0 {
		right, ok := p.optional(p.bitOr)
		if !ok {
			p.i = at // the operator too is left to what is around
			break
		}
		c.Ops, c.Comparators = append(c.Ops, op), append(c.Comparators, right)
		at = p.i
		op = p.compareOp()
	}
	if len(c.Ops) == 0 {
		return left
	}
	return done(p, c)
}

// compareOp consumes a comparison operator, if there is one.
func (p *parser) compareOp() ast.CmpOp {
	var op ast.CmpOp
	switch p.kind() {
	case EqEqual:
		op = ast.Eq
	case NotEqual:
		op = ast.NotEq
	case LessGreater:
		p.failToken(p.cur(), "invalid syntax.  Maybe you meant '!=' instead of '<>'?")
	case Less:
		op = ast.Lt
	case LessEqual:
		op = ast.LtE
	case Greater:
		op = ast.Gt
	case GreaterEqual:
		op = ast.GtE
	case KwIn:
		op = ast.In
	case KwIs:
		p.next()
		if p.accept(KwNot) {
			return ast.IsNot
		}
		return ast.Is
	case KwNot:
		if p.peek(1) != KwIn {
			p.far = max(p.far, p.i+1)
			return 0
		}
		p.next()
		op = ast.NotIn
	default:
		return 0
	}
	p.next()
	return op
}

// binaryOps gives the operator and precedence of binary operator tokens.
var binaryOps = [...]struct {
	op   ast.OperatorNumber
	prec int
}{
	VBar: {ast.BitOr, 1}, Circumflex: {ast.BitXor, 2}, Amper: {ast.BitAnd, 3},
	LeftShift: {ast.LShift, 4}, RightShift: {ast.RShift, 4},
	Plus: {ast.Add, 5}, Minus: {ast.Sub, 5},
	Star: {ast.Mult, 6}, Slash: {ast.Div, 6}, DoubleSlash: {ast.FloorDiv, 6}, Percent: {ast.Modulo, 6}, At: {MatMult, 6},
	KwYield: {}, // sizes the table for every token kind
}

// arithmetic is the precedence from which on an operator asks for parentheses around "not".
const arithmetic = 5

// bareNot reports "not" behind an arithmetic operator.
func (p *parser) bareNot(prec int) {
	if p.kind() != KwNot || prec < arithmetic || p.trial {
		return
	}
	start := p.cur()
	if operand, ok := p.try(p.inversion); ok {
		s := p.tree.Span(operand)
		p.fail("SyntaxError", start.Line, start.Col, s.EndLine, s.EndCol, "'not' after an operator must be parenthesized")
	}
}

func (p *parser) bitOr() ast.Expr { return p.binary(1) }

func (p *parser) binary(minPrec int) ast.Expr {
	start := p.cur()
	left := p.unary()
	for {
		op := binaryOps[p.kind()]
		if op.prec < minPrec || op.prec == 0 {
			return left
		}
		operand := func() ast.Expr { p.next(); p.bareNot(op.prec); return p.binary(op.prec + 1) }
		right, ok := p.optional(operand)
		if !ok {
			return left
		}
		left = done(p, &ast.BinOp{ExprBase: exprAt(start), Left: left, Op: op.op, Right: right})
	}
}

func (p *parser) unary() ast.Expr {
	var op ast.UnaryOpNumber
	switch p.kind() {
	case Plus:
		op = ast.UAdd
	case Minus:
		op = ast.USub
	case Tilde:
		op = ast.Invert
	default:
		return p.power()
	}
	p.enter()
	defer p.leave()
	start := p.next()
	p.bareNot(arithmetic)
	operand := p.unary()
	return done(p, &ast.UnaryOp{ExprBase: exprAt(start), Op: op, Operand: operand})
}

func (p *parser) power() ast.Expr {
	start := p.cur()
	left := p.awaited()
	if !p.accept(DoubleStar) {
		return left
	}
	p.enter()
	defer p.leave()
	right := p.unary()
	return done(p, &ast.BinOp{ExprBase: exprAt(start), Left: left, Op: ast.Pow, Right: right})
}

// awaited parses a primary, or await and one.
func (p *parser) awaited() ast.Expr {
	if p.kind() != KwAwait {
		return p.primary()
	}
	start := p.next()
	return done(p, &Await{ExprBase: exprAt(start), Value: p.primary()})
}
