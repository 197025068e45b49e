"""Trees as source in one normal form."""

import ast

# How tightly the parts of an expression hold together; in this order, so that one level is also the next.
_NAMED, _TUPLE, _YIELD, _TEST, _OR, _AND, _NOT, _COMPARE, _BITOR, _BITXOR, _BITAND, _SHIFT, _ARITH, _TERM, _FACTOR, _POWER, _AWAIT, _ATOM = range(18)
_BINARY = {"Add": ("+", _ARITH), "Sub": ("-", _ARITH), "Mult": ("*", _TERM), "MatMult": ("@", _TERM), "Div": ("/", _TERM), "Mod": ("%", _TERM), "FloorDiv": ("//", _TERM),
           "LShift": ("<<", _SHIFT), "RShift": (">>", _SHIFT), "BitOr": ("|", _BITOR), "BitXor": ("^", _BITXOR), "BitAnd": ("&", _BITAND), "Pow": ("**", _POWER)}
_UNARY = {"Invert": ("~", _FACTOR), "Not": ("not", _NOT), "UAdd": ("+", _FACTOR), "USub": ("-", _FACTOR)}
_COMPARISONS = {"Eq": "==", "NotEq": "!=", "Lt": "<", "LtE": "<=", "Gt": ">", "GtE": ">=", "Is": "is", "IsNot": "is not", "In": "in", "NotIn": "not in"}
_LARGE = "1e309"  # which reads as infinity


def _kind(node):
    return type(node).__name__


class Unparser:
    """Writes statements line by line; expressions are made as text by x_KIND(node, level), level being what they stand in."""

    def __init__(self):
        self.lines, self.depth = [], 0

    # Statements.

    def line(self, text):
        self.lines.append("    " * self.depth + text)

    def gap(self):
        if self.lines:
            self.lines.append("")

    def body(self, statements):
        self.depth += 1
        for s in statements:
            self.statement(s)
        self.depth -= 1

    def statement(self, node):
        getattr(self, "s_" + _kind(node))(node)

    def documented(self, node):
        """The statements of a module, class or function, the text it is documented by first."""
        rest = list(node.body)
        first = rest[0] if rest else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            self.lines.append("    " * self.depth + _document(first.value))
            del rest[0]
        for s in rest:
            self.statement(s)

    def s_Module(self, node):
        self.documented(node)

    s_Interactive = s_Module

    def s_Expression(self, node):
        self.line(self.x(node.body))

    def s_Expr(self, node):
        self.line(self.x(node.value, _YIELD))

    def s_Assign(self, node):
        self.line("".join(self.x(t, _TUPLE) + " = " for t in node.targets) + self.x(node.value))

    def s_AugAssign(self, node):
        self.line(f"{self.x(node.target)} {_BINARY[_kind(node.op)][0]}= {self.x(node.value)}")

    def s_AnnAssign(self, node):
        target = self.x(node.target)
        if not node.simple and isinstance(node.target, ast.Name):
            target = f"({target})"
        self.line(f"{target}: {self.x(node.annotation)}" + (f" = {self.x(node.value)}" if node.value else ""))

    def s_Return(self, node):
        self.line("return " + self.x(node.value) if node.value else "return")

    def s_Pass(self, node):
        self.line("pass")

    def s_Break(self, node):
        self.line("break")

    def s_Continue(self, node):
        self.line("continue")

    def s_Delete(self, node):
        self.line("del " + ", ".join(map(self.x, node.targets)))

    def s_Assert(self, node):
        self.line("assert " + self.x(node.test) + (", " + self.x(node.msg) if node.msg else ""))

    def s_Global(self, node):
        self.line("global " + ", ".join(node.names))

    def s_Nonlocal(self, node):
        self.line("nonlocal " + ", ".join(node.names))

    def s_Import(self, node):
        self.line("import " + ", ".join(map(_alias, node.names)))

    def s_ImportFrom(self, node):
        self.line(f"from {'.' * (node.level or 0)}{node.module or ''} import " + ", ".join(map(_alias, node.names)))

    def s_Raise(self, node):
        if not node.exc:
            if node.cause:
                raise ValueError("Node can't be used without a value attribute.")
            self.line("raise")
            return
        self.line("raise " + self.x(node.exc) + (" from " + self.x(node.cause) if node.cause else ""))

    def s_If(self, node):
        word = "if"
        while True:
            self.line(f"{word} {self.x(node.test)}:")
            self.body(node.body)
            if len(node.orelse) != 1 or not isinstance(node.orelse[0], ast.If):
                break
            word, node = "elif", node.orelse[0]
        self.otherwise(node.orelse)

    def otherwise(self, statements, word="else"):
        if statements:
            self.line(word + ":")
            self.body(statements)

    def s_For(self, node, word="for"):
        self.line(f"{word} {self.x(node.target, _TUPLE)} in {self.x(node.iter)}:")
        self.body(node.body)
        self.otherwise(node.orelse)

    def s_AsyncFor(self, node):
        self.s_For(node, "async for")

    def s_While(self, node):
        self.line(f"while {self.x(node.test)}:")
        self.body(node.body)
        self.otherwise(node.orelse)

    def s_With(self, node, word="with"):
        items = ", ".join(self.x(i.context_expr) + (" as " + self.x(i.optional_vars) if i.optional_vars else "") for i in node.items)
        self.line(f"{word} {items}:")
        self.body(node.body)

    def s_AsyncWith(self, node):
        self.s_With(node, "async with")

    def s_Try(self, node, word="except"):
        self.line("try:")
        self.body(node.body)
        for h in node.handlers:
            self.line(word + (" " + self.x(h.type) if h.type else "") + (f" as {h.name}" if h.name else "") + ":")
            self.body(h.body)
        self.otherwise(node.orelse)
        self.otherwise(node.finalbody, "finally")

    def s_TryStar(self, node):
        self.s_Try(node, "except*")

    def s_ClassDef(self, node):
        self.gap()
        for d in node.decorator_list:
            self.line("@" + self.x(d))
        given = [self.x(b) for b in node.bases] + [self.keyword(k) for k in node.keywords]
        self.line(f"class {node.name}{self.type_params(node)}" + (f"({', '.join(given)})" if given else "") + ":")
        self.depth += 1
        self.documented(node)
        self.depth -= 1

    def s_FunctionDef(self, node, word="def"):
        self.gap()
        for d in node.decorator_list:
            self.line("@" + self.x(d))
        result = f" -> {self.x(node.returns)}" if node.returns else ""
        self.line(f"{word} {node.name}{self.type_params(node)}({self.parameters(node.args)}){result}:")
        self.depth += 1
        self.documented(node)
        self.depth -= 1

    def s_AsyncFunctionDef(self, node):
        self.s_FunctionDef(node, "async def")

    def s_TypeAlias(self, node):
        self.line(f"type {self.x(node.name)}{self.type_params(node)} = {self.x(node.value)}")

    def type_params(self, node):
        made = []
        for p in getattr(node, "type_params", None) or ():
            text = {"TypeVar": "", "TypeVarTuple": "*", "ParamSpec": "**"}[_kind(p)] + p.name
            if getattr(p, "bound", None):
                text += ": " + self.x(p.bound)
            if getattr(p, "default_value", None):
                text += " = " + self.x(p.default_value)
            made.append(text)
        return f"[{', '.join(made)}]" if made else ""

    def s_Match(self, node):
        self.line(f"match {self.x(node.subject)}:")
        self.depth += 1
        for case in node.cases:
            self.line("case " + self.pattern(case.pattern) + (" if " + self.x(case.guard) if case.guard else "") + ":")
            self.body(case.body)
        self.depth -= 1

    def pattern(self, node, level=_TEST):
        kind = _kind(node)
        if kind == "MatchValue":
            return self.x(node.value)
        if kind == "MatchSingleton":
            return repr(node.value)
        if kind == "MatchSequence":
            return "[" + ", ".join(map(self.pattern, node.patterns)) + "]"
        if kind == "MatchStar":
            return "*" + (node.name or "_")
        if kind == "MatchMapping":
            parts = [f"{self.x(k)}: {self.pattern(p)}" for k, p in zip(node.keys, node.patterns)] + ([f"**{node.rest}"] if node.rest else [])
            return "{" + ", ".join(parts) + "}"
        if kind == "MatchClass":
            parts = list(map(self.pattern, node.patterns)) + [f"{name}={self.pattern(p)}" for name, p in zip(node.kwd_attrs, node.kwd_patterns)]
            return f"{self.x(node.cls)}({', '.join(parts)})"
        if kind == "MatchOr":
            return _held(" | ".join(self.pattern(p, _BITOR + 1) for p in node.patterns), level > _BITOR)
        if node.name is None:
            return "_"
        if node.pattern is None:
            return node.name
        return _held(f"{self.pattern(node.pattern, _BITOR)} as {node.name}", level > _TEST)

    # Expressions.

    def x(self, node, level=_TEST):
        return getattr(self, "x_" + _kind(node))(node, level)

    def all(self, nodes):
        return ", ".join(map(self.x, nodes))

    def x_Name(self, node, level):
        return node.id

    def x_Constant(self, node, level):
        value = node.value
        if value is ...:
            return "..."
        if isinstance(value, tuple):
            return "(" + _listed([self.x_Constant(ast.Constant(v), level) for v in value]) + ")"
        if isinstance(value, (float, complex)):
            return repr(value).replace("inf", _LARGE).replace("nan", f"({_LARGE}-{_LARGE})")
        return ("u" if getattr(node, "kind", None) == "u" else "") + repr(value)

    def x_JoinedStr(self, node, level):
        return _FormattedText(self).text(node)

    x_TemplateStr = x_FormattedValue = x_JoinedStr

    def x_Attribute(self, node, level):
        value = self.x(node.value, _ATOM)
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, int):
            value += " "  # or the dot would belong to the number
        return f"{value}.{node.attr}"

    def x_Subscript(self, node, level):
        key = node.slice
        if isinstance(key, ast.Tuple) and key.elts:
            text = _listed(list(map(self.x, key.elts)))
        else:
            text = self.x(key)
        return f"{self.x(node.value, _ATOM)}[{text}]"

    def x_Slice(self, node, level):
        text = (self.x(node.lower) if node.lower else "") + ":" + (self.x(node.upper) if node.upper else "")
        return text + (":" + self.x(node.step) if node.step else "")

    def x_Starred(self, node, level):
        return "*" + self.x(node.value, _BITOR)

    def x_Call(self, node, level):
        return f"{self.x(node.func, _ATOM)}({', '.join([self.x(a) for a in node.args] + [self.keyword(k) for k in node.keywords])})"

    def keyword(self, k):
        return (k.arg + "=" if k.arg is not None else "**") + self.x(k.value)

    def x_List(self, node, level):
        return f"[{self.all(node.elts)}]"

    def x_Set(self, node, level):
        return "{" + (self.all(node.elts) if node.elts else "*()") + "}"

    def x_Tuple(self, node, level):
        return _held(_listed(list(map(self.x, node.elts))), not node.elts or level > _TUPLE)

    def x_Dict(self, node, level):
        return "{" + ", ".join(f"{self.x(k)}: {self.x(v)}" if k is not None else "**" + self.x(v, _BITOR) for k, v in zip(node.keys, node.values)) + "}"

    def generators(self, node):
        text = ""
        for g in node.generators:
            text += f" {'async ' if g.is_async else ''}for {self.x(g.target, _TUPLE)} in {self.x(g.iter, _TEST + 1)}" + "".join(" if " + self.x(c, _TEST + 1) for c in g.ifs)
        return text

    def x_ListComp(self, node, level):
        return f"[{self.x(node.elt)}{self.generators(node)}]"

    def x_SetComp(self, node, level):
        return "{" + self.x(node.elt) + self.generators(node) + "}"

    def x_GeneratorExp(self, node, level):
        return f"({self.x(node.elt)}{self.generators(node)})"

    def x_DictComp(self, node, level):
        return "{" + f"{self.x(node.key)}: {self.x(node.value)}{self.generators(node)}" + "}"

    def x_NamedExpr(self, node, level):
        return _held(f"{self.x(node.target, _ATOM)} := {self.x(node.value, _ATOM)}", level > _NAMED)

    def x_IfExp(self, node, level):
        return _held(f"{self.x(node.body, _TEST + 1)} if {self.x(node.test, _TEST + 1)} else {self.x(node.orelse, _TEST)}", level > _TEST)

    def x_Lambda(self, node, level):
        parameters = self.parameters(node.args)
        return _held(f"lambda{' ' + parameters if parameters else ''}: {self.x(node.body, _TEST)}", level > _TEST)

    def x_BoolOp(self, node, level):
        word, own = ("and", _AND) if isinstance(node.op, ast.And) else ("or", _OR)
        return _held(f" {word} ".join(self.x(v, min(own + i, _ATOM)) for i, v in enumerate(node.values, 1)), level > own)

    def x_UnaryOp(self, node, level):
        sign, own = _UNARY[_kind(node.op)]
        between = " " if own == _NOT else ""
        return _held(sign + between + self.x(node.operand, own), level > own)

    def x_BinOp(self, node, level):
        sign, own = _BINARY[_kind(node.op)]
        left, right = (own + 1, own) if own == _POWER else (own, own + 1)
        return _held(f"{self.x(node.left, left)} {sign} {self.x(node.right, right)}", level > own)

    def x_Compare(self, node, level):
        text = self.x(node.left, _COMPARE + 1)
        for op, value in zip(node.ops, node.comparators):
            text += f" {_COMPARISONS[_kind(op)]} {self.x(value, _COMPARE + 1)}"
        return _held(text, level > _COMPARE)

    def x_Await(self, node, level):
        return _held("await" + (" " + self.x(node.value, _ATOM) if node.value else ""), level > _AWAIT)

    def x_Yield(self, node, level):
        return _held("yield" + (" " + self.x(node.value, _ATOM) if node.value else ""), level > _YIELD)

    def x_YieldFrom(self, node, level):
        return _held("yield from " + self.x(node.value, _ATOM), level > _YIELD)

    def parameters(self, args):
        plain = args.posonlyargs + args.args
        defaults = [None] * (len(plain) - len(args.defaults)) + args.defaults
        parts = []
        for i, (a, default) in enumerate(zip(plain, defaults), 1):
            parts.append(self.parameter(a) + (f"={self.x(default)}" if default else ""))
            if i == len(args.posonlyargs):
                parts.append("/")
        if args.vararg or args.kwonlyargs:
            parts.append("*" + (self.parameter(args.vararg) if args.vararg else ""))
        for a, default in zip(args.kwonlyargs, args.kw_defaults):
            parts.append(self.parameter(a) + (f"={self.x(default)}" if default else ""))
        if args.kwarg:
            parts.append("**" + self.parameter(args.kwarg))
        return ", ".join(parts)

    def parameter(self, a):
        return a.arg + (f": {self.x(a.annotation)}" if a.annotation else "")

    # Parts that are passed by themselves.

    def x_arguments(self, node, level):
        return self.parameters(node)

    def x_arg(self, node, level):
        return self.parameter(node)

    def x_keyword(self, node, level):
        return self.keyword(node)

    def x_alias(self, node, level):
        return _alias(node)


class _FormattedText:
    """The text of an f-string or a t-string."""

    def __init__(self, unparser):
        self.unparser = unparser

    def text(self, node):
        letter = "t" if _kind(node) == "TemplateStr" else "f"
        parts = self.parts(node.values if hasattr(node, "values") else [node])
        whole = "".join(text for text, literal in parts)
        quote = next((q for q in ("'", '"', '"""', "'''") if q not in whole), "'")
        return letter + quote + "".join(_escaped(text) if literal else text for text, literal in parts) + quote

    def parts(self, values):
        out = []
        for v in values:
            if _kind(v) in ("FormattedValue", "Interpolation"):
                out.append((self.field(v), False))
            elif _kind(v) == "JoinedStr":
                out.extend(self.parts(v.values))
            else:
                out.append((v.value.replace("{", "{{").replace("}", "}}"), True))
        return out

    def field(self, node):
        value = self.unparser.x(node.value, _TEST + 1)
        text = "{" + (" " if value.startswith("{") else "") + value
        if node.conversion != -1:
            text += "!" + chr(node.conversion)
        if node.format_spec:
            spec = node.format_spec.values if _kind(node.format_spec) == "JoinedStr" else [node.format_spec]
            text += ":" + "".join(part for part, _ in self.parts(spec))
        return text + "}"


def _escaped(text):
    return "".join(c if c.isprintable() and c != "\\" else repr(c)[1:-1] for c in text)


def _held(text, held):
    return f"({text})" if held else text


def _listed(texts):
    return ", ".join(texts) + ("," if len(texts) == 1 else "")


def _alias(node):
    return node.name + (f" as {node.asname}" if node.asname else "")


def _document(node):
    """A text that documents what is around it: between three quotes, its lines as they are."""
    text = "".join(c if c in "\n\t" or c.isprintable() and c != "\\" else repr(c)[1:-1] for c in node.value)
    quote = '"""'
    if quote in text:
        quote = "'''" if "'''" not in text else None
    if quote is None:
        return repr(node.value)
    if text.endswith(quote[0]):
        text = text[:-1] + "\\" + quote[0]
    return ("u" if getattr(node, "kind", None) == "u" else "") + quote + text + quote


def unparse(node):
    """The source of a tree, without a line break at its end."""
    out = Unparser()
    if isinstance(node, list):
        for n in node:
            out.statement(n)
    elif hasattr(out, "s_" + _kind(node)):
        out.statement(node)
    else:
        return out.x(node)
    return "\n".join(out.lines)
