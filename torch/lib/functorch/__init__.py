"""The older name of torch.func."""
from torch._functorch.deprecated import (combine_state_for_ensemble, functionalize, grad, grad_and_value, hessian, jacfwd, jacrev, jvp, make_functional,
                                         make_functional_with_buffers, vjp, vmap)
from torch._functorch.make_functional import FunctionalModule, FunctionalModuleWithBuffers


def make_fx(*args, **kwargs):
    from torch.fx.experimental.proxy_tensor import make_fx  # it brings the tracer

    return make_fx(*args, **kwargs)
