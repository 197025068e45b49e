"""Neural network modules."""
from .parameter import Parameter, UninitializedParameter, UninitializedBuffer, Buffer
from .modules import *
from . import functional, init, modules, utils, parameter
