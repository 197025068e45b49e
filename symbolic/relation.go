package symbolic

// NewRelation is lhs ⋈ rhs for Eq, Ne, Lt or Le. The sides keep the form in
// which they were written except that common terms cancel, constants gather on
// one side and a common factor is divided out, so that `2*s >= 16` reads
// `8 <= s`. A difference that is constant decides the relation.
func NewRelation(kind Kind, lhs, rhs *Expr) Bool {
	difference := NewSub(lhs, rhs)
	if difference.Kind == Const {
		return BoolOf(relate(kind, difference.Value, 0))
	}
	left, right, constant := splitSigns(difference)
	// left - right + constant ⋈ 0 with non-negative coefficients on both sides.
	g := int64(0)
	for _, t := range append(append([]*Expr{}, left...), right...) {
		c, _ := term(t)
		g = gcd(g, c)
	}
	if g > 1 {
		switch kind {
		case Eq, Ne:
			if constant%g != 0 {
				return BoolOf(kind == Ne)
			}
			constant /= g
		case Le: // a + c <= 0, a multiple of g: a <= -c, so a/g <= floor(-c/g)
			constant = -floorDiv(-constant, g)
		case Lt: // a < -c: a/g < ceil(-c/g)
			constant = -(-floorDiv(constant, g))
		}
		left, right = divideAll(left, g), divideAll(right, g)
	}
	strict := false
	if kind == Lt { // over the integers a < b is a + 1 <= b; keep <= for one-symbol bounds
		if len(left)+len(right) == 1 {
			kind, constant, strict = Le, constant+1, true
		}
	}
	if constant > 0 {
		left = append(left, NewConst(constant))
	} else if constant < 0 {
		right = append(right, NewConst(-constant))
	}
	l, r := NewAdd(left...), NewAdd(right...)
	if len(left) == 1 && left[0].Kind == Const && len(right) > 0 && constant > 0 {
		// c + 0 ⋈ right stays: constant on the left, as bounds are printed.
		l = left[0]
	}
	if (kind == Eq || kind == Ne) && (l.Kind == Const || (r.Kind != Const && r.key < l.key)) {
		l, r = r, l
	}
	// A lone negative bound: 0 <= -s - k never prints; move the symbol over.
	return Bool{e: intern(kind, 0, "", l, r), strict: strict, left: lhs, right: rhs}
}

// Asked is the text of b as the program has it, where expressions may have come to stand for symbols: `s0 > 3` for `4 <= s0`, `s0 == s1 - 1` for `s1 == s0 + 1`.
func (b Bool) Asked(style Style, by map[string]*Expr) string {
	if b.left == nil {
		return Print(b.e, style)
	}
	left, right, kind := Substitute(b.left, by), Substitute(b.right, by), b.e.Kind
	l, r := Print(left, style), Print(right, style)
	if style.Python && (kind == Eq || kind == Ne) {
		l, r = grouped(left, l), grouped(right, r)
	}
	if kind == Le && b.strict {
		kind = Lt
	}
	if b.turn && kind == Lt {
		return r + " > " + l
	}
	if b.turn && kind == Le {
		return r + " >= " + l
	}
	return style.Relation(kind, l, r)
}

// grouped is a side of an equality in Python, where sums and products have parentheses.
func grouped(e *Expr, text string) string {
	if e.Kind == Add || e.Kind == Mul {
		return "(" + text + ")"
	}
	return text
}

// Given is the text of a condition on ints with the sides that the program has given it, `2*u0 > 5` for `u0 > 2`; other conditions read as Written has them.
func (b Bool) Given(by map[string]*Expr) string {
	if b.left == nil || IsReal(b.left) {
		return b.Written()
	}
	l, r, kind := Substitute(b.left, by), Substitute(b.right, by), b.e.Kind
	if kind == Le && b.strict {
		kind = Lt
	}
	switch {
	case kind == Eq || kind == Ne:
		return sympyRelation(kind, l.String(), r.String())
	case b.turn:
		return compared(r) + map[Kind]string{Le: " >= ", Lt: " > "}[kind] + compared(l)
	}
	return pythonRelation(kind, compared(l), compared(r))
}

// Scaled tells whether an inequality is written with a multiple of one symbol and a bound that is none, from which PyTorch learns no range: `2*s0 > 7`.
func (b Bool) Scaled() bool {
	if b.left == nil || b.e.Kind != Le && b.e.Kind != Lt || IsReal(b.left) {
		return false
	}
	left, right, constant := splitSigns(NewSub(b.left, b.right))
	if len(left)+len(right) != 1 {
		return false
	}
	c, _ := term(append(left, right...)[0])
	return constant%c != 0
}

// Written is the text of b with a bound as the program has it: `u0 > 3` for `4 <= u0`.
func (b Bool) Written() string {
	if b.e == nil || b.e.Kind != Le && b.e.Kind != Lt {
		return b.String()
	}
	l, r := b.e.Args[0], b.e.Args[1]
	if IsReal(l) && b.turn {
		return compared(r) + map[Kind]string{Le: " >= ", Lt: " > "}[b.e.Kind] + compared(l)
	}
	if IsReal(l) {
		return b.String()
	}
	l, r = constantApart(l, r)
	r, l = constantApart(r, l)
	switch {
	case l.Kind != Const && r.Kind != Const && b.turn:
		return compared(r) + map[Kind]string{Le: " >= ", Lt: " > "}[b.e.Kind] + compared(l)
	case b.e.Kind == Lt:
	case l.Kind == Const && b.strict:
		return compared(r) + " > " + NewConst(l.Value-1).String()
	case l.Kind == Const:
		return compared(r) + " >= " + compared(l)
	case r.Kind == Const && b.strict:
		return compared(l) + " < " + NewConst(r.Value+1).String()
	case r.Kind == Const:
		return compared(l) + " <= " + compared(r)
	}
	return b.String()
}

// compared is a side of an order as sympy writes it.
func compared(e *Expr) string {
	p := printer{style: Style{Relation: sympyRelation}}
	return p.side(Le, e)
}

// constantApart writes a bound as the program does that compares one term: `u0 + 2 <= 0` as `u0 <= -2`.
func constantApart(sum, zero *Expr) (*Expr, *Expr) {
	if zero.Kind != Const || zero.Value != 0 || sum.Kind != Add || len(sum.Args) != 2 {
		return sum, zero
	}
	for i, x := range sum.Args {
		if x.Kind == Const {
			return sum.Args[1-i], NewConst(-x.Value)
		}
	}
	return sum, zero
}

// Bounds tells whether b is a bound of one symbol.
func (b Bool) Bounds() bool {
	if b.e == nil || b.e.Kind != Le || IsReal(b.e.Args[0]) {
		return false
	}
	l, r := b.e.Args[0], b.e.Args[1]
	return l.Kind == Symbol && r.Kind == Const || l.Kind == Const && r.Kind == Symbol
}

func splitSigns(e *Expr) (left, right []*Expr, constant int64) {
	terms := []*Expr{e}
	if e.Kind == Add {
		terms = e.Args
	}
	for _, t := range terms {
		c, rest := term(t)
		switch {
		case rest == nil:
			constant += c
		case c > 0:
			left = append(left, t)
		default:
			right = append(right, NewMul(NewConst(-1), t))
		}
	}
	return left, right, constant
}

func divideAll(terms []*Expr, g int64) []*Expr {
	out := make([]*Expr, len(terms))
	for i, t := range terms {
		out[i], _ = divideTerms(t, g)
	}
	return out
}

func gcd(a, b int64) int64 {
	if a < 0 {
		a = -a
	}
	if b < 0 {
		b = -b
	}
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
