package compiler_test

import (
	"testing"

	"github.com/magneto-go/magneto/torch/compiler"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// The cost of a call of a compiled function beside its graph: guards, the way to the transformed code, and back.

func BenchmarkTinyCall(b *testing.B) {
	th := object.NewThread()
	benchmarkCalls(th, b, tinyCall, returnsFirst)
}

func BenchmarkGuardsOn50Tensors(b *testing.B) {
	th := object.NewThread()
	benchmarkCalls(th, b, manyGuards, returnsFirst)
}

func BenchmarkModuleTree(b *testing.B) {
	th := object.NewThread()
	benchmarkCalls(th, b, moduleTree, returnsFirst)
}

// A tree of 200 modules that are unchanged from call to call, with a thousand guards on what they hold, which are numbers.
func BenchmarkUnchangedModules(b *testing.B) {
	th := object.NewThread()
	benchmarkCalls(th, b, numberTree, returnsFirst)
}

// A hundred layers behind their guards, in one kernel.
func BenchmarkModuleTreeKernel(b *testing.B) {
	th := object.NewThread()
	benchmarkCalls(th, b, moduleTree, `"inductor"`)
}

// The same with a kernel of four elements behind it.
func BenchmarkTinyKernel(b *testing.B) {
	th := object.NewThread()
	benchmarkCalls(th, b, tinyCall, `"inductor"`)
}

// returnsFirst is a backend that returns its first input.
const returnsFirst = `lambda gm, inputs: lambda *a: (a[0],)`

const tinyCall = `
import torch
def fn(x): return x + 1
args = (torch.ones(4),)
`

const manyGuards = `
import torch
def fn(xs, config):
    if config["double"] and len(xs) == 50: return xs[49] * config["scale"]
    y = xs[0]
    for x in xs[1:]:
        y = y + x
    return y
args = ([torch.ones(4) for _ in range(50)], {"double": False, "scale": 2.0})
`

const moduleTree = `
import torch
import torch.nn as nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(2, 2) for _ in range(100)])
    def forward(self, x):
        for layer in self.layers:
            x = x + layer.weight[0, 0]
        return x
fn = Net()
args = (torch.ones(2),)
`

const numberTree = `
import torch
import torch.nn as nn
class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = 2.0
    def forward(self, x):
        return x if self.training and self.scale == 2.0 else x + 1
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([Scale() for _ in range(200)])
    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x + 1
fn = Net()
args = (torch.ones(2),)
`

// benchmarkCalls compiles fn of a script for a backend and calls it b.N times.
func benchmarkCalls(th *object.Thread, b *testing.B, script, backend string) {
	compiler.Register()
	code, err := interp.CompileSource(th, "<bench>", []byte(script+`
torch.set_grad_enabled(False)
compiled = torch.compile(fn, backend=`+backend+`)
def calls(n):
    for _ in range(n):
        compiled(*args)
calls(5)
`), interp.ModeExec)
	if err != nil {
		b.Fatal(err)
	}
	m := object.NewModule("__main__")
	m.Set("__builtins__", interp.MachineOf(th).Builtins.Ref())
	if _, err := interp.RunCode(th, code, m.Dict(), object.Null); err != nil {
		b.Fatal(err)
	}
	calls, _ := m.Dict().Lookup("calls")
	b.ReportAllocs()
	b.ResetTimer()
	if _, err := object.Call(th, calls, object.Int(int64(b.N))); err != nil {
		b.Fatal(err)
	}
}

// Fifty inputs behind fifty guards, in a kernel that reads them all.
func BenchmarkFiftyInputs(b *testing.B) {
	th := object.NewThread()
	benchmarkCalls(th, b, `
import torch
def fn(xs, config):
    y = xs[0]
    if config["double"]:
        y = y * 2
    for x in xs[1:]:
        y = y + x * config["scale"]
    return y
args = ([torch.ones(4) for _ in range(50)], {"double": True, "scale": 2.0})
`, `"inductor"`)
}
