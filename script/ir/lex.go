package ir

import (
	"fmt"
	"strings"
)

// scanner splits the text of types, schemas and graphs into tokens.
type scanner struct {
	src  string
	pos  int
	line bool // line ends and indentation are tokens too
	tok  token
	last int // end of the token before

	indents []int
	pending int // dedents still to hand out
	depth   int // of brackets
	atStart bool
}

type tokenKind uint8

const (
	tokEOF tokenKind = iota
	tokIdent
	tokNumber
	tokString
	tokNewline
	tokIndent
	tokDedent
	tokPunct
)

type token struct {
	kind tokenKind
	text string
	pos  int
}

// name is the token as error messages call it.
func (t token) name() string {
	switch t.kind {
	case tokEOF:
		return "eof"
	case tokIdent:
		if keywords[t.text] {
			return t.text
		}
		return "ident"
	case tokNumber:
		return "number"
	case tokString:
		return "string"
	case tokNewline:
		return "newline"
	case tokIndent:
		return "indent"
	case tokDedent:
		return "dedent"
	}
	return t.text
}

// keywords are the words that are tokens of their own.
var keywords = map[string]bool{"def": true, "return": true, "if": true, "else": true, "elif": true, "while": true, "for": true, "in": true, "not": true, "and": true, "or": true, "is": true,
	"None": true, "True": true, "False": true, "pass": true, "break": true, "continue": true, "raise": true, "assert": true, "class": true, "import": true, "del": true, "with": true, "as": true}

// ParseError is a mistake in a text, with what stands around it; one of the text as a whole has no source.
type ParseError struct {
	Msg    string
	Source string
	At     int // byte offset
	End    int
}

func (e *ParseError) Error() string {
	if e.Source == "" {
		return e.Msg
	}
	if !strings.HasPrefix(e.Msg, "expected ") {
		return "\n" + e.Msg + ":\n" + Highlight("", e.Source, e.At, e.End)
	}
	if e.At >= len(e.Source) { // nothing is there to be marked
		return e.Msg + ":\n" + strings.TrimSuffix(e.Source, "\n")
	}
	return e.Msg + ":\n" + Highlight("", e.Source, e.At, e.End)
}

// fail stops parsing; catchParse makes an error of it.
func (s *scanner) fail(at, end int, format string, args ...any) {
	panic(&ParseError{Msg: fmt.Sprintf(format, args...), Source: s.src, At: at, End: end})
}

func catchParse(err *error) {
	switch e := recover().(type) {
	case nil:
	case *ParseError:
		*err = e
	default:
		panic(e)
	}
}

func newScanner(src string, lines bool) *scanner {
	s := &scanner{src: src, line: lines, indents: []int{0}, atStart: true}
	s.next()
	return s
}

func isIdentByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

// next reads the next token.
func (s *scanner) next() {
	s.last = s.tok.pos + len(s.tok.text)
	if s.pending > 0 {
		s.pending--
		s.tok = token{tokDedent, "", s.pos}
		return
	}
	if s.line && s.atStart && s.depth == 0 {
		s.atStart = false
		if s.lineStart() {
			return
		}
	}
	for s.pos < len(s.src) {
		c := s.src[s.pos]
		if c == '#' {
			for s.pos < len(s.src) && s.src[s.pos] != '\n' {
				s.pos++
			}
			continue
		}
		if c == '\n' && s.line && s.depth == 0 {
			s.tok = token{tokNewline, "", s.pos}
			s.pos++
			s.atStart = true
			return
		}
		if c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			break
		}
		s.pos++
	}
	if s.pos >= len(s.src) {
		if s.line && len(s.indents) > 1 {
			s.indents = s.indents[:len(s.indents)-1]
			s.tok = token{tokDedent, "", s.pos}
			return
		}
		s.tok = token{tokEOF, "", s.pos}
		return
	}
	start := s.pos
	c := s.src[s.pos]
	switch {
	case c >= '0' && c <= '9' || c == '.' && s.pos+1 < len(s.src) && s.src[s.pos+1] >= '0' && s.src[s.pos+1] <= '9':
		s.number()
		s.tok = token{tokNumber, s.src[start:s.pos], start}
	case isIdentByte(c):
		for s.pos < len(s.src) && isIdentByte(s.src[s.pos]) {
			s.pos++
		}
		s.tok = token{tokIdent, s.src[start:s.pos], start}
	case c == '"' || c == '\'':
		s.pos++
		for s.pos < len(s.src) && s.src[s.pos] != c {
			if s.src[s.pos] == '\\' {
				s.pos++
			}
			s.pos++
		}
		if s.pos >= len(s.src) {
			s.fail(start, len(s.src), "unterminated string")
		}
		s.pos++
		s.tok = token{tokString, s.src[start:s.pos], start}
	default:
		for _, p := range []string{"->", "::", "..."} {
			if strings.HasPrefix(s.src[s.pos:], p) {
				s.pos += len(p)
				s.tok = token{tokPunct, p, start}
				return
			}
		}
		s.pos++
		switch c {
		case '(', '[', '{':
			s.depth++
		case ')', ']', '}':
			s.depth = max(s.depth-1, 0)
		}
		s.tok = token{tokPunct, s.src[start:s.pos], start}
	}
}

// lineStart measures the indentation of a line; it says whether that made a token.
func (s *scanner) lineStart() bool {
	for {
		start := s.pos
		for s.pos < len(s.src) && (s.src[s.pos] == ' ' || s.src[s.pos] == '\t') {
			s.pos++
		}
		rest := s.src[s.pos:]
		if rest == "" {
			return false
		}
		if rest[0] == '\n' || rest[0] == '\r' || rest[0] == '#' {
			i := strings.IndexByte(rest, '\n')
			if i < 0 {
				s.pos = len(s.src)
				return false
			}
			s.pos += i + 1
			continue
		}
		n := s.pos - start
		if rest[0] == '=' { // a node without results stands one column further in
			n--
		}
		top := s.indents[len(s.indents)-1]
		switch {
		case rest[0] == '=' && n == top:
			return false
		case n > top:
			s.indents = append(s.indents, n)
			s.tok = token{tokIndent, "", s.pos}
			return true
		case n < top:
			for len(s.indents) > 1 && n < s.indents[len(s.indents)-1] {
				s.indents = s.indents[:len(s.indents)-1]
				s.pending++
			}
			s.pending--
			s.tok = token{tokDedent, "", s.pos}
			return true
		}
		return false
	}
}

func (s *scanner) number() {
	seen := false
	for s.pos < len(s.src) {
		c := s.src[s.pos]
		if (c == 'e' || c == 'E') && !seen && s.pos+1 < len(s.src) {
			seen = true
			s.pos++
			if s.src[s.pos] == '+' || s.src[s.pos] == '-' {
				s.pos++
			}
			continue
		}
		if c >= '0' && c <= '9' || c == '.' {
			s.pos++
			continue
		}
		break
	}
}

func (s *scanner) is(text string) bool { return s.tok.kind == tokPunct && s.tok.text == text }

func (s *scanner) isWord(text string) bool { return s.tok.kind == tokIdent && s.tok.text == text }

func (s *scanner) accept(text string) bool {
	if (s.tok.kind == tokPunct || s.tok.kind == tokIdent) && s.tok.text == text {
		s.next()
		return true
	}
	return false
}

func (s *scanner) expect(text string) {
	if !s.accept(text) {
		s.fail(s.tok.pos, s.tok.pos+len(s.tok.text), "expected %s but found '%s' here", text, s.tok.name())
	}
}

func (s *scanner) ident() string {
	if s.tok.kind != tokIdent {
		s.fail(s.tok.pos, s.tok.pos+len(s.tok.text), "expected ident but found '%s' here", s.tok.name())
	}
	text := s.tok.text
	s.next()
	return text
}

func (s *scanner) expectKind(k tokenKind) {
	if s.tok.kind != k {
		s.fail(s.tok.pos, s.tok.pos+len(s.tok.text), "expected %s but found '%s' here", token{kind: k}.name(), s.tok.name())
	}
	s.next()
}

// TokenAt is the name of the token that begins at a place of a text, and where it ends.
func TokenAt(src string, at int) (name string, end int) {
	switch {
	case at >= len(src):
		return "eof", at
	case src[at] == '\n':
		return "newline", at
	}
	defer func() {
		if recover() != nil {
			name, end = src[at:at+1], at+1
		}
	}()
	s := newScanner(src[at:], false)
	return s.tok.name(), at + s.tok.pos + len(s.tok.text)
}

// Highlight shows the lines around a stretch of text and marks it.
func Highlight(file, src string, from, to int) string {
	return highlightAt(file, src, from, to, 1, true)
}

// highlightAt prints up to two lines before, the line, with its mark where there is to be one, and up to two behind.
func highlightAt(file, src string, from, to, firstLine int, marked bool) string {
	const context = 2
	from = min(max(from, 0), len(src))
	to = min(max(to, from), len(src))
	begin := strings.LastIndexByte(src[:from], '\n') + 1
	end := len(src)
	if i := strings.IndexByte(src[max(from, to-1):], '\n'); i >= 0 {
		end = max(from, to-1) + i
	}
	first := begin
	for i := 0; i < context && first > 0; i++ {
		first = strings.LastIndexByte(src[:first-1], '\n') + 1
	}
	last := end
	for i := 0; i < context && last < len(src); i++ {
		j := strings.IndexByte(src[last+1:], '\n')
		if j < 0 {
			last = len(src)
		} else {
			last += 1 + j
		}
	}
	var b strings.Builder
	if file != "" {
		fmt.Fprintf(&b, "  File \"%s\", line %d\n", file, firstLine+strings.Count(src[:from], "\n"))
	}
	if first < begin {
		b.WriteString(src[first:begin])
	}
	for at := begin; at <= end; { // each line of the range, with its mark below
		stop := end
		if i := strings.IndexByte(src[at:end], '\n'); i >= 0 {
			stop = at + i
		}
		line := src[at:stop]
		b.WriteString(line + "\n")
		start := len(line) - len(strings.TrimLeft(line, " "))
		if at == begin {
			start = from - begin
		}
		if width := min(to, stop) - at - start; marked && (width > 0 || stop == end) {
			b.WriteString(strings.Repeat(" ", start) + strings.Repeat("~", max(width, 1)))
			if stop == end {
				b.WriteString(" <--- HERE")
			}
			b.WriteByte('\n')
		}
		at = stop + 1
	}
	if end < last {
		b.WriteString(src[end+1 : last])
		if !strings.HasSuffix(src[:last], "\n") {
			b.WriteByte('\n')
		}
	}
	return b.String()
}
