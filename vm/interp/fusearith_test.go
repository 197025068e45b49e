package interp

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/magneto-go/magneto/vm/interp/internal/fusegen"
)

var writeFused = flag.Bool("fuse.write", false, "write fusearith.go")

// TestFusedArithmetic checks that fusearith.go is what the table says; go test ./vm/interp -run FusedArithmetic -fuse.write writes it.
func TestFusedArithmetic(t *testing.T) {
	want, err := fusegen.Source()
	if err != nil {
		t.Fatal(err)
	}
	if *writeFused {
		if err := os.WriteFile("fusearith.go", want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile("fusearith.go"); err != nil || !bytes.Equal(got, want) {
		t.Errorf("fusearith.go is not what the table in fusegen says (%v)", err)
	}
}
