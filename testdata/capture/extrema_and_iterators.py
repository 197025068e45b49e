# max and min of tensors with numbers; iterators that come from outside.
import torch
from torch._dynamo.testing import EagerAndRecordGraphs
def run(f,*a,cfg={},**k):
    torch._dynamo.reset(); b=EagerAndRecordGraphs()
    with torch._dynamo.config.patch(**cfg):
        try: r=torch.compile(f,backend=b,**k)(*a); print(r)
        except Exception as e: print(type(e).__name__, str(e).split("\n")[0])
    for g in b.graphs: print(g.code.strip())
t = torch.tensor(3.0)
run(lambda a: max(a, 0), t); run(lambda a: min(1, a), t); run(lambda a: max(a, 2.5, a * 2), t); run(lambda a: min(a, a+1), t); run(lambda a: max([a, 1]), t); run(lambda a, n: max(a, n), t, 3, dynamic=True)
run(lambda a: max(a, 0), torch.ones(2))
def pr(x):
    y = x + 1; print("moo", y.shape); print("x", y); return y * 2
run(pr, torch.ones(1), cfg={"reorderable_logging_functions": {print}})
def it(r, x): return [x + i for i in r], next(r, None)
run(it, iter(range(3)), torch.ones(1))
def it2(r, x): next(r); return x + next(r)
i = iter(range(5)); run(it2, i, torch.ones(1)); print(list(i))
def it3(r, x): return x + next(r)
i = iter([1,2,3]); run(it3, i, torch.ones(1)); print(list(i))
i = iter((1,2,3)); run(it3, i, torch.ones(1)); print(list(i))
i = zip((1,2,3),(4,5,6)); run(lambda r, x: x + next(r)[0], i, torch.ones(1)); print(list(i))
i = map(lambda q: q + 1, (1,2,3)); run(it3, i, torch.ones(1)); print(list(i))
i = enumerate((1,2,3)); run(lambda r, x: x + next(r)[0], i, torch.ones(1)); print(list(i))
