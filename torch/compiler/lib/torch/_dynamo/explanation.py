"""What torch._dynamo.explain tells of a function."""

import dataclasses

from torch._C._dynamo import eval_frame as _c

from .eval_frame import optimize, reset
from .output_graph import GraphCompileReason


class Guard:
    """One guard as explain lists it."""

    def __init__(self, name, kind, code_list, source):
        self.name = name
        self.kind = kind
        self.code_list = code_list
        self.source = source
        self.guard_types = [kind]

    def sort_key(self):
        return self.kind == "DUPLICATE_INPUT", self.source.value, len(self.name), self.name, 0

    def __lt__(self, other):
        return self.sort_key() < other.sort_key()

    def create_fn_name(self):
        return self.kind

    def __repr__(self):
        unknown = ("Guard Types", "Code List", "Object Weakref", "Guarded Class Weakref")
        return f"Name: {self.name!r}\n    Source: {self.source}\n    Create Function: {self.kind}\n" + "".join(f"    {what}: None\n" for what in unknown)


@dataclasses.dataclass
class ExplainOutput:
    graphs: list
    graph_count: int
    graph_break_count: int
    break_reasons: list
    op_count: int
    ops_per_graph: list = None
    out_guards: list = None
    compile_times: str = None

    def __str__(self):
        lines = [f"Graph Count: {self.graph_count}", f"Graph Break Count: {self.graph_break_count}", f"Op Count: {self.op_count}", "Break Reasons:"]
        for number, why in enumerate(self.break_reasons, 1):
            lines += [f"  Break Reason {number}:", f"    Reason: {why.reason}", "    User Stack:"]
            lines += [f"      {place}" for place in why.user_stack]
        if self.ops_per_graph is not None:
            lines.append("Ops per Graph:")
            for number, graph in enumerate(self.ops_per_graph, 1):
                lines += [f"  Ops {number}:", *(f"    {op}" for op in graph)]
        text = "\n".join(lines) + "\n"
        if self.out_guards is not None: # each ends its own line
            text += "Out Guards:\n" + "".join(f"  Guard {number}:\n    {guard}" for number, guard in enumerate(self.out_guards, 1))
        if self.compile_times is not None:
            text += f"Compile Times: {self.compile_times}\n"
        return text


def explain(f, *extra_args, **extra_kwargs):
    """Runs f once and reports its graphs, graph breaks and guards."""

    def inner(*args, **kwargs):
        reset()
        graphs = []

        def collect(gm, example_inputs):
            graphs.append(gm)
            return gm.forward

        prior = _c.start_explain()
        try:
            optimize(collect)(f)(*args, **kwargs)
        finally:
            breaks, guards = _c.stop_explain(prior)
        ops_per_graph = [[n.target for n in gm.graph.nodes if n.op == "call_function"] for gm in graphs]
        import traceback  # most programs never ask

        reasons = [GraphCompileReason(reason, traceback.StackSummary.from_list(stack)) for reason, stack in breaks]
        out_guards = [Guard(*g) for g in guards]
        result = ExplainOutput(graphs, len(graphs), len(graphs) - 1, reasons, sum(len(ops) for ops in ops_per_graph), ops_per_graph, out_guards)
        reset()
        return result

    if extra_args or extra_kwargs:
        return inner(*extra_args, **extra_kwargs)
    return inner
