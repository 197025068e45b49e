"""The names of functorch that torch.func has replaced: each warns of that."""

import functools
import warnings

from torch._functorch import apis, eager_transforms, make_functional as _modules


def _deprecated(function, new_name=None):
    name = function.__name__
    if new_name is None:
        new_name = f"torch.func.{name}"

    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        warnings.warn(f"We've integrated functorch into PyTorch. As the final step of the integration, `functorch.{name}` is deprecated as of PyTorch 2.0 and will be deleted in a "
                      f"future version of PyTorch >= 2.3. Please use `{new_name}` instead; see the PyTorch 2.0 release notes and/or the `torch.func` migration guide for more details "
                      "https://pytorch.org/docs/main/func.migrating.html", FutureWarning, stacklevel=2)
        return function(*args, **kwargs)

    return wrapper


vmap = _deprecated(apis.vmap, "torch.vmap")
grad = _deprecated(apis.grad)
grad_and_value = _deprecated(apis.grad_and_value)
vjp = _deprecated(eager_transforms.vjp)
jvp = _deprecated(eager_transforms.jvp)
jacrev = _deprecated(eager_transforms.jacrev)
jacfwd = _deprecated(eager_transforms.jacfwd)
hessian = _deprecated(eager_transforms.hessian)
functionalize = _deprecated(eager_transforms.functionalize)
make_functional = _deprecated(_modules.make_functional, "torch.func.functional_call")
make_functional_with_buffers = _deprecated(_modules.make_functional_with_buffers, "torch.func.functional_call")
combine_state_for_ensemble = _deprecated(_modules.combine_state_for_ensemble, "torch.func.stack_module_state")
