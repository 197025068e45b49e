"""The class of all schedulers for sparsifiers of plain tensors."""
import abc
import warnings

from torch.ao.pruning._experimental.data_sparsifier import BaseDataSparsifier
from torch.ao.pruning.scheduler.base_scheduler import _counted


class BaseDataScheduler:
    """Sets one of the arguments of all groups of a sparsifier once an epoch, from get_schedule_param."""

    def __init__(self, data_sparsifier, schedule_param, last_epoch=-1, verbose=False):
        if not isinstance(data_sparsifier, BaseDataSparsifier):
            raise TypeError(f"{type(data_sparsifier).__name__} is not an instance of torch.ao.pruning.BaseDataSparsifier")
        self.data_sparsifier = data_sparsifier
        self.schedule_param = schedule_param
        self.base_param = {name: config.get(schedule_param, None) for name, config in data_sparsifier.data_groups.items()}
        self.last_epoch = last_epoch
        data_sparsifier.step = _counted(data_sparsifier.step)
        data_sparsifier._step_count = 0
        self._step_count = 0
        self.verbose = verbose
        self._get_sp_called_within_step = False
        self.step()

    @abc.abstractmethod
    def get_schedule_param(self):
        """The arguments of the groups in this epoch, by names. Only step calls it: they may be computed from those before."""
        raise NotImplementedError

    def __repr__(self):
        return f"{type(self).__name__} (\nData Sparsifier {self.data_sparsifier}\n    {self.schedule_param}: {self.base_param}\n)"

    def state_dict(self):
        return {key: value for key, value in self.__dict__.items() if key != "data_sparsifier"}

    def load_state_dict(self, state_dict):
        self.__dict__.update(state_dict)

    def get_last_param(self):
        return self._last_param

    def step(self):
        if self._step_count == 1:
            if not hasattr(self.data_sparsifier.step, "_with_counter"):
                warnings.warn("Seems like `data_sparsifier.step()` has been overridden after sparsity scheduler initialization. Please, make sure to call "
                              "`data_sparsifier.step()` before `scheduler.step()`.", UserWarning, stacklevel=2)
            elif self.data_sparsifier._step_count < 1:
                warnings.warn("Detected call of `scheduler.step()` before `data_sparsifier.step()`. You have to make sure you run the data_sparsifier.step() "
                              "BEFORE any calls to the scheduler.step().", UserWarning, stacklevel=2)
        self._step_count += 1
        self._get_sp_called_within_step = True
        try:
            self.last_epoch += 1
            updated = self.get_schedule_param()
        finally:
            self._get_sp_called_within_step = False
        for name, param in updated.items():
            self.data_sparsifier.data_groups[name][self.schedule_param] = param
        self._last_param = {name: config.get(self.schedule_param, None) for name, config in self.data_sparsifier.data_groups.items()}
        self.data_sparsifier.enable_mask_update = True
