package interp

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/vm/object"
)

// Traceback text as CPython prints it: the stack, the source lines with carets under the failing part, notes, causes.

// FormatException is the report of an uncaught exception, ending in a newline.
func FormatException(th *object.Thread, e *object.Exception) string {
	r := report{seen: map[*object.Exception]bool{}}
	r.chain(th, e)
	return r.b.String()
}

// FormatIgnored is FormatException as for an exception that had nowhere to go: the lines are shown without carets.
func FormatIgnored(th *object.Thread, e *object.Exception) string {
	r := report{seen: map[*object.Exception]bool{}, plain: true}
	r.chain(th, e)
	return r.b.String()
}

const (
	causeText   = "\nThe above exception was the direct cause of the following exception:\n\n"
	contextText = "\nDuring handling of the above exception, another exception occurred:\n\n"

	maxGroupWidth = 15 // of the exceptions of a group, the number shown
	maxGroupDepth = 10
)

// A report is the text of an exception, those that led to it and those in it. Within groups lines have a margin.
type report struct {
	b     strings.Builder
	seen  map[*object.Exception]bool
	depth int  // of groups
	open  bool // the innermost group wants a line that ends it
	plain bool // no carets

	coloured bool
}

func (r *report) indent() string { return strings.Repeat("  ", r.depth) }

// emit writes lines behind the margin.
func (r *report) emit(text, margin string) {
	indent := r.indent()
	if r.depth > 0 {
		indent += margin + " "
	}
	for _, l := range strings.SplitAfter(text, "\n") {
		if l != "" {
			r.b.WriteString(indent + l)
		}
	}
}

func (r *report) chain(th *object.Thread, e *object.Exception) {
	r.seen[e] = true
	if c, ok := object.AsException(e.Cause); ok {
		if !r.seen[c] {
			r.chain(th, c)
			r.emit(causeText, "|")
		}
	} else if c, ok := object.AsException(e.Context); ok && !e.SuppressContext && !r.seen[c] {
		r.chain(th, c)
		r.emit(contextText, "|")
	}
	if e.Matches(object.BaseExceptionGroup) && len(e.Args.Items) > 1 {
		if items, err := object.ToSlice(th, e.Args.Items[1]); err == nil {
			r.group(th, e, items)
			return
		}
	}
	if tb := limited(th, e.Traceback); tb != nil {
		r.emit("Traceback (most recent call last):\n", "|")
		r.emit(formatTraceback(th, tb, 0, !r.plain, r.coloured), "|")
	}
	r.emit(formatOnly(th, e, e.Traceback, r.coloured), "|")
}

func (r *report) group(th *object.Thread, e *object.Exception, items []Value) {
	if r.depth > maxGroupDepth {
		r.emit(fmt.Sprintf("... (max_group_depth is %d)\n", maxGroupDepth), "|")
		return
	}
	outermost, margin := r.depth == 0, "|"
	if outermost {
		r.depth, margin = 1, "+"
	}
	if tb := limited(th, e.Traceback); tb != nil {
		r.emit("Exception Group Traceback (most recent call last):\n", margin)
		r.emit(formatTraceback(th, tb, 0, !r.plain, r.coloured), "|")
	}
	r.emit(formatOnly(th, e, e.Traceback, r.coloured), "|")
	shown := min(len(items), maxGroupWidth+1)
	r.open = false
	for i, x := range items[:shown] {
		corner, title := "  ", strconv.Itoa(i+1)
		if i == 0 {
			corner = "+-"
		}
		if i == maxGroupWidth {
			title = "..."
		}
		last := i == shown-1
		if last {
			r.open = true
		}
		r.b.WriteString(r.indent() + corner + "+---------------- " + title + " ----------------\n")
		r.depth++
		if sub, ok := object.AsException(x); i < maxGroupWidth && ok {
			r.chain(th, sub)
		} else if rest := len(items) - maxGroupWidth; rest == 1 {
			r.emit("and 1 more exception\n", "|")
		} else {
			r.emit(fmt.Sprintf("and %d more exceptions\n", rest), "|")
		}
		if last && r.open {
			r.b.WriteString(r.indent() + "+------------------------------------\n")
			r.open = false
		}
		r.depth--
	}
	if outermost {
		r.depth = 0
	}
}

func formatTraceback(th *object.Thread, tb *object.Traceback, limit int, carets, coloured bool) string {
	var b strings.Builder
	var last string
	count, shown := 0, 0
	flush := func() {
		if count > 3 {
			n := count - 3
			s := "s"
			if n == 1 {
				s = ""
			}
			fmt.Fprintf(&b, "  [Previous line repeated %d more time%s]\n", n, s)
		}
	}
	for ; tb != nil; tb = tb.Next {
		if limit > 0 && shown >= limit {
			break
		}
		shown++
		key := fmt.Sprintf("%s:%d:%s", tb.Code.Filename, tb.Line, tb.Code.Name)
		if key == last {
			count++
			if count > 3 {
				continue
			}
		} else {
			flush()
			last, count = key, 1
		}
		lasti := tb.Lasti
		if !carets {
			lasti = -1
		}
		entry := FormatFrameLine(th, tb.Code, lasti, tb.Line)
		if coloured {
			entry = colourEntry(entry)
		}
		b.WriteString(entry)
	}
	flush()
	return b.String()
}

// FormatFrameLine is one entry: where, the source line, and the carets.
func FormatFrameLine(th *object.Thread, code *object.Code, lasti, lineno int) string {
	s := fmt.Sprintf("  File \"%s\", line %d, in %s\n", code.Filename, lineno, code.Name)
	pos := bytecode.NoPos
	if lasti >= 0 && lasti < len(code.Positions) {
		pos = code.Positions[lasti]
	}
	return s + SourceWithCarets(th, code.Filename, lineno, pos)
}

func formatOnly(th *object.Thread, e *object.Exception, tb *object.Traceback, coloured bool) string {
	t := e.Type()
	name := t.QualName
	if m := t.ModuleName(); m != "builtins" && m != "__main__" && m != "" {
		name = m + "." + name
	}
	var b strings.Builder
	if e.Matches(object.SyntaxError) {
		formatSyntax(th, &b, e, name, coloured)
	} else {
		msg, err := object.StrOf(th, e.Ref())
		if err != nil {
			msg = "<exception str() failed>"
		}
		if hint := Suggestion(th, e, tb); hint != "" {
			msg += hint
		}
		b.WriteString(verdict(name, msg, coloured))
	}
	b.WriteString(formatNotes(th, e.Attr("__notes__")))
	return b.String()
}

// verdict is the line of an exception: its class and its text, if there is one.
func verdict(name, msg string, coloured bool) string {
	if coloured {
		name = painted(colourClass, name)
	}
	if msg == "" {
		return name + "\n"
	}
	if coloured {
		msg = painted(colourPlace, msg)
	}
	return name + ": " + msg + "\n"
}

// formatNotes gives each note its lines. What is no sequence of notes is shown as it is.
func formatNotes(th *object.Thread, notes Value) string {
	if notes.IsNull() || notes.IsNone() {
		return ""
	}
	items, ok := object.Items(notes)
	if !ok {
		s, err := object.Repr(th, notes)
		if err != nil {
			s = "<__notes__ repr() failed>"
		}
		return s + "\n"
	}
	var b strings.Builder
	for _, n := range items {
		s, err := object.StrOf(th, n)
		if err != nil {
			s = "<note str() failed>"
		}
		b.WriteString(s + "\n")
	}
	return b.String()
}

// limited is the part of a traceback that sys.tracebacklimit leaves: the innermost entries.
func limited(th *object.Thread, tb *object.Traceback) *object.Traceback {
	m, ok := MachineOf(th).Modules.Lookup("sys")
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
