"""What the processes of a group do together with tensors, and with any objects."""

import functools
import pickle

import torch

from .distributed_c10d import FakeProcessGroup, FakeWork, ReduceOp, Work, _group, _rank_not_in_group, _world

__all__ = ["P2POp", "all_gather", "all_gather_coalesced", "all_gather_into_tensor", "all_gather_object", "all_reduce", "all_reduce_coalesced", "all_to_all",
           "all_to_all_single", "barrier", "batch_isend_irecv", "broadcast", "broadcast_object_list", "gather", "gather_object", "irecv", "isend", "monitored_barrier",
           "recv", "recv_object_list", "reduce", "reduce_scatter", "reduce_scatter_tensor", "scatter", "scatter_object_list", "send", "send_object_list"]


def _tensor(value, name):
    if not isinstance(value, torch.Tensor):
        raise TypeError(f"Invalid function argument. Expected parameter `{name}` of type torch.Tensor\n             but got {type(value)} instead.")


def _tensors(value, name):
    if not isinstance(value, list) or not all(isinstance(t, torch.Tensor) for t in value):
        raise TypeError(f"Invalid function argument. Expected parameter `{name}` of type List[torch.Tensor]\n             but got {type(value)} with elements of type "
                        f"{[type(t) for t in value] if isinstance(value, (list, tuple)) else []}.")


def _one_type(*groups):
    """All tensors have one element type."""
    flat = [t for g in groups for t in (g if isinstance(g, (list, tuple)) else [g])]
    for t in flat[1:]:
        if t.dtype != flat[0].dtype:
            raise ValueError(f"Invalid usage of tensors with different dtypesFound {flat[0].dtype} and  {t.dtype}")


def _part(tensor):
    return tensor.detach().to_dense().clone(memory_format=torch.contiguous_format) if tensor.is_sparse else tensor.detach().clone(memory_format=torch.contiguous_format)


_BY_BITS = {"BAND": torch.bitwise_and, "BOR": torch.bitwise_or, "BXOR": torch.bitwise_xor}
_BY_ELEMENT = {"SUM": torch.add, "AVG": torch.add, "PRODUCT": torch.mul, "MIN": torch.minimum, "MAX": torch.maximum, **_BY_BITS}


def _check_op(op, tensor):
    if op.name in _BY_BITS and (tensor.is_floating_point() or tensor.is_complex()):
        raise RuntimeError(f"Cannot use ReduceOp.{op.name} with non-integral dtype")
    if op.name not in _BY_ELEMENT:
        raise RuntimeError("Unhandled ReduceOp")


def _combined(op, parts, group):
    if isinstance(group, FakeProcessGroup):
        return parts[group.rank()]
    total = functools.reduce(_BY_ELEMENT[op.name], parts)
    if parts[0].dtype == torch.bool:
        total = total.bool()
    return total.clone().div_(len(parts)) if op.name == "AVG" else total


def _run(group, part, use, async_op, result=()):
    """Exchange parts and use those of all: at once, or when the work that is given back is waited for."""
    parts, ready = group._exchange(part)

    def finish():
        with torch.no_grad():
            use(parts())

    if isinstance(group, FakeProcessGroup):
        finish()
        return FakeWork() if async_op else None
    work = Work(finish, ready, result)
    if async_op:
        return work
    work.wait()


def _root(group, rank, group_rank, name, default=None):
    """The rank within the group of a root, which is given by its rank among all or within the group."""
    if rank is not None and group_rank is not None:
        raise ValueError(f"Can't specify both group_{name} and {name}")
    if group_rank is not None:
        return group_rank
    if rank is None:
        if default is None:
            raise ValueError(f"Must specify {name} or group_{name}")
        rank = default
    if rank in group._ranks:
        return group._ranks.index(rank)
    if group is _world.group:
        return rank
    raise ValueError(f"Global rank {rank} is not part of group {group}")


def _valid(name, root, size):
    if not 0 <= root < size:
        raise RuntimeError(f"ProcessGroupGloo::{name}: invalid root rank: {root}")


def broadcast(tensor, src=None, group=None, async_op=False, group_src=None):
    _tensor(tensor, "tensor")
    if _rank_not_in_group(group):
        return None
    g = _group(group)
    root = _root(g, src, group_src, "src")
    _valid("broadcast", root, g.size())
    mine = g.rank() == root
    return _run(g, _part(tensor) if mine else None, lambda parts: None if mine or parts[root] is None else tensor.copy_(parts[root]), async_op, [tensor])


def all_reduce(tensor, op=ReduceOp.SUM, group=None, async_op=False):
    _tensor(tensor, "tensor")
    if _rank_not_in_group(group):
        return None
    _check_op(op, tensor)

    g = _group(group)

    def use(parts):
        total = _combined(op, parts, g)
        if tensor.is_sparse:
            tensor.zero_().add_(total.to_sparse())
        else:
            tensor.copy_(total) if op.name != "AVG" or tensor.is_floating_point() or tensor.is_complex() else tensor.div_(len(parts))

    return _run(g, _part(tensor), use, async_op, [tensor])


def all_reduce_coalesced(tensors, op=ReduceOp.SUM, group=None, async_op=False):
    if isinstance(tensors, torch.Tensor):
        tensors = [tensors]
    _tensors(tensors, "tensors")
    _one_type(tensors)
    if _rank_not_in_group(group):
        return None

    g = _group(group)

    def use(all_parts):
        for i, t in enumerate(tensors):
            t.copy_(_combined(op, [parts[i] for parts in all_parts], g))

    return _run(g, [_part(t) for t in tensors], use, async_op, tensors)


def reduce(tensor, dst=None, op=ReduceOp.SUM, group=None, async_op=False, group_dst=None):
    _tensor(tensor, "tensor")
    if _rank_not_in_group(group):
        return None
    g = _group(group)
    root = _root(g, dst, group_dst, "dst")
    _valid("reduce", root, g.size())
    _check_op(op, tensor)
    return _run(g, _part(tensor), lambda parts: tensor.copy_(_combined(op, parts, g)) if g.rank() == root else None, async_op, [tensor])


def _fits(name, outputs, like, size):
    if len(outputs) != size:
        raise RuntimeError(f"ProcessGroupGloo::{name}: invalid output tensor list at index 0 (expected length {size}, got {len(outputs)})")
    for i, t in enumerate(outputs):
        if t.shape != like.shape:
            raise RuntimeError(f"ProcessGroupGloo::{name}: invalid tensor size at index {i} (expected ({', '.join(map(str, like.shape))}), got ({', '.join(map(str, t.shape))}))")


def _fill(outputs, parts):
    for t, part in zip(outputs, parts):
        t.copy_(part)


def all_gather(tensor_list, tensor, group=None, async_op=False):
    _tensors(tensor_list, "tensor_list")
    _tensor(tensor, "tensor")
    _one_type(tensor_list, tensor)
    if _rank_not_in_group(group):
        return None
    g = _group(group)
    _fits("allgather", tensor_list, tensor, g.size())
    return _run(g, _part(tensor), lambda parts: _fill(tensor_list, parts), async_op, tensor_list)


def all_gather_coalesced(output_tensor_lists, input_tensor_list, group=None, async_op=False):
    if _rank_not_in_group(group):
        return None

    def use(all_parts):
        for outputs, parts in zip(output_tensor_lists, all_parts):
            _fill(outputs, parts)

    return _run(_group(group), [_part(t) for t in input_tensor_list], use, async_op)


def all_gather_into_tensor(output_tensor, input_tensor, group=None, async_op=False):
    _tensor(input_tensor, "input_tensor")
    _tensor(output_tensor, "output_tensor")
    _one_type(output_tensor, input_tensor)
    if _rank_not_in_group(group):
        return None
    g = _group(group)
    if output_tensor.numel() != input_tensor.numel() * g.size():
        raise ValueError("output tensor size must be equal to world_size times input tensor size")

    def use(parts):
        stacked = output_tensor.dim() == input_tensor.dim() + 1 or input_tensor.dim() == 0
        output_tensor.copy_((torch.stack if stacked else torch.cat)(parts).view(output_tensor.shape))

    return _run(g, _part(input_tensor), use, async_op, [output_tensor])


def gather(tensor, gather_list=None, dst=None, group=None, async_op=False, group_dst=None):
    _tensor(tensor, "tensor")
    if gather_list:
        _tensors(gather_list, "gather_list")
        _one_type(tensor, gather_list)
    if _rank_not_in_group(group):
        return None
    g = _group(group)
    root = _root(g, dst, group_dst, "dst", 0)
    if g.rank() == root:
        if not gather_list:
            raise ValueError("Argument ``gather_list`` must be specified on destination rank.")
        _fits("gather", gather_list, tensor, g.size())
    elif gather_list:
        raise ValueError("Argument ``gather_list`` must NOT be specified on non-destination ranks.")
    return _run(g, _part(tensor), lambda parts: _fill(gather_list, parts) if g.rank() == root else None, async_op, gather_list or [])


def scatter(tensor, scatter_list=None, src=None, group=None, async_op=False, group_src=None):
    _tensor(tensor, "tensor")
    if scatter_list:
        _tensors(scatter_list, "scatter_list")
        _one_type(tensor, scatter_list)
    if _rank_not_in_group(group):
        return None
    g = _group(group)
    root = _root(g, src, group_src, "src", 0)
    if g.rank() == root:
        if not scatter_list:
            raise ValueError("Argument ``scatter_list`` must be specified on source rank.")
        if len(scatter_list) != g.size():
            raise RuntimeError(f"ProcessGroupGloo::scatter: Incorrect input list size {len(scatter_list)}. Input list size should be {g.size()}, same as size of the process group.")
    elif scatter_list:
        raise ValueError("Argument ``scatter_list`` must NOT be specified on non-source ranks.")
    return _run(g, [_part(t) for t in scatter_list] if g.rank() == root else None, lambda parts: None if parts[root] is None else tensor.copy_(parts[root][g.rank()]), async_op, [tensor])


def reduce_scatter(output, input_list, op=ReduceOp.SUM, group=None, async_op=False):
    _tensor(output, "output")
    _tensors(input_list, "input_list")
    _one_type(output, input_list)
    if _rank_not_in_group(group):
        return None
    g = _group(group)
    if len(input_list) != g.size():
        raise RuntimeError("ProcessGroupGloo::reduce_scatter: Incorrect input list size")
    _check_op(op, output)
    return _run(g, [_part(t) for t in input_list], lambda all_parts: output.copy_(_combined(op, [parts[g.rank()] for parts in all_parts], g)), async_op, [output])


def reduce_scatter_tensor(output, input, op=ReduceOp.SUM, group=None, async_op=False):
    _tensor(output, "output")
    _tensor(input, "input")
    _one_type(output, input)
    if _rank_not_in_group(group):
        return None
    g = _group(group)
    if input.numel() != output.numel() * g.size():
        raise ValueError("input tensor must be the same size as output size times world size")
    _check_op(op, output)

    def use(parts):
        output.copy_(_combined(op, [p.reshape(g.size(), *output.shape)[g.rank()] for p in parts], g))

    return _run(g, _part(input), use, async_op, [output])


def _pieces_of(group, all_parts):
    """What all have for this process."""
    if isinstance(group, FakeProcessGroup):
        return all_parts[0]
    return [parts[group.rank()] for parts in all_parts]


def all_to_all(output_tensor_list, input_tensor_list, group=None, async_op=False):
    _tensors(output_tensor_list, "output_tensor_list")
    _tensors(input_tensor_list, "input_tensor_list")
    _one_type(output_tensor_list, input_tensor_list)
    if _rank_not_in_group(group):
        return None
    g = _group(group)
    return _run(g, [_part(t) for t in input_tensor_list], lambda all_parts: _fill(output_tensor_list, _pieces_of(g, all_parts)), async_op, output_tensor_list)


def all_to_all_single(output, input, output_split_sizes=None, input_split_sizes=None, group=None, async_op=False):
    _tensor(output, "output")
    _tensor(input, "input")
    _one_type(output, input)
    if _rank_not_in_group(group):
        return None
    g = _group(group)
    if input_split_sizes is None and input.size(0) % g.size():
        raise RuntimeError("Tensor's dim 0 does not divide equally across group size")
    pieces = input.split(input_split_sizes or input.size(0) // g.size())

    def use(all_parts):
        output.copy_(torch.cat(_pieces_of(g, all_parts)).view(output.shape))

    return _run(g, [_part(t) for t in pieces], use, async_op, [output])


def barrier(group=None, async_op=False, device_ids=None):
    if _rank_not_in_group(group):
        return None
    return _run(_group(group), None, lambda parts: None, async_op)


def monitored_barrier(group=None, timeout=None, wait_all_ranks=False):
    if not _rank_not_in_group(group) and _group(group)._backend == "fake":
        raise RuntimeError("Backend fake does not support monitoredBarrier, only GLOO supports monitored barrier.")
    return barrier(group)


def _peer(g, rank, group_rank, name):
    root = _root(g, rank, group_rank, name)
    if root == g.rank():
        word = {"dst": "destination", "src": "source"}[name]
        raise ValueError(f"Invalid {word} rank: {word} rank should not be the same as the rank of the current process.")
    return root


def isend(tensor, dst=None, group=None, tag=0, group_dst=None):
    _tensor(tensor, "tensor")
    if _rank_not_in_group(group):
        return None
    g = _group(group)
    g._post(_peer(g, dst, group_dst, "dst"), tag, _part(tensor))
    return FakeWork() if isinstance(g, FakeProcessGroup) else Work(result=[tensor])


def send(tensor, dst=None, group=None, tag=0, group_dst=None):
    isend(tensor, dst, group, tag, group_dst)


def irecv(tensor, src=None, group=None, tag=0, group_src=None):
    _tensor(tensor, "tensor")
    if _rank_not_in_group(group):
        return None
    g = _group(group)
    source = None if src is None and group_src is None else _peer(g, src, group_src, "src")

    def finish():
        found, part = g._receive(source, tag)
        work._source = g._ranks[found]
        if part is not None:
            with torch.no_grad():
                tensor.copy_(part.view(tensor.shape))

    work = Work(finish, lambda: False, [tensor])
    return work


def recv(tensor, src=None, group=None, tag=0, group_src=None):
    if _rank_not_in_group(group):
        return -1
    work = irecv(tensor, src, group, tag, group_src)
    work.wait()
    return work._source


class P2POp:
    """A send or a receive, for batch_isend_irecv."""

    def __init__(self, op, tensor, peer=None, group=None, tag=0, group_peer=None):
        if op not in (isend, irecv):
            raise ValueError("Invalid ``op``. Expected ``op`` to be of type ``torch.distributed.isend`` or ``torch.distributed.irecv``.")
        self.op, self.tensor, self.group, self.tag = op, tensor, group, tag
        self.peer, self.group_peer = peer, group_peer


def batch_isend_irecv(p2p_op_list):
    if not isinstance(p2p_op_list, list) or not all(isinstance(p, P2POp) for p in p2p_op_list):
        raise ValueError("Invalid ``p2p_op_list``. Each op is expected to to be of type ``torch.distributed.P2POp``.")
    return [p.op(p.tensor, p.peer, p.group, p.tag, p.group_peer) for p in sorted(p2p_op_list, key=lambda p: p.op is irecv)]


def all_gather_object(object_list, obj, group=None):
    if _rank_not_in_group(group):
        return
    parts, _ = _group(group)._exchange(pickle.dumps(obj))
    for i, part in enumerate(parts()):
        object_list[i] = pickle.loads(part)


def gather_object(obj, object_gather_list=None, dst=None, group=None, group_dst=None):
    if _rank_not_in_group(group):
        return
    g = _group(group)
    root = _root(g, dst, group_dst, "dst", 0)
    if g.rank() == root and not object_gather_list:
        raise ValueError("Argument ``object_gather_list`` must be specified on destination rank.")
    parts, _ = g._exchange(pickle.dumps(obj))
    for i, part in enumerate(parts()):
        if g.rank() == root:
            object_gather_list[i] = pickle.loads(part)


def broadcast_object_list(object_list, src=None, group=None, device=None, group_src=None):
    if _rank_not_in_group(group):
        return
    g = _group(group)
    root = _root(g, src, group_src, "src", 0)
    if not isinstance(object_list, list) or len(object_list) == 0:
        raise ValueError("object_list should be a non-empty list")
    parts, _ = g._exchange(pickle.dumps(object_list) if g.rank() == root else None)
    found = parts()[root]
    if g.rank() != root:
        object_list[:] = pickle.loads(found)


def scatter_object_list(scatter_object_output_list, scatter_object_input_list=None, src=None, group=None, group_src=None):
    if _rank_not_in_group(group):
        return
    g = _group(group)
    if not isinstance(scatter_object_output_list, list) or len(scatter_object_output_list) < 1:
        raise ValueError("Expected argument scatter_object_output_list to be a list of size at least 1.")
    root = _root(g, src, group_src, "src", 0)
    parts, _ = g._exchange([pickle.dumps(o) for o in scatter_object_input_list] if g.rank() == root else None)
    scatter_object_output_list[0] = pickle.loads(parts()[root][g.rank()])


def send_object_list(object_list, dst=None, group=None, device=None, group_dst=None, use_batch=False):
    if not _rank_not_in_group(group):
        g = _group(group)
        g._post(_peer(g, dst, group_dst, "dst"), "objects", pickle.dumps(object_list))


def recv_object_list(object_list, src=None, group=None, device=None, group_src=None, use_batch=False):
    if _rank_not_in_group(group):
        return -1
    g = _group(group)
    source, found = g._receive(None if src is None and group_src is None else _peer(g, src, group_src, "src"), "objects")
    object_list[:] = pickle.loads(found)
    return g._ranks[source]
