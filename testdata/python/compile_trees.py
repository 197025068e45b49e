"""compile() of syntax trees: what programs build or change, and what is wrong with them."""
import ast

SOURCE = '''
async def f(xs, /, y=1, *args, z: int = 3, **kw) -> int:
    async with open(xs) as a, b:
        pass
    async for i in xs:
        await i
    return [j async for j in xs if j]

def g[T: int, *Ts, **P](x: T, k=lambda q, *, r=2: q + r):
    """doc"""
    global G
    G = x[1:2, ::3, 4], x[1, 2], x[:]
    match x:
        case [1, *rest]: return rest
        case {"a": 2, **more} | {"b": more}: return more
        case Point(x=0, y=None) as p if p: ...
        case "s" | -1 | a.b: pass
        case _: pass
    try:
        pass
    except* (ValueError, TypeError) as e:
        raise e from None
    else: pass
    finally: pass
    with (yield): del x, k
    print(f"{x!r:>{k}} {k=}", *x, sep="", **k)
    return (n := 3) if x else {**k, 1: 2} | {1, 2} @ x // 2 ** ~-k

@g
class C[T](object, metaclass=type):
    x: int = 3
    (y): str
    type A[T] = list[T]
    while not x and x or 1 < 2 <= 3 is not None in x: break
    else: continue_ = 1
    assert x, "m"
    from . import a as b
    from ..c import d
    import e.f as g, h
    x += 1; x @= 2
'''


def names(code):
    yield code.co_code, code.co_names, code.co_varnames, list(code.co_positions())
    for c in code.co_consts:
        if hasattr(c, "co_code"):
            yield from names(c)
        else:
            yield c


print(list(names(compile(SOURCE, "f", "exec"))) == list(names(compile(ast.parse(SOURCE), "f", "exec"))))
print(ast.dump(ast.parse(SOURCE).body[0]))


class Double(ast.NodeTransformer):
    def visit_Constant(self, node):
        return ast.copy_location(ast.Constant(node.value * 2), node)


space = {}
exec(compile(Double().visit(ast.parse("x = 21\ndef f(a, b=4): return a + b + 1.5")), "d", "exec"), space)
print(space["x"], space["f"](1))
print(eval(compile(ast.fix_missing_locations(ast.Expression(ast.BinOp(ast.Constant(2), ast.Pow(), ast.Constant(100)))), "e", "eval")))
exec(compile(ast.Interactive([ast.fix_missing_locations(ast.Expr(ast.Constant("shown")))]), "i", "single"))


def attempt(name, tree, mode="exec"):
    try:
        print(name, eval(compile(tree, "t", mode)))
    except Exception as e:
        print(name, type(e).__name__, e)


here = dict(lineno=1, col_offset=0)
attempt("no line", ast.Module([ast.Pass()], []))
attempt("no column", ast.Module([ast.Pass(lineno=1)], []))
attempt("mode", ast.parse("1"), "eval")
attempt("mode", ast.parse("1", mode="eval"), "exec")
attempt("mode", ast.parse("1", mode="eval"), "single")
attempt("not a root", ast.Constant(1, **here))
attempt("statement wanted", ast.Module([ast.Constant(1, **here)], []))
attempt("missing", ast.Expression(ast.UnaryOp(ast.USub(), **here)), "eval")
attempt("number", ast.Expression(ast.Name(3, ast.Load(), **here)), "eval")
attempt("good", ast.Expression(ast.Constant((1, 2), **here)), "eval")
attempt("object", ast.Expression(ast.Constant(object, **here)), "eval")
attempt("list", ast.Module(ast.Pass(**here), []))
attempt("undefined", ast.Module([ast.Expr(ast.Name("nowhere", ast.Load(), **here), **here)], []))
attempt("return", ast.Module([ast.Return(ast.Constant(1, **here), **here)], []))
attempt("context", ast.Module([ast.Assign([ast.Name("x", ast.Load(), **here)], ast.Constant(1, **here), **here)], []))
attempt("empty", ast.Module([ast.Assign([], ast.Constant(1, **here), **here)], []))
attempt("empty body", ast.Module([ast.If(ast.Constant(1, **here), [], [], **here)], []))
