# The element types that out= tensors may have, and how each kind of operator words it when they do not fit.
import torch

x = torch.tensor([[2.0, 1.0], [1.0, 3.0]])
n = torch.tensor([[2, 1], [1, 3]])


def show(what, call):
    try:
        r = call()
        print(what, type(r).__name__ if isinstance(r, tuple) else (r.dtype, r.tolist()))
    except (RuntimeError, TypeError) as e:
        print(what, type(e).__name__, str(e).split("\n")[0])


def empty(dtype=torch.int64):
    return torch.empty(0, dtype=dtype)


for name in "mm dot abs add cat amax cumsum exp index_select take nan_to_num tril logcumsumexp isneginf any heaviside stack neg".split():
    args = {"mm": (x, x), "dot": (x[0], x[0]), "add": (x, x), "cat": ([x, x],), "stack": ([x, x],), "amax": (x, 0), "cumsum": (x, 0), "take": (x, n[0]),
            "index_select": (x, 0, n[0] - 1), "logcumsumexp": (x, 0), "heaviside": (x, x)}.get(name, (x,))
    show(name, lambda: getattr(torch, name)(*args, out=empty()))
for name in "inv pinv norm multi_dot vecdot matrix_norm cond svdvals".split():
    args = {"multi_dot": ([x, x],), "vecdot": (x, x)}.get(name, (x,))
    show("linalg." + name, lambda: getattr(torch.linalg, name)(*args, out=empty()))
show("fft", lambda: torch.fft.fft(x, out=empty(torch.float32)))
show("irfft", lambda: torch.fft.irfft(x, out=empty()))
show("zeros", lambda: torch.zeros(2, out=empty()))
show("zeros of a type", lambda: torch.zeros(2, dtype=torch.float32, out=empty()))
show("gelu", lambda: torch.nn.functional.gelu(x, out=empty()))
show("softmax", lambda: torch.softmax(x, 1, out=empty()))
show("searchsorted", lambda: torch.searchsorted(x[1], x[0], out=empty(torch.int32)))
show("max", lambda: torch.max(x, 1, out=(empty(torch.float32), empty())))
show("kthvalue", lambda: torch.kthvalue(x, 1, out=(empty(torch.float32), empty())))
