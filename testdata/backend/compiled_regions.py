# Parts of a graph that annotations mark are compiled, the rest runs operator by operator; graphs compiled by themselves.
import torch
import torch.fx.traceback as notes
from torch._dynamo.backends.common import aot_autograd
from torch.fx.passes.regional_inductor import regional_inductor

seen = []


def backend(gm, inputs):
    def compile_regions(gm, inputs):
        gm = regional_inductor(gm, *inputs)
        seen.append([n.op for n in gm.graph.nodes])
        return gm

    return aot_autograd(fw_compiler=compile_regions, bw_compiler=compile_regions)(gm, inputs)


def check(fn, *args):
    torch._dynamo.reset()
    seen.clear()
    plain = [a.detach().clone().requires_grad_(a.requires_grad) for a in args]
    expected = fn(*plain)
    expected.sum().backward()
    got = torch.compile(fn, backend=backend, fullgraph=True)(*args)
    got.sum().backward()
    print(torch.equal(got, expected), all(torch.equal(a.grad, b.grad) for a, b in zip(args, plain) if a.requires_grad), seen)


def one(x, y):
    a = torch.sin(x)
    with notes.annotate({"compile_with_inductor": 0}):
        a = a * y + 1
    return torch.sin(a)


def two(x, y):
    with notes.annotate({"compile_with_inductor": {"inductor_region": "a"}}):
        a = x * y
    with notes.annotate({"compile_with_inductor": {"inductor_region": "b"}}):
        a = a + 2
    return a.cos()


def configured(x, y):
    with notes.annotate({"compile_with_inductor": {"inductor_configs": {"no_such_setting": 1}}}):
        return x * y


x, y = torch.randn(6, requires_grad=True), torch.randn(6, requires_grad=True)
check(one, x, y)
x.grad = y.grad = None
check(two, x, y)
x.grad = y.grad = None
check(lambda x, y: one(one(x, y), y), x, y)
check(lambda x, y: x.cos() * y, torch.ones(2, requires_grad=True), torch.ones(2))
try:
    check(configured, x, y)
except Exception as e:
    print("Invalid inductor config key 'no_such_setting'" in str(e))
gm = torch.fx.experimental.proxy_tensor.make_fx(lambda x: (x.sin() + 1,))(torch.ones(3))
compiled = torch._inductor.standalone_compile(gm, [torch.ones(3)], dynamic_shapes="from_example_inputs")
print(isinstance(compiled, torch._inductor.CompiledArtifact), compiled(torch.zeros(3)))
try:
    torch._inductor.standalone_compile(gm, [torch.ones(3)], dynamic_shapes="static")
except ValueError as e:
    print(e)
