"""Operators of scripts that take one function, which in compiled code is a graph of its own."""

from torch._higher_order_ops import _run


class BaseHOP:
    """An operator under a name, torch.ops.higher_order.NAME: it calls its function; keywords are for compilers to read."""

    def __init__(self, hop_name):
        self._name = self.__name__ = hop_name

        def run(graph, *operands, **kwargs):
            return _run._flat(graph(*operands))

        setattr(_run, hop_name, run)

    def name(self):
        return self._name

    def __str__(self):
        return self._name

    def __call__(self, subgraph, *operands, **kwargs):
        return subgraph(*operands)
