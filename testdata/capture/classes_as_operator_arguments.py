# Classes that name a dtype, and numbers and words of classes of the program, are arguments of operators in compiled code; other classes are refused as they are plainly.
import torch


class Count(int):
    pass


class Word(str):
    pass


def kinds(x):
    return x.type(torch.LongTensor) + 1, x.type(torch.DoubleTensor), x.to(float), torch.zeros(2, dtype=int), torch.full((2,), 1, dtype=bool)


def sizes(x, n):
    return x.reshape(n, -1), torch.zeros(n), x.sum(n), x.transpose(0, n), x.repeat(n, 1)


def words(x, w):
    return torch.einsum(w, x), torch.nn.functional.pad(x, (1, 1), mode="constant")


def index(x, c):
    try:
        return x[c]
    except IndexError as e:
        return str(e)


whole = dict(backend="eager", fullgraph=True)
print(torch.compile(kinds, **whole)(torch.ones(2)))
print([tuple(t.shape) for t in torch.compile(sizes, **whole)(torch.ones(2, 2), Count(1))])
print(torch.compile(words, **whole)(torch.ones(2, 2), Word("ij->i")))
print(torch.compile(index, backend="eager")(torch.ones(2), list))
