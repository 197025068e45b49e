"""Frames through which callables without a frame of their own are compiled."""

import functools

import torch


def wrap_inline(fn):
    """A Python frame around a callable of the library, so that there is something to compile."""

    def inner(*args, **kwargs):
        return fn(*args, **kwargs)

    return inner


def _decorated(manager, args, fn):
    """fn decorated by a context manager of torch that is made anew for each call."""

    @functools.wraps(fn)
    def inner(*positional, **keywords):
        with manager(*args):
            return fn(*positional, **keywords)

    return inner


def is_compiling():
    """True while tracing."""
    return torch.compiler.is_compiling()


def _nothing():
    yield


_ended_generator = _nothing()
_ended_generator.close()


def call_hook(hook, grad, hook_type="tensor_pre_hook"):
    """What a hook on a tensor makes of a gradient."""
    result = hook(grad)
    return grad if result is None else _kept_like(hook, grad, result)


def call_prehook(hook, grad_outputs):
    """What a hook makes of the gradients that a node is about to get."""
    result = hook(grad_outputs)
    return grad_outputs if result is None else _all_like(hook, grad_outputs, result)


def call_posthook(hook, grad_inputs, grad_outputs):
    """What a hook makes of the gradients that a node gives."""
    result = hook(grad_inputs, grad_outputs)
    return grad_inputs if result is None else _all_like(hook, grad_inputs, result)


def call_post_accumulate_hook(hook, variable):
    """Tells a hook that a gradient was added to a leaf."""
    hook(variable)


def _kept_like(hook, before, after):
    """What a hook puts in the place of a gradient: one of the same size and type."""
    if after.dtype != before.dtype:
        raise RuntimeError(f"hook '{hook.__name__}' has changed the type of value (was {before.type()} got {after.type()})")
    if after.shape != before.shape:
        raise RuntimeError(f"hook '{hook.__name__}' has changed the size of value")
    return after


def _all_like(hook, before, after):
    if not isinstance(after, (tuple, list)):
        raise TypeError(f"expected tuple, but hook returned '{type(after).__name__}'")
    if len(after) != len(before):
        raise RuntimeError(f"hook '{hook.__name__}' has returned an incorrect number of values (got {len(after)}, but expected {len(before)})")
    if any(a is not None and b is None for a, b in zip(after, before)):
        raise RuntimeError("can't replace a None gradient with a non-None value")
    return tuple([None if a is None else _kept_like(hook, b, a) for a, b in zip(after, before)])


def _as_tuple(values):
    return tuple(values) if isinstance(values, (tuple, list)) else (values,)


def call_accumulate_grad(variable, grad, new_grad, has_post_hooks):
    """Adds a gradient to that of a leaf, or gives it one that shares no memory with others and lies in memory as the leaf does."""
    if new_grad is None:
        return
    if grad is not None:
        grad.add_(new_grad)
    elif new_grad.stride() == variable.stride():
        variable.grad = new_grad.clone()
    else:
        variable.grad = torch.empty_strided(variable.shape, variable.stride(), dtype=new_grad.dtype, device=new_grad.device).copy_(new_grad)


def call_checked(name, grads, specs):
    """The gradients of a custom function, one for each argument, of the sizes of these."""
    while len(grads) > len(specs) and grads[-1] is None:
        grads = grads[:-1]
    if len(grads) != len(specs):
        raise RuntimeError(f"function {name} returned an incorrect number of gradients (expected {len(specs)}, got {len(grads)})")
    return tuple([_checked(name, i, grad, spec) for i, (grad, spec) in enumerate(zip(grads, specs))])


def _checked(name, i, grad, spec):
    if grad is None:
        return torch.zeros(spec[0], dtype=spec[1]) if spec and spec[2] else None
    if spec is None:
        raise RuntimeError(f"function {name} returned a gradient different than None at position {i + 1}, but the corresponding forward input was not a Variable")
    if not isinstance(grad, torch.Tensor):
        raise RuntimeError(f"expected Variable or None (got {type(grad).__name__})")
    if spec:
        sizes, dtype, _ = spec
        if tuple(grad.shape) != sizes:
            if not _expands(sizes, grad.shape):
                raise RuntimeError(f"Function {name} returned an invalid gradient at index {i} - got {list(grad.shape)} but expected shape compatible with {list(sizes)}")
            grad = grad.sum_to_size(sizes)
        if grad.is_complex() and not dtype.is_complex:
            raise RuntimeError("Expected isFloatingType(grad.scalar_type()) || (input_is_complex == grad_is_complex) to be true, but got false.  "
                               "(Could this error message be improved?  If so, please report an enhancement request to PyTorch.)")
        if grad.dtype != dtype:
            grad = grad.to(dtype)
    return grad


def _expands(sizes, larger):
    return len(sizes) <= len(larger) and all(n in (1, m) for n, m in zip(reversed(sizes), reversed(larger)))


def call_retain_grad(tensor, grad, new_grad):
    """Keeps the gradient of a tensor that is no leaf."""
    tensor.grad = new_grad if grad is None else grad + new_grad


class FakeBackwardCFunction:
    """The context of a custom function whose saved tensors are given."""

    def __init__(self, real, saved_tensors):
        self.real = real
        self.saved_tensors = saved_tensors

    def __getattr__(self, name):
        return getattr(self.real, name)


def call_backward(backward_c_function, saved_tensors, *grad_outputs):
    """The gradients of a custom function."""
    context = FakeBackwardCFunction(backward_c_function, saved_tensors)
    shapes = backward_c_function._shapes
    grad_outputs = (*grad_outputs, *[None] * (len(shapes) - len(grad_outputs)))
    if backward_c_function.materialize_grads:
        grad_outputs = [torch.zeros(s[0], dtype=s[1]) if g is None and s is not None else g for g, s in zip(grad_outputs, shapes)]
    return _as_tuple(backward_c_function._forward_cls.backward(context, *grad_outputs))
