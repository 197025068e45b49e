"""Passes that look for patterns in graphs and put something else in their place."""

import functools
import inspect
import re
from collections import defaultdict
from dataclasses import dataclass
from typing import Any, Callable

import torch
from torch._C._dynamo import eval_frame as _c
from torch._subclasses.fake_tensor import FakeTensor
from torch.fx import Graph, GraphModule, Node
from torch.fx.experimental.proxy_tensor import make_fx
from torch.utils import _pytree as pytree

from . import config  # noqa: F401
from .mutation_regions import compute_mutation_region_ids, get_mutation_region_id, is_mutation_op, same_mutation_regions, should_compute_mutation_region_ids  # noqa: F401
from .pattern_exprs import (MULTIPLE, Arg, CallFunction, CallFunctionVarArgs, CallMethod, CallMethodVarArgs, CallModule, CallModuleVarArgs, ExclusiveKeywordArg, FailedMatch, Ignored, KeywordArg,
                            ListOf, Match, MatchContext, MultiOutputPattern, Multiple, PatternExpr, RepeatedExpr, extract_target, is_match)
from .pattern_printing import PatternPrettyPrinter  # noqa: F401


def _return_true(match):
    return True


@dataclass
class PatternEntry:
    """A pattern, and what is done with its matches."""

    pattern: PatternExpr
    extra_check: Callable

    def apply(self, match, graph, node):
        raise NotImplementedError

    def register(self, pass_dicts, target=None, prepend=False):
        """Enters it into passes, or dictionaries of them, under the targets at which the pattern ends."""
        if isinstance(pass_dicts, (list, tuple)):
            for each in pass_dicts:
                self.register(each, target, prepend)
            return
        for fn in self.pattern.fns if target is None else [target]:
            entries = pass_dicts[(self.pattern.op, fn)]
            entries.insert(0 if prepend else len(entries), self)


@dataclass
class GraphPatternEntry(PatternEntry):
    """A handler that is called with the match and changes the graph itself."""

    handler: Callable[..., Any]

    def apply(self, match, graph, node):
        with graph.inserting_before(node):
            self.handler(match, *match.args, **match.kwargs)


@dataclass
class ReplacementPatternEntry(PatternEntry):
    """A graph that takes the place of the match."""

    normalize_args: Callable[..., list]
    pattern_name: str = None

    @staticmethod
    def replace_with_graph(match, graph, replacement_graph, args):
        """Copies a graph before the last output of a match and lets what used the outputs use its results; gives the new nodes."""
        if isinstance(replacement_graph, GraphModule):
            source, replacement_graph = replacement_graph, replacement_graph.graph
        else:
            source = replacement_graph.owning_module
        old = match.output_nodes()
        last = [n for n in graph.nodes if n in old][-1]
        given, env, added = iter(args), {}, []
        with graph.inserting_before(last):
            for node in replacement_graph.nodes:
                if node.op == "placeholder":
                    env[node] = next(given)
                elif node.op == "output":
                    results = torch.fx.map_arg(node.args[0], env.__getitem__)
                elif node.op == "get_attr":
                    raise NotImplementedError(f"pattern_matcher: the replacement holds the constant {node.target}")
                else:
                    env[node] = graph.create_node(node.op, node.target, torch.fx.map_arg(node.args, env.__getitem__), torch.fx.map_arg(node.kwargs, env.__getitem__))
                    env[node].meta.update(node.meta)
                    added.append(env[node])
        results = list(results) if isinstance(results, (list, tuple)) else [results]
        if len(results) != len(old):
            raise AssertionError(f"expected {len(old)} results of a replacement, got {len(results)}")
        for before, after in zip(old, results):
            if before is None:
                continue
            if isinstance(after, Node):
                for name, value in before.meta.items():
                    after.meta.setdefault(name, value)
                before.replace_all_uses_with(after, delete_user_cb=lambda user: user not in added)
            elif after is not None or before.users:
                raise AssertionError(f"a replacement gives {after!r} for a node that is used")
        match.erase_nodes()
        if len(old) > 1:
            stable_topological_sort(graph)
        return added

    def apply(self, match, graph, node):
        self.replace_with_graph(match, graph, match.replacement_graph, self.normalize_args(*match.args, **match.kwargs))


def register_graph_pattern(pattern, extra_check=_return_true, *, pass_dict, prepend=False):
    """Decorates a handler (match, *args, **kwargs) that is called for each match of a pattern."""
    def decorator(handler):
        GraphPatternEntry(pattern=pattern, extra_check=extra_check, handler=handler).register(pass_dict, prepend=prepend)
        return handler

    return decorator


def register_lowering_pattern(pattern, extra_check=_return_true, *, pass_dict, prepend=False, **kwargs):
    raise NotImplementedError("torch._inductor.pattern_matcher.register_lowering_pattern: the native backend has no lowerings of Inductor")


def _traced(trace_fn, fn, args):
    """The graph of a function for the values of nodes, and the nodes that it takes. Anything but tensors is constant in it."""
    flat, spec = pytree.tree_flatten(list(args))
    values = [a.meta["val" if "val" in a.meta else "example_value"] if isinstance(a, Node) else a for a in flat]
    inputs = [i for i, v in enumerate(values) if isinstance(v, torch.Tensor)]
    if any(isinstance(flat[i], Node) for i in range(len(flat)) if i not in inputs):
        raise NotImplementedError("pattern_matcher: a replacement whose argument is a number that is a node")

    def of_tensors(*tensors):
        whole = list(values)
        for i, tensor in zip(inputs, tensors):
            whole[i] = tensor
        return fn(*pytree.tree_unflatten(whole, spec))

    return _c.within_sizes(trace_fn, of_tensors, [values[i] for i in inputs]), [flat[i] for i in inputs]


def _with_data(x):
    """A tensor like one that has none of its data, which recording asks for."""
    if not isinstance(x, FakeTensor):
        return x
    return torch.empty_strided(*([_number(n) for n in numbers] for numbers in (x.shape, x.stride())), dtype=x.dtype).zero_()


def _number(n):
    """A size; for one in symbols what it is where each symbol is the number in its name and some more: neither 0 nor 1, and mostly another one for each."""
    return n if type(n) is int else int(eval(re.sub(r"[a-z]+(\d+)", lambda m: str(int(m[1]) + 3), str(n)), {"Max": max, "Min": min}))


def _has_symbols(x):
    return isinstance(x, torch.Tensor) and any(type(n) is not int for n in x.shape)


def fwd_only(fn, args, *, run_functional_passes=True, get_decomp_fn=None):
    """The graph of a function without derivatives."""
    with torch.no_grad():
        gm = make_fx(fn, get_decomp_fn() if get_decomp_fn is not None else None, tracing_mode="symbolic" if any(map(_has_symbols, args)) else "fake")(*map(_with_data, args))
    if run_functional_passes:
        gm.graph.eliminate_dead_code()
    gm.recompile()
    return gm


def fx_to_pattern(gm, ignore_types=(), argnames=(), scalar_workaround=None, exclusive_arg_names=()):
    """The pattern of a graph: its inputs are arguments with names, or anything."""
    if exclusive_arg_names:
        raise NotImplementedError("pattern_matcher: exclusive_arg_names")
    graph = gm.graph if isinstance(gm, GraphModule) else gm
    names, env = iter([name for name in argnames if name not in (scalar_workaround or {})]), {}
    named = {value: KeywordArg(name) for name, value in (scalar_workaround or {}).items()}

    def argument(x):
        if isinstance(x, Node):
            return env[x]
        if isinstance(x, (list, tuple)):
            return type(x)(map(argument, x)) if type(x) in (list, tuple) else list(map(argument, x))
        if isinstance(x, (int, float)) and x in named:
            return named[x]
        return Ignored() if type(x) in ignore_types else x

    for node in graph.nodes:
        if node.op == "placeholder":
            name = next(names, None)
            env[node] = Ignored() if name is None else KeywordArg(name)
        elif node.op == "output":
            outputs = torch.fx.map_arg(node.args[0], lambda n: n)
        elif node.op == "get_attr":
            env[node] = Ignored()
        else:
            kind = {"call_function": CallFunction, "call_method": CallMethod, "call_module": CallModule}[node.op]
            env[node] = kind(node.target, *map(argument, node.args), _users=len([u for u in node.users if u.op != "output"]), **{k: argument(v) for k, v in node.kwargs.items()})
    if isinstance(outputs, Node):
        return env[outputs]
    return MultiOutputPattern([None if n is None else env[n] for n in outputs])


def _argnames(fn):
    return list(inspect.signature(fn).parameters)


def gen_pattern(search_fn, example_inputs, trace_fn, scalar_workaround=None, exclusive_arg_names=()):
    """The pattern of what a function calls."""
    names = _argnames(search_fn)
    inputs = list(example_inputs) + [(scalar_workaround or {})[name] for name in names[len(example_inputs):]]
    gm, _ = _traced(trace_fn, search_fn, inputs)
    return fx_to_pattern(gm, (int, float, list, torch.device, torch.dtype), names, scalar_workaround, exclusive_arg_names)


def register_replacement(search_fn, replace_fn, example_inputs, trace_fn, pass_dicts, extra_check=_return_true, scalar_workaround=None, exclusive_arg_names=(), search_fn_pattern=None,
                         skip_duplicates=False, pattern_name=None, get_decomp_fn=None):
    """Enters that what a function calls is replaced by what another calls with the same arguments. The pattern found leaves constants
    open; each match is compared once more with what the function calls for its values."""
    names = _argnames(search_fn)
    pattern = search_fn_pattern or gen_pattern(search_fn, example_inputs, trace_fn, scalar_workaround, exclusive_arg_names)

    def check(match):
        if any(name not in match.kwargs for name in names):
            raise RuntimeError(f"Not all inputs to pattern found in match.kwargs. Perhaps one of the inputs is unused? argnames={names}, match.kwargs={match.kwargs}")
        args = [match.kwargs[name] for name in names]
        specific, inputs = _traced(trace_fn, search_fn, args)
        tensors = [name for name in names if isinstance(match.kwargs[name], Node)]
        if len(tensors) != len(inputs):
            return False
        found = fx_to_pattern(specific, argnames=tensors).match(match.output_node())
        if not found or any(found.kwargs.get(name, match.kwargs[name]) is not match.kwargs[name] for name in tensors):
            return False
        found.kwargs = {**match.kwargs, **found.kwargs}
        if not extra_check(found):
            return False
        match.replacement_graph, _ = _traced(trace_fn, replace_fn, args)
        return True

    def normalize_args(**kwargs):
        return [kwargs[name] for name in names if isinstance(kwargs[name], Node)]

    ReplacementPatternEntry(pattern=pattern, extra_check=check, normalize_args=normalize_args, pattern_name=pattern_name).register(pass_dicts)
    return pattern


def gen_register_replacement(unique_name, search_fn, replace_fn, example_inputs, trace_fn, pass_dicts, extra_check=_return_true, scalar_workaround=None, exclusive_arg_names=(), skip_duplicates=False):
    """The same; PyTorch keeps the pattern in a file of the name unique_name."""
    register_replacement(search_fn, replace_fn, list(example_inputs), trace_fn, pass_dicts, extra_check, scalar_workaround, exclusive_arg_names, skip_duplicates=skip_duplicates)


def clone_graph(input_graph):
    """A copy of a graph module whose nodes have names of their own."""
    from torch.fx import Transformer

    return Transformer(input_graph).transform()


def init_once_fakemode(fn):
    """Calls a function without arguments once."""
    return functools.cache(fn)


def _regions(graph):
    """The number of changes in place before each node: the nodes of a match lie between two."""
    region, of = 0, {}
    for node in graph.nodes:
        region += is_mutation_op(node)
        of[node] = region
    return of


class PatternMatcherPass:
    """Patterns under the operations and targets at which they end."""

    def __init__(self, pass_name=None, subsystem=None):
        self.patterns, self.pass_name, self.subsystem = defaultdict(list), pass_name, subsystem

    def __getitem__(self, item):
        return self.patterns[item]

    def apply(self, gm):
        """Does what is entered for each match in a graph, from its end on; gives their number."""
        graph = gm.graph if isinstance(gm, GraphModule) else gm
        if not isinstance(graph, Graph):
            raise RuntimeError(f"The input to PatternMatcherPass must be a GraphModule or a Graph, but got {type(gm)}")
        from torch._dynamo.utils import counters

        count, regions = 0, _regions(graph)
        for node in reversed(list(graph.nodes)):
            if node.op not in ("call_function", "call_method", "call_module"):
                continue
            for entry in list(self.patterns.get((node.op, extract_target(node)), ())):
                if node._erased:
                    break
                m = entry.pattern.match(node)
                if not m or len({regions.get(n) for n in m.nodes}) != 1 or not entry.extra_check(m):
                    continue
                count += 1
                entry.apply(m, graph, node)
                counters["inductor"]["pattern_matcher_count"] += 1
                counters["inductor"]["pattern_matcher_nodes"] += len(m.nodes)
                regions = _regions(graph)
        return count

    def clear(self):
        self.patterns.clear()


def stable_topological_sort(graph):
    """Moves nodes behind what they use; the others stay in their order."""
    placed, waiting, order = set(), defaultdict(list), []
    stack = list(reversed(list(graph.nodes)))
    while stack:
        node = stack.pop()
        missing = [n for n in node.all_input_nodes if n not in placed]
        if missing:
            waiting[missing[-1]].append(node)
            continue
        placed.add(node)
        order.append(node)
        stack.extend(reversed(waiting.pop(node, ())))
    if waiting:
        raise AssertionError("a graph whose nodes use each other in a circle")
    for before, node in zip(order, order[1:]):
        before.append(node)


def filter_nodes(nodes, fn):
    """The nodes that call an overload of an operator."""
    fns = [fn]
    if isinstance(fn, torch._ops.OpOverloadPacket):
        fns.extend(getattr(fn, overload) for overload in fn.overloads())
    return [node for node in nodes if node.target in fns]


def get_arg_value(node, arg_number, kwarg_name=None):
    if len(node.args) > arg_number:
        return node.args[arg_number]
    return node.kwargs.get(kwarg_name)
