# The exception that is being handled, joined paths, and class statements, whole and with breaks.
import torch, torch._dynamo.testing, contextlib, os, sys
def run(f, x):
    for full in (True, False):
        torch._dynamo.reset()
        frames = torch._dynamo.testing.CompileCounter()
        try:
            r = torch.compile(f, backend=frames, fullgraph=full)(x)
        except Exception as e:
            r = type(e).__name__ + ": " + str(e).split("\n")[0]
        print(full, r, frames.op_count)
def handled(x):
    try: raise ValueError("a")
    except ValueError: return x + len(sys.exc_info()), sys.exc_info()[0], str(sys.exception())
run(handled, torch.ones(2))
def paths(x): return x + 1, os.path.join("a", "b"), os.path.basename("/a/b.c"), os.path.splitext("a.b"), sys.intern("c")
run(paths, torch.ones(2))
def stack(x):
    with contextlib.ExitStack() as s:
        s.callback(print, "left")
        y = x + 1
    return y * 2
torch._dynamo.reset(); print(torch.compile(stack, backend="eager")(torch.ones(2)))
def statement(x):
    y = x + 1
    class A:
        def g(self): return y
    return A().g() * 2
run(statement, torch.ones(2))
def tree(x): return torch.utils._pytree.tree_map(lambda t: t + 1, {"a": [x, x]})
run(tree, torch.ones(2))
