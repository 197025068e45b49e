"""Data pipes: chained by name, one valid iterator, seeds of torch."""
import torch
from torch.utils.data import IterDataPipe, MapDataPipe, functional_datapipe, DataLoader
import torch.utils.data.datapipes as dp
from torch.utils.data.datapipes.iter import IterableWrapper
print(sorted(n for n in dir(torch.utils.data) if 'ipe' in n))
@functional_datapipe("double_it")
class D(IterDataPipe):
    def __init__(self, source, k=2): self.source = source; self.k = k
    def __iter__(self):
        for x in self.source: yield x * self.k
a = IterableWrapper([1, 2, 3, 4, 5])
print(list(a.double_it()), list(a.double_it(k=3)))
print(list(a.map(lambda x: x + 1)), list(a.filter(lambda x: x % 2 == 1)), list(a.batch(2)), list(a.batch(2, drop_last=True)), list(a.enumerate()) if hasattr(a, 'enumerate') else None)
print(list(a.zip(IterableWrapper("abcde"))), list(a.concat(IterableWrapper([9]))), len(a), len(a.batch(2)))
print(a, repr(a.double_it())[:60])
torch.manual_seed(0)
print(list(a.batch(2).unbatch()), list(a.shuffle()), sorted(a.shuffle()))
print(0, list(a.sharding_filter()))
from torch.utils.data.datapipes.map import SequenceWrapper
m = SequenceWrapper([5, 6, 7]); print(m[1], len(m), list(m.map(lambda v: v * 2)), list(m.batch(2)), list(m.zip(m)), list(m.concat(m)), sorted(m.shuffle()))
for b in DataLoader(a.map(lambda v: v * 2), batch_size=2): print(b)
try: functional_datapipe("map")(D)
except Exception as e: print(type(e).__name__, e)
try: a.no_such
except Exception as e: print(type(e).__name__, e)
try: list(a.filter(lambda x: x))
except Exception as e: print(type(e).__name__, e)
b = IterableWrapper([[1, 2], [3]])
print(list(b.unbatch()))
print([type(x).__name__ for x in (a.batch(2), m.map(len))])
i1 = iter(a); print(next(i1)); i2 = iter(a); print(next(i2))
try: next(i1)
except Exception as e: print(type(e).__name__, str(e)[:200])
print(list(a.map(lambda v: v * 10, input_col=None)), list(IterableWrapper([(1, 2), (3, 4)]).map(lambda v: v * 10, input_col=0)), list(IterableWrapper([(1, 2), (3, 4)]).map(lambda p, q: p + q, input_col=[0, 1])), list(IterableWrapper([{"a": 1}]).map(lambda v: v + 1, input_col="a", output_col="b")))
print(list(IterableWrapper(range(6)).batch(2).batch(2)), list(IterableWrapper(range(6)).batch(2).batch(2).unbatch(-1)))
try: len(a.filter(lambda x: True))
except Exception as e: print(type(e).__name__, e)
try: a.batch(0)
except Exception as e: print(type(e).__name__, e)
torch.manual_seed(3); s = a.shuffle(); print(list(s), list(s)); s.set_seed(5); print(list(s)); s.set_shuffle(False); print(list(s))
x = list(a.batch(2))[0]; print(type(x), x)
import pickle; print(list(pickle.loads(pickle.dumps(a.batch(2)))))
