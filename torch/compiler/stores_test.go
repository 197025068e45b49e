package compiler_test

import (
	"flag"
	"fmt"
	"testing"

	"github.com/magneto-go/magneto/torch/compiler"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

var (
	stores    = flag.Int("stores", 400, "random stores into a tree of modules whose guards have held before")
	storeSeed = flag.Int("stores.seed", 1, "the seed of the first tree")
)

// storeProgram calls a compiled function of a tree of modules until its guards are skipped where nothing has changed, stores something, and
// compares the next call with a plain one. It leaves out what PyTorch does not guard: hooks, and methods of the classes of modules.
const storeProgram = `
import random, types
import torch
import torch.nn as nn
import torch._dynamo

torch._dynamo.config.recompile_limit = 10 ** 6
torch._dynamo.config.accumulated_recompile_limit = 10 ** 6


class Kind:
    scale = 1.0

    def weigh(self, x):
        return x * self.scale


class Other(Kind):
    def weigh(self, x):
        return x + 2


def plus(self, x):
    return x + 3


def minus(self, x):
    return x - self.scale


def make_classes():
    class Leaf(nn.Module):
        factor = 2

        def __init__(self):
            super().__init__()
            self.weight = nn.Parameter(torch.ones(2))
            self.register_buffer("shift", torch.zeros(2))
            self.number = 1
            self.word = "a"
            self.pair = (1, 2.0)
            self.table = {"a": 1, "b": 2}
            self.items = [1, 2]
            self.kind = Kind()

        def forward(self, x):
            x = self.kind.weigh(x) * self.weight[0].detach() + self.shift.sum() + self.number * self.factor
            for v in (*self.pair, *self.table.values(), *self.items):
                x = x + v
            if "c" in self.table or len(self.word) > 1:
                x = -x
            if not self.training or hasattr(self, "extra"):
                x = x * 0.5
            return self.more(x)

        def more(self, x):
            return x + 1

    class Slow(Leaf):
        def more(self, x):
            return x - 1

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.layers = nn.ModuleList([Leaf() for _ in range(3)])
            self.last = Leaf()

        def forward(self, x):
            for layer in self.layers:
                x = layer(x)
            return self.last(x)

    return Net, Leaf, Slow


def one_store(r, net, Leaf, Slow):
    leaf = r.choice([*net.layers, net.last])
    number = r.choice([1, 2, 3])

    def set_class(v, t):
        v.__class__ = t

    def change_shape():
        leaf.weight.data = torch.ones(r.choice([2, 3, 4])) * number

    def replace_dict():
        leaf.__dict__ = dict(leaf.__dict__, number=number)

    return r.choice([
        lambda: setattr(leaf, "number", number),
        lambda: setattr(leaf, "word", r.choice(["a", "bb"])),
        lambda: setattr(leaf, "pair", (number, 2.0)),
        lambda: setattr(leaf, "extra", number),
        lambda: leaf.__dict__.pop("extra", None),
        lambda: leaf.__dict__.update(number=number),
        replace_dict,
        lambda: leaf.table.update(a=number),
        lambda: leaf.table.__setitem__("c", 0),
        lambda: leaf.table.pop("c", None),
        lambda: leaf.table.setdefault("d", 1),
        lambda: leaf.items.append(number) if len(leaf.items) < 4 else leaf.items.clear(),
        lambda: leaf.items.__setitem__(slice(0, 1), [number]),
        lambda: setattr(leaf.kind, "scale", float(number)),
        lambda: leaf.kind.__dict__.clear(),
        lambda: setattr(Kind, "scale", float(number)),
        lambda: set_class(leaf.kind, r.choice([Kind, Other])),
        lambda: setattr(leaf, "kind", r.choice([Kind, Other])()),
        lambda: setattr(Leaf, "factor", number),
        lambda: setattr(leaf, "factor", number),
        lambda: set_class(leaf, r.choice([Leaf, Slow])),
        lambda: setattr(leaf, "more", types.MethodType(r.choice([plus, minus]), Kind())),
        lambda: leaf.__dict__.pop("more", None),
        change_shape,
        lambda: leaf.weight.requires_grad_(number > 1),
        lambda: setattr(leaf, "weight", nn.Parameter(torch.full((2,), float(number)))),
        lambda: leaf._buffers.__setitem__("shift", torch.full((2,), float(number))),
        lambda: leaf.shift.add_(1),
        lambda: net.layers.append(Leaf()) if len(net.layers) < 4 else net.layers.__delitem__(0),
        lambda: net.layers.__setitem__(0, Slow()),
        lambda: net._modules.__setitem__("last", leaf),
        lambda: leaf.train(number > 1),
        lambda: net.eval() if number == 1 else net.train(),
    ])


def run(seed, stores):
    r = random.Random(seed)
    Kind.scale = 1.0
    Net, Leaf, Slow = make_classes()
    net = Net()
    fn = lambda net, x: net(x)
    compiled = torch.compile(fn, backend="eager")
    x = torch.ones(2)
    for step in range(stores):
        if step % 40 == 0:
            torch._dynamo.reset()
        for _ in range(r.choice([1, 5, 9])):
            compiled(net, x)
        store = one_store(r, net, Leaf, Slow)
        store()
        want, got = fn(net, x), compiled(net, x)
        if not torch.equal(want, got):
            raise AssertionError(f"seed {seed}, store {step} at line {store.__code__.co_firstlineno}: {got} instead of {want}")
`

// TestStoresAreSeen runs it with several trees.
func TestStoresAreSeen(t *testing.T) {
	compiler.Register()
	th := object.NewThread()
	for left, seed := *stores, *storeSeed; left > 0; left, seed = left-100, seed+1 {
		source := storeProgram + fmt.Sprintf("\nrun(%d, %d)\n", seed, min(left, 100))
		if err := interp.RunMain(th, "<stores>", []byte(source)); err != nil {
			t.Fatal(err)
		}
	}
}
