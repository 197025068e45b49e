# Random numbers of Python are drawn by the new code and are inputs of the graph: the stream is that of the plain program.
import random
import torch
def plain(x): return x + random.random() * 2
def ints(x): return x * random.randint(1, 9), random.randrange(5), random.uniform(1, 2)
def branch(x):
    n = random.randint(1, 3)
    return x + 1 if n > 1 else x - 1
def indexed(x):
    l = [x, x + 1, x + 2, x + 3]
    return l[random.randint(0, 3)]
def unused(x):
    random.random()
    return x + 1
def broken(x):
    a = random.random()
    y = x + random.uniform(10, 20)
    torch._dynamo.graph_break()
    b = random.randint(2, 18)
    return y + a, b, a
def loop(x):
    first = random.randrange(3)
    second = first
    while first == second:
        second = random.randrange(3)
    return x * 2, first, second
def given(x, r): return x + r.random(), r.randint(1, 5)
for f in (plain, ints, branch, indexed, unused, broken, loop):
    for backend in ("eager",):
        torch._dynamo.reset()
        compiled = torch.compile(f, backend=backend)
        random.seed(0)
        want = [f(torch.ones(2)) for _ in range(3)] + [random.random()]
        random.seed(0)
        got = [compiled(torch.ones(2)) for _ in range(3)] + [random.random()]
        print(f.__name__, backend, str(want) == str(got), got[0])
torch._dynamo.reset()
r, s = random.Random(1), random.Random(1)
compiled = torch.compile(given, backend="eager", fullgraph=True)
print([str(given(torch.ones(2), r)) == str(compiled(torch.ones(2), s)) for _ in range(1)], r.random() == s.random())
