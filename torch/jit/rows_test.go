package jit

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write docs/torchscript.md")

// TestRows holds docs/torchscript.md to the table of rows, and the table to the programs and tests that it names.
func TestRows(t *testing.T) {
	table, err := os.ReadFile("testdata/rows.txt")
	if err != nil {
		t.Fatal(err)
	}
	var doc strings.Builder
	doc.WriteString("# TorchScript, row by row\n\nWritten by `go test ./torch/jit -run Rows -update` from `torch/jit/testdata/rows.txt`; the test fails where a row names a program or test that does not show it.\n" +
		"Programs lie in `testdata/script`, with the outputs that PyTorch gives; rows without one are missing.\n\n| row | what it is | shown by |\n| --- | --- | --- |\n")
	seen, missing := map[string]bool{}, 0
	for line := range strings.Lines(string(table)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(line, " | ")
		if len(cells) != 3 || seen[cells[0]] {
			t.Fatalf("%q is no row of its own", line)
		}
		row, shown := cells[0], cells[2]
		seen[row] = true
		switch {
		case strings.HasPrefix(shown, "- "):
			missing++
			shown = "missing: " + shown[2:]
		case strings.Contains(shown, ".Test"):
			checkTest(t, row, shown)
			shown = "`" + shown + "`"
		default:
			checkProgram(t, row, shown)
			shown = "[" + shown + "](../testdata/script/" + shown + ".py)"
		}
		fmt.Fprintf(&doc, "| %s | %s | %s |\n", row, cells[1], shown)
	}
	for i := 1; i <= 51; i++ {
		if row := fmt.Sprintf("D%d", i); !seen[row] {
			t.Errorf("no row %s", row)
		}
	}
	fmt.Fprintf(&doc, "\n%d of %d rows are shown.\n", len(seen)-missing, len(seen))
	const path = "../../docs/torchscript.md"
	if *update {
		if err := os.WriteFile(path, []byte(doc.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(doc.String(), string(got)); diff != "" {
		t.Errorf("docs/torchscript.md is not what -update writes:\n%s", diff)
	}
}

// checkProgram says whether the recorded output of a program has the row.
func checkProgram(t *testing.T, row, name string) {
	out, err := os.ReadFile(filepath.Join("../../testdata/script", name+".out"))
	if err != nil {
		t.Error(row, err)
		return
	}
	if !strings.Contains("\n"+string(out), "\n== "+row+"\n") {
		t.Errorf("%s does not print row %s", name, row)
	}
}

// checkTest says whether a package has a test.
func checkTest(t *testing.T, row, name string) {
	folder, test, _ := strings.Cut(name, ".")
	files, _ := filepath.Glob(filepath.Join("../..", folder, "*_test.go"))
	for _, f := range files {
		if data, err := os.ReadFile(f); err == nil && strings.Contains(string(data), "\nfunc "+test+"(t *testing.T)") {
			return
		}
	}
	t.Errorf("row %s: %s has no test %s", row, folder, test)
}
