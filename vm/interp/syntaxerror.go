package interp

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/magneto-go/magneto/frontend/syntax"
	"github.com/magneto-go/magneto/vm/object"
)

// Syntax errors as exceptions, and how a report shows them.

// syntaxError makes the exception for an error of the parser or compiler. source is the text that was compiled, "" for a
// script, whose report reads the file.
func syntaxError(th *object.Thread, err error, source string) error {
	var s *syntax.SyntaxError
	if !errors.As(err, &s) {
		return err
	}
	t := object.SyntaxError
	switch s.Kind {
	case "IndentationError":
		t = object.IndentationError
	case "TabError":
		t = object.TabError
	}
	args := []Value{object.NewStr(s.Msg)}
	if s.Line != 0 || s.Filename != "" {
		text := object.None
		if s.Text != "" || s.Line == 0 {
			text = object.NewStr(s.Text)
		}
		args = append(args, object.NewTuple(object.NewStr(s.Filename), object.Int(int64(s.Line)), object.Int(int64(s.Col)), text,
			object.Int(int64(s.EndLine)), object.Int(int64(s.EndCol))).Ref())
	}
	v, cerr := object.Call(th, t.Ref(), args...)
	if cerr != nil {
		return cerr
	}
	e, _ := object.AsException(v)
	text := object.None
	if source != "" {
		text = object.NewStr(source)
	}
	e.SetAttr(th, "_metadata", object.NewTuple(object.Int(int64(s.Statement)), object.Int(0), text).Ref())
	return e
}

// warnSyntax issues the warnings about a program, by the module warnings. One that its filters make an error is a
// SyntaxError.
func warnSyntax(th *object.Thread, tree *syntax.Tree, source string) error {
	if len(tree.Warnings) == 0 || strings.HasPrefix(tree.Filename, "<magneto>") {
		return nil
	}
	m, err := ImportModule(th, "warnings")
	if err != nil {
		return err
	}
	warn, err := object.GetAttr(th, m, "warn_explicit")
	if err != nil {
		return err
	}
	for _, w := range tree.Warnings {
		_, err := object.Call(th, warn, object.NewStr(w.Msg), object.SyntaxWarning.Ref(), object.NewStr(tree.Filename), object.Int(int64(w.Span.Line)))
		switch {
		case err == nil:
		case object.ErrorIs(err, object.SyntaxWarning):
			e := tree.WarningError(w)
			if w.Error == "" && !isFile(th, tree.Filename) {
				e.Text = ""
			}
			return syntaxError(th, e, source)
		default:
			return err
		}
	}
	return nil
}

// mistake is what a report shows of a syntax error. Columns count from 1; 0 is unknown.
type mistake struct {
	msg, text                string
	line, endLine            int
	offset, end              int
	named                    bool // it has a file name
	hasLine, hasCol, hasText bool
}

// mistakeOf reads the attributes of a SyntaxError.
func mistakeOf(th *object.Thread, e *object.Exception) (m mistake, file string) {
	file, m.named = object.Text(e.Attr("filename"))
	m.msg = "<no detail available>"
	if v := e.Attr("msg"); !v.IsNull() && !v.IsNone() {
		m.msg, _ = object.StrOf(th, v)
	}
	number := func(attr string) (int, bool) {
		n, ok := e.Attr(attr).AsInt()
		return int(n), ok
	}
	m.line, m.hasLine = number("lineno")
	m.offset, m.hasCol = number("offset")
	m.endLine, _ = number("end_lineno")
	m.end, _ = number("end_offset")
	m.text, m.hasText = object.Text(e.Attr("text"))
	return m, file
}

func formatSyntax(th *object.Thread, b *strings.Builder, e *object.Exception, name string, coloured bool) {
	m, file := mistakeOf(th, e)
	suffix := ""
	switch {
	case m.hasLine:
		if fixed, ok := keywordTypo(th, e, m, file); ok {
			m = fixed
		}
		if file == "" {
			file = "<string>"
		}
		entry := fmt.Sprintf("  File \"%s\", line %d\n", file, m.line)
		if m.hasText {
			entry += m.marked()
		}
		if coloured {
			entry = colourEntry(entry)
		}
		b.WriteString(entry)
	case m.named:
		suffix = " (" + file + ")"
	}
	b.WriteString(verdict(name, m.msg+suffix, coloured))
}

// marked is the line with carets below the mistake.
func (m *mistake) marked() string {
	line := strings.TrimRight(m.text, "\n")
	body := strings.TrimLeft(line, " \n\f")
	shown := "    " + body + "\n"
	if !m.hasCol {
		return shown
	}
	runes := []rune(body)
	lead := len(line) - len(body)
	end := len([]rune(line)) + 1
	if m.line == m.endLine {
		if end = m.end; end == 0 {
			end = m.offset
		}
	}
	if n := len([]rune(m.text)); m.text != "" {
		m.offset = min(m.offset, n)
		end = min(end, n+1)
	}
	if end == m.offset || end == -1 {
		end = m.offset + 1
	}
	start := m.offset - 1 - lead
	if start < 0 {
		return shown
	}
	var b strings.Builder
	for _, r := range runes[:min(start, len(runes))] {
		if !unicode.IsSpace(r) {
			r = ' '
		}
		b.WriteRune(r)
	}
	return shown + "    " + b.String() + strings.Repeat("^", max(end-m.offset, 0)) + "\n"
}
