package syntax

import (
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"sort"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-python/gpython/ast"
	gparser "github.com/go-python/gpython/parser"
	"github.com/go-python/gpython/py"
	"github.com/google/go-cmp/cmp"
)

// TestCorpusAgreesWithGpython compares the trees of the test programs with gpython's, statement by statement: most
// programs use newer syntax somewhere. What is not compared is counted by its reason; there is none that is unknown.
func TestCorpusAgreesWithGpython(t *testing.T) {
	programs, whole, same := 0, 0, 0
	reasons := map[string]int{}
	for _, root := range []string{"../../testdata", "../../vm/testdata", "../compile/testdata"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".py") {
				return err
			}
			src, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			tree, err := Parse(path, src, Exec)
			if err != nil {
				t.Errorf("%s: %v", path, err)
				return nil
			}
			programs++
			all := true
			for _, s := range tree.Root.(*ast.Module).Body {
				reason := newerThan34(tree, s)
				if reason == "" {
					reason = compareStatement(t, path, tree, s)
				}
				if reason != "" {
					reasons[reason]++
					all = false
					continue
				}
				same++
			}
			if all {
				whole++
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if programs < 80 || same < 800 {
		t.Errorf("only %d statements of %d programs compared", same, programs)
	}
	t.Logf("%d programs, %d of them whole; %d statements agree", programs, whole, same)
	for _, r := range sortedByCount(reasons) {
		t.Logf("%5d statements not compared: %s", reasons[r], r)
	}
}

// compareStatement compares the trees of one statement. It gives a reason where gpython is known to be wrong.
func compareStatement(t *testing.T, path string, tree *Tree, s ast.Stmt) (reason string) {
	text := statementText(tree, s)
	defer func() {
		if r := recover(); r != nil {
			reason = "gpython's parser panics"
		}
	}()
	other, err := gparser.Parse(strings.NewReader(text), path, py.ExecMode)
	if err != nil {
		t.Errorf("%s:%d: gpython: %v\n%s", path, s.GetLineno(), err, text)
		return ""
	}
	own, err := Parse(path, []byte(text), Exec)
	if err != nil {
		t.Errorf("%s:%d: %v\n%s", path, s.GetLineno(), err, text)
		return ""
	}
	if diff := cmp.Diff(ast.Dump(other), Dump(own.Root)); diff != "" {
		t.Errorf("%s:%d:\n%s", path, s.GetLineno(), diff)
	}
	return ""
}

// statementText is the text of a statement with its decorators and a line end.
func statementText(tree *Tree, s ast.Stmt) string {
	span := tree.Span(s)
	var decorators []ast.Expr
	switch d := s.(type) {
	case *ast.FunctionDef:
		decorators = d.DecoratorList
	case *ast.ClassDef:
		decorators = d.DecoratorList
	}
	if len(decorators) > 0 {
		span.Line, span.Col = tree.Span(decorators[0]).Line, 0
	}
	return tree.Source[tree.offset(span.Line, span.Col):tree.offset(span.EndLine, span.EndCol)] + "\n"
}

// newerThan34 tells why gpython's parser cannot take a statement as Python 3.14 does; "" if it can.
func newerThan34(tree *Tree, s ast.Stmt) string {
	reason := ""
	note := func(r string) {
		if reason == "" {
			reason = r
		}
	}
	walk(reflect.ValueOf(s), func(n any) {
		if a, ok := n.(ast.Ast); ok && tree.Async[a] {
			note("coroutines (3.5)")
		}
		switch n := n.(type) {
		case *Await:
			note("coroutines (3.5)")
		case *JoinedStr:
			note("f-strings (3.6)")
		case *AnnAssign:
			note("annotated variables (3.6)")
		case *NamedExpr:
			note("assignment expressions (3.8)")
		case *Match:
			note("match (3.10)")
		case *TryStar:
			note("except* (3.11)")
		case *TypeAlias:
			note("type statements (3.12)")
		case *ast.BinOp:
			if n.Op == MatMult {
				note("matrix multiplication (3.5)")
			}
		case *ast.Call:
			stars := 0
			for i, a := range n.Args {
				if _, ok := a.(*ast.Starred); ok {
					if stars++; i < len(n.Args)-1 {
						stars++
					}
				}
			}
			doubles := 0
			for i, k := range n.Keywords {
				if k.Arg == "" {
					if doubles++; i < len(n.Keywords)-1 {
						doubles++
					}
				}
			}
			if stars > 1 || doubles > 1 || stars > 0 && len(n.Keywords) > doubles {
				note("unpacking anywhere in calls (3.5)")
			}
		case *ast.Dict:
			for _, k := range n.Keys {
				if k == nil {
					note("unpacking in displays (3.5)")
				}
			}
		case *ast.List:
			if n.Ctx == ast.Load && hasStar(n.Elts) {
				note("unpacking in displays (3.5)")
			}
		case *ast.Set:
			if hasStar(n.Elts) {
				note("unpacking in displays (3.5)")
			}
		case *ast.Tuple:
			if n.Ctx == ast.Load && hasStar(n.Elts) {
				note("unpacking in displays (3.5)")
			}
		case *ast.Arguments:
			if tree.PosOnly[n] > 0 {
				note("positional-only parameters (3.8)")
			}
			for _, d := range n.KwDefaults {
				if d == nil {
					note("gpython drops missing defaults of keyword-only parameters")
				}
			}
		case *ast.FunctionDef:
			decorators(tree, n, n.DecoratorList, note)
		case *ast.ClassDef:
			decorators(tree, n, n.DecoratorList, note)
		case *Constant:
			if newNumber(tree.Text(n)) {
				note("underscores in numbers (3.6)")
			}
			if s, ok := n.Value.(string); ok && !utf8.ValidString(s) {
				note("gpython has no surrogates")
			}
		}
	})
	if reason == "" {
		reason = quirk(tree, s)
	}
	return reason
}

func decorators(tree *Tree, n ast.Ast, list []ast.Expr, note func(string)) {
	if len(tree.TypeParams[n]) > 0 {
		note("type parameters (3.12)")
	}
	for _, d := range list {
		if call, ok := d.(*ast.Call); ok {
			d = call.Func
		}
		if _, dotted := d.(*ast.Attribute); dotted {
			note("gpython makes one name of a dotted decorator")
		} else if _, name := d.(*ast.Name); !name {
			note("decorators of any form (3.9)")
		}
	}
}

// quirk names what gpython takes apart in a way of its own.
func quirk(tree *Tree, s ast.Stmt) string {
	text := tree.Text(s)
	for _, q := range []struct{ part, reason string }{
		{`\N{`, "gpython knows no character names"},
		{`\ud8`, "gpython has no lone surrogates"},
	} {
		if strings.Contains(text, q.part) {
			return q.reason
		}
	}
	return ""
}

func hasStar(list []ast.Expr) bool {
	for _, e := range list {
		if _, ok := e.(*ast.Starred); ok {
			return true
		}
	}
	return false
}

func newNumber(text string) bool {
	return text != "" && text[0] >= '0' && text[0] <= '9' && strings.Contains(text, "_")
}

// walk calls visit for every node of a tree.
func walk(v reflect.Value, visit func(any)) {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			walk(v.Elem(), visit)
		}
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		if v.CanInterface() {
			visit(v.Interface())
		}
		walk(v.Elem(), visit)
	case reflect.Slice:
		for i := range v.Len() {
			walk(v.Index(i), visit)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); v.Type().Field(i).IsExported() && !v.Type().Field(i).Anonymous {
				if f.Kind() == reflect.Struct && f.CanAddr() {
					visit(f.Addr().Interface())
				}
				walk(f, visit)
			}
		}
	}
}

func sortedByCount(m map[string]int) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool { return m[keys[i]] > m[keys[j]] || m[keys[i]] == m[keys[j]] && keys[i] < keys[j] })
	return keys
}
