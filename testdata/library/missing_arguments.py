"""Native functions that are called with too few arguments, or with others than they take."""

import hashlib
import itertools
import secrets
import threading

import numpy as np
import torch

x = torch.ones(2, requires_grad=True)
calls = ["torch.is_nonzero()", "torch.is_storage()", "torch.set_rng_state()", "torch.set_autocast_enabled()", "torch.set_autocast_cpu_dtype('a')", "x.__deepcopy__()",
         "x.apply_()", "x.as_subclass()", "x.is_set_to()", "x.register_hook()", "x.register_post_accumulate_grad_hook()", "torch.Tensor(-1)", "x.new(-2)",
         "np.dot('a', 'b')", "np.ones(2).dot('a')", "np.geterr(1)", "np.geterrcall(1)", "np.get_printoptions(1)", "itertools.tee([], -1)", "hashlib.scrypt(b'a')",
         "threading.Lock(1)", "secrets.token_bytes(-1)", "secrets.token_hex(-1)"]
for call in calls:
    try:
        print(call, eval(call))
    except Exception as e:
        print(call, type(e).__name__)
print(x.register_hook(hook=lambda g: g) is not None, torch.is_nonzero(input=torch.ones(1)))
