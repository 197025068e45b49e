"""The exceptions and warnings of numpy."""
import numpy as _np

AxisError = _np._AxisError
ComplexWarning = _np._ComplexWarning
VisibleDeprecationWarning = _np._VisibleDeprecationWarning
TooHardError = _np._TooHardError


class ModuleDeprecationWarning(DeprecationWarning):
    pass


class DTypePromotionError(TypeError):
    pass


class RankWarning(RuntimeWarning):
    pass
