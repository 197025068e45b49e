package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// asCommand makes the test binary be magneto: every command of a test is a process of its own, and so is what replay starts.
const asCommand = "MAGNETO_TEST_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		main()
	}
	os.Exit(m.Run())
}

// outcome is what a run of the command gave.
type outcome struct {
	stdout, stderr string
	status         int
}

func command(dir string, env []string, args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), asCommand+"=1", "TORCH_LOGS="), env...)
	return cmd
}

// magneto runs the command in dir.
func magneto(t *testing.T, dir string, env []string, stdin string, args ...string) outcome {
	t.Helper()
	cmd := command(dir, env, args...)
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &out, &errs
	err := cmd.Run()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		t.Fatal(err)
	}
	return outcome{out.String(), errs.String(), cmd.ProcessState.ExitCode()}
}

// write makes files in a new folder: name, content, name, content, ...
func write(t *testing.T, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		path := filepath.Join(dir, files[i])
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(files[i+1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// expect compares a status exactly, the streams by what they contain; "" for an empty stream, "..." for any.
func expect(t *testing.T, got outcome, status int, stdout, stderr string) {
	t.Helper()
	if got.status != status {
		t.Errorf("exit status %d, want %d", got.status, status)
	}
	for _, stream := range []struct{ name, got, want string }{{"stdout", got.stdout, stdout}, {"stderr", got.stderr, stderr}} {
		switch {
		case stream.want == "...":
		case stream.want == "" && stream.got != "":
			t.Errorf("%s is not empty:\n%s", stream.name, stream.got)
		case !strings.Contains(stream.got, stream.want):
			t.Errorf("%s lacks %q:\n%s", stream.name, stream.want, stream.got)
		}
	}
	if strings.Contains(got.stderr, "goroutine ") {
		t.Errorf("a Go stack trace reached the user:\n%s", got.stderr)
	}
}

// TestUsage checks mistakes on the command line: status 2, one line that names the mistake, nothing on standard output.
func TestUsage(t *testing.T) {
	dir := write(t, "ok.py", "print('ran')", "empty/readme", "", "torch.py", "")
	if err := os.Remove(filepath.Join(dir, "torch.py")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args   string
		stderr string
	}{
		{"", "Usage: magneto <command>"},
		{"frobnicate", `unknown command "frobnicate" (known: run, repl, inspect, replay, dis, completion), and no file of that name`},
		{"frobnicate ok.py", `unknown command "frobnicate"`},
		{"--frobnicate", "unknown flag --frobnicate"},
		{"inspect --backend nonesuch ok.py", `--backend: unknown backend "nonesuch"`},
		{"run", "no script given"},
		{"run missing.py", "can't open file 'missing.py': no such file or directory"},
		{"run empty", "can't open file 'empty': is a directory"},
		{"run -c", "--code: expected string value"},
		{"run -c x -m y", ""}, // all behind CODE belongs to the program: x is no name
		{"run --frobnicate ok.py", "unknown flag --frobnicate"},
		{"run --backend nonesuch ok.py", `--backend: unknown backend "nonesuch" (known: aot_eager, aot_eager_decomp_partition, aot_eager_decomp_partition_crossref, `},
		{"inspect missing.py", "can't open file 'missing.py'"},
		{"inspect --show tensors ok.py", `--show: unknown section "tensors" (known: graphs, guards, bytecode, breaks, recompiles, kernels, script)`},
		{"inspect --format yaml ok.py", `--format must be one of "text","json"`},
		{"dis missing.py", "can't open file 'missing.py'"},
		{"dis empty", "can't open file 'empty': is a directory"},
		{"replay", `expected "<paths> ..."`},
		{"replay missing", "can't open 'missing'"},
		{"replay empty", "no programs found"},
	} {
		if c.stderr == "" {
			continue
		}
		t.Run(c.args, func(t *testing.T) {
			t.Parallel()
			expect(t, magneto(t, dir, nil, "", strings.Fields(c.args)...), exitUsage, "", c.stderr)
		})
	}
	expect(t, magneto(t, dir, []string{"TORCH_LOGS=graphs"}, "", "run", "ok.py"), exitUsage, "", `TORCH_LOGS: unknown log name "graphs" (known: graph_code,`)
}

// TestVersion checks --version, of which the first part depends on the build.
func TestVersion(t *testing.T) {
	got := magneto(t, t.TempDir(), nil, "", "--version")
	expect(t, got, 0, " (PyTorch 2.14.1, Python 3.14.0)\n", "")
	if !strings.HasPrefix(got.stdout, "magneto ") || strings.Count(got.stdout, "\n") != 1 {
		t.Errorf("%q", got.stdout)
	}
}

// TestSources checks where programs come from, and that their arguments are theirs.
func TestSources(t *testing.T) {
	show := "import sys; print(__name__, sys.argv, sys.path[0] == '')"
	dir := write(t, "prog.py", show, "pkg/__init__.py", "", "pkg/__main__.py", "print(__name__, __package__)",
		"pkg/part.py", "from . import __name__ as parent; print(__name__, parent)",
		"test_it.py", "import unittest\nclass T(unittest.TestCase):\n    def test(self): self.assertEqual(1, 1)\n")
	for _, c := range []struct {
		args   []string
		stdin  string
		stdout string
		stderr string
		status int
	}{
		{[]string{"run", "prog.py", "-x", "--stats", "y"}, "", "__main__ ['prog.py', '-x', '--stats', 'y'] False\n", "", 0},
		{[]string{"run", "--stats", "prog.py"}, "", "['prog.py'] False\n", "magneto: 0 graphs compiled\n", 0},
		{[]string{"run", "-", "a"}, show, "__main__ ['-', 'a'] True\n", "", 0},
		{[]string{"run", "-c", show, "-c", "--help"}, "", "__main__ ['-c', '-c', '--help'] True\n", "", 0},
		{[]string{"run", "-c", "def f():\n  1 / 0\nf()"}, "", "", "File \"<string>\", line 2, in f\n    1 / 0\n    ~~^~~\n", 1},
		{[]string{"run", "-"}, "1 / 0", "", "File \"<stdin>\", line 1, in <module>\nZeroDivisionError", 1},
		{[]string{"run", "-m", "prog", "-v"}, "", "prog.py', '-v'] False\n", "", 0},
		{[]string{"run", "-m", "pkg"}, "", "__main__ pkg\n", "", 0},
		{[]string{"run", "-m", "pkg.part"}, "", "__main__ pkg\n", "", 0},
		{[]string{"run", "-m", "pkg.none"}, "", "", "magneto: No module named 'pkg.none'\n", 1},
		{[]string{"run", "-m", "unittest", "-v", "test_it"}, "", "", "test (test_it.T.test) ... ok\n", 0},
		{[]string{"prog.py", "-c", "x"}, "", "__main__ ['prog.py', '-c', 'x'] False\n", "", 0},
		{[]string{"-u", "-X", "dev", "-c", show, "-v"}, "", "__main__ ['-c', '-v'] True\n", "", 0},
		{[]string{"-", "a"}, show, "__main__ ['-', 'a'] True\n", "", 0},
		{[]string{"-m", "pkg"}, "", "__main__ pkg\n", "", 0},
		{[]string{"-W", "error", "-c", "import warnings; warnings.warn('w')"}, "", "", "UserWarning: w\n", 1},
		{[]string{"-W", "ignore", "prog.py"}, "", "['prog.py'] False\n", "", 0},
		{[]string{"-Wfoo", "-c", "import warnings"}, "", "", "Invalid -W option ignored: invalid action: 'foo'\n", 0},
		{[]string{"run", "-c", "import subprocess, sys; subprocess.run([sys.executable, '-c', 'print(5)'])"}, "", "5\n", "", 0},
		{[]string{"dis", "-"}, "x = 1", "STORE_NAME               0 (x)\n", "", 0},
		{[]string{"inspect", "-c", "print(1)"}, "", "1\n=== magneto inspect <string>: 0 graphs, 0 graph breaks, 0 recompiles ===\n", "", 0},
	} {
		t.Run(strings.Join(c.args, " "), func(t *testing.T) {
			t.Parallel()
			expect(t, magneto(t, dir, nil, c.stdin, c.args...), c.status, c.stdout, c.stderr)
		})
	}
}

// TestEnvironment checks the variables of the environment that python reads.
func TestEnvironment(t *testing.T) {
	dir := write(t, "lib/part.py", "print('found')", "p.py",
		"import sys, os, part\nprint(__file__ == os.path.abspath('p.py'), os.path.basename(sys.path[1]))\n"+
			"import warnings\nwarnings.warn('old', DeprecationWarning)")
	got := magneto(t, dir, []string{"PYTHONPATH=lib", "PYTHONWARNINGS=error::UserWarning,ignore"}, "", "run", "p.py")
	expect(t, got, exitOK, "found\nTrue lib\n", "")
	got = magneto(t, dir, []string{"PYTHONPATH=lib", "PYTHONWARNINGS=error"}, "", "run", "p.py")
	expect(t, got, exitFailed, "found\n", "DeprecationWarning: old\n")
}

// TestInstalledPackages imports packages of a virtual environment and of a folder beside the script: behind the library and what magneto replaces.
func TestInstalledPackages(t *testing.T) {
	dir := write(t,
		"env/lib/python3.14/site-packages/zoo/__init__.py", "from . import parts\nname = 'zoo'",
		"env/lib/python3.14/site-packages/zoo/parts.py", "x = 1",
		"env/lib/python3.14/site-packages/zoo/_fast.cpython-314-x86_64-linux-gnu.so", "",
		"env/lib/python3.14/site-packages/torch/__init__.py", "raise SystemExit('another torch')",
		"env/lib/python3.14/site-packages/json.py", "raise SystemExit('another json')",
		"site-packages/beside.py", "y = 2",
		"p.py", `import json, torch, zoo, beside, typing_extensions, tarfile
print(zoo.name, zoo.parts.x, beside.y, torch.ones(1))
try:
    from zoo import _fast
except ImportError as e:
    print(type(e).__name__, e.name, "_fast.cpython" in str(e))
def unpack():
    return tarfile.open("x")
try:
    unpack()
except NotImplementedError as e:
    print(e)
result = tarfile.open("x")  # may be part of what a module is made of
try:
    print("result:", result)
except NotImplementedError as e:
    print(e)
try:
    tarfile.open("x")  # what it does would be left out in silence
except NotImplementedError as e:
    print(e)
`)
	got := magneto(t, dir, []string{"VIRTUAL_ENV=" + filepath.Join(dir, "env")}, "", "run", "p.py")
	expect(t, got, exitOK, "zoo 1 2 tensor([1.])\nImportError zoo._fast True\ntarfile.open: magneto does not have it\ntarfile.open(): magneto does not have it\ntarfile.open: magneto does not have it\n", "")
}

// TestPrograms runs programs with something wrong in them: Python's exceptions and status 1, never a fault of ours.
func TestPrograms(t *testing.T) {
	const backend = "import torch\ndef b(gm, inputs): %s\nprint(torch.compile(lambda x: x + 1, backend=b)(torch.ones(2)))"
	for _, c := range []struct {
		name, source string
		status       int
		stderr       string
	}{
		{"normal", "x = 1", 0, ""},
		{"status", "import sys; sys.exit(3)", 3, ""},
		{"message", "raise SystemExit('gone')", 1, "gone\n"},
		{"empty", "", 0, ""},
		{"only a byte order mark", "\ufeff", 0, ""},
		{"uncaught", "1 / 0", 1, "    1 / 0\n    ~~^~~\nZeroDivisionError: division by zero\n"},
		{"not UTF-8", "x = '\xff'", 1, "SyntaxError: (unicode error) 'utf-8' codec can't decode byte 0xff in position 5"},
		{"NUL", "x = 1\x00", 1, "SyntaxError: source code cannot contain null bytes\n"},
		{"syntax", "def f(:\n", 1, "    def f(:\n          ^\nSyntaxError: invalid syntax\n"},
		{"indentation", "if 1:\nx\n", 1, "IndentationError: expected an indented block after 'if' statement on line 1\n"},
		{"parentheses", "x = " + strings.Repeat("(", 100000), 1, "SyntaxError: too many nested parentheses\n"},
		{"unary operators", "x = " + strings.Repeat("-", 100000) + "1", 1, "SyntaxError: "},
		{"powers", "x = " + strings.Repeat("1**", 100000) + "1", 1, "SyntaxError: "},
		{"nested lambdas", "x = " + strings.Repeat("lambda: ", 50000) + "1", 1, "SyntaxError: "},
		{"blocks", nestedBlocks(300), 1, "IndentationError: too many levels of indentation\n"},
		{"sum of many", "x = " + strings.Repeat("1+", 50000) + "1", -1, "..."},
		{"long list", "x = [" + strings.Repeat("1,", 100000) + "]\nprint(len(x))", 0, ""},
		{"recursion", "def f(n):\n    return f(n + 1)\nf(0)", 1, "[Previous line repeated 996 more times]"},
		{"recursion in repr", "class A:\n    def __repr__(self): return repr(self)\nrepr(A())", 1, "RecursionError: maximum recursion depth exceeded"},
		{"recursion in a list", "a = []\nfor _ in range(200000): a = [a]\nprint(str(a)[:3])", 1, "RecursionError: maximum recursion depth exceeded"},
		{"recursion in comparison", "a, b = [], []\nfor _ in range(200000): a, b = [a], [b]\na == b", 1, "RecursionError: maximum recursion depth exceeded"},
		{"huge allocation", "x = 'a' * (1 << 62)", 1, "MemoryError"},
		{"huge shift", "x = 1 << (1 << 60)", 1, "Error"},
		{"negative size", "import torch\ntorch.ones(-1)", 1, "RuntimeError: "},
		{"huge tensor", "import torch\ntorch.empty(1 << 60)", 1, "RuntimeError: "},
		{"shapes", "import torch\ntorch.ones(2, 3) @ torch.ones(2, 3)", 1, "RuntimeError: mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)\n"},
		{"no such function", "import torch\ntorch.frobnicate(1)", 1, "AttributeError: module 'torch' has no attribute 'frobnicate'\n"},
		{"no such operator", "import torch\ntorch.ops.aten.nope(1)", 1, "AttributeError: '_OpNamespace' 'aten' object has no attribute 'nope'\n"},
		{"no such module", "import nonesuch", 1, "ModuleNotFoundError: No module named 'nonesuch'\n"},
		{"backend raises", fmt.Sprintf(backend, "raise KeyError('no')"), 1, "torch._dynamo.exc.BackendCompilerFailed: backend='b' raised:\nKeyError: 'no'\n"},
		{"backend returns a number", fmt.Sprintf(backend, "return 5"), 1, "BackendCompilerFailed: backend='b' raised:\nAssertionError: compiler_fn did not return callable\n"},
		{"compiled returns a number", fmt.Sprintf(backend, "return lambda *a: 7"), 1, "TypeError: 'int' object is not subscriptable\n"},
		{"compiled returns too little", fmt.Sprintf(backend, "return lambda *a: ()"), 1, "IndexError: tuple index out of range\n"},
		{"backend edits the graph wrongly", fmt.Sprintf(backend, "gm.graph.erase_node(list(gm.graph.nodes)[0])"), 1, "BackendCompilerFailed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := magneto(t, write(t, "p.py", c.source), nil, "", "run", "p.py")
			if c.status < 0 {
				c.status = got.status
			}
			expect(t, got, c.status, "...", c.stderr)
			if got.status == exitInternal {
				t.Errorf("internal error:\n%s", got.stderr)
			}
		})
	}
}

func nestedBlocks(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "if 1:\n")
	}
	return b.String() + strings.Repeat(" ", n) + "pass\n"
}

// TestInterrupt sends Ctrl-C to a busy and to a sleeping program.
func TestInterrupt(t *testing.T) {
	busy := "import threading, time\ndef busy():\n    while True: pass\nt = threading.Thread(target=busy, daemon=True); t.start()\n"
	for name, wait := range map[string]string{"busy": "while True: pass", "asleep": "import time; time.sleep(60)", "reading": "input()",
		"waiting for a thread": busy + "t.join()", "asleep beside a thread": busy + "time.sleep(60)", "reading beside a thread": busy + "input()",
		"waiting for two that wait": "from threading import *\ne = Event()\nfor i in range(2): t = Thread(target=e.wait, args=(60,), daemon=True); t.start()\nt.join()"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cmd := command(t.TempDir(), nil, "run", "-c", "print('ready', flush=True)\n"+wait)
			stdin, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			defer stdin.Close()
			stdout, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			var errs bytes.Buffer
			cmd.Stderr = &errs
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			killer := time.AfterFunc(20*time.Second, func() { _ = cmd.Process.Kill() })
			defer killer.Stop()
			if _, err := stdout.Read(make([]byte, 64)); err != nil {
				t.Fatal(err)
			}
			time.Sleep(50 * time.Millisecond) // into the statement that waits
			if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait()
			if got := cmd.ProcessState.ExitCode(); got != 130 || !strings.HasSuffix(errs.String(), "KeyboardInterrupt\n") {
				t.Errorf("exit status %d, want 130\n%s", got, errs.String())
			}
		})
	}
}

// TestInterruptHandled lets the program catch Ctrl-C and go on.
func TestInterruptHandled(t *testing.T) {
	source := "import os, signal\ntry:\n    os.kill(os.getpid(), signal.SIGINT)\n    while True: pass\nexcept KeyboardInterrupt:\n    print('caught')\n"
	expect(t, magneto(t, t.TempDir(), nil, "", "run", "-c", source), 0, "caught\n", "")
	waits := `
import os, signal, threading, time
lock = threading.Lock()
def hold():
    with lock:
        time.sleep(0.05); os.kill(os.getpid(), signal.SIGINT); time.sleep(0.05)
t = threading.Thread(target=hold); t.start()
try: lock.acquire()
except KeyboardInterrupt: print("caught", lock.locked())
t.join(); print(lock.locked())
`
	expect(t, magneto(t, t.TempDir(), nil, "", "run", "-c", waits), 0, "caught True\nFalse\n", "")
}

// TestClosedPipe reads one line and closes the pipe, as `head -1` does.
func TestClosedPipe(t *testing.T) {
	cmd := command(t.TempDir(), nil, "run", "-c", "for i in range(1000000): print(i)")
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := stdout.Read(make([]byte, 16)); err != nil {
		t.Fatal(err)
	}
	stdout.Close()
	_ = cmd.Wait()
	if got := cmd.ProcessState.ExitCode(); got != exitFailed || !strings.HasSuffix(errs.String(), "BrokenPipeError: [Errno 32] Broken pipe\n") {
		t.Errorf("exit status %d\n%s", got, errs.String())
	}
}
