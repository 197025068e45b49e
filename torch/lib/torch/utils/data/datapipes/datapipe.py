"""What all data pipes have: functions by which they are chained, and iterators of which the last is the valid one."""
import functools

from torch.utils.data.dataset import Dataset, IterableDataset


class DataChunk(list):
    """The elements of a batch, which may be chunks themselves."""

    def __init__(self, items):
        items = list(items)
        super().__init__(items)
        self.items = items

    def as_str(self, indent=""):
        return indent + "[" + ", ".join(str(i) for i in iter(self)) + "]"

    def raw_iterator(self):
        yield from self.items


def _invalid(pipe):
    return RuntimeError(
        f"This iterator has been invalidated because another iterator has been created from the same IterDataPipe: {_described(pipe)}\n"
        "This may be caused by multiple references to the same IterDataPipe. We recommend using `.fork()` if that is necessary.\n"
        "For feedback regarding this single iterator per IterDataPipe constraint, feel free to comment on this issue: "
        "https://github.com/pytorch/data/issues/45."
    )


def _described(pipe):
    """The pipe with what it was made of: other pipes and functions by name, values as they are."""
    def shown(value):
        if isinstance(value, (IterDataPipe, MapDataPipe)):
            return type(value).__name__
        return getattr(value, "__name__", None) or str(value)

    parts = {k: v for k, v in pipe.__dict__.items() if not k.startswith("_")}
    return f"{type(pipe).__name__}({', '.join(f'{k}={shown(v)}' for k, v in sorted(parts.items()))})"


class _PipeIterator:
    """One run over a pipe: it ends with an error when another one has begun."""

    def __init__(self, pipe, run):
        self._pipe, self._run, self._number = pipe, run, pipe._iterators

    def __iter__(self):
        return self

    def __next__(self):
        if self._number != self._pipe._iterators:
            raise _invalid(self._pipe)
        try:
            return next(self._run)
        except StopIteration:
            raise
        except Exception as e:
            note = f"This exception is thrown by __iter__ of {_described(self._pipe)}"
            if e.args and isinstance(e.args[0], str) and note not in e.args[0]:
                e.args = (f"{e.args[0]}\n{note}",) + e.args[1:]
            raise


def _single(make):
    @functools.wraps(make)
    def __iter__(self):
        self._iterators += 1
        if hasattr(self, "reset"):
            self.reset()
        return _PipeIterator(self, iter(make(self)))

    return __iter__


class _Chained:
    """Functions by name, one table for each kind of pipe."""

    def __getattr__(self, name):
        make = type(self).functions.get(name)
        if make is None:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}")
        return functools.partial(make, self)

    def __dir__(self):
        return [*super().__dir__(), *self.functions]

    @classmethod
    def register_function(cls, function_name, function):
        cls.functions[function_name] = function

    @classmethod
    def register_datapipe_as_function(cls, function_name, cls_to_register, enable_df_api_tracing=False):
        if function_name in cls.functions:
            raise Exception(f"Unable to add DataPipe function name {function_name} as it is already taken")

        def chain(source, *args, **kwargs):
            return cls_to_register(source, *args, **kwargs)

        chain.__doc__ = cls_to_register.__doc__
        cls.functions[function_name] = chain

    def __str__(self):
        return type(self).__qualname__

    __repr__ = __str__


class IterDataPipe(_Chained, IterableDataset):
    """A pipe that is iterated over."""

    functions = {}
    _iterators = 0

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        if "__iter__" in cls.__dict__:
            cls.__iter__ = _single(cls.__iter__)

    def __iter__(self):
        return self


class MapDataPipe(_Chained, Dataset):
    """A pipe whose elements are found by key."""

    functions = {}

    def __iter__(self):
        for i in range(len(self)):
            yield self[i]


class DFIterDataPipe(IterDataPipe):
    def _is_dfpipe(self):
        return True


class functional_datapipe:
    """Decorator: makes a class of pipes a function, by name, of all pipes of its kind."""

    def __init__(self, name, enable_df_api_tracing=False):
        self.name, self.enable_df_api_tracing = name, enable_df_api_tracing

    def __call__(self, cls):
        for kind in (IterDataPipe, MapDataPipe):
            if isinstance(cls, type) and issubclass(cls, kind):
                kind.register_datapipe_as_function(self.name, cls, self.enable_df_api_tracing)
                return cls
        raise TypeError("`functional_datapipe` can only decorate IterDataPipe or MapDataPipe")


class guaranteed_datapipes_determinism:
    prev = False

    def __enter__(self):
        pass

    def __exit__(self, *exc):
        pass


def sized(pipe, source):
    """The length of source, for a pipe that has as many elements, or is made of so many."""
    try:
        return len(source)
    except TypeError:
        raise TypeError(f"{type(pipe).__name__} instance doesn't have valid length") from None
