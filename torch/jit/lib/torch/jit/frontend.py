"""The front end of the script compiler: its errors, and the trees of functions and classes."""

import ast
import inspect

__all__ = ["FrontendError", "FrontendTypeError", "NotSupportedError", "UnsupportedNodeError", "get_default_args", "get_jit_class_def", "get_jit_def"]


class FrontendError(Exception):
    def __init__(self, source_range, msg=None):
        super().__init__(source_range if msg is None else f"{msg}:\n{source_range.highlight()}")
        self.source_range, self.msg = (None, source_range) if msg is None else (source_range, msg)


class NotSupportedError(FrontendError):
    pass


class UnsupportedNodeError(NotSupportedError):
    pass


class FrontendTypeError(FrontendError):
    pass


def get_default_args(fn):
    """The parameters of a function that have defaults, with these."""
    if fn is None:
        return {}
    return {name: p.default for name, p in inspect.signature(fn).parameters.items() if p.default is not inspect.Parameter.empty}


def dedented(source):
    """The text of a definition without the indentation of its first line; lines that have less, such as comments, begin with it."""
    lines = source.split("\n")
    indent = len(lines[0]) - len(lines[0].lstrip())
    return "\n".join(line[indent:] if not line[:indent].strip() else line for line in lines)


def _parsed(obj):
    """The syntax tree of a function or class, with functions that give places in it and errors at them."""
    from torch.jit._tree import SourceRange

    lines, first = inspect.getsourcelines(obj)
    indent = len(lines[0]) - len(lines[0].lstrip())
    text = dedented("".join(lines)).split("\n")
    tree = ast.parse("\n".join(text))
    if len(tree.body) != 1:
        raise RuntimeError(f"Expected a single top-level definition: {inspect.getsourcefile(obj)}:{first}")

    def place(node):
        end = (node.lineno - 1, node.col_offset + len(f"def {node.name}")) if isinstance(node, ast.FunctionDef) else (node.end_lineno - 1, node.end_col_offset)
        return SourceRange(inspect.getsourcefile(obj), first, [" " * indent + line for line in text if line.strip()], (node.lineno - 1, node.col_offset + indent), (end[0], end[1] + indent))

    def refuse(node):
        return UnsupportedNodeError(place(node), f"{type(node).__name__} aren't supported")

    return tree.body[0], place, refuse


def get_jit_def(fn, def_name, self_name=None, is_classmethod=False):
    """The tree of a function."""
    from torch.jit._tree import function_tree

    node, place, refuse = _parsed(fn)
    if not isinstance(node, ast.FunctionDef):
        raise RuntimeError(f"Expected a single top-level function: {inspect.getsourcefile(fn)}")
    made = function_tree(node, place, refuse, self_name)
    made._name = def_name
    return made


def get_jit_class_def(cls, self_name):
    """The tree of a class."""
    from torch.jit._tree import class_tree

    return class_tree(*_parsed(cls))
