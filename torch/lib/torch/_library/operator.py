"""Operators that scripts define: their kernels by dispatch key, and the way of a call through them."""
import collections.abc
import sys

import torch
from torch import _C
from torch._functorch.autograd_function import VmapInfo, call_vmap_rule
from torch._library import fake_impl
from torch.utils._pytree import tree_flatten, tree_map_only, tree_unflatten

operators = {}  # "ns::name" or "ns::name.overload": Operator
pending = {}  # the same: {kind: function} for operators that are not defined yet
_below_autograd = []  # open _AutoDispatchBelowAutograd


class below_autograd:
    """torch._C._AutoDispatchBelowAutograd: calls go past the derivatives of operators."""

    def __enter__(self):
        _below_autograd.append(self)
        self._no_grad = torch.no_grad()
        self._no_grad.__enter__()

    def __exit__(self, *exc):
        self._no_grad.__exit__(*exc)
        _below_autograd.pop()


def _written(schema):
    """A schema as operators have it: classes of scripts that are registered are objects."""
    registered = sys.modules.get("torch._library.opaque_object")
    return schema if registered is None else registered.plain_schema(schema)


class Operator:
    """One overload that torch.library or custom_op defined."""

    def __init__(self, schema, tags=(), definition=None):
        schema = _written(schema)
        self.name = schema[:schema.index("(")].strip()
        namespace, _, rest = self.name.partition("::")
        self.kernels = {}  # dispatch key: function
        self.with_keyset = set()
        self.has_fake = False  # one of its own, which comes before a kernel for all devices
        self.definition = definition  # the CustomOpDef, if it is one
        self.backward = self.setup_context = self.vmap_rule = None
        self.autocast = {}  # device: dtype
        self.table = {"eager": self.call}
        self.overload = _C._define_op(namespace, rest.partition(".")[0], schema, self.table, list(tags))
        self._function = self._returns = self.fake_source = None
        operators[self.name] = self
        for register in pending.pop(self.name, ()):
            register(self)

    def undefine(self):
        operators.pop(self.name, None)
        _C._undefine_op(self.overload)

    @property
    def is_composite(self):
        return "CompositeImplicitAutograd" in self.kernels

    def register_kernel(self, key, function, with_keyset=False):
        self.kernels[key] = function
        (self.with_keyset.add if with_keyset else self.with_keyset.discard)(key)
        if key == "Meta" or key.startswith("Composite"):
            self.register_fake(function, key != "Meta")

    def register_fake(self, function, weak=False):
        if weak and "fake" in self.table:
            return
        self.has_fake = self.has_fake or not weak

        def fake(*args, **kwargs):
            with fake_impl.running(self.overload):
                return function(*args, **kwargs)

        self.table["fake"] = fake

    def register_autograd(self, backward, setup_context):
        self.backward, self.setup_context, self._function = backward, setup_context, None

    # The way of a call: transforms, autocast, autograd, modes and subclasses, kernels.

    def call(self, *args, **kwargs):
        transform = _C._innermost_transform()
        if transform is not None and not self.is_composite:
            if transform[0] == "vmap":
                return self._mapped(VmapInfo(*transform[1:]), args, kwargs)
            if not self._wants_function(args, kwargs) and not self.kernels.keys() & {"Autograd", "AutogradCPU"}:
                return self._constant(args, kwargs)
        if self.autocast and (dtype := self.autocast.get("cpu")) is not None and torch.is_autocast_enabled("cpu"):
            def cast(t):
                return t.to(dtype) if t.is_floating_point() and t.device.type == "cpu" and t.dtype != torch.float64 else t

            args, kwargs = tree_map_only(torch.Tensor, cast, (args, kwargs))
            with torch.autocast("cpu", enabled=False):
                return self._differentiable(args, kwargs)
        return self._differentiable(args, kwargs)

    def _constant(self, args, kwargs):
        """Under grad or jvp without a derivative: the results do not depend on anything."""
        leaves, spec = tree_flatten((args, kwargs))
        out_spec = None

        def below(values, extras):
            nonlocal out_spec
            args, kwargs = tree_unflatten(list(values), spec)
            results, out_spec = tree_flatten(self.overload(*args, **kwargs))
            return results, [None] * len(results)

        return tree_unflatten(list(_C._cross_transform(below, leaves)), out_spec)

    def _mapped(self, info, args, kwargs):
        leaves, spec = tree_flatten(args)
        if self.vmap_rule is not None:
            def rule(info, dims, *values):
                return self.vmap_rule(info, tree_unflatten(list(dims), spec), *tree_unflatten(list(values), spec), **kwargs)
        else:
            def rule(info, dims, *values):
                rows = []
                for i in range(info.batch_size):
                    row = [v if d is None else v.select(d, i) for v, d in zip(values, dims)]
                    rows.append(self.overload(*tree_unflatten(row, spec), **kwargs))
                columns = [torch.stack(column) for column in zip(*[tree_flatten(row)[0] for row in rows])]
                return tree_unflatten(columns, tree_flatten(rows[0])[1]), 0

        def unmapped(values):
            return self.overload(*tree_unflatten(list(values), spec), **kwargs)

        return call_vmap_rule(rule, info, leaves, unmapped, "the vmap function")

    def _differentiable(self, args, kwargs):
        if not _below_autograd:
            for key in ("AutogradCPU", "Autograd"):
                if key in self.kernels:
                    return self._kernel(key, args, kwargs)
            if self._wants_function(args, kwargs):
                return self._through_function(args, kwargs)
        if self.definition is None or not torch.is_grad_enabled():
            return self._redispatched(args, kwargs)
        with torch.no_grad():
            return self._redispatched(args, kwargs)

    def _wants_function(self, args, kwargs):
        if self.is_composite or self.backward is None and self.definition is None or not torch.is_grad_enabled():
            return False
        if self.definition is not None and self.definition._mutates:
            return False
        return any(isinstance(t, torch.Tensor) and t.requires_grad for t in tree_flatten((args, kwargs))[0])

    def _through_function(self, args, kwargs):
        """The call as that of an autograd.Function, whose arguments are flat."""
        from torch._library.autograd import make_function
        if self._function is None:
            self._function = make_function(self)
        leaves, spec = tree_flatten(tuple(args))
        call = {"spec": spec, "kwargs": kwargs}
        outputs = self._function.apply(*leaves, call)
        return tree_unflatten(list(outputs), call["out_spec"])

    def _redispatched(self, args, kwargs):
        """Modes and subclasses of tensors come before kernels."""
        handled, result = _C._below_autograd(self.overload, args, kwargs)
        return result if handled else self._computed(args, kwargs)

    def _computed(self, args, kwargs):
        devices = {t.device.type for t in tree_flatten((args, kwargs))[0] if isinstance(t, torch.Tensor)}
        if "meta" in devices and not self.is_composite and (self.has_fake or "CompositeExplicitAutograd" not in self.kernels):
            return self._on_meta(args, kwargs)
        for key in ("CPU", "CompositeExplicitAutograd", "CompositeImplicitAutograd"):
            if key in self.kernels:
                return self._kernel(key, args, kwargs)
        raise NotImplementedError(
            f"Could not run '{self.name}' with arguments from the 'CPU' backend. This could be because the operator doesn't exist for this backend, "
            "or was omitted during the selective/custom build process (if using custom build). If you are a Facebook employee using PyTorch on "
            "mobile, please visit https://fburl.com/ptmfixes for possible resolutions. "
            f"'{self.name}' is only available for these backends: [{', '.join(sorted(self.kernels))}].")

    def _on_meta(self, args, kwargs):
        if "fake" in self.table:
            return self.table["fake"](*args, **kwargs)
        raise NotImplementedError(
            f"{self.name}: attempted to run this operator with Meta tensors, but there was no fake impl or Meta kernel registered. You may have run "
            "into this message while using an operator with PT2 compilation APIs (torch.compile/torch.export); in order to use this operator with "
            "those APIs you'll need to add a fake impl. Please see the following for next steps:  "
            "https://pytorch.org/tutorials/advanced/custom_ops_landing_page.html")

    def _kernel(self, key, args, kwargs):
        if key in self.with_keyset:
            from torch._C import DispatchKey, DispatchKeySet
            args = (DispatchKeySet(DispatchKey[key]),) + tuple(args)
        return self._returned(self.kernels[key](*args, **kwargs))

    def _returned(self, result):
        """What a kernel gave as the schema declares it."""
        if self._returns is None:
            self._returns = [str(r.type) for r in self.overload._schema.returns]
        if self.definition is not None and self._returns[:1] not in (["int"], ["float"], ["bool"], ["str"]):
            return result
        if not self._returns:
            if result is not None:
                raise RuntimeError(f"Expected PythonKernelHolder for {self.name} to return None but it returned something else instead.")
            return None
        if len(self._returns) == 1:
            return returned(result, self._returns[0])
        if not isinstance(result, collections.abc.Sequence):
            raise TypeError(f"Object of type '{type(result).__name__}' is not an instance of 'sequence'")
        return tuple(map(returned, result, self._returns))


_NUMBERS = {"int": ((bool, int), int), "float": ((bool, int, float), float), "bool": ((bool, int, float, type(None)), bool), "str": (str, str)}


def returned(result, kind):
    """One result of a kernel, whose type is spelled as TorchScript does."""
    if kind in ("Tensor", "Optional[Tensor]"):
        if result is not None and not isinstance(result, torch.Tensor):
            raise RuntimeError(f"Unable to cast {result} to Tensor")
        return result
    if isinstance(result, (torch.SymInt, torch.SymFloat, torch.SymBool)):
        return result
    if kind in _NUMBERS:
        accepted, make = _NUMBERS[kind]
        if isinstance(result, accepted):
            return make(result)
    elif kind == "List[Tensor]":
        if isinstance(result, (list, tuple)) and all(isinstance(t, torch.Tensor) for t in result):
            return list(result)
    else:
        return result
    raise RuntimeError(f"Unable to cast Python instance of type {type(result)} to C++ type '?' (#define PYBIND11_DETAILED_ERROR_MESSAGES or compile in debug "
                       "mode for details)")


def find(name):
    """The operator of a name; AttributeError, as of torch.ops, if there is none."""
    from torch._library.utils import lookup_op
    if name not in operators:
        lookup_op(name)
        raise NotImplementedError(f"magneto: {name} is an operator of PyTorch itself, which cannot be given further rules here")
    return operators[name]


def when_defined(name, register):
    """register(operator) now, or as soon as there is an operator of that name."""
    if name in operators:
        register(operators[name])
    else:
        pending.setdefault(name, []).append(register)
