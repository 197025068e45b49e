package symbolic

import (
	"fmt"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// The grammar of sizes and conditions as they are printed, in sympy's and in
// Python's spelling: `2*s97 + 1`, `(s97//2)`, `Mod(s97, 2) == 0`,
// `Eq(s97, s52)`, `2 <= s97 and s97 <= 8`.
type (
	orNode struct {
		Terms []*andNode `parser:"@@ ( ('|' | 'or') @@ )*"`
	}
	andNode struct {
		Terms []*notNode `parser:"@@ ( ('&' | 'and') @@ )*"`
	}
	notNode struct {
		Not      *notNode      `parser:"  'not' @@"`
		Relation *relationNode `parser:"| @@"`
	}
	relationNode struct {
		Left *sumNode     `parser:"@@"`
		Rest []*chainNode `parser:"@@*"`
	}
	chainNode struct {
		Operator string   `parser:"@('<=' | '>=' | '==' | '!=' | '<' | '>')"`
		Right    *sumNode `parser:"@@"`
	}
	sumNode struct {
		First *productNode `parser:"@@"`
		Rest  []*addNode   `parser:"@@*"`
	}
	addNode struct {
		Operator string       `parser:"@('+' | '-')"`
		Right    *productNode `parser:"@@"`
	}
	productNode struct {
		First *unaryNode `parser:"@@"`
		Rest  []*mulNode `parser:"@@*"`
	}
	mulNode struct {
		Operator string     `parser:"@('*' | '//' | '%')"`
		Right    *unaryNode `parser:"@@"`
	}
	unaryNode struct {
		Minus *unaryNode `parser:"  '-' @@"`
		Power *powerNode `parser:"| @@"`
	}
	powerNode struct {
		Base     *atomNode `parser:"@@"`
		Exponent *int64    `parser:"( '**' @Int )?"`
	}
	atomNode struct {
		Int  *int64    `parser:"  @Int"`
		Call *callNode `parser:"| @@"`
		Name *string   `parser:"| @Ident"`
		Sub  *orNode   `parser:"| '(' @@ ')'"`
	}
	callNode struct {
		Name string    `parser:"@Ident '('"`
		Args []*orNode `parser:"@@ ( ',' @@ )* ')'"`
	}
)

var grammar = sync.OnceValue(func() *participle.Parser[orNode] {
	return participle.MustBuild[orNode](
		participle.Lexer(lexer.MustSimple([]lexer.SimpleRule{
			{Name: "Space", Pattern: `\s+`},
			{Name: "Ident", Pattern: `[A-Za-z_][A-Za-z0-9_]*`},
			{Name: "Int", Pattern: `[0-9]+`},
			{Name: "Operator", Pattern: `\*\*|//|<=|>=|==|!=|[-+*%<>()|&,]`},
		})),
		participle.Elide("Space"),
		participle.UseLookahead(2),
	)
})

// maxDepth bounds the nesting of parentheses in parsed text.
const maxDepth = 200

// Parse reads an expression. Booleans come back as relations, or as the
// constants 0 and 1 when they are decided.
func Parse(text string) (*Expr, error) {
	depth := 0
	for _, r := range text {
		if r == '(' || r == '-' {
			depth++
		}
	}
	if depth > maxDepth {
		return nil, fmt.Errorf("parse expression: nested more than %d deep", maxDepth)
	}
	tree, err := grammar().ParseString("", text)
	if err != nil {
		return nil, fmt.Errorf("parse expression %q: %w", text, err)
	}
	e, err := tree.build()
	if err != nil {
		return nil, fmt.Errorf("parse expression %q: %w", text, err)
	}
	return e, nil
}

func isBoolean(e *Expr) bool { return noInteger(e) || e.Kind == Const }

func (n *orNode) build() (*Expr, error) {
	return joinAll(Or, len(n.Terms), func(i int) (*Expr, error) { return n.Terms[i].build() })
}

func (n *andNode) build() (*Expr, error) {
	return joinAll(And, len(n.Terms), func(i int) (*Expr, error) { return n.Terms[i].build() })
}

func joinAll(kind Kind, n int, get func(int) (*Expr, error)) (*Expr, error) {
	first, err := get(0)
	if err != nil || n == 1 {
		return first, err
	}
	args := []*Expr{first}
	for i := 1; i < n; i++ {
		e, err := get(i)
		if err != nil {
			return nil, err
		}
		args = append(args, e)
	}
	for _, a := range args {
		if !isBoolean(a) {
			return nil, fmt.Errorf("%s is not a condition", a)
		}
	}
	return foldBool(combine(kind, args)), nil
}

func (n *notNode) build() (*Expr, error) {
	if n.Not == nil {
		return n.Relation.build()
	}
	e, err := n.Not.build()
	if err != nil {
		return nil, err
	}
	if !isBoolean(e) {
		return nil, fmt.Errorf("%s is not a condition", e)
	}
	return foldBool(asBool(e).Not()), nil
}

func (n *relationNode) build() (*Expr, error) {
	left, err := n.Left.build()
	if err != nil || len(n.Rest) == 0 {
		return left, err
	}
	all := BoolOf(true)
	for _, c := range n.Rest {
		right, err := c.Right.build()
		if err != nil {
			return nil, err
		}
		if noInteger(left) || noInteger(right) {
			return nil, fmt.Errorf("a comparison of conditions")
		}
		a, b := FromExpr(left), FromExpr(right)
		var r Bool
		switch c.Operator {
		case "<":
			r = a.Lt(b)
		case "<=":
			r = a.Le(b)
		case ">":
			r = a.Gt(b)
		case ">=":
			r = a.Ge(b)
		case "==":
			r = a.Eq(b)
		case "!=":
			r = a.Ne(b)
		}
		all = all.And(r)
		left = right
	}
	return foldBool(all), nil
}

func (n *sumNode) build() (*Expr, error) {
	e, err := n.First.build()
	if err != nil {
		return nil, err
	}
	for _, r := range n.Rest {
		right, err := r.Right.build()
		if err != nil {
			return nil, err
		}
		if noInteger(e) || noInteger(right) {
			return nil, fmt.Errorf("arithmetic on a condition")
		}
		if r.Operator == "-" {
			e = NewSub(e, right)
		} else {
			e = NewAdd(e, right)
		}
	}
	return e, nil
}

func (n *productNode) build() (*Expr, error) {
	e, err := n.First.build()
	if err != nil {
		return nil, err
	}
	for _, r := range n.Rest {
		right, err := r.Right.build()
		if err != nil {
			return nil, err
		}
		if noInteger(e) || noInteger(right) {
			return nil, fmt.Errorf("arithmetic on a condition")
		}
		if r.Operator != "*" && isConst(right, 0) {
			return nil, fmt.Errorf("division by zero")
		}
		switch r.Operator {
		case "*":
			if terms(e)*terms(right) > maxTerms {
				return nil, fmt.Errorf("product of more than %d terms", maxTerms)
			}
			e = NewMul(e, right)
		case "//":
			e = NewFloorDiv(e, right)
		case "%":
			e = NewMod(e, right)
		}
	}
	return e, nil
}

// maxTerms bounds the sums that parsed products multiply out to.
const maxTerms = 1000

func terms(e *Expr) int {
	if e.Kind == Add {
		return len(e.Args)
	}
	return 1
}

func (n *unaryNode) build() (*Expr, error) {
	if n.Minus == nil {
		return n.Power.build()
	}
	e, err := n.Minus.build()
	if err != nil {
		return nil, err
	}
	if noInteger(e) {
		return nil, fmt.Errorf("arithmetic on a condition")
	}
	return NewMul(NewConst(-1), e), nil
}

func (n *powerNode) build() (*Expr, error) {
	e, err := n.Base.build()
	if err != nil || n.Exponent == nil {
		return e, err
	}
	if noInteger(e) || *n.Exponent > 16 || terms(e) > 1 && *n.Exponent > 3 || Degree(e) > 64 {
		return nil, fmt.Errorf("power of %s to %d", e, *n.Exponent)
	}
	return NewPow(e, *n.Exponent), nil
}

func (n *atomNode) build() (*Expr, error) {
	switch {
	case n.Int != nil:
		return NewConst(*n.Int), nil
	case n.Call != nil:
		return n.Call.build()
	case n.Name != nil:
		switch *n.Name {
		case "True":
			return NewConst(1), nil
		case "False":
			return NewConst(0), nil
		}
		return NewSymbol(*n.Name), nil
	}
	return n.Sub.build()
}

// noInteger tells what is a condition or a float; quotients pass, which are read as they are.
func noInteger(e *Expr) bool { return e.Kind >= Eq && (e.Kind < Floor || e.Kind > Round) }

// functionsOfOne are the functions of one number.
var functionsOfOne = map[string]func(*Expr) *Expr{
	"ToFloat":    NewToReal,
	"FloorToInt": func(a *Expr) *Expr { return NewToInt(Floor, NewToReal(a)) },
	"CeilToInt":  func(a *Expr) *Expr { return NewToInt(Ceil, NewToReal(a)) },
	"TruncToInt": func(a *Expr) *Expr { return NewToInt(Trunc, NewToReal(a)) },
	"RoundToInt": func(a *Expr) *Expr { return NewToInt(Round, NewToReal(a)) },
	"Abs": func(a *Expr) *Expr {
		if IsReal(a) {
			return NewRealFunction("abs", a)
		}
		return NewMax(a, NewMul(NewConst(-1), a))
	},
}

func (n *callNode) build() (*Expr, error) {
	args := make([]*Expr, len(n.Args))
	for i, a := range n.Args {
		e, err := a.build()
		if err != nil {
			return nil, err
		}
		args[i] = e
	}
	if one := functionsOfOne[n.Name]; one != nil && len(args) == 1 && (!noInteger(args[0]) || IsReal(args[0])) {
		return one(args[0]), nil
	}
	for _, a := range args {
		if noInteger(a) {
			return nil, fmt.Errorf("%s of a condition", n.Name)
		}
	}
	if len(args) != 2 {
		return nil, fmt.Errorf("%s takes two arguments, not %d", n.Name, len(args))
	}
	a, b := args[0], args[1]
	switch n.Name {
	case "Mod":
		if isConst(b, 0) {
			return nil, fmt.Errorf("division by zero")
		}
		return NewMod(a, b), nil
	case "FloorDiv":
		if isConst(b, 0) {
			return nil, fmt.Errorf("division by zero")
		}
		return NewFloorDiv(a, b), nil
	case "IntTrueDiv":
		return NewTrueDiv(a, b), nil
	case "PowByNatural":
		if a.Kind == Const && b.Kind == Const && (b.Value < 0 || b.Value > 64) || a.Kind != Const && b.Kind == Const && b.Value > 16 {
			return nil, fmt.Errorf("power of %s to %s", a, b)
		}
		return NewNaturalPow(a, b), nil
	case "BitwiseFn_bitwise_and":
		return NewBits(BitAnd, a, b), nil
	case "BitwiseFn_bitwise_or":
		return NewBits(BitOr, a, b), nil
	case "BitwiseFn_bitwise_xor":
		return NewBits(BitXor, a, b), nil
	case "Min", "min":
		return NewMin(a, b), nil
	case "Max", "max":
		return NewMax(a, b), nil
	case "Eq":
		return foldBool(FromExpr(a).Eq(FromExpr(b))), nil
	case "Ne":
		return foldBool(FromExpr(a).Ne(FromExpr(b))), nil
	}
	return nil, fmt.Errorf("unknown function %s", n.Name)
}
