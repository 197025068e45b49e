# Recursion through every kind of call that stays in the interpreter's own loop.
import sys
def f(n): return 0 if n == 0 else 1 + f(n-1)
def g(n, *a, k=1, **kw): return 0 if n == 0 else 1 + g(n-1, *a, k=k+1, **kw)
class A:
    def __init__(self, n): self.c = A(n-1) if n else None
    def __add__(self, o): return 1 + (self.c + o) if self.c else 0
    @property
    def d(self): return 1 + self.c.d if self.c else 0
    def __getitem__(self, i): return 1 + self.c[i] if self.c else 0
    def __enter__(self): return self
    def __exit__(self, *a): return False
def gen(n):
    if n: yield from gen(n-1)
    yield n
def w(n):
    with A(0): return w(n-1)+1 if n else 0
def t(n):
    try: return t(n-1)+1 if n else 1//0
    finally: pass
try: f(10**6)
except RecursionError as e: print(e)
sys.setrecursionlimit(60000)
print(f(50000), g(20000, 1, 2, z=3), sum(1 for _ in gen(3000)), w(9000))
a = A(5000); print(a + 1, a.d, a[0])
try: t(5000)
except ZeroDivisionError as e:
    n=0; tb=e.__traceback__
    while tb: n+=1; tb=tb.tb_next
    print(n)
for _ in range(3):
    try: f(10**6)
    except RecursionError as e: print(e)
def many(): 
    a1=a2=a3=a4=a5=a6=a7=a8=a9=b1=b2=b3=b4=b5=b6=b7=1
    return [a1,a2,a3,a4,a5,a6,a7,a8,a9,b1,b2,b3,b4,b5,b6,b7,[a1,a2,a3,[a4,a5,(a6,a7,{a8:a9,b1:b2})]]]
print(len(many()), f(40000))
