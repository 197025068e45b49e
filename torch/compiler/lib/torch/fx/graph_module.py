"""GraphModule: a module whose forward is generated from a graph."""

import contextlib
import copy
import itertools
import linecache
import operator
import sys
import traceback
import warnings

import torch
from torch._C import _fx

from .graph import CodeGen, Graph, _codegen_of

__all__ = ["GraphModule", "reduce_graph_module"]

# what a written module imports for the names in generated code
_BUILTIN_IMPORTS = [
    "from math import inf", "from math import nan", "NoneType = type(None)", "import torch", "from torch import device", "import torch.fx._pytree as fx_pytree",
    "import torch.utils._pytree as pytree",
]

# the modules that print as they are made
_WRITTEN_OUT = (torch.nn.Linear, torch.nn.Conv1d, torch.nn.Conv2d, torch.nn.Conv3d, torch.nn.BatchNorm1d, torch.nn.BatchNorm2d, torch.nn.BatchNorm3d)

# where a graph's meta has the attributes of the model that it was made of and that stay
_USER_PRESERVED_ATTRIBUTES_KEY = "_user_preserved_attributes"

FX_GRAPH_MODULE_FILE_PREFIX = "fx_generated_"

_count = itertools.count()


def _method(src, names):
    """The function forward that a text defines. Tracebacks find its lines."""
    name = f"<eval_with_key>.{next(_count)}"
    linecache.cache[name] = (len(src), None, src.splitlines(True), name)
    namespace = dict(names)
    exec(compile(src, name, "exec"), namespace)
    return namespace["forward"]


def _copy_attr(source, target, path):
    """Gives target what source has at a path, with empty modules in between."""
    *parents, name = path.split(".")
    for part in parents:
        f, t = getattr(source, part), getattr(target, part, None)
        if f is t:
            return
        if t is None:
            t = torch.nn.Module()
            setattr(target, part, t)
        source, target = f, t
    value = getattr(source, name)
    if isinstance(value, torch.Tensor) and not isinstance(value, torch.nn.Parameter):
        target.register_buffer(name, value)
    else:
        setattr(target, name, value)


def _assign_attr(value, target, path):
    *parents, name = path.split(".")
    for part in parents:
        inner = getattr(target, part, None)
        if inner is None:
            inner = torch.nn.Module()
            setattr(target, part, inner)
        target = inner
    if isinstance(value, torch.Tensor) and not isinstance(value, torch.nn.Parameter):
        target.register_buffer(name, value)
    else:
        setattr(target, name, value)


def _hook(kind, f):
    if not callable(f):
        raise AssertionError(f"{kind} hook must be a callable.")
    return f


def _place_of_error(frame):
    """The exception that is being handled, with the lines of generated code around the one where it was raised."""
    lines, at = [line.rstrip("\n") + "\n" for line in linecache.getlines(frame.filename)], frame.lineno
    mark = "~" * (len(lines[at - 1]) - 2) + " <--- HERE"
    said = f"Call using an FX-traced Module, line {at} of the traced Module's generated forward function:"
    return "\n".join([traceback.format_exc(), said, "".join(lines[at - 2 : at]), mark, "\n".join(lines[at : at + 2])])


class GraphModule(torch.nn.Module):
    """A module that computes what a graph says, with the attributes that it names, taken from root: a module, or a dict by path."""

    __jit_unused_properties__ = ["graph"]

    def __new__(cls, *args, **kwargs):
        # Each instance has a class, so that each has a forward.
        base = next(c for c in cls.__mro__ if c is GraphModule or "forward" not in c.__dict__ or "_generated" not in c.__dict__)
        return super().__new__(type("GraphModuleImpl", (base,), {"_generated": True, "__qualname__": "GraphModule.__new__.<locals>.GraphModuleImpl"}))

    def __init__(self, root, graph, class_name="GraphModule"):
        super().__init__()
        type(self).__name__ = class_name
        if isinstance(root, torch.nn.Module):
            if hasattr(root, "training"):
                self.training = root.training
            for node in graph.nodes:
                if node.op in ("get_attr", "call_module"):
                    _copy_attr(root, self, node.target)
            for name in ("_in_spec", "_out_spec"):
                if name in root.__dict__:
                    self.__dict__[name] = root.__dict__[name]
        elif isinstance(root, dict):
            paths = []
            for node in graph.nodes:
                if node.op in ("get_attr", "call_module"):
                    if node.target not in root:
                        raise RuntimeError(f"Node {node} referenced target {node.target} but that target was not provided in ``root``!")
                    paths.append(node.target)
            for path in sorted(paths, key=lambda t: t.count(".")):
                _assign_attr(root[path], self, path)
        else:
            raise RuntimeError(f"Unsupported type {root} passed for root!")
        self.graph = graph
        self._tracer_cls = None
        tracer = getattr(graph, "_tracer_cls", None)
        if tracer is not None and "<locals>" not in tracer.__qualname__:
            self._tracer_cls = tracer
        self._tracer_extras = getattr(graph, "_tracer_extras", None) or {}
        self.meta = {}
        if isinstance(root, torch.nn.Module) and isinstance(getattr(root, "meta", None), dict):
            self.meta.update(root.meta)
        self._replace_hooks, self._create_node_hooks, self._erase_node_hooks, self._deepcopy_hooks = [], [], [], []

    def _register_create_node_hook(self, f):
        """Has a function called with each node that the graph gets from now on."""
        self._create_node_hooks.append(_hook("create_node", f))

    def _unregister_create_node_hook(self, f):
        self._create_node_hooks.remove(_hook("create_node", f))

    def _register_erase_node_hook(self, f):
        """Has a function called with each node that leaves the graph."""
        self._erase_node_hooks.append(_hook("erase_node", f))

    def _unregister_erase_node_hook(self, f):
        self._erase_node_hooks.remove(_hook("erase_node", f))

    def _register_replace_node_hook(self, f):
        """Has a function of (old, new, user) called where a node takes another one's place: new is its name."""
        self._replace_hooks.append(_hook("create_node", f))

    def _unregister_replace_node_hook(self, f):
        self._replace_hooks.remove(_hook("create_node", f))

    @contextlib.contextmanager
    def _set_replace_hook(self, f):
        """Has a function called where a node takes another one's place, within a with block."""
        self._register_replace_node_hook(f)
        try:
            yield
        finally:
            self._unregister_replace_node_hook(f)

    def _register_deepcopy_hook(self, f):
        """Has a function called with each copy of the module."""
        self._deepcopy_hooks.append(_hook("deepcopy", f))

    def _unregister_deepcopy_hook(self, f):
        self._deepcopy_hooks.remove(_hook("deepcopy", f))

    @property
    def graph(self):
        """The graph. Setting it generates the code anew."""
        return self._graph

    @graph.setter
    def graph(self, g):
        if not isinstance(g, Graph):
            raise AssertionError(f"Expected a Graph instance, but got {type(g)}")
        self.__dict__["_graph"] = g
        g.owning_module = self
        self.recompile()

    @property
    def code(self):
        """The source of forward."""
        if "_code" not in self.__dict__:
            if "_native" in self.__dict__:
                return self._native.code
            raise RuntimeError("Code has not been generated! Please report a bug to PyTorch")
        return self._code

    def recompile(self):
        """Generates forward from the graph as it is now."""
        codegen = _codegen_of(self._graph)
        info = getattr(codegen, "pytree_info", None)
        if info is not None:
            if "_in_spec" not in self.__dict__:
                self._in_spec = info.in_spec
            self._out_spec = info.out_spec
        python = self._graph.python_code(root_module="self")
        self.__dict__["_code"], self.__dict__["_lineno_map"], self.__dict__["_prologue_start"] = python.src, python._lineno_map, python._prologue_start
        type(self).forward = _method(python.src, python.globals)
        return python

    def __call__(self, *args, **kwargs):
        try:
            return super().__call__(*args, **kwargs)
        except Exception as e:
            raised = traceback.extract_tb(e.__traceback__)
            if not raised or "eval_with_key" not in raised[-1].filename:
                raise
            print(_place_of_error(raised[-1]), file=sys.stderr)
            raise e.with_traceback(None)

    def to_folder(self, folder, module_name="FxModule"):
        """Writes the module as a Python package that makes it again: its code, its state and its children."""
        import os

        os.makedirs(folder, exist_ok=True)
        torch.save(self.state_dict(), os.path.join(folder, "state_dict.pt"))
        lines = ["", "import torch", *_BUILTIN_IMPORTS, "", "from torch.nn import *", f"class {module_name}(torch.nn.Module):", "    def __init__(self):", "        super().__init__()"]
        kept = []
        for name, child in self.named_children():
            if type(child) in _WRITTEN_OUT:
                lines.append(f"        setattr(self, '{name}', {child!r})")
                continue
            path = os.path.join(folder, f"{name}.pt")
            torch.save(child, path)
            kept.append(name)
            text = repr(child).replace("\r", " ").replace("\n", " ")
            lines.append(f"        setattr(self, '{name}', torch.load(r'{path}', weights_only=False)) # {text}")
        for name, buffer in self._buffers.items():
            if buffer is not None:
                lines.append(f"        self.register_buffer('{name}', torch.empty({list(buffer.shape)}, dtype={buffer.dtype}))")
        for name, parameter in self._parameters.items():
            if parameter is not None:
                lines.append(f"        setattr(self, '{name}', torch.nn.Parameter(torch.empty({list(parameter.shape)}, dtype={parameter.dtype})))")
        lines.append(f"        self.load_state_dict(torch.load(r'{folder}/state_dict.pt'))")
        first, *rest = self.code.split("\n")
        body = [first, *("    " + line if line.strip() else "" for line in rest)]
        with open(os.path.join(folder, "module.py"), "w") as f:
            f.write("\n".join(lines + body) + "\n")
        with open(os.path.join(folder, "__init__.py"), "w") as f:
            f.write("from .module import *")
        if kept:
            warnings.warn(f"Was not able to save the following children modules as reprs -saved as pickled files instead: {kept}")

    def add_submodule(self, target, m):
        """Adds a module at a path; False if the path leads through something that is no module."""
        *parents, name = target.split(".")
        at = self
        for part in parents:
            inner = getattr(at, part, None)
            if inner is None:
                inner = torch.nn.Module()
                setattr(at, part, inner)
            if not isinstance(inner, torch.nn.Module):
                return False
            at = inner
        at.add_module(name, m)
        return True

    def delete_submodule(self, target):
        """Removes the module at a path; False if there is none."""
        *parents, name = target.split(".")
        at = self
        for part in parents:
            at = getattr(at, part, None)
            if not isinstance(at, torch.nn.Module):
                return False
        if not isinstance(getattr(at, name, None), torch.nn.Module):
            return False
        delattr(at, name)
        return True

    def delete_all_unused_submodules(self):
        """Removes the modules that the graph neither calls nor reads from."""
        used = set()
        for node in self.graph.nodes:
            if node.op not in ("call_module", "get_attr"):
                continue
            parts = node.target.split(".")
            used.update(".".join(parts[:i]) for i in range(1, len(parts) + 1))
            if node.op == "call_module":
                try:
                    module = self.get_submodule(node.target)
                except AttributeError:
                    continue
                used.update(f"{node.target}.{name}" for name, _ in module.named_modules() if name)
        for name in [name for name, _ in self.named_modules() if name and name not in used]:
            self.delete_submodule(name)

    def print_readable(self, print_output=True, include_stride=False, include_device=False, colored=False, *, fast_sympy_print=False, expanded_def=False, additional_meta=None):
        """The code with shapes and the user's lines."""
        codegen = getattr(self.graph, "_codegen", None)
        parts = codegen._parts("self") if hasattr(codegen, "_parts") else (None, None, None)
        text = _fx.readable(self, self._get_name(), (True, include_stride, include_device, colored, expanded_def, additional_meta or ()), *parts)
        if isinstance(codegen, CodeGen) and not hasattr(codegen, "_parts") and codegen._rewrites():
            text = codegen._rewritten(text)
        if print_output:
            print(text)
        return text

    def __str__(self):
        return "\n".join([super().__str__(), self.code, "# To see more debug info, please use `graph_module.print_readable()`"])

    def _replicate_for_data_parallel(self):
        made = self.__copy__()
        made._is_replica = True
        return made

    def _attributes(self):
        skipped = ("_graph", "_native", "_code", "_lineno_map", "_prologue_start", "_replace_hooks", "_create_node_hooks", "_erase_node_hooks", "_deepcopy_hooks")
        return {k: v for k, v in self.__dict__.items() if k not in skipped}

    def _deepcopy_init(self):
        return GraphModule.__init__

    def __deepcopy__(self, memo):
        cls = next(c for c in type(self).__mro__ if "_generated" not in c.__dict__)
        memo[id(self)] = made = cls.__new__(cls)
        holder = torch.nn.Module()
        holder.__dict__ = copy.deepcopy(self._attributes(), memo)
        self._deepcopy_init()(made, holder, copy.deepcopy(self.graph, memo))
        for name in ("_state_dict_hooks", "_load_state_dict_pre_hooks", "_load_state_dict_post_hooks", "_non_persistent_buffers_set"):
            if name in holder.__dict__:
                made.__dict__[name] = holder.__dict__[name]
        made.meta = copy.deepcopy(getattr(self, "meta", {}), memo)
        for name, value in made.meta.get(_USER_PRESERVED_ATTRIBUTES_KEY, {}).items():
            setattr(made, name, value)
        for name in ("_replace_hooks", "_create_node_hooks", "_erase_node_hooks", "_deepcopy_hooks"):
            made.__dict__[name] = list(self.__dict__.get(name, ()))
        for hook in list(made._deepcopy_hooks):
            hook(made)
        return made

    def __copy__(self):
        from ._lazy_graph_module import _make_graph_module

        made = _make_graph_module(self, self.graph)
        made.meta = getattr(self, "meta", {})
        return made

    def __reduce__(self):
        state = self._attributes()
        code = self._graph.python_code("self")
        graph = _state_of(self._graph)
        return reduce_graph_module, ({"state": state, "graph": graph, "name": self._get_name(), "source": code.src},)


def _state_of(graph):
    """A graph as plain values: what each node is, with its arguments by the number of the nodes."""
    numbers = {node: i for i, node in enumerate(graph.nodes)}

    def reference(node):
        return _Reference(numbers[node])

    from .node import map_arg

    nodes = [(n.op, n.name, _Operator(n.target) if isinstance(n.target, (torch._ops.OpOverload, torch._ops.OpOverloadPacket)) else n.target, map_arg(n.args, reference), map_arg(n.kwargs, reference), n.type, bool(n.meta.get("is_wrapped"))) for n in graph.nodes]
    return nodes, _codegen_of(graph)


class _Operator:
    """An operator in a pickled graph, by its path."""

    def __init__(self, op):
        self.path = str(op)

    def found(self):
        return operator.attrgetter(self.path)(torch.ops)


class _Reference:
    """A node in a pickled graph."""

    def __init__(self, number):
        self.number = number


def reduce_graph_module(body):
    """The module that __reduce__ took apart."""
    from .node import map_aggregate

    nodes, codegen = body["graph"]
    graph, made = Graph(), []
    for op, name, target, args, kwargs, annotation, wrapped in nodes:
        def value(a):
            return made[a.number] if isinstance(a, _Reference) else a

        args, kwargs = map_aggregate(args, value), map_aggregate(kwargs, value)
        made.append(graph.create_node(op, target.found() if isinstance(target, _Operator) else target, tuple(args), dict(kwargs), name, annotation))
        if wrapped:
            made[-1].meta["is_wrapped"] = True
    graph._codegen = codegen
    holder = torch.nn.Module()
    holder.__dict__ = body["state"]
    out = GraphModule(holder, graph)
    for name, v in body["state"].items():
        if name not in out.__dict__:
            out.__dict__[name] = v
    return out


def _from_native(native):
    """The module for a graph of the tracer, which goes on running it as long as nobody changes it."""
    made = GraphModule.__new__(GraphModule)
    torch.nn.Module.__init__(made)
    type(made).__name__ = "GraphModule"
    for name, value in _fx.children(native).items():
        if isinstance(value, _fx.NativeModule):
            value = _from_native(value)
        _assign_attr(value, made, name)
    made.__dict__.update(_graph=native.graph, _native=native, _tracer_cls=None, _tracer_extras={}, meta={}, _replace_hooks=[], _create_node_hooks=[], _erase_node_hooks=[], _deepcopy_hooks=[])
    native.graph.owning_module = made

    def forward(self, *args, **kwargs):
        return native(*args, **kwargs)

    type(made).forward = forward
    return made


def reduce_package_graph_module(importer, body, generated_module_name):
    """The module that a package holds."""
    return reduce_graph_module(body)
