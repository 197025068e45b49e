"""Operators of scripts that take one function, which in compiled code is a graph of its own."""

from torch._higher_order_ops import _record, _run
from torch.fx import GraphModule


class FunctionWithNoFreeVars:
    """A function that is known to read nothing around it, so that it may be called uncompiled."""

    def __init__(self, fn):
        self.fn = fn

    def __call__(self, *args, **kwargs):
        return self.fn(*args, **kwargs)


class BaseHOP:
    """An operator under a name, torch.ops.higher_order.NAME: it calls its function; keywords are for compilers to read."""

    namespace = "higher_order"

    def __init__(self, hop_name):
        self._name = self.__name__ = hop_name

        def run(graph, *operands, **kwargs):
            return _run._flat(self(FunctionWithNoFreeVars(graph), *operands, **kwargs))  # the call may add keywords

        run.own_operator, run.__module__ = True, _run.__name__
        run.__name__ = run.__qualname__ = hop_name
        setattr(_run, hop_name, run)

    def name(self):
        return self._name

    def __str__(self):
        return self._name

    def __call__(self, subgraph, *operands, **kwargs):
        if not isinstance(subgraph, (GraphModule, FunctionWithNoFreeVars)):
            raise RuntimeError(f"{self._name}: when calling this API without torch.compile, we require that the subgraph be a torch.fx.GraphModule "
                               "(or a function we know doesn't have free variables).")
        if _record.is_recording():
            return _record.own_operator(self._name, getattr(subgraph, "fn", subgraph), operands, kwargs)
        return subgraph(*operands)
