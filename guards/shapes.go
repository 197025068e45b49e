package guards

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
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
	Item                   // .item() of a tensor of one integer
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
	case Item:
		return p.Source.Text() + ".item()"
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
	case p.Property == Item:
		return ItemOf(t)
	case p.Dim >= t.Dim():
		return 0, false
	case p.Property == Size:
		return int64(t.Sizes()[p.Dim]), true
	}
	return int64(t.Strides()[p.Dim]), true
}

// ItemOf is the element of a tensor of one int64 on the CPU; false for other tensors.
func ItemOf(t *tensor.Tensor) (int64, bool) {
	if t.Dim() != 0 || t.DType() != tensor.Int64 || t.IsMeta() {
		return 0, false
	}
	return tensor.LoadInts(t, 1)[0], true
}

// Symbol is one symbolic number of a ShapeEnv.
type Symbol struct {
	Name    string
	Place   Place
	Hint    int64
	Example int64 // the value of a size that is treated as if it had no hint
	Lo, Hi  int64 // inclusive range, narrowed by guards
	Size    bool
	Backed  bool   // has a hint
	Label   string // the name that the user gave it, "" for none
	Root    string // the name that the label is factor times and offset more of
	Factor  int64
	Offset  int64
	User    *[2]int64 // range that the user promised
	Strict  bool      // the user demanded that it stays dynamic
	Line    UserLine
	fixedAt string // the calls under which a symbol that the user marked became a constant
	initial int64  // Lo at creation
}

// ShapeGuard is a condition on symbolic sizes.
type ShapeGuard struct {
	Expr   *symbolic.Expr // over place texts' symbols; nil for an equality of a place with a value
	text   string
	short  string
	line   UserLine
	places map[string]Place
	ranged bool // says between what bounds a size lies
}

// IsRange says whether the condition is the range of one size.
func (g *ShapeGuard) IsRange() bool { return g.ranged }

// Code is the condition as Python text, `2 <= L['x'].size()[0]`.
func (g *ShapeGuard) Code() string { return g.text }

// Verbose is the text that reports show, with the user's line.
func (g *ShapeGuard) Verbose() string {
	text := g.short
	if text == "" {
		text = g.text
	}
	if g.line.Line == 0 {
		return text
	}
	text += "  " + g.line.comment()
	if g.ranged && strings.HasPrefix(g.text, "2 <= ") {
		text += " (user code shown is first use of this value--the guard itself is not due user code but due to 0/1 specialization in the framework; " +
			"to avoid specialization try torch._dynamo.decorators.mark_unbacked(tensor, dim))"
	}
	return text
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
	expr   *symbolic.Expr
	turn   bool // print with the greater side first
	line   UserLine
	strict bool                        // a bound that was written with < or >
	asked  func(symbolic.Style) string // its text as the program asked it, nil where it did not
	scaled bool                        // no range follows from it
	given  func() string               // its text in sympy's spelling as the program asked it, nil where it did not
}

// ShapeEnv owns the symbols of one trace: their places, ranges and
// replacements, and the conditions decided on them.
type ShapeEnv struct {
	fixed          []fixedMark
	symbols        map[string]*Symbol
	order          []*Symbol
	equalities     []equality
	replacements   map[string]*symbolic.Expr
	guards         []recorded
	decided        []recorded        // guards, and what became ranges and replacements
	byValue        map[int64]*Symbol // duck sizing
	unbacked       int
	unbackedFloats int
	asserts        []recorded
	Naming         func(Place) string // the text that a symbol is named after, where that is not its place
	Suppressed     bool               // conditions are decided without guards
	Where          func() UserLine    // the user line being traced
	Stack          func() string      // the calls being traced, as errors show them
	Apart          bool               // sizes that are equal in the example are symbols of their own all the same
	Made           func(*Symbol)      // told of symbols as they are made, where that is wanted
	Log            func(string)       // told of symbols and guards, where that is wanted
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
	isSize := p.Property != Whole && p.Property != Float && p.Property != Item
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
	duck := policy == Duck && isSize && !e.Apart
	if duck {
		if known := e.byValue[hint]; known != nil {
			v := symbolic.NewSymbol(known.Name)
			e.equalities = append(e.equalities, equality{p, v, hint})
			return symbolic.FromExpr(v)
		}
	}
	s := &Symbol{Name: e.freshName("s", e.nameText(p)), Place: p, Hint: hint, Lo: MinusInfinity, Hi: Infinity, Size: isSize, Backed: true, Line: line}
	if isSize {
		s.Lo = 2
	}
	s.initial = s.Lo
	e.add(s)
	e.logSymbol(s)
	e.made(s)
	if duck {
		e.byValue[hint] = s
	}
	return symbolic.FromExpr(symbolic.NewSymbol(s.Name))
}

// Declare makes a symbol by its name, for a size with a range.
func (e *ShapeEnv) Declare(name string, hint, lo, hi int64) {
	s := &Symbol{Name: name, Hint: hint, Lo: lo, Hi: hi, Size: true, Backed: true, initial: lo}
	e.add(s)
	e.made(s)
}

// CreateNumber is the symbol of a number that is an input and may be a size: 0 and 1 are constants, and equal numbers share a symbol with the sizes that are equal.
func (e *ShapeEnv) CreateNumber(p Place, hint int64) symbolic.Int {
	if hint == 0 || hint == 1 {
		return symbolic.IntOf(hint)
	}
	if known := e.byValue[hint]; known != nil {
		v := symbolic.NewSymbol(known.Name)
		e.equalities = append(e.equalities, equality{p, v, hint})
		return symbolic.FromExpr(v)
	}
	n := e.Create(p, hint, Dynamic, UserLine{})
	e.byValue[hint] = e.symbols[n.Expr().Name]
	return n
}

// nameText is the text of a place that its symbol is named after.
func (e *ShapeEnv) nameText(p Place) string {
	if e.Naming != nil {
		return e.Naming(p)
	}
	return p.Text()
}

func (e *ShapeEnv) made(s *Symbol) {
	if e.Made != nil {
		e.Made(s)
	}
}

// logSymbol tells of a new symbol with its value, place and range.
func (e *ShapeEnv) logSymbol(s *Symbol) {
	if e.Log == nil {
		return
	}
	e.Log(fmt.Sprintf("create_symbol %s = %d for %s %s%s", s.Name, s.Hint, s.Place.Text(), s.RangeText(), logLine(s.Line)))
}

// RangeText is the range of a symbol as PyTorch writes ranges.
func (s *Symbol) RangeText() string {
	end := func(v int64) string {
		switch v {
		case MinusInfinity:
			return "-int_oo"
		case Infinity:
			return "int_oo"
		}
		return fmt.Sprint(v)
	}
	return "[" + end(s.Lo) + ", " + end(s.Hi) + "]"
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
	if e.Log != nil {
		e.Log(fmt.Sprintf("create_symbol %s = %s for %s [-oo, oo]%s", f.Name, object.FormatFloat(hint), p.Text(), logLine(line)))
	}
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

// Mark is a moment in the life of an environment.
type Mark struct{ symbols, equalities int }

// Mark is now.
func (e *ShapeEnv) Mark() Mark { return Mark{len(e.order), len(e.equalities)} }

// Order puts what was made at places since a mark into the order of these places: the first one that holds a symbol stands for it, those
// behind equal it.
func (e *ShapeEnv) Order(since Mark, places []Place) {
	holds := map[string]equality{} // by the texts of their places
	fresh := map[string]*Symbol{}
	for _, s := range e.order[since.symbols:] {
		holds[s.Place.Text()] = equality{s.Place, symbolic.NewSymbol(s.Name), s.Hint}
		fresh[s.Name] = s
	}
	for _, q := range e.equalities[since.equalities:] {
		holds[q.place.Text()] = q
	}
	e.order, e.equalities = e.order[:since.symbols], e.equalities[:since.equalities]
	for _, p := range places {
		q, ok := holds[p.Text()]
		if !ok {
			continue
		}
		if s := fresh[q.expr.Name]; q.expr.Kind == symbolic.Symbol && s != nil {
			s.Place = p
			e.order = append(e.order, s)
			delete(fresh, s.Name)
			continue
		}
		e.equalities = append(e.equalities, q)
	}
}

// countedBy are the operators whose results are as long as they find elements: those lengths are sizes from the start, which a number that a
// program reads out of a tensor is not, even where it becomes a size.
var countedBy = map[string]bool{"nonzero": true, "masked_select": true, "_unique2": true, "unique_consecutive": true, "bincount": true, "repeat_interleave.Tensor": true}

// FreshUnbacked makes a number that no input determines.
func (e *ShapeEnv) FreshUnbacked(why string) symbolic.Int {
	s := &Symbol{Name: fmt.Sprintf("u%d", e.unbacked), Lo: MinusInfinity, Hi: Infinity, Size: countedBy[why]}
	e.unbacked++
	s.initial = s.Lo
	e.add(s)
	e.made(s)
	return symbolic.FromExpr(symbolic.NewSymbol(s.Name))
}

// Unnamed makes a number that depends on data and that no node of the graph gives, outside of the count of those which nodes give.
func (e *ShapeEnv) Unnamed() symbolic.Int {
	s := &Symbol{Name: fmt.Sprintf("index%d", len(e.order)), Lo: MinusInfinity, Hi: Infinity, initial: MinusInfinity}
	e.add(s)
	return symbolic.FromExpr(symbolic.NewSymbol(s.Name))
}

// FreshUnbackedFloat makes a float that no input determines.
func (e *ShapeEnv) FreshUnbackedFloat() *symbolic.Expr {
	s := &Symbol{Name: fmt.Sprintf("%s%d", symbolic.UnbackedRealPrefix, e.unbackedFloats), Lo: MinusInfinity, Hi: Infinity, initial: MinusInfinity}
	e.unbackedFloats++
	e.add(s)
	return symbolic.NewSymbol(s.Name)
}

// Asserted lists the conditions that were taken for granted.
func (e *ShapeEnv) Asserted() []*symbolic.Expr {
	out := make([]*symbolic.Expr, len(e.asserts))
	for i, a := range e.asserts {
		out[i] = a.expr
	}
	return out
}

// Symbol looks up a symbol by name.
func (e *ShapeEnv) Symbol(name string) *Symbol { return e.symbols[name] }

// ReplacedBy lists the symbols that another one stands for.
func (e *ShapeEnv) ReplacedBy(name string) (out []*Symbol) {
	for _, s := range e.order {
		if x, ok := e.replacements[s.Name]; ok && x.Kind == symbolic.Symbol && x.Name == name {
			out = append(out, s)
		}
	}
	return out
}

// Unbacked lists the numbers that no value of this call determines and that are not known to be equal to others, in the order of their creation.
func (e *ShapeEnv) Unbacked() (out []*Symbol) {
	for _, s := range e.order {
		if _, replaced := e.replacements[s.Name]; !s.Backed && !replaced {
			out = append(out, s)
		}
	}
	return out
}

// Symbols are all symbols, in the order in which they were made.
func (e *ShapeEnv) Symbols() []*Symbol { return e.order }

// Empty tells whether the trace has no symbols.
func (e *ShapeEnv) Empty() bool { return len(e.order) == 0 }

// IntSource makes the place of an int argument.
func IntSource(s *Source) Place { return Place{Source: s, Property: Whole} }
