package interp_test

import (
	"testing"

	_ "github.com/magneto-go/magneto/vm/builtins"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// The interpreter's benchmarks: each program defines run(), which is called b.N times.
var programs = map[string]string{
	"calls":      "def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)\ndef run(): return fib(15)",
	"loop":       "def run():\n    i = 0\n    while i < 1000: i += 1",
	"attributes": "class P:\n    def __init__(self, x): self.x = x\n    def get(self): return self.x\ndef run():\n    p = P(1)\n    for i in range(100): p.x = p.get() + 1",
	"dict":       "def run():\n    d = {}\n    for i in range(100): d[i % 10] = d.get(i % 10, 0) + 1",
	"generator":  "def gen():\n    for i in range(100): yield i\ndef run(): return sum(x * x for x in gen())",
	"exceptions": "def run():\n    for i in range(10):\n        try: raise ValueError(i)\n        except ValueError: pass",
	"strings":    "def run(): return ','.join(f'{i:05d}' for i in range(100))",
}

func BenchmarkPrograms(b *testing.B) {
	for name, source := range programs {
		b.Run(name, func(b *testing.B) {
			code, err := interp.CompileSource(name, []byte(source), interp.ModeExec)
			if err != nil {
				b.Fatal(err)
			}
			globals := object.NewDict()
			if _, err := interp.RunCode(code, globals, object.Null); err != nil {
				b.Fatal(err)
			}
			run, _ := globals.Lookup("run")
			b.ReportAllocs()
			for b.Loop() {
				if _, err := object.Call(run); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestFrameHook(t *testing.T) {
	source := "def f(a, b): return a + b\ndef g(a, b): return a * b\nresult = f(3, 4)"
	code, err := interp.CompileSource("hook", []byte(source), interp.ModeExec)
	if err != nil {
		t.Fatal(err)
	}
	globals := object.NewDict()
	var seen []string
	interp.FrameHook = func(f *interp.Frame) error {
		seen = append(seen, f.Code().Name)
		if f.Code().Name == "f" {
			if f.Local(0) != object.Int(3) || f.Local(1) != object.Int(4) {
				t.Errorf("arguments are not bound: %v %v", f.Local(0), f.Local(1))
			}
			g, _ := globals.Lookup("g")
			fn, _ := object.AsFunction(g)
			f.SetCode(fn.Code)
		}
		return nil
	}
	defer func() { interp.FrameHook = nil }()
	if _, err := interp.RunCode(code, globals, object.Null); err != nil {
		t.Fatal(err)
	}
	if v, _ := globals.Lookup("result"); v != object.Int(12) {
		r, _ := object.Repr(v)
		t.Errorf("result is %s, want the 12 of the replacing code", r)
	}
	if len(seen) != 1 || seen[0] != "f" {
		t.Errorf("the hook saw %v, want f only", seen)
	}
}
