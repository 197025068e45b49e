"""What comptime functions show of values, guards, calls and instructions."""
import collections
import io
import re

import torch
from torch._dynamo.comptime import comptime

FILE = io.StringIO()
Employee = collections.namedtuple("Employee", ["name", "id"])


class Numbers(list):
    pass


def shown(e):
    @comptime
    def _(ctx):
        ctx.print(ctx.get_local("e"), file=FILE)


@torch.compile(backend="eager", dynamic=True)
def values(x):
    y = x * 2
    for v in (y, 2, [y, 2], (y,), {"foo": y}, range(1, 3), Employee("foo", 2), Numbers([1, 2]), collections.defaultdict(dict, {}), set(), {"a"}, x.size(0), torch.float32, slice(1, 2),
              None, x.shape, 3.5, "s", collections.OrderedDict(a=y), collections.deque([y]), frozenset([1])):
        shown(v)
    return y + 3


values(torch.randn(2))


def inner(x):
    @comptime
    def _(ctx):
        ctx.print_bt(file=FILE)
        ctx.print_value_stack(file=FILE, stacklevel=1)

    return x


@torch.compile(backend="eager")
def places(x):
    y = x * 2; y = x + inner(y)

    @comptime
    def _(ctx):
        ctx.print_guards(file=FILE)
        y = ctx.get_local("y")
        y.as_proxy() + 4
        ctx.print_graph(verbose=False, file=FILE)

    @comptime
    def _(ctx):
        listing = io.StringIO()
        ctx.print_disas(file=listing)
        print("-->" in listing.getvalue(), "STORE_FAST" in listing.getvalue(), file=FILE)

    return y + 3


places(torch.randn(2))
print(re.sub('File ".*/', 'File "', re.sub(r"[ \t]+$", "", FILE.getvalue(), flags=re.MULTILINE)))


def broken(x):
    comptime.graph_break()
    return x


def deeper(x):
    return broken(x) + 1


try:
    torch.compile(deeper, backend="eager", fullgraph=True)(torch.ones(1))
except torch._dynamo.exc.Unsupported as e:
    print([(f.name, f.line) for f in e.real_stack][:2], e.gb_type, e.category)
    print(e.msg)
