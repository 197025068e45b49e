"""Whether memory that nobody has filled is filled while deterministic algorithms are on."""
import sys
import types

import torch


class _Deterministic(types.ModuleType):
    _fill = True

    @property
    def fill_uninitialized_memory(self):
        return self._fill

    @fill_uninitialized_memory.setter
    def fill_uninitialized_memory(self, mode):
        if not isinstance(mode, bool):
            raise TypeError(f"_set_deterministic_fill_uninitialized_memory(): argument must be bool, not {type(mode).__name__}")
        self._fill = mode
        torch._C._set_determinism(torch.are_deterministic_algorithms_enabled(), torch.is_deterministic_algorithms_warn_only_enabled(), mode)


sys.modules[__name__] = torch.utils.deterministic = _Deterministic(__name__)
