"""Conditions on one value."""

import json
import math

import torch
from torch import _C

_MISSING = object()


class GuardDebugInfo:
    """Whether guards hold, the texts of the first that does not, and how many were run."""

    def __init__(self, result, verbose_code_parts=(), num_guards_executed=0, user_stack=None):
        self.result, self.verbose_code_parts = result, list(verbose_code_parts)
        self.num_guards_executed, self.user_stack = num_guards_executed, user_stack

    def __bool__(self):
        return self.result

    def __repr__(self):
        texts = "[" + ", ".join(f"'{t}'" for t in self.verbose_code_parts) + "]"
        return (f"GuardDebugInfo(\nresult={int(self.result)},\nverbose_code_parts={texts},\nnum_guards_executed={self.num_guards_executed},\n"
                f"user_stack={self.user_stack})\n")


class LeafGuard:
    """A condition: called with a value it says whether that meets it."""

    expected = 0  # how many arguments come before the texts

    def __init__(self, root, *args):
        self._expected = args[:self.expected]
        rest = args[self.expected:]
        self._texts = list(rest[0])
        self.user_stack = rest[1] if len(rest) > 1 else None
        self.prepare(*self._expected)

    def prepare(self, *expected):
        """What is read once, when the guard is made."""

    def verbose_code_parts(self):
        return list(self._texts)

    def failure(self, value):
        """What is said of a value that does not meet it."""
        return self.verbose_code_parts()

    def __call__(self, value):
        return bool(self.holds(value, *self._expected))

    def holds(self, value, *expected):
        raise NotImplementedError


class RelationalGuard(LeafGuard):
    """A condition on several values, which are met one after the other."""

    def __init__(self, verbose_code_parts, user_stack=None):
        super().__init__(None, verbose_code_parts, user_stack)
        self.reset()

    def reset(self):
        raise NotImplementedError


class OBJECT_ALIASING(RelationalGuard):
    def reset(self):
        self._first = _MISSING

    def holds(self, value):
        if self._first is _MISSING:
            self._first = value
        return self._first is value


class NO_TENSOR_ALIASING(RelationalGuard):
    def __init__(self, names, verbose_code_parts, user_stack=None):
        self._names = list(names)
        super().__init__(verbose_code_parts, user_stack)

    def reset(self):
        self._seen = {}

    def holds(self, value):
        if id(value) in self._seen:
            self._texts = [f"Duplicate tensor found where not expected! {self._names[len(self._seen)]} should not alias to anything, but is aliased"]
            return False
        self._seen[id(value)] = value
        return True


_LEAVES = {}  # by the method of managers that adds one


def _leaf(method, expected, holds, prepare=None):
    """A class of guards with so many expected values; holds is called with the value and these."""
    name = {"length_check": "LENGTH_CHECK", "dict_length_check": "DICT_LENGTH", "no_hasattr": "NO_HASATTR", "not_none": "NOT_NONE", "global_state": "GLOBAL_STATE",
            "default_device": "DEFAULT_DEVICE", "dict_contains": "DICT_CONTAINS", "set_contains": "SET_CONTAINS", "dict_version": "DICT_VERSION", "float_is_nan": "FLOAT_IS_NAN",
            "complex_is_nan": "COMPLEX_IS_NAN", "tuple_iterator_length": "TUPLE_ITERATOR_LEN", "mapping_keys": "MAPPING_KEYS_MATCH", "lambda": "LAMBDA_GUARD",
            "dual_level_match": "DUAL_LEVEL_MATCH", "torch_function_mode_stack": "TORCH_FUNCTION_MODE_STACK"}.get(method, method.upper())
    members = {"expected": expected, "holds": lambda self, value, *rest: holds(value, *rest), "__module__": "torch._C._dynamo.guards"}
    if prepare is not None:
        members["prepare"] = prepare
        members["holds"] = lambda self, value, *rest: holds(value, *rest, self._prepared)
    made = type(name, (LeafGuard,), members)
    _LEAVES[f"add_{method}_guard"] = made
    return made


def _remaining(iterator):
    return iterator.__length_hint__()


def _keep(read):
    def prepare(self, *expected):
        self._prepared = read(*expected)

    return prepare


def _contains(value, wanted, key):
    return (key in value) == bool(wanted)


TYPE_MATCH = _leaf("type_match", 1, lambda v, expected: id(type(v)) == expected)
ID_MATCH = _leaf("id_match", 1, lambda v, expected: id(v) == expected)
EQUALS_MATCH = _leaf("equals_match", 1, lambda v, expected: type(v) is type(expected) and v == expected)
NONE_MATCH = _leaf("none_match", 0, lambda v: v is None)
NOT_NONE = _leaf("not_none", 0, lambda v: v is not None)
TRUE_MATCH = _leaf("true_match", 0, lambda v: v is True)
FALSE_MATCH = _leaf("false_match", 0, lambda v: v is False)
LAMBDA_GUARD = _leaf("lambda", 1, lambda v, function: function(v))
LENGTH_CHECK = _leaf("length_check", 1, lambda v, n: isinstance(v, (list, tuple, str, bytes)) and len(v) == n)
DICT_LENGTH = _leaf("dict_length_check", 1, lambda v, n: isinstance(v, dict) and len(v) == n)
NO_HASATTR = _leaf("no_hasattr", 1, lambda v, name: not hasattr(v, name))
DICT_CONTAINS = _leaf("dict_contains", 2, lambda v, wanted, key: isinstance(v, dict) and _contains(v, wanted, key))
SET_CONTAINS = _leaf("set_contains", 2, lambda v, wanted, item: isinstance(v, (set, frozenset)) and _contains(v, wanted, item))
DICT_VERSION = _leaf("dict_version", 1, lambda v, _, known: isinstance(v, dict) and dict_version(v) == known, _keep(lambda d: dict_version(d)))
MAPPING_KEYS_MATCH = _leaf("mapping_keys", 1, lambda v, _, keys: list(v.keys()) == keys, _keep(lambda m: list(m.keys())))
TUPLE_ITERATOR_LEN = _leaf("tuple_iterator_length", 2, lambda v, n, kind: id(type(v)) == kind and _remaining(v) == n)
FLOAT_IS_NAN = _leaf("float_is_nan", 0, lambda v: isinstance(v, float) and math.isnan(v))
COMPLEX_IS_NAN = _leaf("complex_is_nan", 0, lambda v: isinstance(v, complex) and (math.isnan(v.real) or math.isnan(v.imag)))
DEFAULT_DEVICE = _leaf("default_device", 0, lambda v, device: torch.get_default_device() == device, _keep(lambda: torch.get_default_device()))
GLOBAL_STATE = _leaf("global_state", 0, lambda v, state: state.check(), _keep(lambda: GlobalStateGuard()))
GLOBAL_STATE.failure = lambda self, value: ["GLOBAL_STATE changed: " + self._prepared.reason()]
GLOBAL_STATE.check_verbose = lambda self, value: GuardDebugInfo(True, [], 1) if self(value) else GuardDebugInfo(False, self.failure(value), 0)
TORCH_FUNCTION_MODE_STACK = _leaf("torch_function_mode_stack", 1, lambda v, modes: [type(m) for m in modes] == [type(_C._get_function_stack_at(i)) for i in range(_C._len_torch_function_stack())])


class RANGE_ITERATOR_MATCH(LeafGuard):
    expected = 4  # start, stop and step of what is left, and the id of the type

    def holds(self, value, start, stop, step, kind):
        if id(type(value)) != kind:
            return False
        rest = value.__reduce__()[1][0]
        return (rest.start, rest.stop, rest.step) == (start, stop, step)


_SCALARS = {"uint8": "Byte", "int8": "Char", "int16": "Short", "int32": "Int", "int64": "Long", "float16": "Half", "float32": "Float", "float64": "Double",
            "complex32": "ComplexHalf", "complex64": "ComplexFloat", "complex128": "ComplexDouble", "bool": "Bool", "bfloat16": "BFloat16"}


def _scalar_name(dtype):
    name = str(dtype).removeprefix("torch.")
    return _SCALARS.get(name, name.capitalize())


class TENSOR_MATCH(LeafGuard):
    """Guards a tensor's type, dtype, device, requires_grad, sizes and strides; None among sizes and strides passes."""

    def __init__(self, root, value, sizes, strides, name, verbose_code_parts, user_stack=None, pytype=None, dispatch_keys=None):
        self._dtype, self._device, self._requires_grad, self._keys = value.dtype, value.device, value.requires_grad, _C._dispatch_keys(value)
        self._type, self._sizes, self._strides, self._name = pytype or type(value), list(sizes), list(strides), name
        super().__init__(root, verbose_code_parts, user_stack)

    def holds(self, value):
        return self._difference(value) is None

    def failure(self, value):
        return [self._difference(value)]

    def _difference(self, value):
        name = f"tensor '{self._name}'"
        if type(value) is not self._type:
            return f"expected type of '{self._name}' to be {self._type}, but found {type(value)}"
        if _C._dispatch_keys(value) != self._keys:
            return f"{name} dispatch key set mismatch. expected {self._keys}, actual {_C._dispatch_keys(value)}"
        if value.dtype != self._dtype:
            return f"{name} dtype mismatch. expected {_scalar_name(self._dtype)}, actual {_scalar_name(value.dtype)}"
        if value.device != self._device:
            return f"{name} device index mismatch. expected {self._device}, actual {value.device}"
        if value.requires_grad != self._requires_grad:
            return f"{name} requires_grad mismatch. expected requires_grad={int(self._requires_grad)}"
        if value.dim() != len(self._sizes):
            return f"{name} rank mismatch. expected {len(self._sizes)}, actual {value.dim()}"
        for what, found, wanted in (("size", value.size(), self._sizes), ("stride", value.stride(), self._strides)):
            for d, (n, w) in enumerate(zip(found, wanted)):
                if w is not None and n != w:
                    return f"{name} {what} mismatch at index {d}. expected {w}, actual {n}"
        return None



_LEAVES["add_range_iterator_match_guard"] = RANGE_ITERATOR_MATCH
_LEAVES["add_tensor_match_guard"] = TENSOR_MATCH


_NUMBERS = {torch.float16: 5, torch.float32: 6, torch.float64: 7, torch.bfloat16: 15}  # of element types, as states have them


class GlobalStateGuard:
    """The settings that compiled code depends on, as they were when the guard was made."""

    _READ = {
        "allow_bf16_reduce": lambda: 0,
        "allow_fp16_reduce": lambda: 0,
        "allow_tf32": lambda: False,
        # the other entries are those of other devices
        "autocast_state": lambda: {
            "cached_enabled": torch.is_autocast_cache_enabled(), "dtype": [_NUMBERS[torch.get_autocast_dtype("cpu")], 5, 5, 15, 5, 5, 15, 15, 5, 5],
            "enabled": [torch.is_autocast_enabled("cpu")] + [False] * 9,
        },
        "default_dtype": lambda: _NUMBERS[torch.get_default_dtype()],
        "deterministic_algorithms": torch.are_deterministic_algorithms_enabled,
        "deterministic_algorithms_warn_only": torch.is_deterministic_algorithms_warn_only_enabled,
        "grad_mode": torch.is_grad_enabled,
        "num_threads": torch.get_num_threads,
        "torch_function": torch._C._is_torch_function_enabled,
        "torch_function_all_disabled": torch._C._is_torch_function_all_disabled,
    }
    _ORDER = ("grad_mode", "autocast_state", "torch_function", "torch_function_all_disabled", "deterministic_algorithms", "deterministic_algorithms_warn_only", "num_threads", "default_dtype")

    def __init__(self):
        self._state = {name: read() for name, read in self._READ.items()}

    def check(self):
        return not self.reason()

    def reason(self):
        """The names of what has changed, with a blank behind each."""
        changed = [name for name in self._ORDER if self._READ[name]() != self._state[name]]
        return "".join((self._of_autocast() if name == "autocast_state" else name) + " " for name in changed)

    def _of_autocast(self):
        now, then = self._READ["autocast_state"](), self._state["autocast_state"]
        if now["enabled"] != then["enabled"]:
            return "autocast(cpu)_enabled"
        return "autocast(cpu)_dtype" if now["dtype"] != then["dtype"] else "autocast_cached_enabled"

    def __getstate__(self):
        return json.dumps(self._state, separators=(",", ":"))

    def __setstate__(self, state):
        self._state = json.loads(state)


def dict_version(d):
    """A number that changes with the dict; what it holds is compared by identity."""
    return hash((id(d), *((id(k), id(v)) for k, v in d.items())))
