# What compiled code relies on of a dict of its caller that it stores into: how many keys there are, but not in which order, nor what a dict held that is emptied.
import collections

import torch
import torch._dynamo.testing

stores = {
    "a new key": lambda d, x: d.__setitem__("n", x), "a known key": lambda d, x: d.__setitem__("a", x), "update": lambda d, x: d.update(n=x), "update of a known key": lambda d, x: d.update(a=x),
    "setdefault": lambda d, x: d.setdefault("n", x), "clear": lambda d, x: d.clear(), "delete": lambda d, x: d.__delitem__("a"), "get": lambda d, x: d.get("q"), "in": lambda d, x: "q" in d, "len": lambda d, x: len(d),
}
later = {
    "same": dict(a=1, b=2), "more": dict(a=1, b=2, c=3), "fewer": dict(a=1), "another value": dict(a=5, b=2), "another order": dict(b=2, a=1), "has n": dict(a=1, b=2, n=9), "empty": {},
    "another key": dict(q=1, b=2),
}
for kind in dict, collections.OrderedDict:
    for name, store in stores.items():
        def f(d, x):
            store(d, x)
            return x + 1

        counts = []
        for second in later.values():
            torch._dynamo.reset()
            counter = torch._dynamo.testing.CompileCounter()
            compiled = torch.compile(f, backend=counter)
            compiled(kind(a=1, b=2), torch.ones(2))
            d = kind(second)
            try:
                compiled(d, torch.ones(2))
            except KeyError as e:
                d = f"KeyError {e}"
            counts.append((counter.frame_count, {k: v if isinstance(v, int) else "x" for k, v in d.items()} if isinstance(d, dict) else d))
        print(kind.__name__, name, *counts, sep="\n    ")
