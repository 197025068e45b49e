"""Names of PyTorch's Inductor. What compiles here is the native backend."""

from torch._inductor import config
from torch._inductor import standalone_compile as _standalone  # before the function of that name
from torch._inductor.standalone_compile import CompiledArtifact  # noqa: F401

_MODES = {
    "default": {},
    "lite": {"bundle_triton_into_fx_graph_cache": False},
    "reduce-overhead": {"triton.cudagraphs": True},
    "max-autotune-no-cudagraphs": {"max_autotune": True, "coordinate_descent_tuning": True},
    "max-autotune": {"max_autotune": True, "triton.cudagraphs": True, "coordinate_descent_tuning": True},
}


def list_mode_options(mode=None, dynamic=None):
    """The options that a mode of torch.compile stands for."""
    if mode is None:
        return {name: dict(options) for name, options in _MODES.items()}
    if mode not in _MODES:
        raise RuntimeError(f"Unrecognized mode={mode}, should be one of: {', '.join(_MODES)}")
    return dict(_MODES[mode])


def list_options():
    return list(config.get_config_copy())


def compile(gm, example_inputs, options=None):
    """What runs a graph compiled, and gives its results as the graph is written to give them: a list, or what a codegen makes of it."""
    from torch import fx
    from torch._dynamo.backends.registry import lookup_backend

    codegen, output = gm.graph._codegen, gm.graph.output_node()
    if type(codegen) is fx.graph.CodeGen:
        compiled = lookup_backend("inductor")(gm, example_inputs)
        single = isinstance(output.args[0], fx.Node)
        return compiled if single else lambda *args: [*compiled(*args)]
    plain = fx.GraphModule(gm, fx.Graph())
    plain.graph.output(plain.graph.graph_copy(gm.graph, {}))
    plain.recompile()
    compiled = lookup_backend("inductor")(plain, codegen.process_inputs(*example_inputs))
    return lambda *args: codegen.process_outputs([*compiled(*codegen.process_inputs(*args))])


def cudagraph_mark_step_begin():
    """There are no CUDA graphs."""


def aot_compile(*args, **kwargs):
    raise NotImplementedError("torch._inductor.aot_compile: magneto writes no libraries")


aoti_compile_and_package = aoti_load_package = aot_compile


def standalone_compile(gm, example_inputs, *, dynamic_shapes="from_graph", options=None, aot=False, donate_graph_module=False):
    """A graph compiled by itself; its sizes are those of the inputs unless they are symbolic."""
    if dynamic_shapes not in ("from_example_inputs", "from_tracing_context", "from_graph"):
        raise ValueError(f"standalone_compile got unsupported `dynamic_shapes` value: dynamic_shapes={dynamic_shapes}.")
    return _standalone.standalone_compile(gm, example_inputs, dynamic_shapes=dynamic_shapes, options=options, aot=aot)
