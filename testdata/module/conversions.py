"""What conversions of modules keep: the parameter's object, its data, its gradient, by the two switches of torch.__future__, and what loading a state dict swaps."""
import re
import weakref

import torch
import torch.nn as nn

future = torch.__future__


def made():
    torch.manual_seed(0)
    m = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2))
    m(torch.ones(3, 2)).sum().backward()
    return m


def attempt(f):
    try:
        return f()
    except Exception as e:
        return re.sub("0x[0-9a-f]+", "0x", f"{type(e).__name__}: {e}")


class Own(torch.Tensor):
    def module_load(self, other, assign=False):
        return self


conversions = {
    "double": lambda m: m.double(), "cpu": lambda m: m.cpu(), "to float": lambda m: m.to(torch.float32), "meta": lambda m: m.to("meta"), "half": lambda m: m.half(),
    "empty": lambda m: m.to_empty(device="cpu"), "doubled": lambda m: m._apply(lambda t: t * 2), "same": lambda m: m._apply(lambda t: t), "type": lambda m: m.type(torch.double),
}
for overwrite in (False, True):
    for swap in (False, True):
        future.set_overwrite_module_params_on_conversion(overwrite)
        future.set_swap_module_params_on_conversion(swap)
        for name, convert in conversions.items():
            m = made()
            p = m[0].weight
            grad, data = p.grad, p.data_ptr()
            result = attempt(lambda: convert(m) is m)
            q = m[0].weight
            print(overwrite, swap, name, result, q is p, q.dtype, q.device.type, type(q).__name__, q.data_ptr() == data, q.grad.dtype, q.grad is grad, q._version)
        m = nn.Linear(2, 2)
        watched = weakref.ref(m.bias)
        print(attempt(lambda: m.double().bias is watched()))
        for assign in (False, True):
            for value in (torch.ones(2, 2), torch.ones(2, 2, dtype=torch.int), torch.ones(2, 2, device="meta"), nn.Parameter(torch.ones(2, 2), requires_grad=False), torch.ones(3, 2), 3):
                m = made()
                p = m[0].weight
                state = m.state_dict() | {"0.weight": value}
                print(assign, attempt(lambda: m.load_state_dict(state, assign=assign)), m[0].weight is p, m[0].weight.dtype, m[0].weight.requires_grad)
        m = nn.Linear(2, 2)
        m.weight = nn.Parameter(torch.ones(2, 2).as_subclass(Own))
        print(attempt(lambda: m.load_state_dict(nn.Linear(2, 2).state_dict())))
