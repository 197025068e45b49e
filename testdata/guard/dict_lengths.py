# What the length, the truth and the order of a dict guard.
import logging

import torch

records = []


class Keep(logging.Handler):
    def emit(self, record):
        records.append(record.getMessage())


def show(name, f, *dicts):
    torch._dynamo.reset()
    records.clear()
    kinds = set()

    def note(entries):
        kinds.update(g.guard_type for g in entries if g.name.startswith(("d", "L['d']")))
        return [True] * len(entries)

    compiled = torch.compile(f, backend="eager", options={"guard_filter_fn": note})
    results = [compiled(torch.ones(2), dict(d)).tolist() for d in dicts]
    print(f"== {name}", results, len(torch._dynamo.eval_frame._debug_get_cache_entry_list(f)))
    for text in records:
        for line in text.split("\n"):
            if "- 0/" in line:
                print("  ", line.split("#")[0].strip())


def counted(x, d):
    return x * len(d)


def true(x, d):
    return x + 1 if d else x


def ordered(x, d):
    for k, v in d.items():
        x = x * 2 + v
    return x


def counted_then_ordered(x, d):
    n = len(d)
    for v in d.values():
        x = x * 2 + v
    return x + n


def stored(x, d):
    n = len(d)
    d["z"] = 5
    return x + n + len(d) + list(d.values())[0]


torch._logging.set_logs(recompiles=True)
logging.getLogger("torch._dynamo.guards.__recompiles").addHandler(Keep())
ab, ba = [("a", 1), ("b", 2)], [("b", 2), ("a", 1)]
show("counted", counted, ab, ba, [("a", 1)], [("q", 1)])
show("true", true, ab, [("q", 1), ("r", 2)], [])
show("ordered", ordered, ab, ba)
show("counted, then ordered", counted_then_ordered, ab, ba)
show("stored", stored, ab, ba)
