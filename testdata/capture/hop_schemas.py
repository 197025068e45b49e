# Schemas of calls of operators that take functions, and what their graphs write and give back.
import torch
from torch._higher_order_ops.schema import HopArgumentInfoGen, HopSchemaGenerator, find_hop_schema
from torch._higher_order_ops.utils import check_input_alias_and_mutation, first_slice_copy, materialize_as_graph
from torch.fx.experimental.proxy_tensor import make_fx

t, xs = torch.ones(3, 4), torch.ones(5, 3, 4)
hop = torch.ops.higher_order

for outputs in ((), (t,), (t, t), (1,), (t, 1, t), ([t, t],)):
    made = HopSchemaGenerator(hop.cond)
    made.add_arg("x", t)
    for x in outputs:
        made.add_output(x)
    print(made.gen_schema(), [str(r.type) for r in made.gen_schema().returns])
made = HopSchemaGenerator(hop.cond)
made.add_arg("q", 3, default_value=4)
made.add_arg("z", t, is_mutated=True, kw_only=True)
schema = made.gen_schema()
print(schema, schema.arguments[0].has_default_value(), schema.arguments[0].default_value, schema.arguments[1].is_write)
try:
    made.add_arg("pair", (1, 2))
except RuntimeError as e:
    print(e)
print(HopArgumentInfoGen.from_example(1))


def add_first(x, y):
    x.add_(1)
    return x.sin()


def add_second(x, y):
    y.add_(1)
    return x.cos()


print(hop.cond.gen_schema(torch.tensor(True), lambda x: x.sin(), lambda x: x.cos(), (t,)))
print(hop.cond.gen_schema(True, lambda x, y: (x.sin(), x + 1), lambda x, y: (x.cos(), x), (t, 3)))
print(hop.cond.gen_schema(torch.tensor(True), add_first, add_second, (t, t.clone())))
print(hop.while_loop.gen_schema(lambda i, x, y: i < 10, lambda i, x, y: (i + 1, x + y), (1, t), (t.clone(),)))
print(hop.scan.gen_schema(lambda c, x, a: (c + x, c * x + a), (t,), (xs,), (t.clone(),)))
print(hop.associative_scan.gen_schema(lambda x, y, a: x + y + a, (xs,), (t,)))
print(hop.map_impl.gen_schema(lambda x: (x.sin(),), (t,), ()))
print(hop.invoke_subgraph.gen_schema(lambda x, y: add_first(x, y), "id", t, t.clone()))
print(hop.print.gen_schema("a", t, k=3))
try:
    hop.wrap.gen_schema(lambda x: x, t)
except NotImplementedError as e:
    print(e)
for f in (lambda x: x.view(-1), lambda x: x, lambda x: (x, x), lambda x: (lambda y: (y, y))(x.sin()), lambda x: x.add_(1)):
    print(check_input_alias_and_mutation(make_fx(f)(torch.ones(2)), [torch.ones(2)]))
x = torch.zeros(2)
print(materialize_as_graph(lambda x: add_first(x, x), (x,)).code, x)
print(first_slice_copy(torch.arange(6).view(2, 3), 1))


class Loop(torch.nn.Module):
    def forward(self, x):
        return torch.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x + 1), (torch.tensor(0), x))


print([str(s) for s in find_hop_schema(torch.export.export(Loop(), (torch.ones(2),)).graph_module, hop.while_loop)])
