"""Gradients of determinants where matrices are singular: those of det exist, with create_graph from the adjugate; logarithms have infinite ones."""
import torch


def rounded(t):
    if t.is_complex():
        return [rounded(t.real), rounded(t.imag)]
    return torch.where(t.abs() < 1e-4, torch.zeros_like(t), t.mul(1e3).round().div(1e3)).tolist()


matrices = {
    "rank 1": torch.tensor([[1.0, 2], [2, 4]]),
    "zero": torch.zeros(2, 2),
    "regular": torch.tensor([[1.0, 2, 3], [4, 5, 6], [7, 8, 10]]),
    "one of two singular": torch.stack([torch.eye(2), torch.tensor([[1.0, 2], [2, 4]])]),
    "complex": torch.tensor([[1.0 + 1j, 2], [2, 4j]]),
    "none": torch.zeros(0, 0),
    "rank 2": torch.tensor([[1.0, 2, 3], [1, 2, 3], [7, 8, 10]]),
    "by columns": torch.tensor([[1.0, 2, 3], [4, 5, 6], [7, 8, 10]]).t(),
}
functions = {"det": torch.linalg.det, "slogdet": lambda a: torch.linalg.slogdet(a)[1], "logdet": torch.logdet}
for name, matrix in matrices.items():
    for kind, f in functions.items():
        a = matrix.detach().requires_grad_()
        for create_graph in (False, True):
            try:
                g, = torch.autograd.grad(f(a).sum().real, a, create_graph=create_graph)
                print(name, kind, create_graph, rounded(g.detach()), g.stride())
            except RuntimeError as error:
                print(name, kind, create_graph, type(error).__name__, str(error).split(":")[0])

# The factors are those of the transposed matrix where that saves a copy.
a = torch.tensor([[1.0, 2, 3], [4, 5, 6], [7, 8, 10]])
for m in (a, a.t(), a.to(torch.complex64)):
    det, lu, pivots = torch._linalg_det(m)
    print(rounded(det), rounded(lu), lu.stride(), pivots.tolist())

x = a.clone().requires_grad_()
torch.compile(torch.linalg.det)(x).backward()
print(rounded(x.grad))
