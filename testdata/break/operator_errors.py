"""How errors of operators on tensors without data are told, and calls of functions that are never traced."""
import io
import re
import torch


def tell(f, *args):
    torch._dynamo.reset()
    try:
        print("ok", torch.compile(f, backend="eager", fullgraph=True)(*args))
    except Exception as e:
        text = re.sub(r"0x[0-9a-f]+", "0x0", str(e).split("\nfrom user code")[0].split("\n For more")[0])
        print(type(e).__name__, re.sub(r"\S*torch/", "torch/", text).rstrip())


x = torch.ones(2, 3)
tell(lambda x: x @ x, x)
tell(lambda x: torch.mm(x, x), x)
tell(lambda x: x.expand(3, 3), x)
tell(lambda x: x.sum(5), x)
tell(lambda x: x[5], x)
tell(lambda x: x.permute(0), x)
tell(lambda x: torch.sin(x, 3), x)
tell(lambda x: torch.ones("a"), x)
tell(lambda x: x.foo(1), x)
tell(lambda x: x + None, x)
tell(lambda x: x < "a", x)
tell(lambda x: x == None, x)
tell(lambda x: torch.can_cast(torch.int, torch.float), x)
tell(lambda x: torch.nn.functional.one_hot(x.long()), x)
tell(lambda x: x.to_sparse(), x)
tell(lambda x: torch.save(x, "nowhere"), x)
tell(lambda x: torch.amp.GradScaler("cpu"), x)
tell(lambda x: torch.typename(x), x)
tell(lambda x: x * 2, x.to_sparse())
tell(lambda x: str(x), x)


def names(x):
    y = x + 1
    return sorted(locals()), list(vars())


tell(names, torch.ones(1))
linear = torch.nn.Linear(2, 2)


def hooked(x):
    handle = linear.register_forward_hook(lambda module, args, out: out * 0 + 7)
    y = linear(x)
    handle.remove()
    return y


print(torch.compile(hooked, backend="eager")(torch.ones(2)), len(linear._forward_hooks))
