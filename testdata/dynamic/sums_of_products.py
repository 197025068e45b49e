"""Conditions on sums of products of sizes: those that always hold leave no guard."""
import torch


def attempt(name, f):
    def backend(gm, inputs):
        env = torch._guards.TracingContext.get().fake_mode.shape_env
        print(name, [str(guard.expr) for guard in env.guards])
        return gm

    torch._dynamo.reset()
    torch.compile(f, backend=backend, dynamic=True)(torch.ones(3, 5), torch.ones(4))


attempt("greater", lambda x, y: x + 1 if x.size(0) * x.size(1) > x.size(1) else x)
attempt("by two", lambda x, y: x + 1 if x.size(0) * x.size(1) >= x.size(1) + 2 else x)
attempt("sum", lambda x, y: x + 1 if x.size(0) + x.size(1) <= x.size(0) * x.size(1) else x)
attempt("square", lambda x, y: x + 1 if x.size(0) * x.size(0) > 3 else x)
attempt("other", lambda x, y: x + 1 if x.size(0) * x.size(1) != x.size(0) else x)
attempt("three", lambda x, y: x + 1 if x.size(0) * x.size(1) * y.size(0) > x.size(0) + x.size(1) else x)
attempt("less one", lambda x, y: x + 1 if (x.size(0) - 1) * (x.size(1) - 1) > 0 else x)
attempt("by five", lambda x, y: x + 1 if x.size(0) * x.size(1) >= x.size(1) + 5 else x)
attempt("apart", lambda x, y: x + 1 if x.size(0) * x.size(1) > x.size(1) + y.size(0) else x)
