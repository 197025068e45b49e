"""Operators defined by scripts."""
import inspect
import types
import typing

import torch
from torch import _C

_ops = {}  # qualified name -> CustomOpDef


def _type_text(t, mutated=None):
    """The schema text of an annotation."""
    origin, args = typing.get_origin(t), typing.get_args(t)
    if origin in (typing.Union, types.UnionType) and type(None) in args:
        rest = [a for a in args if a is not type(None)]
        return _type_text(rest[0]) + "?"
    if origin in (list, tuple, typing.get_origin(typing.List[int]), typing.get_origin(typing.Sequence[int])):
        if origin is tuple:
            return "(" + ", ".join(_type_text(a) for a in args) + ")"
        return _type_text(args[0]) + "[]"
    names = {torch.Tensor: "Tensor", int: "SymInt", float: "float", bool: "bool", str: "str", torch.dtype: "ScalarType", torch.device: "Device",
             type(None): "()", None: "()"}
    if t in names:
        return names[t]
    raise ValueError(f"infer_schema(func): Parameter has unsupported type {t}.")


def infer_schema(prototype_function, /, *, mutates_args, op_name=None):
    sig = inspect.signature(prototype_function)
    mutates = mutates_args if mutates_args != "unknown" else ()
    params = []
    star = False
    for name, p in sig.parameters.items():
        if p.annotation is inspect.Parameter.empty:
            raise ValueError(f"infer_schema(func): Parameter {name} must have a type annotation. Got func with signature {sig})")
        text = _type_text(p.annotation)
        if name in mutates:
            text = text.replace("Tensor", f"Tensor(a{len(params)}!)", 1)
        if p.kind == inspect.Parameter.KEYWORD_ONLY and not star:
            params.append("*")
            star = True
        text += " " + name
        if p.default is not inspect.Parameter.empty:
            text += "=" + (f'"{p.default}"' if isinstance(p.default, str) else str(p.default))
        params.append(text)
    for name in mutates:
        if name not in sig.parameters:
            raise ValueError(f"infer_schema(func): {name} in mutates_args were not found in the custom op's signature. mutates_args should contain "
                             "the names of all args that the custom op mutates, or just the string \"unknown\" if you don't know.")
    if sig.return_annotation is inspect.Signature.empty:
        raise ValueError(f"infer_schema(func): No return type annotation was provided. Please add one. Got func with signature {sig}")
    return f"{op_name or ''}({', '.join(params)}) -> {_type_text(sig.return_annotation)}"


class CustomOpDef:
    def __init__(self, namespace, name, schema, fn):
        self._namespace, self._name = namespace, name
        self._qualname = f"{namespace}::{name}"
        self._table = {"eager": self._run}
        self._fn = fn
        self._backward = None
        self._setup = None
        self._opoverload = _C._define_op(namespace, name, self._qualname + schema, self._table)
        _ops[self._qualname] = self

    def _run(self, *args):
        if not (torch.is_grad_enabled() and any(isinstance(a, torch.Tensor) and a.requires_grad for a in args)):
            return self._fn(*args)
        op = self

        class Generated(torch.autograd.Function):
            @staticmethod
            def forward(ctx, *inputs):
                out = op._fn(*inputs)
                if op._setup is not None:
                    op._setup(ctx, inputs, out)
                return out

            @staticmethod
            def backward(ctx, *grads):
                if op._backward is None:
                    raise RuntimeError(f"Trying to backward through {op._namespace}.{op._name}.default but no autograd formula was registered. "
                                       "Please use register_autograd to add one.")
                return op._backward(ctx, *grads)

        Generated.__name__ = f"GeneratedBackwardFor_{op._namespace}_{op._name}_default"
        return Generated.apply(*args)

    def __call__(self, *args, **kwargs):
        return self._opoverload(*args, **kwargs)

    def __repr__(self):
        return f"<CustomOpDef({self._qualname})>"

    def register_fake(self, fn):
        self._table["fake"] = fn
        return fn

    def register_kernel(self, device_types, fn=None):
        def register(f):
            self._fn = f
            return f

        return register if fn is None else register(fn)

    def register_autograd(self, backward, /, *, setup_context=None):
        self._backward, self._setup = backward, setup_context


def custom_op(name, fn=None, /, *, mutates_args, device_types=None, schema=None, tags=None):
    def define(f):
        namespace, _, op = name.partition("::")
        text = schema if schema is not None else infer_schema(f, mutates_args=mutates_args)
        if schema is not None:
            for arg in mutates_args:
                if arg not in schema:
                    raise ValueError(f"infer_schema(func): {arg} in mutates_args were not found in the custom op's signature.")
        return CustomOpDef(namespace, op, text, f)

    return define if fn is None else define(fn)


def register_fake(op, func=None, /, *, lib=None, _stacklevel=1, allow_override=False):
    name = op if isinstance(op, str) else op._qualname

    def register(f):
        if name in _ops:
            _ops[name].register_fake(f)
        else:
            Library._tables[name]["fake"] = f
        return f

    return register if func is None else register(func)


impl_abstract = register_fake


def register_autograd(op, backward, /, *, setup_context=None, lib=None):
    _ops[op if isinstance(op, str) else op._qualname].register_autograd(backward, setup_context=setup_context)


def register_kernel(op, device_types, func=None, /, *, lib=None):
    return _ops[op if isinstance(op, str) else op._qualname].register_kernel(device_types, func)


class Library:
    _tables = {}

    def __init__(self, ns, kind, dispatch_key=""):
        self.ns, self.kind = ns, kind

    def define(self, schema, alias_analysis="", *, tags=()):
        full = schema[:schema.index("(")].strip()
        table = Library._tables.setdefault(f"{self.ns}::{full}", {})
        _C._define_op(self.ns, full.partition(".")[0], f"{self.ns}::{schema}", table)
        return f"{self.ns}::{full}"

    def impl(self, op_name, fn, dispatch_key="", *, with_keyset=False, allow_override=False):
        table = Library._tables[f"{self.ns}::{op_name.partition('::')[2] or op_name}"]
        if dispatch_key.startswith("Composite"):
            table["eager"] = fn
            table.setdefault("fake", fn)
        else:
            table["fake" if dispatch_key == "Meta" else "eager"] = fn

    def fallback(self, fn, dispatch_key="", *, with_keyset=False):
        raise NotImplementedError("magneto: Library.fallback")


class _FakeContext:
    def new_dynamic_size(self, *, min=0, max=None):
        return _C._new_dynamic_size()

    create_unbacked_symint = new_dynamic_size


def get_ctx():
    return _FakeContext()


def define(qualname, schema, *, lib=None, tags=()):
    namespace, _, name = qualname.partition("::")
    Library(namespace, "FRAGMENT").define(name + schema)


def impl(qualname, types, func=None, *, lib=None):
    namespace, _, name = qualname.partition("::")

    def register(f):
        Library(namespace, "IMPL").impl(name, f)
        return f

    return register if func is None else register(func)


def opcheck(op, args, kwargs=None, **options):
    from torch.testing._opcheck import opcheck as check

    return check(op, args, kwargs, **options)
