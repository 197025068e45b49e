"""Which function of torch an exported program was calling when a node was made."""
import builtins
import contextlib
import dis
import operator
import sys
import types

import torch
import torch.jit._operators  # has the operators that recurrent networks are
from torch import nn
from torch.fx import Interpreter
from torch.fx.graph import _PyTreeCodeGen
from torch.overrides import TorchFunctionMode
from torch.utils import _pytree as pytree


class Calls(TorchFunctionMode):
    """Keeps the outermost function that is being called, with the number of the call and the kind of the function, as meta["torch_fn"] has them; source is the
    name that Dynamo gives the call, and the function, as meta["source_fn_stack"] has them. on_switch is told of switches of gradients."""

    def __init__(self, on_switch):
        super().__init__()
        self.on_switch = on_switch
        self.now, self.source, self._counts, self._names = None, None, {}, set()

    def __torch_function__(self, func, types, args=(), kwargs=None):
        if getattr(func, "__name__", None) is None:
            return func(*args, **(kwargs or {}))
        if func is torch._C._set_grad_enabled:
            self.on_switch(*args)
        count = self._counts[func] = self._counts.get(func, 0) + 1
        before = self.now, self.source
        called = _SHOWN.get(func.__name__, func.__name__)
        self.now = f"{called}_{count}", f"{_kind(func)}.{called}"
        source = _SUBSCRIPTS.get(func.__name__) or _operator(func, sys._getframe(1))
        if source is None:
            source = func.__name__ if _kind(func) == "method_descriptor" else func
        self.source = self._named(source if isinstance(source, str) else source.__name__), source
        try:
            return _CELLS.get(func, func)(*args, **(kwargs or {}))
        finally:
            self.now, self.source = before


    def _named(self, name):
        """The name that Dynamo gives the next node for a function: numbered where it is taken, also by a built-in function."""
        unique, number = name, 0
        while unique in self._names or hasattr(builtins, unique):
            number += 1
            unique = f"{name}_{number}"
        self._names.add(unique)
        return unique


# what the methods of tensors are called where an operator of the language leads to them, and what they are then for torch_fn
_SHOWN = {"__pow__": "pow", "__rtruediv__": "__rdiv__"}
_PYTHON = {"__floordiv__", "__pow__", "__rfloordiv__", "__rlshift__", "__rmatmul__", "__rmod__", "__rpow__", "__rrshift__", "__rsub__", "__rtruediv__"}
_OPERATIONS = {"div": "truediv", "remainder": "mod", "bitwise_not": "invert", "bitwise_and": "and_", "bitwise_or": "or_", "bitwise_xor": "xor", "and": "and_", "or": "or_", "floor_divide": "floordiv"}
_OF_OPERATORS = {"BINARY_OP", "COMPARE_OP", "UNARY_NEGATIVE", "UNARY_INVERT"}


def _operator(func, frame):
    """The function of the module operator that stands for an operator of the language, if this is how a frame calls a method; else None."""
    if _kind(func) not in ("method_descriptor", "function") or not 0 <= frame.f_lasti < len(frame.f_code.co_code) or dis.opname[frame.f_code.co_code[frame.f_lasti]] not in _OF_OPERATORS:
        return None
    name = func.__name__.strip("_")
    own = {*_OPERATIONS, *vars(operator)}
    if name not in own and name.startswith("r"):  # the operands the other way round
        name = name[1:]
    name = _OPERATIONS.get(name, name)
    if func.__name__.endswith("_") and not func.__name__.startswith("__"):
        name = f"i{name.strip('_')}"
    return getattr(operator, name, None)


_CELLS = {getattr(torch, name): getattr(torch.ops.aten, name) for name in ("gru_cell", "rnn_tanh_cell", "rnn_relu_cell")}
_CELLS[torch.lstm_cell] = lambda input, hx, *weights: torch.ops.aten.lstm_cell(input, list(hx), *weights)


@contextlib.contextmanager
def keeping_recurrent(mod):
    """Makes one operator of each recurrent network in a module."""
    found = [m for m in mod.modules() if isinstance(m, nn.modules.rnn.RNNBase)]
    for m in found:
        m.__dict__["_compute"] = types.MethodType(_compute, m)
    try:
        yield
    finally:
        for m in found:
            m.__dict__.pop("_compute", None)


def run_nodes(gm, *args, **kwargs):
    """What a call of a GraphModule gives, node by node."""
    codegen = gm.graph._codegen
    if not isinstance(codegen, _PyTreeCodeGen):
        return type(gm).forward(gm, *args, **kwargs) if kwargs else Interpreter(gm).run(*args)
    info = codegen.pytree_info
    order = info.in_spec.children_specs[1].context if kwargs else ()
    flat = pytree.tree_leaves((args, {name: kwargs[name] for name in order}))
    out = Interpreter(gm).run(*flat, enable_io_processing=False)
    return out if info.out_spec is None else pytree.tree_unflatten(list(out), info.out_spec)


def _compute(self, input, hx):
    settings = self._flat_weights, self.bias, self.num_layers, self.dropout, self.training, self.bidirectional, self.batch_first
    if self.mode == "LSTM":
        return torch.ops.aten.lstm.input(input, list(hx), *settings)
    return *getattr(torch.ops.aten, self.mode.lower()).input(input, hx, *settings), None


_SUBSCRIPTS = {"__getitem__": operator.getitem, "__setitem__": operator.setitem}

# functions of torch.nn.functional that PyTorch writes in C++
_BUILTIN = {"conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d", "conv_tbc", "avg_pool1d", "avg_pool2d", "avg_pool3d", "linear", "gelu",
            "bilinear", "logsigmoid", "hardshrink", "softplus", "softshrink", "one_hot", "pixel_shuffle", "pixel_unshuffle", "channel_shuffle", "cosine_similarity", "pdist",
            "pairwise_distance", "scaled_dot_product_attention", "adaptive_avg_pool1d"}


def _kind(func):
    if getattr(func, "__module__", None) == "torch.nn.functional":
        return "builtin_function_or_method" if func.__name__ in _BUILTIN else "function"
    if type(func).__name__ == "wrapper_descriptor" and func.__name__ not in _SUBSCRIPTS:
        return "function" if func.__name__ in _PYTHON else "method_descriptor"
    return type(func).__name__
