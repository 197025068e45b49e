"""Tensors without data: operators on them give their sizes, strides, dtypes and devices, by what the operators do on the device meta."""

import contextlib
import copy
import dataclasses
import functools
import weakref

import torch
from torch import _C
from torch.utils import _pytree as pytree
from torch._C._dynamo import eval_frame as _c
from torch._functorch import config as _config
from torch._subclasses._dispatch_cache import DispatchCache, DispatchCacheInfo, _BypassDispatchCache, _CacheKeyState, _DispatchCacheKey, cache_key  # noqa: F401
from torch.multiprocessing.reductions import StorageWeakRef
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils.weak import WeakIdKeyDictionary

_aten = torch.ops.aten


class UnsupportedFakeTensorException(RuntimeError):
    def __init__(self, reason=""):
        self.reason = reason
        super().__init__(reason)


class DynamicOutputShapeException(RuntimeError):
    def __init__(self, func=None):
        self.func = func
        super().__init__(func)


class DataDependentOutputException(RuntimeError):
    def __init__(self, func=None):
        self.func = func
        super().__init__(func)


class UnsupportedOperatorException(RuntimeError):
    def __init__(self, func=None):
        self.func = func
        super().__init__(func)


class MetadataMismatchError(RuntimeError):
    pass


_OF_ANY_DEVICE = ("copy", "embedding", "index", "index_put")  # their results are where the first argument is


class FakeTensorDeviceMismatchError(RuntimeError):
    pass


class FakeTensor(torch.Tensor):
    """A tensor of which sizes, strides, dtype and device are known, and nothing else. `constant` is its value where that is known."""

    @staticmethod
    def __new__(cls, fake_mode, elem, device=None, *, constant=None, real_tensor=None):
        if device is None:
            raise TypeError("FakeTensor.__new__() missing required argument: 'device' (or 'fake_device')")
        if elem.device.type != "meta":
            raise AssertionError(f"elem.device.type must be 'meta', got {elem.device.type}")
        device = _numbered(torch.device(device))
        self = torch.Tensor._make_wrapper_subclass(
            cls, elem.shape, strides=elem.stride(), storage_offset=elem.storage_offset(), dtype=elem.dtype, device=device,
            requires_grad=elem.requires_grad)
        self.elem = elem.detach() if elem.requires_grad else elem
        self.fake_mode = fake_mode
        self.fake_device = device
        self.constant = constant
        self.real_tensor = real_tensor
        if constant is not None:
            _constants.add(self)
        return self

    @staticmethod
    def from_tensor(t, fake_mode):
        return fake_mode.from_tensor(t)

    def __repr__(self, *, tensor_contents=None):
        parts = ["...", f"size=({', '.join(map(str, self.shape))}{',' if len(self.shape) == 1 else ''})"]
        if self.fake_device.type != "cpu":
            parts.insert(1, f"device='{self.fake_device}'")
        if self.dtype not in (torch.get_default_dtype(), torch.int64, torch.bool) or self.dtype in (torch.int64, torch.bool):
            parts.append(f"dtype={self.dtype}")
        if self.grad_fn is not None:
            parts.append(f"grad_fn=<{type(self.grad_fn).__name__}>")
        elif self.requires_grad:
            parts.append("requires_grad=True")
        return f"FakeTensor({', '.join(parts)})"

    __str__ = __repr__

    def __bool__(self):
        return bool(self.item())

    def __int__(self):
        return int(self.item())

    def __float__(self):
        return float(self.item())

    def tolist(self):
        if self.dim() == 0:
            return self.item()
        return [elem.item() if self.dim() == 1 else elem.tolist() for elem in self]

    def numpy(self, *, force=False):
        raise RuntimeError(".numpy() is not supported for tensor subclasses.")

    def __array__(self, dtype=None):
        return self.numpy()

    def data_ptr(self):
        return 0

    def untyped_storage(self):
        return self.elem.untyped_storage()

    def __deepcopy__(self, memo):
        made = self.fake_mode._wrap(self.elem.clone(), self.fake_device)
        memo[id(self)] = made.requires_grad_() if self.requires_grad else made
        return made

    def _as_parameter(self, requires_grad):
        """What torch.nn.Parameter gives for the tensor."""
        with _unset():
            return _FakeParameter(self.fake_mode, self.elem, self.fake_device).requires_grad_(requires_grad)

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        mode = _mode_among((args, kwargs))
        with mode:
            return func(*args, **(kwargs or {}))


def _numbered(device):
    """A device with its number: the first one, where no other is current."""
    if device.index is None and device.type not in ("cpu", "meta"):
        interface = getattr(torch, device.type)
        return torch.device(device.type, interface.current_device() if getattr(interface, "is_initialized", bool)() else 0)
    return device


# Parameters are of a class of their own, which looks like the other.
_parameter_text = lambda self, **kwargs: f"Parameter({FakeTensor.__repr__(self)})"
_FakeParameter = type("FakeTensor", (FakeTensor, torch.nn.Parameter), {"__module__": __name__, "__repr__": _parameter_text, "__str__": _parameter_text})


def _mode_among(tree):
    mode = None
    for x in pytree.tree_leaves(tree):
        if isinstance(x, FakeTensor):
            if mode is None:
                mode = x.fake_mode
            elif mode is not x.fake_mode:
                raise AssertionError(f"Mixing fake modes NYI x.fake_mode={x.fake_mode} fake_mode={mode}")
    return mode


# Operators whose results have sizes that depend on data, or of which nothing is known without it.
_COUNTING = {"nonzero", "masked_select", "unique", "_unique2", "unique_dim", "unique_consecutive", "bincount", "argwhere"}
_ON_DATA_ONLY = {"linalg_lstsq", "_ctc_loss", "_pack_padded_sequence"}


_OF_DATA = _COUNTING | {"_local_scalar_dense", "item"}


def _counts(func, name, args, kwargs):
    """Whether the sizes of the results of a call depend on data."""
    if name == "repeat_interleave" and func._overloadname == "Tensor":
        return kwargs.get("output_size", args[1] if len(args) > 1 else None) is None
    return name in _COUNTING or name in _ON_DATA_ONLY


def _is_shaped(tree):
    """Whether a size, or what has sizes, is symbolic or may be."""
    return any(isinstance(x, (_ShapedTensor, torch.SymInt, torch.SymFloat, torch.SymBool)) for x in pytree.tree_leaves(tree))


class _SeenTensor(FakeTensor):
    """What a trace knows of a tensor, for those who look at its graph."""

    fake_mode = property(lambda self: _mode_of_traces())
    fake_device = property(lambda self: self.device)
    constant = real_tensor = grad_fn = None

    def __repr__(self, *, tensor_contents=None):
        return FakeTensor.__repr__(self)

    __str__ = __repr__

    def __reduce_ex__(self, protocol):
        raise NotImplementedError("magneto: a tensor of a trace cannot be saved")


_SeenTensor.__name__ = _SeenTensor.__qualname__ = "FakeTensor"


class _ShapedTensor(FakeTensor):
    """A tensor of a mode whose sizes may be symbolic; each mode with a shape environment has a class of these, which knows it."""

    constant = real_tensor = None
    fake_device = property(lambda self: self.device)
    elem = property(lambda self: self)

    def __repr__(self, *, tensor_contents=None):
        return FakeTensor.__repr__(self)

    __str__ = __repr__

    def __reduce_ex__(self, protocol):
        raise NotImplementedError("magneto: a tensor of symbolic sizes cannot be saved")

    def untyped_storage(self):
        owner = self if self._base is None else self._base
        if "_memory" not in owner.__dict__:
            with _unset():
                owner._memory = torch.empty(0, dtype=self.dtype, device="meta").untyped_storage()
        return owner._memory

    def __deepcopy__(self, memo):
        memo[id(self)] = made = self.clone().detach().requires_grad_(self.requires_grad)
        return made

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        with torch._C.DisableTorchFunctionSubclass():
            if cls.fake_mode.shape_env._ask("use") or active_fake_mode() is not None:
                return func(*args, **(kwargs or {}))
            with cls.fake_mode:
                return func(*args, **(kwargs or {}))


@functools.cache
def _mode_of_traces():
    return FakeTensorMode(allow_non_fake_inputs=True)


class FakeTensorMode(TorchDispatchMode):
    """A block in which operators make tensors without data; with a shape environment their sizes are symbolic, unless they are asked to be static."""

    def __init__(self, *, allow_fallback_kernels=True, allow_non_fake_inputs=False, shape_env=None, static_shapes=None, export=False):
        self.allow_fallback_kernels, self.propagate_real_tensors, self.in_kernel_invocation = allow_fallback_kernels, False, False
        self.allow_non_fake_inputs = allow_non_fake_inputs
        self.shape_env = shape_env
        self.static_shapes = static_shapes if static_shapes is not None else shape_env is None
        self.export = export
        self.cache_enabled = torch._dynamo.config.fake_tensor_cache_enabled
        self.fake_tensor_converter = FakeTensorConverter()
        self._shaped = shape_env and type("FakeTensor", (_ShapedTensor,), {"fake_mode": self, "__module__": __name__})

    @classmethod
    def is_infra_mode(cls):
        return True

    def __enter__(self):
        _C._fake_mode(1)
        return super().__enter__()

    def __exit__(self, *exc_info):
        super().__exit__(*exc_info)
        _C._fake_mode(-1)

    def from_tensor(self, tensor, *, static_shapes=None, source=None, symbolic_context=None, trace=True):
        """What stands for a tensor: the same for each call with it."""
        if isinstance(tensor, FakeTensor):
            if tensor.fake_mode is not self:
                raise AssertionError("Mixing fake modes NYI")
            return tensor
        static = self.static_shapes if static_shapes is None else static_shapes
        return self.fake_tensor_converter.from_real_tensor(
            self, tensor, shape_env=None if static else self.shape_env, source=source, symbolic_context=symbolic_context)

    def _wrap(self, elem, device, constant=None):
        return FakeTensor(self, elem, device, constant=constant)

    def is_our_fake(self, t):
        return isinstance(t, FakeTensor) and t.fake_mode is self

    def _lift(self, tensor, device=None):
        """torch.tensor: its value is known, if it is one number."""
        with _unset():
            return FakeTensor(self, _described(tensor), device or tensor.device, constant=tensor.detach() if tensor.numel() <= 1 else None)

    @staticmethod
    def cache_info():
        """Hits, misses, and what was passed over, of the cache of results."""
        return _cache.info()

    @staticmethod
    def cache_clear():
        """Forgets the results that are kept."""
        _cache.clear()

    def _cache_key(self, state, func, args, kwargs):
        return cache_key(self, func, args, kwargs, FakeTensor)

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if func._schema.name in ("aten::lift_fresh", "aten::lift_fresh_copy") and isinstance(args[0], torch.Tensor) and not isinstance(args[0], FakeTensor):
            return self._lift(args[0])
        leaves = [x for x in pytree.tree_leaves((args, kwargs)) if isinstance(x, torch.Tensor)]
        for x in leaves:
            if isinstance(x, FakeTensor):
                if x.fake_mode is not self:
                    raise AssertionError(f"Mixing fake modes NYI x.fake_mode={x.fake_mode} vs self={self}")
            elif not self.allow_non_fake_inputs and x.device.type != "meta":
                shown = ", ".join(map(_shown, args))
                raise AssertionError("Please convert all Tensors to FakeTensors first or instantiate FakeTensorMode with 'allow_non_fake_inputs'. "
                                     f"Found in {func}({shown})")
        out = self._run(func, args, kwargs, leaves)
        if self.cache_enabled and isinstance(func, torch._ops.OpOverload) and not (self.shape_env is not None and _is_shaped((args, kwargs))):
            _cache.count(self, func, args, kwargs, out, FakeTensor)
        return out

    def _run(self, func, args, kwargs, leaves):
        name = func._schema.name.partition("::")[2]
        masks = [x for x in args[1] if isinstance(x, torch.Tensor) and x.dtype in (torch.bool, torch.uint8)] if name == "index" else []
        if masks and self.shape_env is not None:
            return self._with_symbols(func, args, kwargs)
        if masks:  # they are the places that they have
            places = []
            for x in args[1]:
                places += torch.nonzero(x).unbind(1) if any(x is m for m in masks) else [x]
            return func(args[0], places)
        if name == "_local_scalar_dense" and isinstance(args[0], FakeTensor) and args[0].constant is not None:
            return args[0].constant.item()
        if self.shape_env is not None and (name in _OF_DATA or _is_shaped((args, kwargs)) or name == "repeat_interleave" and _counts(func, name, args, kwargs)):
            return self._with_symbols(func, args, kwargs)
        if name == "_local_scalar_dense":
            raise DataDependentOutputException(func)
        if name in ("equal", "allclose"):
            raise DataDependentOutputException(func)
        if _counts(func, name, args, kwargs):
            raise DynamicOutputShapeException(func)
        device, meta_kwargs = self._device(func, kwargs, leaves)
        meta = lambda x: x.elem if isinstance(x, FakeTensor) else _described(x) if isinstance(x, torch.Tensor) and x.device.type != "meta" else x
        if meta_kwargs.get("device") is not None or not leaves and any(a.name == "device" for a in func._schema.arguments):
            meta_kwargs["device"] = torch.device("meta")
        if not _config.fake_tensor_allow_meta and any(d is not None and torch.device(d).type == "meta" for d in (kwargs.get("device"), device)):
            raise AssertionError("FakeTensorMode: tensors on the device meta are not allowed")
        try:
            out = func(*pytree.tree_map(meta, args), **pytree.tree_map(meta, meta_kwargs))
        except NotImplementedError as e:
            if "Cannot compute the size" in str(e):
                if self.shape_env is not None:
                    return self._placed(self._with_symbols(func, args, kwargs), device)
                raise DynamicOutputShapeException(func) from e
            if "no fake impl or Meta kernel registered" in str(e):
                raise UnsupportedOperatorException(func) from e
            raise
        except RuntimeError as e:
            if "get_ctx() can only be used" in str(e):  # for a size that depends on data
                if self.shape_env is not None:
                    return self._placed(self._with_symbols(func, args, kwargs), device)
                raise DynamicOutputShapeException(func) from e
            worded = _c.reworded(e)
            if worded is e:
                raise
            raise worded from None
        constant = self._constant(func, args, kwargs, leaves, out)
        own = {id(x.elem): x for x in leaves if isinstance(x, FakeTensor)}
        if func._schema.is_mutable:
            return self._written(func, args, kwargs, own, out, device)

        def wrapped(x, value=None):
            if not isinstance(x, torch.Tensor):
                return x
            return own[id(x)] if id(x) in own else self._wrap(x, device, value)

        return pytree.tree_map(wrapped, out) if constant is None else pytree.tree_map(wrapped, out, constant)

    def _with_symbols(self, func, args, kwargs):
        """Calls an operator in the environment of the mode, which makes symbols for sizes."""
        bare = lambda x: x.elem if isinstance(x, FakeTensor) else x
        return self.shape_env._ask("call", self._shaped, func, pytree.tree_map(bare, args), pytree.tree_map(bare, kwargs))

    def _placed(self, out, device):
        """Results of a fake implementation, which has seen arguments on meta, on the device of the call."""
        def place(x):
            if not isinstance(x, torch.Tensor) or x.device.type != "meta" or device is None:
                return x
            return self.shape_env._ask("tensor", self._shaped, tuple(x.shape), tuple(x.stride()), x.storage_offset(), x.dtype, torch.device(device))

        return pytree.tree_map(place, out)

    def _device(self, func, kwargs, leaves):
        """The device of the results, and the keyword arguments for the call on meta tensors."""
        given = kwargs.get("device")
        if given is not None:
            return torch.device(given), dict(kwargs)
        name = func._schema.name.removeprefix("aten::") if isinstance(func, torch._ops.OpOverload) else ""
        if leaves and (name in _OF_ANY_DEVICE or name.endswith("_") and not name.startswith("_foreach")):
            return leaves[0].fake_device if isinstance(leaves[0], FakeTensor) else leaves[0].device, dict(kwargs)
        common, scalar = None, True
        for x in leaves:
            device = x.fake_device if isinstance(x, FakeTensor) else x.device
            if common is None or scalar and x.dim() > 0 and common.type == "cpu":
                common, scalar = device, x.dim() == 0
            elif device != common:
                if x.dim() == 0 and device.type == "cpu":
                    continue
                raise FakeTensorDeviceMismatchError(
                    f"Expected all tensors to be on the same device, but found at least two devices, {common} and {device}!")
            else:
                scalar = scalar and x.dim() == 0
        return common or torch.get_default_device(), dict(kwargs)

    def _constant(self, func, args, kwargs, leaves, out):
        """The value of a result of known numbers; what is written to is changed in the memory that is known, if all that is written is."""
        fakes = [x for x in leaves if isinstance(x, FakeTensor)]
        known = len(fakes) == len(leaves) and all(x.constant is not None for x in fakes)
        factory = any(a.name == "pin_memory" for a in func._schema.arguments)
        if not known or factory or torch.Tag.nondeterministic_seeded in func.tags or func._schema.name in _RESIZING:
            if func._schema.is_mutable:
                for argument, x in [*zip(func._schema.arguments, args), *((a, kwargs.get(a.name)) for a in func._schema.arguments)]:
                    if argument.alias_info is not None and argument.alias_info.is_write:
                        for leaf in pytree.tree_leaves(x):
                            if isinstance(leaf, FakeTensor):
                                _constants.forget(leaf)
            return None
        value = lambda x: x.constant if isinstance(x, FakeTensor) else x
        with _unset():
            made = func(*pytree.tree_map(value, args), **pytree.tree_map(value, kwargs))
        results = pytree.tree_leaves(made)
        if results and all(isinstance(x, torch.Tensor) for x in results) and sum(x.numel() for x in results) <= 1:
            return made
        for x in pytree.tree_leaves(made):
            if isinstance(x, torch.Tensor):  # what shares memory with this could be written to unseen
                _constants.forget_memory(x)
        return None

    def _written(self, func, args, kwargs, own, out, device):
        """What an operator returns that writes to its arguments: these, with the sizes that it gave them."""
        if torch.Tag.inplace_view in func.tags:
            with torch._C._DisableTorchDispatch():
                func(*args, **kwargs)
        else:
            for x in own.values():
                if x.shape != x.elem.shape:  # a result that was given and had no elements
                    with torch._C._DisableTorchDispatch():
                        x.resize_(x.elem.shape)
        return pytree.tree_map(lambda x: own[id(x)] if id(x) in own else self._wrap(x, device) if isinstance(x, torch.Tensor) else x, out)


class _Constants:
    """The tensors whose value is known, by the memory of the values: where that is written to by something unknown, none of them is known any more."""

    def __init__(self):
        self._by_memory = {}

    def add(self, fake):
        of = self._by_memory.setdefault(fake.constant.untyped_storage()._cdata, [])
        of[:] = [r for r in of if r() is not None and r().constant is not None]
        of.append(weakref.ref(fake))

    def forget(self, fake):
        if fake.constant is not None:
            self.forget_memory(fake.constant)

    def forget_memory(self, constant):
        for r in self._by_memory.pop(constant.untyped_storage()._cdata, ()):
            if r() is not None:
                r().constant = None


_constants = _Constants()
_RESIZING = ("aten::resize_", "aten::resize_as_", "aten::set_")
_like_tensor_constructors = tuple(getattr(getattr(_aten, name), overload) for name, overload in (
    (name, overload) for name in ("empty_like", "full_like", "ones_like", "rand_like", "randint_like", "randn_like", "zeros_like") for overload in getattr(_aten, name).overloads()))
_cache = DispatchCache()


@dataclasses.dataclass
class TensorMetadata:
    """What is known of a tensor without its data."""

    dtype: torch.dtype
    shape: tuple
    stride: tuple
    device: torch.device
    layout: torch.layout
    memory_format: object
    storage_offset: int
    storage_bytes: object
    requires_grad: bool
    is_quantized: bool
    is_conj: bool
    is_neg: bool
    is_inference: bool
    is_sparse: bool
    is_coalesced: object = None
    dense_dim: object = None
    sparse_dim: object = None


def extract_tensor_metadata(t):
    """The description of a tensor."""
    plain = t.layout == torch.strided
    memory_format = next((f for f in (torch.contiguous_format, torch.channels_last, torch.channels_last_3d)
                          if plain and (f == torch.contiguous_format or t.dim() == (4 if f == torch.channels_last else 5)) and t.is_contiguous(memory_format=f)), None)
    sparse = t.layout == torch.sparse_coo
    return TensorMetadata(
        t.dtype, t.shape, t.stride() if plain else (), t.device, t.layout, memory_format, t.storage_offset() if plain else 0,
        t.untyped_storage().nbytes() if plain and not isinstance(t, FakeTensor) else None, t.requires_grad, t.is_quantized, plain and t.is_conj(), plain and t.is_neg(),
        t.is_inference(), sparse, t.is_coalesced() if sparse else None, t.dense_dim() if sparse else None, t.sparse_dim() if sparse else None)


def _shown(argument):
    """An argument in a message."""
    if isinstance(argument, (list, tuple)):
        opened, closed = "[]" if isinstance(argument, list) else "()"
        return opened + ", ".join(map(_shown, argument)) + closed
    if isinstance(argument, (FakeTensor, torch.nn.Parameter)) or not isinstance(argument, torch.Tensor):
        return repr(argument)
    return f"tensor([...], size={tuple(argument.shape)})"


def _described(tensor):
    """A tensor with the geometry of another on the device meta."""
    sizes, strides, offset = tuple(tensor.shape), tuple(tensor.stride()), tensor.storage_offset()
    if not offset:
        return torch.empty_strided(sizes, strides, dtype=tensor.dtype, device="meta")
    memory = torch.empty(tensor.untyped_storage().nbytes() // tensor.element_size(), dtype=tensor.dtype, device="meta")
    return memory.as_strided(sizes, strides, offset)


@contextlib.contextmanager
def _unset():
    """Outside of all modes."""
    from torch.utils._python_dispatch import _disable_current_modes

    with _disable_current_modes():
        yield


@contextlib.contextmanager
def unset_fake_temporarily():
    """Outside of the innermost FakeTensorMode, which is given."""
    stack = [_C._pop_dispatch_mode() for _ in range(_C._len_torch_dispatch_stack())]
    taken = next((m for m in stack if isinstance(m, FakeTensorMode)), None)
    rest = [m for m in stack if m is not taken]
    for m in reversed(rest):
        _C._push_dispatch_mode(m)
    try:
        yield taken
    finally:
        for _ in rest:
            _C._pop_dispatch_mode()
        for m in reversed(stack):
            _C._push_dispatch_mode(m)


def active_fake_mode():
    stack = [_C._pop_dispatch_mode() for _ in range(_C._len_torch_dispatch_stack())]
    for m in reversed(stack):
        _C._push_dispatch_mode(m)
    return next((m for m in stack if isinstance(m, FakeTensorMode)), None)


class FakeCopyMode(TorchFunctionMode):
    """copy.deepcopy of modules gives modules of tensors without data; inside of the block of tensors, too."""

    def __init__(self, fake_mode):
        self.fake_mode = fake_mode

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if func is torch.Tensor.clone:
            return func(self.fake_mode.from_tensor(args[0], static_shapes=True), **kwargs)
        if func is torch.Tensor.__deepcopy__:
            tensor, memo = args
            if id(tensor) not in memo:
                memo[id(tensor)] = self.fake_mode.from_tensor(tensor, static_shapes=True)
            return memo[id(tensor)]
        with torch._C.DisableTorchFunctionSubclass():
            return func(*args, **kwargs)

    def copied(self, obj):
        memo = {}
        if isinstance(obj, torch.nn.Module):
            for t in (*obj.parameters(), *obj.buffers()):
                memo[id(t)] = self.fake_mode.from_tensor(t, static_shapes=True)
        return copy.deepcopy(obj, memo)


class FakeTensorConverter:
    """Tensors of a mode for tensors: the same for the same, on shared memory where theirs is."""

    def __init__(self, *, copy_data=False, export=False):
        self.tensor_memo = WeakIdKeyDictionary()
        self._unknown = 0  # tensors that nobody has named
        self._memory = {}  # on meta, by the number of the storage that it stands for

    def from_real_tensor(self, fake_mode, t, make_constant=False, shape_env=None, *, source=None, symbolic_context=None, trace=True):
        known = self.tensor_memo.get(t)
        if known is not None:
            return known
        if shape_env is not None and source is None:
            from torch._dynamo.source import ConstantSource

            source, self._unknown = ConstantSource(f"__meta_utils_unknown_tensor{self._unknown}"), self._unknown + 1
        base = self._base_of(fake_mode, t, shape_env, source)
        with _unset():
            if shape_env is not None:
                sizes = shape_env.create_symbolic_sizes_strides_storage_offset(t, source, symbolic_context=symbolic_context)
            else:
                sizes = t.shape, t.stride() if t.layout == torch.strided else (), t.storage_offset() if t.layout == torch.strided else 0
            if base is not None:
                with fake_mode, torch.set_grad_enabled(t.requires_grad and not t.is_leaf):
                    fake = base.as_strided(*sizes)
            elif shape_env is not None:
                fake = shape_env._ask("tensor", fake_mode._shaped, *sizes, t.dtype, t.device)
            else:
                fake = (_FakeParameter if isinstance(t, torch.nn.Parameter) else FakeTensor)(
                    fake_mode, self._described(t), t.device, constant=t if make_constant else None)
            if t.requires_grad and t.is_leaf:
                fake.requires_grad_()
            elif t.requires_grad and fake.grad_fn is None:
                with torch.enable_grad():
                    made = fake.detach().requires_grad_()
                    fake = made.view(made.shape) if t._is_view() else made.clone()
        self.tensor_memo[t] = fake
        if t.is_leaf and t.grad is not None:
            fake.grad = fake_mode.from_tensor(t.grad)
        return fake

    def _base_of(self, fake_mode, t, shape_env, source):
        """What stands for the tensor that t is a view of; None if it is none, or is of another type."""
        base = t._base
        if base is None or isinstance(t, torch.nn.Parameter) or type(base) not in (torch.Tensor, torch.nn.Parameter) or base.dtype != t.dtype or base.layout != torch.strided or t.layout != torch.strided:
            return None
        if t.is_conj() != base.is_conj() or t.is_neg() != base.is_neg() or base.device.type == "meta":
            return None
        known = self.tensor_memo.get(base)
        if known is not None:
            return known
        from torch._dynamo.source import AttrSource

        return self.from_real_tensor(fake_mode, base, shape_env=shape_env, source=source and AttrSource(source, "_base"))

    def from_meta_and_device(self, fake_mode, t, device, pytype=None, dispatch_keys=None):
        """What stands on a device for a tensor on meta."""
        assert t.device.type == "meta", f"tensor's device must be `meta`, got {t.device.type} instead"
        if t not in self.tensor_memo:
            self.tensor_memo[t] = FakeTensor(fake_mode, t, device)
        return self.tensor_memo[t]

    def _described(self, t):
        if t.layout != torch.strided or not torch._C._has_storage(t) or t.device.type == "meta" or t.is_conj() or t.is_neg():
            return _described(t)
        storage = t.untyped_storage()
        known, memory = self._memory.get(storage._cdata, (None, None))
        if known is None or known.expired() or memory.dtype != t.dtype:
            memory = torch.empty(storage.nbytes() // t.element_size(), dtype=t.dtype, device="meta")
            self._memory[storage._cdata] = StorageWeakRef(storage), memory
        return memory.as_strided(t.shape, t.stride(), t.storage_offset())


def is_fake(x):
    return isinstance(x, FakeTensor)


def maybe_get_fake_mode(t):
    return t.fake_mode if isinstance(t, FakeTensor) else None


def get_plain_tensors(subclass, *, out):
    """Appends the plain tensors inside of a tensor that is made of others."""
    if not hasattr(type(subclass), "__tensor_flatten__"):
        out.append(subclass)
        return out
    for name in subclass.__tensor_flatten__()[0]:
        get_plain_tensors(getattr(subclass, name), out=out)
    return out
