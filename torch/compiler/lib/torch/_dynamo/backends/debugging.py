"""Backends for tests, and the report of explain."""

import functools

import torch
from torch._dynamo.backends.registry import aot_eager, aot_eager_decomp_partition, eager, eager_noexcept, register_backend
from torch._dynamo.explanation import ExplainOutput


class ReluCompileError(Exception):
    pass


class TestingOnlyCompileError(Exception):
    __test__ = False


def boxed_nop(fx_g, example_inputs):
    """The graph as it is, called with a list of its inputs."""

    def run(args):
        return fx_g(*args)

    run._boxed_call = True
    return run


def _captured(gm, example_inputs, **kwargs):
    from torch._functorch.aot_autograd import aot_module_simplified

    return aot_module_simplified(gm, example_inputs, **kwargs)


@register_backend(tags=("debug",))
def eager_debug(gm, fake_tensor_inputs, **kwargs):
    """Runs the graph node by node and looks whether operators do to their operands what their schemas say."""
    from torch._subclasses.schema_check_mode import SchemaCheckMode

    def checked(*args):
        with SchemaCheckMode():
            return gm(*args)

    return checked


@register_backend(tags=("debug",))
def pre_dispatch_eager(gm, fake_tensor_inputs, **kwargs):
    """Runs the graph of the operators that the program calls, and prints it."""
    from torch.fx.experimental.proxy_tensor import make_fx

    captured = make_fx(lambda *args: gm.forward(*args), pre_dispatch=True, _effects=False)(*fake_tensor_inputs)
    captured.print_readable()
    return captured


@register_backend(name="ts", tags=("debug",))
def torchscript(gm, fake_tensor_inputs):
    """Scripts the graph."""
    root = gm if isinstance(gm, torch.nn.Module) else {}
    return torch.jit.script(torch.fx.GraphModule(root, gm.graph))


@register_backend(tags=("debug",))
def aot_ts(gm, example_inputs, **kwargs):
    """Captures forward and backward ahead of time and scripts both."""

    def compiled(gm, example_inputs):
        for node in gm.graph.nodes:
            if isinstance(node.target, torch._ops.OpOverload):  # scripts choose overloads themselves
                node.target = node.target.overloadpacket
        return torchscript(gm, example_inputs)

    return _captured(gm, example_inputs, fw_compiler=compiled)


@register_backend(tags=("debug",))
def aot_eager_default_partitioner(gm, fake_tensor_inputs, **kwargs):
    """As aot_eager, with everything saved that backward reads."""
    return _captured(gm, fake_tensor_inputs, fw_compiler=boxed_nop)


@register_backend(tags=("debug",))
def aot_eager_decomp_partition_crossref(gm, fake_tensor_inputs, **kwargs):
    """As aot_eager_decomp_partition."""
    return aot_eager_decomp_partition(gm, fake_tensor_inputs, **kwargs)


@register_backend
def cudagraphs(gm, fake_tensor_inputs, **kwargs):
    """Forward and backward captured ahead of time; there is no graph of CUDA on a CPU."""
    return _captured(gm, fake_tensor_inputs, fw_compiler=boxed_nop)


def _is_relu(node):
    return getattr(node.target, "__name__", node.target) == "relu"


def _has_relu(gm):
    return any(_is_relu(n) for n in gm.graph.nodes)


@register_backend(tags=("debug",))
def relu_compile_error_TESTING_ONLY(gm, example_inputs):
    """Fails on graphs with a relu."""
    if _has_relu(gm):
        raise ReluCompileError
    return gm


def _in_place_of_relu(gm, target, arguments):
    for node in gm.graph.nodes:
        if _is_relu(node):
            node.target, node.args = target, arguments(node)
    gm.recompile()
    return gm


@register_backend(tags=("debug",))
def relu_runtime_error_TESTING_ONLY(gm, example_inputs):
    """Gives graphs that fail where they have a relu."""
    return _in_place_of_relu(gm, torch._assert, lambda node: (False, "ReluRuntimeError"))


@register_backend(tags=("debug",))
def relu_accuracy_error_TESTING_ONLY(gm, example_inputs):
    """Gives graphs that add one where they have a relu."""
    return _in_place_of_relu(gm, torch.add, lambda node: (node.args[0], 1))


@register_backend(tags=("debug",))
def non_leaf_compile_error_TESTING_ONLY(gm, example_inputs):
    """Fails on graphs that take a tensor which something computed."""
    if any(not t.is_leaf for t in example_inputs if isinstance(t, torch.Tensor)):
        raise TestingOnlyCompileError
    return gm


def _needs(package, message):
    @functools.wraps(_needs)
    def refused(gm, example_inputs, **kwargs):
        raise ImportError(message)

    refused.__name__ = package
    return refused


_XLA = "Please follow the instruction in https://github.com/pytorch/xla#pytorchxla to install torch_xla"
register_backend(_needs("openxla", _XLA), name="openxla")
register_backend(_needs("openxla_eval", _XLA), name="openxla_eval", tags=("experimental",))
register_backend(_needs("tvm", "Please install apache-tvm to use the tvm backend. See https://tvm.apache.org/docs/install/index.html for instructions."), name="tvm")


class ExplainWithBackend:
    """Counts like explain and hands graphs to another backend."""

    def __init__(self, backend):
        from torch._dynamo.backends.registry import lookup_backend

        self.backend = lookup_backend(backend)
        self.graphs = []
        self.op_count = 0
        self.break_reasons = []

    def __call__(self, gm, example_inputs):
        self.graphs.append(gm)
        self.op_count += sum(n.op == "call_function" for n in gm.graph.nodes)
        return self.backend(gm, example_inputs)

    def output(self):
        ops = [[n.target for n in gm.graph.nodes if n.op == "call_function"] for gm in self.graphs]
        return ExplainOutput(self.graphs, len(self.graphs), len(self.graphs) - 1, self.break_reasons, self.op_count, ops, [])
