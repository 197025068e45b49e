"""Optimisers."""
from .optimizer import Optimizer
from .algorithms import SGD, Adam, AdamW, RMSprop, Adagrad, Adadelta, Adamax, NAdam, RAdam, ASGD, Rprop
from .lbfgs import LBFGS
from . import lr_scheduler, swa_utils
