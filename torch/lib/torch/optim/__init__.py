"""Optimisers."""
from .optimizer import Optimizer
from .algorithms import SGD, Adam, AdamW, RMSprop, Adagrad, Adadelta, Adamax, NAdam, RAdam, ASGD, Rprop
from . import lr_scheduler
