"""In PyTorch the primitives that references are written in; here an operator has one implementation."""
from torch._prims import context
