"""Settings of all pipes of a graph."""
import inspect
import warnings

import torch
from torch.utils.data.datapipes.iter.sharding import SHARDING_PRIORITIES, _ShardingIterDataPipe
from torch.utils.data.graph import traverse_dps


def get_all_graph_pipes(graph):
    """Each pipe of a graph once."""
    found = {}

    def collect(part):
        for number, (pipe, children) in part.items():
            if number not in found:
                found[number] = pipe
                collect(children)

    collect(graph)
    return list(found.values())


def _is_sharding_datapipe(pipe):
    return isinstance(pipe, _ShardingIterDataPipe) or inspect.ismethod(getattr(pipe, "apply_sharding", None))


def apply_sharding(datapipe, num_of_instances, instance_id, sharding_group=SHARDING_PRIORITIES.DEFAULT):
    def walk(graph, behind):
        for pipe, children in graph.values():
            sharded = _is_sharding_datapipe(pipe)
            if sharded and behind is not None:
                raise RuntimeError("Sharding twice on a single pipeline is likely unintended and will cause data loss. "
                                   f"Sharding already applied to {behind} while trying to apply to {pipe}")
            if sharded:
                takes_group = len(inspect.signature(pipe.apply_sharding).parameters) >= 3
                pipe.apply_sharding(num_of_instances, instance_id, *([sharding_group] if takes_group else []))
            walk(children, pipe if sharded else behind)

    walk(traverse_dps(datapipe), None)
    return datapipe


def _is_shuffle_datapipe(pipe):
    return all(inspect.isfunction(getattr(type(pipe), name, None)) for name in ("set_shuffle", "set_seed"))


def apply_shuffle_settings(datapipe, shuffle=None):
    if shuffle is None:
        return datapipe
    shufflers = [p for p in get_all_graph_pipes(traverse_dps(datapipe)) if _is_shuffle_datapipe(p)]
    if not shufflers and shuffle:
        warnings.warn("`shuffle=True` was set, but the datapipe does not contain a `Shuffler`. Adding one at the end. Be aware that the default buffer size might not be "
                      "sufficient for your task.")
        datapipe = datapipe.shuffle()
        shufflers = [datapipe]
    for shuffler in shufflers:
        shuffler.set_shuffle(shuffle)
    return datapipe


def apply_shuffle_seed(datapipe, rng):
    warnings.warn("`apply_shuffle_seed` is deprecated since 1.12 and will be removed in the future releases.\nPlease use `apply_random_seed` instead.", FutureWarning)
    return apply_random_seed(datapipe, rng)


def apply_random_seed(datapipe, rng):
    """Each pipe that draws gets a seed of its own from the generator."""
    for pipe in get_all_graph_pipes(traverse_dps(datapipe)):
        if inspect.isfunction(getattr(type(pipe), "set_seed", None)):
            pipe.set_seed(int(torch.empty((), dtype=torch.int64).random_(generator=rng).item()))
    return datapipe
