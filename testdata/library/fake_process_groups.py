"""Groups of which only this process is there, stores of notes, and the names of backends."""
import datetime
import os
import tempfile
import warnings

import torch
import torch.distributed as dist
import torch.distributed.distributed_c10d as c10d
from torch.testing._internal.distributed.fake_pg import FakeStore

warnings.simplefilter("ignore")


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class Kept(dist.Store):
    """A store of the program, which notes what it is asked for."""

    def __init__(self):
        super().__init__()
        self.asked = []

    def append(self, key, value):
        self.asked.append((key, value))

    def multi_get(self, keys):
        self.asked.append(keys)
        return [b"x", b"y"]

    def multi_set(self, keys, values):
        self.asked.append((keys, values))

    def has_extended_api(self):
        return True


kept = Kept()
prefix = dist.PrefixStore("p", kept)
prefix.append("foo", "bar")
prefix.multi_set(["foo", "bar"], [b"x", b"y"])
print(prefix.multi_get(["foo", "bar"]), kept.asked, prefix.has_extended_api(), prefix.underlying_store is kept)


class Bare(dist.Store):
    pass


bare = dist.PrefixStore("p", Bare())
print(bare.has_extended_api())
for call in (lambda: bare.append("a", "b"), lambda: bare.multi_get(["a"]), lambda: Bare().multi_set(["a"], [b"b"])):
    try:
        call()
    except RuntimeError as e:
        print(str(e).endswith("Not implemented."))

store = dist.HashStore()
other = store.clone()
store.set("foo", "bar")
print(other.get("foo"), store.num_keys(), sorted(store.list_keys()), isinstance(other, dist.Store))
store.queue_push("q", "a")
store.queue_push("q", b"b")
print(store.queue_len("q"), other.queue_pop("q"), store.queue_pop("q"), store.queue_len("q"))
try:
    store.queue_pop("q", block=False)
except dist.QueueEmptyError:
    print("empty")
with tempfile.TemporaryDirectory() as folder:
    filed = dist.FileStore(os.path.join(folder, "notes"), 1)
    filed.set("a", "b")
    print(filed.num_keys())
    attempt(lambda: filed.queue_push("q", "a"))
c10d._store_based_barrier(0, store, "g", 1, datetime.timedelta(seconds=1))
attempt(lambda: c10d._store_based_barrier(0, store, "h", 2, datetime.timedelta(seconds=0.05), logging_interval=datetime.timedelta(seconds=0.05)))
attempt(lambda: next(dist.rendezvous("file://foo?rank=12&world_size=16", 12, 16)))

for name in ("gloo", "nccl", "fake", "ucc", "mpi", "xccl", "undefined", "cpu:gloo", "cpu:gloo,cpu:mpi", "cpu:gloo,cuda"):
    attempt(lambda: c10d.BackendConfig(dist.Backend(name)))
print(dist.get_debug_level(), repr(dist.DebugLevel.INFO), dist.ReduceOp(dist.ReduceOp.MAX) == dist.ReduceOp.MAX)
data, size = c10d._object_to_tensor({"a": 1}, torch.device("cpu"), None)
print(size, c10d._tensor_to_object(data, size, None))
attempt(lambda: c10d._check_valid_timeout(3))

dist.init_process_group("fake", rank=1, world_size=3, store=FakeStore())


def values():
    return torch.arange(3.0) + dist.get_rank()


def outputs():
    return [torch.zeros(3) for _ in range(3)]


x = values()
print(dist.all_reduce(x), x)
dist.reduce(x, 0)
dist.broadcast(x, 0)
print(x)
for call in (lambda o: dist.all_gather(o, values()), lambda o: dist.gather(values(), o, 1), lambda o: dist.all_to_all(o, [values() + i for i in range(3)])):
    given = outputs()
    call(given)
    print(given)
for shape, call in ((9, lambda o: dist.all_gather_into_tensor(o, values())), ((3, 3), lambda o: dist.all_gather_into_tensor(o, values())),
                    (3, lambda o: dist.reduce_scatter_tensor(o, torch.arange(9.0))), (3, lambda o: dist.reduce_scatter(o, [values() * i for i in range(3)])),
                    (3, lambda o: dist.scatter(o, None, 0)), (3, lambda o: dist.scatter(o, [values() + i for i in range(3)], 1)),
                    (3, lambda o: dist.all_to_all_single(o, values())), (3, lambda o: dist.recv(o, 0)), (3, lambda o: dist.send(o, 2))):
    given = torch.zeros(shape)
    print(call(given), given)
work = dist.all_reduce(values(), async_op=True)
print(type(work).__name__, work.is_completed(), work.wait(), work.is_success(), work.get_future().wait())
attempt(work.result)
for op in (dist.isend, dist.irecv):
    print(op(torch.ones(3), 0).wait())
attempt(dist.barrier)
attempt(dist.monitored_barrier)
objects = [None] * 3
dist.all_gather_object(objects, {"a": dist.get_rank()})
print(objects)
dist.gather_object(5, objects, 1)
print(objects)
dist.scatter_object_list(objects, [1, 2, 3], 1)
print(objects[0])
print(dist.get_backend(), dist.get_world_size(), dist.get_rank(), dist.group.WORLD.name(), dist.group.WORLD.group_name, dist.group.WORLD.size(), dist.group.WORLD.rank())
print(dist.new_group([0, 2]), c10d._get_default_group() is dist.group.WORLD, c10d._world.default_pg is dist.group.WORLD, c10d._get_pg_default_device())
pair = dist.new_group([0, 1])
print(dist.get_group_rank(pair, 1), dist.get_global_rank(pair, 0), pair.rank(), pair.size(), dist.get_backend(pair), dist.get_process_group_ranks(pair))
with torch._subclasses.FakeTensorMode():
    fake = torch.ones(3)
    dist.all_reduce(fake)
    print(fake)
dist.destroy_process_group()

dist.init_process_group("fake", rank=1, world_size=4)
mesh = dist.device_mesh.init_device_mesh("cpu", (2, 2), mesh_dim_names=("a", "b"))
print(mesh, mesh["a"], mesh.get_local_rank("b"), mesh.size(), mesh.shape, mesh.get_coordinate())
dist.destroy_process_group()
print(dist.is_initialized())
