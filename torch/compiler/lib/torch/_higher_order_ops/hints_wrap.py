"""A function with hints for the compiler."""


def hints_wrapper(body_fn, args, kwargs, hints):
    if not isinstance(args, tuple):
        raise RuntimeError(f"args must be a tuple, got {type(args)}")
    if not all(isinstance(k, str) for k in hints):
        raise RuntimeError(f"hints must be a dict whose keys are strings, got {hints}")
    return body_fn(*args, **kwargs)
