"""Work of many processes on many machines: magneto runs one, so this is the package of a PyTorch that was built without it.
What asks whether it is there says no; the names that programs import at their top are there and raise when they are used."""
import os as _os


def is_available():
    return False


def is_initialized():
    return False


def is_torchelastic_launched():
    return _os.environ.get("TORCHELASTIC_RUN_ID") is not None


def _false(*args):
    return False


is_nccl_available = is_gloo_available = is_mpi_available = is_ucc_available = is_xccl_available = is_backend_available = _false

_NO_GROUP = "Default process group has not been initialized, please make sure to call init_process_group."


def _refusal(name, error, text):
    def refuse(*args, **kwargs):
        raise error(text)
    refuse.__name__ = refuse.__qualname__ = name
    refuse.__module__ = __name__
    return refuse


# What needs the group that nobody can have made.
for _name in ("get_rank", "get_world_size", "get_backend", "get_process_group_ranks", "barrier", "monitored_barrier", "all_reduce", "all_gather",
              "all_gather_into_tensor", "all_gather_object", "all_to_all", "all_to_all_single", "broadcast", "broadcast_object_list", "gather",
              "gather_object", "reduce", "reduce_scatter", "reduce_scatter_tensor", "scatter", "scatter_object_list", "send", "recv", "isend", "irecv",
              "batch_isend_irecv", "new_group", "destroy_process_group", "all_gather_coalesced", "all_reduce_coalesced", "new_subgroups"):
    globals()[_name] = _refusal(_name, ValueError, _NO_GROUP)

# What would start one.
for _name in ("init_process_group", "init_device_mesh", "rendezvous", "Store", "TCPStore", "FileStore", "HashStore", "PrefixStore"):
    globals()[_name] = _refusal(_name, RuntimeError, f"torch.distributed.{_name} is not supported: magneto runs one process, torch.distributed.is_available() is False")


def get_node_local_rank(fallback_rank=None):
    if "LOCAL_RANK" in _os.environ:
        return int(_os.environ["LOCAL_RANK"])
    if fallback_rank is not None:
        return int(fallback_rank)
    raise RuntimeError("LOCAL_RANK is not in the environment. Consider passing fallback_rank to allow `get_node_local_rank` to work, "
                       "assuming you are not running in a multi-device context and want the code to run locally instead.")


class ProcessGroup:
    """The class of groups: there are no instances."""

    def __init__(self, *args, **kwargs):
        raise RuntimeError("torch.distributed.ProcessGroup is not supported: magneto runs one process, torch.distributed.is_available() is False")


class ReduceOp:
    """How values are put together."""

    class RedOpType:
        def __init__(self, name, value):
            self.name, self.value = name, value

        def __repr__(self):
            return f"<RedOpType.{self.name}: {self.value}>"


for _value, _name in enumerate(("SUM", "AVG", "PRODUCT", "MIN", "MAX", "BAND", "BOR", "BXOR")):
    setattr(ReduceOp, _name, ReduceOp.RedOpType(_name, _value))
del _name, _value


class group:
    WORLD = None


class GroupMember:
    WORLD = None
    NON_GROUP_MEMBER = -100
