"""The modules that source code imports."""

import ast

from torch.package._importlib import _resolve_name


class _ExtractModuleReferences(ast.NodeVisitor):
    """Notes import statements and calls of __import__: the module, and the name that is taken from it or None."""

    def __init__(self, package):
        self.package, self.references = package, {}

    @classmethod
    def run(cls, src, package):
        visitor = cls(package)
        visitor.visit(ast.parse(src))
        return list(visitor.references)

    def _note(self, module, names):
        for name in names:
            self.references[module, None if name == "*" else name] = True

    def _absmodule(self, name, level):
        return _resolve_name(name, self.package, level) if level else name

    def visit_Import(self, node):
        for alias in node.names:
            self._note(alias.name, ["*"])

    def visit_ImportFrom(self, node):
        self._note(self._absmodule(node.module, node.level or 0), [alias.name for alias in node.names])

    def visit_Call(self, node):
        self.generic_visit(node) if getattr(node.func, "id", None) != "__import__" else self._call_of_import(node)

    def _call_of_import(self, node):
        given = dict(zip(("name", "globals", "locals", "fromlist", "level"), node.args))
        given.update({keyword.arg: keyword.value for keyword in node.keywords})
        try:
            name, level = given["name"].value, given["level"].value if "level" in given else 0
            names = [item.value for item in given["fromlist"].elts] if "fromlist" in given else []
            if names:
                self._note(self._absmodule(name, level), names)
                return
            self._note(name, ["*"])
            if "." in name:
                self._note(self._absmodule(name.rpartition(".")[0], level), ["*"])
        except (AttributeError, KeyError, TypeError, ValueError):
            return  # what is computed cannot be known


find_files_source_depends_on = _ExtractModuleReferences.run
