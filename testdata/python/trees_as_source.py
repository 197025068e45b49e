import ast
src = r'''
"""module doc
second line"""
from __future__ import annotations
import os, sys as s
from . import x
from ..a.b import c as d, e
@dec
@dec2(1, k=2)
class A(B, metaclass=M, **kw):
    """doc \"""q\""""
    x: int = 3
    (y): int
    a.b: float
    def f(self, a, /, b=1, *args, c, d: int = 2, **k) -> int:
        """doc"""
        nonlocal q
        global r
        return a, b
    async def g(self, *, z):
        async for i, j in k: await w
        async with a as b, c: pass
        return
    @property
    def h(self): yield
def gen[T: int, *Ts, **P](x: T) -> T:
    y = yield 1, 2
    yield from x
    z = (yield)
    return (yield 3)
type Al[T] = list[T]
x = y = 1, 2
x, y = y, x
(x, y), z = 1
[a, *b] = c
x += 1, 2
for i, in x:
    break
else:
    continue
while not a and b or c and not (d or e):
    if a: pass
    elif b: pass
    else: pass
if (n := 10) > 5: print(n)
try: a
except A as e: b
except (B, C): c
except: d
else: e
finally: f
try: a
except* A: b
with (open("f") as g, h): pass
assert x, "msg"
assert (x, y)
del a, b[1], (c, d)
raise
raise A from b
lambda: 0
lambda x, *y, z=1, **k: (x, y)
(lambda: 1)()
f = lambda: (yield)
a if b else c if d else e
(a if b else c) if d else e
-a ** -b
(-a) ** b
a ** b ** c
(a ** b) ** c
a - (b - c) - d
a * (b + c) % d // e @ f
not a == b
(not a) == b
~a & b | c ^ d << e
a < b < c != d is not e not in f
(a < b) < c
a and (b and c)
[i for i in x if i if j for k in l]
{i: j for i, j in x}
{i for i in x}
(i for i in x)
f(i for i in x)
f(*a, **b, c=1)
f((yield))
{**a, 'b': 1}
{1, 2}
{*()}
()
(1,)
a[1], a[1:2], a[::2], a[1, 2], a[1:2, ...], a[(1,)], a[()], a[*b]
1 .real
1.5.real
'a'.join
1e400, -1e400, 1j, 1e400j
b'a\x00', 'it\'s', "a\nb", '\'"'
f'{x}', f'{x!r:>{w}}', f'a{{b}}{x:.2f}', f"it's {x}", f'{x=}', f'{ {1: 2}[1] }', f'{(lambda: 1)()}', f'{a["b"]}', f'\n{x}', f'{x:%Y-%m-%d}'
match x:
    case 1 | "a": pass
    case [a, *_, b]: pass
    case {"k": v, **r} if v: pass
    case P(1, y=2) as q: pass
    case None | (A() as b): pass
    case _: pass
async def main():
    x = await a + await b
    return [i async for i in x]
print((yield))
x = not (await_ := 3)
'''
for part in [src]:
    print(ast.unparse(ast.parse(part)))
print(ast.unparse(ast.parse("a + b", mode="eval")), ast.unparse(ast.parse("x.y(1)").body[0].value.func), ast.unparse(ast.parse("def f(a, b=1): pass").body[0].args), ast.unparse(ast.Name("q")), ast.unparse(ast.Constant((1, 2.5))), ast.unparse(ast.arg("x", ast.Name("int"))), ast.unparse(ast.alias("a", "b")), ast.unparse(ast.parse("if a: b").body))
