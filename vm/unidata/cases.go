package unidata

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed cases.txt.gz
var casesTable []byte

// cases map characters to what stands for them, by themselves, in each case.
type cases struct {
	upper, title, lower, fold map[rune]string
}

var loadCases = sync.OnceValue(func() *cases {
	c := &cases{map[rune]string{}, map[rune]string{}, map[rune]string{}, map[rune]string{}}
	kinds := map[string]map[rune]string{"U": c.upper, "T": c.title, "L": c.lower, "F": c.fold}
	for lines := tableLines(casesTable); lines.Scan(); {
		f := strings.Fields(lines.Text())
		var to strings.Builder
		for _, r := range f[2:] {
			to.WriteRune(code(r))
		}
		kinds[f[0]][code(f[1])] = to.String()
	}
	return c
})

// Upper is the upper case of a character, where it is another.
func Upper(r rune) (string, bool) { return find(r, loadCases().upper) }

// Title is the title case of a character, where it is another.
func Title(r rune) (string, bool) { return find(r, loadCases().title, loadCases().upper) }

// Lower is the lower case of a character, where it is another.
func Lower(r rune) (string, bool) { return find(r, loadCases().lower) }

// Fold is the case folding of a character, where it is another.
func Fold(r rune) (string, bool) { return find(r, loadCases().fold, loadCases().lower) }

// find asks the tables in turn: the later ones have what those before leave out.
func find(r rune, tables ...map[rune]string) (string, bool) {
	for _, t := range tables {
		if s, ok := t[r]; ok {
			return s, true
		}
	}
	return "", false
}
