# What operators and functions warn of, and how often.
import warnings

import torch
import torch.nn.functional as F

x, c, square = torch.ones(3, 4), torch.ones(3, 4, dtype=torch.complex64), torch.eye(3)
g = torch.ones(3, requires_grad=True)
places, octets = torch.tensor([0, 1]), torch.tensor([1, 0, 1], dtype=torch.uint8)
mask, one = octets.bool(), torch.zeros(1).expand(3)

calls = {
    "out": lambda: torch.abs(x, out=torch.empty(2)),
    "two outs": lambda: torch.max(x, 0, out=(torch.empty(9), torch.empty(0, dtype=torch.long))),
    "range": lambda: torch.range(0, 3),
    "cast": lambda: c.float(),
    "std": lambda: torch.std(torch.ones(1)),
    "var": lambda: torch.var(torch.ones(1, 3), 0),
    "cov": lambda: torch.cov(torch.ones(2, 1)),
    "T of three": lambda: torch.ones(2, 3, 4).T,
    "T of none": lambda: torch.tensor(1.0).T,
    "mT of none": lambda: torch.tensor(1.0).mT,
    "meshgrid": lambda: torch.meshgrid(places, places),
    "bytes as index": lambda: x[octets],
    "number at bytes": lambda: x.clone().__setitem__(octets, 0),
    "rows at bytes": lambda: x.clone().__setitem__(octets, torch.zeros(2, 4)),
    "masked_scatter": lambda: x[:, 0].masked_scatter(octets, torch.ones(3)),
    "where": lambda: torch.where(octets, 1, 2),
    "masked_fill_": lambda: one.masked_fill_(mask, 1),
    "index_put_": lambda: one.index_put_((places,), torch.tensor(1.0)),
    "index_fill_": lambda: one.index_fill_(0, places, 1),
    "triangular_solve": lambda: torch.triangular_solve(square, square),
    "chain_matmul": lambda: torch.chain_matmul(square, square),
    "float": lambda: float(g[0]),
    "item": lambda: g[0].item(),
    "tensor": lambda: torch.tensor(x),
    "new_tensor": lambda: x.new_tensor(x),
    "create_graph": lambda: (g * g).sum().backward(create_graph=True),
    "same": lambda: F.conv1d(torch.ones(1, 1, 5), torch.ones(1, 1, 2), padding="same"),
    "index_reduce": lambda: torch.zeros(3).index_reduce(0, places, torch.ones(2), "mean"),
    "mse": lambda: F.mse_loss(x, x[0]),
    "legacy": lambda: F.nll_loss(x, torch.tensor([0, 1, 2]), size_average=False),
    "legacy module": lambda: torch.nn.L1Loss(reduce=False),
    "kl": lambda: F.kl_div(x, x),
    "dropout1d": lambda: F.dropout1d(torch.ones(2)),
    "dropout2d": lambda: F.dropout2d(torch.ones(2, 3, 4)),
    "dropout3d": lambda: F.dropout3d(x),
    "softmax": lambda: F.softmax(x),
    "grid": lambda: F.affine_grid(torch.ones(1, 2, 3), (1, 1, 3, 3)),
    "window": lambda: torch.stft(torch.ones(20), 4, return_complex=True),
    "storage": lambda: x.storage(),
    "csr": lambda: x.to_sparse_csr(),
    "nested": lambda: torch.nested.nested_tensor([places, places]),
    "lstm": lambda: torch.nn.LSTM(2, 2, dropout=0.5),
    "weight_norm": lambda: torch.nn.utils.weight_norm(torch.nn.Linear(2, 2)),
}
for always in (False, True):
    torch.set_warn_always(always)
    for name, call in calls.items():
        counts = []
        for _ in range(2):
            with warnings.catch_warnings(record=True) as seen:
                warnings.simplefilter("always")
                try:
                    call()
                except RuntimeError as e:
                    print(name, "fails:", str(e)[:60])
            counts.append(len(seen))
            texts = [f"{w.category.__name__}: {str(w.message).split(' (Triggered')[0]}" for w in seen] if counts[1:] == [] else texts
        print(name, *counts, *texts)
torch.set_warn_always(False)
warnings.simplefilter("error")
try:
    torch.abs(x, out=torch.empty(2))
except UserWarning as e:
    print("raised", str(e)[:40])
