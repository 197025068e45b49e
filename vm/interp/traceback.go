package interp

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/vm/object"
)

// Traceback text as CPython prints it: the stack, the source lines with carets under the failing part, notes, causes.

// FormatException is the report of an uncaught exception, ending in a newline.
func FormatException(e *object.Exception) string {
	var b strings.Builder
	formatChain(&b, e, map[*object.Exception]bool{}, "")
	return b.String()
}

const (
	causeText   = "\nThe above exception was the direct cause of the following exception:\n\n"
	contextText = "\nDuring handling of the above exception, another exception occurred:\n\n"
)

func formatChain(b *strings.Builder, e *object.Exception, seen map[*object.Exception]bool, indent string) {
	seen[e] = true
	if c, ok := object.AsException(e.Cause); ok {
		if !seen[c] {
			formatChain(b, c, seen, indent)
			b.WriteString(indentLines(causeText, indent))
		}
	} else if c, ok := object.AsException(e.Context); ok && !e.SuppressContext && !seen[c] {
		formatChain(b, c, seen, indent)
		b.WriteString(indentLines(contextText, indent))
	}
	group := e.Matches(object.BaseExceptionGroup)
	if e.Traceback != nil {
		if group && indent == "" {
			b.WriteString("  + Exception Group Traceback (most recent call last):\n")
		} else if group {
			b.WriteString(indent + "Exception Group Traceback (most recent call last):\n")
		} else {
			b.WriteString(indent + "Traceback (most recent call last):\n")
		}
		pre := indent
		if group && indent == "" {
			pre = "  | "
		}
		b.WriteString(indentLines(FormatTraceback(e.Traceback, 0), pre))
	}
	pre := indent
	if group && indent == "" {
		pre = "  | "
	}
	b.WriteString(indentLines(FormatExceptionOnly(e, e.Traceback), pre))
	if group {
		items, _ := object.ToSlice(e.Args.Items[1])
		base := indent
		if base == "" {
			base = "  "
		} else {
			base = strings.TrimSuffix(base, "| ") + "  "
		}
		for i, x := range items {
			sub, _ := object.AsException(x)
			lead := base + "+-"
			if i > 0 {
				lead = base + "  "
			}
			if i == 0 {
				fmt.Fprintf(b, "%s+---------------- %d ----------------\n", lead, i+1)
			} else {
				fmt.Fprintf(b, "%s+---------------- %d ----------------\n", lead, i+1)
			}
			formatChain(b, sub, seen, base+"  | ")
		}
		fmt.Fprintf(b, "%s  +------------------------------------\n", base)
	}
}

func indentLines(s, indent string) string {
	if indent == "" || s == "" {
		return s
	}
	lines := strings.SplitAfter(s, "\n")
	var b strings.Builder
	for _, l := range lines {
		if l != "" {
			b.WriteString(indent + l)
		}
	}
	return b.String()
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
	var op bytecode.Opcode
	if lasti >= 0 && lasti < len(code.Positions) {
		pos, op = code.Positions[lasti], code.Instrs[lasti].Op
	}
	return s + sourceWithCarets(code.Filename, lineno, pos, op)
}

func sourceWithCarets(file string, lineno int, pos bytecode.Pos, op bytecode.Opcode) string {
	line, ok := SourceLine(file, lineno)
	if !ok {
		return ""
	}
	text := strings.TrimLeft(line, " \t\f")
	if strings.TrimSpace(text) == "" {
		return ""
	}
	trimmed := strings.TrimRight(text, " \t\r\n")
	if pos.Line <= 0 || int(pos.Line) != lineno || pos.Col < 0 || pos.EndCol < 0 {
		return "    " + trimmed + "\n"
	}
	if pos.EndLine != pos.Line {
		return multiLine(file, pos, op)
	}
	lead := len(line) - len(text)
	start, end := int(pos.Col), int(pos.EndCol)
	if start < lead || end > len(line) || start >= end {
		return "    " + trimmed + "\n"
	}
	marks := carets(line[start:end], op)
	if start <= lead && end-lead >= len(trimmed) && !strings.Contains(marks, "~") {
		return "    " + trimmed + "\n" // carets under a whole line say nothing
	}
	return "    " + trimmed + "\n    " + strings.Repeat(" ", utf8.RuneCountInString(line[lead:start])) + marks + "\n"
}

// multiLine shows an expression that spans lines: all of them, with carets under each.
func multiLine(file string, pos bytecode.Pos, op bytecode.Opcode) string {
	var lines []string
	indent := -1
	for n := int(pos.Line); n <= int(pos.EndLine); n++ {
		l, ok := SourceLine(file, n)
		if !ok {
			break
		}
		lines = append(lines, l)
		if t := strings.TrimLeft(l, " \t\f"); t != "" {
			if k := len(l) - len(t); indent < 0 || k < indent {
				indent = k
			}
		}
	}
	indent = max(indent, 0)
	whole := strings.TrimSpace(lines[0][:min(int(pos.Col), len(lines[0]))]) == "" &&
		strings.TrimSpace(lines[len(lines)-1][min(int(pos.EndCol), len(lines[len(lines)-1])):]) == ""
	var b strings.Builder
	for i, l := range lines {
		if len(lines) > 4 && i >= 1 && i < len(lines)-1 && whole {
			if i == 1 {
				fmt.Fprintf(&b, "    ...<%d lines>...\n", len(lines)-2)
			}
			continue
		}
		cut := strings.TrimRight(l, " \t\r\n")
		if len(cut) < indent {
			b.WriteString("\n")
			continue
		}
		b.WriteString("    " + cut[indent:] + "\n")
		if whole {
			continue
		}
		start, end := indent, len(cut)
		if t := strings.TrimLeft(cut, " \t"); len(cut)-len(t) > start {
			start = len(cut) - len(t)
		}
		if i == 0 {
			start = int(pos.Col)
		}
		if i == len(lines)-1 {
			end = min(int(pos.EndCol), len(cut))
		}
		if end > start {
			b.WriteString("    " + strings.Repeat(" ", start-indent) + strings.Repeat("^", end-start) + "\n")
		}
	}
	return b.String()
}

// carets marks a failing expression: ~ under the operands and ^ under the operator, the subscript or the call.
func carets(seg string, op bytecode.Opcode) string {
	n := utf8.RuneCountInString(seg)
	plain := strings.Repeat("^", n)
	mark := func(from, to int) string { // byte range of the anchor
		a := utf8.RuneCountInString(seg[:from])
		z := utf8.RuneCountInString(seg[:to])
		return strings.Repeat("~", a) + strings.Repeat("^", z-a) + strings.Repeat("~", n-z)
	}
	switch op {
	case bytecode.CALL, bytecode.CALL_KW, bytecode.CALL_FUNCTION_EX:
		if !strings.HasSuffix(seg, ")") {
			return plain
		}
		if i := matchOpen(seg, '(', ')'); i > 0 {
			return mark(i, len(seg))
		}
	case bytecode.BINARY_OP, bytecode.COMPARE_OP, bytecode.CONTAINS_OP, bytecode.BINARY_SLICE:
		if op == bytecode.BINARY_SLICE || strings.HasSuffix(seg, "]") && matchOpen(seg, '[', ']') > 0 && topOperator(seg) < 0 {
			if i := matchOpen(seg, '[', ']'); i > 0 {
				return mark(i, len(seg))
			}
			return plain
		}
		if op != bytecode.BINARY_OP {
			return plain
		}
		if i := topOperator(seg); i > 0 {
			end := i + 1
			if end < len(seg) && (seg[i] == '*' || seg[i] == '/' || seg[i] == '<' || seg[i] == '>') && seg[end] == seg[i] {
				end++
			}
			return mark(i, end)
		}
	}
	return plain
}

// matchOpen is the position of the bracket that the last character closes.
func matchOpen(s string, open, end byte) int {
	depth := 0
	for i := len(s) - 1; i >= 0; i-- {
		switch s[i] {
		case ')', ']', '}':
			depth++
		case '(', '[', '{':
			if depth--; depth == 0 {
				if s[i] == open {
					return i
				}
				return -1
			}
		}
	}
	return -1
}

// operatorRank orders the binary operators by how loosely they bind.
var operatorRank = map[byte]int{'|': 1, '^': 2, '&': 3, '<': 4, '>': 4, '+': 5, '-': 5, '*': 6, '/': 6, '%': 6, '@': 6}

// topOperator is the position of the operator that is applied last in a binary expression, -1 when there is none.
func topOperator(s string) int {
	depth, best, rank := 0, -1, 100
	var quote byte
	operand := false // an operand precedes
	for i := 0; i < len(s); i++ {
		c := s[i]
		if quote != 0 {
			if c == '\\' {
				i++
			} else if c == quote {
				quote = 0
				operand = true
			}
			continue
		}
		switch c {
		case '\'', '"':
			quote = c
			continue
		case '(', '[', '{':
			depth++
			operand = false
			continue
		case ')', ']', '}':
			depth--
			operand = true
			continue
		case ' ', '\t':
			continue
		}
		r := operatorRank[c]
		if r == 0 {
			operand = true
			continue
		}
		if c == '*' && i+1 < len(s) && s[i+1] == '*' {
			if depth == 0 && operand && rank > 8 {
				best, rank = i, 8
			}
			i++
			operand = false
			continue
		}
		if depth == 0 && operand && r <= rank {
			best, rank = i, r
		}
		if i+1 < len(s) && s[i+1] == c {
			i++
		}
		operand = false
	}
	return best
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
