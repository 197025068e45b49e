package compile

import (
	"strings"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/frontend/syntax"
)

// Expressions written as source in one normal form, with the spacing and parentheses of ast.unparse: the text of
// annotations under `from __future__ import annotations`.

// precedence orders expressions by how tightly their parts hold together.
type precedence int

const (
	precTuple precedence = iota
	precTest             // if-else, lambda
	precOr
	precAnd
	precNot
	precCompare
	precBitOr
	precBitXor
	precBitAnd
	precShift
	precArith
	precTerm
	precFactor
	precPower
	precAtom
)

type operator struct {
	text string
	prec precedence
}

var binaryOperators = map[ast.OperatorNumber]operator{
	ast.Add: {"+", precArith}, ast.Sub: {"-", precArith}, ast.Mult: {"*", precTerm}, ast.Div: {"/", precTerm}, ast.Modulo: {"%", precTerm},
	ast.Pow: {"**", precPower}, ast.LShift: {"<<", precShift}, ast.RShift: {">>", precShift}, ast.BitOr: {"|", precBitOr},
	ast.BitXor: {"^", precBitXor}, ast.BitAnd: {"&", precBitAnd}, ast.FloorDiv: {"//", precTerm}, syntax.MatMult: {"@", precTerm},
}

var unaryOperators = map[ast.UnaryOpNumber]operator{
	ast.Invert: {"~", precFactor}, ast.Not: {"not ", precNot}, ast.UAdd: {"+", precFactor}, ast.USub: {"-", precFactor},
}

var comparisons = map[ast.CmpOp]string{
	ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Is: "is", ast.IsNot: "is not", ast.In: "in",
	ast.NotIn: "not in",
}

// An unparser writes expressions of a tree.
type unparser struct {
	strings.Builder
	tree *syntax.Tree
}

// unparse is an expression of the tree as source.
func unparse(tree *syntax.Tree, e ast.Expr) string {
	u := unparser{tree: tree}
	u.expr(e, precTest)
	return u.String()
}

// text is an expression where one of at least the given precedence must stand.
func (u *unparser) text(e ast.Expr, at precedence) string {
	inner := unparser{tree: u.tree}
	inner.expr(e, at)
	return inner.String()
}

// wrap writes what body writes, in parentheses where its precedence is too low.
func (u *unparser) wrap(own, at precedence, body func()) {
	if own < at {
		u.WriteByte('(')
		defer u.WriteByte(')')
	}
	body()
}

func (u *unparser) expr(e ast.Expr, at precedence) {
	switch e := e.(type) {
	case *ast.Name:
		u.WriteString(string(e.Id))
	case *syntax.Constant:
		u.constant(e)
	case *ast.BoolOp:
		word, own := " and ", precAnd
		if e.Op == ast.Or {
			word, own = " or ", precOr
		}
		u.wrap(own, at, func() { u.list(e.Values, word, own+1) })
	case *ast.BinOp:
		op := binaryOperators[e.Op]
		left, right := op.prec, op.prec+1
		if e.Op == ast.Pow {
			left, right = right, left
		}
		u.wrap(op.prec, at, func() {
			u.expr(e.Left, left)
			u.WriteString(" " + op.text + " ")
			u.expr(e.Right, right)
		})
	case *ast.UnaryOp:
		op := unaryOperators[e.Op]
		u.wrap(op.prec, at, func() {
			u.WriteString(op.text)
			u.expr(e.Operand, op.prec)
		})
	case *ast.Lambda:
		u.wrap(precTest, at, func() {
			u.WriteString("lambda")
			params := u.parameters(e.Args)
			if params != "" && params[0] != '*' { // CPython leaves no space before a star
				u.WriteByte(' ')
			}
			u.WriteString(params + ": ")
			u.expr(e.Body, precTest)
		})
	case *ast.Yield:
		u.WriteString("(yield")
		if e.Value != nil {
			u.WriteByte(' ')
			u.expr(e.Value, precTest)
		}
		u.WriteByte(')')
	case *ast.YieldFrom:
		u.WriteString("(yield from ")
		u.expr(e.Value, precTest)
		u.WriteByte(')')
	case *ast.IfExp:
		u.wrap(precTest, at, func() {
			u.expr(e.Body, precTest+1)
			u.WriteString(" if ")
			u.expr(e.Test, precTest+1)
			u.WriteString(" else ")
			u.expr(e.Orelse, precTest)
		})
	case *ast.Compare:
		u.wrap(precCompare, at, func() {
			u.expr(e.Left, precCompare+1)
			for i, op := range e.Ops {
				u.WriteString(" " + comparisons[op] + " ")
				u.expr(e.Comparators[i], precCompare+1)
			}
		})
	case *ast.Attribute:
		u.expr(e.Value, precAtom)
		if k, ok := e.Value.(*syntax.Constant); ok {
			if _, isInt := k.Value.(int64); isInt {
				u.WriteByte(' ')
			}
		}
		u.WriteString("." + string(e.Attr))
	case *ast.Subscript:
		u.expr(e.Value, precAtom)
		u.WriteByte('[')
		u.slice(e.Slice)
		u.WriteByte(']')
	case *ast.Call:
		u.expr(e.Func, precAtom)
		if len(e.Args) == 1 && len(e.Keywords) == 0 {
			if _, ok := e.Args[0].(*ast.GeneratorExp); ok {
				u.expr(e.Args[0], precAtom)
				return
			}
		}
		u.WriteByte('(')
		u.arguments(e)
		u.WriteByte(')')
	case *ast.Starred:
		u.WriteByte('*')
		u.expr(e.Value, precBitOr)
	case *ast.Tuple:
		if len(e.Elts) == 0 {
			u.WriteString("()")
			return
		}
		u.wrap(precTuple, at, func() { u.items(e.Elts) })
	case *ast.List:
		u.WriteByte('[')
		u.list(e.Elts, ", ", precTest)
		u.WriteByte(']')
	case *ast.Set:
		u.WriteByte('{')
		u.list(e.Elts, ", ", precTest)
		u.WriteByte('}')
	case *ast.Dict:
		u.dict(e)
	case *ast.ListComp:
		u.comprehension("[", u.text(e.Elt, precTest), e.Generators, "]")
	case *ast.SetComp:
		u.comprehension("{", u.text(e.Elt, precTest), e.Generators, "}")
	case *ast.GeneratorExp:
		u.comprehension("(", u.text(e.Elt, precTest), e.Generators, ")")
	case *ast.DictComp:
		u.comprehension("{", u.text(e.Key, precTest)+": "+u.text(e.Value, precTest), e.Generators, "}")
	case *syntax.NamedExpr:
		u.WriteString("(" + string(e.Target.Id) + " := ")
		u.expr(e.Value, precAtom)
		u.WriteByte(')')
	case *syntax.JoinedStr:
		u.joined(e)
	default:
		u.WriteString(u.tree.Text(e))
	}
}

func (u *unparser) constant(k *syntax.Constant) {
	if _, dots := k.Value.(syntax.EllipsisValue); dots {
		u.WriteString("...")
		return
	}
	u.WriteString(strings.ReplaceAll(bytecode.ConstRepr(constValue(k.Value)), "inf", "1e309"))
}

func (u *unparser) list(items []ast.Expr, between string, at precedence) {
	for i, e := range items {
		if i > 0 {
			u.WriteString(between)
		}
		u.expr(e, at)
	}
}

// items writes the items of a tuple without parentheses.
func (u *unparser) items(elts []ast.Expr) {
	u.list(elts, ", ", precTest)
	if len(elts) == 1 {
		u.WriteByte(',')
	}
}

func (u *unparser) slice(s ast.Slicer) {
	switch s := s.(type) {
	case *ast.Index:
		if t, ok := s.Value.(*ast.Tuple); ok && len(t.Elts) > 0 {
			u.items(t.Elts)
			return
		}
		u.expr(s.Value, precTest)
	case *ast.Slice:
		if s.Lower != nil {
			u.expr(s.Lower, precTest)
		}
		u.WriteByte(':')
		if s.Upper != nil {
			u.expr(s.Upper, precTest)
		}
		if s.Step != nil {
			u.WriteByte(':')
			u.expr(s.Step, precTest)
		}
	case *ast.ExtSlice:
		for i, d := range s.Dims {
			if i > 0 {
				u.WriteString(", ")
			}
			u.slice(d)
		}
		if len(s.Dims) == 1 {
			u.WriteByte(',')
		}
	}
}

func (u *unparser) arguments(e *ast.Call) {
	u.list(e.Args, ", ", precTest)
	for i, k := range e.Keywords {
		if i > 0 || len(e.Args) > 0 {
			u.WriteString(", ")
		}
		if k.Arg == "" {
			u.WriteString("**")
		} else {
			u.WriteString(string(k.Arg) + "=")
		}
		u.expr(k.Value, precTest)
	}
}

func (u *unparser) dict(e *ast.Dict) {
	u.WriteByte('{')
	for i, key := range e.Keys {
		if i > 0 {
			u.WriteString(", ")
		}
		if key == nil {
			u.WriteString("**")
			u.expr(e.Values[i], precBitOr)
			continue
		}
		u.expr(key, precTest)
		u.WriteString(": ")
		u.expr(e.Values[i], precTest)
	}
	u.WriteByte('}')
}

func (u *unparser) comprehension(open, element string, gens []ast.Comprehension, end string) {
	u.WriteString(open + element)
	for _, g := range gens {
		u.WriteString(" for ")
		u.expr(g.Target, precTuple)
		u.WriteString(" in ")
		u.expr(g.Iter, precTest+1)
		for _, c := range g.Ifs {
			u.WriteString(" if ")
			u.expr(c, precTest+1)
		}
	}
	u.WriteString(end)
}

// parameters is the list of a lambda's parameters.
func (u *unparser) parameters(args *ast.Arguments) string {
	var parts []string
	withDefault := func(a *ast.Arg, d ast.Expr) {
		p := string(a.Arg)
		if d != nil {
			p += "=" + u.text(d, precTest)
		}
		parts = append(parts, p)
	}
	plain := len(args.Args) - len(args.Defaults)
	for i, a := range args.Args {
		var d ast.Expr
		if i >= plain {
			d = args.Defaults[i-plain]
		}
		withDefault(a, d)
		if i+1 == u.tree.PosOnly[args] {
			parts = append(parts, "/")
		}
	}
	if args.Vararg != nil {
		parts = append(parts, "*"+string(args.Vararg.Arg))
	} else if len(args.Kwonlyargs) > 0 {
		parts = append(parts, "*")
	}
	for i, a := range args.Kwonlyargs {
		withDefault(a, args.KwDefaults[i])
	}
	if args.Kwarg != nil {
		parts = append(parts, "**"+string(args.Kwarg.Arg))
	}
	return strings.Join(parts, ", ")
}

// joined writes an f-string, in the first kind of quotes that does not occur in it.
func (u *unparser) joined(e *syntax.JoinedStr) {
	body := u.joinedText(e)
	for _, quote := range []string{"'", `"`, "'''", `"""`} {
		if !strings.Contains(body, quote) && (len(quote) == 3 || !strings.Contains(body, "\n")) {
			u.WriteString("f" + quote + body + quote)
			return
		}
	}
	u.WriteString(u.tree.Text(e))
}

func (u *unparser) joinedText(e *syntax.JoinedStr) string {
	var b strings.Builder
	for _, part := range e.Values {
		switch part := part.(type) {
		case *syntax.Constant:
			text, _ := part.Value.(string)
			b.WriteString(strings.NewReplacer("{", "{{", "}", "}}").Replace(text))
		case *syntax.FormattedValue:
			inner := u.text(part.Value, precTest+1)
			if strings.HasPrefix(inner, "{") {
				inner = " " + inner
			}
			b.WriteString("{" + inner)
			if part.Conversion != 0 {
				b.WriteString("!" + string(part.Conversion))
			}
			if part.FormatSpec != nil {
				b.WriteString(":" + u.joinedText(part.FormatSpec))
			}
			b.WriteByte('}')
		}
	}
	return b.String()
}
