"""Pipes of files: their names, what is in them; and samplers as pipes."""
import fnmatch
import os
import warnings

from torch.utils.data.sampler import SequentialSampler

from ..datapipe import IterDataPipe, functional_datapipe, sized
from ..utils.common import StreamWrapper
from ..utils.decoder import Decoder, basichandlers, extension_extract_fn, imagehandler


def _length(pipe, given):
    if given == -1:
        raise TypeError(f"{type(pipe).__name__} instance doesn't have valid length")
    return given


def _paths(root, masks, recursive, absolute):
    """The files of a folder whose names a mask matches, folders in order."""
    if not recursive:
        folders = [(root, (), sorted(os.listdir(root)))]
    else:
        folders = os.walk(root, onerror=lambda e: warnings.warn(e.filename + " : " + e.strerror, stacklevel=4))
    for path, inner, files in folders:
        path = os.path.abspath(path) if absolute else path
        if recursive:
            inner.sort()
        for name in sorted(files):
            whole = os.path.join(path, name)
            if (recursive or not os.path.isdir(whole)) and (not masks or any(fnmatch.fnmatch(name, m) for m in masks)):
                yield whole


@functional_datapipe("list_files")
class FileListerIterDataPipe(IterDataPipe):
    def __init__(self, root=".", masks="", *, recursive=False, abspath=False, non_deterministic=False, length=-1):
        if isinstance(root, str):
            root = [root]
        self.datapipe, self.recursive, self.abspath, self.non_deterministic, self.length = root, recursive, abspath, non_deterministic, length
        self.masks = [masks] if isinstance(masks, str) and masks else list(masks)

    def __iter__(self):
        for root in self.datapipe:
            yield from _paths(root, self.masks, self.recursive, self.abspath)

    def __len__(self):
        return _length(self, self.length)


@functional_datapipe("open_files")
class FileOpenerIterDataPipe(IterDataPipe):
    """Pairs of a path and its stream."""

    def __init__(self, datapipe, mode="r", encoding=None, length=-1):
        if mode not in ("b", "t", "rb", "rt", "r"):
            raise ValueError(f"Invalid mode {mode}")
        if "b" in mode and encoding is not None:
            raise ValueError("binary mode doesn't take an encoding argument")
        self.datapipe, self.mode, self.encoding, self.length = datapipe, mode if "r" in mode else "r" + mode, encoding, length

    def __iter__(self):
        for path in self.datapipe:
            if not isinstance(path, str):
                raise TypeError(f"Expected string type for pathname, but got {type(path)}")
            yield path, StreamWrapper(open(path, self.mode, encoding=self.encoding), name=path)

    def __len__(self):
        return _length(self, self.length)


@functional_datapipe("read_from_stream")
class StreamReaderIterDataPipe(IterDataPipe):
    """Pairs of a path and what its stream has, in pieces of chunk where it is given."""

    def __init__(self, datapipe, chunk=None):
        self.datapipe, self.chunk = datapipe, chunk

    def __iter__(self):
        for path, stream in self.datapipe:
            while piece := stream.read(self.chunk) if self.chunk is not None else stream.read():
                yield path, piece


class SamplerIterDataPipe(IterDataPipe):
    def __init__(self, datapipe, sampler=SequentialSampler, sampler_args=None, sampler_kwargs=None):
        if not hasattr(datapipe, "__len__"):
            raise AssertionError("Sampler class requires input datapipe implemented `__len__`")
        self.datapipe, self.sampler_args, self.sampler_kwargs = datapipe, sampler_args or (), sampler_kwargs or {}
        self.sampler = sampler(*self.sampler_args, data_source=datapipe, **self.sampler_kwargs)

    def __iter__(self):
        return iter(self.sampler)

    def __len__(self):
        return len(self.sampler)


@functional_datapipe("routed_decode")
class RoutedDecoderIterDataPipe(IterDataPipe):
    """Pairs of a path and what is in its file, by the handlers for its extension."""

    def __init__(self, datapipe, *handlers, key_fn=extension_extract_fn):
        self.datapipe = datapipe
        self.decoder = Decoder(*(handlers or (basichandlers, imagehandler("torch"))), key_fn=key_fn)

    def add_handler(self, *handler):
        self.decoder.add_handler(*handler)

    def __iter__(self):
        for data in self.datapipe:
            path = data[0]
            decoded = self.decoder(data)
            yield path, decoded[path]

    def __len__(self):
        return sized(self, self.datapipe)
