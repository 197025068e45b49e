# Arithmetic, comparisons and functions of symbolic floats: graphs, guards and recompiles.
import torch, math
from torch._dynamo.testing import EagerAndRecordGraphs
def run(f, *calls, **kw):
    torch._dynamo.reset()
    b = EagerAndRecordGraphs()
    seen = []
    c = torch.compile(f, backend=b, **kw)
    for a in calls:
        n = len(b.graphs)
        try: r = c(*a); r = r.tolist() if isinstance(r, torch.Tensor) else r
        except Exception as e: r = type(e).__name__ + ": " + str(e).split("\n")[0][:150]
        seen.append((len(b.graphs) - n, r if not isinstance(r, list) or len(r) < 3 else len(r)))
    print(f.__name__, seen)
    for g in b.graphs[1:3]: print("   ", g.code.strip().replace("\n", "\n    "))
def guards(f, *calls):
    torch._dynamo.reset()
    c = torch.compile(f, backend="eager")
    for a in calls: c(*a)
    from torch._dynamo.eval_frame import _debug_get_cache_entry_list
    import re
    out = []
    for e in _debug_get_cache_entry_list(f):
        t = str(e.guard_manager)
        for l in t.split("\n"):
            m = re.search(r"(LAMBDA_GUARD|SYMBOLIC_SHAPE_GUARD): (.*)", l)
            if m and "saved_tensors_hooks" not in m.group(2): out.append(m.group(2).split("  #")[0].strip())
    print("  guards", sorted(set(out)))
x = torch.ones(2)
S = [(torch.ones(n),) for n in (4, 9, 16, 25)]
F = [(x, v) for v in (2.0, 3.0, 3.5, 0.5, -1.0)]
def t1(x, v): return x + 1 if v > 1.0 else x - v
def t2(x, v): return x + 1 if v * 2 + 1 >= 4 else x - v
def t3(x, v): return x + 1 if v else x - v
def t4(x, v): return x + int(v)
def t5(x, v): return x + math.sqrt(v * v)
def t6(x, v): return x + math.floor(v)
def t7(x, v): return x + round(v)
def t9(x, v): return x + v // 2
def t10(x, v): return x + v % 2
def t11(x, v): return x + max(v, 1.0)
def t12(x, v): return x + abs(v)
def t13(x, v): return x + (-v)
def t14(x, v): return x + min(v, 3)
def t15(x, v): return x + float(v)
def t16(x, v): return x + math.exp(v)
def t17(x, v): return x + math.sin(v)
def t18(x, v): return x * 2 if v == 3.0 else x
def t19(x, v): return x * 2 if v != 3.5 else x + v
def t20(x, v): return x * 2 if 1 < v < 3 else x + v
def t21(x, v): return (x * v, v + 1)
def t22(x, v): return x * 2 if isinstance(v, float) else x
def t24(x, v): return x.clamp(min=v)
def t25(x, v): return torch.full((2,), v) + x
def t29(x, v): return x * (v / 3)
def t30(x, v): return x * (3 / v)
def t31(x, v): return x * math.ceil(v)
def t32(x, v): return x * math.trunc(v)
def t33(x, v): return x * round(v, 1)
def t34(x, v): return x * math.log(v + 5)
def t36(x, v): return torch.nn.functional.leaky_relu(x, v)
def t37(x, v): return torch.add(x, x, alpha=v)
def t40(x, v): return x * 2.5 ** v
for i in (1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 24, 25, 29, 30, 31, 32, 33, 34, 36, 37, 40):
    f = globals()[f"t{i}"]
    run(f, *F)
    try: guards(f, *F[:2])
    except Exception as e: print("  E", type(e).__name__, str(e).split("\n")[0])
def s1(x): return x / math.sqrt(x.shape[-1])
def s2(x): return x[: int(x.shape[0] / 2)]
def s4(x): return x.new_ones(math.ceil(x.shape[0] / 4))
def s5(x): return x + float(x.shape[0])
def s6(x): return x + 1 if x.shape[0] / 4 > 1.5 else x - 1
def s8(x): return x * (x.shape[0] ** 0.5)
def s9(x): return x * (x.shape[0] ** -1)
def s14(x): return x * math.log2(x.shape[0])
def s16(x): return x * (x.shape[0] - 0.5)
def s23(x): return x.sum() * min(x.shape[0] / 2, 3.0)
for i in (1, 2, 4, 5, 6, 8, 9, 14, 16, 23):
    f = globals()[f"s{i}"]
    run(f, *S)
    try: guards(f, *S[:2])
    except Exception as e: print("  E", type(e).__name__, str(e).split("\n")[0])
