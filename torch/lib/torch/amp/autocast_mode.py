"""The region in which operators choose the precision of their arguments."""
import functools
import warnings

import torch

_DEVICES = ("cpu", "cuda", "ipu", "xpu", "mkldnn", "opengl", "opencl", "ideep", "hip", "ve", "fpga", "maia", "xla", "lazy", "vulkan", "mps", "meta",
            "hpu", "mtia", "privateuseone")


def is_autocast_available(device_type):
    return device_type in ("cpu", "cuda", "xpu", "mps", "hpu", "mtia", "maia", "xla", "ipu", "privateuseone")


def autocast_decorator(context, func):
    @functools.wraps(func)
    def decorated(*args, **kwargs):
        with context:
            return func(*args, **kwargs)

    decorated.__script_unsupported = "@autocast() decorator is not supported in script mode"
    return decorated


_entered = []  # the regions that the program is in, the innermost last
_recordings = []  # of graphs that enter and leave regions themselves, the innermost last: the regions that the recorded function is in


class RecordedRegion:
    """A region that a graph is to enter: how, and whether gradients are on around it."""

    def __init__(self, args):
        self.args, self.grad_mode = args, torch.is_grad_enabled()


class autocast:
    """Matrix products and convolutions run in a lower precision, operators that need range in float32."""

    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        if not isinstance(device_type, str):
            raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
        if device_type not in _DEVICES:
            raise RuntimeError(f"Expected one of {', '.join(_DEVICES)} device type at start of device string: {device_type}")
        if not is_autocast_available(device_type):
            raise RuntimeError(f"User specified an unsupported autocast device_type '{device_type}'")
        self.device = device_type
        self.fast_dtype = torch.get_autocast_dtype(device_type) if dtype is None else dtype
        if device_type == "cpu" and enabled and self.fast_dtype not in (torch.bfloat16, torch.float16):
            warnings.warn("In CPU autocast, but the target dtype is not supported. Disabling autocast.\n"
                          "CPU Autocast only supports dtype of torch.bfloat16, torch.float16 currently.")
            enabled = False
        if device_type == "cuda" and enabled and not torch.cuda.is_available():
            warnings.warn("CUDA is not available or torch_xla is imported. Disabling autocast.")
            enabled = False
        self._enabled = enabled
        self._cache_enabled = torch.is_autocast_cache_enabled() if cache_enabled is None else cache_enabled
        self._said = device_type, dtype, enabled, cache_enabled
        self._as_written = False
        self.prev = []

    def __enter__(self):
        if _recordings:  # the graph will choose precisions where it runs
            device, dtype, enabled, cache_enabled = self._said
            args = self._said if self._as_written else (device, self.fast_dtype, self._enabled, bool(cache_enabled))
            _recordings[-1].append(RecordedRegion(args))
            self.prev.append(torch.get_autocast_dtype(self.device))
            torch.set_autocast_dtype(self.device, self.fast_dtype)  # which regions inside of it take over
            return self
        _entered.append(self)
        self.prev.append((torch.is_autocast_enabled(self.device), torch.get_autocast_dtype(self.device), torch.is_autocast_cache_enabled()))
        torch.set_autocast_enabled(self.device, self._enabled)
        torch.set_autocast_dtype(self.device, self.fast_dtype)
        torch.set_autocast_cache_enabled(self._cache_enabled)
        return self

    def __exit__(self, *exc):
        if _recordings:
            _recordings[-1].pop()
            torch.set_autocast_dtype(self.device, self.prev.pop())
            return False
        _entered.pop()
        if not _entered:
            torch.clear_autocast_cache()
        enabled, dtype, cached = self.prev.pop()
        torch.set_autocast_cache_enabled(cached)
        torch.set_autocast_enabled(self.device, enabled)
        torch.set_autocast_dtype(self.device, dtype)
        return False

    def __call__(self, func):
        return autocast_decorator(self, func)


def _enter_autocast(*args):
    """Enters autocast where a graph does; _exit_autocast takes what it gives."""
    mode = autocast(*args)
    mode._as_written = True
    mode.__enter__()
    return mode


def _exit_autocast(mode):
    mode.__exit__(None, None, None)


def custom_fwd(fwd=None, *, device_type, cast_inputs=None):
    """The forward of an autograd.Function keeps the state of autocast for its backward, or runs without it on cast inputs."""
    if fwd is None:
        return functools.partial(custom_fwd, device_type=device_type, cast_inputs=cast_inputs)

    @functools.wraps(fwd)
    def decorated(ctx, *args, **kwargs):
        ctx._dtype = torch.get_autocast_dtype(device_type)
        active = torch.is_autocast_enabled(device_type)
        if cast_inputs is None or not active:
            ctx._fwd_used_autocast = active
            return fwd(ctx, *args, **kwargs)
        ctx._fwd_used_autocast = False

        def cast(x):
            eligible = isinstance(x, torch.Tensor) and x.is_floating_point() and x.dtype != torch.float64
            return x.to(cast_inputs) if eligible else x

        with autocast(device_type=device_type, enabled=False):
            return fwd(ctx, *map(cast, args), **{k: cast(v) for k, v in kwargs.items()})

    return decorated


def custom_bwd(bwd=None, *, device_type):
    """The backward runs in the state of autocast that the forward had."""
    if bwd is None:
        return functools.partial(custom_bwd, device_type=device_type)

    @functools.wraps(bwd)
    def decorated(ctx, *args, **kwargs):
        with autocast(device_type=device_type, enabled=ctx._fwd_used_autocast, dtype=ctx._dtype):
            return bwd(ctx, *args, **kwargs)

    return decorated
