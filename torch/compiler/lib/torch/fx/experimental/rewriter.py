"""Tracing of programs whose assert statements become nodes, and whose annotations of variables become types of nodes."""

import ast
import copy
import functools
import inspect
import textwrap
import types

import torch
from torch.fx._symbolic_trace import Tracer

__all__ = ["AST_Rewriter", "RewritingTracer"]


class AST_Rewriter:
    """Changes the source of functions: assert c, m becomes torch._assert(c, m), and x: T = v becomes x = annotate(v, T)."""

    def rewrite(self, fn):
        """The function of the changed source."""
        source = textwrap.dedent(inspect.getsource(fn))
        found = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Assert) or isinstance(node, ast.AnnAssign) and node.value is not None]
        for node in sorted(found, key=lambda n: (n.lineno, n.col_offset), reverse=True):
            source = self.visit_Assert(source, node) if isinstance(node, ast.Assert) else self.visit_AnnAssign(source, node)
        space = copy.copy(fn.__globals__)
        space["torch"] = torch
        exec(source, space)
        made = types.FunctionType(space[fn.__name__].__code__, fn.__globals__, fn.__name__, fn.__defaults__)
        made.__kwdefaults__ = fn.__kwdefaults__
        functools.update_wrapper(made, fn)
        del made.__wrapped__  # the changed function is the one to trace
        return made

    def visit_Assert(self, source, node):
        """The source with the call in the place of an assert statement."""
        message = ast.get_source_segment(source, node.msg) if node.msg is not None else "''"
        return _replaced(source, node, f"torch._assert({ast.get_source_segment(source, node.test)}, {message})")

    def visit_AnnAssign(self, source, node):
        """The source with a plain assignment in the place of one with an annotation."""
        target, value, annotation = (ast.get_source_segment(source, part) for part in (node.target, node.value, node.annotation))
        return _replaced(source, node, f"{target} = annotate({value}, {annotation})")


def _replaced(source, node, text):
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    begin, end = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
    return f"{source[:begin]}{text}{source[end:]}"


class RewritingTracer(Tracer):
    """A Tracer that rewrites the forward methods of what it traces."""

    def trace(self, root, concrete_args=None):
        return super().trace(_rewrite(root), concrete_args)


def _rewrite(fn):
    if not isinstance(fn, torch.nn.Module):
        return AST_Rewriter().rewrite(fn)

    def rewritten(m):
        class RewrittenModule(torch.nn.Module):
            def __init__(self, orig):
                super().__init__()
                for name, value in orig.__dict__.items():
                    if isinstance(value, torch.nn.Module):
                        self.__dict__[name] = rewritten(value)
                    else:
                        self.__dict__[name] = copy.copy(value)
                self._modules = {name: rewritten(child) if child is not None else None for name, child in orig._modules.items()}

        RewrittenModule.forward = AST_Rewriter().rewrite(type(m).forward) if type(m).forward.__module__ and not type(m).__module__.startswith("torch.nn") else type(m).forward
        if type(m).__module__.startswith("torch.nn"):
            return m
        return RewrittenModule(m)

    return rewritten(fn)
