"""The class of all schedulers of sparsity levels."""
import functools
import warnings
import weakref

from torch.ao.pruning.sparsifier.base_sparsifier import BaseSparsifier


class BaseScheduler:
    """Sets the sparsity levels of a sparsifier's groups once an epoch, from get_sl."""

    def __init__(self, sparsifier, last_epoch=-1, verbose=False):
        if not isinstance(sparsifier, BaseSparsifier):
            raise TypeError(f"{type(sparsifier).__name__} is not an instance of torch.ao.pruning.BaseSparsifier.")
        self.sparsifier = sparsifier
        self.base_sl = [group["sparsity_level"] for group in sparsifier.groups]
        self.last_epoch = last_epoch
        self.sparsifier.step = _counted(sparsifier.step)
        self.sparsifier._step_count = 0
        self._step_count = 0
        self.verbose = verbose
        self._get_sl_called_within_step = False
        self.step()

    def state_dict(self):
        return {key: value for key, value in self.__dict__.items() if key != "sparsifier"}

    def load_state_dict(self, state_dict):
        self.__dict__.update(state_dict)

    def get_last_sl(self):
        return self._last_sl

    def get_sl(self):
        """The levels of the groups in this epoch. Only step calls it: levels may be computed from those before."""
        if not self._get_sl_called_within_step:
            warnings.warn("To get the last sparsity level computed by the scheduler, please use `get_last_sl()`.", stacklevel=2)
        raise NotImplementedError

    def print_sl(self, is_verbose, group, sl, epoch=None):
        if is_verbose:
            print(f"Adjusting sparsity level of group {group} to {sl:.4e}." if epoch is None
                  else f"Epoch {epoch:5d}: adjusting sparsity level of group {group} to {sl:.4e}.")

    def __repr__(self):
        return f"{type(self).__name__} (\nSparsifier {self.sparsifier}\n    base_sl: {self.base_sl}\n)"

    def step(self, epoch=None):
        if self._step_count == 1:
            if not hasattr(self.sparsifier.step, "_with_counter"):
                warnings.warn("Seems like `sparsifier.step()` has been overridden after sparsity scheduler initialization. Please, make sure to call "
                              "`sparsifier.step()` before `scheduler.step()`.", UserWarning, stacklevel=2)
            elif self.sparsifier._step_count < 1:
                warnings.warn("Detected call of `scheduler.step()` before `sparsifier.step()`. You have to make sure you run the sparsifier.step() BEFORE "
                              "any calls to the scheduler.step().", UserWarning, stacklevel=2)
        self._step_count += 1
        self._get_sl_called_within_step = True
        try:
            self.last_epoch += 1
            levels = self.get_sl()
        finally:
            self._get_sl_called_within_step = False
        for i, (group, level) in enumerate(zip(self.sparsifier.groups, levels)):
            group["sparsity_level"] = level
            self.print_sl(self.verbose, i, level, epoch)
        self._last_sl = [group["sparsity_level"] for group in self.sparsifier.groups]
        self.sparsifier.enable_mask_update = True

    def _make_sure_a_list(self, var):
        n = len(self.sparsifier.groups)
        if not isinstance(var, (list, tuple)):
            return [var] * n
        if len(var) != n:
            raise ValueError(f"Expected variable of length {n}, but got {len(var)}")
        return list(var)


def _counted(method):
    """The method step of a sparsifier, which counts its calls."""
    if getattr(method, "_with_counter", False):
        return method
    owner, function, cls = weakref.ref(method.__self__), method.__func__, type(method.__self__)

    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        instance = owner()
        instance._step_count += 1
        return function.__get__(instance, cls)(*args, **kwargs)

    wrapper._with_counter = True
    return wrapper
