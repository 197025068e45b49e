// Package symbolic holds integer and boolean expressions over symbolic sizes.
//
// Expressions are immutable, hash-consed and canonical: two expressions that
// simplify to the same form are the same pointer, so equality is ==. Integer
// expressions are polynomials over atoms (symbols, floor divisions, moduli,
// minima, maxima); relations are kept in the form lhs ⋈ rhs with all
// variable terms on the left. Every size, stride and guard of the compiler is
// made of these; constants never need a node (see Int and Bool).
//
// It is a part of this module; package magneto is for use from outside.
package symbolic

import (
	"sort"
	"strconv"
	"strings"
	"sync"
)

// Kind tells what an expression node is.
type Kind uint8

// The node kinds. Those in front of Eq are integers, but TrueDiv is a float;
// Eq to Not are booleans, whose sides are integers or floats.
const (
	Const      Kind = iota // Value
	Symbol                 // Name
	Add                    // sum of Args, one Const at most, last
	Mul                    // product of Args, one Const at most, first
	Pow                    // Args[0] ** Value
	FloorDiv               // Args[0] // Args[1]
	Mod                    // Args[0] % Args[1], sign of the divisor
	Min                    // least of Args
	Max                    // greatest of Args
	TrueDiv                // Args[0] / Args[1] as a float
	NaturalPow             // Args[0] ** Args[1], whose exponent is a variable and not negative
	BitAnd                 // Args[0] & Args[1] in two's complement, as the following
	BitOr                  // Args[0] | Args[1]
	BitXor                 // Args[0] ^ Args[1]
	Choice                 // Args[1] where the condition Args[0] holds, else Args[2]
	Eq                     // Args[0] == Args[1]
	Ne                     // Args[0] != Args[1]
	Lt                     // Args[0] < Args[1]
	Le                     // Args[0] <= Args[1]
	And                    // all of Args
	Or                     // any of Args
	Not                    // not Args[0]

	Real    // float constant: Value has its bits
	ToReal  // Args[0], an integer, as a float
	RealAdd // of two floats, as the following
	RealMul
	RealDiv
	RealPow
	RealMod
	RealFloorDiv
	RealMin
	RealMax
	RealFunction // Name of Args[0]
	Floor        // of a float: an integer, as the following
	Ceil
	Trunc
	Round // half to even
	IsNaN // of a float: a boolean
)

// Expr is one hash-consed expression node. Never build one by hand.
type Expr struct {
	Kind  Kind
	Value int64 // Const: the value; Pow: the exponent
	Name  string
	Args  []*Expr
	key   string // structural identity
}

// interned holds every expression once, for all who make some.
var (
	interned      = map[string]*Expr{}
	internedMutex sync.Mutex
)

func intern(kind Kind, value int64, name string, args ...*Expr) *Expr {
	var b strings.Builder
	b.WriteByte(byte('a' + kind))
	switch kind {
	case Const, Pow, Real:
		b.WriteString(strconv.FormatInt(value, 10))
	case Symbol, RealFunction:
		b.WriteString(name)
	}
	for _, a := range args {
		b.WriteByte('(')
		b.WriteString(a.key)
		b.WriteByte(')')
	}
	key := b.String()
	internedMutex.Lock()
	defer internedMutex.Unlock()
	if e, ok := interned[key]; ok {
		return e
	}
	e := &Expr{Kind: kind, Value: value, Name: name, Args: args, key: key}
	interned[key] = e // shared: under the lock
	return e
}

// NewConst is the integer constant v.
func NewConst(v int64) *Expr { return intern(Const, v, "") }

// NewSymbol is the size variable called name ("s97", "u0").
func NewSymbol(name string) *Expr { return intern(Symbol, 0, name) }

func isConst(e *Expr, v int64) bool { return e.Kind == Const && e.Value == v }

// term splits e into coefficient and the rest of the product (nil for 1).
func term(e *Expr) (int64, *Expr) {
	switch {
	case e.Kind == Const:
		return e.Value, nil
	case e.Kind == Mul && e.Args[0].Kind == Const:
		if len(e.Args) == 2 {
			return e.Args[0].Value, e.Args[1]
		}
		return e.Args[0].Value, intern(Mul, 0, "", e.Args[1:]...)
	}
	return 1, e
}

// NewAdd is the canonical sum.
func NewAdd(args ...*Expr) *Expr {
	constant := int64(0)
	coefficients := map[*Expr]int64{}
	var order []*Expr
	var collect func(e *Expr)
	collect = func(e *Expr) {
		if e.Kind == Add {
			for _, a := range e.Args {
				collect(a)
			}
			return
		}
		c, rest := term(e)
		if rest == nil {
			constant += c
			return
		}
		if _, seen := coefficients[rest]; !seen {
			order = append(order, rest)
		}
		coefficients[rest] += c
	}
	for _, a := range args {
		collect(a)
	}
	var terms []*Expr
	for _, rest := range order {
		switch c := coefficients[rest]; c {
		case 0:
		case 1:
			terms = append(terms, rest)
		default:
			terms = append(terms, scale(c, rest))
		}
	}
	sort.Slice(terms, func(i, j int) bool { return termLess(terms[i], terms[j]) })
	if constant != 0 || len(terms) == 0 {
		terms = append(terms, NewConst(constant))
	}
	if len(terms) == 1 {
		return terms[0]
	}
	return intern(Add, 0, "", terms...)
}

func scale(c int64, rest *Expr) *Expr {
	if rest.Kind == Mul {
		return intern(Mul, 0, "", append([]*Expr{NewConst(c)}, rest.Args...)...)
	}
	return intern(Mul, 0, "", NewConst(c), rest)
}

// termLess orders terms of a sum as they print: higher degree first, then by name.
func termLess(a, b *Expr) bool {
	if da, db := Degree(a), Degree(b); da != db {
		return da > db
	}
	_, ra := term(a)
	_, rb := term(b)
	return ra.key < rb.key
}

// Degree is the total degree of e in its atoms.
func Degree(e *Expr) int64 {
	switch e.Kind {
	case Const:
		return 0
	case Mul:
		d := int64(0)
		for _, a := range e.Args {
			d += Degree(a)
		}
		return d
	case Pow:
		return e.Value * Degree(e.Args[0])
	}
	return 1
}

// NewMul is the canonical product; sums are multiplied out.
func NewMul(args ...*Expr) *Expr {
	constant := int64(1)
	powers := map[*Expr]int64{}
	var order, sums []*Expr
	var collect func(e *Expr, exponent int64)
	collect = func(e *Expr, exponent int64) {
		switch e.Kind {
		case Const:
			for range exponent {
				constant *= e.Value
			}
		case Mul:
			for _, a := range e.Args {
				collect(a, exponent)
			}
		case Pow:
			collect(e.Args[0], exponent*e.Value)
		case Add:
			for range exponent {
				sums = append(sums, e)
			}
		default:
			if _, seen := powers[e]; !seen {
				order = append(order, e)
			}
			powers[e] += exponent
		}
	}
	for _, a := range args {
		collect(a, 1)
	}
	if constant == 0 {
		return NewConst(0)
	}
	sort.Slice(order, func(i, j int) bool { return order[i].key < order[j].key })
	var factors []*Expr
	if constant != 1 {
		factors = append(factors, NewConst(constant))
	}
	for _, base := range order {
		if n := powers[base]; n == 1 {
			factors = append(factors, base)
		} else {
			factors = append(factors, intern(Pow, n, "", base))
		}
	}
	product := NewConst(1)
	switch len(factors) {
	case 0:
	case 1:
		product = factors[0]
	default:
		product = intern(Mul, 0, "", factors...)
	}
	for _, sum := range sums {
		parts := []*Expr{}
		left := []*Expr{product}
		if product.Kind == Add {
			left = product.Args
		}
		for _, l := range left {
			for _, r := range sum.Args {
				parts = append(parts, NewMul(l, r))
			}
		}
		product = NewAdd(parts...)
	}
	return product
}

// NewFloorDiv is floor(a / b). An exact division of every term is carried out.
func NewFloorDiv(a, b *Expr) *Expr {
	if b.Kind == Const && b.Value != 0 {
		if b.Value == 1 {
			return a
		}
		if a.Kind == Const {
			return NewConst(floorDiv(a.Value, b.Value))
		}
		if quotient, ok := divideTerms(a, b.Value); ok {
			return quotient
		}
		if a.Kind == FloorDiv && a.Args[1].Kind == Const && a.Args[1].Value > 0 && b.Value > 0 {
			return NewFloorDiv(a.Args[0], NewConst(a.Args[1].Value*b.Value))
		}
		// (k*b + r) // b is k + r // b when the terms of k divide exactly.
		if a.Kind == Add {
			var exact, rest []*Expr
			for _, t := range a.Args {
				if c, _ := term(t); c%b.Value == 0 {
					exact = append(exact, t)
				} else {
					rest = append(rest, t)
				}
			}
			if len(exact) > 0 {
				k, _ := divideTerms(NewAdd(exact...), b.Value)
				return NewAdd(k, NewFloorDiv(NewAdd(rest...), b))
			}
		}
	}
	if a == b {
		return NewConst(1)
	}
	if isConst(a, 0) {
		return a
	}
	if q, ok := cancel(a, b); ok {
		return q
	}
	return intern(FloorDiv, 0, "", a, b)
}

// cancel divides every term of a by the product b when b is a factor of each.
func cancel(a, b *Expr) (*Expr, bool) {
	terms := []*Expr{a}
	if a.Kind == Add {
		terms = a.Args
	}
	var out []*Expr
	for _, t := range terms {
		c, p := factorise(t)
		d, q := factorise(b)
		if d == 0 || c%d != 0 {
			return nil, false
		}
		rest := []*Expr{NewConst(c / d)}
		for base, n := range q {
			if p[base] < n {
				return nil, false
			}
			p[base] -= n
		}
		for base, n := range p {
			for range n {
				rest = append(rest, base)
			}
		}
		out = append(out, NewMul(rest...))
	}
	return NewAdd(out...), true
}

func factorise(t *Expr) (int64, map[*Expr]int64) {
	c, rest := term(t)
	powers := map[*Expr]int64{}
	if rest == nil {
		return c, powers
	}
	factors := []*Expr{rest}
	if rest.Kind == Mul {
		factors = rest.Args
	}
	for _, f := range factors {
		if f.Kind == Pow {
			powers[f.Args[0]] += f.Value
		} else {
			powers[f]++
		}
	}
	return c, powers
}

func divideTerms(a *Expr, by int64) (*Expr, bool) {
	terms := []*Expr{a}
	if a.Kind == Add {
		terms = a.Args
	}
	var out []*Expr
	for _, t := range terms {
		c, rest := term(t)
		if c%by != 0 {
			return nil, false
		}
		if rest == nil {
			out = append(out, NewConst(c/by))
		} else {
			out = append(out, NewMul(NewConst(c/by), rest))
		}
	}
	return NewAdd(out...), true
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// NewMod is a - b*floor(a/b).
func NewMod(a, b *Expr) *Expr {
	if b.Kind == Const && b.Value != 0 {
		if a.Kind == Const {
			return NewConst(a.Value - b.Value*floorDiv(a.Value, b.Value))
		}
		if b.Value == 1 {
			return NewConst(0)
		}
		// Terms whose coefficient is a multiple of b vanish.
		if terms := a; terms.Kind == Add || terms.Kind == Mul {
			list := []*Expr{a}
			if a.Kind == Add {
				list = a.Args
			}
			var rest []*Expr
			for _, t := range list {
				c, r := term(t)
				if r == nil {
					rest = append(rest, NewConst(c-b.Value*floorDiv(c, b.Value)))
				} else if c%b.Value != 0 {
					rest = append(rest, t)
				}
			}
			if reduced := NewAdd(rest...); reduced != a {
				return NewMod(reduced, b)
			}
		}
	}
	if a == b || isConst(a, 0) {
		return NewConst(0)
	}
	if _, ok := cancel(a, b); ok {
		return NewConst(0)
	}
	return intern(Mod, 0, "", a, b)
}

// NewTrueDiv is the float quotient a / b.
func NewTrueDiv(a, b *Expr) *Expr { return intern(TrueDiv, 0, "", a, b) }

// NewChoice is a where the condition holds, else b.
func NewChoice(condition Bool, a, b *Expr) *Expr {
	if truth, known := condition.Const(); known && truth || a == b {
		return a
	} else if known {
		return b
	}
	return intern(Choice, 0, "", condition.Expr(), a, b)
}

// NewMin and NewMax fold constants and equal arguments.
func NewMin(a, b *Expr) *Expr { return extremum(Min, a, b) }

// NewMax is the greater of a and b.
func NewMax(a, b *Expr) *Expr { return extremum(Max, a, b) }

func extremum(kind Kind, a, b *Expr) *Expr {
	if difference := NewSub(a, b); difference.Kind == Const {
		if (difference.Value <= 0) == (kind == Min) {
			return a
		}
		return b
	}
	args := []*Expr{a, b}
	sort.Slice(args, func(i, j int) bool { return args[i].key < args[j].key })
	return intern(kind, 0, "", args...)
}

// NewSub is a - b.
func NewSub(a, b *Expr) *Expr { return NewAdd(a, NewMul(NewConst(-1), b)) }

// NewPow is base ** exponent for exponent >= 0.
func NewPow(base *Expr, exponent int64) *Expr {
	if exponent == 0 {
		return NewConst(1)
	}
	factors := make([]*Expr, exponent)
	for i := range factors {
		factors[i] = base
	}
	return NewMul(factors...)
}
