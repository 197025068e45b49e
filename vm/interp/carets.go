package interp

import (
	"fmt"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-python/gpython/ast"
	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/frontend/syntax"
	"github.com/magneto-go/magneto/vm/object"
)

// Source lines of traceback entries, with marks under the part that failed: ~ under the operands and ^ under the operator,
// the subscript or the arguments; ^ under all of an expression of another kind; none where that would say nothing.

// SourceWithCarets is the source of an entry, indented, each line ending in a newline; "" when the source is not known.
func SourceWithCarets(th *object.Thread, file string, lineno int, pos bytecode.Pos) string {
	marked := pos.Line > 0 && int(pos.Line) == lineno && pos.Col >= 0 && pos.EndCol >= 0 && pos.EndLine >= pos.Line
	last := lineno
	if marked {
		last = int(pos.EndLine)
	}
	var lines []string
	for n := lineno; n <= last; n++ {
		l, ok := SourceLine(th, file, n)
		if !ok {
			break
		}
		lines = append(lines, strings.TrimRight(l, " \t\r\n\f"))
	}
	if len(lines) == 0 || strings.TrimSpace(strings.Join(lines, "")) == "" {
		return ""
	}
	if !marked || len(lines) != last-lineno+1 {
		return "    " + strings.TrimSpace(lines[0]) + "\n"
	}
	return Excerpt(lines, int(pos.Col), int(pos.EndCol))
}

// MarkedSource is all of a range of source, each line as it is in the file with marks below it, the way PyTorch shows instructions: what follows
// an operator of one character without a space is marked with it where the range is one line. It is the line alone where no range is known.
func MarkedSource(th *object.Thread, filename string, pos bytecode.Pos) string {
	var lines []string
	for n := int(pos.Line); n <= int(pos.EndLine); n++ {
		line, _ := SourceLine(th, filename, n)
		lines = append(lines, strings.TrimRight(line, " \t\r\n\f"))
	}
	if len(lines) == 0 {
		return ""
	}
	if pos.Col < 0 || pos.EndCol < 0 || int(pos.Col) > len(lines[0]) || int(pos.EndCol) > len(lines[len(lines)-1]) {
		return lines[0] + "\n"
	}
	x := &excerpt{lines: lines, start: int(pos.Col), end: int(pos.EndCol), wide: true}
	x.findAnchors()
	var b strings.Builder
	for n, line := range lines {
		b.WriteString(line + "\n" + x.marks(n) + "\n")
	}
	return b.String()
}

// Excerpt shows a range of source: from the start-th byte of the first line to the end-th of the last.
func Excerpt(lines []string, start, end int) string {
	if start > len(lines[0]) || end > len(lines[len(lines)-1]) {
		return "    " + strings.TrimSpace(lines[0]) + "\n"
	}
	lead := indentOf(lines)
	for i, l := range lines {
		lines[i] = l[min(lead, len(l)):]
	}
	x := &excerpt{lines: lines, start: max(start-lead, 0), end: max(end-lead, 0)}
	x.findAnchors()
	return x.String()
}

// indentOf is the whitespace that all lines begin with.
func indentOf(lines []string) int {
	lead := -1
	for _, l := range lines {
		t := strings.TrimLeft(l, " \t\f")
		if t == "" {
			continue
		}
		if n := len(l) - len(t); lead < 0 || n < lead {
			lead = n
		}
	}
	return max(lead, 0)
}

// excerpt is the source of Excerpt while it is laid out, without its common indentation.
type excerpt struct {
	lines      []string
	start, end int
	wide       bool // the character behind an operator of a single line is taken for a part of it even where the right side begins
	anchors    *anchors
}

// anchors are the ends of the part within the range that failed itself, as line and byte from the first line.
type anchors struct{ line, col, endLine, endCol int }

func (x *excerpt) String() string {
	shown := map[int]bool{0: true, len(x.lines) - 1: true}
	if a := x.anchors; a != nil {
		for d := -1; d <= 1; d++ {
			shown[a.line+d], shown[a.endLine+d] = true, true
		}
	}
	var significant []int
	for n := range shown {
		if n >= 0 && n < len(x.lines) {
			significant = append(significant, n)
		}
	}
	sort.Ints(significant)
	marked := x.worthMarking()
	var out []string
	show := func(n int) {
		out = append(out, x.lines[n])
		if marked {
			out = append(out, x.marks(n))
		}
	}
	for i, n := range significant {
		if i > 0 {
			switch gap := n - significant[i-1]; {
			case gap == 2:
				show(n - 1)
			case gap > 2:
				out = append(out, fmt.Sprintf("...<%d lines>...", gap-1))
			}
		}
		show(n)
	}
	lead := indentOf(out)
	var b strings.Builder
	for _, l := range out {
		if strings.TrimSpace(l) == "" {
			l = ""
		}
		b.WriteString("    " + l[min(lead, len(l)):] + "\n")
	}
	return b.String()
}

// marks is the line of marks under line n.
func (x *excerpt) marks(n int) string {
	line := x.lines[n]
	end := len(line)
	if n == len(x.lines)-1 {
		end = min(x.end, end)
	}
	lead := len(line) - len(strings.TrimLeft(line, " \t\f"))
	var b strings.Builder
	for at, r := range line {
		if at >= end {
			break
		}
		mark := "^"
		switch {
		case at < lead || n == 0 && at < x.start:
			mark = " "
		case x.anchors != nil && !x.anchors.within(n, at):
			mark = "~"
		}
		b.WriteString(strings.Repeat(mark, displayWidth(r)))
	}
	return b.String()
}

func (a *anchors) within(line, col int) bool {
	return (line > a.line || line == a.line && col >= a.col) && (line < a.endLine || line == a.endLine && col < a.endCol)
}

// worthMarking is false where the range is all there is on its lines, or a call that is the whole of a statement's value.
func (x *excerpt) worthMarking() bool {
	if x.isWholeCall() {
		return false
	}
	return x.anchors != nil || strings.TrimSpace(x.lines[0][:min(x.start, len(x.lines[0]))]) != "" ||
		strings.TrimSpace(x.lines[len(x.lines)-1][x.end:]) != ""
}

// isWholeCall tells whether the range is the call in "name = f()" or "return f()".
func (x *excerpt) isWholeCall() bool {
	tree, err := syntax.Parse("<source>", []byte(strings.Join(x.lines, "\n")+"\n"), syntax.Exec)
	if err != nil {
		return false
	}
	module, ok := tree.Root.(*ast.Module)
	if !ok || len(module.Body) == 0 {
		return true // only a comment: nothing to mark
	}
	var value ast.Expr
	switch s := module.Body[0].(type) {
	case *ast.Return:
		if call, ok := s.Value.(*ast.Call); ok {
			if _, ok := call.Func.(*ast.Name); ok {
				value = call
			}
		}
	case *ast.Assign:
		if call, ok := s.Value.(*ast.Call); ok && len(s.Targets) == 1 {
			if _, ok := s.Targets[0].(*ast.Name); ok {
				value = call
			}
		}
	}
	if value == nil {
		return false
	}
	// CPython compares columns in bytes with columns in characters, so a call behind other text than ASCII is marked.
	chars := func(line string, end int) int { return utf8.RuneCountInString(line[:end]) }
	s := tree.Span(value)
	return s.Line == 1 && int(s.EndLine) == len(x.lines) && int(s.Col) == chars(x.lines[0], x.start) &&
		int(s.EndCol) == chars(x.lines[len(x.lines)-1], x.end)
}

// findAnchors parses the range by itself, to see what kind of expression it is.
func (x *excerpt) findAnchors() {
	lines := append([]string(nil), x.lines...)
	n := len(lines) - 1
	lines[n] = lines[n][:min(x.end, len(lines[n]))]
	if x.start > len(lines[0]) {
		return
	}
	lines[0] = lines[0][x.start:]
	tree, err := syntax.Parse("<source>", []byte("(\n"+strings.Join(lines, "\n")+"\n)\n"), syntax.Exec)
	if err != nil {
		return
	}
	module, ok := tree.Root.(*ast.Module)
	if !ok || len(module.Body) != 1 {
		return
	}
	statement, ok := module.Body[0].(*ast.ExprStmt)
	if !ok {
		return
	}
	s := cursor{lines: lines}
	whole := tree.Span(statement.Value)
	endLine, endCol := int(whole.EndLine)-2, int(whole.EndCol)
	var a anchors
	switch e := statement.Value.(type) {
	case *ast.BinOp:
		left, right := tree.Span(e.Left), tree.Span(e.Right)
		if !s.seek(left, func(c byte) bool { return !isSpace(c) && c != ')' }) {
			return
		}
		a = anchors{s.line, s.col, s.line, s.col + 1}
		line := lines[s.line]
		if a.endCol < len(line) && (x.wide && len(lines) == 1 || a.endLine < int(right.Line)-2 || a.endCol < int(right.Col)) &&
			!isSpace(line[a.endCol]) && line[a.endCol] != '\\' && line[a.endCol] != '#' {
			a.endCol++
		}
	case *ast.Subscript:
		if !s.seek(tree.Span(e.Value), func(c byte) bool { return c == '[' }) {
			return
		}
		a = anchors{s.line, s.col, endLine, endCol}
	case *ast.Call:
		if !s.seek(tree.Span(e.Func), func(c byte) bool { return c == '(' }) {
			return
		}
		a = anchors{s.line, s.col, endLine, endCol}
	default:
		return
	}
	if a.line == 0 {
		a.col += x.start
	}
	if a.endLine == 0 {
		a.endCol += x.start
	}
	x.anchors = &a
}

// A cursor walks over source, skipping comments and continued lines.
type cursor struct {
	lines     []string
	line, col int
}

// seek goes to the first place after a node that fits.
func (c *cursor) seek(node syntax.Span, fits func(byte) bool) bool {
	c.line, c.col = int(node.EndLine)-2, int(node.EndCol)
	if c.line < 0 {
		return false
	}
	for c.line < len(c.lines) {
		if c.col >= len(c.lines[c.line]) {
			c.line, c.col = c.line+1, 0
			continue
		}
		switch ch := c.lines[c.line][c.col]; {
		case ch == '\\' || ch == '#':
			c.line, c.col = c.line+1, 0
		case fits(ch):
			return true
		default:
			c.col++
		}
	}
	return false
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\f' }

// wide are the characters that take two columns.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0x1100, Hi: 0x115f, Stride: 1}, {Lo: 0x2e80, Hi: 0x303e, Stride: 1}, {Lo: 0x3041, Hi: 0xa4cf, Stride: 1},
		{Lo: 0xac00, Hi: 0xd7a3, Stride: 1}, {Lo: 0xf900, Hi: 0xfaff, Stride: 1}, {Lo: 0xfe30, Hi: 0xfe6f, Stride: 1},
		{Lo: 0xff00, Hi: 0xff60, Stride: 1}, {Lo: 0xffe0, Hi: 0xffe6, Stride: 1}},
	R32: []unicode.Range32{{Lo: 0x1f300, Hi: 0x1f64f, Stride: 1}, {Lo: 0x1f680, Hi: 0x1f6ff, Stride: 1}, {Lo: 0x1f900, Hi: 0x1f9ff, Stride: 1},
		{Lo: 0x20000, Hi: 0x3fffd, Stride: 1}},
}

func displayWidth(r rune) int {
	if unicode.Is(wide, r) {
		return 2
	}
	return 1
}
