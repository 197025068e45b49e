"""The trees that the script compiler makes of functions, as they print."""

import ast

__all__ = ["Def", "SourceRange", "Tree", "class_tree", "function_tree"]

_WIDTH = 40


class SourceRange:
    """A stretch of a source."""

    def __init__(self, file, first, lines, start, end):
        self.file, self.first, self.lines, self.start, self.end = file, first, lines, start, end

    def highlight(self):
        """The lines with a mark under the stretch."""
        (line, col), (last, to) = self.start, self.end
        text = f'  File "{self.file}", line {self.first + line}\n'
        for i, content in enumerate(self.lines):
            text += content + "\n"
            if i == line:
                text += " " * col + "~" * max((to if last == line else len(content)) - col, 1) + " <--- HERE\n"
        return text

    def __str__(self):
        return "SourceRange at:\n" + self.highlight()


class Tree:
    """A kind with subtrees, or a text."""

    def __init__(self, kind, *parts):
        self.kind, self.parts = kind, parts

    def flat(self):
        return f"({' '.join([self.kind, *(p if isinstance(p, str) else p.flat() for p in self.parts)])})"

    def text(self, indent=0):
        flat = self.flat()
        if not self.parts or all(isinstance(p, str) for p in self.parts) or indent + len(flat) < _WIDTH:
            return flat
        inner = " " * (indent + 2)
        return f"({self.kind}\n" + "\n".join(inner + p.text(indent + 2) for p in self.parts) + ")"

    def __str__(self):
        return self.text() + "\n"

    def dump(self):
        print(str(self))


class Ident:
    """A name in a tree."""

    def __init__(self, name):
        self.name = name

    def __str__(self):
        return f"(ident {self.name})\n"


class Def(Tree):
    """The tree of a function, with its name and place."""

    def __init__(self, name, place, *parts):
        super().__init__("def", *parts)
        self._name, self._place = name, place

    def name(self):
        return Ident(self._name)

    def decl(self):
        return self.parts[1]

    def range(self):
        return self._place


def _list(items):
    return Tree("list", *items)


def _option(x=None):
    return Tree("option") if x is None else Tree("option", x)


def _ident(name):
    return Tree("ident", name)


_BINARY = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "pow operator", ast.Mod: "%", ast.FloorDiv: "floordiv", ast.BitAnd: "&", ast.BitXor: "^", ast.BitOr: "|", ast.LShift: "<<", ast.RShift: ">>",
    ast.MatMult: "@", ast.And: "and", ast.Or: "or", ast.Eq: "eq", ast.NotEq: "ne", ast.LtE: "le", ast.Lt: "<", ast.GtE: "ge", ast.Gt: ">", ast.Is: "is", ast.IsNot: "is not", ast.In: "in",
}
_UNARY = {ast.Not: "not", ast.USub: "unary minus", ast.Invert: "~"}


class _Builder:
    """Makes trees; place says where a node stands in the source."""

    def __init__(self, refuse):
        self.refuse = refuse

    def statements(self, body):
        return _list(t for s in body if (t := self.statement(s)) is not None)

    def statement(self, s):
        make = getattr(self, "stmt_" + type(s).__name__, None)
        if make is None:
            raise self.refuse(s)
        return make(s)

    def stmt_Pass(self, s):
        return Tree("pass")

    def stmt_Break(self, s):
        return Tree("break")

    def stmt_Continue(self, s):
        return Tree("continue")

    def stmt_Expr(self, s):
        return Tree("expression statement", self.expr(s.value))

    def stmt_Return(self, s):
        return Tree("return", Tree("None") if s.value is None else self.expr(s.value))

    def stmt_Raise(self, s):
        return Tree("raise", self.expr(s.exc))

    def stmt_Assert(self, s):
        return Tree("assert", self.expr(s.test), _option(s.msg and self.expr(s.msg)))

    def stmt_Assign(self, s):
        return Tree("assign", _list(self.expr(t) for t in s.targets), _option(self.expr(s.value)), _option())

    def stmt_AnnAssign(self, s):
        return Tree("assign", _list([self.expr(s.target)]), _option(s.value and self.expr(s.value)), _option(self.expr(s.annotation)))

    def stmt_AugAssign(self, s):
        return Tree("aug_assign", self.expr(s.target), Tree(_BINARY[type(s.op)]), self.expr(s.value))

    def stmt_Delete(self, s):
        return Tree("del", _list(self.expr(t) for t in s.targets))

    def stmt_If(self, s):
        return Tree("if", self.expr(s.test), self.statements(s.body), self.statements(s.orelse))

    def stmt_While(self, s):
        return Tree("while", self.expr(s.test), self.statements(s.body))

    def stmt_For(self, s):
        return Tree("for", _list([self.expr(s.target)]), _list([self.expr(s.iter)]), self.statements(s.body))

    def stmt_With(self, s):
        items = [Tree("withitem", self.expr(i.context_expr), _option(i.optional_vars and self.expr(i.optional_vars))) for i in s.items]
        return Tree("with", _list(items), self.statements(s.body))

    def expr(self, x):
        make = getattr(self, "expr_" + type(x).__name__, None)
        if make is None:
            raise self.refuse(x)
        return make(x)

    def expr_Name(self, x):
        return Tree("variable", _ident(x.id))

    def expr_Constant(self, x):
        if x.value is None or x.value is True or x.value is False:
            return Tree(str(x.value))
        if x.value is ...:
            return Tree("dots")
        return Tree("string_literal", x.value) if isinstance(x.value, str) else Tree("const", str(x.value))

    def expr_Attribute(self, x):
        return Tree(".", self.expr(x.value), _ident(x.attr))

    def expr_Call(self, x):
        return Tree("apply", self.expr(x.func), _list(self.expr(a) for a in x.args), _list(Tree("attribute", _ident(k.arg), self.expr(k.value)) for k in x.keywords))

    def expr_Starred(self, x):
        return Tree("starred", self.expr(x.value))

    def expr_BinOp(self, x):
        return Tree(_BINARY[type(x.op)], self.expr(x.left), self.expr(x.right))

    def expr_UnaryOp(self, x):
        if isinstance(x.op, ast.USub) and isinstance(x.operand, ast.Constant):
            return Tree("const", f"-{x.operand.value}")
        return Tree(_UNARY[type(x.op)], self.expr(x.operand))

    def expr_BoolOp(self, x):
        made = self.expr(x.values[0])
        for v in x.values[1:]:
            made = Tree(_BINARY[type(x.op)], made, self.expr(v))
        return made

    def expr_Compare(self, x):
        made, left = None, self.expr(x.left)
        for op, side in zip(x.ops, x.comparators):
            right = self.expr(side)
            part = Tree("not", Tree("in", left, right)) if isinstance(op, ast.NotIn) else Tree(_BINARY[type(op)], left, right)
            made, left = part if made is None else Tree("and", made, part), right
        return made

    def expr_IfExp(self, x):
        return Tree("if", self.expr(x.test), self.expr(x.body), self.expr(x.orelse))

    def expr_List(self, x):
        return Tree("list-literal", _list(self.expr(e) for e in x.elts))

    def expr_Tuple(self, x):
        return Tree("tuple-literal", _list(self.expr(e) for e in x.elts))

    def expr_Dict(self, x):
        return Tree("dict-literal", _list(self.expr(k) for k in x.keys), _list(self.expr(v) for v in x.values))

    def expr_ListComp(self, x):
        g = x.generators[0]
        return Tree("list comprehension", self.expr(x.elt), self.expr(g.target), self.expr(g.iter))

    def expr_JoinedStr(self, x):
        text = "".join("{}" if isinstance(v, ast.FormattedValue) else v.value for v in x.values)
        values = [self.expr(v.value) for v in x.values if isinstance(v, ast.FormattedValue)]
        return Tree("apply", Tree(".", Tree("string_literal", text), _ident("format")), _list(values), _list([]))

    def expr_Subscript(self, x):
        parts = x.slice.elts if isinstance(x.slice, ast.Tuple) else [x.slice]
        return Tree("subscript", self.expr(x.value), _list(self.expr(p) for p in parts))

    def expr_Slice(self, x):
        return Tree("slice expr", *(_option(p and self.expr(p)) for p in (x.lower, x.upper, x.step)))


def function_tree(node, place, refuse, self_name=None):
    """The tree of a function from its syntax tree; self_name is the class whose method it is."""
    b = _Builder(refuse)
    params = []
    for i, a in enumerate([*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]):
        kind = a.annotation and b.expr(a.annotation)
        if i == 0 and self_name is not None and kind is None:
            kind = Tree("variable", _ident(self_name))
        params.append(Tree("param", _ident(a.arg), _option(kind), _option(), Tree("True" if a in node.args.kwonlyargs else "False")))
    decl = Tree("decl", _list(params), _option(node.returns and b.expr(node.returns)))
    return Def(node.name, place(node), _ident(node.name), decl, b.statements(node.body))


def class_tree(node, place, refuse):
    """The tree of a class from its syntax tree."""
    methods = [function_tree(f, place, refuse, node.name) for f in node.body if isinstance(f, ast.FunctionDef)]
    return Tree("class", _ident(node.name), _option(), _list(methods), _option(_list([])), _option(_list([])))
