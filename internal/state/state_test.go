// Package state checks that what a program changes belongs to its machine: package variables are set while packages are
// initialised and never again, so that any number of machines run in one process.
package state

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// root is the top of the module.
const root = "../.."

// module is its path.
const module = "github.com/magneto-go/magneto/"

// TestPackageVariables reads all sources and reports each place that changes a package variable, by an assignment, delete, clear
// or copy, outside of an init function. A change that is no machine's concern is excused by a comment on its line, or on the line
// of the function: "shared: why", for what all machines may use (caches under a lock, say), or "start: why", for what happens
// before the first machine runs.
func TestPackageVariables(t *testing.T) {
	packages := map[string]*variables{}
	for path, files := range sources(t) {
		packages[path] = declared(files)
	}
	excuses := 0
	for path, files := range sources(t) {
		for _, f := range files {
			for _, c := range changes(f, path, packages) {
				if c.excuse {
					excuses++
				} else {
					t.Errorf("%s: %s is changed while programs run; keep it in the machine (object.NewState), or say \"shared: why\" or \"start: why\"", c.at, c.name)
				}
			}
		}
	}
	if excuses == 0 {
		t.Error("no change was found at all: the test reads nothing")
	}
}

// TestChanges shows what is found, in small.
func TestChanges(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{`func f() { table["a"] = 1 }`, "table"},
		{`func f() { count++ }`, "count"},
		{`func f() { point.x, _ = 1, 2 }`, "point"},
		{`func f() { delete(table, "a") }`, "table"},
		{`func f() { clear(table) }`, "table"},
		{`func f() { copy(list[1:], other) }`, "list"},
		{`func f() { func() { count = 2 }() }`, "count"},
		{`func f() { above.Table["a"] = 1 }`, "above.Table"},
		{`func f() { count := 1; count++ }`, ""},
		{`func f(table map[string]int) { table["a"] = 1 }`, ""},
		{`func f() { x := table["a"]; x++ }`, ""},
		{`func init() { table["a"] = 1 }`, ""},
		{`var x = func() int { count++; return 1 }()`, ""},
		{`func f() { count = 1 } // start: called by init`, ""},
		{"// f is for tests.\n// shared: it is behind a lock\nfunc f() {\n count = 1\n table = nil\n}", ""},
	} {
		text := "package p\nimport above \"" + module + "above\"\nvar table map[string]int\nvar list []int\nvar count int\nvar point struct{ x int }\n" + c.body + "\n"
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, "p.go", text, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files := []source{{set, file}}
		packages := map[string]*variables{"p": declared(files), "above": {names: map[string]bool{"Table": true}}}
		var got []string
		for _, x := range changes(files[0], "p", packages) {
			if !x.excuse {
				got = append(got, x.name)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", c.body, got, c.want)
		}
	}
}

type source struct {
	set  *token.FileSet
	file *ast.File
}

// sources are the parsed files of each package, without those of tests, by its path below the module.
func sources(t *testing.T) map[string][]source {
	t.Helper()
	out := map[string][]source{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && (name == "testdata" || name == "cmd" || strings.HasPrefix(name, ".") && path != root) {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(path))
		out[filepath.ToSlash(folder)] = append(out[filepath.ToSlash(folder)], source{set, file})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// variables are the package variables of a package.
type variables struct{ names map[string]bool }

func declared(files []source) *variables {
	v := &variables{names: map[string]bool{}}
	for _, f := range files {
		for _, d := range f.file.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
				for _, s := range g.Specs {
					for _, n := range s.(*ast.ValueSpec).Names {
						v.names[n.Name] = true
					}
				}
			}
		}
	}
	return v
}

// change is a place that changes a package variable.
type change struct {
	name, at string
	excuse   bool
}

// changes lists those of a file of the package at path.
func changes(s source, path string, packages map[string]*variables) []change {
	imports := map[string]string{} // local name: path below the module
	for _, i := range s.file.Imports {
		p, _ := strconv.Unquote(i.Path.Value)
		below, ours := strings.CutPrefix(p, module)
		if !ours {
			continue
		}
		name := below[strings.LastIndexByte(below, '/')+1:]
		if i.Name != nil {
			name = i.Name.Name
		}
		imports[name] = below
	}
	global := func(id *ast.Ident) bool {
		if !packages[path].names[id.Name] {
			return false
		}
		if id.Obj == nil { // of another file
			return true
		}
		spec, ok := id.Obj.Decl.(*ast.ValueSpec)
		return ok && atTop(s.file, spec)
	}
	excused := map[int]bool{}
	for _, group := range s.file.Comments {
		for _, c := range group.List {
			if strings.Contains(c.Text, "shared: ") || strings.Contains(c.Text, "start: ") {
				excused[s.set.Position(c.Pos()).Line] = true
			}
		}
	}
	var out []change
	for _, d := range s.file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body == nil || f.Recv == nil && f.Name.Name == "init" {
			continue
		}
		whole := f.Doc != nil && (strings.Contains(f.Doc.Text(), "shared: ") || strings.Contains(f.Doc.Text(), "start: "))
		note := func(e ast.Expr) {
			name := changed(e, global, imports, packages)
			if name == "" {
				return
			}
			at := s.set.Position(e.Pos())
			out = append(out, change{name, fmt.Sprintf("%s:%d", at.Filename, at.Line), whole || excused[at.Line]})
		}
		ast.Inspect(f.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if n.Tok != token.DEFINE {
					for _, e := range n.Lhs {
						note(e)
					}
				}
			case *ast.IncDecStmt:
				note(n.X)
			case *ast.CallExpr:
				if id, ok := n.Fun.(*ast.Ident); ok && len(n.Args) > 0 && (id.Name == "delete" || id.Name == "clear" || id.Name == "copy") {
					note(n.Args[0])
				}
			}
			return true
		})
	}
	return out
}

// changed is the package variable that is changed when e is, "" for none.
func changed(e ast.Expr, global func(*ast.Ident) bool, imports map[string]string, packages map[string]*variables) string {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.SelectorExpr:
			if id, ok := x.X.(*ast.Ident); ok && id.Obj == nil {
				if path, imported := imports[id.Name]; imported {
					if p := packages[path]; p != nil && p.names[x.Sel.Name] {
						return id.Name + "." + x.Sel.Name
					}
					return ""
				}
			}
			e = x.X
		case *ast.Ident:
			if x.Name != "_" && global(x) {
				return x.Name
			}
			return ""
		default:
			return ""
		}
	}
}

// atTop tells whether a declaration is one of the file itself.
func atTop(file *ast.File, spec *ast.ValueSpec) bool {
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok {
			for _, s := range g.Specs {
				if s == spec {
					return true
				}
			}
		}
	}
	return false
}
