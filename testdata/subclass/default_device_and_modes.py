# The default device is a mode beneath the others, in plain and in compiled code.
import torch
import torch._dynamo.testing
from torch.overrides import BaseTorchFunctionMode, _get_current_function_mode_stack, _pop_mode, _push_mode
from torch.utils._device import DeviceContext


def stack():
    return [type(m).__name__ + (f"({m.device})" if isinstance(m, DeviceContext) else "") for m in _get_current_function_mode_stack()]


with BaseTorchFunctionMode():
    torch.set_default_device("meta")
    print(stack(), torch.ones(1).device, torch.get_default_device())
    with BaseTorchFunctionMode():
        torch.set_default_device("cpu")
        print(stack())
        torch.set_default_device(None)
        print(stack())
        torch.set_default_device("meta")
    print(stack())
print(stack(), torch.zeros(1).device)
torch.set_default_device("cpu")
with torch.device("meta"):
    print(stack(), torch.ones(1).device)
torch.set_default_device(None)



def run(name, f, before=None):
    torch._dynamo.reset()
    torch.set_default_device(before)
    counter = torch._dynamo.testing.CompileCounter()
    print(name, torch.compile(f, backend=counter, fullgraph=True)(torch.ones(2, device="cpu")), stack(), counter.frame_count, counter.op_count)
    torch.set_default_device(None)


def set_cpu(x):
    torch.set_default_device("cpu")
    return x + 1


def set_meta(x):
    torch.set_default_device("meta")
    return torch.ones(2), x + 1


def clear(x):
    torch.set_default_device(None)
    return x + 1


def twice(x):
    torch.set_default_device("meta")
    y = torch.zeros(3)
    torch.set_default_device("cpu")
    return y, torch.zeros(2) + x


run("cpu", set_cpu)
run("meta", set_meta)
run("clear", clear)
run("clear what was set", clear, "cpu")
run("twice", twice)
outer, inner = BaseTorchFunctionMode(), BaseTorchFunctionMode()
with outer, inner:
    def changes(x):
        torch.set_default_device("cpu")
        _pop_mode()
        return x

    torch._dynamo.reset()
    torch.compile(changes, backend="eager", fullgraph=True)(torch.ones(2))
    print(stack(), _get_current_function_mode_stack()[1] is outer)
    _push_mode(inner)
torch.set_default_device(None)
