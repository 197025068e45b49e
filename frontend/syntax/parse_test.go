package syntax

import (
	"strings"
	"testing"

	"github.com/go-python/gpython/ast"
	gparser "github.com/go-python/gpython/parser"
	"github.com/go-python/gpython/py"
	"github.com/google/go-cmp/cmp"
)

// programs34 are valid in Python 3.4: gpython's parser must see the same tree.
// (It drops the entries of kw_defaults that are None, and makes one Name of a
// dotted decorator; neither is in the list.)
var programs34 = []string{
	"", "pass", "x = 1\ny = x\n", "a, b = b, a", "a = b = c", "(a, [b, *c]) = d", "x += 1; y **= 2; z //= 3",
	"del a, b[0], c.d", "assert x, 'no'", "raise", "raise A", "raise A from b", "global a, b",
	"import a", "import a.b as c, d", "from a import b", "from . import c as d", "from ..a.b import (c, d,)", "from x import *",
	"if a: b\nelif c: d\nelse: e", "while a:\n    break\nelse:\n    continue", "for a, b in c:\n    d\nelse:\n    e",
	"try:\n    a\nexcept A:\n    b\nexcept B as c:\n    d\nexcept:\n    e\nelse:\n    f\nfinally:\n    g\n",
	"with a as b, c: d", "with a as (b, c):\n  d\n", "def f(): return", "def f(a, b=1, *c, e=2, **g): return a",
	"def f(a, *, b=c): pass", "@a\n@b(d)\ndef f(): pass", "class A: pass", "class A(B, c=D): pass", "@a\nclass A(): x = 1",
	"lambda: 0", "lambda a, *b, c=1, **d: a", "a if b else c", "a or b and not c", "a < b <= c == d != e > f >= g",
	"a is b is not c in d not in e", "a | b ^ c & d << e >> f + g - h * i / j // k % l", "-a ** -b", "+a - ~b", "not not a",
	"f()", "f(a, *b)", "f(a, b=c, **d)", "f(x for x in y)", "a.b.c(d)[e].g", "a[1]", "a[1:2]", "a[:]", "a[::2]", "a[1:2, 3]", "a[b, c]", "a[1:2:3, ...]",
	"[]", "[a]", "[a, b,]", "()", "(a,)", "(a, b)", "{}", "{a: b, c: d}", "{a}", "{a, b}",
	"[a for b in c]", "[a for b in c if d if e for f in g]", "{a for b in c}", "{a: b for c, d in e}", "(a for b in c)",
	"1", "0x1f", "0o17", "0b101", "12345678901234567890", "1.5", "1e10", ".5", "2j", "'a'", "\"b\"", "'a' 'b'", "'''x\ny'''", "r'\\n'", "b'a'", "'\\x41\\u00e9\\n'",
	"None", "True", "False", "...", "a; b; c", "if a:\n\tb\n\tif c:\n\t\td\ne", "x = (1 +\n     2)", "x = 1 + \\\n    2", "# only a comment\n",
	"def f():\n    yield\n    x = yield a\n    y = yield from b\n    return x, y", "def f():\n    nonlocal x",
}

func TestTreeAgreesWithGpython(t *testing.T) {
	for _, src := range programs34 {
		tree, err := Parse("test.py", []byte(src), Exec)
		if err != nil {
			t.Errorf("%q: %v", src, err)
			continue
		}
		other, err := gparser.Parse(strings.NewReader(src+"\n"), "test.py", py.ExecMode)
		if err != nil {
			t.Errorf("%q: gpython: %v", src, err)
			continue
		}
		if diff := cmp.Diff(ast.Dump(other), Dump(tree.Root)); diff != "" {
			t.Errorf("%q:\n%s", src, diff)
		}
	}
}

// TestNewSyntax shows the trees of what Python 3.4 did not have.
func TestNewSyntax(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"f'a{b}c'", "JoinedStr(values=[Str(s='a'), FormattedValue(value=Name(id='b', ctx=Load()), conversion=0, format_spec=None), Str(s='c')])"},
		{"f'{a!r:>{b}}'", "JoinedStr(values=[FormattedValue(value=Name(id='a', ctx=Load()), conversion=114, format_spec=JoinedStr(values=[Str(s='>'), FormattedValue(value=Name(id='b', ctx=Load()), conversion=0, format_spec=None)]))])"},
		{"f'{a = }'", "JoinedStr(values=[Str(s='a = '), FormattedValue(value=Name(id='a', ctx=Load()), conversion=114, format_spec=None)])"},
		{"f'{{}}' 'b'", "JoinedStr(values=[Str(s='{}b')])"},
		{"f'{d['k']}'", "JoinedStr(values=[FormattedValue(value=Subscript(value=Name(id='d', ctx=Load()), slice=Index(value=Str(s='k')), ctx=Load()), conversion=0, format_spec=None)])"},
		{"rf'\\n{a}'", `JoinedStr(values=[Str(s='\n'), FormattedValue(value=Name(id='a', ctx=Load()), conversion=0, format_spec=None)])`},
		{"(a := 1)", "NamedExpr(target=Name(id='a', ctx=Store()), value=Num(n=1))"},
		{"a @ b", "BinOp(left=Name(id='a', ctx=Load()), op=UnknownOperatorNumber(13), right=Name(id='b', ctx=Load()))"},
		{"1_000", "Num(n=1000)"},
		{"[*a, b]", "List(elts=[Starred(value=Name(id='a', ctx=Load()), ctx=Load()), Name(id='b', ctx=Load())], ctx=Load())"},
		{"{**a, b: c}", "Dict(keys=[None, Name(id='b', ctx=Load())], values=[Name(id='a', ctx=Load()), Name(id='c', ctx=Load())])"},
	} {
		tree, err := Parse("test.py", []byte(c.src), Eval)
		if err != nil {
			t.Errorf("%q: %v", c.src, err)
			continue
		}
		if diff := cmp.Diff("Expression(body="+c.want+")", Dump(tree.Root)); diff != "" {
			t.Errorf("%q:\n%s", c.src, diff)
		}
	}
	for _, c := range []struct{ src, want string }{
		{"x: int = 1", "AnnAssign(target=Name(id='x', ctx=Store()), annotation=Name(id='int', ctx=Load()), value=Num(n=1), simple=true)"},
		{"(x): int", "AnnAssign(target=Name(id='x', ctx=Store()), annotation=Name(id='int', ctx=Load()), value=None, simple=false)"},
		{"type X = int", "TypeAlias(name=Name(id='X', ctx=Store()), value=Name(id='int', ctx=Load()))"},
		{"match x:\n case 1 | None: pass\n case {'a': b, **c}: pass\n case A(d, e=[f, *_]) if g: pass\n case _: pass",
			"Match(subject=Name(id='x', ctx=Load()), cases=[" +
				"MatchCase(pattern=MatchOr(patterns=[MatchValue(value=Num(n=1)), MatchSingleton(value=None)]), guard=None, body=[Pass()]), " +
				"MatchCase(pattern=MatchMapping(keys=[Str(s='a')], patterns=[MatchAs(pattern=None, name='b')], rest='c'), guard=None, body=[Pass()]), " +
				"MatchCase(pattern=MatchClass(cls=Name(id='A', ctx=Load()), patterns=[MatchAs(pattern=None, name='d')], kwdattrs=['e'], kwdpatterns=[MatchSequence(patterns=[MatchAs(pattern=None, name='f'), MatchStar(name=None)])]), guard=Name(id='g', ctx=Load()), body=[Pass()]), " +
				"MatchCase(pattern=MatchAs(pattern=None, name=None), guard=None, body=[Pass()])])"},
		{"match = case = type = 1", "Assign(targets=[Name(id='match', ctx=Store()), Name(id='case', ctx=Store()), Name(id='type', ctx=Store())], value=Num(n=1))"},
		{"with (a as b, c,): pass", "With(items=[withitem(context_expr=Name(id='a', ctx=Load()), optional_vars=Name(id='b', ctx=Store())), withitem(context_expr=Name(id='c', ctx=Load()), optional_vars=None)], body=[Pass()])"},
		{"match (x)", "Expr(value=Call(func=Name(id='match', ctx=Load()), args=[Name(id='x', ctx=Load())], keywords=[], starargs=None, kwargs=None))"},
	} {
		tree, err := Parse("test.py", []byte(c.src), Exec)
		if err != nil {
			t.Errorf("%q: %v", c.src, err)
			continue
		}
		if diff := cmp.Diff("Module(body=["+c.want+"])", Dump(tree.Root)); diff != "" {
			t.Errorf("%q:\n%s", c.src, diff)
		}
	}
}

func TestSpans(t *testing.T) {
	src := "x = foo(a,\n        b.c) + 'é'\n"
	tree, err := Parse("test.py", []byte(src), Exec)
	if err != nil {
		t.Fatal(err)
	}
	assign := tree.Root.(*ast.Module).Body[0].(*ast.Assign)
	sum := assign.Value.(*ast.BinOp)
	for _, c := range []struct {
		node ast.Ast
		span Span
		text string
	}{
		{assign, Span{1, 0, 2, 19}, "x = foo(a,\n        b.c) + 'é'"},
		{sum.Left, Span{1, 4, 2, 12}, "foo(a,\n        b.c)"},
		{sum.Right, Span{2, 15, 2, 19}, "'é'"},
		{sum.Left.(*ast.Call).Args[1], Span{2, 8, 2, 11}, "b.c"},
	} {
		if got := tree.Span(c.node); got != c.span {
			t.Errorf("%s: span %v, want %v", Dump(c.node), got, c.span)
		}
		if got := tree.Text(c.node); got != c.text {
			t.Errorf("%s: text %q, want %q", Dump(c.node), got, c.text)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, src := range programs34 {
		f.Add([]byte(src))
	}
	for _, src := range []string{"f'{a!r:>{b}}'", "match x:\n case [a, *_]: pass", "x = (", "'", "f'{", "\tx\n  y", "\xff", "a\x00b", "if x:\ny"} {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		tree, err := Parse("fuzz.py", src, Exec)
		if err != nil {
			if _, ok := err.(*SyntaxError); !ok {
				t.Fatalf("error of type %T: %v", err, err)
			}
			return
		}
		Dump(tree.Root)
	})
}
