# Arrays in graphs: elements, types, tensors made of them, random numbers, and what asks for their numbers.
import numpy as np
import torch


def show(name, fn, *args):
    torch._dynamo.reset()
    torch._dynamo.utils.counters.clear()

    def backend(gm, inputs):
        print(gm.code.strip())
        return gm

    print("==", name)
    r = torch.compile(fn, backend=backend)(*args)
    print(r.shape if name.startswith("random") else r)
    for text in torch._dynamo.utils.counters["graph_break"]:
        print(text.split("\n")[0])


a = np.arange(3.0)
show("elements", lambda a: (a[0] + 1, a[::2], a[[0, 1]]), a)
show("types", lambda a: (a.astype(np.float32), a.astype(float), a.astype("int64"), a.astype(np.dtype("float32")), np.ones(3, dtype=np.int32)), a)
show("order", lambda a: (np.sort(a), np.argsort(a), a.argsort()), a)
show("parts", lambda a: (a.real, a.imag), a)
show("functions with types", lambda a: np.sin(a, dtype=np.float32), a)
show("vstack", lambda a: np.vstack([a, a]), a)
show("tensor", lambda a: (torch.tensor(a), torch.tensor(np.float64(3)), torch.as_tensor(a)), a)
show("random", lambda a: np.random.rand(3), a)
show("random numbers", lambda a: np.random.randn(3) + np.random.uniform(size=3), a)
show("float", lambda a: float(a.sum()), a)
show("int", lambda a: int(a.sum()) + 1, a)
show("item", lambda a: a.sum().item(), a)
show("tolist", lambda a: a.tolist(), a)
