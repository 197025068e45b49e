"""TS2EPConverter: the exported program of a traced or scripted module or function."""

import operator

import torch
from torch._C import _script
from torch.export import export
from torch.export._state import ensure_submodule

__all__ = ["TS2EPConverter"]

_LISTS = {"prim::ListConstruct", "prim::TupleConstruct"}
_OF_NUMBERS = {
    "aten::add": lambda a, b, alpha=1: a + b * alpha, "aten::sub": lambda a, b, alpha=1: a - b * alpha, "aten::mul": operator.mul, "aten::floor_divide": operator.floordiv,
    "aten::div": lambda a, b, rounding_mode=None: a / b if rounding_mode is None else a // b, "aten::remainder": operator.mod, "aten::neg": operator.neg,
    "aten::reciprocal": lambda x: 1 / x,
}
_CASTS = {
    "aten::ScalarImplicit": lambda x: x, "aten::IntImplicit": int, "aten::FloatImplicit": float, "aten::Int": int, "aten::Float": float, "aten::Bool": bool,
}


class _Graph(torch.nn.Module):
    """Runs the graph of a script node by node: what its operators call is recorded, conditions that depend on data become torch.cond."""

    def __init__(self, script):
        super().__init__()
        graph = (script.inlined_graph if hasattr(script, "inlined_graph") else script.graph).copy()
        torch._C._jit_pass_inline(graph)
        self._graph, self._script = [graph], [script]
        constants = (n for n in graph.findAllNodes("prim::Constant") if n.output().type().kind() == "TensorType" and not n.mustBeNone())
        self._numbers = {n.output().unique(): n.t("value").item() for n in constants if n.t("value").dim() == 0}  # read before anything is recorded
        self._method = isinstance(script, torch.nn.Module)
        if self._method:
            for name, p in script.named_parameters(remove_duplicate=False):
                self._attach(name, p)
            for name, b in script.named_buffers(remove_duplicate=False):
                self._attach(name, b)

    def _attach(self, name, value):
        path, _, last = name.rpartition(".")
        owner = ensure_submodule(self, path, torch.nn.Module) if path else self
        if isinstance(value, torch.nn.Parameter):
            owner.register_parameter(last, value)
        else:
            owner.register_buffer(last, value)

    def forward(self, *args):
        graph = self._graph[0]
        inputs = list(graph.inputs())
        values = {}
        if self._method:
            values[inputs.pop(0).unique()] = _Attribute(self, self._script[0])
        for v, x in zip(inputs, args):
            values[v.unique()] = x
        self._run(graph.nodes(), values)
        results = tuple(values[v.unique()] for v in graph.outputs())
        return results[0] if len(results) == 1 else results

    def _run(self, nodes, values):
        for n in nodes:
            self._node(n, values)

    def _node(self, n, values):
        kind = n.kind()
        outputs = [v.unique() for v in n.outputs()]
        if kind == "prim::Constant":
            values[outputs[0]] = n.output().toIValue()
            return
        if kind == "prim::If":
            return self._branch(n, outputs, values)
        if kind == "prim::Loop":
            return self._loop(n, outputs, values)
        given = [values[v.unique()] for v in n.inputs()]
        if kind == "prim::GetAttr":
            values[outputs[0]] = given[0].get(n.s("name"))
        elif kind == "prim::SetAttr":
            given[0].set(n.s("name"), given[1])
        elif kind in _LISTS:
            values[outputs[0]] = given if kind == "prim::ListConstruct" else tuple(given)
        elif kind == "prim::DictConstruct":
            values[outputs[0]] = dict(zip(given[::2], given[1::2]))
        elif kind in ("prim::TupleUnpack", "prim::ListUnpack"):
            values.update(zip(outputs, given[0]))
        elif kind == "prim::TupleIndex":
            values[outputs[0]] = given[0][given[1]]
        elif kind in ("prim::unchecked_cast", "prim::Uninitialized", "prim::unchecked_unwrap_optional"):
            values[outputs[0]] = given[0] if given else None
        elif kind == "prim::RaiseException":
            raise RuntimeError(given[0])
        elif kind == "prim::Print":
            return
        elif kind == "prim::NumToTensor":
            values[outputs[0]] = given[0]
        elif kind in _OF_NUMBERS and (numbers := self._as_numbers(n, given)) is not None:
            values[outputs[0]] = _OF_NUMBERS[kind](*numbers)
        elif kind in _CASTS and isinstance(given[0], torch.Tensor):
            values[outputs[0]] = given[0] if kind == "aten::Bool" else given[0].item()
        elif kind in _CASTS and isinstance(given[0], (bool, int, float)):
            values[outputs[0]] = _CASTS[kind](given[0])
        else:
            given = [torch.tensor(x) if isinstance(x, (int, float)) and v.type().kind() == "TensorType" else x for v, x in zip(n.inputs(), given)]
            result = _script.run_node(n, given)
            values.update(zip(outputs, result if len(outputs) > 1 else (result,)))

    def _as_numbers(self, n, given):
        """The operands of a node that computes with sizes, which a trace does as with tensors; None for other nodes."""
        if n.output().type().kind() != "TensorType" or all(isinstance(x, torch.Tensor) for x in given[:2]):
            return None
        numbers = [self._numbers.get(v.unique(), x) if isinstance(x, torch.Tensor) else x for v, x in zip(n.inputs(), given)]
        return None if any(isinstance(x, torch.Tensor) for x in numbers) else numbers

    def _branch(self, n, outputs, values):
        cond = values[n.input().unique()]
        blocks = list(n.blocks())
        if isinstance(cond, bool):
            block = blocks[0 if cond else 1]
            self._run(block.nodes(), values)
            values.update(zip(outputs, [values[v.unique()] for v in block.outputs()]))
            return
        names = sorted({v for block in blocks for v in _reads(block) if isinstance(values.get(v), torch.Tensor)})

        def side(block):
            def run(*tensors):
                inner = {**values, **dict(zip(names, tensors))}
                self._run(block.nodes(), inner)
                return tuple(inner[v.unique()] for v in block.outputs())

            return run

        results = torch.cond(cond, side(blocks[0]), side(blocks[1]), tuple(values[v] for v in names))
        values.update(zip(outputs, results))

    def _loop(self, n, outputs, values):
        trips, going, *carried = (values[v.unique()] for v in n.inputs())
        (body,) = n.blocks()
        index, *inside = body.inputs()
        i = 0
        while i < trips and going:
            values[index.unique()] = i
            values.update(zip((v.unique() for v in inside), carried))
            self._run(body.nodes(), values)
            going, *carried = (values[v.unique()] for v in body.outputs())
            i += 1
        values.update(zip(outputs, carried))


class _Attribute:
    """A module of a script, with the module that has its tensors."""

    def __init__(self, shell, script):
        self.shell, self.script = shell, script

    def get(self, name):
        value = getattr(self.script, name)
        if isinstance(value, torch.nn.Module):
            return _Attribute(getattr(self.shell, name, None), value)
        if isinstance(value, torch.Tensor):
            return getattr(self.shell, name, value)
        return value

    def set(self, name, value):
        if not isinstance(value, torch.Tensor) or name not in getattr(self.shell, "_buffers", ()):
            raise NotImplementedError(f"TS2EPConverter: magneto does not convert a script that sets the attribute {name}, which is no buffer")
        getattr(self.shell, name).copy_(value)


def _reads(block):
    """What the nodes of a block take, and what it gives."""
    names = [v.unique() for v in block.outputs()]
    for n in block.nodes():
        names += [v.unique() for v in n.inputs()]
        for inner in n.blocks():
            names += _reads(inner)
    return names


class TS2EPConverter:
    """Converts a traced or scripted model, as it runs for sample inputs."""

    def __init__(self, ts_model, sample_args, sample_kwargs=None):
        self.ts_model, self.sample_args, self.sample_kwargs = ts_model, tuple(sample_args), dict(sample_kwargs or {})

    def convert(self):
        names = [v.debugName() for v in (self.ts_model.inlined_graph if hasattr(self.ts_model, "inlined_graph") else self.ts_model.graph).inputs()]
        keywords = tuple(self.sample_kwargs[name.split(".")[0]] for name in names if name.split(".")[0] in self.sample_kwargs)
        graph = _Graph(self.ts_model)
        arguments = [name.replace(".", "_") for name in (names[1:] if graph._method else names)]
        if all(name.isidentifier() for name in arguments):
            graph.__class__ = _named(arguments)
        return export(graph, (*self.sample_args, *keywords), strict=False)


    def explain(self, print_output=True):
        """Which nodes of the script cannot be converted, as text: those whose operator does not exist."""
        graph = (self.ts_model.inlined_graph if hasattr(self.ts_model, "inlined_graph") else self.ts_model.graph).copy()
        torch._C._jit_pass_inline(graph)
        missing = [n for n in _nodes(graph) if "::" in n.kind() and n.kind().partition("::")[0] not in ("prim", "onnx") and not torch._C._jit_get_schemas_for_operator(n.kind())]
        lines = [f"    {i}. {n.kind()} [{str(n).splitlines()[0]}]" for i, n in enumerate(missing)]
        text = "\n\n".join(["Unsupported nodes are found in the following list:", *lines]) if missing else "Success!"
        if print_output:
            print(text)
        return text


def _nodes(block):
    for n in block.nodes():
        yield n
        for inner in n.blocks():
            yield from _nodes(inner)


def _named(arguments):
    """The class of graphs whose arguments have these names."""
    names = ", ".join(arguments)
    found = {}
    exec(f"def forward(self, {names}):\n    return _Graph.forward(self, {names})\n", {"_Graph": _Graph}, found)
    return type("_Graph", (_Graph,), found)
