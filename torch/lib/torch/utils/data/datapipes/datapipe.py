"""What all data pipes have: functions by which they are chained, and iterators of which the last is the valid one."""
import enum
import functools
import inspect

from torch.utils.data.dataset import Dataset, IterableDataset


class _SnapshotState(enum.Enum):
    """Whether a pipe has been iterated over, or stands where an earlier run of it was."""

    NotStarted = 0
    Restored = 1
    Iterating = 2


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
    """The pipe with the arguments that it was made with and keeps under their names."""
    names = inspect.signature(type(pipe)).parameters
    shown = {k: v.__name__ if inspect.isfunction(v) else v for k, v in sorted(vars(pipe).items()) if k in names}
    return f"{type(pipe).__name__}({', '.join(f'{k}={v}' for k, v in shown.items())})"


class IteratorDecorator:
    """One run over a pipe: it ends with an error when another one has begun. The run of a generator begins with its first element."""

    def __init__(self, pipe, make):
        self._pipe, self._make, self._run = pipe, make, None
        if not inspect.isgeneratorfunction(make):
            self.begin()

    def begin(self):
        """Makes this the valid run of the pipe, unless it has begun."""
        if self._run is not None:
            return
        pipe = self._pipe
        pipe._valid_iterator_id = 0 if pipe._valid_iterator_id is None else pipe._valid_iterator_id + 1
        self._number = pipe._valid_iterator_id
        if pipe._snapshot_state != _SnapshotState.Restored:
            pipe._number_of_samples_yielded, pipe._fast_forward_iterator = 0, None
            pipe.reset()
        pipe._snapshot_state = _SnapshotState.Iterating
        if pipe._fast_forward_iterator is not None:
            self._run, pipe._fast_forward_iterator = pipe._fast_forward_iterator, None
            self._run._number = self._number
        else:
            self._run = self._make(pipe)

    def __iter__(self):
        return self

    def __next__(self):
        self.begin()
        pipe = self._pipe
        if self._number != pipe._valid_iterator_id:
            raise _invalid(pipe)
        try:
            element = next(self._run)
        except StopIteration:
            raise
        except Exception as e:
            note = f"This exception is thrown by __iter__ of {_described(pipe)}"
            if e.args and isinstance(e.args[0], str) and note not in e.args[0]:
                e.args = (f"{e.args[0]}\n{note}",) + e.args[1:]
            raise
        if getattr(self._run, "_pipe", None) is not pipe:
            pipe._number_of_samples_yielded += 1
        return element


def _single(make):
    @functools.wraps(make)
    def __iter__(self):
        return IteratorDecorator(self, make)

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

    getstate_hook = None
    reduce_ex_hook = None

    @classmethod
    def set_getstate_hook(cls, hook_fn):
        if cls.getstate_hook is not None and hook_fn is not None:
            raise RuntimeError("Attempt to override existing getstate_hook")
        cls.getstate_hook = hook_fn if hook_fn is None else staticmethod(hook_fn)

    @classmethod
    def set_reduce_ex_hook(cls, hook_fn):
        if cls.reduce_ex_hook is not None and hook_fn is not None:
            raise RuntimeError("Attempt to override existing reduce_ex_hook")
        cls.reduce_ex_hook = hook_fn if hook_fn is None else staticmethod(hook_fn)

    def __getstate__(self):
        hook = type(self).getstate_hook
        return self.__dict__ if hook is None else hook(self)

    def __reduce_ex__(self, *args, **kwargs):
        hook = type(self).reduce_ex_hook
        if hook is not None:
            try:
                return hook(self)
            except NotImplementedError:
                pass
        return super().__reduce_ex__(*args, **kwargs)

    def __str__(self):
        return type(self).__qualname__

    __repr__ = __str__


class IterDataPipe(_Chained, IterableDataset):
    """A pipe that is iterated over."""

    functions = {}
    _valid_iterator_id = None
    _number_of_samples_yielded = 0
    _snapshot_state = _SnapshotState.NotStarted
    _fast_forward_iterator = None
    _is_child_datapipe = False

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        if "__iter__" in cls.__dict__ and not cls._is_child_datapipe:
            cls.__iter__ = _single(cls.__iter__)

    def __iter__(self):
        return self

    def reset(self):
        """Makes the pipe ready to be iterated over from the start."""


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


_determinism = [False]  # whether pipes must be deterministic


class guaranteed_datapipes_determinism:
    """Within it pipes that are marked as non_deterministic cannot be made."""

    def __init__(self):
        self.prev, _determinism[0] = _determinism[0], True

    def __enter__(self):
        pass

    def __exit__(self, *exc):
        _determinism[0] = self.prev


class non_deterministic:
    """Decorator: marks a class of pipes that gives other elements each time, always or where a function of its arguments says so."""

    def __init__(self, arg):
        self.cls = self.deterministic_fn = None
        if isinstance(arg, type):
            if not issubclass(arg, IterDataPipe):
                raise TypeError(f"Only `IterDataPipe` can be decorated with `non_deterministic`, but {arg.__name__} is found")
            self.cls = arg
        elif callable(arg):
            self.deterministic_fn = arg
        else:
            raise TypeError(f"{arg} can not be decorated by non_deterministic")

    def __call__(self, *args, **kwargs):
        if self.cls is not None:
            self._check(_determinism[0], "")
            return self.cls(*args, **kwargs)
        if not (isinstance(args[0], type) and issubclass(args[0], IterDataPipe)):
            raise TypeError(f"Only `IterDataPipe` can be decorated, but {args[0].__name__} is found")
        self.cls = args[0]
        return self.deterministic_wrapper_fn

    def deterministic_wrapper_fn(self, *args, **kwargs):
        draws = self.deterministic_fn(*args, **kwargs)
        if not isinstance(draws, bool):
            raise TypeError(f"deterministic_fn of `non_deterministic` decorator is required to return a boolean value, but {type(draws)} is found")
        self._check(_determinism[0] and draws, " with the inputs")
        return self.cls(*args, **kwargs)

    def _check(self, forbidden, inputs):
        if forbidden:
            raise TypeError(f"{self.cls.__name__} is non-deterministic{inputs}, but you set 'guaranteed_datapipes_determinism'. You can turn off determinism for this "
                            "DataPipe if that is acceptable for your application")


def sized(pipe, source):
    """The length of source, for a pipe that has as many elements, or is made of so many."""
    try:
        return len(source)
    except TypeError:
        raise TypeError(f"{type(pipe).__name__} instance doesn't have valid length") from None
