package stdlib

import (
	"regexp"
	"regexp/syntax"
	"strings"

	"github.com/magneto-go/magneto/vm/object"
)

// Patterns that are regular expressions in the strict sense (no look-around, no references, no atomic groups) are run by Go's regexp where the text is all
// ASCII: it finds the same matches in time linear in the text, and some times quicker than regexp2. What it cannot do, and loops over what may be
// empty, where the two count rounds differently, are left to regexp2.

// linear is a pattern as Go's regexp runs it.
type linear struct {
	made     bool
	search   *regexp.Regexp // nil where regexp2 has to do it, like the others
	match    *regexp.Regexp
	full     *regexp.Regexp
	nonEmpty bool // no match is empty
	dollar   bool // "$" is in it, which to Python also means before a newline at the end
}

// linearFor is the linear form of the pattern if the subject can be searched by it, with the text.
func (p *pattern) linearFor(subject Value) (*linear, string) {
	s, ok := object.AsStr(subject)
	if !ok || p.bytes || !s.IsASCII() {
		return nil, ""
	}
	l := &p.linear
	if !l.made {
		l.make(p)
	}
	if l.search == nil || l.dollar && strings.HasSuffix(s.S, "\n") {
		return nil, ""
	}
	return l, s.S
}

func (l *linear) make(p *pattern) {
	l.made = true
	text, _ := object.Text(p.src)
	t, bad := translateRe(text, p.flags&^reUnicode, asciiLinear)
	if bad != nil {
		return
	}
	source := t.out.String()
	flags := ""
	if p.flags&reIgnoreCase != 0 {
		flags += "i"
	}
	if p.flags&reMultiline != 0 {
		flags += "m"
	}
	if flags != "" {
		flags = "(?" + flags + ")"
	}
	tree, err := syntax.Parse(flags+source, syntax.Perl)
	if err != nil || !countsAlike(tree) || tree.MaxCap() != p.groups {
		return
	}
	search, err1 := regexp.Compile(flags + source)
	match, err2 := regexp.Compile(flags + `\A(?:` + source + `)`)
	full, err3 := regexp.Compile(flags + `\A(?:` + source + `)\z`)
	if err1 != nil || err2 != nil || err3 != nil {
		return
	}
	l.search, l.match, l.full = search, match, full
	l.nonEmpty, l.dollar = !mayBeEmpty(tree), strings.Contains(text, "$")
}

// countsAlike tells that no loop goes over something that may be empty.
func countsAlike(tree *syntax.Regexp) bool {
	switch tree.Op {
	case syntax.OpStar, syntax.OpPlus, syntax.OpRepeat, syntax.OpQuest:
		if mayBeEmpty(tree.Sub[0]) {
			return false
		}
	}
	for _, sub := range tree.Sub {
		if !countsAlike(sub) {
			return false
		}
	}
	return true
}

func mayBeEmpty(tree *syntax.Regexp) bool {
	switch tree.Op {
	case syntax.OpLiteral, syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL, syntax.OpNoMatch:
		return false
	case syntax.OpCapture, syntax.OpPlus:
		return mayBeEmpty(tree.Sub[0])
	case syntax.OpRepeat:
		return tree.Min == 0 || mayBeEmpty(tree.Sub[0])
	case syntax.OpConcat:
		for _, sub := range tree.Sub {
			if !mayBeEmpty(sub) {
				return false
			}
		}
		return true
	case syntax.OpAlternate:
		for _, sub := range tree.Sub {
			if mayBeEmpty(sub) {
				return true
			}
		}
		return false
	}
	return true // loops from zero on, and what stands between characters
}

// find is pattern.find for the whole text.
func (l *linear) find(text string, mode reMode) []int {
	switch mode {
	case reMatch:
		return l.match.FindStringSubmatchIndex(text)
	case reFull:
		return l.full.FindStringSubmatchIndex(text)
	}
	return l.search.FindStringSubmatchIndex(text)
}

// matchAt is the match whose groups lie at places, which come in pairs.
func (p *pattern) matchAt(subject Value, runes []rune, end int, places []int) *match {
	m := &match{Header: object.NewHeader(matchType), p: p, subject: subject, runes: runes, end: end, spans: make([][2]int, len(places)/2)}
	for i := range m.spans {
		m.spans[i] = [2]int{places[2*i], places[2*i+1]}
	}
	return m
}
