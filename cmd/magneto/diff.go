package main

import (
	"fmt"
	"strings"
)

// diffContext is the number of equal lines shown around a difference.
const diffContext = 2

// lineDiff shows how got differs from want, line by line: `-` for recorded
// lines that are missing, `+` for lines that should not be there.
func lineDiff(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	first := 0
	for first < len(a) && first < len(b) && a[first] == b[first] {
		first++
	}
	last := 0
	for last < len(a)-first && last < len(b)-first && a[len(a)-1-last] == b[len(b)-1-last] {
		last++
	}
	var out []string
	from := max(first-diffContext, 0)
	out = append(out, fmt.Sprintf("line %d:", first+1))
	for _, l := range a[from:first] {
		out = append(out, "  "+l)
	}
	out = append(out, edits(a[first:len(a)-last], b[first:len(b)-last])...)
	for _, l := range a[len(a)-last : min(len(a)-last+diffContext, len(a))] {
		out = append(out, "  "+l)
	}
	return strings.TrimRight(strings.Join(out, "\n"), "\n ")
}

// maxTable bounds the longest-common-subsequence table; larger differences are shown whole.
const maxTable = 1 << 22

// edits lists deletions and insertions by a longest common subsequence.
func edits(a, b []string) []string {
	var out []string
	if len(a)*len(b) > maxTable {
		for _, l := range a {
			out = append(out, "- "+l)
		}
		for _, l := range b {
			out = append(out, "+ "+l)
		}
		return out
	}
	lengths := make([][]int32, len(a)+1)
	for i := range lengths {
		lengths[i] = make([]int32, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				lengths[i][j] = lengths[i+1][j+1] + 1
			} else {
				lengths[i][j] = max(lengths[i+1][j], lengths[i][j+1])
			}
		}
	}
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			out = append(out, "  "+a[i])
			i++
			j++
		case i < len(a) && (j == len(b) || lengths[i+1][j] >= lengths[i][j+1]):
			out = append(out, "- "+a[i])
			i++
		default:
			out = append(out, "+ "+b[j])
			j++
		}
	}
	return out
}
