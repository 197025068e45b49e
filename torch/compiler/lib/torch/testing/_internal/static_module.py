"""Scripted modules and functions that run on their own."""

from torch.jit import _static


class StaticModule(_static.StaticModule):
    """One of these, as tests make it: of what is scripted."""

    def __init__(self, scripted):
        made = _static._jit_to_static_module(scripted.__dict__["_c"] if "_c" in getattr(scripted, "__dict__", ()) else scripted.graph)
        super().__init__(made._method, made._graph)
        self.static_module = made
