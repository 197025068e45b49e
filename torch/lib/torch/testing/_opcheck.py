"""Checks of operators that scripts define (torch.library.opcheck)."""
import torch
from torch import _C
from torch.utils._pytree import tree_flatten, tree_map_only

ALL = ("test_schema", "test_autograd_registration", "test_faketensor", "test_aot_dispatch_static", "test_aot_dispatch_dynamic")


class OpCheckError(Exception):
    pass


class MetadataMismatchError(OpCheckError):
    """The fake implementation describes other results than the kernel gives."""

    def __init__(self, reason):
        super().__init__(reason)
        self.reason = reason

    def __repr__(self):
        return f"MetadataMismatchError(reason={self.reason!r})"


def _copies(args, kwargs):
    def copy(t):
        return t.detach().clone().requires_grad_(t.requires_grad)

    return tree_map_only(torch.Tensor, copy, (args, kwargs))


def _same(a, b):
    return a.shape == b.shape and a.dtype == b.dtype and torch.equal(a.nan_to_num(), b.nan_to_num()) if a.is_floating_point() else torch.equal(a, b)


def test_schema(op, args, kwargs):
    """Arguments change only where the schema says so, and results share no memory with them."""
    args, kwargs = _copies(args, kwargs)
    before, _ = _copies(args, kwargs)
    with torch.no_grad():
        out = op(*args, **kwargs)
    for (name, mutable), arg, old in zip(_C._op_parameters(op), args, before):
        if not isinstance(arg, torch.Tensor):
            continue
        if not mutable and not _same(arg, old):
            raise OpCheckError(f"Argument {name} is not defined as mutable but was mutated")
        for result in tree_flatten(out)[0]:
            if isinstance(result, torch.Tensor) and not mutable and result.numel() > 0 and result.data_ptr() == arg.data_ptr():
                raise OpCheckError(f"Argument {name} is not defined to alias output but was aliasing")


def test_autograd_registration(op, args, kwargs):
    """A derivative, if there is one, is registered with the operator."""
    args, kwargs = _copies(args, kwargs)
    leaves = [t for t in tree_flatten((args, kwargs))[0] if isinstance(t, torch.Tensor) and t.requires_grad]
    if not leaves:
        return
    for result in tree_flatten(op(*args, **kwargs))[0]:
        if isinstance(result, torch.Tensor) and result.is_floating_point() and not result.requires_grad:
            raise OpCheckError(f"{op}: an input requires grad and the output does not: autograd is not registered for the operator")


def _described(op, args, kwargs):
    """Sizes, strides and element type of each result of the fake implementation."""
    if "[]" not in str(op._schema).rpartition("->")[2]:
        try:
            return _C._describe_fake(op, args, kwargs)
        except RuntimeError as e:
            if "get_ctx()" not in str(e):
                raise
    from torch.fx.experimental.proxy_tensor import make_fx

    graph = make_fx(lambda a, k: op(*a, **k), tracing_mode="fake")(args, kwargs).graph
    values = [n.meta["val"] for n in tree_flatten(graph.output_node().args[0])[0] if isinstance(n, torch.fx.Node)]
    return [(tuple(v.shape), v.stride(), v.dtype) for v in values if isinstance(v, torch.Tensor)]


def test_faketensor(op, args, kwargs):
    """The fake implementation gives the sizes and types of the kernel."""
    args, kwargs = _copies(args, kwargs)
    described = _described(op, args, kwargs)
    with torch.no_grad():
        real = [t for t in tree_flatten(op(*args, **kwargs))[0] if isinstance(t, torch.Tensor)]
    prefix = f"When comparing the output of {op} on FakeTensor and concrete Tensors, found mismatched tensor metadata: "
    if len(real) != len(described):
        raise MetadataMismatchError(f"{prefix}{len(real)} tensors and {len(described)}")
    for t, (shape, stride, dtype) in zip(real, described):
        open_sizes = any(type(n) is not int for n in shape)  # some are known when the kernel has run
        if len(t.shape) != len(shape) or any(a != b for a, b in zip(t.shape, shape) if type(b) is int):
            raise MetadataMismatchError(f"{prefix}Shapes {t.shape} and {torch.Size(shape)} are not equal!")
        if t.dtype != dtype:
            raise MetadataMismatchError(f"{prefix}Dtypes {t.dtype} and {dtype} are not equal!")
        if not open_sizes and tuple(t.stride()) != tuple(stride):
            raise MetadataMismatchError(f"{prefix}Strides {tuple(t.stride())} and {tuple(stride)} are not equal!")


def test_aot_dispatch_static(op, args, kwargs):
    """Compiled for the sizes at hand the operator gives the same values and gradients."""
    _compiled_agrees(op, args, kwargs, dynamic=False)


def test_aot_dispatch_dynamic(op, args, kwargs):
    """Compiled with dynamic shapes the operator gives the same values and gradients."""
    _compiled_agrees(op, args, kwargs, dynamic=True)


def _compiled_agrees(op, args, kwargs, dynamic):
    def run(f):
        a, k = _copies(args, kwargs)
        leaves = [t for t in tree_flatten((a, k))[0] if isinstance(t, torch.Tensor) and t.requires_grad]
        outs = [t for t in tree_flatten(f(*a, **k))[0] if isinstance(t, torch.Tensor)]
        tracked = [o.sum() for o in outs if o.requires_grad]
        grads = torch.autograd.grad(sum(tracked), leaves, allow_unused=True) if tracked and leaves else ()
        return outs, [g for g in grads if g is not None]

    names = {"op": op}
    exec("def call(*args, **kwargs):\n    return op(*args, **kwargs)\n", names)  # functions of this library are not compiled
    call = names["call"]
    eager = run(call)
    compiled = run(torch.compile(call, backend="aot_eager", fullgraph=True, dynamic=dynamic))
    for what, a, b in zip(("outputs", "gradients"), eager, compiled):
        if len(a) != len(b) or not all(_same(x, y) for x, y in zip(a, b)):
            raise OpCheckError(f"{op}: {what} of the compiled operator differ from eager's")


def opcheck(op, args, kwargs=None, *, test_utils=tuple(n for n in ALL if n != "test_aot_dispatch_static"), raise_exception=True, rtol=None, atol=None):
    """Runs the checks and gives for each "SUCCESS" or, without raise_exception, the error."""
    op = getattr(op, "_opoverload", op)
    if isinstance(op, torch._ops.OpOverloadPacket):
        op = op.default
    if not isinstance(op, torch._ops.OpOverload):
        raise ValueError(f"opcheck(op, ...): op must be instance of torch._ops.OpOverload, e.g. torch.ops.aten.sin.default, got {type(op)}")
    names = (test_utils,) if isinstance(test_utils, str) else tuple(test_utils)
    if not set(names) <= set(ALL):
        raise ValueError(f"opcheck(op, ..., test_utils={names}), expected test_utils to be subset of {ALL} but it was not")
    results = {}
    for name in names:
        try:
            globals()[name](op, tuple(args), dict(kwargs or {}))
            results[name] = "SUCCESS"
        except Exception as e:
            if raise_exception:
                raise OpCheckError(f"opcheck(op, ...): {name} failed with {e} (scroll up for stack trace)") from e
            results[name] = e
    return results
