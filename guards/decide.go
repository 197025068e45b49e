package guards

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/magneto-go/magneto/symbolic"
)

// Conditions on symbolic sizes: what is known of them, what is decided by their hints and becomes a guard, and what is learned from that.

// DataDependentError is raised (as a panic) by Decide when a condition on
// unbacked symbols cannot be decided.
type DataDependentError struct {
	Condition symbolic.Bool
	Text      string   // as the program has it
	Integer   bool     // the condition is an integer whose value is needed
	SizeLike  []string // the symbols in it that are sizes
}

// Interrupts makes it an ops.Interruption.
func (*DataDependentError) Interrupts() {}

func (err *DataDependentError) Error() string {
	sizes := "none"
	if len(err.SizeLike) > 0 {
		sizes = strings.Join(err.SizeLike, ", ")
	}
	if err.Integer {
		return fmt.Sprintf("Consider annotating your code using torch._check*(). Could not extract specialized integer from data-dependent expression %s (unhinted: %s).  (Size-like symbols: %s)\n\n", err.Text, err.Text, sizes)
	}
	return fmt.Sprintf("Could not guard on data-dependent expression %s (unhinted: %s).  (Size-like symbols: %s)\n\nconsider using data-dependent friendly APIs such as guard_or_false, guard_or_true and statically_known_true.", err.Text, err.Text, sizes)
}

// undecidable is the error for a condition on unbacked symbols.
func (e *ShapeEnv) undecidable(b symbolic.Bool) *DataDependentError {
	err := &DataDependentError{Condition: b, Text: b.Given(e.replacements)}
	if b.Expr() == nil {
		return err
	}
	for _, name := range symbolic.Symbols(b.Expr()) {
		if s := e.symbols[name]; s != nil && !s.Backed && s.Size {
			err.SizeLike = append(err.SizeLike, name)
		}
	}
	sort.Strings(err.SizeLike)
	return err
}

// Undecidable raises the error for a float that depends on data and has to be known.
func (e *ShapeEnv) Undecidable(x *symbolic.Expr) { panic(e.undecidable(symbolic.FromRelation(x))) }

// Hint is the value of v in the call being traced.
func (e *ShapeEnv) Hint(v symbolic.Int) int64 {
	v = e.Simplify(v)
	if c, ok := v.Const(); ok {
		return c
	}
	h, ok := e.hint(v.Expr())
	if !ok {
		err := e.undecidable(symbolic.FromRelation(v.Expr()))
		err.Integer = true
		panic(err)
	}
	return h
}

// Example is the value of v in the call being traced, also of a size that is treated as if it depended on data.
func (e *ShapeEnv) Example(v symbolic.Int) int64 {
	if v.IsSymbolic() && v.Expr().Kind == symbolic.Symbol {
		if s := e.symbols[v.Expr().Name]; s != nil && !s.Backed && s.Place.Source != nil {
			return s.Example
		}
	}
	return e.Hint(v)
}

// HasHint tells whether every symbol of v has a value.
func (e *ShapeEnv) HasHint(v symbolic.Int) bool {
	if !v.IsSymbolic() {
		return true
	}
	_, ok := e.hint(v.Expr())
	return ok
}

func (e *ShapeEnv) hint(x *symbolic.Expr) (int64, bool) {
	v, err := symbolic.Eval(x, e.hintOf)
	return v, err == nil
}

func (e *ShapeEnv) hintOf(name string) (int64, bool) {
	s := e.symbols[name]
	if s == nil || !s.Backed {
		return 0, false
	}
	return s.Hint, true
}

// Simplify applies what is known about symbols.
func (e *ShapeEnv) Simplify(v symbolic.Int) symbolic.Int {
	if !v.IsSymbolic() || len(e.replacements) == 0 {
		return v
	}
	return symbolic.FromExpr(symbolic.Substitute(v.Expr(), e.replacements))
}

// SimplifyFloat is Simplify of a float.
func (e *ShapeEnv) SimplifyFloat(v symbolic.Float) symbolic.Float {
	if v.Expr() == nil || len(e.replacements) == 0 {
		return v
	}
	return symbolic.FloatOf(symbolic.Substitute(v.Expr(), e.replacements))
}

// SimplifyBool is Simplify of a condition.
func (e *ShapeEnv) SimplifyBool(b symbolic.Bool) symbolic.Bool {
	if b.Expr() == nil || len(e.replacements) == 0 {
		return b
	}
	x := symbolic.Substitute(b.Expr(), e.replacements)
	switch {
	case x == b.Expr():
		return b
	case x.Kind == symbolic.Const:
		return symbolic.BoolOf(x.Value != 0)
	}
	return symbolic.FromRelation(x)
}

// Specialize decides that v is the constant it is in this call.
func (e *ShapeEnv) Specialize(v symbolic.Int) int64 {
	h := e.Hint(v)
	e.Decide(v.Eq(symbolic.IntOf(h)))
	return h
}

// SpecializeFloat decides that x is the constant it is in this call. A zero has its sign, by which programs tell zeros apart.
func (e *ShapeEnv) SpecializeFloat(x *symbolic.Expr, value float64) {
	if x = symbolic.Substitute(x, e.replacements); x.Kind == symbolic.Real {
		return
	}
	e.Decide(symbolic.SameReal(x, value))
	if x.Kind == symbolic.Symbol && value == 0 {
		e.replace(x.Name, symbolic.NewReal(value))
	}
}

// StaticallyKnown decides b from ranges and replacements alone.
func (e *ShapeEnv) StaticallyKnown(b symbolic.Bool) (value, known bool) {
	if v, ok := b.Const(); ok {
		return v, true
	}
	x := b.Expr()
	if len(e.replacements) > 0 {
		x = symbolic.Substitute(x, e.replacements)
	}
	if x.Kind == symbolic.Const {
		return x.Value != 0, true
	}
	return e.known(x)
}

// Decide evaluates a condition for this call and records it as a guard unless
// it always holds.
func (e *ShapeEnv) Decide(b symbolic.Bool) bool {
	if v, known := e.StaticallyKnown(b); known {
		return v
	}
	x, asked := b.Expr(), b
	if len(e.replacements) > 0 {
		x = symbolic.Substitute(x, e.replacements)
	}
	h, ok := e.hint(x)
	if !ok {
		if x == b.Expr() {
			panic(e.undecidable(b))
		}
		panic(e.undecidable(symbolic.FromRelation(x)))
	}
	if x != b.Expr() {
		turned := b.Turned()
		if b = symbolic.FromRelation(x); turned {
			b = b.Reversed()
		}
	}
	if e.Suppressed {
		return h != 0
	}
	if h == 0 {
		b, asked = b.Not(), asked.Not()
	}
	if e.Log != nil {
		e.Log(fmt.Sprintf("eval %s [guard added]%s", asked.Given(e.replacements), logLine(e.where())))
	}
	by := maps.Clone(e.replacements)
	e.learn(recorded{b.Expr(), b.Turned(), e.where(), b.Strict(), func(style symbolic.Style) string { return asked.Asked(style, by) }, b.Scaled(),
		func() string { return asked.Given(by) }})
	return h != 0
}

// DecideForSizes is Decide for conditions that operators ask about the sizes of their arguments: a number that depends on
// data is taken for a size of at least 2, as PyTorch does, where that decides.
func (e *ShapeEnv) DecideForSizes(b symbolic.Bool) bool {
	if v, known := e.StaticallyKnown(b); known {
		return v
	}
	if e.HasHint(symbolic.FromExpr(b.Expr())) {
		return e.Decide(b)
	}
	var raised []*Symbol
	var lows []int64
	for _, s := range e.order {
		if !s.Backed && s.Lo < 2 {
			raised, lows = append(raised, s), append(lows, s.Lo)
			s.Lo = 2
		}
	}
	v, known := e.StaticallyKnown(b)
	if !known { // also by what a number is that others replace, as the last of sizes with a known sum
		v, known = e.known(b.Expr())
	}
	for i, s := range raised {
		s.Lo = lows[i]
	}
	if known {
		return v
	}
	return e.Decide(b)
}

// Assume is Decide for conditions that an operator demands: those on numbers that depend on data are taken for granted, and checked when the graph runs. It is
// false for what is known not to hold.
func (e *ShapeEnv) Assume(b symbolic.Bool) bool {
	if v, known := e.StaticallyKnown(b); known {
		return v
	}
	if e.HasHint(symbolic.FromExpr(b.Expr())) {
		return e.Decide(b)
	}
	e.Assert(b)
	return true
}

// Guess is the value of v in the call being traced, or a likely one if that depends on data, for choices that any answer allows.
func (e *ShapeEnv) Guess(v symbolic.Int) int64 {
	x := e.Simplify(v)
	if c, ok := x.Const(); ok {
		return c
	}
	h, err := symbolic.Eval(x.Expr(), func(name string) (int64, bool) {
		if h, ok := e.hintOf(name); ok {
			return h, true
		}
		return likelySize, true
	})
	if err != nil {
		return likelySize
	}
	return h
}

// likelySize is what a size that depends on data is guessed to be.
const likelySize = 8192

// Assert takes a condition on unbacked symbols for granted from here on; it is
// checked when the graph runs.
func (e *ShapeEnv) Assert(b symbolic.Bool) {
	if v, known := e.StaticallyKnown(b); known && v {
		return
	}
	e.asserts = append(e.asserts, recorded{expr: b.Expr(), turn: b.Turned(), line: e.where()})
	if !e.refine(b.Expr()) {
		e.orderSymbols(b.Expr())
	}
}

// Narrow takes a condition for granted that nobody checks: a range or an equality that a script promises.
func (e *ShapeEnv) Narrow(b symbolic.Bool) {
	if _, known := e.StaticallyKnown(b); !known {
		e.refine(b.Expr())
	}
}

func (e *ShapeEnv) where() UserLine {
	if e.Where == nil {
		return UserLine{}
	}
	return e.Where()
}

// learn records a true condition and narrows what is known by it.
func (e *ShapeEnv) learn(holds recorded) {
	if holds.expr.Kind == symbolic.And {
		for _, a := range holds.expr.Args {
			e.learn(recorded{expr: a, turn: holds.turn, line: holds.line})
		}
		return
	}
	e.decided = append(e.decided, holds)
	e.keep(holds)
}

// keep narrows what is known by a true condition, which is a guard if that does not say all that it says.
func (e *ShapeEnv) keep(holds recorded) {
	if !holds.scaled && e.refine(holds.expr) {
		return
	}
	e.guards = append(e.guards, holds)
	e.orderSymbols(holds.expr)
}

// orderSymbols narrows the ranges of two symbols of which one is known to be less.
func (e *ShapeEnv) orderSymbols(x *symbolic.Expr) {
	if ofFloats(x) || x.Kind != symbolic.Lt && x.Kind != symbolic.Le || x.Args[0].Kind != symbolic.Symbol || x.Args[1].Kind != symbolic.Symbol {
		return
	}
	less, more := e.symbols[x.Args[0].Name], e.symbols[x.Args[1].Name]
	gap := int64(0)
	if x.Kind == symbolic.Lt {
		gap = 1
	}
	if less.Lo != MinusInfinity && less.Lo+gap > more.Lo {
		more.Lo = less.Lo + gap
	}
	if more.Hi != Infinity && more.Hi-gap < less.Hi {
		less.Hi = more.Hi - gap
	}
}

// refine narrows a range or finds a replacement and tells whether that says
// all that x says.
func (e *ShapeEnv) refine(x *symbolic.Expr) bool {
	a, b := (*symbolic.Expr)(nil), (*symbolic.Expr)(nil)
	if len(x.Args) == 2 {
		a, b = x.Args[0], x.Args[1]
	}
	if ofFloats(x) {
		if x.Kind == symbolic.Eq && a.Kind == symbolic.Symbol && b.Kind == symbolic.Real && b.Value<<1 != 0 { // a zero may be the other one
			e.replace(a.Name, b)
			return true
		}
		return false
	}
	switch x.Kind {
	case symbolic.Eq:
		if a.Kind == symbolic.Symbol && b.Kind == symbolic.Const {
			e.replace(a.Name, b)
			return true
		}
		if s, value := e.solve(a, b); s != "" {
			e.replace(s, value)
			return true
		}
	case symbolic.Le:
		if name, by := shifted(a); name != "" && b.Kind == symbolic.Const {
			s := e.symbols[name]
			s.narrow(s.Lo, min(s.Hi, b.Value-by), e.where())
			return true
		}
		if name, by := shifted(b); name != "" && a.Kind == symbolic.Const {
			s := e.symbols[name]
			s.narrow(max(s.Lo, a.Value-by), s.Hi, e.where())
			return true
		}
	case symbolic.Ne: // which only the ranges that users give take for a bound
		if a.Kind != symbolic.Symbol || b.Kind != symbolic.Const {
			return false
		}
		switch s := e.symbols[a.Name]; {
		case s.User == nil:
		case s.Lo == b.Value:
			s.narrow(s.Lo+1, s.Hi, e.where())
			return true
		case s.Hi == b.Value:
			s.narrow(s.Lo, s.Hi-1, e.where())
			return true
		}
	}
	return false
}

// shifted takes apart a symbol and a symbol plus a constant, as relations with negative numbers are written.
func shifted(x *symbolic.Expr) (name string, by int64) {
	switch {
	case x.Kind == symbolic.Symbol:
		return x.Name, 0
	case x.Kind == symbolic.Add && len(x.Args) == 2 && x.Args[0].Kind == symbolic.Symbol && x.Args[1].Kind == symbolic.Const:
		return x.Args[0].Name, x.Args[1].Value
	}
	return "", 0
}

// ofFloats tells whether a relation is between floats, which have no ranges.
func ofFloats(x *symbolic.Expr) bool { return len(x.Args) > 0 && symbolic.IsReal(x.Args[0]) }

// noteFixed keeps where a symbol that the user marked becomes a constant.
func (e *ShapeEnv) noteFixed(s *Symbol) {
	if (s.Strict || s.User != nil) && e.Stack != nil && s.fixedAt == "" {
		s.fixedAt = e.Stack()
	}
}

func (s *Symbol) narrow(lo, hi int64, line UserLine) {
	s.Lo, s.Hi, s.Line = lo, hi, line
}

// solve turns an equality into symbol = expression: for a symbol that depends on data before others, the one made last, then for that of the
// greatest hint, and of these for the one whose name comes last. An equality with a quotient or a remainder stays a guard, as in PyTorch, and so
// does one whose solution is computed of what depends on data.
func (e *ShapeEnv) solve(a, b *symbolic.Expr) (string, *symbolic.Expr) {
	if divides(a) || divides(b) {
		return "", nil
	}
	difference := symbolic.NewSub(a, b)
	names := symbolic.Symbols(difference)
	var list []*Symbol
	for i := len(e.order) - 1; i >= 0; i-- {
		if slices.Contains(names, e.order[i].Name) {
			list = append(list, e.order[i])
		}
	}
	sort.SliceStable(list, func(i, j int) bool {
		x, y := list[i], list[j]
		switch {
		case x.Backed != y.Backed:
			return !x.Backed
		case !x.Backed:
			return false
		case x.Hint != y.Hint:
			return x.Hint > y.Hint
		}
		return x.Name > y.Name
	})
	for _, s := range list {
		name := s.Name
		// difference = c*symbol + rest with c = ±1 and no symbol in rest
		zero := symbolic.Substitute(difference, map[string]*symbolic.Expr{name: symbolic.NewConst(0)})
		one := symbolic.Substitute(difference, map[string]*symbolic.Expr{name: symbolic.NewConst(1)})
		c := symbolic.NewSub(one, zero)
		if c.Kind != symbolic.Const || c.Value != 1 && c.Value != -1 {
			continue
		}
		linear := symbolic.NewAdd(zero, symbolic.NewMul(c, symbolic.NewSymbol(name)))
		if linear != difference {
			continue
		}
		value := symbolic.NewMul(symbolic.NewConst(-c.Value), zero)
		if value.Kind != symbolic.Symbol && e.onData(value) {
			return "", nil
		}
		return name, value
	}
	return "", nil
}

// onData tells whether an expression has symbols that depend on data.
func (e *ShapeEnv) onData(x *symbolic.Expr) bool {
	return slices.ContainsFunc(symbolic.Symbols(x), func(name string) bool { return e.symbols[name] != nil && !e.symbols[name].Backed })
}

// divides tells whether an expression has a quotient or a remainder.
func divides(x *symbolic.Expr) bool {
	return x.Kind == symbolic.FloorDiv || x.Kind == symbolic.Mod || slices.ContainsFunc(x.Args, divides)
}

func (e *ShapeEnv) replace(name string, by *symbolic.Expr) {
	s := e.symbols[name]
	s.Line = e.where()
	if by.Kind == symbolic.Const {
		e.noteFixed(s)
	}
	one := map[string]*symbolic.Expr{name: by}
	for n, x := range e.replacements {
		e.replacements[n] = symbolic.Substitute(x, one)
	}
	e.replacements[name] = by
	if by.Kind == symbolic.Symbol { // the survivor must satisfy both ranges
		t := e.symbols[by.Name]
		t.Lo, t.Hi = max(t.Lo, s.Lo), min(t.Hi, s.Hi)
		e.logReplacement(name, by, t)
		return
	}
	if symbolic.IsReal(by) {
		return
	}
	e.logReplacement(name, by, s)
	// What was known of the symbol holds of the expression.
	value := symbolic.FromExpr(by)
	if s.Lo != MinusInfinity {
		e.learnUnlessKnown(value.Ge(symbolic.IntOf(s.Lo)))
	}
	if s.Hi != Infinity {
		e.learnUnlessKnown(value.Le(symbolic.IntOf(s.Hi)))
	}
}

// logReplacement tells what a symbol is from here on, and the range that it has.
func (e *ShapeEnv) logReplacement(name string, by *symbolic.Expr, ranged *Symbol) {
	if e.Log == nil {
		return
	}
	reason, values := "solve", ranged.RangeText()
	if by.Kind == symbolic.Const {
		reason, values = "range_refined_to_singleton", fmt.Sprintf("[%d, %d]", by.Value, by.Value)
	}
	e.Log(fmt.Sprintf("set_replacement %s = %s (%s) VR%s", name, by, reason, values))
}

// LogDynamic tells why what a place holds may differ from call to call.
func (e *ShapeEnv) LogDynamic(s *Source, reason string) {
	if e.Log != nil {
		e.Log(fmt.Sprintf("marking %s as dynamic (from %s)", s.Text(), reason))
	}
}

func (e *ShapeEnv) learnUnlessKnown(b symbolic.Bool) {
	if _, known := e.StaticallyKnown(b); !known {
		e.keep(recorded{expr: b.Expr(), line: e.where()})
	}
}

// known decides a relation by the ranges of its sides.
func (e *ShapeEnv) known(x *symbolic.Expr) (value, known bool) {
	switch x.Kind {
	case symbolic.And, symbolic.Or:
		all := true
		for _, a := range x.Args {
			v, k := e.known(a)
			if k && v == (x.Kind == symbolic.Or) {
				return v, true
			}
			all = all && k
		}
		return x.Kind == symbolic.And, all
	case symbolic.Not:
		v, k := e.known(x.Args[0])
		return !v, k
	}
	lo, hi := int64(MinusInfinity), int64(Infinity)
	if !ofFloats(x) {
		difference := symbolic.NewSub(x.Args[0], x.Args[1])
		lo, hi = e.bounds(difference)
		if l, h := e.sumBounds(difference); l > lo || h < hi {
			lo, hi = max(lo, l), min(hi, h)
		}
		lo, hi = e.boundsByAsserts(difference, lo, hi)
	}
	switch x.Kind {
	case symbolic.Eq, symbolic.Ne:
		if lo > 0 || hi < 0 {
			return x.Kind == symbolic.Ne, true
		}
		if lo == 0 && hi == 0 {
			return x.Kind == symbolic.Eq, true
		}
	case symbolic.Lt:
		if hi < 0 {
			return true, true
		}
		if lo >= 0 {
			return false, true
		}
	case symbolic.Le:
		if hi <= 0 {
			return true, true
		}
		if lo > 0 {
			return false, true
		}
	}
	for _, list := range [][]recorded{e.guards, e.asserts} {
		for _, g := range list {
			if g.expr == x {
				return true, true
			}
			if symbolic.FromRelation(g.expr).Not().Expr() == x {
				return false, true
			}
		}
	}
	return false, false
}
