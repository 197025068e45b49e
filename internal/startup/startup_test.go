// Package startup checks that a program which uses no tensors does not wait for what tensors need.
package startup

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// lookups make the table of operators when they are first called, which takes tens of milliseconds.
var lookups = map[string]bool{"Lookup": true, "LookupPacket": true, "mustLookup": true}

// TestNothingIsLookedUpAtTheStart reads all sources for package variables that an operator is looked up for.
func TestNothingIsLookedUpAtTheStart(t *testing.T) {
	root := filepath.Join("..", "..")
	files := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != root {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		files++
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, 0)
		if err != nil {
			return err
		}
		for _, decl := range file.Decls {
			if vars, ok := decl.(*ast.GenDecl); ok && vars.Tok == token.VAR {
				lookedUp(vars, func(call *ast.CallExpr) {
					t.Errorf("%s: an operator is looked up when the program starts", set.Position(call.Pos()))
				})
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 500 {
		t.Errorf("only %d files were read", files)
	}
}

// lookedUp finds the calls of lookups that run when the variables are set: functions among the values run later.
func lookedUp(vars *ast.GenDecl, found func(*ast.CallExpr)) {
	ast.Inspect(vars, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			switch f := n.Fun.(type) {
			case *ast.SelectorExpr:
				if x, ok := f.X.(*ast.Ident); ok && x.Name == "ops" && lookups[f.Sel.Name] {
					found(n)
				}
			case *ast.Ident:
				if lookups[f.Name] {
					found(n)
				}
			}
		}
		return true
	})
}
