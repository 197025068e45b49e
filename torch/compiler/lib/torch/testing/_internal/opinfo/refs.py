"""OpInfos of torch._refs: there is one implementation here, so the table is empty."""

from torch.testing._internal.opinfo.core import BinaryUfuncInfo, OpInfo, ReductionOpInfo, UnaryUfuncInfo


class PythonRefInfo(OpInfo):
    def __init__(self, name, *, torch_opinfo_name, **kwargs):
        super().__init__(name, **kwargs)
        self.torch_opinfo_name = torch_opinfo_name


class ReductionPythonRefInfo(ReductionOpInfo):
    pass


class ElementwiseUnaryPythonRefInfo(UnaryUfuncInfo):
    pass


class ElementwiseBinaryPythonRefInfo(BinaryUfuncInfo):
    pass
