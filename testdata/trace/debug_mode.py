import torch
from torch.utils._debug_mode import DebugMode, get_active_debug_mode


def show(f, **kwargs):
    with DebugMode(**kwargs) as d:
        f()
    print(kwargs)
    print(d.debug_string())


x = torch.ones(2, 3, requires_grad=True)
linear = torch.nn.Linear(3, 4)


def several():
    z = torch.cat([x * 2, x], 1)
    torch.randn(2, dtype=torch.float64)
    torch.add(z, 1, alpha=2)[0]


show(several)
show(several, record_torchfunction=True)
show(several, record_output=False)
show(several, record_ids=True)
show(lambda: linear(x).sum().backward())
show(lambda: linear(x.detach()), record_nn_module=True)
show(lambda: x.t() @ x, record_tensor_attributes=["requires_grad"])
show(lambda: x.sum(), record_realtensor=False)
show(lambda: torch.tensor([1, 2]).max(0))
with DebugMode() as d:
    print(get_active_debug_mode() is d)
    x + 1
print([type(call).__name__ for call in d.operators], d.operators[0].op, d.operators[0].call_depth)
print(get_active_debug_mode())
