package syntax

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// SyntaxError is an error in a program's text. Line and Col are Python's lineno
// and offset: both count from 1, Col in characters; 0 means unknown. EndCol is
// exclusive; EndLine and EndCol may be 0.
type SyntaxError struct {
	Kind            string // SyntaxError, IndentationError or TabError
	Msg             string
	Filename        string
	Line, Col       int
	EndLine, EndCol int
	Text            string // the line, with its line end
	Statement       int    // the line of the last compound statement before it that is no function, 0 if there is none
	AtEnd           bool   // the text ended too early: more of it could make a program
	Open            bool   // the text ended within a bracket or string, or behind a backslash
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s: %s (%s, line %d)", e.Kind, e.Msg, e.Filename, e.Line)
}

// Warning is a SyntaxWarning: the program is valid, but probably not meant so.
type Warning struct {
	Msg   string
	Span  Span
	Error string // the text where warnings are errors, if it is another
}

// errorAt makes a SyntaxError from byte columns counted from 0. A column of -1
// is unknown.
func errorAt(filename, src, kind string, line, col, endLine, endCol int, msg string) *SyntaxError {
	e := &SyntaxError{Kind: kind, Msg: msg, Filename: filename, Line: line, EndLine: endLine}
	e.Text = lineText(src, line)
	e.Col = charColumn(e.Text, col)
	if endLine == line {
		e.EndCol = charColumn(e.Text, endCol)
	} else {
		e.EndCol = charColumn(lineText(src, endLine), endCol)
	}
	return e
}

// lineText returns a line of src with its line end, "" if there is none.
func lineText(src string, line int) string {
	for ; line > 1; line-- {
		i := strings.IndexByte(src, '\n')
		if i < 0 {
			return ""
		}
		src = src[i+1:]
	}
	if i := strings.IndexByte(src, '\n'); i >= 0 {
		return src[:i+1]
	}
	return src
}

// charColumn converts a byte column from 0 to a character column from 1.
func charColumn(text string, col int) int {
	if col < 0 {
		return 0
	}
	if col > len(text) {
		return utf8.RuneCountInString(text) + col - len(text) + 1
	}
	return utf8.RuneCountInString(text[:col]) + 1
}
