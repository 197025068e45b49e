"""Conditions on sizes that depend on data: in functions of the graph, in assertions with messages, and in cat and attention."""
import torch
@torch.compiler.allow_in_graph
def a(k):
    torch._check_with(AssertionError, k.shape[1] == 8, lambda: "x")
    return k + 1
@torch.compiler.allow_in_graph
def b(k):
    torch._check(k.shape[1] == 8, lambda: "x")
    return k.view(2, 1, 1, 8).expand(-1, 4, -1, -1)
@torch.compiler.allow_in_graph
def c(k):
    torch._check(k.shape[1] == 8, lambda: "x")
    return k.view(2, 1, 1, 8).expand(-1, 4, -1, -1).reshape(8, 1, 8)
@torch.compiler.allow_in_graph
def d(k):
    torch._check(k.shape[1] == 8, lambda: "x")
    return torch.nn.functional.scaled_dot_product_attention(torch.ones(2,4,8,8), torch.ones(2,4,8,8), torch.ones(2,4,8,8),  k.view(2, 1, 1, 8).expand(-1, 4, -1, -1)*1.0)
@torch.compiler.allow_in_graph
def e(k):
    assert k.shape[0] == 2
    return torch.nn.functional.scaled_dot_product_attention(torch.ones(2,4,8,8), torch.ones(2,4,8,8), torch.ones(2,4,8,8),  k.view(2, 1, 1, 8).expand(-1, 4, -1, -1)*1.0)
for h in (a, b, c, d, e):
    def g(l):
        u = l[0].item()
        return h(torch.ones(u).expand(2, u))
    try: print(torch.compile(g, fullgraph=True, backend="eager")(torch.tensor([8])).shape)
    except Exception as e: print(type(e).__name__, str(e).split("\n")[0])

mha = torch.nn.MultiheadAttention(32, 4)


def padded(x, l):
    mask = torch.arange(l.max().item()).expand(2, -1) >= l.unsqueeze(1)
    return mha(x, x, x, key_padding_mask=mask, need_weights=False)[0]


def joined(l):
    n = l.max().item()
    return torch.cat([torch.zeros(2, n), torch.ones(3, 8)])


def computed_message(l):
    k = torch.zeros(l.max().item())
    assert k.shape[0] == 8, f"not {k.shape[0]}"
    return k


x, l = torch.randn(8, 2, 32), torch.tensor([8, 6])
print(torch.compile(padded, fullgraph=True, backend="eager")(x, l).shape)
print(torch.compile(joined, fullgraph=True, backend="eager")(l).shape)
try:
    torch.compile(computed_message, fullgraph=True, backend="eager")(l)
except Exception as e:
    print(type(e).__name__, str(e).split("\n")[0])
