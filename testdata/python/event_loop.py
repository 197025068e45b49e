import asyncio, io, time, contextlib, unittest
async def work(n, t):
    await asyncio.sleep(t)
    print("work", n)
    return n * 2
async def fails():
    await asyncio.sleep(0.01)
    raise ValueError("no")
async def main():
    print(await asyncio.gather(work(1, 0.03), work(2, 0.01), work(3, 0)))
    print(await asyncio.gather(work(1, 0), fails(), return_exceptions=True))
    t = asyncio.create_task(work(5, 0.02), name="five")
    print(t.get_name(), t.done())
    print(await t, t.done())
    try: await asyncio.wait_for(work(6, 1), 0.01)
    except asyncio.TimeoutError: print("timeout")
    try:
        async with asyncio.timeout(0.01): await asyncio.sleep(1)
    except TimeoutError: print("timeout2")
    q = asyncio.Queue(2)
    async def prod():
        for i in range(4): await q.put(i)
        await q.put(None)
    async def cons():
        out = []
        while (x := await q.get()) is not None: out.append(x)
        return out
    _, r = await asyncio.gather(prod(), cons())
    print(r)
    lock = asyncio.Lock()
    order = []
    async def locked(i):
        async with lock:
            order.append(i); await asyncio.sleep(0); order.append(i)
    await asyncio.gather(*(locked(i) for i in range(3)))
    print(order)
    try:
        async with asyncio.TaskGroup() as tg:
            tg.create_task(work(7, 0)); tg.create_task(fails()); tg.create_task(work(8, 1))
    except* ValueError as g: print("group", g.exceptions)
    t = asyncio.create_task(asyncio.sleep(10)); await asyncio.sleep(0); t.cancel()
    try: await t
    except asyncio.CancelledError: print("cancelled", t.cancelled())
    done, pending = await asyncio.wait([asyncio.create_task(work(9, 0)), asyncio.create_task(work(10, 0.05))], return_when=asyncio.FIRST_COMPLETED)
    print(len(done), len(pending)); await asyncio.gather(*pending)
    print(await asyncio.to_thread(lambda a: a + 1, 4))
    for c in asyncio.as_completed([work(1, 0.02), work(2, 0.01)]): print("ac", await c)
    ev = asyncio.Event()
    asyncio.get_running_loop().call_later(0.01, ev.set)
    print(await ev.wait())
    @contextlib.asynccontextmanager
    async def cm(x):
        print("in"); 
        try: yield x
        finally: print("out")
    async with cm(3) as v: print(v)
    try:
        async with cm(4) as v: raise KeyError(v)
    except KeyError as e: print("ke", e)
    async with contextlib.AsyncExitStack() as st:
        print(await st.enter_async_context(cm(9)))
        st.push_async_callback(work, 11, 0)
    return "ok"
print(asyncio.run(main()))
class T(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self): self.v = await work(0, 0)
    async def test_a(self):
        self.assertEqual(await work(1, 0), 2)
    def test_b(self): self.assertEqual(self.v, 0)
    async def test_c(self):
        with self.assertRaises(ValueError): await fails()
runner = unittest.TextTestRunner(stream=io.StringIO()).run(unittest.defaultTestLoader.loadTestsFromTestCase(T))
print(runner)
