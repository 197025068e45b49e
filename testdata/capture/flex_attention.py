"""flex_attention is one operator in compiled code; its functions are graphs, what they read besides is passed to it."""
import torch
from torch._dynamo.testing import CompileCounterWithBackend, EagerAndRecordGraphs, normalize_gm
from torch.nn.attention.flex_attention import AuxRequest, and_masks, create_block_mask, flex_attention

torch.manual_seed(0)
slope = torch.randn(4)


def relative(score, b, h, q, k):
    return score + (q - k)


def alibi(score, b, h, q, k):
    return score + slope[h] * (q - k)


def causal(b, h, q, k):
    return q >= k


def window(b, h, q, k):
    return q - k <= 32


def inputs(B=2, H=4, L=128, E=16, H_kv=None, L_kv=None, dtype=torch.float32):
    return [torch.randn(B, H if i == 0 else H_kv or H, L if i == 0 else L_kv or L, E, dtype=dtype) for i in range(3)]


q, k, v = inputs()
mask = create_block_mask(and_masks(causal, window), None, None, 128, 128, device="cpu")
backend = EagerAndRecordGraphs()
out = torch.compile(flex_attention, backend=backend, fullgraph=True)(q, k, v, alibi, mask)
print(normalize_gm(backend.graphs[0].print_readable(False)))
print(torch.allclose(out, flex_attention(q, k, v, alibi, mask), atol=1e-5))


def agrees(name, *args, atol=1e-5, backends=("eager", "aot_eager", "inductor"), **options):
    plain = flex_attention(*args, **options)
    for backend in backends:
        torch._dynamo.reset()
        counter = CompileCounterWithBackend(backend)
        made = torch.compile(flex_attention, backend=counter, fullgraph=True)(*args, **options)
        pairs = zip(torch.utils._pytree.tree_leaves(made), torch.utils._pytree.tree_leaves(plain))
        print(name, backend, counter.frame_count, [torch.allclose(a, b, atol=atol) and a.dtype == b.dtype and a.stride() == b.stride() for a, b in pairs if a is not None])


agrees("scores", q, k, v, relative)
agrees("a buffer", q, k, v, alibi)
agrees("a mask", q, k, v, None, mask)
agrees("both", q, k, v, alibi, mask)
agrees("a scale", q, k, v, relative, None, 0.5)
agrees("sums", q, k, v, relative, return_aux=AuxRequest(lse=True), backends=("eager", "aot_eager"))
agrees("doubles", *inputs(dtype=torch.float64), relative, backends=("eager", "aot_eager"))
agrees("halves", *inputs(dtype=torch.bfloat16), relative, atol=2e-2)
agrees("groups of heads", *inputs(H_kv=2), relative, enable_gqa=True)
agrees("more keys", *inputs(L_kv=200), relative)
agrees("transposed", *[x.transpose(1, 2).contiguous().transpose(1, 2) for x in inputs()], relative)


def closes_over(x, k, v, bias):
    return flex_attention(x * 2, k, v, lambda score, b, h, q, k: score + bias[b, h] + x.new_zeros(())).sum(-1)


bias = torch.randn(2, 4)
backend = EagerAndRecordGraphs()
out = torch.compile(closes_over, backend=backend, fullgraph=True)(q, k, v, bias)
print(torch.allclose(out, closes_over(q, k, v, bias), atol=1e-4), [n.name for n in backend.graphs[0].graph.nodes if n.target is torch.ops.higher_order.flex_attention or n.op == "get_attr"])
compiled = torch.compile(lambda q, k, v: flex_attention(q, k, v, relative), backend=CompileCounterWithBackend("eager"), dynamic=True, fullgraph=True)
for L in (64, 80, 96):
    x = inputs(L=L)
    print(L, torch.allclose(compiled(*x), flex_attention(*x, relative), atol=1e-5))
