"""Operators of scripts that take functions: a table of kernels by dispatch key, mode, class of tensors or transform."""

import abc

import torch
from torch import ops
from torch.utils import _pytree as pytree

_AUTOGRAD = ("AutogradCPU", "Autograd")
_DENSE = ("CPU", "CompositeExplicitAutograd", "CompositeImplicitAutograd")


# The operators by their names.
_higher_order_ops = {}


def _named(name):
    return getattr(ops.higher_order, name)


def _below_autograd():
    from torch._library.operator import _below_autograd as guards

    return guards or torch._C._dispatch_tls_is_dispatch_key_excluded(torch._C.DispatchKey.AutogradCPU)


class OperatorBase(abc.ABC):
    """What the operators of PyTorch and those that take functions have in common."""

    __module__ = "torch._ops"


OperatorBase.register(type(ops.aten.sin.default))


class HigherOrderOperator(OperatorBase):
    """An operator that takes functions."""

    __module__ = "torch._ops"

    def __init__(self, name, *, cacheable=False):
        self._describe(name, cacheable)
        setattr(ops.higher_order, name, self)

    def _describe(self, name, cacheable=False):
        self._name = self.__name__ = name
        self.namespace = self._ns = "higher_order"
        self.__module__ = "torch.ops.higher_order"
        _higher_order_ops[name] = self
        self.py_kernels, self.python_key_table, self.functorch_table = {}, {}, {}
        self.non_fallthrough_keys = torch._C.DispatchKeySet(torch._C.DispatchKey.CPU, torch._C.DispatchKey.AutogradCPU)
        self._passes = set()
        self._functionalized = None
        self._cacheable = cacheable

    def py_impl(self, k):
        """A decorator: the function is the kernel for a key, a mode, a class of tensors or a transform."""

        def register(fn):
            if isinstance(k, type) and issubclass(k, (torch.utils._python_dispatch.TorchDispatchMode, torch.Tensor)):
                table = self.python_key_table
            elif isinstance(k, torch._C.DispatchKey):
                table = self.py_kernels
            else:
                table = self.functorch_table
            if k in table:
                raise RuntimeError(f"Trying to override a python impl for {k} on operator {self._name}")
            table[k] = fn
            return fn

        return register

    def py_autograd_impl(self, fn):
        """The function is the kernel for autograd."""
        return self.py_impl(torch._C.DispatchKey.Autograd)(fn)

    def py_functionalize_impl(self, fn):
        """The function is the kernel under functionalization, which it gets as its first argument."""
        self._functionalized = fn
        return fn

    def has_kernel_for_dispatch_key(self, k):
        return k in self.py_kernels

    def has_kernel_for_any_dispatch_key(self, ks):
        return any(ks.has(k) for k in self.py_kernels)

    def fallthrough(self, dispatch_key):
        """Calls do not stop at the key."""
        self._passes.add(dispatch_key)

    def _kernel(self, names):
        for key in self.py_kernels:
            if key.name in names and key not in self._passes:
                return self.py_kernels[key]
        return None

    def _passes_over(self, names):
        return any(key.name in names for key in self._passes)

    @abc.abstractmethod
    def __call__(self, /, *args, **kwargs):
        tensors = [x for x in pytree.tree_leaves((args, kwargs)) if isinstance(x, torch.Tensor)]
        if torch.overrides.has_torch_function(tensors):
            return torch.overrides.handle_torch_function(self, tensors, *args, **kwargs)
        if tensors and not _below_autograd() and not self._passes_over(_AUTOGRAD[:1]):
            kernel = self._kernel(_AUTOGRAD)
            if kernel is None:
                raise NotImplementedError(f"could not find kernel for HigherOrderOperator {self._name} at dispatch key DispatchKey.AutogradCPU (resolved from DispatchKey.AutogradCPU)")
            return kernel(*args, **kwargs)
        if torch._C._len_torch_dispatch_stack():
            return self._by_mode(args, kwargs)
        for x in tensors:
            if type(x) in self.python_key_table:
                return self.python_key_table[type(x)](*args, **kwargs)
        kernel = self._kernel(_DENSE)
        if kernel is None:
            raise NotImplementedError(f"could not find kernel for HigherOrderOperator {self._name} at dispatch key DispatchKey.CPU (resolved from DispatchKey.CPU)")
        return kernel(*args, **kwargs)

    def _by_mode(self, args, kwargs):
        from torch.utils._python_dispatch import _get_current_dispatch_mode, _pop_mode_temporarily

        mode = _get_current_dispatch_mode()
        rule = self.python_key_table.get(type(mode))
        if rule is None and self._functionalized is not None and (api := getattr(mode, "_functionalize_api", None)):
            rule = lambda mode, *args, **kwargs: self._functionalized(api(), *args, **kwargs)
        if rule is None and not getattr(mode, "supports_higher_order_operators", False):
            raise NotImplementedError(f"There was no rule registered for HigherOrderOperator {self._name} and mode {mode}.Hint: set {mode}'s supports_higher_order_operators to True. This causes all higher order operators to be passed to {mode}'s __torch_dispatch__, so handle them carefully by adding support for your operator there, or add a rule")
        with _pop_mode_temporarily() as popped:
            return rule(popped, *args, **kwargs) if rule else popped.__torch_dispatch__(self, [], args, kwargs)

    def cacheable(self):
        return self._cacheable

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return _named, (self._name,)

    def gen_schema(self, *args, **kwargs):
        """The schema of a call, where the operator says what a call writes to."""
        from torch._higher_order_ops import _schemas

        return _schemas.of(self._name)(*args, **kwargs)

    def __str__(self):
        return self._name

    def name(self):
        return self._name


class GraphOperator(HigherOrderOperator):
    """One of PyTorch's own: run is what it does when a graph runs, and the function by which tracing knows it."""

    def __init__(self, run):
        self._describe(run.__name__)
        self.run = run

    def __call__(self, /, *args, **kwargs):
        return self.run(*args, **kwargs)


def graph_operator(class_name, home):
    """A decorator: the function is an operator of a class with the name, in torch._higher_order_ops.home."""
    return type(class_name, (GraphOperator,), {"__module__": f"torch._higher_order_ops.{home}"})
