package compiler_test

import (
	"testing"

	"github.com/magneto-go/magneto/torch/compiler"
	_ "github.com/magneto-go/magneto/vm"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// TestEmbeddedLibrary compiles every embedded module as a whole: when one is imported, the bodies of its functions are
// left for their first call, and an error in one of them would come up only there.
func TestEmbeddedLibrary(t *testing.T) {
	th := object.NewThread()
	compiler.Register()
	n := 0
	err := interp.EachEmbedded(func(file string, src []byte) error {
		n++
		if _, err := interp.CompileSource(th, file, src, interp.ModeExec); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n < 100 {
		t.Errorf("only %d embedded modules were found", n)
	}
}
