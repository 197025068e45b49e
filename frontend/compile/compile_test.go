package compile

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
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

// TestLazyBodies compiles the library and testdata with the bodies left for later and at once.
func TestLazyBodies(t *testing.T) {
	pending := 0
	for _, root := range []string{"testdata", "../../torch/lib", "../../torch/compiler/lib", "../../torch/jit/lib", "../../vm/stdlib/lib", "../../numpy/lib"} {
		err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(file, ".py") {
				return err
			}
			src, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			outline, err := syntax.Outline(file, src)
			if err != nil {
				return err
			}
			late, err := Compile(outline, Options{})
			if err != nil {
				return err
			}
			pending += load(late)
			if differing := firstDifference(compileText(t, file, string(src)), late); differing != "" {
				t.Errorf("%s: %s differs when it is compiled late", file, differing)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	if pending < 10_000 {
		t.Errorf("only %d bodies were left for later", pending)
	}
}

// firstDifference is the name of the innermost code object that differs between two, and how; "" if none does.
func firstDifference(a, b *bytecode.Code) string {
	if reflect.DeepEqual(a, b) {
		return ""
	}
	for i := range min(len(a.Consts), len(b.Consts)) {
		x, code := a.Consts[i].(*bytecode.Code)
		y, too := b.Consts[i].(*bytecode.Code)
		if code && too {
			if differing := firstDifference(x, y); differing != "" {
				return differing
			}
		}
	}
	return fmt.Sprintf("%s (line %d, flags %x and %x, constants %v and %v)", a.QualName, a.FirstLine, a.Flags, b.Flags, a.Consts, b.Consts)
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
