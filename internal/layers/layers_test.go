// Package layers checks that imports go down only: a package may import
// packages of its own room and of the floors below it, as docs/architecture.md
// lays them out.
package layers

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/magneto-go/magneto"

// room is a folder and the floor that it stands on. Of two rooms on one floor neither imports the other.
type room struct {
	folder string
	floor  int
}

// rooms lists every room, inner folders before outer ones.
var rooms = []room{
	{"internal/short", 0}, {"precise", 0},
	{"tensor", 1}, {"symbolic", 1}, {"frontend", 1}, {"loop", 1},
	{"ops", 2}, {"fxgraph", 2}, {"vm", 2},
	{"guards", 3}, {"backend", 3}, {"numpy", 3},
	{"variables", 4},
	{"dynamo", 5}, {"script", 5},
	{"torch/compiler", 9}, {"torch/jit", 8}, {"torch/fx", 6}, {"torch", 7},
	{".", 10},
	{"cmd", 11},
	{"internal", 12},
}

func roomOf(path string) (room, bool) {
	if path == "" { // the package at the top
		path = "."
	}
	for _, r := range rooms {
		if path == r.folder || strings.HasPrefix(path, r.folder+"/") {
			return r, true
		}
	}
	return room{}, false
}

func TestImportsGoDown(t *testing.T) {
	root := filepath.Join("..", "..")
	checked := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && path != root || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") {
			return nil
		}
		rel, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		from, known := roomOf(filepath.ToSlash(rel))
		if !known {
			t.Errorf("%s lies in no room; enter its folder in the table and in docs/architecture.md", path)
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, src, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil || !strings.HasPrefix(name, module) {
				continue
			}
			checked++
			to, known := roomOf(strings.TrimPrefix(strings.TrimPrefix(name, module), "/"))
			if !known {
				t.Errorf("%s imports %s, which lies in no room", path, name)
				continue
			}
			if to.folder != from.folder && to.floor >= from.floor {
				t.Errorf("%s (floor %d) imports %s (floor %d)", path, from.floor, name, to.floor)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if checked == 0 {
		t.Error("no imports were checked")
	}
}
