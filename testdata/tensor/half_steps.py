# Functions of half precision: which PyTorch rounds after each step, and which once.
import torch
import torch.nn.functional as F

for dtype in (torch.bfloat16, torch.float16):
    torch.manual_seed(0)
    p, a = torch.rand(9, dtype=dtype), torch.randn(9, dtype=dtype)
    w, m = torch.randn(3, 9, dtype=dtype), torch.randn(3, dtype=dtype)
    print(dtype)
    print("logit", torch.logit(p).tolist())
    print("xlogy", torch.xlogy(a, p).tolist())
    print("xlog1py", torch.special.xlog1py(a, p).tolist())
    for reduction in ("none", "mean"):
        print("bce", F.binary_cross_entropy(p, p.flip(0), weight=a, reduction=reduction).tolist())
    print("addr", torch.addr(w, m, a, beta=0.6, alpha=0.2).tolist())
    print("addmv", torch.addmv(m, w, a).tolist())
    print("addbmm", torch.addbmm(w, torch.randn(4, 3, 2, dtype=dtype), torch.randn(4, 2, 9, dtype=dtype), alpha=0.5).tolist())
    x = torch.randn(3, 2, 4, dtype=dtype) * 3 + 1
    y, mean, rstd = torch.native_batch_norm(x, a[:2], p[:2], None, None, True, 0.1, 1e-5)
    print("batch norm", y.flatten().tolist(), mean.tolist(), rstd.tolist())
    print("mixed", torch.native_batch_norm(x, a[:2].float(), p[:2].float(), None, None, True, 0.1, 1e-5)[0].flatten().tolist())
    try:
        torch.addbmm(w, torch.randn(4, 3, 2, dtype=dtype), torch.randn(5, 2, 9, dtype=dtype))
    except RuntimeError as e:
        print("addbmm", e)
