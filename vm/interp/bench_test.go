package interp_test

import (
	"testing"

	_ "github.com/magneto-go/magneto/vm/builtins"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// The interpreter's benchmarks: each program defines run(), which is called b.N times.
var programs = map[string]string{
	"calls": "def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)\ndef run(): return fib(15)",
	"loop":  "def run():\n    i = 0\n    while i < 1000: i += 1",
	"arithmetic": `
def run():
    total = 0
    for i in range(100):
        for j in range(10):
            total += i * j % 7
    return total`,
	"attributes": `
class P:
    def __init__(self, x): self.x = x
    def get(self): return self.x
def run():
    p = P(1)
    for i in range(100): p.x = p.get() + 1`,
	"objects": `
class Vector:
    __slots__ = ("x", "y")
    def __init__(self, x, y):
        self.x = x
        self.y = y
    def __add__(self, other): return Vector(self.x + other.x, self.y + other.y)
    def dot(self, other): return self.x * other.x + self.y * other.y
def run():
    acc, step, total = Vector(0, 0), Vector(1, 2), 0
    for _ in range(100):
        acc = acc + step
        total += acc.dot(step)
    return total`,
	"dict": `
def run():
    counts = {}
    for i in range(100):
        key = "k" + str(i % 97)
        counts[key] = counts.get(key, 0) + 1`,
	"list": `
def run():
    data = [(i * 7919) % 10007 for i in range(200)]
    data.sort()
    return sum(x for x in data if x % 3 == 0)`,
	"sieve": `
def run():
    flags = [True] * 301
    for p in range(2, 18):
        if flags[p]:
            for q in range(p * p, 301, p):
                flags[q] = False
    return sum(flags)`,
	"generator": "def gen():\n    for i in range(100): yield i\ndef run(): return sum(x * x for x in gen())",
	"exceptions": `
def run():
    caught = 0
    for i in range(10):
        try:
            raise ValueError(i)
        except ValueError:
            caught += 1`,
	"strings": `
def run():
    parts = []
    for i in range(100): parts.append(f"{i:05d}:{i * 0.5:.2f}")
    return ",".join(parts)`,
}

func BenchmarkPrograms(b *testing.B) {
	th := object.NewThread()
	for name, source := range programs {
		b.Run(name, func(b *testing.B) {
			code, err := interp.CompileSource(th, name, []byte(source), interp.ModeExec)
			if err != nil {
				b.Fatal(err)
			}
			globals := object.NewDict()
			if _, err := interp.RunCode(th, code, globals, object.Null); err != nil {
				b.Fatal(err)
			}
			run, _ := globals.Lookup("run")
			b.ReportAllocs()
			for b.Loop() {
				if _, err := object.Call(th, run); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

type frameHook func(th *object.Thread, f *interp.Frame) error

func (h frameHook) FrameStarts(th *object.Thread, f *interp.Frame) (interp.Shortcut, error) {
	return nil, h(th, f)
}

func TestFrameHook(t *testing.T) {
	th := object.NewThread()
	source := "def f(a, b): return a + b\ndef g(a, b): return a * b\nresult = f(3, 4)"
	code, err := interp.CompileSource(th, "hook", []byte(source), interp.ModeExec)
	if err != nil {
		t.Fatal(err)
	}
	globals := object.NewDict()
	var seen []string
	interp.ThreadOf(th).FrameHook = frameHook(func(th *object.Thread, f *interp.Frame) error {
		seen = append(seen, f.Code().Name)
		if f.Code().Name == "f" {
			if f.Local(0) != object.Int(3) || f.Local(1) != object.Int(4) {
				t.Errorf("arguments are not bound: %v %v", f.Local(0), f.Local(1))
			}
			g, _ := globals.Lookup("g")
			fn, _ := object.AsFunction(g)
			f.SetCode(th, fn.Code)
		}
		return nil
	})
	defer func() { interp.ThreadOf(th).FrameHook = nil }()
	if _, err := interp.RunCode(th, code, globals, object.Null); err != nil {
		t.Fatal(err)
	}
	if v, _ := globals.Lookup("result"); v != object.Int(12) {
		r, _ := object.Repr(th, v)
		t.Errorf("result is %s, want the 12 of the replacing code", r)
	}
	if len(seen) != 1 || seen[0] != "f" {
		t.Errorf("the hook saw %v, want f only", seen)
	}
}
