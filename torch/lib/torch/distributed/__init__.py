"""Work of several processes. The processes are those that multiprocessing starts; the backend is gloo."""

from ._stores import (DistBackendError, DistError, DistNetworkError, DistStoreError, FileStore, HashStore, PrefixStore, QueueEmptyError, Store, TCPStore)
from .collectives import *
from .device_mesh import DeviceMesh, init_device_mesh
from .distributed_c10d import (Backend, BackendConfig, DebugLevel, GroupMember, ProcessGroup, ReduceOp, Work, default_pg_timeout, destroy_process_group, get_backend, get_backend_config, get_debug_level,
                               get_default_backend_for_device, get_global_rank, get_group_rank, get_node_local_rank, get_pg_count, get_process_group_ranks, get_rank,
                               get_world_size, group, init_process_group, is_available, is_backend_available, is_gloo_available, is_initialized, is_mpi_available,
                               _rank_not_in_group, is_nccl_available, is_torchelastic_launched, is_ucc_available, is_xccl_available, new_group, new_subgroups,
                               new_subgroups_by_enumeration, reduce_op, set_debug_level, set_debug_level_from_env, set_timeout, supports_complex)
from .rendezvous import register_rendezvous_handler, rendezvous
