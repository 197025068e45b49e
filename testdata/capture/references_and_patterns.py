"""Weak references that traced code makes, and objects of re, whose methods answer constants with constants."""
import re
import weakref

import torch


class Owner:
    v = 2


owner = Owner()
pattern = re.compile(r"a(?P<q>b)")
known = weakref.WeakSet([owner])


@torch.compile(backend="eager", fullgraph=True)
def of_tensor(x, y):
    r = weakref.ref(x)
    return r() + 1, weakref.ref(y)


@torch.compile(backend="eager", fullgraph=True)
def of_object(x):
    return x + weakref.ref(owner)().v + (owner in known), weakref.ref(owner)


@torch.compile(backend="eager", fullgraph=True)
def matched(x, text):
    m = pattern.match(text)
    found = [pattern.sub(lambda m: "z", text), pattern.findall("abab"), pattern.fullmatch("ac"), pattern.split("1ab2")]
    return x + len(m.group(1)), m.span(), m["q"], m.groups(), m.string, found


y = torch.zeros(1)
out, reference = of_tensor(torch.ones(2), y)
print(out, reference() is y)
out, reference = of_object(torch.ones(2))
print(out, reference() is owner)
print(matched(torch.ones(1), "ab"))
try:
    torch.compile(lambda x: (x + 1, pattern.match("ab").groupdict()), backend="eager", fullgraph=True)(torch.ones(1))
except torch._dynamo.exc.Unsupported as e:
    print(str(e).split("\n")[:3])
