"""Example inputs of traces in lists, which stand for the arguments as tuples do; elements of what expressions give."""
import torch
class M(torch.nn.Module):
    def forward(self, x): return x * 2 if not isinstance(x, list) else x[0] + x[1]
    def two(self, a, b): return a + b
x = torch.ones(2)
for ex in ([x], (x,), x, [x, x]):
    for name, f in {"trace_module": lambda: torch.jit.trace_module(M(), {"forward": ex}), "trace": lambda: torch.jit.trace(M(), ex), "fn": lambda: torch.jit.trace(lambda v: v * 2 if not isinstance(v, list) else v[0], ex), "two": lambda: torch.jit.trace_module(M(), {"two": ex}), "check": lambda: torch.jit.trace(M(), (x,), check_inputs=[ex])}.items():
        try: r = f(); print(name, type(ex).__name__, r.code.strip().replace("\n", ";") if name != "two" else r.two.code.strip().replace("\n", ";"))
        except Exception as e: print(name, type(ex).__name__, type(e).__name__, str(e).split("\n")[0][:100])


@torch.jit.script
def f(x, y: list[int]):
    a, b = x.size()[-1], y[0]
    if x.shape[-1] > 0:
        b += [1, 2][a - a]
    return a + b, x.unbind()[0], str(x.dtype)[0], x.size()[1:]


print(f.code)
