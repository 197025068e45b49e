# The recompile limit: per code object, per instance where configured, and what happens beyond it.
import torch
import torch._dynamo
from torch._dynamo.testing import CompileCounter


def fn(x, tag):
    return x + len(tag)


x = torch.ones(2)
counter = CompileCounter()
with torch._dynamo.config.patch(recompile_limit=3):
    compiled = torch.compile(fn, backend=counter)
    for i, tag in enumerate(["a", "bb", "ccc", "dddd", "a", "eeeee"]):
        print(tag, compiled(x, tag).tolist(), counter.frame_count)

torch._dynamo.reset()
counter.clear()
with torch._dynamo.config.patch(recompile_limit=2, fail_on_recompile_limit_hit=True):
    compiled = torch.compile(fn, backend=counter)
    for tag in ["a", "bb", "ccc"]:
        try:
            print(tag, compiled(x, tag).tolist(), counter.frame_count)
        except torch._dynamo.exc.FailOnRecompileLimitHit as e:
            print(tag, type(e).__name__, counter.frame_count)

torch._dynamo.reset()
counter.clear()


def closure(k):
    def inner(x):
        return x * k
    return torch.compile(inner, backend=counter)


for k in range(4):
    closure(float(k))(x)
print(counter.frame_count)

torch._dynamo.reset()
counter.clear()
two = [torch.compile(fn, backend=counter), torch.compile(fn, backend=counter)]
for f in two:
    f(x, "a")
    f(x, "bb")
print(counter.frame_count)
with torch.compiler.set_stance("fail_on_recompile"):
    two[0](x, "a")
    try:
        two[0](x, "new")
    except RuntimeError as e:
        print(type(e).__name__, str(e).splitlines()[0][:60])
with torch.compiler.set_stance("force_eager"):
    print(two[0](x, "other").tolist(), counter.frame_count)
with torch.compiler.set_stance("eager_on_recompile"):
    print(two[0](x, "third").tolist(), counter.frame_count)
