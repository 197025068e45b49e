"""Small compilers of captured graphs."""
import functools
import pickle

import torch
from torch import fx, nn

from .aot_autograd import aot_function, aot_module, make_boxed_compiler, make_boxed_func
from .compile_utils import strip_overloads
from .partitioners import default_partition, draw_graph, min_cut_rematerialization_partition

_aten = torch.ops.aten
_DECOMPOSED = (
    "detach", "gelu_backward", "leaky_relu_backward", "sigmoid_backward", "threshold_backward", "hardtanh_backward", "hardsigmoid_backward", "hardswish_backward", "tanh_backward",
    "silu_backward", "elu_backward", "cudnn_batch_norm", "cudnn_batch_norm_backward", "masked_fill", "elu", "leaky_relu", "hardtanh", "hardswish", "hardsigmoid", "conj_physical",
    "is_same_size",
)


def nop(fx_g, _):
    """The graph as it is."""
    return make_boxed_func(fx_g.forward)


def print_compile(fx_g, _):
    """The graph as it is; its code is printed."""
    print(fx_g.code)
    return fx_g


def _scriptable(fx_g):
    """Writes a graph with what scripts have: operators that choose their overload, conversions by name, devices as texts."""
    strip_overloads(fx_g)
    for node in fx_g.graph.nodes:
        if node.target is _aten._to_copy and len(node.args) == 1 and list(node.kwargs) == ["dtype"]:
            node.target = _aten.to
        node.kwargs = {k: v.type if isinstance(v, torch.device) else v for k, v in node.kwargs.items()}
    fx_g.graph.lint()
    fx_g.recompile()
    return fx_g


@make_boxed_compiler
def ts_compile(fx_g, inps):
    """The graph as a frozen script."""
    script = torch.jit.script(_scriptable(fx_g))
    torch._C._jit_pass_remove_mutation(script.graph)
    script = torch.jit.optimize_for_inference(torch.jit.freeze(script.eval()))
    if not any(isinstance(t, torch._subclasses.FakeTensor) for t in inps):
        script(*inps)
    return script


@make_boxed_compiler
def simple_ts_compile(fx_g, _):
    strip_overloads(fx_g)
    return torch.jit.freeze(torch.jit.script(fx_g).eval())


def nnc_jit(f):
    return aot_function(f, simple_ts_compile)


def _draw_graph_compile(fx_g, _, name, clear_meta=True):
    print(fx_g.code)
    draw_graph(fx_g, name, clear_meta=clear_meta)
    return fx_g


def draw_graph_compile(name):
    """A compiler that draws the graph into a file."""
    return make_boxed_compiler(functools.partial(_draw_graph_compile, name=name))


class DebugInterpreter(fx.Interpreter):
    """Runs a graph and compares what its nodes give with the values that they were captured with: sizes, strides, dtypes."""

    def run_node(self, n):
        made = super().run_node(n)
        if "val" not in n.meta:
            return made
        for seen, value in zip(torch.utils._pytree.tree_leaves(n.meta["val"]), torch.utils._pytree.tree_leaves(made)):
            if not isinstance(value, torch.Tensor):
                continue
            if seen.dtype != value.dtype:
                raise AssertionError(f"{seen.dtype} != {value.dtype}")
            if tuple(seen.shape) != tuple(value.shape) or seen.stride() != value.stride():
                raise AssertionError(f"{tuple(seen.shape)}, {seen.stride()} != {tuple(value.shape)}, {value.stride()}")
        return made


@make_boxed_compiler
def debug_nop(fx_g, _):
    """The graph as it is, checked node by node as it runs."""
    return DebugInterpreter(fx_g).run


def debug_compile(fx_g, inps):
    """The graph as a script; it is saved first, with a program that runs it."""
    fx_g.to_folder("foo")
    print("\n##############################################################\n# To minimize FX graph, copy and paste the below and run it  #\n"
          "##############################################################\n")
    return ts_compile(fx_g, inps)


def get_inputs(input_data_path):
    """Inputs of the shapes that a file lists."""
    with open(input_data_path, "rb") as f:
        metas = pickle.load(f)
    inputs = []
    for meta in metas:
        if len(meta) == 1:
            inputs.append(meta[0](__import__("random").rand()))
            continue
        _, shape, _, dtype, device = meta
        if dtype in (torch.int, torch.int32, torch.int64, torch.bool, torch.uint8, float):
            inputs.append(torch.randint(0, 1, shape, dtype=dtype, device=device))
        else:
            inputs.append(torch.rand(shape, dtype=dtype, device=device))
    return inputs


def memory_efficient_fusion(fn, **kwargs):
    """A function or module whose forward and backward are scripts, and whose backward computes again what is cheap."""
    config = {"fw_compiler": ts_compile, "bw_compiler": ts_compile, "partition_fn": min_cut_rematerialization_partition, "decompositions": _default_decompositions()}
    config.update(kwargs)
    return aot_module(fn, **config) if isinstance(fn, nn.Module) else aot_function(fn, **config)


def _default_decompositions():
    from torch._decomp import get_decompositions

    overloads = [_aten.masked_fill.Scalar, _aten.masked_fill.Tensor] + [getattr(_aten, name) for name in _DECOMPOSED if name != "masked_fill"]
    return get_decompositions(overloads)


def __getattr__(name):
    if name == "default_decompositions":
        globals()[name] = _default_decompositions()
        return globals()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
