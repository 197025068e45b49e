import importlib
import linecache
import os
import sys
import tempfile

import torch
from torch._dynamo.package import CompilePackage, DiskDynamoStore

folder = tempfile.mkdtemp()
sys.path.insert(0, folder)


def lasting(guards):
    return [g.guard_type not in ("CLOSURE_MATCH", "FUNCTION_MATCH", "MODULE_MATCH", "ID_MATCH") for g in guards]


def fn(x):
    x = x + 1 if x.shape[0] == 1 else x + 2
    torch._dynamo.graph_break()
    return x * 2 if x.sum() > 0 else x * 3


def save(fn, calls):
    store, package = DiskDynamoStore(), CompilePackage(fn)
    compiled = torch._dynamo.optimize("eager", package=package, guard_filter_fn=lasting)(fn)
    print([compiled(x) for x in calls], len(package.cached_backends))
    for name, graph in package.cached_backends.items():
        store.record_eager_backend(name, graph)
    store.save_package(package, os.path.join(folder, fn.__name__))
    torch._dynamo.reset()
    return store


store = save(fn, [torch.ones(1), torch.ones(2), -10 * torch.ones(3)])
with torch.compiler.set_stance("fail_on_recompile"):
    package, backends = store.load_package(fn, os.path.join(folder, "fn"))
    compiled = torch._dynamo.optimize(package=package)(fn)
    package.install(backends)
    print(compiled(torch.ones(1)), compiled(torch.ones(5)), compiled(-10 * torch.ones(5)))
    package.uninstall()
    try:
        compiled(torch.ones(1))
    except RuntimeError as e:
        print(str(e).split(". ")[0])

path = os.path.join(folder, "changing.py")
open(path, "w").write("def h(x):\n    return x.sin() + 1\n")
changing = importlib.import_module("changing")
store = save(changing.h, [torch.ones(2)])
open(path, "w").write("def h(x):\n    return x.cos() + 100\n")
linecache.checkcache()
try:
    store.load_package(importlib.reload(changing).h, os.path.join(folder, "h"))
except RuntimeError as e:
    print(e)
