"""Composable function transforms."""
from torch._functorch.apis import grad, grad_and_value, vmap
from torch._functorch.eager_transforms import debug_unwrap, functionalize, hessian, jacfwd, jacrev, jvp, linearize, vjp
from torch._functorch.batch_norm_replacement import replace_all_batch_norm_modules_
from torch._functorch.functional_call import functional_call, stack_module_state

__all__ = ["grad", "grad_and_value", "vjp", "jvp", "jacrev", "jacfwd", "hessian", "vmap", "functional_call", "functionalize", "linearize", "debug_unwrap",
           "rearrange", "replace_all_batch_norm_modules_", "stack_module_state"]


def rearrange(tensor, pattern, **axes_lengths):
    """Dimensions split, reordered and joined by a pattern of their names."""
    from functorch import einops
    return einops.rearrange(tensor, pattern, **axes_lengths)
