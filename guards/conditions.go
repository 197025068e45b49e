package guards

import (
	"maps"
	"slices"

	"github.com/magneto-go/magneto/symbolic"
)

// Conditions lists what has been decided of the symbols: conditions in their order, then what symbols turned out to be equal to.
func (e *ShapeEnv) Conditions() []symbolic.Bool {
	out := relations(e.guards)
	for _, name := range slices.Sorted(maps.Keys(e.replacements)) {
		symbol := symbolic.FromExpr(symbolic.NewSymbol(name))
		out = append(out, symbol.Eq(symbolic.FromExpr(e.replacements[name])))
	}
	return out
}

// Decided lists what has been decided of the symbols in its order, each as it was decided.
func (e *ShapeEnv) Decided() []symbolic.Bool { return relations(e.decided) }

// DecidedGiven are the texts of Decided, as the program asked.
func (e *ShapeEnv) DecidedGiven() []string {
	var out []string
	for i, b := range e.Decided() {
		if given := e.decided[i].given; given != nil {
			out = append(out, given())
		} else {
			out = append(out, b.Given(nil))
		}
	}
	return out
}

// DecidedTexts lists what has been decided of places, as Python.
func (e *ShapeEnv) DecidedTexts() []string {
	var out []string
	style := symbolic.PythonStyle(func(name string) string { return e.symbols[name].Place.Text() })
	for _, g := range e.decided {
		if slices.ContainsFunc(symbolic.Symbols(g.expr), func(name string) bool { return !e.symbols[name].read() }) {
			continue
		}
		if g.asked != nil {
			out = append(out, g.asked(style))
		} else {
			out = append(out, symbolic.Print(g.expr, style))
		}
	}
	return out
}

// TakeGuards gives up the guards, and lists what they say beside the ranges of single symbols: somebody else checks it.
func (e *ShapeEnv) TakeGuards() []*symbolic.Expr {
	var out []*symbolic.Expr
	for _, g := range e.guards {
		out = append(out, g.expr)
	}
	e.guards = nil
	return out
}

// read tells whether the value of a symbol is read off an input.
func (s *Symbol) read() bool { return s.Place.Source != nil && s.Place.Source.Access != Constant }

// relations are recorded conditions, each in the direction in which it was asked.
func relations(list []recorded) []symbolic.Bool {
	var out []symbolic.Bool
	for _, g := range list {
		b := symbolic.FromRelation(g.expr)
		if g.strict {
			b = b.Strictly()
		}
		if g.turn {
			b = b.Reversed()
		}
		out = append(out, b)
	}
	return out
}

// Replacements are the expressions that stand for symbols that turned out to be equal to them, by the names of these.
func (e *ShapeEnv) Replacements() map[string]*symbolic.Expr { return e.replacements }
