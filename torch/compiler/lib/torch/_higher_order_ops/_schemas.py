"""gen_schema of the operators: which operands a call changes, and what it gives."""

import torch
from torch._higher_order_ops.schema import HopSchemaGenerator
from torch._higher_order_ops.utils import check_input_alias_and_mutation_return_outputs, materialize_as_graph


def _graph(fn, operands):
    return fn if isinstance(fn, torch.fx.GraphModule) else materialize_as_graph(fn, operands)


def _made(name, functions, groups, writes, outputs, tree):
    """The schema of a call of functions by name with groups of operands, whose places count on through the groups."""
    made = HopSchemaGenerator(getattr(torch.ops.higher_order, name))
    place = 0
    for stem, value in functions:
        made.add_arg(stem, value)
    for stem, operands in groups:
        for i, x in enumerate(operands):
            made.add_arg(f"{stem}{i}", x, is_mutated=place in writes)
            place += 1
    for x in outputs:
        made.add_output(x)
    made.add_schema_tree_spec(*tree)
    return made.gen_schema()


def cond(pred, true_fn, false_fn, operands):
    true_graph, false_graph = _graph(true_fn, operands), _graph(false_fn, operands)
    *_, then, outputs = check_input_alias_and_mutation_return_outputs(true_graph)
    *_, otherwise, _ = check_input_alias_and_mutation_return_outputs(false_graph)
    return _made("cond", [("pred", pred), ("true_fn", true_graph), ("false_fn", false_graph)], [("operand", operands)], {*then, *otherwise}, outputs,
                 (pred, true_graph, false_graph, operands))


def while_loop(cond_fn, body_fn, carried_inputs, additional_inputs, mutated_arg_indices=""):
    operands = (*carried_inputs, *additional_inputs)
    test, body = _graph(cond_fn, operands), _graph(body_fn, operands)
    *_, asked, _ = check_input_alias_and_mutation_return_outputs(test)
    *_, done, outputs = check_input_alias_and_mutation_return_outputs(body)
    return _made("while_loop", [("cond_fn", test), ("body_fn", body)], [("carried_input", carried_inputs), ("additional_input", additional_inputs)],
                 {i for i in (*asked, *done) if i >= len(carried_inputs)}, outputs, (test, body, carried_inputs, additional_inputs))


def scan(combine_fn, init, xs, additional_inputs, mutated_arg_indices=""):
    graph = _graph(combine_fn, (*init, *[x[0] for x in xs], *additional_inputs))
    *_, writes, outputs = check_input_alias_and_mutation_return_outputs(graph)
    return _made("scan", [("combine_fn", graph)], [("init", init), ("xs", xs), ("additional_input", additional_inputs)],
                 {i for i in writes if i >= len(init)}, outputs, (graph, init, xs, additional_inputs))


def associative_scan(combine_fn, xs, additional_inputs):
    rows = [x[0] for x in xs]
    graph = _graph(combine_fn, (*rows, *rows, *additional_inputs))
    *_, writes, outputs = check_input_alias_and_mutation_return_outputs(graph)
    count = len(xs)
    return _made("associative_scan", [("combine_fn", graph)], [("xs", xs), ("additional_input", additional_inputs)],
                 {i if i < count else i - count for i in writes}, outputs, (graph, xs, additional_inputs))


def map_impl(f, xs, pos_args, mutated_arg_indices=""):
    graph = _graph(f, (*[x[0] for x in xs], *pos_args))
    *_, writes, outputs = check_input_alias_and_mutation_return_outputs(graph)
    return _made("map_impl", [("f", graph)], [("xs", xs), ("pos_args", pos_args)], set(writes), outputs, (graph, xs, pos_args))


def invoke_subgraph(subgraph, identifier, *operands):
    graph = _graph(subgraph, operands)
    *_, writes, outputs = check_input_alias_and_mutation_return_outputs(graph)
    return _made("invoke_subgraph", [("subgraph", graph), ("identifier", identifier)], [("arg", operands)], set(writes), outputs, (graph, identifier, *operands))


def foreach_map(subgraph, *operands, **kwargs):
    graph = _graph(subgraph, operands)
    *_, writes, outputs = check_input_alias_and_mutation_return_outputs(graph)
    return _made("foreach_map", [("subgraph", graph)], [("arg", operands)], set(writes), outputs, (graph, *operands))


def own_operator(operator, subgraph, operands, keywords):
    """The schema of a call of a BaseHOP, whose keywords are their own defaults."""
    graph = _graph(subgraph, operands)
    *_, writes, outputs = check_input_alias_and_mutation_return_outputs(graph)
    made = HopSchemaGenerator(operator)
    made.add_arg("subgraph", graph)
    for i, x in enumerate(operands):
        made.add_arg(f"arg{i}", x, is_mutated=i in writes)
    for name, x in keywords.items():
        made.add_arg(name, x, default_value=x, kw_only=True)
    for x in outputs:
        made.add_output(x)
    made.add_schema_tree_spec(graph, *operands, **keywords)
    return made.gen_schema()


def print(format_str, *args, **kwargs):
    made = HopSchemaGenerator(torch.ops.higher_order.print)
    made.add_arg("format_str", format_str)
    for i, x in enumerate(args):
        made.add_arg(f"arg{i}", x)
    for name, x in kwargs.items():
        made.add_arg(name, x, kw_only=True)
    made.add_schema_tree_spec(format_str, *args, **kwargs)
    return made.gen_schema()


_MADE = {f.__name__: f for f in (cond, while_loop, scan, associative_scan, map_impl, invoke_subgraph, foreach_map, print)}


def of(name):
    """gen_schema of an operator by its name."""
    if name in _MADE:
        return _MADE[name]

    def gen_schema(*args, **kwargs):
        raise NotImplementedError(f"HigherOrderOperator {name} does not implement a gen_schema. This is OK as long as the hop is functional. "
                                  "e.g. it should not mutate its inputs and there are no input, output aliasing via views or direct referencing.")

    return gen_schema
