# What does not fit is refused: permutations longer than a type can count, dots in equations, halves of complex numbers of two types, futures that are set twice.
import torch
from torch.futures import Future

nested = torch.nested.nested_tensor([torch.ones(2, 3), torch.ones(1, 3)])
done = Future()
done.set_result(1)
x = torch.ones(2, 3)
for call in (
    lambda: torch.randperm(300, dtype=torch.uint8), lambda: torch.randperm(200, dtype=torch.int8), lambda: torch.randperm(40000, dtype=torch.int16), lambda: torch.randperm(3000, dtype=torch.half),
    lambda: torch.randperm(2**25, dtype=torch.float), lambda: torch.randperm(256, dtype=torch.uint8).max(), lambda: torch.randperm(2049, dtype=torch.half).max(),
    lambda: torch.einsum("i.j", x), lambda: torch.einsum("ij->i.", x), lambda: torch.einsum("i..j", x), lambda: torch.einsum("i....j", x), lambda: torch.einsum("...i...", x),
    lambda: torch.einsum("i1", x), lambda: torch.einsum("...j->j...", x).shape,
    lambda: torch.polar(torch.zeros(2), torch.zeros(2).double()), lambda: torch.complex(torch.zeros(2), torch.zeros(2).double()),
    lambda: nested.view(3, 3), lambda: nested.reshape(3, 3),
    lambda: done.set_result(1), lambda: done.set_exception(ValueError()),
    lambda: torch.hub.HASH_REGEX.pattern,
):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)
