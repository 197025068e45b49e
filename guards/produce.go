package guards

import (
	"fmt"

	"github.com/magneto-go/magneto/symbolic"
)

// The guards that a trace leaves behind.

// Produce lists the shape guards: equalities of inputs, recorded conditions,
// ranges.
func (e *ShapeEnv) Produce() []*ShapeGuard {
	if e.Log != nil {
		e.Log("produce_guards")
	}
	var out []*ShapeGuard
	texts := map[string]bool{}
	places, firsts := map[string]Place{}, map[string]*Symbol{}
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
			same := symbolic.NewRealRelation(symbolic.Eq, raw, x)
			if v, ok := symbolic.FloatOf(x).Const(); ok {
				same = symbolic.SameReal(raw, v)
			}
			add(same.Expr(), p.Text()+" == "+print(x), "", line)
			return
		}
		relation := symbolic.FromExpr(raw).Eq(symbolic.FromExpr(x))
		if relation.Expr() != nil {
			add(relation.Expr(), p.Text()+" == "+print(x), "", line)
		}
	}
	for _, s := range e.order { // of the places that hold one symbol, the first stands for it
		x := e.replacements[s.Name]
		if places[s.Name].Source == nil || x != nil && x.Kind != symbolic.Symbol {
			continue
		}
		survivor := s.Name
		if x != nil {
			survivor = x.Name
		}
		if first, ok := firsts[survivor]; !ok {
			firsts[survivor], places[survivor] = s, s.Place
		} else if first != s {
			equal(s.Place, symbolic.NewSymbol(survivor), s.Line)
		}
	}
	for _, s := range e.order {
		if x, ok := e.replacements[s.Name]; ok && x.Kind != symbolic.Symbol && places[s.Name].Source != nil {
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
		if g.asked != nil && x == g.expr && !ofFloats(x) && (x.Kind != symbolic.Eq || x.Args[1].Kind == symbolic.Const) {
			text = g.asked(style)
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
		before := len(out)
		e.addRange(s, places[s.Name].Text(), add)
		for _, g := range out[before:] {
			g.ranged = true
		}
	}
	return out
}

func (e *ShapeEnv) knownByRange(x *symbolic.Expr) (bool, bool) {
	saved := e.guards
	e.guards = nil
	defer func() { e.guards = saved }()
	return e.known(x)
}

func (e *ShapeEnv) addRange(s *Symbol, name string, add func(*symbolic.Expr, string, string, UserLine)) {
	raw := symbolic.FromExpr(symbolic.NewSymbol(s.Name))
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
