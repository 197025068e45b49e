# Deterministic algorithms: memory that nobody has filled is filled, and operators without a deterministic kernel say so.
import warnings

import torch
import torch.nn.functional as F
from torch.utils import deterministic

torch.use_deterministic_algorithms(True)
kinds = (torch.float32, torch.float16, torch.complex64, torch.bool, torch.uint8, torch.int32, torch.int64)
print([torch.empty(1, dtype=d).tolist() for d in kinds])
x = torch.ones(3, 3)
print(torch.empty_like(x)[0], x.new_empty(2), torch.empty_strided((2, 2), (1, 2))[0], torch.zeros(2).resize_(4))


def attempt(name, call):
    try:
        print(name, type(call()).__name__)
    except (RuntimeError, TypeError) as e:
        print(name, e)


places = torch.tensor([0, 1, 0])
calls = {
    "put_": lambda: x.clone().put_(places, torch.ones(3)),
    "put_ that adds": lambda: x.clone().put_(places, torch.ones(3), accumulate=True),
    "max_unpool1d": lambda: F.max_unpool1d(*F.max_pool1d(torch.ones(1, 1, 4), 2, return_indices=True), 2),
    "max_unpool2d": lambda: F.max_unpool2d(*F.max_pool2d(torch.ones(1, 1, 4, 4), 2, return_indices=True), 2),
    "max_unpool3d": lambda: F.max_unpool3d(*F.max_pool3d(torch.ones(1, 1, 4, 4, 4), 2, return_indices=True), 2),
    "index_put_": lambda: x.clone().index_put_((places,), torch.ones(3, 3), accumulate=True),
}
for name, call in calls.items():
    attempt(name, call)
torch.use_deterministic_algorithms(True, warn_only=True)
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    calls["put_"]()
print(str(seen[0].message).split(" (Triggered")[0])
deterministic.fill_uninitialized_memory = False
print(deterministic.fill_uninitialized_memory, torch.get_deterministic_debug_mode())
torch.set_deterministic_debug_mode("error")
print(torch.get_deterministic_debug_mode(), torch.is_deterministic_algorithms_warn_only_enabled())
attempt("mode", lambda: torch.set_deterministic_debug_mode("all"))
attempt("number", lambda: torch.set_deterministic_debug_mode(5))
attempt("not a bool", lambda: torch.use_deterministic_algorithms("yes"))
