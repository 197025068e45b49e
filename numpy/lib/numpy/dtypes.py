"""The classes of element types."""
import numpy as _np

for _class in _np._dtype_classes:
    globals()[_class.__name__] = _class
