"""The functions of torch that are written in C++, as the modules of torch.nn call them."""
import sys
import types

import torch


class VFModule(types.ModuleType):
    vf: types.ModuleType

    def __init__(self, name):
        super().__init__(name)
        self.vf = torch._C._VariableFunctions

    def __getattr__(self, name):
        return getattr(self.vf, name)


sys.modules[__name__] = VFModule(__name__)
