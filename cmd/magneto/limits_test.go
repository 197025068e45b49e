package main

import (
	"strings"
	"testing"
)

// TestLimits hits each limit in the ways that a program can: in a loop that catches everything, in a library function, by
// one large object or many small ones. Output is kept; nothing of the program runs any more.
func TestLimits(t *testing.T) {
	stubborn := "print('begin')\ndef f():\n    while True:\n        try: pass\n        except BaseException: print('caught')\n" +
		"import atexit; atexit.register(print, 'exit handler')\ntry: f()\nfinally: print('finally')\n"
	for _, c := range []struct {
		name, option, source, stdout, stderr string
	}{
		{"time in a loop", "--timeout=300ms", stubborn, "begin\n", "magneto: time limit of 300ms reached at DIR/p.py, line "},
		{"time in sleep", "--timeout=0.2", "import time\ntime.sleep(60)", "", "magneto: time limit of 200ms reached at DIR/p.py, line 2, in <module>\n"},
		{"time in a library function", "--timeout=200ms", "print('begin')\nsum(range(10 ** 11))", "begin\n", "magneto: time limit of 200ms reached"},
		{"time in a thread", "--timeout=200ms", "from threading import *\ndef f():\n    while True: pass\nt = Thread(target=f); t.start(); t.join()", "",
			"magneto: time limit of 200ms reached at DIR/p.py, line 3, in f\n"},
		{"steps", "--max-steps=1000", stubborn, "begin\n", "magneto: limit of 1000 steps reached at DIR/p.py, line "},
		{"steps of calls", "--max-steps=50", "def f(): pass\nfor i in range(20): f()\nprint(1)\nfor i in range(20): f()\nprint(2)\n", "1\n",
			"magneto: limit of 50 steps reached at DIR/p.py, line "},
		{"many objects", "--max-memory=64M", "x = []\ntry:\n    while True: x.append('a' * len(x))\nexcept MemoryError: print('caught')", "",
			"magneto: memory limit of 64 MiB reached at DIR/p.py, line 3, in <module>\n"},
		{"one object", "--max-memory=1.5G", "try: [0] * 10 ** 9\nexcept MemoryError: print('caught')", "",
			"magneto: memory limit of 1536 MiB reached at DIR/p.py, line 1, in <module>\n"},
		{"tensors", "--max-memory=100MiB", "import torch\nx = [torch.ones(1000, 1000) for i in range(10 ** 6)]", "", "magneto: memory limit of 100 MiB reached at DIR/p.py, line 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := write(t, "p.py", c.source)
			got := magneto(t, dir, nil, "", "run", c.option, "p.py")
			got.stderr = strings.ReplaceAll(got.stderr, dir, "DIR")
			expect(t, got, 124, c.stdout, c.stderr)
			if got.stdout != c.stdout || strings.Count(got.stderr, "\n") != 1 {
				t.Errorf("stdout %q, stderr %q", got.stdout, got.stderr)
			}
		})
	}
	within := "def f(n): return n if n < 2 else f(n - 1) + f(n - 2)\nprint(f(15))"
	got := magneto(t, write(t, "p.py", within), nil, "", "run", "--timeout", "1m", "--max-memory", "1G", "--max-steps", "100000", "p.py")
	expect(t, got, 0, "610\n", "")
	for _, option := range []string{"--timeout=0", "--timeout=soon", "--max-memory=-1", "--max-memory=12Q", "--max-steps=0", "--max-steps=1.5"} {
		expect(t, magneto(t, t.TempDir(), nil, "", "run", option, "-c", "1"), exitUsage, "", "magneto: --")
	}
}
