"""Annotations kept as text: one normal form of every expression."""
from __future__ import annotations
def g(a: 2**-1, b: (-2)**2, c: -(2**2), d: (a+b)*c, e: a-(b-c), f: (a,b), g: [1,(2,3)], h: x[(1,2)], i: x[a:b,c], j: x[::2], k: (lambda: 1)(), l: (a if b else c).d, m: not (a and b), n: (not a) and b, o: a and (b or c), p: (a<b)<c, q: 1 .real, r: "a'b\"c\n", t: {**a, 'b': c|d}, u: f'{a}{{x}}{b!r:>10}', v: (yield_), w: lambda a, *b, **k: a, x: lambda a, /, b: 0, y: f(x for x in y), z: -1): pass
for k,v in g.__annotations__.items(): print(k, v)
