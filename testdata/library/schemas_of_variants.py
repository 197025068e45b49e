# Schemas of overloads that write: in place, and with out=; of those whose results are views.
import torch

aten = torch.ops.aten
for overload in (aten.mul_.Tensor, aten.add_.Scalar, aten.relu_.default, aten.clamp_.default, aten.index_put_.default, aten.exponential_.default, aten.uniform_.default,
                 aten.sum.out, aten.add.out, aten.cat.out, aten.sort.values, aten.topk.values, aten.max.dim_max, aten.zeros.out, aten.randperm.generator_out, aten.linalg_qr.out,
                 aten.split.Tensor, aten.unbind.int, aten.view.default, aten.fft_fft.default, aten.fft_fft2.default):
    print(overload._schema)
schema = aten.sort.values._schema
print(schema.name, schema.overload_name, schema.is_mutable)
for a in schema.arguments:
    print(a.name, a.type, a.alias_info is not None and a.alias_info.is_write, a.kwarg_only, a.is_out, a.default_value)

library = torch.library.Library("written", "FRAGMENT")
for schema in ("close(Tensor x)->Tensor", "views(Tensor(a) x) -> Tensor(a)[]", "list(Tensor(a!) x, int[] k=[1,2]) -> ()"):
    library.define(schema)
    print(getattr(torch.ops.written, schema.partition("(")[0]).default._schema)
