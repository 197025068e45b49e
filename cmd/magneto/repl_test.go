package main

import "testing"

// TestRepl feeds sessions through a pipe: values on standard output, prompts and reports on standard error.
func TestRepl(t *testing.T) {
	dir := write(t, "first.py", "import sys\nname = sys.argv[1]\n", "wrong.py", "x = 1\n1 / 0\n")
	for _, c := range []struct {
		name, stdin    string
		args           []string
		stdout, stderr string
		status         int
	}{
		{"values", "1 + 1\n_ * 3\nNone\n'a'\nx = 5; x\n", nil, "2\n6\n'a'\n5\n", ">>> ", 0},
		{"blocks", "def f(a):\n    return a\n\nif f(1):\n  f(2)\nelse:\n  3\n\n", nil, "2\n", ">>> ... ... >>> ... ", 0},
		{"brackets and strings", "(1 +\n\n 2)\n'''a\n\nb'''\n[\n]\n", nil, "3\n'a\\n\\nb'\n[]\n", "... ", 0},
		{"the end of the input ends a block", "for i in 1, 2:\n  i", nil, "1\n2\n", "", 0},
		{"traceback", "def f():\n  return 1 / 0\n\nf()\n7\n", nil, "7\n",
			"File \"<python-input-1>\", line 1, in <module>\n    f()\n    ~^^\n  File \"<python-input-0>\", line 2, in f\n    return 1 / 0\n", 0},
		{"syntax errors", "whille x:\nx = = 1\n7\n", nil, "7\n", "SyntaxError: invalid syntax. Did you mean 'while'?\n", 0},
		{"a block wants a body", "if 1:\n\n7\n", nil, "7\n", "IndentationError: expected an indented block after 'if' statement on line 1\n", 0},
		{"exit", "print(1)\nexit()\nprint(2)\n", nil, "1\n", "", 0},
		{"exit as a word", "quit\nprint(2)\n", nil, "", "", 0},
		{"exit status", "import sys\nsys.exit(3)\n", nil, "", "", 3},
		{"exit handlers", "import atexit\natexit.register(print, 'bye') and None\n", nil, "bye\n", "", 0},
		{"source", "def f():\n  return 1\n\nimport inspect\nprint(inspect.getsource(f), end='')\n", nil, "def f():\n  return 1\n", "", 0},
		{"displayhook", "import sys\nsys.displayhook = lambda v: print('got', v)\n1\n", nil, "got 1\n", "", 0},
		{"prompts", "import sys\nsys.ps1 = 'in: '\n1\n", nil, "1\n", "in: in: ", 0},
		{"torch.compile", "import torch\n@torch.compile(backend='eager')\ndef f(x):\n    return x + 1\n\nf(torch.ones(2))\n", nil, "tensor([2., 2.])\n", "", 0},
		{"script", "name\n", []string{"first.py", "-x"}, "'-x'\n", "", 0},
		{"script that fails", "x\n", []string{"wrong.py"}, "1\n", "ZeroDivisionError: division by zero\n", 0},
		{"no script", "", []string{"none.py"}, "", "can't open file 'none.py'", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := magneto(t, dir, nil, c.stdin, append([]string{"repl", "-q"}, c.args...)...)
			if c.stderr == "" {
				c.stderr = "..."
			}
			expect(t, got, c.status, c.stdout, c.stderr)
			if got.stdout != c.stdout {
				t.Errorf("stdout is %q, want %q", got.stdout, c.stdout)
			}
		})
	}
}
