import io
import pickle
import sys
import tempfile

import torch
import torch.utils.show_pickle as show_pickle
from torch.utils.show_pickle import DumpUnpickler, FakeClass, FakeObject

torch.manual_seed(0)
with tempfile.NamedTemporaryFile(suffix=".pt") as file:
    torch.save({"weights": torch.ones(2, 3), "list": [1, 2.5, None, (True, "text")], "odd": torch.Size([2])}, file.name)
    out = io.StringIO()
    print(show_pickle.main(["", file.name + "@*/data.pkl"], output_stream=out))
    print(out.getvalue())
    torch.save(torch.nn.Linear(2, 2), file.name)
    out = io.StringIO()
    show_pickle.main(["", file.name + "@*/data.pkl"], output_stream=out)
    print(all(word in out.getvalue() for word in ("Linear", "weight", "bias")))
    print("\n".join(out.getvalue().splitlines()[:6]))


class Point:
    def __init__(self, x):
        self.x = x


with tempfile.NamedTemporaryFile(suffix=".pkl") as file:
    pickle.dump([Point(1), {"a": Point((2, 3))}], file, protocol=2)
    file.flush()
    out = io.StringIO()
    show_pickle.main(["", file.name], output_stream=out)
    print(out.getvalue())
print(DumpUnpickler(io.BytesIO(pickle.dumps(Point(5), 2))).load())
print(FakeClass("m", "n"), FakeObject("m", "n", (1, "a")))
