"""Pipes that are iterated over."""
import copy
import itertools
import random

import torch
from torch.utils.data._utils.collate import default_collate

from ..datapipe import DataChunk, IterDataPipe, functional_datapipe, sized
from ..utils.common import _check_unpickable_fn, validate_input_col
from ._branches import DemultiplexerIterDataPipe, ForkerIterDataPipe, GrouperIterDataPipe, _ChildDataPipe
from .sharding import ShardingFilterIterDataPipe
from ._files import FileListerIterDataPipe, FileOpenerIterDataPipe, RoutedDecoderIterDataPipe, SamplerIterDataPipe, StreamReaderIterDataPipe


class IterableWrapperIterDataPipe(IterDataPipe):
    """The elements of an iterable, of a copy of it at each run unless deepcopy is False."""

    def __init__(self, iterable, deepcopy=True):
        self.iterable, self.deepcopy = iterable, deepcopy

    def __iter__(self):
        source = self.iterable
        if self.deepcopy:
            try:
                source = copy.deepcopy(source)
            except TypeError:  # generators and the like are run once
                pass
        yield from source

    def __len__(self):
        if not hasattr(self.iterable, "__len__"):
            raise TypeError(f"{type(self).__name__} instance doesn't have valid length")
        return len(self.iterable)


@functional_datapipe("map")
class MapperIterDataPipe(IterDataPipe):
    """fn of each element, or of its columns input_col, into the columns output_col."""

    def __init__(self, datapipe, fn, input_col=None, output_col=None):
        _check_unpickable_fn(fn)
        if input_col is None and output_col is not None:
            raise ValueError("`output_col` must be None when `input_col` is None.")
        if isinstance(output_col, (list, tuple)):
            if len(output_col) > 1:
                raise ValueError("`output_col` must be a single-element list or tuple")
            output_col = output_col[0]
        self.datapipe, self.fn, self.input_col, self.output_col = datapipe, fn, input_col, output_col
        validate_input_col(fn, input_col)

    def _apply(self, data):
        if self.input_col is None:
            return self.fn(data)
        several = isinstance(self.input_col, (list, tuple))
        result = self.fn(*(data[c] for c in self.input_col)) if several else self.fn(data[self.input_col])
        was_tuple = isinstance(data, tuple)
        data = list(data) if was_tuple else copy.copy(data)
        if self.output_col is None and several:
            data[self.input_col[0]] = result
            for c in sorted(self.input_col[1:], reverse=True):
                del data[c]
        elif self.output_col is None:
            data[self.input_col] = result
        elif self.output_col == -1 and isinstance(data, list):
            data.append(result)
        else:
            data[self.output_col] = result
        return tuple(data) if was_tuple else data

    def __iter__(self):
        for data in self.datapipe:
            yield self._apply(data)

    def __len__(self):
        return sized(self, self.datapipe)


@functional_datapipe("collate")
class CollatorIterDataPipe(MapperIterDataPipe):
    """Batches as tensors."""

    def __init__(self, datapipe, conversion=default_collate, collate_fn=None):
        super().__init__(datapipe, fn=collate_fn or conversion)


@functional_datapipe("filter")
class FilterIterDataPipe(IterDataPipe):
    """The elements for which filter_fn, of them or their columns input_col, is True."""

    def __init__(self, datapipe, filter_fn, input_col=None):
        self.datapipe, self.filter_fn, self.input_col = datapipe, filter_fn, input_col
        _check_unpickable_fn(filter_fn)
        validate_input_col(filter_fn, input_col)

    def __iter__(self):
        for data in self.datapipe:
            if self.input_col is None:
                keep = self.filter_fn(data)
            elif isinstance(self.input_col, (list, tuple)):
                keep = self.filter_fn(*(data[c] for c in self.input_col))
            else:
                keep = self.filter_fn(data[self.input_col])
            if not isinstance(keep, bool):
                raise ValueError("Boolean output is required for `filter_fn` of FilterIterDataPipe, got", type(keep))
            if keep:
                yield data


@functional_datapipe("batch")
class BatcherIterDataPipe(IterDataPipe):
    """Lists of batch_size elements; a shorter one at the end unless drop_last."""

    def __init__(self, datapipe, batch_size, drop_last=False, wrapper_class=DataChunk):
        if batch_size <= 0:
            raise AssertionError("Batch size is required to be larger than 0!")
        self.datapipe, self.batch_size, self.drop_last, self.wrapper_class = datapipe, batch_size, drop_last, wrapper_class

    def __iter__(self):
        batch = []
        for x in self.datapipe:
            batch.append(x)
            if len(batch) == self.batch_size:
                yield self.wrapper_class(batch)
                batch = []
        if batch and not self.drop_last:
            yield self.wrapper_class(batch)

    def __len__(self):
        n = sized(self, self.datapipe)
        return n // self.batch_size if self.drop_last else -(-n // self.batch_size)


@functional_datapipe("unbatch")
class UnBatcherIterDataPipe(IterDataPipe):
    """The elements of batches, of unbatch_level of them inside of one another, of all for -1."""

    def __init__(self, datapipe, unbatch_level=1):
        self.datapipe, self.unbatch_level = datapipe, unbatch_level

    def __iter__(self):
        for element in self.datapipe:
            yield from self._dive(element, self.unbatch_level)

    def _dive(self, element, level):
        if level < -1:
            raise ValueError("unbatch_level must be -1 or >= 0")
        if level == 0 or level == -1 and not isinstance(element, (list, DataChunk)):
            yield element
            return
        if not isinstance(element, (list, DataChunk)):
            raise IndexError(f"unbatch_level {self.unbatch_level} exceeds the depth of the DataPipe")
        for item in element:
            yield from self._dive(item, level if level == -1 else level - 1)


@functional_datapipe("shuffle")
class ShufflerIterDataPipe(IterDataPipe):
    """The elements in an order drawn from the generator of torch, out of a buffer."""

    def __init__(self, datapipe, *, buffer_size=10000, unbatch_level=0):
        if buffer_size <= 0:
            raise AssertionError("buffer_size should be larger than 0")
        self.datapipe = datapipe if unbatch_level == 0 else datapipe.unbatch(unbatch_level=unbatch_level)
        self.buffer_size = buffer_size * (unbatch_level or 1)
        self._enabled, self._seed, self._rng = True, None, random.Random()

    def set_shuffle(self, shuffle=True):
        self._enabled = shuffle
        return self

    def set_seed(self, seed):
        self._seed = seed
        return self

    def reset(self):
        if self._enabled:
            if self._seed is None:
                self._seed = int(torch.empty((), dtype=torch.int64).random_().item())
            self._rng.seed(self._seed)
            self._seed = None

    def __iter__(self):
        if not self._enabled:
            yield from self.datapipe
            return
        buffer = []
        for x in self.datapipe:
            if len(buffer) < self.buffer_size:
                buffer.append(x)
                continue
            at = self._rng.randint(0, len(buffer) - 1)
            given, buffer[at] = buffer[at], x
            yield given
        while buffer:
            yield buffer.pop(self._rng.randint(0, len(buffer) - 1))

    def __len__(self):
        return sized(self, self.datapipe)


@functional_datapipe("concat")
class ConcaterIterDataPipe(IterDataPipe):
    """One pipe after the other."""

    def __init__(self, *datapipes):
        if not datapipes:
            raise ValueError("Expected at least one DataPipe, but got nothing")
        if not all(isinstance(p, IterDataPipe) for p in datapipes):
            raise TypeError("Expected all inputs to be `IterDataPipe`")
        self.datapipes = datapipes

    def __iter__(self):
        return itertools.chain.from_iterable(self.datapipes)

    def __len__(self):
        return sum(sized(self, p) for p in self.datapipes)


@functional_datapipe("zip")
class ZipperIterDataPipe(IterDataPipe):
    """Tuples of the elements of all pipes, as long as each has one."""

    def __init__(self, *datapipes):
        if not all(isinstance(p, IterDataPipe) for p in datapipes):
            raise TypeError("All inputs are required to be `IterDataPipe` for `ZipIterDataPipe`.")
        self.datapipes = datapipes

    def __iter__(self):
        yield from zip(*[iter(p) for p in self.datapipes])

    def __len__(self):
        return min(sized(self, p) for p in self.datapipes)


@functional_datapipe("mux")
class MultiplexerIterDataPipe(IterDataPipe):
    """One element of each pipe in turn, until the first has no more."""

    def __init__(self, *datapipes):
        self.datapipes = datapipes

    def __iter__(self):
        for row in zip(*[iter(p) for p in self.datapipes]):
            yield from row

    def __len__(self):
        return min(sized(self, p) for p in self.datapipes) * len(self.datapipes)


IterableWrapper, Mapper, Collator, Filter = IterableWrapperIterDataPipe, MapperIterDataPipe, CollatorIterDataPipe, FilterIterDataPipe
Batcher, UnBatcher, Shuffler, Concater = BatcherIterDataPipe, UnBatcherIterDataPipe, ShufflerIterDataPipe, ConcaterIterDataPipe
Zipper, Multiplexer, ShardingFilter = ZipperIterDataPipe, MultiplexerIterDataPipe, ShardingFilterIterDataPipe
Forker, Demultiplexer, Grouper = ForkerIterDataPipe, DemultiplexerIterDataPipe, GrouperIterDataPipe
RoutedDecoder = RoutedDecoderIterDataPipe
FileLister, FileOpener, StreamReader, Sampler = FileListerIterDataPipe, FileOpenerIterDataPipe, StreamReaderIterDataPipe, SamplerIterDataPipe
