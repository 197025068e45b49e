"""Guards as Python text that evaluates what they have in common once."""

import ast
import collections
import dataclasses


class _Counter(ast.NodeVisitor):
    """Counts how often attributes, calls and items occur."""

    def __init__(self, config):
        self._config = config

    def visit(self, node):
        if isinstance(node, PyExprCSEPass.ALLOWED_NODE_TYPES):
            self._config.expr_count[ast.unparse(node)] += 1
        super().visit(node)


class _Replacer(ast.NodeTransformer):
    """Puts names for what occurs often; preface has the assignments that the names need."""

    def __init__(self, config, gen_name):
        self._config, self._gen_name, self.preface = config, gen_name, []

    def visit(self, node):
        if not isinstance(node, PyExprCSEPass.ALLOWED_NODE_TYPES):
            return super().visit(node)
        text, known = ast.unparse(node), self._config.expr_to_name
        if self._config.expr_count[text] <= PyExprCSEPass.USE_THRESHOLD:
            return super().visit(node)
        if text not in known:
            value = ast.unparse(super().visit(node))
            known[text] = self._gen_name()
            self.preface.append(f"{known[text]} = {value}")
        return ast.Name(known[text], ast.Load())


class PyExprCSEPass:
    """Common subexpressions of texts: count() looks at all of them, replace() gives one with the assignments before it."""

    __module__ = "torch._dynamo.guards"
    USE_THRESHOLD = 1
    ALLOWED_NODE_TYPES = (ast.Attribute, ast.Call, ast.Subscript)
    ExprCounter, Replacer = _Counter, _Replacer

    @dataclasses.dataclass
    class Config:
        expr_count: dict
        expr_to_name: dict

    def __init__(self):
        self._counter = 0
        self._config = self.Config(collections.defaultdict(int), {})

    def _new_var(self, prefix="_var"):
        name = f"{prefix}{self._counter}"
        self._counter += 1
        return name

    def count(self, exprs):
        counter = self.ExprCounter(self._config)
        for expr in exprs:
            counter.visit(ast.parse(expr))

    def replace(self, expr):
        replacer = self.Replacer(self._config, self._new_var)
        return replacer.preface, ast.unparse(replacer.visit(ast.parse(expr)))
