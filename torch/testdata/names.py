# Prints torch/names.txt when run with PyTorch: the public names of its modules and of tensors, a line for each.
import importlib
import pkgutil
import types

import torch

MODULES = """torch torch.accelerator torch.amp torch.autograd torch.autograd.functional torch.backends torch.compiler torch.cpu torch.cuda
torch.distributed torch.distributions torch.export torch.fft torch.func torch.futures torch.fx torch.hub torch.jit torch.library torch.linalg
torch.masked torch.mps torch.multiprocessing torch.nested torch.nn torch.nn.attention torch.nn.functional torch.nn.init torch.nn.parallel
torch.nn.utils torch.onnx torch.optim torch.optim.lr_scheduler torch.optim.swa_utils torch.overrides torch.package torch.profiler
torch.quantization torch.random torch.serialization torch.signal torch.sparse torch.special torch.testing torch.utils torch.utils.checkpoint
torch.utils.data torch.xpu""".split()


def belongs(module, name):
    value = getattr(module, name, None)
    if isinstance(value, types.ModuleType):
        return value.__name__.startswith(module.__name__ + ".")
    return str(getattr(value, "__module__", None) or "torch").startswith("torch")


for module in map(importlib.import_module, MODULES):
    names = set(getattr(module, "__all__", ())) or {n for n in dir(module) if belongs(module, n)}
    if module is torch:
        names |= {n for n in dir(torch) if belongs(torch, n)}
    names |= {m.name for m in pkgutil.iter_modules(getattr(module, "__path__", ()))}
    print(module.__name__ + ":", *sorted(n for n in names if not n.startswith("_") and n not in ("TYPE_CHECKING", "annotations")))
print("torch.Tensor:", *sorted(n for n in dir(torch.Tensor) if not n.startswith("_")))
