"""Pipes with several ends, and groups of elements that belong together."""
import collections
import copy as copies
import warnings

from ..utils.common import _check_unpickable_fn
from ..datapipe import DataChunk, IterDataPipe, _described, functional_datapipe


class _ChildDataPipe(IterDataPipe):
    """One end of a pipe that has several; all of them run through the elements once before any begins again."""

    _is_child_datapipe = True

    def __init__(self, main_datapipe, instance_id):
        self.main_datapipe, self.instance_id, self._generation = main_datapipe, instance_id, 0

    def __iter__(self):
        main = self.main_datapipe
        if main._generation == self._generation:
            main._generation += 1
            if not main.is_every_instance_exhausted():
                warnings.warn("Some child DataPipes are not exhausted when __iter__ is called. We are resetting the buffer and each child DataPipe will read from the "
                              "start again.", UserWarning)
            main.reset()
        self._generation = main._generation
        return _ChildIterator(self)

    def __len__(self):
        return self.main_datapipe.get_length_by_instance(self.instance_id)


class _ChildIterator:
    def __init__(self, child):
        self._child, self._run, self._generation = child, child.main_datapipe.elements_of(child.instance_id), child.main_datapipe._generation

    def __iter__(self):
        return self

    def __next__(self):
        main = self._child.main_datapipe
        if self._generation != main._generation:
            raise RuntimeError("This iterator has been invalidated, because a new iterator has been created from one of the ChildDataPipes of "
                               f"{_described(main)}.\n"
                               "For feedback regarding this single iterator per IterDataPipe constraint, feel free to comment on this issue: "
                               "https://github.com/pytorch/data/issues/45.")
        return next(self._run)


class _Source(IterDataPipe):
    """What the ends of a pipe share: the run over its elements, and what some of them have yet to give."""

    def __init__(self, datapipe, num_instances, buffer_size, unlimited):
        if num_instances < 1:
            raise ValueError(f"Expected `num_instances` larger than 0, but {num_instances} is found")
        if buffer_size < 0:
            warnings.warn(unlimited, UserWarning)
        self.main_datapipe, self.num_instances, self.buffer_size = datapipe, num_instances, buffer_size
        self._generation = 0
        self.reset()

    def reset(self):
        self._run = None
        self._waiting = [collections.deque() for _ in range(self.num_instances)]
        self._begun, self._ended = False, [False] * self.num_instances

    def is_every_instance_exhausted(self):
        return not self._begun or all(self._ended)

    def elements_of(self, instance_id):
        self._begun = True
        waiting = self._waiting[instance_id]
        while True:
            if not waiting and not self._fill(instance_id):
                break
            yield waiting.popleft()
        self._ended[instance_id] = True

    def _fill(self, instance_id):
        """Reads on until there is an element for an end; False where the source has no more."""
        if self._run is None:
            self._run = iter(self.main_datapipe)
        while not self._waiting[instance_id]:
            try:
                element = next(self._run)
            except StopIteration:
                return False
            self._place(element, instance_id)
        return True


def _same(element):
    return element


class _ForkerIterDataPipe(_Source):
    def __init__(self, datapipe, num_instances, buffer_size, copy):
        super().__init__(datapipe, num_instances, buffer_size, "Unlimited buffer size is set for `fork`, please be aware of OOM (Out of Memory) risk")
        if copy not in (None, "shallow", "deep"):
            raise ValueError(f"Unknown copy method `{copy}` requested, choose one of None, `shallow` or `deep`.")
        self._copy = {None: _same, "shallow": copies.copy, "deep": copies.deepcopy}[copy]

    def get_length_by_instance(self, instance_id):
        return len(self.main_datapipe)

    def _place(self, element, instance_id):
        for i, waiting in enumerate(self._waiting):
            if self.buffer_size >= 0 and i != instance_id and len(waiting) >= self.buffer_size:
                raise BufferError(f"ForkerIterDataPipe buffer overflow,buffer size {self.buffer_size} is insufficient.")
            waiting.append(self._copy(element))


class _DemultiplexerIterDataPipe(_Source):
    def __init__(self, datapipe, num_instances, classifier_fn, drop_none, buffer_size):
        super().__init__(datapipe, num_instances, buffer_size, "Unlimited buffer size is set for `demux`, please be aware of OOM (Out of Memory) risk")
        self.classifier_fn, self.drop_none = classifier_fn, drop_none

    def get_length_by_instance(self, instance_id):
        raise TypeError

    def _place(self, element, instance_id):
        place = self.classifier_fn(element)
        if place is None and self.drop_none:
            return
        if place is None or not 0 <= place < self.num_instances:
            raise ValueError(f"Output of the classification fn should be between 0 and {self.num_instances - 1}. {place} is returned.")
        if place != instance_id and self.buffer_size >= 0 and sum(map(len, self._waiting)) >= self.buffer_size:
            raise BufferError(f"DemultiplexerIterDataPipe buffer overflow, buffer size {self.buffer_size} is insufficient.")
        self._waiting[place].append(element)


@functional_datapipe("fork")
class ForkerIterDataPipe(IterDataPipe):
    """Pipes that give all elements each."""

    def __new__(cls, datapipe, num_instances, buffer_size=1000, copy=None):
        if num_instances == 1:
            return datapipe
        main = _ForkerIterDataPipe(datapipe, num_instances, buffer_size, copy)
        return [_ChildDataPipe(main, i) for i in range(num_instances)]

    def __init__(self, *args, **kwargs):
        pass


@functional_datapipe("demux")
class DemultiplexerIterDataPipe(IterDataPipe):
    """Pipes that share the elements: classifier_fn tells which of them gives one."""

    def __new__(cls, datapipe, num_instances, classifier_fn, drop_none=False, buffer_size=1000):
        _check_unpickable_fn(classifier_fn)
        main = _DemultiplexerIterDataPipe(datapipe, num_instances, classifier_fn, drop_none, buffer_size)
        return [_ChildDataPipe(main, i) for i in range(num_instances)]

    def __init__(self, *args, **kwargs):
        pass


@functional_datapipe("groupby")
class GrouperIterDataPipe(IterDataPipe):
    """Lists of elements with one key, of group_size where it is given; the buffer gives the largest group up when it is full."""

    def __init__(self, datapipe, group_key_fn, *, keep_key=False, buffer_size=10000, group_size=None, guaranteed_group_size=None, drop_remaining=False):
        _check_unpickable_fn(group_key_fn)
        if group_size is not None and not 0 < group_size <= buffer_size:
            raise AssertionError("group_size must be > 0 and <= buffer_size")
        if guaranteed_group_size is not None and not (group_size is not None and 0 < guaranteed_group_size <= group_size):
            raise AssertionError("guaranteed_group_size must be > 0 and <= group_size and group_size must be set")
        self.datapipe, self.group_key_fn, self.keep_key = datapipe, group_key_fn, keep_key
        self.max_buffer_size, self.group_size, self.drop_remaining = buffer_size, group_size, drop_remaining
        self.guaranteed_group_size = group_size if guaranteed_group_size is None else guaranteed_group_size
        self.wrapper_class = DataChunk

    def _made(self, key, group):
        return (key, self.wrapper_class(group)) if self.keep_key else self.wrapper_class(group)

    def _given_up(self, groups):
        """The key of the largest group, whose elements leave the buffer, and whether they are given."""
        key = max(groups, key=lambda k: len(groups[k]))
        size = len(groups[key])
        if self.guaranteed_group_size is not None and size < self.guaranteed_group_size and not self.drop_remaining:
            raise RuntimeError("Failed to group items", str(groups[key]))
        return key, self.guaranteed_group_size is None or size >= self.guaranteed_group_size

    def __iter__(self):
        groups, held = {}, 0
        for x in self.datapipe:
            key = self.group_key_fn(x)
            group = groups.setdefault(key, [])
            group.append(x)
            held += 1
            if self.group_size is not None and len(group) == self.group_size:
                held -= len(group)
                yield self._made(key, groups.pop(key))
            elif held == self.max_buffer_size:
                key, given = self._given_up(groups)
                held -= len(groups[key])
                group = groups.pop(key)
                if given:
                    yield self._made(key, group)
        for key in tuple(groups):
            yield self._made(key, groups.pop(key))
