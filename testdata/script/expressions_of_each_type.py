# What binary operators, casts, attributes, subscripts and branches become in scripts, by the types of their operands: graphs with the places and
# numbers of their values, results, and what is refused.
import warnings

import torch

warnings.simplefilter("ignore")


def show(source, *args):
    try:
        f = torch.jit.CompilationUnit(source).f
        print(str(f.graph).strip())
    except (RuntimeError, torch.jit.Error) as e:
        print(str(e).strip())
        return
    for a in args:
        try:
            print(repr(f(*a)).replace("\n", " "))
        except (RuntimeError, torch.jit.Error) as e:
            print(str(e).strip().split("\n")[-1])


def expression(text, params, *args):
    show(f"def f({params}):\n    return {text}\n", *args)


x = torch.tensor([1.5, 2.0])
for number, value in [("int", 3), ("float", 2.5), ("complex", 1 + 2j)]:
    expression("a - x, a / x, a + x, a * x, a == x, a != x", f"a: {number}, x", (value, x))
expression("2 < x, 2.5 >= x, x // 2, x // x, 'a' in 'abc'", "x", (x,))
expression("a // x", "a: int, x", (7, torch.tensor(2)), (7, x), (7, torch.tensor(2.5)), (7, torch.tensor(True)), (7, torch.ones((), dtype=torch.int, requires_grad=False)))
expression("a == b, a != b", "a: List[Tensor], b: List[Tensor]", ([torch.tensor(1)], [torch.tensor(1)]), ([x], []), ([x], [x]))
expression("a is b, a is not b, a is True, torch.rsub(x, x), torch.divide(x, x)", "a: bool, b: bool, x", (True, False, x))
expression("'%s' % a, '%d %s' % (a, 'b')", "a: int", (3,))
expression("a and b, not a", "a: number, b: int", (2, 0))
for operator in ["a // b", "a + b", "a == b", "a < b"]:
    expression(operator, "a: int, b: str")
expression("a == b", "a: List[int], b: Optional[int]")
expression("a * b", "a: int, b: Tuple[int, float]")
expression("a + b", "a: number, b: str")
expression("torch.device(a)", "a: int")
expression("torch.jit.annotate(int, a)", "a: float")
expression("torch.jit.annotate(Any, a), torch.jit.annotate(Optional[int], a), torch.jit.annotate(Optional[int], None)", "a: int", (3,))
expression("a is None, a is not None, None is a", "a: Any", (3,))
expression("isinstance(a, int), isinstance(a, str)", "a: Any", (3,))
expression("torch.is_tensor(a)", "a: int")
expression("a[1:]", "a: int")
expression("torch.Size(a), torch.Size([1, 2])", "a: List[int]", ([3, 4],))
expression("torch.neg(input=x), torch.numel(input=x), torch.mean(input=x)", "x", (x,))
expression("x.shape, x.ndim, x.T, x.mT, x.real, x.is_cuda, x.itemsize", "x", (torch.ones(1, 2),))
expression("list(a), [i for i in a]", "a: Tuple[int, int]", ((1, 2),))
expression("list(a), [i for i in x], list(x)", "a: Dict[str, int], x", ({"k": 1}, x))
expression("[i for i in a]", "a: Tuple[int, float]")
expression("hex(a), divmod(a, 2), torch.full([2], a)", "a: bool", (True,))
expression("int(a), float(a)", "a: complex", (3 + 0j,), (3 + 1j,))
expression("int(x), float(x)", "x", (torch.tensor(3 + 0j),), (torch.tensor(float("nan")),), (x,))
expression("torch.max(x, 0), torch.sort(x)", "x", (x,))
expression("torch.tensor(a)", "a: List[Tensor]", ([torch.tensor(1)],))
expression("torch.tensor(a)", "a: List[List[int]]", ([[1], [2, 3]],))
expression("x[[True, False]], x[[0]], x[[0, 1], None]", "x", (x,))
expression("range(x)", "x")
show("def f(x):\n    x[[0]] = 3\n    x[0] = 4\n    return x\n", (torch.ones(2),))
show("def f(x):\n    return torch.set_grad_enabled(True)\n", (x,))
show("def f(n: int):\n    return {'a': n, 'b': 2}, 3 if isinstance(n, int) else 4\n", (1,))

# branches that end, with what they know of variables
for source in ["    if n is not None:\n        return n + 1\n    return 0\n", "    assert n is not None\n    return n\n", "    if n is None:\n        n = 3\n    elif n > 2:\n        return n\n    return n + 1\n",
               "    if n is None or m is None:\n        return 0\n    return n + m\n", "    y: Any = n\n    if isinstance(y, int):\n        return y + 1\n    return 0\n"]:
    show("def f(n: Optional[int], m: Optional[int]):\n" + source, (4, None), (None, None))
show("def f(x, n: int):\n    if n > 2:\n        y = 3\n    else:\n        return x\n    return x + y\n", (x, 3))

# numbers in tensors without dimensions are printed with all their digits
printed = torch.jit.CompilationUnit("def f(x):\n    print(x)\n    return str(x)\n").f
for v in [0.1, 1 / 3, 123456789.0, 1e16, 1e-5, float("nan"), float("inf"), -0.0, 2.0]:
    print([printed(torch.tensor(v)), printed(torch.tensor(v, dtype=torch.double))])
for t in [torch.tensor(1 + 2j), torch.tensor(True), torch.tensor(3), torch.tensor([1.0, 2e8]), torch.tensor([123456789, 1])]:
    print([printed(t)])
