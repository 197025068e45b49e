"""Small functions over plain values, as torch._dynamo.utils names them."""

import collections
import enum
import functools
import inspect
import itertools
import logging
import operator
import re
import types
import typing

import torch

odict_values = type(collections.OrderedDict().values())
tuple_iterator = type(iter(()))
range_iterator = type(iter(range(0)))
dict_new, dict_getitem, list_getitem, object_new = dict.__new__, dict.__getitem__, list.__getitem__, object.__new__
Lit = typing.Literal


cmp_name_to_op_mapping = {f"__{name}__": getattr(operator, name) for name in ("eq", "ne", "lt", "le", "gt", "ge")}
cmp_name_to_op_str_mapping = {"__eq__": "==", "__ne__": "!=", "__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}

forward_hook_names = ["_forward_pre_hooks", "_forward_pre_hooks_with_kwargs", "_forward_hooks_with_kwargs", "_forward_hooks"]
backward_hook_names = ["_backward_pre_hooks", "_backward_hooks"]
state_dict_hook_names = ["_state_dict_pre_hooks", "_state_dict_hooks", "_load_state_dict_pre_hooks", "_load_state_dict_post_hooks"]
all_hook_names = forward_hook_names + backward_hook_names + state_dict_hook_names

_NAMES_OF_DTYPES = {"Float": "float32 float", "Double": "float64 double", "Half": "float16 half", "BFloat16": "bfloat16", "Byte": "uint8", "Char": "int8",
                    "Long": "int64 long", "Int": "int32 int", "Short": "int16 short", "Bool": "bool"}
tensortype_to_dtype = {getattr(torch, f"{name}Tensor"): tuple(getattr(torch, dtype) for dtype in dtypes.split()) for name, dtypes in _NAMES_OF_DTYPES.items()}


class FrameState(enum.Enum):
    """The state of a suspended frame, by CPython's numbers."""

    FRAME_CREATED = -3
    FRAME_SUSPENDED = -2
    FRAME_SUSPENDED_YIELD_FROM = -1
    FRAME_EXECUTING = 0
    FRAME_COMPLETED = 1
    FRAME_CLEARED = 4


class TensorStaticReason(enum.Enum):
    """Why sizes of a tensor are taken as they are."""

    PARAMETER = 2
    NOT_TENSOR = 4
    NN_MODULE_PROPERTY = 5


_STATIC = {TensorStaticReason.PARAMETER: "mark_dynamic on parameter, parameters are always static today.",
           TensorStaticReason.NOT_TENSOR: "mark_dynamic on a non tensor, how did this happen?",
           TensorStaticReason.NN_MODULE_PROPERTY: "tensor is static because it is nn module associated."}


def tensor_static_reason_to_message(reason):
    return _STATIC[reason]


class ReInplaceTrigger(enum.Enum):
    """Which operators were to work in place."""

    AUTO_FUNC_V1 = 1
    AUTO_FUNC_V2 = 2
    TRITON_OPS = 3


class ReinplaceCounters:
    """How often, and for how many bytes, an operator could not work in place."""

    _values = collections.defaultdict(int)

    @classmethod
    def add_missed_bytes(cls, trigger, bytes):
        if bytes != 0:
            cls._values[f"missed_bytes_{trigger.name}"] += bytes

    @classmethod
    def add_missed_opportunities(cls, trigger, count):
        if count != 0:
            cls._values[f"missed_tensors_{trigger}"] += count

    @classmethod
    def clear(cls):
        cls._values.clear()

    @classmethod
    def get_total_missed(cls):
        return sum(cls._values.get(f"missed_tensors_{trigger}", 0) for trigger in ReInplaceTrigger)

    @classmethod
    def get_total_missed_bytes(cls):
        return sum(cls._values.get(f"missed_bytes_{trigger.name}", 0) for trigger in ReInplaceTrigger)

    @classmethod
    def log(cls):
        return dict(cls._values)


class DuplicateWarningChecker:
    """Tells whether a key is new, of the last ones that it has room for."""

    def __init__(self, maxsize=4096):
        self.maxsize = maxsize
        self.reset()

    def reset(self):
        self.set = collections.OrderedDict()

    def add(self, key):
        if key in self.set:
            self.set.move_to_end(key, last=True)
            if not torch._dynamo.config.verbose:
                return False
        else:
            self.set[key] = None
            while len(self.set) > self.maxsize:
                self.set.popitem(last=False)
        return True


class StripAnsiFormatter(logging.Formatter):
    """Lines of a log without colours."""

    def format(self, record):
        return re.sub(r"\x1b\[[0-9;]*m", "", super().format(record))


@functools.cache
def common_constants():
    return {0, 1}


_constant_types = (type(None), type(NotImplemented), type(...), bool, int, float, complex, str, bytes, types.CodeType, torch.device, torch.dtype, torch.layout,
                   torch.memory_format, torch.finfo, torch.iinfo)


def is_safe_constant(v):
    """A value that code may have among its constants."""
    if type(v) in (tuple, frozenset):
        return all(map(is_safe_constant, v))
    return isinstance(v, (enum.Enum, type, torch.Size, typing._GenericAlias, types.GenericAlias)) or type(v) in _constant_types or type(v) is slice


common_constant_types = {*_constant_types, torch.nn.attention.SDPBackend}


def is_lazy_module(mod):
    return isinstance(mod, torch.nn.modules.lazy.LazyModuleMixin)


def is_typing(value):
    return isinstance(value, (typing._Final, typing._GenericAlias, typing.TypeVar, typing.ParamSpec, types.UnionType)) or value is typing.Generic


def is_torch_class(cls):
    return inspect.isclass(cls) and cls.__module__.partition(".")[0] == "torch"


def is_in(item, *containers):
    return any(item in container for container in containers)


def is_int_specialization_case(value, source):
    """Whether a number is taken as it is."""
    return torch._dynamo.config.specialize_int or value in common_constants()


def const_repr(x, *, local):
    """A constant as code; an enum by the path to its class."""
    if isinstance(x, (list, tuple)):
        items = ",".join(const_repr(item, local=local) for item in x)
        if isinstance(x, list):
            return f"[{items}]"
        return f"({items},)" if len(x) == 1 else f"({items})"
    if isinstance(x, enum.Enum):
        return enum_repr(x, local=local).replace("'", "")
    if x is type(x):
        return x.__name__
    return f"{x!r}"


def enum_repr(value, local):
    prefix = "L" if local else "G"
    return f'{prefix}["{type(value).__name__}"].{value.name}'


def to_int_ms(v):
    return None if v is None else int(v * 1000)


def to_int_us(v):
    return None if v is None else int(v * 1_000_000)


def to_subclass(t, cls):
    return t.as_subclass(cls)


def slice_length(s, seq_len):
    return len(range(*s.indices(seq_len)))


def normalize_range_iter(range_iter):
    """Start, stop and step of what an iterator over a range has left."""
    _, (left,), start = range_iter.__reduce__()
    start = left.start + (start or 0) * left.step
    return start, left.stop, left.step


def normalize_count_iter(count_iter):
    """Start and step of an itertools.count."""
    counted, args = count_iter.__reduce__()[:2]
    assert counted is itertools.count
    return (args[0], args[1] if len(args) > 1 else 1)


def set_getitem(s, n):
    return list(s)[n]


def does_not_override_dict_iter_methods(user_cls):
    return all(getattr(user_cls, name) in (getattr(dict, name), getattr(collections.OrderedDict, name)) for name in ("items", "values", "keys", "__iter__"))


def object_setattr_ignore_descriptor(obj, name, value):
    obj.__dict__[name] = value


def object_delattr_ignore_descriptor(obj, name):
    del obj.__dict__[name]


def nn_module_new(cls):
    """A module with what torch.nn.Module.__init__ gives, whose own __init__ has not run."""
    made = object.__new__(cls)
    torch.nn.Module.__init__(made)
    return made


def nn_module_get_all_hooks(mod, check_forward_hooks=False, check_backward_hooks=False, check_state_dict_hooks=False):
    """The hooks of a module, of the kinds asked for, or of all kinds."""
    asked = (check_forward_hooks, check_backward_hooks, check_state_dict_hooks)
    kinds = (forward_hook_names, backward_hook_names, state_dict_hook_names)
    names = [name for on, group in zip(asked, kinds) if on or not any(asked) for name in group]
    return [hook for name in names for hook in _values(getattr(mod, name, ()))]


def _values(table):
    return table.values() if isinstance(table, dict) else table


def nnmodule_has_hooks(mod, check_forward_hooks=False, check_backward_hooks=False, check_state_dict_hooks=False):
    return bool(nn_module_get_all_hooks(mod, check_forward_hooks, check_backward_hooks, check_state_dict_hooks))


def get_torch_function_mode_stack():
    from torch.overrides import _get_current_function_mode_stack

    return list(_get_current_function_mode_stack())


def get_torch_function_mode_stack_at(ind):
    return get_torch_function_mode_stack()[ind]


def unwrap_if_wrapper(fn):
    """The function behind the decorators of torch."""
    while isinstance(inner := inspect.getattr_static(fn, "_torchdynamo_inline", None), types.FunctionType):
        fn = inner
    return fn


def defake(x):
    """A tensor with data where a fake one has none: zeros of its sizes as far as these are known."""
    from torch._subclasses.fake_tensor import FakeTensor

    if not isinstance(x, FakeTensor):
        return x
    hint = [int(s) if isinstance(s, int) else s.node.shape_env.size_hint(s.node.expr) for s in (*x.size(), *x.stride())]
    y = torch.empty_strided(hint[:x.dim()], hint[x.dim():], dtype=x.dtype, device=x.device, requires_grad=x.requires_grad)
    y.zero_()
    return y
