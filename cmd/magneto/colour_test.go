package main

import (
	"strings"
	"testing"
)

// TestColours checks uncaught exceptions in colours against what CPython 3.14 prints with FORCE_COLOR=1.
func TestColours(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"def f(x):\n    return 1 / x\nf(0)\n",
			"Traceback (most recent call last):\n  File \x1b[35m\"p.py\"\x1b[0m, line \x1b[35m3\x1b[0m, in \x1b[35m<module>\x1b[0m\n    \x1b[31mf\x1b[0m\x1b[1;31m(0)\x1b[0m\n    \x1b[31m~\x1b[0m\x1b[1;31m^^^\x1b[0m\n" +
				"  File \x1b[35m\"p.py\"\x1b[0m, line \x1b[35m2\x1b[0m, in \x1b[35mf\x1b[0m\n    return \x1b[31m1 \x1b[0m\x1b[1;31m/\x1b[0m\x1b[31m x\x1b[0m\n           \x1b[31m~~\x1b[0m\x1b[1;31m^\x1b[0m\x1b[31m~~\x1b[0m\n" +
				"\x1b[1;35mZeroDivisionError\x1b[0m: \x1b[35mdivision by zero\x1b[0m\n"},
		{"raise ValueError\n", "Traceback (most recent call last):\n  File \x1b[35m\"p.py\"\x1b[0m, line \x1b[35m1\x1b[0m, in \x1b[35m<module>\x1b[0m\n    raise ValueError\n\x1b[1;35mValueError\x1b[0m\n"},
		{"e = ValueError(\"x\\ny\")\ne.add_note(\"note\")\nraise e\n", "Traceback (most recent call last):\n  File \x1b[35m\"p.py\"\x1b[0m, line \x1b[35m3\x1b[0m, in \x1b[35m<module>\x1b[0m\n    raise e\n\x1b[1;35mValueError\x1b[0m: \x1b[35mx\ny\x1b[0m\nnote\n"},
		{"def f(*a):\n    raise ValueError(\"m\")\nf(1,\n  2,\n  3)\n",
			"Traceback (most recent call last):\n  File \x1b[35m\"p.py\"\x1b[0m, line \x1b[35m3\x1b[0m, in \x1b[35m<module>\x1b[0m\n    \x1b[31mf\x1b[0m\x1b[1;31m(1,\x1b[0m\n    \x1b[31m~\x1b[0m\x1b[1;31m^^^\x1b[0m\n      \x1b[1;31m2,\x1b[0m\n      \x1b[1;31m^^\x1b[0m\n      \x1b[1;31m3)\x1b[0m\n      \x1b[1;31m^^\x1b[0m\n" +
				"  File \x1b[35m\"p.py\"\x1b[0m, line \x1b[35m2\x1b[0m, in \x1b[35mf\x1b[0m\n    raise ValueError(\"m\")\n\x1b[1;35mValueError\x1b[0m: \x1b[35mm\x1b[0m\n"},
		{"x = (1,\n", "  File \x1b[35m\"p.py\"\x1b[0m, line \x1b[35m1\x1b[0m\n    x = \x1b[1;31m(\x1b[0m1,\n        \x1b[1;31m^\x1b[0m\n\x1b[1;35mSyntaxError\x1b[0m: \x1b[35m'(' was never closed\x1b[0m\n"},
		{"raise ExceptionGroup(\"g\", [ValueError(\"a\")])\n",
			"  + Exception Group Traceback (most recent call last):\n  |   File \x1b[35m\"p.py\"\x1b[0m, line \x1b[35m1\x1b[0m, in \x1b[35m<module>\x1b[0m\n  |     raise ExceptionGroup(\"g\", [ValueError(\"a\")])\n  | \x1b[1;35mExceptionGroup\x1b[0m: \x1b[35mg (1 sub-exception)\x1b[0m\n" +
				"  +-+---------------- 1 ----------------\n    | \x1b[1;35mValueError\x1b[0m: \x1b[35ma\x1b[0m\n    +------------------------------------\n"},
	} {
		dir := write(t, "p.py", c.source)
		got := magneto(t, dir, []string{"FORCE_COLOR=1"}, "", "run", "p.py")
		if text := strings.ReplaceAll(got.stderr, dir+"/", ""); text != c.want {
			t.Errorf("%q:\n got %q\nwant %q", c.source, text, c.want)
		}
		for _, env := range [][]string{{"NO_COLOR=1", "FORCE_COLOR=1"}, {"PYTHON_COLORS=0", "FORCE_COLOR=1"}, {"TERM=xterm"}} {
			if got := magneto(t, dir, env, "", "run", "p.py"); strings.Contains(got.stderr, "\x1b") {
				t.Errorf("colours with %v: %q", env, got.stderr)
			}
		}
	}
}

// TestReplayColours checks the colours of a diff and of an error of the command.
func TestReplayColours(t *testing.T) {
	dir := write(t, "p.py", "print(2)", "p.out", "3\n")
	got := magneto(t, dir, []string{"FORCE_COLOR=1"}, "", "replay", "p.py")
	expect(t, got, exitFailed, "\x1b[1;31mFAIL\x1b[0m \x1b[1mp.py\x1b[0m\n    line 1:\n    \x1b[31m- 3\x1b[0m\n    \x1b[32m+ 2\x1b[0m\n", "")
	expect(t, magneto(t, dir, []string{"FORCE_COLOR=1"}, "", "nothing"), exitUsage, "", "\x1b[1;31mmagneto:\x1b[0m unknown command")
	expect(t, magneto(t, dir, nil, "", "replay", "p.py"), exitFailed, "FAIL p.py\n    line 1:\n    - 3\n    + 2\n", "")
}
