package torch

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// machinePrograms leave what they have computed in a list, out. Each is run in a machine of its own, all at once.
var machinePrograms = []struct{ name, source, want string }{
	{"training", `
import torch
from torch import nn
torch.manual_seed(0)
torch.set_default_dtype(torch.float64)
x = torch.linspace(-1, 1, 32).reshape(8, 4)
y = (x * x).sum(1, keepdim=True)
net = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
losses = []
for _ in range(50):
    opt.zero_grad()
    loss = nn.functional.mse_loss(net(x), y)
    loss.backward()
    opt.step()
    losses.append(loss.item())
out = [losses[-1] < losses[0] / 2, net[0].weight.dtype, [tuple(p.shape) for p in net.parameters()]]
`, "[True, torch.float64, [(16, 4), (16,), (1, 16), (1,)]]"},
	{"gradients", `
import torch
x = torch.arange(6.).reshape(2, 3).requires_grad_()
seen = []
h = x.register_hook(lambda g: seen.append(round(g.sum().item(), 3)) or g * 2)
((x ** 3).sum() + x.prod()).backward()
with torch.no_grad(): z = x * 2
y = torch.autograd.grad((x.sin() * x).sum(), x, create_graph=True)[0]
out = [x.grad.tolist(), seen, z.requires_grad, y.grad_fn.name(), type(y.grad_fn).__name__, torch.is_grad_enabled(), torch.get_default_dtype()]
`, "[[[240.0, 6.0, 24.0], [54.0, 96.0, 150.0]], [285.0, -4.282], False, 'MulBackward0', 'MulBackward0', True, torch.float32]"},
	{"random", `
import torch
torch.manual_seed(7)
a = torch.rand(5)
b = torch.randn(3)
g = torch.Generator().manual_seed(7)
out = [bool((a == torch.rand(5, generator=g)).all()), torch.initial_seed(), torch.randperm(6, generator=torch.Generator().manual_seed(1)).tolist(), torch.default_generator is torch.default_generator]
`, "[True, 7, [1, 5, 2, 0, 3, 4], True]"},
	{"shapes", `
import torch
t = torch.arange(24).reshape(2, 3, 4)
out = [t[:, 1, ::2].tolist(), t.sum((0, 2)).tolist(), torch.cat([t, t], 1).shape, t.permute(2, 0, 1).stride(), torch.einsum('ijk,ilk->jl', t, t).tolist(), t.max(-1).values.tolist(), t.float().mean().item()]
try: t.reshape(5, 5)
except RuntimeError as e: out.append(str(e))
try: torch.ones(2, 3) @ torch.ones(2, 3)
except RuntimeError as e: out.append(str(e))
`, "[[[4, 6], [16, 18]], [60, 92, 124], torch.Size([2, 6, 4]), (1, 12, 4), [[748, 988, 1228], [988, 1356, 1724], [1228, 1724, 2220]], [[3, 7, 11], [15, 19, 23]], 11.5, \"shape '[5, 5]' is invalid for input of size 24\", 'mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)']"},
	{"classes of tensors", `
import torch
class Tagged(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        calls.append(func.__name__)
        return super().__torch_function__(func, types, args, kwargs or {})
calls = []
t = torch.ones(3).as_subclass(Tagged)
u = (t + 1) * t
class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x): return x * 2
    @staticmethod
    def backward(ctx, g): return g * 20
p = torch.nn.Parameter(torch.ones(2))
Double.apply(p).sum().backward()
out = [type(u).__name__, u.tolist(), calls, p.grad.tolist(), Tagged in torch.Tensor.__subclasses__(), isinstance(p, torch.nn.Parameter)]
`, "['Tagged', [2.0, 2.0, 2.0], ['add', 'mul', 'tolist'], [20.0, 20.0], True, True]"},
	{"printing", `
import torch
torch.set_printoptions(precision=2, sci_mode=False)
out = [str(torch.tensor([1.23456, 1000.5])), repr(torch.eye(2)), str(torch.tensor([1, 2], dtype=torch.int16)), repr(torch.float32), repr(torch.Size([1, 2])), repr(torch.device('cpu'))]
`, "['tensor([   1.23, 1000.50])', 'tensor([[1., 0.],\\n        [0., 1.]])', 'tensor([1, 2], dtype=torch.int16)', 'torch.float32', 'torch.Size([1, 2])', \"device(type='cpu')\"]"},
	{"printing by default", `
import torch
out = [str(torch.tensor([1.23456, 1000.5])), torch.finfo(torch.float16).max, torch.iinfo(torch.int8).min, torch.promote_types(torch.int32, torch.float16), torch.get_default_dtype(),
    torch.sort(torch.tensor([3, 1, 2])), torch.ops.aten.add.Tensor(torch.ones(1), torch.ones(1)).item(), str(torch.ops.aten.add.Tensor)]
`, "['tensor([   1.2346, 1000.5000])', 65504.0, -128, torch.float16, torch.float32, torch.return_types.sort(\nvalues=tensor([1, 2, 3]),\nindices=tensor([1, 2, 0])), 2.0, 'aten.add.Tensor']"},
	{"vmap and threads", `
import threading, torch
from torch.func import grad, vmap
results = [None] * 3
def work(i):
    with torch.no_grad() if i == 1 else torch.enable_grad():
        x = torch.full((4,), float(i), requires_grad=True)
        results[i] = (x * x).sum().requires_grad
threads = [threading.Thread(target=work, args=(i,)) for i in range(3)]
for t in threads: t.start()
for t in threads: t.join()
out = [results, vmap(lambda a, b: a @ b)(torch.ones(2, 3), torch.ones(2, 3)).tolist(), grad(lambda x: x ** 3)(torch.tensor(2.)).item(), vmap(grad(torch.sin))(torch.zeros(3)).tolist()]
`, "[[True, False, True], [3.0, 3.0], 12.0, [1.0, 1.0, 1.0]]"},
}

// TestMachines runs machines in goroutines at once: none sees what the others do. It is meant for the race detector.
func TestMachines(t *testing.T) {
	Register()
	var wait sync.WaitGroup
	for round := range 2 { // the second one finds the types that the first has made
		for _, p := range machinePrograms {
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
