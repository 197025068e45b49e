"""What torch._C._distributed_c10d has."""
from torch.distributed._stores import FakeStore, FileStore, HashStore, PrefixStore, Store, TCPStore
from torch.distributed.distributed_c10d import (DebugLevel, FakeProcessGroup, FakeWork, ProcessGroup, ReduceOp, Work, _world, get_debug_level, set_debug_level,
                                                set_debug_level_from_env)

_DEFAULT_FIRST_BUCKET_BYTES = 1 << 20


def _resolve_process_group(name):
    group = _world.groups.get(name)
    if group is None:
        raise RuntimeError(f"Could not resolve the process group registered under the name {name}")
    return group


def _register_process_group(name, group):
    _world.groups[name] = group


def _unregister_process_group(name):
    _world.groups.pop(name, None)


def _test_python_store(store):
    """Calls methods of a store that a program has written."""
    store.add("counter", 1)
    store.set("key", b"value")
    if bytes(store.get("key")) != b"value" or store.compare_set("key", b"value", b"other") != b"other":
        raise RuntimeError("the store gives other values than were put into it")
