"""Settings of torch.save and torch.load."""

import contextlib


class _Settings:
    """Settings by name: others are refused."""

    def __init__(self, name, **values):
        self.__dict__.update(values, _name=name)

    def __getattr__(self, name):
        raise AttributeError(f"torch.utils.serialization.config.{self._name}.{name} does not exist")

    def __setattr__(self, name, value):
        if name not in self.__dict__:
            raise AttributeError(f"torch.utils.serialization.config.{self._name}.{name} does not exist")
        self.__dict__[name] = value


save = _Settings("save", compute_crc32=True, use_pinned_memory_for_d2h=False, storage_alignment=64)
load = _Settings("load", mmap=False, endianness=None, mmap_flags=None, calculate_storage_offsets=False)


class patch(contextlib.ContextDecorator):
    """A block, or a function, with other settings: a dict by dotted names, or one name and its value."""

    def __init__(self, arg1=None, arg2=None, **kwargs):
        self._changes = {**arg1} if isinstance(arg1, dict) else {arg1: arg2} if arg1 is not None else kwargs
        self._before = []

    def __enter__(self):
        before = {}
        for name, value in self._changes.items():
            group, _, field = name.partition(".")
            settings = {"save": save, "load": load}[group]
            before[name] = getattr(settings, field)
            setattr(settings, field, value)
        self._before.append(before)

    def __exit__(self, *exc_info):
        for name, value in self._before.pop().items():
            group, _, field = name.partition(".")
            setattr({"save": save, "load": load}[group], field, value)
