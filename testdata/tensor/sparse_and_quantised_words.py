"""What sparse and quantised tensors are made like, are asked for, and refuse."""
import torch


def shown(name, f):
    try:
        print(name, f())
    except Exception as e:
        print(name, type(e).__name__, str(e).splitlines()[0][:90])


s = torch.tensor([[0.0, 1.0], [2.0, 0.0]]).to_sparse()
shown("assign", lambda: s.__setitem__((0, 1), 5))
shown("assign", lambda: s.to_sparse_csr().__setitem__(0, 1))
print(s.new_zeros(3), s.new_empty((2, 2), dtype=torch.long)._nnz(), s.new_zeros(2, layout=torch.strided))
print(torch.tensor([3]).to_sparse().item(), bool(torch.tensor([0]).to_sparse()), torch.is_nonzero(torch.tensor([1]).to_sparse()))
shown("ones", lambda: s.new_ones(2))
shown("mean", lambda: s.mean())
print(torch.eye(2).to_sparse(layout=torch.strided))
q = torch.quantize_per_tensor(torch.tensor([1.0, 2.0]), 0.1, 3, torch.quint8)
print(torch.ones_like(q), torch.full_like(q, 2.0), torch.empty_quantized([3], q).q_scale())
shown("add", lambda: q + q)
shown("sum", lambda: q.sum())
shown("zeros", lambda: torch.zeros_like(q))
shown("channels", lambda: torch.quantize_per_channel(torch.ones(2, 2), torch.tensor([0.1]), torch.tensor([0, 1]), 0, torch.qint8))
