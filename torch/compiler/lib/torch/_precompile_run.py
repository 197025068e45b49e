"""What the source that torch.compiler.precompile makes runs with: it checks a call against the examples and runs the graph."""

import torch
from torch.utils import _pytree as pytree

METADATA = ("BACKEND", "MODULE_POSITIONS", "NUM_POSITIONAL_ARGS", "PARAM_NAMES", "BUFFER_NAMES", "PARAM_SHAPES", "BUFFER_SHAPES", "PARAM_DTYPES", "BUFFER_DTYPES",
            "PARAM_DEVICES", "BUFFER_DEVICES", "GRAD_PARAM_INDICES", "IN_SPEC", "OUT_SPEC", "USER_INPUT_SHAPES", "USER_INPUT_DTYPES", "USER_INPUT_DEVICES", "USER_INPUT_BOUNDS")


class PrecompileError(RuntimeError):
    """A call, a capture or a source that is not what torch.compiler.precompile promises or asks for."""


PrecompileError.__module__, PrecompileError.__qualname__ = "torch.compiler", "precompile.PrecompileError"


def fail(text):
    raise PrecompileError(text)


def run(of, call, args):
    """Runs a graph for the arguments of a call; of has what is known of the examples."""
    if len(args) != of["NUM_POSITIONAL_ARGS"]:
        fail(f"precompile: expected {of['NUM_POSITIONAL_ARGS']} positional args (the same as the traced fn), got {len(args)} (invariant 2).")
    positions = of["MODULE_POSITIONS"]
    for i in positions:
        if not isinstance(args[i], torch.nn.Module):
            fail(f"precompile: argument at position {i} must be the nn.Module the traced fn took (invariant 2), got {type(args[i]).__name__}.")
    user_flat, spec = pytree.tree_flatten(tuple(a for i, a in enumerate(args) if i not in positions))
    if of["IN_SPEC"] is not None and spec != pytree.treespec_loads(of["IN_SPEC"]):
        fail("precompile: runtime inputs have a different structure than the traced example inputs (invariant 3); they must match in nesting and count.")
    _check_inputs(of, user_flat)
    lifted = _lifted(of, [args[i] for i in positions])
    with torch.no_grad():
        out = list(call([*lifted, *user_flat]))
    count = len(of["GRAD_PARAM_INDICES"])
    for i, grad in zip(of["GRAD_PARAM_INDICES"], out[len(out) - count:]):
        parameter = lifted[i]
        if parameter.grad is None:
            parameter.grad = grad
        else:
            parameter.grad.add_(grad)
    return pytree.tree_unflatten(out[:len(out) - count], pytree.treespec_loads(of["OUT_SPEC"]))


def _lifted(of, modules):
    """The parameters and buffers of the modules of a call, which are those of the examples but for their values."""
    from torch._precompile import interned

    (params, names), (buffers, buffer_names) = interned(modules)
    tensors, names, expected = [*params, *buffers], names + buffer_names, of["PARAM_NAMES"] + of["BUFFER_NAMES"]
    rest = "the runtime model must be structurally identical to the traced model (invariant 2)."
    if names != expected:
        fail(f"precompile: the runtime model's param/buffer names {names!r} do not match the traced model's {expected!r}; {rest}")
    for what, verb, value in (("SHAPES", "has shape", lambda t: tuple(t.shape)), ("DTYPES", "has dtype", lambda t: str(t.dtype)), ("DEVICES", "is on device", lambda t: str(t.device))):
        for name, t, known in zip(names, tensors, of[f"PARAM_{what}"] + of[f"BUFFER_{what}"]):
            if value(t) != known:
                fail(f"precompile: the runtime param/buffer {name!r} {verb} {value(t)} but the traced model's was {known}; {rest}")
    return tensors


def _check_inputs(of, user_flat):
    named, inductor = {}, of["BACKEND"] == "inductor"
    rows = zip(user_flat, of["USER_INPUT_SHAPES"], of["USER_INPUT_DTYPES"], of["USER_INPUT_DEVICES"], of["USER_INPUT_BOUNDS"], of["USER_INPUT_STRIDES"])
    for t, shape, dtype, device, bounds, strides in rows:
        if shape is None or not isinstance(t, torch.Tensor):
            continue
        sizes = tuple(t.shape)
        if len(sizes) != len(shape) or any(n is not None and n != m for n, m in zip(shape, sizes)):
            fail(f"precompile: a runtime input has shape {sizes} but the artifact was traced with shape {tuple(shape)}{' (None = a dynamic dim, any size)' if inductor else ''}; "
                 f"the graph is specialized to the static dims (invariant 3). {'Retrace, mark the dim dynamic via mark_unbacked' if inductor else 'Retrace for this shape'}, "
                 "or use backend='eager'.")
        if str(t.dtype) != dtype:
            fail(f"precompile: a runtime input has dtype {t.dtype} but the artifact was traced with dtype {dtype}; the graph is specialized to the example dtype "
                 "(invariant 6). Cast the input to the traced dtype, or retrace.")
        if str(t.device) != device:
            fail(f"precompile: a runtime input is on device {t.device} but the artifact was traced on device {device}; the graph is specialized to the example device "
                 "(invariant 6). Move the input to the traced device, or retrace.")
        for d, (low, high, name) in (bounds or {}).items():
            for kind, bound, broken in (("min", low, low is not None and sizes[d] < low), ("max", high, high is not None and sizes[d] > high)):
                if broken:
                    fail(f"precompile: runtime input dim {d} has size {sizes[d]} but mark_unbacked declared {kind}={bound} (invariant 3).")
            if name is not None and named.setdefault(name, sizes[d]) != sizes[d]:
                _fail_layout("If two inputs share a mark_unbacked shape_id, their marked dims are bound to one symbol and so MUST have equal sizes at runtime; this can also be "
                             f"a shape_id equality violation. Underlying: expected size {sizes[d]}=={named[name]}, stride {t.stride(d)}=={t.stride(d)} at dim={d}")
        different = [d for d, (n, known) in enumerate(zip(t.shape, strides or ())) if n > 1 and t.stride(d) != known]
        if different:
            _fail_layout("Underlying: " + ", ".join(f"expected size {t.shape[d]}=={t.shape[d]}, stride {t.stride(d)}=={strides[d]} at dim={d}" for d in different))


def _fail_layout(rest):
    fail("precompile: a runtime tensor's shape or memory format differs from the traced example; the inductor backend specializes on input shape and memory format "
         "(invariants 3 and 6). The mismatch can be a user INPUT or a model PARAMETER/BUFFER whose layout (memory format) differs from the example weight, since the inductor "
         "backend also bakes each param/buffer's layout. Pass the model/inputs in the example's shape and layout (.contiguous() to match a contiguous example, or match the "
         f"example weight's layout), or use backend='eager'. {rest}")
