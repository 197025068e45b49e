package compiler_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var writeRows = flag.Bool("rows.write", false, "TestRows writes docs/dynamo.md")

const (
	rowsTable = "testdata/rows.txt"
	rowsPage  = "../../docs/dynamo.md"
)

// rowNumbers lists the rows that the table must have.
func rowNumbers() []string {
	parts := map[string]string{"A65": "abc", "A68": "ab", "A71": "ab"}
	var numbers []string
	for _, section := range []struct {
		letter string
		last   int
	}{{"A", 81}, {"B", 40}, {"C", 9}} {
		for n := 1; n <= section.last; n++ {
			number := fmt.Sprint(section.letter, n)
			if parts[number] == "" {
				numbers = append(numbers, number)
			}
			for _, p := range parts[number] {
				numbers = append(numbers, number+string(p))
			}
		}
	}
	return numbers
}

// TestRows: each row of the table has a demonstration that exists, none is missing, and docs/dynamo.md is the table.
func TestRows(t *testing.T) {
	table, err := os.ReadFile(rowsTable)
	if err != nil {
		t.Fatal(err)
	}
	var page strings.Builder
	page.WriteString("# Tracing, row by row\n\nWhat tracing does, and the program or test that shows it. Programs have their output beside them, recorded from PyTorch 2.14; words behind `#` are where in the program to look. " +
		"The table is `torch/compiler/" + rowsTable + "`; a test checks it and writes this page: `go test ./torch/compiler -run TestRows -rows.write`.\n")
	var numbers []string
	for _, line := range strings.Split(strings.TrimSpace(string(table)), "\n") {
		fields := strings.Split(line, " | ")
		switch {
		case strings.HasPrefix(line, "# "):
		case strings.HasPrefix(line, "= ") && len(fields) == 2:
			fmt.Fprintf(&page, "\n## %s: %s\n\n| row | what | shown by |\n| --- | --- | --- |\n", strings.TrimPrefix(fields[0], "= "), fields[1])
		case len(fields) != 3:
			t.Errorf("a row has a number, a title and what shows it: %s", line)
		default:
			numbers = append(numbers, fields[0])
			fmt.Fprintf(&page, "| %s | %s | %s |\n", fields[0], fields[1], demonstrations(t, fields[0], fields[2]))
		}
	}
	if diff := cmp.Diff(rowNumbers(), numbers); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	if *writeRows {
		if err := os.WriteFile(rowsPage, []byte(page.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	written, err := os.ReadFile(rowsPage)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(written), page.String()); diff != "" {
		t.Errorf("docs/dynamo.md is not the table (-page +table):\n%s", diff)
	}
}

// demonstrations are the places of a row as the page has them, each checked; or the reason that there is none.
func demonstrations(t *testing.T, row, places string) string {
	if reason, none := strings.CutPrefix(places, "- "); none {
		return reason
	}
	var links []string
	for _, place := range strings.Split(regexp.MustCompile(`, ([a-z]+/)`).ReplaceAllString(places, "\n$1"), "\n") {
		links = append(links, "`"+place+"`")
		path, words, _ := strings.Cut(place, "#")
		path, test, _ := strings.Cut(path, ":")
		text, err := os.ReadFile(filepath.Join("../..", path))
		if err != nil {
			t.Errorf("%s: %v", row, err)
			continue
		}
		if test != "" {
			words = "func " + test + "("
		}
		if !strings.Contains(string(text), words) {
			t.Errorf("%s: %s has no %q", row, path, words)
		}
		if program, ok := strings.CutSuffix(path, ".py"); ok {
			if _, err := os.Stat(filepath.Join("../..", program+".out")); err != nil {
				t.Errorf("%s: %v", row, err)
			}
		}
	}
	return strings.Join(links, ", ")
}
