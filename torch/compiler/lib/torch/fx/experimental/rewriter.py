"""Tracing of programs whose assert statements become nodes."""

import ast
import copy
import functools
import inspect
import textwrap

import torch
from torch.fx._symbolic_trace import Tracer

__all__ = ["AST_Rewriter", "RewritingTracer"]


class AST_Rewriter:
    """Changes the source of functions: assert c, m becomes torch._assert(c, m)."""

    def rewrite(self, fn):
        """The function of the changed source."""
        source = textwrap.dedent(inspect.getsource(fn))
        found = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Assert)]
        for node in sorted(found, key=lambda n: (n.lineno, n.col_offset), reverse=True):
            source = self.visit_Assert(source, node)
        space = copy.copy(fn.__globals__)
        space["torch"] = torch
        exec(source, space)
        made = space[fn.__name__]
        functools.update_wrapper(made, fn)
        del made.__wrapped__  # the changed function is the one to trace
        return made

    def visit_Assert(self, source, node):
        """The source with the call in the place of an assert statement."""
        lines = source.splitlines(keepends=True)
        starts = [0]
        for line in lines:
            starts.append(starts[-1] + len(line))
        begin, end = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
        message = ast.get_source_segment(source, node.msg) if node.msg is not None else "''"
        return f"{source[:begin]}torch._assert({ast.get_source_segment(source, node.test)}, {message}){source[end:]}"


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
