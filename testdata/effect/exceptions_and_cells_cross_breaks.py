"""Exceptions with attributes of their class, tracebacks, closure cells and context managers of generators that are alive where a graph breaks."""
import contextlib
import types

import torch

brk = torch._dynamo.graph_break


def import_error(x):
    e = ImportError("test", name="name", path="path")
    brk()
    return e.args, e.name, e.path, x + 1


def os_error(x):
    e = OSError(2, "no", "f")
    brk()
    return e.args, e.filename, str(e), x + 1


def attribute_error(x):
    e = AttributeError("a", name="n", obj=3)
    e.add_note("note")
    brk()
    return e.name, e.obj, e.__notes__, x + 1


def syntax_error(x):
    e = SyntaxError("bad", ("f", 1, 2, "text"))
    brk()
    return e.lineno, str(e), x + 1


def with_traceback(x, tb):
    e = TypeError(2).with_traceback(tb)
    brk()
    return e.__traceback__ is tb, x + 1


def cell(x):
    def outer():
        def inner():
            return value
        kept = inner.__closure__[0]
        value = 3
        return kept, inner
    c, inner = outer()
    c.cell_contents += 1
    return c.cell_contents, c is inner.__closure__[0], inner(), x + 1


def made_cell(x):
    c = types.CellType(x)
    brk()
    c.cell_contents = c.cell_contents + 1
    return c.cell_contents, type(c).__name__


@contextlib.contextmanager
def once():
    yield 1


def manager(x):
    ctx = once()
    v = ctx.__enter__()
    brk()
    ctx.__exit__(None, None, None)
    return v, type(ctx.gen).__name__, x + 1


try:
    raise ValueError(1)
except ValueError as error:
    TB = error.__traceback__
for f in import_error, os_error, attribute_error, syntax_error, with_traceback, cell, made_cell, manager:
    torch._dynamo.reset()
    print(f.__name__, torch.compile(f, backend="eager")(torch.ones(1), *[TB] * (f is with_traceback)))
