"""Functions that are kept as graphs of their own."""


def wrap(func, *args, **kwargs):
    """Calls func; where tracing could not make a graph of it, it runs without being compiled."""
    from torch._dynamo import disable

    return disable(func)(*args, **kwargs)


def wrap_activation_checkpoint(function, *args, **kwargs):
    from torch.utils.checkpoint import checkpoint

    kwargs.setdefault("use_reentrant", False)
    return checkpoint(function, *args, **kwargs)


tag_activation_checkpoint = wrap_activation_checkpoint


def wrap_with_set_grad_enabled(enable_grad, wrapped_func, *args, **kwargs):
    import torch

    with torch.set_grad_enabled(enable_grad):
        return wrapped_func(*args, **kwargs)


def wrap_with_autocast(device_type, dtype, enabled, cache_enabled, wrapped_func, *args, **kwargs):
    import torch

    with torch.autocast(device_type, dtype, enabled, cache_enabled):
        return wrapped_func(*args, **kwargs)


def dynamo_bypassing_wrapper(wrapper_fn, inner_fn, *args, **kwargs):
    if isinstance(wrapper_fn, str):
        raise ValueError("wrapper functions by name are known to graphs only")
    return wrapper_fn(inner_fn)(*args, **kwargs)
