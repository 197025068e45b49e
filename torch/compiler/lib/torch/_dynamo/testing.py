"""Backends that count and record, as tests use them."""

from .utils import same


class CompileCounter:
    """Runs graphs as they are; counts them and their operations."""

    def __init__(self):
        self.frame_count = 0
        self.op_count = 0

    def __call__(self, gm, example_inputs):
        self.frame_count += 1
        for node in gm.graph.nodes:
            if "call" in node.op:
                self.op_count += 1
        return gm.forward

    def clear(self):
        self.frame_count = 0
        self.op_count = 0


class CompileCounterWithBackend:
    def __init__(self, backend):
        self.frame_count = 0
        self.op_count = 0
        self.backend = backend
        self.graphs = []

    def __call__(self, gm, example_inputs):
        from .backends.registry import lookup_backend

        self.frame_count += 1
        for node in gm.graph.nodes:
            if "call" in node.op:
                self.op_count += 1
        self.graphs.append(gm)
        return lookup_backend(self.backend)(gm, example_inputs)

    def clear(self):
        self.frame_count = 0
        self.op_count = 0
        self.graphs = []


class EagerAndRecordGraphs:
    def __init__(self):
        self.graphs = []

    def __call__(self, gm, example_inputs):
        self.graphs.append(gm)
        return gm.forward


class AotEagerAndRecordGraphs:
    """Runs graphs as they are; keeps those of the tracer and the captured ones of forward and backward."""

    def __init__(self):
        self.graphs = []
        self.fw_graphs = []
        self.bw_graphs = []

    def __call__(self, gm, example_inputs):
        from torch._functorch.aot_autograd import aot_module_simplified

        def keep(list):
            def compiler(gm, example_inputs):
                list.append(gm)
                return gm.forward

            return compiler

        self.graphs.append(gm)
        return aot_module_simplified(gm, example_inputs, fw_compiler=keep(self.fw_graphs), bw_compiler=keep(self.bw_graphs))


def strip_comment(code):
    import re

    return re.sub(r"(?m)^ *#.*\n?", "", str(code))


def remove_trailing_space(code):
    return "\n".join(line.rstrip() for line in code.split("\n"))


def normalize_gm(gm_str):
    """Graph text without comments, trailing blanks and empty lines."""
    text = remove_trailing_space(strip_comment(gm_str))
    return "\n".join(line for line in text.split("\n") if line.strip()) + "\n"
