package vm

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestUncaught runs programs that end with an exception, and compares the exit status and what they write with
// testdata/uncaught.txt, recorded from CPython 3.14: behind "===" a program, behind "--- status" its output and report.
func TestUncaught(t *testing.T) {
	text, err := os.ReadFile("testdata/uncaught.txt")
	if err != nil {
		t.Fatal(err)
	}
	for i, section := range strings.Split(strings.TrimPrefix(string(text), "===\n"), "\n===\n") {
		source, rest, _ := strings.Cut(section, "\n--- ")
		status, want, _ := strings.Cut(rest, "\n")
		first, _, _ := strings.Cut(source, "\n")
		t.Run(strconv.Itoa(i)+" "+first, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "p.py"), []byte(source+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(os.Args[0])
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), scriptVariable+"=p.py")
			out, err := cmd.CombinedOutput()
			if err != nil && cmd.ProcessState == nil {
				t.Fatal(err)
			}
			if got := strconv.Itoa(cmd.ProcessState.ExitCode()); got != status {
				t.Errorf("exit status %s, want %s", got, status)
			}
			if diff := cmp.Diff(strings.TrimRight(want, "\n"), strings.TrimRight(string(out), "\n")); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
