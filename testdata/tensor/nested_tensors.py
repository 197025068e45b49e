"""Nested tensors of both layouts: sizes, pieces, functions of elements, products, reductions, gradients and what is refused."""
import torch
import torch.nn.functional as F


def show(name, call):
    try:
        print(name, call())
    except Exception as e:
        print(name, type(e).__name__, str(e).split("\n")[0][:110])


a, b = torch.arange(6.0).reshape(2, 3), torch.arange(12.0).reshape(4, 3)
w = torch.full((5, 3), 0.5)
for layout in (torch.strided, torch.jagged):
    print(layout)
    nt = torch.nested.nested_tensor([a, b], layout=layout)
    other = torch.nested.nested_tensor([a, a], layout=layout)
    print(nt)
    print(nt.dim(), nt.numel(), nt.is_nested, nt.layout, nt.dtype, nt.size(0), nt.size(-1), nt.is_contiguous(), nt.requires_grad)
    show("size 1", lambda: nt.size(1))
    show("shape", lambda: nt.shape)
    show("stride", lambda: nt.stride())
    show("len", lambda: len(nt))
    show("index", lambda: (nt[0, 1], nt[-1].shape, [x.shape for x in nt]))
    show("outside", lambda: nt[2])
    show("unbind 1", lambda: nt.unbind(1))
    show("padded", lambda: torch.nested.to_padded_tensor(nt, -1.0)[0])
    show("padded further", lambda: nt.to_padded_tensor(0.0, output_size=(2, 5, 3)).shape)
    show("values", lambda: nt.values().shape)
    for name, f in (("add", lambda: nt + nt), ("scaled", lambda: 2 * nt - 1), ("relu", lambda: (nt - 2).relu()), ("softmax", lambda: nt.softmax(-1)), ("softmax 1", lambda: nt.softmax(1)),
                    ("linear", lambda: F.linear(nt, w, torch.ones(5))), ("norm", lambda: F.layer_norm(nt, (3,), torch.ones(3), torch.zeros(3))), ("turned", lambda: nt.transpose(1, 2)),
                    ("filled", lambda: nt.clone().fill_(3.0)), ("copied", lambda: nt.clone().copy_(nt * 2)), ("masked", lambda: nt.masked_fill(nt > 2, 0.0)), ("double", lambda: nt.double())):
        show(name, lambda: f().unbind()[0])
    show("dense", lambda: (nt + torch.ones(3)).unbind()[0])
    show("other pieces", lambda: nt + other)
    show("matmul", lambda: torch.matmul(nt, torch.ones(3, 2)).unbind()[0])
    show("softmax 0", lambda: nt.softmax(0))
    show("transpose 0", lambda: nt.transpose(0, 1))
    show("sum 1", lambda: nt.sum(1))
    show("sum 0", lambda: nt.sum(0))
    show("zeros", lambda: torch.zeros_like(nt).unbind()[1].shape)
    show("chunks", lambda: [c.unbind()[0].shape for c in nt.chunk(3, -1)])
    x, y = a.clone().requires_grad_(), b.clone().requires_grad_()
    made = torch.nested.as_nested_tensor([x, y], layout=layout)
    (made * made).to_padded_tensor(0.0).sum().backward()
    print(made.requires_grad, made.is_leaf, x.grad, y.grad.sum())

nt = torch.nested.nested_tensor([a, b], layout=torch.jagged)
print(nt.offsets(), nt.lengths(), nt.sum(), nt.sum(-1).shape, nt.sum(-1, keepdim=True).shape, nt.mean(-1).unbind()[0])
print((nt * 2).shape == nt.shape, nt.shape[1] == 2, nt.shape[1] >= 2, isinstance(nt.shape[1], torch.SymInt), nt.unsqueeze(-1).shape, nt.view(2, -1, 3, 1).shape)
print(torch.cat([nt, nt], -1).shape, nt.select(0, 1).shape, nt[..., :2].shape, (nt > 20).any(), nt.mT.shape)
show("stack 0", lambda: torch.stack([nt, nt]))
show("flatten", lambda: nt.flatten(1))
show("empty", lambda: torch.nested.nested_tensor([], layout=torch.jagged))
show("two ragged", lambda: torch.nested.as_nested_tensor([torch.ones(2, 3), torch.ones(3, 4)], layout=torch.jagged))
rows = torch.arange(12.0).reshape(2, 6)
parts = torch.nested.narrow(rows, 1, torch.tensor([0, 1]), torch.tensor([2, 3]), layout=torch.jagged)
print(parts.unbind(), parts.lengths(), parts.is_contiguous(), parts.contiguous().offsets())
print(torch.nested.masked_select(rows[:, :2], torch.tensor([[True, False], [True, True]])).unbind())
print(torch.nested.nested_tensor_from_jagged(torch.arange(10.0).reshape(5, 2), torch.tensor([0, 2, 5])).unbind())
heads = torch.nested.nested_tensor([torch.ones(2, 8), torch.ones(3, 8)], layout=torch.jagged).unflatten(-1, (2, 4)).transpose(1, 2)
print(F.scaled_dot_product_attention(heads, heads, heads).transpose(1, 2).flatten(-2).unbind()[1])
leaf = torch.nested.nested_tensor([a, b], layout=torch.jagged, requires_grad=True)
(leaf * 3).sum().backward()
print(leaf.is_leaf, leaf.grad.values()[0], leaf.grad.shape == leaf.shape)
