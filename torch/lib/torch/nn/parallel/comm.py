"""Copies between devices, of which there is one."""


def broadcast(tensor, devices=None, *, out=None):
    return tuple(tensor for _ in devices or ())


def scatter(tensor, devices=None, chunk_sizes=None, dim=0, streams=None, *, out=None):
    raise AssertionError("Torch not compiled with CUDA enabled")


gather = reduce_add = reduce_add_coalesced = broadcast_coalesced = scatter
