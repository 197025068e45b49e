# The text of modules that torch._dynamo.export gives: the signature of the function, sizes and types.
import torch
from torch._dynamo.testing import normalize_gm

x = torch.ones(3, 2)


def exported(f, *args, **options):
    kwargs = options.pop("kwargs", {})
    made, guards = torch._dynamo.export(f, **options)(*args, **kwargs)
    print(normalize_gm(made.print_readable(False)))
    print(len(guards) > 0, made.graph._codegen.pytree_info.orig_args, [n.op for n in made.graph.nodes])
    return made


exported(lambda x: x + 1, x)
made = exported(lambda x, y: (x, y, x + y), x, x + 1)
print(made(x, x)[2])
made = exported(lambda x, d: d["a"] * x, x, {"a": x + 1}, assume_static_by_default=True)
print(made(x, {"a": x + 1}))
exported(lambda x, y=2: x * y, x)
exported(lambda x: [x, {"k": x + 1}], x)
made = exported(lambda *a, **k: a[0] + k["z"], x, kwargs={"z": x + 1})
print(made(x, z=x))
made = exported(lambda a, *rest: a + rest[0] * rest[1], x, x + 1, x + 2, assume_static_by_default=True)
print(made(x, x, x))
exported(lambda x: x.sin() + x.shape[0], x, aten_graph=True, assume_static_by_default=True)
exported(lambda x: (x * 2).sum(0), x, assume_static_by_default=True)
