# Functions of torch.nn.functional and torch.functional give a tracer all their parameters: those with defaults by name.
import torch
from torch import fx, nn
def f(x):
    a = torch.nn.functional.dropout(x, 0.3)
    b = torch.nn.functional.layer_norm(a, (3,))
    c = torch.nn.functional.relu(b)
    d = torch.nn.functional.linear(c, x)
    e = torch.nn.functional.cross_entropy(d, x, reduction="sum")
    g = torch.nn.functional.gelu(e)
    h = torch.nn.functional.conv2d(g, x, None, 2)
    i = torch.nn.functional.max_pool2d(h, 2)
    j = torch.nn.functional.interpolate(i, scale_factor=2)
    l = torch.nn.functional.embedding(j, x)
    m = torch.nn.functional.batch_norm(l, x, x)
    n = torch.nn.functional.mse_loss(m, x)
    o = torch.nn.functional.normalize(n)
    p = torch.nn.functional.one_hot(o, 3)
    q = torch.nn.functional.scaled_dot_product_attention(p, x, x, is_causal=True)
    r = torch.nn.functional.adaptive_avg_pool2d(q, 1)
    s = torch.nn.functional.avg_pool2d(r, 2)
    t = torch.nn.functional.log_softmax(s, -1)
    u = torch.nn.functional.nll_loss(t, x)
    v = torch.nn.functional.leaky_relu(u, 0.1)
    w = torch.nn.functional.hardtanh(v)
    z = torch.einsum("ij,jk->ik", w, x)
    aa = torch.norm(z)
    bb = torch.split(aa, 2)
    dd = torch.tensordot(aa, aa, 2)
    ee = torch.nn.functional.group_norm(dd, 2)
    ff = torch.nn.functional.softplus(ee)
    gg = torch.nn.functional.elu(ff)
    hh = torch.unique(gg)
    ii = torch.nn.functional.binary_cross_entropy_with_logits(gg, x)
    jj = torch.nn.functional.smooth_l1_loss(ii, x)
    kk = torch.nn.functional.cosine_similarity(jj, x)
    ll = torch.nn.functional.gumbel_softmax(kk)
    return torch.nn.functional.unfold(ll, 2)
print(fx.symbolic_trace(f).code)


# The forward of modules of the library says what it takes and gives, and so does code that is made of it.
import inspect

for name in sorted(dir(torch.nn)):
    module = getattr(torch.nn, name)
    if isinstance(module, type) and issubclass(module, torch.nn.Module) and "Lazy" not in name and "NonDynamic" not in name and (told := inspect.get_annotations(module.forward)) and "Any" not in str(told):
        print(name, inspect.signature(module.forward))
for module in (torch.nn.ReLU(), torch.nn.Bilinear(1, 2, 3), torch.nn.BCELoss(), torch.nn.Identity()):
    print(fx.symbolic_trace(module).code)
