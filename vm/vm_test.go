package vm

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/magneto-go/magneto/vm/object"
)

// scriptVariable makes the test binary run a script instead of the tests: each program gets a process of its own, as it
// has in real life.
const scriptVariable = "VM_TEST_SCRIPT"

func TestMain(m *testing.M) {
	if script := os.Getenv(scriptVariable); script != "" {
		th := object.NewThread()
		os.Exit(Run(th, script, []string{script}))
	}
	os.Exit(m.Run())
}

func runScript(t *testing.T, path string) (stdout, stderr string, status int) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), scriptVariable+"="+path)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if exit, ok := err.(*exec.ExitError); ok {
		status = exit.ExitCode()
	} else if err != nil {
		t.Fatal(err)
	}
	return out.String(), errs.String(), status
}

// TestPrograms runs testdata/NAME.py and compares what it prints with testdata/NAME.out, recorded from CPython 3.14.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/*.py")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".py"), func(t *testing.T) {
			t.Parallel()
			want, err := os.ReadFile(strings.TrimSuffix(file, ".py") + ".out")
			if err != nil {
				t.Fatal(err)
			}
			got, errs, status := runScript(t, file)
			if status != 0 {
				t.Errorf("exit status %d\n%s", status, errs)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("output differs (-want +got):\n%s", diff)
			}
		})
	}
}

// TestEndings checks exit statuses and what goes to standard error.
func TestEndings(t *testing.T) {
	cases := []struct {
		name, source, stderr string
		status               int
	}{
		{"normal end", "x = 1", "", 0},
		{"every thread waits", "from threading import *\nt = Thread(target=Event().wait); t.start()\ntry: t.join()\nexcept RuntimeError as e: raise SystemExit(e)",
			"this would wait forever: every thread of the program waits\n", 1},
		{"a thread is left waiting", "from threading import *\nThread(target=Event().wait).start()", "", 0},
		{"exit status", "import sys; sys.exit(3)", "", 3},
		{"exit message", "raise SystemExit('gone')", "gone\n", 1},
		{"uncaught", "def f():\n    return 1 / 0\nf()\n", "Traceback (most recent call last):\n" +
			"  File \"FILE\", line 3, in <module>\n    f()\n    ~^^\n" +
			"  File \"FILE\", line 2, in f\n    return 1 / 0\n           ~~^~~\n" +
			"ZeroDivisionError: division by zero\n", 1},
		{"syntax error", "x = (1\n", "  File \"FILE\", line 1\n    x = (1\n        ^\nSyntaxError: '(' was never closed\n", 1},
		{"exit handlers run", "import atexit, sys\natexit.register(lambda: print('bye', file=sys.stderr))\n", "bye\n", 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "script.py")
			if err := os.WriteFile(file, []byte(c.source), 0o644); err != nil {
				t.Fatal(err)
			}
			_, errs, status := runScript(t, file)
			if status != c.status {
				t.Errorf("exit status %d, want %d", status, c.status)
			}
			if diff := cmp.Diff(c.stderr, strings.ReplaceAll(errs, file, "FILE")); diff != "" {
				t.Errorf("standard error differs (-want +got):\n%s", diff)
			}
		})
	}
}
