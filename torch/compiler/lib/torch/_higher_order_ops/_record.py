"""Higher-order operators while a recording is made (torch.export, make_fx): their functions become graphs of their own."""

import torch
from torch._C._dynamo import eval_frame as _c
from torch._higher_order_ops._gradients import functional, joint_of, of_cond, of_map, region_with_gradients, with_gradients
from torch.utils import _pytree as pytree

__all__ = ["is_recording", "cond", "while_loop", "map_rows", "scan", "associative_scan", "invoke_subgraph", "out_dtype", "own_operator"]

is_recording = _c.is_recording


def _body(fn, own=(), like=None):
    """The recorded body of a function of own inputs, what it gives as a list of leaves, and the tree of that. In the graph around, its inputs are what like has."""
    spec = None

    def run(*inputs):
        nonlocal spec
        leaves, spec = pytree.tree_flatten(fn(*inputs))
        return tuple(leaves)

    body, leaves = _c.record_body(run, list(own), list(own if like is None else like))
    return body, list(leaves), spec


naming = [None]  # of a program that Dynamo has traced: what it calls the inputs of the graph that is being recorded, by their names there


def _merged(bodies, functions, operands, place=None, own=()):
    """What bodies read from around them: first what all read, then what only one does; each part in the order of the names by which Dynamo knows it.
    With place, the one of the first function among the arguments of the operator, symbols in sizes follow: those of what is the bodies' own, then behind each tensor its own, where the
    operator has a derivative behind all tensors."""
    read = [{_name(x): x for x in _c.body_lifted(b)} for b in bodies]
    keys = [_order(f, operands) for f in functions]
    shared = [name for name in read[0] if all(name in r for r in read[1:])]
    union = {name: read[0][name] for name in sorted(shared, key=keys[0])}
    for values, key in zip(read, keys):
        union.update((name, values[name]) for name in sorted(values, key=key) if name not in union)
    lifted = list(union.values())
    if place is not None and not torch.compiler.is_exporting():
        known = {}

        def source_of(x):
            return _source_of(x, functions, operands, place)

        sizes = [(x, _sizes_of([x], known, source_of)) for x in (*own, *lifted)]
        if _c.records_gradients() and any(isinstance(x, torch.Tensor) and x.requires_grad for x in lifted):
            sizes = [*((x, []) for x in lifted), *((None, of_x) for _, of_x in sizes)]
        lifted = [y for x, of_x in sizes for y in (x, *of_x) if y is not None and not any(y is z for z in own) and not _seen(x, known, y)]
    for body in bodies:
        _c.align_body(body, lifted)
    return lifted


def _seen(x, known, y):
    """Whether a symbol that is read itself is already there as a size."""
    return y is x and not isinstance(x, torch.Tensor) and str(x) in known


def _source_of(x, functions, operands, place):
    """What Dynamo, which captures the call of an operator, knows an operand or a variable of a function by; None if it is neither."""
    from torch._dynamo.source import AttrSource, GetItemSource, LocalSource

    arguments, name = LocalSource("args", is_input=True), _name(x)
    for i, y in enumerate(operands):
        if _name(y) == name:
            return GetItemSource(GetItemSource(arguments, place + len(functions)), i)
    for k, f in enumerate(functions):
        for j, value in _read_by(f):
            if isinstance(value, torch.Tensor) and _name(value) == name:
                return AttrSource(GetItemSource(AttrSource(GetItemSource(arguments, place + k), "__closure__"), j), "cell_contents")
    return None


def _name(x):
    """The node that a value is; constants have none yet."""
    return _c.name_of(x) or f"_constant_{id(x)}"


def _order(f, operands):
    """Ranks the names of values: as Dynamo names them in the graph around, or, where it sees only the function, by the way to them: through its variables, then operands."""
    if naming[0] is not None:
        return lambda name: naming[0].get(name, name)
    places = {}
    for i, x in enumerate(operands):
        places.setdefault(_name(x), (1, i, ""))
    for i, value in _read_by(f):
        if isinstance(value, torch.nn.Module):
            for kind, entries in (("parameters", value.named_parameters(remove_duplicate=False)), ("buffers", value.named_buffers(remove_duplicate=False))):
                for path, t in entries:
                    *modules, last = path.split(".")
                    places.setdefault(_name(t), (0, i, "_".join([*(part for m in modules for part in ("modules", m)), kind, last])))
        elif isinstance(value, (torch.Tensor, torch.SymInt)):
            places.setdefault(_name(value), (0, i, ""))
    return lambda name: places.get(name, (0, len(places), ""))  # constants of the function


def _read_by(f):
    """What a function reads besides its arguments, numbered: a module itself, that of a method, the variables of functions around."""
    if isinstance(f, torch.nn.Module):
        yield -1, f
        return
    if hasattr(f, "__self__"):
        yield -1, f.__self__
    for j, cell in enumerate(getattr(f, "__closure__", None) or ()):
        try:
            yield j, cell.cell_contents
        except ValueError:  # it has no value yet
            continue


def _sizes_of(values, known, source_of=None, skipped=0):
    """The symbols in the sizes of tensors, but for the first skipped dimensions, that are not known yet: for each tensor by the names that Dynamo
    gives them as sizes of a source, else in the order of the dimensions."""
    from torch._dynamo.source import TensorProperty, TensorPropertySource
    from torch.fx.experimental.symbolic_shapes import ShapeEnv

    found = []
    for x in values:
        if not isinstance(x, torch.Tensor):
            continue
        source, of_x = source_of and source_of(x), []
        for d, n in enumerate(x.shape[skipped:], skipped):
            if isinstance(n, int) or not str(n).isidentifier():
                continue
            name = source and str(ShapeEnv().create_symbol(d + 2, source=TensorPropertySource(source, TensorProperty.SIZE, d)))
            of_x.append((name, d, n))
        for _, d, n in sorted(of_x, key=lambda part: part[0]) if source else of_x:
            size = _c.size_operand(x, d, n)
            key = str(n) if size is n else (_name(x), d)
            if size is not None and key not in known:
                known[key] = known[str(n)] = size
                found.append(size)
    return found


def _before_sizes(values, known):
    """Values, each behind the symbols in its sizes that are not known yet."""
    return [y for x in values for y in (*_sizes_of([x], known), x) if not _seen(x, known, y)]


def cond(pred, true_fn, false_fn, operands, given=None):
    """torch.cond; given fixes the operands and their order."""
    flat = pytree.tree_leaves(list(operands))
    yes, yes_leaves, spec = _body(lambda: true_fn(*operands))
    no, no_leaves, other = _body(lambda: false_fn(*operands))
    if spec != other:
        from torch._dynamo.exc import UncapturedHigherOrderOpError

        raise UncapturedHigherOrderOpError(f"Unmatched output spec from torch.cond branches: true branch tree_spec {spec} vs false branch tree_spec {other}.")
    examples = [_either(a, b) for a, b in zip(yes_leaves, no_leaves)]
    if given is None:
        lifted = _merged([yes, no], [true_fn, false_fn], flat, 1)
    else:
        lifted = list(given)
        for body in (yes, no):
            _c.align_body(body, lifted)

    def call(pred, *lifted):
        return _c.record_higher_order("cond", [pred, yes, no, tuple(lifted)], ["true_graph_", "false_graph_"], examples)

    outs = with_gradients(call, [pred, *lifted], lambda operands, grads: of_cond(operands[0], [yes, no], operands[1:], grads))
    for out, a, b in zip(outs, yes_leaves, no_leaves):
        if isinstance(out, torch.SymInt):
            _assert_known("ge", out >= min(a, b))
            _assert_known("le", out <= max(a, b))
        elif isinstance(out, torch.Tensor):
            for size, m, n in zip(out.shape, a.shape, b.shape):
                if str(m) != str(n):
                    _assert_known("ge", size >= min(map(_least, (m, n))))
                    if isinstance(m, int) and isinstance(n, int):
                        _assert_known("le", size <= max(m, n))
    return pytree.tree_unflatten(outs, spec)


def out_dtype(op, output_dtype, args, run):
    """torch._higher_order_ops.out_dtype, one node; run computes it."""
    _, (like,), _ = _body(lambda: run(op, output_dtype, *args))
    return _c.record_higher_order("out_dtype", [op, output_dtype, *args], [], like)


def _assert_known(function, condition):
    """What is known of a result where it was captured, which is asserted where it is computed."""
    torch._check(condition)
    if not torch.compiler.is_exporting():
        torch.ops.aten._assert_scalar.default(condition, f"Runtime assertion failed for expression {condition} on node '{function}'")


def _least(size):
    """What a size of a result is at least: symbols are of sizes that are neither 0 nor 1, of other expressions nothing is said."""
    return size if isinstance(size, int) else 2 if str(size).isidentifier() else 0


def _either(a, b):
    """What stands for what one branch or the other gives: sizes and ints that they do not share depend on data."""
    for what in ("dtype", "device"):
        x, y = getattr(a, what, None), getattr(b, what, None)
        if x != y:
            raise RuntimeError(f"Expected each tensor in true and false branches to have the same {what}, but got {x} and {y}")
    if isinstance(a, torch.SymInt) or isinstance(b, torch.SymInt):
        from torch._dynamo.exc import UncapturedHigherOrderOpError

        raise UncapturedHigherOrderOpError(
            "This higher order operator doesn't work unless it is captured completely with torch.compile. Got graph break/error:\n\ntorch.cond: unsupported branch return type\n"
            "  Higher Order Operator: torch.cond\n  Explanation: Expected branches to return a possibly nested pytree of tensors or constant ints.")
    if isinstance(a, int) and isinstance(b, int):
        return a if a == b else _c.fresh_number("item")
    if not isinstance(a, torch.Tensor) or not isinstance(b, torch.Tensor) or [*map(str, a.shape)] == [*map(str, b.shape)]:
        return a
    if a.dim() != b.dim():
        raise RuntimeError(f"When merging two branches' output in torch.cond, expected same number of dimensions but got {a.dim()} and {b.dim()}")
    return _c.sized_example(a, [m if str(m) == str(n) else _c.fresh_number("cond") for m, n in zip(a.shape, b.shape)])


def while_loop(cond_fn, body_fn, carried, additional=(), given=None):
    """torch.while_loop."""
    flat, spec = pytree.tree_flatten(tuple(carried))
    number = lambda x: x if isinstance(x, torch.Tensor) else _c.fresh_number("item")  # another one each time
    own = [number(x) for x in flat]
    test, _, _ = _body(lambda *inputs: cond_fn(*pytree.tree_unflatten(inputs, spec)), own, flat)
    body, leaves, out_spec = _body(lambda *inputs: tuple(body_fn(*pytree.tree_unflatten(inputs, spec))), own, flat)
    if len(leaves) != len(flat):
        raise RuntimeError(f"Expected body_fn and carried_inputs to have the same number of elements but got {len(leaves)} and {len(flat)}")
    lifted = _merged([test, body], [cond_fn, body_fn], flat, 0, flat)
    outs = _c.record_higher_order("while_loop", [test, body, tuple(flat), tuple(lifted)], ["while_loop_cond_graph_", "while_loop_body_graph_"], [number(x) for x in leaves])
    return pytree.tree_unflatten(outs, spec)


def map_rows(f, xs, args):
    """map of functorch.experimental.control_flow."""
    flat, spec = pytree.tree_flatten(xs)
    body, leaves, out_spec = _body_of_rows(lambda *rows: f(pytree.tree_unflatten(rows, spec), *args), [], flat)
    own = {_name(x): x for x in pytree.tree_leaves(list(args))}
    read = {_name(x): x for x in _c.body_lifted(body)}
    given, around = [x for name, x in own.items() if name in read], [x for name, x in read.items() if name not in own]
    if not torch.compiler.is_exporting():
        known = {}
        for x in flat:
            if not isinstance(x.shape[0], int):
                _c.size_operand(x, 0, x.shape[0])
        given += _sizes_of(flat, known, skipped=1) + _sizes_of(given, known)
        around = _before_sizes(around, known)
    lifted = given + around
    _c.align_body(body, lifted)

    def call(*operands):
        return _c.record_higher_order("map_impl", [body, list(operands[:len(flat)]), list(operands[len(flat):])], ["body_graph_"], [_c.rows_example(leaf, flat[0]) for leaf in leaves])

    outs = with_gradients(call, flat + lifted, lambda operands, grads: of_map(body, operands[:len(flat)], operands[len(flat):], grads))
    return pytree.tree_unflatten(outs, out_spec)


def _body_of_rows(fn, carried, xs, form=tuple):
    spec = None

    def run(*inputs):
        nonlocal spec
        leaves, spec = pytree.tree_flatten(fn(*inputs))
        return form(leaves)

    body, leaves = _c.record_body(run, [*carried, *(_c.row_example(x) for x in xs)], [*carried, *xs])
    return body, list(leaves), spec


def scan(combine_fn, init, xs):
    """torch.scan along the first dimension."""
    carried, init_spec = pytree.tree_flatten(init)
    flat, spec = pytree.tree_flatten(xs)

    def combine(*inputs):
        carry = pytree.tree_unflatten(inputs[:len(carried)], init_spec)
        return combine_fn(carry, pytree.tree_unflatten(inputs[len(carried):], spec))

    body, leaves, out_spec = _body_of_rows(combine, carried, flat, list)
    lifted = _c.body_lifted(body)
    if not torch.compiler.is_exporting():
        known = {}
        lifted = _sizes_of(carried, known) + _sizes_of(flat, known, skipped=1) + _before_sizes(lifted, known)
        _c.align_body(body, lifted)
    examples = [leaf if i < len(carried) else _c.rows_example(leaf, flat[0]) for i, leaf in enumerate(leaves)]
    outs = _c.record_higher_order("scan", [body, carried, flat, tuple(lifted)], ["scan_combine_graph_"], examples)
    carry, rows = pytree.tree_unflatten(outs, out_spec)
    return carry, rows


def associative_scan(combine, xs):
    """associative_scan of a list of tensors along the first dimension."""
    body, leaves, _ = _body_of_rows(combine, [], [*xs, *xs], list)
    return _c.record_higher_order("associative_scan", [body, xs, tuple(_c.body_lifted(body))], ["associative_scan_combine_graph_"], [_c.rows_example(leaf, xs[0]) for leaf in leaves])


def invoke_subgraph(graph, identifier, operands):
    """A call of a region, whose body is recorded once for its identifier."""
    if not _c.records_gradients() or not any(isinstance(x, torch.Tensor) and x.requires_grad for x in operands):
        return tuple(_called_region(graph, identifier, identifier, operands))
    return region_with_gradients(graph, identifier, operands, lambda *operands: _called_region(graph, identifier, f"fw_{identifier}", operands))


def _called_region(graph, identifier, name, operands):
    bodies = _c.recorded_bodies()
    if identifier not in bodies:
        bodies[identifier] = _c.record_body(lambda *inputs: _tuple(functional(graph)(*inputs)), list(operands), list(operands))
    body, leaves = bodies[identifier]
    return _c.record_higher_order("invoke_subgraph", [body, name, *operands], ["repeated_subgraph"], list(leaves))


def own_operator(name, graph, operands, settings):
    """A call of an operator that a script has defined; its derivative is a call of it, too."""

    def called(fn, operands):
        body, leaves = _c.record_body(fn, list(operands), list(operands))
        return _c.record_higher_order(name, [body, *operands], ["subgraph"], list(leaves), settings)

    def call(*operands):
        return called(lambda *inputs: _tuple(functional(graph)(*inputs)), operands)

    def backward(operands, grads):
        count = len(operands)
        given = called(lambda *inputs: joint_of(graph, count)(*inputs)[:count], [*operands, *grads])
        return [g for x, g in zip(operands, given) if isinstance(x, torch.Tensor) and x.requires_grad]

    return tuple(with_gradients(call, operands, backward))


def _tuple(out):
    return tuple(out) if isinstance(out, (list, tuple)) else (out,)
