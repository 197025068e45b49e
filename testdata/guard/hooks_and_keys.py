"""Guards of hooks where they are asked for, of the keys of read-only views of dicts, and sets of dispatch keys."""
import types

import torch
from torch._dynamo.testing import CompileCounter


class Add(torch.nn.Module):
    def forward(self, x):
        return x + 1


def kinds(fn, *args):
    seen = []

    def keep(entries):
        seen.extend(e.guard_type for e in entries)
        return [True] * len(entries)

    torch._dynamo.reset()
    torch.compile(fn, backend="eager", options={"guard_filter_fn": keep})(*args)
    return [kind for kind in seen if kind in ("MAPPING_KEYS_CHECK", "EMPTY_NN_MODULE_HOOKS_DICT", "DICT_KEYS_MATCH")]


with torch._dynamo.config.patch(skip_nnmodule_hook_guards=False):
    m, counter = Add(), CompileCounter()
    f = torch.compile(lambda x: m(x), backend=counter)
    print(f(torch.ones(2)))
    hook = m.register_forward_hook(lambda m, args, out: out * 10)
    print(f(torch.ones(2)))
    hook.remove()
    hook = m.register_forward_pre_hook(lambda m, args: args[0] * 3)
    print(f(torch.ones(2)), counter.frame_count)
    hook.remove()

torch._dynamo.reset()
t, counter = torch.ones(2), CompileCounter()
f = torch.compile(lambda view: view["a"] + 1, backend=counter)
for content in [{"a": t, "b": t}, {"a": t, "b": t}, {"b": t, "a": t}, {"a": t}]:
    f(types.MappingProxyType(content))
print(counter.frame_count, kinds(lambda view: view["a"] + 1, types.MappingProxyType({"a": t, "b": t})))

keys = torch._C._dispatch_keys(t)
print([keys.has(name) for name in ["CPU", "Dense", "AutogradCPU", "Meta", "Autograd", "Undefined"]])
try:
    keys.has("Nowhere")
except RuntimeError as e:
    print(e)
