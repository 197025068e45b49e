"""Calls of compiled functions whose graph is all that there is to run: what fails in one says so in the frame of the function,
and arguments, limits and threads are those of any call."""
import torch, sys, traceback
@torch.compile(backend='aot_eager')
def pick(x, i):
    return x[i] + 1
x = torch.arange(4.)
for k in range(3):
    print(pick(x, torch.tensor([k])))
args = (x, torch.tensor([9]))
for how in (lambda: pick(x, torch.tensor([9])), lambda: pick(*args), lambda: pick(x, i=torch.tensor([9]))):
    try:
        how()
    except Exception as e:
        print(type(e).__name__, e)
        print([f.name for f in traceback.extract_tb(e.__traceback__) if f.name in ("<module>", "pick", "<lambda>")])
print(pick(x, torch.tensor([0])))
@torch.compile(backend='aot_eager', dynamic=False)
def f(x, n=2): return x * n
for a in ((x,), (x, 3), (x,), (x, 2), (x, 3)): print(f(*a))
for a in ((x,), (x, 3), (x,), (x, 2), (x, 3)): print(f(*a, **{}))
print([f(v) for v in (x, x[:2], x, x.double(), x[:2], x)])
def rec(d):
    if d == 0: return f(x)
    return rec(d-1)
sys.setrecursionlimit(200)
print(rec(5))
try: rec(300)
except RecursionError as e: print('rec', e)
import threading
out=[]
def w():
    for _ in range(200): out.append(f(x,3).sum().item())
ts=[threading.Thread(target=w) for _ in range(4)]
[t.start() for t in ts];[t.join() for t in ts]
print(len(out), set(out))
with torch.compiler.set_stance("force_eager"): print(f(x))
torch._dynamo.reset()
print(f(x, 3))
