"""Sizes in archives: expressions as sympy writes them out in full, and as they print."""

import re

_TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d*)?(?:e[-+]?\d+)?)|([A-Za-z_]\w*)|(\*\*|//|>=|<=|==|!=|.)|('[^']*'))")
_WORD = re.compile(r"\s*(?:('[^']*')|(-?\d+)|([A-Za-z_][\w.]*)|(.))")


def spelled(text):
    """An expression that prints as text, written out: Add(Symbol('s77', positive=True, integer=True), Integer(1))."""
    tokens = [m.group().strip() for m in _TOKEN.finditer(text)]
    tokens = [t for t in tokens if t]
    result, at = _relation(tokens, 0)
    if at != len(tokens):
        raise ValueError(f"the size {text} cannot be written to an archive")
    return result


_RELATIONS = {">=": "GreaterThan", ">": "StrictGreaterThan", "<=": "LessThan", "<": "StrictLessThan", "==": "Equality", "!=": "Unequality"}


def _relation(t, i):
    left, i = _sum(t, i)
    if i < len(t) and t[i] in _RELATIONS:
        name = _RELATIONS[t[i]]
        right, i = _sum(t, i + 1)
        left = f"{name}({left}, {right})"
    return left, i


def _sum(t, i):
    negative = i < len(t) and t[i] == "-"
    left, i = _product(t, i + negative)
    terms = [f"Mul(Integer(-1), {left})" if negative else left]
    while i < len(t) and t[i] in "+-":
        sign = t[i]
        right, i = _product(t, i + 1)
        terms.append(f"Mul(Integer(-1), {right})" if sign == "-" else right)
    return (terms[0] if len(terms) == 1 else f"Add({', '.join(terms)})"), i


def _product(t, i):
    left, i = _power(t, i)
    while i < len(t) and t[i] in ("*", "//", "%", "/"):
        op = t[i]
        right, i = _power(t, i + 1)
        name = {"*": "Mul", "//": "FloorDiv", "%": "Mod", "/": "IntTrueDiv"}[op]
        left = f"{name}({left}, {right})"
    return left, i


def _power(t, i):
    left, i = _atom(t, i)
    if i < len(t) and t[i] == "**":
        right, i = _atom(t, i + 1)
        left = f"Pow({left}, {right})"
    return left, i


def _atom(t, i):
    if i >= len(t):
        raise ValueError("a size ends too early")
    if t[i] == "(":
        inner, i = _sum(t, i + 1)
        return inner, i + 1
    if t[i].isdecimal():
        return f"Integer({t[i]})", i + 1
    name = t[i]
    if name[0].isdecimal():
        return f"Float('{name}', precision=53)", i + 1
    if i + 1 < len(t) and t[i + 1] == "(":
        parts, i = [], i + 2
        while t[i] != ")":
            part, i = _sum(t, i)
            parts.append(part)
            i += t[i] == ","
        return f"{name}({', '.join(parts)})", i + 1
    if name.startswith("z"):  # a float
        return f"Symbol('{name}')", i + 1
    return (f"Symbol('{name}', integer=True)" if name.startswith("u") else f"Symbol('{name}', positive=True, integer=True)"), i + 1


def printed(text):
    """The other way: how an expression that is written out prints."""
    if len(text) > 10000:
        raise ValueError("a size in the archive is longer than any real one")
    words = [m.group().strip() for m in _WORD.finditer(text)]
    words = [w for w in words if w]
    result, at = _call(words, 0, 0)
    if at != len(words):
        raise ValueError(f"the archive has a size that is no expression: {text}")
    return result


_INFIX = {"Add": "+", "Mul": "*", "FloorDiv": "//", "CleanDiv": "//", "Mod": "%", "PythonMod": "%", "Pow": "**", "PowByNatural": "**",
          **{name: sign for sign, name in _RELATIONS.items()}, "Eq": "==", "Ne": "!="}


def _call(w, i, depth):
    if depth > 100 or i >= len(w):
        raise ValueError("the archive has a size that is no expression")
    if re.fullmatch(r"-?\d+", w[i]):
        return w[i], i + 1
    name = w[i].split(".")[-1]
    if i + 1 >= len(w) or w[i + 1] != "(":
        raise ValueError(f"the archive has a size that is no expression: {w[i]}")
    i += 2
    if name == "Symbol":
        symbol = w[i].strip("'")
        if not symbol.isidentifier():
            raise ValueError(f"the archive has a size with the name {symbol}")
        while w[i] != ")":
            i += 1
            if i >= len(w):
                raise ValueError("the archive has a size that ends too early")
        return symbol, i + 1
    parts = []
    while i < len(w) and w[i] != ")":
        part, i = _call(w, i, depth + 1)
        parts.append(part)
        if i < len(w) and w[i] == ",":
            i += 1
    if i >= len(w):
        raise ValueError("the archive has a size that ends too early")
    if name == "Integer" and len(parts) == 1:
        return parts[0], i + 1
    if name in _INFIX:
        return "(" + f" {_INFIX[name]} ".join(parts) + ")", i + 1
    if name in ("Max", "Min", "IntTrueDiv"):
        return f"{name}({', '.join(parts)})", i + 1
    raise ValueError(f"magneto does not know the function {name} of a size in the archive")
