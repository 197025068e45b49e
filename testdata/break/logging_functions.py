# Calls of logging functions that the settings name do not break the graph: they are made when it has run, or not at all.
import contextlib
import io
import logging
import warnings

import torch
from torch._dynamo.testing import CompileCounter


def show(f, settings, fullgraph=True):
    torch._dynamo.reset()
    counter, out = CompileCounter(), io.StringIO()
    with torch._dynamo.config.patch(**settings), contextlib.redirect_stdout(out):
        try:
            result = torch.compile(f, backend=counter, fullgraph=fullgraph)(torch.ones(1)).tolist()
        except torch._dynamo.exc.Unsupported:
            result = "Unsupported"
    print(result, counter.frame_count, counter.op_count, repr(out.getvalue()))


later = {"reorderable_logging_functions": {print}}


def words(x):
    y = x + x
    print("first")
    z = y * y
    print(1, 2, 3)
    return z + z


def tensors(x):
    y = x + x
    print("sum", y)
    print(f"text {y}")
    print("{} {}".format(y, 3))
    torch._dynamo.graph_break()
    z = y * 2
    print("twice", z)
    return z


def lists(x):
    y = x + 1
    print([y])
    return y * 2


def keywords(x):
    y = x + 1
    print(y, end="!")
    return y * 2


show(words, later)
show(tensors, later, fullgraph=False)
for f in (lists, keywords):
    show(f, later)
    show(f, later, fullgraph=False)
show(words, {"ignore_logging_functions": {print}})

seen = []


def note(*values):
    seen.append([v.tolist() if isinstance(v, torch.Tensor) else v for v in values])


def noted(x):
    y = x + 1
    note("y", y)
    return y * 2


show(noted, {"reorderable_logging_functions": {note}})
print(seen)

logger = logging.getLogger("quiet")


def logged(x):
    y = x + 1
    logger.info("no %s", 3)
    return y * 2


show(logged, {"ignore_logging_functions": {logger.info}})
show(logged, {"ignore_logger_methods": {logging.Logger.info}})


def warned(x):
    y = x + 1
    warnings.warn("look")
    return y * 2


with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    show(warned, {"reorderable_logging_functions": {warnings.warn}})
print([str(w.message) for w in caught if "look" in str(w.message)])
