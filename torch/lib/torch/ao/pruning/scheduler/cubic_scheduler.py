"""Levels that rise quickly at first, by the cube of what is left (Zhu and Gupta, arXiv:1710.01878, equation 1)."""
import warnings

from .base_scheduler import BaseScheduler


class CubicSL(BaseScheduler):
    """From init_sl in epoch init_t to the level of the group, in total_t steps of delta_t epochs."""

    def __init__(self, sparsifier, init_sl=0.0, init_t=0, delta_t=10, total_t=100, initially_zero=False, last_epoch=-1, verbose=False):
        self.sparsifier = sparsifier
        self.init_sl = self._make_sure_a_list(init_sl)
        self.init_t = self._make_sure_a_list(init_t)
        self.delta_t = self._make_sure_a_list(delta_t)
        self.total_t = self._make_sure_a_list(total_t)
        self.initially_zero = self._make_sure_a_list(initially_zero)
        super().__init__(sparsifier, last_epoch, verbose)

    @staticmethod
    def sparsity_compute_fn(s_0, s_f, t, t_0, dt, n, initially_zero=False):
        if initially_zero and t < t_0:
            return 0
        level = s_f + (s_0 - s_f) * (1.0 - (t - t_0) / (dt * n)) ** 3
        return max(s_0, min(s_f, level))

    def get_sl(self):
        if not self._get_sl_called_within_step:
            warnings.warn("To get the last sparsity level computed by the scheduler, please use `get_last_sl()`.", stacklevel=2)
        rows = zip(self.init_sl, self.base_sl, self.init_t, self.delta_t, self.total_t, self.initially_zero)
        return [self.sparsity_compute_fn(s_0, s_f, self.last_epoch, t_0, dt, n, zero) for s_0, s_f, t_0, dt, n, zero in rows]
