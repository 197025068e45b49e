# What the settings want where a trace changes objects of its caller: nothing, a warning or an error; and effects that are not replayed.
import warnings

import torch

items, table = [1], {"a": 1}


class Thing:
    pass


thing = Thing()


def appends(x):
    items.append(1)
    return x + 1


def several(x):
    items.append(2)
    table[len(table)] = 3
    thing.b = x
    return x + 1


def binds(x):
    global bound
    bound = 3
    return x + 1


def counter():
    n = 0

    def counts(x):
        nonlocal n
        n += 1
        return x + n

    return counts


def own(x):
    made = []
    made.append(x)
    return made[0] + 1


class Counting(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("b", torch.ones(1))
        self.c = 0

    def forward(self, x):
        self.c += 1
        self.b = self.b + 1
        return x + self.b


for policy in ("silent", "info", "warn", "error"):
    print(policy)
    for f in (appends, several, binds, counter(), own, Counting()):
        torch._dynamo.reset()
        with warnings.catch_warnings(record=True) as seen, torch._dynamo.config.patch(side_effect_replay_policy=policy):
            warnings.simplefilter("always")
            try:
                torch.compile(f, backend="eager")(torch.ones(2))
            except Exception as e:
                print(type(e).__name__, str(e).split("\n")[0])
            for w in seen:
                print(w.category.__name__, w.message)

with torch._dynamo.config.patch(replay_side_effects=False):
    items.clear()
    print(torch.compile(appends, backend="eager")(torch.ones(2)), items)


class Assigns(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.d = 1, {}

    def forward(self, x):
        self.a, self.q, self.d["k"] = 5, [3], 4
        return x + 1


for strict in (False, True):
    m = Assigns()
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        torch.export.export(m, (torch.ones(2),), strict=strict)
    print(strict, m.a, m.__dict__.get("q"), m.d, ["certain side effects" in str(w.message) for w in seen])
