package syntax

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxParens = 200 // nesting of brackets, as in CPython
	maxIndent = 100 // levels of indentation, as in CPython
	tabSize   = 8
)

// scanner splits source text into tokens. It scans the whole text at once; an
// error ends the token list with an ErrorToken, and is reported if the parser
// gets there.
type scanner struct {
	filename string
	src      string
	pos      int // offset of the next byte
	line     int
	lineAt   int // offset of the start of line

	tokens    []Token
	parens    []paren
	indents   []indent
	fmodes    []fmode
	err       *SyntaxError
	openAtEnd bool // err is that the text ends within a string or behind a backslash
	late      bool // err is reported only where the parser reaches it
	eofOpen   bool // the text ended inside brackets
	outline   outline
}

type paren struct {
	char byte
	pos  int
	line int
}

// indent is the width of an indentation, with tabs to multiples of eight and
// with tabs as one column: where the two disagree tabs are used inconsistently.
type indent struct{ col, alt int }

// fmode is an f-string being scanned. exprs are the replacement fields that are
// open in it; without any, or when the innermost is in its format spec, text is
// literal.
type fmode struct {
	quote  byte
	triple bool
	raw    bool
	start  int
	line   int
	exprs  []fexpr
}

type fexpr struct {
	level  int // number of open brackets inside the field's own brace
	inSpec bool
}

func (m *fmode) literal() bool {
	return len(m.exprs) == 0 || m.exprs[len(m.exprs)-1].inSpec
}

// newScanner makes a scanner of src from an offset on.
func newScanner(filename, src string, from int) *scanner {
	return &scanner{filename: filename, src: src, pos: from, line: 1, indents: []indent{{}}, outline: outline{head: -1, keep: -1}}
}

// scan fills tokens.
func (s *scanner) scan(atLineStart bool) {
	perToken := 4 // bytes of the text, about
	if s.outline.on {
		perToken = 10
	}
	s.tokens = tokenRoom((len(s.src)-s.pos)/perToken + 8)
	for s.err == nil {
		if n := len(s.fmodes); n > 0 && s.fmodes[n-1].literal() {
			s.fstringText(&s.fmodes[n-1])
			continue
		}
		if atLineStart {
			atLineStart = false
			if blank := s.indentation(); blank {
				atLineStart = true
				if s.pos >= len(s.src) {
					s.finish()
					return
				}
				continue
			}
			if s.err != nil {
				break
			}
			if s.outline.on && s.lineStarts() {
				atLineStart = true
				continue
			}
		}
		end := s.skipSpace()
		if s.err != nil {
			break
		}
		if s.pos >= len(s.src) {
			s.finish()
			return
		}
		if s.src[s.pos] == '\n' {
			if len(s.parens) == 0 {
				s.emit(Newline, end, s.pos+1)
				atLineStart = true
			}
			s.pos++
			s.line++
			s.lineAt = s.pos
			continue
		}
		s.token()
	}
	s.emit(ErrorToken, s.pos, s.pos)
}

// finish ends the token list at the end of the text.
func (s *scanner) finish() {
	if len(s.parens) > 0 {
		s.eofOpen = true
		s.emit(ErrorToken, s.pos, s.pos)
		return
	}
	for range len(s.indents) - 1 {
		s.emit(Dedent, s.pos, s.pos)
	}
	s.emit(EndMarker, s.pos, s.pos)
}

// emit adds a token on the current line.
func (s *scanner) emit(kind Kind, start, end int) {
	s.tokens = append(s.tokens, Token{Kind: kind, Level: uint8(len(s.parens)), Start: int32(start), End: int32(end),
		Line: int32(s.line), Col: int32(start - s.lineAt), EndLine: int32(s.line), EndCol: int32(end - s.lineAt)})
}

// emitFrom adds a token that began on an earlier line.
func (s *scanner) emitFrom(kind Kind, start, line, lineAt, end int) {
	s.tokens = append(s.tokens, Token{Kind: kind, Level: uint8(len(s.parens)), Start: int32(start), End: int32(end),
		Line: int32(line), Col: int32(start - lineAt), EndLine: int32(s.line), EndCol: int32(end - s.lineAt)})
}

// indentation measures the space at the start of a logical line and emits
// Indent and Dedent tokens. It skips the line and returns true if it is blank.
func (s *scanner) indentation() (blank bool) {
	col, alt := 0, 0
	i := s.pos
loop:
	for ; i < len(s.src); i++ {
		switch s.src[i] {
		case ' ':
			col++
			alt++
		case '\t':
			col = (col/tabSize + 1) * tabSize
			alt++
		case '\f':
			col, alt = 0, 0
		case '\\':
			// A continuation in the indentation: the next line's does not count.
			if i+2 < len(s.src) && s.src[i+1] == '\n' {
				i += 2
				s.line++
				s.lineAt = i
				for i < len(s.src) && (s.src[i] == ' ' || s.src[i] == '\t') {
					i++
				}
			}
			break loop
		default:
			break loop
		}
	}
	s.pos = i
	if i >= len(s.src) {
		return true
	}
	if c := s.src[i]; c == '#' || c == '\n' {
		for s.pos < len(s.src) && s.src[s.pos] != '\n' {
			s.pos++
		}
		if s.pos < len(s.src) {
			s.pos++
		}
		s.line++
		s.lineAt = s.pos
		return true
	}
	top := s.indents[len(s.indents)-1]
	switch {
	case col == top.col:
		if alt != top.alt {
			s.tabError()
		}
	case col > top.col:
		if alt <= top.alt {
			s.tabError()
			return false
		}
		if len(s.indents) >= maxIndent {
			s.failLate("IndentationError", s.pos, s.pos, "too many levels of indentation")
			return false
		}
		s.indents = append(s.indents, indent{col, alt})
		s.emit(Indent, s.lineAt, s.pos)
	default:
		n := len(s.indents)
		for col < s.indents[n-1].col {
			n--
		}
		top = s.indents[n-1]
		if col == top.col {
			for range len(s.indents) - n {
				s.emit(Dedent, s.pos, s.pos)
			}
			s.indents = s.indents[:n]
		}
		if col != top.col {
			end := strings.IndexByte(s.src[s.pos:], '\n') + s.pos
			s.failLate("IndentationError", end, end, "unindent does not match any outer indentation level")
		} else if alt != top.alt {
			s.tabError()
		}
	}
	return false
}

func (s *scanner) tabError() {
	s.failLate("TabError", s.lineAt, s.lineAt, "inconsistent use of tabs and spaces in indentation")
	s.err.EndCol = 0
}

// skipSpace skips blanks, comments and line continuations. It returns where the comment begins, or else where it stops:
// CPython's line end includes the comment.
func (s *scanner) skipSpace() (end int) {
	for s.pos < len(s.src) {
		switch s.src[s.pos] {
		case ' ', '\t', '\f':
			s.pos++
		case '#':
			end = s.pos
			for s.pos < len(s.src) && s.src[s.pos] != '\n' {
				s.pos++
			}
			return end
		case '\\':
			if s.pos+1 >= len(s.src) || s.src[s.pos+1] != '\n' {
				s.failLate("SyntaxError", s.pos+1, s.pos+1, "unexpected character after line continuation character")
				s.err.EndCol = 0
				return s.pos
			}
			if s.pos+2 >= len(s.src) {
				s.openAtEnd = true
				s.failLate("SyntaxError", s.pos+1, s.pos+1, "unexpected EOF while parsing")
				s.err.EndCol = -1
				return s.pos
			}
			s.pos += 2
			s.line++
			s.lineAt = s.pos
		default:
			return s.pos
		}
	}
	return s.pos
}

// token scans one token that does not start a line.
func (s *scanner) token() {
	start := s.pos
	c := s.src[s.pos]
	switch {
	case isIdentStart(c):
		s.nameOrString()
	case isDigit(c), c == '.' && s.pos+1 < len(s.src) && isDigit(s.src[s.pos+1]):
		s.number()
	case c == '"' || c == '\'':
		s.stringLiteral(start)
	case c >= utf8.RuneSelf:
		s.nameOrString()
	default:
		s.operator()
	}
}

func isIdentStart(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func isDigit(c byte) bool      { return c >= '0' && c <= '9' }
func isIdentByte(c byte) bool  { return isIdentStart(c) || isDigit(c) }

// nameOrString scans an identifier, a keyword, or a string with a prefix.
func (s *scanner) nameOrString() {
	start := s.pos
	i := start
	for i < len(s.src) && (isIdentByte(s.src[i]) || s.src[i] >= utf8.RuneSelf) {
		i++
	}
	word := s.src[start:i]
	if i < len(s.src) && (s.src[i] == '"' || s.src[i] == '\'') && s.incompatiblePrefixes(start, word) {
		return
	}
	if i < len(s.src) && (s.src[i] == '"' || s.src[i] == '\'') && len(word) <= 2 && isStringPrefix(word) {
		s.pos = i
		if strings.ContainsAny(word, "fF") {
			s.fstringStart(start, strings.ContainsAny(word, "rR"))
		} else {
			s.stringLiteral(start)
		}
		return
	}
	if !isASCII(word) && !s.checkIdentifier(start, word) {
		return
	}
	s.pos = i
	kind, isKeyword := keywords[word]
	if !isKeyword {
		kind = NameTok
	}
	s.emit(kind, start, i)
}

func isASCII(word string) bool {
	for i := 0; i < len(word); i++ {
		if word[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func isStringPrefix(word string) bool {
	switch strings.ToLower(word) {
	case "r", "u", "b", "f", "br", "rb", "fr", "rf", "t", "tr", "rt":
		return true
	}
	return false
}

// incompatiblePrefixes reports letters that cannot be together before a string. Others are just no prefix.
func (s *scanner) incompatiblePrefixes(start int, word string) bool {
	seen := map[byte]bool{}
	for i := 0; i < len(word); i++ {
		c := word[i] | 0x20
		if seen[c] || !strings.ContainsRune("rubft", rune(c)) {
			return false
		}
		seen[c] = true
	}
	for _, pair := range []string{"ub", "ur", "uf", "ut", "bf", "bt", "ft"} {
		if seen[pair[0]] && seen[pair[1]] {
			s.fail("SyntaxError", start, start+len(word), fmt.Sprintf("'%c' and '%c' prefixes are incompatible", pair[0], pair[1]))
			return true
		}
	}
	return false
}

// checkIdentifier reports the first character that cannot be in an identifier.
func (s *scanner) checkIdentifier(start int, word string) bool {
	for i, r := range word {
		ok := r == '_' || unicode.IsLetter(r) || unicode.Is(unicode.Nl, r) || unicode.Is(unicode.Other_ID_Start, r)
		if i > 0 {
			ok = ok || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Mc, r) ||
				unicode.Is(unicode.Pc, r) || unicode.Is(unicode.Other_ID_Continue, r)
		}
		if ok {
			continue
		}
		at := start + i
		if unicode.IsPrint(r) {
			s.fail("SyntaxError", at, at, fmt.Sprintf("invalid character '%c' (U+%04X)", r, r))
		} else {
			s.fail("SyntaxError", at, at, fmt.Sprintf("invalid non-printable character U+%04X", r))
		}
		return false
	}
	return true
}

// operator scans an operator or bracket.
func (s *scanner) operator() {
	start := s.pos
	inField := false // directly in a replacement field of an f-string
	if n := len(s.fmodes); n > 0 {
		m := &s.fmodes[n-1]
		e := &m.exprs[len(m.exprs)-1]
		inField = e.level == len(s.parens)
		if inField && s.src[start] == ':' {
			if len(m.exprs) >= 3 {
				s.fail("SyntaxError", start, start, "f-string: expressions nested too deeply")
				return
			}
			s.pos++
			e.inSpec = true
			s.emit(Colon, start, s.pos)
			return
		}
		if inField && s.src[start] == '!' && !strings.HasPrefix(s.src[start:], "!=") {
			s.pos++
			s.emit(Exclamation, start, s.pos)
			return
		}
	}
	for n := min(3, len(s.src)-start); n > 0; n-- {
		kind, ok := operators[s.src[start:start+n]]
		if !ok {
			continue
		}
		s.pos = start + n
		switch kind {
		case LPar, LSqb, LBrace:
			if len(s.parens) >= maxParens {
				s.fail("SyntaxError", start, start, "too many nested parentheses")
				return
			}
			s.parens = append(s.parens, paren{s.src[start], start, s.line})
		case RPar, RSqb, RBrace:
			s.closeParen(start, inField)
			if s.err != nil {
				return
			}
		}
		s.emit(kind, start, s.pos)
		return
	}
	r, n := utf8.DecodeRuneInString(s.src[start:])
	switch r {
	case '$', '?', '`':
		s.pos = start + n
		s.emit(StrayChar, start, s.pos)
	default:
		if unicode.IsPrint(r) {
			s.fail("SyntaxError", start, start, fmt.Sprintf("invalid character '%c' (U+%04X)", r, r))
		} else {
			s.fail("SyntaxError", start, start, fmt.Sprintf("invalid non-printable character U+%04X", r))
		}
	}
}

func (s *scanner) closeParen(at int, inField bool) {
	c := s.src[at]
	if n := len(s.fmodes); n > 0 && inField {
		m := &s.fmodes[n-1]
		if c != '}' {
			s.fail("SyntaxError", at, at, fmt.Sprintf("f-string: unmatched '%c'", c))
			return
		}
		m.exprs = m.exprs[:len(m.exprs)-1]
		s.parens = s.parens[:len(s.parens)-1]
		return
	}
	if len(s.parens) == 0 {
		s.fail("SyntaxError", at, at, fmt.Sprintf("unmatched '%c'", c))
		return
	}
	open := s.parens[len(s.parens)-1]
	if want := map[byte]byte{'(': ')', '[': ']', '{': '}'}[open.char]; want != c {
		msg := fmt.Sprintf("closing parenthesis '%c' does not match opening parenthesis '%c'", c, open.char)
		if open.line != s.line {
			msg += fmt.Sprintf(" on line %d", open.line)
		}
		s.fail("SyntaxError", at, at, msg)
		return
	}
	s.parens = s.parens[:len(s.parens)-1]
}

// fail records an error in the bytes [start, end) of the current line. A range
// that is empty points at one place only.
func (s *scanner) fail(kind string, start, end int, msg string) {
	if s.err != nil {
		return
	}
	s.err = errorAt(s.filename, s.src, kind, s.line, start-s.lineAt, s.line, end-s.lineAt, msg)
	if start == end {
		s.err.EndLine, s.err.EndCol = s.err.Line, s.err.Col
	}
	if kind != "SyntaxError" {
		s.err.EndCol = -1
	}
	if !s.late {
		s.err.Text = strings.TrimSuffix(s.err.Text, "\n")
	}
}

// failLate is fail for an error that does not replace one of the parser before it.
func (s *scanner) failLate(kind string, start, end int, msg string) {
	s.late = s.late || s.err == nil
	s.fail(kind, start, end, msg)
}
