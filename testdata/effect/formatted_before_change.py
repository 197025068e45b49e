# A string keeps the text that its values had when it was made, whatever happens to them afterwards.
import torch


@torch.compile(backend="eager")
def tensor_changed(x):
    y = x * 2
    text = f"{y}"
    y.add_(1)
    return y, text


@torch.compile(backend="eager")
def list_changed(x):
    values = [x * 2, 1]
    text = f"{values} {values!s}"
    values.append(3)
    return values, text, "{0[0]} {n:>4}".format(values, n=len(values))


print(tensor_changed(torch.ones(2)))
print(list_changed(torch.ones(2)))
