# Archives that are cut off, damaged or hostile are refused with an error that says what is wrong.
import io
import json
import random
import warnings
import zipfile

import torch
from torch.export import Dim, export, load, save

warnings.simplefilter("ignore")


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(2, 2)

    def forward(self, x):
        return self.linear(x).relu() + x.shape[0]


out = io.BytesIO()
save(export(Net(), (torch.ones(3, 2),), dynamic_shapes={"x": {0: Dim("n")}}), out)
data = out.getvalue()


def changed(change):
    """The archive with other members: change takes a dict of them."""
    members = {i.filename: zipfile.ZipFile(io.BytesIO(data)).read(i) for i in zipfile.ZipFile(io.BytesIO(data)).infolist()}
    change(members)
    new = io.BytesIO()
    with zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED) as z:
        for name, content in members.items():
            z.writestr(name, content)
    return new.getvalue()


def model(change):
    """The archive with another program."""

    def edit(members):
        m = json.loads(members["archive/models/model.json"])
        change(m)
        members["archive/models/model.json"] = json.dumps(m)

    return changed(edit)


def attempt(what, given):
    try:
        load(io.BytesIO(given))
        print(what, "loads")
    except Exception as e:
        print(what, "|", type(e).__name__, str(e)[:150])


def nodes(m):
    return m["graph_module"]["graph"]["nodes"]


def weights(change):
    def edit(members):
        c = json.loads(members["archive/data/weights/model_weights_config.json"])
        change(c["config"]["linear.weight"])
        members["archive/data/weights/model_weights_config.json"] = json.dumps(c)

    return changed(edit)


attempt("whole", data)
attempt("empty", b"")
attempt("text", b"no archive at all")
attempt("without the program", changed(lambda m: m.pop("archive/models/model.json")))
attempt("without a weight", changed(lambda m: m.pop("archive/data/weights/weight_0")))
attempt("no JSON", changed(lambda m: m.update({"archive/models/model.json": b"{"})))
attempt("nested JSON", changed(lambda m: m.update({"archive/models/model.json": b"[" * 100000})))
attempt("other format", changed(lambda m: m.update({"archive/archive_format": b"pt3"})))
attempt("other version", changed(lambda m: m.update({"archive/archive_version": b"7"})))
attempt("other schema", model(lambda m: m["schema_version"].update(major=9)))
attempt("unknown operator", model(lambda m: nodes(m)[0].update(target="torch.ops.aten.nothing.default")))
attempt("a function of the system", model(lambda m: nodes(m)[0].update(target="os.system")))
attempt("another function of operator", model(lambda m: nodes(m)[0].update(target="_operator.methodcaller")))
attempt("unknown value", model(lambda m: m["graph_module"]["graph"]["outputs"][0]["as_tensor"].update(name="nobody")))
attempt("unknown argument", model(lambda m: nodes(m)[0]["inputs"][0].update(arg={"as_secret": 1})))
attempt("size that is code", model(lambda m: m["graph_module"]["graph"]["tensor_values"]["x"]["sizes"].__setitem__(0, {"as_expr": {"expr_str": "__import__('os').system('id')"}})))
attempt("size that nests", model(lambda m: m["graph_module"]["graph"]["tensor_values"]["x"]["sizes"].__setitem__(0, {"as_expr": {"expr_str": "Add(" * 1000}})))
attempt("weight too large", weights(lambda w: w["tensor_meta"].update(sizes=[{"as_int": 1 << 20}, {"as_int": 1 << 20}])))
attempt("weight of negative size", weights(lambda w: w["tensor_meta"].update(sizes=[{"as_int": -1}, {"as_int": 2}])))
attempt("weight pickled", weights(lambda w: w.update(use_pickle=True)))
attempt("weight of no dtype", weights(lambda w: w["tensor_meta"].update(dtype=99)))
attempt("bomb", changed(lambda m: m.update({"archive/data/weights/weight_0": bytes(300 << 20)})))

# Damage at random places ends in an error or in a program, never in anything else.
r = random.Random(0)
ends = set()
for _ in range(300):
    damaged = bytearray(data)
    for _ in range(r.randrange(1, 4)):
        damaged[r.randrange(len(damaged))] = r.randrange(256)
    if r.random() < 0.3:
        del damaged[r.randrange(len(damaged)):]
    try:
        load(io.BytesIO(bytes(damaged)))
        ends.add("loads")
    except (RuntimeError, NotImplementedError, zipfile.BadZipFile) as e:
        ends.add("refused")
print(sorted(ends))
