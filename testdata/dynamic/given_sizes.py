# What is guarded of sizes that callers give, of slices and of views.
import torch, re
from torch._dynamo.eval_frame import _debug_get_cache_entry_list
def guards(f, *a):
    torch._dynamo.reset()
    torch.compile(f, backend="eager", dynamic=True)(*a)
    out = []
    for e in _debug_get_cache_entry_list(f):
        for l in str(e.guard_manager).split("\n"):
            m = re.search(r"LAMBDA_GUARD: (.*)", l)
            if m and "saved_tensors" not in l: out.append(m.group(1).split("  #")[0].strip())
    print(out)
x, y = torch.ones(8), torch.ones(6)
guards(lambda x, y: torch.cat([x, y])[:6], x, y)
guards(lambda x, y: torch.cat([x, y])[2:6], x, y)
guards(lambda x, y: torch.cat([x, y])[:-2], x, y)
guards(lambda x: x[:3], x)
guards(lambda x: x[:30], x)
guards(lambda x: x[-3:], x)
guards(lambda x: x[x.shape[0] // 2:], x)
guards(lambda x: x.view(-1, 2), x)
guards(lambda x: x.view(2, -1), x)
guards(lambda x: x.view(x.shape[0] // 2, 2), x)
guards(lambda x, n: x.expand(n, x.shape[0]), x, 3)
guards(lambda n: torch.zeros(n), 3)
guards(lambda x, n: x.repeat(n), x, 3)
guards(lambda x: x.unfold(0, 3, 1), x)
guards(lambda x: torch.nn.functional.pad(x, (1, 1)), x)
guards(lambda x: x.view(-1), torch.ones(3, 4))
