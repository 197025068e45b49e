"""Processes as a grid, of whose lines each is a group."""

import math

import torch

from . import distributed_c10d as c10d

__all__ = ["DeviceMesh", "init_device_mesh"]


class DeviceMesh:
    """Ranks in an array of one or more dimensions."""

    def __init__(self, device_type, mesh, *, mesh_dim_names=None, _init_backend=True):
        self.device_type, self.mesh_dim_names = device_type, None if mesh_dim_names is None else tuple(mesh_dim_names)
        self.mesh = mesh.int() if isinstance(mesh, torch.Tensor) else torch.tensor(mesh, dtype=torch.int)
        if not c10d.is_initialized():
            c10d.init_process_group()
        place = (self.mesh == c10d.get_rank()).nonzero()
        self._coordinate = tuple(place[0].tolist()) if len(place) else None
        self._groups = [self._lines(dim) for dim in range(self.mesh.dim())] if _init_backend else []

    def _lines(self, dim):
        if self.mesh.numel() == c10d.get_world_size() and self.mesh.dim() == 1:
            return c10d.group.WORLD
        own = None
        for ranks in self.mesh.movedim(dim, -1).reshape(-1, self.mesh.size(dim)).tolist():
            made = c10d.new_group(ranks)
            if c10d.get_rank() in ranks:
                own = made
        return own

    def __getitem__(self, names):
        names = (names,) if isinstance(names, str) else names
        if self.mesh_dim_names is None:
            raise RuntimeError("Cannot slice a DeviceMesh without mesh_dim_names!")
        for name in names:
            if name not in self.mesh_dim_names:
                raise KeyError(f"Invalid mesh_dim_names {names} specified. Valid mesh_dim_names are {self.mesh_dim_names}.")
        dims = [self.mesh_dim_names.index(n) for n in names]
        index = tuple(slice(None) if d in dims else c for d, c in enumerate(self._coordinate))
        part = DeviceMesh(self.device_type, self.mesh[index], mesh_dim_names=names, _init_backend=False)
        part._groups = [self._groups[d] for d in dims]
        return part

    def _dim(self, mesh_dim):
        if mesh_dim is None:
            if self.mesh.dim() > 1:
                raise RuntimeError(f"Found the DeviceMesh have {self.mesh.dim()} dimensions", "Optional kwarg `mesh_dim` needs to be specified when device_mesh.ndim > 1.")
            return 0
        return self.mesh_dim_names.index(mesh_dim) if isinstance(mesh_dim, str) else mesh_dim

    def get_group(self, mesh_dim=None):
        return self._groups[self._dim(mesh_dim)]

    def get_all_groups(self):
        return list(self._groups)

    def size(self, mesh_dim=None):
        return self.mesh.numel() if mesh_dim is None else self.mesh.size(mesh_dim)

    @property
    def ndim(self):
        return self.mesh.dim()

    @property
    def shape(self):
        return tuple(self.mesh.shape)

    def get_rank(self):
        return c10d.get_rank()

    def get_local_rank(self, mesh_dim=None):
        return self._coordinate[self._dim(mesh_dim)]

    def get_coordinate(self):
        return self._coordinate

    def __repr__(self):
        names = self.mesh_dim_names
        shape = "(" + ", ".join(f"{n}={s}" for n, s in zip(names, self.shape)) + ")" if names else str(self.shape)
        return f"DeviceMesh({shape}, '{self.device_type}', stride={self.mesh.stride()})"

    def __eq__(self, other):
        return self is other or isinstance(other, DeviceMesh) and self.device_type == other.device_type and torch.equal(self.mesh, other.mesh) and self.mesh_dim_names == other.mesh_dim_names

    def __hash__(self):
        return hash((self.device_type, tuple(self.mesh.flatten().tolist()), self.shape, self.mesh_dim_names))


def init_device_mesh(device_type, mesh_shape, *, mesh_dim_names=None, backend_override=None):
    if mesh_dim_names is not None:
        if len(set(mesh_dim_names)) != len(mesh_dim_names):
            raise RuntimeError("Each mesh_dim_name must be unique.", f"Found repeated mesh_dim_name in mesh_dim_names {mesh_dim_names}")
        if len(mesh_shape) != len(mesh_dim_names):
            raise RuntimeError("mesh_shape and mesh_dim_names should have same length!", f"Found len(mesh_dim_names): {len(mesh_dim_names)} and len(mesh_shape):{len(mesh_shape)}.")
    return DeviceMesh(device_type, torch.arange(math.prod(mesh_shape), dtype=torch.int).view(mesh_shape), mesh_dim_names=mesh_dim_names)
