# Integers that a compiled function takes are symbols with dynamic=True, whatever operators make of them.
import torch
import torch.nn.functional as F


def same(name, f, *args):
    torch._dynamo.reset()
    want = f(*args)
    for backend in ("aot_eager", "eager"):
        got = torch.compile(f, dynamic=True, backend=backend)(*args)
        assert got.dtype == want.dtype and torch.allclose(got.double(), want.double(), equal_nan=True), (name, backend, got, want)
    print(name, tuple(want.shape))


torch.manual_seed(0)
x, m, n = torch.randn(5, 1, 5), torch.randn(6, 2), torch.randint(-9, 9, (3, 4))
same("expand", lambda x, s: x.expand(s), x, (-1, 5, -1))
same("unflatten", lambda x, d, s: x.unflatten(d, s), torch.randn(8), -1, (-1, 2))
same("matrix_norm", lambda x, o, d: torch.linalg.matrix_norm(x, o, d, True), torch.randn(2, 2), 2, (-2, -1))
same("smooth_l1", lambda x, y, b: F.smooth_l1_loss(x, y, beta=b), m, m + 2, 5)
same("huber", lambda x, y, b: F.huber_loss(x, y, delta=b), m, m + 2, 5)
same("arange", lambda a, e: torch.arange(a, end=e, dtype=torch.float32), 0, 3.1)
same("triplet", lambda x, a: F.triplet_margin_loss(x, x + 1, x * 3, margin=a, p=a), m, 3)
same("lp_pool", lambda x, a: F.lp_pool1d(x.abs(), a, 2), torch.randn(1, 6), 3)
same("addr", lambda x, a, b, n, k: torch.addr(x, a, b, beta=n, alpha=k), n, n[:, 0], n[0], 3, 2)
same("addmv", lambda x, a, b, n, k: torch.addmv(x, a, b, beta=n, alpha=k), n[:, 1], n, n[0], 3, 2)
same("addr of bools", lambda x, n, k: torch.addr(x, x[0], x[0], beta=n, alpha=k), torch.eye(3).bool(), 3, 2)
same("pow", lambda x, k: x ** k, m, -2)
same("var", lambda x, k: torch.var(x, 0, correction=k), m, 3)
same("elu", lambda x, k: F.elu(x, k), m, 2)
