package syntax

import (
	"github.com/go-python/gpython/ast"
)

// atom parses names, literals, displays, comprehensions and groups.
func (p *parser) atom() ast.Expr {
	t := p.cur()
	switch t.Kind {
	case NameTok:
		p.next()
		return done(p, &ast.Name{ExprBase: exprAt(t), Id: p.ident(t), Ctx: ast.Load})
	case NumberTok:
		p.next()
		v, err := numberValue(p.text(t))
		if err != nil {
			p.failToken(t, "%s", err)
		}
		return done(p, &Constant{ExprBase: exprAt(t), Value: v})
	case StringTok, FStringStart:
		return p.strings()
	case KwNone:
		return p.constant(nil)
	case KwTrue:
		return p.constant(true)
	case KwFalse:
		return p.constant(false)
	case Ellipsis3:
		return p.constant(EllipsisValue{})
	case LPar:
		return p.group()
	case LSqb:
		return p.list()
	case LBrace:
		return p.brace()
	case KwPass, KwBreak, KwContinue:
		p.statementFor(t)
	}
	p.unexpected()
	return nil
}

// statementFor reports a statement where the first part of a conditional expression should be.
func (p *parser) statementFor(t *Token) {
	if p.trial {
		return
	}
	save, far := p.i, p.far
	p.next()
	if p.kind() == ErrorToken {
		p.unexpected()
	}
	if p.accept(KwIf) {
		if _, ok := p.try(p.disjunction); ok && p.accept(KwElse) && p.kind() != Newline {
			p.failToken(t, "expected expression before 'if', but statement is given")
		}
	}
	p.i, p.far = save, far
}

func (p *parser) constant(v any) ast.Expr {
	t := p.next()
	return done(p, &Constant{ExprBase: exprAt(t), Value: v})
}

// group parses what starts with "(": a tuple, generator expression or
// parenthesised expression.
func (p *parser) group() ast.Expr {
	p.enter()
	defer p.leave()
	start := p.next()
	if p.accept(RPar) {
		return done(p, &ast.Tuple{ExprBase: exprAt(start), Ctx: ast.Load})
	}
	if p.kind() == KwYield {
		e := p.yieldExpr()
		p.expect(RPar)
		return e
	}
	if p.kind() == DoubleStar {
		p.unexpected()
	}
	first := p.starNamed()
	switch p.kind() {
	case KwFor, KwAsync:
		p.checkElement(first)
		gens := p.comprehensionClauses()
		p.expect(RPar)
		return done(p, &ast.GeneratorExp{ExprBase: exprAt(start), Elt: first, Generators: gens})
	case Comma:
		elts := p.restOfDisplay(first, RPar)
		return done(p, &ast.Tuple{ExprBase: exprAt(start), Elts: elts, Ctx: ast.Load})
	}
	if star, ok := first.(*ast.Starred); ok && p.kind() == RPar {
		p.failNode(star, "cannot use starred expression here")
	}
	p.expect(RPar)
	return first
}

// restOfDisplay parses the items after the first, and the closing bracket. The
// current token is a comma.
func (p *parser) restOfDisplay(first ast.Expr, closing Kind) []ast.Expr {
	elts := []ast.Expr{first}
	for p.accept(Comma) {
		if p.kind() == closing {
			break
		}
		elts = append(elts, p.starNamed())
		if p.kind() == KwFor && closing != RPar {
			p.failRange(first, elts[len(elts)-1], "did you forget parentheses around the comprehension target?")
		}
	}
	p.expect(closing)
	return elts
}

func (p *parser) list() ast.Expr {
	p.enter()
	defer p.leave()
	start := p.next()
	if p.accept(RSqb) {
		return done(p, &ast.List{ExprBase: exprAt(start), Ctx: ast.Load})
	}
	first := p.starNamed()
	switch p.kind() {
	case KwFor, KwAsync:
		p.checkElement(first)
		gens := p.comprehensionClauses()
		p.expect(RSqb)
		return done(p, &ast.ListComp{ExprBase: exprAt(start), Elt: first, Generators: gens})
	case Comma:
		elts := p.restOfDisplay(first, RSqb)
		return done(p, &ast.List{ExprBase: exprAt(start), Elts: elts, Ctx: ast.Load})
	}
	p.expect(RSqb)
	return done(p, &ast.List{ExprBase: exprAt(start), Elts: []ast.Expr{first}, Ctx: ast.Load})
}

// brace parses a dict or set display or comprehension.
func (p *parser) brace() ast.Expr {
	p.enter()
	defer p.leave()
	start := p.next()
	if p.accept(RBrace) {
		return done(p, &ast.Dict{ExprBase: exprAt(start)})
	}
	if p.kind() == DoubleStar {
		return p.dict(start, nil)
	}
	first := p.starNamed()
	switch p.kind() {
	case Colon:
		if _, star := first.(*ast.Starred); star {
			p.unexpected()
		}
		return p.dict(start, first)
	case KwFor, KwAsync:
		p.checkElement(first)
		gens := p.comprehensionClauses()
		p.expect(RBrace)
		return done(p, &ast.SetComp{ExprBase: exprAt(start), Elt: first, Generators: gens})
	case Comma:
		elts := p.restOfDisplay(first, RBrace)
		return done(p, &ast.Set{ExprBase: exprAt(start), Elts: elts})
	}
	p.expect(RBrace)
	return done(p, &ast.Set{ExprBase: exprAt(start), Elts: []ast.Expr{first}})
}

// dict parses a dict display or comprehension behind "{" or, if key is not nil,
// behind the first key.
func (p *parser) dict(start *Token, key ast.Expr) ast.Expr {
	d := &ast.Dict{ExprBase: exprAt(start)}
	for {
		if key == nil && p.kind() == DoubleStar {
			stars := p.next()
			value := p.bitOr()
			if p.kind() == KwFor {
				p.failToken(stars, "dict unpacking cannot be used in dict comprehension")
			}
			d.Keys = append(d.Keys, nil)
			d.Values = append(d.Values, value)
		} else {
			if key == nil {
				p.inKey = len(d.Keys) > 0
				key = p.expression()
			}
			value := p.dictValue(key, len(d.Keys) == 0)
			if p.kind() == KwFor || p.kind() == KwAsync {
				if len(d.Values) > 0 {
					p.unexpected()
				}
				gens := p.comprehensionClauses()
				p.expect(RBrace)
				return done(p, &ast.DictComp{ExprBase: exprAt(start), Key: key, Value: value, Generators: gens})
			}
			d.Keys = append(d.Keys, key)
			d.Values = append(d.Values, value)
			key = nil
		}
		if !p.accept(Comma) {
			break
		}
		if p.kind() == RBrace {
			break
		}
	}
	p.expect(RBrace)
	return done(p, d)
}

func (p *parser) dictValue(key ast.Expr, first bool) ast.Expr {
	if p.kind() != Colon {
		if k := p.kind(); k == RBrace || k == Comma || !first && k != ErrorToken {
			s := p.tree.Span(key)
			panic(p.errorNoEnd(s.EndLine, s.EndCol-1, "':' expected after dictionary key"))
		}
		p.unexpected()
	}
	colon := p.next()
	switch p.kind() {
	case RBrace, Comma:
		p.failToken(colon, "expression expected after dictionary key and ':'")
	case Star:
		p.failNode(p.starred(p.bitOr), "cannot use a starred expression in a dictionary value")
	}
	return p.expression()
}

// checkElement rejects *x as the element of a comprehension.
func (p *parser) checkElement(e ast.Expr) {
	if _, star := e.(*ast.Starred); star {
		p.failNode(e, "iterable unpacking cannot be used in comprehension")
	}
}

func (p *parser) comprehensionClauses() []ast.Comprehension {
	var gens []ast.Comprehension
	for p.kind() == KwFor || p.kind() == KwAsync {
		async := p.accept(KwAsync)
		if async && p.kind() != KwFor {
			p.unexpected()
		}
		p.next()
		var g ast.Comprehension
		g.Target = p.forTarget()
		if async {
			p.markAsync(g.Target)
		}
		if p.kind() != KwIn {
			p.missingIn()
		}
		p.next()
		g.Iter = p.disjunction()
		for p.accept(KwIf) {
			g.Ifs = append(g.Ifs, p.disjunction())
		}
		gens = append(gens, g)
	}
	return gens
}

// forTarget parses the target list of a for loop or comprehension.
func (p *parser) forTarget() ast.Expr {
	start := p.cur()
	first := p.targetItem()
	if p.kind() == Comma {
		elts := []ast.Expr{first}
		for p.accept(Comma) {
			if p.kind() == KwIn || !p.startsExpr() {
				break
			}
			elts = append(elts, p.targetItem())
		}
		first = done(p, &ast.Tuple{ExprBase: exprAt(start), Elts: elts, Ctx: ast.Load})
	}
	p.setTarget(first, ast.Store, "cannot assign to %s")
	return first
}

func (p *parser) targetItem() ast.Expr {
	if p.kind() == Star {
		return p.starred(p.bitOr)
	}
	return p.bitOr()
}

// missingIn reports that the target of a comprehension is not followed by "in".
func (p *parser) missingIn() {
	if p.kind() == ErrorToken {
		p.unexpected()
	}
	p.failToken(p.cur(), "'in' expected after for-loop variables")
}

// call parses the arguments of a call of fn. The current token is "(".
func (p *parser) call(start *Token, fn ast.Expr) ast.Expr {
	p.enter()
	defer p.leave()
	p.next()
	args, keywords := p.arguments(true)
	p.expect(RPar)
	return done(p, &ast.Call{ExprBase: exprAt(start), Func: fn, Args: args, Keywords: keywords})
}

// arguments parses arguments up to the closing parenthesis. A lone generator
// expression needs no parentheses of its own in a call.
func (p *parser) arguments(isCall bool) (args []ast.Expr, keywords []*ast.Keyword) {
	open := p.prev()
	sawUnpack := false
	misplaced := "" // a positional argument behind a keyword argument
	for p.kind() != RPar {
		t := p.cur()
		switch {
		case t.Kind == Star:
			star := p.cur()
			starred := p.starredExpression(p.expression)
			value := starred.(*ast.Starred).Value
			if p.kind() == Equal && p.follows(p.expression) {
				p.next()
				p.failFrom(star, p.expression(), "cannot assign to iterable argument unpacking")
			}
			if p.kind() == KwFor {
				s := p.tree.Span(value)
				p.fail("SyntaxError", star.Line, star.Col, s.EndLine, s.EndCol, "iterable unpacking cannot be used in comprehension")
			}
			if sawUnpack {
				comma := &p.toks[p.indexOf(star)-1]
				s := p.tree.Span(starred)
				p.fail("SyntaxError", comma.Line, comma.Col, s.EndLine, s.EndCol, "iterable argument unpacking follows keyword argument unpacking")
			}
			args = append(args, starred)
		case t.Kind == DoubleStar:
			p.next()
			value := p.expression()
			if p.kind() == Equal && p.follows(p.expression) {
				p.next()
				p.failFrom(t, p.expression(), "cannot assign to keyword argument unpacking")
			}
			keywords = append(keywords, done(p, &ast.Keyword{Pos: pos(t), Value: value}))
			sawUnpack = true
		case t.Kind == NameTok && p.peek(1) == Equal:
			p.next()
			p.next()
			if k := p.kind(); k == Comma || k == RPar {
				eq := p.prev()
				p.fail("SyntaxError", t.Line, t.Col, eq.EndLine, eq.EndCol, "expected argument value expression")
			}
			value := p.expression()
			if p.kind() == KwFor {
				end := p.cur()
				p.fail("SyntaxError", t.Line, t.Col, end.Line, end.Col-1, "invalid syntax. Maybe you meant '==' or ':=' instead of '='?")
			}
			keywords = append(keywords, done(p, &ast.Keyword{Pos: pos(t), Arg: p.ident(t), Value: value}))
		default:
			e := p.positional(t)
			if p.kind() == KwFor {
				if !isCall {
					p.unexpected()
				}
				gens := p.comprehensionClauses()
				gen := &ast.GeneratorExp{ExprBase: exprAt(t), Elt: e, Generators: gens}
				if p.kind() == RPar && len(args) == 0 && len(keywords) == 0 && isCall {
					gen.ExprBase = exprAt(open)
					closing := p.cur()
					p.tree.spans[gen] = Span{open.Line, open.Col, closing.EndLine, closing.EndCol}
					return []ast.Expr{gen}, nil
				}
				done(p, gen)
				if p.kind() != Comma && len(args)+len(keywords) == 0 {
					p.unexpected()
				}
				p.failNode(gen, "Generator expression must be parenthesized")
			}
			if len(keywords) > 0 && misplaced == "" {
				misplaced = "positional argument follows keyword argument"
				if sawUnpack {
					misplaced = "positional argument follows keyword argument unpacking"
				}
			}
			args = append(args, e)
		}
		if p.kind() == RPar {
			break
		}
		if p.kind() != Comma {
			if misplaced != "" {
				break
			}
			p.unexpected()
		}
		p.next()
	}
	if misplaced != "" && p.kind() != ErrorToken {
		p.failToken(p.cur(), "%s", misplaced)
	}
	return args, keywords
}

// positional parses a positional argument and diagnoses a keyword argument whose
// name is not a name.
func (p *parser) positional(start *Token) ast.Expr {
	e := p.expression()
	switch p.kind() {
	case ColonEqual:
		return p.walrus(start, e)
	case Equal:
		equal := p.cur()
		s := p.tree.Span(e)
		if c, ok := e.(*Constant); ok {
			switch c.Value.(type) {
			case nil, bool:
				p.fail("SyntaxError", s.Line, s.Col, equal.EndLine, equal.EndCol, "cannot assign to %s", exprName(e))
			}
		}
		p.fail("SyntaxError", s.Line, s.Col, equal.EndLine, equal.EndCol,
			"expression cannot contain assignment, perhaps you meant \"==\"?")
	}
	return e
}
