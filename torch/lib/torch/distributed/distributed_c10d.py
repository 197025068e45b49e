"""Groups of processes, and what they do together. The processes are machines of one family, which meet by a store: each puts its part of a collective there under the
number of the call, and computes its result from the parts of all, in the order of the ranks."""

import enum
import os
import pickle
import time
from datetime import timedelta

import torch

from ._stores import DistStoreError, FakeStore, FileStore, HashStore, PrefixStore, Store, TCPStore
from .rendezvous import default_pg_timeout, rendezvous

_NO_GROUP = "Default process group has not been initialized, please make sure to call init_process_group."


class ReduceOp:
    """How values are put together."""

    def __init__(self, op):
        self.op = op

    name = property(lambda self: self.op.name)

    def __eq__(self, other):
        return self.op == getattr(other, "op", other)

    def __hash__(self):
        return hash(self.op)

    class RedOpType:
        __members__ = {}

        def __init__(self, name, value):
            self.name, self.value = name, value
            self.__members__[name] = self

        def __repr__(self):
            return f"<RedOpType.{self.name}: {self.value}>"

        def __str__(self):
            return f"RedOpType.{self.name}"

        def __eq__(self, other):
            return isinstance(other, ReduceOp.RedOpType) and self.value == other.value

        def __hash__(self):
            return self.value

        def __reduce__(self):
            return getattr, (ReduceOp, self.name)


for _value, _name in enumerate(("SUM", "AVG", "PRODUCT", "MIN", "MAX", "BAND", "BOR", "BXOR", "PREMUL_SUM")):
    setattr(ReduceOp, _name, ReduceOp.RedOpType(_name, _value))
reduce_op = ReduceOp


class Backend(str):
    """The name of a backend."""

    UNDEFINED, GLOO, NCCL, UCC, MPI, XCCL, FAKE = "undefined", "gloo", "nccl", "ucc", "mpi", "xccl", "fake"
    backend_list = [UNDEFINED, GLOO, NCCL, XCCL, UCC, MPI, FAKE]
    default_device_backend_map = {"cpu": GLOO, "cuda": NCCL, "xpu": XCCL, "mps": GLOO, "hpu": FAKE}

    def __new__(cls, name):
        if not isinstance(name, str):
            raise ValueError("Backend constructor parameter must be string-ish")
        return str.__new__(cls, getattr(cls, name.upper(), name.lower()))


class Work:
    """A call that others take part in. What it gives is there once it has been waited for."""

    def __init__(self, finish=None, ready=None, result=()):
        self._finish, self._ready, self._result = finish, ready, list(result)

    def wait(self, timeout=None):
        if self._finish is not None:
            finish, self._finish = self._finish, None
            finish()
        return True

    def is_completed(self):
        if self._finish is not None and (self._ready is None or self._ready()):
            self.wait()
        return self._finish is None

    def is_success(self):
        return self.is_completed()

    def exception(self):
        return None

    def result(self):
        self.wait()
        return self._result

    def synchronize(self):
        self.wait()

    def source_rank(self):
        return self._source

    def get_future(self):
        self.wait()
        future = torch.futures.Future()
        future.set_result(self._result)
        return future


class ProcessGroup:
    """Processes that work together, each with a rank."""

    BackendType = Backend

    def __init__(self, store, ranks, name, backend, timeout, description="undefined"):
        self._store, self._ranks, self.group_name, self._backend, self._timeout, self.group_desc = store, list(ranks), name, backend, timeout, description
        self._calls, self._messages = 0, {}

    def rank(self):
        return self._ranks.index(_world.rank)

    def size(self):
        return len(self._ranks)

    def name(self):
        return self._backend

    def _get_backend_name(self):
        return self._backend

    def __reduce__(self):
        raise TypeError(f"cannot pickle {type(self).__module__}.{type(self).__name__} object")

    def _number(self):
        """The number of the next call, by which its parts are known."""
        self._calls += 1
        return self._calls

    def _board(self, name):
        found = self._store._board.get(self._store._whole_name(name), self._timeout.total_seconds())
        if found is None:
            raise DistStoreError(f"wait timeout after {int(self._timeout.total_seconds() * 1000)}ms, keys: /{name}")
        return found

    def _exchange(self, part):
        """Give this process's part of a call; the function that is given back waits for those of all, another says whether they are there."""
        number, rank, size = self._number(), self.rank(), self.size()
        names = [f"{number}/{r}" for r in range(size)]
        self._store.set(names[rank], pickle.dumps(part))

        def parts():
            found = [part if r == rank else pickle.loads(self._board(names[r])) for r in range(size)]
            if self._store.add(f"{number}/seen", 1) == size:  # the last one clears up
                for name in (*names, f"{number}/seen"):
                    self._store.delete_key(name)
            return found

        return parts, lambda: self._store.check(names)

    def _post(self, rank, tag, message):
        key = rank, tag, "sent"
        n = self._messages[key] = self._messages.get(key, 0) + 1
        self._store.set(f"to/{rank}/{self.rank()}/{tag}/{n}", pickle.dumps(message))

    def _expect(self, rank, tag):
        """The name that the next message of a rank comes under."""
        key = rank, tag, "received"
        n = self._messages[key] = self._messages.get(key, 0) + 1
        return f"to/{self.rank()}/{rank}/{tag}/{n}"

    def _receive(self, rank, tag):
        if rank is not None:
            name = self._expect(rank, tag)
            found = self._board(name)
            self._store.delete_key(name)
            return rank, pickle.loads(found)
        end = time.monotonic() + self._timeout.total_seconds()
        while time.monotonic() < end:
            for r in range(self.size()):
                name = f"to/{self.rank()}/{r}/{tag}/{self._messages.get((r, tag, 'received'), 0) + 1}"
                if self._store.check([name]):
                    return self._receive(r, tag)
            time.sleep(0.001)
        raise DistStoreError("Wait timeout")


class FakeWork(Work):
    """What a call of a group of one process gives: it is never seen to end."""

    def is_completed(self):
        return False

    def is_success(self):
        return True

    def result(self):
        raise RuntimeError("result() not implemented.")

    def get_future(self):
        future = torch.futures.Future()
        future.set_result(None)
        return future


class FakeProcessGroup(ProcessGroup):
    """A group of which only this process is there: all others give what it gives, and nothing is put together."""

    def _exchange(self, part):
        return lambda: [part] * self.size(), lambda: True

    def name(self):
        return "custom"

    def _post(self, rank, tag, message):
        pass

    def _receive(self, rank, tag):
        return 0 if rank is None else rank, None


class _World:
    """What this process knows of its groups."""

    default_pg = property(lambda self: self.group)

    def __init__(self):
        self.group, self.rank, self.groups, self.names = None, -1, {}, 0


_world = _World()


class _Groups(type):
    @property
    def WORLD(cls):
        return _world.group

    @WORLD.setter
    def WORLD(cls, value):
        _world.group = value


class group(metaclass=_Groups):
    """The default group."""


class GroupMember(metaclass=_Groups):
    """The default group, and what stands for a group that this process is not in."""

    NON_GROUP_MEMBER = -100


class DebugLevel(enum.IntEnum):
    """How much is checked and logged."""

    OFF, INFO, DETAIL = 0, 1, 2

    __repr__ = lambda self: f"<DebugLevel.{self.name}: {self.value}>"
    __str__ = lambda self: f"DebugLevel.{self.name}"


_debug_level = [DebugLevel.OFF]


def get_debug_level():
    return _debug_level[0]


def set_debug_level(level):
    _debug_level[0] = level


def set_debug_level_from_env():
    name = os.environ.get("TORCH_DISTRIBUTED_DEBUG", "OFF").upper()
    if name not in DebugLevel.__members__:
        raise RuntimeError("The value of TORCH_DISTRIBUTED_DEBUG must be OFF, INFO, or DETAIL.")
    set_debug_level(DebugLevel[name])


def is_available():
    return True


def is_initialized():
    return _world.group is not None


def is_gloo_available():
    return True


def is_mpi_available():
    return False


is_nccl_available = is_ucc_available = is_xccl_available = is_mpi_available


def is_backend_available(backend):
    return backend.lower() == "gloo"


def is_torchelastic_launched():
    return os.environ.get("TORCHELASTIC_RUN_ID") is not None


def supports_complex(op):
    return op not in (ReduceOp.MAX, ReduceOp.MIN, ReduceOp.PRODUCT, ReduceOp.BAND, ReduceOp.BOR, ReduceOp.BXOR)


def _default():
    if _world.group is None:
        raise ValueError(_NO_GROUP)
    return _world.group


def _group(g):
    default = _default()
    return default if g is None else g


def _rank_not_in_group(g):
    return g is GroupMember.NON_GROUP_MEMBER


def _backend(backend):
    name = str(backend or "gloo").lower()
    names = [part.split(":")[-1] for part in name.split(",")] if ":" in name else [name]
    for n in names:
        if n == "nccl" and "gloo" not in names:
            raise RuntimeError("Distributed package doesn't have NCCL built in")
        if n in ("mpi", "ucc", "xccl"):
            raise RuntimeError(f"Distributed package doesn't have {n.upper()} built in")
        if n not in Backend.backend_list:
            raise AssertionError(f"Unknown backend type {n}")
    return "fake" if "fake" in names else "gloo"


def _group_type(backend):
    return FakeProcessGroup if backend == "fake" else ProcessGroup


def init_process_group(backend=None, init_method=None, timeout=None, world_size=-1, rank=-1, store=None, group_name="", pg_options=None, device_id=None, _ranks=None):
    if _world.group is not None:
        raise ValueError("trying to initialize the default process group twice!")
    if store is not None and init_method is not None:
        raise AssertionError("Cannot specify both init_method and store.")
    if timeout is not None and not isinstance(timeout, timedelta):
        raise TypeError(f"Expected timeout argument to be of type datetime.timedelta, got {timeout}")
    timeout = default_pg_timeout if timeout is None else timeout
    if store is not None:
        if world_size <= 0:
            raise AssertionError("world_size must be positive if using store")
        if rank < 0:
            raise AssertionError("rank must be non-negative if using store")
    elif backend == "fake" and init_method is None and rank >= 0 and world_size > 0:
        store = FakeStore()
    else:
        store, rank, world_size = next(rendezvous(init_method or "env://", rank, world_size, timeout=timeout))
    name = _backend(backend)
    store = PrefixStore("default_pg", store)
    _world.rank = rank
    made = _group_type(name)(PrefixStore(f"0/{store.add(f'begun/{world_size}/{rank}', 1)}", store), range(world_size), "0", name, timeout)
    _world.group, _world.groups, _world.names = made, {"0": made}, 0
    made._exchange(None)[0]()


def destroy_process_group(group=None):
    if _rank_not_in_group(group):
        return
    g = _world.group if group is None else group
    if g is None:
        raise AssertionError("Process group cannot be None")
    if group is None or g is _world.group:
        _world.group, _world.groups, _world.rank = None, {}, -1
    elif _world.groups.pop(g.group_name, None) is None:
        raise ValueError("Invalid process group specified")


def new_group(ranks=None, timeout=None, backend=None, pg_options=None, use_local_synchronization=False, group_desc=None, device_id=None):
    default = _default()
    ranks = list(range(default.size())) if ranks is None else sorted(ranks)
    if len(ranks) > default.size():
        raise ValueError("the new group's world size should be less or equal to the world size set by init_process_group")
    if len(set(ranks)) != len(ranks):
        raise ValueError("the new group should not have duplicate ranks")
    for r in ranks:
        if r < 0 or r >= default.size():
            raise ValueError("The new group's rank should be within the world_size set by init_process_group")
    _world.names += 1
    name = str(_world.names)
    if _world.rank not in ranks:
        return GroupMember.NON_GROUP_MEMBER
    kind = default._backend if backend is None else _backend(backend)
    made = _group_type(kind)(PrefixStore(f"group {name}", default._store), ranks, name, kind, timeout or default._timeout, group_desc or "undefined")
    _world.groups[name] = made
    return made


def new_subgroups(group_size=None, group=None, timeout=None, backend=None, pg_options=None, group_desc=None):
    world = get_world_size()
    if group_size is None:
        raise ValueError("Default group size only takes effect when CUDA is available.If your subgroup using a backend that does not depend on CUDA,please pass in 'group_size' correctly.")
    if group_size <= 0:
        raise ValueError(f"The arg 'group_size' ({group_size}) must be positive")
    if world < group_size:
        raise ValueError(f"The arg 'group_size' ({group_size}) must not exceed the world size ({world})")
    if world % group_size:
        raise ValueError(f"The world size ({world}) must be divisible by '{group_size=}'")
    return new_subgroups_by_enumeration([list(range(i, i + group_size)) for i in range(0, world, group_size)], timeout, backend)


def new_subgroups_by_enumeration(ranks_per_subgroup_list, timeout=None, backend=None, pg_options=None, group_desc=None):
    if ranks_per_subgroup_list is None or len(ranks_per_subgroup_list) == 0:
        raise ValueError("The arg 'ranks_per_subgroup_list' cannot be empty")
    seen, own, groups = set(), None, []
    for ranks in ranks_per_subgroup_list:
        for r in ranks:
            if r in seen:
                raise ValueError(f"Rank {r} has appeared in both subgroup {[s for s in ranks_per_subgroup_list if r in s][0]} and {ranks}")
            seen.add(r)
        groups.append(new_group(ranks, timeout, backend))
        if get_rank() in ranks:
            own = groups[-1]
    return own, groups


def get_rank(group=None):
    if _rank_not_in_group(group):
        return -1
    return _group(group).rank() if _world.rank in _group(group)._ranks else -1


def get_world_size(group=None):
    return -1 if _rank_not_in_group(group) else _group(group).size()


def get_backend(group=None):
    if _rank_not_in_group(group):
        raise ValueError("Invalid process group specified")
    return Backend(_group(group)._backend)


def get_process_group_ranks(group=None):
    return list(_group(group)._ranks)


def get_group_rank(group, global_rank):
    if global_rank not in group._ranks:
        raise ValueError(f"Global rank {global_rank} is not part of group {group}")
    return group._ranks.index(global_rank)


def get_global_rank(group, group_rank):
    if not 0 <= group_rank < group.size():
        raise ValueError(f"Group rank {group_rank} is not part of group {group}")
    return group._ranks[group_rank]


def get_pg_count():
    return len(_world.groups)


def get_node_local_rank(fallback_rank=None):
    if "LOCAL_RANK" in os.environ:
        return int(os.environ["LOCAL_RANK"])
    if fallback_rank is not None:
        return int(fallback_rank)
    raise RuntimeError("LOCAL_RANK is not in the environment. Consider passing fallback_rank to allow `get_node_local_rank` to work, "
                       "assuming you are not running in a multi-device context and want the code to run locally instead.")


def get_default_backend_for_device(device):
    if torch.device(device).type != "cpu":
        raise ValueError(f"Default backend not registered for device : {torch.device(device).type}")
    return "gloo"


def set_timeout(timeout, group=None):
    _group(group)._timeout = timeout


def get_backend_config(group=None):
    return "cpu:gloo"


def _get_default_group():
    return _default()


def _get_default_store():
    return _default()._store


def _get_process_group_store(group):
    return group._store


def _get_pg_default_device(group=None):
    return torch.device("cpu")


def _check_valid_timeout(timeout):
    if not isinstance(timeout, timedelta):
        raise TypeError(f"Expected timeout argument to be of type datetime.timedelta, got {timeout}")


def _object_to_tensor(obj, device, group):
    """The bytes of a pickled object, and how many they are."""
    data = torch.frombuffer(bytearray(pickle.dumps(obj)), dtype=torch.uint8).to(device)
    return data, torch.tensor([data.numel()], dtype=torch.long, device=device)


def _tensor_to_object(tensor, tensor_size, group):
    return pickle.loads(bytes(tensor.cpu().tolist()[:int(tensor_size)]))


def _store_based_barrier(rank, store, group_name, rendezvous_count, timeout, logging_interval=timedelta(seconds=10)):
    """Waits until so many processes have come to the barrier of a group."""
    key = f"store_based_barrier_key:{group_name}"
    store.add(key, 1)
    end = time.monotonic() + timeout.total_seconds()
    while (joined := store.add(key, 0)) < rendezvous_count:
        if time.monotonic() > end:
            raise DistStoreError(f"Timed out initializing process group in store based barrier on rank {rank}, for key: {key} (world_size={rendezvous_count}, "
                                 f"num_workers_joined={joined}, timeout={timeout} error=Wait timeout)")
        time.sleep(min(0.01, timeout.total_seconds()))


_KINDS_OF = {"undefined": ["cpu"], "gloo": ["cpu", "cuda"], "nccl": ["cuda"], "ucc": ["cpu", "cuda"], "mpi": ["cpu", "cuda"], "xccl": ["xpu"],
             "fake": ["cpu", "cuda", "hpu", "xpu"]}  # the kinds of devices that each backend serves
_PAIRS = """The custom backend string argument is invalid: {}.
                Custom backend string is an experimental feature where the backend string must be in the format:
                "<device_type1>:<backend1>,<device_type2>:<backend2>...". e.g. 'cpu:gloo,cuda:nccl,xpu:xccl'"""


class BackendConfig:
    """Which backend serves each kind of device."""

    def __init__(self, backend):
        text, gap = str(backend), " " * 38
        if ":" not in text:
            name = Backend.GLOO if text == Backend.UNDEFINED else text
            self.device_backend_map = {device: name for device in _KINDS_OF.get(text, ["cpu", "cuda"])}
            return
        self.device_backend_map = {}
        for pair in text.lower().split(","):
            device, colon, name = pair.partition(":")
            if not colon or ":" in name:
                raise ValueError(f"Invalid device:backend pairing:{gap}{pair}. {_PAIRS.format(text)}")
            if device in self.device_backend_map:
                raise ValueError(f"Duplicate device type {device}{gap}in backend string: {name}. {_PAIRS.format(text)}")
            self.device_backend_map[device] = Backend(name)

    def __repr__(self):
        return ",".join(f"{device}:{name}" for device, name in self.device_backend_map.items())

    def get_device_backend_map(self):
        return self.device_backend_map
