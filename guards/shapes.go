package guards

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"sort"
	"strings"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/vm/object"
)

// Unbounded ends of a range.
const (
	MinusInfinity = math.MinInt64
	Infinity      = math.MaxInt64
)

// Property says which number of the value at a source a symbol stands for.
type Property uint8

// The properties.
const (
	Whole  Property = iota // the int itself
	Size                   // .size()[Dim]
	Stride                 // .stride()[Dim]
	Offset                 // .storage_offset()
	Float                  // the bits of the float itself
)

// Place is where the value of a symbol is read.
type Place struct {
	Source   *Source
	Property Property
	Dim      int
}

// Text is the place as Python: `L['x'].size()[0]`.
func (p Place) Text() string {
	switch p.Property {
	case Size:
		return fmt.Sprintf("%s.size()[%d]", p.Source.Text(), p.Dim)
	case Stride:
		return fmt.Sprintf("%s.stride()[%d]", p.Source.Text(), p.Dim)
	case Offset:
		return p.Source.Text() + ".storage_offset()"
	}
	return p.Source.Text()
}

// Read is the value of the place in a frame; false where there is none.
func (p Place) Read(th *object.Thread, f *Frame) (int64, bool) {
	v := p.Source.Resolve(th, f)
	if v.IsNull() {
		return 0, false
	}
	switch p.Property {
	case Whole:
		return v.AsInt()
	case Float:
		x, ok := v.AsFloat()
		return int64(math.Float64bits(x)), ok
	}
	t := TensorOf(v)
	switch {
	case t == nil:
		return 0, false
	case p.Property == Offset:
		return int64(t.Offset()), true
	case p.Dim >= t.Dim():
		return 0, false
	case p.Property == Size:
		return int64(t.Sizes()[p.Dim]), true
	}
	return int64(t.Strides()[p.Dim]), true
}

// Symbol is one symbolic number of a ShapeEnv.
type Symbol struct {
	Name    string
	Place   Place
	Hint    int64
	Example int64 // the value of a size that is treated as if it had no hint
	Lo, Hi  int64 // inclusive range, narrowed by guards
	Size    bool
	Backed  bool      // has a hint
	Label   string    // the name that the user gave it, "" for none
	User    *[2]int64 // range that the user promised
	Strict  bool      // the user demanded that it stays dynamic
	Line    UserLine
	initial int64 // Lo at creation
}

// ShapeGuard is a condition on symbolic sizes.
type ShapeGuard struct {
	Expr   *symbolic.Expr // over place texts' symbols; nil for an equality of a place with a value
	text   string
	short  string
	line   UserLine
	places map[string]Place
}

// Code is the condition as Python text, `2 <= L['x'].size()[0]`.
func (g *ShapeGuard) Code() string { return g.text }

// Verbose is the text that reports show, with the user's line.
func (g *ShapeGuard) Verbose() string {
	text := g.short
	if text == "" {
		text = g.text
	}
	return withLine(text, g.line)
}

func (g *ShapeGuard) holds(th *object.Thread, f *Frame) bool {
	return g.Holds(func(p Place) (int64, bool) { return p.Read(th, f) })
}

// Holds evaluates the condition with what read finds at places.
func (g *ShapeGuard) Holds(read func(Place) (int64, bool)) bool {
	v, err := symbolic.Eval(g.Expr, func(name string) (int64, bool) {
		p, ok := g.places[name]
		if !ok {
			return 0, false
		}
		return read(p)
	})
	return err == nil && v != 0
}

// Places are where the condition looks.
func (g *ShapeGuard) Places() []Place { return slices.Collect(maps.Values(g.places)) }

// recorded is a condition that the trace relied on.
type recorded struct {
	expr *symbolic.Expr
	turn bool // print with the greater side first
	line UserLine
}

// ShapeEnv owns the symbols of one trace: their places, ranges and
// replacements, and the conditions decided on them.
type ShapeEnv struct {
	fixed        []fixedMark
	symbols      map[string]*Symbol
	order        []*Symbol
	equalities   []equality
	replacements map[string]*symbolic.Expr
	guards       []recorded
	byValue      map[int64]*Symbol // duck sizing
	unbacked     int
	asserts      []recorded
	Where        func() UserLine // the user line being traced
	Log          func(string)    // told of symbols and guards, where that is wanted
}

// equality says that a place holds the value of an expression.
type equality struct {
	place Place
	expr  *symbolic.Expr
	value int64
}

// NewShapeEnv is empty.
func NewShapeEnv() *ShapeEnv {
	return &ShapeEnv{symbols: map[string]*Symbol{}, replacements: map[string]*symbolic.Expr{}, byValue: map[int64]*Symbol{}}
}

// Policy says how a number of an input is treated.
type Policy uint8

// The policies, as PyTorch's DimDynamic.
const (
	Static Policy = iota
	Duck
	Dynamic
	Unbacked
)

// SymbolName is the name that PyTorch gives a symbol with this source text:
// the prefix and the SHA-256 of the text modulo 100.
func SymbolName(prefix, text string) (string, int) {
	sum := sha256.Sum256([]byte(text))
	n := new(big.Int).SetBytes(sum[:])
	index := int(new(big.Int).Mod(n, big.NewInt(100)).Int64())
	return prefix, index
}

func (e *ShapeEnv) freshName(prefix, text string) string {
	_, n := SymbolName(prefix, text)
	for {
		name := fmt.Sprintf("%s%d", prefix, n)
		if e.symbols[name] == nil {
			return name
		}
		n++
	}
}

// Create makes the symbolic number for a place, or a constant where policy and
// the specialisation of 0 and 1 say so.
func (e *ShapeEnv) Create(p Place, hint int64, policy Policy, line UserLine) symbolic.Int {
	isSize := p.Property != Whole && p.Property != Float
	switch {
	case policy == Static:
		return symbolic.IntOf(hint)
	case policy == Unbacked:
		v := e.FreshUnbacked("")
		s := e.symbols[v.Expr().Name]
		s.Place, s.Size, s.Example = p, true, hint
		return v
	case isSize && (hint == 0 || hint == 1):
		return symbolic.IntOf(hint)
	}
	if policy == Duck && isSize {
		if known := e.byValue[hint]; known != nil {
			v := symbolic.NewSymbol(known.Name)
			e.equalities = append(e.equalities, equality{p, v, hint})
			return symbolic.FromExpr(v)
		}
	}
	s := &Symbol{Name: e.freshName("s", p.Text()), Place: p, Hint: hint, Lo: MinusInfinity, Hi: Infinity, Size: isSize, Backed: true, Line: line}
	if isSize {
		s.Lo = 2
	}
	s.initial = s.Lo
	e.add(s)
	e.logSymbol(s)
	if policy == Duck && isSize {
		e.byValue[hint] = s
	}
	return symbolic.FromExpr(symbolic.NewSymbol(s.Name))
}

// logSymbol tells of a new symbol with its value, place and range.
func (e *ShapeEnv) logSymbol(s *Symbol) {
	if e.Log == nil {
		return
	}
	end := func(v int64) string {
		switch v {
		case MinusInfinity:
			return "-int_oo"
		case Infinity:
			return "int_oo"
		}
		return fmt.Sprint(v)
	}
	e.Log(fmt.Sprintf("create_symbol %s = %d for %s [%s, %s]%s", s.Name, s.Hint, s.Place.Text(), end(s.Lo), end(s.Hi), logLine(s.Line)))
}

// logLine is the user's line behind a record.
func logLine(l UserLine) string {
	if l.Filename == "" {
		return ""
	}
	return fmt.Sprintf(" %s  # %s:%d in %s", l.Code, l.Filename, l.Line, l.Function)
}

func (e *ShapeEnv) add(s *Symbol) {
	e.symbols[s.Name] = s
	e.order = append(e.order, s)
}

// CreateFloat makes the symbolic float for a place.
func (e *ShapeEnv) CreateFloat(s *Source, hint float64, line UserLine) *symbolic.Expr {
	p := Place{Source: s, Property: Float}
	f := &Symbol{Name: e.freshName(symbolic.RealPrefix, p.Text()), Place: p, Hint: int64(math.Float64bits(hint)), Lo: MinusInfinity, Hi: Infinity, Backed: true, Line: line, initial: MinusInfinity}
	e.add(f)
	return symbolic.NewSymbol(f.Name)
}

// FloatHint is the value of a float in the call being traced.
func (e *ShapeEnv) FloatHint(x *symbolic.Expr) (float64, bool) {
	v, err := symbolic.EvalReal(x, e.hintOf)
	return v, err == nil
}

// Relate records that a place equals an expression of other symbols (a stride
// that follows from sizes).
func (e *ShapeEnv) Relate(p Place, v symbolic.Int, hint int64) {
	if v.IsSymbolic() {
		e.equalities = append(e.equalities, equality{p, v.Expr(), hint})
	}
}

// FreshUnbacked makes a number that no input determines.
func (e *ShapeEnv) FreshUnbacked(why string) symbolic.Int {
	s := &Symbol{Name: fmt.Sprintf("u%d", e.unbacked), Lo: MinusInfinity, Hi: Infinity}
	e.unbacked++
	s.initial = s.Lo
	e.add(s)
	return symbolic.FromExpr(symbolic.NewSymbol(s.Name))
}

// Symbol looks up a symbol by name.
func (e *ShapeEnv) Symbol(name string) *Symbol { return e.symbols[name] }

// Empty tells whether the trace has no symbols.
func (e *ShapeEnv) Empty() bool { return len(e.order) == 0 }

// DataDependentError is raised (as a panic) by Decide when a condition on
// unbacked symbols cannot be decided.
type DataDependentError struct {
	Condition symbolic.Bool
	SizeLike  []string // the symbols in it that are sizes
}

func (err *DataDependentError) Error() string {
	sizes := "none"
	if len(err.SizeLike) > 0 {
		sizes = strings.Join(err.SizeLike, ", ")
	}
	return fmt.Sprintf("Consider annotating your code using torch._check*(). Could not guard on data-dependent expression %s (unhinted: %s).  (Size-like symbols: %s)", err.Condition.Written(), err.Condition.Written(), sizes)
}

// undecidable is the error for a condition on unbacked symbols.
func (e *ShapeEnv) undecidable(b symbolic.Bool) *DataDependentError {
	err := &DataDependentError{Condition: b}
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

// Hint is the value of v in the call being traced.
func (e *ShapeEnv) Hint(v symbolic.Int) int64 {
	v = e.Simplify(v)
	if c, ok := v.Const(); ok {
		return c
	}
	h, ok := e.hint(v.Expr())
	if !ok {
		panic(e.undecidable(v.Eq(symbolic.IntOf(0))))
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

// Specialize decides that v is the constant it is in this call.
func (e *ShapeEnv) Specialize(v symbolic.Int) int64 {
	h := e.Hint(v)
	e.Decide(v.Eq(symbolic.IntOf(h)))
	return h
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
	x := b.Expr()
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
	turn := b.Turned()
	if h == 0 {
		x, turn = symbolic.FromRelation(x).Not().Expr(), !turn
	}
	if e.Log != nil {
		e.Log(fmt.Sprintf("eval %s [guard added]%s", x, logLine(e.where())))
	}
	e.learn(x, turn)
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
	for i, s := range raised {
		s.Lo = lows[i]
	}
	if known {
		return v
	}
	return e.Decide(b)
}

// Assert takes a condition on unbacked symbols for granted from here on; it is
// checked when the graph runs.
func (e *ShapeEnv) Assert(b symbolic.Bool) {
	if v, known := e.StaticallyKnown(b); known && v {
		return
	}
	e.asserts = append(e.asserts, recorded{b.Expr(), b.Turned(), e.where()})
	e.refine(b.Expr())
}

func (e *ShapeEnv) where() UserLine {
	if e.Where == nil {
		return UserLine{}
	}
	return e.Where()
}

// learn records a true condition and narrows what is known by it.
func (e *ShapeEnv) learn(x *symbolic.Expr, turn bool) {
	if x.Kind == symbolic.And {
		for _, a := range x.Args {
			e.learn(a, turn)
		}
		return
	}
	if e.refine(x) {
		return
	}
	e.guards = append(e.guards, recorded{x, turn, e.where()})
	e.order2(x)
}

// order2 narrows the ranges of two symbols of which one is known to be less.
func (e *ShapeEnv) order2(x *symbolic.Expr) {
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
		if x.Kind == symbolic.Eq && a.Kind == symbolic.Symbol && b.Kind == symbolic.Real {
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
		if a.Kind == symbolic.Symbol && b.Kind == symbolic.Const {
			s := e.symbols[a.Name]
			s.narrow(s.Lo, min(s.Hi, b.Value), e.where())
			return true
		}
		if a.Kind == symbolic.Const && b.Kind == symbolic.Symbol {
			s := e.symbols[b.Name]
			s.narrow(max(s.Lo, a.Value), s.Hi, e.where())
			return true
		}
	case symbolic.Ne:
		if a.Kind == symbolic.Symbol && b.Kind == symbolic.Const {
			s := e.symbols[a.Name]
			if s.Lo == b.Value {
				s.narrow(s.Lo+1, s.Hi, e.where())
				return true
			}
			if s.Hi == b.Value {
				s.narrow(s.Lo, s.Hi-1, e.where())
				return true
			}
		}
	}
	return false
}

// ofFloats tells whether a relation is between floats, which have no ranges.
func ofFloats(x *symbolic.Expr) bool { return len(x.Args) > 0 && symbolic.IsReal(x.Args[0]) }

func (s *Symbol) narrow(lo, hi int64, line UserLine) {
	s.Lo, s.Hi, s.Line = lo, hi, line
}

// solve turns an equality into symbol = expression for the symbol created last.
func (e *ShapeEnv) solve(a, b *symbolic.Expr) (string, *symbolic.Expr) {
	difference := symbolic.NewSub(a, b)
	names := symbolic.Symbols(difference)
	for i := len(e.order) - 1; i >= 0; i-- {
		name := e.order[i].Name
		if !contains(names, name) {
			continue
		}
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
		return name, symbolic.NewMul(symbolic.NewConst(-c.Value), zero)
	}
	return "", nil
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

func (e *ShapeEnv) replace(name string, by *symbolic.Expr) {
	s := e.symbols[name]
	s.Line = e.where()
	one := map[string]*symbolic.Expr{name: by}
	for n, x := range e.replacements {
		e.replacements[n] = symbolic.Substitute(x, one)
	}
	e.replacements[name] = by
	if by.Kind == symbolic.Symbol { // the survivor must satisfy both ranges
		t := e.symbols[by.Name]
		t.Lo, t.Hi = max(t.Lo, s.Lo), min(t.Hi, s.Hi)
		return
	}
	if symbolic.IsReal(by) {
		return
	}
	// What was known of the symbol holds of the expression.
	value := symbolic.FromExpr(by)
	if s.Lo != MinusInfinity {
		e.learnUnlessKnown(value.Ge(symbolic.IntOf(s.Lo)))
	}
	if s.Hi != Infinity {
		e.learnUnlessKnown(value.Le(symbolic.IntOf(s.Hi)))
	}
}

func (e *ShapeEnv) learnUnlessKnown(b symbolic.Bool) {
	if _, known := e.StaticallyKnown(b); !known {
		e.learn(b.Expr(), false)
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
		lo, hi = e.bounds(symbolic.NewSub(x.Args[0], x.Args[1]))
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
	for _, g := range e.guards {
		if g.expr == x {
			return true, true
		}
		if symbolic.FromRelation(g.expr).Not().Expr() == x {
			return false, true
		}
	}
	return false, false
}

// bounds is interval arithmetic over the ranges of symbols.
// Bounds is the range of an expression.
func (e *ShapeEnv) Bounds(n symbolic.Int) (lo, hi int64) { return e.bounds(n.Expr()) }

func (e *ShapeEnv) bounds(x *symbolic.Expr) (lo, hi int64) {
	switch x.Kind {
	case symbolic.Const:
		return x.Value, x.Value
	case symbolic.Symbol:
		if s := e.symbols[x.Name]; s != nil {
			return s.Lo, s.Hi
		}
	case symbolic.Add:
		for _, a := range x.Args {
			l, h := e.bounds(a)
			lo, hi = saturatingAdd(lo, l), saturatingAdd(hi, h)
		}
		return lo, hi
	case symbolic.Mul, symbolic.Pow:
		lo, hi = 1, 1
		factors := x.Args
		if x.Kind == symbolic.Pow {
			factors = nil
			for range x.Value {
				factors = append(factors, x.Args[0])
			}
		}
		for _, a := range factors {
			l, h := e.bounds(a)
			lo, hi = multiplyRanges(lo, hi, l, h)
		}
		return lo, hi
	case symbolic.FloorDiv:
		l, h := e.bounds(x.Args[0])
		if d := x.Args[1]; d.Kind == symbolic.Const && d.Value > 0 {
			return floorBound(l, d.Value), floorBound(h, d.Value)
		}
		if dl, _ := e.bounds(x.Args[1]); dl > 0 && l >= 0 {
			return 0, h
		}
	case symbolic.Mod:
		if d := x.Args[1]; d.Kind == symbolic.Const && d.Value > 0 {
			return 0, d.Value - 1
		}
		if dl, dh := e.bounds(x.Args[1]); dl > 0 {
			return 0, saturatingAdd(dh, -1)
		}
	case symbolic.Min, symbolic.Max:
		lo, hi = e.bounds(x.Args[0])
		for _, a := range x.Args[1:] {
			l, h := e.bounds(a)
			if x.Kind == symbolic.Min {
				lo, hi = min(lo, l), min(hi, h)
			} else {
				lo, hi = max(lo, l), max(hi, h)
			}
		}
		return lo, hi
	case symbolic.Ceil, symbolic.Floor, symbolic.Trunc, symbolic.Round:
		if q := x.Args[0]; q.Kind == symbolic.TrueDiv && q.Args[1].Kind == symbolic.Const && q.Args[1].Value > 0 {
			l, h := e.bounds(q.Args[0])
			d := q.Args[1].Value
			return floorBound(l, d) + ceiling(x.Kind, l, d), floorBound(h, d) + ceiling(symbolic.Ceil, h, d)
		}
	}
	return MinusInfinity, Infinity
}

// ceiling is what rounding up v / d adds to rounding down.
func ceiling(kind symbolic.Kind, v, d int64) int64 {
	if kind != symbolic.Ceil || v == MinusInfinity || v == Infinity || v%d == 0 {
		return 0
	}
	return 1
}

func floorBound(v, d int64) int64 {
	if v == MinusInfinity || v == Infinity {
		return v
	}
	q := v / d
	if v%d != 0 && v < 0 {
		q--
	}
	return q
}

func saturatingAdd(a, b int64) int64 {
	switch {
	case a == MinusInfinity || b == MinusInfinity:
		return MinusInfinity
	case a == Infinity || b == Infinity:
		return Infinity
	}
	return a + b
}

func multiplyRanges(a, b, c, d int64) (lo, hi int64) {
	lo, hi = Infinity, MinusInfinity
	for _, x := range [2]int64{a, b} {
		for _, y := range [2]int64{c, d} {
			p := saturatingMul(x, y)
			lo, hi = min(lo, p), max(hi, p)
		}
	}
	return lo, hi
}

func saturatingMul(a, b int64) int64 {
	if a == 0 || b == 0 {
		return 0
	}
	infinite := a == Infinity || a == MinusInfinity || b == Infinity || b == MinusInfinity
	if !infinite {
		p := a * b
		if p/b == a {
			return p
		}
	}
	if (a < 0) == (b < 0) {
		return Infinity
	}
	return MinusInfinity
}

// Produce lists the shape guards: equalities of inputs, recorded conditions,
// ranges.
func (e *ShapeEnv) Produce() []*ShapeGuard {
	var out []*ShapeGuard
	texts := map[string]bool{}
	places := map[string]Place{}
	for _, s := range e.order {
		if s.Backed || s.Place.Source != nil {
			places[s.Name] = s.Place
		}
	}
	style := symbolic.PythonStyle(func(name string) string {
		if p, ok := places[name]; ok {
			return p.Text()
		}
		return name
	})
	add := func(x *symbolic.Expr, text, short string, line UserLine) {
		if texts[text] {
			return
		}
		for _, n := range symbolic.Symbols(x) {
			if _, ok := places[n]; !ok {
				return // depends on data: checked in the graph
			}
		}
		texts[text] = true
		out = append(out, &ShapeGuard{Expr: x, text: text, short: short, line: line, places: places})
	}
	print := func(x *symbolic.Expr) string { return symbolic.Print(x, style) }
	equal := func(p Place, x *symbolic.Expr, line UserLine) {
		alias := "@" + p.Text()
		places[alias] = p
		raw := symbolic.NewSymbol(alias)
		if p.Property == Float {
			raw = symbolic.NewSymbol(symbolic.RealPrefix + alias)
			places[raw.Name] = p
			add(symbolic.NewRealRelation(symbolic.Eq, raw, x).Expr(), p.Text()+" == "+print(x), "", line)
			return
		}
		relation := symbolic.FromExpr(raw).Eq(symbolic.FromExpr(x))
		if relation.Expr() != nil {
			add(relation.Expr(), p.Text()+" == "+print(x), "", line)
		}
	}
	for _, s := range e.order {
		if x, ok := e.replacements[s.Name]; ok && places[s.Name].Source != nil {
			equal(s.Place, x, s.Line)
		}
	}
	for _, q := range e.equalities {
		x := symbolic.Substitute(q.expr, e.replacements)
		if x.Kind != symbolic.Const || q.place.Property != Stride {
			equal(q.place, x, UserLine{})
		}
	}
	for _, g := range e.guards {
		x := symbolic.Substitute(g.expr, e.replacements)
		if x.Kind == symbolic.Const {
			continue
		}
		if _, known := e.knownByRange(x); known {
			continue
		}
		text := print(x)
		if g.turn && (x.Kind == symbolic.Lt || x.Kind == symbolic.Le) {
			text = print(x.Args[1]) + map[symbolic.Kind]string{symbolic.Lt: " > ", symbolic.Le: " >= "}[x.Kind] + print(x.Args[0])
		}
		add(x, text, "", g.line)
	}
	for _, s := range e.order {
		if _, replaced := e.replacements[s.Name]; replaced || places[s.Name].Source == nil {
			continue
		}
		if s.Place.Property == Float {
			x := symbolic.NotNaN(symbolic.NewSymbol(s.Name))
			add(x, print(x), "", s.Line)
			continue
		}
		e.addRange(s, add)
	}
	return out
}

func (e *ShapeEnv) knownByRange(x *symbolic.Expr) (bool, bool) {
	saved := e.guards
	e.guards = nil
	defer func() { e.guards = saved }()
	return e.known(x)
}

func (e *ShapeEnv) addRange(s *Symbol, add func(*symbolic.Expr, string, string, UserLine)) {
	name, raw := s.Place.Text(), symbolic.FromExpr(symbolic.NewSymbol(s.Name))
	lower := raw.Ge(symbolic.IntOf(s.Lo))
	upper := raw.Le(symbolic.IntOf(s.Hi))
	switch {
	case s.Lo != MinusInfinity && s.Hi != Infinity:
		both := lower.And(upper)
		add(both.Expr(), fmt.Sprintf("%d <= %s and %s <= %d", s.Lo, name, name, s.Hi), fmt.Sprintf("%d <= %s <= %d", s.Lo, name, s.Hi), s.Line)
	case s.Lo != MinusInfinity:
		add(lower.Expr(), fmt.Sprintf("%d <= %s", s.Lo, name), "", s.Line)
	case s.Hi != Infinity:
		add(upper.Expr(), fmt.Sprintf("%s <= %d", name, s.Hi), "", s.Line)
	}
}

// fixedMark is a size with a range that is 0 or 1, which is always specialised.
type fixedMark struct {
	place Place
	value int64
}

// Fix tells that a size that the user gave a range is a constant.
func (e *ShapeEnv) Fix(p Place, value int64) { e.fixed = append(e.fixed, fixedMark{p, value}) }

// label is what users call a symbol: by the name that they gave it, else by its place.
func (s *Symbol) label() string {
	if s.Label != "" {
		return s.Label
	}
	return s.Place.Text()
}

// Violation words the constraints of the user that the trace contradicted; ""
// if none.
func (e *ShapeEnv) Violation() string {
	var names, bullets []string
	specialized := func(name string, value int64) {
		names = append(names, name)
		bullets = append(bullets, fmt.Sprintf("  - You marked %s as dynamic but your code specialized it to be a constant (%d). If you're using mark_dynamic, either remove it or use maybe_mark_dynamic. If you're using Dim.DYNAMIC, replace it with either Dim.STATIC or Dim.AUTO.", name, value))
	}
	for _, f := range e.fixed {
		specialized(f.place.Text(), f.value)
	}
	for _, s := range e.order {
		name := s.label()
		if x, ok := e.replacements[s.Name]; ok && s.Strict {
			if x.Kind == symbolic.Const {
				specialized(name, x.Value)
				continue
			}
			if other := e.symbols[x.Name]; x.Kind == symbolic.Symbol && other != nil && other.Label != s.Label {
				names = append(names, name)
				bullets = append(bullets, fmt.Sprintf("  - The values of %s = %s and %s = %s must always be equal.", name, s.Place.Text(), other.label(), other.Place.Text()))
				continue
			}
		}
		if s.User != nil && (s.Lo > s.User[0] || s.Hi < s.User[1]) {
			var promised, found []string
			if s.User[0] > 2 {
				promised = append(promised, fmt.Sprintf("%d <= %s", s.User[0], name))
			}
			if s.User[1] != Infinity {
				promised = append(promised, fmt.Sprintf("%s <= %d", name, s.User[1]))
			}
			found = append(found, fmt.Sprintf("%d <= %s", s.Lo, s.Place.Text()))
			if s.Hi != Infinity {
				found = append(found, fmt.Sprintf("%s <= %d", s.Place.Text(), s.Hi))
			}
			names = append(names, name)
			bullets = append(bullets, fmt.Sprintf("  - Not all values of %s = %s in the specified range %s satisfy the generated guard %s", name, s.Place.Text(), strings.Join(promised, " and "), strings.Join(found, " and ")))
		}
	}
	if len(names) == 0 {
		return ""
	}
	sort.Strings(names)
	return fmt.Sprintf("Constraints violated (%s)! For more information, run with TORCH_LOGS=\"+dynamic\".\n%s", strings.Join(names, ", "), strings.Join(bullets, "\n"))
}

// IntSource makes the place of an int argument.
func IntSource(s *Source) Place { return Place{Source: s, Property: Whole} }
