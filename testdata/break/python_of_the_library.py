# A shape that depends on data, met by code of the library that runs on tensors without data: the frames between are left.
import torch

x = torch.tensor([[0.0, 1.0], [2.0, 0.0]])


def coordinates(x):
    r = x.to_sparse_coo()
    return r


def rows(x):
    r = x.to_sparse_csr()
    return r


for f in (coordinates, rows):
    torch._dynamo.reset()
    print(torch.compile(f, backend="eager")(x).layout, torch.compile(f, backend="eager")(x).to_dense().tolist())
