# Mutations of the caller's objects happen after the graph has run, in the end as in eager.
import torch
from torch._dynamo.testing import CompileCounter

counter = CompileCounter()
CALLS = 0


class State:
    def __init__(self):
        self.step = 0
        self.history = []
        self.best = None


def update(x, state, log, table, seen):
    global CALLS
    CALLS += 1
    state.step += 1
    state.history.append(x.sum())
    if state.best is None:
        state.best = x * 2
    log.extend(["step", state.step])
    log[0] = "first"
    table["last"] = x + 1
    table.pop("old", None)
    seen.add(state.step)
    state.alias = state.history
    return x * state.step


def run(fn):
    global CALLS
    CALLS = 0
    state, log, table, seen = State(), ["x"], {"old": 1, "keep": 2}, {0}
    outs = [fn(torch.full((2,), float(i)), state, log, table, seen).tolist() for i in range(3)]
    return outs, CALLS, state.step, [h.item() for h in state.history], state.best.tolist(), log, list(table), table["last"].tolist(), seen, state.alias is state.history


plain = run(update)
compiled = run(torch.compile(update, backend=counter))
print(plain == compiled)
print(compiled)
