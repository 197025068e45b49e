# Packages: objects with their code in one file, what goes into it by patterns, modules apart from those around, and what is refused.
import io
import sys
import types

import torch
from torch.package import GlobGroup, PackageExporter, PackageImporter, PackagingError, is_from_package, sys_importer
from torch.package._digraph import DiGraph
from torch.package._mangling import PackageMangler, demangle, get_mangle_prefix, is_mangled
from torch.package.analyze import find_first_use_of_broken_modules
from torch.package.find_file_dependencies import find_files_source_depends_on


def refused(call):
    try:
        call()
    except Exception as e:
        print(type(e).__name__, str(e).strip())


MODEL = """
import torch
from .constants import K
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(2, 2)
    def forward(self, x):
        return self.layer(x) * K
"""
buffer = io.BytesIO()
with PackageExporter(buffer) as e:
    e.save_source_string("model", "", is_package=True)
    e.save_source_string("model.net", MODEL, dependencies=False)
    e.save_source_string("model.constants", "K = 3\ndef fail():\n    raise ValueError('x')\n")
    e.save_source_string("reads", "import torch_package_importer as i\nimport os.path\ndef f():\n    return i.load_text('r', 't.txt'), os.path.basename('a/b')\n")
    e.save_text("r", "t.txt", "hello")
    e.save_binary("r", "b.bin", b"\x00\x01")
    values = torch.arange(4.0)
    e.save_pickle("r", "x.pkl", {"a": values, "b": values[1:], "c": torch.nn.ReLU(), "d": torch.float32, "e": {1, 2}})
    e.save_pickle("r", "y.pkl", [torch.ones(2)], pickle_protocol=4)
buffer.seek(0)
i = PackageImporter(buffer)
print(i.load_text("r", "t.txt"), i.load_binary("r", "b.bin"), i.load_pickle("r", "y.pkl"), i.python_version()[:4], i.id())
x = i.load_pickle("r", "x.pkl")
print(x, x["a"].data_ptr() + 4 == x["b"].data_ptr())
print(i.file_structure(), i.file_structure(include="model/*", exclude="**/net.py"), i.file_structure().has_file("model/net.py"))
print(i.import_module("reads").f(), i.import_module("model.net"), i.import_module("r"))
Net = i.import_module("model.net").Net
net = Net()
print(Net, net, is_from_package(net), is_from_package(torch.nn.ReLU()), is_from_package(i.import_module("model")), Net.__module__ in sys.modules)
again = io.BytesIO()
with PackageExporter(again, importer=(i, sys_importer)) as e:
    e.intern("**")
    e.save_pickle("p", "net.pkl", net)
    print(e.interned_modules(), e.externed_modules(), e.get_rdeps("model.constants"), e.dependency_graph_string())
again.seek(0)
j = PackageImporter(again)
other = j.load_pickle("p", "net.pkl")
print(torch.equal(other(torch.ones(1, 2)), net(torch.ones(1, 2))), type(other), type(other) is Net)
refused(lambda: PackageExporter(io.BytesIO()).save_pickle("p", "net.pkl", net))
refused(lambda: i.import_module("nothere"))
refused(j.import_module("model.constants").fail)

print("patterns")
seen, buffer = [], io.BytesIO()
with PackageExporter(buffer) as e:
    e.mock("numpy.**")
    e.extern(["os", "sys"])
    e.deny("torch.foo")
    e.register_extern_hook(lambda exporter, name: seen.append(name))
    e.register_mock_hook(lambda exporter, name: seen.append("mock " + name))
    e.register_intern_hook(lambda exporter, name: seen.append("intern " + name)).remove()
    e.save_source_string("a.b", "import numpy\nimport os\nimport sys\ndef f():\n    return numpy.zeros(3)\n")
    print(e.externed_modules(), e.mocked_modules(), e.denied_modules(), e.get_unique_id(), e.get_unique_id())
buffer.seek(0)
i = PackageImporter(buffer)
print(seen, i.extern_modules, i.import_module("a.b").numpy, i.import_module("a.b").numpy.zeros)
refused(i.import_module("a.b").f)


def packaged(*sources, rules=lambda e: None, **options):
    with PackageExporter(io.BytesIO(), **options) as e:
        rules(e)
        for at, source in enumerate(sources):
            e.save_source_string(f"m{at}.x", source)


refused(lambda: packaged("import numpy\nimport io\nimport yyy_not_there\n"))
refused(lambda: packaged("import numpy\n", rules=lambda e: e.deny("numpy"), debug=True))
refused(lambda: packaged(rules=lambda e: e.extern("foo.*", allow_empty=False)))
refused(lambda: packaged("def (:\n"))
refused(lambda: PackageExporter(io.BytesIO()).save_text("a", "b/c.txt", "x"))
refused(lambda: PackageExporter(io.BytesIO(), importer=3))
refused(lambda: PackageExporter(io.BytesIO()).save_module(3))
refused(lambda: PackageExporter(io.BytesIO()).save_pickle("a", "b", 1, pickle_protocol=2))
refused(lambda: PackageImporter(io.BytesIO(b"junk")))
try:
    packaged("import numpy\n")
except PackagingError as e:
    print(find_first_use_of_broken_modules(e))

print("objects that pack themselves")


class Packs:
    def __reduce_package__(self, exporter):
        return unpacked, ("z",)


def unpacked(importer, text):
    return [text]


home = types.ModuleType("home_of_packs")
home.Packs, home.unpacked = Packs, unpacked
Packs.__module__ = unpacked.__module__ = "home_of_packs"
sys.modules["home_of_packs"] = home
buffer, packs = io.BytesIO(), Packs()
with PackageExporter(buffer) as e:
    e.extern("home_of_packs")
    e.save_pickle("p", "a.pkl", [packs, packs])
buffer.seek(0)
made = PackageImporter(buffer).load_pickle("p", "a.pkl")
print(made, made[0] is made[1])

print("parts")
for pattern, name in (("torch.**", "torch"), ("torch.*", "torch.nn"), ("torch.*", "torch.nn.x"), ("t*.**", "torch.nn.x"), ("**", "a.b"), ("a.**.b", "a.b"), ("a.**.b", "a.x.y.b"), ("a*b", "axxb")):
    print(pattern, name, GlobGroup(pattern).matches(name))
print(GlobGroup(["a", "b"], exclude="b"), GlobGroup(["a", "b"], exclude="b").matches("b"))
refused(lambda: GlobGroup("a**"))
print(find_files_source_depends_on('import a.b as q\nfrom c import d, e\nfrom . import x\nfrom ..y import *\n__import__("foo.bar")\n__import__("foo", fromlist=["x"])\n', "p.q"))
refused(lambda: find_files_source_depends_on("from ... import x", "p"))
g = DiGraph()
for u, v in (("a", "b"), ("b", "c"), ("a", "c")):
    g.add_edge(u, v)
print(list(g.successors("a")), list(g.predecessors("c")), g.all_paths("a", "c"), g.first_path("c"), "a" in g, [] in g, list(g.edges))
refused(lambda: g.successors("z"))
m = PackageMangler()
name = m.mangle("foo.bar")
print(is_mangled(name), demangle(name), m.demangle(name), get_mangle_prefix(name) == m.parent_name(), is_mangled("foo"), repr(demangle(m.parent_name())))
