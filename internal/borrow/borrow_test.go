// Package borrow checks that functions do not keep the argument lists that they borrow: see object.CallFunc.
package borrow

//lint:file-ignore SA1019 names resolved within a file are all that is needed, and much quicker than types

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// rooms are the folders with functions that scripts call.
var rooms = []string{"vm", "torch", "dynamo", "variables"}

// TestNativesDoNotKeepArguments reads all sources. In each function, a parameter that is a slice of values is borrowed, and
// so are the variables that are set to it or to a part of it. It reports where such a slice is named in a closure, stored,
// returned, written, or given to a function that keeps it. Sources say what is otherwise:
//
//   - the comment of a function has the word "keeps" if it keeps a slice, "still borrowed" if it returns a part of one;
//   - parameters named slots, into and own belong to the function: to write, and to keep;
//   - a comment "borrowed: why" excuses its line, where a closure or a struct ends before the function does.
func TestNativesDoNotKeepArguments(t *testing.T) {
	sources := parse(t)
	known := functions{keepers: map[string]bool{}, lenders: map[string]bool{}}
	for _, s := range sources {
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				known.keepers[f.Name.Name] = known.keepers[f.Name.Name] || says(f, "keeps")
				known.lenders[f.Name.Name] = known.lenders[f.Name.Name] || says(f, "still borrowed")
			}
		}
	}
	count := 0
	for _, s := range sources {
		for _, problem := range s.problems(known, &count) {
			t.Error(problem)
		}
	}
	if count < 500 {
		t.Errorf("only %d functions were found that borrow", count)
	}
}

// TestProblems shows what is found, in small.
func TestProblems(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{`return func() Value { return args[0] }`, "named in a closure"},
		{`rest := args[1:]; return func() int { return len(rest) }`, "named in a closure"},
		{`x := args[0]; return func() Value { return x }`, ""},
		{`func() { _ = args[0] }(); return nil`, ""},
		{`defer func() { _ = args[0] }(); return nil`, ""},
		{`return &Iterator{items: args}`, "stored"},
		{`return &Iterator{items: Keep(args)}`, ""},
		{`it.items = args[1:]; return nil`, "stored"},
		{`lists[0] = args; return nil`, "stored"},
		{`args[0] = None; return nil`, "written"},
		{`return append(args[:1], None)`, "written"},
		{`return append([]Value{None}, args...)`, ""},
		{`copy(args, other); return nil`, "written"},
		{`return args[1:]`, "returned"},
		{`return NewTuple(args...)`, "given to NewTuple, which keeps it"},
		{`return NewTupleCopy(args...)`, ""},
		{`list, err := positional(args); return &Iterator{list, err}`, "stored"},
		{`each(func() { _ = args[0] }) // borrowed: it is called here`, ""},
	} {
		text := "package p\nfunc native(args, kw []Value) any { " + c.body + "\n}\n"
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, "p.go", text, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		got := source{set, file}.problems(functions{keepers: map[string]bool{"NewTuple": true}, lenders: map[string]bool{"positional": true}}, new(int))
		switch {
		case c.want == "" && len(got) > 0:
			t.Errorf("%s: %q", c.body, got)
		case c.want != "" && (len(got) != 1 || !strings.Contains(got[0], c.want)):
			t.Errorf("%s: %q, not %q", c.body, got, c.want)
		}
	}
}

type source struct {
	set  *token.FileSet
	file *ast.File
}

// functions are the names of those that keep a slice, and of those that return a part of what they borrow.
type functions struct{ keepers, lenders map[string]bool }

func parse(t *testing.T) (out []source) {
	root := filepath.Join("..", "..")
	for _, room := range rooms {
		err := filepath.WalkDir(filepath.Join(root, room), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, path, nil, parser.ParseComments)
			out = append(out, source{set, file})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// says tells whether a function's comment has the words.
func says(f *ast.FuncDecl, words string) bool {
	return f.Doc != nil && strings.Contains(strings.Join(strings.Fields(f.Doc.Text()), " "), words)
}

// problems goes through the functions of a file and counts those that borrow.
func (s source) problems(known functions, count *int) (out []string) {
	excused := map[int]bool{}
	for _, g := range s.file.Comments {
		for _, c := range g.List {
			if strings.HasPrefix(c.Text, "// borrowed: ") {
				excused[s.set.Position(c.Pos()).Line] = true
			}
		}
	}
	ast.Inspect(s.file, func(n ast.Node) bool {
		b := borrower{source: s, functions: known, borrowed: map[*ast.Object]bool{}, excused: excused}
		var typ *ast.FuncType
		var body *ast.BlockStmt
		switch f := n.(type) {
		case *ast.FuncDecl:
			if says(f, "keeps") {
				return true
			}
			typ, body, b.lends = f.Type, f.Body, says(f, "still borrowed")
		case *ast.FuncLit:
			typ, body = f.Type, f.Body
		}
		if body == nil {
			return true
		}
		for _, p := range typ.Params.List {
			if isValues(p.Type) {
				for _, name := range p.Names {
					if name.Name != "slots" && name.Name != "into" && name.Name != "own" {
						b.borrowed[name.Obj] = true
					}
				}
			}
		}
		if len(b.borrowed) > 0 {
			*count++
			b.check(body)
		}
		out = append(out, b.found...)
		return true
	})
	return out
}

// isValues tells whether a parameter is []Value or ...Value, of package object.
func isValues(t ast.Expr) bool {
	var elem ast.Expr
	switch t := t.(type) {
	case *ast.ArrayType:
		if t.Len != nil {
			return false
		}
		elem = t.Elt
	case *ast.Ellipsis:
		elem = t.Elt
	}
	switch e := elem.(type) {
	case *ast.Ident:
		return e.Name == "Value"
	case *ast.SelectorExpr:
		x, ok := e.X.(*ast.Ident)
		return ok && x.Name == "object" && e.Sel.Name == "Value"
	}
	return false
}

// borrower follows the borrowed slices through one function.
type borrower struct {
	source
	functions
	borrowed map[*ast.Object]bool
	excused  map[int]bool // lines
	lends    bool         // the function may return a part of what it borrows
	found    []string
}

func (b *borrower) report(at ast.Node, format string, args ...any) {
	if pos := b.set.Position(at.Pos()); !b.excused[pos.Line] {
		b.found = append(b.found, fmt.Sprintf("%s: a borrowed argument list is %s", pos, fmt.Sprintf(format, args...)))
	}
}

// is tells whether x is a borrowed slice, or a part of one.
func (b *borrower) is(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Obj != nil && b.borrowed[x.Obj]
	case *ast.SliceExpr:
		return b.is(x.X)
	case *ast.ParenExpr:
		return b.is(x.X)
	case *ast.CallExpr:
		return b.lenders[callee(x)] && slices.ContainsFunc(x.Args, b.is)
	}
	return false
}

func (b *borrower) check(body *ast.BlockStmt) {
	atOnce := map[*ast.FuncLit]bool{} // literals that are called where they stand
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			b.assignment(n)
		case *ast.CompositeLit:
			for _, e := range n.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					e = kv.Value
				}
				if b.is(e) {
					b.report(e, "stored")
				}
			}
		case *ast.ReturnStmt:
			for _, x := range n.Results {
				if b.is(x) && !b.lends {
					b.report(x, "returned")
				}
			}
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.FuncLit); ok {
				atOnce[f] = true
			}
			b.call(n)
		case *ast.FuncLit:
			if !atOnce[n] {
				b.closure(n)
				return false
			}
		}
		return true
	})
}

func (b *borrower) assignment(n *ast.AssignStmt) {
	for i, to := range n.Lhs {
		if x, ok := to.(*ast.IndexExpr); ok && b.is(x.X) {
			b.report(to, "written")
		}
		if i >= len(n.Rhs) || !b.is(n.Rhs[i]) {
			continue
		}
		if id, ok := to.(*ast.Ident); ok && (id.Obj != nil || id.Name == "_") {
			b.borrowed[id.Obj] = true
			continue
		}
		b.report(to, "stored")
	}
}

func (b *borrower) call(n *ast.CallExpr) {
	name := callee(n)
	for i, x := range n.Args {
		switch {
		case !b.is(x):
		case i == 0 && (name == "append" || name == "copy" || name == "clear"):
			b.report(x, "written")
		case b.keepers[name]:
			b.report(x, "given to %s, which keeps it", name)
		}
	}
}

func callee(n *ast.CallExpr) string {
	switch f := n.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// closure reports the first use of a borrowed slice in a function that may run later.
func (b *borrower) closure(f *ast.FuncLit) {
	done := false
	ast.Inspect(f.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && !done && b.is(id) {
			b.report(id, "named in a closure")
			done = true
		}
		return true
	})
}
