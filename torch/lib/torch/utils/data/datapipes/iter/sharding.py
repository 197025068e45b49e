"""Pipes that give a part of the elements: one for each process, or for each worker of it."""
import enum
import itertools

from ..datapipe import IterDataPipe, functional_datapipe, sized


class SHARDING_PRIORITIES(enum.IntEnum):
    """Kinds of sharding, the outermost first."""

    DEFAULT = 1
    DISTRIBUTED = 2
    MULTIPROCESSING = 3


class _ShardingIterDataPipe(IterDataPipe):
    def apply_sharding(self, num_of_instances, instance_id, sharding_group):
        raise NotImplementedError


@functional_datapipe("sharding_filter")
class ShardingFilterIterDataPipe(_ShardingIterDataPipe):
    """Every num_of_instances-th element, from instance_id on, of the groups that sharding_group_filter lets through."""

    def __init__(self, source_datapipe, sharding_group_filter=None):
        self.source_datapipe, self.sharding_group_filter = source_datapipe, sharding_group_filter
        self.groups = {}
        self._combine()

    def apply_sharding(self, num_of_instances, instance_id, sharding_group=SHARDING_PRIORITIES.DEFAULT):
        if instance_id >= num_of_instances:
            raise ValueError(f"instance_id({instance_id}) should be smaller than num_of_instances({num_of_instances})")
        default = SHARDING_PRIORITIES.DEFAULT
        if self.groups and (sharding_group == default) != (default in self.groups):
            raise RuntimeError("ShardingFilter cannot mix DEFAULT and non DEFAULT groups")
        self.groups[sharding_group] = num_of_instances, instance_id
        self._combine()

    def _combine(self):
        """One number of instances for all groups: the innermost changes fastest."""
        self.num_of_instances, self.instance_id = 1, 0
        for group in sorted(self.groups, reverse=True):
            if self.sharding_group_filter in (None, group):
                instances, instance = self.groups[group]
                self.instance_id += self.num_of_instances * instance
                self.num_of_instances *= instances

    def __iter__(self):
        return itertools.islice(self.source_datapipe, self.instance_id, None, self.num_of_instances)

    def __len__(self):
        n = sized(self, self.source_datapipe)
        return n // self.num_of_instances + (self.instance_id < n % self.num_of_instances)
