"""Levels that functions of the epoch give."""
import warnings

from .base_scheduler import BaseScheduler


class LambdaSL(BaseScheduler):
    """The level of each group is its first one times what a function gives for the epoch."""

    def __init__(self, sparsifier, sl_lambda, last_epoch=-1, verbose=False):
        self.sparsifier = sparsifier
        if not isinstance(sl_lambda, (list, tuple)):
            self.sl_lambdas = [sl_lambda] * len(sparsifier.groups)
        elif len(sl_lambda) != len(sparsifier.groups):
            raise ValueError(f"Expected {len(sparsifier.groups)} lr_lambdas, but got {len(sl_lambda)}")
        else:
            self.sl_lambdas = list(sl_lambda)
        super().__init__(sparsifier, last_epoch, verbose)

    def get_sl(self):
        if not self._get_sl_called_within_step:
            warnings.warn("To get the last sparsity level computed by the scheduler, please use `get_last_sl()`.", stacklevel=2)
        return [base * f(self.last_epoch) for f, base in zip(self.sl_lambdas, self.base_sl)]
