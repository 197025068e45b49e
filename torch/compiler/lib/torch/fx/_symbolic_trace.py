"""Tracing: a function is run on proxies, and what it does becomes a graph."""

import builtins
import collections
import contextlib
import functools
import inspect
import math
import sys
import types
import warnings

import torch
from torch._C._dynamo import eval_frame
from torch._compile import _uncompiled
from torch.fx._compatibility import compatibility
from torch.utils import _pytree as pytree

from . import _pytree as fx_pytree
from .graph import Graph, _PyTreeCodeGen, _PyTreeInfo
from ._lazy_graph_module import _make_graph_module
from .graph_module import GraphModule
from .node import Node
from .proxy import ParameterProxy, Proxy, Scope, TracerBase

__all__ = ["PH", "ProxyableClassMeta", "Tracer", "symbolic_trace", "wrap", "is_fx_tracing", "is_fx_symbolic_tracing"]

_module_call, _module_getattr = torch.nn.Module.__call__, torch.nn.Module.__getattr__
_tracing = 0

# What wrap() was called for: (namespace, name).
_wrapped_fns = {}
_wrapped_methods = {}


# Types of values that a trace for concrete_args can compare its later arguments with, beside operators.
_COMPARED = (str, int, float, bool, complex, torch.dtype, torch.device, torch.memory_format, torch.layout)


def is_fx_tracing():
    """Whether a trace is going on."""
    return _tracing > 0


def is_fx_symbolic_tracing():
    """Whether a trace is going on that nothing compiles."""
    return _tracing > 0 and not torch.compiler.is_compiling()


@contextlib.contextmanager
def _noted():
    """While a trace goes on."""
    global _tracing
    _tracing += 1
    eval_frame.set_fx_tracing(True)
    try:
        yield
    finally:
        _tracing -= 1
        eval_frame.set_fx_tracing(_tracing > 0)


class PHBase:
    """A place in nested concrete_args whose value is traced."""

    def __repr__(self):
        return "PH"


PH = PHBase()


class PHWithMeta(PHBase):
    """A PH that says what its placeholder is called."""

    def __init__(self, ph_key=None):
        super().__init__()
        self.ph_key = ph_key


class ProxyableClassMeta(type):
    """Metaclass of classes whose construction with proxies becomes a node."""

    def __init__(cls, name, bases, attrs):
        super().__init__(name, bases, attrs)

    def __call__(cls, *args, **kwargs):
        instance = cls.__new__(cls)
        proxies = []

        def find(a):
            if isinstance(a, Proxy):
                proxies.append(a)

        from .node import map_aggregate

        map_aggregate(args, find)
        map_aggregate(kwargs, find)
        if proxies:
            return proxies[0].tracer.create_proxy("call_function", cls, args, kwargs)
        cls.__init__(instance, *args, **kwargs)
        return instance


def _assert_is_none(value, msg):
    if value is not None:
        raise AssertionError(msg)


class _Patches:
    """Attributes and entries that are other ones for the time of a trace."""

    def __init__(self):
        self.undo, self.done = [], set()

    def attribute(self, owner, name, make):
        old = getattr(owner, name)
        own = name in owner.__dict__
        setattr(owner, name, make(old))
        self.undo.append((lambda: setattr(owner, name, old)) if own else (lambda: delattr(owner, name)))

    def entry(self, namespace, name, make):
        if (id(namespace), name) in self.done:
            return
        self.done.add((id(namespace), name))
        if name in namespace:
            old = namespace[name]
            namespace[name] = make(old)
            self.undo.append(lambda: namespace.__setitem__(name, old))
        elif hasattr(builtins, name):
            namespace[name] = make(getattr(builtins, name))
            self.undo.append(lambda: namespace.__delitem__(name))
        else:
            raise NameError(name)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        while self.undo:
            self.undo.pop()()


def _proxy_in(args, kwargs):
    found = []

    def look(a):
        if isinstance(a, Proxy):
            found.append(a)

    from .node import map_aggregate

    map_aggregate(args, look)
    map_aggregate(kwargs, look)
    return found[0] if found else None


def _recording(original):
    """A function that is a node where it is called with proxies."""

    @functools.wraps(original)
    def wrapped(*args, **kwargs):
        proxy = _proxy_in(args, kwargs)
        if proxy is None:
            return original(*args, **kwargs)
        result = proxy.tracer.create_proxy("call_function", original, args, kwargs)
        result.node.meta["is_wrapped"] = True
        return result

    wrapped.__fx_original__ = original
    return wrapped


def wrap(fn_or_name):
    """Keeps calls of a function of the module that says so whole: pass its name, or use it as a decorator."""
    if not callable(fn_or_name) and not isinstance(fn_or_name, str):
        raise RuntimeError("Unsupported type for global function! Must be either a callable or string name")
    name = fn_or_name if isinstance(fn_or_name, str) else fn_or_name.__name__
    if not isinstance(fn_or_name, str) and not hasattr(fn_or_name, "__code__"):
        raise AssertionError("callable must have a __code__ attribute")
    frame = sys._getframe(1)
    if frame.f_code.co_name != "<module>":
        raise NotImplementedError("wrap must be called at the top level of a module")
    _wrapped_fns[id(frame.f_globals), name] = frame.f_globals
    return fn_or_name


def _written(function):
    """A function of Python with the parameters of a built-in one, which calls it; functions without a signature cannot be traced."""
    try:
        signature = inspect.signature(function)
    except ValueError:
        raise AssertionError(f"Expected FunctionType, got {type(function)}") from None
    if "return_indices" in signature.parameters:  # which of two functions is meant is not known before they are called
        return lambda *args, **kwargs: function(*args, **kwargs)
    named = [p.name if p.kind is not p.KEYWORD_ONLY else f"{p.name}={p.name}" for p in signature.parameters.values()]
    bare = signature.replace(parameters=[p.replace(annotation=p.empty) for p in signature.parameters.values()], return_annotation=signature.empty)
    scope = {"function": function}
    exec(f"def {function.__name__}{bare}:\n    return function({', '.join(named)})\n", scope)
    written = scope[function.__name__]
    written.__annotations__ = {p.name: p.annotation for p in signature.parameters.values() if p.annotation is not p.empty}
    return written


class Tracer(TracerBase):
    """Traces modules and functions. Derived classes choose what stays whole, and what nodes and proxies are like."""

    def __init__(self, autowrap_modules=(math,), autowrap_functions=(), param_shapes_constant=False):
        super().__init__()
        self._autowrap_function_ids = {
            id(value) for module in autowrap_modules for name, value in module.__dict__.items() if not name.startswith("_") and callable(value)
        }
        self._autowrap_function_ids.update(id(fn) for fn in autowrap_functions)
        self._autowrap_search = list(autowrap_modules)
        self.param_shapes_constant = param_shapes_constant
        self.submodule_paths = None
        self.root_module_name = ""
        self.scope = Scope("", None)
        self.module_stack = collections.OrderedDict()
        self.num_calls = {}
        self.node_name_to_scope = {}

    def is_leaf_module(self, m, module_qualified_name):
        """Whether calls of a module are nodes: those of torch.nn that are not Sequential, unless overridden."""
        return (m.__module__.startswith("torch.nn") or m.__module__.startswith("torch.ao.nn")) and not isinstance(m, torch.nn.Sequential)

    def path_of_module(self, mod):
        """The path of a module below the root."""
        if self.submodule_paths:
            path = self.submodule_paths.get(mod)
            if path is None:
                raise NameError("module is not installed as a submodule")
            return path
        for name, module in self.root.named_modules():
            if module is mod:
                return name
        raise NameError("module is not installed as a submodule")

    def call_module(self, m, forward, args, kwargs):
        """A call of a module: a node, or the calls in it."""
        path = self.path_of_module(m)
        outer = self.scope
        self.scope = Scope(path, type(m))
        before = self.num_calls.get(path, 0)
        self.num_calls[path] = before + 1
        key = f"{path}@{before}" if before else path
        self.module_stack[key] = (path, type(m))
        try:
            if self.is_leaf_module(m, path):
                return self.create_proxy("call_module", path, args, kwargs)
            return forward(*args, **kwargs)
        finally:
            self.module_stack.pop(key, None)
            self.scope = outer

    def getattr(self, attr, attr_val, parameter_proxy_cache):
        """What reading a parameter (or, if so configured, a buffer) of a module gives."""

        def named(value, pairs, make):
            for name, p in pairs:
                if value is p:
                    if name not in parameter_proxy_cache:
                        parameter_proxy_cache[name] = self.create_proxy("get_attr", name, (), {}, **make(name, value))
                    return parameter_proxy_cache[name]
            return None

        if isinstance(attr_val, torch.nn.Parameter):
            def make(name, value):
                if not self.param_shapes_constant:
                    return {}
                return {"proxy_factory_fn": lambda node: ParameterProxy(self, node, name, value)}

            found = named(attr_val, self.root.named_parameters(), make)
            if found is not None:
                return found
        if self.proxy_buffer_attributes and isinstance(attr_val, torch.Tensor):
            found = named(attr_val, self.root.named_buffers(), lambda name, value: {})
            if found is not None:
                return found
        return attr_val

    def get_fresh_qualname(self, prefix):
        """A name below prefix that the root does not have."""
        i = 0
        while hasattr(self.root, f"{prefix}{i}"):
            i += 1
        return f"{prefix}{i}"

    def create_arg(self, a):
        """Beside what all tracers take: parameters, buffers and other tensors of the root become get_attr nodes."""
        if isinstance(a, torch.nn.Parameter):
            for name, p in self.root.named_parameters():
                if a is p:
                    return self.create_node("get_attr", name, (), {})
            raise NameError("parameter is not a member of this module")
        if isinstance(a, torch.Tensor):
            for name, p in self.root.named_buffers():
                if a is p:
                    return self.create_node("get_attr", name, (), {})
        if isinstance(a, torch.nn.Module):
            for name, m in self.root.named_modules():
                if a is m:
                    return self.create_node("get_attr", name, (), {})
        if isinstance(a, tuple) and hasattr(a, "_make") and _proxy_in(a, {}) is None:
            return self.create_node("call_function", type(a), tuple(self.create_arg(x) for x in a), {})
        if isinstance(a, (torch.Tensor, torch._C.ScriptObject)):
            name = self.tensor_attrs.get(a)
            if name is None:
                name = self.get_fresh_qualname("_tensor_constant" if isinstance(a, torch.Tensor) else f"_{type(a).__name__}_constant_")
                self.tensor_attrs[a] = name
                setattr(self.root, name, a)
            return self.create_node("get_attr", name, (), {})
        if type(a) in _proxyable_classes:
            name = self.get_fresh_qualname(f"_{type(a).__name__}_constant_")
            setattr(self.root, name, a)
            return self.create_node("get_attr", name, (), {})
        return super().create_arg(a)

    def create_args_for_root(self, root_fn, is_module, concrete_args=None):
        """Placeholders for the parameters of a function: the function to run, and what to run it on."""
        if not is_module and inspect.isbuiltin(root_fn):
            root_fn = _written(root_fn)
        fn = inspect.unwrap(root_fn)
        code = fn.__code__
        total = code.co_argcount + code.co_kwonlyargcount
        names = list(code.co_varnames)
        args = []
        skip = 0
        if is_module:
            if total == 0:
                raise RuntimeError("``self`` argument cannot be part of *args expansion!")
            skip = 1
            args.append(self.root)
        signature = inspect.signature(fn)
        if isinstance(concrete_args, tuple):
            if code.co_flags & inspect.CO_VARARGS and total == 1:  # as many inputs as there are values
                return root_fn, args + [self.create_proxy("placeholder", f"input_{i}", (), {}) for i in range(len(concrete_args))]
            if len(concrete_args) != total - skip:
                raise RuntimeError(f"Tracing expected {total - skip} arguments but got {len(concrete_args)} concrete arguments")
            concrete_args = dict(zip(names[skip:], concrete_args))
        self._specialized = 0

        def placeholder(name):
            default = ()
            if not name.startswith("*"):
                parameter = signature.parameters[name]
                if parameter.default is not inspect.Parameter.empty:
                    default = (parameter.default,)
            if concrete_args is not None and name in concrete_args:
                value = concrete_args[name]
                return self._concrete(name, value, () if _is_nested(value) else default)
            return self.create_proxy("placeholder", name, default, {}, type_expr=fn.__annotations__.get(name))

        given = names[skip:total]
        args.extend(placeholder(name) for name in given)
        keyword_only = code.co_kwonlyargcount > 0
        at = total
        if code.co_flags & inspect.CO_VARARGS:
            args.append(placeholder("*" + names[at]))
            at += 1
        if code.co_flags & inspect.CO_VARKEYWORDS:
            args.append(placeholder("**" + names[at]))
        spread = code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS)
        run = _spreading(fn, total, code.co_flags) if spread or keyword_only else root_fn
        root_fn = run
        if concrete_args is not None and any(_is_nested(v) for k, v in concrete_args.items() if k in given):
            return self._with_trees(root_fn, args, names[:total])
        return root_fn, args

    def _concrete(self, name, value, default=()):
        """The places of an argument that concrete_args names: placeholders for PH, and checks of the other ones."""
        count = 0

        def leaf(x):
            nonlocal count
            count += 1
            if x is PH or isinstance(x, PHWithMeta):
                made = self.create_proxy("placeholder", f"{name}_{count}", default, {})
                if isinstance(x, PHWithMeta):
                    made.node.ph_key = x.ph_key
                return made
            made = self.create_proxy("placeholder", f"{name}_{count}", default, {})
            if x is None:
                args = (made, f"{name} has been specialized to have value None but got another value")
                self.create_proxy("call_function", _assert_is_none, args, {})
            elif isinstance(x, torch._ops.OpOverload) or type(x) in _COMPARED:
                args = (made == x, f"{name} has been specialized to have value {x} but got another value")
                self.create_proxy("call_function", torch._assert, args, {})
            else:
                warnings.warn(f"Was not able to add assertion to guarantee correct input {name} to specialized function. It is up to the user to make sure that your inputs match the inputs you specialized the function with.")
            return x

        return pytree.tree_map(leaf, value)

    def _with_trees(self, root_fn, args, names):
        """A function of the leaves of nested arguments, and those."""
        leaves, in_spec = pytree.tree_flatten(tuple(args))
        self.root._in_spec = in_spec
        self.graph._codegen = codegen = _PyTreeCodeGen(_PyTreeInfo(list(names[:len(args)]), in_spec, None))

        def flat_fn(*values):
            tree = pytree.tree_unflatten(list(values), in_spec)
            out, out_spec = pytree.tree_flatten(root_fn(*tree))
            codegen.pytree_info = codegen.pytree_info._replace(out_spec=out_spec)
            self.root._out_spec = out_spec
            return out

        return flat_fn, leaves

    def trace(self, root, concrete_args=None):
        """The graph of a module or function, whose attributes are those of self.root."""
        if isinstance(root, torch.nn.Module):
            self.root = root
            if not hasattr(type(root), self.traced_func_name):
                raise AssertionError(f"traced_func_name={self.traced_func_name} doesn't exist in {type(root).__name__}")
            fn = getattr(type(root), self.traced_func_name)
            self.root_module_name = root._get_name()
            self.submodule_paths = {module: name for name, module in root.named_modules()}
        else:
            self.root = torch.nn.Module()
            fn = root
        self.graph = Graph(tracer_cls=type(self))
        if hasattr(fn, "__code__"):
            self.graph._co_fields = fn.__code__
        self.tensor_attrs = {}

        def collect(m, prefix):
            for name, value in m.__dict__.items():
                if isinstance(value, (torch.Tensor, torch._C.ScriptObject)):
                    self.tensor_attrs[value] = ".".join([*prefix, name])
            for name, child in m.named_children():
                collect(child, [*prefix, name])

        collect(self.root, [])
        if inspect.ismethod(fn) or not (hasattr(fn, "__code__") or inspect.isbuiltin(fn)):
            raise AssertionError(f"Expected FunctionType, got {type(fn)}")
        namespace = inspect.unwrap(fn).__globals__ if hasattr(inspect.unwrap(fn), "__globals__") else {}
        fn, args = self.create_args_for_root(fn, isinstance(root, torch.nn.Module), concrete_args)
        cache = {}

        def module_getattr(original):
            @functools.wraps(original)
            def replaced(mod, name):
                return self.getattr(name, original(mod, name), cache)

            return replaced

        def module_call(original):
            @functools.wraps(original)
            def replaced(mod, *args, **kwargs):
                def forward(*args, **kwargs):
                    return original(mod, *args, **kwargs)

                for module in [sys.modules.get(type(mod).__module__)]:
                    if module is not None:
                        self._autowrap(patches, module.__dict__)
                return self.call_module(mod, forward, args, kwargs)

            return replaced

        with _noted(), _Patches() as patches, _uncompiled():
            patches.attribute(torch.nn.Module, "__getattr__", module_getattr)
            patches.attribute(torch.nn.Module, "__call__", module_call)
            for (_, name), where in list(_wrapped_fns.items()):
                patches.entry(where, name, _recording)
            for (cls, name), _ in list(_wrapped_methods.items()):
                patches.attribute(cls, name, _recording_method(name))
            self._autowrap(patches, namespace)
            for module in self._autowrap_search:
                self._autowrap(patches, module.__dict__)
            result = fn(*args)
        annotation = getattr(fn, "__annotations__", {}).get("return")
        self.create_node("output", "output", (self.create_arg(result),), {}, type_expr=annotation)
        self.submodule_paths = None
        return self.graph

    def _autowrap(self, patches, namespace):
        if not self._autowrap_function_ids:
            return
        for name, value in list(namespace.items()):
            if not name.startswith("_") and callable(value) and id(value) in self._autowrap_function_ids:
                patches.entry(namespace, name, _recording)

    def __deepcopy__(self, memo):
        import copy

        made = type(self).__new__(type(self))
        for name, value in self.__dict__.items():
            made.__dict__[name] = copy.copy(value) if name in ("_autowrap_search",) else copy.deepcopy(value, memo)
        return made


def _recording_method(name):
    def make(original):
        @functools.wraps(original)
        def wrapped(*args, **kwargs):
            proxy = _proxy_in(args, kwargs)
            if proxy is None:
                return original(*args, **kwargs)
            return proxy.tracer.create_proxy("call_method", name, args, kwargs)

        return wrapped

    return make


_proxyable_classes = {}


def _spreading(fn, total, flags):
    """fn with *args, **kwargs and keyword-only parameters as positional ones, each of which takes one value."""
    code = fn.__code__
    count = total + bool(flags & inspect.CO_VARARGS) + bool(flags & inspect.CO_VARKEYWORDS)
    plain = code.replace(co_flags=flags & ~(inspect.CO_VARARGS | inspect.CO_VARKEYWORDS), co_argcount=count, co_posonlyargcount=0, co_kwonlyargcount=0)
    return types.FunctionType(plain, fn.__globals__, fn.__name__, fn.__defaults__, fn.__closure__)


def _is_nested(value):
    """Whether an argument is a container of others."""
    return not pytree.tree_flatten(value)[1].is_leaf()


def symbolic_trace(root, concrete_args=None):
    """The GraphModule of a module or function."""
    tracer = Tracer()
    graph = tracer.trace(root, concrete_args)
    name = root.__class__.__name__ if isinstance(root, torch.nn.Module) else root.__name__
    return _make_graph_module(tracer.root, graph, name)
