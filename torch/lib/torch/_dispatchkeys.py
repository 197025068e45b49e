"""Dispatch keys as torch._C has them: what of the dispatcher of PyTorch scripts look at. Their numbers are PyTorch's."""

import contextlib
import enum

import torch

_BACKENDS = "CPU CUDA HIP XLA MPS IPU XPU HPU VE Lazy MTIA MAIA PrivateUse1 PrivateUse2 PrivateUse3 Meta".split()
_SINGLE = """Undefined=0 Dense=1 Quantized=5 Sparse=8 SparseCsr=9 NestedTensor=10 BackendSelect=11 Python=13 FuncTorchDynamicLayerBackMode=14 Functionalize=15 Conjugate=16
    Negative=17 ZeroTensor=18 ADInplaceOrView=19 AutogradOther=20 AutogradFunctionality=21 AutogradNestedTensor=22 AutocastCPU=24 AutocastMTIA=25 AutocastMAIA=26 AutocastXPU=27
    AutocastIPU=28 AutocastHPU=29 AutocastXLA=30 AutocastMPS=31 AutocastCUDA=32 AutocastPrivateUse1=33 FuncTorchBatched=34 FuncTorchVmapMode=36 FuncTorchGradWrapper=39
    PythonTLSSnapshot=41 FuncTorchDynamicLayerFrontMode=42 PreDispatch=45 PythonDispatcher=46"""
_FUNCTIONALITIES = [("Dense", ""), ("Quantized", "Quantized"), ("Sparse", "Sparse"), ("SparseCsr", "SparseCsr"), ("NestedTensor", "NestedTensor"), ("AutogradFunctionality", "Autograd")]
_ALIASES = """Autograd CompositeImplicitAutograd FuncTorchBatchedDecomposition CompositeImplicitAutogradNestedTensor CompositeExplicitAutograd
    CompositeExplicitAutogradNonFunctional""".split()


def _numbers():
    """The names of keys with their numbers: single ones, each functionality on each backend between its bounds, and aliases."""
    numbers = {name: int(n) for name, n in (word.split("=") for word in _SINGLE.split())}
    at = 48
    for functionality, prefix in _FUNCTIONALITIES:
        numbers[f"StartOf{functionality}Backends"] = at
        for i, backend in enumerate(_BACKENDS, 1):
            numbers[prefix + backend] = at + i
        numbers[f"EndOf{functionality}Backends"] = at + len(_BACKENDS)
        at += len(_BACKENDS) + 1
    numbers.update((name, at + i) for i, name in enumerate(_ALIASES))
    return numbers


DispatchKey = enum.Enum("DispatchKey", _numbers())
DispatchKey.__str__ = lambda self: f"DispatchKey.{self.name}"
DispatchKey.__int__ = lambda self: self.value
DispatchKey.__index__ = DispatchKey.__int__


def _place(key):
    """Where a key is in the order of a set: by what it does, then by its backend."""
    functionality = _to_functionality_key(key)
    return functionality.value, key.value


class DispatchKeySet:
    """A set of dispatch keys."""

    def __init__(self, *keys):
        found = frozenset(k for key in keys for k in (key._keys if isinstance(key, DispatchKeySet) else [key]))
        self._keys = frozenset(k for k in found if k.name not in _ALIASES and k is not DispatchKey.Undefined)

    @staticmethod
    def from_raw_repr(raw):
        """The set of what raw_repr gives: backends in the low bits, above them what is done with each."""
        backends = [b for i, b in enumerate(_BACKENDS) if raw >> i & 1]
        keys = []
        for value in range(64 - len(_BACKENDS)):
            if raw >> (len(_BACKENDS) + value) & 1:
                key = DispatchKey(value + 1)
                prefix = dict(_FUNCTIONALITIES).get(key.name)
                keys += [key] if prefix is None else [DispatchKey[prefix + b] for b in backends]
        return DispatchKeySet(*keys)

    def raw_repr(self):
        raw = 0
        for key in self._keys:
            functionality = _to_functionality_key(key)
            raw |= 1 << (len(_BACKENDS) + functionality.value - 1)
            if functionality is not key:
                raw |= 1 << _BACKENDS.index(key.name[len(dict(_FUNCTIONALITIES)[functionality.name]):])
        return raw

    def has(self, key):
        """Whether a key is in the set, or one of its functionality is; aliases are in all sets."""
        key = _parsed(key)
        if key.name in _ALIASES or key is DispatchKey.Undefined:
            return True
        return key in self._keys or any(_to_functionality_key(k) is key for k in self._keys)

    def add(self, key):
        return DispatchKeySet(self, key)

    def remove(self, key):
        return DispatchKeySet(*(self._keys - {key}))

    def __or__(self, other):
        return DispatchKeySet(self, other)

    def __and__(self, other):
        return DispatchKeySet(*(self._keys & other._keys))

    def __sub__(self, other):
        return DispatchKeySet(*(self._keys - other._keys))

    def __eq__(self, other):
        return isinstance(other, DispatchKeySet) and self._keys == other._keys

    def __hash__(self):
        return hash(self._keys)

    def __iter__(self):
        return iter(sorted(self._keys, key=_place))

    def highestPriorityTypeId(self):
        return max(self._keys, key=_place, default=DispatchKey.Undefined)

    def __repr__(self):
        return f"DispatchKeySet({', '.join(k.name for k in self)})"


def _parsed(key):
    if not isinstance(key, str):
        return key
    if key not in DispatchKey.__members__ or key.startswith(("StartOf", "EndOf")):
        raise RuntimeError(f"could not parse dispatch key: {key}")
    return DispatchKey[key]


def _to_functionality_key(key):
    """What a key of one backend does on it; other keys are what they do."""
    for functionality, prefix in _FUNCTIONALITIES:
        first = DispatchKey[f"StartOf{functionality}Backends"].value
        if first < key.value <= first + len(_BACKENDS):
            return DispatchKey[functionality]
    return key


def _functionality_to_backend_keys(key):
    prefix = dict(_FUNCTIONALITIES).get(key.name)
    return [key] if prefix is None else [DispatchKey[prefix + backend] for backend in _BACKENDS]


def _set(*names):
    return DispatchKeySet(*(DispatchKey[n] for n in names))


_AUTOCAST = [n for n in DispatchKey.__members__ if n.startswith("Autocast")]
_LAYOUTS = {torch.sparse_coo: "Sparse", torch.sparse_csr: "SparseCsr", torch.sparse_csc: "SparseCsr", torch.sparse_bsr: "SparseCsr", torch.sparse_bsc: "SparseCsr"}
_excluded, _included = set(), set()


def _dispatch_keys(tensor):
    """The keys that a tensor asks for."""
    return _keys_of(tensor, type(tensor))


def _keys_of(tensor, cls):
    """The keys of a tensor as one of a class."""
    backend = {"meta": "Meta", "cuda": "CUDA"}.get(tensor.device.type, "CPU")
    names = [_LAYOUTS.get(tensor.layout, "") + backend]
    layout = tensor.layout is not torch.strided
    if not layout and tensor.is_conj():
        names.append("Conjugate")
    if not layout and tensor.is_neg():
        names.append("Negative")
    if _answers_operators(cls) and not layout:
        names += ["Python", "PythonTLSSnapshot"]
    if not tensor.is_inference():
        names += ["ADInplaceOrView", "Autograd" + backend]
    if backend != "Meta":
        names.append("Autocast" + backend)
    return _set(*names)


def _dispatch_key_set(tensor):
    return repr(_dispatch_keys(tensor))


def _dispatch_isTensorSubclassLike(tensor):
    """Whether the class of a tensor answers operators."""
    return _answers_operators(type(tensor))


def _answers_operators(kind):
    for cls in kind.__mro__:
        if cls is torch.Tensor:
            return False
        if "__torch_dispatch__" in cls.__dict__:
            return cls.__dict__["__torch_dispatch__"] is not torch._C._disabled_torch_dispatch_impl
    return False


def _dispatch_tls_local_include_set():
    names = ["BackendSelect"]
    if not torch.is_inference_mode_enabled():
        names.append("ADInplaceOrView")
    if torch._C._len_torch_dispatch_stack():
        names += ["Python", "PythonTLSSnapshot"]
    return _set(*names) | DispatchKeySet(*_included)


def _dispatch_tls_local_exclude_set():
    names = [n for n in _AUTOCAST if not torch.is_autocast_enabled(n[len("Autocast"):].lower() if n in ("AutocastCPU", "AutocastCUDA") else "xpu")]
    if torch.is_inference_mode_enabled():
        names += ["AutogradOther", "AutogradNestedTensor"]
    return _set(*names) | DispatchKeySet(*_excluded)


def _dispatch_tls_is_dispatch_key_excluded(key):
    return _dispatch_tls_local_exclude_set().has(key)


def _dispatch_tls_is_dispatch_key_included(key):
    return _dispatch_tls_local_include_set().has(key)


def _setter(keys):
    def set_key(key, on):
        (keys.add if on else keys.discard)(key)

    return set_key


_dispatch_tls_set_dispatch_key_excluded, _dispatch_tls_set_dispatch_key_included = _setter(_excluded), _setter(_included)


class _Guard:
    """A block in which keys are left out, or asked for. Which of them are is told; what operators do follows from modes and classes alone."""

    def __init__(self, keyset):
        self.keyset = keyset if isinstance(keyset, DispatchKeySet) else DispatchKeySet(keyset)

    def __enter__(self):
        self._new = set(self.keyset) - self._keys
        self._keys |= self._new
        return self

    def __exit__(self, *exc_info):
        self._keys -= self._new


class _ExcludeDispatchKeyGuard(_Guard):
    _keys = _excluded


class _IncludeDispatchKeyGuard(_Guard):
    _keys = _included


@contextlib.contextmanager
def _ForceDispatchKeyGuard(include=None, exclude=None):
    with _IncludeDispatchKeyGuard(include or DispatchKeySet()), _ExcludeDispatchKeyGuard(exclude or DispatchKeySet()):
        yield


@contextlib.contextmanager
def _PreserveDispatchKeyGuard():
    kept = set(_excluded), set(_included)
    try:
        yield
    finally:
        for keys, before in zip((_excluded, _included), kept):
            keys.clear()
            keys.update(before)


def _parse_dispatch_key(name):
    return DispatchKey.__members__.get(name)


def _dispatch_key_name(key):
    return key.name


def _dispatch_key_parse(name):
    if name not in DispatchKey.__members__:
        raise RuntimeError(f"could not parse dispatch key: {name}")
    return DispatchKey[name]


def _dispatch_key_for_device(device_type):
    return {"cpu": "CPU", "cuda": "CUDA", "meta": "Meta", "mps": "MPS", "xpu": "XPU", "privateuseone": "PrivateUse1"}[device_type]


def _dispatch_is_alias_key(key):
    return key.name in _ALIASES


def _dispatch_is_included_in_alias(key, alias):
    """Whether a kernel of the alias serves a key."""
    if alias.name not in _ALIASES:
        return key is alias
    functionality = _to_functionality_key(key)
    if alias.name in ("Autograd", "CompositeImplicitAutograd") and (functionality.name == "AutogradFunctionality" or key.name in ("AutogradOther", "AutogradNestedTensor")):
        return True
    return alias.name.startswith("Composite") and functionality.name in ("Dense", "Quantized", "Sparse", "SparseCsr", "NestedTensor")


def _dispatch_get_backend_keyset_from_autograd(key):
    return _set(key.name.removeprefix("Autograd"))


def _dispatch_has_backend_fallback(key):
    return key.name in ("Python", "Functionalize", "Conjugate", "Negative", "ZeroTensor", "ADInplaceOrView", "AutogradOther", "AutogradCPU", "BackendSelect", "FuncTorchBatched")


def _overload(name):
    """The overload of torch.ops that a qualified name means, or None."""
    space, _, rest = name.partition("::")
    operator, _, overload = rest.partition(".")
    try:
        return getattr(getattr(getattr(torch.ops, space), operator), overload or "default")
    except (AttributeError, RuntimeError, NotImplementedError):
        return None


def _dispatch_has_kernel(name):
    return _overload(name) is not None


def _kernels_of_script(name):
    """The dispatch keys that an operator of a script has kernels for; None for operators of PyTorch."""
    from torch._library.custom_ops import _ANY
    from torch._library.operator import operators

    if (op := operators.get(name.removesuffix(".default"))) is None:
        return None
    if op.definition is None:
        return set(op.kernels)
    devices = {"CompositeExplicitAutograd" if device == _ANY else device.upper() for device in op.definition._backends}
    return devices | (op.kernels.keys() - {"CPU"}) | {"Autograd", "Meta"}


def _dispatch_has_kernel_for_dispatch_key(name, key):
    if (keys := _kernels_of_script(name)) is not None:
        return (key if isinstance(key, str) else key.name) in keys
    op = _overload(name)
    if op is None:
        raise RuntimeError(f"operator {name} does not exist")
    return op.has_kernel_for_dispatch_key(key)


def _dispatch_has_computed_kernel_for_dispatch_key(name, key):
    """Whether a call by a key finds a kernel, if only one of an alias."""
    if (keys := _kernels_of_script(name)) is not None:
        given = key if isinstance(key, str) else key.name
        fallback = given == "Meta" or given.startswith("Autograd")
        return fallback or bool(keys & {given, "CompositeImplicitAutograd", "CompositeExplicitAutograd"})
    op = _overload(name)
    if op is None:
        raise RuntimeError(f"operator {name} does not exist")
    name = key if isinstance(key, str) else key.name
    return any(op.has_kernel_for_dispatch_key(k) for k in (name, "CompositeImplicitAutograd")) or name == "CPU" and op.has_kernel_for_dispatch_key("CompositeExplicitAutograd")


def _dispatch_get_all_op_names():
    """The names of the operators of aten."""
    schemas = [schema for schema in torch._C._jit_get_all_schemas() if schema.name.startswith("aten::")]
    names = [schema.name + (f".{schema.overload_name}" if schema.overload_name else "") for schema in schemas]
    return [name for name in names if _overload(name) is not None]


def _dispatch_get_registrations_for_dispatch_key(key=""):
    return [name for name in _dispatch_get_all_op_names() if not key or hasattr(op := _overload(name), "has_kernel_for_dispatch_key") and op.has_kernel_for_dispatch_key(key)]


def _get_schema(name, overload=""):
    op = _overload(f"{name}.{overload}" if overload else name)
    if op is None:
        raise RuntimeError(f"Could not find schema for {name}.{overload}")
    return op._schema


def _dispatch_num_backends():
    return len(_BACKENDS)


def _dispatch_has_kernel_for_any_dispatch_key(name, keys):
    return any(torch._C._dispatch_has_kernel_for_dispatch_key(name, key) for key in keys._keys)


class _DispatchOperatorHandle:
    """An operator that has been found by its name."""

    def __init__(self, schema):
        self.schema = schema


def _dispatch_find_schema_or_throw(name, overload):
    try:
        return _DispatchOperatorHandle(torch._C._get_schema(name, overload))
    except RuntimeError:
        raise RuntimeError(f"Could not find schema for {name}.{overload}") from None
