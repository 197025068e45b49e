"""The inputs of a graph as a program that makes them anew: calls of a reader, with what tensors hold in a folder beside it."""

import os
import warnings

import torch
from torch._dynamo.testing import rand_strided

__all__ = ["InputReader", "InputWriter", "NopInputReader", "clone_inputs_retaining_gradness"]


class NopInputReader:
    """Counts what a program reads, and makes none of it."""

    def __init__(self):
        self.total = 0

    def storage(self, storage_hash, nbytes, *, device=None, dtype_hint=None):
        self.total += 1

    def tensor(self, *args, **kwargs):
        pass

    def symint(self, *args, **kwargs):
        pass

    const = generator = opaque = unsupported = symint


class InputReader:
    """Makes the inputs of a graph, with random contents where the folder has none."""

    def __init__(self, save_dir=None, *, pbar=None):
        from torch.utils._content_store import ContentStoreReader

        if save_dir is None:
            warnings.warn("no save_dir specified, will generate random data")
        self.store = None if save_dir is None else ContentStoreReader(save_dir)
        self.args, self.pbar = [], pbar

    def storage(self, storage_hash, nbytes, *, device=None, dtype_hint=None):
        if self.pbar is not None:
            self.pbar.update(1)
        device, dtype = torch.device(device or "cpu"), dtype_hint or torch.float32
        if self.store is not None and storage_hash is not None:
            try:
                return self.store.read_storage(storage_hash, device=device)
            except FileNotFoundError:
                pass
        warnings.warn(f"could not load {storage_hash}, generating random data instead")
        return rand_strided((nbytes // dtype.itemsize,), (1,), dtype, device).untyped_storage()

    def tensor(self, storage, shape, stride=None, *, storage_offset=None, dtype=None, requires_grad=None, is_leaf=None, **metadata):
        stride = torch._prims_common.make_contiguous_strides_for(shape) if stride is None else stride
        t = torch.tensor([], dtype=dtype or torch.float32, device=storage.device, requires_grad=bool(requires_grad))
        with torch.no_grad():
            t.set_(storage, storage_offset or 0, shape, stride)
        if metadata.get("conj"):
            t = t.conj()
        if metadata.get("neg"):
            t = torch._neg_view(t)
        if requires_grad and not is_leaf:
            with torch.enable_grad():
                t = t.clone(memory_format=torch.preserve_format)
        self.args.append(t)
        return t

    def symint(self, val):
        self.args.append(val)
        return val

    def const(self, name):
        self.args.append(None)

    generator = opaque = unsupported = const


class InputWriter:
    """Writes the lines that have a reader make inputs again."""

    def __init__(self, save_dir, *, stable_hash=False):
        from torch.utils._content_store import ContentStoreWriter

        self._lines, self.seen, self.save_dir = [], {}, save_dir
        self.store = None if save_dir is None else ContentStoreWriter(save_dir, stable_hash=stable_hash)

    def lines(self):
        return ["def load_args(reader):", *(f"    {line}" for line in self._lines), "load_args._version = 0"]

    def storage(self, untyped_storage, *, device_hint=None, dtype_hint=None):
        """The name of a storage, which is written where it is first met."""
        key = untyped_storage._cdata
        if key in self.seen:
            return self.seen[key][0]
        name = f"buf{len(self.seen)}"
        self.seen[key] = name, untyped_storage  # which lives on, so that no other gets its place
        device = untyped_storage.device
        if device.type == "meta" and device_hint is not None:
            device = device_hint
        stored = self.store.write_storage(untyped_storage) if self.store is not None and untyped_storage.device.type != "meta" else None
        more = [f"device={device!r}"] * (torch.device("cpu") != device) + [f"dtype_hint={dtype_hint}"] * (dtype_hint not in (None, torch.float32))
        self._lines.append(f"{name} = reader.storage({', '.join([repr(stored), str(untyped_storage.nbytes()), *more])})")
        return name

    def tensor(self, name, t):
        storage = self.storage(t.untyped_storage(), dtype_hint=t.dtype, device_hint=t.device)
        parts = [storage, str(tuple(t.shape))]
        if tuple(t.stride()) != tuple(torch._prims_common.make_contiguous_strides_for(t.shape)):
            parts.append(str(tuple(t.stride())))
        if t.dtype != torch.float32:
            parts.append(f"dtype={t.dtype}")
        if t.storage_offset():
            parts.append(f"storage_offset={t.storage_offset()}")
        parts += [f"{what}=True" for what, holds in (("conj", t.is_conj()), ("neg", t.is_neg()), ("requires_grad", t.requires_grad), ("is_leaf", t.is_leaf)) if holds]
        self._lines.append(f"reader.tensor({', '.join(parts)})  # {name}")

    def symint(self, name, val):
        self._lines.append(f"reader.symint({getattr(getattr(val, 'node', None), 'hint', val)!r})  # {name}")

    def const(self, name):
        self._lines.append(f"reader.const({name!r})  # {name}, filtered out during compilation")

    def unsupported(self, name, arg):
        self._lines.append(f"reader.unsupported({name!r})  # unsupported type for dumping: {type(arg)}")

    def generator(self, name, arg):
        self._lines.append(f"reader.generator({name!r})  # {name}, generator state not yet supported")

    def opaque(self, name, arg):
        self._lines.append(f"reader.opaque({name!r})  # {name}")

    def value(self, name, arg):
        """An argument of a graph, whatever it is."""
        if isinstance(arg, torch.Tensor):
            self.tensor(name, arg)
        elif isinstance(arg, (int, torch.SymInt)):
            self.symint(name, arg)
        elif arg is None:
            self.const(name)
        else:
            self.unsupported(name, arg)


def written_inputs(gm, args, save_dir=None, stable_hash=False):
    """The lines of load_args for the arguments of a graph."""
    names = [n.name for n in gm.graph.find_nodes(op="placeholder")]
    writer = InputWriter(save_dir, stable_hash=stable_hash)
    for name, arg in zip(names, args):
        writer.value(name, arg)
    return "\n".join(writer.lines())


def read_inputs(load_args, save_dir=None):
    """What load_args makes."""
    if not hasattr(load_args, "_version"):
        return load_args  # the inputs themselves
    reader = InputReader(save_dir=save_dir if save_dir is None or os.path.isdir(save_dir) else None)
    with torch.no_grad():
        load_args(reader)
    return reader.args


def clone_inputs_retaining_gradness(example_inputs):
    """Copies of tensors that need gradients where the tensors do."""
    return [x.detach().clone().requires_grad_(x.requires_grad) if isinstance(x, torch.Tensor) else x for x in example_inputs]
