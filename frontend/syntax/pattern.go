package syntax

import (
	"fmt"

	"github.com/go-python/gpython/ast"
)

// matchStmt parses a match statement. "match" is a keyword only where a whole
// header "match subject:" follows at the start of a line's statement; otherwise
// it returns nil and consumes nothing.
func (p *parser) matchStmt() ast.Stmt {
	switch p.peek(1) {
	case NameTok, NumberTok, StringTok, FStringStart, LPar, LSqb, LBrace, Minus, Plus, Tilde, Star, Ellipsis3,
		KwNot, KwLambda, KwNone, KwTrue, KwFalse:
	default:
		return nil
	}
	if !p.matchHeader() {
		return nil
	}
	start := p.next()
	t := p.cur()
	subject := p.starNamed()
	if _, star := subject.(*ast.Starred); star || p.kind() == Comma {
		elts := []ast.Expr{subject}
		for p.accept(Comma) {
			if p.kind() == Colon {
				break
			}
			elts = append(elts, p.starNamed())
		}
		subject = done(p, &ast.Tuple{ExprBase: exprAt(t), Elts: elts, Ctx: ast.Load})
	}
	p.colon(false)
	p.expect(Newline)
	if p.kind() != Indent {
		t := p.cur()
		msg := fmt.Sprintf("expected an indented block after 'match' statement on line %d", start.Line)
		if t.Kind == ErrorToken {
			p.unexpected()
		}
		if t.Kind == Dedent || t.Kind == EndMarker {
			p.failLayout("IndentationError", t, msg)
		}
		p.fail("IndentationError", t.Line, t.Col, t.EndLine, t.EndCol, "%s", msg)
	}
	p.next()
	m := &Match{StmtBase: stmtAt(start), Subject: subject}
	for p.isWord("case") {
		m.Cases = append(m.Cases, p.caseBlock())
	}
	if p.kind() != Dedent || len(m.Cases) == 0 {
		p.unexpected()
	}
	p.i++
	last := m.Cases[len(m.Cases)-1]
	return doneBlock(p, m, lastOf(last.Body))
}

// matchHeader reports whether the line at the current token ends with ":" outside
// of brackets and is followed by an indented case.
func (p *parser) matchHeader() bool {
	depth := 0
	for j := p.i; j < len(p.toks); j++ {
		switch p.toks[j].Kind {
		case LPar, LSqb, LBrace:
			depth++
		case RPar, RSqb, RBrace:
			depth--
		case Equal, PlusEqual, Semi:
			if depth == 0 {
				return false
			}
		case Newline:
			if p.toks[j-1].Kind != Colon || j+1 >= len(p.toks) {
				return false
			}
			if p.toks[j+1].Kind == Indent && p.text(&p.toks[j+2]) != "case" {
				p.far = max(p.far, j+2)
				return false
			}
			return true
		case EndMarker, ErrorToken:
			return false
		}
	}
	return false
}

func (p *parser) caseBlock() *MatchCase {
	start := p.next()
	c := &MatchCase{AST: ast.AST{Pos: pos(start)}}
	c.Pattern = p.patterns()
	if p.accept(KwIf) {
		c.Guard = p.namedExpr()
	}
	p.colon(false)
	c.Body = p.block("'case' statement", start)
	return doneBlock(p, c, lastOf(c.Body))
}

func patAt(t *Token) PatternBase { return PatternBase{ast.AST{Pos: pos(t)}} }

// patterns parses a pattern or an open sequence of patterns.
func (p *parser) patterns() Pattern {
	start := p.cur()
	first := p.maybeStar()
	if p.kind() != Comma {
		if _, star := first.(*MatchStar); !star {
			return first
		}
	}
	list := []Pattern{first}
	for p.accept(Comma) {
		if p.kind() == Colon || p.kind() == KwIf {
			break
		}
		list = append(list, p.maybeStar())
	}
	return done(p, &MatchSequence{PatternBase: patAt(start), Patterns: list})
}

func (p *parser) maybeStar() Pattern {
	if p.kind() != Star {
		return p.asPattern()
	}
	start := p.next()
	name := p.ident(p.expect(NameTok))
	if name == "_" {
		name = ""
	}
	return done(p, &MatchStar{PatternBase: patAt(start), Name: name})
}

func (p *parser) asPattern() Pattern {
	p.enter()
	defer p.leave()
	start := p.cur()
	pat := p.orPattern()
	if !p.accept(KwAs) {
		return pat
	}
	t := p.cur()
	if next := p.peek(1); t.Kind != NameTok || next == Dot || next == LPar || next == LSqb {
		if p.startsExpr() {
			e := p.expression()
			p.failNode(e, "cannot use %s as pattern target", exprName(e))
		}
		p.failToken(t, "invalid pattern target")
	}
	p.next()
	if p.text(t) == "_" {
		p.failToken(t, "cannot use '_' as a target")
	}
	return done(p, &MatchAs{PatternBase: patAt(start), Pattern: pat, Name: p.ident(t)})
}

func (p *parser) orPattern() Pattern {
	start := p.cur()
	first := p.closedPattern()
	if p.kind() != VBar {
		return first
	}
	list := []Pattern{first}
	for p.accept(VBar) {
		list = append(list, p.closedPattern())
	}
	return done(p, &MatchOr{PatternBase: patAt(start), Patterns: list})
}

func (p *parser) closedPattern() Pattern {
	t := p.cur()
	switch t.Kind {
	case NumberTok, Minus, StringTok, FStringStart:
		value := p.patternLiteral()
		return done(p, &MatchValue{PatternBase: patAt(t), Value: value})
	case KwNone:
		p.next()
		return done(p, &MatchSingleton{PatternBase: patAt(t)})
	case KwTrue, KwFalse:
		p.next()
		return done(p, &MatchSingleton{PatternBase: patAt(t), Value: t.Kind == KwTrue})
	case NameTok:
		return p.namePattern()
	case LPar:
		p.next()
		if p.accept(RPar) {
			return done(p, &MatchSequence{PatternBase: patAt(t)})
		}
		first := p.maybeStar()
		if _, star := first.(*MatchStar); star && p.kind() != Comma {
			p.unexpected()
		} else if !star && p.accept(RPar) {
			return first
		}
		return p.sequencePattern(t, first, RPar)
	case LSqb:
		p.next()
		if p.accept(RSqb) {
			return done(p, &MatchSequence{PatternBase: patAt(t)})
		}
		return p.sequencePattern(t, p.maybeStar(), RSqb)
	case LBrace:
		return p.mappingPattern()
	}
	p.unexpected()
	return nil
}

func (p *parser) sequencePattern(start *Token, first Pattern, closing Kind) Pattern {
	list := []Pattern{first}
	for p.accept(Comma) {
		if p.kind() == closing {
			break
		}
		list = append(list, p.maybeStar())
	}
	p.expect(closing)
	return done(p, &MatchSequence{PatternBase: patAt(start), Patterns: list})
}

// patternLiteral parses a number, possibly signed or complex, or a string.
func (p *parser) patternLiteral() ast.Expr {
	if k := p.kind(); k == StringTok || k == FStringStart {
		return p.strings()
	}
	start := p.cur()
	left := p.signedNumber()
	k := p.kind()
	if k != Plus && k != Minus {
		return left
	}
	number := left
	if minus, ok := left.(*ast.UnaryOp); ok {
		number = minus.Operand
	}
	if _, imaginary := number.(*Constant).Value.(complex128); imaginary {
		p.failNode(left, "real number required in complex literal")
	}
	p.next()
	t := p.expect(NumberTok)
	v, _ := numberValue(p.text(t))
	if _, ok := v.(complex128); !ok {
		p.failToken(t, "imaginary number required in complex literal")
	}
	right := done(p, &Constant{ExprBase: exprAt(t), Value: v})
	op := ast.Add
	if k == Minus {
		op = ast.Sub
	}
	return done(p, &ast.BinOp{ExprBase: exprAt(start), Left: left, Op: op, Right: right})
}

func (p *parser) signedNumber() ast.Expr {
	start := p.cur()
	minus := p.accept(Minus)
	t := p.expect(NumberTok)
	v, err := numberValue(p.text(t))
	if err != nil {
		p.failToken(t, "%s", err)
	}
	number := done(p, &Constant{ExprBase: exprAt(t), Value: v})
	if !minus {
		return number
	}
	return done(p, &ast.UnaryOp{ExprBase: exprAt(start), Op: ast.USub, Operand: number})
}

// namePattern parses a capture, "_", a dotted name or a class pattern.
func (p *parser) namePattern() Pattern {
	t := p.next()
	if p.kind() != Dot && p.kind() != LPar {
		name := p.ident(t)
		if name == "_" {
			name = ""
		}
		return done(p, &MatchAs{PatternBase: patAt(t), Name: name})
	}
	var e ast.Expr = done(p, &ast.Name{ExprBase: exprAt(t), Id: p.ident(t), Ctx: ast.Load})
	for p.accept(Dot) {
		attr := p.expect(NameTok)
		e = done(p, &ast.Attribute{ExprBase: exprAt(t), Value: e, Attr: p.ident(attr), Ctx: ast.Load})
	}
	if p.kind() != LPar {
		return done(p, &MatchValue{PatternBase: patAt(t), Value: e})
	}
	p.next()
	m := &MatchClass{PatternBase: patAt(t), Cls: e}
	for p.kind() != RPar {
		if p.kind() == NameTok && p.peek(1) == Equal {
			m.KwdAttrs = append(m.KwdAttrs, p.ident(p.next()))
			p.next()
			m.KwdPatterns = append(m.KwdPatterns, p.asPattern())
		} else {
			pat := p.asPattern()
			if len(m.KwdAttrs) > 0 {
				p.failNode(pat, "positional patterns follow keyword patterns")
			}
			m.Patterns = append(m.Patterns, pat)
		}
		if !p.accept(Comma) {
			break
		}
	}
	p.expect(RPar)
	return done(p, m)
}

func (p *parser) mappingPattern() Pattern {
	start := p.next()
	m := &MatchMapping{PatternBase: patAt(start)}
	for p.kind() != RBrace {
		if p.accept(DoubleStar) {
			t := p.expect(NameTok)
			if p.text(t) == "_" {
				p.i--
				p.far = p.i
				p.unexpected()
			}
			m.Rest = p.ident(t)
			p.accept(Comma)
			break
		}
		var key ast.Expr
		switch p.kind() {
		case KwNone:
			key = p.constant(nil)
		case KwTrue, KwFalse:
			key = p.constant(p.kind() == KwTrue)
		case NameTok:
			pat := p.namePattern()
			value, ok := pat.(*MatchValue)
			if !ok {
				p.unexpected()
			}
			key = value.Value
		case NumberTok, Minus, StringTok, FStringStart:
			key = p.patternLiteral()
		default:
			p.unexpected()
		}
		p.expect(Colon)
		m.Keys = append(m.Keys, key)
		m.Patterns = append(m.Patterns, p.asPattern())
		if !p.accept(Comma) {
			break
		}
	}
	p.expect(RBrace)
	return done(p, m)
}
