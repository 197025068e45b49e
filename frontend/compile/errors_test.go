package compile

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/magneto-go/magneto/frontend/syntax"
)

// TestSyntaxErrors compares errors with those recorded from CPython 3.14. A line of
// the file is a quoted program, a tab, and "Kind: message @line:col-line:col".
func TestSyntaxErrors(t *testing.T) {
	data, err := os.ReadFile("testdata/errors.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		quoted, want, _ := strings.Cut(line, "\t")
		src, err := strconv.Unquote(quoted)
		if err != nil {
			t.Fatalf("%s: %v", quoted, err)
		}
		if got := syntaxErrorOf(src); got != want {
			t.Errorf("%s:\n got %s\nwant %s", quoted, got, want)
		}
	}
}

func syntaxErrorOf(src string) string {
	tree, err := syntax.Parse("test.py", []byte(src), syntax.Exec)
	if err == nil {
		_, err = Compile(tree, Options{})
	}
	if err == nil {
		return "no error"
	}
	e := err.(*syntax.SyntaxError)
	return fmt.Sprintf("%s: %s @%d:%d-%d:%d", e.Kind, e.Msg, e.Line, e.Col, e.EndLine, e.EndCol)
}

func TestSourceErrors(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"x = 1\x00", "SyntaxError: source code cannot contain null bytes"},
		{"# coding: klingon\n", "SyntaxError: unknown encoding: klingon"},
		{"x = '\xff'\n", "SyntaxError: (unicode error) 'utf-8' codec can't decode byte 0xff in position 5: invalid start byte"},
		{"x = '\xc3(", "SyntaxError: (unicode error) 'utf-8' codec can't decode byte 0xc3 in position 5: invalid continuation byte"},
		{strings.Repeat("(", 201), "SyntaxError: too many nested parentheses"},
		{strings.Repeat("-", 5000) + "1", "SyntaxError: too many nested expressions or blocks: parser stack overflowed"},
		{strings.Repeat("a+", 100000) + "1", "SyntaxError: too many nested expressions: the program is too deep to compile"},
	} {
		got := syntaxErrorOf(c.src)
		if got, _, _ := strings.Cut(got, " @"); got != c.want {
			t.Errorf("%.20q:\n got %s\nwant %s", c.src, got, c.want)
		}
	}
}

func FuzzCompile(f *testing.F) {
	for _, src := range []string{
		"def f(a, *b, c=1, **d):\n  return [x for x in a if x]", "class A:\n  def f(self): return super().f()",
		"try:\n  a\nexcept B as c:\n  d\nfinally:\n  e", "with a as b:\n  for c in d:\n    if c: break",
		"match a:\n  case [b, *c] | {'d': b, **c}: pass", "def f():\n  x = yield from g()\n  return lambda: x",
		"try:\n  pass\nexcept* A:\n  pass", "x: int = f'{a!r:{b}}'",
	} {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		tree, err := syntax.Parse("fuzz.py", src, syntax.Exec)
		if err != nil {
			return
		}
		if _, err := Compile(tree, Options{}); err != nil {
			if _, ok := err.(*syntax.SyntaxError); !ok {
				t.Fatalf("error of type %T: %v", err, err)
			}
		}
	})
}
