package interp

import (
	"strings"

	"github.com/magneto-go/magneto/vm/object"
)

// Suggestion is the "Did you mean" part of the report of a NameError, AttributeError or ImportError: the known name at the
// least edit distance from the wrong one, if it is near enough. Names in scope are known only with a traceback.
func Suggestion(e *object.Exception, tb *object.Traceback) string {
	wrong, ok := object.Text(e.Attr("name"))
	if !ok || wrong == "" {
		return ""
	}
	var names []string
	add := func(v Value) {
		list, _ := object.ToSlice(v)
		for _, k := range list {
			if s, ok := object.Text(k); ok {
				names = append(names, s)
			}
		}
	}
	switch {
	case e.Matches(object.AttributeError):
		obj := e.Attr("obj")
		m, err := object.LookupSpecial(obj, "__dir__")
		if err != nil || m.IsNull() {
			return ""
		}
		if r, err := object.Call(m); err == nil {
			add(r)
		}
	case e.Matches(object.NameError):
		if tb == nil {
			if isStandardModule(wrong) {
				return ". Did you forget to import '" + wrong + "'?"
			}
			return ""
		}
		for tb.Next != nil {
			tb = tb.Next
		}
		f, ok := AsFrame(tb.Frame)
		if !ok {
			return ""
		}
		add(f.LocalsDict())
		add(f.globals.Ref())
		add(f.builtins.Ref())
		if self, ok := object.AsDict(f.LocalsDict()); ok {
			if v, ok := self.Lookup("self"); ok {
				if x, err := object.LookupAttr(v, object.Intern(wrong)); err == nil && !x.IsNull() {
					return ". Did you mean: 'self." + wrong + "'?"
				}
			}
		}
		if isStandardModule(wrong) && nearest(wrong, names) == "" {
			return ". Did you forget to import '" + wrong + "'?"
		}
	case e.Matches(object.ImportError):
		from, ok := object.Text(e.Attr("name_from"))
		if !ok {
			return ""
		}
		m, ok := Modules.Lookup(wrong)
		if !ok {
			return ""
		}
		wrong = from
		if d := m.Dict(); d != nil {
			add(d.Ref())
		}
	}
	if near := nearest(wrong, names); near != "" {
		return ". Did you mean: '" + near + "'?"
	}
	return ""
}

// isStandardModule tells whether the standard library has a module of that name.
func isStandardModule(name string) bool {
	if _, ok := natives[name]; ok {
		return true
	}
	for _, lib := range libraries {
		for _, tail := range []string{".py", "/__init__.py"} {
			if f, err := lib.files.Open(lib.root + "/" + name + tail); err == nil {
				f.Close()
				return true
			}
		}
	}
	return false
}

const (
	moveCost = 2
	caseCost = 1
)

// nearest is the best suggestion, "" when none is near enough: at most a third of the characters may differ.
func nearest(wrong string, names []string) string {
	if len(names) > 750 || len(wrong) > 40 {
		return ""
	}
	best, bestDistance := "", -1
	for _, n := range names {
		if n == wrong || strings.HasPrefix(n, "_") && !strings.HasPrefix(wrong, "_") {
			continue
		}
		limit := (len(n) + len(wrong) + 3) * moveCost / 6
		if bestDistance >= 0 && bestDistance-1 < limit {
			limit = bestDistance - 1
		}
		if d := editDistance(wrong, n, limit); d <= limit && (bestDistance < 0 || d < bestDistance) {
			best, bestDistance = n, d
		}
	}
	return best
}

// editDistance is Levenshtein's, in moves of cost 2 where a change of case costs 1. Above the limit the value is only
// known to be above.
func editDistance(a, b string, limit int) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) == 0 || len(b) == 0 {
		return (len(a) + len(b)) * moveCost
	}
	if len(a) > 40 || len(b) > 40 {
		return limit + 1
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j * moveCost
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i * moveCost
		for j := 1; j <= len(b); j++ {
			cost := moveCost
			switch x, y := a[i-1], b[j-1]; {
			case x == y:
				cost = 0
			case x|0x20 == y|0x20 && (x|0x20) >= 'a' && (x|0x20) <= 'z':
				cost = caseCost
			}
			d := min(diagonal+cost, row[j]+moveCost, row[j-1]+moveCost)
			diagonal, row[j] = row[j], d
		}
	}
	return row[len(b)]
}
