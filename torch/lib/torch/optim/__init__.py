"""Optimisers."""
from . import lr_scheduler, swa_utils
from .adadelta import Adadelta
from .adagrad import Adagrad
from .adam import Adam
from .adamax import Adamax
from .adamw import AdamW
from .asgd import ASGD
from .factored import Adafactor, Muon
from .lbfgs import LBFGS
from .nadam import NAdam
from .optimizer import Optimizer
from .radam import RAdam
from .rmsprop import RMSprop
from .rprop import Rprop
from .sgd import SGD
from .sparse_adam import SparseAdam

for _cls in (Adadelta, Adagrad, Adam, Adamax, AdamW, ASGD, NAdam, RAdam, RMSprop, Rprop, SGD):
    _cls.__module__ = f"{__name__}.{_cls.__name__.lower()}"  # where pickled optimizers are looked for
for _cls in (Adafactor, Muon):
    _cls.__module__ = __name__
del _cls
