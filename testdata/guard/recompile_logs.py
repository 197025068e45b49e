# What the log tells of recompiles: the id of the new compilation, and the calls that lead to the guard that failed.
import logging
import os
import re

import torch

torch._logging.set_logs(recompiles=True, graph_code=True)


class Show(logging.Handler):
    def emit(self, record):
        text = record.getMessage().replace(os.path.dirname(os.path.abspath(__file__)), "DIR")
        text = re.sub("(# [^#]*)  # .*/", r"\1  # ", text)  # how paths are shortened
        print(re.sub(r"(check_type_id\(\w+, )\d+(.*>) *", r"\1ID\2  ", re.sub("(compiled_fn)_.* =", r"\1 =", re.sub("\n .*class Gr", "\n class Gr", text))) + "|")


for name in ("torch._dynamo.guards.__recompiles", "torch._dynamo.output_graph.__graph_code"):
    logging.getLogger(name).addHandler(Show())


def inner(x, n):
    return x * n


@torch.compile(backend="eager")
def nested(x, n):
    x = x + 1
    return inner(x, n)


@torch.compile(backend="eager")
def resumed(x, n):
    x = x + 1
    torch._dynamo.graph_break()
    return x * len(n)


for n in (1, 2, torch.ones(3)):
    nested(torch.ones(3), n)
nested(torch.ones(3, 3), 2)
for n in ([1], [1, 2]):
    resumed(torch.ones(3), n)

with torch._dynamo.config.patch(error_on_recompile=True):
    try:
        resumed(torch.ones(3), [1, 2, 3])
    except torch._dynamo.exc.RecompileError as e:
        print(type(e).__name__, re.sub("(# [^#]*)  # .*/", r"\1  # ", str(e).partition("\n")[2]).replace(os.path.dirname(os.path.abspath(__file__)), "DIR"))
