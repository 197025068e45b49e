# The text of a container that holds itself, in compiled code.
import torch


def text(x):
    d = {"a": 1}
    d["d"] = d
    items = [2]
    items.append(items)
    return x + 1, f"{d} {items}", str(d)


print(torch.compile(text, backend="eager")(torch.ones(1)), text(torch.ones(1)))
