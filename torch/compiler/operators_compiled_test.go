package compiler_test

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"sync"
	"testing"

	"github.com/magneto-go/magneto/torch/compiler"
	"github.com/magneto-go/magneto/vm/interp"
)

// TestCompiledOperators runs samples of every operator that has some, compiled with the native backend and plain: neither needs to
// be what PyTorch gives, but they have to agree.
func TestCompiledOperators(t *testing.T) {
	compiler.Register()
	source, err := os.ReadFile("testdata/compiled_operators.py")
	if err != nil {
		t.Fatal(err)
	}
	parts := runtime.GOMAXPROCS(0)
	counts := make([]int, parts)
	var wait sync.WaitGroup
	for part := range parts {
		wait.Go(func() {
			var out bytes.Buffer
			m := interp.NewMachineIn(interp.World{Stdout: &out})
			program := fmt.Sprintf("import sys\nsys.argv = ['compiled_operators.py', '%d', '%d']\n%s", part, parts, source)
			if err := interp.RunMain(m.Main(), "compiled_operators.py", []byte(program)); err != nil {
				t.Errorf("part %d of %d: %v", part, parts, err)
			}
			if n, err := fmt.Sscanf(out.String(), "%d samples\n", &counts[part]); n != 1 {
				t.Errorf("part %d of %d (%v):\n%s", part, parts, err, out.String())
			}
		})
	}
	wait.Wait()
	total := 0
	for _, n := range counts {
		total += n
	}
	t.Logf("%d samples", total)
	if total < 6000 {
		t.Errorf("only %d samples", total)
	}
}
