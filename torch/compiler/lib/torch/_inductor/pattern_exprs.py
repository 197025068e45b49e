"""What patterns of graphs are made of, and matches of them."""

import operator

import torch
from torch.fx import Node


class Multiple:
    """Says that a node of a pattern may have any number of users."""


MULTIPLE = Multiple()


class FailedMatch(RuntimeError):
    """Why a node is no match; false as a condition."""

    def __init__(self, format_string, *args, **kwargs):
        super().__init__(*args)
        self.format_string, self.kwargs = format_string, kwargs

    def __str__(self):
        return self.format_string.format(*self.args, **self.kwargs)

    def __bool__(self):
        return False


def is_match(m):
    return bool(m)


class Match:
    """The nodes that a pattern stands for, and the arguments that it names."""

    def __init__(self, ctx, pattern, args=None, kwargs=None):
        self.ctx, self.pattern = ctx, pattern
        self.args, self.kwargs = list(args or []), dict(kwargs or {})
        self.nodes, self.targets, self.replacement_graph = [], {}, None

    @property
    def graph(self):
        return self.ctx.graph

    def extend(self, other):
        """Takes the nodes and arguments of the match of a part."""
        for name in self.kwargs:
            if name in other.kwargs and self.kwargs[name] != other.kwargs[name]:
                raise FailedMatch("kwarg mismatch: {}", name)
        self.args.extend(other.args)
        self.nodes.extend(other.nodes)
        self.kwargs.update(other.kwargs)
        self.targets.update(other.targets)

    def bundle(self):
        """The match with all positional arguments as one."""
        self.args = [tuple(self.args)] if self.args else []
        return self

    def __repr__(self):
        return f"Match(..., {self.args}, {self.kwargs})"

    def erase_nodes(self):
        """Takes the nodes that nothing uses any more out of the graph."""
        for node in reversed(self.nodes):
            if not node._erased and not node.users:
                node.graph.erase_node(node)

    def output_nodes(self):
        return [None if p is None else self.ctx.pattern_to_node[p] for p in self.ctx.outputs]

    def output_node(self):
        return next(n for n in self.output_nodes() if n is not None)

    def replace_with_graph(self, replacement_graph, args):
        from torch._inductor.pattern_matcher import ReplacementPatternEntry

        return ReplacementPatternEntry.replace_with_graph(self, self.graph, replacement_graph, args)

    def replace_by_example(self, replacement_fn, args, trace_fn=None, run_functional_passes=True):
        """Puts what a function of the arguments calls in the place of the match."""
        from torch._inductor.pattern_matcher import _traced, fwd_only

        if trace_fn is None:
            def trace_fn(f, values):
                return fwd_only(f, values, run_functional_passes=run_functional_passes)
        replacement, inputs = _traced(trace_fn, replacement_fn, args)
        return self.replace_with_graph(replacement, inputs)


class MatchContext:
    """The nodes that stand for the parts of a pattern so far."""

    def __init__(self, outputs, pattern_to_node=None, *, graph):
        self.outputs, self.graph = outputs, graph
        self.pattern_to_node = dict(pattern_to_node or {})

    def match(self, pattern, node):
        if pattern in self.pattern_to_node:
            if self.pattern_to_node[pattern] == node:
                return Match(self, pattern)
            return FailedMatch("repeated pattern differs")
        m = pattern._match(node, self)
        self.pattern_to_node[pattern] = node if m else None
        return m

    def filter_multi_user_patterns(self):
        return {p: n for p, n in self.pattern_to_node.items() if p.has_multiple_users() and n is not None}


class PatternExpr:
    """A pattern of nodes."""

    def _match(self, node, ctx):
        raise NotImplementedError

    def match(self, node):
        """The match of the pattern that ends at a node, or why there is none."""
        try:
            return MatchContext([self], graph=node.graph).match(self, node)
        except FailedMatch as failed:
            return failed

    def has_multiple_users(self):
        return False

    def find_anchor_nodes(self, ctx, searched):
        if (node := ctx.pattern_to_node.get(self)) is not None:
            yield node

    def pattern_eq(self, other):
        return type(self) is type(other)

    def __repr__(self):
        return type(self).__name__ + "()"


class Arg(PatternExpr):
    """Anything, given to the handler by position."""

    def _match(self, node, ctx):
        return Match(ctx, self, args=[node])


class Ignored(PatternExpr):
    """Anything."""

    def _match(self, node, ctx):
        return Match(ctx, self)

    def __repr__(self):
        return "*"


class KeywordArg(PatternExpr):
    """Anything, given to the handler by name; the same wherever the name occurs."""

    def __init__(self, name):
        self.name = name

    def _match(self, node, ctx):
        return Match(ctx, self, kwargs={self.name: node})

    def pattern_eq(self, other):
        return super().pattern_eq(other) and self.name == other.name

    def __repr__(self):
        return f"KeywordArg({self.name!r})"


class ExclusiveKeywordArg(PatternExpr):
    """Anything, given to the handler by name."""

    def __init__(self, name):
        self.name = name

    def _match(self, node, ctx):
        return Match(ctx, self, kwargs={self.name: node})

    def pattern_eq(self, other):
        return super().pattern_eq(other) and self.name == other.name

    def __repr__(self):
        return f"ExclusiveKeywordArg({self.name!r})"


def extract_target(node):
    """What a node calls: for a module its class."""
    if node.op == "call_module":
        return type(node.graph.owning_module.get_submodule(node.target))
    return node.target


def _function_text(fn):
    if not callable(fn) or isinstance(fn, torch._ops.OpOverload):
        return str(fn)
    if getattr(torch, getattr(fn, "__name__", ""), None) is fn:
        return f"torch.{fn.__name__}"
    if getattr(operator, getattr(fn, "__name__", ""), None) is fn:
        return f"operator.{fn.__name__}"
    return fn.__name__


class _TargetExpr(PatternExpr):
    """A node that calls one of some targets."""

    op = None

    def __init__(self, fns, users=1):
        fns = [fns] if callable(fns) or isinstance(fns, str) else list(fns)
        for fn in list(fns):
            if isinstance(fn, torch._ops.OpOverloadPacket):
                fns.extend(getattr(fn, overload) for overload in fn.overloads())
        self.fns, self.users = fns, users

    def fns_repr(self):
        if len(self.fns) == 1:
            return _function_text(self.fns[0])
        first = self.fns[0]
        return f"[{first if isinstance(first, str) else first.__name__}, ...]"

    def has_multiple_users(self):
        return isinstance(self.users, Multiple) or self.users > 1

    def find_anchor_nodes(self, ctx, searched):
        raise NotImplementedError

    def _match_fns(self, node):
        return isinstance(node, Node) and node.op == self.op and extract_target(node) in self.fns

    def _match_users(self, node, ctx):
        return self in ctx.outputs or isinstance(self.users, Multiple) or len(node.users) == self.users

    def pattern_eq(self, other):
        return super().pattern_eq(other) and self.fns == other.fns and self.users == other.users


def _pairs(pattern, value):
    """The parts of two structures side by side; a list and a tuple are alike."""
    if isinstance(pattern, (list, tuple)):
        if not isinstance(value, (list, tuple)) or len(value) != len(pattern):
            raise FailedMatch("args_structure {} {}", value, pattern)
        for p, v in zip(pattern, value):
            yield from _pairs(p, v)
    elif isinstance(pattern, dict):
        if not isinstance(value, dict) or set(value) != set(pattern):
            raise FailedMatch("args_structure {} {}", value, pattern)
        for name, p in pattern.items():
            yield from _pairs(p, value[name])
    else:
        yield pattern, value


def _expressions(pattern):
    """The patterns in a structure."""
    if isinstance(pattern, PatternExpr):
        yield pattern
    elif isinstance(pattern, (list, tuple)):
        for p in pattern:
            yield from _expressions(p)
    elif isinstance(pattern, dict):
        yield from _expressions(list(pattern.values()))


class _TargetArgsExpr(_TargetExpr):
    """A call with arguments that are patterns or constants."""

    def __init__(self, fns, *args, _users=1, **kwargs):
        super().__init__(fns, _users)
        self.args, self.kwargs = tuple(args), dict(kwargs)

    def __repr__(self):
        parts = [self.fns_repr(), *map(repr, self.args), *(f"{k}={v!r}" for k, v in self.kwargs.items())]
        if isinstance(self.users, Multiple):
            parts.append("_users=MULTIPLE")
        elif self.users != 1:
            parts.append(f"_users={self.users}")
        return f"{type(self).__name__}({', '.join(parts)})"

    def _arguments(self, node):
        """The arguments of a node as the pattern words them."""
        args, kwargs = node.args, node.kwargs
        if len(kwargs) < len(self.kwargs):
            normal = node.normalized_arguments(node.graph.owning_module) if node.graph.owning_module is not None else None
            if normal is None:
                raise FailedMatch("function_mismatch: node={}, pattern={}", node, self)
            args, kwargs = normal.args, normal.kwargs
        if len(args) != len(self.args) or len(kwargs) < len(self.kwargs):
            raise FailedMatch("function_mismatch: node={}, pattern={}", node, self)
        return args, {name: value for name, value in kwargs.items() if name in self.kwargs}

    def _match(self, node, ctx):
        if not self._match_fns(node):
            return FailedMatch("function_mismatch: node={}, pattern={}", node, self)
        if not self._match_users(node, ctx):
            return FailedMatch("multiple_users {}", self)
        m = Match(ctx, self)
        for pattern, child in _pairs((self.args, self.kwargs), self._arguments(node)):
            if isinstance(pattern, PatternExpr):
                part = ctx.match(pattern, child)
                if not part:
                    return part
                m.extend(part)
            elif isinstance(child, Node) or child != pattern:
                return FailedMatch("constant_args: {} {!r}!={!r}", node, child, pattern)
        m.nodes.append(node)
        m.targets[self] = node.target
        return m

    def find_anchor_nodes(self, ctx, searched):
        """Nodes at which the pattern may end: users of nodes that stand for its parts already."""
        if self in ctx.pattern_to_node:
            if ctx.pattern_to_node[self] is not None:
                yield ctx.pattern_to_node[self]
            return
        for pattern in _expressions((self.args, self.kwargs)):
            for other in pattern.find_anchor_nodes(ctx, searched):
                for node in list(other.users) if isinstance(other, Node) else ():
                    if node not in searched and self._match_fns(node):
                        searched.add(node)
                        yield node


class CallFunction(_TargetArgsExpr):
    op = "call_function"


class CallMethod(_TargetArgsExpr):
    op = "call_method"


class CallModule(_TargetArgsExpr):
    op = "call_module"


class _TargetExprVarArgs(_TargetExpr):
    """A call with any arguments, which the handler is given."""

    def _match(self, node, ctx):
        if not self._match_fns(node):
            return FailedMatch("function_mismatch")
        if not self._match_users(node, ctx):
            return FailedMatch("multiple_users")
        m = Match(ctx, self, args=node.args, kwargs=node.kwargs)
        m.nodes.append(node)
        m.targets[self] = node.target
        return m

    def __repr__(self):
        return f"{type(self).__name__}({self.fns_repr()})"


class CallFunctionVarArgs(_TargetExprVarArgs):
    op = "call_function"


class CallMethodVarArgs(_TargetExprVarArgs):
    op = "call_method"


class CallModuleVarArgs(_TargetExprVarArgs):
    op = "call_module"


class ListOf(PatternExpr):
    """A list each of whose items, or with partial some, match."""

    def __init__(self, pattern, partial=False):
        self.pattern, self.partial = pattern, partial

    def __repr__(self):
        return f"ListOf({self.pattern})"

    def _match(self, node, ctx):
        if not isinstance(node, (list, tuple)) or len(node) == 0:
            return FailedMatch("non_list")
        m, shared, matched = Match(ctx, self), ctx.pattern_to_node, False
        for i, child in enumerate(node):
            child_ctx = MatchContext(ctx.outputs, shared, graph=ctx.graph)
            part = child_ctx.match(self.pattern, child)
            shared = child_ctx.filter_multi_user_patterns()
            if not part:
                if not self.partial:
                    return FailedMatch("list[{}]: {}", i, part)
                continue
            matched = True
            m.extend(part.bundle())
        return m.bundle() if matched else FailedMatch("list: no_match")


class MultiOutputPattern(PatternExpr):
    """Patterns with parts in common."""

    def __init__(self, outputs):
        if not isinstance(outputs[0], _TargetExpr):
            raise AssertionError(f"expected _TargetExpr, got {type(outputs[0])}")
        self.outputs, self.op = list(outputs), outputs[0].op

    @property
    def fns(self):
        return self.outputs[0].fns

    def __repr__(self):
        return f"MultiOutputPattern({self.outputs})"

    def match(self, node):
        try:
            return self._match(node, MatchContext(self.outputs, graph=node.graph))
        except FailedMatch as failed:
            return failed

    def _match(self, node, ctx):
        m = ctx.match(self.outputs[0], node)
        if not m:
            return m
        for pattern in self.outputs[1:]:
            if pattern is None:
                continue
            part = self._match_from_anchors(pattern, ctx)
            if not part:
                return part
            m.extend(part)
        return m

    def _match_from_anchors(self, pattern, ctx):
        before, m = dict(ctx.pattern_to_node), FailedMatch("no anchor found")
        for node in pattern.find_anchor_nodes(ctx, set()):
            m = ctx.match(pattern, node)
            if m:
                return m
            ctx.pattern_to_node = dict(before)
        return m


class RepeatedExpr(PatternExpr):
    """A pattern that all nodes that have a part of it match, as what follows the results of a split."""

    def __init__(self, inner_pattern):
        self.inner_pattern, self.op = inner_pattern, inner_pattern.op

    @property
    def fns(self):
        return self.inner_pattern.fns

    def _match(self, node, ctx):
        m = ctx.match(self.inner_pattern, node)
        if not m:
            return m
        ctx.pattern_to_node.pop(self.inner_pattern)
        for anchor in list(self.inner_pattern.find_anchor_nodes(ctx, set())):
            part = MatchContext([self], graph=node.graph).match(self.inner_pattern, anchor)
            if not part:
                return part
            m.extend(part)
        return m

    def pattern_eq(self, other):
        return super().pattern_eq(other) and self.inner_pattern.pattern_eq(other.inner_pattern)
