import sys, types
async def f(x):
    return x + 1
class A:
    def __await__(self):
        r = yield "y"
        return r
class CM:
    async def __aenter__(self): print("enter"); return self
    async def __aexit__(self, *a): print("exit", a[0]); return a[0] is ValueError
async def agen(n):
    try:
        for i in range(n):
            await A()
            r = yield i
            if r: print("got", r)
    finally:
        print("agen done")
async def main():
    print(await f(1))
    print(await A())
    async with CM() as c, CM() as d:
        print("body")
    async with CM():
        raise ValueError
    async for x in agen(3):
        print("x", x)
    else:
        print("else")
    print([x async for x in agen(2) if x])
    print({x: 1 async for x in agen(2)})
    g = (x * 2 async for x in agen(2))
    print([y async for y in g])
    print([await f(i) for i in range(3)])
    for i in range(3):
        async with CM():
            if i == 1: break
    async def ret():
        async with CM():
            return 5
    print(await ret())
    it = agen(3)
    print(await it.__anext__(), await it.asend("hello"))
    await it.aclose()
    try: await it.__anext__()
    except StopAsyncIteration as e: print("SAI", repr(e))
    it = agen(3)
    await anext(it)
    try: await it.athrow(KeyError("k"))
    except KeyError as e: print("KE", e)
    print(await anext(aiter(agen(0)), "dflt"))
    return "end"
def drive(c):
    v = None
    while True:
        try: v = c.send(v)
        except StopIteration as e: return e.value
        print("->", v); v = v * 2
c = main()
print(type(c), c.__name__, c.__qualname__, c.cr_running, c.cr_await)
print(drive(c))
for bad in [1, "x", None, [], object()]:
    async def b(): await bad
    try: drive(b())
    except BaseException as e: print(type(e).__name__, e)
async def b2():
    async for x in [1]: pass
async def b3():
    async with 3: pass
class N:
    async def __aenter__(self): pass
async def b4():
    async with N(): pass
class AI:
    def __aiter__(self): return self
async def b5():
    async for x in AI(): pass
async def b6():
    raise StopIteration("s")
async def b7():
    yield 1
    raise StopAsyncIteration
async def b8():
    async for x in b7(): print(x)
class AN:
    def __aiter__(self): return self
    def __anext__(self): return 3
async def b9():
    async for x in AN(): pass
async def b10():
    with CM(): pass
for b in (b2, b3, b4, b5, b6, b8, b9, b10):
    try: drive(b())
    except BaseException as e: print(b.__name__, type(e).__name__, e, repr(e.__cause__))
c = f(1)
try: c.send(1)
except TypeError as e: print(e)
drive(c)
try: c.send(None)
except RuntimeError as e: print(e)
c = f(1); c.close()
try: c.send(None)
except RuntimeError as e: print(e)
@types.coroutine
def tc():
    x = yield "tc"
    return x
async def utc(): return await tc()
print(drive(utc()))
print(agen(1).__class__, f.__code__.co_flags & 0x380, agen.__code__.co_flags & 0x380, tc.__code__.co_flags & 0x3a0)
import inspect
print(inspect.iscoroutinefunction(f), inspect.isasyncgenfunction(agen), inspect.iscoroutinefunction(agen), inspect.isawaitable(A()))
for src in ["await x", "def f():\n await x", "async def f():\n yield 1\n return 2", "async def f():\n yield from x", "def f():\n async for x in y: pass",
   "async with x: pass", "def f():\n return [x async for x in y]", "async x", "async def f():\n await", "lambda: await x", "def f():\n async with a: pass", "async = 1", "await = 2", "async def f(): return (await x) ** 2", "async def f(): return await x ** 2", "async def f(): await x.y(1)[0]; return -await z",
   "class A:\n async def m(self): ...", "async def f():\n def g(): await x", "async def f(a: await x): pass", "async def f():\n return lambda: (yield)"]:
    try: compile(src, "<s>", "exec"); print("ok", src)
    except SyntaxError as e: print(e.msg, e.lineno, e.offset, e.end_offset)
c = f(1)
w = c.__await__()
print(type(w).__name__)
try: next(w)
except StopIteration as e: print("value", e.value)
from collections.abc import Coroutine, Awaitable, AsyncIterator, AsyncGenerator, AsyncIterable
print(isinstance(f(1), Coroutine), isinstance(A(), Awaitable), isinstance(agen(1), AsyncGenerator), isinstance(AN(), AsyncIterator))
