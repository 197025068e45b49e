// Package syntax turns program text into a syntax tree: a scanner that yields
// all tokens, and a recursive-descent parser with precedence climbing for
// Python 3.14 without template strings.
//
// The tree uses the node types of gpython's ast package and extends them; see
// nodes.go. Nodes there hold only where they start, so the tree keeps the full
// source range of each node in a table.
//
// It is a part of this module; package magneto is for use from outside.
package syntax

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/go-python/gpython/ast"
)

// Mode says what a text is parsed as.
type Mode int

const (
	Exec   Mode = iota // a file: any number of statements
	Eval               // one expression
	Single             // one statement of an interactive session
)

// maxDepth bounds the nesting of expressions, patterns and blocks, so that no
// program can exhaust the stack.
const maxDepth = 1000

// Parse parses src. The error, if any, is a *SyntaxError.
func Parse(filename string, src []byte, mode Mode) (*Tree, error) {
	return parse(filename, src, mode, false)
}

func parse(filename string, src []byte, mode Mode, outline bool) (tree *Tree, err error) {
	text, err := decodeSource(filename, src)
	if err != nil {
		return nil, err
	}
	s := newScanner(filename, text, 0)
	s.outline.on = outline && !strings.ContainsAny(text, "\t\f") // a column is a number of bytes there
	s.scan(true)
	p := newParser(s)
	if s.outline.on {
		p.tree.places = map[*ast.FunctionDef]Place{}
	}
	defer func() {
		if r := recover(); r != nil {
			failure, ok := r.(*SyntaxError)
			if !ok {
				panic(r)
			}
			failure = p.preferScanError(failure)
			failure.Statement, failure.AtEnd = p.compound, p.atEnd(failure)
			failure.Open = failure.AtEnd && (p.scanner.eofOpen || p.scanner.openAtEnd)
			if mode != Exec && !bytes.HasSuffix(src, []byte("\n")) {
				p.withoutNewline(failure)
			}
			tree, err = nil, failure
		}
	}()
	switch mode {
	case Eval:
		p.tree.Root = p.evalInput()
	case Single:
		p.tree.Root = p.interactive()
	default:
		p.tree.Root = p.file()
	}
	p.freeTokens()
	return p.tree, nil
}

// newParser makes a parser of what has been scanned.
func newParser(s *scanner) *parser {
	return &parser{filename: s.filename, src: s.src, scanner: s, toks: s.tokens,
		tree: &Tree{Filename: s.filename, Source: s.src, spans: spanRoom(len(s.tokens) / 2)}}
}

// atEnd tells whether the error is that the text ends.
func (p *parser) atEnd(e *SyntaxError) bool {
	if p.scanner.err != nil {
		return e == p.scanner.err && p.scanner.openAtEnd
	}
	return int(p.toks[p.far].Start) >= len(p.src)
}

// withoutNewline corrects an error in a text that did not end with the newline that was added to it: CPython adds none
// to an expression or an interactive statement.
func (p *parser) withoutNewline(e *SyntaxError) {
	if p.src == "" {
		e.Line, e.Col, e.EndLine, e.EndCol = 0, 0, 0, 0
		return
	}
	if e.Line != strings.Count(p.src, "\n") {
		return
	}
	e.Text = strings.TrimSuffix(e.Text, "\n")
	if e.Col == utf8.RuneCountInString(e.Text)+1 && e.Msg == "invalid syntax" {
		e.Col, e.EndCol = 0, 0
	}
}

// parser walks the token list. Errors are panics with a *SyntaxError, recovered
// in Parse.
type parser struct {
	filename string
	src      string
	scanner  *scanner
	toks     []Token
	i        int // the current token
	far      int // the last token looked at: trial parses may go back
	depth    int
	inKey    bool // the next expression is a dictionary key: ":" must follow
	trial    bool // an expression is tried: mistakes in it are not diagnosed
	compound int  // the line of the last compound statement
	inside   int  // functions and generic classes around the current statement
	fields   int  // replacement fields of f-strings around the current token
	tree     *Tree
}

func (p *parser) cur() *Token     { return &p.toks[p.i] }
func (p *parser) kind() Kind      { return p.toks[p.i].Kind }
func (p *parser) peek(n int) Kind { return p.toks[min(p.i+n, len(p.toks)-1)].Kind }
func (p *parser) prev() *Token    { return &p.toks[p.i-1] }
func (p *parser) text(t *Token) string {
	return p.src[t.Start:t.End]
}

// next consumes the current token.
func (p *parser) next() *Token {
	t := &p.toks[p.i]
	if t.Kind == ErrorToken {
		p.unexpected()
	}
	if p.i+1 < len(p.toks) {
		p.i++
		p.far = max(p.far, p.i)
	}
	return t
}

// accept consumes the current token if it has the given kind.
func (p *parser) accept(k Kind) bool {
	if p.toks[p.i].Kind != k {
		return false
	}
	p.next()
	return true
}

// expect consumes a token of the given kind; anything else is invalid syntax.
func (p *parser) expect(k Kind) *Token {
	if p.toks[p.i].Kind != k {
		p.unexpected()
	}
	return p.next()
}

// isWord reports whether the current token is the given soft keyword.
func (p *parser) isWord(word string) bool {
	t := p.cur()
	return t.Kind == NameTok && p.text(t) == word
}

// enter guards recursion; the caller defers leave.
func (p *parser) enter() {
	p.depth++
	if p.depth > maxDepth {
		p.failToken(p.cur(), "too many nested expressions or blocks: parser stack overflowed")
	}
}

func (p *parser) leave() { p.depth-- }

// Positions.

func pos(t *Token) ast.Pos {
	return ast.Pos{Lineno: int(t.Line), ColOffset: int(t.Col)}
}

func exprAt(t *Token) ast.ExprBase { return ast.ExprBase{Pos: pos(t)} }
func stmtAt(t *Token) ast.StmtBase { return ast.StmtBase{Pos: pos(t)} }

// done records that node n ends with the last consumed token.
func done[T ast.Ast](p *parser, n T) T {
	end := p.prev()
	p.tree.spans[n] = Span{int32(n.GetLineno()), int32(n.GetColOffset()), end.EndLine, end.EndCol}
	return n
}

// endOf returns where a node ends.
func (p *parser) endOf(n ast.Ast) (line, col int32) {
	s := p.tree.Span(n)
	return s.EndLine, s.EndCol
}

// Errors.

func (p *parser) fail(kind string, line, col, endLine, endCol int32, format string, args ...any) {
	e := errorAt(p.filename, p.src, kind, int(line), int(col), int(endLine), int(endCol), fmt.Sprintf(format, args...))
	p.trimText(e)
	panic(e)
}

// failToken reports an error at a token.
func (p *parser) failToken(t *Token, format string, args ...any) {
	p.fail("SyntaxError", t.Line, t.Col, t.EndLine, t.EndCol, format, args...)
}

// failNode reports an error at a node.
func (p *parser) failNode(n ast.Ast, format string, args ...any) {
	s := p.tree.Span(n)
	p.fail("SyntaxError", s.Line, s.Col, s.EndLine, s.EndCol, format, args...)
}

// failRange reports an error from the start of one node to the end of another.
func (p *parser) failRange(a, b ast.Ast, format string, args ...any) {
	from, to := p.tree.Span(a), p.tree.Span(b)
	p.fail("SyntaxError", from.Line, from.Col, to.EndLine, to.EndCol, format, args...)
}

// failFrom reports an error from a token to the end of a node.
func (p *parser) failFrom(start *Token, end ast.Ast, format string, args ...any) {
	s := p.tree.Span(end)
	p.fail("SyntaxError", start.Line, start.Col, s.EndLine, s.EndCol, format, args...)
}

// errorNoEnd makes an error whose end is not known.
func (p *parser) errorNoEnd(line, col int32, msg string) *SyntaxError {
	e := errorAt(p.filename, p.src, "SyntaxError", int(line), int(col), int(line), int(col), msg)
	e.EndCol = 0
	p.trimText(e)
	return e
}

// trimText takes the line end from the text of an error, as CPython does when it has read beyond the line.
func (p *parser) trimText(e *SyntaxError) {
	far := &p.toks[p.far]
	if far.Kind == ErrorToken && p.far > 0 {
		far = &p.toks[p.far-1]
	}
	if int(far.EndLine) > e.Line {
		e.Text = strings.TrimSuffix(e.Text, "\n")
	}
}

// try parses something that may not be there: where that fails it goes back and reports false. An error of the scanner
// on the way, as the end of the text within brackets, is reported.
func (p *parser) try(parse func() ast.Expr) (e ast.Expr, ok bool) {
	save, far, trial, depth, fields, warnings := p.i, p.far, p.trial, p.depth, p.fields, len(p.tree.Warnings)
	p.trial = true
	defer func() {
		p.trial = trial
		if r := recover(); r != nil {
			failure, isSyntax := r.(*SyntaxError)
			if !isSyntax || p.kind() == ErrorToken && failure.Kind == "SyntaxError" {
				panic(r)
			}
			p.i, p.far, p.depth, p.fields = save, far, depth, fields
			p.tree.Warnings = p.tree.Warnings[:warnings]
			e, ok = nil, false
		}
	}()
	return parse(), true
}

// optional parses something that may be left out. Where that fails with nothing better to say than "invalid syntax",
// the position goes back: what is around may know more, or else reports the same place.
func (p *parser) optional(parse func() ast.Expr) (e ast.Expr, ok bool) {
	save, depth, fields := p.i, p.depth, p.fields
	defer func() {
		if r := recover(); r != nil {
			if failure, isSyntax := r.(*SyntaxError); !isSyntax || failure.Msg != "invalid syntax" {
				panic(r)
			}
			p.i, p.depth, p.fields = save, depth, fields
			e, ok = nil, false
		}
	}()
	return parse(), true
}

// follows tells whether an expression follows the current token; the position stays.
func (p *parser) follows(parse func() ast.Expr) bool {
	save, far, warnings := p.i, p.far, len(p.tree.Warnings)
	p.next()
	_, ok := p.try(parse)
	p.i, p.far, p.tree.Warnings = save, far, p.tree.Warnings[:warnings]
	return ok
}

// failLayout reports an error at an Indent or Dedent token, which has no width: its column is the indentation.
func (p *parser) failLayout(kind string, t *Token, msg string) {
	line, col := t.Line, t.Col-1
	if t.Kind == Indent {
		col = t.EndCol - 1
	}
	if int(t.Start) >= len(p.src) { // the end of the text
		text := strings.TrimSuffix(p.src, "\n")
		line = int32(strings.Count(text, "\n")) + 1
		col = int32(len(text) - strings.LastIndexByte(text, '\n') - 1)
	}
	e := errorAt(p.filename, p.src, kind, int(line), 0, int(line), 0, msg)
	e.Col, e.EndCol = charColumn(e.Text, max(int(col), 0)), -1
	if col < 0 {
		e.Col = 0
	}
	panic(e)
}

// failIndent reports an IndentationError at one place; CPython gives it no end.
func (p *parser) failIndent(line, col int32, msg string) {
	e := errorAt(p.filename, p.src, "IndentationError", int(line), int(col), int(line), int(col), msg)
	e.EndCol = -1
	panic(e)
}

const (
	unexpectedIndent   = "unexpected indent"
	unexpectedUnindent = "unexpected unindent"
)

// unexpected reports the current token as invalid syntax.
func (p *parser) unexpected() {
	t := p.cur()
	if t.Kind != ErrorToken && p.far > p.i {
		t = &p.toks[p.far]
	}
	switch t.Kind {
	case ErrorToken:
		if p.scanner.err != nil {
			panic(p.scanner.err)
		}
		panic(p.unclosedError())
	case Indent:
		p.failIndent(t.Line, t.EndCol-1, unexpectedIndent)
	case Dedent:
		p.failLayout("IndentationError", t, unexpectedUnindent)
	}
	p.failToken(t, "invalid syntax")
}

// unclosedError is about the innermost bracket that is open at the end of the text.
func (p *parser) unclosedError() *SyntaxError {
	open := p.scanner.parens[len(p.scanner.parens)-1]
	lineAt := open.pos
	for lineAt > 0 && p.src[lineAt-1] != '\n' {
		lineAt--
	}
	col := int32(open.pos - lineAt)
	return p.errorNoEnd(int32(open.line), col, fmt.Sprintf("'%c' was never closed", open.char))
}

// preferScanError replaces an error of the parser by one of the scanner further
// on, as CPython does: an unclosed bracket or quote is the likelier cause.
func (p *parser) preferScanError(e *SyntaxError) *SyntaxError {
	if e.Msg == unexpectedIndent || e.Msg == unexpectedUnindent {
		return e
	}
	if p.scanner.err != nil && (!p.scanner.late || e == p.scanner.err) {
		return p.scanner.err
	}
	if p.scanner.eofOpen && e.Kind == "SyntaxError" {
		open := p.scanner.parens[len(p.scanner.parens)-1]
		if int(p.toks[p.far].Line) > open.line {
			return p.unclosedError()
		}
	}
	return e
}

// failPoint reports an error at the start of a token.
func (p *parser) failPoint(t *Token, msg string) {
	p.fail("SyntaxError", t.Line, t.Col, t.Line, t.Col, "%s", msg)
}

// indexOf returns the index of a token of the list.
func (p *parser) indexOf(t *Token) int {
	for i := p.i; i > 0; i-- {
		if &p.toks[i] == t {
			return i
		}
	}
	return 1
}
