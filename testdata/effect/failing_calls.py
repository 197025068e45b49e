# A compiled call that raises leaves behind what eager leaves behind.
import torch
from torch._dynamo.testing import CompileCounter

counter = CompileCounter()


def validates(x, log):
    log.append("start")
    if x.ndim != 2:
        raise ValueError(f"want a matrix, have {x.ndim} dimensions")
    log.append("checked")
    return x @ x.t()


def looks_up(x, log, table, key):
    log.append("start")
    y = x + 1
    try:
        y = y * table[key]
    except KeyError as e:
        log.append(f"missing {e.args[0]}")
        y = y * 0
    finally:
        log.append("done")
    return y


def wrong_shape(x, log):
    log.append("before")
    y = x @ torch.ones(7, 7)
    log.append("after")
    return y


def nested(x, log):
    def inner(v):
        if v > 2:
            raise IndexError(v)
        log.append(v)
        return x * v
    out = x
    for v in (1, 2, 3):
        try:
            out = out + inner(v)
        except IndexError as e:
            log.append(("caught", e.args[0]))
    return out


def call(f, *args):
    log = []
    try:
        return str(f(args[0], log, *args[1:])), log
    except Exception as e:
        return type(e).__name__, str(e).splitlines()[0][:70], log


for fn, args in ((validates, (torch.ones(2, 3),)), (validates, (torch.ones(3),)), (looks_up, (torch.ones(2), {"a": 3}, "a")),
                 (looks_up, (torch.ones(2), {"a": 3}, "b")), (nested, (torch.ones(2),))):
    want, got = call(fn, *args), call(torch.compile(fn, backend=counter), *args)
    print(fn.__name__, got == want, got)
print(call(wrong_shape, torch.ones(2, 3)))
print(call(torch.compile(wrong_shape, backend=counter), torch.ones(2, 3))[0])
print(counter.frame_count)
