# Functions compiled for given arguments without running them, and calls that their guards refuse.
import re
import torch
from torch._dynamo.aot_compile import ModelInput
from torch._dynamo.convert_frame import fullgraph_capture, get_traced_fn

ones = torch.ones(3)
calls = []


def show(name, f):
    torch._dynamo.reset()
    try:
        print(name, f())
    except Exception as e:
        print(name, type(e).__name__, re.sub(r"num_guards_executed=\w+,|user_stack=.*| +#.*", "", str(e)).split("\n\n")[0])


def compiled(f, *args, backend="eager", **options):
    return torch.compile(f, fullgraph=True, backend=backend, **options).aot_compile((args, {}))


def add(x, y):
    calls.append(1)
    return x + y


def scaled(x, s):
    return x * s


def closed():
    z = ones * 5

    def f(x, *rest, k=2, **more):
        return x * k + z + rest[0] + more["q"]

    return torch.compile(f, fullgraph=True, backend="eager").aot_compile(((ones, ones), {"q": ones}))(ones, ones, q=ones)


def loose():
    f = compiled(add, ones, ones)
    f.disable_guard_check()
    return f(torch.ones(4), torch.ones(4)), f.guard_check(ones, ones), f.guard_check(torch.ones(4), ones)


def recompiles():
    with torch.compiler.set_stance("fail_on_recompile"):
        return compiled(add, ones, ones)(ones, ones)


def broken(x):
    torch._dynamo.graph_break()
    return x


class Scale(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.full((3,), 2.0))

    def forward(self, x):
        return x * self.w if self.training else x


def module():
    m = Scale()
    f = torch.compile(m, fullgraph=True, backend="eager")
    print(f._aot_compile([ModelInput((ones,), {}, [torch.no_grad()]), ModelInput((torch.ones(2, 3),), {}, [])]))
    with torch.compiler.set_stance("fail_on_recompile"):
        with torch.no_grad():
            print(f(ones))
        print(f(torch.ones(2, 3)))
    f.eval()
    print(f(ones))
    return f(ones)


show("add", lambda: (compiled(add, ones, ones)(ones, ones), len(calls)))
show("size", lambda: compiled(add, ones, ones)(torch.ones(4), torch.ones(4)))
show("number", lambda: compiled(scaled, ones, 2)(ones, 3))
show("closed", closed)
show("loose", loose)
show("stance", recompiles)
show("aot_eager", lambda: compiled(add, ones, ones, backend="aot_eager")(ones, ones))
show("default", lambda: compiled(add, ones, ones, backend="inductor")(ones, ones))
show("break", lambda: compiled(broken, ones))
show("partial graphs", lambda: torch.compile(add, backend="eager").aot_compile(((ones, ones), {})))
show("module", module)
show("traced", lambda: (get_traced_fn(add)[0] is add, get_traced_fn(Scale())[0] is Scale.forward))
with torch._dynamo.utils.get_metrics_context(), torch._guards.compile_context(torch._guards.CompileContext(torch._guards.CompileId(frame_id=0, frame_compile_id=0))):
    captured = fullgraph_capture(add, (ones, ones))
print(captured.backend_input.graph_module.code, len(captured.backend_input.example_inputs))
