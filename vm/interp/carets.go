package interp

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/frontend/syntax"
)

// The source part of a traceback entry: the lines of the failing expression, with marks below. In a binary operation, a
// call and a subscription the marks tell the operator, the arguments and the index (^) from the operands (~).

// sourceWithCarets shows what failed at pos, or line lineno where that is not known. It is "" without source.
func sourceWithCarets(file string, lineno int, pos bytecode.Pos) string {
	if pos.Line <= 0 || int(pos.Line) != lineno || pos.EndLine < pos.Line || pos.Col < 0 || pos.EndCol < 0 {
		line, _ := SourceLine(file, lineno)
		if line = strings.TrimSpace(line); line == "" {
			return ""
		}
		return "    " + line + "\n"
	}
	x := excerpt{start: int(pos.Col), end: int(pos.EndCol)}
	for n := lineno; n <= int(pos.EndLine); n++ {
		line, _ := SourceLine(file, n)
		x.lines = append(x.lines, strings.TrimRightFunc(line, unicode.IsSpace))
	}
	if strings.TrimSpace(strings.Join(x.lines, "")) == "" {
		return ""
	}
	x.start, x.end = min(x.start, len(x.lines[0])), min(x.end, len(x.lines[len(x.lines)-1]))
	x.dedent()
	if len(x.lines) == 1 && x.end < x.start {
		return indentText(x.lines)
	}
	return x.format()
}

// excerpt is some lines of a program, of which the text from byte start of the first to byte end of the last failed.
type excerpt struct {
	lines      []string
	start, end int
}

// dedent removes the indentation that all lines share.
func (x *excerpt) dedent() {
	common := commonIndent(x.lines)
	for i, l := range x.lines {
		x.lines[i] = l[min(common, len(l)):]
	}
	x.start, x.end = max(x.start-common, 0), max(x.end-common, 0)
}

// commonIndent is the number of bytes of blanks that all lines with text begin with.
func commonIndent(lines []string) int {
	first, prefix := true, ""
	for _, l := range lines {
		text := strings.TrimLeft(l, " \t")
		if text == "" {
			continue
		}
		indent := l[:len(l)-len(text)]
		if first {
			first, prefix = false, indent
			continue
		}
		n := 0
		for n < len(prefix) && n < len(indent) && prefix[n] == indent[n] {
			n++
		}
		prefix = prefix[:n]
	}
	return len(prefix)
}

// indentText puts lines together as they stand in a report.
func indentText(lines []string) string {
	common := commonIndent(lines)
	var b strings.Builder
	for _, l := range lines {
		if strings.TrimSpace(l) == "" {
			l = ""
		}
		b.WriteString("    " + l[min(common, len(l)):] + "\n")
	}
	return b.String()
}

func (x *excerpt) format() string {
	a, anchored := findAnchor(x.segment())
	if anchored {
		if a.fromLine == 0 {
			a.from += x.start
		}
		if a.toLine == 0 {
			a.to += x.start
		}
	}
	carets := anchored
	if last := x.lines[len(x.lines)-1]; strings.TrimSpace(x.lines[0][:x.start]) != "" || strings.TrimSpace(last[x.end:]) != "" {
		carets = true
	}
	carets = carets && !x.isPlainCall()
	shown := map[int]bool{0: true, len(x.lines) - 1: true}
	if anchored {
		for d := -1; d <= 1; d++ {
			shown[a.fromLine+d], shown[a.toLine+d] = true, true
		}
	}
	var out []string
	skipped := 0
	put := func(i int) {
		out = append(out, x.lines[i])
		if carets {
			out = append(out, x.marks(i, a, anchored))
		}
	}
	for i := range x.lines {
		if !shown[i] {
			skipped++
			continue
		}
		switch {
		case skipped == 1:
			put(i - 1)
		case skipped > 1:
			out = append(out, fmt.Sprintf("...<%d lines>...", skipped))
		}
		skipped = 0
		put(i)
	}
	return indentText(out)
}

// segment is the text that failed.
func (x *excerpt) segment() string {
	text := strings.Join(x.lines, "\n")
	return text[x.start:max(len(text)-len(x.lines[len(x.lines)-1])+x.end, x.start)]
}

// marks are the characters below line i, in columns of a terminal.
func (x *excerpt) marks(i int, a anchor, anchored bool) string {
	line := x.lines[i]
	end := len(line)
	if i == len(x.lines)-1 {
		end = x.end
	}
	blank := len(line) - len(strings.TrimLeftFunc(line, unicode.IsSpace))
	var b strings.Builder
	for j, r := range line[:end] {
		mark := "^"
		switch {
		case j < blank || i == 0 && j < x.start:
			mark = " "
		case anchored && !a.contains(i, j):
			mark = "~"
		}
		b.WriteString(strings.Repeat(mark, displayWidth(r)))
	}
	return b.String()
}

// isPlainCall tells whether the excerpt is just "name = call" or "return f(...)" and the call failed: marks below all of
// that would say nothing.
func (x *excerpt) isPlainCall() bool {
	tree, err := syntax.Parse("", []byte(strings.Join(x.lines, "\n")), syntax.Exec)
	if err != nil {
		return false
	}
	body := tree.Root.(*ast.Module).Body
	if len(body) == 0 {
		return false
	}
	var value ast.Expr
	switch s := body[0].(type) {
	case *ast.Return:
		if call, ok := s.Value.(*ast.Call); ok {
			if _, ok := call.Func.(*ast.Name); ok {
				value = call
			}
		}
	case *ast.Assign:
		if call, ok := s.Value.(*ast.Call); ok {
			value = call
		}
	}
	if value == nil {
		return false
	}
	first, last := x.lines[0], x.lines[len(x.lines)-1]
	// Columns of the tree are bytes, those of the position characters: as in CPython they agree in ASCII only.
	return tree.Span(value) == syntax.Span{Line: 1, Col: int32(utf8.RuneCountInString(first[:x.start])),
		EndLine: int32(len(x.lines)), EndCol: int32(utf8.RuneCountInString(last[:x.end]))}
}

// anchor is the part of an expression that is marked with ^, in lines and bytes of the expression.
type anchor struct{ fromLine, from, toLine, to int }

func (a anchor) contains(line, col int) bool {
	return (line > a.fromLine || line == a.fromLine && col >= a.from) && (line < a.toLine || line == a.toLine && col < a.to)
}

// findAnchor finds the operator of a binary operation, the index of a subscription or the arguments of a call.
func findAnchor(segment string) (anchor, bool) {
	tree, err := syntax.Parse("", []byte("(\n"+segment+"\n)"), syntax.Exec)
	if err != nil {
		return anchor{}, false
	}
	s, ok := tree.Root.(*ast.Module).Body[0].(*ast.ExprStmt)
	if !ok {
		return anchor{}, false
	}
	lines := strings.Split(segment, "\n")
	end := anchor{toLine: len(lines) - 1, to: len(lines[len(lines)-1])}
	at := func(e ast.Ast) (line, col int) {
		span := tree.Span(e)
		return int(span.EndLine) - 2, int(span.EndCol)
	}
	switch e := s.Value.(type) {
	case *ast.BinOp:
		line, col := at(e.Left)
		line, col = skipTo(lines, line, col, func(c byte) bool { return c != ')' && c != ' ' && c != '\t' && c != '\f' })
		if line < 0 {
			return anchor{}, false
		}
		to, right := col+1, tree.Span(e.Right)
		if to < len(lines[line]) && (int(right.Line)-2 > line || to < int(right.Col)) && strings.IndexByte(" \t\f\\#", lines[line][to]) < 0 {
			to++
		}
		return anchor{line, col, line, to}, true
	case *ast.Subscript:
		line, col := at(e.Value)
		end.fromLine, end.from = skipTo(lines, line, col, func(c byte) bool { return c == '[' })
	case *ast.Call:
		line, col := at(e.Func)
		end.fromLine, end.from = skipTo(lines, line, col, func(c byte) bool { return c == '(' })
	default:
		return anchor{}, false
	}
	return end, end.fromLine >= 0
}

// skipTo finds the first byte for which stop is true, from a place on, outside of comments; line is -1 without one.
func skipTo(lines []string, line, col int, stop func(byte) bool) (int, int) {
	for ; line >= 0 && line < len(lines); line, col = line+1, 0 {
		for ; col < len(lines[line]); col++ {
			c := lines[line][col]
			if c == '#' || c == '\\' {
				break
			}
			if stop(c) {
				return line, col
			}
		}
	}
	return -1, 0
}

// displayWidth is the number of columns that a terminal gives a character.
func displayWidth(r rune) int {
	if r >= 0x1100 && unicode.In(r, wide) {
		return 2
	}
	return 1
}

// wide holds the East Asian wide and full-width characters, in the blocks that programs use.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{{0x1100, 0x115f, 1}, {0x2e80, 0x303e, 1}, {0x3041, 0x33ff, 1}, {0x3400, 0x4dbf, 1}, {0x4e00, 0x9fff, 1},
		{0xa000, 0xa4cf, 1}, {0xa960, 0xa97c, 1}, {0xac00, 0xd7a3, 1}, {0xf900, 0xfaff, 1}, {0xfe30, 0xfe6f, 1}, {0xff01, 0xff60, 1}, {0xffe0, 0xffe6, 1}},
	R32: []unicode.Range32{{0x1f300, 0x1f64f, 1}, {0x1f680, 0x1f6ff, 1}, {0x1f900, 0x1f9ff, 1}, {0x20000, 0x3fffd, 1}},
}
