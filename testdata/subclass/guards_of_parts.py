"""Tensors made of others: what makes a compiled function compile again, what they tell of themselves, and methods behind a class's own."""
import torch
import torch.utils._pytree as pytree
from torch._functorch._aot_autograd.subclass_parametrization import unwrap_tensor_subclass_parameters
from torch.testing._internal.two_tensor import TwoTensor
from torch.utils._python_dispatch import return_and_correct_aliasing


class Scaled(torch.Tensor):
    def __new__(cls, data, scale=None, factor=1):
        return torch.Tensor._make_wrapper_subclass(cls, data.size(), data.stride(), data.storage_offset(), torch.contiguous_format, data.dtype, torch.strided, data.device, False, data.requires_grad)

    def __init__(self, data, scale=None, factor=1):
        self.inner, self.scale, self.factor = data, scale, factor

    def __tensor_flatten__(self):
        return ["inner"] if self.scale is None else ["inner", "scale"], self.factor

    @classmethod
    def __tensor_unflatten__(cls, parts, factor, size, stride):
        return cls(parts["inner"], parts.get("scale"), factor)

    def __repr__(self):
        return f"{type(self).__name__}({[round(v, 4) for v in self.inner.tolist()]}, {self.factor})"

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        first = next(a for a in pytree.tree_leaves(args) if isinstance(a, cls))
        args, kwargs = pytree.tree_map_only(Scaled, lambda x: x.inner, (args, kwargs or {}))
        out = func(*args, **kwargs)
        return return_and_correct_aliasing(func, args, kwargs, cls(out * first.factor, first.scale, first.factor))


class Ordered(Scaled):
    @classmethod
    def __metadata_guard__(cls, known, other):
        return known <= other


def graphs(f, *calls):
    torch._dynamo.reset()
    count = 0

    def backend(module, inputs):
        nonlocal count
        count += 1
        return module

    compiled = torch.compile(f, backend=backend, fullgraph=True)
    results = [compiled(*args) for args in calls]
    return count, results


x = torch.ones(2)
double = lambda t: t.sin() * 2
print("factor", graphs(double, (Scaled(x, None, 2),), (Scaled(x, None, 2),), (Scaled(x, None, 3),)))
print("ordered", graphs(double, (Ordered(x, None, 2),), (Ordered(x, None, 3),), (Ordered(x, None, 1),))[0])
print("part", graphs(double, (Scaled(x, x),), (Scaled(x, x),), (Scaled(x),), (Scaled(x, x),))[0])
print("type", graphs(double, (Scaled(x),), (Scaled(x.double()),))[0])
inside = lambda n: TwoTensor(torch.ones(2, 2), Scaled(torch.ones(2, 2), None, n))
print("inside", graphs(lambda t: t * t, (inside(1),), (inside(1),), (inside(2),))[0])
print("told", graphs(lambda t: (t + 1).factor * t.inner, (Scaled(x, None, 5),)))


class Own(torch.Tensor):
    def sin(self):
        return super().sin() + 1

    def to(self, *args, **kwargs):
        moved = super().to(*args, **kwargs)
        moved.moved = True
        return moved


def attributes(y):
    made = Own(y)
    made.label, made.weight = "made", y + 1
    return made, [made], made.sin(), made.to(torch.float64)


made, (again,), sine, moved = torch.compile(attributes, backend="eager", fullgraph=True)(x)
print(made is again, made.label, made.weight, type(sine).__name__, moved.dtype, moved.moved)

for wrong in ({"__metadata_guard__": lambda self, a, b: True}, {"__metadata_guard__": classmethod(lambda cls, a: True)}):
    torch._dynamo.reset()
    try:
        torch.compile(double, backend="eager")(type("Wrong", (Scaled,), wrong)(x))
    except torch._dynamo.exc.InternalTorchDynamoError as e:
        print([line for line in str(e).splitlines() if "__metadata_guard__" in line][0].split("Error: ")[-1])


class Weights(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.plain = torch.nn.Parameter(torch.ones(2, 2))
        self.pair = torch.nn.Parameter(TwoTensor(TwoTensor(torch.zeros(2, 2), torch.ones(2, 2)), torch.ones(2, 2)))

    def forward(self, x):
        return x @ self.plain + self.pair


model = Weights()
before = model(torch.ones(2, 2))
print(unwrap_tensor_subclass_parameters(model) is model, model)
print({name: type(p).__name__ for name, p in model.named_parameters()}, before.a.b.equal(model(torch.ones(2, 2)).a.b))
