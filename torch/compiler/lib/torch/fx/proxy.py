"""Values of a trace: each operation on a Proxy becomes a node."""

import collections
import copy
import inspect
import operator
import types

import torch
from torch._C import _fx

from . import traceback
from .traceback import COPY_META_FIELDS as _COPY_META_FIELDS  # noqa: F401, its name in PyTorch
from .graph import magic_methods, reflectable_magic_methods
from .node import Node, base_types, map_aggregate

__all__ = ["Attribute", "GraphAppendingTracer", "ParameterProxy", "Proxy", "Scope", "ScopeContextManager", "TraceError", "TracerBase"]


class TraceError(ValueError):
    """What a proxy cannot do, because it has no value."""


class Scope:
    """The module that is being traced."""

    def __init__(self, module_path, module_type):
        self.module_path, self.module_type = module_path, module_type


class ScopeContextManager:
    """Inside, a scope says what another one does."""

    def __init__(self, scope, current_scope):
        self._scope, self._before = scope, (scope.module_path, scope.module_type)
        scope.module_path, scope.module_type = current_scope.module_path, current_scope.module_type

    def __enter__(self):
        return self._scope

    def __exit__(self, *exc):
        self._scope.module_path, self._scope.module_type = self._before


_BASE_ARGUMENTS = (str, int, float, bool, complex, type(None), type(...), torch.dtype, torch.device, torch.Tensor, torch.memory_format, torch.layout, range)


class TracerBase:
    """Makes nodes and proxies. Derived classes say how."""

    record_stack_traces = False
    check_mutable_operations = False
    trace_asserts = False
    proxy_buffer_attributes = False
    traced_func_name = "forward"
    scope = None
    graph = None

    def create_node(self, kind, target, args, kwargs, name=None, type_expr=None):
        """Adds a node to the graph; override it to see or change nodes."""
        if kind == "call_function" and self.check_mutable_operations:
            from .operator_schemas import check_for_mutable_operation

            check_for_mutable_operation(target, args, kwargs)
        node = self.graph.create_node(kind, target, args, kwargs, name, type_expr)
        if traceback.has_preserved_node_meta():
            traceback.take_current_meta(node)
        elif self.scope is not None and self.scope.module_path:
            node.meta["nn_module_stack"] = copy.copy(getattr(self, "module_stack", {}))
        return node

    def proxy(self, node):
        """The proxy for a node."""
        return Proxy(node, self)

    def create_proxy(self, kind, target, args, kwargs, name=None, type_expr=None, proxy_factory_fn=None):
        """Adds a node for arguments that may have proxies in them, and gives its proxy."""
        args, kwargs = self.create_arg(args), self.create_arg(kwargs)
        node = self.create_node(kind, target, tuple(args), dict(kwargs), name, type_expr)
        if self.record_stack_traces:
            import traceback

            node.meta["stack_trace"] = "".join(traceback.StackSummary.from_list(self._user_frames()).format()).strip()
        return proxy_factory_fn(node) if proxy_factory_fn else self.proxy(node)

    def _user_frames(self):
        import traceback

        return [frame for frame in traceback.extract_stack() if not frame.filename.startswith("<magneto>")]

    def create_arg(self, a):
        """The form in which a value is an argument of a node; override it for values of other classes."""
        if isinstance(a, Proxy):
            return a.node
        if hasattr(a, "__fx_create_arg__"):
            return a.__fx_create_arg__(self)
        if isinstance(a, tuple):
            items = tuple(self.create_arg(x) for x in a)
            if not hasattr(a, "_make"):
                return a if isinstance(a, torch.Size) else items
            return self.create_node("call_function", type(a), items, {})
        if isinstance(a, list):
            return [self.create_arg(x) for x in a]
        if isinstance(a, dict):
            return self._dict_arg(a)
        if isinstance(a, slice):
            return slice(self.create_arg(a.start), self.create_arg(a.stop), self.create_arg(a.step))
        if isinstance(a, range):
            return range(self.create_arg(a.start), self.create_arg(a.stop), self.create_arg(a.step))
        if _is_dataclass(a):
            import dataclasses

            return self.create_node("call_function", type(a), (), {f.name: self.create_arg(getattr(a, f.name)) for f in dataclasses.fields(a)})
        import enum

        if isinstance(a, (*_BASE_ARGUMENTS, enum.Enum, torch._ops.OpOverload)):
            return a
        raise NotImplementedError(f"argument of type: {type(a)}")

    def _dict_arg(self, a):
        def no_node(key):
            if isinstance(key, Node):
                raise RuntimeError(f"Keys for dictionaries used as an argument cannot contain a Node. Got key: {key}")
            return key

        return {map_aggregate(self.create_arg(k), no_node): self.create_arg(v) for k, v in a.items()}

    def to_bool(self, obj):
        """Called when the truth of a proxy is asked for."""
        raise TraceError("symbolically traced variables cannot be used as inputs to control flow")

    def iter(self, obj):
        """Called when a proxy is iterated over: it can be unpacked into a known number of variables."""
        raise TraceError(
            "Proxy object cannot be iterated. This can be attempted when the Proxy is used in a loop or as a *args or **kwargs function argument. "
            "See the torch.fx docs on pytorch.org for a more detailed explanation of what types of control flow can be traced, and check out the Proxy docstring for help troubleshooting Proxy iteration errors"
        )

    def keys(self, obj):
        """Called for **proxy."""
        return Attribute(obj, "keys")()


def _is_dataclass(a):
    return hasattr(type(a), "__dataclass_fields__") and not isinstance(a, type)


class GraphAppendingTracer(TracerBase):
    """Adds to a graph that exists, for proxies that are made by hand."""

    def __init__(self, graph):
        super().__init__()
        self.graph = graph
        self.scope = Scope("", None)
        self.module_stack = collections.OrderedDict()


class Proxy:
    """Stands for the value of a node while a function runs."""

    def __init__(self, node, tracer=None):
        self.tracer = GraphAppendingTracer(node.graph) if tracer is None else tracer
        self.node = node

    def __repr__(self):
        return f"Proxy({self.node.name})"

    def __getattr__(self, name):
        if name.startswith("__") and name.endswith("__") and name not in ("__len__",):
            if name in ("__deepcopy__", "__copy__", "__getstate__", "__setstate__", "__reduce__", "__fx_create_arg__", "__array__", "__cuda_array_interface__", "__torch_dispatch__"):
                raise AttributeError(name)
        return Attribute(self, name)

    def __deepcopy__(self, memo):
        import copy

        made = object.__new__(type(self))
        graph = copy.deepcopy(self.node.graph)
        made.node = next(new for old, new in zip(self.node.graph.nodes, graph.nodes) if old is self.node)
        made.tracer = copy.copy(self.tracer)
        made.tracer.graph = graph
        return made

    def __setstate__(self, state):
        self.__dict__ = state

    def __call__(self, *args, **kwargs):
        return self.tracer.create_proxy("call_method", "__call__", (self, *args), kwargs)

    def __iter__(self):
        count = _fx.unpack_count(1)
        if count is not None:
            return (self[i] for i in range(count))
        return iter(self.tracer.iter(self))

    def __abs__(self):
        return self.tracer.create_proxy("call_function", operator.abs, (self,), {})

    def __bool__(self):
        return self.tracer.to_bool(self)

    def keys(self):
        return self.tracer.keys(self)

    def __len__(self):
        raise RuntimeError("'len' is not supported in symbolic tracing by default. If you want this call to be recorded, please call torch.fx.wrap('len') at module scope")

    @classmethod
    def __torch_function__(cls, orig_method, types, args=None, kwargs=None):
        args, kwargs = args or (), kwargs or {}
        tracers = {}

        def find(a):
            if isinstance(a, cls):
                tracers[a.tracer] = None

        map_aggregate(args, find)
        map_aggregate(kwargs, find)
        if len(tracers) != 1:
            raise RuntimeError(f"Found multiple different tracers {list(tracers)} while trying to trace operations {orig_method}")
        (tracer,) = tracers
        if isinstance(orig_method, torch._C.ScriptMethod):
            return tracer.create_proxy("call_method", orig_method.name, (orig_method.owner, *args), kwargs)
        if torch.overrides.is_tensor_method_or_property(orig_method):
            return tracer.create_proxy("call_method", orig_method.__name__, args, kwargs)
        return tracer.create_proxy("call_function", orig_method, args, kwargs)


class MetaProxy(Proxy):
    """A proxy that knows what its value is like: nodes made of it get meta["val"] by running the operation on fakes."""

    def __init__(self, node, tracer=None, fake_mode=None):
        super().__init__(node, tracer)
        self.fake_mode = fake_mode

    def __repr__(self):
        return f"MetaProxy({self.node.name})"

    @classmethod
    def __torch_function__(cls, orig_method, types, args=None, kwargs=None):
        args, kwargs = args or (), kwargs or {}
        mode = None

        def value(a):
            nonlocal mode
            if not isinstance(a, Proxy):
                return a
            mode = mode or getattr(a, "fake_mode", None)
            return a.node.meta["val"] if "val" in a.node.meta else a

        proxy = super().__torch_function__(orig_method, types, args, kwargs)
        args, kwargs = map_aggregate(args, value), map_aggregate(kwargs, value)
        if mode is None:
            return proxy
        with mode:
            proxy.node.meta["val"] = orig_method(*args, **kwargs)
        return MetaProxy(proxy.node, proxy.tracer, mode)


class Attribute(Proxy):
    """An attribute of a proxy: a node of its own only if it is used otherwise than called."""

    def __init__(self, root, attr):
        self.root, self.attr = root, attr
        self.tracer = root.tracer
        self._node = None

    @property
    def node(self):
        if self._node is None:
            self._node = self.tracer.create_proxy("call_function", getattr, (self.root, self.attr), {}).node
        return self._node

    def __call__(self, *args, **kwargs):
        return self.tracer.create_proxy("call_method", self.attr, (self.root, *args), kwargs)


class ParameterProxy(Proxy):
    """A parameter whose sizes are known while it is traced."""

    def __init__(self, tracer, node, name, param):
        super().__init__(node, tracer)
        if not isinstance(param, torch.nn.Parameter):
            raise AssertionError("param must be a torch.nn.Parameter")
        self.param, self.name = param, name

    def __repr__(self):
        return f"ParameterProxy({self.name})"

    @property
    def shape(self):
        return self.param.shape

    def size(self, *args):
        return self.param.size(*args)

    def dim(self):
        return self.param.dim()

    @property
    def ndim(self):
        return self.param.ndim

    def numel(self):
        return self.param.numel()

    def nelement(self):
        return self.param.nelement()


_UNARY = ("neg", "pos", "invert")
_BINARY = ("add", "sub", "mul", "floordiv", "truediv", "mod", "pow", "lshift", "rshift", "and_", "or_", "xor", "matmul")
_COMPARISONS = ("eq", "ne", "lt", "gt", "le", "ge")


def _install():
    def direct(target):
        def method(*args, **kwargs):
            return args[0].tracer.create_proxy("call_function", target, args, kwargs)

        return method

    def swapped(target):
        def method(self, other):
            return self.tracer.create_proxy("call_function", target, (other, self), {})

        return method

    for name in (*_UNARY, *_BINARY, *_COMPARISONS, "getitem"):
        bare = name.strip("_")
        setattr(Proxy, f"__{bare}__", direct(getattr(operator, name)))
    for name in _BINARY:
        setattr(Proxy, f"__r{name.strip('_')}__", swapped(getattr(operator, name)))
    Proxy.__hash__ = object.__hash__


_install()
