"""Nested tensors are saved as buffers with tables of sizes, and loaded where only weights are."""

import io

import torch
import torch.fx.experimental.proxy_tensor


def again(x):
    file = io.BytesIO()
    torch.save(x, file)
    file.seek(0)
    return torch.load(file)


nested = torch.nested.nested_tensor([torch.arange(4.0).view(2, 2), torch.ones(1, 3).t(), torch.zeros(0, 2)])
print(again(nested))
print(nested.__reduce_ex__(2)[0].__name__, again({"a": [nested]})["a"][0].is_nested)

for call in (lambda: torch.nn.Linear(1, 1).to("cpu", copy=True), lambda: torch.futures.Future(devices=1), lambda: torch.futures.Future(devices=["cpu"])):
    try:
        call()
    except (RuntimeError, TypeError, ValueError) as e:
        print(type(e).__name__, e)
print(torch.ops.aten.linear.default.py_kernels, torch.fx.experimental.proxy_tensor.get_innermost_proxy_mode())
