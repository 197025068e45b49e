# Entries are shared between wrappers with one backend, limited in number, and dropped by reset.
import torch
from torch._dynamo.testing import CompileCounter

counter = CompileCounter()


def fn(x, s):
    return x * len(s)


one, two = torch.compile(fn, backend=counter), torch.compile(fn, backend=counter)
x = torch.ones(1)
one(x, "a")
two(x, "a")
print("shared", counter.frame_count)
other = CompileCounter()
torch.compile(fn, backend=other)(x, "a")
print("other backend", other.frame_count)
torch._dynamo.reset()
with torch._dynamo.config.patch(recompile_limit=3):
    results = [one(x, "a" * n).item() for n in range(1, 7)]
print(results, counter.frame_count)
torch._dynamo.reset()
for stance in ("force_eager", "eager_on_recompile", "default"):
    with torch.compiler.set_stance(stance):
        print(stance, one(x, "abc").item(), counter.frame_count)
try:
    with torch._dynamo.config.patch(error_on_recompile=True):
        one(x, "abcd")
except torch._dynamo.exc.RecompileError as e:
    print(str(e).splitlines()[1].strip())
