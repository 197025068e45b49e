"""Derivatives of programs."""
import contextvars
import warnings

import torch
from torch import _C
from .grad_mode import no_grad, enable_grad, _unsafe_preserve_version_counter, enforce_grad_layout_policy, set_grad_enabled, inference_mode, set_multithreading_enabled
from .function import Function
from .profiler_util import DeviceType



class _VariableMeta(type):
    def __instancecheck__(cls, instance):
        return isinstance(instance, torch.Tensor)


class Variable(metaclass=_VariableMeta):
    """The old name of tensors: Variable(data) is an alias of data."""

    _execution_engine = torch.Tensor._execution_engine

    def __new__(cls, data=None, requires_grad=False, volatile=None):
        if volatile is not None:
            warnings.warn("volatile was removed and now has no effect. Use `with torch.no_grad():` instead.", stacklevel=2)
        made = torch.tensor([]) if data is None else data.detach()
        return made.requires_grad_() if requires_grad else made


_profiler_enabled = _C._profiler_enabled


def is_multithreading_enabled():
    """Whether a backward pass may use threads."""
    return torch._C._is_multithreading_enabled()


def is_view_replay_enabled():
    """Whether views of what was changed are always made again by their own operators."""
    return _view_replay.get()


class _force_original_view_tracking:
    """Views are derived as they always are here: only what is_view_replay_enabled tells changes."""

    def __init__(self, mode):
        self.prev = is_view_replay_enabled()
        _view_replay.set(mode)
        self.mode = mode

    def __enter__(self):
        pass

    def __exit__(self, *args):
        _view_replay.set(self.prev)

    def clone(self):
        return type(self)(self.mode)


_view_replay = contextvars.ContextVar("view_replay", default=False)


def _count(tensors, grads):
    """Gradients, where they are given, are one for each tensor."""
    if isinstance(grads, (tuple, list)) and len(grads) < len(tensors):
        raise RuntimeError(f"got {len(tensors)} tensors and {len(grads)} gradients")


def _is_checkpoint_valid():
    """Whether a step of backward may run another whole backward pass."""
    return _C._in_whole_backward()


def _make_grads(outputs, grads):
    return grads


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, inputs=None):
    if grad_variables is not None:
        warnings.warn("`grad_variables` is deprecated. Use `grad_tensors` instead.", FutureWarning, stacklevel=2)
        if grad_tensors is not None:
            raise RuntimeError("`grad_tensors` and `grad_variables` (deprecated) arguments both passed to `backward()`. Please only use `grad_tensors`.")
        grad_tensors = grad_variables
    tensors = (tensors,) if isinstance(tensors, (torch.Tensor, graph.GradientEdge)) else tuple(tensors)
    _count(tensors, grad_tensors)
    if isinstance(inputs, (torch.Tensor, graph.GradientEdge)):
        inputs = (inputs,)
    if inputs is not None and len(inputs) == 0:
        raise RuntimeError("`inputs` argument to `backward()` cannot be empty.")
    for g in grad_tensors if isinstance(grad_tensors, (tuple, list)) else (grad_tensors,):
        if g is not None and not isinstance(g, torch.Tensor):
            raise TypeError(f"gradients can be either Tensors or None, but got {type(g).__name__}")
    _C._run_backward(tensors, grad_tensors, retain_graph, create_graph, inputs)


def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, only_inputs=True, allow_unused=None,
         is_grads_batched=False, materialize_grads=False):
    if materialize_grads and allow_unused is False:
        raise ValueError("Expected allow_unused to be True or not passed when materialize_grads=True, but got: allow_unused=False.")
    if allow_unused is None:
        allow_unused = materialize_grads
    outputs = (outputs,) if torch.overrides.is_tensor_like(outputs) or isinstance(outputs, graph.GradientEdge) else tuple(outputs)
    inputs = (inputs,) if torch.overrides.is_tensor_like(inputs) else inputs
    if torch.overrides.has_torch_function((*outputs, *inputs) if isinstance(inputs, (tuple, list)) else outputs):
        return torch.overrides.handle_torch_function(
            grad, (*outputs, *inputs), outputs, inputs, grad_outputs=grad_outputs, retain_graph=retain_graph, create_graph=create_graph, only_inputs=only_inputs,
            allow_unused=allow_unused, is_grads_batched=is_grads_batched, materialize_grads=materialize_grads)
    inputs = (inputs,) if isinstance(inputs, (torch.Tensor, graph.GradientEdge)) else tuple(inputs)
    if not inputs:
        raise RuntimeError("`inputs` argument to `grad()` cannot be empty.")
    _count(outputs, grad_outputs)
    if is_grads_batched:
        grads = (grad_outputs,) if isinstance(grad_outputs, torch.Tensor) else tuple(grad_outputs or (None,) * len(outputs))
        if any(g is None for g in grads):
            grads = tuple(torch.ones_like(out) if g is None else g for g, out in zip(grads, outputs))
            if any(g.dim() == 0 for g in grads):
                raise ValueError("vmap(vjp, in_dims=0, ...)(<inputs>): Got in_dim=0 for some input, but that input is a Tensor of dimensionality 0 so expected in_dim to satisfy 0 <= in_dim < 0.")
        for k, (g, out) in enumerate(zip(grads, outputs)):
            if g is not None and g.size()[1:] != out.size():
                raise RuntimeError(f"If `is_grads_batched=True`, we interpret the first dimension of each grad_output as the batch dimension. The sizes of the remaining dimensions are expected to match the shape of corresponding output, but a mismatch was detected: grad_output[{k}] has a shape of {g.shape[2:]} and output[{k}] has a shape of {out.shape}. If you only want some tensors in `grad_output` to be considered batched, consider using vmap.")
        rows = [_C._grad(outputs, inputs, tuple(g[i] for g in grads), True, create_graph, allow_unused) for i in range(len(grads[0]))]
        return tuple(None if column[0] is None else torch.stack(column) for column in zip(*rows))
    result = _C._grad(outputs, inputs, grad_outputs, retain_graph, create_graph, allow_unused)
    if materialize_grads:
        result = tuple(torch.zeros_like(i, requires_grad=create_graph) if r is None else r for r, i in zip(result, inputs))
    return result


class detect_anomaly:
    """Backward raises an error that names the function whose gradient is the first to have a NaN."""

    def __init__(self, check_nan=True):
        self.mode, self.check_nan = True, check_nan
        self.outer = None
        warnings.warn("Anomaly Detection has been enabled. This mode will increase the runtime and should only be enabled for debugging.", stacklevel=2)

    def __enter__(self):
        self.outer = (torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled())
        _C._set_anomaly_enabled(self.mode, self.check_nan)

    def __exit__(self, *args):
        _C._set_anomaly_enabled(*self.outer)


class set_detect_anomaly:
    """detect_anomaly that also acts as a function."""

    def __init__(self, mode, check_nan=True):
        self.outer = (torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled())
        _C._set_anomaly_enabled(mode, check_nan)

    def __enter__(self):
        pass

    def __exit__(self, *args):
        _C._set_anomaly_enabled(*self.outer)


detect_anomaly.__module__ = set_detect_anomaly.__module__ = "torch.autograd.anomaly_mode"
Variable.__module__ = "torch.autograd.variable"

from .gradcheck import gradcheck, gradgradcheck, GradcheckError
from . import forward_ad, functional, graph
from .profiler import kineto_available


def _calculate_shape(output, grad, is_grads_batched):
    """The sizes of an output and of its gradient, without the dimension of a batch of gradients."""
    return output.shape, grad.shape[1:] if is_grads_batched else grad.shape
