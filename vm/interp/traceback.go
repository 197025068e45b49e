package interp

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/vm/object"
)

// Reports of exceptions as CPython prints them: causes first, then the stack, the exception, its notes; groups as trees.

// FormatException is the report of an uncaught exception, ending in a newline.
func FormatException(e *object.Exception) string {
	r := report{seen: map[*object.Exception]bool{}}
	r.chain(e)
	return r.text.String()
}

const (
	causeText   = "\nThe above exception was the direct cause of the following exception:\n\n"
	contextText = "\nDuring handling of the above exception, another exception occurred:\n\n"

	maxGroupWidth = 15 // exceptions of a group that are shown
	maxGroupDepth = 10 // groups within groups
)

// report is a report being written. Exceptions of groups stand behind a margin of two columns for each group around.
type report struct {
	text  strings.Builder
	seen  map[*object.Exception]bool
	depth int
	close bool // the last group still has to be closed with a line
}

// lines writes whole lines behind the margin.
func (r *report) lines(s string, margin byte) {
	if r.depth == 0 {
		r.text.WriteString(s)
		return
	}
	for line := range strings.Lines(s) {
		r.text.WriteString(strings.Repeat("  ", r.depth))
		r.text.WriteByte(margin)
		r.text.WriteString(" " + line)
	}
}

// chain writes what led to e, then e.
func (r *report) chain(e *object.Exception) {
	type link struct {
		e    *object.Exception
		text string // how it led to the next
	}
	var links []link
	for text := ""; e != nil; {
		links = append(links, link{e, text})
		r.seen[e] = true
		next, ok := object.AsException(e.Cause)
		text = causeText
		if !ok && !e.SuppressContext {
			next, ok = object.AsException(e.Context)
			text = contextText
		}
		if !ok || r.seen[next] {
			break
		}
		e = next
	}
	for i := len(links) - 1; i >= 0; i-- {
		r.exception(links[i].e)
		r.lines(links[i].text, '|')
	}
}

func (r *report) exception(e *object.Exception) {
	members, group := groupMembers(e)
	switch {
	case !group:
		if stack := limited(e.Traceback); stack != nil {
			r.lines("Traceback (most recent call last):\n"+FormatTraceback(stack, 0), '|')
		}
		r.lines(FormatExceptionOnly(e, e.Traceback), '|')
	case r.depth > maxGroupDepth:
		r.lines(fmt.Sprintf("... (max_group_depth is %d)\n", maxGroupDepth), '|')
	default:
		r.group(e, members)
	}
}

// group writes an exception group and its members, each below a line with its number.
func (r *report) group(e *object.Exception, members []Value) {
	margin, top := byte('|'), r.depth == 0
	if top {
		margin = '+'
		r.depth++
		defer func() { r.depth-- }()
	}
	if stack := limited(e.Traceback); stack != nil {
		r.lines("Exception Group Traceback (most recent call last):\n", margin)
		r.lines(FormatTraceback(stack, 0), '|')
	}
	r.lines(FormatExceptionOnly(e, e.Traceback), '|')
	shown := min(len(members), maxGroupWidth+1)
	r.close = false
	for i, m := range members[:shown] {
		last := i == shown-1
		if last {
			r.close = true // unless a group inside closes it
		}
		title, joint := fmt.Sprint(i+1), "  "
		if i == 0 {
			joint = "+-"
		}
		if i == maxGroupWidth {
			title = "..."
		}
		fmt.Fprintf(&r.text, "%s%s+---------------- %s ----------------\n", strings.Repeat("  ", r.depth), joint, title)
		r.depth++
		if i < maxGroupWidth {
			member, _ := object.AsException(m)
			r.chain(member)
		} else {
			rest := len(members) - maxGroupWidth
			r.lines(fmt.Sprintf("and %d more exception%s\n", rest, plural(rest)), '|')
		}
		if last && r.close {
			r.text.WriteString(strings.Repeat("  ", r.depth) + "+------------------------------------\n")
			r.close = false
		}
		r.depth--
	}
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// groupMembers are the exceptions of a group.
func groupMembers(e *object.Exception) ([]Value, bool) {
	if !e.Matches(object.BaseExceptionGroup) || len(e.Args.Items) < 2 {
		return nil, false
	}
	items, err := object.ToSlice(e.Args.Items[1])
	return items, err == nil
}

// limited is the part of a traceback that sys.tracebacklimit leaves: the innermost entries.
func limited(tb *object.Traceback) *object.Traceback {
	m, ok := Modules.Lookup("sys")
	if !ok || m.Dict() == nil {
		return tb
	}
	v, ok := m.Dict().Lookup("tracebacklimit")
	if !ok {
		return tb
	}
	limit, isInt := v.AsInt()
	if !isInt {
		return tb
	}
	n := 0
	for t := tb; t != nil; t = t.Next {
		n++
	}
	for ; tb != nil && int64(n) > max(limit, 0); n-- {
		tb = tb.Next
	}
	return tb
}

// shownAlike is the number of equal entries in a row that are shown.
const shownAlike = 3

// FormatTraceback is the "File ..." part; limit > 0 keeps the first entries only.
func FormatTraceback(tb *object.Traceback, limit int) string {
	type place struct {
		file, name string
		line       int
	}
	var b strings.Builder
	var last place
	alike, shown := 0, 0
	flush := func() {
		if n := alike - shownAlike; n > 0 {
			fmt.Fprintf(&b, "  [Previous line repeated %d more time%s]\n", n, plural(n))
		}
	}
	for ; tb != nil && (limit <= 0 || shown < limit); tb = tb.Next {
		shown++
		if here := (place{tb.Code.Filename, tb.Code.Name, tb.Line}); here != last {
			flush()
			last, alike = here, 0
		}
		if alike++; alike <= shownAlike {
			b.WriteString(FormatFrameLine(tb.Code, tb.Lasti, tb.Line))
		}
	}
	flush()
	return b.String()
}

// FormatFrameLine is one entry: where, the source line, and the carets.
func FormatFrameLine(code *object.Code, lasti, lineno int) string {
	pos := bytecode.NoPos
	if lasti >= 0 && lasti < len(code.Positions) {
		pos = code.Positions[lasti]
	}
	return fmt.Sprintf("  File \"%s\", line %d, in %s\n", code.Filename, lineno, code.Name) + sourceWithCarets(code.Filename, lineno, pos)
}

// FormatExceptionOnly is the last part of the report: the class, the text, and the notes. tb, which may be nil, serves for
// suggestions.
func FormatExceptionOnly(e *object.Exception, tb *object.Traceback) string {
	t := e.Type()
	name := t.QualName
	if m := t.ModuleName(); m != "builtins" && m != "__main__" && m != "" {
		name = m + "." + name
	}
	var b strings.Builder
	if e.Matches(object.SyntaxError) {
		formatSyntax(&b, e, name)
	} else {
		msg, err := object.StrOf(e.Ref())
		if err != nil {
			msg = "<exception str() failed>"
		}
		if hint := suggest(e, tb); hint != "" {
			msg += hint
		}
		if msg == "" {
			b.WriteString(name + "\n")
		} else {
			b.WriteString(name + ": " + msg + "\n")
		}
	}
	b.WriteString(formatNotes(e.Attr("__notes__")))
	return b.String()
}

// formatNotes gives each note its lines. What is no sequence of notes is shown as it is.
func formatNotes(notes Value) string {
	if notes.IsNull() || notes.IsNone() {
		return ""
	}
	items, ok := object.Items(notes)
	if !ok {
		s, err := object.Repr(notes)
		if err != nil {
			s = "<__notes__ repr() failed>"
		}
		return s + "\n"
	}
	var b strings.Builder
	for _, n := range items {
		s, err := object.StrOf(n)
		if err != nil {
			s = "<note str() failed>"
		}
		b.WriteString(s + "\n")
	}
	return b.String()
}
