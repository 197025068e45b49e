# A function transform is of the thread that it was entered in: others see plain tensors.
import threading
import torch
from torch.func import grad, vmap

inside, done = threading.Event(), threading.Event()
seen = []


def other():
    inside.wait()
    x = torch.ones(3, requires_grad=True)
    (x * 2).sum().backward()
    seen.append((x.grad.tolist(), vmap(lambda v: v * 2)(torch.ones(2)).tolist()))
    done.set()


def f(x):
    inside.set()
    done.wait()
    return (x * x).sum()


t = threading.Thread(target=other)
t.start()
print(grad(f)(torch.tensor([1.0, 2.0])))
t.join()
print(seen)
