"""The table of backends."""

from torch._C._dynamo import eval_frame as _c

_BACKENDS = {}
_default_backend = "inductor"


def _complete():
    """Backends for tests are entered where somebody asks for one, or for the list."""
    from . import debugging  # noqa: F401


def register_backend(compiler_fn=None, name=None, tags=()):
    """Enters a compiler under a name; usable as a decorator."""
    if compiler_fn is None:
        return lambda fn: register_backend(fn, name=name, tags=tags)
    name = name or compiler_fn.__name__
    if name in _BACKENDS:
        raise AssertionError(f"duplicate name: {name}")
    _BACKENDS[name] = compiler_fn
    compiler_fn._tags = tuple(tags)
    return compiler_fn


def lookup_backend(compiler_fn):
    """The compiler with a name; compilers themselves are returned as they are."""
    if not isinstance(compiler_fn, str):
        return compiler_fn
    if compiler_fn not in _BACKENDS:
        _complete()
    if compiler_fn not in _BACKENDS:
        from ..exc import InvalidBackend

        raise InvalidBackend(compiler_fn, sorted(_BACKENDS))
    return _BACKENDS[compiler_fn]


def list_backends(exclude_tags=("debug", "experimental")):
    """Names that torch.compile(backend=...) takes. `inductor` is the default."""
    _complete()
    excluded = set(exclude_tags or ())
    return sorted(name for name, fn in _BACKENDS.items() if not excluded.intersection(fn._tags))


def get_default_backend():
    """The backend of torch.compile without one."""
    return _default_backend


def set_default_backend(backend):
    """Sets the backend of torch.compile without one; None for the first one, inductor."""
    global _default_backend
    _default_backend = "inductor" if backend is None else backend


@register_backend(tags=("debug",))
def eager(gm, fake_tensor_inputs, **kwargs):
    """Runs the graph node by node."""
    return gm.forward


@register_backend(tags=("debug",))
def eager_noexcept(gm, fake_tensor_inputs, **kwargs):
    """Runs the graph node by node. What goes wrong there is no fault of the program."""
    from ..exc import TorchDynamoException

    def run(*args):
        try:
            return gm(*args)
        except Exception as e:
            raise TorchDynamoException("Unexpected exception when running generated GraphModule") from e

    return run


@register_backend(tags=("debug",))
def aot_eager(gm, fake_tensor_inputs, **kwargs):
    """Captures forward and backward ahead of time and runs both graphs operator by operator."""
    return _c.compile_captured("aot_eager", gm, fake_tensor_inputs)


@register_backend(tags=("debug",))
def aot_eager_decomp_partition(gm, fake_tensor_inputs, **kwargs):
    """As aot_eager, with composite operators taken apart."""
    return _c.compile_captured("aot_eager_decomp_partition", gm, fake_tensor_inputs)


@register_backend(tags=("debug",))
def aot_eager_decomp_partition_with_mode(gm, fake_tensor_inputs, mode=None, **kwargs):
    """As aot_eager_decomp_partition, with the graphs run in a mode for operators, if one is given."""
    compiled = aot_eager_decomp_partition(gm, fake_tensor_inputs)
    if mode is None:
        return compiled

    def run(*args):
        with mode():
            return compiled(*args)

    return run


@register_backend(tags=("debug",))
def invoke_subgraph(gm, fake_tensor_inputs, **kwargs):
    """As aot_eager: the whole graph is one region."""
    return aot_eager(gm, fake_tensor_inputs)


@register_backend
def inductor(gm, example_inputs, **kwargs):
    """The default backend: forward and backward are captured ahead of time, fused, and compiled to machine code."""
    from torch._inductor import custom_graph_pass

    if any(node.name.startswith("softmax") for node in gm.graph.nodes):
        gm = _with_attention(gm)
    if custom_graph_pass._configured():
        return custom_graph_pass._compile(gm, example_inputs)
    return _c.compile_captured("inductor", gm, example_inputs)


def _with_attention(gm):
    """A graph with the attention that it writes out fused, where it does."""
    from torch._C import _fx
    from torch._dynamo.utils import counters
    from torch._inductor.fx_passes.fuse_attention import fuse_attention
    from torch.fx.graph_module import _from_native

    made = _from_native(gm) if isinstance(gm, _fx.NativeModule) else gm
    found = fuse_attention(made)
    if not found:
        return gm
    counters["inductor"]["fuse_attention"] += found
    return made
