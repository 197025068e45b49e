"""Neural network modules."""
from .parameter import Parameter, UninitializedParameter, UninitializedBuffer, Buffer
from .modules import *
from .parallel import DataParallel
from . import functional, grad, init, modules, utils, parameter, parallel

functional.grad = grad
