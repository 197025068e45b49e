"""Which changes of the schema of archives are compatible, and programs whose operators change their arguments again."""
import torch
from torch._export.serde.schema_check import SchemaUpdateError, _Commit, _diff_schema, check
from torch.export import Dim, export
from torch.export._remove_auto_functionalized_pass import unsafe_remove_auto_functionalized_pass
from torch.library import _scoped_library, impl


def schema(kind="struct", version=(3, 2), **fields):
    return {"Kind": {"kind": kind, "fields": fields}, "SCHEMA_VERSION": list(version)}


plain, given = {"type": ""}, {"type": "", "default": "0"}
wider = schema(a=plain)
wider["Other"] = {"kind": "struct", "fields": {"x": plain}}
changes = [
    (schema(a=plain), schema(a=plain)), (schema(a=plain), schema(a=plain, b=plain)), (schema(a=plain), schema(a=plain, b=given)), (schema(a=plain, b=plain), schema(a=plain)),
    (schema(a=plain), schema(a={"type": "int"})), (schema(a=plain), schema(a=given)), (schema(a=given), schema(a=plain)), (schema(a=plain), wider), (wider, schema(a=plain)),
    (schema("enum", a=1), schema("enum", a=1, b=2)), (schema("enum", a=1), schema("enum", a=2)), (schema("union", a=plain), schema("union", a=plain, b=plain)),
    (schema("union", a=plain), schema(a=plain)), (schema(a=plain), schema(version=(3, 3), a=plain, c=given)),
]
for before, after in changes:
    try:
        additions, subtractions = _diff_schema(before, after)
        commit = _Commit(after, "", "", additions, subtractions, before, "", "", "", "", "", "", "", "", "", "")
        print(additions, subtractions, check(commit), check(commit, force_unsafe=True)[0])
    except SchemaUpdateError as e:
        print(e)

with _scoped_library("changing", "DEF") as lib:
    lib.define("add_one(Tensor x, Tensor(a!) y, *, int k=1) -> (Tensor, Tensor)")

    @impl(lib, "add_one", "Meta")
    def _(x, y, k=1):
        return torch.empty_like(x), torch.empty_like(x)

    @impl(lib, "add_one", "CompositeExplicitAutograd")
    def _(x, y, k=1):
        y.add_(k)
        return x.clone(), x + y

    class Changing(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.state = torch.nn.Buffer(torch.zeros(1))

        def forward(self, x):
            return torch.ops.changing.add_one(x, self.state, k=3)

    ep = unsafe_remove_auto_functionalized_pass(export(Changing(), (torch.ones(2),)).run_decompositions({}))
    print(ep.graph, [(o.kind.name, o.arg.name) for o in ep.graph_signature.output_specs])

size = Dim("size", min=2, max=8)
try:
    print((size - 1).min, (size - 3).min)
except AssertionError as e:
    print(e)
