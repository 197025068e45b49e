"""Tensors whose memory processes share."""
import io
import os
import torch
import torch.multiprocessing as mp
from multiprocessing.reduction import ForkingPickler


def fill(i, t):
    t[i] = i + 1


def bad(i):
    if i == 1:
        raise ValueError("bad %d" % i)


def quits(i):
    if i == 0:
        os._exit(3)


def change(a, b, back, event):
    a.add_(1)
    back.put((a.sum().item(), b.tolist()))
    event.wait()


if __name__ == "__main__":
    t = torch.zeros(3)
    t.share_memory_()
    mp.spawn(fill, args=(t,), nprocs=3)
    print(t)
    for f, n in ((bad, 2), (quits, 1)):
        try:
            mp.spawn(f, nprocs=n)
        except mp.ProcessRaisedException as e:
            print(type(e).__name__, str(e).strip().split("\n")[0], str(e).strip().split("\n")[-1], e.error_index)
        except mp.ProcessExitedException as e:
            print(type(e).__name__, e, e.exit_code, e.error_index)
    x = torch.arange(4.0)
    y = x[1:3]
    q, event = mp.Queue(), mp.Event()
    p = mp.Process(target=change, args=(x, y, q, event))
    p.start()
    print(q.get())
    event.set()
    p.join()
    print(x, y, x.is_shared())
    w = torch.nn.Linear(2, 2)
    w.share_memory()
    print([p.is_shared() for p in w.parameters()])
    try:
        ForkingPickler(io.BytesIO()).dump(w(torch.ones(2)))
    except RuntimeError as e:
        print(e)
