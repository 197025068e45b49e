# Functionalization by hand: copies that do not lie as views do, the mode, and operators of functions under it.
import torch
import torch.utils._pytree as pytree
from torch._C import DispatchKey
from torch._dispatch.python import enable_crossref_functionalize
from torch._higher_order_ops.utils import autograd_not_implemented
from torch._ops import HigherOrderOperator
from torch._subclasses.functional_tensor import FunctionalTensor, FunctionalTensorMode, dispatch_functionalize
from torch.fx.experimental.proxy_tensor import make_fx


def functionalized(f, reapply_views=False):
    def wrapped(*inputs):
        with enable_crossref_functionalize():
            given = pytree.tree_map_only(torch.Tensor, torch._to_functional_tensor, inputs)
            torch._enable_functionalization(reapply_views=reapply_views)
            try:
                out = f(*given)
            finally:
                torch._disable_functionalization()
            for plain, functional in zip(inputs, given):
                torch._sync(functional)
                now = torch._from_functional_tensor(functional)
                if now is not plain and now.shape == plain.shape:
                    plain.copy_(now)
            pytree.tree_map_only(torch.Tensor, torch._sync, out)
            return pytree.tree_map_only(torch.Tensor, torch._from_functional_tensor, out)

    return wrapped


views = {
    "select": lambda x: x[1] + 1, "t": lambda x: x.t()[0] + 1, "columns": lambda x: x[:, :1] + 1, "unsqueeze": lambda x: x.unsqueeze(0) + 1,
    "split": lambda x: x.split(1)[1] + 1, "split columns": lambda x: x.split(1, 1)[1] + 1, "expand": lambda x: x.expand(2, 4, 2) + 1,
    "one more": lambda x: x.unsqueeze(0).expand(1, 4, 2) + 1, "unbind": lambda x: x.unbind(1)[0] + 1, "unfold": lambda x: x.unfold(0, 2, 1) + 1,
    "steps": lambda x: x[::2] + 1, "swapaxes_": lambda x: x.swapaxes_(0, 1) + 1, "t_": lambda x: x.clone().t_().add_(1), "diagonal": lambda x: x.diagonal() + 1,
}
for name, f in views.items():
    for reapply in (False, True):
        try:
            print(name, reapply, functionalized(f, reapply)(torch.ones(4, 2)).shape)
        except AssertionError as e:
            print(name, reapply, e)


def everything(x):
    x2 = x + x
    z0 = x2.view(8).reshape(2, 4)
    z1 = z0.transpose(1, 0)
    z1.unsqueeze_(0)
    z1.squeeze_()
    z1.split(2)[0].add_(torch.ones(2, 2))
    return z1 + 0


print(make_fx(torch.func.functionalize(everything))(torch.ones(4, 2)).code.strip())


def f(x):
    x_view = x.view(-1)
    x.mul_(2)
    return x_view + 1


x = torch.ones(2, 2)
with torch._C._ExcludeDispatchKeyGuard(torch._C.DispatchKeySet(DispatchKey.Functionalize)), FunctionalTensorMode():
    x = FunctionalTensor.to_functional(x)
    out = f(x)
    made = torch.zeros(3)
    print(type(out).__name__, type(made).__name__, torch._is_functional_tensor(out.elem), out.shape)
torch._sync(out.elem)
print(torch._from_functional_tensor(out.elem))
x = torch.ones(2, 2)
print(dispatch_functionalize(f, FunctionalTensorMode())(x), x)


class Twice(HigherOrderOperator):
    def __init__(self, name):
        super().__init__(name)

    def __call__(self, f, x):
        return super().__call__(f, x)


for deferred in (True, False):
    twice = Twice(f"twice_{deferred}")

    @twice.py_impl(DispatchKey.CompositeExplicitAutograd)
    def _(f, x):
        return f(f(x))

    twice.py_autograd_impl(autograd_not_implemented(twice, deferred_error=deferred))

    @twice.py_functionalize_impl
    def _(ctx, f, x):
        with ctx.redispatch_to_next():
            return ctx.wrap_tensors(twice(ctx.functionalize(f), ctx.unwrap_tensors(x)))

    print(twice(torch.sin, torch.zeros(2)))
    print(dispatch_functionalize(lambda x: twice(lambda y: y.clone().add_(1), x), FunctionalTensorMode())(torch.ones(2)))
    try:
        out = twice(torch.sin, torch.ones(2, requires_grad=True))
        print(out.requires_grad)
        out.sum().backward()
    except RuntimeError as e:
        print(e)
