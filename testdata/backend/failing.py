# A backend that raises or returns nothing callable: what the caller sees, and what a handler in the program does not.
import logging

import torch
import torch._dynamo
from torch._dynamo.exc import BackendCompilerFailed

logging.getLogger("torch._dynamo").setLevel(logging.CRITICAL)


def refuses(gm, inputs):
    raise KeyError("not today")


def number(gm, inputs):
    return 42


def wrong_result(gm, inputs):
    return lambda *args: None


def guarded(x):
    try:
        return x.sin() + 1
    except KeyError:
        return "handled inside"


x = torch.zeros(2)
for backend in (refuses, number):
    torch._dynamo.reset()
    try:
        print(torch.compile(guarded, backend=backend)(x))
    except BackendCompilerFailed as e:
        print(str(e).splitlines()[:2], repr(e.inner_exception))
torch._dynamo.reset()
with torch._dynamo.config.patch(suppress_errors=True):
    print(torch.compile(guarded, backend=refuses)(x))
torch._dynamo.reset()
try:
    torch.compile(lambda x: x * 2, backend=wrong_result)(x)
except TypeError as e:
    print(e)
torch._dynamo.reset()
try:
    torch.compile(lambda x: x * 2, backend="nothing like it")
except Exception as e:
    print(type(e).__name__, str(e).splitlines()[0][:42])
