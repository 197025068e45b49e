package syntax

import (
	"strings"
	"unicode/utf8"
)

// Lexeme is a piece of a program as Python's module tokenize tells it: tokens, and the comments and line ends between them,
// which the parser does not see. Lines count from 1, columns from 0 in characters.
type Lexeme struct {
	Type            string // the name in module token
	Text            string
	Line, Col       int
	EndLine, EndCol int
}

// lexemeTypes names the kinds of tokens that are not operators.
var lexemeTypes = map[Kind]string{NameTok: "NAME", NumberTok: "NUMBER", StringTok: "STRING", Newline: "NEWLINE", Indent: "INDENT", Dedent: "DEDENT",
	FStringStart: "FSTRING_START", FStringMiddle: "FSTRING_MIDDLE", FStringEnd: "FSTRING_END", EndMarker: "ENDMARKER"}

// Lexemes splits a program. Where it cannot go on, it returns what there is so far and the error.
func Lexemes(src string) ([]Lexeme, *SyntaxError) {
	l := lexer{src: src}
	if src != "" && !strings.HasSuffix(src, "\n") {
		l.src += "\n"
		l.added = true
	}
	for at := 0; at < len(l.src); at++ {
		if at == 0 || l.src[at-1] == '\n' {
			l.lines = append(l.lines, at)
		}
	}
	s := newScanner("<string>", l.src, 0)
	s.scan(true)
	for i := range s.tokens {
		t := &s.tokens[i]
		if t.Kind == ErrorToken {
			break
		}
		l.token(t)
	}
	if s.err == nil && s.eofOpen {
		l.between(len(l.src))
		return l.out, &SyntaxError{Msg: "unexpected EOF in multi-line statement", Line: len(l.lines)}
	}
	return l.out, s.err
}

type lexer struct {
	src   string
	added bool  // the last line end is not in the program
	lines []int // where they begin
	line  int   // the last line that was looked at
	at    int   // what comes next
	out   []Lexeme
}

func (l *lexer) token(t *Token) {
	start, end := int(t.Start), int(t.End)
	switch t.Kind {
	case Newline: // its range begins behind the last token
		start = end - 1
	case EndMarker, Dedent:
		if start == len(l.src) { // behind the last line
			l.between(start)
			n := len(l.lines) + 1
			l.out = append(l.out, Lexeme{lexemeTypes[t.Kind], "", n, 0, n, 0})
			return
		}
	}
	l.between(start)
	kind, ok := lexemeTypes[t.Kind]
	switch {
	case !ok && t.Kind >= KwFalse:
		kind = "NAME"
	case !ok:
		kind = "OP"
	}
	for kind == "FSTRING_MIDDLE" { // a doubled brace ends a piece, which has the first of the two
		i := strings.IndexAny(l.src[start:end], "{}")
		if i < 0 || start+i+2 > end {
			break
		}
		l.emit(kind, start, start+i+1)
		start += i + 2
	}
	if start < end || kind != "FSTRING_MIDDLE" {
		l.emit(kind, start, end)
	}
	l.at = end
}

// between adds the comments and line ends before an offset.
func (l *lexer) between(end int) {
	for l.at < end {
		switch l.src[l.at] {
		case '#':
			stop := strings.IndexByte(l.src[l.at:], '\n') + l.at
			l.emit("COMMENT", l.at, stop)
		case '\n':
			if l.at > 0 && l.src[l.at-1] == '\\' {
				l.at++
				continue
			}
			l.emit("NL", l.at, l.at+1)
		default:
			l.at++
		}
	}
}

func (l *lexer) emit(kind string, start, end int) {
	line, col := l.place(start)
	endLine, endCol := line, col
	if kind == "NEWLINE" || kind == "NL" { // the line end counts as one more column
		endCol++
	} else {
		endLine, endCol = l.place(end)
	}
	text := l.src[start:end]
	if l.added && end == len(l.src) && (kind == "NEWLINE" || kind == "NL") {
		text = ""
	}
	l.out = append(l.out, Lexeme{kind, text, line, col, endLine, endCol})
	l.at = max(l.at, end)
}

// place is the line and the column of an offset.
func (l *lexer) place(at int) (line, col int) {
	for l.line > 0 && l.lines[l.line] > at {
		l.line--
	}
	for l.line+1 < len(l.lines) && l.lines[l.line+1] <= at {
		l.line++
	}
	if len(l.lines) == 0 {
		return 1, 0
	}
	return l.line + 1, utf8.RuneCountInString(l.src[l.lines[l.line]:at])
}
