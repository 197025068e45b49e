"""CustomOp: an operator that scripts define with its kernels and its derivative."""
import collections
import inspect
import re
import sys

import torch
from torch import library
from torch._custom_op import autograd
from torch._library.fake_impl import FakeImplCtx
from torch._library.infer_schema import infer_schema
from torch._library.operator import operators
from torch.library import get_ctx

__all__ = ["custom_op", "CustomOp", "get_ctx"]

RESERVED_NS = {"prim", "prims", "aten", "at", "torch", "pytorch"}
SUPPORTED_DEVICE_TYPE_TO_KEY = {"cpu": "CPU", "cuda": "CUDA"}
global_registry = {}  # qualified name: CustomOp

FuncAndLocation = collections.namedtuple("FuncAndLocation", "func location")


def custom_op(qualname, manual_schema=None):
    """A decorator that makes an operator whose schema is that of a function, which is not called."""

    def define(function):
        if not inspect.isfunction(function):
            raise ValueError(f"custom_op(...)(func): Expected `func` to be a Python function, got: {type(function)}")
        ns, name = parse_qualname(qualname)
        validate_namespace(ns)
        if function.__name__ != name:
            raise ValueError(f"custom_op(qualname='{qualname}', ...)(func): expected `func` to have name '{name}' but got '{function.__name__}'. Please either "
                             "change the name of `func` or the qualname that is passed to `custom_op`")
        schema = infer_schema(function, mutates_args=()) if manual_schema is None else manual_schema
        checked = validate_schema(name, schema)
        if manual_schema is not None:
            validate_function_matches_schema(checked, function)
        made = _make(ns, name, schema)
        made.__name__, made.__module__, made.__doc__ = function.__name__, function.__module__, function.__doc__
        return made

    return define


class CustomOp:
    """Made by custom_op. Registers kernels and derivatives, and calls the operator."""

    def __init__(self, lib, cpp_ns, schema, operator_name, ophandle, *, _private_access=False):
        if not _private_access:
            raise RuntimeError("The CustomOp constructor is private and we do not guarantee BC for it. Please use custom_op(...) to create a CustomOp object")
        self._schema, self._cpp_ns, self._lib, self._ophandle, self._opname = schema, cpp_ns, lib, ophandle, operator_name
        self._qualname = f"{cpp_ns}::{operator_name}"
        self.__name__ = None
        self._impls = {}
        self._output_differentiability = None
        self._registered_autograd_kernel_indirection = False
        global_registry[self._qualname] = self

    def __repr__(self):
        return f'<CustomOp(op="{self._qualname}")>'

    def __call__(self, *args, **kwargs):
        return get_op(self._qualname)(*args, **kwargs)

    def impl(self, device_types, _stacklevel=2):
        """Registers the kernel for a device, or for several."""
        if isinstance(device_types, str):
            device_types = [device_types]
        for device_type in device_types:
            validate_device_type(device_type)

        def register(function):
            for device_type in set(device_types):
                self._check_doesnt_have_library_impl(device_type)
                self._register_impl(device_type, function)
                library.impl(self._lib, self._opname, SUPPORTED_DEVICE_TYPE_TO_KEY[device_type])(function)
            return function

        return register

    def impl_factory(self):
        """Registers the kernel of an operator that takes no tensors."""

        def register(function):
            self._register_impl("factory", function)
            library.impl(self._lib, self._opname, "BackendSelect")(function)
            return function

        return register

    def impl_abstract(self, _stacklevel=2):
        """Registers what says sizes and types of the results."""

        def register(function):
            self._check_doesnt_have_library_meta_impl()
            self._register_impl("abstract", function)
            library.register_fake(self._qualname, function)
            return function

        return register

    def impl_save_for_backward(self, _stacklevel=2):
        """Registers what says which values the derivative reads: a function of the inputs, by name, and the result."""

        def register(function):
            self._check_can_register_backward()
            self._check_doesnt_have_library_autograd_impl()
            self._register_impl("save_for_backward", function)
            self._register_autograd_kernel()
            return function

        return register

    def impl_backward(self, output_differentiability=None, _stacklevel=2):
        """Registers the derivative: a function of the context, what was kept, and the gradients, that gives a dictionary of gradients."""
        if output_differentiability is not None:
            fine = isinstance(output_differentiability, list) and all(isinstance(flag, bool) for flag in output_differentiability)
            if not fine or len(output_differentiability) != len(get_op(self._qualname)._schema.returns):
                raise RuntimeError("impl_backward(output_differentiability): expected output_differentiability to be a list of bools with length equal to the "
                                   f"number of outputs of this CustomOp got: {output_differentiability}")

        def register(function):
            self._check_can_register_backward()
            self._check_doesnt_have_library_autograd_impl()
            self._register_impl("backward", function)
            self._output_differentiability = output_differentiability
            self._register_autograd_kernel()
            return function

        return register

    def _register_impl(self, kind, function):
        if self._has_impl(kind):
            there = self._impls[kind]
            raise RuntimeError(f"Attempting to register a {kind} impl for operator {self._qualname} that already has a {kind} impl registered from Python at "
                               f"{there.location}. This is not supported.")
        code = function.__code__ if hasattr(function, "__code__") else None
        self._impls[kind] = FuncAndLocation(function, f"{code.co_filename}:{code.co_firstlineno}" if code else repr(function))

    def _get_impl(self, kind):
        return self._impls[kind]

    def _has_impl(self, kind):
        return kind in self._impls

    def _destroy(self):
        """Takes the operator back: its name is free again."""
        self._lib._destroy()
        del self._lib
        global_registry.pop(self._qualname, None)

    def _check_doesnt_have_library_impl(self, device_type):
        if not self._has_impl(device_type) and self._computed(SUPPORTED_DEVICE_TYPE_TO_KEY[device_type]):
            raise RuntimeError(f"impl(..., device_types={device_type}): the operator {self._qualname} already has an implementation for this device type via a "
                               "pre-existing torch.library or TORCH_LIBRARY registration.")

    def _check_doesnt_have_library_meta_impl(self):
        if not self._has_impl("abstract") and self._registered("Meta"):
            raise RuntimeError(f"impl_abstract(...): the operator {self._qualname} already has an DispatchKey::Meta implementation via a pre-existing "
                               "torch.library or TORCH_LIBRARY registration. Please either remove that registration or don't call impl_abstract.")

    def _check_can_register_backward(self):
        def fail(detail):
            raise RuntimeError(f"Cannot use torch._custom_ops APIs to register backward formula for {detail}. Got operator {self._qualname} with schema: "
                               f"{_text_of(schema)}")

        schema = get_op(self._qualname)._schema
        if schema.is_mutable:
            fail("non-functional operator")
        if not schema.returns:
            fail("operator with no returns")
        if any(value.alias_info is not None for value in schema.returns):
            fail("operator that returns views")
        allowed = {"int": "int", "SymInt": "SymInt", "bool": "bool", "float": "float", "Tensor": "Tensor", "List[Tensor]": "List[Tensor]"}
        for value in schema.returns:
            if str(value.type) not in allowed:
                fail(f"operator with return not in {list(allowed.values())} (got {_type_text(value.type)})")

    def _check_doesnt_have_library_autograd_impl(self):
        if self._registered_autograd_kernel_indirection or self._has_impl("backward") or self._has_impl("save_for_backward"):
            return
        if self._registered("CompositeImplicitAutograd"):
            raise RuntimeError(f"impl_backward/impl_save_for_backward: the operator {self._qualname} already has an implementation for this device type via a "
                               "pre-existing registration to DispatchKey::CompositeImplicitAutograd.CompositeImplicitAutograd operators do not need an autograd "
                               "formula; instead, the operator will decompose into its constituents and those can have autograd formulas defined on them.")
        for key in ("Autograd", "AutogradCPU", "AutogradCUDA"):
            if self._registered(key):
                raise RuntimeError(f"impl_backward/impl_save_for_backward: the operator {self._qualname} already has an Autograd kernel registered to "
                                   f"DispatchKey::{key} via a pre-existing torch.library or TORCH_LIBRARY registration. Please either remove those "
                                   "registrations or don't use the torch._custom_ops APIs")

    def _register_autograd_kernel(self):
        """Sets the autograd kernel: it needs both a derivative and what that reads."""
        for there, missing in (("backward", "save_for_backward"), ("save_for_backward", "backward")):
            if self._has_impl(there) and not self._has_impl(missing):
                self._lib.impl(self._opname, autograd.incomplete(self, self._get_impl(there), there, missing), "Autograd")
                return
        kernel = autograd.differentiable(self, get_op(self._qualname), self._get_impl("save_for_backward").func, self._get_impl("backward").func,
                                         self._output_differentiability)
        self._lib.impl(self._opname, kernel, "Autograd")

    def _registered(self, key):
        there = operators.get(self._qualname)
        return there is not None and key in there.kernels

    def _computed(self, key):
        return self._registered(key) or self._registered("CompositeImplicitAutograd") or self._registered("CompositeExplicitAutograd")


def _make(ns, name, schema):
    lib = library.Library(ns, "FRAGMENT")
    lib.define(f"{name}{schema}")
    made = CustomOp(lib, ns, schema, name, get_op(f"{ns}::{name}"), _private_access=True)
    lib.impl(name, autograd.not_implemented(get_op(f"{ns}::{name}")), "Autograd")
    made._registered_autograd_kernel_indirection = True
    return made


def _custom_op_with_schema(qualname, schema):
    ns, name = parse_qualname(qualname)
    validate_schema(name, schema)
    _make(ns, name, schema)


def custom_op_from_existing(op):
    """The CustomOp of an operator that torch.library has defined."""
    ns = op.namespace
    name = op._schema.name.partition("::")[2]
    return CustomOp(library.Library(ns, "FRAGMENT"), ns, _text_of(op._schema), name, op, _private_access=True)


def get_op(qualname):
    """The operator of a qualified name."""
    ns, name = parse_qualname(qualname)
    if (packet := getattr(getattr(torch.ops, ns), name, None)) is None or not hasattr(packet, "default"):
        raise ValueError(f"Could not find the operator {qualname}. Please make sure you have already registered the operator and (if registered from C++) loaded "
                         "it via torch.ops.load_library.")
    return packet.default


def _find_custom_op(qualname, also_check_torch_library=False):
    if qualname in global_registry:
        return global_registry[qualname]
    if not also_check_torch_library:
        raise RuntimeError(f'Could not find custom op "{qualname}". Did you register it via the torch._custom_ops API?')
    return custom_op_from_existing(get_op(qualname))


def parse_qualname(qualname):
    ns, separator, name = qualname.partition("::")
    if not separator or "::" in name:
        raise ValueError(f"Expected there to be a namespace in {qualname}, i.e. The operator name should look something like ns::foo")
    if "." in name:
        raise ValueError(f"The torch.custom_ops APIs do not handle overloads, i.e. operator names with '.' in them. Please name your operator something like "
                         f"ns::foo. Got: {qualname}")
    return ns, name


def validate_namespace(ns):
    if "." in ns:
        raise ValueError(f'custom_op(..., ns="{ns}"): expected ns to not contain any . (and be a valid variable name)')
    if ns in RESERVED_NS:
        raise ValueError(f"custom_op(..., ns='{ns}'): '{ns}' is a reserved namespace, please choose something else. ")


def validate_device_type(device_type):
    if device_type not in SUPPORTED_DEVICE_TYPE_TO_KEY:
        raise ValueError(f"CustomOp.impl(device_types=[{device_type}, ...]): we only support device_type in {SUPPORTED_DEVICE_TYPE_TO_KEY.keys()}.")


def validate_schema(name, text):
    """The schema of an operator, which must give something new and change nothing."""
    if not re.fullmatch(r"\(.*\)\s*->\s*\S.*", text, re.DOTALL):
        raise AssertionError(f"Invalid function schema: {name}{text}")
    schema = torch._C.parse_schema(f"{name}{text}")
    if not schema.returns or schema.is_mutable or any(value.alias_info is not None for value in [*schema.arguments, *schema.returns]):
        raise ValueError(f"custom_op only supports functional operators (ops that do not mutate any inputs, do not return views of the inputs, and has at least "
                         f"one return). Got the following non-functional schema: {_text_of(schema)}")
    if schema.arguments and schema.arguments[0].name == "self":
        raise ValueError(f"custom_op does not support arguments named 'self'. Please rename your argument. Got: {_text_of(schema)}")
    return schema


def validate_function_matches_schema(schema, function):
    """Says where the parameters of a function are not those of the schema."""
    parameters = inspect.signature(function).parameters.values()
    if not all(supported_param(p) for p in parameters):
        raise ValueError(f"custom_op(..., manual_schema)(func): positional-only args, varargs, and kwargs are not supported. Please rewrite `func` to not have "
                         f"them. Got `func` with signature: {inspect.signature(function)}")
    if any(p.annotation is not p.empty for p in parameters) or inspect.signature(function).return_annotation is not inspect.Signature.empty:
        raise ValueError("custom_op(..., manual_schema)(func): When passing in a manual schema, we expect `func` to have no type annotations to avoid ambiguity. "
                         f"Got `func` with signature: {inspect.signature(function)}")

    def compare(given, arguments, kind):
        same = len(given) == len(arguments) and all(p.name == a.name and _same_default(p, a) for p, a in zip(given, arguments))
        if not same:
            raise ValueError(f"custom_op(..., manual_schema)(func): When passing in a manual schema, we expect `func`'s signature to match `manual_schema` (aside "
                             f"from type annotations). func's signature: {inspect.signature(function)}, manual_schema: {_text_of(schema)}")

    compare([p for p in parameters if p.kind == p.POSITIONAL_OR_KEYWORD], [a for a in schema.arguments if not a.kwarg_only], "positional")
    compare([p for p in parameters if p.kind == p.KEYWORD_ONLY], [a for a in schema.arguments if a.kwarg_only], "keyword-only")


def _same_default(parameter, argument):
    return parameter.default is parameter.empty or str(parameter.default) == str(argument.default_value)


def supported_param(parameter):
    return parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)


def _text_of(schema):
    """A schema without the namespace."""
    return str(schema).partition("::")[2] or str(schema)


def _type_text(jit_type):
    return f"{jit_type.getElementType()}?" if jit_type.kind() == "OptionalType" else str(jit_type)
