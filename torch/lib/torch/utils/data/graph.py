"""The pipes that a pipe is made of."""
from torch.utils.data.datapipes.datapipe import IterDataPipe, MapDataPipe

DataPipe = IterDataPipe | MapDataPipe


def _pipes_in(value):
    """The pipes that a value leads to without another pipe between."""
    if isinstance(value, (IterDataPipe, MapDataPipe)):
        yield value
    elif isinstance(value, (list, tuple, set)):
        for item in value:
            yield from _pipes_in(item)
    elif isinstance(value, dict):
        yield from _pipes_in(list(value.values()))


def traverse_dps(datapipe):
    """{id: (pipe, the same of those it is made of)}."""
    if not isinstance(datapipe, (IterDataPipe, MapDataPipe)):
        raise RuntimeError(f"Expected `IterDataPipe` or `MapDataPipe`, but {type(datapipe)} is found")
    children = {}
    for child in _pipes_in(vars(datapipe)):
        children.update(traverse_dps(child))
    return {id(datapipe): (datapipe, children)}


def traverse(datapipe, only_datapipe=None):
    return traverse_dps(datapipe)
