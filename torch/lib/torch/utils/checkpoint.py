"""Recomputation in the backward pass instead of saved values.

Without reentrance, what the function saves for backward is replaced by its number; the first value that backward asks for runs the
function once more, which fills in all of them. With reentrance the function is a node of the graph of its own, whose backward runs the
function with gradients and differentiates that.
"""
import contextlib
import enum
import functools
import warnings

import torch
import torch.utils._python_dispatch

__all__ = ["checkpoint", "checkpoint_sequential", "CheckpointError", "CheckpointFunction", "check_backward_validity", "detach_variable",
           "noop_context_fn", "set_checkpoint_early_stop", "set_checkpoint_debug_enabled", "DefaultDeviceType"]


class CheckpointError(RuntimeError):
    pass


class DefaultDeviceType:
    _kind = "cpu"

    @staticmethod
    def set_device_type(device="cpu"):
        DefaultDeviceType._kind = device

    @staticmethod
    def get_device_type():
        return DefaultDeviceType._kind


def noop_context_fn():
    return contextlib.nullcontext(), contextlib.nullcontext()


def detach_variable(inputs):
    if not isinstance(inputs, tuple):
        raise RuntimeError("Only tuple of tensors is supported. Got Unsupported input type: ", type(inputs).__name__)
    return tuple(x.detach().requires_grad_(x.requires_grad) if isinstance(x, torch.Tensor) else x for x in inputs)


def check_backward_validity(inputs):
    if not any(x.requires_grad for x in inputs if isinstance(x, torch.Tensor)):
        warnings.warn("None of the inputs have requires_grad=True. Gradients will be None")


@contextlib.contextmanager
def _random_state(state):
    """Runs the body with a state of the generator, None for the present one, and puts the state back."""
    if state is None:
        yield
        return
    present = torch.get_rng_state()
    torch.set_rng_state(state)
    try:
        yield
    finally:
        torch.set_rng_state(present)


def _present_autocast():
    """Makes contexts of the autocasting that is in force now."""
    enabled, dtype, cache = torch.is_autocast_enabled("cpu"), torch.get_autocast_dtype("cpu"), torch.is_autocast_cache_enabled()
    return lambda: torch.autocast("cpu", dtype=dtype, enabled=enabled, cache_enabled=cache)


_EXPLICIT = ("Starting in PyTorch 2.9, calling {} without use_reentrant will raise an exception. use_reentrant=False is recommended, but if you need to preserve the current default "
             "behavior, you can pass use_reentrant=True. Refer to docs for more details on the differences between the two variants.")


class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, run_function, preserve_rng_state, *args):
        check_backward_validity(args)
        ctx.run = run_function
        ctx.random = torch.get_rng_state() if preserve_rng_state else None
        ctx.autocast = _present_autocast()
        ctx.others = [None if isinstance(a, torch.Tensor) else a for a in args]
        ctx.places = [i for i, a in enumerate(args) if isinstance(a, torch.Tensor)]
        ctx.save_for_backward(*[args[i] for i in ctx.places])
        with torch.no_grad():
            return run_function(*args)

    @staticmethod
    def backward(ctx, *grads):
        if not torch.autograd._is_checkpoint_valid():
            raise RuntimeError("When use_reentrant=True, torch.utils.checkpoint is incompatible with .grad() or passing an `inputs` parameter to .backward(). To resolve this error, "
                               "you can either set use_reentrant=False, or call .backward() without passing the `inputs` argument.")
        args = list(ctx.others)
        for i, t in zip(ctx.places, ctx.saved_tensors):
            args[i] = t
        args = detach_variable(tuple(args))
        with _random_state(ctx.random), torch.enable_grad(), ctx.autocast():
            outputs = ctx.run(*args)
        if isinstance(outputs, torch.Tensor):
            outputs = (outputs,)
        pairs = [(o, g) for o, g in zip(outputs, grads) if isinstance(o, torch.Tensor) and o.requires_grad]
        if not pairs:
            raise RuntimeError("none of output has requires_grad=True, this checkpoint() is not necessary")
        torch.autograd.backward([o for o, _ in pairs], [g for _, g in pairs])
        return (None, None) + tuple(a.grad if isinstance(a, torch.Tensor) else None for a in args)


_early_stop = True
_debug = None


class _Setting:
    """A module setting for the time of a with block."""

    def __init__(self, name, value):
        self.name, self.value = name, value

    def __enter__(self):
        self.before = globals()[self.name]
        globals()[self.name] = self.value

    def __exit__(self, *error):
        globals()[self.name] = self.before


def set_checkpoint_early_stop(enable):
    return _Setting("_early_stop", enable)


def set_checkpoint_debug_enabled(enabled):
    return _Setting("_debug", enabled)


class _Enough(Exception):
    """Ends a recomputation that has found all that backward needs."""


def _describe(x):
    return {"shape": x.shape, "dtype": x.dtype, "device": x.device}


class _Recomputation:
    """What one call of a checkpointed function has saved: descriptions of the values, and the values once backward has asked for one."""

    def __init__(self, function, args, kwargs, recompute_context, preserve, check, early_stop):
        self.function, self.args, self.kwargs = function, args, kwargs
        self.recompute_context, self.check, self.early_stop = recompute_context, check, early_stop
        self.random = torch.get_rng_state() if preserve else None
        self.autocast = _present_autocast()
        self.saved = []
        self.values = {}

    def forward(self):
        with torch.autograd.graph.saved_tensors_hooks(self.pack, self.unpack):
            return self.function(*self.args, **self.kwargs)

    def pack(self, x):
        self.saved.append(_describe(x))
        return len(self.saved) - 1

    def unpack(self, number):
        if number not in self.values:
            self.recompute()
        return self.values.pop(number)

    @torch._disable_dynamo
    def recompute(self):
        found = []

        def keep(x):
            found.append(x.detach())
            if self.early_stop and len(found) == len(self.saved):
                raise _Enough
            return x.detach()

        try:
            with _random_state(self.random), torch.enable_grad(), self.autocast(), self.recompute_context, torch.autograd.graph.saved_tensors_hooks(keep, lambda x: x):
                self.function(*self.args, **self.kwargs)
        except _Enough:
            pass
        if len(found) != len(self.saved):
            raise CheckpointError("torch.utils.checkpoint: A different number of tensors was saved during the original forward and recomputation.\n"
                                  f"Number of tensors saved during forward: {len(self.saved)}\n"
                                  f"Number of tensors saved during recomputation: {len(found)}{_TIP}")
        if self.check == "default":
            self.compare(found)
        self.values = dict(enumerate(found))

    def compare(self, found):
        different = [(i, before, _describe(x)) for i, (before, x) in enumerate(zip(self.saved, found)) if before != _describe(x)]
        if different:
            lines = "\n".join(f"tensor at position {i}:\nsaved metadata: {a}\nrecomputed metadata: {b}" for i, a, b in different)
            raise CheckpointError("torch.utils.checkpoint: Recomputed values for the following tensors have different metadata than during the forward pass.\n" + lines + "\n" + _TIP)


_TIP = """.

Tip: To see a more detailed error message, either pass `debug=True` to
`torch.utils.checkpoint.checkpoint(...)` or wrap the code block
with `with torch.utils.checkpoint.set_checkpoint_debug_enabled(True):` to
enable checkpoint\u2011debug mode globally.

If this error occurs under torch.compile with automatic_dynamic_shapes enabled,
it may be because the recomputation selected a different compiled graph than the
forward pass (e.g., a dynamic graph instead of the original static graph).
To fix this, either:
  - Use torch._dynamo.mark_dynamic() to explicitly mark varying dimensions as
    dynamic upfront, avoiding the static-to-dynamic transition.
  - Call torch._C._dynamo.eval_frame._set_lru_cache(False) to disable LRU cache
    reordering, which can change which graph is checked first between forward
    and recompute.
See https://github.com/pytorch/pytorch/issues/166926 for more details and
workaround examples.
"""


def _checkpointed(function, **options):
    """A function whose calls are checkpoints."""
    @functools.wraps(function)
    def call(*args, **kwargs):
        return checkpoint(function, *args, **options, **kwargs)

    return call


def checkpoint(function=None, *args, use_reentrant=None, preserve_rng_state=True, context_fn=noop_context_fn, determinism_check="default", debug=False,
               early_stop=True, respect_saved_tensors_hooks=None, **kwargs):
    """Calls a function without keeping what its derivative needs, which is computed again in the backward pass. Without a function: a decorator."""
    if function is None:
        options = {name: value for name, value in locals().items() if name not in ("function", "args", "kwargs")}
        return functools.partial(_checkpointed, **options)
    if use_reentrant is None:
        warnings.warn("torch.utils.checkpoint: the use_reentrant parameter should be passed explicitly. " + _EXPLICIT.format("checkpoint"), stacklevel=2)
        use_reentrant = True
    from torch._C._dynamo import eval_frame

    outer = eval_frame.set_context(None)  # what runs now must run the same when it is computed again, then outside of compiled code
    try:
        return _run(function, args, kwargs, use_reentrant, preserve_rng_state, context_fn, determinism_check, debug, early_stop, respect_saved_tensors_hooks)
    finally:
        eval_frame.set_context(outer)


def _run(function, args, kwargs, use_reentrant, preserve, context_fn, determinism_check, debug, early_stop, respect_saved_tensors_hooks):
    if use_reentrant:
        if kwargs:
            raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
        if context_fn is not noop_context_fn or debug is not False or respect_saved_tensors_hooks is not None:
            raise ValueError("Passing `context_fn`, `debug`, or `respect_saved_tensors_hooks` is only supported when use_reentrant=False.")
        return CheckpointFunction.apply(function, preserve, *args)
    if determinism_check not in ("default", "none"):
        raise ValueError(f"determinism_check should be one of ['default', 'none'], but got {determinism_check}")
    forward_context, recompute_context = context_fn()
    if not torch.is_grad_enabled():
        with forward_context:
            return function(*args, **kwargs)
    call = _Recomputation(function, args, kwargs, recompute_context, preserve, determinism_check, early_stop and _early_stop)
    with forward_context:
        return call.forward()


def checkpoint_sequential(functions, segments, input, use_reentrant=None, **kwargs):
    if use_reentrant is None:
        warnings.warn("torch.utils.checkpoint.checkpoint_sequential: the use_reentrant parameter should be passed explicitly. " + _EXPLICIT.format("checkpoint_sequential"),
                      stacklevel=2)
        use_reentrant = True
    preserve = kwargs.pop("preserve_rng_state", True)
    if kwargs:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
    functions = list(functions.children()) if isinstance(functions, torch.nn.Sequential) else list(functions)
    size = len(functions) // segments

    def run(start, end):
        def forward(x):
            for f in functions[start:end]:
                x = f(x)
            return x

        return forward

    end = 0
    for start in range(0, size * (segments - 1), size):
        end = start + size
        input = checkpoint(run(start, end), input, use_reentrant=use_reentrant, preserve_rng_state=preserve)
    return run(end, len(functions))(input)


class CheckpointPolicy(enum.Enum):
    """What happens to the result of an operator in a checkpointed region."""

    MUST_SAVE = 0
    PREFER_SAVE = 1
    MUST_RECOMPUTE = 2
    PREFER_RECOMPUTE = 3
    MUST_CPU_OFFLOAD = 4
    PREFER_CPU_OFFLOAD = 5


def _policy_from_bool(b):
    return CheckpointPolicy.MUST_SAVE if b else CheckpointPolicy.PREFER_RECOMPUTE


def _keeps(policy):
    policy = _policy_from_bool(policy) if isinstance(policy, bool) else policy
    return policy not in (CheckpointPolicy.MUST_RECOMPUTE, CheckpointPolicy.PREFER_RECOMPUTE)


class SelectiveCheckpointContext:
    """What a policy is told."""

    def __init__(self, *, is_recompute, op_output=None):
        self.is_recompute, self.op_output = is_recompute, op_output


@functools.cache
def _ignored():
    """What says something about a tensor, and what takes it out of the graph: policies are not asked about these."""
    return {
        torch.ops.aten.detach.default, torch.ops.prim.device.default, torch.ops.aten.is_contiguous.memory_format,
        *(getattr(torch.ops.aten, name).default for name in (
            "dim", "is_contiguous", "is_non_overlapping_and_dense", "is_strides_like_format", "numel", "size", "storage_offset", "stride", "sym_numel", "sym_size", "sym_storage_offset", "sym_stride")),
    }


def __getattr__(name):
    if name == "SAC_IGNORED_OPS":
        return _ignored()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


class _Kept:
    """A result as it was when it was kept."""

    def __init__(self, value):
        self.value = value.detach() if isinstance(value, torch.Tensor) else value
        self.version = self.value._version if isinstance(value, torch.Tensor) else 0

    def get(self, allow_mutation):
        if isinstance(self.value, torch.Tensor) and self.value._version != self.version and not allow_mutation:
            raise RuntimeError("Tensor cached during selective activation checkpoint has been mutated")
        return self.value


_NOT_KEPT = object()


class _Caching(torch.utils._python_dispatch.TorchDispatchMode):
    """Keeps the results that the policy wants to keep."""

    def __init__(self, policy_fn, storage):
        self.policy_fn, self.storage = policy_fn, storage

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = {} if kwargs is None else kwargs
        out = func(*args, **kwargs)
        if func not in _ignored():
            kept = _keeps(self.policy_fn(SelectiveCheckpointContext(is_recompute=False, op_output=out), func, *args, **kwargs))
            self.storage.setdefault(func, []).append(torch.utils._pytree.tree_map(_Kept, out) if kept else _NOT_KEPT)
        return out


class _Cached(torch.utils._python_dispatch.TorchDispatchMode):
    """Gives what was kept instead of computing it again."""

    def __init__(self, storage, allow_mutation):
        self.storage, self.at, self.allow_mutation = storage, {}, allow_mutation

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = {} if kwargs is None else kwargs
        if func in _ignored():
            return func(*args, **kwargs)
        results, at = self.storage.get(func), self.at.get(func, 0)
        if results is None or at >= len(results):
            raise RuntimeError(f"{func} encountered during backward, but not found in storage")
        self.at[func] = at + 1
        if results[at] is _NOT_KEPT:
            return func(*args, **kwargs)
        return torch.utils._pytree.tree_map(lambda k: k.get(self.allow_mutation), results[at])


def create_selective_checkpoint_contexts(policy_fn_or_list, allow_cache_entry_mutation=False):
    """The contexts of forward and of recomputation in which the policy, or a list of operators, says what is kept."""
    if isinstance(policy_fn_or_list, list):
        for op in policy_fn_or_list:
            if not isinstance(op, torch._ops.OpOverload):
                raise ValueError(f"Expected op in `op_list` to be an OpOverload but got: {op} of type {type(op)}.")
        wanted = set(policy_fn_or_list)

        def policy(ctx, op, *args, **kwargs):
            return CheckpointPolicy.MUST_SAVE if op in wanted else CheckpointPolicy.PREFER_RECOMPUTE
    elif callable(policy_fn_or_list):
        policy = policy_fn_or_list
    else:
        raise TypeError("policy_fn_or_list must be either a function or a list of ops.")
    storage = {}
    return _Caching(policy, storage), _Cached(storage, allow_cache_entry_mutation)


def get_device_states(*args):
    return [], []


def set_device_states(devices, states, *, device_type=None):
    return None


def _infer_device_type(*args):
    """The type of the devices that tensors among the arguments are on, that of the processor left aside."""
    types = [t.device.type for t in torch.utils._pytree.tree_leaves(args) if isinstance(t, torch.Tensor) and t.device.type != "cpu"]
    if len(set(types)) > 1:
        warnings.warn("Tensor arguments, excluding CPU tensors, are detected on at least two types of devices. Device state will only be saved for devices of a single device type, "
                      "and the remaining devices will be ignored. Consequently, if any checkpointed functions involve randomness, this may result in incorrect gradients. (Note that if "
                      f"CUDA devices are among the devices detected, it will be prioritized; otherwise, the first device encountered will be selected.)\nDevice types: {sorted(set(types))} "
                      f"first device type: {types[0]}")
    return "cuda" if "cuda" in types else types[0] if types else "cpu"
