"""What calls of deprecated forms warn of, with the signatures that they name, and where PyTorch says that warnings come from."""
import warnings

import numpy as np
import torch

torch.set_warn_always(True)


def show(name, call):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            call()
        except Exception as e:
            print(name, type(e).__name__, e)
    for w in seen:
        print(name, w.category.__name__, str(w.message).replace("\n", "|").replace("\t", ">"))


o, m = torch.ones(2), torch.ones(2, 2)
b, s = m[None], m.to_sparse()
old = """
torch.addcmul(o,2,o,o)
torch.addcmul(o,2,o,o,out=o.clone())
torch.addcdiv(o,2,o,o)
torch.add(o,2,o)
torch.sub(o,2,o)
o.add(2,o)
o.add_(2,o)
o.sub(2,o)
o.sub_(2,o)
o.addcmul(2,o,o)
o.addcmul_(2,o,o)
o.addcdiv(2,o,o)
o.addcdiv_(2,o,o)
torch.addmv(2,o,m,o)
torch.addmv(2,o,3,m,o)
torch.addr(2,m,o,o)
torch.addr(2,m,3,o,o)
torch.addbmm(2,m,b,b)
torch.addbmm(2,m,3,b,b)
m.addmm(2,m,m)
m.addmm(2,3,m,m)
m.addmm_(2,m,m)
m.addmm_(2,3,m,m)
o.addmv(2,m,o)
o.addmv(2,3,m,o)
o.addmv_(2,m,o)
o.addmv_(2,3,m,o)
m.addr(2,o,o)
m.addr(2,3,o,o)
m.addr_(2,o,o)
m.addr_(2,3,o,o)
b.baddbmm(2,b,b)
b.baddbmm(2,3,b,b)
b.baddbmm_(2,b,b)
b.baddbmm_(2,3,b,b)
m.addbmm(2,b,b)
m.addbmm(2,3,b,b)
m.addbmm_(2,b,b)
m.addbmm_(2,3,b,b)
"""
for text in old.strip().splitlines():
    show(text, lambda: eval(text))

t = torch.arange(24.).view(2, 3, 4)
frozen = np.ones(2)
frozen.flags.writeable = False
for k, call in enumerate((
        lambda: t[[[0, 1]]], lambda: t[[slice(0, 1), 0]], lambda: t[[0, 1]], lambda: t[[torch.tensor(0), torch.tensor(1)]], lambda: t[[None, 0]], lambda: t[[..., 0]], lambda: t.T,
        lambda: torch.set_float32_matmul_precision("foo"), lambda: torch.cross(torch.ones(2, 3), torch.ones(2, 3)), lambda: torch.lu_solve(torch.ones(2, 1), *torch.linalg.lu_factor(torch.eye(2))),
        lambda: torch.ones(3).index_reduce_(0, torch.tensor([0]), torch.ones(1), "prod"), lambda: torch.zeros(2, 2).scatter(0, torch.tensor([[0]]), torch.ones(1, 1), reduce="add"),
        lambda: torch.cov(torch.ones(1, 1)), lambda: torch.std(torch.ones(1)), lambda: torch.from_numpy(frozen), lambda: torch.tensor([np.ones(2)]), lambda: (o.clone().requires_grad_() * 2).grad,
        lambda: torch.stft(torch.ones(8), 4, return_complex=False), lambda: torch.where(o.byte(), o, o), lambda: o.volatile, lambda: setattr(o, "volatile", True), lambda: torch.cpu.amp.GradScaler(),
        lambda: torch.cpu.amp.autocast(), lambda: torch.testing.assert_allclose(1, 1), lambda: torch.nn.functional.upsample_bilinear(b[None], scale_factor=2), lambda: torch.qr(m), lambda: torch.symeig(m),
        lambda: torch.cholesky(m), lambda: torch.eig(m), lambda: torch.solve(m, m), lambda: torch.matrix_rank(m))):
    show(k, call)
