"""Tools that passes share."""

from .common import HolderModule, compare_graphs, lift_subgraph_as_module
