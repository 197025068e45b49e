"""Functions that run while a function is traced, and see what the tracer knows."""

import builtins

from torch import fx
from torch._C._dynamo import eval_frame as _c


def _proxied(value):
    if isinstance(value, fx.Node):
        return fx.Proxy(value)
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return (tuple if isinstance(value, tuple) else list)(map(_proxied, value))
    if isinstance(value, dict):
        return {key: _proxied(item) for key, item in value.items()}
    return value


class ComptimeVar:
    """A value of the traced function."""

    def __init__(self, native):
        self._native = native

    def as_proxy(self):
        """What stands for it in the graph, or a constant."""
        return _proxied(_c.comptime_var(self._native, "proxy"))

    def is_proxy(self):
        try:
            self.as_proxy()
        except NotImplementedError:
            return False
        return True

    def as_fake(self):
        """The tensor without data that stands for it."""
        self.as_proxy().node  # which constants and containers have not
        return _c.comptime_var(self._native, "fake")

    def size(self, dim=None):
        return self.as_fake().size() if dim is None else self.as_fake().size(dim)

    def python_type(self):
        return _c.comptime_var(self._native, "type")

    def is_python_constant(self):
        return _c.comptime_var(self._native, "is_constant")

    def as_python_constant(self):
        return _c.comptime_var(self._native, "constant")

    def is_dynamic(self):
        return _c.comptime_var(self._native, "is_dynamic")

    def force_static(self):
        """Makes a symbolic number the constant that it is now."""
        _c.comptime_var(self._native, "force_static")

    def _i_will_not_complain_if_bc_breaks_VariableTracker(self):
        return self._native

    def __repr__(self):
        return _c.comptime_var(self._native, "repr")

    def __bool__(self):
        return bool(self.as_python_constant())


class ComptimeContext:
    """The state of the tracer where a comptime function was called."""

    def __init__(self, native):
        self._native = native

    def get_local(self, name, *, stacklevel=0):
        return ComptimeVar(_c.comptime_local(self._native, name, stacklevel))

    def graph_break(self, msg="ComptimeContext.graph_break"):
        _c.comptime_do(self._native, "graph_break", msg)

    def graph(self):
        return _c.comptime_do(self._native, "graph", None)

    def assert_static(self, val):
        if val.is_dynamic():
            raise AssertionError("expected static but got dynamic (run with TORCH_LOGS=dynamic for more info)")

    def print_graph(self, *, verbose=True, file=None):
        if not verbose:
            builtins.print(self.graph().python_code("self").src, file=file)
            return
        lines = _c.comptime_do(self._native, "code", None).strip("\n").split("\n")  # of a class with the method forward
        builtins.print("\n\n\n" + "\n".join(line[4:] if line.strip() else "    " for line in lines[1:]) + "\n    ", file=file)

    def parent(self):
        return ComptimeContext(_c.comptime_do(self._native, "parent", None))

    def print(self, val, *, file=None):
        builtins.print(repr(val), file=file)

    def print_disas(self, *, file=None, stacklevel=0):
        builtins.print(_c.comptime_do(self._native, "disas", stacklevel), file=file)

    def print_value_stack(self, *, file=None, stacklevel=0):
        for s in _c.comptime_do(self._native, "stack", stacklevel):
            builtins.print(f"- {s}", file=file)

    def print_locals(self, *, file=None, stacklevel=0):
        for name, text in _c.comptime_do(self._native, "locals", stacklevel):
            builtins.print(f"{name} = {text}", file=file)

    def print_bt(self, *, file=None, stacklevel=0):
        builtins.print(_c.comptime_do(self._native, "bt", stacklevel), file=file)

    def print_guards(self, *, file=None):
        unknown = "".join(f"            '{part}': None{end}\n" for part, end in (("guard_types", ","), ("code", ","), ("obj_weakref", ""), ("guarded_class", "")))
        shown = (f"\n        {owner} {name!r} {kind}\n        {{\n{unknown}        }}\n        " for owner, name, kind in _c.comptime_do(self._native, "guards", None))
        builtins.print("\n".join(shown), file=file)

    def sleep(self, sec):
        import time

        time.sleep(sec)


class _Comptime:
    """In code that is not compiled nothing happens, but for print."""

    def __call__(self, fn, fallback_fn=lambda: None):
        fallback_fn()

    @staticmethod
    def graph_break():
        comptime(lambda ctx: ctx.graph_break())

    @staticmethod
    def print(e):
        comptime(lambda ctx: ctx.print(ctx.get_local("e")), lambda: builtins.print(e))

    @staticmethod
    def print_graph():
        comptime(lambda ctx: ctx.parent().print_graph())

    @staticmethod
    def print_disas(*, stacklevel=0):
        comptime(lambda ctx: ctx.print_disas(stacklevel=ctx.get_local("stacklevel").as_python_constant() + 1))

    @staticmethod
    def print_value_stack(*, stacklevel=0):
        comptime(lambda ctx: ctx.print_value_stack(stacklevel=ctx.get_local("stacklevel").as_python_constant() + 1))

    @staticmethod
    def print_value_stack_and_return(e, *, stacklevel=0):
        comptime(lambda ctx: ctx.print_value_stack(stacklevel=ctx.get_local("stacklevel").as_python_constant() + 1))
        return e

    @staticmethod
    def print_locals(*, stacklevel=0):
        comptime(lambda ctx: ctx.print_locals(stacklevel=ctx.get_local("stacklevel").as_python_constant() + 1))

    @staticmethod
    def print_bt(*, stacklevel=0):
        comptime(lambda ctx: ctx.print_bt(stacklevel=ctx.get_local("stacklevel").as_python_constant() + 1))

    @staticmethod
    def print_guards():
        comptime(lambda ctx: ctx.print_guards())

    @staticmethod
    def assert_static(val):
        comptime(lambda ctx: ctx.assert_static(ctx.get_local("val")))

    @staticmethod
    def force_static(val):
        comptime(lambda ctx: ctx.get_local("val").force_static())

    @staticmethod
    def breakpoint():
        comptime(lambda ctx: None)

    @staticmethod
    def sleep(sec):
        comptime(lambda ctx: ctx.sleep(ctx.get_local("sec").as_python_constant()))


comptime = _Comptime()
