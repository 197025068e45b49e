"""What PyTorch says of calls that it leaves alone by their name or file, of assertions that fail while tracing, and of tensors on two devices."""
import contextlib
import re

import torch


def closing(x):
    with contextlib.closing(x):
        return x


def redirected(x):
    with contextlib.redirect_stdout(None):
        return x


def anomaly(x):
    with torch.autograd.set_detect_anomaly(True):
        return x


def multithreading(x):
    with torch.autograd.set_multithreading_enabled(True):
        return x


def forked(x):
    with torch.random.fork_rng():
        return x


def false_assertion(x):
    assert x.shape[0] == 4, f"{x.shape}"


def plain_assertion(x):
    assert x.shape[0] == 4, "four"


def caught_assertion(x):
    try:
        assert x.shape[0] == 4
    except AssertionError:
        return x - 1


def shown(f, *args, **options):
    torch._dynamo.reset()
    try:
        print(f.__name__, torch.compile(f, backend="eager", **options)(*args))
    except Exception as e:
        lines = [line.strip() for line in re.sub("0x[0-9a-f]+|[/<]\\S*lib/\\S+", "_", str(e)).split("\n") if line.strip()]
        print(f.__name__, type(e).__name__, lines[0], [line for line in lines if "Explanation" in line or "context:" in line], sep="\n  ")


x = torch.ones(3, requires_grad=True)
for f in (closing, redirected, multithreading, forked, false_assertion, plain_assertion, caught_assertion, lambda x: (x * 2).grad_fn, lambda x: complex(x.sum()), lambda x: list(range(x.sum())),
          lambda x: torch.manual_seed(0), lambda x: torch.get_rng_state(), lambda x: torch.set_num_threads(1), lambda x: torch.Generator(),
          lambda x: torch._dynamo.mark_dynamic(x, 0), lambda x: torch._dynamo.maybe_mark_dynamic(x, 0)):
    shown(f, x, fullgraph=True)
for f in (torch.add, torch.mm, torch.dot, lambda x, y: x.mul_(y), lambda x, y: torch.cat([x, y]), lambda x, y: x.copy_(y.sum()) + torch.ones(())):
    shown(f, torch.ones(3), torch.ones(3, device="meta"), fullgraph=True)
shown(caught_assertion, x)
