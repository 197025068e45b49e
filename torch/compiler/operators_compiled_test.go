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

// TestCompiledOperators runs samples of every operator that has some, with -short a fifth of them, compiled with the native backend
// and plain: neither needs to be what PyTorch gives, but they have to agree.
func TestCompiledOperators(t *testing.T) {
	compiler.Register()
	source, err := os.ReadFile("testdata/compiled_operators.py")
	if err != nil {
		t.Fatal(err)
	}
	workers, least := runtime.GOMAXPROCS(0), 6000
	parts := workers
	if testing.Short() {
		parts, least = 10*workers, least/12
	}
	counts := make([]int, workers)
	var wait sync.WaitGroup
	for part := range workers {
		wait.Go(func() {
			out := printed(t, fmt.Sprintf("import sys\nsys.argv = ['compiled_operators.py', '%d', '%d']\n%s", part, parts, source))
			if n, err := fmt.Sscanf(out, "%d samples\n", &counts[part]); n != 1 {
				t.Errorf("part %d of %d (%v):\n%s", part, parts, err, out)
			}
		})
	}
	wait.Wait()
	total := 0
	for _, n := range counts {
		total += n
	}
	t.Logf("%d samples", total)
	if total < least {
		t.Errorf("only %d samples", total)
	}
}

// TestLikePlain runs functions which PyTorch does not compile rightly, so that there are no results of it to compare with.
func TestLikePlain(t *testing.T) {
	compiler.Register()
	for _, name := range []string{"like_plain", "special_methods", "python_semantics", "delegation"} {
		source, err := os.ReadFile("testdata/" + name + ".py")
		if err != nil {
			t.Fatal(err)
		}
		if out := printed(t, string(source)); out != "" {
			t.Errorf("%s: compiled and plain differ:\n%s", name, out)
		}
	}
}

// printed is what a program prints in a machine of its own.
func printed(t *testing.T, program string) string {
	var out bytes.Buffer
	m := interp.NewMachineIn(interp.World{Stdout: &out})
	if err := interp.RunMain(m.Main(), "program.py", []byte(program)); err != nil {
		t.Error(err)
	}
	return out.String()
}
