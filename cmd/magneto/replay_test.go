package main

import (
	"encoding/xml"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestProgramsOfTestdata runs every program below testdata, with -short every tenth one, and compares with what PyTorch 2.14 on CPython 3.14 printed.
func TestProgramsOfTestdata(t *testing.T) {
	root := filepath.Join("..", "..", "testdata")
	n := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".py") {
			return err
		}
		if n++; testing.Short() && n%20 != 0 {
			return nil
		}
		want, err := os.ReadFile(recorded(path))
		if err != nil {
			t.Errorf("%s has no recorded output", path)
			return nil
		}
		name, err := filepath.Rel(root, strings.TrimSuffix(path, ".py"))
		if err != nil {
			return err
		}
		t.Run(filepath.ToSlash(name), func(t *testing.T) {
			t.Parallel()
			got := magneto(t, "", nil, "", "run", "--seed=0", path) // it fails each time or never
			if got.status != 0 {
				t.Errorf("exit status %d\n%s", got.status, got.stderr)
			}
			if diff := cmp.Diff(string(want), got.stdout); diff != "" {
				t.Errorf("output differs (-want +got):\n%s", diff)
			}
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestReplay(t *testing.T) {
	dir := write(t,
		"good.py", "print('fine')", "good.out", "fine\n",
		"sub/differs.py", "for i in range(9): print(i if i != 4 else 'four')", "sub/differs.out", "0\n1\n2\n3\n4\n5\n6\n7\n8\n",
		"sub/raises.py", "print(1)\nraise ValueError('no')", "sub/raises.out", "1\n",
		"sub/hangs.py", "while True: pass", "sub/hangs.out", "",
		"sub/unrecorded.py", "print(1)",
		"readme.txt", "")
	got := magneto(t, dir, nil, "", "replay", "--timeout", "2s", "--junit", "result.xml", ".")
	expect(t, got, exitFailed, "1 passed, 3 failed\n", "")
	want := `NOT COMPARED sub/unrecorded.py: no recorded output
FAIL sub/differs.py
    line 5:
      2
      3
    - 4
    + four
      5
      6
FAIL sub/hangs.py
    took longer than 2s
FAIL sub/raises.py
    exit status 1
    Traceback (most recent call last):
      File "DIR/sub/raises.py", line 2, in <module>
        raise ValueError('no')
    ValueError: no
1 passed, 3 failed
`
	if diff := cmp.Diff(want, strings.ReplaceAll(got.stdout, dir, "DIR")); diff != "" {
		t.Errorf("report differs (-want +got):\n%s", diff)
	}
	text, err := os.ReadFile(filepath.Join(dir, "result.xml"))
	if err != nil {
		t.Fatal(err)
	}
	var suite junitSuite
	if err := xml.Unmarshal(text, &suite); err != nil {
		t.Fatal(err)
	}
	messages := map[string]string{}
	for _, c := range suite.Cases {
		messages[c.Name] = ""
		if c.Failure != nil {
			messages[c.Name] = c.Failure.Message
		}
	}
	wantMessages := map[string]string{"good": "", "differs": "output differs", "raises": "exit status 1", "hangs": "timeout"}
	if diff := cmp.Diff(wantMessages, messages); diff != "" || suite.Tests != 4 || suite.Failures != 3 {
		t.Errorf("%d tests, %d failures; %s", suite.Tests, suite.Failures, diff)
	}
	expect(t, magneto(t, dir, nil, "", "replay", "good.py"), exitOK, "1 passed, 0 failed\n", "")
	expect(t, magneto(t, dir, nil, "", "replay", "sub/unrecorded.py"), exitFailed, "no such file or directory", "")
}

func TestReplayUpdate(t *testing.T) {
	dir := write(t, "new.py", "print('recorded')", "raises.py", "print(1)\n1 / 0", "raises.out", "kept\n")
	expect(t, magneto(t, dir, nil, "", "replay", "--update", "."), exitFailed, "1 recorded, 1 failed\n", "")
	for file, want := range map[string]string{"new.out": "recorded\n", "raises.out": "kept\n"} {
		if got, err := os.ReadFile(filepath.Join(dir, file)); err != nil || string(got) != want {
			t.Errorf("%s holds %q, want %q (%v)", file, got, want, err)
		}
	}
}

func TestReplayBackend(t *testing.T) {
	program := "import torch\n@torch.compile\ndef f(x): return x + 1\nprint(f(torch.ones(1)).item())"
	dir := write(t, "p.py", program, "p.out", "2.0\n")
	expect(t, magneto(t, dir, nil, "", "replay", "--backend", "eager", "p.py"), exitOK, "1 passed, 0 failed\n", "")
	expect(t, magneto(t, dir, nil, "", "replay", "--backend", "nonesuch", "p.py"), exitFailed, `unknown backend "nonesuch"`, "")
}

func TestLineDiff(t *testing.T) {
	for _, c := range []struct{ want, got, diff string }{
		{"a\nb\nc\n", "a\nx\nc\n", "line 2:\n  a\n- b\n+ x\n  c"},
		{"a\n", "a\nb\n", "line 2:\n  a\n+ b"},
		{"a\nb\n", "", "line 1:\n- a\n- b"},
		{"a\nb\nc\nd\n", "b\nc\nx\nd\n", "line 1:\n- a\n  b\n  c\n+ x\n  d"},
		{"end", "end\n", "line 2:\n  end\n+"},
	} {
		if diff := cmp.Diff(c.diff, lineDiff(c.want, c.got)); diff != "" {
			t.Errorf("%q against %q (-want +got):\n%s", c.want, c.got, diff)
		}
	}
	long := strings.Repeat("x\n", 3*maxDiff)
	if got := shorten(lineDiff("", long)); !strings.HasSuffix(got, "more lines") || strings.Count(got, "\n") != maxDiff {
		t.Errorf("a long diff has %d lines and ends with %q", strings.Count(got, "\n"), got[len(got)-20:])
	}
}
