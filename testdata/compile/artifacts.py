import os
import tempfile

import torch

given = []


def f(x, y):
    return x @ y + 1, x * 2


x, y = torch.ones(2, 2), torch.full((2, 2), 3.0)
torch.compile(f, backend=lambda gm, inputs: given.extend((gm, inputs)) or gm)(x, y)
folder = tempfile.mkdtemp()
for name, format, aot in [("a.bin", "binary", False), ("b", "unpacked", False), ("c.bin", "binary", True)]:
    artifact = torch._inductor.standalone_compile(*given, aot=aot)
    path = os.path.join(folder, name)
    artifact.save(path=path, format=format)
    loaded = torch._inductor.CompiledArtifact.load(path=path, format=format)
    print(type(loaded).__name__, os.path.isdir(path), loaded(x, y))
for call in [lambda: artifact(x), lambda: artifact(x, y, x),
             lambda: torch._inductor.standalone_compile(*given, dynamic_shapes="from_example_inputs")(torch.ones(3, 3), torch.ones(3, 3))]:
    try:
        call()
    except (ValueError, AssertionError) as e:
        print(type(e).__name__, str(e).split("\n")[0])
