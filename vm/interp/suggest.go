package interp

import (
	"slices"
	"strings"

	"github.com/magneto-go/magneto/vm/object"
)

// Suggestion is the "Did you mean" part of the report of a NameError, AttributeError or ImportError: the known name at the
// least edit distance from the wrong one, if it is near enough. Names in scope are known only with a traceback.
func Suggestion(th *object.Thread, e *object.Exception, tb *object.Traceback) string {
	wrong, ok := object.Text(e.Attr("name"))
	if !ok || wrong == "" {
		return ""
	}
	if hint := absent(e, wrong); hint != "" {
		return ". " + hint
	}
	near := ""
	switch {
	case e.Matches(object.AttributeError):
		near = nearest(wrong, visible(wrong, attributeNames(th, e.Attr("obj"))))
	case e.Matches(object.NameError):
		near = nearName(th, wrong, tb)
		if isStandardModule(wrong) {
			if near == "" {
				return ". Did you forget to import '" + wrong + "'?"
			}
			return ". Did you mean: '" + near + "'? Or did you forget to import '" + wrong + "'?"
		}
	case e.Matches(object.ImportError):
		from, ok := object.Text(e.Attr("name_from"))
		if !ok {
			return ""
		}
		m, err := ImportModule(th, wrong)
		if err != nil {
			return ""
		}
		near = nearest(from, visible(from, attributeNames(th, m)))
	}
	if near == "" {
		return ""
	}
	return ". Did you mean: '" + near + "'?"
}

// hints are the functions of RegisterHint.
var hints []func(owner, name string) string

// RegisterHint adds a function that knows of names which a module or a class, by its full name, ought to have: what it says
// takes the place of a guess. It says nothing for others.
func RegisterHint(f func(owner, name string) string) { hints = append(hints, f) } // start: by Register

// absent is what the hints say about the name that an exception misses.
func absent(e *object.Exception, name string) string {
	var owners []string
	switch {
	case e.Matches(object.AttributeError):
		obj := e.Attr("obj")
		if m, ok := object.AsModule(obj); ok {
			owners = []string{m.Name}
		} else if !obj.IsNull() {
			for _, t := range obj.Type().MRO {
				owners = append(owners, t.FullName())
			}
		}
	case e.Matches(object.ImportError):
		if from, ok := object.Text(e.Attr("name_from")); ok {
			owners, name = []string{name}, from
		} else if i := strings.LastIndexByte(name, '.'); i >= 0 {
			owners, name = []string{name[:i]}, name[i+1:]
		}
	}
	for _, owner := range owners {
		for _, f := range hints {
			if hint := f(owner, name); hint != "" {
				return hint
			}
		}
	}
	return ""
}

// attributeNames is dir(v).
func attributeNames(th *object.Thread, v Value) []string {
	m, err := object.LookupSpecial(th, v, "__dir__")
	if err != nil || m.IsNull() {
		return nil
	}
	list, err := object.Call(th, m)
	if err != nil {
		return nil
	}
	names := textsOf(th, list)
	slices.Sort(names)
	return names
}

// visible leaves out private names, unless a private one is looked for.
func visible(wrong string, names []string) []string {
	if strings.HasPrefix(wrong, "_") {
		return names
	}
	return slices.DeleteFunc(names, func(n string) bool { return strings.HasPrefix(n, "_") })
}

// textsOf lists the strings of an iterable.
func textsOf(th *object.Thread, v Value) []string {
	items, _ := object.ToSlice(th, v)
	var texts []string
	for _, x := range items {
		if s, ok := object.Text(x); ok {
			texts = append(texts, s)
		}
	}
	return texts
}

// nearName looks in the scopes of the frame that raised a NameError. In a method the attribute of that name comes first.
func nearName(th *object.Thread, wrong string, tb *object.Traceback) string {
	if tb == nil {
		return ""
	}
	for tb.Next != nil {
		tb = tb.Next
	}
	f, ok := AsFrame(tb.Frame)
	if !ok {
		return ""
	}
	locals := f.LocalsDict()
	if d, ok := object.AsDict(locals); ok {
		if self, ok := d.Lookup("self"); ok {
			if x, err := object.LookupAttr(th, self, object.Intern(wrong)); err == nil && !x.IsNull() {
				return "self." + wrong
			}
		}
	}
	return nearest(wrong, slices.Concat(textsOf(th, locals), textsOf(th, f.globals.Ref()), textsOf(th, f.builtins.Ref())))
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
		if n == wrong {
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
