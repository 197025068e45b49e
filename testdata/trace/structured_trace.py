# The structured trace: what handlers on the logger torch.__trace are told of compilations, and their payloads.
import logging
import sys

import torch
import torch._dynamo
from torch._logging._internal import trace_log, trace_structured
from torch.fx.experimental.proxy_tensor import make_fx


class OwnRecords(logging.Filter):
    def filter(self, record):
        kinds = set(record.metadata)
        if "artifact" in kinds and "torch_dynamo_resume_in" in record.metadata["artifact"]["name"]:
            return True
        return not kinds & {"str", "chromium_event"}


class Steps(logging.Formatter):
    """One line: what happened in which compilation, without what differs between runs."""

    def format(self, record):
        facts = dict(record.metadata)
        frame = [facts.pop(name) for name in ("frame_id", "frame_compile_id", "attempt") if name in facts]
        has_payload = facts.pop("has_payload", None)
        facts.pop("stack", None)
        ((kind, what),) = facts.items()
        if kind == "dynamo_start":
            what = [entry["name"] for entry in what["stack"]]
        elif kind == "compilation_metrics":
            what = {name: what[name] for name in ("co_name", "compile_id", "graph_op_count", "fail_type")}
        elif kind in ("describe_storage", "describe_tensor", "describe_source"):
            what = {name: value for name, value in what.items() if name not in ("describer_id", "view_func")}
        elif kind == "create_symbol":
            what = {**what, "user_stack": [entry["name"] for entry in what["user_stack"]], "stack": None}
        text = f"{frame} {kind} {what}"
        if has_payload and kind in ("dynamo_output_graph", "aot_inference_graph") or kind == "artifact" and what["name"] in ("recompile_reasons", "make_fx_fail_partial"):
            lines = [line.split("  #")[0] for line in record.payload.splitlines() if "# File" not in line and line.strip()]
            text += "".join("\n    | " + line for line in lines)
        return text


handler = logging.StreamHandler(sys.stdout)
handler.setFormatter(Steps())
handler.addFilter(OwnRecords())
trace_log.addHandler(handler)

base = torch.ones(4, 6)


@torch.compile(backend="eager")
def broken(a, b):
    c = a + b
    torch._dynamo.graph_break()
    return c.sin()


broken(torch.nn.Parameter(torch.ones(5)), base[1:3, 1:])

print("sizes and numbers that change")


@torch.compile(backend="eager")
def scaled(x, n):
    return x * n


scaled(torch.ones(3), 2)
scaled(torch.ones(4), 2)
scaled(torch.ones(4), 3)

print("errors")


@torch.compile(backend="eager")
def unfit(x):
    for _ in range(2):
        x = x + 1
        torch._dynamo.graph_break()
    return x


unfit(torch.ones(2))


def failing(gm, example_inputs):
    raise RuntimeError("no")


try:
    torch.compile(lambda x: x + 1, backend=failing)(torch.ones(2))
except torch._dynamo.exc.BackendCompilerFailed as e:
    print(type(e).__name__)


def half(x):
    x = x + 1
    raise ValueError("half")


try:
    make_fx(half)(torch.ones(2))
except ValueError as e:
    print(e)

print("records of scripts")
trace_structured("artifact", lambda: {"name": "mine", "encoding": "json"}, payload_fn=lambda: {"a": 1})
trace_structured("thing", lambda: {"n": 1}, payload_fn=lambda: ["a", "b"], expect_trace_id=False)
trace_log.removeHandler(handler)
trace_structured("thing", lambda: 1 / 0)
