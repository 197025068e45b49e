"""Data pipes: when iterators end each other, hooks, decoders of files, checks of functions, and going on from a snapshot."""

import io
import pickle

from torch.utils.data import IterDataPipe
from torch.utils.data.datapipes.iter import IterableWrapper
from torch.utils.data.datapipes.map import SequenceWrapper
from torch.utils.data.datapipes.utils.decoder import Decoder, basichandlers, handle_extension
from torch.utils.data.datapipes.utils.snapshot import _simple_graph_snapshot_restoration
from torch.utils.data.graph import traverse_dps


def attempt(function, *args, **kwargs):
    try:
        print(function(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[0])


def two(x, y):
    return x


pipe = IterableWrapper(range(5))
first, second = iter(pipe), iter(pipe)
print(next(second), next(first), pipe._valid_iterator_id, pipe._number_of_samples_yielded, pipe._snapshot_state)
attempt(next, second)
ends = pipe.fork(2)
old = iter(ends[0])
next(old)
new = iter(ends[0])
attempt(next, old)
print(list(SequenceWrapper(range(10)).shuffle().set_seed(0)))
chain = IterableWrapper(range(6)).map(str)
_simple_graph_snapshot_restoration(chain, 2)
print(list(chain), list(chain))
attempt(_simple_graph_snapshot_restoration, chain, 9)
attempt(pipe.map, two)
attempt(pipe.filter, two, [0, 1, 2])
attempt(traverse_dps, 1)
IterDataPipe.set_reduce_ex_hook(lambda p: (list, ()))
print(pickle.loads(pickle.dumps(pipe)))
attempt(IterDataPipe.set_reduce_ex_hook, print)
IterDataPipe.set_reduce_ex_hook(None)
IterDataPipe.set_getstate_hook(lambda p: {"a": 1})
print(pipe.__getstate__())
IterDataPipe.set_getstate_hook(None)
records = [("a.txt", io.BytesIO(b"text")), ("b.json", io.BytesIO(b"[1]")), ("c.zzz", io.BytesIO(b"raw"))]
print(list(IterableWrapper(records, deepcopy=False).routed_decode(basichandlers)))
print(handle_extension("x.b.c a", len)("y.x.b.c", b"1"), handle_extension("a b.c", len)("b.c", b"1"), Decoder()([("_x", b"1"), ("y.z", 0)]))
