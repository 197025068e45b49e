"""The version of torch compares as a version, with texts and with tuples of numbers."""
import copy
import pickle

import torch
from torch.torch_version import TorchVersion

v = torch.__version__
print(type(v).__name__, type(v).__module__, isinstance(v, str), v >= "2.8", v < "2.2", v > (2, 9), v >= (2, 14), v.startswith("2."), v < "2.14.1a", v[0])
for a, b in ("1.10.0a", "1.10"), ("1.8", (1, 8)), ("1.8.0", "1.8"), ("2.0.0+cpu", "2.0.0"), ("2.1.dev3", "2.1"), ("2.1.post1", "2.1"), ("1.9", "1.10"), ("2.0rc1", "2.0b2"), ("1.x", "1.9"):
    print(a, b, [TorchVersion(a) < b, TorchVersion(a) <= b, TorchVersion(a) == b, TorchVersion(a) != b, TorchVersion(a) >= b, TorchVersion(a) > b])
for other in "parrot", 3, (2, "x"), None:
    try:
        print(v > other)
    except Exception as e:
        print(type(e).__name__, e)
print(torch.version.__version__ == v, type(torch.version.__version__).__name__, hash(v) == hash(str(v)), max("2.2", v) == v, sorted([v, "2.9"])[0] == v)
print(type(copy.copy(v)).__name__, type(pickle.loads(pickle.dumps(v))).__name__)
