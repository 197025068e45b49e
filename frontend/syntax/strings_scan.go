package syntax

import (
	"fmt"
	"strings"
)

// stringLiteral scans a string whose prefix starts at start and whose quote is
// at the current position.
func (s *scanner) stringLiteral(start int) {
	if start < s.pos && strings.ContainsAny(s.src[start:s.pos], "tT") {
		s.fail("SyntaxError", start, s.pos+1, "t-strings are not supported")
		return
	}
	quote := s.src[s.pos]
	line, lineAt := s.line, s.lineAt
	triple := strings.HasPrefix(s.src[s.pos:], strings.Repeat(string(quote), 3))
	if triple {
		s.pos += 3
	} else {
		s.pos++
	}
	for s.pos < len(s.src) {
		switch c := s.src[s.pos]; {
		case c == '\\':
			s.pos++
			if s.pos < len(s.src) {
				s.newlineAt(s.pos)
				s.pos++
			}
		case c == '\n' && !triple:
			if n := len(s.fmodes); n > 0 && s.fmodes[n-1].quote == quote && !s.fmodes[n-1].triple {
				// More likely the end of the f-string, with a brace left open.
				s.line, s.lineAt = line, lineAt
				s.fail("SyntaxError", start, start, "f-string: expecting '}'")
				return
			}
			format := "unterminated string literal (detected at line %d)"
			if s.escapedQuote(start, quote) {
				format += "; perhaps you escaped the end quote?"
			}
			s.unterminated(start, line, lineAt, format)
			return
		case c == quote && !triple:
			s.pos++
			s.emitFrom(StringTok, start, line, lineAt, s.pos)
			return
		case c == quote && strings.HasPrefix(s.src[s.pos:], strings.Repeat(string(quote), 3)):
			s.pos += 3
			s.emitFrom(StringTok, start, line, lineAt, s.pos)
			return
		default:
			s.newlineAt(s.pos)
			s.pos++
		}
	}
	s.openAtEnd = triple
	msg := "unterminated triple-quoted string literal (detected at line %d)"
	if !triple {
		msg = "unterminated string literal (detected at line %d)"
	}
	s.unterminated(start, line, lineAt, msg)
}

// escapedQuote tells whether the unterminated string from start to the current position has its quote behind a
// backslash.
func (s *scanner) escapedQuote(start int, quote byte) bool {
	return strings.Contains(s.src[start:s.pos], "\\"+string(quote))
}

// newlineAt counts a line if the byte at i ends one.
func (s *scanner) newlineAt(i int) {
	if s.src[i] == '\n' {
		s.line++
		s.lineAt = i + 1
	}
}

func (s *scanner) unterminated(start, line, lineAt int, format string) {
	detected := s.line
	if s.pos >= len(s.src) && detected > line {
		detected-- // the last line ends with a newline of its own
	}
	s.line, s.lineAt = line, lineAt
	s.fail("SyntaxError", start, start, fmt.Sprintf(format, detected))
}

func (s *scanner) unterminatedFString(m *fmode) {
	lineAt := strings.LastIndexByte(s.src[:m.start], '\n') + 1
	format := "unterminated f-string literal (detected at line %d)"
	if m.triple {
		format = "unterminated triple-quoted f-string literal (detected at line %d)"
	}
	s.openAtEnd = m.triple && s.err == nil
	s.unterminated(m.start, m.line, lineAt, format)
}

// fstringStart scans the opening quotes of an f-string.
func (s *scanner) fstringStart(start int, raw bool) {
	quote := s.src[s.pos]
	m := fmode{quote: quote, raw: raw, start: start, line: s.line}
	if strings.HasPrefix(s.src[s.pos:], strings.Repeat(string(quote), 3)) {
		m.triple = true
		s.pos += 3
	} else {
		s.pos++
	}
	if len(s.fmodes) >= 150 {
		s.fail("SyntaxError", start, start, "too many nested f-strings")
		return
	}
	s.fmodes = append(s.fmodes, m)
	s.emit(FStringStart, start, s.pos)
}

// fstringText scans literal text of an f-string up to a replacement field or
// the closing quotes, or the format spec of a field up to its brace.
func (s *scanner) fstringText(m *fmode) {
	start, line, lineAt := s.pos, s.line, s.lineAt
	inSpec := len(m.exprs) > 0
	flush := func() {
		if s.pos > start {
			s.emitFrom(FStringMiddle, start, line, lineAt, s.pos)
		}
	}
	for s.pos < len(s.src) {
		c := s.src[s.pos]
		switch {
		case c == m.quote && (!m.triple || strings.HasPrefix(s.src[s.pos:], strings.Repeat(string(c), 3))):
			flush()
			if inSpec {
				s.fail("SyntaxError", s.pos, s.pos+1, "f-string: expecting '}', or format specs")
				return
			}
			end := s.pos + 1
			if m.triple {
				end += 2
			}
			s.emit(FStringEnd, s.pos, end)
			s.pos = end
			s.fmodes = s.fmodes[:len(s.fmodes)-1]
			return
		case c == '\n' && !m.triple:
			if inSpec {
				s.fail("SyntaxError", s.pos, s.pos, "f-string: newlines are not allowed in format specifiers for single quoted f-strings")
				return
			}
			s.unterminatedFString(m)
			return
		case c == '{':
			if !inSpec && strings.HasPrefix(s.src[s.pos:], "{{") {
				s.pos += 2
				continue
			}
			flush()
			if len(s.parens) >= maxParens {
				s.fail("SyntaxError", s.pos, s.pos, "too many nested parentheses")
				return
			}
			s.parens = append(s.parens, paren{'{', s.pos, s.line})
			m.exprs = append(m.exprs, fexpr{level: len(s.parens)})
			s.emit(LBrace, s.pos, s.pos+1)
			s.pos++
			return
		case c == '}':
			if inSpec {
				flush()
				m.exprs = m.exprs[:len(m.exprs)-1]
				s.parens = s.parens[:len(s.parens)-1]
				s.emit(RBrace, s.pos, s.pos+1)
				s.pos++
				return
			}
			if strings.HasPrefix(s.src[s.pos:], "}}") {
				s.pos += 2
				continue
			}
			s.fail("SyntaxError", s.pos, s.pos, "f-string: single '}' is not allowed")
			return
		case c == '\\' && !m.raw && strings.HasPrefix(s.src[s.pos:], `\N{`):
			end := strings.IndexByte(s.src[s.pos:], '}')
			if end < 0 {
				s.pos += 3
			} else {
				s.pos += end + 1
			}
		case c == '\\':
			s.pos++
			if s.pos < len(s.src) && s.src[s.pos] != '{' && s.src[s.pos] != '}' {
				s.newlineAt(s.pos)
				s.pos++
			}
		default:
			s.newlineAt(s.pos)
			s.pos++
		}
	}
	s.unterminatedFString(m)
}
