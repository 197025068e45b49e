"""Tracing with tensors without data beside the proxies, so that sizes and element types are known while the graph is made."""

import builtins

import torch
import torch.fx

__all__ = ["MetaAttribute", "MetaDeviceAttribute", "MetaProxy", "MetaTracer", "manual_meta_overrides", "proxys_to_metas", "symbolic_trace"]

# what computes the meta results of functions and modules in the place of these themselves
manual_meta_overrides = {}


def proxys_to_metas(v):
    """The tensor without data that a proxy stands for; other values as they are."""
    if isinstance(v, MetaDeviceAttribute):
        return "meta"
    if isinstance(v, torch.fx.Proxy):
        if not isinstance(v, MetaProxy):
            raise RuntimeError(f"Expected MetaProxy but got {type(v)}")
        if not hasattr(v, "_tensor_meta"):
            raise AssertionError("MetaProxy does not have an associated meta")
        return v._tensor_meta
    return v


class MetaProxy(torch.fx.Proxy):
    """A proxy that knows a tensor without data like the one that it stands for."""

    def install_tensor_meta(self, tensor_meta):
        self._tensor_meta = tensor_meta

    def _asked(self, name, make):
        meta = self.__dict__.get("_tensor_meta")
        return getattr(meta, name) if meta is not None else make()

    def size(self, dim=None):
        meta = self.__dict__.get("_tensor_meta")
        if meta is not None:
            return meta.size() if dim is None else meta.size(dim)
        return self.tracer.create_proxy("call_method", "size", (self,) if dim is None else (self, dim), {})

    def dim(self):
        meta = self.__dict__.get("_tensor_meta")
        return meta.dim() if meta is not None else self.tracer.create_proxy("call_method", "dim", (self,), {})

    @property
    def shape(self):
        return self._asked("shape", lambda: self.tracer.create_proxy("call_function", builtins.getattr, (self, "shape"), {}))

    @property
    def dtype(self):
        return self._asked("dtype", lambda: self.tracer.create_proxy("call_function", builtins.getattr, (self, "dtype"), {}))

    @property
    def device(self):
        return MetaDeviceAttribute(self, "device")

    def __getattr__(self, name):
        if name == "_tensor_meta":
            raise AttributeError(name)
        return MetaAttribute(self, name)


class MetaAttribute(MetaProxy):
    """An attribute of a proxy: a node if it is used as a value, a method if it is called."""

    def __init__(self, root, attr):
        self.root, self.attr, self.tracer = root, attr, root.tracer
        self._node = None

    @property
    def node(self):
        if self._node is None:
            self._node = self.tracer.create_proxy("call_function", builtins.getattr, (self.root, self.attr), {}).node
        return self._node

    def __call__(self, *args, **kwargs):
        return self.tracer.create_proxy("call_method", self.attr, (self.root, *args), kwargs)


class MetaDeviceAttribute(MetaAttribute):
    """The device of a proxy."""


def _creating(function, tracer):
    """A function that makes tensors, as a node where a size or a device comes of a proxy."""

    def wrapper(*args, **kwargs):
        found = []
        torch.fx.node.map_aggregate((args, kwargs), lambda v: found.append(v) if isinstance(v, torch.fx.Proxy) else None)
        return tracer.create_proxy("call_function", function, args, kwargs) if found else function(*args, **kwargs)

    return wrapper


class MetaTracer(torch.fx.Tracer):
    """A tracer whose proxies have tensors without data."""

    allow_insert_stateless_mods = True
    _TORCH_METHODS_TO_PATCH = ["arange", "zeros", "ones", "full_like", "eye"]

    def create_proxy(self, kind, target, args, kwargs, name=None, type_expr=None, proxy_factory_fn=None):
        made = super().create_proxy(kind, target, args, kwargs, name, type_expr, proxy_factory_fn)
        if kind == "placeholder" and target in self.meta_args:
            made.install_tensor_meta(self.meta_args[target])
            return made
        if target in self.orig_fns and "device" in kwargs:
            kwargs["device"] = "meta"
        try:
            meta_args = torch.fx.node.map_aggregate(args, proxys_to_metas)
            meta_kwargs = torch.fx.node.map_aggregate(kwargs, proxys_to_metas)
            out = self._meta_of(kind, target, meta_args, meta_kwargs)
        except Exception as e:
            import warnings

            warnings.warn(f"Could not compute metadata for {kind} target {target}: {e}")
            return made
        if out is not None:
            if not isinstance(made, torch.fx.Proxy):
                raise AssertionError("Don't support composite output yet")
            made.install_tensor_meta(out)
        return made

    def _meta_of(self, kind, target, args, kwargs):
        if kind == "call_function":
            return manual_meta_overrides.get(target, target)(*args, **kwargs)
        if kind == "call_method":
            method = getattr(args[0].__class__, target)
            return manual_meta_overrides.get(method, method)(*args, **kwargs)
        if kind == "call_module":
            module = self.root.get_submodule(target)
            if type(module) in manual_meta_overrides:
                return manual_meta_overrides[type(module)](module, *args, **kwargs)
            forward = self.orig_forward
            with _without_tracing(self):
                return _on_meta(module, forward, args, kwargs)
        if kind == "get_attr":
            at = self.root
            for part in target.split("."):
                at = getattr(at, part)
            return at.to("meta") if isinstance(at, torch.Tensor) else None
        return None

    def getattr(self, attr, attr_val, parameter_proxy_cache):
        if getattr(self, "_disable_module_getattr", False):
            return attr_val
        return super().getattr(attr, attr_val, parameter_proxy_cache)

    def call_module(self, m, forward, args, kwargs):
        self.orig_forward = forward
        return super().call_module(m, forward, args, kwargs)

    def _insert_module_as_submodule(self, mod):
        """Gives the root a module that it does not have, under a name of its own."""
        if any(True for _ in mod.parameters()) or any(True for _ in mod.buffers()):
            return ""
        i = 0
        while hasattr(self.root, f"{type(mod).__name__.lower()}_{i}"):
            i += 1
        name = f"{type(mod).__name__.lower()}_{i}"
        setattr(self.root, name, mod)
        return name

    def path_of_module(self, mod):
        try:
            return super().path_of_module(mod)
        except NameError:
            if self.allow_insert_stateless_mods and (path := self._insert_module_as_submodule(mod)):
                return path
            raise

    def proxy(self, node):
        return MetaProxy(node, self)

    def trace(self, root, meta_args, concrete_args=None):
        self.meta_args = meta_args
        originals = {name: getattr(torch, name) for name in self._TORCH_METHODS_TO_PATCH}
        self.orig_fns = set(originals.values())
        for name, function in originals.items():
            setattr(torch, name, _creating(function, self))
        try:
            graph = super().trace(root, concrete_args)
            graph._tracer_extras = {"meta_args": meta_args}
            return graph
        finally:
            for name, function in originals.items():
                setattr(torch, name, function)


class _without_tracing:
    """Parameters are themselves within."""

    def __init__(self, tracer):
        self.tracer = tracer

    def __enter__(self):
        self.tracer._disable_module_getattr = True

    def __exit__(self, *exc):
        self.tracer._disable_module_getattr = False


def _on_meta(module, forward, args, kwargs):
    import copy

    return copy.deepcopy(module).to("meta").forward(*args, **kwargs) if any(True for _ in module.parameters()) or any(True for _ in module.buffers()) else forward(*args, **kwargs)


def symbolic_trace(root, meta_args=None, concrete_args=None):
    """The GraphModule of a module or function, traced with tensors without data for some of its arguments."""
    tracer = MetaTracer()
    graph = tracer.trace(root, meta_args, concrete_args)
    name = type(root).__name__ if isinstance(root, torch.nn.Module) else root.__name__
    return torch.fx.GraphModule(tracer.root, graph, name)
