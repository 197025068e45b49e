package syntax

import (
	"maps"
	"slices"
)

// Kind is the kind of a token.
type Kind uint8

const (
	EndMarker Kind = iota
	ErrorToken
	Newline
	Indent
	Dedent
	NameTok
	NumberTok
	StringTok
	FStringStart
	FStringMiddle
	FStringEnd

	// Operators and delimiters.
	LPar
	RPar
	LSqb
	RSqb
	LBrace
	RBrace
	Colon
	Comma
	Semi
	Plus
	Minus
	Star
	Slash
	VBar
	Amper
	Less
	Greater
	Equal
	Dot
	Percent
	Tilde
	Circumflex
	At
	Exclamation
	LessGreater // <>, as the oldest versions wrote !=
	StrayChar   // a character of ASCII that is no part of Python: $ ? `
	EqEqual
	NotEqual
	LessEqual
	GreaterEqual
	LeftShift
	RightShift
	DoubleStar
	DoubleSlash
	Arrow
	Ellipsis3
	ColonEqual
	// Augmented assignment, in the order of augmented.
	PlusEqual
	MinEqual
	StarEqual
	SlashEqual
	PercentEqual
	AmperEqual
	VBarEqual
	CircumflexEqual
	LeftShiftEqual
	RightShiftEqual
	DoubleStarEqual
	DoubleSlashEqual
	AtEqual

	// Keywords.
	KwFalse
	KwNone
	KwTrue
	KwAnd
	KwAs
	KwAssert
	KwAsync
	KwAwait
	KwBreak
	KwClass
	KwContinue
	KwDef
	KwDel
	KwElif
	KwElse
	KwExcept
	KwFinally
	KwFor
	KwFrom
	KwGlobal
	KwIf
	KwImport
	KwIn
	KwIs
	KwLambda
	KwNonlocal
	KwNot
	KwOr
	KwPass
	KwRaise
	KwReturn
	KwTry
	KwWhile
	KwWith
	KwYield

	LeftOutTok // a body, or what follows its docstring, in an outline
)

var keywords = map[string]Kind{
	"False": KwFalse, "None": KwNone, "True": KwTrue, "and": KwAnd, "as": KwAs, "assert": KwAssert,
	"async": KwAsync, "await": KwAwait, "break": KwBreak, "class": KwClass, "continue": KwContinue,
	"def": KwDef, "del": KwDel, "elif": KwElif, "else": KwElse, "except": KwExcept, "finally": KwFinally,
	"for": KwFor, "from": KwFrom, "global": KwGlobal, "if": KwIf, "import": KwImport, "in": KwIn, "is": KwIs,
	"lambda": KwLambda, "nonlocal": KwNonlocal, "not": KwNot, "or": KwOr, "pass": KwPass, "raise": KwRaise,
	"return": KwReturn, "try": KwTry, "while": KwWhile, "with": KwWith, "yield": KwYield,
}

// operators, longest first for each first byte; looked up by trying three, two
// and one bytes.
var operators = map[string]Kind{
	"(": LPar, ")": RPar, "[": LSqb, "]": RSqb, "{": LBrace, "}": RBrace, ":": Colon, ",": Comma, ";": Semi,
	"+": Plus, "-": Minus, "*": Star, "/": Slash, "|": VBar, "&": Amper, "<": Less, ">": Greater, "=": Equal,
	".": Dot, "%": Percent, "~": Tilde, "^": Circumflex, "@": At, "!": Exclamation,
	"==": EqEqual, "!=": NotEqual, "<>": LessGreater, "<=": LessEqual, ">=": GreaterEqual, "<<": LeftShift, ">>": RightShift,
	"**": DoubleStar, "//": DoubleSlash, "->": Arrow, "...": Ellipsis3, ":=": ColonEqual,
	"+=": PlusEqual, "-=": MinEqual, "*=": StarEqual, "/=": SlashEqual, "%=": PercentEqual, "&=": AmperEqual,
	"|=": VBarEqual, "^=": CircumflexEqual, "<<=": LeftShiftEqual, ">>=": RightShiftEqual, "**=": DoubleStarEqual,
	"//=": DoubleSlashEqual, "@=": AtEqual,
}

// Token is one lexical element. Start and End are byte offsets in the source;
// lines count from 1 and columns in bytes from 0.
type Token struct {
	Kind            Kind
	Level           uint8 // nesting depth of parentheses after this token
	Start, End      int32
	Line, Col       int32
	EndLine, EndCol int32
}

// Keywords lists the keywords of the language in order.
func Keywords() []string { return slices.Sorted(maps.Keys(keywords)) }

// NameToken is a name in a text: its line from 1 and its column in bytes.
type NameToken struct {
	Text      string
	Line, Col int
}

// IsKeyword says whether a name is a keyword.
func IsKeyword(name string) bool { return keywords[name] != 0 }

// Names lists the names of a text that are no keywords, as far as the text can be scanned.
func Names(text string) []NameToken {
	s := newScanner("", text, 0)
	s.scan(true)
	var names []NameToken
	for _, t := range s.tokens {
		if t.Kind == NameTok {
			names = append(names, NameToken{text[t.Start:t.End], int(t.Line), int(t.Col)})
		}
	}
	return names
}
