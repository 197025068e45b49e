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
func FormatException(e *object.Exception) string {
	r := report{seen: map[*object.Exception]bool{}}
	r.chain(e)
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

func (r *report) chain(e *object.Exception) {
	r.seen[e] = true
	if c, ok := object.AsException(e.Cause); ok {
		if !r.seen[c] {
			r.chain(c)
			r.emit(causeText, "|")
		}
	} else if c, ok := object.AsException(e.Context); ok && !e.SuppressContext && !r.seen[c] {
		r.chain(c)
		r.emit(contextText, "|")
	}
	if e.Matches(object.BaseExceptionGroup) && len(e.Args.Items) > 1 {
		if items, err := object.ToSlice(e.Args.Items[1]); err == nil {
			r.group(e, items)
			return
		}
	}
	if e.Traceback != nil {
		r.emit("Traceback (most recent call last):\n", "|")
		r.emit(FormatTraceback(e.Traceback, 0), "|")
	}
	r.emit(FormatExceptionOnly(e, e.Traceback), "|")
}

func (r *report) group(e *object.Exception, items []Value) {
	if r.depth > maxGroupDepth {
		r.emit(fmt.Sprintf("... (max_group_depth is %d)\n", maxGroupDepth), "|")
		return
	}
	outermost, margin := r.depth == 0, "|"
	if outermost {
		r.depth, margin = 1, "+"
	}
	if e.Traceback != nil {
		r.emit("Exception Group Traceback (most recent call last):\n", margin)
		r.emit(FormatTraceback(e.Traceback, 0), "|")
	}
	r.emit(FormatExceptionOnly(e, e.Traceback), "|")
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
			r.chain(sub)
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

// FormatTraceback is the "File ..." part; limit > 0 keeps the first entries only.
func FormatTraceback(tb *object.Traceback, limit int) string {
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
		b.WriteString(FormatFrameLine(tb.Code, tb.Lasti, tb.Line))
	}
	flush()
	return b.String()
}

// FormatFrameLine is one entry: where, the source line, and the carets.
func FormatFrameLine(code *object.Code, lasti, lineno int) string {
	s := fmt.Sprintf("  File \"%s\", line %d, in %s\n", code.Filename, lineno, code.Name)
	pos := bytecode.NoPos
	if lasti >= 0 && lasti < len(code.Positions) {
		pos = code.Positions[lasti]
	}
	return s + SourceWithCarets(code.Filename, lineno, pos)
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
		if hint := Suggestion(e, tb); hint != "" {
			msg += hint
		}
		if msg == "" {
			b.WriteString(name + "\n")
		} else {
			b.WriteString(name + ": " + msg + "\n")
		}
	}
	if notes, ok := object.Items(e.Attr("__notes__")); ok {
		for _, n := range notes {
			s, err := object.StrOf(n)
			if err != nil {
				s = "<note str() failed>"
			}
			b.WriteString(s + "\n")
		}
	}
	return b.String()
}

func formatSyntax(b *strings.Builder, e *object.Exception, name string) {
	file, ok := object.Text(e.Attr("filename"))
	line, hasLine := e.Attr("lineno").AsInt()
	if hasLine {
		if !ok {
			file = "<string>"
		}
		fmt.Fprintf(b, "  File \"%s\", line %d\n", file, line)
		if text, ok := object.Text(e.Attr("text")); ok {
			stripped := strings.TrimRight(text, "\r\n")
			body := strings.TrimLeft(stripped, " \t\f")
			b.WriteString("    " + strings.TrimRight(body, " \t") + "\n")
			off, hasOff := e.Attr("offset").AsInt()
			if hasOff && off > 0 {
				start := int(off) - 1
				end, hasEnd := e.Attr("end_offset").AsInt()
				endLine, _ := e.Attr("end_lineno").AsInt()
				last := start + 1
				if hasEnd && endLine == line && int(end)-1 > start {
					last = int(end) - 1
				} else if hasEnd && endLine > line {
					last = len(stripped)
				}
				lead := len(stripped) - len(body)
				if start >= lead {
					fmt.Fprintf(b, "    %s%s\n", strings.Repeat(" ", start-lead), strings.Repeat("^", max(last-start, 1)))
				}
			}
		}
	}
	msg := "None"
	if m := e.Attr("msg"); !m.IsNone() {
		msg, _ = object.StrOf(m)
	}
	b.WriteString(name + ": " + msg + "\n")
}
