package vm

import (
	"testing"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// compareCompiled defines difference(source, file): what differs between the code of a text and that of its tree, None if nothing.
const compareCompiled = `
import ast

def parts(code):
    yield code.co_name, code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_flags
    yield from code.co_positions()
    for c in code.co_consts:
        if hasattr(c, "co_code"):
            yield from parts(c)
        else:
            yield type(c), repr(c)

def difference(source, file):
    first = parts(compile(source, file, "exec", dont_inherit=True))
    second = parts(compile(ast.parse(source, file), file, "exec", dont_inherit=True))
    for a, b in zip(first, second, strict=True):
        if a != b:
            return f"{a} {b}"
`

// TestTreesCompile compiles every file of the library from its text and from the objects of module ast for its tree.
func TestTreesCompile(t *testing.T) {
	th := interp.NewMachine().Main()
	if err := interp.RunMain(th, "<compare>", []byte(compareCompiled)); err != nil {
		t.Fatal(err)
	}
	main, _ := interp.MachineOf(th).Modules.Lookup("__main__")
	difference, err := object.GetAttr(th, main, "difference")
	if err != nil {
		t.Fatal(err)
	}
	files := 0
	err = interp.EachEmbedded(func(file string, src []byte) error {
		files++
		diff, err := object.Call(th, difference, object.NewStr(string(src)), object.NewStr(file))
		if err != nil {
			t.Errorf("%s: %v", file, err)
		} else if !diff.IsNone() {
			text, _ := object.StrOf(th, diff)
			t.Errorf("%s: %s", file, text)
		}
		return nil
	})
	if err != nil || files < 100 {
		t.Fatalf("%d files, %v", files, err)
	}
}
