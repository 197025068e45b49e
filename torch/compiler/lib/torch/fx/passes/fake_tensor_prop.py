"""Runs a graph on tensors without data and notes what it makes."""

import torch

__all__ = ["FakeTensorProp"]


class FakeTensorProp(torch.fx.Interpreter):
    """Puts a tensor without data into meta["val"] of each node."""

    def __init__(self, module, mode=None):
        super().__init__(module)
        if mode is None:
            mode = torch._subclasses.fake_tensor.FakeTensorMode()
        self._mode = mode

    def run_node(self, n):
        result = super().run_node(n)
        n.meta["val"] = result
        return result

    def propagate(self, *args):
        """Runs the graph for arguments with data."""
        return self.propagate_dont_convert_inputs(*[self._mode.from_tensor(a) if isinstance(a, torch.Tensor) else a for a in args])

    def propagate_dont_convert_inputs(self, *args):
        with self._mode:
            return super().run(*args)
