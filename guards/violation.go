package guards

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/magneto-go/magneto/symbolic"
)

// What contradicts the marks of the user, in PyTorch's wording, with the marks that would fit.

// fixedMark is a size that the user marked and that is 0 or 1, which is always specialised.
type fixedMark struct {
	place Place
	label string
	value int64
}

// Fix tells that a size that the user gave a range, or a name, is a constant.
func (e *ShapeEnv) Fix(p Place, label string, value int64) {
	e.fixed = append(e.fixed, fixedMark{p, label, value})
}

// label is what users call a symbol: by the name that they gave it, else by its place.
func (s *Symbol) label() string {
	if s.Label != "" {
		return s.Label
	}
	return s.Place.Text()
}

// whole is the label with the place, and the range that the user gave it.
func (s *Symbol) whole() string {
	text := fmt.Sprintf("%s = %s in the specified range", s.label(), s.Place.Text())
	low, high := s.User[0] > 2, s.User[1] != Infinity
	switch {
	case low && high:
		text += fmt.Sprintf(" %d <= %s <= %d", s.User[0], s.label(), s.User[1])
	case low:
		text += fmt.Sprintf(" %d <= %s", s.User[0], s.label())
	case high:
		text += fmt.Sprintf(" %s <= %d", s.label(), s.User[1])
	}
	return text
}

// violations collects what is wrong.
type violations struct {
	e       *ShapeEnv
	names   []string
	bullets []string
	fixes   map[string][]string // by label
	first   map[string]*Symbol  // by the name of a symbol: the earlier one that it has replaced, whose size the bullets speak of
}

func (v *violations) add(name, format string, args ...any) {
	if !slices.Contains(v.names, name) {
		v.names = append(v.names, name)
	}
	v.bullets = append(v.bullets, "  - "+fmt.Sprintf(format, args...))
}

func (v *violations) fix(label, format string, args ...any) {
	if label != "" {
		v.fixes[label] = []string{fmt.Sprintf(format, args...)}
	}
}

// Violation words the constraints of the user that the trace contradicted; "" if none.
func (e *ShapeEnv) Violation() string {
	v := &violations{e: e, fixes: map[string][]string{}, first: map[string]*Symbol{}}
	for _, f := range e.fixed {
		name := f.label
		if name == "" {
			name = f.place.Text()
		}
		v.specialized(name, f.label, f.value, "")
	}
	for _, s := range e.order {
		x, ok := e.replacements[s.Name]
		switch {
		case ok && s.Strict:
			v.replaced(s, x)
		case s.Strict && s.Lo == s.Hi && (s.User == nil || s.User[0] != s.User[1]): // by inequalities
			v.specialized(s.label(), s.Label, s.Lo, s.fixedAt)
		}
	}
	for _, g := range e.guards {
		v.guard(symbolic.Substitute(g.expr, e.replacements))
	}
	for _, s := range e.order {
		if _, replaced := e.replacements[s.Name]; !replaced && s.User != nil {
			v.narrowed(s)
		}
	}
	if len(v.names) == 0 {
		return ""
	}
	sort.Strings(v.names)
	text := fmt.Sprintf("Constraints violated (%s)! For more information, run with TORCH_LOGS=\"+dynamic\".\n%s", strings.Join(v.names, ", "), strings.Join(v.bullets, "\n"))
	if e.Stack != nil {
		text += "\n"
	}
	if len(v.fixes) > 0 {
		var labels []string
		for label := range v.fixes {
			labels = append(labels, label)
		}
		sort.Strings(labels)
		text += "\nSuggested fixes:"
		for _, label := range labels {
			text += "\n  " + strings.Join(v.fixes[label], "\n  ")
		}
	}
	return text
}

func (v *violations) specialized(name, label string, value int64, stack string) {
	v.add(name, "You marked %s as dynamic but your code specialized it to be a constant (%d). If you're using mark_dynamic, either remove it or use maybe_mark_dynamic. If you're using Dim.DYNAMIC, replace it with either Dim.STATIC or Dim.AUTO.", name, value)
	if stack != "" {
		v.bullets[len(v.bullets)-1] += "\n\nUser stack:\n" + stack
	}
	if !strings.ContainsAny(label, "*+- ") { // that of what follows from another one has no fix of its own
		v.fix(label, "%s = %d", label, value)
	}
}

// replaced is a symbol that must stay free and follows from others.
func (v *violations) replaced(s *Symbol, x *symbolic.Expr) {
	if x.Kind == symbolic.Const {
		v.specialized(s.label(), s.Label, x.Value, s.fixedAt)
		return
	}
	names := symbolic.Symbols(x)
	if len(names) != 1 || s.Label == "" {
		return
	}
	other := v.e.symbols[names[0]]
	switch {
	case other == nil || other.Label == "" || other.Label == s.Label || promised(s, other, x):
	case x.Kind == symbolic.Symbol:
		if v.e.before(s, other) { // the one that came later is said to follow from the other
			v.first[other.Name] = s
			s, other = other, s
		}
		v.add(s.label(), "The values of %s = %s and %s = %s must always be equal.", s.label(), s.Place.Text(), other.label(), other.Place.Text())
		v.fix(s.Label, "%s = %s", s.Label, other.Label)
	default:
		by := symbolic.Substitute(x, map[string]*symbolic.Expr{other.Name: symbolic.NewSymbol(other.Label)})
		v.add(s.label(), "The values of %s = %s must always be related to the values of %s = %s by %s = %s.", s.label(), s.Place.Text(), other.label(), other.Place.Text(), s.label(), by)
		v.fix(s.Label, "%s = %s", s.Label, by)
	}
}

// promised says that a symbol follows from another one as their names do.
func promised(s, other *Symbol, x *symbolic.Expr) bool {
	if s.Root == "" || s.Root != other.Root {
		return false
	}
	follows := func(s *Symbol) *symbolic.Expr {
		return symbolic.NewAdd(symbolic.NewMul(symbolic.NewConst(s.Factor), symbolic.NewSymbol("root")), symbolic.NewConst(s.Offset))
	}
	return symbolic.Substitute(x, map[string]*symbolic.Expr{other.Name: follows(other)}) == follows(s)
}

func (e *ShapeEnv) before(a, b *Symbol) bool {
	return slices.Index(e.order, a) < slices.Index(e.order, b)
}

// guard is a condition that leaves out values that the user promised.
func (v *violations) guard(x *symbolic.Expr) {
	names := symbolic.Symbols(x)
	if x.Kind == symbolic.Const || len(names) != 1 {
		return
	}
	s := v.e.symbols[names[0]]
	if s == nil || s.User == nil {
		return
	}
	if _, known := v.e.knownByRange(x); known {
		return
	}
	style := symbolic.PythonStyle(func(string) string { return s.Place.Text() })
	v.add(s.label(), "Not all values of %s satisfy the generated guard %s.", s.whole(), symbolic.Print(x, style))
	if factor, ok := multiple(x); ok && s.Label != "" {
		high := "oo"
		if s.Hi != Infinity {
			high = fmt.Sprint(s.Hi / factor)
		}
		v.fixes[s.Label] = []string{fmt.Sprintf("_%s = Dim('_%s', min=%d, max=%s)", s.Label, s.Label, (s.Lo+factor-1)/factor, high), fmt.Sprintf("%s = %d*_%s", s.Label, factor, s.Label)}
	}
}

// multiple says that a condition is that a symbol is a multiple of a number.
func multiple(x *symbolic.Expr) (int64, bool) {
	if x.Kind != symbolic.Eq {
		return 0, false
	}
	m, zero := x.Args[0], x.Args[1]
	if m.Kind != symbolic.Mod {
		m, zero = zero, m
	}
	if m.Kind != symbolic.Mod || zero.Kind != symbolic.Const || zero.Value != 0 || m.Args[0].Kind != symbolic.Symbol || m.Args[1].Kind != symbolic.Const {
		return 0, false
	}
	return m.Args[1].Value, true
}

// narrowed is a symbol whose range the trace has made smaller than the user's.
func (v *violations) narrowed(s *Symbol) {
	if s.Lo <= s.User[0] && s.Hi >= s.User[1] {
		return
	}
	high := "IntInfinity()"
	if s.Hi != Infinity {
		high = fmt.Sprint(s.Hi)
	}
	shown := s
	if first := v.first[s.Name]; first != nil {
		shown = first
	}
	place := shown.Place.Text()
	v.add(shown.label(), "Not all values of %s satisfy the generated guard %d <= %s and %s <= %s", shown.whole(), s.Lo, place, place, high)
	if len(v.fixes[shown.Label]) > 1 { // it already is a multiple of a new one
		return
	}
	bounds := ""
	if s.Lo > 2 {
		bounds += fmt.Sprintf(", min=%d", s.Lo)
	}
	if s.Hi != Infinity {
		bounds += fmt.Sprintf(", max=%d", s.Hi)
	}
	v.fix(shown.Label, "%s = Dim('%s'%s)", shown.Label, shown.Label, bounds)
}
