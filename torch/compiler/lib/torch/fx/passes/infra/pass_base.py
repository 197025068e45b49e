"""Passes: callables that change a GraphModule and tell whether they did."""

import abc
from typing import NamedTuple

from torch.fx.graph_module import GraphModule

__all__ = ["PassResult", "PassBase"]


class PassResult(NamedTuple):
    """The module that a pass gives, and whether it changed it."""

    graph_module: GraphModule
    modified: bool


class PassBase(abc.ABC):
    """A pass with checks before and behind it. Subclasses write call, which gives a PassResult or None."""

    def __call__(self, graph_module):
        self.requires(graph_module)
        result = self.call(graph_module)
        self.ensures(graph_module)
        return result

    @abc.abstractmethod
    def call(self, graph_module):
        """The work of the pass."""

    def requires(self, graph_module):
        """Raises where the pass cannot begin."""

    def ensures(self, graph_module):
        """Raises where the pass has gone wrong."""
