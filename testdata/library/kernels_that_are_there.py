"""The dispatch keys that operators of scripts have kernels for, of their own and by an alias."""
import torch

KEYS = "CPU Autograd AutogradCPU CompositeImplicitAutograd CompositeExplicitAutograd Meta CUDA".split()


def show(name):
    own = [key for key in KEYS if torch._C._dispatch_has_kernel_for_dispatch_key(name, key)]
    print(name, own, [key for key in ("CPU", "AutogradCPU", "Meta", "CUDA") if torch._C._dispatch_has_computed_kernel_for_dispatch_key(name, key)])


library = torch.library.Library("there", "FRAGMENT")
library.define("foo(Tensor x) -> Tensor")
show("there::foo")
for key in ("CPU", "Autograd", "Meta"):
    library.impl("foo", lambda x: x, key)
    show("there::foo")
library.define("bar(Tensor x) -> Tensor")
library.impl("bar", lambda x: x, "CompositeImplicitAutograd")
show("there::bar")


@torch.library.custom_op("there::any", mutates_args=())
def any_device(x: torch.Tensor) -> torch.Tensor:
    return x.clone()


@torch.library.custom_op("there::cpu", mutates_args=(), device_types="cpu")
def on_cpu(x: torch.Tensor) -> torch.Tensor:
    return x.clone()


show("there::any")
show("there::cpu")
