# Decompositions of operators given numbers in place of vectors, integers and complex numbers.
import torch


class Calls(torch.nn.Module):
    def __init__(self, f):
        super().__init__()
        self.f = f

    def forward(self, *args):
        return self.f(*args)


def show(f, *args):
    program = torch.export.export(Calls(f), args).run_decompositions()
    print(program.graph_module.code.strip())
    got, want = program.module()(*args), f(*args)
    print(got.dtype == want.dtype and torch.equal(got, want))


number, first = torch.tensor(2.0), torch.tensor([0])
show(lambda x, i, y: torch.index_add(x, 0, i, y, alpha=-1), number, first, torch.tensor(3.0))
show(lambda x, i, y: torch.index_copy(x, 0, i, y), number, first, torch.tensor(3.0))
show(lambda x, i: torch.index_fill(x, 0, i, 5.0), number, first)
show(lambda x, i: torch.index_fill(x, 1, i, 5.0), torch.ones(3, 2), torch.tensor(1))
show(lambda x, i, v: torch.index_fill(x, 1, i, v), torch.ones(3, 2), first, number)
show(lambda x: torch.nan_to_num(x), torch.arange(3))
show(lambda x: torch.logsumexp(x, 0).real, torch.tensor([1.0 + 0.0j, 2.0 + 0.0j]))
