# At the limit a warning says which function is left alone, why, and where to read on.
import logging

import torch


class Show(logging.Handler):
    def emit(self, record):
        lines = record.getMessage().splitlines()
        print(record.levelname, record.name, lines[0], "|", lines[-1])


logging.getLogger("torch._dynamo").addHandler(Show())
with torch._dynamo.config.patch(recompile_limit=1):
    f = torch.compile(lambda x, s: x + len(s), backend="eager")
    for s in ("a", "bb", "ccc"):
        print(f(torch.ones(1), s).item())
