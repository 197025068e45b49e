# Inputs that a function changes, and results that share memory, in graphs that are captured ahead of time: values, gradients, aliasing and graphs, beside the plain function.
import math

import torch
from functorch.compile import aot_function, make_boxed_func

def show(kind):
    def compiler(gm, ex):
        print(kind, len(ex), gm.code.strip())
        return make_boxed_func(gm.forward)
    return compiler


def facts(t):
    if isinstance(t, torch.Tensor):
        return (t.detach().tolist(), t.requires_grad, t.is_leaf, t._is_view(), tuple(t.shape), t.stride(), t.storage_offset(), type(t.grad_fn).__name__)
    return t


def case(name, fn, make, **kw):
    print("===", name)
    outs = []
    for comp in (False, True):
        args = make()
        roots = list(args)
        inp = [a if kw.get('leaf') else a * 1 if isinstance(a, torch.Tensor) and a.requires_grad else (a.clone() if isinstance(a, torch.Tensor) else a) for a in args]
        if kw.get("same"):
            inp[1] = inp[0]
        if kw.get("view"):
            inp = kw["view"](inp)
        f = aot_function(fn, show("fw"), show("bw")) if comp else fn
        try:
            out = f(*inp)
            flat = list(out) if isinstance(out, (tuple, list)) else [out]
            print("out", [facts(o) for o in flat])
            print("inp", [facts(i) for i in inp])
            for i, o in enumerate(flat):
                if isinstance(o, torch.Tensor):
                    for j, a in enumerate(inp):
                        if isinstance(a, torch.Tensor):
                            if o is a:
                                print("is", i, j)
                            if o.untyped_storage().data_ptr() == a.untyped_storage().data_ptr():
                                print("alias", i, j)
                    for j in range(i):
                        if isinstance(flat[j], torch.Tensor) and o.untyped_storage().data_ptr() == flat[j].untyped_storage().data_ptr():
                            print("alias out", i, j)
            s = sum((o.sum() * (k + 2)) for k, o in enumerate(flat + [i for i in inp]) if isinstance(o, torch.Tensor) and o.requires_grad)
            if isinstance(s, torch.Tensor) and s.requires_grad:
                s.backward()
                print("grads", [a.grad.tolist() if isinstance(a, torch.Tensor) and a.grad is not None else None for a in roots])
        except Exception as e:
            print("ERR", type(e).__name__, str(e).split("\n")[0][:300])


def leaf(*s):
    return (torch.arange(float(math.prod(s))).reshape(s) + 1).requires_grad_()


def plain(*s):
    return leaf(*s).detach()


def mul_(x):
    x.mul_(2)
    return x * 3


def mul_2(x, y):
    x.mul_(2)
    y.mul_(3)
    return x + y


def ret_inp(x):
    x.mul_(2)
    return x


def ret_view(x):
    x.mul_(2)
    return x.view(-1)


def ret_view_nomut(x):
    return x.view(-1)


def ret_two(x):
    return x.view(-1), x.t()


def ret_inter(x):
    y = x * 2
    return y, y.view(-1)


def ret_inter2(x):
    y = x * 2
    return y.view(-1), y.t()


def ret_inter3(x):
    y = x * 2
    return y.view(-1)


def ret_dup(x):
    y = x * 2
    return y, y


def ret_same(x):
    return x


def meta(x):
    x.t_()
    return x * 2


def meta_data(x):
    x.t_()
    x.mul_(2)
    return x + 1


def unsq(x):
    x.unsqueeze_(0)
    return x.sum()


def nograd_mut(x):
    with torch.no_grad():
        x.mul_(2)
    return x * 3


def det_mut(x):
    x.detach().mul_(2)
    return x * 3


def view_mut(x):
    x.view(-1)[0].mul_(5)
    return x * 2


def two_views(a, b):
    a.mul_(2)
    return b * 3


def copy_(x, y):
    x.copy_(y)
    return x + 1


def det(x):
    return x.detach()


def reqg(x):
    y = x * 2
    y.requires_grad_()
    return y


def zero(x):
    x.zero_()
    return x


def mut_twice(x):
    x.add_(1)
    y = x * 2
    x.mul_(3)
    return y, x + 0


def mutsum(x, y):
    y.add_(x.detach())
    return x * y


def mutsum2(x, y):
    y.add_(x)
    return x * y


def changed(x):
    x.mul_(2)
    return x * 3


def changed_hidden(x):
    with torch.no_grad():
        x.mul_(2)
    return x * 3


def changed_detached(x):
    x.detach().mul_(2)
    return x * 3


def other_hidden(x, y):
    with torch.no_grad():
        x.add_(y)
    return y * 2


def takes_history(x, y):
    y.mul_(x)
    return y


def turned(x):
    x.t_()
    return x * 2


def takes_grad(x):
    x.requires_grad_(True)
    return x * 2


def between(x):
    y = x * 2
    with torch.no_grad():
        y.mul_(3)
    return y * y


def between_detached(x):
    y = x * 2
    y.detach().mul_(3)
    return y * y


case("mul_ g", mul_, lambda: [leaf(2, 2)])
case("mul_ n", mul_, lambda: [plain(2, 2)])
case("mul_2 gg", mul_2, lambda: [leaf(2, 2), leaf(2, 2)])
case("mul_2 gn", mul_2, lambda: [leaf(2, 2), plain(2, 2)])
case("ret_inp g", ret_inp, lambda: [leaf(2, 2)])
case("ret_inp n", ret_inp, lambda: [plain(2, 2)])
case("ret_view g", ret_view, lambda: [leaf(2, 2)])
case("ret_view n", ret_view, lambda: [plain(2, 2)])
case("ret_view_nomut g", ret_view_nomut, lambda: [leaf(2, 2)])
case("ret_view_nomut n", ret_view_nomut, lambda: [plain(2, 2)])
case("ret_two g", ret_two, lambda: [leaf(2, 3)])
case("ret_inter g", ret_inter, lambda: [leaf(2, 3)])
case("ret_inter n", ret_inter, lambda: [plain(2, 3)])
case("ret_inter2 g", ret_inter2, lambda: [leaf(2, 3)])
case("ret_inter3 g", ret_inter3, lambda: [leaf(2, 3)])
case("ret_dup g", ret_dup, lambda: [leaf(2, 3)])
case("ret_dup n", ret_dup, lambda: [plain(2, 3)])
case("ret_same g", ret_same, lambda: [leaf(2, 3)])
case("ret_same n", ret_same, lambda: [plain(2, 3)])
case("meta n", meta, lambda: [plain(2, 3)])
case("meta_data n", meta_data, lambda: [plain(2, 3)])
case("unsq n", unsq, lambda: [plain(2, 3)])
case("nograd g", nograd_mut, lambda: [leaf(2, 3)])
case("nograd n", nograd_mut, lambda: [plain(2, 3)])
case("det_mut g", det_mut, lambda: [leaf(2, 3)])
case("view_mut n", view_mut, lambda: [plain(2, 3)])
case("two slices n", two_views, lambda: [plain(4), plain(1)], view=lambda i: [i[0][:2], i[0][2:]])
case("copy_ g", copy_, lambda: [plain(2), leaf(2)])
case("detach", det, lambda: [leaf(2)])
case("reqg", reqg, lambda: [plain(2)])
case("zero", zero, lambda: [leaf(2)])
case("mut_twice", mut_twice, lambda: [leaf(2)])
case("mutsum", mutsum, lambda: [leaf(2), plain(2)])
case("mutsum2", mutsum2, lambda: [leaf(2), plain(2)])
case("leaf mul", changed, lambda: [leaf(2, 2)], leaf=True)
case("leaf nograd", changed_hidden, lambda: [leaf(2, 2)], leaf=True)
case("leaf detach", changed_detached, lambda: [leaf(2, 2)], leaf=True)
case("leaf nograd add", other_hidden, lambda: [leaf(2, 2), leaf(2, 2)], leaf=True)
case("nonleaf nograd add", other_hidden, lambda: [leaf(2, 2), leaf(2, 2)])
case("buffer takes grad", takes_history, lambda: [leaf(2, 2), plain(2, 2)])
case("leaf meta", turned, lambda: [leaf(2, 3)], leaf=True)
case("reqg", takes_grad, lambda: [plain(2, 3)])
case("inter nograd", between, lambda: [leaf(2, 3)])
case("inter detach", between_detached, lambda: [leaf(2, 3)])
