# Settings that say which sources are symbolic from the first call on, checks of what a backend made, and what an eager first call tells of sizes.
import torch
from torch._dynamo.testing import CompileCounter


def frames(fn, *calls, **options):
    torch._dynamo.reset()
    counter = CompileCounter()
    compiled = torch.compile(fn, backend=counter, **options)
    out = []
    for args in calls:
        compiled(*args)
        out.append(counter.frame_count)
    return out


sizes = [(torch.ones(n),) for n in (3, 4, 5)]
for key in ("dynamic_sources", "unbacked_sources"):
    for text in ("L['x']", "L['y'], L['x']", r"L\['.'\]", "L['z']"):
        with torch.compiler.config.patch(**{key: text}):
            print(key, text, frames(lambda x: x * 2, *sizes))
with torch.compiler.config.patch(dynamic_sources="L['n']"):
    print(frames(lambda x, n: x * n, *[(torch.ones(2), n) for n in (2, 3, 4)]))
print(frames(lambda x: x * 2, *sizes))


def wrong(gm, example_inputs):
    return lambda *args: tuple(x + 1 for x in gm(*args))


with torch._dynamo.config.patch(verify_correctness=True):
    try:
        torch.compile(lambda x: x * 2, backend=wrong)(torch.ones(1))
    except Exception as e:
        print(type(e).__name__, "incorrect results of backend" in str(e))
    print(torch.compile(lambda x: x.mul_(2), backend="eager")(torch.ones(1)))
for stance in ("eager_then_compile",):
    with torch.compiler.set_stance(stance):
        print(stance, frames(lambda x, y, z: x * y * z[0], *[(n, torch.ones(n), {0: torch.ones(n)}) for n in (2, 3, 4)]))


def of_sizes(x):
    s = torch.Size([*x.shape])
    return x.new_zeros(s), s.numel(), torch.Size([x.shape[0] * 2, 3])


for dynamic in (False, True):
    print(torch.compile(of_sizes, backend="eager", dynamic=dynamic, fullgraph=True)(torch.ones(2, 3)))
    torch._dynamo.reset()


class Part(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(2, 2)
        self.register_buffer("shift", torch.zeros(2))

    def forward(self, x):
        return self.linear(x) + self.shift


class Whole(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Part()

    def forward(self, x):
        return self.part(x)


gm, _ = torch._dynamo.export(Whole(), torch.ones(1, 2))
print(sorted(gm.meta["dynamo_flat_name_to_original_fqn"].items()))
