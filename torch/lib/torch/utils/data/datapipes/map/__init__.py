"""Pipes whose elements are found by key."""
import copy
import random

from ..datapipe import DataChunk, IterDataPipe, MapDataPipe, functional_datapipe
from ..iter import Shuffler as _IterShuffler
from ..utils.common import _check_unpickable_fn


class SequenceWrapperMapDataPipe(MapDataPipe):
    """The elements of a sequence or a mapping, of a copy of it unless deepcopy is False."""

    def __init__(self, sequence, deepcopy=True):
        self.sequence = copy.deepcopy(sequence) if deepcopy else sequence

    def __getitem__(self, index):
        return self.sequence[index]

    def __len__(self):
        return len(self.sequence)


def _same(data):
    return data


@functional_datapipe("map")
class MapperMapDataPipe(MapDataPipe):
    """fn of each element."""

    def __init__(self, datapipe, fn=_same):
        _check_unpickable_fn(fn)
        self.datapipe, self.fn = datapipe, fn

    def __getitem__(self, index):
        return self.fn(self.datapipe[index])

    def __len__(self):
        return len(self.datapipe)


@functional_datapipe("batch")
class BatcherMapDataPipe(MapDataPipe):
    """Lists of batch_size elements; a shorter one at the end unless drop_last."""

    def __init__(self, datapipe, batch_size, drop_last=False, wrapper_class=DataChunk):
        if batch_size <= 0:
            raise AssertionError("Batch size is required to be larger than 0!")
        self.datapipe, self.batch_size, self.drop_last, self.wrapper_class = datapipe, batch_size, drop_last, wrapper_class

    def __getitem__(self, index):
        first = index * self.batch_size
        last = min(first + self.batch_size, len(self.datapipe))
        if first >= last or self.drop_last and last - first < self.batch_size:
            raise IndexError(f"Index {index} is out of bound.")
        return self.wrapper_class([self.datapipe[i] for i in range(first, last)])

    def __len__(self):
        n = len(self.datapipe)
        return n // self.batch_size if self.drop_last else -(-n // self.batch_size)


@functional_datapipe("concat")
class ConcaterMapDataPipe(MapDataPipe):
    """One pipe after the other."""

    def __init__(self, *datapipes):
        if not datapipes:
            raise ValueError("Expected at least one DataPipe, but got nothing")
        self.datapipes = datapipes

    def __getitem__(self, index):
        offset = 0
        for p in self.datapipes:
            if index - offset < len(p):
                return p[index - offset]
            offset += len(p)
        raise IndexError(f"Index {index} is out of range.")

    def __len__(self):
        return sum(len(p) for p in self.datapipes)


@functional_datapipe("zip")
class ZipperMapDataPipe(MapDataPipe):
    """Tuples of the elements of all pipes, as many as the shortest has."""

    def __init__(self, *datapipes):
        if not datapipes:
            raise ValueError("Expected at least one DataPipe, but got nothing")
        self.datapipes = datapipes

    def __getitem__(self, index):
        parts = []
        for p in self.datapipes:
            try:
                parts.append(p[index])
            except IndexError as e:
                raise IndexError(f"Index {index} is out of range for one of the input MapDataPipes {p}.") from e
        return tuple(parts)

    def __len__(self):
        return min(len(p) for p in self.datapipes)


class ShufflerIterDataPipe(IterDataPipe):
    """The elements in an order drawn from the generator of torch."""

    def __init__(self, datapipe, *, indices=None):
        self.datapipe, self.indices = datapipe, list(range(len(datapipe))) if indices is None else indices
        self._enabled, self._seed, self._rng = True, None, random.Random()

    set_shuffle, set_seed, reset = _IterShuffler.set_shuffle, _IterShuffler.set_seed, _IterShuffler.reset

    def __iter__(self):
        order = list(self.indices)
        if self._enabled:
            order = self._rng.sample(order, len(order))
            order.reverse()  # they are taken from the end
        for i in order:
            yield self.datapipe[i]

    def __len__(self):
        return len(self.datapipe)


MapDataPipe.register_datapipe_as_function("shuffle", ShufflerIterDataPipe)

SequenceWrapper, Mapper, Batcher, Concater = SequenceWrapperMapDataPipe, MapperMapDataPipe, BatcherMapDataPipe, ConcaterMapDataPipe
Zipper, Shuffler = ZipperMapDataPipe, ShufflerIterDataPipe
