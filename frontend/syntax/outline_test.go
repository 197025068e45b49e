package syntax

import (
	"testing"

	"github.com/go-python/gpython/ast"
)

// FuzzOutline compares functions that an outline has left out, parsed by themselves, with those of the whole program, for programs that are right.
func FuzzOutline(f *testing.F) {
	for _, src := range []string{
		"def f(x):\n    'doc'\n    return {x: [1,\n2]}  # no\n\n# end\ny = 1\n",
		"class C:\n    def g(self): return 1\n    async def h(self):\n        await x\n\n    @d\n    def k(self):\n        def inner():\n            yield\n        return inner\n",
		"def f():\n    return f\"{a or f'{b:{w}}'!r:>{c}} {{ # }}\" 'x\\'' rb'\\\\'\n",
		"def f():\n    x = '''\ndef g():\n'''\n    if x: pass\n  # less\n    return 1 + \\\n2\nif f:\n  def h():\n    self.x = 1\n",
		"class C[T]:\n    def f(self) -> T:\n        return T\ndef g[S](): return S\n",
	} {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		whole, err := Parse("fuzz.py", src, Exec)
		if err != nil {
			return
		}
		outline, err := Outline("fuzz.py", src)
		if err != nil {
			t.Fatalf("an outline cannot be made: %v", err)
		}
		type position struct{ line, col int }
		functions := map[position]*ast.FunctionDef{}
		for n := range whole.spans {
			if s, ok := n.(*ast.FunctionDef); ok {
				functions[position{s.Lineno, s.ColOffset}] = s
			}
		}
		for s, place := range outline.places {
			tree, late := place.Parse()
			at := position{s.Lineno, s.ColOffset}
			want := functions[at]
			if want == nil {
				t.Fatalf("there is no function at %v", at)
			}
			late.DecoratorList, late.Pos = want.DecoratorList, want.Pos
			if a, b := Dump(late), Dump(want); a != b {
				t.Fatalf("the function at %v is, parsed by itself,\n%s\nnot\n%s", at, a, b)
			}
			if got, all := tree.Span(late.Body[len(late.Body)-1]), whole.Span(want.Body[len(want.Body)-1]); got != all {
				t.Fatalf("the function at %v ends at %v, not %v", at, got, all)
			}
		}
	})
}
