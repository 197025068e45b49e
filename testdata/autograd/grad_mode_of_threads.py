# Each thread has a grad mode of its own.
import threading
import torch

inside, go = threading.Event(), threading.Event()
seen = []


def work():
    seen.append(torch.is_grad_enabled())
    with torch.no_grad():
        inside.set()
        go.wait()
        seen.append((torch.ones(1, requires_grad=True) * 2).requires_grad)
    seen.append(torch.is_grad_enabled())


with torch.no_grad():
    t = threading.Thread(target=work)
    t.start()
    inside.wait()
    print(torch.is_grad_enabled())
print((torch.ones(1, requires_grad=True) * 2).requires_grad)
go.set()
t.join()
print(seen, torch.is_grad_enabled())
