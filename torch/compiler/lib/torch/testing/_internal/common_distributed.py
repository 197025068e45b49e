"""Tests of several processes: they are skipped."""

import unittest
from datetime import timedelta

import torch.distributed

from torch.testing._internal.common_utils import FILE_SCHEMA, TEST_CUDA, TestCase

TIMEOUT_DEFAULT, DEFAULT_WORLD_SIZE = 500, 4
HAS_ACCELERATOR = False
_skip = unittest.skip("magneto runs in one process")


@_skip
class MultiProcessTestCase(TestCase):
    pass


MultiThreadedTestCase = DistributedTestBase = MultiProcContinuousTest = DynamoDistributedSingleProcTestCase = DynamoDistributedMultiProcTestCase = MultiProcessTestCase


def skip_if_lt_x_gpu(x, *args, **kwargs):
    return _skip


at_least_x_gpu = lambda x: False
requires_nccl = requires_gloo = requires_mpi = requires_ucc = requires_world_size = requires_accelerator_dist_backend = lambda *args, **kwargs: _skip
skip_if_rocm_multiprocess = skip_if_no_gpu = skip_if_odd_worldsize = lambda *args: _skip
skip_if_win32 = lambda *args: lambda test: test


def create_tcp_store(addr="localhost", world_size=1, is_master=True, timeout=timedelta(minutes=5), wait_for_workers=True, jit_class=False, use_libuv=True):
    """A store at a port that is free."""
    return torch.distributed.TCPStore(addr, 0, world_size, is_master, timeout, wait_for_workers, use_libuv=use_libuv)
