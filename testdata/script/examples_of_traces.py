# What is said of examples that a trace does not follow.
import re
import warnings

import torch

warnings.simplefilter("ignore")
def show(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, re.sub("0x\\w+", "", str(e))[:160])
f = lambda *a: torch.ones(1)
show(lambda: torch.jit.trace(f, (3,))); show(lambda: torch.jit.trace(f, 3)); show(lambda: torch.jit.trace(f, (torch.ones(1), 'a', [1], (None, torch.ones(1)))));  show(lambda: torch.jit.trace(f, (torch.ones(1), [None], {'a': 1}))); show(lambda: torch.jit.trace(f, (object(), torch.ones(1)))); show(lambda: torch.jit.trace(f, (torch.ones(1), ([torch.ones(1)], 2.5, {'a': torch.ones(1)}))))
show(lambda: torch.jit.trace(f, (torch.ones(1), []))); show(lambda: torch.jit.trace(f, (torch.ones(1), {})));  show(lambda: torch.jit.trace(f, (True,)))
