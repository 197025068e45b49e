package vm

import (
	"os"
	"testing"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// BenchmarkKinds measures the cases of bench/kinds.py, with the numbers of rounds that stand there. Beside another Python:
//
//	python3 vm/bench/kinds.py; magneto run vm/bench/kinds.py
func BenchmarkKinds(b *testing.B) {
	const path = "bench/kinds.py"
	source, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	th := object.NewThread()
	code, err := interp.CompileSource(th, path, source, interp.ModeExec)
	if err != nil {
		b.Fatal(err)
	}
	globals := object.NewDict()
	globals.Put("__name__", object.NewStr("kinds"))
	if _, err := interp.RunCode(th, code, globals, object.Null); err != nil {
		b.Fatal(err)
	}
	cases, _ := globals.Lookup("CASES")
	d, _ := object.AsDict(cases)
	counts := d.Values()
	for i, key := range d.Keys() {
		f, _ := object.AsFunction(key)
		b.Run(f.Name.S, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := object.Call(th, key, counts[i]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
