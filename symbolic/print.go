package symbolic

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// String prints e as sympy does: `2*s97 + 1`, `(s97//2)`, `Mod(s97, 2)`,
// `Eq(s97, s52)`, `2 <= s97`.
func (e *Expr) String() string {
	return Print(e, Style{Relation: sympyRelation})
}

// String prints the constant or the expression.
func (a Int) String() string {
	if a.e == nil {
		return strconv.FormatInt(a.c, 10)
	}
	return a.e.String()
}

// String prints True, False or the relation.
func (b Bool) String() string {
	if b.e == nil {
		if b.c {
			return "True"
		}
		return "False"
	}
	return b.e.String()
}

// Style says how symbols and relations are written.
type Style struct {
	Symbol   func(name string) string
	Relation func(kind Kind, left, right string) string
	Python   bool // `a % b`, `a // b` with spaces, as guards are printed
}

// PythonStyle writes Python source, with symbols spelled by symbol.
func PythonStyle(symbol func(string) string) Style {
	return Style{Symbol: symbol, Relation: pythonRelation, Python: true}
}

func sympyRelation(kind Kind, left, right string) string {
	switch kind {
	case Eq:
		return "Eq(" + left + ", " + right + ")"
	case Ne:
		return "Ne(" + left + ", " + right + ")"
	}
	return pythonRelation(kind, left, right)
}

func pythonRelation(kind Kind, left, right string) string {
	operator := map[Kind]string{Eq: " == ", Ne: " != ", Lt: " < ", Le: " <= "}[kind]
	return left + operator + right
}

// Print writes e in the given style.
func Print(e *Expr, s Style) string {
	p := printer{style: s}
	p.write(e, 0)
	return p.b.String()
}

type printer struct {
	b     strings.Builder
	style Style
}

// Binding strengths, loosest first.
const (
	precedenceOr = 1 + iota
	precedenceAnd
	precedenceNot
	precedenceRelation
	precedenceAdd
	precedenceMul
	precedencePow
)

func (p *printer) write(e *Expr, outer int) {
	switch e.Kind {
	case Const:
		if e.Value < 0 && outer > precedenceAdd {
			p.b.WriteString("(" + strconv.FormatInt(e.Value, 10) + ")")
			return
		}
		p.b.WriteString(strconv.FormatInt(e.Value, 10))
	case Symbol:
		if p.style.Symbol != nil {
			p.b.WriteString(p.style.Symbol(e.Name))
			return
		}
		p.b.WriteString(e.Name)
	case Add:
		p.parenthesise(precedenceAdd, outer, func() { p.sum(e.Args) })
	case Mul:
		p.parenthesise(precedenceMul, outer, func() { p.product(e.Args) })
	case Pow:
		p.parenthesise(precedencePow, outer, func() {
			p.write(e.Args[0], precedencePow+1)
			p.b.WriteString("**" + strconv.FormatInt(e.Value, 10))
		})
	case FloorDiv: // which sympy gives parentheses that it brings itself
		p.division(outer, func() { p.infix(e, "//", " // ") })
	case Mod:
		if p.style.Python {
			p.infix(e, "%", " % ")
			return
		}
		p.division(outer, func() { p.call(remainder(e), e.Args) })
	case TrueDiv:
		if p.style.Python {
			p.infix(e, "/", " / ")
			return
		}
		p.division(outer, func() { p.call("IntTrueDiv", e.Args) })
	case NaturalPow, BitAnd, BitOr, BitXor:
		p.parenthesise(precedenceAdd-1, outer, func() { p.operation(e) })
	case Choice:
		p.choice(e, outer)
	case Min, Max:
		if a := absolute(e); a != nil && !p.style.Python {
			p.call("Abs", []*Expr{a})
			return
		}
		name := map[Kind]string{Min: "Min", Max: "Max"}[e.Kind]
		if p.style.Python {
			name = strings.ToLower(name)
		}
		p.call(name, e.Args)
	case Real, ToReal, RealAdd, RealMul, RealDiv, RealPow, RealMod, RealFloorDiv, RealMin, RealMax, RealFunction, Floor, Ceil, Trunc, Round, IsNaN:
		p.real(e, outer)
	case And, Or:
		word, level := " & ", precedenceAnd
		if p.style.Python {
			word = " and "
		}
		if e.Kind == Or {
			word, level = " | ", precedenceOr
			if p.style.Python {
				word = " or "
			}
		}
		p.parenthesise(level, outer, func() {
			for i, a := range joined(e) {
				if i > 0 {
					p.b.WriteString(word)
				}
				p.write(a, level+1)
			}
		})
	case Not:
		p.parenthesise(precedenceNot, outer, func() {
			p.b.WriteString("not ")
			p.write(e.Args[0], precedenceNot)
		})
	default:
		p.parenthesise(precedenceRelation, outer, func() {
			left := p.side(e.Kind, e.Args[0])
			right := p.side(e.Kind, e.Args[1])
			p.b.WriteString(p.style.Relation(e.Kind, left, right))
		})
	}
}

// joined are the conditions that e joins, with those of conditions of its kind within; equalities to constants go by the constants.
func joined(e *Expr) []*Expr {
	var parts []*Expr
	for _, a := range e.Args {
		if a.Kind == e.Kind {
			parts = append(parts, joined(a)...)
		} else {
			parts = append(parts, a)
		}
	}
	for _, a := range parts {
		if a.Kind != parts[0].Kind || a.Kind != Eq && a.Kind != Ne || a.Args[0] != parts[0].Args[0] || a.Args[1].Kind != Const {
			return parts
		}
	}
	slices.SortStableFunc(parts, func(a, b *Expr) int { return cmp.Compare(a.Args[1].Value, b.Args[1].Value) })
	return parts
}

// side is a side of a relation. Quotients of floats have parentheses there, and so have sums of them, and products, in equalities.
func (p *printer) side(kind Kind, e *Expr) string {
	text := Print(e, p.style)
	if !p.style.Python && divisions[e.Kind] && (kind == Lt || kind == Le) {
		return "(" + text + ")"
	}
	equality := p.style.Python && (kind == Eq || kind == Ne)
	if e.Kind == RealDiv || equality && (e.Kind == RealAdd || e.Kind == Mul) {
		return "(" + text + ")"
	}
	return text
}

// remainder is the function that sympy has for a remainder: that of Python where a number that depends on data is in it, which might be negative.
func remainder(e *Expr) string {
	if slices.ContainsFunc(Symbols(e), func(name string) bool { return strings.HasPrefix(name, "u") }) {
		return "PythonMod"
	}
	return "Mod"
}

// divisions are what sympy writes as calls of its own functions and binds as loosely as relations.
var divisions = map[Kind]bool{FloorDiv: true, Mod: true, TrueDiv: true, RealDiv: true, RealMod: true}

// division writes one of them, with parentheses inside of other operations.
func (p *printer) division(outer int, body func()) {
	if !p.style.Python && outer >= precedenceAdd {
		p.b.WriteByte('(')
		defer p.b.WriteByte(')')
	}
	body()
}

func (p *printer) parenthesise(level, outer int, body func()) {
	if level < outer {
		p.b.WriteByte('(')
		defer p.b.WriteByte(')')
	}
	body()
}

func (p *printer) sum(terms []*Expr) {
	if p.style.Python { // the constant first, and no minus between terms
		if last := len(terms) - 1; terms[last].Kind == Const {
			terms = append([]*Expr{terms[last]}, terms[:last]...)
		}
		for i, t := range terms {
			if i > 0 {
				p.b.WriteString(" + ")
			}
			p.write(t, precedenceMul)
		}
		return
	}
	if len(terms) == 2 && terms[1].Kind == Const && terms[1].Value > 0 && terms[0].Kind == Mul && len(terms[0].Args) == 2 && terms[0].Args[0].Kind == Const && terms[0].Args[0].Value < 0 {
		terms = []*Expr{terms[1], terms[0]} // as sympy has it: 5 - s0
	}
	for i, t := range terms {
		c, rest := term(t)
		if i > 0 {
			if c < 0 {
				p.b.WriteString(" - ")
				if rest == nil {
					t = NewConst(-c)
				} else {
					t = NewMul(NewConst(-c), rest)
				}
			} else {
				p.b.WriteString(" + ")
			}
		}
		p.write(t, precedenceAdd)
	}
}

func (p *printer) product(factors []*Expr) {
	if isConst(factors[0], -1) && !p.style.Python {
		p.b.WriteByte('-')
		factors = factors[1:]
	} else if c := factors[0]; c.Kind == Const && c.Value < 0 && !p.style.Python {
		p.b.WriteString(strconv.FormatInt(c.Value, 10) + "*")
		factors = factors[1:]
	}
	for i, f := range factors {
		if i > 0 {
			p.b.WriteByte('*')
		}
		p.write(f, precedenceMul)
	}
}

func (p *printer) infix(e *Expr, sympy, python string) {
	sign := sympy
	if p.style.Python {
		sign = python
	}
	p.b.WriteByte('(')
	p.write(e.Args[0], precedencePow+1) // products and powers have parentheses there
	p.b.WriteString(sign)
	p.write(e.Args[1], precedencePow+1)
	p.b.WriteByte(')')
}

// choice is one of two integers by a condition.
func (p *printer) choice(e *Expr, outer int) {
	if p.style.Python {
		p.b.WriteByte('(')
		p.write(e.Args[1], precedenceOr)
		p.b.WriteString(" if ")
		p.write(e.Args[0], precedenceOr)
		p.b.WriteString(" else ")
		p.write(e.Args[2], precedenceOr)
		p.b.WriteByte(')')
		return
	}
	p.b.WriteString("Piecewise((")
	p.write(e.Args[1], 0)
	p.b.WriteString(", ")
	p.write(e.Args[0], 0)
	p.b.WriteString("), (")
	p.write(e.Args[2], 0)
	p.b.WriteString(", True))")
}

// absolute is what a greatest of two is the absolute value of, nil if it is of nothing: of opposite numbers the one whose first term is positive.
func absolute(e *Expr) *Expr {
	if e.Kind != Max || len(e.Args) != 2 || !isConst(NewAdd(e.Args...), 0) {
		return nil
	}
	first := e.Args[0]
	if first.Kind == Add {
		first = first.Args[0]
	}
	if c, _ := term(first); c < 0 {
		return e.Args[1]
	}
	return e.Args[0]
}

// operation is a power or an operation on bits, which sympy writes as the call of a function.
func (p *printer) operation(e *Expr) {
	if p.style.Python {
		sign := map[Kind]string{NaturalPow: " ** ", BitAnd: " & ", BitOr: " | ", BitXor: " ^ "}[e.Kind]
		p.write(e.Args[0], precedencePow)
		p.b.WriteString(sign)
		p.write(e.Args[1], precedencePow)
		return
	}
	p.call(map[Kind]string{NaturalPow: "PowByNatural", BitAnd: "BitwiseFn_bitwise_and", BitOr: "BitwiseFn_bitwise_or", BitXor: "BitwiseFn_bitwise_xor"}[e.Kind], e.Args)
}

func (p *printer) call(name string, args []*Expr) {
	p.b.WriteString(name + "(")
	for i, a := range args {
		if i > 0 {
			p.b.WriteString(", ")
		}
		p.write(a, 0)
	}
	p.b.WriteByte(')')
}
