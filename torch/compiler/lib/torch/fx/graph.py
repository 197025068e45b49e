"""Graph: a list of nodes that reads and prints as a program. The list itself is native; here are the operations on it."""

import builtins
import contextlib
import copy
import dataclasses
import keyword
import re
import typing

import torch
from torch._C import _fx
from torch._C._fx import Graph, Node
from torch.utils import _pytree as pytree
from torch.fx import _pytree as fx_pytree

from .node import _get_qualified_name, _type_in_code, map_arg

__all__ = ["PythonCode", "CodeGen", "Graph"]


def _between(template, signs):
    return {name: template.format(sign) for name, sign in (pair.split() for pair in signs.split(", "))}


# How code writes calls of functions of module operator, by their names.
_BINARY = "{{}} {} {{}}"
reflectable_magic_methods = _between(
    _BINARY, "add +, sub -, mul *, floordiv //, truediv /, div /, mod %, pow **, lshift <<, rshift >>, and_ &, or_ |, xor ^")
reflectable_magic_methods |= {"getitem": "{}[{}]"} | _between(_BINARY, "matmul @")
magic_methods = (_between(_BINARY, "eq ==, ne !=, lt <, gt >, le <=, ge >=") | _between("{}{{}}", "pos +, neg -, invert ~")
                 | reflectable_magic_methods)
inplace_methods = _between(
    _BINARY, "iadd +=, iand &=, ifloordiv //=, ilshift <<=, imod %=, imul *=, imatmul @=, ior |=, ipow **=, irshift >>=, isub -=, itruediv /=, ixor ^=")
inplace_methods["setitem"] = "{}[{}] = {}"


dtype_abbrs = {
    torch.bfloat16: "bf16", torch.float64: "f64", torch.float32: "f32", torch.float16: "f16", torch.complex32: "c32", torch.complex64: "c64", torch.complex128: "c128", torch.int8: "i8", torch.int16: "i16", torch.int32: "i32",
    torch.int64: "i64", torch.bool: "b8", torch.uint8: "u8", torch.uint16: "u16", torch.uint32: "u32", torch.uint64: "u64",
}
py_sym_types = (torch.SymInt, torch.SymFloat, torch.SymBool)


class _Namespace:
    """Names that are unique: what they are wanted to be, with a number where that is taken."""

    def __init__(self):
        self._obj_to_name, self._used_names, self._base_count = {}, set(), {}

    def create_name(self, candidate, obj):
        """A name like a wanted one; an object that has a name keeps it."""
        if obj is not None and obj in self._obj_to_name:
            return self._obj_to_name[obj]
        candidate = re.sub(r"[^0-9a-zA-Z_]+", "_", candidate) or "_unnamed"
        if candidate[0].isdigit():
            candidate = f"_{candidate}"
        match = re.match(r"(.*)_(\d+)$", candidate)
        base, number = (match[1], int(match[2])) if match else (candidate, None)
        if number is None or candidate in self._used_names:
            number = self._base_count.get(base, 0) if number is None else max(number, self._base_count.get(base, 0))
        while candidate in self._used_names or self._illegal(candidate):
            number += 1
            candidate = f"{base}_{number}"
        self._used_names.add(candidate)
        self._base_count[base] = number
        if obj is not None:
            self._obj_to_name[obj] = candidate
        return candidate

    @staticmethod
    def _illegal(name):
        return name not in ("self", "None", "True", "False") and (keyword.iskeyword(name) or hasattr(builtins, name) or name in ("torch", "device", "inf", "nan", "NoneType", "fx_pytree", "pytree", "math"))

    def associate_name_with_obj(self, name, obj):
        if self._obj_to_name.setdefault(obj, name) != name:
            raise AssertionError("obj is already associated")

    def _rename_object(self, obj, name):
        if obj not in self._obj_to_name:
            raise AssertionError("obj is not in the namespace")
        self._obj_to_name[obj] = name
        self._used_names.add(name)


@dataclasses.dataclass
class PythonCode:
    """Source text with the objects that it names, the nodes that its lines are of, and the line of its head."""

    src: str
    globals: dict
    _lineno_map: dict | None = None
    _prologue_start: int = 0


# How code looks without further wishes: no comments, strides, devices and colours, parameters on one line, no metadata.
_PLAIN = (False, False, False, False, False, ())


class CodeGen:
    """How a graph becomes a method. Derived classes change the signature and what is returned."""

    def __init__(self):
        self._body_transformer = None
        self._unpacking = 0

    def gen_fn_def(self, free_vars, maybe_return_annotation):
        """The first line of the method."""
        if not free_vars or free_vars[0] != "self":
            free_vars.insert(0, "self")
        return f"def forward({', '.join(free_vars)}){maybe_return_annotation}:"

    def generate_output(self, output_args):
        """The statement that gives the result."""
        return f"return {output_args}"

    def process_inputs(self, *args):
        """The values of the placeholders for the arguments of a call."""
        return args

    def process_outputs(self, outputs):
        """What a call gives for the value of the output node."""
        return outputs

    def additional_globals(self):
        """Pairs of a name and an object that the code needs besides."""
        return []

    def _source(self, graph, root, style=_PLAIN):
        made = graph._source(root, None, None, None, style)
        if not self._rewrites():
            return made
        return (self._rewritten(made[0]), *made[1:]) if isinstance(made, tuple) else self._rewritten(made)

    def _rewrites(self):
        """Whether a derived class writes the first line or the result."""
        return type(self).gen_fn_def is not CodeGen.gen_fn_def or type(self).generate_output is not CodeGen.generate_output

    def _rewritten(self, text):
        """The code, which may stand in a class, with the first line and the result that a derived class writes."""
        lines = text.split("\n")
        first = next(i for i, line in enumerate(lines) if line.lstrip().startswith("def "))
        indent = lines[first][:len(lines[first]) - len(lines[first].lstrip())]
        head, _, annotation = lines[first].rpartition(")")
        free = [p.strip() for p in _parameters(head[head.index("(") + 1:])]
        give = f"{indent}    return "
        last = next(i for i, line in enumerate(lines) if line.startswith(give))
        lines[last] = f"{indent}    {self.generate_output(lines[last][len(give):])}"
        lines[first] = "\n".join(indent + line for line in self.gen_fn_def(free[1:], annotation.rstrip(":")).split("\n"))
        self._unpacking = lines[first].count("\n")  # lines behind the first that belong to it
        return "\n".join(lines)


class _BoxedCodeGen(CodeGen):
    """Takes all arguments in one list, which is emptied before anything is computed."""

    def gen_fn_def(self, free_vars, maybe_return_annotation):
        names = [v.split(":")[0].split("=")[0].strip() for v in free_vars if v != "self"]
        lines = [f"def forward(self, args_list){maybe_return_annotation}:"]
        if names:
            lines += ["args_iter = iter(args_list)", *(f"{name} = next(args_iter)" for name in names), "args_list.clear()"]
        return "\n    ".join(lines)


def _parameters(text):
    """A list of parameters, cut at the commas outside of brackets."""
    parts, depth = [""], 0
    for c in text:
        depth += (c in "([{") - (c in ")]}")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return [p for p in parts if p.strip()]


class _PyTreeCodeGen(CodeGen):
    """Takes nested arguments apart and puts nested results together."""

    def __init__(self, pytree_info, positional=None):
        super().__init__()
        self.pytree_info, self.positional = pytree_info, positional

    def process_inputs(self, *inputs):
        return tuple(pytree.tree_leaves(list(inputs)))

    def process_outputs(self, out):
        if self.pytree_info.out_spec is None:
            return out
        if not isinstance(out, (list, tuple)):
            out = [out]
        return pytree.tree_unflatten(list(out), self.pytree_info.out_spec)

    def additional_globals(self):

        return [("pytree", pytree), ("fx_pytree", fx_pytree)]

    def _source(self, graph, root, style=_PLAIN):
        names, unpack, give = self._parts(root)
        if not any(node.op == "placeholder" for node in graph.nodes):
            unpack = None
        return graph._source(root, names, unpack, give, style)

    def _parts(self, root):
        """The parameters, the statement that takes them apart into variables, and the result for what the graph gives, each None for a graph's own."""
        names = [name for name in self.pytree_info.orig_args if name != root]
        bare = [n.split("=")[0].split(":")[0].strip() for n in names]
        own = [root] if root in self.pytree_info.orig_args else []  # a module that was traced is an argument like the others
        given = f"[{', '.join(own + bare)}]"
        if self.positional is not None:  # a pair of positional and keyword arguments
            keywords = ", ".join(f"'{n}':{n}" for n in bare[self.positional:])
            given = f"([{', '.join(bare[:self.positional])}], {{{keywords}}})"

        def unpack(variables):
            return f"{', '.join(own + variables)}, = fx_pytree.tree_flatten_spec({given}, self._in_spec)"

        give = None
        if self.pytree_info.out_spec is not None:
            give = lambda value: f"pytree.tree_unflatten({value}, self._out_spec)"
        return names, unpack if names else None, give


class _PyTreeInfo(typing.NamedTuple):
    """The names of arguments and the shapes of their trees."""

    orig_args: list
    in_spec: pytree.TreeSpec
    out_spec: pytree.TreeSpec


class _node_list:
    """The nodes of a graph, in order. Iterating allows for changes behind the node at hand."""

    def __init__(self, graph, direction="_next"):
        self.graph, self.direction = graph, direction

    def __len__(self):
        return self.graph._size()

    def __iter__(self):
        nodes = self.graph._list()
        if self.direction == "_prev":
            for node in reversed(nodes):
                if not node._erased:
                    yield node
            return
        root = self.graph._root
        node = nodes[0] if nodes else root
        while node is not root:
            following = node.next
            if not node._erased:
                yield node
                if not node._erased:
                    following = node.next
            node = following

    def __reversed__(self):
        return _node_list(self.graph, "_prev" if self.direction == "_next" else "_next")

    def __contains__(self, node):
        return any(n is node for n in self.graph._list())


def _codegen_of(graph):
    codegen = getattr(graph, "_codegen", None)
    if codegen is None:
        codegen = graph._codegen = CodeGen()
    return codegen


def _create_node(graph, op, target, args=None, kwargs=None, name=None, type_expr=None):
    """Adds a node at the insert point."""
    args = () if args is None else args
    kwargs = {} if kwargs is None else kwargs
    if not isinstance(args, tuple):
        raise AssertionError(f"args must be a tuple, got {type(args)}")
    if not isinstance(kwargs, dict):
        raise AssertionError(f"kwargs must be a dict, got {type(kwargs)}")
    if not isinstance(target, str) and not callable(target):
        raise AssertionError(f"Expected target to be str, got {type(target)}")
    legal = op in ("placeholder", "call_function", "call_method", "call_module", "get_attr", "output")
    wanted = None if not legal else None if isinstance(target, str) != (op == "call_function") else "a Callable" if op == "call_function" else "a str"
    if not legal or wanted is not None:
        taken = graph._name(name or (target if isinstance(target, str) else target.__name__))  # a node that cannot be made keeps its name
        if not legal:
            raise AssertionError(f"op '{op}' is not in _legal_ops")
        raise ValueError(f"Node [graph = {graph}, name = '{taken}'] target {target} has type {torch.typename(target)} but {wanted} is expected")
    node = graph._create(op, target, args, kwargs, name, type_expr)
    for hook in getattr(getattr(graph, "owning_module", None), "_create_node_hooks", ()):
        hook(node)
    return node


def _erase_node(graph, to_erase):
    """Takes a node without users out of the graph."""
    erased = getattr(to_erase, "_erased", False)
    graph._erase(to_erase)
    if erased:
        import warnings

        warnings.warn(f"erase_node({to_erase}) on an already erased node")
        return
    for hook in getattr(getattr(graph, "owning_module", None), "_erase_node_hooks", ()):
        hook(to_erase)


def _placeholder(graph, name, type_expr=None, default_value=...):
    args = () if default_value is ... else (default_value,)
    return graph.create_node("placeholder", name, args=args, type_expr=type_expr)


def _has_target(root, path):
    for part in path.split("."):
        if not hasattr(root, part):
            return False
        root = getattr(root, part)
    return True


def _warn_missing(graph, what, path):
    if graph.owning_module is not None and not _has_target(graph.owning_module, path):
        import warnings

        warnings.warn(f"Attempted to insert a {what} Node with no underlying reference in the owning GraphModule! Call GraphModule.add_submodule to add the necessary submodule, "
                      "GraphModule.add_parameter to add the necessary Parameter, or nn.Module.register_buffer to add the necessary buffer", stacklevel=3)


def _get_attr(graph, qualified_name, type_expr=None):
    _warn_missing(graph, "get_attr", qualified_name)
    return graph.create_node("get_attr", qualified_name, type_expr=type_expr)


def _call_module(graph, module_name, args=None, kwargs=None, type_expr=None):
    if graph.owning_module is not None and hasattr(graph.owning_module, "get_submodule"):
        graph.owning_module.get_submodule(module_name)
    return graph.create_node("call_module", module_name, args, kwargs, type_expr=type_expr)


def _call_method(graph, method_name, args=None, kwargs=None, type_expr=None):
    return graph.create_node("call_method", method_name, args, kwargs, type_expr=type_expr)


def _call_function(graph, the_function, args=None, kwargs=None, type_expr=None, name=None):
    return graph.create_node("call_function", the_function, args, kwargs, name=name, type_expr=type_expr)


def _output(graph, result, type_expr=None):
    return graph.create_node("output", "output", args=(result,), type_expr=type_expr)


class _InsertPoint:
    def __init__(self, graph, at, behind=False):
        self.graph, self.before = graph, graph._insert_at(at, behind)

    def __enter__(self):
        pass

    def __exit__(self, *error):
        self.graph._insert_at(*self.before)


def _inserting_before(graph, n=None):
    if n is None:
        nodes = graph._list()
        return _InsertPoint(graph, nodes[0] if nodes else None)
    if n.graph is not graph:
        raise AssertionError("Node to insert before is not in graph.")
    return _InsertPoint(graph, n)


def _inserting_after(graph, n=None):
    if n is None:
        return _InsertPoint(graph, None)
    if n.graph is not graph:
        raise AssertionError("Node to insert after is not in graph.")
    return _InsertPoint(graph, n, True)


def _find_nodes(graph, *, op, target=None, sort=True):
    if op == "call_function" and target is None:
        raise AssertionError("target must not be None for call_function op")
    return [n for n in graph._list() if n.op == op and (target is None or n.target is target or n.target == target)]


def _node_copy(graph, node, arg_transform=lambda x: x):
    args, kwargs = map_arg(node.args, arg_transform), map_arg(node.kwargs, arg_transform)
    made = graph.create_node(node.op, node.target, tuple(args), dict(kwargs), node.name, node.type)
    _fx.copy_meta(made, node)
    made.meta = copy.copy(node.meta)
    return made


def _graph_copy(graph, g, val_map, return_output_node=False):
    for node in g.nodes:
        if node in val_map:
            continue
        if node.op == "output":
            value = map_arg(node.args[0], lambda n: val_map[n])
            return (value, node) if return_output_node else value
        val_map[node] = graph.node_copy(node, lambda n: val_map[n])
    return None


def ___deepcopy__(graph, memo=None):
    memo = {} if memo is None else memo
    made = type(graph)(tracer_cls=getattr(graph, "_tracer_cls", None))
    values = {}
    result = made.graph_copy(graph, val_map=values, return_output_node=True)
    made._codegen = copy.deepcopy(_codegen_of(graph), memo)
    for old, new in values.items():
        new.meta = copy.copy(old.meta)
    if result is not None:
        value, old = result
        end = made.output(value, type_expr=old.type)
        end.meta = copy.copy(old.meta)
    return made


def ___reduce__(graph):
    places = {node: _Place(i) for i, node in enumerate(graph.nodes)}
    parts = [(n.op, n.target, map_arg(n.args, places.get), map_arg(n.kwargs, places.get), n.name, n.type) for n in graph.nodes]
    return _read_graph, (type(graph), parts, _codegen_of(graph))


class _Place:
    """A node in a graph that is pickled, by its number."""

    def __init__(self, number):
        self.number = number


def _read_graph(cls, parts, codegen):
    """The graph that was taken apart."""
    graph, nodes = cls(), []

    def read(value):
        if isinstance(value, _Place):
            return nodes[value.number]
        if isinstance(value, (tuple, list)):
            return type(value)(read(v) for v in value)
        if isinstance(value, dict):
            return {k: read(v) for k, v in value.items()}
        return slice(read(value.start), read(value.stop), read(value.step)) if isinstance(value, slice) else value

    for op, target, args, kwargs, name, type_expr in parts:
        nodes.append(graph.create_node(op, target, read(args), read(kwargs), name, type_expr))
    graph._codegen = codegen
    return graph


def _lint(graph):
    """Checks that the graph is well formed, and that its module has what it names."""
    graph._lint()
    owner = graph.owning_module
    if owner is None:
        return
    for node in graph.nodes:
        if node.op not in ("get_attr", "call_module"):
            continue
        at = owner
        parts = node.target.split(".")
        for i, part in enumerate(parts):
            if not hasattr(at, part):
                raise RuntimeError(f"Node {node} target {node.target} references nonexistent attribute {part} of {'.'.join(parts[:i])}")
            at = getattr(at, part)
            if node.op == "call_module" and i == len(parts) - 1 and not isinstance(at, torch.nn.Module):
                raise RuntimeError(f"Node {node} target {node.target} {part} of {'.'.join(parts[:i])} does not reference an nn.Module")


def _eliminate_dead_code(graph, is_impure_node=None):
    """Erases the nodes that nobody uses and that do nothing else; True if there were any."""
    graph.lint()
    impure = is_impure_node or (lambda node: node.is_impure())
    changed = False
    for node in reversed(graph._list()):
        if len(node.users) == 0 and not impure(node):
            graph.erase_node(node)
            changed = True
    return changed


def _on_generate_code(graph, make_transformer):
    codegen = _codegen_of(graph)
    before = codegen._body_transformer
    codegen._body_transformer = make_transformer(before)

    @contextlib.contextmanager
    def restoring():
        try:
            yield
        finally:
            codegen._body_transformer = before

    return restoring()


def _set_codegen(graph, codegen):
    graph._codegen = codegen


def _process_inputs(graph, *args):
    return _codegen_of(graph).process_inputs(*args)


def _process_outputs(graph, out):
    return _codegen_of(graph).process_outputs(out)


# What code may name besides the functions that it calls.
_NAMED = {"inf": float("inf"), "nan": float("nan"), "NoneType": type(None), "torch": torch, "device": torch.device, "fx_pytree": fx_pytree, "pytree": pytree}


def _python_code(graph, root_module, *, verbose=False, include_stride=False, include_device=False, colored=False, expanded_def=False, record_func=False):
    """The source of forward, and the objects that it names."""
    codegen = _codegen_of(graph)
    style = (verbose, include_stride, include_device, colored, expanded_def, ())
    src, called = codegen._source(graph, root_module) if style == _PLAIN else codegen._source(graph, root_module, style)
    numbers = _nodes_of_lines(graph, src)
    if codegen._body_transformer is not None:
        before = src
        src = _transformed(src, codegen._body_transformer, codegen._unpacking)
        numbers = _after_transform(before, src, numbers)
    names = dict(_NAMED)
    for name, value in called.items():
        if not name.startswith("torch.") and getattr(builtins, name, None) is not value:
            names[name] = value
    names.update(codegen.additional_globals())
    for node in graph.nodes:
        if node.type is not None:
            _type_in_code(node.type, names)
    return PythonCode(src, names, numbers, 4)


def _nodes_of_lines(graph, src):
    """Which node each line of a generated method is of, by its number behind the head; parameters have a line only where their name changes."""
    lines, nodes, last = src.lstrip("\n").split("\n")[1:], iter(enumerate(graph.nodes)), None
    found = {}
    for number, line in enumerate(lines, 1):
        if not line.lstrip().startswith("#"):
            for last, node in nodes:
                if node.op != "placeholder" or line.startswith(f"    {node.name} = "):
                    break
        found[number] = last
    return found


def _after_transform(before, after, numbers):
    """The nodes of the lines of a text that was changed: a line that is new is of the node of the one before it."""
    old = before.lstrip("\n").split("\n")[1:]
    found, at, last = {}, 0, None
    for number, line in enumerate(after.lstrip("\n").split("\n")[1:], 1):
        if line in old[at:]:
            at = old.index(line, at) + 1
            last = numbers.get(at)
        found[number] = last
    return found


def _transformed(src, transformer, unpacking):
    head, _, body = src.partition(":\n")
    given = body.split("\n")
    lines = transformer([line[4:] + "\n" for line in given[unpacking:]])
    return head + ":\n" + "".join(line + "\n" for line in given[:unpacking]) + "\n".join("    " + line for line in "".join(lines).rstrip("\n").split("\n")) + "\n    "


def _print_tabular(graph):
    """Prints the nodes as a table, as the package tabulate lays it out."""
    rows = [("opcode", "name", "target", "args", "kwargs")] + [(n.op, n.name, str(n.target), str(n.args), str(n.kwargs)) for n in graph.nodes]
    widths = [max(len(row[i]) for row in rows) for i in range(5)]
    widths = [max(w, len(h) + 2) for w, h in zip(widths, rows[0])]  # a head has room
    rows.insert(1, tuple("-" * w for w in widths))
    for row in rows:
        print("  ".join(cell.ljust(w) for cell, w in zip(row, widths)).rstrip())
