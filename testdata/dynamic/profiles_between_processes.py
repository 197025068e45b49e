# What compilations have seen of sizes: the lattice, the text, and what another process of the job finds.
import contextlib
import os
import re
import shutil
import tempfile

import torch
import torch._dynamo.pgo as pgo
from torch._dynamo.pgo import CodeId, FrameStateSizeEntry, auto_dynamic, auto_unset
from torch._dynamo.testing import CompileCounter
from torch._inductor.utils import clear_caches, fresh_cache


def joined(a, b):
    a |= b
    return a


print("entries")
scalar, tensor, size = FrameStateSizeEntry.make_scalar, FrameStateSizeEntry.make_tensor, FrameStateSizeEntry.make_size
for a, b in [(scalar(3), scalar(3)), (scalar(3), scalar(4)), (tensor((2, 3), (3, 1)), tensor((2, 4), (4, 1))), (tensor((2, 3), (3, 1)), tensor((2,), (1,))),
             (scalar(3), tensor((2,), (1,))), (FrameStateSizeEntry(), scalar(1)), (tensor((2, 3), (3, 1)), size((auto_unset, auto_dynamic))), (size((4,)), size((5,)))]:
    c = joined(a, b)
    print(c.render(), c.excluded_sizes, c.excluded_scalar, [c.is_size_dynamic(0), c.is_stride_dynamic(0)] if isinstance(c.size, tuple) else "")
print(joined(scalar(1), scalar(2)) == joined(scalar(5), scalar(6)), auto_dynamic, auto_unset)
for wrong in ("scalar", "size"):
    try:
        FrameStateSizeEntry(**{wrong: (auto_dynamic,)})
        print(wrong, "accepted")
    except Exception as e:
        print(type(e).__name__)


def show():
    print(re.sub(r"hash\([^)]*\)\S*/", "", pgo.render_code_state(pgo.get_code_state())))


def f(x, n):
    return x * n


compiled = torch.compile(f, backend="eager")
for sequence in ([torch.ones(2, 3), torch.ones(2, 4), torch.ones(3, 2).t(), torch.ones(2, 2, 2)], [torch.ones(1, 1, 3), torch.ones(2, 1, 3)], [torch.ones(2, 3, 4).permute(2, 0, 1)]):
    torch._dynamo.reset()
    print(dict(pgo.get_code_state()))
    for x in sequence:
        compiled(x, 2)
        show()
print("numbers")
torch._dynamo.reset()
for n in (1, 1.5, 2):
    compiled(torch.ones(2), n)
    show()
print("marked")
torch._dynamo.reset()
x = torch.ones(5, 6)
torch._dynamo.mark_dynamic(x, 1)
compiled(x, 1)
show()


class Module(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(3, 4)
        self.k = 3

    def forward(self, x):
        return self.linear(x) * self.k + self.linear.in_features


print("module")
torch._dynamo.reset()
module = torch.compile(Module(), backend="eager")
module(torch.ones(2, 3))
module(torch.ones(3, 3))
show()


def broken(d, x):
    a = d["a"][0] + x
    torch._dynamo.graph_break()
    return a + d["n"]


print("resumed")
torch._dynamo.reset()
resumed = torch.compile(broken, backend="eager")
resumed({"a": [torch.ones(2)], "n": 2}, torch.ones(2))
resumed({"a": [torch.ones(3)], "n": 3}, torch.ones(3))
show()
code = CodeId.make(f.__code__)
print(code.name, code.firstlineno, code.closure_hash, len(code.file_hash), code == CodeId("elsewhere", code.firstlineno, "f", code.file_hash), code in pgo.get_code_state())
print(pgo.get_code_state() == pgo.get_code_state(), str(code) == f"hash({code.file_hash}){__file__}:{code.firstlineno}:f")

print("kept")
counter = CompileCounter()


@torch.compile(backend=counter, fullgraph=True)
def g(x):
    return x * 2


@torch.compile(backend=counter, fullgraph=True, dynamic=False)
def never(x):
    return x * 3


def again():
    torch._dynamo.reset()
    clear_caches()
    counter.clear()


def run(fn, *sizes):
    for n in sizes:
        fn(torch.ones(2, n))
    print(counter.frame_count, end=" ")


with torch.compiler.config.patch(job_id="job"), fresh_cache():
    again()
    run(g, 3, 4)
    again()
    run(g, 5, 6)
    again()
    with torch._dynamo.config.patch(automatic_dynamic_shapes=False):
        run(g, 7, 8)
    again()
    run(never, 3, 4)
    again()
    with torch.compiler.config.patch(job_id="other"):
        run(g, 5, 6)
    again()
    with torch._dynamo.config.patch(automatic_dynamic_local_pgo=False):
        run(g, 5, 6)
    again()
    with torch.compiler.config.patch(force_disable_caches=True):
        run(g, 5, 6)
    again()
    run(g, 9)
    show()
    kept = os.listdir(os.path.join(os.environ["TORCHINDUCTOR_CACHE_DIR"], "dynamo"))
    print(sorted(name for name in kept if name.endswith(".pkl")))
again()
with torch.compiler.config.patch(job_id="mast:job"):
    try:
        pgo.get_cache_key()
    except Exception as e:
        print(type(e).__name__, e)
with torch.compiler.config.patch(job_id="job", cache_key_tag="tag"):
    print(pgo.get_cache_key(), pgo.get_extra_cache_key("k"))
print(pgo.get_cache_key())

print("copies of a file")
text = "def h(x, k):\n    return x + 1\n\ndef other(x):\n    return x - 1\n"
with torch.compiler.config.patch(job_id="files"), fresh_cache():
    for name, source, sizes in [("one", text, (2, 3)), ("two", text, (4, 5)), ("three", "# changed\n" + text, (4, 5))]:
        again()
        folder = tempfile.mkdtemp()
        path = os.path.join(folder, "module.py")
        with open(path, "w") as file:
            file.write(source)
        space = {}
        exec(compile(source, path, "exec"), space)
        compiled = torch.compile(space["h"], backend=counter)
        for n in sizes:
            compiled(torch.ones(n), "k")
        print(name, counter.frame_count, len(pgo.get_code_state()))
        shutil.rmtree(folder)


def maker(inner):
    def outer(x):
        return inner(x) + 1

    return outer


print("closures")
torch._dynamo.reset()
for inner, sizes in [(torch.nn.Identity().forward, (2, 3)), (lambda x: x * 2, (4, 5)), (lambda x: x * 3, (6,))]:
    counter.clear()
    compiled = torch.compile(maker(inner), backend=counter)
    for n in sizes:
        compiled(torch.ones(n))
    print(counter.frame_count, len(pgo.get_code_state()), [c.closure_hash is None for c in pgo.get_code_state()])
