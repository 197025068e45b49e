"""Neural network modules."""
from .parameter import Parameter, UninitializedParameter, UninitializedBuffer, Buffer
from .modules import *
from .parallel import DataParallel
from . import functional, init, modules, utils, parameter, parallel
from . import grad  # after utils, whose name a module that it imports would take

functional.grad = grad
