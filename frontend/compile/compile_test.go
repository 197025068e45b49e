package compile

import (
	"flag"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/frontend/syntax"
)

var update = flag.Bool("update", false, "rewrite the listings in testdata")

// TestListings compiles testdata/NAME.py and compares with the listing in NAME.dis.
// The listings agree with CPython 3.14's, less its cache entries and fused
// instructions.
func TestListings(t *testing.T) {
	files, err := filepath.Glob("testdata/*.py")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs in testdata: ", err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		got := bytecode.Dis(compileText(t, filepath.Base(file), string(src)))
		listing := strings.TrimSuffix(file, ".py") + ".dis"
		if *update {
			if err := os.WriteFile(listing, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(listing)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s:\n%s", file, diff)
		}
	}
}

func compileText(t *testing.T, name, src string) *bytecode.Code {
	t.Helper()
	tree, err := syntax.Parse(name, []byte(src), syntax.Exec)
	if err != nil {
		t.Fatal(err)
	}
	code, err := Compile(tree, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// TestReassemble takes every code object of testdata apart and puts it together.
func TestReassemble(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.py")
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		reassemble(t, compileText(t, file, string(src)))
	}
}

func reassemble(t *testing.T, code *bytecode.Code) {
	again := code.Clone()
	if err := bytecode.Assemble(again, bytecode.Disassemble(code)); err != nil {
		t.Errorf("%s: %v", code.QualName, err)
		return
	}
	if diff := cmp.Diff(bytecode.List(code), bytecode.List(again)); diff != "" {
		t.Errorf("%s:\n%s", code.QualName, diff)
	}
	if code.StackSize != again.StackSize {
		t.Errorf("%s: stack size %d, then %d", code.QualName, code.StackSize, again.StackSize)
	}
	for _, k := range code.Consts {
		if inner, ok := k.(*bytecode.Code); ok {
			reassemble(t, inner)
		}
	}
}

func TestCodeProperties(t *testing.T) {
	code := compileText(t, "p.py", `
def f(a, b, /, c=1, *args, d, e=2, **kw):
    "doc"
    x = lambda: (a, args)
    yield x
`)
	var f *bytecode.Code
	for _, k := range code.Consts {
		if inner, ok := k.(*bytecode.Code); ok {
			f = inner
		}
	}
	got := []any{f.ArgCount, f.PosOnlyArgCount, f.KwOnlyArgCount, strings.Join(f.LocalsPlus, " "), f.NLocals,
		strings.Join(f.CellVars, " "), f.Doc, f.FirstLine, f.ParamCount(),
		f.Flags == bytecode.FlagOptimized|bytecode.FlagNewLocals|bytecode.FlagVarArgs|bytecode.FlagVarKeywords|bytecode.FlagGenerator|bytecode.FlagHasDocstring}
	want := []any{3, 2, 2, "a b c d e args kw x", 8, "a args", "doc", 2, 7, true}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestFolding(t *testing.T) {
	for src, want := range map[string]string{
		"1 + 2 * 3": "7", "2 ** 60": "1152921504606846976", "2 ** 100": "BINARY_OP", "7 // -2": "-4", "-7 % 3": "2", "1 / 4": "0.25",
		"'a' + 'b' * 3": "'abbb'", "(1, 2) + (3,)": "(1, 2, 3)", "-1": "-1", "~5": "-6", "not 0": "True", "1 << 70": "1180591620717411303424",
		"(1, 'a', None)[1]": "'a'", "1 + 2j": "(1+2j)", "-0.0": "-0.0", "True + 1": "2", "True & False": "False", "5.5 // 2": "2.0", "-5.5 % 2": "0.5",
		"1 / 0": "BINARY_OP", "1 << -1": "BINARY_OP", "'a' * 100000": "BINARY_OP", "2 ** 1000": "BINARY_OP",
	} {
		tree, err := syntax.Parse("f.py", []byte(src), syntax.Eval)
		if err != nil {
			t.Fatal(err)
		}
		code, err := Compile(tree, Options{})
		if err != nil {
			t.Fatal(err)
		}
		load := code.Instrs[len(code.Instrs)-2]
		got := load.Op.String()
		switch load.Op {
		case bytecode.LOAD_CONST:
			got = bytecode.ConstRepr(code.Consts[load.Arg])
		case bytecode.LOAD_SMALL_INT:
			got = bytecode.ConstRepr(int64(load.Arg))
		}
		if got != want {
			t.Errorf("%s compiles to %s, want %s", src, got, want)
		}
	}
}

// TestLazyBodies compiles testdata with the bodies left for later and at once: by the tree that is still there, and by a
// new one after the garbage collector has taken it.
func TestLazyBodies(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.py")
	for _, collected := range []bool{false, true} {
		pending, parsed := 0, 0
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			parse := func() *syntax.Tree {
				tree, err := syntax.Parse(file, src, syntax.Exec)
				if err != nil {
					t.Fatal(err)
				}
				return tree
			}
			tree := parse()
			lazy, err := Compile(tree, Options{Again: func() *syntax.Tree { parsed++; return parse() }})
			if err != nil {
				t.Fatal(err)
			}
			if collected {
				tree = nil
				runtime.GC()
			}
			pending += load(lazy)
			if diff := cmp.Diff(compileText(t, file, string(src)), lazy); diff != "" {
				t.Errorf("%s: at once (-) and late (+) differ:\n%s", file, diff)
			}
			runtime.KeepAlive(tree)
		}
		if pending == 0 {
			t.Error("no body was left for later")
		}
		if collected && parsed == 0 {
			t.Error("no tree was collected")
		}
	}
}

// load compiles everything that is pending, the outermost last, and counts it.
func load(code *bytecode.Code) int {
	n := 0
	if code.Pending != nil {
		n++
	}
	code.Load()
	for i := len(code.Consts) - 1; i >= 0; i-- {
		if inner, ok := code.Consts[i].(*bytecode.Code); ok {
			n += load(inner)
		}
	}
	return n
}
