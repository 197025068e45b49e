"""Syntax trees: programs to objects, and ways to look at them and change them."""

from ast import _nodes
from ast._nodes import AST

globals().update(_nodes._classes)

PyCF_ONLY_AST = 0x400
PyCF_OPTIMIZED_AST = 0x8400
PyCF_TYPE_COMMENTS = 0x1000
PyCF_ALLOW_TOP_LEVEL_AWAIT = 0x2000


def parse(source, filename="<unknown>", mode="exec", *, type_comments=False, feature_version=None, optimize=-1, module=None):
    if isinstance(source, AST):
        return source
    from _ast_parser import parse
    if mode not in ("exec", "eval", "single"):
        if mode == "func_type":
            raise NotImplementedError("ast.parse() with mode 'func_type' is not supported")
        raise ValueError("compile() mode must be 'exec', 'eval', 'single' or 'func_type'")
    return parse(source, filename, mode, _nodes._classes)


def literal_eval(node_or_string):
    """Return the value of a literal: numbers, text, tuples, lists, sets, dicts, and so on."""
    if isinstance(node_or_string, str):
        node_or_string = parse(node_or_string.lstrip(" \t"), mode="eval")
    if isinstance(node_or_string, Expression):
        node_or_string = node_or_string.body
    return _literal(node_or_string)


def _malformed(node):
    line = getattr(node, "lineno", None)
    return ValueError(f"malformed node or string{f' on line {line}' if line else ''}: {node!r}")


def _literal(node):
    if isinstance(node, Constant):
        return node.value
    if isinstance(node, Tuple):
        return tuple(map(_literal, node.elts))
    if isinstance(node, List):
        return list(map(_literal, node.elts))
    if isinstance(node, Set):
        return set(map(_literal, node.elts))
    if isinstance(node, Call) and isinstance(node.func, Name) and node.func.id == "set" and not node.args and not node.keywords:
        return set()
    if isinstance(node, Dict):
        if len(node.keys) != len(node.values):
            raise _malformed(node)
        return {_literal(key): _literal(value) for key, value in zip(node.keys, node.values)}
    if isinstance(node, BinOp) and isinstance(node.op, (Add, Sub)):
        left, right = _signed(node.left), _number(node.right)
        if isinstance(left, (int, float)) and isinstance(right, complex):
            return left + right if isinstance(node.op, Add) else left - right
    return _signed(node)


def _signed(node):
    if isinstance(node, UnaryOp) and isinstance(node.op, (UAdd, USub)):
        value = _number(node.operand)
        return +value if isinstance(node.op, UAdd) else -value
    return _number(node)


def _number(node):
    if not isinstance(node, Constant) or type(node.value) not in (int, float, complex):
        raise _malformed(node)
    return node.value


def dump(node, annotate_fields=True, include_attributes=False, *, indent=None, show_empty=False):
    """Return a tree as the text of the calls that would make it."""
    if not isinstance(node, AST):
        raise TypeError(f"expected AST, got {type(node).__name__!r}")
    if indent is not None and not isinstance(indent, str):
        indent = " " * indent
    return _dump(node, annotate_fields, include_attributes, indent, show_empty, 0)[0]


def _dump(node, annotate, attributes, indent, show_empty, level):
    """Return the text of a node, list or value, and whether it is short enough to stand with others on a line."""
    level += 1
    if indent is None:
        start, separator = "", ", "
    else:
        start, separator = "\n" + indent * level, ",\n" + indent * level
    if isinstance(node, list):
        if not node:
            return "[]", True
        return f"[{start}{separator.join(_dump(item, annotate, attributes, indent, show_empty, level)[0] for item in node)}]", False
    if not isinstance(node, AST):
        return repr(node), True
    cls, args, simple, keywords = type(node), [], True, annotate
    for name in node._fields:
        try:
            value = getattr(node, name)
        except AttributeError:
            keywords = True
            continue
        absent = value is None and getattr(cls, name, ...) is None
        if absent or not show_empty and type(value) is list and not value and cls._kinds.get(name) == "*":
            keywords = True
            continue
        text, short = _dump(value, annotate, attributes, indent, show_empty, level)
        simple = simple and short
        args.append(f"{name}={text}" if keywords else text)
    if attributes and node._attributes:
        for name in node._attributes:
            try:
                value = getattr(node, name)
            except AttributeError:
                continue
            if value is None and getattr(cls, name, ...) is None:
                continue
            text, short = _dump(value, annotate, attributes, indent, show_empty, level)
            simple = simple and short
            args.append(f"{name}={text}")
    if simple and len(args) <= 3:
        return f"{cls.__name__}({', '.join(args)})", not args
    return f"{cls.__name__}({start}{separator.join(args)})", False


def iter_fields(node):
    for name in node._fields:
        try:
            yield name, getattr(node, name)
        except AttributeError:
            pass


def iter_child_nodes(node):
    for _, value in iter_fields(node):
        for item in value if isinstance(value, list) else (value,):
            if isinstance(item, AST):
                yield item


def walk(node):
    """Yield a node and all below it, level by level."""
    level = [node]
    while level:
        below = []
        for node in level:
            below.extend(iter_child_nodes(node))
            yield node
        level = below


def get_docstring(node, clean=True):
    if not isinstance(node, (AsyncFunctionDef, FunctionDef, ClassDef, Module)):
        raise TypeError(f"{type(node).__name__!r} can't have docstrings")
    if not (node.body and isinstance(node.body[0], Expr)):
        return None
    value = node.body[0].value
    if not (isinstance(value, Constant) and isinstance(value.value, str)):
        return None
    if clean:
        import inspect
        return inspect.cleandoc(value.value)
    return value.value


def copy_location(new_node, old_node):
    for name in ("lineno", "col_offset", "end_lineno", "end_col_offset"):
        if name in old_node._attributes and name in new_node._attributes:
            value = getattr(old_node, name, None)
            if value is not None or name.startswith("end_"):
                setattr(new_node, name, value)
    return new_node


def fix_missing_locations(node):
    """Give nodes without a place that of the node above them."""
    _fill(node, 1, 0, 1, 0)
    return node


def _fill(node, *place):
    own = []
    for name, default in zip(_nodes._PLACE, place):
        if name in node._attributes:
            missing = not hasattr(node, name) or name.startswith("end_") and getattr(node, name) is None
            if missing:
                setattr(node, name, default)
            default = getattr(node, name)
        own.append(default)
    for child in iter_child_nodes(node):
        _fill(child, *own)


def increment_lineno(node, n=1):
    for child in walk(node):
        if isinstance(child, TypeIgnore):
            child.lineno = getattr(child, "lineno", 0) + n
            continue
        if "lineno" in child._attributes:
            child.lineno = getattr(child, "lineno", 0) + n
        if "end_lineno" in child._attributes and (end := getattr(child, "end_lineno", 0)) is not None:
            child.end_lineno = end + n
    return node


def get_source_segment(source, node, *, padded=False):
    """Return the text of a node in the program that it was parsed from, None where its place is not known."""
    try:
        if node.end_lineno is None or node.end_col_offset is None:
            return None
        first, last = node.lineno - 1, node.end_lineno - 1
        start, end = node.col_offset, node.end_col_offset
    except AttributeError:
        return None
    lines = [line.encode() for line in _split_lines(source)]
    if first == last:
        return lines[first][start:end].decode()
    before = bytes(c if c in b"\t\f" else 32 for c in lines[first][:start]).decode() if padded else ""
    parts = [lines[first][start:], *lines[first + 1:last], lines[last][:end]]
    return before + b"".join(parts).decode()


def _split_lines(source):
    import re
    return re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+", source)


class NodeVisitor:
    """Calls visit_CLASS for each node, or generic_visit, which goes down the tree."""

    def visit(self, node):
        return getattr(self, "visit_" + type(node).__name__, self.generic_visit)(node)

    def generic_visit(self, node):
        for child in iter_child_nodes(node):
            self.visit(child)


class NodeTransformer(NodeVisitor):
    """A visitor whose results replace the nodes: None takes a node away, a list puts several in the place of a statement."""

    def generic_visit(self, node):
        for name, old in iter_fields(node):
            if isinstance(old, list):
                new = []
                for item in old:
                    if isinstance(item, AST):
                        item = self.visit(item)
                        if item is None:
                            continue
                        if not isinstance(item, AST):
                            new.extend(item)
                            continue
                    new.append(item)
                old[:] = new
            elif isinstance(old, AST):
                new = self.visit(old)
                if new is None:
                    delattr(node, name)
                else:
                    setattr(node, name, new)
        return node


def unparse(ast_obj):
    """The source of a tree."""
    from ast._unparse import unparse

    return unparse(ast_obj)
