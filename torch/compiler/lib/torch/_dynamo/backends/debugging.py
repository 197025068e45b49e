"""Backends for tests, and the report of explain."""

from torch._dynamo.backends.registry import aot_eager, aot_eager_decomp_partition, eager, eager_noexcept, register_backend
from torch._dynamo.explanation import ExplainOutput


class ReluCompileError(Exception):
    pass


class TestingOnlyCompileError(Exception):
    __test__ = False


def _has_relu(gm):
    return any(getattr(n.target, "__name__", n.target) == "relu" for n in gm.graph.nodes)


@register_backend(tags=("debug",))
def relu_compile_error_TESTING_ONLY(gm, example_inputs):
    """Fails on graphs with a relu."""
    if _has_relu(gm):
        raise ReluCompileError
    return gm


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
