package syntax

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-python/gpython/ast"
)

// strings parses adjacent string literals, which are one expression.
func (p *parser) strings() ast.Expr {
	start := p.cur()
	var (
		parts   []ast.Expr // of an f-string
		text    strings.Builder
		textAt  *Token // where the text not yet in parts began
		textEnd *Token
		isBytes bool
		isF     bool
		first   = true
		flush   = func() {
			if text.Len() == 0 {
				return
			}
			c := &Constant{ExprBase: exprAt(textAt), Value: text.String()}
			p.tree.spans[c] = Span{textAt.Line, textAt.Col, textEnd.EndLine, textEnd.EndCol}
			parts = append(parts, c)
			text.Reset()
		}
	)
	for {
		t := p.cur()
		switch t.Kind {
		case StringTok:
			p.next()
			value, bytesLit := p.stringValue(t)
			if !first && bytesLit != isBytes {
				p.failToken(p.cur(), "cannot mix bytes and nonbytes literals")
			}
			isBytes = bytesLit
			if text.Len() == 0 {
				textAt = t
			}
			textEnd = t
			text.WriteString(value)
		case FStringStart:
			if !first && isBytes {
				p.failToken(p.cur(), "cannot mix bytes and nonbytes literals")
			}
			isF = true
			p.next()
			raw := strings.ContainsAny(p.text(t), "rR")
			for p.kind() != FStringEnd {
				m := p.cur()
				switch m.Kind {
				case FStringMiddle:
					p.next()
					if text.Len() == 0 {
						textAt = m
					}
					textEnd = m
					text.WriteString(p.fstringLiteral(m, raw, true))
				case LBrace:
					debug, field := p.replacementField(raw)
					if debug != "" {
						if text.Len() == 0 {
							textAt = m
						}
						textEnd = p.prev()
						text.WriteString(debug)
					}
					flush()
					parts = append(parts, field)
				default:
					p.unexpected()
				}
			}
			p.next()
		default:
			if !isF {
				var v any = text.String()
				if isBytes {
					v = Bytes(text.String())
				}
				return done(p, &Constant{ExprBase: exprAt(start), Value: v})
			}
			flush()
			return done(p, &JoinedStr{ExprBase: exprAt(start), Values: parts})
		}
		first = false
	}
}

// replacementField parses {expression[=][!conversion][:spec]}. For the form with
// "=" it also returns the text of the expression.
func (p *parser) replacementField(raw bool) (debug string, field ast.Expr) {
	p.enter()
	defer p.leave()
	open := p.next()
	switch k := p.kind(); k {
	case RBrace, Exclamation, Colon, Equal:
		p.failToken(p.cur(), "f-string: valid expression required before '%s'", p.text(p.cur()))
	}
	if p.kind() != KwYield && !p.startsExpr() && p.kind() != ErrorToken {
		p.failToken(p.cur(), "f-string: expecting a valid expression after '{'")
	}
	f := &FormattedValue{ExprBase: exprAt(open)}
	p.fields++
	first := p.cur()
	p.diagnose(func() { f.Value = p.fieldValue() }, "f-string: expecting a valid expression after '{'", first)
	p.fields--
	if p.kind() == Equal {
		p.next()
		debug = p.withoutComments(open, p.cur())
	}
	if p.kind() == Exclamation {
		mark := p.next()
		t := p.cur()
		if t.Kind != NameTok {
			if t.Kind == ErrorToken {
				p.unexpected()
			}
			p.failToken(t, "f-string: missing conversion character")
		}
		if t.Start != mark.End {
			p.fail("SyntaxError", mark.Line, mark.Col, t.EndLine, t.EndCol, "f-string: conversion type must come right after the exclamation mark")
		}
		name := p.text(t)
		if name != "s" && name != "r" && name != "a" {
			p.failToken(t, "f-string: invalid conversion character '%s': expected 's', 'r', or 'a'", name)
		}
		f.Conversion = name[0]
		p.next()
		if k := p.kind(); k != Colon && k != RBrace && k != ErrorToken {
			p.failToken(p.cur(), "f-string: expecting ':' or '}'")
		}
	}
	if p.kind() == Colon {
		colon := p.next()
		spec := &JoinedStr{ExprBase: exprAt(colon)}
		spec.ColOffset++
		for p.kind() != RBrace {
			m := p.cur()
			switch m.Kind {
			case FStringMiddle:
				p.next()
				c := &Constant{ExprBase: exprAt(m), Value: p.fstringLiteral(m, raw, false)}
				spec.Values = append(spec.Values, done(p, c))
			case LBrace:
				text, nested := p.replacementField(raw)
				if text != "" {
					c := &Constant{ExprBase: exprAt(m), Value: text}
					spec.Values = append(spec.Values, done(p, c))
				}
				spec.Values = append(spec.Values, nested)
			default:
				p.unexpected()
			}
		}
		f.FormatSpec = done(p, spec)
	} else if debug != "" && f.Conversion == 0 {
		f.Conversion = 'r'
	}
	if p.kind() != RBrace {
		if p.kind() == ErrorToken {
			p.unexpected()
		}
		want := "'=', or '!', or ':', or '}'"
		if debug != "" {
			want = "'!', or ':', or '}'"
		}
		p.failToken(p.cur(), "f-string: expecting %s", want)
	}
	p.next()
	return debug, done(p, f)
}

// withoutComments is the source between the two tokens, less the comments.
func (p *parser) withoutComments(from, to *Token) string {
	if text := p.src[from.End:to.Start]; !strings.Contains(text, "#") {
		return text
	}
	var b strings.Builder
	at := from.End
	for i := range p.toks {
		t := &p.toks[i]
		if t.Start < from.End || t.End > to.Start && t != to {
			continue
		}
		for line := range strings.Lines(p.src[at:t.Start]) { // comments lie between tokens only
			code, _, isComment := strings.Cut(line, "#")
			b.WriteString(code)
			if isComment && strings.HasSuffix(line, "\n") {
				b.WriteByte('\n')
			}
		}
		if t == to {
			break
		}
		b.WriteString(p.text(t))
		at = t.End
	}
	return b.String()
}

func (p *parser) fieldValue() ast.Expr {
	if p.kind() == KwYield {
		return p.yieldExpr()
	}
	return p.starExpressions()
}

// fstringLiteral returns the text that an FStringMiddle token stands for.
func (p *parser) fstringLiteral(t *Token, raw, braces bool) string {
	text := p.text(t)
	if braces {
		text = collapseBraces(text, raw)
	}
	if raw || strings.IndexByte(text, '\\') < 0 {
		return text
	}
	return p.unescape(t, text, false)
}

// collapseBraces replaces {{ and }} by single braces, except in \N{name}.
func collapseBraces(text string, raw bool) string {
	if !strings.Contains(text, "{{") && !strings.Contains(text, "}}") {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if !raw && strings.HasPrefix(text[i:], `\N{`) {
			if end := strings.IndexByte(text[i:], '}'); end > 0 {
				b.WriteString(text[i : i+end+1])
				i += end
				continue
			}
		}
		if !raw && text[i] == '\\' && i+1 < len(text) && text[i+1] != '{' && text[i+1] != '}' {
			b.WriteString(text[i : i+2])
			i++
			continue
		}
		b.WriteByte(text[i])
		if c := text[i]; (c == '{' || c == '}') && i+1 < len(text) && text[i+1] == c {
			i++
		}
	}
	return b.String()
}

// stringValue decodes a string token.
func (p *parser) stringValue(t *Token) (value string, isBytes bool) {
	text := p.text(t)
	q := strings.IndexAny(text, `'"`)
	prefix := text[:q]
	text = text[q:]
	if strings.HasPrefix(text, `"""`) || strings.HasPrefix(text, "'''") {
		text = text[3 : len(text)-3]
	} else {
		text = text[1 : len(text)-1]
	}
	isBytes = strings.ContainsAny(prefix, "bB")
	if isBytes && !isASCII(text) {
		p.failToken(t, "bytes can only contain ASCII literal characters")
	}
	if strings.IndexByte(text, '\\') < 0 || strings.ContainsAny(prefix, "rR") {
		return text, isBytes
	}
	return p.unescape(t, text, isBytes), isBytes
}

// simpleEscapes are the escapes of one character.
var simpleEscapes = [256]byte{'\\': '\\', '\'': '\'', '"': '"', 'a': 7, 'b': 8, 'f': 12, 'n': 10, 'r': 13, 't': 9, 'v': 11}

// unescape replaces the backslash escapes in text, a part of token t.
func (p *parser) unescape(t *Token, text string, isBytes bool) string {
	b := make([]byte, 0, len(text))
	put := func(r rune) {
		if isBytes {
			b = append(b, byte(r))
		} else {
			b = appendRune(b, r)
		}
	}
	for i := 0; i < len(text); {
		c := text[i]
		if c != '\\' || i+1 >= len(text) {
			b = append(b, c)
			i++
			continue
		}
		e := text[i+1]
		switch {
		case e == '\n':
			i += 2
		case simpleEscapes[e] != 0:
			b = append(b, simpleEscapes[e])
			i += 2
		case e >= '0' && e <= '7':
			j, v := i+1, rune(0)
			for j < len(text) && j < i+4 && text[j] >= '0' && text[j] <= '7' {
				v = v*8 + rune(text[j]-'0')
				j++
			}
			if v > 0o377 {
				p.warnEscape(t, text, i, j, "octal ")
			}
			put(v)
			i = j
		case e == 'x':
			v, ok := hexValue(text, i+2, 2)
			if !ok {
				if isBytes {
					p.failToken(t, "(value error) invalid \\x escape at position %d", i)
				}
				p.escapeError(t, text, i, 2, `truncated \xXX escape`)
			}
			put(rune(v))
			i += 4
		case !isBytes && (e == 'u' || e == 'U'):
			n, what := 4, `truncated \uXXXX escape`
			if e == 'U' {
				n, what = 8, `truncated \UXXXXXXXX escape`
			}
			v, ok := hexValue(text, i+2, n)
			if !ok {
				p.escapeError(t, text, i, n, what)
			}
			if v > utf8.MaxRune {
				p.failToken(t, "(unicode error) 'unicodeescape' codec can't decode bytes in position %d-%d: illegal Unicode character", i, i+9)
			}
			put(rune(v))
			i += 2 + n
		case !isBytes && e == 'N':
			end := strings.IndexByte(text[i:], '}')
			if i+2 >= len(text) || text[i+2] != '{' || end < 4 {
				last := i + 1
				switch {
				case end > 0:
					last = i + 2
				case i+2 < len(text) && text[i+2] == '{':
					last = len(text) - 1
				}
				p.failToken(t, `(unicode error) 'unicodeescape' codec can't decode bytes in position %d-%d: malformed \N character escape`, i, last)
			}
			name := text[i+3 : i+end]
			r, ok := CharacterNamed(name)
			if !ok {
				p.failToken(t, `(unicode error) 'unicodeescape' codec can't decode bytes in position %d-%d: unknown Unicode character name`, i, i+end)
			}
			put(r)
			i += end + 1
		default:
			p.warnEscape(t, text, i, i+1+runeLength(text[i+1:]), "")
			b = append(b, '\\')
			i++
		}
	}
	return string(b)
}

// escapeError reports an escape with too few hexadecimal digits.
func (p *parser) escapeError(t *Token, text string, i, n int, what string) {
	end := i + 2
	for end < len(text) && end < i+2+n && isHex(text[end]) {
		end++
	}
	p.failToken(t, "(unicode error) 'unicodeescape' codec can't decode bytes in position %d-%d: %s", i, end-1, what)
}

func isHex(c byte) bool { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }

func hexValue(text string, at, n int) (uint32, bool) {
	if at+n > len(text) {
		return 0, false
	}
	for i := at; i < at+n; i++ {
		if !isHex(text[i]) {
			return 0, false
		}
	}
	v, err := strconv.ParseUint(text[at:at+n], 16, 32)
	return uint32(v), err == nil
}

// appendRune appends r in UTF-8, and a surrogate in the same scheme (WTF-8).
func appendRune(b []byte, r rune) []byte {
	if r >= 0xD800 && r <= 0xDFFF {
		return append(b, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
	}
	return utf8.AppendRune(b, r)
}

// warnEscape warns of the escape text[from:to] in a string token that ends with text, which no letter stands for.
func (p *parser) warnEscape(t *Token, text string, from, to int, kind string) {
	escape := text[from:to]
	hint := fmt.Sprintf(`Did you mean "\%s"? A raw string is also an option.`, escape)
	msg := fmt.Sprintf(`"%s" is an invalid %sescape sequence. `, escape, kind)
	// The place is the backslash and what follows it.
	at := int(t.Start) + max(strings.Index(p.src[t.Start:t.End], escape), 0)
	line, col := t.Line, t.Col+int32(at)-t.Start
	if before := p.src[t.Start:at]; strings.Contains(before, "\n") {
		line += int32(strings.Count(before, "\n"))
		col = int32(len(before) - strings.LastIndexByte(before, '\n') - 1)
	}
	span := Span{line, col, line, col + 2}
	p.tree.Warnings = append(p.tree.Warnings, Warning{Msg: msg + "Such sequences will not work in the future. " + hint, Span: span, Error: msg + hint})
}

func runeLength(s string) int {
	_, n := utf8.DecodeRuneInString(s)
	return n
}
