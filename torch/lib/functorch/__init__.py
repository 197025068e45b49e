"""The older name of torch.func."""
from torch._functorch.apis import grad, grad_and_value, vmap
from torch._functorch.eager_transforms import functionalize, hessian, jacfwd, jacrev, jvp, vjp
from torch._functorch.make_functional import FunctionalModule, FunctionalModuleWithBuffers, combine_state_for_ensemble, make_functional, make_functional_with_buffers


def make_fx(*args, **kwargs):
    from torch.fx.experimental.proxy_tensor import make_fx  # it brings the tracer

    return make_fx(*args, **kwargs)
