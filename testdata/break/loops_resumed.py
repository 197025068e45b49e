# A graph break inside a loop goes on with what the loop's iterator has left.
import torch
import torch._dynamo.testing


def up_to(x, k):
    for n in range(k):
        if x.sum() > 10:
            return x, n
        x = x * 2
    return x, -1


def over_list(x, factors):
    for f in factors:
        if x.sum() > 10:
            return x, f
        x = x * f
    return x, "all"


def down(x, k):
    for n in reversed(range(k)):
        x = x + n
        torch._dynamo.graph_break()
    return x


def tuple_twice(x, pairs):
    out = []
    for a, b in pairs:
        x = x * a + b
        torch._dynamo.graph_break()
        out.append((a, b))
    return x, out


def nested(x):
    seen = []
    for i in range(3):
        for j in range(i):
            x = x + i * j
            torch._dynamo.graph_break()
            seen.append((i, j))
    return x, seen


def shared(x):
    it = iter([1, 2, 3, 4])
    for i in it:
        x = x + i
        torch._dynamo.graph_break()
        x = x * next(it)
    return x, list(it)


one = torch.ones(2)
for f, args in ((up_to, (6,)), (over_list, ([2, 3, 4, 5],)), (down, (3,)), (tuple_twice, (((1, 2), (3, 4), (5, 6)),)), (nested, ()), (shared, ())):
    torch._dynamo.reset()
    counter = torch._dynamo.testing.CompileCounter()
    got, want = torch.compile(f, backend=counter)(one, *args), f(one, *args)
    print(f.__name__, got, str(got) == str(want), counter.frame_count)
