package compiler_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/magneto-go/magneto/torch/compiler"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// machinePrograms leave what they have computed in out. Each is run in a machine of its own, all at once.
var machinePrograms = []struct{ name, source, want string }{
	{"counters", `
import torch
from torch._dynamo.utils import counters
@torch.compile
def f(x, n):
    x = x * n
    torch._dynamo.graph_break()
    return x + 1
out = [f(torch.ones(2), 2).tolist(), f(torch.ones(3), 3).tolist(), dict(counters["frames"]), counters["stats"]["unique_graphs"]]
`, "[[3.0, 3.0], [4.0, 4.0, 4.0], {'total': 4, 'ok': 4}, 4]"},
	{"settings", `
import torch
torch._dynamo.config.recompile_limit = 1
torch._dynamo.config.fail_on_recompile_limit_hit = True
@torch.compile(backend="eager", dynamic=False)
def f(x): return x.sin()
f(torch.ones(2))
try: f(torch.ones(3))
except Exception as e: out = type(e).__name__
`, "'FailOnRecompileLimitHit'"},
	{"stance", `
import torch
seen = []
def backend(gm, inputs):
    seen.append(len(gm.graph.nodes))
    return gm.forward
@torch.compile(backend=backend)
def f(x): return (x + 1).relu()
with torch.compiler.set_stance("force_eager"):
    f(torch.ones(2))
eager = list(seen)
f(torch.ones(2))
out = [eager, seen]
`, "[[], [4]]"},
	{"training", `
import torch
from torch import nn
torch.manual_seed(0)
net = torch.compile(nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 1)))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.linspace(-1, 1, 32).reshape(8, 4)
y = (x * x).sum(1, keepdim=True)
losses = []
for _ in range(50):
    opt.zero_grad()
    loss = nn.functional.mse_loss(net(x), y)
    loss.backward()
    opt.step()
    losses.append(loss.item())
out = losses[-1] < losses[0] / 2
`, "True"},
	{"dynamic shapes", `
import torch
shapes = []
def backend(gm, inputs):
    shapes.append(str(next(n for n in gm.graph.nodes if n.op == "placeholder").meta["example_value"]))
    return gm.forward
f = torch.compile(lambda x: x.view(-1, x.shape[0]) + x.shape[1], backend=backend)
out = [tuple(f(torch.ones(n, 4)).shape) for n in (2, 3, 5, 6)]
out.append(len(shapes))
`, "[(4, 2), (4, 3), (4, 5), (4, 6), 2]"},
	{"modes", `
import torch
torch.set_default_dtype(torch.float64)
@torch.compile
def f(x):
    with torch.no_grad():
        y = x * 2
    return y.requires_grad, torch.is_grad_enabled(), (x + torch.ones(2)).dtype
out = [f(torch.ones(2, requires_grad=True))]
with torch.no_grad(): out.append(f(torch.ones(2)))
`, "[(False, True, torch.float64), (False, False, torch.float64)]"},
	{"disallow and substitute", `
import torch
def g(x): return x + 1
torch._dynamo.disallow_in_graph(torch.sub)
@torch._dynamo.substitute_in_graph(g, skip_signature_check=True)
def h(x): return x + 1
ex = torch._dynamo.explain(lambda x: torch.sub(g(x), 1))(torch.ones(2))
out = [ex.graph_count, ex.graph_break_count]
`, "[1, 0]"},
	{"graphs", `
import torch
from torch import fx
texts = []
def backend(gm, inputs):
    texts.append(gm.code.strip())
    g = gm.graph
    with g.inserting_before(next(n for n in g.nodes if n.op == "output")): pass
    return gm.forward
torch.compile(lambda x: torch.cos(x) * x.shape[0], backend=backend)(torch.ones(3))
out = [t.splitlines()[-1].strip() for t in texts]
`, "['return (mul,)']"},
}

// TestMachines compiles in many machines at once, with settings, counters and stances of their own. It is meant for the race
// detector.
func TestMachines(t *testing.T) {
	compiler.Register()
	var wait sync.WaitGroup
	for round := range 2 { // the second one finds what the machines share made
		for i, p := range machinePrograms {
			if testing.Short() && i%4 != 0 {
				continue
			}
			wait.Go(func() {
				got, err := outOf(p.name, p.source)
				if err != nil {
					t.Errorf("%s, round %d: %v", p.name, round, err)
					return
				}
				if diff := cmp.Diff(p.want, got); diff != "" {
					t.Errorf("%s, round %d: differs (-want +got):\n%s", p.name, round, diff)
				}
			})
		}
		wait.Wait()
	}
}

// outOf is the repr of out at the end of a program that a new machine runs.
func outOf(name, source string) (string, error) {
	th := interp.NewMachine().Main()
	if err := interp.RunMain(th, "<"+name+">", []byte(strings.TrimPrefix(source, "\n"))); err != nil {
		var e *object.Exception
		if errors.As(err, &e) {
			return "", errors.New(interp.FormatException(th, e))
		}
		return "", err
	}
	main, _ := interp.MachineOf(th).Modules.Lookup("__main__")
	out, err := object.GetAttr(th, main, "out")
	if err != nil {
		return "", fmt.Errorf("no result: %w", err)
	}
	return object.Repr(th, out)
}
