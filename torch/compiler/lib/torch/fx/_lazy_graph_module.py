"""GraphModules whose code is written when it is first needed. Here code is always written at once, which no program can tell."""

import contextlib

from .graph_module import GraphModule

__all__ = []

_use_lazy = [False]


class _LazyGraphModule(GraphModule):
    """A GraphModule that may be compiled later."""

    @classmethod
    def from_graphmodule(cls, gm):
        return gm if isinstance(gm, cls) else cls(gm, gm.graph)

    @staticmethod
    def force_recompile(gm):
        if isinstance(gm, _LazyGraphModule):
            gm.recompile()

    def real_recompile(self):
        self.recompile()

    @property
    def _needs_recompile(self):
        return False


def _get_graph_module_cls():
    return _LazyGraphModule if _use_lazy[0] else GraphModule


def _make_graph_module(*args, graph_module_cls=None, **kwargs):
    return (graph_module_cls or _get_graph_module_cls())(*args, **kwargs)


@contextlib.contextmanager
def _use_lazy_graph_module(should_use):
    before, _use_lazy[0] = _use_lazy[0], should_use
    try:
        yield
    finally:
        _use_lazy[0] = before


@contextlib.contextmanager
def _force_skip_lazy_graph_module():
    with _use_lazy_graph_module(False):
        yield
