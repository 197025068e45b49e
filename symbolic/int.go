package symbolic

// Int is an integer that is a constant or an expression. The zero Int is 0.
// Arithmetic on constants allocates nothing.
type Int struct {
	c int64
	e *Expr
}

// Bool is a truth value that is a constant or a relation. The zero Bool is false.
type Bool struct {
	c      bool
	e      *Expr
	turn   bool // written the other way round: b > a for the node a < b
	strict bool // written with < or >, where the node is a bound with <=
	// What is compared, before it was brought into the form of the node; nil where that is not known.
	left, right *Expr
}

// IntOf is the constant v.
func IntOf(v int64) Int { return Int{c: v} }

// Ints converts concrete sizes.
func Ints[T ~int | ~int64](values []T) []Int {
	out := make([]Int, len(values))
	for i, v := range values {
		out[i] = Int{c: int64(v)}
	}
	return out
}

// FromExpr wraps e; constants lose their node.
func FromExpr(e *Expr) Int {
	if e.Kind == Const {
		return Int{c: e.Value}
	}
	return Int{e: e}
}

// BoolOf is the constant v.
func BoolOf(v bool) Bool { return Bool{c: v} }

// FromRelation wraps a boolean expression.
func FromRelation(e *Expr) Bool { return Bool{e: e} }

// Const gives the value of a constant.
func (a Int) Const() (int64, bool) { return a.c, a.e == nil }

// IsSymbolic reports whether a is not a constant.
func (a Int) IsSymbolic() bool { return a.e != nil }

// Expr gives the expression node, also of a constant.
func (a Int) Expr() *Expr {
	if a.e == nil {
		return NewConst(a.c)
	}
	return a.e
}

// Const gives the value of a constant.
func (b Bool) Const() (bool, bool) { return b.c, b.e == nil }

// Expr gives the relation, nil for a constant.
func (b Bool) Expr() *Expr { return b.e }

func (a Int) both(b Int) bool { return a.e == nil && b.e == nil }

// Add is a + b.
func (a Int) Add(b Int) Int {
	if a.both(b) {
		return Int{c: a.c + b.c}
	}
	return FromExpr(NewAdd(a.Expr(), b.Expr()))
}

// Sub is a - b.
func (a Int) Sub(b Int) Int {
	if a.both(b) {
		return Int{c: a.c - b.c}
	}
	return FromExpr(NewSub(a.Expr(), b.Expr()))
}

// Mul is a * b.
func (a Int) Mul(b Int) Int {
	if a.both(b) {
		return Int{c: a.c * b.c}
	}
	return FromExpr(NewMul(a.Expr(), b.Expr()))
}

// Neg is -a.
func (a Int) Neg() Int { return IntOf(0).Sub(a) }

// FloorDiv is floor(a / b); b must not be the constant 0.
func (a Int) FloorDiv(b Int) Int {
	if a.both(b) {
		return Int{c: floorDiv(a.c, b.c)}
	}
	return FromExpr(NewFloorDiv(a.Expr(), b.Expr()))
}

// CeilDiv is ceil(a / b).
func (a Int) CeilDiv(b Int) Int { return a.Add(b).Sub(IntOf(1)).FloorDiv(b) }

// Mod is a modulo b with the sign of b; b must not be the constant 0.
func (a Int) Mod(b Int) Int {
	if a.both(b) {
		return Int{c: a.c - b.c*floorDiv(a.c, b.c)}
	}
	return FromExpr(NewMod(a.Expr(), b.Expr()))
}

// Min is the lesser of a and b.
func (a Int) Min(b Int) Int {
	if a.both(b) {
		return Int{c: min(a.c, b.c)}
	}
	return FromExpr(NewMin(a.Expr(), b.Expr()))
}

// Max is the greater of a and b.
func (a Int) Max(b Int) Int {
	if a.both(b) {
		return Int{c: max(a.c, b.c)}
	}
	return FromExpr(NewMax(a.Expr(), b.Expr()))
}

// Product multiplies all of values; 1 for none.
func Product(values []Int) Int {
	p := IntOf(1)
	for _, v := range values {
		p = p.Mul(v)
	}
	return p
}

// Eq is a == b.
func (a Int) Eq(b Int) Bool { return a.compare(Eq, b) }

// Ne is a != b.
func (a Int) Ne(b Int) Bool { return a.compare(Ne, b) }

// Lt is a < b.
func (a Int) Lt(b Int) Bool { return a.compare(Lt, b) }

// Le is a <= b.
func (a Int) Le(b Int) Bool { return a.compare(Le, b) }

// Gt is a > b.
func (a Int) Gt(b Int) Bool { return b.compare(Lt, a).turned() }

// Ge is a >= b.
func (a Int) Ge(b Int) Bool { return b.compare(Le, a).turned() }

// Reversed is b as it is written with its sides the other way round.
func (b Bool) Reversed() Bool { return b.turned() }

func (b Bool) turned() Bool { b.turn = b.e != nil; return b }

// Strict tells whether the bound that b is was written with < or >.
func (b Bool) Strict() bool { return b.strict }

// Strictly is the bound b as one that was written with < or >.
func (b Bool) Strictly() Bool { b.strict = b.e != nil; return b }

// Turned tells whether an inequality was written with the greater side first,
// as guards print it.
func (b Bool) Turned() bool { return b.turn }

func (a Int) compare(kind Kind, b Int) Bool {
	if a.both(b) {
		return Bool{c: relate(kind, a.c, b.c)}
	}
	return NewRelation(kind, a.Expr(), b.Expr())
}

func relate(kind Kind, a, b int64) bool {
	switch kind {
	case Eq:
		return a == b
	case Ne:
		return a != b
	case Lt:
		return a < b
	}
	return a <= b
}

// And is true when both are.
func (b Bool) And(o Bool) Bool { return b.join(And, o) }

// Or is true when one is.
func (b Bool) Or(o Bool) Bool { return b.join(Or, o) }

func (b Bool) join(kind Kind, o Bool) Bool {
	absorbing := kind == Or
	switch {
	case b.e == nil && o.e == nil:
		if kind == And {
			return Bool{c: b.c && o.c}
		}
		return Bool{c: b.c || o.c}
	case b.e == nil:
		if b.c == absorbing {
			return b
		}
		return o
	case o.e == nil:
		if o.c == absorbing {
			return o
		}
		return b
	case b.e == o.e:
		return b
	}
	return Bool{e: intern(kind, 0, "", b.e, o.e)}
}

// Not negates; relations are turned around instead of wrapped.
func (b Bool) Not() Bool {
	if b.e == nil {
		return Bool{c: !b.c}
	}
	not := Bool{e: negate(b.e), turn: !b.turn, strict: b.e.Kind == Le && !b.strict, left: b.right, right: b.left}
	if b.e.Kind == Eq || b.e.Kind == Ne {
		not.left, not.right = b.left, b.right
	}
	return not
}

func negate(e *Expr) *Expr {
	if (e.Kind == Lt || e.Kind == Le) && IsReal(e.Args[0]) {
		return NewRealRelation(Lt+Le-e.Kind, e.Args[1], e.Args[0]).Expr()
	}
	switch e.Kind {
	case Eq:
		return intern(Ne, 0, "", e.Args...)
	case Ne:
		return intern(Eq, 0, "", e.Args...)
	case Lt:
		return NewRelation(Le, e.Args[1], e.Args[0]).Expr()
	case Le:
		return NewRelation(Lt, e.Args[1], e.Args[0]).Expr()
	case Not:
		return e.Args[0]
	}
	return intern(Not, 0, "", e)
}
