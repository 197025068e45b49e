package vm

import (
	"os"
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
		if files++; object.Checking && files%8 != 0 { // slow
			return nil
		}
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

// spoiled defines spoil(source, seed): the exceptions that compile() raises for trees in which something was left out or replaced, by their names.
const spoiled = `
import ast, random

def spoil(source, seed):
    r = random.Random(seed)
    pool = [None, 3, "x", 1.5, b"b", [], (), {}, ..., object, ast.Load(), ast.Store(), ast.Add(), [None], ["x"], [3], True, 2**70, -1]
    kinds = set()
    for _ in range(100):
        tree = ast.parse(source)
        nodes = list(ast.walk(tree))
        for _ in range(r.choice([1, 1, 2, 4])):
            n = r.choice(nodes)
            name = r.choice([*n._fields, "lineno", "col_offset", "end_lineno"])
            if r.random() < 0.25:
                vars(n).pop(name, None)
            elif isinstance(getattr(n, name, None), list) and getattr(n, name) and r.random() < 0.3:
                l = getattr(n, name)
                l[r.randrange(len(l))] = r.choice(pool + nodes)
            else:
                setattr(n, name, r.choice(pool + nodes))
        try:
            compile(tree, "f", "exec")
        except Exception as e:
            kinds.add(type(e).__name__)
            if "no program" in str(e):
                kinds.add(str(e))
    return " ".join(sorted(kinds - {"TypeError", "ValueError", "SyntaxError", "RecursionError", "OverflowError", "SystemError"}))
`

// TestSpoiledTrees compiles trees that no parser has made: all that is wrong with them is found before the compiler is.
func TestSpoiledTrees(t *testing.T) {
	th := interp.NewMachine().Main()
	if err := interp.RunMain(th, "<spoil>", []byte(spoiled)); err != nil {
		t.Fatal(err)
	}
	main, _ := interp.MachineOf(th).Modules.Lookup("__main__")
	spoil, err := object.GetAttr(th, main, "spoil")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("testdata/statements.py")
	if err != nil {
		t.Fatal(err)
	}
	for seed := range int64(1) {
		v, err := object.Call(th, spoil, object.NewStr(string(source)), object.Int(seed))
		if err != nil {
			t.Fatal(err)
		}
		if text, _ := object.StrOf(th, v); text != "" {
			t.Errorf("seed %d: %s", seed, text)
		}
	}
}
