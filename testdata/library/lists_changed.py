# Custom operators that change tensors in lists, under every backend: views of these see it, whether the list has one of them or not.
import torch


@torch.library.custom_op("lists::add", mutates_args={"xs"})
def add(xs: list[torch.Tensor], n: float) -> None:
    for x in xs:
        x.add_(n)


@add.register_fake
def _(xs, n):
    return None


def view_of_an_element(a, b):
    c = a + 1
    v = c[0]
    add([c, b], 1.0)
    return c * 2, v + 1, b + 1


def element_is_a_view(a, b):
    c = a.clone()
    d = c[1:]
    add([d], 2.0)
    add([c, b], 1.0)
    return c + d.sum(), b


def elements_share_memory(a, b):
    c = a.clone()
    d = c[:2]
    add([c, d], 1.0)
    return c, d


def flat(a, b):
    c = a * 1
    e = c.view(-1)
    add([e], 3.0)
    return c, e


for f in (view_of_an_element, element_is_a_view, elements_share_memory, flat):
    for backend in ("eager", "aot_eager", "aot_eager_decomp_partition", "inductor"):
        torch._dynamo.reset()
        a, b = torch.arange(6.0).view(3, 2), torch.ones(3)
        a2, b2 = a.clone(), b.clone()
        plain, compiled = f(a, b), torch.compile(f, backend=backend)(a2, b2)
        print(f.__name__, backend, [torch.equal(x, y) for x, y in zip(plain, compiled)], torch.equal(a, a2), torch.equal(b, b2))
