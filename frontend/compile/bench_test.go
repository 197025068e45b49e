package compile

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/magneto-go/magneto/frontend/syntax"
)

// BenchmarkCompile measures parsing and compiling together, in bytes of source.
func BenchmarkCompile(b *testing.B) {
	var sources [][]byte
	size := 0
	files, _ := filepath.Glob("testdata/*.py")
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		sources = append(sources, src)
		size += len(src)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, src := range sources {
			tree, err := syntax.Parse("bench.py", src, syntax.Exec)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := Compile(tree, Options{}); err != nil {
				b.Fatal(err)
			}
		}
	}
}
