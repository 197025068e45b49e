"""Operators of scripts that take one function, which in compiled code is a graph of its own."""

from torch._higher_order import HigherOrderOperator
from torch._higher_order_ops import _record, _run
from torch._higher_order_ops.utils import flat, is_graph


class FunctionWithNoFreeVars:
    """A function that is known to read nothing around it, so that it may be called uncompiled."""

    def __init__(self, fn):
        self.fn = fn

    def __call__(self, *args, **kwargs):
        return self.fn(*args, **kwargs)


class BaseHOP(HigherOrderOperator):
    """An operator under a name, torch.ops.higher_order.NAME: it calls its function; keywords are for compilers to read."""

    def __init__(self, hop_name):
        self._describe(hop_name)
        setattr(_run, hop_name, self)

    def __call__(self, subgraph, *operands, **kwargs):
        if not is_graph(subgraph) and not isinstance(subgraph, FunctionWithNoFreeVars):
            raise RuntimeError(f"{self._name}: when calling this API without torch.compile, we require that the subgraph be a torch.fx.GraphModule "
                               "(or a function we know doesn't have free variables).")
        if _record.is_recording():
            return _record.own_operator(self._name, getattr(subgraph, "fn", subgraph), operands, kwargs)
        out = subgraph(*operands)
        return flat(out) if is_graph(subgraph) and isinstance(out, (tuple, list)) else out

    def gen_schema(self, subgraph, *operands, **kwargs):
        from torch._higher_order_ops import _schemas

        return _schemas.own_operator(self, subgraph, operands, kwargs)
