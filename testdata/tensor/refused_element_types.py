# Element types that kernels do not take, where that depends on other arguments, and what is asked of empty tensors.
import warnings

import torch
import torch.nn.functional as F

warnings.simplefilter("ignore")
KINDS = (torch.bool, torch.uint8, torch.int32, torch.complex64, torch.float16)


def made(sizes, d):
    count = 1
    for n in sizes:
        count *= n
    return torch.arange(count).remainder(2).reshape(sizes).to(d)


CALLS = {
    "clamp": lambda d: torch.clamp(made((5,), d), made((5,), d), made((5,), d)),
    "cumsum": lambda d: torch.cumsum(made((5,), d), 0, dtype=d),
    "div": lambda d: torch.div(made((2,), d), torch.ones(2, dtype=d), rounding_mode="floor"),
    "gradient": lambda d: torch.gradient(made((5,), d))[0],
    "linspace": lambda d: torch.linspace(-2.0, -3, 5, dtype=d),
    "logspace": lambda d: torch.logspace(0, 1.2, 2, dtype=d),
    "conv1d": lambda d: F.conv1d(made((2, 4, 8), d), made((2, 2, 3), d), groups=2),
    "dilated": lambda d: F.conv2d(made((2, 4, 8, 8), d), made((2, 2, 3, 3), d), groups=2, dilation=2) if d != torch.bool else made((1,), d),
    "conv3d": lambda d: F.conv3d(made((1, 3, 4, 4, 4), d), made((3, 3, 3, 3, 3), d)),
    "reflect": lambda d: F.pad(made((1, 3), d), (1, 2), "reflect"),
    "replicate": lambda d: F.pad(made((1, 3, 4, 4), d), (-1, 2, 0, 0), "replicate"),
    "margins": lambda d: F.multilabel_margin_loss(made((), d), torch.tensor(0)),
    "max_pool1d": lambda d: F.max_pool1d(made((1, 2, 3), d), 3, 2, ceil_mode=True),
    "unpool1d": lambda d: F.max_unpool1d(made((1, 2, 1), d), torch.zeros(1, 2, 1, dtype=torch.long), 3, 2),
    "unpool3d": lambda d: F.max_unpool3d(made((1, 2, 1, 3, 2), d), torch.zeros(1, 2, 1, 3, 2, dtype=torch.long), 3, 2),
    "rrelu": lambda d: F.rrelu(made((20,), d), 0.0, 1.0, training=True),
    "hardtanh": lambda d: F.hardtanh(made((5,), d)),
    "round": lambda d: torch.round(made((5,), d), decimals=0),
    "index_reduce": lambda d: made((3,), d).index_reduce(0, torch.tensor([0]), made((1,), d), "amax"),
    "histogramdd": lambda d: torch.histogramdd(made((5, 2), d), [1] * 2)[0],
    "tril_indices": lambda d: torch.tril_indices(2, 2, dtype=d),
    "nuclear": lambda d: torch.norm(made((2, 2), d), "nuc"),
    "alpha_dropout": lambda d: F.alpha_dropout(made((5, 5), d), 0.5, True),
    "scatter_reduce": lambda d: made((5,), d).scatter_reduce(0, torch.tensor([0]), made((1,), d), "amin"),
    "segment_reduce": lambda d: torch.segment_reduce(made((5,), d), "max", lengths=torch.tensor([2, 3])),
    "masked cumsum": lambda d: torch.masked.cumsum(made((5,), d), 0),
    "softmax backward": lambda d: torch._softmax_backward_data(made((3,), d), made((3,), d), 0, d) if d != torch.float16 else made((1,), d),
}
for name, call in CALLS.items():
    for d in KINDS:
        try:
            print(name, d, call(d).dtype)
        except (RuntimeError, TypeError) as e:
            print(name, d, type(e).__name__, str(e).split("\n")[0])

data = torch.arange(12.0).reshape(3, 4)
print(torch.segment_reduce(data, "sum", lengths=torch.tensor([[1, 3], [2, 2], [4, 0]]), axis=1))
print(torch.segment_reduce(data, "mean", lengths=torch.tensor([1, 2]), initial=1), torch.logspace(0, 1.9, 3, dtype=torch.int64))
print([q.shape for q in torch.linalg.qr(torch.zeros(2, 0, 5, dtype=torch.cfloat))], [q.shape for q in torch.linalg.qr(torch.zeros(2, 3, 0, dtype=torch.cfloat), "complete")])
x = torch.ones(3, requires_grad=True)
print(torch.autograd.grad(torch.linalg.vector_norm(x, 0), x, allow_unused=True), torch.autograd.grad(torch.gather(x, 0, torch.empty(0)).sum(), x))
print(F.batch_norm(torch.zeros(0), torch.zeros(0), torch.zeros(0), training=True), torch.linalg.norm(torch.zeros(0, 3), 1), torch.linalg.matrix_norm(torch.zeros(0, 0), 2))
hidden = torch.tensor([[1.0, 2], [float("-inf"), float("-inf")]], requires_grad=True)
print(torch.autograd.grad(torch.ops.aten._safe_softmax(hidden, 1)[:, 0].sum(), hidden))
turned = torch.complex(torch.zeros(6), torch.ones(6)).conj().imag
print(turned.is_neg(), turned.uniform_(1, 2).min() >= 1, turned.is_neg())
