"""Operators of scripts: definitions, kernels, and what transforms and compilers ask of them."""
import contextlib
import enum
import gc
import inspect
import re
import sys
import weakref

import torch
from torch import _C
from torch._library import fake_impl, utils
from torch._library.custom_ops import CustomOpDef, custom_op, get_opdef
from torch._library.infer_schema import infer_schema
from torch._library.operator import Operator, _written, find, operators, when_defined

__all__ = ["Library", "impl", "define", "fallthrough_kernel", "impl_abstract", "register_autocast", "register_fake", "register_torch_dispatch",
           "register_vmap", "get_ctx", "get_kernel", "custom_op", "triton_op", "wrap_triton", "infer_schema"]

custom_op.__module__ = infer_schema.__module__ = __name__

_reserved_namespaces = ["prim"]
_definitions = {"aten": "./build/aten/src/ATen/RegisterSchema.cpp:6"}  # namespace: where a Library of kind DEF was made
_NAMELESS = re.compile(r"\(.*\) -> .*")


class EffectType(enum.Enum):
    ORDERED = "Ordered"


def fallthrough_kernel():
    """Stands for the absence of a kernel, in Library.impl."""
    raise NotImplementedError("fallthrough_kernel() should never be called.")


def _caller():
    frame = sys._getframe(2)
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


# Keys that no call of one of PyTorch's operators reaches: there are no such tensors, or a kernel of the CPU comes before.
_UNREACHED = ("ZeroTensor", "CUDA", "XPU", "MPS", "HPU", "XLA", "AutogradCUDA", "AutocastCUDA", "CompositeImplicitAutograd")


# What is defined and has kernels at present: "namespace::name.overload" and "namespace/name.overload/key".
_defs, _impls = set(), set()


def _gone(ns):
    """Whether nothing holds the handle any more that made the namespace; then what it did is taken back."""
    _, handle, undo = _definitions[ns]
    if handle() is not None:
        gc.collect()
    if handle() is not None:
        return False
    for step in reversed(undo):
        step()
    return True


class Library:
    """A handle on the operators of a namespace. kind "DEF" makes the namespace, "FRAGMENT" adds to it, "IMPL" gives kernels to
    operators that exist."""

    def __init__(self, ns, kind, dispatch_key=""):
        if kind not in ("IMPL", "DEF", "FRAGMENT"):
            raise ValueError(f"Unsupported kind: {kind}")
        if ns in _reserved_namespaces and kind in ("DEF", "FRAGMENT"):
            raise ValueError(f"{ns} is a reserved namespace. Please try creating a library with another name.")
        self._where = _caller()
        if kind == "DEF":
            if ns in _definitions and not _gone(ns):
                raise RuntimeError(
                    f"Only a single TORCH_LIBRARY can be used to register the namespace {ns}; please put all of your definitions in a single "
                    "TORCH_LIBRARY block.  If you were trying to specify implementations, consider using TORCH_LIBRARY_IMPL (which can be duplicated).  "
                    "If you really intended to define operators for a single namespace in a distributed way, you can use TORCH_LIBRARY_FRAGMENT to "
                    f"explicitly indicate this.  Previous registration of TORCH_LIBRARY was registered at {_definitions[ns][0]}; latest registration was "
                    f"registered at {self._where}")
        self.ns, self.kind, self.dispatch_key = ns, kind, dispatch_key
        self._op_defs, self._undo = set(), []
        if kind == "DEF":
            _definitions[ns] = self._where, weakref.ref(self), self._undo
        self._op_impls, self._listed = set(), set()

    def __repr__(self):
        return f"Library(kind={self.kind}, ns={self.ns}, dispatch_key={self.dispatch_key})>"

    def define(self, schema, alias_analysis="", *, tags=()):
        """Defines an operator: "name(Tensor x) -> Tensor". Gives its name."""
        if alias_analysis not in ("", "FROM_SCHEMA", "CONSERVATIVE"):
            raise RuntimeError(f"Invalid alias_analysis type {alias_analysis}")
        if self.kind == "IMPL":
            raise RuntimeError(f'def("{schema.partition("(")[0].strip()}"): Cannot define an operator inside of a TORCH_LIBRARY_IMPL block.  All def()s should be placed in '
                               f"the (unique) TORCH_LIBRARY block for their namespace.  (Error occurred while processing TORCH_LIBRARY_IMPL block at {self._where})")
        torch._C.parse_schema(_written(schema))  # says what is wrong with it
        name = schema[:schema.index("(")].strip()
        given, sep, _ = name.partition("::")
        if sep and given != self.ns:
            raise RuntimeError(
                f"Explicitly provided namespace ({given}) in schema string does not match namespace of enclosing TORCH_LIBRARY block ({self.ns}).  Move "
                "this definition to the (unique) TORCH_LIBRARY block corresponding to this namespace (and consider deleting the namespace from your "
                f"schema string.)  (Error occurred while processing TORCH_LIBRARY block at {self._where})")
        text = schema if sep else f"{self.ns}::{schema}"
        full = text[:text.index("(")].strip()
        if full in operators:
            raise RuntimeError(
                f"Tried to register an operator ({text}) with the same name and overload name multiple times. Each overload's schema should only be "
                f"registered with a single call to def(). Duplicate registration: registered at {self._where}. Original registration: registered at "
                f"{self._where}")
        op = Operator(text, (tags,) if isinstance(tags, torch.Tag) else tuple(tags))
        self._op_defs.add(full)
        _defs.add(full)
        self._undo.append(op.undefine)
        return full.partition("::")[2]

    def _resolve(self, op_name, call):
        """The qualified name of what impl and its kin are given."""
        if isinstance(op_name, str):
            name = op_name
        elif hasattr(op_name, "_schema"):
            name = op_name._schema.name + (f".{op_name._schema.overload_name}" if op_name._schema.overload_name else "")
        elif hasattr(op_name, "_qualified_op_name"):
            name = op_name._qualified_op_name
        else:
            raise RuntimeError(f"{call} should be passed either a name or an OpOverload object as the first argument")
        given, sep, rest = name.partition("::")
        if sep and given != self.ns:
            raise RuntimeError(
                f'impl("{name}", ...): Explicitly provided namespace ({given}) in operator name does not match namespace of enclosing TORCH_LIBRARY block '
                f"({self.ns}).  Move this definition to the TORCH_LIBRARY block corresponding to this namespace (and consider deleting the namespace from "
                f"your schema string.)  (Error occurred while processing TORCH_LIBRARY block at {self._where})")
        return f"{self.ns}::{(rest if sep else name).removesuffix('.default')}"

    def impl(self, op_name, fn, dispatch_key="", *, with_keyset=False, allow_override=True):
        """Gives an operator a kernel for a dispatch key, "CompositeImplicitAutograd" if none is named."""
        if not callable(fn):
            raise TypeError(f"Input function is required to be a callable but found type {type(fn)}")
        key = dispatch_key or self.dispatch_key or "CompositeImplicitAutograd"
        if key not in torch._C.DispatchKey.__members__:
            raise RuntimeError(f"could not parse dispatch key: {key}")
        if self.kind == "IMPL" and self.dispatch_key and dispatch_key and dispatch_key != self.dispatch_key:
            raise RuntimeError(f"Explicitly provided dispatch key ({dispatch_key}) is inconsistent with the dispatch key of the enclosing TORCH_LIBRARY_IMPL block ({self.dispatch_key}).  Please declare a separate TORCH_LIBRARY_IMPL block for this dispatch key and move your impl() there.  (Error occurred while processing TORCH_LIBRARY_IMPL block at {self._where})")
        name = self._resolve(op_name, "impl()")
        if (name, key) in self._op_impls and not allow_override:
            raise RuntimeError(f"This is not allowed since there's already a kernel registered from python overriding {name.partition('::')[2]}'s behavior "
                               f"for {key} dispatch key and {self.ns} namespace.")
        self._op_impls.add((name, key))
        self._listed.add(f"{name.replace('::', '/')}/{dispatch_key or self.dispatch_key}")
        _impls.update(self._listed)
        if fn is fallthrough_kernel:
            return
        if self.ns == "aten" and name not in operators:
            self._override(name, fn, key)
            return

        def register(op):
            if key == "Meta" and op.is_composite:
                raise RuntimeError(
                    f"We should not register a meta kernel directly to the operator '{name.partition('::')[2]}', because it has a CompositeImplicitAutograd "
                    "kernel in core. Instead we should let the operator decompose, and ensure that we have meta kernels for the base ops that it "
                    "decomposes into.")
            op.register_kernel(key, fn, with_keyset)
            self._undo.append(lambda: op.kernels.pop(key, None))

        when_defined(name, register)

    def _override(self, name, fn, key):
        """A kernel in place of one of PyTorch's own."""
        if key in _UNREACHED:
            return
        if key not in ("CPU", "CompositeExplicitAutograd", "Autograd", "AutogradCPU"):
            raise NotImplementedError(f"magneto: a kernel of {name} for the dispatch key {key}")
        overload, above = utils.lookup_op(name), key.startswith("Autograd")
        _C._override_kernel(overload, fn, above)
        self._undo.append(lambda: _C._override_kernel(overload, None, above))

    def fallback(self, fn, dispatch_key="", *, with_keyset=False):
        if self.ns != "_":
            raise RuntimeError(f'Fallback can only be registered using library fragment on the global namespace "_" but it is {self.ns}')
        raise NotImplementedError("magneto: Library.fallback")

    def _register_fake(self, op_name, fn, _stacklevel=1, *, allow_override=True):
        _give_fake(self._resolve(op_name, "_register_fake"), fn, allow_override)

    def _register_torch_dispatch_rule(self, op_name, torch_dispatch_class, fn):
        when_defined(self._resolve(op_name, "_register_torch_dispatch_rule"),
                     lambda op: _C._set_dispatch_rule(op.overload, torch_dispatch_class, fn))

    def _destroy(self):
        """Takes back what was defined and registered through the handle."""
        for undo in reversed(self._undo):
            undo()
        self._undo.clear()
        _impls.difference_update(self._listed)
        if self.kind == "DEF":
            _definitions.pop(self.ns, None)


@contextlib.contextmanager
def _scoped_library(*args, **kwargs):
    lib = Library(*args, **kwargs)
    try:
        yield lib
    finally:
        lib._destroy()


def define(qualname, schema, alias_analysis="", *, lib=None, tags=()):
    """Defines an operator: define("ns::name", "(Tensor x) -> Tensor"). Or, as define(library, "name(Tensor x) -> Tensor"), decorates its kernel."""
    if isinstance(qualname, Library):

        def decorator(kernel):
            qualname.impl(qualname.define(schema, alias_analysis), kernel)
            return kernel

        return decorator
    if not isinstance(qualname, str):
        raise ValueError(f"define(qualname, schema): expected qualname to be instance of str, got {type(qualname)}")
    namespace, name = utils.parse_namespace(qualname)
    if not _NAMELESS.fullmatch(schema):
        raise ValueError(f'define(qualname, schema, ...): expected schema to look like e.g. "(Tensor x) -> Tensor" but got "{schema}"')
    (lib or Library(namespace, "FRAGMENT")).define(name + schema, tags=tags)


_KEYS_OF_DEVICES = {"cpu": "CPU", "cuda": "CUDA", "xpu": "XPU", "mps": "MPS", "meta": "Meta", "hpu": "HPU", "mtia": "MTIA", "xla": "XLA",
                    "default": "CompositeExplicitAutograd"}


def impl(qualname, types, func=None, *, lib=None):
    """Gives an operator a kernel for devices; "default" serves all that have none of their own. Or, as impl(library, name, dispatch_key=""), decorates
    the kernel for a dispatch key."""
    if isinstance(qualname, Library):
        library, name, key = qualname, types, func or ""

        def decorator(kernel):
            library.impl(name, kernel, key)
            return kernel

        return decorator
    types = (types,) if isinstance(types, str) else tuple(types)
    for device in types:
        if device != "default" and not _is_dispatch_key(device):
            torch.device(device)
    namespace, name = utils.parse_namespace(qualname)
    where = lib or Library(namespace, "FRAGMENT")

    def register(func):
        for device in types:
            where.impl(name, func, device if _is_dispatch_key(device) else _KEYS_OF_DEVICES.get(device, device.upper()))

    return register if func is None else register(func)


def _is_dispatch_key(name):
    """Whether kernels are given for a dispatch key by its own name, not for a device."""
    return torch._C._parse_dispatch_key(name) is not None


def _checked(op, call, kinds=(str,)):
    """The name of what a register function is given."""
    if isinstance(op, CustomOpDef):
        return op._qualname
    if isinstance(op, str):
        return op
    if hasattr(op, "_schema"):
        return op.name().removesuffix(".default")
    raise ValueError(f"{call}({op}): got unexpected type for op: {type(op)}")


def register_kernel(op, device_types, func=None, /, *, lib=None):
    """A kernel for devices, all for None."""
    name = _checked(op, "register_kernel")
    definition = get_opdef(name)
    if definition is not None:
        return definition.register_kernel(device_types, func)
    return impl(name, "default" if device_types is None else device_types, func, lib=lib)


def register_fake(op, func=None, /, *, lib=None, _stacklevel=1, allow_override=True):
    """What describes the results of an operator without computing them."""
    name = _checked(op, "register_fake")

    def register(func):
        definition = get_opdef(name)
        if definition is not None:
            definition.register_fake(func)
        else:
            _give_fake(name, func, allow_override)
        return func

    return register if func is None else register(func)


def _give_fake(name, func, allow_override):
    """Gives the operator of a name a description of its results."""
    name = name.removesuffix(".default")
    op = operators.get(name)
    if op is None:
        try:
            utils.lookup_op(name)
        except AttributeError:
            raise RuntimeError(f"operator {name} does not exist") from None
        return
    if op.is_composite:
        raise RuntimeError(
            f"We should not register a meta kernel directly to the operator '{name}', because it has a CompositeImplicitAutograd kernel in core. Instead we "
            "should let the operator decompose, and ensure that we have meta kernels for the base ops that it decomposes into.")
    if not allow_override and op.fake_source is not None:
        raise RuntimeError(f"register_fake(...): the operator {name} already has a fake impl registered at {op.fake_source}.")
    op.fake_source = f"{func.__code__.co_filename}:{func.__code__.co_firstlineno}" if hasattr(func, "__code__") else ""
    op.register_fake(func)


def impl_abstract(qualname, func=None, *, lib=None, _stacklevel=1):
    """The old name of register_fake."""
    return register_fake(qualname, func, lib=lib)


def register_autograd(op, backward, /, *, setup_context=None, lib=None):
    """backward(ctx, *grads) gives a gradient for each input; setup_context(ctx, inputs, output) saves what it needs."""
    name = _checked(op, "register_autograd")
    definition = get_opdef(name)
    if definition is not None:
        return definition.register_autograd(backward, setup_context=setup_context)
    operator = find(name)
    schema = operator.overload._schema
    if not utils.is_functional_schema(schema, allow_valid_view=True):
        raise RuntimeError(f"Cannot register autograd formula for non-functional operator {operator.overload} with schema {schema}. Please create a "
                           "functional operator and register an autograd formula for that.")
    operator.register_autograd(backward, setup_context)


def register_vmap(op, func=None, /, *, lib=None):
    """func(info, in_dims, *args) gives the result and its mapped dimensions."""
    name = _checked(op, "register_vmap")

    def register(func):
        find(name).vmap_rule = func

    return register if func is None else register(func)


def register_autocast(op, device_type, cast_inputs, /, *, lib=None):
    """Under autocast the floating inputs of an operator become of the dtype cast_inputs."""
    name = _checked(op, "register_autocast")
    if not isinstance(device_type, str) or device_type not in ("cpu", "cuda", "xpu"):
        raise ValueError(f"Unknown device type: {device_type}")
    find(name).autocast[device_type] = cast_inputs


def register_torch_dispatch(op, torch_dispatch_class, func=None, /, *, lib=None):
    """func answers for a mode or a subclass of tensors."""
    name = _checked(op, "register_torch_dispatch")

    def register(func):
        when_defined(name, lambda op: _C._set_dispatch_rule(op.overload, torch_dispatch_class, func))
        return func

    return register if func is None else register(func)


def _register_effectful_op(op, effect, *, lib=None):
    definition = get_opdef(_checked(op, "register_effectful_op"))
    if definition is not None:
        definition.register_effect(effect)


def _maybe_get_opdef(op):
    return get_opdef(op)


def get_ctx():
    """The context of the fake implementation that runs."""
    return fake_impl.current()


def get_kernel(op, dispatch_key):
    """The kernel of an operator for a dispatch key, callable with a key set and the arguments."""
    name = _checked(op, "get_kernel")
    key = dispatch_key if isinstance(dispatch_key, str) else dispatch_key.name
    kernel = find(name).kernels.get(key)
    if kernel is None:
        raise RuntimeError(f"No kernel for {key} dispatch key of {name}")
    return kernel


def triton_op(name, fn=None, /, *, mutates_args, schema=None):
    raise NotImplementedError("magneto: torch.library.triton_op needs Triton, which is not here")


def wrap_triton(triton_kernel, /):
    raise NotImplementedError("magneto: torch.library.wrap_triton needs Triton, which is not here")


def opcheck(op, args, kwargs=None, *, test_utils=("test_schema", "test_autograd_registration", "test_faketensor", "test_aot_dispatch_dynamic"),
            raise_exception=True, atol=None, rtol=None):
    """Runs an operator's checks and gives "SUCCESS" for each or, without raise_exception, the error."""
    from torch.testing._opcheck import opcheck as check
    return check(op, args, kwargs, test_utils=test_utils, raise_exception=raise_exception, rtol=rtol, atol=atol)
