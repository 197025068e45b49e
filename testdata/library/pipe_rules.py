"""Pipes that draw or are sharded, pipes that are their own iterators, and going on where a run of them was."""
import warnings
warnings.simplefilter("ignore")
import torch, enum
from torch.utils.data import *
import torch.utils.data.datapipes as dp
from torch.utils.data.datapipes.iter.sharding import SHARDING_PRIORITIES
print(SHARDING_PRIORITIES.__mro__, list(SHARDING_PRIORITIES))
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
W=dp.iter.IterableWrapper
t(lambda: W(range(5)).sharding_filter(5))
d=W(range(90)).sharding_filter(sharding_group_filter=SHARDING_PRIORITIES.DISTRIBUTED)
t(lambda: d.apply_sharding(2,1))
t(lambda: d.apply_sharding(2,1,SHARDING_PRIORITIES.MULTIPROCESSING))
print(len(d), list(d)[:3])
d=W(range(90)).sharding_filter()
t(lambda: d.apply_sharding(2,1))
t(lambda: d.apply_sharding(5,3,sharding_group=SHARDING_PRIORITIES.MULTIPROCESSING))
t(lambda: d.apply_sharding(2,2))
print(list(d)[:4])
d=W(range(90)).sharding_filter()
t(lambda: d.apply_sharding(5,3,sharding_group=SHARDING_PRIORITIES.MULTIPROCESSING))
t(lambda: d.apply_sharding(2,1,sharding_group=SHARDING_PRIORITIES.DISTRIBUTED))
t(lambda: d.apply_sharding(2,1))
print(list(d)[:4])
import torch.utils.data.graph_settings as gs
class A(IterDataPipe):
    def __init__(self,d): self.d=d
    def apply_sharding(self, num_of_instances, instance_id, sharding_group):
        print("AS", num_of_instances, instance_id, sharding_group)
    def __iter__(self): yield from self.d
class B(IterDataPipe):
    def __init__(self,d): self.d=d
    def apply_sharding(self, num_of_instances, instance_id):
        print("BS", num_of_instances, instance_id)
    def __iter__(self): yield from self.d
class C(IterDataPipe):
    def __init__(self,d): self.d=d
    def apply_sharding(self):
        print("BS")
    def __iter__(self): yield from self.d
for K in (A,B,C):
    t(lambda: gs.apply_sharding(K(W(range(3))),2,1))
class D(IterDataPipe):
    def __init__(self,d): self.d=d
    def is_shardable(self): return True
    def apply_sharding(self, num_of_instances, instance_id):
        print("DS")
t(lambda: gs.apply_sharding(D(W(range(3))),2,1))
x=W(range(4)); a,b,c=x.fork(3)
from torch.utils.data.graph import traverse_dps, traverse
def show(g,i=0):
    for k,(p,ch) in g.items():
        print(" "*i+str(p)); show(ch,i+1)
show(traverse_dps(a.mux(b,c)))
print([str(q) for q in gs.get_all_graph_pipes(traverse_dps(a.mux(b,c)))])
a,b=x.demux(2,lambda x:x%2)
t(lambda: gs.apply_shuffle_settings(x.shuffle(),False)._enabled)
g=torch.Generator().manual_seed(3)
s=x.shuffle()
gs.apply_random_seed(s,g); print(s._seed)
from torch.utils.data.datapipes.utils.snapshot import _simple_graph_snapshot_restoration
z=W(range(10)); r=_simple_graph_snapshot_restoration(z,3); print(r, z._snapshot_state, z._number_of_samples_yielded)
t(lambda: list(z)); t(lambda: list(z)); print(z._snapshot_state)
it=iter(z); next(it); t(lambda:_simple_graph_snapshot_restoration(z,3))
t(lambda: list(z))
_simple_graph_snapshot_restoration(z,2)
t(lambda:_simple_graph_snapshot_restoration(z,12))
class M(MapDataPipe): pass
class I(IterDataPipe):
    def __init__(self,*a): pass
t(lambda: non_deterministic(M))
t(lambda: non_deterministic(3))
t(lambda: non_deterministic(lambda a: a)(M))
t(lambda: non_deterministic(lambda a: a)(3))
t(lambda: non_deterministic(lambda a: a)(I)(3))
t(lambda: non_deterministic(I)(3))
t(lambda: non_deterministic(M)(3))
t(lambda: functional_datapipe("q")(int))
with guaranteed_datapipes_determinism(): 
    with guaranteed_datapipes_determinism(): pass
    t(lambda: non_deterministic(I)(3))
    t(lambda: non_deterministic(lambda x: x)(I)(False))
    t(lambda: non_deterministic(lambda x: x)(I)(True))
    t(lambda: non_deterministic(lambda x: x)(I)(2))
import torch.utils.data.datapipes as dp
t(lambda: dp.iter.Shuffler(dp.iter.IterableWrapper([1]), buffer_size=-1))
t(lambda: dp.iter.Demultiplexer(dp.iter.IterableWrapper([1]),1,lambda x:0))
class N(IterDataPipe):
    def __init__(self): self.s=iter(range(5)); print("init")
    def __iter__(self): print("iter"); return self
    def __next__(self): return next(self.s)
    def reset(self): print("reset"); self.s=iter(range(5))
n=N()
