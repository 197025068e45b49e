package interp

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/magneto-go/magneto/frontend/syntax"
	"github.com/magneto-go/magneto/vm/object"
)

// A name that is nearly a keyword may explain a syntax error: the program is parsed again with the keyword in its place.

const (
	typoText  = 1024 // longer statements are not searched
	typoNames = 10   // names that are tried
	typoTries = 3    // keywords that are tried for a name
)

// keywordTypo finds a name with which, were it the keyword that it resembles, the text up to the error would be right.
func keywordTypo(th *object.Thread, e *object.Exception, m mistake, file string) (mistake, bool) {
	if m.msg != "invalid syntax" && !strings.Contains(m.msg, "Perhaps you forgot a comma") {
		return m, false
	}
	info, ok := object.AsTuple(e.Attr("_metadata"))
	if !ok || len(info.Items) != 3 {
		return m, false
	}
	first, _ := info.Items[0].AsInt()
	source, whole := object.Text(info.Items[2])
	if !whole {
		text, err := MachineOf(th).ReadFile(file)
		if err != nil {
			return m, false
		}
		source = string(text)
	}
	lines := strings.Split(source, "\n")
	from := max(int(first), 1)
	if m.line < from || m.line > len(lines) {
		return m, false
	}
	lines = slices.Clone(lines[from-1 : m.line])
	common := indentOf(lines)
	for i, l := range lines {
		lines[i] = l[min(common, len(l)):]
	}
	text := strings.Join(lines, "\n")
	if utf8.RuneCountInString(text) > typoText {
		return m, false
	}
	tried := 0
	for _, n := range syntax.Names(text) {
		if !whole && n.Line+from-1 != m.line {
			continue
		}
		if tried++; tried > typoNames {
			break
		}
		line := lines[n.Line-1]
		for _, keyword := range resembling(n.Text) {
			lines[n.Line-1] = line[:n.Col] + keyword + line[n.Col+len(n.Text):]
			if !parsesSoFar(strings.Join(lines, "\n")) {
				continue
			}
			m.text, m.hasText, m.hasCol = line+"\n", true, true
			m.line, m.endLine = n.Line+from-1, n.Line+from-1
			m.offset = utf8.RuneCountInString(line[:n.Col]) + 1
			m.end = m.offset + utf8.RuneCountInString(n.Text)
			m.msg = "invalid syntax. Did you mean '" + keyword + "'?"
			return m, true
		}
		lines[n.Line-1] = line
	}
	return m, false
}

// parsesSoFar tells whether a text is a program or the beginning of one.
func parsesSoFar(text string) bool {
	_, err := syntax.Parse("", []byte(text), syntax.Exec)
	if err == nil {
		return true
	}
	failure, ok := err.(*syntax.SyntaxError)
	return ok && failure.AtEnd
}

// resembling lists the keywords that a name may stand for: the one at the least edit distance, then those with the most
// text in common.
func resembling(name string) []string {
	words := syntax.Keywords()
	var out []string
	if near := nearest(name, words); near != "" {
		out = append(out, near)
	}
	type match struct {
		word  string
		score float64
	}
	var matches []match
	for _, w := range words {
		if s := similarity(w, name); s >= 0.5 {
			matches = append(matches, match{w, s})
		}
	}
	sort.Slice(matches, func(i, j int) bool {
		if matches[i].score != matches[j].score {
			return matches[i].score > matches[j].score
		}
		return matches[i].word > matches[j].word
	})
	for _, m := range matches[:min(len(matches), typoTries)] {
		out = append(out, m.word)
	}
	return out[:min(len(out), typoTries)]
}

// similarity is the share of characters in matching blocks (Ratcliff and Obershelp, "Pattern matching: the Gestalt
// approach", 1988), as difflib computes it.
func similarity(a, b string) float64 {
	if len(a)+len(b) == 0 {
		return 1
	}
	return 2 * float64(matching(a, b)) / float64(len(a)+len(b))
}

// matching counts the characters of the longest common block and of those to its left and right.
func matching(a, b string) int {
	at, bt, size := 0, 0, 0
	for i := range len(a) {
		for j := range len(b) {
			k := 0
			for i+k < len(a) && j+k < len(b) && a[i+k] == b[j+k] {
				k++
			}
			if k > size {
				at, bt, size = i, j, k
			}
		}
	}
	if size == 0 {
		return 0
	}
	return size + matching(a[:at], b[:bt]) + matching(a[at+size:], b[bt+size:])
}

// KeywordTypo is what a report shows of a syntax error that a misspelled keyword explains.
func KeywordTypo(th *object.Thread, e *object.Exception) (msg, text string, line, offset, end int, ok bool) {
	m, file := mistakeOf(th, e)
	m, ok = keywordTypo(th, e, m, file)
	return m.msg, m.text, m.line, m.offset, m.end, ok
}
