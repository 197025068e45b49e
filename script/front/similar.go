package front

import (
	"cmp"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/script/ir"
)

// unknownOperator is the error of an operator that does not exist, with the names that are nearly its own.
func unknownOperator(r ir.Range, kind string) {
	list := similarOperators(kind)
	if len(list) == 0 {
		Fail(r, "Unknown builtin op: %s.\nCould not find any similar ops to %s. This op may not exist or may not be currently supported in TorchScript.\n", kind, kind)
	}
	Fail(r, "Unknown builtin op: %s.\nHere are some suggestions: \n\t%s\n\nThe original call is", kind, strings.Join(list, "\n\t"))
}

// maxEdits is how many characters at most the names of similar operators differ in.
const maxEdits = 2

// similarOperators are the names that are at most maxEdits away, the nearest first.
func similarOperators(kind string) []string {
	type near struct {
		name  string
		edits int
	}
	var found []near
	for _, name := range ir.OperatorNames() {
		if n := edits(kind, name); n <= maxEdits {
			found = append(found, near{name, n})
		}
	}
	slices.SortFunc(found, func(a, b near) int { return cmp.Or(a.edits-b.edits, strings.Compare(a.name, b.name)) })
	var names []string
	for _, f := range found {
		names = append(names, f.name)
	}
	return names
}

// edits is the number of characters to put in, to take out or to replace between two texts; anything above maxEdits where it is more.
func edits(a, b string) int {
	if d := len(a) - len(b); d > maxEdits || -d > maxEdits {
		return maxEdits + 1
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
