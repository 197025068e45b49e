"""Pickles of graphs: nodes with what is known of them, tensors without data and symbolic sizes, which who reads it makes in an environment of their own."""

import dataclasses
import io
import operator
import pickle
from collections.abc import Callable
from types import NoneType

import torch
from torch._subclasses.fake_tensor import FakeTensor, FakeTensorMode
from torch.fx.experimental.symbolic_shapes import ShapeEnv
from torch.fx.graph import _codegen_of

__all__ = ["GraphPickler", "Options"]


def _ops_filter_safe(name):
    """Operators that every process has."""
    return name.startswith(("torch.ops.aten", "torch.ops.fbgemm"))


def _node_metadata_key_filter_safe(key):
    """What is known of nodes without objects of the program."""
    return key not in ("source_fn_stack", "nn_module_stack", "fwd_source_fn_stack")


@dataclasses.dataclass
class Options:
    ops_filter: Callable[[str], bool] | None = _ops_filter_safe
    node_metadata_key_filter: Callable[[str], bool] | None = _node_metadata_key_filter_safe
    ignore_raw_node: bool = False


class _Reader:
    """Stands in a pickle for who reads it."""


_READER = _Reader()


class GraphPickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO, options: Options | None = None) -> None:
        super().__init__(file)
        self.options = options or Options()
        self.graphs = []  # those that are being written, the innermost last: their nodes by numbers

    def persistent_id(self, obj):
        return "reader" if obj is _READER else None

    def reducer_override(self, obj):
        if isinstance(obj, FakeTensor):
            like = (tuple(obj.shape), obj.stride(), obj.storage_offset(), obj.dtype, obj.device, obj.requires_grad, isinstance(obj, torch.nn.Parameter))
            return _fake, (_READER, like)
        if isinstance(obj, (torch.SymInt, torch.SymFloat, torch.SymBool)):
            return _symbolic, (_READER, type(obj), str(obj), obj.node.hint if obj.node.has_hint() else None, _hints(obj))
        if isinstance(obj, FakeTensorMode):
            return _mode_of, (_READER,)
        if isinstance(obj, ShapeEnv):
            return _environment_of, (_READER,)
        if isinstance(obj, torch.fx.GraphModule):
            return _module, (_READER, self._described(obj.graph), obj._attributes(), type(obj).__name__)
        if isinstance(obj, torch.fx.Graph):
            return _graph, (_READER, self._described(obj))
        if isinstance(obj, torch.fx.Node):
            for numbers in reversed(self.graphs):
                if obj in numbers:
                    return _Reference, (numbers[obj],)
            if self.options.ignore_raw_node:
                return NoneType, ()
            raise AssertionError(f"Unexpected raw Node during pickling: {obj.name}. A graph that its nodes point out of cannot be written.")
        if isinstance(obj, (torch._ops.OpOverload, torch._ops.OpOverloadPacket)):
            name = f"torch.ops.{obj}"
            if self.options.ops_filter is not None and not self.options.ops_filter(name):
                from torch._inductor.codecache import BypassFxGraphCache

                raise BypassFxGraphCache(f"Unable to pickle non-standard op: {name}")
            return _operator, (str(obj),)
        if isinstance(obj, torch._ops.HigherOrderOperator):
            return _operator, (f"higher_order.{obj.name()}",)
        return NotImplemented

    def _described(self, graph):
        """A graph as bytes of their own, in which its nodes are numbers."""
        file = io.BytesIO()
        inner = type(self)(file, self.options)
        inner.graphs = [*self.graphs, {node: i for i, node in enumerate(graph.nodes)}]
        keep = self.options.node_metadata_key_filter or (lambda key: True)
        nodes = [(n.op, n.name, n.target, n.args, n.kwargs, n.type, {k: v for k, v in n.meta.items() if keep(k)}) for n in graph.nodes]
        inner.dump((nodes, _codegen_of(graph)))
        return file.getvalue()

    @classmethod
    def dumps(cls, obj: object, options: Options | None = None) -> bytes:
        with io.BytesIO() as file:
            cls(file, options).dump(obj)
            return file.getvalue()

    @staticmethod
    def loads(data: bytes, fake_mode: FakeTensorMode) -> object:
        return _GraphUnpickler(io.BytesIO(data), _Symbols(fake_mode)).load()

    @classmethod
    def debug_dumps(cls, obj: object, options: "Options | None" = None, *, max_depth: int = 80, max_iter_items: int = 50, verbose: bool = True) -> str | None:
        """The path to the first part of an object that cannot be pickled; None where it can."""
        return _Search(cls, options, max_depth, max_iter_items, verbose).of(obj, "root", 0)


class _GraphUnpickler(pickle.Unpickler):
    def __init__(self, file, symbols):
        super().__init__(file)
        self.symbols = symbols

    def persistent_load(self, key):
        return self.symbols


class _Symbols:
    """Who reads a pickle: the mode of its tensors, and what the symbols of the pickle are in its environment."""

    def __init__(self, mode):
        self.mode, self.known = mode, {}

    def named(self, name, hint):
        if name not in self.known:
            env = self.mode.shape_env
            if name.startswith("u"):
                self.known[name] = env.create_unbacked_symint()
            else:
                from torch._dynamo.source import ConstantSource

                source = ConstantSource(f"__{name}")
                self.known[name] = env.create_symintnode(env.create_symbol(hint, source), hint=hint, source=source)
        return self.known[name]


class _Reference:
    """A node of the graph that is being read."""

    def __init__(self, number):
        self.number = number


def _hints(number):
    """The symbols of an expression with what they are at the moment."""
    node = number.node
    return {str(s): _hint_of(node.shape_env, s) for s in node.expr.free_symbols}


def _hint_of(env, symbol):
    found = env.var_to_val.get(symbol) if hasattr(env, "var_to_val") else None
    return None if found is None else int(found)


def _symbolic(reader, kind, text, hint, hints):
    if text.isidentifier() and text not in ("True", "False"):
        return reader.named(text, hint)
    names = {name: reader.named(name, value) for name, value in hints.items()}
    return eval(text, {"Max": torch.sym_max, "Min": torch.sym_min, **names})


def _fake(reader, like):
    size, stride, offset, dtype, device, requires_grad, parameter = like
    with reader.mode:
        made = torch.empty_strided(size, stride, dtype=dtype, device=device)
        if offset:
            made = made.as_strided(size, stride, offset)
    return torch.nn.Parameter(made, requires_grad) if parameter else made.requires_grad_(requires_grad)


def _mode_of(reader):
    return reader.mode


def _environment_of(reader):
    return reader.mode.shape_env


def _operator(path):
    return operator.attrgetter(path)(torch.ops)


def _graph(reader, described):
    from torch.fx.node import map_aggregate

    nodes, codegen = _GraphUnpickler(io.BytesIO(described), reader).load()
    graph, made = torch.fx.Graph(), []

    def value(a):
        return made[a.number] if isinstance(a, _Reference) else a

    for op, name, target, args, kwargs, annotation, meta in nodes:
        node = graph.create_node(op, target, tuple(map_aggregate(args, value)), dict(map_aggregate(kwargs, value)), name, annotation)
        made.append(node)
        node.meta.update(meta)
    graph._codegen = codegen
    return graph


def _module(reader, described, state, name):
    graph = _graph(reader, described)
    holder = torch.nn.Module()
    holder.__dict__ = state
    made = torch.fx.GraphModule(holder, graph, name)
    for key, v in state.items():
        if key not in made.__dict__ or key == "meta":
            made.__dict__[key] = v
    return made


class _Search:
    """Looks for what a pickler cannot write, and tells on its way what it looks at."""

    def __init__(self, pickler, options, depth, items, verbose):
        self.pickler, self.options, self.depth, self.items, self.verbose, self.seen = pickler, options, depth, items, verbose, set()

    def tell(self, level, text):
        if self.verbose:
            print("  " * level + text)

    def of(self, obj, path, level):
        if level > self.depth or id(obj) in self.seen:
            return None
        self.seen.add(id(obj))
        self.tell(level, f"Walking: {path} ({type(obj)})")
        try:
            self.pickler.dumps(obj, self.options)
        except Exception as e:
            self.tell(level, f"[FAIL pickle] {type(obj)} -> {e}")
        else:
            self.tell(level, "✓ Pickles fine alone")
            return None
        for part, name in self.parts(obj, path, level):
            found = self.of(part, name, level + 1)
            if found is not None:
                return found
        return path

    def parts(self, obj, path, level):
        """What an object consists of, with the ways there."""
        if isinstance(obj, dict):
            for i, (key, value) in enumerate(obj.items()):
                if i < self.items:
                    yield value, f"{path}[{key!r}]"
        elif isinstance(obj, (list, tuple, set, frozenset)):
            for i, value in enumerate(obj):
                if i < self.items:
                    yield value, f"{path}[{i}]"
        else:
            reduced = self.pickler(io.BytesIO(), self.options).reducer_override(obj)
            self.tell(level, f"reducer_override -> {type(reduced)}")
            if reduced is not NotImplemented:
                for i, value in enumerate(reduced[1]):
                    yield value, f"{path}.reduce_args[{i}]"
            elif hasattr(obj, "__getstate__"):
                state = obj.__getstate__()
                self.tell(level, f"__getstate__ -> {type(state)}")
                yield state, f"{path}.__getstate__()"
