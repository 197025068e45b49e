"""run_decompositions: the program of a program, recorded without changes in place and with composite operators taken apart."""

import contextlib
import operator
import re

import torch
from torch._C._dynamo import eval_frame as _c
from torch._export.verifier import Verifier
from torch._functorch._aot_autograd.input_writes import take_input_writes
from torch.fx.experimental._unbacked import bind_unbacked
from torch.fx.experimental.proxy_tensor import _Decompose
from torch.fx.graph_module import GraphModule, _from_native
from torch.fx.traceback import NodeSource, NodeSourceAction

from ._auto_functionalized import without_writes
from ._canonical import canonicalize
from ._wrappers import Taken, leaves
from .graph_signature import ConstantArgument, ExportGraphSignature, InputKind, InputSpec, OutputKind, OutputSpec, TensorArgument

__all__ = ["decomposed"]


class _Functional(torch.fx.Interpreter):
    """Runs a program where nothing changes in place: to detach a tensor itself changes nothing then. `now` is the node that is running."""

    now = None

    def run_node(self, n):
        self.now = n
        return super().run_node(n)

    def call_function(self, target, args, kwargs):
        if target is torch.ops.aten.detach_.default:
            return args[0]
        if target is torch.ops.aten.lift_fresh_copy.default:
            return torch.ops.aten.clone.default(args[0])
        if target in (torch.ops.aten.batch_norm.default, torch.ops.aten.native_batch_norm.default) and args[5] and args[3] is not None and args[0].dim() > 1:
            out = torch.ops.aten._native_batch_norm_legit_functional.default(*args[:8])
            for statistic, new in zip(args[3:5], out[3:]):
                statistic.copy_(new)
            return out[0] if target is torch.ops.aten.batch_norm.default else out[:3]
        if target in _DROPOUTS:
            x, p, training = args
            return _DROPOUTS[target](x, p) if training and p > 0 else x
        return super().call_function(target, args, kwargs)


def _feature_dropout(x, p):
    noise = torch.ops.aten.new_empty.default(x, [*x.shape[:2], *[1] * (x.dim() - 2)])
    return torch.ops.aten.mul.Tensor(x, torch.ops.aten.div.Scalar(torch.ops.aten.bernoulli.p(noise, 1 - p), 1 - p))


# Operators that may give what they take, which a program without changes in place does not keep.
_DROPOUTS = {
    torch.ops.aten.dropout.default: lambda x, p: torch.ops.aten.native_dropout.default(x, p, True)[0],
    torch.ops.aten.feature_dropout.default: _feature_dropout,
    torch.ops.aten.alpha_dropout.default: lambda x, p: torch.ops.aten.alpha_dropout.default(x, p, True),
}


def _marks(node):
    """Which sizes of an input stay open, by dimension, as they are in the graph."""
    sizes = enumerate(getattr(node.meta.get("val"), "shape", ()))
    return {d: str(size) for d, size in sizes if not str(size).isdecimal()}


def _symbols(places, values, ranges):
    """The symbols in the sizes of inputs: their names, what they are for the example inputs, and their ranges."""
    limits = {str(symbol): (r.lower, r.upper) for symbol, r in ranges.items()}
    sizes = [(text, value.shape[d]) for n, value in zip(places, values) if n is not None for d, text in _marks(n).items()]
    hints = {}
    for text, size in sizes:
        found = re.fullmatch(r"(?:(\d+)\*)?([a-z]+\d+)(?: ([+-]) (\d+))?", text)
        if found is not None:
            hints.setdefault(found[2], (size - int((found[3] or "") + (found[4] or "0"))) // int(found[1] or 1))
    out = []
    for name, hint in hints.items():
        low, high = limits.get(name, (None, None))
        out.append((name, hint, max(low, 2) if isinstance(low, int) else 2, high if isinstance(high, int) else None))
    return out


# composite, and kept all the same
_WHOLE = (torch.ops.aten.upsample_bilinear2d.vec, torch.ops.aten.upsample_nearest2d.vec, torch.ops.aten.__lshift__.Scalar, torch.ops.aten.__lshift__.Tensor,
          torch.ops.aten.__rshift__.Scalar, torch.ops.aten.__rshift__.Tensor)

_KEPT = ("nn_module_stack", "stack_trace", "torch_fn", "custom")  # what is said of a node holds of those that it becomes


def decomposed(ep, table, loss=None):
    """ep with the operators of table replaced by what its functions call. Changes of buffers and inputs become outputs of the graph. An empty
    table keeps the operators that PyTorch composes of others, any other one takes those apart that it names or that are always composed. With the place of
    a loss among the results the program gives its gradients, too."""
    originals = [n for n in ep.graph.nodes if n.op == "placeholder"]
    order = _order_of_modules(ep.graph_signature.input_specs)
    specs, places = [ep.graph_signature.input_specs[i] for i in order], [originals[i] for i in order]
    named = ep._example()
    users = iter(zip(_leaf_names(named), torch.utils._pytree.tree_leaves(tuple(named.values()))))
    given_inputs = [next(users) if spec.kind is InputKind.USER_INPUT else (_name_of_state(n, spec, originals), ep._value(spec.target)) for n, spec in zip(places, specs)]
    taken = Taken(specs, places, given_inputs)
    specs, places, names, values = taken.specs, taken.places, taken.names, taken.values
    functions = {op: f for op, f in table.items() if f is not None}
    kept = [*table.deleted, *functions, *_WHOLE] if hasattr(table, "deleted") else None  # None: all that the table does not have
    if loss is not None:
        kept = []  # derivatives are those of the parts
    graphs = [m.graph for m in ep.graph_module.modules() if isinstance(m, GraphModule)]
    writes = any(n.op == "call_function" and (n.target is torch.ops.aten.batch_norm.default or getattr(getattr(n.target, "_schema", None), "is_mutable", False)) for g in graphs for n in g.nodes)

    runner, counts = _Functional(ep.graph_module), []

    def note(node):
        if runner.now is not None:
            _c.stand_for(node, runner.now)
            node.meta.update({k: runner.now.meta[k] for k in _KEPT if k in runner.now.meta})
            node.meta["from_node"] = [NodeSource(runner.now, "ExportedProgram.module()", NodeSourceAction.CREATE)]

    def program(*inner):
        nonlocal counts
        back = dict(zip(order, taken.whole(inner)))
        outs = [leaves(x) for x in runner.run(*(back[i] for i in range(len(back))))]
        counts = [len(parts) for parts in outs]
        return [x for parts in outs for x in parts]

    functional = torch.func.functionalize(program) if functions or writes or kept is not None else program

    def with_gradients(*inner):
        outs = functional(*inner)
        return outs if loss is None else outs + _gradients(runner, outs[loss], inner)

    def run(given):
        with _Decompose(functions) if functions else contextlib.nullcontext():
            return _c.keep_composites(with_gradients, kept, *given)

    symbols = _symbols(places, values, ep.range_constraints)
    module, *_ = _c.record_calls(run, values, names, [{} if n is None else _marks(n) for n in places], note, False, False, True, None, [], symbols)
    gm = _from_native(module)
    type(gm).__name__ = "GraphModule"
    gm.meta.update(ep.graph_module.meta)
    graph = gm.graph
    made = [n for n in graph.nodes if n.op == "placeholder"]
    written = take_input_writes(graph, made)
    buffers = {n for n, spec in zip(made, specs) if spec.kind is InputKind.BUFFER}
    for place, node in list(written.items()):  # what a buffer becomes is what was copied, as it is
        if place in buffers and node.target is torch.ops.aten.copy.default:
            node.replace_all_uses_with(node.args[1])
            written[place] = node.args[1]
            graph.erase_node(node)
    output = graph.output_node()
    results = list(output.args[0])
    changed = [n for n in made if n in written]
    output.args = (tuple([written[n] for n in changed] + results),)
    without_writes(graph)
    written, results = dict(zip(changed, output.args[0])), list(output.args[0][len(changed):])
    for node in graph.nodes:
        if node.target is operator.getitem and "val" in node.meta:  # what an archive says of results that nobody reads
            node.args[0].meta.setdefault("item_values", {})[node.args[1]] = node.meta["val"]
    graph.eliminate_dead_code()
    lifted = _lifted(gm, [n for n, s in zip(made, specs) if s.kind is InputKind.USER_INPUT], ep.constants)
    canonicalize(gm)
    bind_unbacked(gm)
    for old, new in zip(places, made):
        if old is None:
            continue
        new.meta.update({k: v for k, v in old.meta.items() if k not in new.meta})
    inputs = [InputSpec(s.kind, TensorArgument(n.name) if isinstance(s.arg, TensorArgument) else ConstantArgument(n.name, s.arg.value), s.target, s.persistent)
              for n, s in zip(made, specs)]
    first = next((i for i, s in enumerate(inputs) if s.kind is InputKind.USER_INPUT), len(inputs))
    inputs[first:first] = [InputSpec(s.kind, TensorArgument(n.name), s.target, None) for n, (s, _) in lifted.items()]
    made[first:first] = lifted
    outputs = []
    for n in changed:
        spec = inputs[made.index(n)]
        if spec.kind is InputKind.CONSTANT_TENSOR:
            raise RuntimeError(f"Constant {spec.target} is mutated in the forward method. Pls register it as buffer")
        kind = {InputKind.BUFFER: OutputKind.BUFFER_MUTATION, InputKind.PARAMETER: OutputKind.PARAMETER_MUTATION}.get(spec.kind, OutputKind.USER_INPUT_MUTATION)
        outputs.append(OutputSpec(kind, TensorArgument(written[n].name), n.name if spec.target is None else spec.target))
    said = [spec for spec, count in zip(ep.graph_signature.output_specs, counts) for _ in range(count)]
    for i, (v, before) in enumerate(zip(results, said)):  # what was a change before still is one
        if i == loss:
            before = OutputSpec(OutputKind.LOSS_OUTPUT, before.arg, before.target)
        outputs.append(OutputSpec(before.kind, TensorArgument(v.name) if isinstance(v, torch.fx.Node) else ConstantArgument("", v), before.target))
    differentiated = [i for i, v in enumerate(values) if loss is not None and isinstance(v, torch.Tensor) and v.requires_grad]
    for i, v in zip(differentiated, results[len(said):]):
        if specs[i].kind is InputKind.USER_INPUT:
            outputs.append(OutputSpec(OutputKind.GRADIENT_TO_USER_INPUT, TensorArgument(v.name), names[i]))
        else:
            outputs.append(OutputSpec(OutputKind.GRADIENT_TO_PARAMETER, TensorArgument(v.name), specs[i].target))
    gm.recompile()
    new = type(ep)(gm, graph, ExportGraphSignature(inputs, outputs), taken.state_dict(ep.state_dict), dict(ep.range_constraints), ep.module_call_graph, ep.example_inputs, {**ep.constants, **{s.target: value for s, value in lifted.values()}}, verifiers=[Verifier])
    new._in_spec, new._out_spec, new._root, new._names, new._guards_code = ep._in_spec, ep._out_spec, ep._root, ep._names, ep._guards_code
    return new


def _gradients(runner, loss, inputs):
    """The gradients of a loss by the inputs that require some; what computes them stands for no node of the program."""
    runner.now = None
    return list(torch.autograd.grad(loss, [x for x in inputs if isinstance(x, torch.Tensor) and x.requires_grad]))


def _order_of_modules(specs):
    """The places of inputs as the modules that hold them have them: parameters, then buffers with the constants of each module behind its own, then what the user gives."""
    def of_tree(indices):
        tree = {}
        for i in indices:
            *path, name = specs[i].target.split(".")
            at = tree
            for part in path:
                at = at.setdefault((part,), {})
            at[name] = i
        return flat(tree)

    def flat(tree):
        own = [v for k, v in tree.items() if not isinstance(k, tuple)]
        return own + [i for k, v in tree.items() if isinstance(k, tuple) for i in flat(v)]

    def of(*kinds):
        return [i for kind in kinds for i, s in enumerate(specs) if s.kind is kind]

    state = of_tree(of(InputKind.PARAMETER)) + of_tree(of(InputKind.BUFFER, InputKind.CONSTANT_TENSOR))
    return state + [i for i in range(len(specs)) if i not in set(state)]


def _name_of_state(node, spec, others):
    """What an input for a tensor of the module is called: after the name that stands in the signature, where nothing else has that name."""
    from ._leaves import _PREFIX, _state_name

    if spec.kind not in (InputKind.PARAMETER, InputKind.BUFFER):
        return node.target
    name = _PREFIX[spec.kind] + _state_name(spec.target, False)
    return node.target if any(n.target == name for n in others) else name


def _lifted(gm, users, constants):
    """The constants that decompositions have made, as inputs before those of the user."""
    from .exported_program import _lift_constants

    before = users[0] if users else next(n for n in gm.graph.nodes if n.op != "placeholder")
    return _lift_constants(gm, before, sum(name.rpartition(".")[2].startswith("lifted_tensor_") for name in constants))


def _leaf_names(named):
    from ._leaves import _leaf_names

    return _leaf_names(named)
